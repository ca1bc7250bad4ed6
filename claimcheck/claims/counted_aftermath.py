"""Numbers of the round after: what became of results, systems and claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pandas as pd

from claimcheck.analysis.aftermath import TRACE, best_by_round, by_newer_harness, new_chip, trace
from claimcheck.analysis.coverage import largest
from claimcheck.analysis.scaleout import margin, sizes
from claimcheck.claims.counted_scaleout import BENCHMARK, CHIP, NEXT, ROUNDS, SAID, THEN, closed, evidence
from claimcheck.claims.evidence import evidence_of, source_url
from claimcheck.claims.model import ClaimResult, Tables
from claimcheck.claims.number import Number, count, number
from claimcheck.registers import read_yaml

# The chip's name in the rows of NVIDIA and in those of Nebius.
VERA_RUBIN = ("NVIDIA Vera Rubin", "NVIDIA VR200")


def of_next_round(tables: Tables) -> Iterator[Number]:
    """GB300 on DeepSeek-R1 in v6.1 against v6.0 and v5.1, per accelerator."""
    best = best_by_round(tables.results, BENCHMARK, CHIP, ROUNDS)
    for scenario, part in best.groupby("scenario"):
        rounds = part.set_index("round")
        for earlier in [r for r in ROUNDS[:2] if r in rounds.index]:
            two = rounds.loc[[earlier, NEXT]]
            value = float(two["per_accelerator"].iloc[1] / two["per_accelerator"].iloc[0])
            how = f"best result per accelerator on GB300, {scenario}, {NEXT} over {earlier}, any submitter and size"
            behind = evidence(tables, *two["row_id"])
            yield number(f"next.best-{str(scenario).lower()}-{earlier}", value, "x", 2, how, behind)
    lines = trace(tables.results, BENCHMARK, CHIP, ROUNDS)
    both = lines[(lines["round"] == NEXT) & lines["step"].notna()]
    what = "submitters, sizes and scenarios of DeepSeek-R1 on GB300"
    yield count("next.steps-n", len(both), f"{what} in {THEN} and {NEXT}")
    yield count("next.up-n", int((both["step"] > 1).sum()), f"{what} in {THEN} and {NEXT}, higher in {NEXT}")
    for _, row in both.iterrows():
        key = f"next.{row['submitter'].lower()}-{row['scenario'].lower()}-{row['accelerators']}"
        who = f"{row['submitter']} on {row['accelerators']} GB300, {row['scenario']}, per accelerator"
        series = lines[(lines[list(TRACE)] == row[list(TRACE)]).all(axis=1)]
        behind, first = evidence(tables, *series["row_id"]), series.iloc[0]
        yield number(f"{key}-step", row["step"], "x", 2, f"{who}, {NEXT} over {THEN}", behind)
        if first["round"] == ROUNDS[0]:
            value = float(row["per_accelerator"]) / float(first["per_accelerator"])
            yield number(f"{key}-two", value, "x", 2, f"{who}, {NEXT} over {ROUNDS[0]}", behind)


def of_totals(tables: Tables) -> Iterator[Number]:
    """The largest system of v6.1, and the highest totals of DeepSeek-R1 against those of v6.0."""
    top = largest(tables.results[tables.results["round"] == NEXT]).iloc[0]
    how = f"most accelerators of a system in {NEXT}: {top['submitter']}"
    yield count("next.largest", int(top["accelerators"]), how, evidence(tables, top["row_id"]))
    for scenario in ("Offline", "Server", "Interactive"):
        now, then = (closed(tables, round_) for round_ in (NEXT, THEN))
        new, old = (margin(rows[rows["scenario"] == scenario]).first for rows in (now, then))
        value = float(new["value"]) / float(old["value"])
        how = (
            f"highest DeepSeek-R1 {scenario} result of {NEXT} ({new['submitter']}, {new['accelerators']} accelerators) "
            f"over that of {THEN} ({old['submitter']}, {old['accelerators']}), whole systems"
        )
        key = f"next.total-{scenario.lower()}"
        behind = evidence(tables, new["row_id"], old["row_id"])
        yield number(key, value, "x", 2, how, behind)
        per = [float(r["value"]) / float(r["accelerators"]) for r in (new, old)]
        yield number(f"{key}-each", per[0] / per[1] * 100, "%", 0, f"{how}, per accelerator, in percent", behind)


def of_vera_rubin(tables: Tables) -> Iterator[Number]:
    """Vera Rubin's rows of v6.1 against the best GB300, per accelerator, and which rows the newer harness made."""
    for row in new_chip(tables.results, VERA_RUBIN, CHIP, NEXT, (THEN,)).to_dict("records"):
        parts = (
            row["submitter_new"],
            row["benchmark"].partition("-")[0],
            row["scenario"],
            row["round_old"],
            row["size"],
        )
        how = (
            f"{row['submitter_new']}, {row['accelerators_new']} {row['accelerator_new']} over {row['submitter_old']}, "
            f"{row['accelerators_old']} GB300 of {row['round_old']}, {row['benchmark']} {row['scenario']}, "
            "per accelerator"
        )
        behind = evidence(tables, row["row_id_new"], row["row_id_old"])
        yield number(f"rubin.{'-'.join(parts).lower()}", row["ratio"], "x", 2, how, behind)
    rows = tables.results[tables.results["accelerator"].isin(VERA_RUBIN)]
    yield count("rubin.n", len(rows), f"results on Vera Rubin in {NEXT}", evidence_of(rows))
    longer = tables.results[by_newer_harness(tables.results)]
    what = "rates printed with more digits than LoadGen prints"
    yield count("harness.newer-n", int((longer["round"] == NEXT).sum()), f"{what}, {NEXT}")
    yield count("harness.earlier-n", int(longer["round"].isin(ROUNDS[:2]).sum()), f"{what}, {' and '.join(ROUNDS[:2])}")


