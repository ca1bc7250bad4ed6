"""An edition is released from one state, or it is refused with one reason."""

from __future__ import annotations

import datetime
import os
import subprocess
from pathlib import Path

import pytest

from claimcheck.build import release as releasing
from claimcheck.build.release import release
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.edition import CITATION, read_citation

DAY = datetime.date(2026, 12, 1)


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
    """A project whose edition 1.0.0 is built and committed."""
    monkeypatch.setattr(releasing, "__version__", "1.0.0")
    (tmp_path / ".gitignore").write_text("/_build/\n")
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## 1.0.0 ({DAY})\n\n- new\n")
    cited, now = CITATION.read_text(encoding="utf-8"), read_citation()
    cited = cited.replace(f"version: {now.version}", "version: 1.0.0").replace(f"{now.released}", f"{DAY}")
    (tmp_path / "CITATION.cff").write_text(cited)
    (tmp_path / "_build" / "html").mkdir(parents=True)
    (tmp_path / "_build" / "html" / "index.html").write_text("<p>now</p>")
    git(tmp_path, "init", "-q")
    committed(tmp_path)
    return tmp_path


# File, what is replaced in it, by what, and what the refusal says.
SPOILT = {
    "unreleased": ("CHANGELOG.md", "## 1", "## Unreleased\n\n- x\n\n## 1", "CHANGELOG.md:3: what is new has no"),
    "version": ("CHANGELOG.md", "1.0.0", "1.1.0", "CHANGELOG.md has 1.1.0, CITATION.cff 1.0.0, the package 1.0.0"),
    "day": ("CHANGELOG.md", "2026-12-01", "2026-12-02", "CHANGELOG.md has 2026-12-02, CITATION.cff 2026-12-01"),
    "unclean": ("CITATION.cff", "type: dataset", "type: software", "CITATION.cff is not as committed"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_state_that_is_no_edition_is_refused_and_nothing_is_written(project: Path, how: str) -> None:
    file, old, new, message = SPOILT[how]
    (project / file).write_text((project / file).read_text().replace(old, new))
    if how != "unclean":
        committed(project)
    with pytest.raises(ClaimcheckError) as error:
        release(project)
    assert message in str(error.value)
    assert not (project / "_build" / "release").exists()
