"""JSON Schema of the claim register, from the model that reads it, so that an editor completes and refuses alike.

What a schema cannot say stays with the reader: whether a named row exists, whether results
meet the filters, whether a unit fits.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from claimcheck.analysis.derived import load_tables
from claimcheck.claims.register.articles import read_articles
from claimcheck.claims.register.claim import AlsoCondition, ClaimsFile
from claimcheck.claims.register.reading import INHERITED, QUERIED
from claimcheck.claims.words.rows import NO_ACCELERATOR, known
from claimcheck.claims.words.vocabulary import CONDITIONS, QUESTIONS
from claimcheck.data.paths import DATA_DIR

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
    whole = _filled(ClaimsFile.model_json_schema(), names)
    for name, part in whole["$defs"].items():
        # What an also lacks, the first figure has; a rule follows from the words before a figure; what has a query
        # says by that what is asked.
        also = name.startswith(AlsoCondition.__name__)
        left = ("rule", *(INHERITED if also else ()), *(_ASKS[also:] if name.endswith("sql") else ()))
        part["required"] = [key for key in part.get("required", ()) if key not in left]
        if "sql" in part.get("properties", {}):
            part["properties"]["sql"] = {"anyOf": [part["properties"]["sql"], _ELSEWHERE]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Claims about MLPerf results",
        **{key: value for key, value in whole.items() if key not in ("title", "$defs")},
        "$defs": {**whole["$defs"], **{f"known {kind}": {"enum": values} for kind, values in names.items()}},
    }


def _names(data: Path) -> dict[str, list[str]]:
    """Known names by kind: filters, articles, price scenarios, clauses, mechanisms."""
    tables = load_tables(data)
    frames = tables.results, tables.trained
    names = {kind: sorted({name for rows in frames for name in known(rows, kind)}) for kind in _KINDS}
    names["accelerator"] = [NO_ACCELERATOR, *(name for name in names["accelerator"] if name != NO_ACCELERATOR)]
    names["mechanism"] = list(tables.mechanisms.mechanisms) if tables.mechanisms else []
    names["articles"] = sorted({key.rpartition("/")[2] for key in read_articles(data)})
    return names


def _filled(part: Any, names: dict[str, list[str]], kind: str | None = None) -> Any:
    """A part of the model's schema with the names that are known, and without what an editor has no use for."""
    if isinstance(part, list):
        return [_filled(item, names, kind) for item in part]
    if not isinstance(part, dict):
        return part
    kind = part.get("names", kind) if not isinstance(part.get("names"), dict) else kind
    if kind in names and part.get("type") == "string":
        described = {"description": part["description"]} if "description" in part else {}
        return {"$ref": f"#/$defs/known {kind}".replace(" ", "%20"), **described}
    kept = {}
    for key, value in part.items():
        if key in ("properties", "$defs"):
            kept[key] = {name: _filled(inside, names) for name, inside in value.items()}
        elif key not in ("names", "title", "default", "discriminator"):
            kept[key] = _filled(value, names, kind)
    if {"type": "null"} in kept.get("anyOf", ()):
        # Nothing is written for what is not given.
        rest = [item for item in kept.pop("anyOf") if item != {"type": "null"}]
        kept = {**kept, **(rest[0] if len(rest) == 1 else {"anyOf": rest})}
    return kept


def arguments() -> list[tuple[str, str, str]]:
    """Every argument of questions and conditions: its name, its kind and what it is, with its choices where few."""
    parts: dict[str, dict[str, Any]] = {}
    for word in (*QUESTIONS.values(), *CONDITIONS.values()):
        properties = word.arguments.model_json_schema().get("properties", {})
        parts |= {name: part for name, part in properties.items() if name not in parts}
    return [(name, *_kind(part)) for name, part in parts.items()]


def _kind(part: dict[str, Any]) -> tuple[str, str]:
    options = [option for option in part.get("anyOf", [part]) if option.get("type") != "null"]
    words = {"array": "list", "object": "mapping", "string": "text", None: "filters"}
    kinds = dict.fromkeys(words.get(option.get("type"), option.get("type")) for option in options)
    texts = [option.get("items", option) for option in options]
    choices = [choice for option in texts for choice in option.get("enum", ())]
    what = next((option["description"] for option in (part, *options, *texts) if "description" in option), "a text")
    few = ": " + ", ".join(f"``{choice}``" for choice in choices) if 0 < len(choices) < 15 else ""
    return " or ".join(kinds), f"{what}{few}"
