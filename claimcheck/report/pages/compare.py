"""The page that compares any two results: the judgement of ``analysis.compare`` as data, and the page's frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd
from docutils import nodes

from claimcheck.analysis import compare as judgement
from claimcheck.analysis.ratios import FLAGS
from claimcheck.analysis.results import throughputs, without_target
from claimcheck.analysis.wins.winners import NEAR
from claimcheck.claims.tables import Tables
from claimcheck.claims.texts.compare import RUN
from claimcheck.claims.texts.footnote import retrieved
from claimcheck.claims.verdict.result import ClaimResult
from claimcheck.data.citation import Work
from claimcheck.data.edition import read_edition
from claimcheck.data.rounds import inference_rounds, roles
from claimcheck.data.tables import load
from claimcheck.report.pages.claims import BookDirective
from claimcheck.report.parts import packed
from claimcheck.report.parts.templates import part

RULES, RUNS = "compare", "runs"
PAGE = "book/compare"
_KEY = ["before", "after", "benchmark", "scenario", "accelerator", *FLAGS]
# The results that a reader is led to: a large language model that both makers of accelerators run.
_VENDORS = {"benchmark": "gpt-oss-120b", "scenario": "Server", "chips": ("MI355X", "GB300")}


# What the page needs of a result that is no column of a table.
STATED = ("program", "power")


def stated(results: pd.DataFrame) -> dict[str, list[str | None]]:
    """Those columns of the results."""
    columns = list(dict.fromkeys(("round", "log_path", *judgement.POWER_FROM)))
    rows = results[columns].to_dict("records")
    return {name: [judgement.stated(row, name) for row in rows] for name in STATED}


class Suggestion(NamedTuple):
    """Two results that are worth comparing, and why."""

    words: str
    before: str
    after: str


def tables(loaded: Tables) -> dict[str, packed.Packed]:
    """What the page needs beside the results and their accuracy, packed.

    ``compare``: the table imposed_comparisons, with the places of its results among the results, and ``rules``.
    ``runs``: of each operating point the columns RUN; ``row`` is its result's place.
    """
    rows = pd.Series(loaded.results.index, index=loaded.results["row_id"])
    imposed = load("imposed_comparisons", loaded.data)
    places = {f"{side}_row": rows.reindex(imposed[f"row_id_{side}"]).to_numpy() for side in ("before", "after")}
    points = loaded.operating_points.assign(row=rows.reindex(loaded.operating_points["row_id"]).to_numpy())
    points = points.sort_values("row", kind="stable", ignore_index=True)
    return {
        RULES: packed.pack(imposed[_KEY].assign(**places)) | {"rules": rules(loaded)},
        RUNS: packed.pack(points[["row", *RUN]]),
    }


def rules(loaded: Tables) -> dict[str, Any]:
    """What ``static/judgement.js`` asks of two rows: RULES, and what the data say of rounds, benchmarks and prices."""
    rounds, price = inference_rounds(loaded.data), loaded.prices.first
    return {
        **judgement.RULES,
        "deciding": judgement.DECIDING,
        "benchmarks": {name: without_target(name) for name in loaded.results["benchmark"].unique()},
        "rounds": rounds,
        "listed": loaded.listed.parts,
        "breaks": {name: cut.model_dump() for name, cut in loaded.listed.breaks.items()},
        "imposed_key": _KEY,
        "near": NEAR,
        "retrieved": {name: retrieved(loaded.rounds[name]) for name in rounds},
        "price": {"accelerator": price.accelerator, "usd": price.usd_per_hour[0]},
        # TITLE and ADDRESS are where those of a comparison go.
        "bibtex": Work("compared", "TITLE", "ADDRESS", read_edition()).bibtex,
    }


def suggestions(loaded: Tables, claims: Sequence[ClaimResult]) -> list[Suggestion]:
    """Pairs to begin with: the published one, one owner's rack, the best of two rounds, two vendors in one round."""
    before, after = roles(loaded.data).pair
    (first,) = (claim for claim in claims if claim.number == 1)
    rates = throughputs(loaded.results).sort_values(["per_accelerator", "row_id"], ascending=[False, True])
    named = rates[rates["row_id"].isin(first.rows["row_id"])]
    owner, other = (named[named["round"] == name].iloc[0] for name in (before, after))
    cell = rates[(rates["benchmark"] == owner["benchmark"]) & (rates["scenario"] == owner["scenario"])]
    pairs = loaded.compared(before, after)
    own = pairs[pairs["kept"].notna() & pairs["row_id_before"].eq(owner["row_id"])].iloc[0]
    rounds = inference_rounds(loaded.data)[-2:]
    best = [cell[cell["round"] == name].iloc[0] for name in rounds]
    latest = rates[(rates["round"] == rounds[-1]) & rates["availability"].eq("available").fillna(False)]
    latest = latest[(latest["benchmark"] == _VENDORS["benchmark"]) & (latest["scenario"] == _VENDORS["scenario"])]
    vendors = [latest[latest["accelerator"].str.contains(chip, regex=False)].iloc[0] for chip in _VENDORS["chips"]]
    made = [
        (f"The published pair: {owner['benchmark']} Server, {before} and {after}", owner, other),
        (f"{owner['submitter']}'s own rack, {before} and {after}", owner, {"row_id": own["row_id_after"]}),
        (f"The best per accelerator in {rounds[0]} and {rounds[1]}, {owner['benchmark']} Server", *best),
        (f"{' and '.join(_VENDORS['chips'])} on {_VENDORS['benchmark']} {_VENDORS['scenario']}, {rounds[1]}", *vendors),
    ]
    return [Suggestion(words, str(one["row_id"]), str(two["row_id"])) for words, one, two in made]


class CompareDirective(BookDirective):
    """The page's frame: two pickers, what is compared, and the scripts that fill it."""

    def run(self) -> list[nodes.Node]:
        """The frame as HTML."""
        found = suggestions(self.source.tables, self.source.of_register(""))
        return self.html(part("compare", "frame", found, self.root, read_edition().page(PAGE)))
