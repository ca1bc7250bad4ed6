"""``make release``: the built site as the archive of an edition, and as what is published with the editions before it.

make builds the site first where it is not of this state.

The archive is the site itself: pages, tables in every form, ``SHA256SUMS``, ``CITATION.cff``, ``CHANGELOG.md``.
Equal sites give equal archives: entries are sorted, and their times, owner and mode are fixed.
"""

from __future__ import annotations

import argparse
import datetime
import gzip
import hashlib
import io
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path

import yaml

from claimcheck import __version__, sums
from claimcheck.editions import FOLDER, Recorded, changes, headlines, read_editions, statements
from claimcheck.errors import ClaimcheckError
from claimcheck.publication import ROOT, Release, read_changelog, read_citation, unreleased
from claimcheck.tables import digest, write_files
from claimcheck.writing import alone, replaced

TARGET = Path("_build", "release")
_FRONT = Path("book", "index.md")
_DONE = """\
{archive}
  SHA-256 {archived}
  SHA256SUMS in it {sums}

What to do now, by hand:
1. Commit {record}: the next edition is compared with it.
2. Tag the commit of the edition: git tag v{version} {commit}, and push both.
3. Publish {site}, which has every edition at editions/VERSION/.
4. For a DOI, upload the archive to an archive of research data, with title, authors and licence as in CITATION.cff.
5. Keep the archive: the next release takes it from EARLIER=DIR.
"""


class ReleaseError(ClaimcheckError):
    """This state of the project cannot be an edition."""


def release(root: Path, earlier: Path | None = None) -> str:
    """Write the edition of ``root`` into ``_build/release``, whole or not at all; what to do next, in words.

    ``earlier`` has the archives of the editions before. Raises ClaimcheckError for a state that is no edition.
    """
    edition, commit = _edition(root), _commit(root)
    data, site = root / "data", root / "_build" / "html"
    releases = read_changelog(root / "CHANGELOG.md")
    recorded = read_editions(data, releases)
    if edition.version in recorded:
        fix = "give the next edition another version in CHANGELOG.md, CITATION.cff and claimcheck/__init__.py"
        rule = "an edition that is out does not change"
        raise ReleaseError(f"{edition.version} is released already", where=root / "data" / FOLDER, rule=rule, fix=fix)
    changes(data, releases)
    hashed = sums.check(site)
    archives = _archives(recorded, earlier)
    name = f"claimcheck-{edition.version}"
    target = root / TARGET
    with replaced(target) as part:
        shutil.copytree(site, part / "site")
        content = packed(site, name, edition.date)
        (part / f"{name}.tar.gz").write_bytes(content)
        for version, path in {**archives, edition.version: part / f"{name}.tar.gz"}.items():
            unpack(path, part / "site" / FOLDER / version)
    archived = hashlib.sha256(content).hexdigest()
    before = [key for one in [*recorded.values()][-1:] for key in one.said]
    said = headlines(statements(data), (root / _FRONT).read_text(encoding="utf-8"), before)
    found = {"commit": commit, "archive": archived, "said": said}
    record = data / FOLDER / f"{edition.version}.yml"
    text = yaml.safe_dump(found, sort_keys=False, allow_unicode=True, width=2**31)
    write_files({record.relative_to(data).as_posix(): text.encode()}, data)
    places = {"archive": target / f"{name}.tar.gz", "site": target / "site", "record": record}
    shown = {what: path.relative_to(root) for what, path in places.items()}
    return _DONE.format(archived=archived, sums=hashed, version=edition.version, commit=commit, **shown)


