"""The page of tables and columns: every file that the site serves, from the schema and the files themselves."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.parsers.rst.states import Inliner
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from claimcheck import tables
from claimcheck.claims import output_schema
from claimcheck.errors import ClaimcheckError
from claimcheck.site import registers
from claimcheck.site.markup import esc, sentence, slug, tag
from claimcheck.site.source import ALL, source_of
from claimcheck.tables import Column, Table
from claimcheck.tables.croissant import FOLDER

logger = logging.getLogger(__name__)

_SLUGS = "cc-slugs"
# A table with more rows than this can be searched.
_LONG = 15


@dataclass(frozen=True)
class Served:
    """A file that the site serves: its path below the site's root, and where it lies now."""

    address: str
    path: Path

    def line(self, root: str) -> str:
        """Download link, size and SHA-256; ``root`` leads from the page to the site's root."""
        name = posixpath.basename(self.address)
        link = tag("a", esc(name), href=root + self.address, download=name)
        digest = tag("code", tables.digest(self.path), "cc-hash")
        return f"{link}, {esc(weight(self.path.stat().st_size))}, SHA-256 {digest}"


def weight(size: int) -> str:
    """A number of bytes in print: ``731 bytes``, ``12 kB``, ``3.3 MB``."""
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1000:.0f} kB" if size < 999_500 else f"{size / 1e6:.1f} MB"


class _Listing(SphinxDirective):
    """A directive that writes sections with anchors of its own."""

    def data(self) -> Path:
        """The folder of the tables."""
        return Path(self.env.srcdir, self.env.config.claimcheck_data_dir)

    def run(self) -> list[nodes.Node]:
        """The sections; a warning and nothing when a file is missing or is not what it should be."""
        source_of(self.env.app).used.add(ALL)
        root = "../" * self.env.docname.count("/")
        try:
            return self.listing(root)
        except ClaimcheckError as error:
            logger.warning("%s", error, location=self.get_location())
            return []

    def listing(self, root: str) -> list[nodes.Node]:
        """The sections."""
        raise NotImplementedError

    def section(self, anchor: str, title: str, html: str, anchors: Iterable[str] = ()) -> nodes.section:
        """A section with HTML; ``anchors`` are the ids inside it that other pages may link to."""
        found = nodes.section(ids=[anchor], names=[anchor])
        found[_SLUGS] = {anchor: title, **{name: name for name in anchors}}
        found += nodes.title("", title)
        found += nodes.raw("", html, format="html")
        self.state.document.note_explicit_target(found, found)
        return found


class TablesDirective(_Listing):
    """``data-tables``: every table of the schema, with its columns."""

    def listing(self, root: str) -> list[nodes.Node]:
        """One section a table."""
        made = []
        for table in tables.TABLES.values():
            file = Served(f"{FOLDER}/{table.file}", self.data() / table.file)
            rows = len(tables.load(table.name, self.data()))
            html = table_html(table, rows, file.line(root))
            made.append(self.section(table.name, table.name, html, (anchor(table, c) for c in table.columns)))
        return made


class RegistersDirective(_Listing):
    """``data-registers``: every register, with its sections and keys."""

    def listing(self, root: str) -> list[nodes.Node]:
        """One section a register."""
        paths = sorted(self.data().glob("*.yml"))
        words = registers.described(self.data(), [path.name for path in paths])
        made = []
        for path in paths:
            found = registers.sections(path)
            html = register_html(path, words[path.name], found, Served(f"{FOLDER}/{path.name}", path).line(root))
            inside = [f"{path.name}.{s.name}.{key.name}" for s in found for key in s.keys]
            made.append(self.section(path.name, path.name, html, inside))
        return made


class ClaimsSchemaDirective(_Listing):
    """``claims-schema``: the fields of ``claims.json``."""

    def listing(self, root: str) -> list[nodes.Node]:
        """One table; the anchors stand on its rows."""
        rows = list(fields(output_schema.CLAIM))
        found = nodes.container(ids=["claims.json"], names=["claims.json"])
        found[_SLUGS] = {"claims.json": "claims.json", **{f"claims.json.{name}": name for name, _, _ in rows}}
        found += nodes.raw("", fields_html(rows), format="html")
        self.state.document.note_explicit_target(found, found)
        return [found]


def download_role(
    role: str,
    rawtext: str,
    text: str,
    lineno: int,
    inliner: Inliner,
    options: Any = None,
    content: Any = None,
) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """The role ``download-file``: a link to a file that the site serves, by its path below the site's root."""
    root = "../" * inliner.document.settings.env.docname.count("/")
    return [nodes.raw("", tag("a", tag("code", esc(text)), href=root + text), format="html")], []


class SlugsTransform(SphinxTransform):
    """Tell MyST about the anchors of these sections: it knows headings of Markdown only."""

    default_priority = 791

    def apply(self, **kwargs: Any) -> None:
        """Add them to the slugs that links between pages are checked against."""
        slugs = self.env.metadata[self.env.docname].setdefault("myst_slugs", {})
        for node in self.document.findall(lambda n: isinstance(n, nodes.Element) and _SLUGS in n):
            slugs.update({name: (node.line or 0, name, title) for name, title in node[_SLUGS].items()})
            del node[_SLUGS]


