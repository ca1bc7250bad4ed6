"""Questions and conditions about all rounds: wins, participation, new benchmarks, dates.

Everything is as of the round in which the claims were made: later rounds do not count.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from datetime import date
from typing import Any, TypeVar

import pandas as pd

from claimcheck.analysis.coverage import introduced_in, largest, new_cells, participation
from claimcheck.analysis.results import half_up, short_accelerator, throughputs
from claimcheck.analysis.speedup import same_owner_pairs
from claimcheck.analysis.wins.counts import finder, nearest, won
from claimcheck.analysis.wins.entries import family
from claimcheck.analysis.wins.rules import CHOICES, NOT_APPLICABLE, PLAIN, Rule
from claimcheck.claims.model import Answer, Context, Tables
from claimcheck.claims.wins import CLAIMED_IN, in_words, published, rounds_until
from claimcheck.registers import read_yaml

DAYS_PER_MONTH = 365.25 / 12
Found = TypeVar("Found")


# --- questions ------------------------------------------------------------------------------


def wins(context: Context, spec: dict[str, Any]) -> Answer:
    """NVIDIA's wins (``tally`` nvidia) or their ratio to everybody else's, by the nearest counting rule.

    Of the rules that count Training and Inference, as the claim says, the nearest to the
    published pair of count and ratio. ``span`` is what ties, leads below 1% and unknown
    availability leave open; the rows are the inference results with which others won.
    """
    tables = context.tables
    best = nearest_rule(tables)
    rule = Rule(**{name: str(best[name]) for name in CHOICES})
    cells = won(finder(tables.contest), rule)
    rows = tables.results[tables.results["row_id"].isin(cells[cells["winner"] == "others"]["row_id"])]
    spans = {
        "nvidia": (best["nvidia_low"], best["nvidia_high"]),
        "ratio": (best["nvidia_low"] / best["others_high"], best["nvidia_high"] / best["others_low"]),
    }
    tally = spec.get("tally", "nvidia")
    how = (
        f"nearest of the rules that count Inference and Training: {best['nvidia']} wins for NVIDIA, {best['others']} "
        f"for all others, {best['ratio']:.2f} times; the rule: {in_words(best.to_dict())}"
    )
    low, high = (float(end) for end in spans[tally])
    return Answer(float(best[tally]), rows, how, (low, high))


def nearest_rule(tables: Tables) -> pd.Series:
    """Of the rules that count Inference and Training, the nearest to the published count and ratio."""
    counts = tables.win_counts
    return nearest(counts[counts["programs"] == PLAIN.programs], *published(tables.data)).iloc[0]


def wins_range(context: Context, tally: str) -> pd.Series:
    """NVIDIA's wins or the ratio under every rule; rules by which others won nothing have no ratio."""
    values = context.tables.win_counts[tally].astype(float)
    return values[values < float("inf")]


def most_accelerators(context: Context, spec: dict[str, Any]) -> Answer:
    """The most accelerators of one system in any result of MLPerf Inference so far, any division."""
    rows = largest(_so_far(context))
    best = rows.sort_values("accelerators", ascending=False).head(1)
    row = best.iloc[0]
    how = f"{row['submitter']}, {row['system']} in {row['round']}, the most of any system of any round and division"
    return Answer(float(row["accelerators"]), best, how)


def partners(context: Context, spec: dict[str, Any]) -> Answer:
    """Submitters on ``vendor``'s silicon in ``round`` beside the vendor, closed division."""
    rows = context.tables.results
    rows = rows[(rows["round"] == spec["round"]) & (rows["platform_vendor"] == spec["vendor"])]
    found = participation(rows).iloc[0]
    first = rows[(rows["division"] == "closed") & (rows["submitter"] != spec["vendor"])].drop_duplicates("submitter")
    return Answer(float(found["partners"]), first, f"closed division, {spec['round']}: {found['names']}")


def new_benchmarks(context: Context, spec: dict[str, Any]) -> Answer:
    """Benchmarks (accuracy variants merged) that ``round`` brought."""
    first = _introduced(context).assign(family=lambda f: family(f["benchmark"]))
    born = first.groupby("family")["round"].agg(lambda r: min(r, key=_order))
    names = sorted(born[born == spec["round"]].index)
    rows = context.tables.results
    rows = rows[(rows["round"] == spec["round"]) & family(rows["benchmark"]).isin(names)]
    shown = rows.drop_duplicates("benchmark")
    return Answer(float(len(names)), shown, f"benchmarks first run in {spec['round']}: {', '.join(names)}")


def months(context: Context, spec: dict[str, Any]) -> Answer:
    """Months between the publication of ``before`` and of ``after``."""
    first, last = (_published_on(context, spec[key]) for key in ("before", "after"))
    days = (last - first).days
    how = f"{spec['before']} on {first}, {spec['after']} on {last}: {days} days"
    return Answer(days / DAYS_PER_MONTH, context.tables.results.head(0), how)


