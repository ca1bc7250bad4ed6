"""Long tables of results: a page holds the first rows; the others are fetched when a reader wants them.

The rows come from a script and not from the CSV, since a page opened as a file may load the one and not the other; the
CSV is for readers without scripts and for programs.
"""

from __future__ import annotations

import csv
import html
import io
import re
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.util.osutil import relative_uri

from claimcheck.site.markup import script_call

FOLDER = "tables"
# A table longer than this keeps so many rows.
LONGEST, SHOWN = 40, 15
_TABLE = re.compile(
    r'(?P<head><div class="cc-table" id="tab-(?P<id>[a-z0-9-]+)".*?<tbody>\n)'
    r"(?P<rows>.*?)(?P<end>\n</tbody></table></div>)",
    re.DOTALL,
)
_CELL = re.compile(r'<t[hd](?:[^>]*?data-sort="(?P<sort>[^"]*)")?[^>]*>(?P<words>.*?)</t[hd]>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def shorten(app: Sphinx, page: str, body: str) -> str:
    """The text of a page with the first rows of each long table alone; all of them are written to files."""

    def shortened(table: re.Match[str]) -> str:
        rows = table["rows"].split("\n")
        if len(rows) <= LONGEST:
            return table[0]
        name = f"{FOLDER}/{page.rpartition('/')[2]}-{table['id']}"
        script = script_call("claimcheckRows", f"tab-{table['id']}", "".join(rows[SHOWN:]))
        for ending, text in {".csv": _csv(table["head"], rows), ".js": script}.items():
            path = Path(app.outdir, name + ending)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        address = relative_uri(app.builder.get_target_uri(page), name)
        more = (
            f'<p class="cc-table__more">The first {SHOWN} of {len(rows):,} rows. '
            f'<a href="{address}.csv" data-rows="{address}.js">All rows</a></p>'
        )
        return f"{table['head']}{chr(10).join(rows[:SHOWN])}{table['end']}{more}"

    return _TABLE.sub(shortened, body)


def _csv(head: str, rows: list[str]) -> str:
    """The rows of a table as CSV, numbers in full."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in (head[head.index("<thead>") :], *rows):
        cells = _CELL.finditer(row)
        writer.writerow(c["sort"] or html.unescape(_TAG.sub("", c["words"])).strip().strip("–") for c in cells)
    return out.getvalue()
