"""What was proven or kept holds for just that code, data and tools, and for no other."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType

import pytest

from claimcheck import proofs
from claimcheck.kept import Kept

# An import counts wherever it stands, and through another module.
PACKAGE = {
    "__init__": "",
    "drawing": (
        "calls = []\n\n\ndef paint(text, loud=False):\n    calls.append(text)\n    return f'{text} {loud}'\n\n\n"
        "def raw(text):\n    return text.encode()\n\n\ndef unused():\n    from claimcheck import one\n"
    ),
    "one": "def f():\n    from claimcheck import two\n",
    "two": "",
    "unrelated": "",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package in place of claimcheck."""
    folder = tmp_path / "claimcheck"
    folder.mkdir()
    monkeypatch.setattr(proofs, "PACKAGE", folder)
    for name, text in PACKAGE.items():
        write(folder / f"{name}.py", text)
    return folder


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    proofs._imports_of.cache_clear()
    proofs.of_module.cache_clear()


def drawing(package: Path) -> ModuleType:
    """The package's ``drawing`` as a new process would have it."""
    made = ModuleType("claimcheck.drawing")
    exec((package / "drawing.py").read_text(encoding="utf-8"), made.__dict__)
    return made


def test_the_proof_of_a_notebook_is_of_its_code_its_outputs_all_that_it_imports_and_the_data(package: Path) -> None:
    root, path = package.parent, package.parent / "a.ipynb"
    (root / "data").mkdir()

    def proof(prose: str = "Words.", code: str = "import claimcheck.one", output: str = "2.77") -> str:
        words = {"cell_type": "markdown", "source": [prose]}
        cell = {"cell_type": "code", "source": [code], "outputs": [output]}
        path.write_text(json.dumps({"cells": [words, cell]}), encoding="utf-8")
        return proofs.of_notebook(path, proofs.surroundings(root))

    before = proof()
    assert proof(prose="Other words.") == before
    assert len({before, proof(code="import claimcheck.one; 1"), proof(output="2.78")}) == 3
    write(package / "unrelated.py", "1")
    assert proof() == before
    write(package / "two.py", "1")
    assert (other := proof()) != before
    write(root / "data" / "prices.yml", "a: 1")
    assert proof() not in (before, other)


def test_a_result_is_computed_once_for_one_argument(package: Path, tmp_path: Path) -> None:
    made, keep = drawing(package), Kept(tmp_path / "kept")
    for _ in range(2):
        assert keep(made.paint, "a") == "a False"
        assert keep(made.paint, "a", True) == "a True"
        assert keep(made.paint, {"b": [1.5]}) == "{'b': [1.5]} False"
        assert keep(made.raw, "a") == b"a"
    assert made.calls == ["a", "a", {"b": [1.5]}]
    assert Kept()(made.paint, "a") == "a False" and len(made.calls) == 4


@pytest.mark.parametrize("changed", ["drawing", "two", "tools"])
def test_other_code_and_other_tools_compute_again(package: Path, tmp_path: Path, monkeypatch, changed: str) -> None:
    keep = Kept(tmp_path / "kept")
    assert keep(drawing(package).paint, "a") == "a False"
    write(package / "unrelated.py", "1")
    same = drawing(package)
    assert keep(same.paint, "a") == "a False" and same.calls == [], "not a module that draws"
    if changed == "tools":
        monkeypatch.setattr(proofs, "tools", lambda: "another version of Vega")
        proofs.of_module.cache_clear()
    else:
        path = package / f"{changed}.py"
        write(path, path.read_text(encoding="utf-8").replace("{text}", "<{text}>") + "\n1\n")
    other = drawing(package)
    assert keep(other.paint, "a") == other.paint("a") and other.calls == ["a", "a"]