def lowest_owner_gain(context: Context, spec: dict[str, Any]) -> Answer:
    """The smallest gain of a submitter that kept its system from v5.1 to v6.0, on ``accelerators``' models.

    One benchmark and scenario; see ``analysis.speedup.same_owner_pairs``.
    """
    pairs = _owners(context, spec)
    row = pairs.sort_values(["ratio", "row_id_after"]).iloc[0]
    rows = context.tables.results
    rows = rows[rows["row_id"].isin([row["row_id_before"], row["row_id_after"]])]
    who = f"{row['submitter_after']}, {row['accelerators_after']} {row['chip']}"
    how = f"lowest of {len(pairs)} submitters' own gains: {who}"
    return Answer(float(row["ratio"]), rows, how)


def _known(context: Context, spec: dict[str, Any]) -> None:
    """Raise RegisterError for a name that no result bears: of nobody's silicon, every "none" would hold."""
    rows = context.tables.results
    columns = {
        "vendor": "platform_vendor",
        "round": "round",
        "rounds": "round",
        "suite": "suite",
        "benchmark": "benchmark",
    }
    for key in columns.keys() & spec.keys():
        known = sorted(set(rows[columns[key]].dropna()))
        for name in spec[key] if key == "rounds" else [spec[key]]:
            if name not in known:
                raise context.entry.unknown(key, name, known)
    for choice, value in spec.get("choices", {}).items():
        if value not in (*CHOICES.get(choice, ()), NOT_APPLICABLE) or choice not in CHOICES:
            raise context.entry.unknown(
                "choices", f"{choice}: {value}", [f"{c}: {v}" for c in CHOICES for v in CHOICES[c]]
            )


def _checked(find: Callable[..., Found]) -> Callable[..., Found]:
    @functools.wraps(find)
    def checked(context: Context, spec: dict[str, Any]) -> Found:
        _known(context, spec)
        return find(context, spec)

    return checked


QUESTIONS = {
    question.__name__: _checked(question)
    for question in (wins, most_accelerators, partners, new_benchmarks, months, lowest_owner_gain)
}


# --- what conditions find ---------------------------------------------------------------------


