"""What one run of Sphinx builds the book from: its data, read once on demand, and drawings kept from earlier runs.

What pages depend on besides their own text is watched by the Makefile: for other data or code, the site is built from
nothing.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

import pandas as pd
from sphinx.application import Sphinx
from sphinx.util.parallel import ParallelTasks, SerialTasks

from claimcheck.analysis.derived import Tables, load_tables
from claimcheck.charts import fonts
from claimcheck.charts.figure import recorded
from claimcheck.claims.register.articles import WHOLE, Article, read_texts
from claimcheck.claims.texts import export
from claimcheck.claims.texts.footnote import NAMED, footnote, rounds_footnote
from claimcheck.claims.texts.wording import claim_numbers, evidence_behind, printed_claims
from claimcheck.claims.verdict.evidence import Evidence
from claimcheck.claims.verdict.result import HOLDS, OPEN, ClaimResult, read_recorded, served
from claimcheck.core import errors
from claimcheck.core.files import dense_json, digest_of, kept
from claimcheck.data.edition import Erratum, read_citation, read_errata
from claimcheck.data.numbers import Number, read_numbers
from claimcheck.data.registers import ClaimRegister, read_registers
from claimcheck.data.rounds import SUITES, keys_until, roles
from claimcheck.site.frame.html import compile_templates

# The edition that is being built, read once.
this_publication = functools.cache(read_citation)


def _checked(words: str, claims: Sequence[ClaimResult]) -> str:
    """How many of ``claims`` results can test, and how many of those hold."""
    if len(claims) == 1:
        return f"We checked one claim {words}: {claims[0].verdict}."
    tested = [claim for claim in claims if claim.verdict not in OPEN]
    held = sum(claim.verdict in HOLDS for claim in tested)
    hold = f"; {held or 'none'} {'hold' if held > 1 else 'holds'} as printed or with a note" if tested else ""
    return f"Of {len(claims)} claims {words}, MLPerf results can test {len(tested) or 'none'}{hold}."


class Book:
    """The data of the book, in the folder ``data_dir``: numbers, claims, texts and rows, each read on demand."""

    # The tables and registers, for what looks at all of them; articles and other cited texts by key, articles first;
    # the heads of the registers, the first one first; our own mistakes.
    tables: Tables = cached_property(lambda book: load_tables(book.data_dir))
    texts: Mapping[str, Article] = cached_property(lambda book: read_texts(book.data_dir))
    heads: Sequence[ClaimRegister] = cached_property(lambda book: read_registers(book.data_dir))
    errata: Sequence[Erratum] = cached_property(lambda book: read_errata(book.data_dir))
    results: pd.DataFrame = cached_property(lambda book: book.tables.results)

    def __init__(self, data_dir: Path) -> None:
        self.data_dir = data_dir
        # The figures of a recorded notebook, read once.
        self.figures = functools.cache(recorded)

    @cached_property
    def numbers(self) -> Mapping[str, Number]:
        """Every number of notebooks and claims by key."""
        return {**claim_numbers(self.claims, self.tables), **read_numbers(self.data_dir)}

    def evidence(self, key: str) -> tuple[Evidence, ...]:
        """The rows and claims that a number was computed from. Raises KeyError for an unknown key."""
        return evidence_behind(self.numbers[key], self.tables, self.claims if key.startswith("claim.") else ())

    @cached_property
    def claims(self) -> Sequence[ClaimResult]:
        """The recorded claims in the order of their numbers."""
        return printed_claims(read_recorded(self.tables), self.tables)

    @cached_property
    def by_page(self) -> Mapping[str, ClaimResult]:
        """The claims by their own pages."""
        return {claim.address: claim for claim in self.claims}

    def of_register(self, name: str) -> list[ClaimResult]:
        """The claims of a register; of the first without a name."""
        return [claim for claim in self.claims if claim.register == name]

    def company(self, name: str) -> str:
        """How many of a company's claims hold if tested: of those in its own words, and of those that others report."""
        claims = [claim for claim in self.claims if name in claim.by]
        own = [claim for claim in claims if name in claim.whose.own]
        ways = {f"in {name}'s own words": own, f"that others report as {name}'s": [c for c in claims if c not in own]}
        opening = [_checked(words, found) for words, found in ways.items() if found]
        if len(claims) > 1:
            failed = [claim for claim in claims if claim.verdict not in (*HOLDS, *OPEN)]
            read, of_failed = (sum(c.whose.read == WHOLE for c in part) or "none" for part in (claims, failed))
            also = f", and for {of_failed} of the {len(failed)} that can be tested and do not hold so" if failed else ""
            opening.append(f"We read the whole text of whoever says it for {read} of these {len(claims)}{also}.")
        if shared := [f"Claim {c.number} is {other}'s too." for c in claims for other in c.by if other != name]:
            opening += [*shared, "Where companies are counted together, such a claim counts once."]
        return " ".join(opening)

    def in_article(self, key: str) -> list[ClaimResult]:
        """The claims of an article."""
        return [claim for claim in self.claims if key in claim.articles]

    def rows(self, row_ids: Sequence[str]) -> pd.DataFrame:
        """These rows of inference_results, in the table's order. Raises KeyError with the unknown row ids."""
        wanted = list(set(row_ids))
        places = self._cited.index.get_indexer(wanted)
        if unknown := sorted(row_id for row_id, place in zip(wanted, places, strict=True) if place < 0):
            raise KeyError(*unknown)
        return self._cited.iloc[sorted(places)]

    @cached_property
    def _cited(self) -> pd.DataFrame:
        """What pages say of single results: rows of few columns are taken out more quickly."""
        cited = self.results[["row_id", *NAMED, "submitter", "value", "unit", "log_path", "log_line"]]
        return cited.set_axis(pd.Index(cited["row_id"].to_numpy()))

    def footnote(self, row_ids: Sequence[str]) -> str:
        """The footnote for these rows of inference_results. Raises KeyError with the unknown row ids."""
        return footnote(self.rows(row_ids), self.data_dir)

    def rounds_footnote(self, suites: Sequence[str], row_ids: Sequence[str] = (), *, latest: bool = False) -> str:
        """The footnote for whole rounds of ``suites`` (none: all), after that for these rows where there are any.

        The rounds end with that of the first register's claims, or with the ``latest`` in the tables.
        Raises KeyError with the unknown row ids, ValueError for an unknown suite.
        """
        rows = self.rows(row_ids) if row_ids else None
        last = roles(self.data_dir).latest if latest else None
        return rounds_footnote(self.data_dir, keys_until(self.data_dir, last, suites or SUITES), rows)

    def about(self, chip: str) -> list[ClaimResult]:
        """The claims whose sentence names a chip."""
        word = re.compile(rf"(?<![\w-]){re.escape(chip)}(?![\w-])")
        return [claim for claim in self.claims if word.search(claim.statement)]

    def claims_footnote(self, name: str) -> str:
        """The footnote for the results behind the claims of an article, a register or a company, or about a chip."""
        claims = [claim for claim in self.claims if name in (claim.register, *claim.articles, *claim.by)]
        claims = claims or self.about(name)
        rows = self.rows([row for claim in claims for row in export.result_rows(claim)])
        trained = list(dict.fromkeys(key for claim in claims for key in export.training_rounds(claim)))
        return export.results_footnote(rows, self.data_dir, trained)

    def quotation(self, claim: ClaimResult) -> export.Quotation:
        """What can be copied of a claim."""
        return export.quotation(claim, self.rows(export.result_rows(claim)), self.data_dir)

    def register_files(self) -> Mapping[str, str]:
        """The files served of all claims of a register: address from the site's root to content."""
        folders = {head.prefix: f"claims/{head.prefix}/" if head.prefix else "" for head in self.heads}
        return {f"{at}claims.json": f"{dense_json(served(self.of_register(name)))}\n" for name, at in folders.items()}


