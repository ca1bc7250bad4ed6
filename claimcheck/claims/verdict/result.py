"""An evaluated claim: its parts, what of it is served in ``claims.json``, and the record that ``derive`` writes.

Each field is declared once, with what it means to a reader of ``claims.json``. The record has every field, and the
site and notebooks read it instead of evaluating claims again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, computed_field
from pydantic_core import to_json

from claimcheck.analysis.derived import Tables
from claimcheck.analysis.questions import DIFFERS, NOT_ASKED, STATES, UNKNOWN
from claimcheck.claims.register.articles import WHOLE
from claimcheck.claims.register.attribution import Attribution, Line, VendorStance
from claimcheck.claims.register.claim import ArticleLine, OutsideFact
from claimcheck.claims.register.language import ShownQuery
from claimcheck.claims.verdict.evidence import Evidence
from claimcheck.core.errors import TableError
from claimcheck.core.printing import Printed, listed, steady
from claimcheck.data.edition import Reply
from claimcheck.data.paths import CLAIM_RESULTS
from claimcheck.data.registers import prefix_of, read_questions

REPRODUCED = "reproduced"
WITH_NOTE = "reproduced, with a note"
NARROWER = "reproduced, but narrower"
UNDEFINED = "undefined"
NOT_REPRODUCED = "not reproduced"
CONTRADICTED = "contradicted"
NOT_TESTABLE = "not testable here"
VERDICTS = (REPRODUCED, WITH_NOTE, NARROWER, UNDEFINED, NOT_REPRODUCED, CONTRADICTED, NOT_TESTABLE)
# It holds as printed, if with a note; results cannot decide it.
HOLDS = (REPRODUCED, WITH_NOTE)
OPEN = (UNDEFINED, NOT_TESTABLE)


def _field(kind: Any, description: str) -> Any:
    """A field with its ``description`` in the schema of ``claims.json``."""
    return Annotated[kind, Field(description=description)]


@dataclass(frozen=True)
class Condition:
    """A condition that the claim's wording implies, and whether it holds."""

    name: _field(str, "the condition in a few words")
    holds: _field(bool | None, "whether it holds; null where it is not claimed, not known or not asked")
    detail: _field(str, "what was found")
    matters: _field(
        bool | None, "whether its failing changes what a reader concludes; null where it holds or decides nothing"
    ) = None
    phrase: _field(
        str, "in a few words what is so instead, what the figure is of, or what no result can show; may be empty"
    ) = ""
    figure: _field(
        Printed | None,
        "the claim's figure with the condition imposed, or what another figure comes to; null without one",
    ) = None
    question: _field(str, "the question of data/facts/questions.yml that it answers; empty for the claim's own") = ""
    state: _field(
        Literal[("", *STATES)],
        "the answer: holds, differs, not claimed (the text limits its sentence), not known (the tables lack it) or not "
        "asked; empty without a question",
    ) = ""
    left: _field(float | None, "share of what the figure claims that is left; null where none was computed") = None
    rows: _field(tuple[str, ...], "ids of the results that show it") = ()
    told: _field(bool, "whether the text tells its reader that it differs or is not claimed") = False
    limits: _field(tuple[ArticleLine, ...], "lines of the text that say so, with their words where read") = ()
    in_badge: _field(
        bool,
        "whether the badge of a claim that holds has the figure of what is not claimed: a quarter is lost or the ratio "
        "turns round, and the claim's own sentence neither has the limit nor prints the figure",
    ) = False

    @property
    def fails(self) -> bool:
        """Whether it was answered and does not hold."""
        return self.holds is False

    @property
    def weight(self) -> int:
        """Sorting key: 0 for a condition that fails and matters, 1 for another that fails, then not claimed, holds."""
        return (0 if self.matters else 1) if self.fails else 2 if self.holds is None else 3

    @property
    def reason(self) -> str:
        """Why the condition counts, at the length of a badge: 1.91x in Server."""
        if self.phrase and self.figure and self.figure.text not in self.phrase:
            # A gain below nothing is a loss: 2.7% less over the whole runs.
            figure = self.figure.text
            if figure.startswith("−"):
                over = self.phrase.startswith("over ")
                return f"{figure[1:]} behind {self.phrase[5:]}" if over else f"{figure[1:]} less {self.phrase}"
            return f"{figure} {self.phrase}"
        if self.phrase:
            return self.phrase
        if self.figure:
            return f"{self.name}: {self.figure.text}"
        return f"not so: {self.name}" if self.fails else self.name


