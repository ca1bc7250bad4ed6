"""Small pieces of HTML that several parts of the site share. Everything from data is escaped here."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

_ADDRESS = re.compile(r"https://[^\s<>\"')]+[^\s<>\"').,;:]")

# A symbol and words, so that a verdict is read without its colour.
VERDICTS: dict[str, tuple[str, str]] = {
    "reproduced": ("yes", "\N{CHECK MARK}"),
    "reproduced, with conditions": ("partly", "\N{CIRCLE WITH LEFT HALF BLACK}"),
    "not reproduced": ("no", "\N{NOT EQUAL TO}"),
    "contradicted": ("against", "\N{MULTIPLICATION SIGN}"),
    "not testable here": ("open", "?"),
}


def esc(value: Any) -> str:
    """Text for HTML, quotes included."""
    return html.escape(str(value), quote=True)


def tag(name: str, content: str, css: str = "", **attributes: str) -> str:
    """An element around ``content``, which must be HTML already; attribute values are escaped here.

    An underscore in an attribute's name stands for a hyphen.
    """
    given = {"class": css, **attributes} if css else attributes
    written = "".join(f' {key.replace("_", "-")}="{esc(value)}"' for key, value in given.items())
    return f"<{name}{written}>{content}</{name}>"


def slug(value: str) -> str:
    """Text as part of an id: lower-case letters, digits, hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")


def script_json(data: Any) -> str:
    """JSON that cannot end the script element around it."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def link(address: str, words: str) -> str:
    """An ordinary link, or the plain words when the address is not https."""
    if not address.startswith("https://"):
        return esc(words)
    return f'<a href="{esc(address)}">{esc(words)}</a>'


def paragraphs(text: str, css: str = "") -> str:
    """Plain text as paragraphs; https addresses become links."""
    opening = f'<p class="{css}">' if css else "<p>"
    parts = (part.strip() for part in re.split(r"\n\s*\n", text.strip()))
    return "".join(f"{opening}{_linked(part)}</p>" for part in parts if part)


def _linked(text: str) -> str:
    out, last = [], 0
    for match in _ADDRESS.finditer(text):
        out += [esc(text[last : match.start()]), link(match[0], match[0])]
        last = match.end()
    return "".join([*out, esc(text[last:])])


def sentence(text: str) -> str:
    """A phrase from the analysis or the register as a sentence of its own."""
    text = text.strip()
    if not text:
        return ""
    # "v5.1" and the like keep their letter.
    start = text[:1].upper() if text.partition(" ")[0].rstrip(",:;").isalpha() else text[:1]
    return start + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


# Tables that a narrow screen displays as blocks lose their meaning there unless the roles
# are written out.
def table_row(cells: str, **attributes: str) -> str:
    """A row of cells that are HTML already."""
    return tag("tr", cells, role="row", **attributes)


def table_heads(names: Sequence[str]) -> str:
    """The head of a table; the names are HTML already."""
    cells = "".join(tag("th", name, scope="col", role="columnheader") for name in names)
    return tag("thead", table_row(cells), role="rowgroup")


def table_body(rows: Iterable[str]) -> str:
    """The body of a table from its rows."""
    return tag("tbody", "\n".join(rows), role="rowgroup")


def badge(verdict: str) -> str:
    """A verdict as symbol and words. Raises KeyError for a word that is no verdict."""
    kind, symbol = VERDICTS[verdict]
    sign = tag("span", symbol, "cc-badge__sign", aria_hidden="true")
    return tag("span", sign + esc(verdict), f"cc-badge cc-badge--{kind}")


def evidence_list(evidence: Iterable[Any]) -> str:
    """Evidence as a list: result ID, label, and a link to the line at its commit."""
    items = "".join(f"<li>{_evidence(one)}</li>" for one in evidence)
    return f'<ul class="cc-evidence">{items}</ul>' if items else ""


def result_ids(evidence: Iterable[Any], shown: int = 4) -> str:
    """The published IDs in a few words: ``6.0-0078, 6.0-0082 and 12 more``."""
    ids = sorted({one.result_id for one in evidence if one.result_id})
    more = f" and {len(ids) - shown} more" if len(ids) > shown else ""
    return ", ".join(ids[:shown]) + more


def _evidence(one: Any) -> str:
    folder, _, name = one.path.rpartition("/")
    line = f" line {one.line}" if one.line else ""
    place = link(one.url, f"{name}{line} at {one.commit[:10]}")
    where = tag("span", esc(f"{one.repo}/{folder}".rstrip("/")), "cc-evidence__folder")
    result = tag("span", esc(one.result_id), "cc-evidence__id") + " " if one.result_id else ""
    label = tag("span", esc(one.label), "cc-evidence__label")
    return result + label + tag("span", f"{place} {where}", "cc-evidence__place")
