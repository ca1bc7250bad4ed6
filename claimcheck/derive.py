"""``claimcheck derive``: what follows from the tables, the register and the recorded notebooks, written once.

Everything downstream (site, PDFs, command line) reads what this writes and computes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from claimcheck.claims.evaluate import evaluate
from claimcheck.claims.export import write_whole
from claimcheck.claims.model import ClaimResult
from claimcheck.claims.numbers import of_claims
from claimcheck.numbers import FILE, Number, listed, read_numbers, recorded
from claimcheck.tables import DATA_DIR, write_manifest


def numbers_text(claims: Sequence[ClaimResult], notebooks: Path, data: Path = DATA_DIR) -> str:
    """``numbers.csv``: what the recorded ``notebooks`` state, and what ``claims`` came to."""
    stated = [one for path in sorted(notebooks.glob("*.ipynb")) for one in recorded(path)]
    stated += of_claims(claims, data)
    known = {one.key for one in stated}
    return listed([*stated, *(one for one in _unstated(data) if one.key not in known)])


def _unstated(data: Path) -> list[Number]:
    """Numbers that no notebook states yet: as they were computed by the modules that this replaces."""
    return [one for one in read_numbers(data).values() if not one.source] if (data / FILE).is_file() else []


def derive(data: Path = DATA_DIR, notebooks: Path | None = None) -> dict[str, bool]:
    """Write what is derived, each file whole, then the manifest; name -> whether it changed.

    ``notebooks`` is the folder of the recorded notebooks, that beside ``data`` unless given. Raises ClaimcheckError.
    """
    notebooks = notebooks or data.parent / "notebooks"
    claims = evaluate(data)
    texts = {FILE: numbers_text(claims, notebooks, data)}
    changed = {}
    for name, text in texts.items():
        path = data / name
        changed[name] = not path.is_file() or path.read_text(encoding="utf-8") != text
        if changed[name]:
            write_whole(path, text.encode())
    write_manifest(data)
    return changed
