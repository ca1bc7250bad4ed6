"""What ``claimcheck claims --json`` prints and the site serves as ``claims.json``: its form, and its JSON Schema.

Every object has exactly the keys named here, in this order.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from claimcheck.claims.evidence import Evidence
from claimcheck.claims.model import IN_PART, NO_LONGER, NOW, STANDS, STILL_NOT, VERDICTS, ClaimResult, Kind
from claimcheck.registers import Model

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FILE = "claims.schema.json"
_TABLES = ("inference_results", "loadgen_runs", "systems", "engine_settings", "training_results", "rules")
_SHA1 = "^[0-9a-f]{40}$"


def _text(description: str, **more: Any) -> Any:
    return Annotated[str, Field(min_length=1, description=description, **more)]


def _many(item: Any, description: str, **more: Any) -> Any:
    return Annotated[list[item], Field(description=description, **more)]


class Condition(Model):
    """a condition"""

    name: _text("the condition in a few words")
    holds: bool = Field(description="whether it holds")
    detail: _text("what was found")


class Place(Model):
    """a place that a figure rests on"""

    table: Literal[_TABLES] = Field(description="table of the row, or rules for a text of MLCommons")
    row_id: _text("key of the row in that table")
    result_id: str = Field(description="published ID of the result, empty where it has none")
    repo: _text("repository, as owner/name on GitHub", pattern=r"^[\w.-]+/[\w.-]+$")
    commit: _text("commit of that repository", pattern=_SHA1)
    path: _text("file in that commit")
    blob: Annotated[str, Field(pattern=_SHA1)] | None = Field(
        description="git blob id of the file; null for a result typed by hand"
    )
    line: Annotated[int, Field(ge=1)] | None = Field(description="line in the file; null for a result typed by hand")
    url: _text(
        "link to the line at that commit",
        pattern=r"^https://github\.com/[^ ]+/(blob|tree)/[0-9a-f]{40}/[^\s#]+(#L\d+)?$",
    )


class Published(Model):
    """headline figure as published; both null for a claim without a figure"""

    value: float | None = Field(description="the figure; null where there is none")
    unit: str | None = Field(description="its unit; null where there is none")


class Computed(Model):
    """the same figure as the raw results give it"""

    value: float = Field(description="the figure, not rounded")
    unit: str = Field(description="its unit")


class Range(Model):
    """range of the figure over all defensible readings"""

    low: float = Field(description="lowest reading")
    high: float = Field(description="highest reading")
    n: int = Field(ge=1, description="readings")
    rank: int = Field(ge=1, description="place of the published figure, 1 the highest")


class Stated(Model):
    """a source"""

    what: _text("what is stated")
    where: _text("an address, or a place in words")


class Afterwards(Model):
    """what later rounds made of the claim"""

    as_of: _text("latest round that was looked at")
    what: _text("what was asked again")
    status: Literal[STANDS, IN_PART, NO_LONGER, NOW, STILL_NOT] = Field(description="in a few words")
    conditions: _many(Condition, "each check")
    evidence: _many(Place, "later results behind the checks")


class Claim(Model):
    """a claim with its computed verdict"""

    id: str = Field(description="name in the register")
    number: int = Field(description="number of the claim; its page is claims/NUMBER.html")
    articles: _many(str, "articles that make the claim (data/articles.yml)")
    kinds: _many(Kind, "on what the test rests")
    statement: _text("the claim in our words")
    published: Published = Field(description=str(Published.__doc__))
    computed: Computed | None = Field(description=f"{Computed.__doc__}; null where there is none")
    verdict: Literal[VERDICTS] = Field(description="computed from figures and conditions; page Method says how")
    conditions: _many(Condition, "what the wording implies")
    sensitivity: Range | None = Field(description=f"{Range.__doc__}; null where there is none")
    evidence: _many(Place, "rows that the verdict rests on")
    sources: _many(Stated, "what is stated from outside the tables")
    afterwards: Afterwards | None = Field(description=f"{Afterwards.__doc__}; null where there is none")


CLAIMS = TypeAdapter(list[Claim])


def printed(claim: ClaimResult) -> dict[str, Any]:
    """A claim as ``claims.json`` has it."""
    published, computed, found, later = claim.published, claim.computed, claim.sensitivity, claim.afterwards
    return Claim(
        id=claim.id,
        number=claim.number,
        articles=list(claim.articles),
        kinds=list(claim.kinds),
        statement=claim.statement,
        published=Published(value=published and published.value, unit=published and published.unit),
        computed=Computed(value=computed.value, unit=computed.unit) if computed else None,
        verdict=claim.verdict,
        conditions=[Condition(name=c.name, holds=c.holds, detail=c.detail) for c in claim.conditions],
        sensitivity=Range(low=found.low, high=found.high, n=found.n, rank=found.rank) if found else None,
        evidence=[_place(one) for one in claim.evidence],
        sources=[Stated(what=one.what, where=one.where) for one in claim.sources],
        afterwards=Afterwards(
            as_of=later.as_of,
            what=later.what,
            status=later.status,
            conditions=[Condition(name=c.name, holds=c.holds, detail=c.detail) for c in later.conditions],
            evidence=[_place(one) for one in later.evidence],
        )
        if later
        else None,
    ).model_dump()


def _place(one: Evidence) -> Place:
    return Place(**{name: getattr(one, name) for name in Place.model_fields})


def schema() -> dict[str, Any]:
    """The JSON Schema of ``claims.json``, every part in its place."""
    whole = CLAIMS.json_schema(mode="serialization")
    return {**_inlined({k: v for k, v in whole.items() if k != "$defs"}, whole["$defs"]), "minItems": 1}


def _inlined(part: Any, parts: dict[str, Any]) -> Any:
    if isinstance(part, list):
        return [_inlined(one, parts) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        part = {**parts[part["$ref"].rpartition("/")[2]], **{k: v for k, v in part.items() if k != "$ref"}}
    return {k: _inlined(v, parts) for k, v in part.items() if k != "title" or isinstance(v, dict)}


def schema_document(site: str) -> dict[str, Any]:
    """The schema as a document of its own; ``site`` is the address that it is served below."""
    return {"$schema": DRAFT, "$id": f"{site}{FILE}", "title": "claims.json of claimcheck", **schema()}