def of_views(tables: Tables) -> Iterator[Number]:
    """NVIDIA's Vera Rubin rack of v6.1 over Nebius's GB300 rack of v6.0 in Server, under the three denominators."""
    view = dict(read_yaml(tables.data / "two-views.yml").section("runs"))["vera-rubin-deepseek-r1-server"]
    rows = tables.results
    rows = rows[(rows["accelerator"] == VERA_RUBIN[0]) & (rows["benchmark"] == BENCHMARK)]
    new = rows[rows["scenario"] == "Server"].iloc[0]
    sized = sizes(closed(tables, THEN, CHIP), tables.runs)
    sized = sized[(sized["accelerators"] == new["accelerators"]) & (sized["scenario"] == "Server")]
    old = sized[sized["submitter"] == "Nebius"].iloc[0]
    length = view.number("mean_length")
    seen = {
        "offered": view.number("target_rate") * length,
        "published": float(new["value"]),
        "full_run": view.number("completed") * length / view.number("duration_s"),
    }
    for name, value in seen.items():
        ratio = value / float(new["accelerators"]) / float(old[name])
        racks = f"NVIDIA's Vera Rubin rack of {NEXT} over Nebius's GB300 rack of {THEN}"
        how = f"{racks}, Server, per accelerator: {SAID[name]}"
        behind = evidence(tables, new["row_id"], old["row_id"])
        yield number(f"rubin.view-{name.replace('_', '-')}", ratio, "x", 2, how, behind)


def of_afterwards(claims: Iterable[ClaimResult]) -> Iterator[Number]:
    """How many claims were asked again as of the latest round, and with what result."""
    statuses = [claim.afterwards.status for claim in claims if claim.afterwards]
    yield count("afterwards.n", len(statuses), "claims asked again as of the latest round")
    for status in dict.fromkeys(statuses):
        key = f"afterwards.{status.replace(' ', '-')}-n"
        yield count(key, statuses.count(status), f"of the claims asked again as of the latest round: {status}")


def rule_changes(tables: Tables) -> pd.DataFrame:
    """``next_round.yml`` as a frame: what, touches, changed, says, and a link to each state of the source."""
    rows = []
    for _, entry in read_yaml(tables.data / "next_round.yml").section("changes"):
        repo, path = entry.text("repo"), entry.text("path")
        line = entry.integer("line") if "line" in entry.values else None
        rows.append(
            {
                "what": entry.text("what"),
                "touches": ", ".join(entry.list("touches")),
                "changed": entry.choice("changed", ("yes", "no", "open")),
                "says": entry.text("says"),
                "after": entry.text("after")[:10],
                "before": entry.text("before")[:10],
                "after_url": source_url(repo, entry.text("after"), path, line),
                "before_url": source_url(repo, entry.text("before"), path),
            }
        )
    return pd.DataFrame(rows)


AFTERMATH = (of_next_round, of_totals, of_vera_rubin, of_views)
