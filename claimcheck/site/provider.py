"""Where the site gets its numbers, claims and rows: the only module here that asks the analysis.

A build can name another module with the same functions (``claimcheck_provider``);
the tests of the extension do.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from claimcheck.claims.model import Tables

# Imports stand inside the functions: a book without claim cards must build before, and
# without, the analysis that the cards need.


def numbers(data_dir: Path) -> Mapping[str, Any]:
    """Every number that prose may use: key to ``claimcheck.claims.numbers.Printed``."""
    from claimcheck.claims.numbers import printed

    return printed(_tables(data_dir), claims(data_dir))


@functools.lru_cache(maxsize=1)
def claims(data_dir: Path) -> Sequence[Any]:
    """Every claim with its computed verdict, a ``claimcheck.claims.ClaimResult`` each."""
    from claimcheck.claims.evaluate import evaluate

    return evaluate(data_dir, tables=_tables(data_dir))


def texts(data_dir: Path) -> Mapping[str, Any]:
    """Articles and other cited texts: key to ``claimcheck.claims.articles.Text``."""
    from claimcheck.claims.articles import read_texts

    return read_texts(data_dir)


def assertions(data_dir: Path) -> Sequence[Any]:
    """What each text asserts, a ``claimcheck.claims.assertions.Assertion`` for each point."""
    from claimcheck.claims.contradictions import load_assertions

    return load_assertions(data_dir)


def contradictions(data_dir: Path) -> Sequence[Any]:
    """Every pair of differing values, a ``claimcheck.claims.contradictions.Contradiction`` each."""
    from claimcheck.claims.contradictions import load_contradictions

    return load_contradictions(data_dir)


@functools.lru_cache(maxsize=1)
def _tables(data_dir: Path) -> Tables:
    # Numbers, claims and footnotes of one build ask the same tables, and what was counted from them.
    from claimcheck.claims.evaluate import load_tables

    return load_tables(data_dir)


def results(data_dir: Path) -> pd.DataFrame:
    """The table ``inference_results``."""
    return _tables(data_dir).results


def footnote(rows: pd.DataFrame) -> str:
    """The footnote, as plain text, that the usage rules ask for beside these results."""
    from claimcheck.claims.footnote import footnote as write

    return write(rows)


def checked(data_dir: Path, register: Path) -> Sequence[Any]:
    """The claims of a reader's register with their verdicts; raises RegisterError with its faults."""
    from claimcheck.claims.check import check

    return check(register, data_dir, _tables(data_dir))


def checked_footnotes(data_dir: Path, claims: Sequence[Any]) -> list[str]:
    """The footnotes, as plain text, for all results behind ``claims``: of Inference, then of Training and HPC."""
    import pandas as pd

    from claimcheck.claims.footnote import rounds_footnote as write
    from claimcheck.claims.scope import OTHER_SUITES

    rows = pd.concat([claim.rows for claim in claims]).drop_duplicates("row_id")
    other = rows["suite"].isin(OTHER_SUITES)
    inference, rounds = rows[~other], sorted({f"{r.suite}-{r.round}" for r in rows[other].itertuples()})
    found = [footnote(inference)] if len(inference) else []
    return found + ([write(data_dir, rounds)] if rounds else [])


def rounds_footnote(data_dir: Path, suites: Sequence[str], rows: pd.DataFrame) -> str:
    """The footnote, as plain text, for counts over whole rounds of ``suites`` (none: all), and for ``rows``."""
    from claimcheck.claims.footnote import rounds_footnote as write
    from claimcheck.claims.wins import SUITES, keys_until

    return write(data_dir, keys_until(data_dir, suites=suites or SUITES), results=rows)


def said(data_dir: Path) -> Mapping[str, Any]:
    """The articles by key, a ``claimcheck.claims.said.Article`` each."""
    from claimcheck.claims.said import read_articles

    return read_articles(data_dir)


def quotation(data_dir: Path, claim: Any) -> Any:
    """A claim in two sentences with source and footnote: a ``claimcheck.claims.quote.Quotation``."""
    from claimcheck.claims.quote import quotation as write

    return write(claim, results(data_dir), data_dir)


def claim_files(data_dir: Path, claims: Sequence[Any]) -> Mapping[str, str]:
    """The files that the site serves of these claims: address from the site's root to content."""
    from claimcheck.claims.export import FORMATS, claims_json

    found = {"claims.json": claims_json(claims)}
    for claim in claims:
        for write, ending in FORMATS.values():
            found[f"{claim.address}.{ending}"] = write(claim, results(data_dir), data_dir, None)
    return found
