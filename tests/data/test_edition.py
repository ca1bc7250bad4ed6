"""CITATION.cff and CHANGELOG.md: what they say agrees with everything else that says it, and faults are named."""

from __future__ import annotations

import datetime
import os
import subprocess
from pathlib import Path

import pybtex.database
import pytest
import yaml

from claimcheck import __version__
from claimcheck.core.errors import RegisterError
from claimcheck.data import paths
from claimcheck.data.edition import (
    Edition,
    Work,
    checkout,
    read_changelog,
    read_citation,
    read_errata,
)
from tests.making import put


def test_the_version_is_that_of_the_package_and_of_the_latest_release() -> None:
    latest = read_changelog()[0]
    assert read_citation().version == __version__ == latest.version
    assert read_citation().released == latest.date


def test_a_state_after_an_edition_names_its_commit_and_day_and_whether_a_file_differs(tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=tmp_path, check=True, capture_output=True, text=True).stdout

    put(tmp_path, "kept.txt", "one")
    assert checkout(tmp_path / "nowhere") is None
    git("init", "-q")
    git("add", "-A")
    who = ("-c", "user.name=x", "-c", "user.email=x@example.com")
    # 28 November in New York, and the 29th in UTC.
    late = {**os.environ, "GIT_COMMITTER_DATE": "2026-11-28T23:30:00-0500"}
    subprocess.run(["git", *who, "commit", "-qm", "x"], cwd=tmp_path, check=True, env=late)
    commit, day = f"g{git('rev-parse', 'HEAD')[:12]}", datetime.date(2026, 11, 29)
    assert checkout(tmp_path) == (commit, day)
    put(tmp_path, "kept.txt", "two")
    checkout.cache_clear()
    assert checkout(tmp_path) == (f"{commit}.changed", day)


def test_the_address_is_the_sites(root: Path) -> None:
    config = yaml.safe_load((root / "_config.yml").read_text(encoding="utf-8"))
    publication = read_citation()
    assert publication.url == config["html"]["baseurl"]
    assert publication.repository == config["repository"]["url"]


# Changelogs ----------------------------------------------------------------------------------

GOOD = "# Changelog\n\n## Unreleased\n\n- c\n\n## 0.2.0 (2026-12-01)\n\n- b\n  and\n\n## 0.1.0 (2026-11-21)\n\n- a\n"


def test_releases_are_read_and_the_unreleased_is_not(tmp_path: Path) -> None:
    found = read_changelog(put(tmp_path, "CHANGELOG.md", GOOD))
    assert [(r.version, r.date, r.body, r.line) for r in found] == [
        ("0.2.0", datetime.date(2026, 12, 1), "- b\n  and", 7),
        ("0.1.0", datetime.date(2026, 11, 21), "- a", 12),
    ]


def test_a_malformed_changelog_names_its_line(tmp_path: Path) -> None:
    path = put(tmp_path, "CHANGELOG.md", GOOD.replace("0.2.0 (2026-12-01)", "0.2.0"))
    with pytest.raises(RegisterError, match=r"heading '0\.2\.0'\n  rule: ") as error:
        read_changelog(path)
    assert (error.value.where, error.value.line) == (str(path), 7)


# Our mistakes -----------------------------------------------------------------------------------

ERRATA_OF_TWO = """\
errata:
  first:
    found: 2027-01-05
    mended: 2027-01-06
    version: ["0.1.0", "0.1.1"]
    was: The axis was  in the wrong
      unit.
    now: It is in the right one.
    figures: ["notebooks/cost#fig-costs-wide"]
    claims: [7, 20]
  second-one: {found: 2027-03-01, version: ["0.2.0"], was: A count is too high., now: Not yet., claims: [7]}
"""


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("first:", "First One:", ":2: (?s:.*)First One"),
        ("notebooks/cost#fig-costs-wide", "costs-wide", ":9: (?s:.*)'costs-wide' is not a figure"),
        ("[7, 20]", "[77]", r":10: (?s:.*)did you mean 7\?"),
    ],
)
def test_a_broken_mistake_is_named_with_its_line(tmp_path: Path, right: str, wrong: str, message: str) -> None:
    put(tmp_path, paths.ERRATA, ERRATA_OF_TWO.replace(right, wrong))
    with pytest.raises(RegisterError, match=message):
        read_errata(tmp_path, {7, 20})


# A work, cited -------------------------------------------------------------------------------

TITLE = "60% & more_of {x} $3 ~ ^ \\input\r\nER  - \nTY  - HACK #1"


def test_bibtex_has_title_author_day_edition_and_address_whatever_the_title_holds() -> None:
    edition = Edition("0.3.0", datetime.date(2026, 11, 22), "https://book.example/")
    work = Work("claim7", TITLE, "https://book.example/claims/7.html", edition, "Verdict: reproduced")
    (entry,) = pybtex.database.parse_string(work.bibtex, "bibtex").entries.values()
    assert entry.key == "claimcheck2026claim7"
    assert (entry.fields["year"], entry.fields["date"], entry.fields["version"]) == ("2026", "2026-11-22", "0.3.0")
    title = r"60\% \& more\_of \{x\} \$3 \textasciitilde{} \textasciicircum{} \textbackslash{}input"
    assert entry.fields["url"] == work.address and title in entry.fields["title"]
