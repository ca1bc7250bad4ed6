"""The page that finds where a number comes from gives what the command prints: the same answer, word for word."""

from __future__ import annotations

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

PHRASES, SEED = 330, 30
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
# How people print a figure: a ratio r, a value v, a value per accelerator p.
FORMS = (
    *(
        "{r:.2f}x",
        "{r:.1f}-fold",
        "up to {r:.1f} times",
        "nearly {r:.0f}x",
        "less than {r:.1f}x per GPU",
        "{r:.2f}x in total",
    ),
    *(
        "{r:.0f}0%",
        "{r:.1f}% lower cost",
        "over {r:.0f}% lower cost",
        "about {r:.0f}0% faster",
        "{r:.0f}5% of",
        "0.{r:.0f}3x",
    ),
    *(
        "{v:,.0f}",
        "{v:,.2f}",
        "{v:,.0f} tokens/s",
        "{v:,.1f} samples/s",
        "about {v:,.0f} queries per second",
        "{v:,.2f} ms",
    ),
    *("{p:,.0f} tokens/s per GPU", "more than {p:,.0f}+ tokens/s", "{p:,.1f} seconds", "{r:.1f} million tokens/s"),
)
# The words around it.
SENTENCES = (
    "{benchmark} {scenario} {figure}.",
    "{figure} on 8 {chip}, {round}, {family}",
    "{submitter}'s {chip}: {figure} in {benchmark}, Servr",
    "From v5.1 to v6.0 {figure} {family} {scenario}, B200 vs MI355X, available",
    "{benchmark} {figure} on eight machines of NVIDIA and AMD ({scenario})",
)


def drawn(tables: Tables) -> Iterator[str]:
    """Phrases with figures of random results, and with any figure."""
    rng = random.Random(SEED)
    rows = search.Pool(tables.results, tables.listed).rows.sample(PHRASES, random_state=SEED)
    for number, (_, row) in enumerate(rows.iterrows()):
        size = 1 if pd.isna(row["accelerators"]) else row["accelerators"]
        figures = {"r": rng.uniform(1, 9.99), "v": row["value"], "p": row["value"] / size}
        words = {name: row[name] for name in ("benchmark", "scenario", "family", "submitter", "round")}
        chip = "Xeon" if pd.isna(row["product"]) else row["product"]
        figure = FORMS[number % len(FORMS)].format(**figures)
        yield SENTENCES[number % len(SENTENCES)].format(figure=figure, chip=chip, **words)


@pytest.fixture(scope="module")
def folder(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packed tables as the site has them."""
    made = tmp_path_factory.mktemp("packed")
    for name, table in (results.result_tables(tables) | results.comparison_tables(tables)).items():
        (made / f"{name}.js").write_text(results.script(name, table), encoding="utf-8")
    return made


def test_page_and_command_say_the_same(folder: Path, tables: Tables) -> None:
    """The first three results of each figure."""
    named = ["6,882.10", "9.60593 tokens/s", "nothing here", "$0.30 per million tokens"]
    phrases = [*WHOLE, *named, *drawn(tables)]
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
