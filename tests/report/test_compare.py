"""The page that compares any two results computes what the command prints: the same answer, word for word."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.analysis.results import family
from claimcheck.analysis.tables import Tables
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.texts import compare as command
from claimcheck.claims.verdict.result import read_recorded
from claimcheck.claims.words.rows import OTHER_SUITES, pool, select
from claimcheck.report.pages import results
from tests.report.reading import STATIC, node

PAIRS, SEED = 300, 14
# What the page knows beyond the command's answer.
OWN = ("rows", "said", "kind")


def claimed(tables: Tables) -> Iterator[tuple[int, int]]:
    """The places of every two results of Inference that a figure of a claim compares."""
    place = {row_id: n for n, row_id in enumerate(tables.results["row_id"])}
    for claim in load_register(tables.data):
        for figure in claim.figures:
            names = [getattr(figure, side, None) for side in ("before", "after")]
            if all(name in claim.rows for name in names):
                specs = [claim.rows[name].criteria for name in names]
                if not {spec.get("suite") for spec in specs} & set(OTHER_SUITES):
                    rows = [select(pool(tables, spec), spec, claim.entry, "rows") for spec in specs]
                    if all(map(len, rows)):
                        yield tuple(place[found.iloc[0]["row_id"]] for found in rows)


def drawn(frame: pd.DataFrame) -> Iterator[tuple[int, int]]:
    """Random pairs: mostly of one benchmark and scenario, half of these closed, some of any two results."""
    rng = random.Random(SEED)
    closed = frame["division"] == "closed"
    cells_of = (rows.groupby([family(frame["benchmark"]), frame["scenario"]]).groups for rows in (frame, frame[closed]))
    groups = [{key: list(places) for key, places in cells.items() if len(places) > 1} for cells in cells_of]
    while True:
        cells = groups[rng.random() < 0.5]
        one, two = rng.sample(cells[rng.choice(sorted(cells))], 2)
        yield (one, two) if rng.random() < 0.85 else (rng.randrange(len(frame)), two)


@pytest.fixture(scope="module")
def folder(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packed tables as the site has them."""
    made = tmp_path_factory.mktemp("packed")
    for name, table in (results.result_tables(tables) | results.comparison_tables(tables)).items():
        (made / f"{name}.js").write_text(results.script(name, table), encoding="utf-8")
    return made


def test_page_and_command_say_the_same(folder: Path, tables: Tables) -> None:
    """On every pair that a claim compares, and on others."""
    random_ones = drawn(tables.results)
    pairs = [pair for pair in dict.fromkeys(claimed(tables)) if pair[0] != pair[1]]
    assert len(pairs) > 5
    # One result drawn twice is no pair.
    pairs += itertools.islice((pair for pair in random_ones if pair[0] != pair[1]), PAIRS)
    (folder / "pairs.json").write_text(json.dumps(pairs), encoding="utf-8")
    said = node(Path(__file__).with_name("compare_pairs.js"), folder, folder / "pairs.json", STATIC)
    kinds = set()
    for (one, two), page in zip(pairs, said, strict=True):
        found = command.of_rows(tables, tables.results.iloc[one], tables.results.iloc[two])
        printed = json.loads(json.dumps(command.as_json(found)))
        assert {name: value for name, value in page.items() if name not in OWN} == printed
        kinds.add((printed["allowed"], bool(printed["together"]), bool(printed["denominators"])))
    assert {allowed for allowed, _, _ in kinds} == {"yes", "no", "not settled", "with care"}
    assert any(together for _, together, _ in kinds) and any(logs for _, _, logs in kinds)


def test_each_pair_to_begin_with_has_a_ratio(tables: Tables) -> None:
    found = results.suggestions(tables, read_recorded(tables, only=[1]))
    assert len({(one.before, one.after) for one in found}) == len(found) >= 4
    assert all(command.compare(tables, one.before, one.after).ratio for one in found)
