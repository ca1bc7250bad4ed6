"""What is served beside the pages, and a changelog that gives no feed."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.errors import PublicationError
from claimcheck.site import datafiles


def test_hidden_files_are_not_served(tmp_path: Path) -> None:
    for name in ("b.csv", "typed/a.csv", ".x", ".cache/y"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert datafiles.served(tmp_path) == [Path("b.csv"), Path("typed/a.csv")]


@pytest.mark.parametrize(("line", "place"), [(7, "CHANGELOG.md:7"), (None, "CHANGELOG.md:1")])
def test_a_malformed_changelog_is_a_warning_at_its_line(
    monkeypatch: pytest.MonkeyPatch, line: int | None, place: str
) -> None:
    said = []

    def malformed() -> None:
        raise PublicationError("heading '0.2'", where="CHANGELOG.md", line=line, rule="a heading is so")

    monkeypatch.setattr(datafiles, "read_changelog", malformed)

    def warning(words: str, *values: object, location: str) -> None:
        said.append((words % values, location))

    monkeypatch.setattr(datafiles.logger, "warning", warning)
    datafiles.check_changelog(None)
    assert said == [("heading '0.2' (a heading is so)", place)]


def test_a_good_changelog_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datafiles.logger, "warning", lambda *words, **place: pytest.fail(str(words)))
    datafiles.check_changelog(None)
