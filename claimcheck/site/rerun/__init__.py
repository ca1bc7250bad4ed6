"""The page "Rerun and check your own claim": upstream repositories, and what a register can ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sphinx.application import Sphinx

from claimcheck.analysis.database import FACTS
from claimcheck.claims.register.claim import RULES, Claim, ConditionToTest
from claimcheck.claims.register.rows import FILTERS, PICKS
from claimcheck.claims.register.vocabulary import CONDITIONS, QUESTIONS, SCALES, Word
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import repositories
from claimcheck.site.frame.directives import BookDirective, showing
from claimcheck.site.frame.html import link, part

_HOST = "https://github.com/"


def upstream_repositories(directive: BookDirective) -> str:
    """Every repository that a command reads by ``rounds.yml``, with its rounds and megabytes. Raises RegisterError."""
    asked = repositories(directive.book.data_dir)
    rows = []
    for at, rounds in asked:
        address = f"{_HOST}{at.repo}"
        commit = link(f"{address}/tree/{at.commit}", at.commit[:10])
        rows.append((link(address, at.repo), ", ".join(rounds), commit, f"{at.mb:,}"))
    note = (
        f"MB: at most what claimcheck upstream get leaves on disk: that commit without the files that no table uses; "
        f"{sum(at.mb for at, _ in asked):,} MB in all. A clone takes more."
    )
    heads = ("Repository", "Rounds", "Commit", "MB")
    return part("common", "table", "Repositories that the tables are made from", heads, rows, note)


def register_table(directive: BookDirective, what: str) -> str:
    """What a register can hold or ask, from the code that reads it."""
    title, heads, make = TABLES[what]
    return part("common", "table", title, heads, list(make()), "", True)


def _keys() -> Iterable[Row]:
    ours = ("number", "articles", "page", "afterwards")
    return [(name, str(field.description)) for name, field in Claim.model_fields.items() if name not in ours]


def _words(words: Mapping[str, Word]) -> Iterable[Row]:
    for name, word in words.items():
        yield name, word.meaning, ", ".join(f"``{key}``" for key in word.takes if key != name) or "none"


def _arguments() -> Iterable[Row]:
    names = dict.fromkeys(key for word in (*QUESTIONS.values(), *CONDITIONS.values()) for key in word.takes)
    return [(name, str(ConditionToTest.model_fields[name].description)) for name in names]


def _facts() -> Iterable[Row]:
    for name, fact in FACTS.items():
        yield name, fact.what, ", ".join(f"``{column}``" for column in fact.make(DATA_DIR).columns)


Row = tuple[str, ...]
TABLES: dict[str, tuple[str, Row, Callable[[], Iterable[Row]]]] = {
    "keys": ("Keys of a claim", ("Key", "What it holds"), _keys),
    "filters": ("Filters of results", ("Filter", "What it compares"), FILTERS.items),
    "picks": ("Picks of a row", ("Pick", "Which result it takes"), PICKS.items),
    "rules": ("When a figure matches", ("Rule", "It matches when"), RULES.items),
    "scales": ("How an answer is written", ("scale", "The answer"), lambda: [(n, s.what) for n, s in SCALES.items()]),
    "questions": ("Questions", ("ask", "What it computes", "Arguments"), lambda: _words(QUESTIONS)),
    "conditions": ("Conditions", ("Key", "Holds when", "Arguments"), lambda: _words(CONDITIONS)),
    "arguments": ("Arguments", ("Argument", "What it is"), _arguments),
    "facts": ("Small registers as tables", ("Table", "What it holds", "Columns"), _facts),
}


def register(app: Sphinx) -> None:
    """Register the directives of reruns and of readers' own registers with Sphinx."""
    app.add_directive("upstream-repositories", showing(upstream_repositories))
    app.add_directive("register-table", showing(register_table, 1))
