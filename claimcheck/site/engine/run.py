"""Asks the engine, of the packed data, which are made when they are first needed.

Without pandas, unless the data have to be packed: a command that asks one question should take half a second.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import digest_of
from claimcheck.data.paths import DATA_DIR, PAGE_FILES
from claimcheck.site.engine.process import ENGINE, run

# The packed tables, and what they are made from: files of data/, and code.
PACKED = (
    *("results", "details", "open", "open-details", "training", "energy"),
    *("compare", "claims", "own", "chips"),
)
_DATA = (
    "tables/*",
    "typed/*",
    "facts/*",
    "derived/claims.json",
    "derived/numbers.csv",
    "claims/*/*.yml",
)
# Of the digest that names a folder of packed tables.
_DIGITS = 20
_CODE = ("core", "data", "analysis", "claims/texts", "site/engine")
# What reads the statements of claims while they are packed.
_READER = ("phrase.ts", "names.ts", "numbers.ts")


def ask(requests: Sequence[Mapping[str, Any]], data: Path = DATA_DIR) -> list[dict[str, Any]]:
    """Answers of the engine to ``requests``, in their order; that to a request at fault has its ``error``.

    Raises ClaimcheckError when node fails.
    """
    with packed(data) as folder:
        return run(requests, folder)


def answer(request: Mapping[str, Any], data: Path = DATA_DIR) -> dict[str, Any]:
    """The answer to one request. Raises ClaimcheckError for a request at fault."""
    (found,) = ask([request], data)
    if "error" in found:
        raise ClaimcheckError(found["error"], rule=found["rule"], fix=found["fix"])
    return found


@contextmanager
def packed(data: Path) -> Iterator[Path]:
    """The folder of the packed tables of ``data``: kept next to it, by what they are made from, or made for once."""
    folder = data.parent / "_build" / "engine" / _digest(data)
    if all((folder / f"{name}.js").is_file() for name in PACKED):
        yield folder
        return
    # Takes pandas, which takes longer than the engine.
    from claimcheck.analysis.derived import load_tables
    from claimcheck.site.engine.packed import write_packed

    tables = load_tables(data)
    try:
        write_packed(tables, folder)
    except OSError:  # a folder that nobody may write to, or a full disk
        with tempfile.TemporaryDirectory() as scratch:
            write_packed(tables, Path(scratch))
            yield Path(scratch)
    else:
        for other in folder.parent.glob("[0-9a-f]" * _DIGITS):
            if other != folder:
                shutil.rmtree(other, ignore_errors=True)
        yield folder


def _digest(data: Path) -> str:
    """A digest of the files that the packed tables of ``data`` are made from."""
    code = (path for room in _CODE for form in ("*.py", "*.yml") for path in (ENGINE.parents[1] / room).glob(form))
    files = (path for form in _DATA for path in data.glob(form))
    pages = (path for form in PAGE_FILES for path in data.parent.glob(form))
    reader = (ENGINE / name for name in _READER)
    return digest_of([*files, *code, *reader, *pages, ENGINE.parents[2] / "CITATION.cff"])[:_DIGITS]