def told_conditions(conditions: Sequence[Condition]) -> list[Condition]:
    """Those that apply, by their weight; more than two that are not known are told as one."""
    unknown = [one for one in conditions if one.state == UNKNOWN]
    known = [one for one in conditions if one.state not in (UNKNOWN, NOT_ASKED)]
    if len(unknown) > 2:
        details = "; ".join(dict.fromkeys(one.detail for one in unknown))
        unknown = [replace(unknown[0], name=listed([one.name for one in unknown]), detail=details)]
    return sorted(known, key=lambda one: one.weight) + unknown


@dataclass(frozen=True)
class Sensitivity:
    """Range of a figure over all readings that can be defended."""

    low: _field(float, "lowest reading")
    high: _field(float, "highest reading")
    n: _field(int, "readings")
    rank: _field(int, "place of the published figure, 1 the highest")
    unit: _field(str, "unit of the readings")
    of: _field(str, "of what they are")


@dataclass(frozen=True)
class Definitions:
    """Range of the figure over the definitions of a term that the sentence allows."""

    term: _field(str, "the term")
    why: _field(str, "what is not defined, and where it was looked for")
    range: _field(Sensitivity, "range over the definitions")
    giving: _field(int, "how many of them give the published figure")
    chance: _field(str, "how often an arbitrary figure would pass the same test; may be empty") = ""


# How our figure is related to a published one that comes out.
EQUAL = "matches"
MORE = "more than published"
WITHIN = "the published figure lies within it"
NEARLY = "nearly"


@dataclass(frozen=True)
class CheckedFigure:
    """A published figure and what the raw results give for it."""

    published: _field(Printed, "as it was published")
    rule: _field(str, "how ours must give it")
    computed: _field(Printed | None, "as the raw results give it; null where they give none")
    comes_out: _field(bool, "whether they give it")
    how: _field(str, "the arithmetic in a sentence")
    articles: _field(
        tuple[str, ...] | None, "articles that print it; null for all of the claim's, empty where only the vendor does"
    ) = None
    phrase: _field(str, "what our figure is a figure of, for a badge") = ""
    relation: _field(
        Literal[EQUAL, MORE, WITHIN, NEARLY], "how a figure that comes out is related to the published one"
    ) = EQUAL
    rows: _field(tuple[str, ...], "ids of the results that ours is computed from") = ()
    formula: _field(str, "ours in figures, if it is a division") = ""
    note: _field(str, "what differs a little, in a few words") = ""
    unread: _field(str, "what the two ends of a score's span give, where they disagree") = ""

    @property
    def agrees(self) -> bool:
        """Whether ours gives the published figure without a note."""
        return self.comes_out and self.relation != NEARLY

    @property
    def word(self) -> str:
        """How our figure is related to the published one: matches, does not match, and so on."""
        return "not known" if self.unread else self.relation if self.comes_out else "does not match"

    @property
    def found(self) -> str:
        """Our figure in print, and what it is to a published one that it gives without being the same."""
        text = self.unread or (self.computed.text if self.computed else "none")
        return text if self.word in (EQUAL, NEARLY, "does not match", "not known") else f"{text}; {self.relation}"


@dataclass(frozen=True)
class Aftermath:
    """What later rounds show on the subject of a claim; its verdict stays as of its own round."""

    as_of: _field(str, "latest round that was looked at")
    what: _field(str, "what was asked again")
    conditions: _field(tuple[Condition, ...], "each check")
    evidence: _field(tuple[Evidence, ...], "later results behind the checks")

    @computed_field(description="what was found, in a few words")
    @property
    def finding(self) -> str:
        """What the checks found, in clauses: it was overtaken in v6.1 by Crusoe's 512 MI355X.

        A later round does not make a claim about an earlier one true or false, so no check is called either.
        """
        return "; ".join(dict.fromkeys(one.reason for one in self.conditions))


