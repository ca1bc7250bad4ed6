"""The page "Tables and columns", from the schema and the files themselves, and the list of facts from outside."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from claimcheck.claims.verdict.result import served_schema
from claimcheck.core import files
from claimcheck.core.documents import Source
from claimcheck.core.errors import RegisterError
from claimcheck.data import formats, store
from claimcheck.data.facts import partners, read_prices
from claimcheck.data.paths import (
    FACTS,
    MECHANISM_FIGURES,
    PARTNERS,
    PRICES,
    PUBLISHED,
    README,
    ROUNDS,
    address,
)
from claimcheck.data.registers import read_registers
from claimcheck.data.rounds import missing_rounds, read_rounds, read_rounds_register
from claimcheck.data.stacks import read_sources
from claimcheck.site.frame.directives import SLUGS, BookDirective, section, showing
from claimcheck.site.frame.html import link, part

_LISTED = re.compile(r"\|\s*(?P<files>`[^|]+`)\s*\|\s*(?P<words>[^|]+?)\s*\|")
_NAME = re.compile(r"`([^`]+)`")
_NOTE = (
    "Second-hand: the text of who did or decided it could not be opened from where the report was made, and the page "
    "named was read in its place."
)


class Download(NamedTuple):
    """A file that the site offers: its address below the site's root, and its path on this machine."""

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
        return files.digest(self.path.read_bytes())


class Field(NamedTuple):
    """A field of ``claims.json``: dotted name, type, meaning; ``[]`` is for the items of a list."""

    name: str
    kind: str
    meaning: str


def weight(size: int) -> str:
    """A number of bytes in print: ``731 bytes``, ``12 kB``, ``3.3 MB``."""
    if size < 1000:
        return f"{size} bytes"
    return f"{size / 1000:.0f} kB" if size < 999_500 else f"{size / 1e6:.1f} MB"


def _section(directive: BookDirective, anchor: str, html: str, anchors: Iterable[str] = ()) -> nodes.section:
    """A section with HTML; ``anchors`` are the ids inside it that other pages may link to."""
    node = section(anchor, anchor, html)
    node[SLUGS] = {anchor: anchor, **{name: name for name in anchors}}
    directive.state.document.note_explicit_target(node, node)
    return node


def data_tables(directive: BookDirective) -> Iterator[nodes.Node]:
    """Every table of the schema, with its columns: one section a table."""
    data, out = directive.book.data_dir, directive.env.app.outdir
    for table in store.TABLES.values():
        parquet = f"{PUBLISHED}/{formats.PARQUET}/{table.name}.parquet"
        served = [Download(f"{PUBLISHED}/{table.address}", data / table.file), Download(parquet, Path(out, parquet))]
        html = part("data", "table", table, len(store.load(table.name, data)), served, directive.root)
        yield _section(directive, table.name, html, (f"{table.name}.{column.name}" for column in table.columns))


def data_registers(directive: BookDirective) -> Iterator[nodes.Node]:
    """Every register with what it says of its keys, one section each; of those of claims, the files of the first."""
    data = directive.book.data_dir
    paths = [*(data / FACTS).glob("*.yml"), *read_registers(data)[0].folder.glob("*.yml")]
    words = described(data, [path.name for path in paths])
    for path in sorted(paths, key=lambda path: path.name):
        file = Download(f"{PUBLISHED}/{address(path.relative_to(data).as_posix())}", path)
        html = part("data", "register", words[path.name], opening(path), file, directive.root)
        yield _section(directive, path.name, html)


def claims_schema(directive: BookDirective) -> list[nodes.Node]:
    """The fields of ``claims.json``: one table, the anchors on its rows."""
    rows = list(fields(served_schema()["items"]))
    node = nodes.container(ids=["claims.json"], names=["claims.json"])
    node[SLUGS] = {"claims.json": "claims.json", **{f"claims.json.{field.name}": field.name for field in rows}}
    node += nodes.raw("", part("data", "fields", rows), format="html")
    directive.state.document.note_explicit_target(node, node)
    return [node]


class DownloadRole(SphinxRole):
    """The role ``download-file``: a link to a file that the site serves, by its path below the site's root."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The link."""
        address = "../" * self.env.docname.count("/") + self.text
        return [nodes.reference(self.text, "", nodes.literal(text=self.text), refuri=address, internal=True)], []


