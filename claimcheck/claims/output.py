"""What ``claimcheck claims --json`` prints and the site serves as ``claims.json``: its form, and its JSON Schema."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from claimcheck.claims.model import ClaimResult
from claimcheck.core.printing import steady

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