def anchor(table: Table, column: Column) -> str:
    """The id of a column on the page."""
    return f"{table.name}.{column.name}"


def table_html(table: Table, rows: int, file: str) -> str:
    """A table: what a row is, how many there are, the file, and its columns."""
    key = ", ".join(tag("code", esc(name)) for name in table.key)
    made = "" if table.ingested else " Made by a command of its own, not by the ingestion."
    lead = tag("p", f"One row is {esc(table.grain)}. {rows:,} rows, {len(table.columns)} columns; key: {key}.{made}")
    lines = [
        (
            anchor(table, column),
            column.name,
            _kind(table, column),
            column.unit or "",
            _meaning(column),
        )
        for column in table.columns
    ]
    heads = ("Column", "Type", "Unit", "Meaning")
    return lead + tag("p", file, "cc-file") + _grid(table.name, f"Columns of {table.name}", heads, lines)


def _kind(table: Table, column: Column) -> str:
    key, empty = ", key" if column.name in table.key else "", ", may be empty" if column.nullable else ""
    return column.dtype + key + empty


def _meaning(column: Column) -> str:
    parts = [esc(sentence(column.description))]
    if column.allowed:
        parts.append("One of: " + ", ".join(tag("code", esc(value)) for value in column.allowed) + ".")
    if column.minimum is not None:
        parts.append(f"At least {column.minimum:g}.")
    return " ".join(parts)


def register_html(path: Path, words: str, found: Sequence[registers.Section], file: str) -> str:
    """A register: what an entry is, the file, what it says of itself, and the keys of each section."""
    parts = [tag("p", f"An entry is {esc(words)}."), tag("p", file, "cc-file")]
    if own := registers.opening(path):
        summary = tag("summary", "What the file says of its keys")
        parts.append(tag("details", summary + tag("pre", esc(own), tabindex="0"), "cc-opening"))
    for section in found:
        name = f"{path.name}.{section.name}"
        entries = "1 entry" if section.entries == 1 else f"{section.entries} entries"
        lines = [
            (f"{name}.{key.name}", key.name, esc(", ".join(key.kinds)), _share(key.entries, section.entries))
            for key in section.keys
        ]
        parts.append(_grid(slug(name), f"{section.name}: {entries}", ("Key", "Type", "In"), lines))
    return "".join(parts)


def _share(entries: int, of: int) -> str:
    return "every entry" if entries == of else f"{entries} of {of} entries"


def fields(schema: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, str, str]]:
    """The fields of a JSON Schema's objects: dotted name, type, meaning; ``[]`` stands for the items of a list."""
    for name, found in schema["properties"].items():
        inner = next((s for s in found.get("anyOf", ()) if s.get("type") != "null"), found)
        yield f"{prefix}{name}", _type(inner, "anyOf" in found), found["description"]
        if inner.get("type") == "array" and "properties" in inner["items"]:
            yield from fields(inner["items"], f"{prefix}{name}[].")
        elif "properties" in inner:
            yield from fields(inner, f"{prefix}{name}.")


def _type(schema: Mapping[str, Any], nullable: bool) -> str:
    if "enum" in schema:
        return "one of: " + "; ".join(schema["enum"])
    found = schema["type"]
    names = [found] if isinstance(found, str) else list(found)
    if names == ["array"]:
        items = schema["items"]
        names = [f"list, each {_type(items, False)}" if "enum" in items else f"list of {items['type']}s"]
    return " or ".join([*names, *(["null"] if nullable else [])])


def fields_html(rows: Sequence[tuple[str, str, str]]) -> str:
    """The fields of ``claims.json`` as a table."""
    lines = [(f"claims.json.{name}", name, esc(kind), esc(sentence(words))) for name, kind, words in rows]
    return _grid("claims-json", "Fields of a claim in claims.json", ("Field", "Type", "Meaning"), lines)


def _grid(name: str, caption: str, heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A table whose rows are anchors: each line is the row's id, its name (plain), and cells of HTML.

    Roles are written out: a narrow screen shows each row as a block, and would forget that it is one.
    """
    identifier = f"tab-schema-{name}"
    cells = "".join(tag("th", head, scope="col", role="columnheader") for head in heads)
    head = tag("thead", tag("tr", cells, role="row"), role="rowgroup")
    body = tag("tbody", "\n".join(_line(line, heads) for line in lines), role="rowgroup")
    words = tag("caption", esc(caption), id=f"{identifier}-caption")
    region = {"role": "region", "tabindex": "0", "aria_labelledby": f"{identifier}-caption"}
    scroll = tag("div", tag("table", words + head + body, role="table"), "cc-table__scroll", **region)
    searchable = {"data_searchable": "true"} if len(lines) > _LONG else {}
    return tag("div", scroll, "cc-table cc-schema", id=identifier, **searchable)


def _line(line: Sequence[str], heads: Sequence[str]) -> str:
    identifier, name, *cells = line
    link = tag("a", tag("code", esc(name)), href=f"#{identifier}")
    first = tag("th", link, scope="row", role="rowheader")
    rest = (
        tag("td", cell, role="cell", data_label=head) for head, cell in zip(heads[1:], cells, strict=True)
    )
    return tag("tr", first + "".join(rest), id=identifier, role="row")