@dataclass(frozen=True, kw_only=True)
class ClaimResult:
    """A claim with its verdict and everything that the verdict rests on."""

    id: _field(str, "name in the register")
    number: _field(
        int | str, "number of the claim, such as 5, 5a or, in another register, v6.1/3; its page is claims/NUMBER.html"
    )
    said: _field(dict[str, Line], "the line in which each article makes it, by the article's key")
    whose: _field(Attribution, "whose sentence it is") = field(default_factory=Attribution)
    statement: _field(str, "the claim in our words")
    sentence: _field(str, "kind of the sentence in data/facts/questions.yml") = ""
    figures: _field(tuple[CheckedFigure, ...], "every published figure of it; the first is the headline")
    verdict: _field(Literal[VERDICTS], "computed from figures and conditions; page Method says how")
    reason: _field(str, "why, in a few words; empty where all is so")
    as_stated: _field(bool, "whether the reason has the figure of a reading that the text does not claim") = False
    explanation: _field(str, "why, in whole sentences")
    conditions: _field(tuple[Condition, ...], "what the wording implies")
    sensitivity: _field(
        Sensitivity | None, "range of the figure over all readings that can be defended; null where there is none"
    )
    strongest_case: _field(str, "the best that can be said for it")
    evidence: _field(tuple[Evidence, ...], "rows that the verdict rests on")
    page: _field(str, "the book's page about it; may be empty") = ""
    afterwards: _field(
        Aftermath | None,
        "what later rounds show on the subject of the claim; its verdict stays as of its own round; "
        "null where there is none",
    ) = None
    sources: _field(tuple[OutsideFact, ...], "what is stated from outside the tables") = ()
    definitions: _field(
        Definitions | None,
        "range of the figure over the definitions of a term that the sentence allows; null where every term is defined",
    ) = None
    nvidia: _field(VendorStance | None, "what NVIDIA's own text says of it; null where that is not recorded") = None
    replies: _field(tuple[Reply, ...], "replies to the verdict in full, the newest first") = ()
    queries: _field(tuple[ShownQuery, ...], "queries behind its figures and conditions") = ()
    rows: _field(tuple[str, ...], "ids of the results behind it") = ()

    @property
    def register(self) -> str:
        """The name of the claim's register; empty for the first."""
        return prefix_of(self.number)

    @property
    def called(self) -> str:
        """The verdict as a badge names it: reproduced, as stated."""
        return f"{self.verdict}, as stated" if self.as_stated else self.verdict

    @property
    def own(self) -> str:
        """The claim's number within its register."""
        return self.address.rpartition("/")[2]

    @computed_field(description="companies whose claim it is, in their own words or as others report it")
    @property
    def by(self) -> tuple[str, ...]:
        """The companies whose claim it is, those whose own words it is first."""
        return self.whose.by

    @computed_field(description="articles that make the claim, by key")
    @property
    def articles(self) -> tuple[str, ...]:
        """Keys of the articles that make the claim."""
        return tuple(self.said)

    @property
    def as_read(self) -> str:
        """That the verdict is as far as the text was read, where the rest of it could change the verdict; else empty.

        The rest could limit a sentence so that what differs is no longer claimed or is a note, could define what it
        counts, or say of which results a figure is that we did not find. A difference that is a note already stays one,
        and what our tables do not know, or what was not asked, is in no text.
        """
        scoped = {name for name, question in read_questions().questions.items() if question.told == "scope"}
        untold = (c for c in self.conditions if c.state == DIFFERS and not c.told and c.question in scoped)
        counted = any("by our count" in figure.note for figure in self.figures)
        limited = any(c.matters for c in self.conditions) or any(untold) or counted
        could = self.verdict in (UNDEFINED, NOT_REPRODUCED, CONTRADICTED) or (limited and self.verdict != NOT_TESTABLE)
        return "as far as we could read it" if could and self.whose.read != WHOLE else ""

    @property
    def address(self) -> str:
        """Permanent address of the claim's own page in the book."""
        return f"claims/{self.number}"

    @computed_field(description="headline figure as published; null for a claim without a figure")
    @property
    def published(self) -> Printed | None:
        """The headline figure as published."""
        return self.figures[0].published if self.figures else None

    @computed_field(description="the same figure as the raw results give it; null where there is none")
    @property
    def computed(self) -> Printed | None:
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


