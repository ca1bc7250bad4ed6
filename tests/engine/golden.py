"""Answers of the engine that were read through once: a question and what is kept of its answer in each line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from claimcheck.site.engine.run import ask


def agree(name: str, request: Callable[..., dict[str, Any]], summary: Callable[[dict[str, Any]], Any]) -> list[Any]:
    """Assert that the engine answers each question of ``golden/NAME.jsonl`` as it is there; return the summaries.

    With CLAIMCHECK_GOLDEN set the answers are written, to be read through before they are committed.
    """
    path = Path(__file__).parent / "golden" / f"{name}.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    answers = ask([request(*(question if isinstance(question, list) else [question])) for question, _ in lines])
    found = [[question, summary(said)] for (question, _), said in zip(lines, answers, strict=True)]
    if os.environ.get("CLAIMCHECK_GOLDEN"):
        path.write_text("".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in found), encoding="utf-8")
    else:
        assert [line for line, own in zip(lines, found, strict=True) if line != json.loads(json.dumps(own))] == []
    return found
