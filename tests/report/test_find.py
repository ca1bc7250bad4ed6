"""The page that finds where a number comes from gives what the command prints: the same answer, word for word."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.analysis import find as search
from claimcheck.analysis.tables import Tables
from claimcheck.claims.texts.find import as_json, find
from claimcheck.core.errors import ClaimcheckError
from claimcheck.report.pages import results
from tests.report.reading import STATIC, node

PHRASES, SEED = 1000, 30
# Without a benchmark every pair of all rounds is tried, which takes Python seconds.
# The fourth is of times, which are not divided by accelerators. Of the last three, very many pairs print the first two,
# the second in two ways, and few figures like the third are printed: the page does not go through all pairs for them.
WHOLE = (
    "2.77x",
    "60% lower cost",
    "more than 2x MI355X",
    "1.5x per GPU ResNet SingleStream",
    "2.7x",
    "more than 60%",
    "9999.5x",
)
WORDS = ("", "up to ", "nearly ", "more than ", "about ", "less than ", "over ")
UNITS = (
    "x",
    "-fold",
    " times",
    "%",
    "% lower cost",
    "% faster",
    "% of",
    "",
    " tokens/s",
    " tokens/s per GPU",
    " million tokens/s",
    " samples/s",
    " queries per second",
    " ms",
    " seconds",
    "k tokens/s",
    "x per GPU",
    "x in total",
    "+ tokens/s",
)


def drawn(tables: Tables) -> Iterator[str]:
    """Phrases as a person types them: a figure that some result or pair prints, or any, and words around it."""
    rng = random.Random(SEED)
    pool = search.Pool(tables.results, tables.listed)
    rows = pool.rows
    latest = rows[rows["round"].isin(pool.rounds[-4:])]
    while True:
        row = (latest if rng.random() < 0.7 else rows).iloc[rng.randrange(len(latest))]
        figure = rng.choice(
            [
                row["value"],
                row["value"] / (1 if pd.isna(row["accelerators"]) else row["accelerators"]),
                rng.uniform(0.1, 9.99),
                rng.uniform(1, 99),
                rng.uniform(1, 10) * 10 ** rng.randrange(6),
            ]
        )
        number = f"{figure:,.{rng.choice((0, 0, 1, 2))}f}"
        chip = "Xeon" if pd.isna(row["product"]) else row["product"]
        benchmark = rng.choice([row["benchmark"], row["family"], str(row["family"]).upper()])
        words = [
            benchmark,
            row["scenario"] if rng.random() < 0.6 else "",
            rng.choice(
                ["", "", f"on {chip}", f"{rng.choice((8, 72))} {chip}", chip.split("-")[0], "GB300s", "B200 vs MI355X"]
            ),
            rng.choice(["", "", "", row["submitter"], f"{row['submitter']}'s", "NVIDIA and AMD"]),
            rng.choice(["", "", "", row["round"], "v5.1 to v6.0"]),
            rng.choice(["", "", "", "available", "Servr", "on eight machines", "(DeepSeek-R1)"]),
        ]
        rng.shuffle(words)
        before, after = " ".join(words[:3]).strip(), " ".join(words[3:]).strip()
        yield f"{before} {rng.choice(WORDS)}{number}{rng.choice(UNITS)} {after}.".strip()


@pytest.fixture(scope="module")
def folder(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packed tables as the site has them."""
    made = tmp_path_factory.mktemp("packed")
    for name, table in (results.result_tables(tables) | results.comparison_tables(tables)).items():
        (made / f"{name}.js").write_text(results.script(name, table), encoding="utf-8")
    return made


def test_page_and_command_say_the_same(folder: Path, tables: Tables) -> None:
    """On a thousand figures, the first three results of each."""
    named = ["6,882.10", "9.60593 tokens/s", "nothing here", "$0.30 per million tokens"]
    phrases = [*WHOLE, *named, *itertools.islice(drawn(tables), PHRASES)]
    (folder / "phrases.json").write_text(json.dumps(phrases), encoding="utf-8")
    said = node(Path(__file__).with_name("find_phrases.js"), folder, folder / "phrases.json", STATIC)
    kinds: dict[str, int] = {}
    for phrase, page in zip(phrases, said, strict=True):
        try:
            answer = find(tables, phrase, 3)
        except ClaimcheckError:
            assert page["answer"] is None, phrase
            continue
        printed = json.loads(json.dumps(as_json(tables, answer)))
        footnotes = [hit.pop("footnote") for hit in printed["hits"]]
        for hit in [*printed["hits"], *printed["nearest"]]:
            hit.pop("address"), hit.pop("footnote", None)
        assert page["answer"] == printed, phrase
        assert page["footnote"] == (footnotes[0] if footnotes else None), phrase
        for kind in (*printed["read_as"], printed["reading"], "found" if printed["hits"] else "nearest"):
            kinds[kind] = kinds.get(kind, 0) + 1
    assert set(kinds) >= {*search.PAIRS, "rate", "time", "any", *search.RULES["readings"], "found", "nearest"}
    assert min(kinds.values()) >= 5