def with_texts(value: Any, change: Callable[[str], str], names: Collection[str]) -> Any:
    """``value``, a claim or a part of one, in which each text that one of ``names`` has is as ``change`` gives it."""
    if isinstance(value, tuple) and value and is_dataclass(value[0]):
        return tuple(with_texts(item, change, names) for item in value)
    if not is_dataclass(value):
        return value
    changed = {}
    for one in fields(value):
        part = getattr(value, one.name)
        new = change(part) if isinstance(part, str) and one.name in names else with_texts(part, change, names)
        if new is not part:
            changed[one.name] = new
    return replace(value, **changed) if changed else value


# --- claims.json, which is recorded, served and read back -------------------------------------------

SERVED_SCHEMA = "claims.schema.json"
_CLAIMS = TypeAdapter(list[ClaimResult], config=ConfigDict(defer_build=True))
# What pages have of a claim and its file has not, which would be a quarter larger.
_PLACES = {"evidence": {"__all__": {"label"}}}
_ON_PAGES = {"queries": True, "rows": True, **_PLACES, "afterwards": _PLACES}


def records(claims: Iterable[ClaimResult]) -> list[dict[str, Any]]:
    """Claims as they are recorded: every field, numbers rounded alike for a recorded and an evaluated claim."""
    return [steady(claim) for claim in _CLAIMS.dump_python([*claims], mode="json")]


def served(claims: Iterable[ClaimResult]) -> list[dict[str, Any]]:
    """Claims as ``claims.json`` of the site and the command have them."""
    return [steady(claim) for claim in _CLAIMS.dump_python([*claims], mode="json", exclude={"__all__": _ON_PAGES})]


def schema_document(site: str) -> dict[str, Any]:
    """The JSON Schema of ``claims.json`` as a document of its own; ``site`` is the address that it is served below.

    Every object has exactly the keys that it names.
    """
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{site}{SERVED_SCHEMA}"}
    schema = _CLAIMS.json_schema(mode="serialization")
    kinds = schema["$defs"]
    for kind, name in (("ClaimResult", "queries"), ("ClaimResult", "rows"), ("Evidence", "label")):
        del kinds[kind]["properties"][name]
    del kinds["ShownQuery"]
    for kind in kinds.values():
        if "properties" in kind:
            kind |= {"required": [*kind["properties"]], "additionalProperties": False}
    return {**head, "title": "claims.json of claimcheck", **schema}


def text_of(claims: Iterable[ClaimResult]) -> str:
    """The text of the file that records ``claims``."""
    return f"{to_json(records(claims), indent=1).decode()}\n"


def read_records(data: Path) -> list[dict[str, Any]]:
    """Read the recorded claims of ``data`` as JSON. Raises OSError or ValueError for a file that cannot be read."""
    return json.loads((data / CLAIM_RESULTS).read_text(encoding="utf-8"))


def read_recorded(tables: Tables, only: Collection[int | str] | None = None) -> list[ClaimResult]:
    """Read the recorded claims (those numbered ``only``, or all) of the folder of ``tables``, in their order.

    Raises TableError for a record that is none, or that names a result which the tables do not have.
    """
    try:
        records = read_records(tables.data)
        claims = _CLAIMS.validate_python([one for one in records if only is None or one["number"] in only])
        tables.rows(row_id for claim in claims for row_id in claim.rows)
    except (KeyError, OSError, ValueError) as error:
        fix = "write it again with claimcheck derive"
        raise TableError(f"it records no claims: {error}", where=tables.data / CLAIM_RESULTS, fix=fix) from error
    return claims
