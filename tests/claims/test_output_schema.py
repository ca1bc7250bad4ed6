"""The JSON Schema of claims.json: well formed, described throughout, and strict."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from claimcheck.claims.output_schema import CLAIM, CLAIMS, schema_document


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Every schema of a property or of a list's items."""
    for found in schema.get("properties", {}).values():
        yield found
        yield from parts(found)
    for found in (schema.get("items"), *schema.get("anyOf", ())):
        if found:
            yield from parts(found)


def test_it_is_a_schema() -> None:
    document = schema_document("https://example.org/")
    jsonschema.Draft202012Validator.check_schema(document)
    assert document["$id"] == "https://example.org/claims.schema.json"
    assert json.loads(json.dumps(document)) == document


def test_everything_is_described() -> None:
    found = list(parts(CLAIM))
    assert len(found) > 30
    assert [part for part in found if not part.get("description")] == []


@pytest.fixture(scope="module")
def printed(claims) -> list[dict[str, Any]]:
    return json.loads(json.dumps([claims[number].as_json() for number in sorted(claims)]))


def test_the_claims_keep_it(printed: list[dict[str, Any]]) -> None:
    jsonschema.Draft202012Validator(CLAIMS).validate(printed)


@pytest.mark.parametrize(
    "change",
    [
        {"verdict": "true"},
        {"number": 0},
        {"articles": []},
        {"kinds": ["hearsay"]},
        {"published": {"value": 1}},
        {"afterwards": {"as_of": "v6.1"}},
        {"more": 1},
        {"statement": ""},
    ],
    ids=str,
)
def test_a_claim_of_another_form_is_refused(printed: list[dict[str, Any]], change: dict[str, Any]) -> None:
    bad = {**copy.deepcopy(printed[0]), **change}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(CLAIMS).validate([bad])
