"""The model of a claim as a person writes it: what an entry of ``claims.yml`` may say, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from decimal import Decimal
from string import ascii_lowercase
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    PrivateAttr,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)

from claimcheck.analysis.database import FACTS
from claimcheck.claims.register.articles import THROUGH
from claimcheck.claims.register.attribution import Attribution, Line, VendorStance, attributed
from claimcheck.claims.register.rows import Row
from claimcheck.claims.register.vocabulary import CONDITIONS, QUESTIONS, SCALES
from claimcheck.core.documents import Entry, Many, Model, Number, Text, Where, broken, checked, expect
from claimcheck.core.errors import suggestion
from claimcheck.core.printing import half_up
from claimcheck.data.registers import ClaimRegister, read_questions
from claimcheck.data.schema import TABLES

# A published figure within a statement: {figure.1}.
FIGURE = re.compile(r"\{figure\.(\d{1,4})\}")


class ArticleLine(Model):
    """A line of an article, with its words where they were read."""

    article: Text = Field(description="key of the article in its register, such as A1 or v6.1/A1")
    line: int = Field(ge=1, description="line of the article's text")
    quote: Text | None = Field(None, description="its words")


class OutsideFact(Model):
    """Something stated from outside the tables: ``what``, and ``where`` it is (an address, or a place in words)."""

    what: Text = Field(description="what is stated")
    where: Where = Field(description="an address, or a place in words")


def order(number: int | str) -> tuple[int, str]:
    """The place of a claim's number among others of its register: 5, 5a, 5b, 6."""
    own = str(number).rpartition("/")[2]
    digits = own.rstrip(ascii_lowercase)
    return int(digits), own.removeprefix(digits)


RULES = {
    "printed": "our figure, rounded half up or cut off after the digits that are printed, is the published one",
    "rounds": "our figure, rounded half up to decimals, is the published one",
    "more_than": "our figure is above the published bound (over 60%)",
    "at_least": "our figure is the published bound or above",
    "at_most": "our figure is the published bound or below (within 2%)",
    "up_to": "our figure is the published bound or above, or rounds to it (up to 2.7x)",
    "in_span": "the published figure lies in the range that our answer leaves open; of every answer that is a range",
}
Rule = Annotated[Literal[tuple(RULES)], Field(description="; ".join(f"{name}: {what}" for name, what in RULES.items()))]


# --- what a claim names: articles, numbers, rows, entries of questions.yml ---------------------------


def _called_outside(name: int | str, info: ValidationInfo) -> int | str:
    """What a claim or an article is called outside its register."""
    head = (info.context or {}).get("head")
    return head.called(name) if head else name


def _known_article(key: str, info: ValidationInfo) -> str:
    known = (info.context or {}).get("articles", ())
    if (called := str(_called_outside(key, info))) not in known:
        raise broken(f"unknown article {key!r}", f"articles are {', '.join(known)}", suggestion(key, known))
    return called


ArticleKey = Annotated[Text, AfterValidator(_known_article)]
ClaimNumber = Annotated[
    Annotated[int, Field(ge=0)] | Annotated[str, StringConstraints(pattern=r"^\d+[a-z]$")],
    BeforeValidator(lambda value: int(value) if isinstance(value, str) and value.isdecimal() else value),
    AfterValidator(_called_outside),
]
# Where an article tells its reader something, and its words where the claim does not quote them.
_PLACE = re.compile(r"(\S+) ([1-9]\d*)(?:: (.+))?")


def _lines(told: str | list[str] | tuple[()], info: ValidationInfo) -> tuple[ArticleLine, ...]:
    """The lines of articles at which something is told: ``A1 8``, ``A1 8: its words``, or a list of such places."""
    lines = []
    for place in [told] if isinstance(told, str) else told:
        if not (found := _PLACE.fullmatch(str(place))):
            rule = "a place is an article and its line, A1 8, and its words if they are known"
            raise broken(f"told at {place!r}", rule)
        lines.append(ArticleLine(article=_known_article(found[1], info), line=int(found[2]), quote=found[3]))
    return tuple(lines)


