"""The search for a Chromium, and what it says when none is usable."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from claimcheck import browser as chromium

MODULES = chromium.ROOT / "node_modules"


def program(folder: Path, name: str) -> Path:
    """A file that could be run."""
    path = folder / name
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_the_named_program_comes_first(tmp_path: Path) -> None:
    """CHROMIUM beats the PATH; a wrong one is an error, not a reason to look further."""
    on_path = program(tmp_path, "chromium")
    named = program(tmp_path, "mine")
    environ = {"PATH": str(tmp_path), "CHROMIUM": str(named)}
    assert chromium.find(environ, tmp_path).program == named
    assert chromium.find({"PATH": str(tmp_path)}, tmp_path).program == on_path
    with pytest.raises(chromium.BrowserMissing, match="CHROMIUM=/nowhere"):
        chromium.find(environ | {"CHROMIUM": "/nowhere"}, tmp_path)


def test_without_any_chromium_it_says_what_to_do(tmp_path: Path) -> None:
    """Neither a program nor the npm package."""
    with pytest.raises(chromium.BrowserMissing, match="make test"):
        chromium.find({"PATH": str(tmp_path)}, tmp_path)


def test_missing_libraries_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What neither the system nor the npm package has."""
    (tmp_path / "@sparticuz" / "chromium" / "bin").mkdir(parents=True)
    (tmp_path / ".chromium").mkdir()
    monkeypatch.setattr(chromium, "missing_libraries", lambda *_: ["libnss3.so", "libexpat.so.1"])
    with pytest.raises(chromium.BrowserMissing) as caught:
        chromium.from_npm(tmp_path)
    assert "libnss3.so, libexpat.so.1" in str(caught.value) and "apt-get install" in str(caught.value)


@pytest.mark.browser
@pytest.mark.parametrize("bare", [False, True], ids=["this system", "without its libraries"])
def test_the_npm_chromium_starts(bare: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the system's libraries, and with those that the package brings for a bare system."""
    if bare:
        missing = chromium.missing_libraries
        monkeypatch.setattr(chromium, "missing_libraries", lambda p, e=None: missing(p, e) if e else ["libnss3.so"])
    found = chromium.from_npm(MODULES)
    assert ("LD_LIBRARY_PATH" in found.environment) >= bare

    def title() -> str:
        with chromium.started(found) as browser:
            page = browser.new_page()
            page.set_content("<title>it draws</title><p>\N{CHECK MARK}</p>")
            return page.title()

    # Apart from the browser of the site's tests, which may still run: a thread has one of them at most.
    with ThreadPoolExecutor(max_workers=1) as apart:
        assert apart.submit(title).result() == "it draws"
