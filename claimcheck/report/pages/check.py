"""What a reader's register can ask, as tables, and registers checked while the site is built."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes

from claimcheck.analysis.database import FACTS
from claimcheck.claims.register.claim import RULES, Claim
from claimcheck.claims.register.schema import arguments
from claimcheck.claims.words.language import CONDITIONS, QUESTIONS
from claimcheck.claims.words.rows import FILTERS, PICKS
from claimcheck.claims.words.vocabulary import SCALES
from claimcheck.core.errors import RegisterError
from claimcheck.data.tables import DATA_DIR
from claimcheck.report.pages.claims import BookDirective
from claimcheck.report.parts.source import nearest
from claimcheck.report.parts.templates import part

Row = Sequence[str]


# --- tables of what can be asked ----------------------------------------------------------------


class RegisterTableDirective(BookDirective):
    """``register-table <what>``: what a register can hold or ask, from the code that reads it; see TABLES."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table; a warning for a name that is none."""
        what = self.arguments[0]
        if what not in TABLES:
            return self.warn("no table %r%s", what, nearest(what, list(TABLES)))
        title, heads, make = TABLES[what]
        return self.html(part("data", "asked", title, heads, list(make())))


def _keys() -> Iterable[Row]:
    ours = ("number", "articles", "page", "picture", "afterwards", "short")
    return [(name, str(field.description)) for name, field in Claim.model_fields.items() if name not in ours]


def _questions() -> Iterable[Row]:
    for name, asked in QUESTIONS.items():
        yield name, asked.meaning, _arguments(asked), asked.unit.words, ", ".join(asked.tables) or "none"


def _conditions() -> Iterable[Row]:
    for name, asked in CONDITIONS.items():
        of = "any row" if asked.any_row else "accelerators of MLPerf Inference"
        yield name, asked.meaning, _arguments(asked), of
    also = "Another figure, asked as one of ``figures`` is, is given by our results as well."
    yield "also", also, "``says``, ``ask`` and those of the question", "any row"


def _facts() -> Iterable[Row]:
    for name, fact in FACTS.items():
        yield name, fact.what, ", ".join(f"``{column}``" for column in fact.make(DATA_DIR).columns)


def _arguments(asked: Any) -> str:
    must, may = (", ".join(f"``{name.rstrip('_')}``" for name in names) for names in (asked.needed, asked.optional))
    return "; ".join(filter(None, [must, may and f"optional: {may}"])) or "none"


TABLES: dict[str, tuple[str, Row, Callable[[], Iterable[Row]]]] = {
    "keys": ("Keys of a claim", ("Key", "What it holds"), _keys),
    "filters": ("Filters of results", ("Filter", "What it compares"), FILTERS.items),
    "picks": ("Picks of a row", ("Pick", "Which result it takes"), PICKS.items),
    "rules": ("When a figure matches", ("Rule", "It matches when"), RULES.items),
    "scales": (
        "How an answer is written",
        ("scale", "The answer"),
        lambda: ((name, what) for name, (_, _, what) in SCALES.items()),
    ),
    "questions": ("Questions", ("ask", "What it computes", "Arguments", "Unit", "From"), _questions),
    "conditions": ("Conditions", ("test", "Holds when", "Arguments", "Asked of"), _conditions),
    "arguments": ("Arguments", ("Argument", "Kind", "What it is"), arguments),
    "facts": ("Small registers as tables", ("Table", "What it holds", "Columns"), _facts),
}


# --- a register checked while the site is built --------------------------------------------------


class CheckedRegisterDirective(BookDirective):
    """``checked-register <file>``: a card for every claim of a register, with its verdict as computed now.

    The file is named from the book's root. A register with faults is a warning with all of them.
    """

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The cards and the footnotes for the results behind them."""
        path = Path(self.env.srcdir, self.arguments[0])
        self.env.note_dependency(str(path))
        try:
            claims, footnotes = self.source.checked(path)
        except RegisterError as error:
            return self.warn("%s", error)
        cards = "".join(part("claims", "checked", claim, path.stem) for claim in claims)
        notes = "".join(
            part("common", "footnote", note, f"Footnote on results of {path.name}, {n}")
            for n, note in enumerate(footnotes, start=1)
        )
        return self.html(cards + notes)