_Told = Annotated[tuple[ArticleLine, ...], BeforeValidator(_lines, json_schema_input_type=str | list[str])]


def _named_apart(rows: Mapping[str, Any]) -> Mapping[str, Any]:
    """Rows by names that SQL, for which capitals do not count, takes neither for a table nor for one another."""
    taken = {*TABLES, *FACTS}
    for name in rows:
        if name.lower() in taken:
            raise broken(f"{name[:80]!r} is taken", "a row has a name that no table and no other row has", key=name)
        taken.add(name.lower())
    return rows


def _one_of(key: str, known: Callable[[], Collection[str]]) -> AfterValidator:
    """A name of data/facts/questions.yml."""

    def expected(name: str) -> str:
        expect(key, name, known())
        return name

    return AfterValidator(expected)


# --- what it asks -----------------------------------------------------------------------------------

# Lines stay as they are, since a comment ends with its line.
_Sql = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
_OTHER_QUESTIONS = f"ask is one of {', '.join(name for name in QUESTIONS if name != 'sql')}"
_ROW = "name of one of the claim's rows, `{}` unless given; what a query calls so"


class _Asked(Model):
    """What a figure and a condition may have in common: a number in print, and the question that must give it.

    Which of the keys a question takes is said once, with the question (``vocabulary``).
    """

    published: Number | None = Field(None, description="the published figure")
    unit: str | None = Field(None, description="unit, as the question gives it: x, %, tokens/s, place, ...")
    decimals: Annotated[int, Field(ge=0, le=8)] | None = Field(None, description="decimals as published")
    rule: Rule | None = None
    scale: Literal[tuple(SCALES)] | None = Field(None, description=f"how the answer is written: {', '.join(SCALES)}")
    ask: Literal[tuple(QUESTIONS)] = Field("sql", description="the question; sql unless given")
    sql: _Sql | None = Field(
        None, description="one SELECT over the tables, with a row of value and, if it can, rows, detail and phrase"
    )
    of: Text | None = Field(None, description=_ROW.format("of"))
    before: Text | None = Field(None, description=_ROW.format("before"))
    after: Text | None = Field(None, description=_ROW.format("after"))
    measure: Literal["per_accelerator", "value"] | None = Field(
        None,
        description="per_accelerator, or value for whole systems; of a query: its value is the ratio of its two rows",
    )

    @model_validator(mode="after")
    def _as_printed(self) -> Self:
        if self.published is not None and half_up(self.published, self.decimals or 0) != Decimal(repr(self.published)):
            rule = "a published figure has as many decimals as were printed"
            raise broken(f"{self.published} has more than {self.decimals} decimals", rule, key="published")
        return self

    def _fitting(self, name: str, takes: Collection[str], otherwise: str) -> None:
        """Raise the error for a key of another question or condition than ``name``, which ``takes`` these.

        ``otherwise``: what asks something where there is no query.
        """
        if "sql" in takes and not self.sql:
            raise broken("asks nothing", f"what is asked is sql, or {otherwise}")
        asked = {key for word in (*QUESTIONS.values(), *CONDITIONS.values()) for key in word.takes} | {*CONDITIONS}
        for key in sorted(asked & self.model_fields_set - {*takes, name}):
            raise broken(f"{name} takes no {key}", f"{name} takes {', '.join(takes) or 'no arguments'}", key=key)


class FigureToMatch(_Asked):
    """A published figure, the question that must give it, and the rule by which it must."""

    published: Number = Field(description="the published figure")
    unit: str = Field(description="unit, as the question gives it: x, %, tokens/s, place, ...")
    decimals: int = Field(ge=0, le=8, description="decimals as published")
    articles: Annotated[tuple[ArticleKey, ...], Field(strict=False)] | None = Field(
        None, description="articles of the claim that print it, all unless given; none where only the vendor does"
    )
    phrase: Text | None = Field(None, description="of what our figure is, as it follows it: for the smallest system")

    @model_validator(mode="after")
    def _asks(self) -> Self:
        self._fitting(self.ask, QUESTIONS[self.ask].takes, _OTHER_QUESTIONS)
        return self


