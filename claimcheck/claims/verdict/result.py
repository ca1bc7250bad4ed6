"""What a claim is, what evaluating one gives.

What ``claimcheck claims --json`` prints and the site serves as ``claims.json``: its form, and its JSON Schema.

Evaluated claims as data: what ``claimcheck derive`` records, and what the site, the brief and ``export`` read.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

import pandas as pd
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    SkipValidation,
    TypeAdapter,
    ValidationError,
    computed_field,
)

from claimcheck.claims.register.claim import ArticleLine, Line, OutsideFact, VendorStance, order
from claimcheck.claims.tables import Tables
from claimcheck.claims.verdict.evidence import Evidence
from claimcheck.claims.words.language import Kind
from claimcheck.claims.words.query import Query
from claimcheck.core.errors import TableError
from claimcheck.core.printing import Quantity, steady
from claimcheck.data.heads import prefix_of
from claimcheck.data.paths import CLAIM_RESULTS
from claimcheck.data.replies import Reply

REPRODUCED = "reproduced"
WITH_NOTE = "reproduced, with a note"
NARROWER = "reproduced, but narrower"
UNDEFINED = "undefined"
NOT_REPRODUCED = "not reproduced"
CONTRADICTED = "contradicted"
NOT_TESTABLE = "not testable here"
VERDICTS = (REPRODUCED, WITH_NOTE, NARROWER, UNDEFINED, NOT_REPRODUCED, CONTRADICTED, NOT_TESTABLE)
# The figure matches, for the sentence as it is or for a narrower one.
CAME_OUT = (REPRODUCED, WITH_NOTE, NARROWER)


def _served(kind: Any, description: str, **rules: Any) -> Any:
    """What ``claims.json`` has of a claim."""
    return Annotated[kind, Field(description=description, **rules)]


def _text(description: str) -> Any:
    return _served(str, description, min_length=1)


def _many(item: Any, description: str) -> Any:
    return _served(tuple[item, ...], description)


def _own(kind: Any) -> Any:
    """What the record and our pages have of a claim, and ``claims.json`` has not."""
    return Annotated[kind, Field(exclude=True)]


@dataclass(frozen=True)
class Preview:
    """A higher figure that a condition leaves out because one of the two systems was a preview."""

    figure: _served(Quantity, "the figure")
    whose: _text("whose later result it is")


@dataclass(frozen=True)
class Condition:
    """A condition that the claim's wording implies, and whether it holds."""

    name: _text("the condition in a few words")
    holds: _served(bool, "whether it holds")
    detail: _text("what was found")
    matters: _served(
        bool | None, "whether its failing changes what a reader concludes; null where it holds or decides nothing"
    ) = None
    phrase: _served(str, "in a few words what is so instead, or what the figure is of; may be empty") = ""
    figure: _served(
        Quantity | None,
        "the claim's figure with the condition imposed, or what another figure comes to; null without one",
    ) = None
    preview: _served(
        Preview | None, "a higher figure with the condition imposed if previews count; null without one"
    ) = None

    @property
    def weight(self) -> int:
        """Its place among others: what matters first, then what fails otherwise, then what is so."""
        return 2 if self.holds else 0 if self.matters else 1

    @property
    def reason(self) -> str:
        """Figure and phrase, at the length of a badge: 1.91x for one owner."""
        if self.phrase:
            return f"{self.figure.text} {self.phrase}" if self.figure else self.phrase
        if self.figure:
            return f"{self.name}: {self.figure.text}"
        return self.name if self.holds else f"not so: {self.name}"


@dataclass(frozen=True)
class Sensitivity:
    """Range of a figure over all readings that can be defended."""

    low: _served(float, "lowest reading")
    high: _served(float, "highest reading")
    n: _served(int, "readings", ge=1)
    rank: _served(int, "place of the published figure, 1 the highest", ge=1)
    unit: _own(str)
    of: _own(str)
    values: _many(
        float, "every value that a reading gives, to one digit more than was printed, once, from the lowest"
    ) = ()


@dataclass(frozen=True)
class Definitions:
    """Range of the figure over the definitions of a term that the sentence allows."""

    term: _text("the term")
    why: _text("what is not defined, and where it was looked for")
    range: _served(Sensitivity, "range over the definitions")
    giving: _served(int, "how many of them give the published figure", ge=0)
    # How often an arbitrary figure would pass the same test.
    chance: _own(str) = ""

    @property
    def all_give(self) -> bool:
        """Whether every definition gives the published figure."""
        return self.giving == self.range.n

    @property
    def some_may(self) -> bool:
        """Whether the published figure lies within the range of the definitions."""
        return self.giving > 0 or 0 < self.range.rank - 1 < self.range.n


# How our figure is related to a published one that comes out.
EQUAL = "matches"
MORE = "no less than published"
WITHIN = "the published figure lies within it"


