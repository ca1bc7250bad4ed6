"""Questions and conditions about all rounds: wins, participation, new benchmarks, dates.

Everything is as of the round in which the claims were made: later rounds do not count.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any, TypeVar

import pandas as pd

from claimcheck.analysis.coverage import largest
from claimcheck.analysis.results import short_accelerator
from claimcheck.analysis.wins.rules import CHOICES, NOT_APPLICABLE
from claimcheck.claims import attendance, counting, newcells, tallies
from claimcheck.claims.model import Answer, Context, Tables
from claimcheck.claims.wins import CLAIMED_IN, so_far
from claimcheck.rounds import roles

DAYS_PER_MONTH = 365.25 / 12
Found = TypeVar("Found")


# --- questions ------------------------------------------------------------------------------


def most_accelerators(context: Context, spec: dict[str, Any]) -> Answer:
    """The most accelerators of one system in any result of MLPerf Inference so far, any division."""
    answer = tallies.largest(context, {"what": "accelerators", "where": {"division": "any", "up_to": CLAIMED_IN}})
    row = answer.rows.iloc[0]
    how = f"{row['submitter']}, {row['system']}, {row['round']}: the most of any round and division up to {CLAIMED_IN}"
    after = later_system(context.tables)
    if after is not None and after["accelerators"] > row["accelerators"]:
        how += f"; {after['round']}, published later, has a larger one ({int(after['accelerators'])})"
    return replace(answer, how=how)


def largest_first(results: pd.DataFrame) -> pd.DataFrame:
    """The largest system of each round, the largest of all first."""
    return largest(results).sort_values("accelerators", ascending=False)


def later_system(tables: Tables) -> pd.Series | None:
    """The largest system of the rounds published after the claims were made; None where there is no such round."""
    later = tables.results[~tables.results["round"].isin(so_far(tables)["round"])]
    return largest_first(later).iloc[0] if later["accelerators"].notna().any() else None


def months(context: Context, spec: dict[str, Any]) -> Answer:
    """Months between the publication of ``before`` and of ``after``."""
    first, last = (_published_on(context, spec[key]) for key in ("before", "after"))
    days = (last - first).days
    how = f"{spec['before']} on {first}, {spec['after']} on {last}: {days} days"
    return Answer(days / DAYS_PER_MONTH, context.tables.results.head(0), how)


def lowest_owner_gain(context: Context, spec: dict[str, Any]) -> Answer:
    """The smallest gain of a submitter that kept its system from v5.1 to v6.0, on ``accelerators``' models.

    One benchmark and scenario; see ``kept`` in ``analysis.speedup.comparisons``.
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
        known = sorted(rows[columns[key]].dropna().unique())
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
    for question in (
        counting.wins,
        most_accelerators,
        attendance.partners,
        newcells.new_benchmarks,
        months,
        lowest_owner_gain,
    )
}


# --- what conditions find ---------------------------------------------------------------------


def submitted_by(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The row ``of`` is a result of ``submitter``."""
    row = context.one("of")
    if row is None:
        return False, "no such result"
    result = "" if pd.isna(row["result_id"]) else f" (result {row['result_id']})"
    return row["submitter"] == spec["submitter"], f"submitted by {row['submitter']}{result}"


def chip_is(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The row ``of`` ran on one of the ``chips`` (short names)."""
    row = context.one(spec.get("of", "of"))
    if row is None:
        return False, "no such result"
    chip = short_accelerator(str(row["accelerator"]))
    where = f"{row['benchmark']} {row['scenario']}: {row['submitter']}, {int(row['accelerators'])} {chip}"
    return chip in spec["chips"], where if pd.isna(row["result_id"]) else f"{where} (result {row['result_id']})"


def software_names(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The software line of the row ``of`` names ``word``."""
    row = context.one("of")
    if row is None:
        return False, "no such result"
    return spec["word"].lower() in str(row["software"]).lower(), f"its software line: {row['software']}"


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
_FINDINGS: dict[str, tuple[Callable[..., tuple[bool, str]], str, tuple[str, ...], tuple[str, ...]]] = {
    "rule_gives": (counting.rule_gives, "", ("says",), ("choices",)),
    "rule_fits": (counting.rule_fits, "", ("says",), ()),
    "covers_new_cells": (newcells.covers_new_cells, "{vendor} in every new cell", ("round", "vendor"), ("suite",)),
    "no_other_covers_new_cells": (
        newcells.no_other_covers_new_cells, "nobody else in all", ("round", "vendor"), ("suite",)
    ),
    "alone_in_new_cells": (newcells.alone_in_new_cells, "nobody else in any", ("round", "vendor"), ("suite",)),
    "tops_new_cells": (newcells.tops_new_cells, "", ("says", "round", "vendor"), ("suite", "measure")),
    "rival_in_new_cells": (newcells.rival_in_new_cells, "", ("says", "round", "vendor"), ("suite",)),
    "submitted_by": (submitted_by, "{submitter}'s own result", ("submitter",), ()),
    "chip_is": (chip_is, "", ("says", "chips"), ("of",)),
    "software_names": (software_names, "its software line names {word}", ("word",), ()),
    "list_agrees": (attendance.list_agrees, "", ("says", "list", "divisions"), ()),
    "most_partners_so_far": (attendance.most_partners_so_far, "", ("says", "round", "vendor"), ()),
    "had_more_partners": (attendance.had_more_partners, "", ("says", "round", "vendor"), ()),
    "most_partners_of_round": (attendance.most_partners_of_round, "", ("says", "round", "vendor"), ()),
    "no_results_on": (attendance.no_results_on, "", ("says", "vendor", "rounds"), ()),
    "results_on": (attendance.results_on, "", ("says", "vendor", "rounds"), ()),
    "none_before": (newcells.none_before, "", ("says", "round", "benchmarks"), ()),
    "first_run_in": (newcells.first_run_in, "", ("says", "benchmark", "round"), ()),
    "some_owner_gained_less": (
        some_owner_gained_less,
        "",
        ("says", "benchmark", "scenario", "accelerators"),
        (),
    ),
}
FINDINGS = {name: (_checked(find), *rest) for name, (find, *rest) in _FINDINGS.items()}

# Rows that a claim rests on beside those of its figures. name: (finder, arguments)
GROUNDS = {
    "best_of_new_cells": (_checked(newcells.best_of_new_cells), ("round",)),
    "partners_now_and_at_most": (_checked(attendance.partners_now_and_at_most), ("round", "vendor")),
    "submitted": (_checked(attendance.submitted), ("submitter", "rounds")),
}


# --- shared -----------------------------------------------------------------------------------


def _owners(context: Context, spec: dict[str, Any]) -> pd.DataFrame:
    pairs = context.tables.compared(*roles().pair)
    if len(pairs):
        cell = (pairs["benchmark"] == spec["benchmark"]) & (pairs["scenario"] == spec["scenario"])
        pairs = pairs[cell & pairs["kept"].notna() & pairs["chip"].isin(spec["accelerators"])]
    if pairs.empty:
        raise context.entry.fail("no submitter kept such a system", rule="a claim is about something")
    return pairs


def _published_on(context: Context, round_: str) -> date:
    rounds = dict(context.tables.rounds.section("rounds"))
    if round_ not in rounds:
        raise context.entry.unknown("figures", round_, rounds)
    return rounds[round_].need("published")
