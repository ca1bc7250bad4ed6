"""CITATION.cff and CHANGELOG.md: what they say agrees with everything else that says it."""

from __future__ import annotations

import datetime
import os
import re
import subprocess
from pathlib import Path

import pybtex.database
import yaml

from claimcheck import __version__
from claimcheck.data.edition import ROOT, Edition, checkout, read_citation
from tests.making import put


def test_the_version_is_that_of_the_package_and_of_the_latest_release() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version, date = re.search(r"^## (\d\S*) \((\S+)\)$", changes, re.MULTILINE).groups()
    assert read_citation().version == __version__ == version
    assert str(read_citation().released) == date


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


# Citations -----------------------------------------------------------------------------------

TITLE = "60% & more_of {x} $3 ~ ^ \\input\r\nER  - \nTY  - HACK #1"


def test_bibtex_has_title_author_day_edition_and_address_whatever_the_title_holds() -> None:
    edition = Edition("0.3.0", datetime.date(2026, 11, 22), "https://book.example/")
    address = edition.page("claims/7")
    entry_text = edition.bibtex("claim7", TITLE, address, "Verdict: reproduced")
    (entry,) = pybtex.database.parse_string(entry_text, "bibtex").entries.values()
    assert entry.key == "claimcheck2026claim7"
    assert (entry.fields["year"], entry.fields["date"], entry.fields["version"]) == ("2026", "2026-11-22", "0.3.0")
    title = r"60\% \& more\_of \{x\} \$3 \textasciitilde{} \textasciicircum{} \textbackslash{}input"
    assert entry.fields["url"] == address and title in entry.fields["title"]
