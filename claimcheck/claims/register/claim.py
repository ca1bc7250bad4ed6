"""The model of a claim as a person writes it: what an entry of ``claims.yml`` may say, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
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
from claimcheck.claims.register.attribution import Attribution, Line, PrintedLine, VendorStance, attributed
from claimcheck.claims.register.rows import Row
from claimcheck.claims.register.vocabulary import CONDITIONS, QUESTIONS, SCALES, Word
from claimcheck.core.documents import Entry, Many, Model, Number, Text, Where, broken, checked, expect
from claimcheck.core.errors import suggestion
from claimcheck.core.printing import half_up
from claimcheck.data.registers import ClaimRegister, read_questions
from claimcheck.data.schema import TABLES

# A published figure within a statement: {figure.1}.
FIGURE = re.compile(r"\{figure\.(\d{1,4})\}")


class ArticleLine(Line):
    """Where an article says it."""

    article: Text = Field(description="key of the article in its register, such as A1 or v6.1/A1")


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
# A line of an article is a place without a quotation.
_LineOrPlace = Annotated[
    PrintedLine,
    BeforeValidator(
        lambda value: {"line": value} if isinstance(value, int) else value, json_schema_input_type=int | PrintedLine
    ),
]
# Where an article tells its reader something: A1 8.
_PLACE = re.compile(r"(\S+) ([1-9]\d*)")


def _lines(told: Any, info: ValidationInfo) -> tuple[ArticleLine, ...]:
    """Lines of articles: ``A1 8``, a list of such places, or ``A1 8: its words``; of ``true`` no line is known."""
    listed = told if isinstance(told, dict | list) else [told]
    places = listed.items() if isinstance(told, dict) else ((place, None) for place in listed)
    lines = []
    for place, words in places if told is not True else ():
        if not (found := _PLACE.fullmatch(str(place))):
            rule = "a place is an article and its line, A1 8, and its words if they are known"
            raise broken(f"told at {told!r}", rule)
        lines.append(ArticleLine(article=_known_article(found[1], info), line=int(found[2]), quote=words))
    return tuple(lines)


_Told = Annotated[
    tuple[ArticleLine, ...],
    BeforeValidator(_lines, json_schema_input_type=Literal[True] | str | list[str] | dict[str, str | None]),
]


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


class NamedKind(Model):
    """A kind of sentence that a person gives a claim, with the reason why its figures do not say it."""

    is_: Annotated[Text, _one_of("is", lambda: read_questions().kinds)] = Field(
        alias="is", description="a kind of data/facts/questions.yml"
    )
    because: Text = Field(description="why the figures do not say it")


# --- what it asks -----------------------------------------------------------------------------------

# Lines stay as they are, since a comment ends with its line.
_Sql = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
_ROW = "name of one of the claim's rows, `{}` unless given; what a query calls so"
# What a published figure has, and a condition only where it is another figure.
_PRINTED = ("published", "unit", "decimals", "rule", "scale", "ask")
# What an ``also`` lacks of these, the claim's first figure has.
_INHERITED = ("published", "unit", "decimals", "scale", "sql")


class _Asked(Model):
    """What a figure and a condition may have in common: a number in print, and the question that must give it.

    Which of the keys a question takes is said once, with the question (``vocabulary``).
    """

    published: Number | None = Field(None, description="the published figure")
    unit: str | None = Field(None, description="unit, as the question gives it: x, %, tokens/s, place, ...")
    decimals: Annotated[int, Field(ge=0, le=8)] | None = Field(None, description="decimals as published")
    rule: Rule | None = None
    scale: Literal[tuple(SCALES)] | None = Field(None, description=f"how the answer is written: {', '.join(SCALES)}")
    ask: Literal[tuple(QUESTIONS)] | None = Field(None, description="the question; not needed next to sql")
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

    @model_validator(mode="before")
    @classmethod
    def _queried(cls, values: Any) -> Any:
        """What has ``sql`` says by that alone what is asked."""
        if not isinstance(values, dict) or "sql" not in values:
            return values
        key = "ask" if "test" not in cls.model_fields or values.get("test") == "also" else "test"
        return {key: "sql", **values}

    @model_validator(mode="after")
    def _as_printed(self) -> Self:
        if self.published is not None and half_up(self.published, self.decimals or 0) != Decimal(repr(self.published)):
            rule = "a published figure has as many decimals as were printed"
            raise broken(f"{self.published} has more than {self.decimals} decimals", rule, key="published")
        return self

    def _fitting(self, name: str | None, words: Mapping[str, Word], refused: Collection[str] = ()) -> None:
        """Raise the error for a question or condition that lacks a key which it needs, or has one that it takes not."""
        if name is None:
            raise broken("asks nothing", f"what is asked is sql, or one of {', '.join(words)}")
        arguments = {key for word in words.values() for key in (*word.must, *word.may)}
        takes, given = (*words[name].must, *words[name].may), self.model_fields_set
        rule = f"{name} takes {', '.join(takes) or 'no arguments'}"
        for key in words[name].must:
            if key not in given:
                raise broken(f"{name} has no {key}", rule)
        for key in sorted(given & (arguments.union(refused) - {*takes})):
            raise broken(f"{name} takes no {key}", rule, key=key)


class FigureToMatch(_Asked):
    """A published figure, the question that must give it, and the rule by which it must."""

    published: Number = Field(description="the published figure")
    unit: str = Field(description="unit, as the question gives it: x, %, tokens/s, place, ...")
    decimals: int = Field(ge=0, le=8, description="decimals as published")
    articles: Annotated[tuple[ArticleKey, ...], Field(strict=False)] | None = Field(
        None, description="articles of the claim that print it, all unless given; none where only the vendor does"
    )
    phrase: Text | None = Field(None, description="of what our figure is, as it follows it: for the smallest system")
    because: Text | None = Field(None, description="why its rule is another than that of the words before it")

    @model_validator(mode="after")
    def _asks(self) -> Self:
        self._fitting(self.ask, QUESTIONS)
        return self


class ConditionToTest(_Asked):
    """A condition: a test of its own, or that our results give another figure as well (also).

    What an also leaves out, the claim's first figure has.
    """

    says: Text = Field(description="the condition in your words")
    not_: bool = Field(False, alias="not", description="true: the condition is that it is not so")
    instead: Text = Field("", description="what is so when it fails, in a few words")
    told: _Told | None = Field(
        None,
        description="article and line that tell the reader that it fails, such as A1 8; then it is a note. In a file "
        "of your own, true",
    )
    note: Annotated[Text, _one_of("note", lambda: read_questions().notes)] = Field(
        "", description="a kind of note of data/facts/questions.yml, which never makes a claim narrower"
    )
    label: bool = Field(
        False, description="true: the sentence names this model, chip, round or division; if not so, contradicted"
    )
    unclaimed: _Told | None = Field(
        None, description="article and line that limit the sentence, so that it is not claimed, such as A1 8"
    )
    test: Literal["also", *CONDITIONS] | None = Field(None, description="the test; not needed next to sql")
    holds: bool | None = Field(None, description="whether it is so; not known unless given")
    detail: Text | None = Field(None, description="what is known about it")
    source: Text | None = Field(None, description="where that is said")
    mechanism: Text | None = Field(None, description="a mechanism of data/facts/mechanisms.yml")
    state: Literal["on", "off"] | None = Field(
        None, description="on unless given, or off: another choice, forbidden, or nothing to apply it to"
    )
    unlike: Text | None = Field(None, description="name of the row in which it is not so")

    @model_validator(mode="after")
    def _asks(self) -> Self:
        if self.test != "also":
            self._fitting(self.test, CONDITIONS, (*_PRINTED, "measure"))
            return self
        self._fitting(self.ask, QUESTIONS)
        if lacks := [key for key in _PRINTED[:3] if getattr(self, key) is None]:
            raise broken(f"also has no {lacks[0]}", "what an also leaves out, the claim's first figure has")
        return self


class Sides(Model):
    """The two sides of a sentence that sets one result above, beside or behind another without printing their ratio."""

    before: Text = Field(description=_ROW.format("before"))
    after: Text = Field(description="the row that the sentence sets above, beside or ahead of it")
    measure: Literal["per_accelerator", "value"] = Field("value", description="value for whole systems")
    average: bool = Field(False, description="true: the earlier side is an average, and its row the best result of it")

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
    kind: NamedKind | None = Field(
        None, description="kind of the sentence where it does not follow from its figures, with the reason"
    )
    says: Annotated[
        dict[Annotated[Text, _one_of("says", lambda: read_questions().questions)], _Told],
        BeforeValidator(
            lambda says: dict.fromkeys(says, True) if isinstance(says, list) else says,
            json_schema_input_type=list[str] | dict[str, _Told],
        ),
    ] = Field(
        {},
        description="questions that the text answers for its reader, each with article and line, such as A1 8; "
        "in a file of your own, whose statement is the sentence, a list of them",
    )
    said: dict[ArticleKey, _LineOrPlace] = Field(
        {}, description="articles of the register that say it, and the line of each (this book's)"
    )
    nvidia: VendorStance | None = Field(None, description="what NVIDIA's own text says of it (this book's)")
    short: Text = Field("", description="a few words for tables of contents (this book's)")
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
    picture: Annotated[Text, AfterValidator(lambda text: tuple(text.split()))] | None = Field(
        None, description="page and id of a figure that shows it (this book's)"
    )
    sources: Many[OutsideFact] = Field((), description="what is stated from outside: what, and where")
    _entry: Entry = PrivateAttr()
    _head: ClaimRegister | None = PrivateAttr(None)
    _whose: Attribution = PrivateAttr(default_factory=Attribution)

    @field_validator("said")
    @classmethod
    def _copies_last(cls, said: dict[str, PrintedLine], info: ValidationInfo) -> dict[str, PrintedLine]:
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

    @field_validator("must", "conditions", "contradicted_if", "afterwards", mode="before")
    @classmethod
    def _inheriting(cls, value: Any, info: ValidationInfo) -> Any:
        """An ``also`` with what it leaves to the first figure; without a rule it is that, or more."""
        if isinstance(value, dict) and "checks" in value:
            return {**value, "checks": cls._inheriting(value["checks"], info)}
        first = {key: of for figure in info.data.get("figures", ())[:1] for key, of in figure if of is not None}

        def whole(spec: Any) -> Any:
            if not isinstance(spec, dict) or spec.get("test") != "also":
                return spec
            left = {*_INHERITED} - ({"sql"} if "ask" in spec else set())
            return {**{key: first[key] for key in left & first.keys()}, "rule": "at_least", **spec}

        return [whole(spec) for spec in value] if isinstance(value, list) else value

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

    def lines(self, told: Iterable[ArticleLine] | None) -> tuple[ArticleLine, ...]:
        """The lines at which something is told, with the words that the claim quotes of them."""
        quotes = {(article, place.line): place.quote for article, place in self.said.items()}
        words = [(one, one.quote or quotes.get((one.article, one.line))) for one in told or ()]
        return tuple(one.model_copy(update={"quote": quote}) for one, quote in words)

    def limits(self, question: str) -> tuple[ArticleLine, ...]:
        """The lines that tell a reader the answer to a question, with their words where these were read."""
        return self.lines(self.says.get(question))

    def lines_with(self, words: re.Pattern[str]) -> tuple[ArticleLine, ...]:
        """The claim's own lines that have ``words``, or of which nothing is quoted."""
        own = ((key, place.plain) for key, place in self.said.items() if not place.quote or words.search(place.quote))
        return tuple(ArticleLine(article=key, **vars(place)) for key, place in own)

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
