"""JSON Schema of the claim register, made from what its reader checks, so that an editor completes and refuses alike.

What a schema cannot say stays with the reader: whether a named row exists, whether results
meet the filters, whether a unit fits.
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any

from claimcheck.claims.arguments import ARGUMENT, OF_QUESTION, WHAT, Argument
from claimcheck.claims.conditions import ARGUMENTS, CONDITIONS
from claimcheck.claims.history import GROUNDS
from claimcheck.claims.questions import QUESTIONS
from claimcheck.claims.register import KEYS, KINDS, RULES, SENSITIVITIES
from claimcheck.claims.scope import ANY, FILTERS, NO_ACCELERATOR, chips
from claimcheck.claims.select import PICKS
from claimcheck.registers import read_yaml
from claimcheck.tables import DATA_DIR, load

FILE = "claims.schema.json"
PUBLISHED_AT = "claims-register.schema.json"

# What each key of a claim is for.
KEY = {
    "number": "a number of the claim's own; its place in the file unless given",
    "short": "a few words for tables of contents (this book's)",
    "articles": "articles of data/articles.yml that say it (this book's; a reader gives said_by)",
    "said_by": "who said it",
    "source": "where: an address",
    "date": "when",
    "statement": "the claim in your words; {figure.1} is the first published figure",
    "rows": "results that the claim names, each under a name of yours, found by filters and at most one pick",
    "figures": "what was published, and the question whose answer must give it; the first is the headline",
    "must": "conditions without which the claim does not come out at all",
    "conditions": "what the wording implies; one that fails makes it reproduced, with conditions",
    "contradicted_if": "what, when the claim does not come out, shows the opposite",
    "sensitivity": "the range of the first figure over every defensible reading",
    "strongest_case": "the best that can be said for the claim",
    "not_testable": "why nothing here can test it, and what would",
    "page": "the book's page about it (this book's)",
    "afterwards": "what to ask again of the latest round",
    "evidence": "rows that the claim rests on beside those of its figures",
    "kinds": "what the test rests on",
    "picture": "page and id of a figure that shows it (this book's)",
    "sources": "what is stated from outside: what, and where",
}
RULE = {
    "rounds": "our figure, rounded half up to decimals, is the published one",
    "whole": "our figure, cut to a whole number, is the published one",
    "more_than": "our figure is above the published bound (over 60%)",
    "at_least": "our figure is the published bound or above (up to 2.7x)",
    "in_span": "the published figure lies in the range that our answer leaves open (cost, wins)",
}
PICK = {
    "per_accelerator": "the result whose figure per accelerator, rounded to decimals, is this one",
    "value": "the result whose figure, rounded to decimals, is this one",
    "best_per_accelerator": "true: the one best result per accelerator",
    "best_value": "true: the one best result (of times, the shortest)",
}


def schema_text(data: Path = DATA_DIR) -> str:
    """The schema as it stands in ``data/claims.schema.json``."""
    return json.dumps(schema(data), indent=1, ensure_ascii=False, sort_keys=False) + "\n"


def schema(data: Path = DATA_DIR) -> dict[str, Any]:
    """The schema (draft 2020-12), with the names that the tables and registers under ``data`` know."""
    names = _names(data)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Claims about MLPerf results",
        "description": "A register of claims, as `claimcheck check FILE` reads it.",
        "type": "object",
        "properties": {
            "claims": {
                "description": "claims, each under a name of its own",
                "type": "object",
                "minProperties": 1,
                "additionalProperties": {"$ref": "#/$defs/claim"},
            }
        },
        "required": ["claims"],
        "additionalProperties": False,
        "$defs": {
            "claim": _claim(names),
            "row": _row(),
            "filters": _filters(),
            "figure": _figure({"articles": _texts("articles of the claim that print it", names["articles"])}),
            "condition": _condition(),
            **{f"filter-{name}": values for name, values in _filter_values(names).items()},
        },
    }


def _names(data: Path) -> dict[str, list[str]]:
    """Known names by filter, and the articles."""
    results, training = load("inference_results", data), load("training_results", data)
    columns = {
        "submitter": "submitter", "vendor": "platform_vendor", "accelerator": "accelerator", "benchmark": "benchmark",
        "scenario": "scenario", "division": "division", "round": "round", "availability": "availability",
        "suite": "suite",
    }  # fmt: skip
    frames = {name: [f[c].dropna() for f in (results, training) if c in f] for name, c in columns.items()}
    found = {name: sorted({str(v) for series in series_ for v in series}) for name, series_ in frames.items()}
    found["scenario"] = sorted({*found["scenario"], *training["scaling"].dropna(), "time to train"})
    found["chip"] = sorted({chip for name in found["accelerator"] for chip in chips(name)})
    found["accelerator"] = [NO_ACCELERATOR, *found["accelerator"]]
    found["articles"] = [name for name, _ in read_yaml(data / "articles.yml").section("articles")]
    found["prices"] = [name for name, _ in read_yaml(data / "prices.yml").section("scenarios")]
    return found


def _filter_values(names: dict[str, list[str]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, what in FILTERS.items():
        if name in names:
            made[name] = {"description": what, "enum": names[name]}
        elif name == "accelerators":
            made[name] = {"description": what, "type": "integer", "minimum": 1}
        else:
            made[name] = {"description": what, "type": "string", "minLength": 1}
    return made


def _row() -> dict[str, Any]:
    number = {"anyOf": [{"type": "number"}, _object({"figure": {"type": "integer", "minimum": 1}}, ["figure"])]}
    picks = {name: number | {"description": PICK[name]} for name in PICKS if not name.startswith("best")}
    picks |= {name: {"type": "boolean", "description": PICK[name]} for name in PICKS if name.startswith("best")}
    filters = {name: {"$ref": f"#/$defs/filter-{name}"} for name in FILTERS}
    decimals = {"type": "integer", "minimum": 0, "maximum": 6, "description": "decimals of the pick"}
    other = _object({"claim": {"type": "string"}, "row": {"type": "string"}}, ["claim", "row"])
    own = _object({**filters, **picks, "decimals": decimals}, [])
    return {"anyOf": [own | {"description": "filters, and at most one pick"}, other]}


def _filters() -> dict[str, Any]:
    made = {}
    for name in FILTERS:
        one: dict[str, Any] = {"$ref": f"#/$defs/filter-{name}"}
        if name == "division":
            one = {"anyOf": [one, {"const": ANY}]}
        made[name] = {"anyOf": [one, {"type": "array", "items": one, "minItems": 1}]}
    made["up_to"] = {"$ref": "#/$defs/filter-round"}
    return _object(made, []) | {"description": ARGUMENT["where"].what}


def _published() -> dict[str, Any]:
    reference = _object({"claim": {"type": "string"}, "figure": {"type": "integer", "minimum": 1}}, ["claim", "figure"])
    return {"description": "the published figure", "anyOf": [{"type": "number"}, reference]}


_PRINTED = ("published", "unit", "decimals", "rule")


def _figure(more: dict[str, Any], needed: tuple[str, ...] = _PRINTED) -> dict[str, Any]:
    """A figure, or an ``also``: one form for every question, so that an editor offers its arguments."""
    forms = []
    common = {
        "published": _published(),
        "unit": {"type": "string", "description": "unit, as the question gives it: x, %, tokens/s, place, ..."},
        "decimals": {"type": "integer", "minimum": 0, "maximum": 6, "description": "decimals as published"},
        "rule": {"enum": list(RULES), "description": "; ".join(f"{k}: {v}" for k, v in RULE.items())},
        **more,
    }
    for name, question in QUESTIONS.items():
        asked, optional = OF_QUESTION[name]
        own = {"ask": {"const": name, "description": first_sentence(question)}}
        arguments = {key: _argument(key, ARGUMENT[key], name) for key in (*asked, *optional)}
        forms.append(_object({**common, **own, **arguments}, [*needed, "ask", *asked]))
    return {"required": ["ask"], "properties": {"ask": {"enum": list(QUESTIONS)}}, "oneOf": forms}


def _condition() -> dict[str, Any]:
    return _one_of_tests(list(CONDITIONS))


def _one_of_tests(tests: list[str]) -> dict[str, Any]:
    plain = [name for name in tests if not ARGUMENTS.get(name, ((), ()))[0]]
    forms: list[dict[str, Any]] = [{"type": "string", "enum": plain, "description": "a condition without arguments"}]
    for name in tests:
        needed, optional = ARGUMENTS.get(name, ((), ()))
        arguments = {key: _argument(key, ARGUMENT[key], name) for key in (*needed, *optional)}
        own = {"test": {"const": name, "description": first_sentence(CONDITIONS[name])}}
        forms.append(_object({**own, **arguments}, ["test", *needed]))
    # What an also lacks of published, unit, rule and decimals, the claim's first figure has.
    test = {"test": {"const": "also", "description": "another figure that comes out as well"}}
    also = _figure({**test, "says": _argument("says", ARGUMENT["says"], "also")}, ("test", "says"))
    return {"anyOf": [*forms, also]}


def _argument(name: str, argument: Argument, asked: str) -> dict[str, Any]:
    choices = list(WHAT[asked]) if name == "what" else list(argument.choices)
    text: dict[str, Any] = {"enum": choices} if choices else {"type": "string", "minLength": 1}
    many = {"type": "array", "items": text, "minItems": 1}
    made = {
        "text": text,
        "texts": many,
        "names": {"anyOf": [text, many]},
        "integer": {"type": "integer"},
        "boolean": {"type": "boolean"},
        "mapping": {"type": "object", "minProperties": 1},
        "filters": {"$ref": "#/$defs/filters"},
    }[argument.kind]
    return {**made, "description": argument.what}


def _claim(names: dict[str, list[str]]) -> dict[str, Any]:
    conditions = {"type": "array", "items": {"$ref": "#/$defs/condition"}}
    text = {"type": "string", "minLength": 1}
    part: dict[str, Any] = {
        "number": {"type": "integer"},
        "articles": _texts("", names["articles"]),
        "date": {"type": ["string", "integer"]},
        "rows": {"type": "object", "additionalProperties": {"$ref": "#/$defs/row"}},
        "figures": {"type": "array", "items": {"$ref": "#/$defs/figure"}},
        "must": conditions,
        "conditions": conditions,
        "contradicted_if": conditions,
        "sensitivity": {"oneOf": [_sensitivity(over, keys) for over, keys in SENSITIVITIES.items()]},
        "afterwards": _object({"what": text, "checks": conditions}, ["what", "checks"]),
        "evidence": {"type": "array", "items": {"oneOf": [_ground(name) for name in GROUNDS]}},
        "kinds": {"type": "array", "items": {"enum": list(KINDS)}},
        "sources": {"type": "array", "items": _object({"what": text, "where": text}, ["what", "where"])},
    }
    properties = {key: {**part.get(key, text), "description": KEY[key]} for key in KEYS}
    tests = [{"required": [key]} for key in ("figures", "must", "not_testable")]
    return _object(properties, ["statement"]) | {"anyOf": tests}


def _sensitivity(over: str, keys: tuple[str, ...]) -> dict[str, Any]:
    values = {
        "benchmark": {"$ref": "#/$defs/filter-benchmark"},
        "scenario": {"$ref": "#/$defs/filter-scenario"},
        "accelerator": {"$ref": "#/$defs/filter-accelerator"},
        "of": {"$ref": "#/$defs/row"},
        "tally": {"enum": list(ARGUMENT["tally"].choices)},
        "before": {"$ref": "#/$defs/filter-round"},
        "after": {"$ref": "#/$defs/filter-round"},
    }
    return _object({"over": {"const": over}, **{key: values[key] for key in keys}}, ["over", *keys])


def _ground(name: str) -> dict[str, Any]:
    find, needed = GROUNDS[name]
    own = {"find": {"const": name, "description": first_sentence(find)}}
    return _object({**own, **{key: _argument(key, ARGUMENT[key], name) for key in needed}}, ["find", *needed])


def _texts(what: str, choices: list[str]) -> dict[str, Any]:
    return {"type": "array", "items": {"enum": choices}, "minItems": 1, "description": what}


def _object(properties: dict[str, Any], needed: list[str]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def first_sentence(function: Any) -> str:
    """The first paragraph of a function's docstring, in one line, without code marks."""
    return " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].replace("``", "").split())