class ConditionToTest(_Asked):
    """A condition: that our results give another published figure as well, or a test of its own (CONDITIONS)."""

    says: Text = Field(description="the condition in your words")
    not_: bool = Field(False, alias="not", description="true: the condition is that it is not so")
    instead: Text = Field("", description="what is so when it fails, in a few words")
    note: Annotated[Text, _one_of("note", lambda: {**read_questions().notes, **read_questions().questions})] = Field(
        "",
        description="a kind of note of data/facts/questions.yml, or a question that says answers: never more than a "
        "note",
    )
    rule: Rule = "at_least"
    detail: Text | None = Field(None, description="what is known and no table holds")
    holds: bool | None = Field(None, description="whether it is so; not known unless given")
    source: Text | None = Field(None, description="where that is said")
    mechanism: Text | None = Field(None, description="a mechanism of data/facts/mechanisms.yml")
    state: Literal["on", "off"] | None = Field(
        None, description="on unless given, or off: another choice, forbidden, or nothing to apply it to"
    )
    unlike: Text | None = Field(None, description="name of the row in which it is not so")

    @property
    def test(self) -> str:
        """The key that says how it is tested: ``published`` for another figure, or one of CONDITIONS."""
        return next((key for key in ("published", *CONDITIONS) if getattr(self, key) is not None), "sql")

    @model_validator(mode="after")
    def _asks(self) -> Self:
        if self.test == "published":
            self._fitting(self.ask, QUESTIONS[self.ask].takes, _OTHER_QUESTIONS)
            needed = ("unit", "decimals")
        else:
            self._fitting(self.test, CONDITIONS[self.test].takes, "published, mechanism or detail")
            needed = ("source",) if self.test == "detail" else ()
        if lacks := [key for key in needed if getattr(self, key) is None]:
            raise broken(f"has {self.test} and no {lacks[0]}", f"{self.test} needs {' and '.join(needed)}")
        return self


class Sides(Model):
    """The two sides of a sentence that sets one result above, beside or behind another without printing their ratio."""

    before: Text = Field(description=_ROW.format("before"))
    after: Text = Field(description="the row that the sentence sets above, beside or ahead of it")
    measure: Literal["per_accelerator", "value"] = Field("value", description="value for whole systems")

    @property
    def lead(self) -> FigureToMatch:
        """How far the one is ahead of the other, as a figure that any lead gives."""
        asked = {"published": 0.0, "unit": "%", "decimals": 1, "rule": "at_least", "ask": "ratio", "scale": "gain"}
        return FigureToMatch(**asked, before=self.before, after=self.after, measure=self.measure)


class Values(Model):
    """A query of every value that the first figure could have."""

    sql: _Sql = Field(description="one SELECT over the tables, with a value in each row")
    unit: Text = Field(description="unit of the values")
    says: Text = Field(description="of what the values are")


class Term(Values):
    """A term without a published definition, and the figure by each definition that the sentence allows."""

    term: Text = Field(description="the term, as in: what counts as a win")
    why: Text = Field(description="that no definition is published, and where one was looked for, in a sentence")
    chance: Text = Field(
        "", description="how often an arbitrary figure would pass the same test, and what would settle the claim"
    )


class Untestable(Model):
    """Why nothing here can test a claim, and what would."""

    reason: Text = Field(description="why, in a few words")
    why: Text = Field("", description="why, in a sentence")
    test: Text = Field("", description="what would test it")


