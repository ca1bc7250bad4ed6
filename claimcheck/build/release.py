"""``make release``: the built site as the archive of an edition.

make builds the site first where it is not of this state.

The archive is the site itself: pages, tables in every form, ``SHA256SUMS``, ``CITATION.cff``, ``CHANGELOG.md``.
Equal sites give equal archives: entries are sorted, and their times, owner and mode are fixed.
"""

from __future__ import annotations

import datetime
import subprocess
import sys
from pathlib import Path

from claimcheck import __version__
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.files import digest, locked
from claimcheck.data.edition import ROOT, read_changelog, read_citation, unreleased
from claimcheck.site.files import BUILD_NOTE

TARGET = Path("_build", "release")
_DONE = """\
{archive}
  SHA-256 {sha256}

What to do now, by hand:
1. Tag the commit of the edition: git tag v{version} {commit}, and push both.
2. Publish _build/html with the archive unpacked in editions/{version}/, next to the editions that are there already.
3. For a DOI, upload the archive to an archive of research data, with title, authors and licence as in CITATION.cff.
"""


def release(root: Path) -> str:
    """Write the archive of the edition of ``root``, whose site is built; what to do next, in words.

    Raises ClaimcheckError for a state that is no edition.
    """
    changelog = root / "CHANGELOG.md"
    if line := unreleased(changelog):
        fix = "call it the new version, with its day: ## 1.2.3 (2026-01-31)"
        raise ClaimcheckError("what is new has no version", where=changelog, line=line, fix=fix)
    newest, cited = read_changelog(changelog)[0], read_citation(root / "CITATION.cff")
    named = {"CHANGELOG.md has": newest.version, "CITATION.cff": cited.version, "the package": __version__}
    days = {"CHANGELOG.md has": newest.date, "CITATION.cff": cited.released}
    for said in (named, days):
        if len(set(said.values())) > 1:
            message = ", ".join(f"{file} {what}" for file, what in said.items())
            rule = "CHANGELOG.md, CITATION.cff and claimcheck/__init__.py name one edition"
            raise ClaimcheckError(message, where=changelog, line=newest.line, rule=rule, fix="make them the same")
    commit = _commit(root)
    archive = root / TARGET / f"claimcheck-{newest.version}.tar.gz"
    archive.parent.mkdir(parents=True, exist_ok=True)
    pack(root / "_build" / "html", archive, newest.date)
    shown = archive.relative_to(root)
    return _DONE.format(archive=shown, sha256=digest(archive.read_bytes()), version=newest.version, commit=commit)


def _commit(root: Path) -> str:
    """The commit of ``root``. Raises ClaimcheckError where a file differs from it."""

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, encoding="utf-8").stdout

    if changed := git("status", "--porcelain").splitlines():
        more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
        rule, fix = "an edition is what its commit holds", "commit it, or put it away"
        raise ClaimcheckError(f"{changed[0][3:]}{more} is not as committed", where=root, rule=rule, fix=fix)
    return git("rev-parse", "HEAD").strip()


def pack(site: Path, archive: Path, day: datetime.date) -> None:
    """Write the files of ``site`` into ``archive``, in which only names and contents can differ (GNU tar)."""
    command = ["tar", "--create", f"--file={archive}", "--use-compress-program=gzip -9n", "--sort=name"]
    command += [f"--mtime={day} 00:00Z", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"]
    command += [f"--exclude=./{BUILD_NOTE}"]
    subprocess.run([*command, f"--directory={site}", "."], check=True)


def main() -> int:
    """Release the project; return the exit code."""
    try:
        with locked(ROOT):
            print(release(ROOT), end="")
    except (ClaimcheckError, OSError, subprocess.SubprocessError) as error:
        print(f"make release: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
