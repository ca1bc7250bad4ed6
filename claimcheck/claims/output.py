"""What ``claimcheck claims --json`` prints and the site serves as ``claims.json``: its form, and its JSON Schema.

Every object has exactly the keys named here, in this order.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, TypeAdapter

from claimcheck.claims import model
from claimcheck.claims.model import (
    IN_PART,
    NO_LONGER,
    NOW,
    STANCES,
    STILL,
    STILL_NOT,
    VERDICTS,
    ClaimResult,
    Kind,
)
from claimcheck.registers import Model

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FILE = "claims.schema.json"
_TABLES = ("inference_results", "loadgen_runs", "systems", "engine_settings", "training_results", "rules")
_SHA1 = "^[0-9a-f]{40}$"


def _text(description: str, **more: Any) -> Any:
    return Annotated[str, Field(min_length=1, description=description, **more)]


def _many(item: Any, description: str, **more: Any) -> Any:
    return Annotated[list[item], Field(description=description, **more)]


class Figure(Model):
    """a figure as it is computed"""

    value: float = Field(description="the figure, not rounded")
    unit: str = Field(description="its unit")
    text: _text("the figure as it is printed")


class Condition(Model):
    """a condition"""

    name: _text("the condition in a few words")
    holds: bool = Field(description="whether it holds")
    detail: _text("what was found")
    matters: bool | None = Field(
        description="whether its failing changes what a reader concludes; null where it holds or decides nothing"
    )
    phrase: str = Field(description="in a few words what is so instead, or what the figure is of; may be empty")
    figure: Figure | None = Field(
        description="the claim's figure with the condition imposed, or what another figure comes to; null without one"
    )


class Said(Model):
    """where an article says it"""

    article: _text("key of the article in its register, such as A1 or v6.1/A1")
    line: int = Field(ge=1, description="line of its text")
    quote: str | None = Field(description="word for word, at most twelve words; null where none may or need be")
    headline: bool = Field(description="whether only its headline or lede says it")


class Vendor(Model):
    """what NVIDIA's own text says of it"""

    stance: Literal[tuple(STANCES)] = Field(description="; ".join(f"{name}: {what}" for name, what in STANCES.items()))
    words: _text("what it says, and where")
    where: str | None = Field(description="address of that text; null where there is none")


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
    """range of the figure over all readings that can be defended"""

    low: float = Field(description="lowest reading")
    high: float = Field(description="highest reading")
    n: int = Field(ge=1, description="readings")
    rank: int = Field(ge=1, description="place of the published figure, 1 the highest")
    values: _many(float, "every value that a reading gives, to one digit more than was printed, once, from the lowest")


class Definitions(Model):
    """range of the figure over the definitions of a term that the sentence allows"""

    term: _text("the term")
    why: _text("what is not defined, and where it was looked for")
    range: Range = Field(description="range over the definitions")
    giving: int = Field(ge=0, description="how many of them give the published figure")


class Stated(Model):
    """a source"""

    what: _text("what is stated")
    where: _text("an address, or a place in words")


class Reply(Model):
    """a reply to the verdict"""

    id: _text("name in the register of replies")
    day: Annotated[_text("when it came in and was printed", pattern=r"^\d{4}-\d\d-\d\d$"), BeforeValidator(str)]
    by: _text("who replies, and for whom")
    text: _text("the whole reply")
    address: str | None = Field(description="where its author has published it; null where that is not known")


class Afterwards(Model):
    """what later rounds made of the claim"""

    as_of: _text("latest round that was looked at")
    what: _text("what was asked again")
    status: Literal[STILL, IN_PART, NO_LONGER, NOW, STILL_NOT] = Field(description="in a few words")
    conditions: _many(Condition, "each check")
    evidence: _many(Place, "later results behind the checks")


def _by_article(said: dict[str, model.Said]) -> list[dict[str, Any]]:
    return [{"article": key, **place.model_dump()} for key, place in said.items()]


class Claim(Model):
    """a claim with its computed verdict"""

    id: str = Field(description="name in the register")
    number: int | str = Field(
        description="number of the claim, such as 5, 5a or, in another register, v6.1/3; its page is claims/NUMBER.html"
    )
    articles: _many(str, "articles that make the claim, by key")
    said: Annotated[_many(Said, "the line in which each article makes it"), BeforeValidator(_by_article)]
    nvidia: Vendor | None = Field(description=f"{Vendor.__doc__}; null where that is not recorded")
    kinds: _many(Kind, "on what the test rests")
    statement: _text("the claim in our words")
    published: Annotated[Published, BeforeValidator(lambda found: found or {"value": None, "unit": None})] = Field(
        description=str(Published.__doc__)
    )
    computed: Computed | None = Field(description=f"{Computed.__doc__}; null where there is none")
    verdict: Literal[VERDICTS] = Field(description="computed from figures and conditions; page Method says how")
    reason: str = Field(description="why, in a few words; empty where all is so")
    explanation: _text("why, in whole sentences")
    conditions: _many(Condition, "what the wording implies")
    together: Condition | None = Field(
        description="the figure with every failing condition imposed that can be; null for fewer than two"
    )
    definitions: Definitions | None = Field(description=f"{Definitions.__doc__}; null where every term is defined")
    sensitivity: Range | None = Field(description=f"{Range.__doc__}; null where there is none")
    evidence: _many(Place, "rows that the verdict rests on")
    sources: _many(Stated, "what is stated from outside the tables")
    afterwards: Afterwards | None = Field(description=f"{Afterwards.__doc__}; null where there is none")
    replies: _many(Reply, "replies to the verdict in full, the newest first")


CLAIMS = TypeAdapter(list[Claim])


def printed(claim: ClaimResult) -> dict[str, Any]:
    """A claim as ``claims.json`` has it."""
    return Claim.model_validate(claim, strict=False, from_attributes=True).model_dump()


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
