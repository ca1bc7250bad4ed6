"""An edition is released whole, from one state and the same each time, or not at all with one reason."""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import subprocess
import tarfile
from pathlib import Path

import pytest
import yaml

from claimcheck import release as releasing
from claimcheck import sums
from claimcheck.claims.recorded import FILE as CLAIMS
from claimcheck.errors import ClaimcheckError
from claimcheck.numbers import FILE, listed, words
from claimcheck.publication import CITATION, read_citation
from claimcheck.release import packed, release, unpack
from claimcheck.tables import check_manifest, write_manifest

DAY = datetime.date(2026, 12, 1)
CHANGELOG = "# Changelog\n\n## 0.3.0 (2026-12-01)\n\n- new\n\n## 0.2.0 (2026-11-21)\n\n- old\n"


def git(folder: Path, *arguments: str) -> str:
    """Run git as somebody."""
    who = {f"GIT_{role}_{what}": "a@b.example" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull}
    return subprocess.run(
        ["git", *arguments], cwd=folder, env=environment, check=True, capture_output=True, encoding="utf-8"
    ).stdout


def committed(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "x")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose edition 0.3.0 is built and committed; 0.2.0, before it, has an archive."""
    root = tmp_path / "project"
    site = root / "_build" / "html"
    for folder in (site / "claims", root / "data" / "derived", root / "data" / "editions", root / "book"):
        folder.mkdir(parents=True)
    monkeypatch.setattr(releasing, "__version__", "0.3.0")
    (root / ".gitignore").write_text("/_build/\n")
    (root / "CHANGELOG.md").write_text(CHANGELOG)
    cited = CITATION.read_text(encoding="utf-8")
    cited = cited.replace(f"version: {read_citation().version}", "version: 0.3.0")
    (root / "CITATION.cff").write_text(cited.replace(f"{read_citation().released}", f"{DAY}"))
    (root / "book" / "index.md").write_text("It is {n}`a.n`.\n")
    (site / "index.html").write_text("<p>now</p>")
    (site / "claims" / "1.html").write_text("<p>one</p>")
    sums.write(site, read_citation(root / "CITATION.cff"), root / "data" / "MANIFEST")
    old = tmp_path / "earlier"
    (old / "site").mkdir(parents=True)
    (old / "site" / "index.html").write_text("<p>then</p>")
    sums.write(old / "site", read_citation(), root / "none")
    archive = packed(old / "site", "claimcheck-0.2.0", DAY)
    (old / "claimcheck-0.2.0.tar.gz").write_bytes(archive)
    record = {"commit": "a" * 40, "archive": hashlib.sha256(archive).hexdigest(), "said": {"b.n": "2"}}
    (root / "data" / "editions" / "0.2.0.yml").write_text(yaml.safe_dump(record))
    (root / "data" / CLAIMS).write_text(json.dumps([{"number": 1, "verdict": "undefined"}]))
    numbers = [words(key, text, how="made") for key, text in {"a.n": "1", "b.n": "2", "c.n": "3"}.items()]
    (root / "data" / FILE).write_text(listed(numbers))
    write_manifest(root / "data")
    git(root, "init", "-q")
    committed(root)
    return root


def test_a_release_is_the_site_with_every_edition_at_its_address(project: Path, tmp_path: Path) -> None:
    commit = git(project, "rev-parse", "HEAD").strip()
    told = release(project, tmp_path / "earlier")
    made = project / "_build" / "release"
    assert sorted(path.name for path in made.iterdir()) == ["claimcheck-0.3.0.tar.gz", "site"]
    for folder, text in {"": "now", "editions/0.2.0": "then", "editions/0.3.0": "now"}.items():
        assert (made / "site" / folder / "index.html").read_text() == f"<p>{text}</p>"
    assert (made / "site" / "editions" / "0.3.0" / "SHA256SUMS").read_bytes() == (
        project / "_build" / "html" / "SHA256SUMS"
    ).read_bytes()
    hashed = hashlib.sha256((made / "claimcheck-0.3.0.tar.gz").read_bytes()).hexdigest()
    record = yaml.safe_load((project / "data" / "editions" / "0.3.0.yml").read_text())
    # b.n was a headline number before; c.n is none.
    said = {"a.n": "1", "b.n": "2", "claim.1.verdict": "undefined"}
    assert record == {"commit": commit, "archive": hashed, "said": said}
    assert check_manifest(project / "data")
    assert hashed in told and commit in told and sums.check(project / "_build" / "html") in told


def test_the_same_site_gives_the_same_archive_wherever_and_whenever_it_lies(tmp_path: Path) -> None:
    made = []
    for folder, names, mode, when in (("a", "xyz", 0o644, 0), ("b", "zxy", 0o600, 10**9)):
        site = tmp_path / folder / "site"
        (site / "d").mkdir(parents=True)
        for name in names:
            path = site / ("d" if name == "y" else "") / name
            path.write_text(name)
            path.chmod(mode)
            os.utime(path, (when, when))
        made.append(packed(site, "claimcheck-1", DAY))
    assert made[0] == made[1]
    (tmp_path / "a.tar.gz").write_bytes(made[0])
    with tarfile.open(tmp_path / "a.tar.gz") as archive:
        found = {(e.name, e.mtime, e.uid, e.gid, e.uname, e.gname, e.mode) for e in archive}
    assert found == {(f"claimcheck-1/{name}", 1796083200, 0, 0, "", "", 0o644) for name in ("d/y", "x", "z")}


RECORD = f"commit: {'a' * 40}\nsaid: {{b.n: '2'}}\n"
# File, what is replaced in it (nothing: all), by what (None: it is removed), and what the refusal says.
SPOILT = {
    "unreleased": ("CHANGELOG.md", "## 0.3.0", "## Unreleased\n\n- more\n\n## 0.3.0",
                   "CHANGELOG.md:3: what is new has no version"),
    "version": ("CHANGELOG.md", "0.3.0", "0.4.0", "CHANGELOG.md has 0.4.0, CITATION.cff 0.3.0, the package 0.3.0"),
    "day": ("CHANGELOG.md", "2026-12-01", "2026-12-02", "CHANGELOG.md has 2026-12-02, CITATION.cff 2026-12-01"),
    "unclean": ("book/index.md", "", "changed\n", "book/index.md is not as committed"),
    "reason": (f"data/{FILE}", "b.n,2", "b.n,5", "since 0.2.0 has changed, and no reason is given: b.n"),
    "site": ("_build/html/index.html", "now", "touched", "index.html: is not as SHA256SUMS says"),
    "more": ("_build/html/new.html", "", "<p>new</p>", "new.html: is not as SHA256SUMS says"),
    "archive": ("../earlier/claimcheck-0.2.0.tar.gz", "", "other", "its SHA-256 is not"),
    "missing": ("../earlier/claimcheck-0.2.0.tar.gz", "", None, "the archive of an edition is missing"),
    "released": ("data/editions/0.3.0.yml", "", RECORD, "0.3.0 is released already"),
}  # fmt: skip


@pytest.mark.parametrize("how", SPOILT)
def test_a_state_that_is_no_edition_is_refused_and_nothing_is_written(project: Path, tmp_path: Path, how: str) -> None:
    file, old, new, message = SPOILT[how]
    path = project / file
    if new is None:
        path.unlink()
    else:
        path.write_text(path.read_text().replace(old, new) if old else new)
    if how != "unclean" and git(project, "status", "--porcelain"):
        committed(project)
    before = {path: path.read_bytes() for path in (project / "data").rglob("*") if path.is_file()}
    with pytest.raises(ClaimcheckError) as error:
        release(project, tmp_path / "earlier")
    assert message in str(error.value)
    assert before == {path: path.read_bytes() for path in (project / "data").rglob("*") if path.is_file()}
    assert sorted(path.name for path in (project / "_build").iterdir()) == ["html"]


def test_a_folder_that_is_no_checkout_is_refused(project: Path, tmp_path: Path) -> None:
    (project / ".git").rename(tmp_path / "away")
    with pytest.raises(ClaimcheckError, match="is no checkout of a commit"):
        release(project, tmp_path / "earlier")


def test_an_archive_cannot_write_outside_its_folder(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "bad.tar.gz", "w:gz") as archive:
        archive.add(__file__, "claimcheck-1/../../outside")
    with pytest.raises(ClaimcheckError, match="cannot be unpacked"):
        unpack(tmp_path / "bad.tar.gz", tmp_path / "a" / "b")
    assert not (tmp_path / "outside").exists() and not (tmp_path / "a" / "outside").exists()