def fields(schema: Mapping[str, Any], prefix: str = "") -> Iterator[Field]:
    """The fields of a JSON Schema's objects, each followed by those inside it."""
    for name, declared in schema["properties"].items():
        kinds = declared.get("anyOf", [declared])
        inner = next(s for s in kinds if s.get("type") != "null")
        yield Field(f"{prefix}{name}", " or ".join(map(_type, kinds)), declared["description"])
        if inner.get("type") == "array" and "properties" in inner["items"]:
            yield from fields(inner["items"], f"{prefix}{name}[].")
        elif "properties" in inner:
            yield from fields(inner, f"{prefix}{name}.")


def _type(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return "one of: " + "; ".join(schema["enum"])
    declared = schema["type"]
    names = [declared] if isinstance(declared, str) else list(declared)
    if names == ["array"]:
        items = schema["items"]
        names = [f"list, each {_type(items)}" if "enum" in items else f"list of {items['type']}s"]
    return " or ".join(names)


def opening(path: Path) -> str:
    """The comment at the head of a register, which says what its keys mean; empty when there is none."""
    lines = itertools.takewhile(lambda line: line.startswith("#"), path.read_text(encoding="utf-8").splitlines())
    return "\n".join(line.removeprefix("#").removeprefix(" ").rstrip() for line in lines).strip()


def described(data: Path, files: list[str]) -> Mapping[str, str]:
    """What a row or entry of each of ``files`` is, as the table in ``data/README.md`` says.

    Raises RegisterError for a file that the table does not list.
    """
    path = data / README
    descriptions: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        if match := _LISTED.fullmatch(line.strip()):
            descriptions.update(dict.fromkeys(_NAME.findall(match["files"]), match["words"].replace("`", "")))
    for name in files:
        if name not in descriptions:
            raise RegisterError(
                f"does not say what {name} holds",
                where=path,
                rule="its table lists every file of data/",
                fix=f"add a row: | `{name}` | an entry is ... |",
            )
    return {name: descriptions[name] for name in files}


class Fact(NamedTuple):
    """What is stated, in words; the register that states it; and its source."""

    words: str
    register: str
    source: Source


def facts(data: Path) -> Iterator[Fact]:
    """Dates of the rounds, prices, lists of partners, figures from outside, in that order. Raises RegisterError."""
    for round_ in read_rounds(data):
        if round_.announced is not None:
            yield Fact(f"{round_.title} {round_.name} was published on {round_.published}", ROUNDS, round_.announced)
    for price in read_prices(data).prices.values():
        low, high = (f"${end:,.2f}" for end in price.usd_per_hour)
        span = low if low == high else f"{low} to {high}"
        yield Fact(f"{price.accelerator}, {price.kind}: {span} an hour ({price.date})", PRICES, price.source)
    for listed in partners(data).values():
        words = f"{len(listed.names)} partners on {listed.vendor}'s platform in {listed.round}"
        yield Fact(words, PARTNERS, listed.source)
    for source, about in read_sources(data):
        yield Fact("; ".join(dict.fromkeys(about)), MECHANISM_FIGURES, source)


def fact_sources(directive: BookDirective) -> str:
    """Every fact from outside that a register states, linked to its source: a table, one row a fact."""
    rows = [(fact.words, _named(fact.source), _read(fact.source)) for fact in facts(directive.book.data_dir)]
    return part("rerun", "table", "Facts from outside", ("What is stated", "Source", "How it was read"), rows, _NOTE)


def not_held(directive: BookDirective) -> str:
    """Rounds that exist and have no row here, and benchmarks of others that are quoted with MLPerf."""
    data = directive.book.data_dir
    register = read_rounds_register(data)
    rounds = zip(missing_rounds(data), register.missing.values(), strict=True)
    items = [(sentence, missing.source) for sentence, missing in rounds]
    for name, quoted in register.quoted.items():
        items.append((f"{name}, by {quoted.by}, is no MLPerf benchmark: {quoted.why}.", quoted.source))
    return part("data", "not_held", items)


def _named(source: Source) -> str:
    return link(source.address, source.name) if source.address else source.name


def _read(source: Source) -> str:
    return link(source.read_at, "second-hand") if source.read_at else source.hand


def register(app: Sphinx) -> None:
    """Register the directives of tables, registers and downloads with Sphinx."""
    app.add_role("download-file", DownloadRole())
    app.add_directive("data-tables", showing(data_tables))
    app.add_directive("data-registers", showing(data_registers))
    app.add_directive("claims-schema", showing(claims_schema))
    app.add_directive("fact-sources", showing(fact_sources))
    app.add_directive("not-held", showing(not_held))
