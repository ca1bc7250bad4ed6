"""What a build has proven already, so that a changed sentence does not run everything again.

A notebook's outputs were equal to what its code gives: that stays true while its code, every module of this package
that the code imports, every file of ``data/`` and every installed package are the same. A digest of all of them is kept
in ``_build``, and nothing else is: a proof is never a result, and what is shown is always what is recorded. A clean
checkout has no proofs, and CI runs everything.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

from claimcheck.writing import write

PACKAGE = Path(__file__).resolve().parent
FILE = Path("_build", "proofs.json")
# Read by the package beside its own modules and data/.
_BESIDE = ("CITATION.cff", "CHANGELOG.md", "_config.yml", "_toc.yml", "requirements.txt", "package-lock.json")


def digest(*parts: str | bytes) -> str:
    """SHA-256 over ``parts``, each with its length, so that no two lists of parts give the same text."""
    found = hashlib.sha256()
    for part in parts:
        raw = part.encode() if isinstance(part, str) else part
        found.update(f"{len(raw)}\0".encode() + raw)
    return found.hexdigest()


def of_files(paths: Iterable[Path], root: Path) -> str:
    """One digest for files: their places below ``root`` and their contents. A path that is no file counts as absent."""
    parts = [(p.relative_to(root).as_posix(), p.read_bytes() if p.is_file() else b"absent") for p in sorted(set(paths))]
    return digest(*(one for part in parts for one in part))


@functools.cache
def tools() -> str:
    """The interpreter and every installed package, by version."""
    installed = sorted(f"{d.metadata['Name']}=={d.version}" for d in metadata.distributions())
    return digest(sys.version, *installed)


def surroundings(root: Path) -> str:
    """What every notebook depends on beside code: ``data/``, the project's own description, the tools."""
    data = [path for path in (root / "data").rglob("*") if path.is_file()]
    return digest(tools(), of_files([*data, *(root / name for name in _BESIDE)], root))


# An import of this package, in a line or in brackets; found ten times as fast as by parsing. A docstring that shows one
# counts too, as does a word in a comment: a proof then depends on more than it must.
_IMPORT = re.compile(r"(?m)^[ \t]*(?:from|import)[ \t]+(claimcheck[\w.]*)(?:[ \t]+import[ \t]+(\([^)]*\)|.*))?")


def of_notebook(reference: Path, around: str) -> str:
    """The digest of a recorded notebook: its code cells with their outputs, all that they import, ``around``.

    Prose is not part of it. Raises ValueError or KeyError for a file that is no notebook.
    """
    cells = [cell for cell in json.loads(reference.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    sources = ["".join(cell["source"]) for cell in cells]
    used = modules("\n".join(sources))
    return digest(around, json.dumps(cells, sort_keys=True), of_files(used, PACKAGE))


def modules(source: str) -> set[Path]:
    """Every module of this package that Python ``source`` imports, wherever in it, and all that these import."""
    found: set[Path] = set()
    waiting = list(_imported(source))
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imports_of(path)
    return found


@functools.cache
def of_module(name: str) -> str:
    """A digest of the module ``name`` of this package, of all that it imports from there, and of the tools."""
    return digest(tools(), of_files(modules(f"import {name}"), PACKAGE))


@functools.cache
def _imports_of(path: Path) -> tuple[Path, ...]:
    return tuple(_imported(path.read_text(encoding="utf-8")))


def _imported(source: str) -> Iterator[Path]:
    for module, names in _IMPORT.findall(source):
        yield from _files_of(module)
        for name in re.findall(r"\w+", names):
            yield from _files_of(f"{module}.{name}")


def _files_of(name: str) -> Iterator[Path]:
    """The module ``name`` of this package, and the ``__init__`` of every package around it."""
    first, *rest = name.split(".")
    if first != PACKAGE.name:
        return
    folder = PACKAGE
    yield folder / "__init__.py"
    for part in rest:
        folder = folder / part
        for path in (folder / "__init__.py", folder.with_suffix(".py"), *folder.glob("*.sql")):
            if path.is_file():
                yield path


class Proofs:
    """The digests of what was proven, by name, in ``_build/proofs.json`` of the project in ``root``."""

    def __init__(self, root: Path) -> None:
        self._path = root / FILE
        try:
            known = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            known = {}
        self._known: dict[str, str] = known if isinstance(known, dict) else {}

    def holds(self, name: str, proof: str) -> bool:
        """Whether ``name`` was proven with just this digest."""
        return self._known.get(name) == proof

    def keep(self, proven: dict[str, str]) -> None:
        """Note what was proven now."""
        self._known |= proven
        self._path.parent.mkdir(exist_ok=True)
        write(self._path, json.dumps(self._known, indent=1, sort_keys=True).encode())