def rule_gives(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The plainest rule with ``choices`` gives the claim's published figure, rounded as printed."""
    figure = context.entry.need("figures")[0]
    choices = {**PLAIN.__dict__, **spec.get("choices", {})}
    counts = context.tables.win_counts
    (row,) = counts[(counts[list(choices)] == pd.Series(choices)).all(axis=1)].to_dict("records")
    value = row[figure.get("tally", "nvidia")]
    holds = abs(value) < float("inf") and half_up(value, figure["decimals"]) == half_up(
        figure["published"], figure["decimals"]
    )
    return (
        holds,
        f"{row['nvidia']} wins for NVIDIA, {row['others']} for others, {row['ratio']:.1f} times ({in_words(row)})",
    )


def rule_fits(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """A rule gives the published count and the published ratio together, each rounded as printed."""
    count, ratio = published(context.tables.data)
    counts = context.tables.win_counts
    finite = counts[counts["ratio"] < float("inf")]
    same = finite[finite["nvidia"] == count]
    both = same[same["ratio"].map(lambda r: half_up(r, 0)) == half_up(ratio, 0)]
    return len(both) > 0, f"{len(same)} of {len(counts)} rules give the count, {len(both)} of them the ratio as well"


def covers_new_cells(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """``vendor``'s silicon has a result in every new cell of ``round`` (and ``suite``)."""
    cells = _new(context, spec)
    there = cells["vendors"].map(lambda v: spec["vendor"] in v.split(", "))
    return bool(there.all()), f"{int(there.sum())} of {len(cells)} new cells have a result on {spec['vendor']}"


def no_other_covers_new_cells(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """No other vendor's silicon has a result in every new cell."""
    cells = _new(context, spec)
    counts = cells["vendors"].str.split(", ").explode().value_counts().drop(spec["vendor"], errors="ignore")
    said = ", ".join(f"{v} in {n}" for v, n in counts.items()) or "nobody else in any"
    return bool((counts < len(cells)).all()), f"of {len(cells)} new cells: {said}"


def alone_in_new_cells(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """No other vendor's silicon has a result in any new cell."""
    cells = _new(context, spec)
    shared = cells[cells["vendors"] != spec["vendor"]]
    said = "; ".join(f"{c.benchmark} {c.scenario}: {c.vendors}" for c in shared.itertuples())
    return not len(shared), said or f"{spec['vendor']} is alone in all {len(cells)}"


def rival_in_new_cells(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Another vendor's silicon has a result in every new cell: there was somebody to top."""
    cells = _new(context, spec)
    alone = cells[cells["vendors"] == spec["vendor"]]
    said = ", ".join(f"{c.benchmark} {c.scenario}" for c in alone.itertuples())
    return not len(alone), f"no rival in {len(alone)} of {len(cells)}: {said}" if said else "a rival in each"


def tops_new_cells(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The best result of every new cell, by ``measure``, is on ``vendor``'s silicon."""
    cells = _new(context, spec)
    lost = cells[cells["vendor"] != spec["vendor"]]
    said = "; ".join(f"{c.benchmark} {c.scenario}: {c.submitter}, {c.vendor}" for c in lost.itertuples())
    return not len(lost), said or f"best result of all {len(cells)} new cells"


def submitted_by(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The row ``of`` is a result of ``submitter``."""
    row = context.one("of")
    if row is None:
        return False, "no such result"
    return row["submitter"] == spec["submitter"], f"submitted by {row['submitter']} (result {row['result_id']})"


def chip_is(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The row ``of`` ran on one of the ``chips`` (short names)."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return False, "no such result"
    chip = short_accelerator(str(row["accelerator"]))
    where = f"{row['benchmark']} {row['scenario']}: {row['submitter']}, {int(row['accelerators'])} {chip}"
    return chip in spec["chips"], f"{where} (result {row['result_id']})"


def software_names(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The software line of the row ``of`` names ``word``."""
    row = context.one("of")
    if row is None:
        return False, "no such result"
    return spec["word"].lower() in str(row["software"]).lower(), f"its software line: {row['software']}"


def list_agrees(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The partners that the vendor names (``partners.yml``) are the submitters in the table."""
    lists = dict(read_yaml(context.tables.data / "partners.yml").section("partners"))
    if spec["list"] not in lists:
        raise context.entry.unknown("list", spec["list"], lists)
    entry = lists[spec["list"]]
    spelt = entry.mapping("spelt")
    named = {spelt.get(name, name) for name in entry.list("names")}
    rows = context.tables.results
    rows = rows[(rows["round"] == entry.text("round")) & (rows["platform_vendor"] == entry.text("vendor"))]
    there = set(rows[rows["division"].isin(spec["divisions"])]["submitter"]) - {entry.text("vendor")}
    missing, more = sorted(named - there), sorted(there - named)
    said = [f"named, no result: {', '.join(missing)}"] if missing else []
    said += [f"result, not named: {', '.join(more)}"] if more else []
    return not missing and not more, "; ".join(said) or f"the same {len(there)} names"


def most_partners_so_far(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """No round before ``round`` had more submitters on one vendor's silicon, the vendor left out."""
    found = participation(_so_far(context)).sort_values(["partners", "round"], ascending=[False, True])
    now = found[(found["round"] == spec["round"]) & (found["vendor"] == spec["vendor"])].iloc[0]
    best = found.iloc[0]
    most = f"{best['partners']} on {best['vendor']} in {best['round']}"
    said = f"{spec['round']}: {now['partners']} on {spec['vendor']}; most: {most}"
    return int(now["partners"]) >= int(best["partners"]), said


def had_more_partners(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """An earlier round had more submitters on one vendor's silicon than ``round`` has on ``vendor``'s."""
    holds, said = most_partners_so_far(context, spec)
    return not holds, said


def most_partners_of_round(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """No other vendor's silicon had more submitters in ``round``."""
    found = participation(context.tables.results[context.tables.results["round"] == spec["round"]])
    found = found.sort_values("partners", ascending=False)
    said = ", ".join(f"{r.vendor} {r.partners}" for r in found.head(4).itertuples())
    return found.iloc[0]["vendor"] == spec["vendor"], f"{spec['round']}: {said}"


def no_results_on(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """Nobody has a result on ``vendor``'s silicon in ``rounds``."""
    rows = context.tables.results
    rows = rows[(rows["platform_vendor"] == spec["vendor"]) & rows["round"].isin(spec["rounds"])]
    return not len(rows), f"{len(rows)} results on {spec['vendor']}'s silicon in {', '.join(spec['rounds'])}"


def results_on(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """There are results on ``vendor``'s silicon in ``rounds``."""
    rows = context.tables.results
    rows = rows[(rows["platform_vendor"] == spec["vendor"]) & rows["round"].isin(spec["rounds"])]
    chips = ", ".join(sorted({short_accelerator(a) for a in rows["accelerator"].dropna()}))
    return len(rows) > 0, f"{len(rows)} results on {spec['vendor']}'s silicon in {', '.join(spec['rounds'])} ({chips})"


def first_run_in(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """``benchmark`` was first run in ``round``."""
    first = _introduced(context)
    born = min(first[first["benchmark"] == spec["benchmark"]]["round"], key=_order)
    return born == spec["round"], f"{spec['benchmark']} was first run in {born}"


def some_owner_gained_less(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """A submitter that kept its system gained less than the claim's published figure."""
    pairs = _owners(context, spec)
    bound = float(context.entry.need("figures")[0]["published"])
    less = pairs[pairs["ratio"] < bound]
    lowest = ", ".join(
        f"{r.submitter_after} on {int(r.accelerators_after)} {r.chip} {r.ratio:.2f}x"
        for r in less.sort_values("ratio").head(3).itertuples()
    )
    return len(less) > 0, f"{len(less)} of {len(pairs)} pairs gained less: {lowest}"


# name: (finding, label, arguments needed, arguments that may be given)
FINDINGS = {
    "rule_gives": (_checked(rule_gives), "", ("says",), ("choices",)),
    "rule_fits": (_checked(rule_fits), "", ("says",), ()),
    "covers_new_cells": (_checked(covers_new_cells), "{vendor} in every new cell", ("round", "vendor"), ("suite",)),
    "no_other_covers_new_cells": (
        _checked(no_other_covers_new_cells),
        "nobody else in all",
        ("round", "vendor"),
        ("suite",),
    ),
    "alone_in_new_cells": (_checked(alone_in_new_cells), "nobody else in any", ("round", "vendor"), ("suite",)),
    "tops_new_cells": (_checked(tops_new_cells), "", ("says", "round", "vendor"), ("suite", "measure")),
    "rival_in_new_cells": (_checked(rival_in_new_cells), "", ("says", "round", "vendor"), ("suite",)),
    "submitted_by": (_checked(submitted_by), "{submitter}'s own result", ("submitter",), ()),
    "chip_is": (_checked(chip_is), "", ("says", "chips"), ("of",)),
    "software_names": (_checked(software_names), "its software line names {word}", ("word",), ()),
    "list_agrees": (_checked(list_agrees), "", ("says", "list", "divisions"), ()),
    "most_partners_so_far": (_checked(most_partners_so_far), "", ("says", "round", "vendor"), ()),
    "had_more_partners": (_checked(had_more_partners), "", ("says", "round", "vendor"), ()),
    "most_partners_of_round": (_checked(most_partners_of_round), "", ("says", "round", "vendor"), ()),
    "no_results_on": (_checked(no_results_on), "", ("says", "vendor", "rounds"), ()),
    "results_on": (_checked(results_on), "", ("says", "vendor", "rounds"), ()),
    "first_run_in": (_checked(first_run_in), "", ("says", "benchmark", "round"), ()),
    "some_owner_gained_less": (
        _checked(some_owner_gained_less),
        "",
        ("says", "benchmark", "scenario", "accelerators"),
        (),
    ),
}


# --- shared -----------------------------------------------------------------------------------


def _so_far(context: Context) -> pd.DataFrame:
    rounds = rounds_until(context.tables.data)["inference"]
    return context.tables.results[context.tables.results["round"].isin(rounds)]


def _introduced(context: Context) -> pd.DataFrame:
    benchmarks = read_yaml(context.tables.data / "benchmarks.yml").section("benchmarks")
    return introduced_in({name: entry.mapping("scenarios") for name, entry in benchmarks})


def _new(context: Context, spec: dict[str, Any]) -> pd.DataFrame:
    rows = context.tables.results
    if "suite" in spec:
        rows = rows[rows["suite"] == spec["suite"]]
    if spec.get("measure") == "per_accelerator":
        rows = throughputs(rows).assign(value=lambda f: f["per_accelerator"])
    cells = new_cells(rows, spec["round"], _introduced(context))
    if cells.empty:
        raise context.entry.fail(
            f"no benchmark or scenario was new in {spec['round']}", rule="a claim is about something"
        )
    return cells


def _owners(context: Context, spec: dict[str, Any]) -> pd.DataFrame:
    pairs = same_owner_pairs(context.tables.results, [spec["benchmark"]])
    if len(pairs):
        pairs = pairs[(pairs["scenario"] == spec["scenario"]) & pairs["chip"].isin(spec["accelerators"])]
    if pairs.empty:
        raise context.entry.fail("no submitter kept such a system", rule="a claim is about something")
    return pairs


def _published_on(context: Context, round_: str) -> date:
    rounds = dict(context.tables.rounds.section("rounds"))
    if round_ not in rounds:
        raise context.entry.unknown("figures", round_, rounds)
    return rounds[round_].need("published")


def _order(round_: str) -> tuple[int, ...]:
    return tuple(int(part) for part in round_.removeprefix("v").split("."))


__all__ = ["CLAIMED_IN", "FINDINGS", "QUESTIONS"]