@dataclass(frozen=True)
class CheckedFigure:
    """A published figure and what the raw results give for it.

    ``articles``: those that print it, None for all of the claim's, empty where only the vendor does;
    ``phrase``: of what our figure is, as it follows it on a badge; ``relation`` of a figure that comes out: equal as it
    was printed, more than a bound, or a range around it; ``rows``: ids of the results that ours is computed from.
    """

    published: Quantity
    rule: str
    computed: Quantity | None
    comes_out: bool
    how: str
    articles: tuple[str, ...] | None = None
    phrase: str = ""
    relation: Literal[EQUAL, MORE, WITHIN] = EQUAL
    rows: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """How our figure is related to the published one: matches, does not match, and so on."""
        return self.relation if self.comes_out else "does not match"


@dataclass(frozen=True)
class Aftermath:
    """What later rounds show on the subject of a claim; its verdict stays as of its own round."""

    as_of: _text("latest round that was looked at")
    what: _text("what was asked again")
    conditions: _many(Condition, "each check")
    evidence: _many(Evidence, "later results behind the checks")

    @computed_field(description="what was found, in a few words")
    @property
    def finding(self) -> Annotated[str, Field(min_length=1)]:
        """What the checks found, in a few words: overtaken in v6.1 by Crusoe's 512 MI355X.

        A later round does not make a claim about an earlier one true or false, so no check is called either.
        """
        return "; ".join(dict.fromkeys(one.reason for one in self.conditions))


@dataclass(frozen=True)
class Amount:
    """A figure with its unit."""

    value: _served(float, "the figure in twelve significant digits")
    unit: _served(str, "its unit")


@dataclass(frozen=True)
class Published:
    """A published figure; both null where there is none."""

    value: _served(float | None, "the figure; null where there is none") = None
    unit: _served(str | None, "its unit; null where there is none") = None


def _amount(figure: Quantity | None) -> Amount | None:
    return figure and Amount(figure.value, figure.unit)


def _published(figure: Quantity | None) -> Published:
    return Published(figure.value, figure.unit) if figure else Published()


def _places(said: dict[str, Line]) -> list[ArticleLine]:
    return [ArticleLine(article=key, **place.model_dump()) for key, place in said.items()]


@dataclass(frozen=True, kw_only=True)
class ClaimResult:
    """A claim with its verdict and everything that the verdict rests on."""

    __pydantic_config__ = ConfigDict(arbitrary_types_allowed=True)

    id: _served(str, "name in the register")
    number: _served(
        int | str, "number of the claim, such as 5, 5a or, in another register, v6.1/3; its page is claims/NUMBER.html"
    )
    said: _served(Annotated[dict[str, Line], PlainSerializer(_places)], "the line in which each article makes it")
    statement: _text("the claim in our words")
    figures: _own(tuple[CheckedFigure, ...])
    verdict: _served(Literal[VERDICTS], "computed from figures and conditions; page Method says how")
    reason: _served(str, "why, in a few words; empty where all is so")
    explanation: _text("why, in whole sentences")
    conditions: _many(Condition, "what the wording implies")
    sensitivity: _served(
        Sensitivity | None, "range of the figure over all readings that can be defended; null where there is none"
    )
    strongest_case: _own(str)
    evidence: _many(Evidence, "rows that the verdict rests on")
    page: _own(str) = ""
    afterwards: _served(
        Aftermath | None,
        "what later rounds show on the subject of the claim; its verdict stays as of its own round; "
        "null where there is none",
    ) = None
    kinds: _many(Kind, "on what the test rests") = ()
    picture: _own(tuple[str, str] | None) = None
    sources: _many(OutsideFact, "what is stated from outside the tables") = ()
    together: _served(
        Condition | None, "the figure with every failing condition imposed that can be; null for fewer than two"
    ) = None
    definitions: _served(
        Definitions | None,
        "range of the figure over the definitions of a term that the sentence allows; null where every term is defined",
    ) = None
    nvidia: _served(VendorStance | None, "what NVIDIA's own text says of it; null where that is not recorded") = None
    replies: _many(Reply, "replies to the verdict in full, the newest first") = ()
    queries: _own(tuple[Query, ...]) = ()
    rows: _own(SkipValidation[pd.DataFrame]) = field(compare=False)

    @property
    def register(self) -> str:
        """The name of its register; empty for the first."""
        return prefix_of(self.number)

    @property
    def own(self) -> str:
        """Its number within the register."""
        return self.address.rpartition("/")[2]

    @computed_field(description="articles that make the claim, by key")
    @property
    def articles(self) -> tuple[str, ...]:
        """The articles that say it."""
        return tuple(self.said)

    @property
    def address(self) -> str:
        """The claim's own page in the book, for good."""
        return f"claims/{self.number}"

    @computed_field(description="headline figure as published; both null for a claim without a figure")
    @property
    def published(self) -> Annotated[Quantity | None, PlainSerializer(_published)]:
        """The headline figure as published."""
        return self.figures[0].published if self.figures else None

    @computed_field(description="the same figure as the raw results give it; null where there is none")
    @property
    def computed(self) -> Annotated[Quantity | None, PlainSerializer(_amount)]:
        """The headline figure as the raw results give it."""
        return self.figures[0].computed if self.figures else None

    @property
    def published_text(self) -> str:
        """The published figure in print, or a dash for a claim without one."""
        return self.published.text if self.published else "–"

    @property
    def computed_text(self) -> str:
        """Our figure in print, or a dash."""
        return self.computed.text if self.computed else "–"


