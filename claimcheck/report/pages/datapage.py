"""The page of tables and columns: every file that the site serves, from the schema and the files themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxRole

from claimcheck.claims.verdict.result import served_schema
from claimcheck.data import formats, tables
from claimcheck.data.heads import read_heads
from claimcheck.data.paths import FACTS, PUBLISHED, address
from claimcheck.report.pages import registers
from claimcheck.report.pages.claims import Listing
from claimcheck.report.parts.anchors import SLUGS, section
from claimcheck.report.parts.markup import esc, tag
from claimcheck.report.parts.templates import part


@dataclass(frozen=True)
class Served:
    """A file that the site serves: its path below the site's root, and where it lies now."""

    address: str
    path: Path

    @property
    def name(self) -> str:
        """The file's name."""
        return self.path.name

    @property
    def weight(self) -> str:
        """Its size in print."""
        return weight(self.path.stat().st_size)

    @property
    def digest(self) -> str:
        """Its SHA-256."""
        return tables.digest(self.path)


@dataclass(frozen=True)
class Field:
    """A field of ``claims.json``: dotted name, type, meaning; ``[]`` is for the items of a list."""

    name: str
    kind: str
    meaning: str


def weight(size: int) -> str:
    """A number of bytes in print: ``731 bytes``, ``12 kB``, ``3.3 MB``."""
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1000:.0f} kB" if size < 999_500 else f"{size / 1e6:.1f} MB"


class _Listing(Listing):
    """A listing of sections with anchors of their own."""

    def section(self, anchor: str, title: str, html: str, anchors: Iterable[str] = ()) -> nodes.section:
        """A section with HTML; ``anchors`` are the ids inside it that other pages may link to."""
        found = section(anchor, title, html)
        found[SLUGS] = {anchor: title, **{name: name for name in anchors}}
        self.state.document.note_explicit_target(found, found)
        return found


class TablesDirective(_Listing):
    """``data-tables``: every table of the schema, with its columns."""

    def listing(self) -> list[nodes.Node]:
        """One section a table."""
        made = []
        for table in tables.TABLES.values():
            file = Served(f"{PUBLISHED}/{table.address}", self.source.data_dir / table.file)
            columns = Served(
                f"{PUBLISHED}/{formats.PARQUET}/{table.name}.parquet",
                Path(self.env.app.outdir, PUBLISHED, formats.PARQUET, f"{table.name}.parquet"),
            )
            rows = len(tables.load(table.name, self.source.data_dir))
            html = part("data", "table", table, rows, [file, columns], self.root)
            made.append(self.section(table.name, table.name, html, (f"{table.name}.{c.name}" for c in table.columns)))
        return made


class RegistersDirective(_Listing):
    """``data-registers``: every register, with its sections and keys; of those of claims, the files of the first."""

    def listing(self) -> list[nodes.Node]:
        """One section a register."""
        data = self.source.data_dir
        heads = read_heads(data)
        inside = heads[0].folder.glob("*.yml") if heads else ()
        paths = sorted([*(data / FACTS).glob("*.yml"), *inside], key=lambda path: path.name)
        words = registers.described(data, [path.name for path in paths])
        made = []
        for path in paths:
            found = registers.sections(path)
            file = Served(f"{PUBLISHED}/{address(path.relative_to(data).as_posix())}", path)
            html = part("data", "register", words[path.name], registers.opening(path), found, file, self.root)
            inside = [f"{path.name}.{s.name}.{key.name}" for s in found for key in s.keys]
            made.append(self.section(path.name, path.name, html, inside))
        return made


class ClaimsSchemaDirective(_Listing):
    """``claims-schema``: the fields of ``claims.json``."""

    def listing(self) -> list[nodes.Node]:
        """One table; the anchors stand on its rows."""
        rows = list(fields(served_schema()["items"]))
        found = nodes.container(ids=["claims.json"], names=["claims.json"])
        found[SLUGS] = {"claims.json": "claims.json", **{f"claims.json.{one.name}": one.name for one in rows}}
        found += nodes.raw("", part("data", "fields", rows), format="html")
        self.state.document.note_explicit_target(found, found)
        return [found]


class DownloadRole(SphinxRole):
    """The role ``download-file``: a link to a file that the site serves, by its path below the site's root."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The link."""
        address = "../" * self.env.docname.count("/") + self.text
        return [nodes.raw("", tag("a", tag("code", esc(self.text)), href=address), format="html")], []


def fields(schema: Mapping[str, Any], prefix: str = "") -> Iterator[Field]:
    """The fields of a JSON Schema's objects, each followed by those inside it."""
    for name, found in schema["properties"].items():
        kinds = found.get("anyOf", [found])
        inner = next(s for s in kinds if s.get("type") != "null")
        yield Field(f"{prefix}{name}", " or ".join(map(_type, kinds)), found["description"])
        if inner.get("type") == "array" and "properties" in inner["items"]:
            yield from fields(inner["items"], f"{prefix}{name}[].")
        elif "properties" in inner:
            yield from fields(inner, f"{prefix}{name}.")


def _type(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return "one of: " + "; ".join(schema["enum"])
    found = schema["type"]
    names = [found] if isinstance(found, str) else list(found)
    if names == ["array"]:
        items = schema["items"]
        names = [f"list, each {_type(items)}" if "enum" in items else f"list of {items['type']}s"]
    return " or ".join(names)
