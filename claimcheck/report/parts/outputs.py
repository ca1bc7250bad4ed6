"""Tables that notebooks print, on a page: a long one has its first rows, its notes are folded below their source.

A page holds the first rows of a long table; the others are fetched when a reader wants them. They come from a script
and not from the CSV, since a page opened as a file may load the one and not the other; the CSV is for readers without
scripts and for programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup
from sphinx.environment import BuildEnvironment
from sphinx.util.osutil import relative_uri

from claimcheck.charts.table import lines, to_csv, to_html
from claimcheck.claims.texts.footnote import source_line, without_legend
from claimcheck.core.printing import escaped
from claimcheck.report.parts.html import esc, script_call

FOLDER = "tables"
# A table longer than this keeps so many rows.
LONGEST, SHOWN = 40, 15


def table_html(record: Mapping[str, Any], env: BuildEnvironment) -> str:
    """A table's JSON object (see ``claimcheck.charts.table``) as the page that is being read shows it.

    Writes the files of a long table into the site.
    """
    rows = lines(record)
    if len(rows) <= LONGEST:
        return to_html(record, rows, notes=_notes(record))
    return to_html(record, rows[:SHOWN], _more(record, rows, env), _notes(record))


def frame_html(html: str) -> str:
    """What pandas writes of a frame, without a style sheet in the text, looks in attributes and empty headings.

    Other HTML stays as it is.
    """
    tree = BeautifulSoup(html, "html.parser")
    frame = tree.find("table", class_="dataframe")
    if frame is None:
        return html
    for style in tree.find_all("style"):
        style.decompose()
    for cell in frame.find_all(["th", "td"]):
        cell.attrs.pop("valign", None)
        if not cell.contents:
            cell.name = "td"
    return str(tree)


def _more(record: Mapping[str, Any], rows: list[str], env: BuildEnvironment) -> str:
    """A line below a long table that leads to its other rows; their files are written into the site."""
    name = f"{env.docname.rpartition('/')[2]}-{record['id']}"
    folder = Path(env.app.outdir, FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.csv").write_text(to_csv(record), encoding="utf-8")
    script = script_call("claimcheckRows", f"tab-{record['id']}", "".join(rows[SHOWN:]))
    (folder / f"{name}.js").write_text(script, encoding="utf-8")
    address = esc(relative_uri(env.app.builder.get_target_uri(env.docname), f"{FOLDER}/{name}"))
    return (
        f'<p class="cc-table__more">The first {SHOWN} of {len(rows):,} rows. '
        f'<a href="{address}.csv" data-rows="{address}.js">All rows</a></p>'
    )


def _notes(record: Mapping[str, Any]) -> str:
    """The notes of a table; those of one that holds results are folded below their source."""
    line = source_line(" ".join(record["notes"]))
    notes = "".join(f'<p class="cc-table__note">{escaped(without_legend(note))}</p>' for note in record["notes"])
    return f'<details class="cc-cite"><summary>Source: {esc(line)}.</summary>{notes}</details>' if line else notes
