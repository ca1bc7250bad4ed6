"""What ``claimcheck claims --json`` prints and the site serves as ``claims.json``, as JSON Schema (2020-12).

The command's tests, the site's page of tables and ``claims.schema.json`` all use this one description.
Every object has exactly the keys named here, in this order.
"""

from __future__ import annotations

from typing import Any

from claimcheck.claims.model import IN_PART, NO_LONGER, NOW, STANDS, STILL_NOT, VERDICTS
from claimcheck.claims.register import KINDS

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FILE = "claims.schema.json"

_TABLES = ("inference_results", "loadgen_runs", "systems", "engine_settings", "rules")
_SHA1 = "^[0-9a-f]{40}$"


def _object(description: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _text(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, **more, "description": description}


def _list(description: str, items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "array", **more, "items": items, "description": description}


def _or_null(found: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [found, {"type": "null"}], "description": f"{found['description']}; null where there is none"}


def _conditions(description: str) -> dict[str, Any]:
    return _list(
        description,
        _object(
            "a condition",
            name=_text("the condition in a few words"),
            holds={"type": "boolean", "description": "whether it holds"},
            detail=_text("what was found"),
        ),
    )


def _evidence(description: str) -> dict[str, Any]:
    return _list(
        description,
        _object(
            "a place that a figure rests on",
            table={"enum": list(_TABLES), "description": "table of the row, or rules for a text of MLCommons"},
            row_id=_text("key of the row in that table"),
            result_id={"type": "string", "description": "published ID of the result, empty where it has none"},
            repo=_text("repository, as owner/name on GitHub", pattern=r"^[\w.-]+/[\w.-]+$"),
            commit=_text("commit of that repository", pattern=_SHA1),
            path=_text("file in that commit"),
            blob={
                "type": ["string", "null"],
                "pattern": _SHA1,
                "description": "git blob id of the file; null for a result typed by hand",
            },
            line={
                "type": ["integer", "null"],
                "minimum": 1,
                "description": "line in the file; null for a result typed by hand",
            },
            url=_text(
                "link to the line at that commit",
                pattern=r"^https://github\.com/[^ ]+/blob/[0-9a-f]{40}/[^\s#]+(#L\d+)?$",
            ),
        ),
    )


CLAIM = _object(
    "a claim with its computed verdict",
    id=_text("name in the register", pattern="^[a-z0-9-]+$"),
    number={"type": "integer", "minimum": 1, "description": "number of the claim; its page is claims/NUMBER.html"},
    articles=_list(
        "articles that make the claim (data/articles.yml)",
        {"type": "string", "pattern": "^A[0-9]+$"},
        minItems=1,
        uniqueItems=True,
    ),
    kinds=_list("on what the test rests", {"enum": list(KINDS)}, minItems=1, uniqueItems=True),
    statement=_text("the claim in our words"),
    published=_object(
        "headline figure as published; both null for a claim without a figure",
        value={"type": ["number", "null"], "description": "the figure"},
        unit={"type": ["string", "null"], "description": "its unit"},
    ),
    computed=_or_null(
        _object(
            "the same figure as the raw results give it",
            value={"type": "number", "description": "the figure, not rounded"},
            unit=_text("its unit"),
        )
    ),
    verdict={"enum": list(VERDICTS), "description": "computed from figures and conditions; page Method says how"},
    conditions=_conditions("what the wording implies"),
    sensitivity=_or_null(
        _object(
            "range of the figure over all defensible readings",
            low={"type": "number", "description": "lowest reading"},
            high={"type": "number", "description": "highest reading"},
            n={"type": "integer", "minimum": 1, "description": "readings"},
            rank={"type": "integer", "minimum": 1, "description": "place of the published figure, 1 the highest"},
        )
    ),
    evidence=_evidence("rows that the verdict rests on"),
    sources=_list(
        "what is stated from outside the tables",
        _object("a source", what=_text("what is stated"), where=_text("an address, or a place in words")),
    ),
    afterwards=_or_null(
        _object(
            "what later rounds made of the claim",
            as_of=_text("latest round that was looked at"),
            what=_text("what was asked again"),
            status={"enum": [STANDS, IN_PART, NO_LONGER, NOW, STILL_NOT], "description": "in a few words"},
            conditions=_conditions("each check"),
            evidence=_evidence("later results behind the checks"),
        )
    ),
)
CLAIMS: dict[str, Any] = {"type": "array", "minItems": 1, "items": CLAIM}


def schema_document(site: str) -> dict[str, Any]:
    """The schema as a document of its own; ``site`` is the address that it is served below."""
    return {"$schema": DRAFT, "$id": f"{site}{FILE}", "title": "claims.json of claimcheck", **CLAIMS}