def _edition(root: Path) -> Release:
    """The edition that all files agree on. Raises ReleaseError, PublicationError."""
    changelog = root / "CHANGELOG.md"
    if line := unreleased(changelog):
        fix = "call it the new version, with its day: ## 1.2.3 (2026-01-31)"
        raise ReleaseError("what is new has no version", where=changelog, line=line, fix=fix)
    newest, cited = read_changelog(changelog)[0], read_citation(root / "CITATION.cff")
    rule = "CHANGELOG.md, CITATION.cff and claimcheck/__init__.py name one edition"
    if not newest.version == cited.version == __version__:
        message = f"CHANGELOG.md has {newest.version}, CITATION.cff {cited.version}, the package {__version__}"
        raise ReleaseError(message, where=changelog, line=newest.line, rule=rule, fix="give all three the same version")
    if newest.date != cited.released:
        message = f"CHANGELOG.md has {newest.date}, CITATION.cff {cited.released}"
        raise ReleaseError(message, where=changelog, line=newest.line, rule=rule, fix="give both the same day")
    return newest


def _commit(root: Path) -> str:
    """The commit of ``root``. Raises ReleaseError where there is none, or where a file differs from it."""
    try:
        changed, commit = (
            subprocess.run(
                ["git", *arguments], cwd=root, check=True, capture_output=True, encoding="utf-8", timeout=60
            ).stdout
            for arguments in (("status", "--porcelain"), ("rev-parse", "HEAD"))
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise ReleaseError("is no checkout of a commit", where=root, rule="an edition names its commit") from error
    if changed:
        first, *others = changed.splitlines()
        more = f" and {len(others)} more" if others else ""
        rule, fix = "an edition is what its commit holds", "commit it, or put it away"
        raise ReleaseError(f"{first[3:]}{more} is not as committed", where=root, rule=rule, fix=fix)
    return commit.strip()


def _archives(recorded: Mapping[str, Recorded], earlier: Path | None) -> dict[str, Path]:
    """The archive of every edition that has one. Raises ReleaseError where it is missing or another."""
    found = {}
    for version, one in recorded.items():
        if one.archive is None:
            continue
        path = (earlier or Path()) / f"claimcheck-{version}.tar.gz"
        rule = "every edition stays at its address"
        if earlier is None or not path.is_file():
            fix = "make release EARLIER=DIR, the folder with the archives of earlier editions"
            raise ReleaseError("the archive of an edition is missing", where=path, rule=rule, fix=fix)
        if digest(path) != one.archive:
            raise ReleaseError(f"its SHA-256 is not {one.archive}", where=path, rule="an edition does not change")
        found[version] = path
    return found


def packed(site: Path, name: str, day: datetime.date) -> bytes:
    """The files of ``site`` in a folder ``name``, as a gzipped tar in which only names and contents can differ."""
    when = int(datetime.datetime.combine(day, datetime.time(), datetime.UTC).timestamp())
    content = io.BytesIO()
    with (
        gzip.GzipFile("", "wb", 9, content, mtime=0) as stream,
        tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in sorted(site.rglob("*"), key=lambda path: path.relative_to(site).as_posix()):
            if path.is_file():
                entry = tarfile.TarInfo(f"{name}/{path.relative_to(site).as_posix()}")
                entry.size, entry.mtime, entry.mode = path.stat().st_size, when, 0o644
                with path.open("rb") as file:
                    archive.addfile(entry, file)
    return content.getvalue()


def unpack(path: Path, folder: Path) -> None:
    """The files of an archive that ``packed`` made, in ``folder``. Raises ReleaseError for another kind of file."""
    try:
        with tarfile.open(path) as archive:
            for entry in archive:
                entry.name = entry.name.partition("/")[2]
                archive.extract(entry, folder, filter="data")
    except (OSError, EOFError, tarfile.TarError) as error:
        raise ReleaseError(f"cannot be unpacked: {error}", where=path) from error
    sums.check(folder)


def main(argv: list[str] | None = None) -> int:
    """Release the project; return the exit code."""
    parser = argparse.ArgumentParser(prog="make release")
    parser.add_argument("--earlier", type=Path, help="folder with the archives of earlier editions")
    try:
        with alone(ROOT):
            print(release(ROOT, parser.parse_args(argv).earlier), end="")
    except (ClaimcheckError, OSError) as error:
        print(f"make release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
