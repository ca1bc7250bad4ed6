"""The page "Tables and columns", from the schema and the files themselves."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxRole

from claimcheck.core.files import digest
from claimcheck.core.printing import date_text, sentence
from claimcheck.data import store
from claimcheck.data.paths import FACTS, PUBLISHED
from claimcheck.data.rounds import read_rounds_register
from claimcheck.data.schema import Column, Table
from claimcheck.site.frame.directives import BookDirective, section, showing
from claimcheck.site.frame.html import part


def _file(directive: BookDirective, path: Path, address: str) -> Markup:
    """The file at ``path``, which the site serves at this address below ``data/``: its link, size and SHA-256."""
    content = path.read_bytes()
    served = f"{directive.root}{PUBLISHED}/{address}"
    return Markup(part("data", "file", served, path.name, len(content), digest(content)))


def data_tables(directive: BookDirective) -> Iterator[nodes.Node]:
    """Every table of the schema, with its columns: one section a table."""
    data, served = directive.book.data_dir, Path(directive.env.app.outdir, PUBLISHED)
    for table in store.TABLES.values():
        file = _file(directive, served / table.address, table.address)
        columns = [(column.name, *_column(table, column)) for column in table.columns]
        html = part("data", "table", table, len(store.load(table.name, data)), file, columns)
        yield section(table.name, table.name, html)


def _column(table: Table, column: Column) -> tuple[str, str, str]:
    """The type of a column, its unit and its meaning."""
    kinds = [column.dtype, "key" if column.name in table.key else "", "may be empty" if column.nullable else ""]
    allowed = ", ".join(f"``{value}``" for value in column.allowed or ())
    meaning = [sentence(column.description), allowed and f"One of: {allowed}."]
    if column.minimum is not None:
        meaning.append(f"At least {column.minimum:g}.")
    return ", ".join(filter(None, kinds)), column.unit or "", " ".join(filter(None, meaning))


def data_registers(directive: BookDirective) -> Iterator[nodes.Node]:
    """Every register of facts with what it says of its keys, one section each."""
    for path in sorted((directive.book.data_dir / FACTS).glob("*.yml")):
        words = part("data", "register", opening(path), _file(directive, path, path.name))
        yield section(path.name, path.name, words)


class DownloadRole(SphinxRole):
    """The role ``download-file``: a link to a file that the site serves, by its path below the site's root."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """The link."""
        address = "../" * self.env.docname.count("/") + self.text
        return [nodes.reference(self.text, "", nodes.literal(text=self.text), refuri=address, internal=True)], []


def opening(path: Path) -> str:
    """The comment at the head of a register, which says what its keys mean; empty when there is none."""
    lines = itertools.takewhile(lambda line: line.startswith("#"), path.read_text(encoding="utf-8").splitlines())
    return "\n".join(line.removeprefix("#").removeprefix(" ").rstrip() for line in lines).strip()


def not_held(directive: BookDirective) -> str:
    """Rounds that exist and have no row here, and benchmarks of others that are quoted with MLPerf."""
    register = read_rounds_register(directive.book.data_dir)
    items = [
        (f"{name} {round_.state} {date_text(round_.since)}; {round_.why}.", round_.source)
        for name, round_ in register.missing.items()
    ]
    for name, quoted in register.quoted.items():
        items.append((f"{name}, by {quoted.by}, is no MLPerf benchmark: {quoted.why}.", quoted.source))
    return part("data", "not_held", items)


def register(app: Sphinx) -> None:
    """Register the directives of tables, registers and downloads with Sphinx."""
    app.add_role("download-file", DownloadRole())
    app.add_directive("data-tables", showing(data_tables))
    app.add_directive("data-registers", showing(data_registers))
    app.add_directive("not-held", showing(not_held))