@functools.cache
def book_of(app: Sphinx) -> Book:
    """The data of the book that Sphinx is building."""
    return Book(Path(app.srcdir, "data").resolve())


def address_of(app: Sphinx, page: str) -> str | None:
    """The address of ``docname#anchor`` from the page that is being read; None when the book has no such page."""
    docname, sign, anchor = page.partition("#")
    if docname not in app.env.found_docs:
        return None
    return f"{app.builder.get_relative_uri(app.env.docname, docname)}{sign}{anchor}"


def spread(app: Sphinx, work: Sequence[Callable[[], object]]) -> ParallelTasks | SerialTasks:
    """Begin to call each of ``work``, which writes files, on each core; ``join`` ends it."""
    # Of the processes of a build one only hands out work.
    cores = max(1, app.parallel - 1)
    tasks = ParallelTasks(cores) if app.parallel > 1 else SerialTasks()

    def several(chunk: Sequence[Callable[[], object]]) -> None:
        for one in chunk:
            one()

    # Dealt out, since what is next to each other is often of one size. This process soon waits for them.
    for first in range(cores):
        tasks.add_task(several, work[first::cores])
    return tasks


def preload(app: Sphinx, docnames: Sequence[str]) -> None:
    """Read what the claims' pages share before Sphinx starts processes that read pages in parallel."""
    if app.parallel > 1 and any(name.startswith("claims/") for name in docnames):
        book = book_of(app)
        book.by_page, book.results, book.numbers, book.texts, book._cited  # noqa: B018
        compile_templates()


def nearest(name: str, known: Sequence[str]) -> str:
    """The end of a message, ``; the nearest is 'NAME'``, with the known name most like ``name``; empty without any."""
    close = errors.nearest(name, known, n=1, cutoff=0.0)
    return f"; the nearest is {close[0]!r}" if close else ""


# What is called as ``cache(function, *arguments)``, and keeps what it returns.
DrawingCache = Callable[..., Any]


def drawings(app: Sphinx) -> DrawingCache:
    """The cache of drawings, which outlasts the folder of Sphinx's own intermediate results."""
    return functools.partial(_drawn, Path(app.doctreedir).with_name(".pictures"))


def _drawn(folder: Path, function: Callable[..., Any], *arguments: Any) -> Any:
    """Return ``function(*arguments)``, computed or read from a file of ``folder``; JSON can carry the arguments."""
    key = json.dumps([_drawn_with(), function.__qualname__, arguments])
    return kept(folder, key.encode(), lambda: function(*arguments))


@functools.cache
def _drawn_with() -> list[str]:
    """The versions of what draws, and a digest of the fonts and of our own code."""
    code = [*fonts.FOLDER.glob("*.ttf"), *fonts.FOLDER.parent.glob("*.py"), *Path(__file__).parent.glob("frame/*.py")]
    return [metadata.version("vl-convert-python"), metadata.version("pillow"), digest_of(code)]
