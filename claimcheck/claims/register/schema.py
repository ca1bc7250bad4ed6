"""JSON Schema of the claim register, from the model that reads it, so that an editor completes and refuses alike.

What a schema cannot say stays with the reader: whether a named row exists, whether results
meet the filters, whether a unit fits.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from claimcheck.claims.register.articles import read_articles
from claimcheck.claims.register.claim import AlsoCondition, ClaimsFile
from claimcheck.claims.register.reading import INHERITED, QUERIED
from claimcheck.claims.tables import load_tables
from claimcheck.claims.words.language import CONDITIONS, QUESTIONS
from claimcheck.claims.words.rows import NO_ACCELERATOR, known, names_of
from claimcheck.core.documents import (
    Model,
)
from claimcheck.data.tables import DATA_DIR

FILE = "claims-register.schema.json"
# Filters whose values the results know.
_KINDS = (
    "submitter", "vendor", "accelerator", "benchmark", "scenario", "division", "round", "availability", "suite", "chip",
)  # fmt: skip


# What says what is asked, where no query does.
_ASKS = ("test", "ask", "over")
# The query of another figure or condition.
_ELSEWHERE = {
    "type": "object",
    "properties": {"claim": {"type": "string"}, **{key: {"type": "integer", "minimum": 1} for key in QUERIED}},
    "additionalProperties": False,
}


def schema_text(data: Path = DATA_DIR) -> str:
    """The schema as the site serves it in ``claims-register.schema.json``."""
    return json.dumps(schema(data), indent=1, ensure_ascii=False, sort_keys=False) + "\n"


def schema(data: Path = DATA_DIR) -> dict[str, Any]:
    """The schema (draft 2020-12), with the names that the tables and registers under ``data`` know."""
    names = _names(data)
    made = _filled(ClaimsFile.model_json_schema(), names)
    for name, part in made["$defs"].items():
        # What an also lacks, the claim's first figure has; what has a query says by that what is asked.
        also = name.startswith(AlsoCondition.__name__)
        left = (*(INHERITED if also else ()), *(_ASKS[also:] if name.endswith("sql") else ()))
        part["required"] = [key for key in part.get("required", ()) if key not in left]
        if "sql" in part.get("properties", {}):
            part["properties"]["sql"] = {"anyOf": [part["properties"]["sql"], _ELSEWHERE]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Claims about MLPerf results",
        **{key: value for key, value in made.items() if key not in ("title", "$defs")},
        "$defs": {**made["$defs"], **{f"known {kind}": {"enum": values} for kind, values in names.items()}},
    }


def _names(data: Path) -> dict[str, list[str]]:
    """Known names by kind: filters, articles, price scenarios, clauses, mechanisms."""
    tables = load_tables(data)
    frames = tables.results, tables.trained
    found = {kind: sorted({name for rows in frames for name in known(rows, kind)}) for kind in _KINDS}
    found["accelerator"] = [NO_ACCELERATOR, *(name for name in found["accelerator"] if name != NO_ACCELERATOR)]
    found["mechanism"] = list(names_of(tables, "mechanism"))
    found["articles"] = sorted({key.rpartition("/")[2] for key in read_articles(data)})
    return found


def _filled(part: Any, names: dict[str, list[str]], kind: str | None = None) -> Any:
    """A part of the model's schema with the names that are known, and without what an editor has no use for."""
    if isinstance(part, list):
        return [_filled(one, names, kind) for one in part]
    if not isinstance(part, dict):
        return part
    kind = part.get("names", kind) if not isinstance(part.get("names"), dict) else kind
    if kind in names and part.get("type") == "string":
        described = {"description": part["description"]} if "description" in part else {}
        return {"$ref": f"#/$defs/known {kind}".replace(" ", "%20"), **described}
    made = {}
    for key, value in part.items():
        if key in ("properties", "$defs"):
            made[key] = {name: _filled(inside, names) for name, inside in value.items()}
        elif key not in ("names", "title", "default", "discriminator"):
            made[key] = _filled(value, names, kind)
    if {"type": "null"} in made.get("anyOf", ()):
        # Nothing is written for what is not given.
        rest = [one for one in made.pop("anyOf") if one != {"type": "null"}]
        made = {**made, **(rest[0] if len(rest) == 1 else {"anyOf": rest})}
    return made


def arguments() -> list[tuple[str, str, str]]:
    """Every argument of questions and conditions: its name, its kind and what it is, with its choices where few."""
    found: dict[str, dict[str, Any]] = {}
    for asked in (*QUESTIONS.values(), *CONDITIONS.values()):
        properties = asked.model(Model, "asked").model_json_schema()["properties"]
        found |= {name: part for name, part in properties.items() if name not in (*found, "asked")}
    return [(name, *_kind(part)) for name, part in found.items()]


def _kind(part: dict[str, Any]) -> tuple[str, str]:
    options = [one for one in part.get("anyOf", [part]) if one.get("type") != "null"]
    words = {"array": "list", "object": "mapping", "string": "text", None: "filters"}
    kinds = dict.fromkeys(words.get(one.get("type"), one.get("type")) for one in options)
    texts = [one.get("items", one) for one in options]
    choices = [choice for one in texts for choice in one.get("enum", ())]
    what = next((one["description"] for one in (part, *options, *texts) if "description" in one), "a text")
    few = ": " + ", ".join(f"``{choice}``" for choice in choices) if 0 < len(choices) < 15 else ""
    return " or ".join(kinds), f"{what}{few}"