def rule_of(statement: str, place: int) -> str:
    """The rule of a figure by the words before it in the claim's sentence; without one of them it is as printed."""
    figure = rf"(?: about)? \{{figure\.{place + 1}\}}"
    for rule, words in read_questions().rules.items():
        if re.search(rf"(?:{words}){figure}", statement, re.IGNORECASE):
            return rule
    return "printed"


class _Afterwards(Model):
    """What of a claim is asked again of the latest round, and by which checks."""

    what: Text
    checks: Many[ConditionToTest]


# --- the claim ----------------------------------------------------------------------------------------

_Conditions = Annotated[tuple[ConditionToTest, ...], Field(strict=False)]


class Claim(Model):
    """One claim of a register."""

    number: ClaimNumber | None = Field(
        None, description="a number of the claim's own, 5 or 5a; its place in the file unless given"
    )
    kind: Annotated[Text, _one_of("kind", lambda: read_questions().kinds)] | None = Field(
        None, description="kind of the sentence where it does not follow from its figures"
    )
    says: Annotated[
        dict[Annotated[Text, _one_of("says", lambda: read_questions().questions)], _Told],
        BeforeValidator(
            lambda says: dict.fromkeys(says, ()) if isinstance(says, list) else says,
            json_schema_input_type=list[str] | dict[str, _Told],
        ),
    ] = Field(
        {},
        description="questions that the text answers for its reader, each with article and line, such as A1 8; "
        "in a file of your own, whose statement is the sentence, a list of them",
    )
    said: dict[ArticleKey, Line] = Field(
        {}, description="articles of the register that say it, and the line of each (this book's)"
    )
    nvidia: VendorStance | None = Field(None, description="what NVIDIA's own text says of it (this book's)")
    said_by: Text = Field("", description="who said it")
    source: Where = Field("", description="where: an address, or a place in words")
    date: Annotated[str, BeforeValidator(str)] = Field("", description="when")
    statement: Text = Field(description="the claim in your words; {figure.1} is the first published figure")
    rows: Annotated[dict[Text, Row], AfterValidator(_named_apart)] = Field(
        {},
        description="results that the claim names, each under a name of yours, found by filters and at most one pick",
    )
    figures: Annotated[tuple[FigureToMatch, ...], Field(strict=False)] = Field(
        (), description="what was published, and the question whose answer must give it; the first is the headline"
    )
    sides: Annotated[tuple[Sides, ...], Field(strict=False)] = Field(
        (), description="two results that the sentence compares, each two once, where none of its figures divides them"
    )
    must: _Conditions = Field((), description="conditions without which the claim is not reproduced at all")
    conditions: _Conditions = Field(
        (), description="what the wording implies; one that fails makes it narrower, or is a note"
    )
    contradicted_if: _Conditions = Field((), description="what shows the opposite, if the claim is not reproduced")
    undefined: Term | None = Field(
        None, description="a term without a published definition, and the definitions that the sentence allows"
    )
    sensitivity: Literal["comparisons"] | Values | None = Field(
        None,
        description="the range of the first figure over every defensible reading: comparisons, those of the rounds of "
        "the rows before and after, or a query of your own",
    )
    strongest_case: Text = Field("", description="the best that can be said for the claim")
    not_testable: Untestable | None = Field(None, description="why nothing here can test it, and what would")
    page: Text = Field("", description="the book's page about it (this book's)")
    afterwards: _Afterwards | None = Field(None, description="what to ask again of the latest round")
    sources: Many[OutsideFact] = Field((), description="what is stated from outside: what, and where")
    _entry: Entry = PrivateAttr()
    _head: ClaimRegister | None = PrivateAttr(None)
    _whose: Attribution = PrivateAttr(default_factory=Attribution)

    @field_validator("said")
    @classmethod
    def _copies_last(cls, said: dict[str, Line], info: ValidationInfo) -> dict[str, Line]:
        """A copy by unknown hands is never named first, and from what was read through others nothing is quoted."""
        known = (info.context or {}).get("articles", {})
        for article, place in said.items():
            if place.quote and known[article].read == THROUGH:
                rule, fix = "nothing is quoted from such a copy", "give the line"
                raise broken("quotes a text that was read through others", rule, fix, article)
        return dict(sorted(said.items(), key=lambda one: known[one[0]].copied_by_others))

    @field_validator("figures")
    @classmethod
    def _ruled(cls, figures: tuple[FigureToMatch, ...], info: ValidationInfo) -> tuple[FigureToMatch, ...]:
        """Figures with the rules of the words before them, where they name none."""
        rules = [figure.rule or rule_of(info.data.get("statement", ""), place) for place, figure in enumerate(figures)]
        return tuple(one.model_copy(update={"rule": rule}) for one, rule in zip(figures, rules, strict=True))

    @model_validator(mode="after")
    def _whole(self, info: ValidationInfo) -> Claim:
        if not (self.figures or self.must or self.not_testable):
            raise broken("tests nothing", "a claim has figures, or must, or says why it is not testable")
        for number in FIGURE.findall(self.statement):
            if not 1 <= int(number) <= len(self.figures):
                rule = "braces name a published figure of the claim, counted from 1"
                raise broken(f"{{figure.{number}}} of {len(self.figures)} figures", rule, key="statement")
        for key in ("undefined", "sensitivity") if not self.figures else ():
            if getattr(self, key):
                raise broken(f"has {key!r} and no figure", "a reading gives a published figure, or another")
        self._whose = attributed(self.said, (info.context or {}).get("articles", {}), self.nvidia)
        return self

    @classmethod
    def of(cls, entry: Entry, context: object = None) -> Claim:
        """The claim of an ``entry``; ``context`` is what it may name. Raises RegisterError, or Faults for several."""
        claim = checked(cls, entry, context)
        claim._entry = entry
        return claim

    @property
    def sentence(self) -> str:
        """The claim's own sentence: the words of it that are quoted, and ours for it."""
        return " ".join([self.statement, *(place.quote for place in self.said.values() if place.quote)])

    @property
    def printed(self) -> str:
        """The printed words of the claim, or ours where none may be quoted."""
        return " ".join(place.quote for place in self.said.values() if place.quote) or self.statement

    def limits(self, question: str) -> tuple[ArticleLine, ...]:
        """The lines that tell a reader the answer to a question, with their words where these were read."""
        quotes = {(article, place.line): place.quote for article, place in self.said.items()}
        words = [(one, one.quote or quotes.get((one.article, one.line))) for one in self.says.get(question, ())]
        return tuple(one.model_copy(update={"quote": quote}) for one, quote in words)

    def lines_with(self, words: re.Pattern[str]) -> tuple[ArticleLine, ...]:
        """The claim's own lines that have ``words``, or of which nothing is quoted."""
        own = ((key, place) for key, place in self.said.items() if not place.quote or words.search(place.quote))
        return tuple(ArticleLine(article=key, line=place.line, quote=place.quote) for key, place in own)

    @property
    def id(self) -> str:
        """The claim's name in the register."""
        return self._entry.name

    @property
    def whose(self) -> Attribution:
        """Whose sentence it is."""
        return self._whose

    @property
    def entry(self) -> Entry:
        """The claim's place in the register."""
        return self._entry

    @property
    def head(self) -> ClaimRegister | None:
        """The head of its register; None for a claim of a reader's file alone."""
        return self._head

    @property
    def stated(self) -> tuple[OutsideFact, ...]:
        """Facts from outside the tables; first who made the claim and where, if the register says that."""
        if not (self.said_by or self.source or self.date):
            return self.sources
        what = f"said by {self.said_by or 'an unnamed source'}{f', {self.date}' if self.date else ''}"
        return (OutsideFact(what=what, where=self.source or "no address given"), *self.sources)


class ClaimsFile(Model):
    """A register of claims, as `claimcheck check FILE` reads it."""

    claims: dict[Text, Claim] = Field(min_length=1, description="claims, each under a name of its own")
