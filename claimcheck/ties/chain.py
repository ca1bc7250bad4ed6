"""One chain of checksums: round, commit, rows, typed files, tables, notebooks, numbers, page.

From the commit down to the rows, ``claimcheck verify`` walks with the repository at hand: each folder and file is
hashed on the way, and what it found is in the table ``verified``. From there on everything is in this repository.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from claimcheck.errors import ClaimcheckError
from claimcheck.ingest.verify import digest_of, rows_of
from claimcheck.numbers import listed, read_numbers, recorded
from claimcheck.registers import Model, read
from claimcheck.tables import DATA_DIR, TABLES, check_manifest, digest
from claimcheck.ties.tie import Fault, Ground

TYPED = "typed.yml"
# What a notebook prints first: the files that it reads, with their hashes.
_PRINTED = re.compile(r"^(\S+)  sha256 ([0-9a-f]{64})$", re.MULTILINE)
# Files of data that the site serves as they are.
_SERVED = ("numbers.csv", "MANIFEST", "inference_results.csv.gz", "training_results.csv.gz", "loadgen_runs.csv.gz")


class _Typed(Model):
    """A table typed by hand: the day on which it was last read against its source, and its hash then."""

    read: datetime.date
    sha256: str


class _TypedFiles(Model):
    """``typed.yml``."""

    files: dict[str, _Typed]


def verified_rows(ground: Ground) -> Iterator[Fault]:
    """The rows of a repository are, by their digest, those last rebuilt from the commit that its round names."""
    names = [name for name, table in TABLES.items() if table.ingested]
    frames = {name: ground[name] for name in names}
    for row in ground["verified"].to_dict("records"):
        rounds = row["rounds"].split(", ")
        for key in rounds:
            round_ = ground.rounds.get(key)
            if round_ is None or (round_.repo, round_.commit) != (row["repo"], row["commit"]):
                rule = "the round was rebuilt from the commit that rounds.yml names"
                yield Fault("verified", row["repo"], "commit", row["commit"], rule)
        own = rows_of(frames, rounds)
        if sum(map(len, own.values())) != row["rows"] or digest_of(own) != row["sha256"]:
            rule = f"the rows of {row['rounds']} are those that were rebuilt from {row['repo']}@{row['commit'][:10]}"
            yield Fault("verified", row["repo"], "sha256", row["sha256"], rule)
    known = {key for rounds in ground["verified"]["rounds"] for key in rounds.split(", ")}
    for key, round_ in ground.rounds.items():
        if round_.source != "typed" and key not in known:
            yield Fault("verified", round_.repo, "rounds", key, "a round that is read from a repository was verified")


def typed_files(ground: Ground) -> Iterator[Fault]:
    """A typed table is the one that was last read against its source, by its hash."""
    known = read(ground.data / TYPED, _TypedFiles).files
    there = {path.relative_to(ground.data).as_posix() for path in (ground.data / "typed").glob("*.csv")}
    for name in sorted(there ^ known.keys()):
        yield Fault(TYPED, name, "sha256", "no file" if name in known else "not named", "each typed table is named")
    for name in sorted(there & known.keys()):
        if (now := digest(ground.data / name)) != known[name].sha256:
            rule = f"it was read against its source on {known[name].read}; read it again and record the hash"
            yield Fault(TYPED, name, "sha256", now, rule)


def _manifest(root: Path) -> str:
    return f"{check_manifest(root / 'data')} files have the hash that MANIFEST names"


def _notebooks(root: Path) -> str:
    printed = 0
    for notebook in sorted((root / "notebooks").glob("*.ipynb")):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        texts = ["".join(one.get("text", ())) for cell in cells for one in cell.get("outputs", ())]
        for name, sha in _PRINTED.findall("\n".join(texts)):
            if digest(root / "data" / name) != sha:
                rule = "a notebook is recorded with the tables that it reads"
                raise ClaimcheckError(f"was recorded with another {name}", where=notebook, rule=rule)
            printed += 1
    return f"{printed} hashes that notebooks recorded are those of their tables"


def _numbers(root: Path) -> str:
    held = read_numbers(root / "data")
    stated = [one for path in sorted((root / "notebooks").glob("*.ipynb")) for one in recorded(path)]
    own = [one for one in held.values() if one.source.startswith("notebooks/")]
    for one, other in zip(listed(stated).splitlines(), listed(own).splitlines(), strict=False):
        if one != other:
            raise ClaimcheckError(f"holds {other}; the notebook states {one}", where=root / "data" / "numbers.csv")
    if len(stated) != len(own):
        raise ClaimcheckError(f"{len(own)} numbers, {len(stated)} stated", where=root / "data" / "numbers.csv")
    return f"{len(stated)} numbers are as their notebooks state them"


def _page(root: Path) -> str:
    site = root / "_build" / "html" / "data"
    if not site.is_dir():
        return "no site is built here"
    for name in _SERVED:
        if digest(site / name) != digest(root / "data" / name):
            raise ClaimcheckError("is not the file of data/", where=site / name, rule="the site serves the tables")
    return "the site serves these files"


SOURCES: dict[str, Callable[[Ground], Iterator[Fault]]] = {"rows": verified_rows, "typed files": typed_files}
LINKS: dict[str, Callable[[Path], str]] = {
    "files": _manifest,
    "notebooks": _notebooks,
    "numbers": _numbers,
    "page": _page,
}


def walk(root: Path = DATA_DIR.parent) -> Iterator[tuple[str, bool, str]]:
    """Each link of the chain: its name, whether it holds, and what was found, up to the first that breaks."""
    ground = Ground(root / "data")
    for name, link in SOURCES.items():
        faults = list(link(ground))
        yield name, not faults, str(faults[0]) if faults else " ".join((link.__doc__ or "").split())
        if faults:
            return
    for name, check in LINKS.items():
        try:
            yield name, True, check(root)
        except ClaimcheckError as error:
            yield name, False, str(error)
            return
