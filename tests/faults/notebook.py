"""Run a recorded notebook in this process, without a kernel, and compare what it states and draws with its record."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path

from claimcheck.same import differences

# What cells give as data: numbers and figures.
_MIME = "application/vnd.claimcheck."


def differing(path: Path) -> list[str]:
    """Numbers, or the figure, that ``path`` first gives otherwise than recorded; the error of a cell that fails."""
    space: dict[str, object] = {"__name__": "__main__"}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        parsed = ast.parse("".join(cell["source"]))
        last = parsed.body.pop() if parsed.body and isinstance(parsed.body[-1], ast.Expr) else None
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(parsed, path.name, "exec"), space)
                shown = eval(compile(ast.Expression(last.value), path.name, "eval"), space) if last else None
                bundle = shown._repr_mimebundle_() if hasattr(shown, "_repr_mimebundle_") else {}
        except Exception as error:
            return [f"{type(error).__name__}"]
        now = bundle[0] if isinstance(bundle, tuple) else bundle
        for output in cell["outputs"]:
            for kind, made in output.get("data", {}).items():
                new = json.loads(json.dumps(now.get(kind)))
                if kind.startswith(_MIME) and any(differences(made, new)):
                    same = (new or {}).get("numbers", ())
                    stated = [one["key"] for one in made.get("numbers", ()) if one not in same]
                    return stated or [f"figure {made.get('id', '')}".strip()]
    return []
