"""Read the claims of a register, and make the JSON Schema of its file.

YAML's anchors keep each published figure, row and query in one place: ``published: &gain 2.77``, and ``*gain`` where
it is said again.

The JSON Schema of the file is made of the same model, so that an editor completes and refuses alike. What a schema
cannot say stays with the reader: whether a named row exists, whether results meet the filters, whether a unit fits.
"""

from __future__ import annotations

import json
from pathlib import Path

from claimcheck.claims.register.articles import read_articles, texts_of
from claimcheck.claims.register.claim import Claim, ClaimsFile, order
from claimcheck.core.documents import document, read
from claimcheck.data.paths import CLAIMS_FILE, DATA_DIR
from claimcheck.data.registers import read_register, read_registers


def load_register(data: Path = DATA_DIR, register: Path | None = None) -> list[Claim]:
    """The claims of every register of ``data``, or of ``register`` alone: a register's folder, or a file of claims.

    By number, register by register; for the articles of the register, or of those of ``data`` for a file alone. A claim
    without a number has its place in the file. Raises RegisterError for one fault (file, line, rule, the nearest known
    word), Faults for several.
    """
    if register is None:
        return [claim for head in read_registers(data) for claim in load_register(data, head.folder)]
    path = register / CLAIMS_FILE if register.is_dir() else register
    head = read_register(path.parent) if path.name == CLAIMS_FILE else None
    articles = texts_of(head, others=False) if head else read_articles(data)
    read_claims = read(path, ClaimsFile, {"articles": articles, "head": head}).claims.values()
    claims: dict[int | str, Claim] = {}
    for place, (claim, entry) in enumerate(zip(read_claims, document(path).section("claims").values(), strict=True), 1):
        if claim.number is None:
            claim = claim.model_copy(update={"number": head.called(place) if head else place})
        claim._entry, claim._head = entry, head
        if (other := claims.setdefault(claim.number, claim)) is not claim:
            raise entry.fail(f"number {claim.number} is {other.id}'s", "number", rule="a number names one claim")
    return sorted(claims.values(), key=lambda claim: order(claim.number))


# --- the schema of the file -----------------------------------------------------------------------

SCHEMA_FILE = "claims-register.schema.json"


def schema_text() -> str:
    """The JSON Schema (draft 2020-12) of a register's file, as the site serves it in SCHEMA_FILE for editors."""
    whole = {key: value for key, value in ClaimsFile.model_json_schema().items() if key != "title"}
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Claims about MLPerf results"}
    return json.dumps(draft | whole, indent=1, ensure_ascii=False) + "\n"
