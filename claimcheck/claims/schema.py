"""JSON Schema of the claim register, from the model that reads it, so that an editor completes and refuses alike.

What a schema cannot say stays with the reader: whether a named row exists, whether results
meet the filters, whether a unit fits.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from claimcheck.claims.articles import FILE as ARTICLES
from claimcheck.claims.references import INHERITED
from claimcheck.claims.register import Also, Register
from claimcheck.claims.scope import ANY, COLUMNS, LATEST, NO_ACCELERATOR, chips
from claimcheck.heads import read_heads
from claimcheck.registers import read_yaml
from claimcheck.tables import DATA_DIR, load

FILE = "claims-register.schema.json"


def schema_text(data: Path = DATA_DIR) -> str:
    """The schema as it is in ``data/claims-register.schema.json``."""
    return json.dumps(schema(data), indent=1, ensure_ascii=False, sort_keys=False) + "\n"


def schema(data: Path = DATA_DIR) -> dict[str, Any]:
    """The schema (draft 2020-12), with the names that the tables and registers under ``data`` know."""
    names = _names(data)
    made = _filled(Register.model_json_schema(), names)
    for name, part in made["$defs"].items():
        if name.startswith(Also.__name__):
            # What an also lacks, the claim's first figure has.
            part["required"] = [key for key in part["required"] if key not in INHERITED]
    known = {f"known {kind}": {"enum": values} for kind, values in names.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Claims about MLPerf results",
        **{key: value for key, value in made.items() if key not in ("title", "$defs")},
        "$defs": {**made["$defs"], **known},
    }


def _names(data: Path) -> dict[str, list[str]]:
    """Known names by kind: filters, articles, price scenarios, clauses, mechanisms."""
    results, training = load("inference_results", data), load("training_results", data)
    kinds = (
        "submitter", "vendor", "accelerator", "benchmark", "scenario", "division", "round", "availability", "suite",
    )  # fmt: skip
    frames = {kind: [f[COLUMNS[kind]].dropna() for f in (results, training) if COLUMNS[kind] in f] for kind in kinds}
    found = {name: sorted({str(v) for series_ in series for v in series_}) for name, series in frames.items()}
    found["scenario"] = sorted({*found["scenario"], *training["scaling"].dropna(), "time to train"})
    found["chip"] = sorted({chip for name in found["accelerator"] for chip in chips(name)})
    found["accelerator"] = [NO_ACCELERATOR, *found["accelerator"]]
    found["round"] = [*found["round"], LATEST]
    found["division"] = [*found["division"], ANY]
    registers = {
        "prices": "prices.scenarios", "partners": "partners.partners",
        "clause": "rules.clauses", "mechanism": "mechanisms.mechanisms",
    }  # fmt: skip
    for kind, place in registers.items():
        file, _, section = place.partition(".")
        found[kind] = [name for name, _ in read_yaml(data / f"{file}.yml").section(section)]
    texts = (head.folder / ARTICLES for head in read_heads(data))
    known = (read_yaml(path).section("articles") for path in texts if path.is_file())
    found["articles"] = sorted({key for section in known for key, _ in section})
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