def of_article(claims: Sequence[ClaimResult], article: str) -> list[ClaimResult]:
    """The claims that an article makes, by number."""
    return sorted((c for c in claims if article in c.articles), key=lambda c: order(c.number))


def grouped(claims: Sequence[ClaimResult], article: str) -> dict[str, list[ClaimResult]]:
    """An article's claims by their verdicts, in the order of VERDICTS; a verdict without a claim is left out."""
    made = of_article(claims, article)
    return {name: found for name in VERDICTS if (found := [c for c in made if c.verdict == name])}


def tally(claims: Sequence[ClaimResult], articles: Sequence[str], verdicts: Sequence[str]) -> Mapping[str, list[int]]:
    """For each verdict, the number of claims of each article, in order."""
    return {v: [sum(c.verdict == v and a in c.articles for c in claims) for a in articles] for v in verdicts}


def printed_in(claim: ClaimResult, article: str) -> list[CheckedFigure]:
    """The figures of a claim that this article prints."""
    return [f for f in claim.figures if article in (claim.articles if f.articles is None else f.articles)]


DRAFT = "https://json-schema.org/draft/2020-12/schema"
SERVED_SCHEMA = "claims.schema.json"
_CLAIMS = TypeAdapter(list[ClaimResult])


def served(claim: ClaimResult) -> dict[str, Any]:
    """A claim as ``claims.json`` has it, its numbers rounded whether it was read from the record or evaluated."""
    return steady(_CLAIMS.dump_python([claim], mode="json")[0])


def served_schema() -> dict[str, Any]:
    """The JSON Schema of ``claims.json``, every part in its place; every object has exactly the keys named there."""
    whole = _CLAIMS.json_schema(mode="serialization")
    return {**_inlined({k: v for k, v in whole.items() if k != "$defs"}, whole["$defs"]), "minItems": 1}


def _inlined(part: Any, parts: dict[str, Any]) -> Any:
    if isinstance(part, list):
        return [_inlined(one, parts) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        part = {**parts[part["$ref"].rpartition("/")[2]], **{k: v for k, v in part.items() if k != "$ref"}}
    left = ("title", "default", "readOnly")
    made = {k: _inlined(v, parts) for k, v in part.items() if k not in left or isinstance(v, dict)}
    if made.get("type") == "object":
        made |= {"required": list(made["properties"]), "additionalProperties": False}
    return made


def schema_document(site: str) -> dict[str, Any]:
    """The schema as a document of its own; ``site`` is the address that it is served below."""
    return {"$schema": DRAFT, "$id": f"{site}{SERVED_SCHEMA}", "title": "claims.json of claimcheck", **served_schema()}


_AGAIN = "write it again with claimcheck derive"
_CLAIM = TypeAdapter(ClaimResult)


def record_of(claim: ClaimResult) -> dict[str, Any]:
    """Every field of a claim as JSON holds it, its numbers rounded; of the results that it rests on, the row ids."""
    return steady(_fields({**vars(claim), "rows": tuple(claim.rows["row_id"])}))


def _fields(value: Any) -> Any:
    """``value`` as JSON with every field of the models in it, those too that are not served."""
    if isinstance(value, tuple):
        return [_fields(one) for one in value]
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, BaseModel) or is_dataclass(value):
        value = vars(value)
    return {key: _fields(one) for key, one in value.items()} if isinstance(value, dict) else value


def text_of(claims: Sequence[ClaimResult]) -> str:
    """The text of the record."""
    return json.dumps([record_of(claim) for claim in claims], indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def read_records(data: Path) -> list[dict[str, Any]]:
    """The recorded claims of ``data`` as JSON has them. Raises TableError for a file that is missing or no record."""
    path = data / CLAIM_RESULTS
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise TableError(f"cannot be read: {error}", where=path, fix=_AGAIN) from error
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise TableError("is no list of claims", where=path, fix=_AGAIN)
    return found


def read_recorded(tables: Tables, only: Collection[int | str] | None = None) -> list[ClaimResult]:
    """The recorded claims (those numbered ``only``, or all), with their rows of ``tables``, in the order of the record.

    Raises TableError for a record that is none, or that names a row which the tables do not have.
    """
    records = [one for one in read_records(tables.data) if only is None or one.get("number") in only]
    wanted = {row for one in records for row in one.get("rows", ())}
    known = tables.results[tables.results["row_id"].isin(wanted)]
    if len(known) < len(wanted):
        known = pd.concat([known, tables.trained[tables.trained["row_id"].isin(wanted)]])
    known = known.set_index("row_id", drop=False)
    found = []
    for one in records:
        try:
            found.append(_CLAIM.validate_python({**one, "rows": known.loc[one["rows"]].reset_index(drop=True)}))
        except (KeyError, ValidationError) as error:
            message = f"claim {one.get('number')} is not as it is recorded: {error}"
            raise TableError(message, where=tables.data / CLAIM_RESULTS, fix=_AGAIN) from error
    return found
