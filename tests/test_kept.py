"""What is kept between runs: never a result of other data or other code."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from claimcheck import kept as module
from claimcheck.kept import Kept

PACKAGE = {
    "__init__.py": "",
    "drawing.py": (
        "from claimcheck.inner import colour\n\n\n"
        "def paint(text, loud=False):\n    calls.append(text)\n    return f'{colour} {text} {loud}'\n\n\n"
        "def raw(text):\n    return text.encode()\n\n\ncalls = []\n"
    ),
    "inner.py": "colour = 'red'\n",
    "other.py": "nothing = 1\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package in place of claimcheck: a module that draws, one that it imports, one that it does not."""
    folder = tmp_path / "claimcheck"
    folder.mkdir()
    for name, text in PACKAGE.items():
        (folder / name).write_text(text)
    monkeypatch.setattr(module.proofs, "PACKAGE", folder)
    return folder


def load(package: Path, monkeypatch: pytest.MonkeyPatch) -> object:
    """The package's ``drawing`` as a new process would have it."""
    made = type(sys)("drawing")
    made.__file__ = str(package / "drawing.py")
    monkeypatch.setitem(sys.modules, "drawing", made)
    inner = type(sys)("claimcheck.inner")
    exec((package / "inner.py").read_text(), inner.__dict__)
    monkeypatch.setitem(sys.modules, "claimcheck.inner", inner)
    exec((package / "drawing.py").read_text(), made.__dict__)
    module.code_of.cache_clear()
    module.proofs._imports_of.cache_clear()
    return made


def test_a_result_is_computed_once_for_one_argument(package: Path, tmp_path: Path, monkeypatch) -> None:
    drawing, kept = load(package, monkeypatch), Kept(tmp_path / "kept")
    for _ in range(2):
        assert kept(drawing.paint, "a") == "red a False"
        assert kept(drawing.paint, "a", True) == "red a True"
        assert kept(drawing.paint, {"b": [1.5]}) == "red {'b': [1.5]} False"
        assert kept(drawing.raw, "a") == b"a"
    assert drawing.calls == ["a", "a", {"b": [1.5]}]
    assert Kept()(drawing.paint, "a") == "red a False" and len(drawing.calls) == 4


@pytest.mark.parametrize("changed", ["drawing.py", "inner.py", "tools"])
def test_other_code_and_other_tools_compute_again(package: Path, tmp_path: Path, monkeypatch, changed: str) -> None:
    kept = Kept(tmp_path / "kept")
    assert kept(load(package, monkeypatch).paint, "a") == "red a False"
    (package / "other.py").write_text("nothing = 2\n")
    same = load(package, monkeypatch)
    assert kept(same.paint, "a") == "red a False" and same.calls == [], "not a module that draws"
    if changed == "tools":
        monkeypatch.setattr(module.proofs, "tools", lambda: "another version of Vega")
    else:
        path = package / changed
        path.write_text(path.read_text().replace("red", "blue").replace("{text}", "<{text}>"))
    other = load(package, monkeypatch)
    found = kept(other.paint, "a")
    assert other.calls == ["a"] and found == other.paint("a")
