"""Tables that notebooks print, on a page: a long one has its first rows, its notes are folded below their source.

A page holds the first rows of a long table; the others are fetched when a reader wants them. They come from a script
and not from the CSV, since a page opened as a file may load the one and not the other; the CSV is for readers without
scripts and for programs.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from sphinx.environment import BuildEnvironment
from sphinx.util.osutil import relative_uri

from claimcheck.claims.footnote import source_line, without_legend
from claimcheck.report.parts.html import script_call

FOLDER = "tables"
# A table longer than this keeps so many rows.
LONGEST, SHOWN = 40, 15


def table_html(html: str, env: BuildEnvironment) -> str:
    """A table as a notebook recorded it, as the page that is being read shows it; other HTML as it is.

    Writes the files of a long table into the site.
    """
    tree = BeautifulSoup(html, "html.parser")
    if frame := tree.find("table", class_="dataframe"):
        return _frame(tree, frame)
    table = tree.find("div", class_="cc-table")
    if table is None:
        return html
    _shorten(tree, table, env)
    _fold_notes(tree, table)
    return str(tree)


def _frame(tree: BeautifulSoup, frame: Tag) -> str:
    """What pandas writes, without a style sheet in the text, looks in attributes and empty cells as headings."""
    for style in tree.find_all("style"):
        style.decompose()
    for cell in frame.find_all(["th", "td"]):
        cell.attrs.pop("valign", None)
        if not cell.contents:
            cell.name = "td"
    return str(tree)


def _shorten(tree: BeautifulSoup, table: Tag, env: BuildEnvironment) -> None:
    """Leave the first rows in a long table; write all of them to files."""
    rows = table.tbody.find_all("tr")
    if len(rows) <= LONGEST:
        return
    name = f"{env.docname.rpartition('/')[2]}-{table['id'].removeprefix('tab-')}"
    folder = Path(env.app.outdir, FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.csv").write_text(_csv([table.thead.tr, *rows]), encoding="utf-8")
    for row in rows[SHOWN:]:
        row.next_sibling.extract()
        row.extract()
    script = script_call("claimcheckRows", table["id"], "".join(map(str, rows[SHOWN:])))
    (folder / f"{name}.js").write_text(script, encoding="utf-8")
    address = relative_uri(env.app.builder.get_target_uri(env.docname), f"{FOLDER}/{name}")
    more = tree.new_tag("p", attrs={"class": "cc-table__more"})
    link = tree.new_tag("a", attrs={"href": f"{address}.csv", "data-rows": f"{address}.js"}, string="All rows")
    more.extend([f"The first {SHOWN} of {len(rows):,} rows. ", link])
    table.find("div", class_="cc-table__scroll").insert_after(more)


def _csv(rows: list[Tag]) -> str:
    """The rows of a table as CSV, numbers in full."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in rows:
        cells = row.find_all(["th", "td"])
        writer.writerow(cell.get("data-sort") or cell.get_text().strip().strip("–") for cell in cells)
    return out.getvalue()


def _fold_notes(tree: BeautifulSoup, table: Tag) -> None:
    """Fold the notes of a table that holds results below their source."""
    notes = table.find_all("p", class_="cc-table__note")
    line = source_line("".join(note.get_text() for note in notes))
    for note in notes:
        note.string = without_legend(note.get_text())
    if line:
        summary = tree.new_tag("summary", string=f"Source: {line}.")
        fold = tree.new_tag("details", attrs={"class": "cc-cite"})
        notes[0].insert_before(fold)
        fold.extend([summary, *notes])
