"""Read the claims of a register, and make the JSON Schema of its file.

YAML's anchors keep each published figure, row and query in one place: ``published: &gain 2.77``, and ``*gain`` where
it is said again.

The JSON Schema of the file is made of the same model, so that an editor completes and refuses alike. What a schema
cannot say stays with the reader: whether a named row exists, whether results meet the filters, whether a unit fits.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from claimcheck.claims.register.articles import Article, read_articles, texts_of
from claimcheck.claims.register.claim import Claim, ClaimsFile, ConditionToTest, order
from claimcheck.claims.register.vocabulary import CONDITIONS, QUESTIONS
from claimcheck.core.documents import Faults, document
from claimcheck.core.errors import RegisterError
from claimcheck.data.paths import CLAIMS_FILE, DATA_DIR
from claimcheck.data.registers import ClaimRegister, read_register, read_registers


def read_each(
    path: Path, articles: Mapping[str, Article], head: ClaimRegister | None = None, ours: bool = False
) -> tuple[list[Claim], list[RegisterError]]:
    """Claims of the file ``path``, by number, and every fault of the others: file, line, rule, the nearest known word.

    ``articles`` are those that are known, ``head`` that of its register.
    What only ``ours`` need (OURS) may be missing in a reader's: a claim without a number gets its place in the file.
    Raises RegisterError for a file that is no register at all.
    """
    entries, context = document(path).section("claims"), {"articles": articles, "head": head, "ours": ours}
    claims: dict[int | str, Claim] = {}
    faults: list[RegisterError] = []
    for place, entry in enumerate(entries.values(), start=1):
        try:
            claim = Claim.of(entry, context)
        except RegisterError as fault:
            faults += fault.faults if isinstance(fault, Faults) else [fault]
            continue
        if claim.number is None:
            claim = claim.model_copy(update={"number": head.called(place) if head else place})
        claim._head = head
        if (other := claims.setdefault(claim.number, claim)) is not claim:
            told = f"number {claim.number} is {other.id}'s"
            faults.append(claim.entry.fail(told, "number", rule="a number names one claim"))
    if not entries:
        raise RegisterError("holds no claims", where=path, rule="a register has claims, each under its name")
    return sorted(claims.values(), key=lambda claim: order(claim.number)), faults


def load_register(data: Path = DATA_DIR, register: Path | None = None) -> list[Claim]:
    """The claims of every register of ``data``, or of ``register`` alone: a register's folder, or a file of claims.

    By number, register by register; for the articles of the register, or of those of ``data`` for a file alone.
    Raises RegisterError for one fault, Faults for several.
    """
    if register is None:
        return [claim for head in read_registers(data) for claim in load_register(data, head.folder)]
    path, articles, head = file_and_articles(register, data)
    claims, faults = read_each(path, articles, head, ours=True)
    if faults:
        raise faults[0] if len(faults) == 1 else Faults(path, faults)
    return claims


def file_and_articles(register: Path, data: Path = DATA_DIR) -> tuple[Path, dict[str, Article], ClaimRegister | None]:
    """The file of claims of a ``register`` (a folder, or a file), the articles that it knows, and its head, if any."""
    path = register / CLAIMS_FILE if register.is_dir() else register
    head = read_register(path.parent) if path.name == CLAIMS_FILE else None
    return path, texts_of(head, others=False) if head else read_articles(data), head


# --- the schema of the file -----------------------------------------------------------------------

SCHEMA_FILE = "claims-register.schema.json"


def schema_text() -> str:
    """The JSON Schema (draft 2020-12) of a register's file, as the site serves it in SCHEMA_FILE for editors."""
    whole = {key: value for key, value in ClaimsFile.model_json_schema().items() if key != "title"}
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Claims about MLPerf results"}
    return json.dumps(draft | whole, indent=1, ensure_ascii=False) + "\n"


def arguments() -> list[tuple[str, str, str]]:
    """Every argument of questions and conditions: its name, its kind and what it is."""
    words = (*QUESTIONS.values(), *CONDITIONS.values())
    fields = {name: ConditionToTest.model_fields[name] for word in words for name in (*word.must, *word.may)}
    kinds = {name: "boolean" if bool in get_args(field.annotation) else "text" for name, field in fields.items()}
    return [(name, kinds[name], str(field.description)) for name, field in fields.items()]
