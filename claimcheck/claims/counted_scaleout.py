"""Numbers of large systems, and of the margins of the published records."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from claimcheck.analysis.aftermath import trace
from claimcheck.analysis.scaleout import DENOMINATORS, Margin, efficiency, instances, margin, sizes
from claimcheck.claims.evaluate import load_register
from claimcheck.claims.evidence import Evidence, evidence_of
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, number
from claimcheck.claims.select import select

BENCHMARK, CHIP = "deepseek-r1", "NVIDIA GB300"
ROUNDS = ("v5.1", "v6.0", "v6.1")
THEN, NEXT = ROUNDS[1], ROUNDS[2]
# Claims that print a record of v6.0.
RECORDS = (14, 16, 18, 21, 22, 23, 25, 26)
SAID = {
    "offered": "tokens/s offered (rate of arrival x mean length)",
    "published": "published result",
    "full_run": "tokens over the full run",
    "load": "rate of arrival",
}


def closed(tables: Tables, round_: str, accelerators: str | None = None) -> pd.DataFrame:
    """Closed results of DeepSeek-R1 of a round, on one accelerator if given."""
    rows = tables.results
    rows = rows[(rows["benchmark"] == BENCHMARK) & (rows["round"] == round_) & (rows["division"] == "closed")]
    return rows if accelerators is None else rows[(rows["accelerator"] == accelerators).fillna(False)]


def evidence(tables: Tables, *row_ids: object) -> tuple[Evidence, ...]:
    """Evidence for results by row_id."""
    return evidence_of(tables.results[tables.results["row_id"].isin(row_ids)])


def of_replicas(tables: Tables) -> Iterator[Number]:
    """Of what NVIDIA's large GB300 entries of v6.0 were made, by the submitted settings."""
    rows = closed(tables, THEN, CHIP)
    rows = rows[rows["submitter"] == "NVIDIA"]
    parts = instances(tables.settings, rows).merge(rows[["row_id", "scenario", "accelerators"]], on="row_id")
    for part in parts.itertuples():
        key = f"replicas.{part.scenario.lower()}-{part.accelerators}-{part.component}"
        how = f"{part.component} instances of the {part.accelerators}-GPU entry in {part.scenario}"
        source = f"{part.inferred_from or 'its own configuration'} ({part.path}, line {part.line})"
        behind = evidence(tables, part.row_id)
        if pd.notna(part.number):
            yield count(f"{key}-n", int(part.number), f"{how}: {source}", behind)
        yield count(f"{key}-size", int(part.size), f"accelerators of one of the {how}: {source}", behind)


def of_efficiency(tables: Tables) -> Iterator[Number]:
    """What larger GB300 systems keep per accelerator of DeepSeek-R1, under each denominator."""
    sized = sizes(closed(tables, THEN, CHIP), tables.runs)
    pairs = efficiency(sized)
    # The smallest beside the largest: no submitter has both.
    ends = (pairs["submitter_small"] == "CoreWeave") & (pairs["accelerators_large"] == sized["accelerators"].max())
    for pair in pairs[pairs["same_submitter"] | ends].to_dict("records"):
        sides = dict.fromkeys((pair["submitter_small"].lower(), pair["submitter_large"].lower()))
        who = f"{'-'.join(sides)}-{pair['scenario'].lower()}"
        key = f"scale.{who}-{pair['accelerators_small']}-{pair['accelerators_large']}"
        more = f"{pair['accelerators_large']} over {pair['accelerators_small']}"
        what = f"{pair['submitter_large']}, {pair['scenario']}: {more}"
        rows = evidence(tables, pair["row_id_small"], pair["row_id_large"])
        for name in (*DENOMINATORS, "load"):
            if pd.notna(pair[name]):
                how = f"{what} accelerators, {SAID[name]} per accelerator, share kept"
                yield number(f"{key}-{name.replace('_', '-')}", pair[name] * 100, "%", 1, how, rows)
    for row in sized[sized["scenario"] != "Offline"].to_dict("records"):
        key = f"headroom.{row['submitter'].lower()}-{row['scenario'].lower()}-{row['accelerators']}"
        how = f"99th percentile of TPOT in percent of its limit: {row['submitter']}, {row['accelerators']} accelerators"
        value = float(row["tpot_p99_ms"]) / float(row["tpot_limit_ms"]) * 100
        yield number(key, value, "%", 0, f"{how}, {row['scenario']}", evidence(tables, row["row_id"]))
    own = trace(tables.results, BENCHMARK, CHIP, (NEXT,))
    own = own[own["submitter"] == "NVIDIA"]
    for scenario, part in own.groupby("scenario"):
        by_size = part.set_index("accelerators")
        for small, large in ((8, 72), (72, 288)):
            if {small, large} <= set(by_size.index):
                two = by_size.loc[[small, large]]
                value = float(two["per_accelerator"].iloc[1] / two["per_accelerator"].iloc[0]) * 100
                how = (
                    f"NVIDIA, {scenario} of {NEXT}: {large} over {small} accelerators, published result per accelerator"
                )
                key = f"scale.next-nvidia-{scenario.lower()}-{small}-{large}"
                yield number(key, value, "%", 1, how, evidence(tables, *two["row_id"]))


def records(tables: Tables) -> dict[int, tuple[pd.Series, Margin, Margin | None]]:
    """Each published record of v6.0 by its claim's number: its row, its cell's margins in total and per accelerator.

    A cell is a round, division, suite, benchmark and scenario. A latency has no figure per accelerator.
    """
    found = {}
    for claim in load_register(tables.data):
        if claim.number not in RECORDS:
            continue
        row = select(tables.results, claim.rows["of"], claim.entry, "rows").iloc[0]
        keys = ["round", "division", "suite", "benchmark", "scenario"]
        cell = tables.results[(tables.results[keys] == row[keys]).all(axis=1)]
        each = cell.assign(per_accelerator=cell["value"].astype(float) / cell["accelerators"].astype(float))
        rate = bool(row["higher_is_better"])
        found[claim.number] = (row, margin(cell), margin(each, "per_accelerator") if rate else None)
    return found


def of_margins(tables: Tables) -> Iterator[Number]:
    """By how much each published record of v6.0 leads the next submitter, in total."""
    for name, (row, total, _) in records(tables).items():
        what = f"{row['benchmark']} {row['scenario']} of {THEN}, in total"
        for kind, other, ahead in (
            ("submitter", total.next_submitter, total.over_submitter),
            ("vendor", total.next_vendor, total.over_vendor),
        ):
            if other is not None and ahead is not None:
                how = f"{what}: {total.first['submitter']} over {other['submitter']}, the next {kind}"
                rows = evidence(tables, total.first["row_id"], other["row_id"])
                yield number(f"margin.{name}-{kind}", ahead * 100, "%", 1 if ahead < 0.1 else 0, how, rows)
                yield number(f"margin.{name}-{kind}-times", 1 + ahead, "", 1, f"{how}, as a ratio", rows)


SCALEOUT = (of_replicas, of_efficiency, of_margins)
