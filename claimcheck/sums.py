"""The site's hashes: ``SHA256SUMS`` lists every file of it, ``version.json`` names the edition and the list's own hash.

The list cannot have its own hash, nor that of the file which names it: these two files are not in it.
"""

from __future__ import annotations

import json
from pathlib import Path

from claimcheck.errors import ClaimcheckError
from claimcheck.publication import Publication
from claimcheck.tables.store import digest

FILE, VERSION = "SHA256SUMS", "version.json"


def listed(site: Path) -> str:
    """A line a file of ``site``, ``sha256  path``, as ``sha256sum`` prints it."""
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    return "".join(f"{digest(site / name)}  {name}\n" for name in names if name not in (FILE, VERSION))


def write(site: Path, publication: Publication, manifest: Path) -> None:
    """Write both files; ``manifest`` is that of the data, whose hash is the data's."""
    (site / FILE).write_text(listed(site), encoding="utf-8")
    found = {"version": publication.version, "date": publication.released.isoformat(), "site": digest(site / FILE)}
    if manifest.is_file():
        found["data"] = digest(manifest)
    (site / VERSION).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def check(site: Path) -> str:
    """The hash of ``site``. Raises ClaimcheckError, naming a file, where it is not as its list says."""
    if not (site / FILE).is_file():
        raise ClaimcheckError("not there", where=site / FILE, fix="run `make book`")
    told, found = (site / FILE).read_text(encoding="utf-8").splitlines(), listed(site).splitlines()
    if odd := sorted(line.partition("  ")[2] for line in set(told) ^ set(found)):
        rule = "every file is as it was when the site was built, and none is more or less"
        raise ClaimcheckError("is not as SHA256SUMS says", where=site / odd[0], rule=rule, fix="run `make book`")
    return digest(site / FILE)
