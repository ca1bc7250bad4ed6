"""Numbers: stated by a cell, recorded with its notebook, listed in numbers.csv, printed as they are."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from claimcheck.core.errors import TableError
from claimcheck.core.printing import steady
from claimcheck.data import paths
from claimcheck.data.numbers import Number, listed, number, read_numbers, stated, words
from tests.making import put


def written(folder: Path, *made: Number) -> Path:
    """A notebook as ``make notebooks`` records it, one cell stating these numbers."""
    outputs = [{"output_type": "display_data", "data": one._repr_mimebundle_()} for one in made]
    cell = {"cell_type": "code", "source": "", "outputs": outputs}
    path = folder / "cost.ipynb"
    path.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": ""}, cell]}), encoding="utf-8")
    return path


def test_what_depends_on_the_processor_is_not_recorded() -> None:
    # 0.1 + 0.2 stands for a sum or logarithm whose last digits another processor gives otherwise.
    assert number("a.sum", 0.1 + 0.2, how="a sum").value == 0.3
    data = {"rows": [{"x": 0.1 + 0.2, "name": "0.30000000000000004", "n": 3}, (1 / 3,)]}
    assert steady(data) == {"rows": [{"x": 0.3, "name": "0.30000000000000004", "n": 3}, [0.333333333333]]}


def test_what_a_cell_states_comes_back_from_notebook_and_table(tmp_path: Path) -> None:
    made = [
        number(
            "pair.own", 1.905, "x", 2, how="the rack against itself, per accelerator", rows=["b/2", "a/1", "b/1", "a/1"]
        ),
        number("metric.runs-n", 544, how="runs"),
        words("largest.who", 'Nebius, "8"', how="holder", rows=["a/1"]),
    ]
    found = stated(written(tmp_path, *made).parent)
    assert found == made
    assert {one.source for one in found} == {"notebooks/cost"}
    put(tmp_path, paths.NUMBERS, listed(found))
    assert read_numbers(tmp_path) == {one.key: one for one in made}
    assert made[0].rows == ("a/1", "b/1", "b/2")
    assert (made[0].text, made[2].value) == ("1.91x", None)


def test_a_number_says_enough_and_is_stated_once() -> None:
    for key, how, message in (("pair", "h", "a key is words divided by dots"), ("pair.a", " ", "how is empty")):
        with pytest.raises(ValueError, match=message):
            number(key, 1, how=how)
    one = number("a.b", 1, how="h")
    with pytest.raises(TableError, match=r"a\.b is stated twice, in notebooks/01 and notebooks/02"):
        listed([replace(one, source="notebooks/01"), replace(one, source="notebooks/02")])


# --- the committed table


def test_no_record_has_digits_that_depend_on_the_processor(root: Path) -> None:
    records = [*(root / "notebooks").glob("*.ipynb"), root / "data" / paths.NUMBERS, root / "data/derived/claims.json"]
    decimals = ((path.name, n) for path in records for n in re.findall(r"(?<![\w.])\d+\.\d+", path.read_text("utf-8")))
    assert [(name, n) for name, n in decimals if len(n.replace(".", "").lstrip("0")) > 12] == []
