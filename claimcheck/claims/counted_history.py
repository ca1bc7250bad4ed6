"""Numbers counted from all rounds: wins, participation, largest systems, ratios over the years."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace

import pandas as pd

from claimcheck.analysis.coverage import introduced_in, new_cells, participation
from claimcheck.analysis.generations import comparable_groups, how_often, successive
from claimcheck.analysis.speedup import same_owner_pairs
from claimcheck.analysis.wins.cells import cells, choose
from claimcheck.analysis.wins.counts import finder, won
from claimcheck.analysis.wins.entries import runs
from claimcheck.analysis.wins.rules import CHOICES, NOT_APPLICABLE, PLAIN, Rule
from claimcheck.claims.counting import both_programs, nearest_rule, that_fit
from claimcheck.claims.evidence import evidence_of
from claimcheck.claims.history import largest_first, later_system
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, evidence_of_pairs, number, words
from claimcheck.claims.organisations import by_organisation
from claimcheck.claims.wins import (
    CLAIMED_IN,
    in_full,
    in_words,
    nearest_as_printed,
    published,
    rounds_until,
    so_far,
)
from claimcheck.registers import read_yaml

BLACKWELL = ("B200", "GB200", "B300", "GB300")
# Names of chips under which submitters ran different boards, power settings or slices.
VAGUE = r"Xavier|^T4$|MIG"


def of_wins(tables: Tables) -> Iterator[Number]:
    """Numbers of the counting rules."""
    counts = tables.win_counts
    wins, ratio = published(tables.data)
    what = f"counting rules over all rounds up to {CLAIMED_IN}"
    finite = counts[counts["ratio"] < float("inf")]
    yield count("wins.rules-n", len(counts), what)
    for end, value in (("low", counts["nvidia"].min()), ("high", counts["nvidia"].max())):
        yield count(f"wins.{end}", int(value), f"{end}est count for NVIDIA of the {what}")
    for end, value in (("low", finite["ratio"].min()), ("high", finite["ratio"].max())):
        yield number(f"wins.ratio-{end}", value, "x", 1, f"{end}est ratio of the {what} by which others won something")
    yield count("wins.alone-n", len(counts) - len(finite), f"of the {what}, those by which others won nothing")
    exact, both = that_fit(counts, wins, ratio)
    yield count("wins.exact-n", len(exact), f"of the {what}, those that give the published count")
    yield count("wins.both-n", len(both), f"of the {what}, those that give the published count and ratio")
    _, named = that_fit(both_programs(tables), wins, ratio)
    how = f"of the {what}, those over Inference and Training, without HPC, that give the published count and ratio"
    yield count("wins.both-named-n", len(named), how)
    nearest = nearest_rule(tables)
    yield from _of_rule("nearest", nearest)
    near = Rule(**{name: str(nearest[name]) for name in CHOICES})
    which = "the rule over Inference and Training that is nearest to the published count and ratio"
    yield words("wins.nearest-rule", in_words(asdict(near)), f"{which}: what of it is not the plainest")
    yield words("wins.nearest-choices", in_full(asdict(near)), f"{which}: all its choices")
    silicon = finite[(finite["who"] == "platform") & (finite["cells"] == "every")]
    how = f"lowest ratio of the {what} that count silicon and let every cell count"
    yield number("wins.silicon-low", float(silicon["ratio"].min()), "x", 1, how)
    named = {
        "plain": PLAIN,
        "contested": replace(PLAIN, cells="contested"),
        "submitter": replace(PLAIN, who="submitter"),
        "own": replace(PLAIN, who="own"),
        "open": replace(PLAIN, division="closed+open"),
        "once": replace(PLAIN, count="runs"),
        "apart": replace(PLAIN, variants="apart"),
        "apart-once": replace(PLAIN, variants="apart", count="runs"),
        "datacenter": replace(PLAIN, suites="datacenter"),
        "nearest-results": replace(near, count="results"),
        "nearest-runs": replace(near, count="runs"),
        "nearest-contested": replace(near, cells="contested"),
    }
    for key, rule in named.items():
        choices = asdict(rule)
        (row,) = [r for _, r in counts[(counts[list(choices)] == pd.Series(choices)).all(axis=1)].iterrows()]
        yield from _of_rule(key, row)
    plain = cells(choose(tables.contest))
    plain = plain[plain["program"] != "hpc"]
    yield count("wins.cells-n", len(plain), "cells of the plainest rule: a round, suite, benchmark and scenario")
    contested = int(plain["contested"].sum())
    yield count("wins.cells-contested-n", contested, "of those, cells with silicon of two or more vendors")
    yield count("wins.cells-alone-n", len(plain) - contested, "of those, cells with silicon of one vendor only")


def of_wins_as_said(tables: Tables) -> Iterator[Number]:
    """Numbers of the counting rules if NVIDIA won where it said so and no time is known."""
    counts = tables.win_counts
    counts = counts.assign(**{name: counts[f"{name}_as_said"] for name in ("nvidia", "others", "ratio")})
    wins, ratio = published(tables.data)
    what = "if NVIDIA's entries of Training v0.5 without a known time led, as NVIDIA said then"
    _, both = that_fit(counts, wins, ratio)
    yield count("wins.said-both-n", len(both), f"counting rules that give the published count and ratio {what}")
    named = counts[counts["programs"] == PLAIN.programs]
    _, both = that_fit(named, wins, ratio)
    how = f"of the counting rules over Inference and Training, those that give the published count and ratio {what}"
    yield count("wins.said-both-named-n", len(both), how)
    nearest = nearest_as_printed(named, tables.data).iloc[0]
    yield from _of_rule("said-nearest", nearest)
    how = f"all choices of the rule over Inference and Training nearest to the published count and ratio {what}"
    yield words("wins.said-nearest-choices", in_full(nearest.to_dict()), how)


def _of_rule(key: str, row: pd.Series) -> Iterator[Number]:
    how = f"rule: {in_words(row.to_dict())}"
    yield count(f"wins.{key}-nvidia", int(row["nvidia"]), f"NVIDIA's wins; {how}")
    yield count(f"wins.{key}-others", int(row["others"]), f"everybody else's wins; {how}")
    yield number(f"wins.{key}-ratio", row["ratio"], "x", 1, f"NVIDIA's wins over everybody else's; {how}")
    yield count(f"wins.{key}-low", int(row["nvidia_low"]), f"NVIDIA's wins that are beyond doubt; {how}")
    yield count(f"wins.{key}-high", int(row["nvidia_high"]), f"NVIDIA's wins with all that are in doubt; {how}")


def of_shared_runs(tables: Tables) -> Iterator[Number]:
    """Published results that rest on a run that another result rests on as well."""
    rows = so_far(tables)
    logged = rows[rows["log_blob"].notna()]
    twice = logged.groupby(["round", "log_blob"])["row_id"].transform("size") > 1
    yield count("shared.logged-n", len(logged), f"results up to {CLAIMED_IN} whose log is at hand")
    yield count("shared.n", int(twice.sum()), "of those, results whose log, byte for byte, is another result's as well")
    yield count("shared.runs", logged["log_blob"].nunique(), "different logs behind those results")
    share = float(twice.mean()) * 100
    yield number("shared.percent", share, "%", 0, "share of results whose log is another result's as well")
    unlogged = rows[rows["log_blob"].isna()]
    named = runs(unlogged)
    alike = int(named.duplicated(keep=False).sum())
    yield count("shared.unlogged-n", len(unlogged), f"results up to {CLAIMED_IN} without a log at hand")
    how = "of those, results with the value of another of the system's accuracy variants or suites"
    yield count("shared.alike-n", alike, how)
    each = won(finder(tables.contest), replace(PLAIN, variants="apart", programs="inference", training=NOT_APPLICABLE))
    more = each[each.duplicated(["winner", "run"])]
    by_value = int((~more["run"].isin(set(logged["log_blob"]))).sum())
    what = "cells of Inference, accuracy variants apart, that a side won with a run that won it another cell"
    yield count("shared.dropped-n", len(more), what)
    how = f"{what}: those where equal values say so, and not equal logs, for want of a log"
    yield count("shared.dropped-alike-n", by_value, how)
    yield number("shared.dropped-alike-percent", 100 * by_value / max(len(more), 1), "%", 0, f"share: {how}")


def of_participation(tables: Tables) -> Iterator[Number]:
    """Organisations on each vendor's silicon, and the largest systems."""
    rows = so_far(tables)
    kinds = {
        "": ("organisations", by_organisation(rows, tables.data)),
        "-spelt": ("names of submitters as they stand, capitals aside,", participation(rows)),
    }
    for end, (who, found) in kinds.items():
        recent = found["round"].isin(["v5.0", "v5.1", "v6.0"]) & found["vendor"].isin(["NVIDIA", "AMD"])
        for row in found[recent].itertuples():
            how = f"{who} on {row.vendor}'s silicon in {row.round} beside {row.vendor}, closed division: {row.names}"
            yield count(f"partners.{row.vendor.lower()}-{row.round}{end}", int(row.partners), how)
    yield from _of_sizes(tables)


def _of_sizes(tables: Tables) -> Iterator[Number]:
    sizes = largest_first(so_far(tables))
    first, second, later = sizes.iloc[0], sizes.iloc[1], later_system(tables)
    for key, row in (("first", first), ("second", second), ("later", later)):
        if row is not None:
            one = evidence_of(tables.results[tables.results["row_id"] == row["row_id"]])
            how = f"most accelerators of a system in {row['round']}: {row['submitter']}, {row['system']}"
            yield count(f"largest.{key}", int(row["accelerators"]), how, one)
            yield words(f"largest.{key}-round", str(row["round"]), f"round: {how}", one)
    how = f"largest system up to {CLAIMED_IN} over the largest of any other round up to then, in accelerators"
    if later is not None and later["accelerators"] > first["accelerators"]:
        how += f"; {later['round']}, published later, has a larger one ({int(later['accelerators'])})"
    yield number("largest.margin", float(first["accelerators"]) / float(second["accelerators"]), "x", 1, how)


def of_new_cells(tables: Tables) -> Iterator[Number]:
    """Benchmarks and scenarios that v6.0 brought, datacenter suite, closed division."""
    rows = tables.results[tables.results["suite"] == "datacenter"]
    benchmarks = read_yaml(tables.data / "benchmarks.yml").section("benchmarks")
    first_run = introduced_in({name: entry.mapping("scenarios") for name, entry in benchmarks})
    found = new_cells(rows, CLAIMED_IN, first_run)
    how = f"benchmarks and scenarios first run in {CLAIMED_IN}, datacenter suite, closed division"
    yield count("records.cells-n", len(found), how)
    alone = int((found["vendors"] == "NVIDIA").sum())
    yield count("records.alone-n", alone, f"{how}, in which only NVIDIA's silicon took part")


def of_blackwell_owners(tables: Tables) -> Iterator[Number]:
    """What submitters gained that ran DeepSeek-R1 Server on one Blackwell system in both rounds."""
    pairs = same_owner_pairs(tables.results, ["deepseek-r1"])
    pairs = pairs[(pairs["scenario"] == "Server") & pairs["chip"].isin(BLACKWELL)]
    how = "submitters' own gains on DeepSeek-R1 Server, same number of the same Blackwell accelerators in both rounds"
    yield count("owners.blackwell-n", len(pairs), how, evidence_of_pairs(tables, pairs))
    for end, part in (("low", pairs.nsmallest(1, "ratio")), ("high", pairs.nlargest(1, "ratio"))):
        value, rows = float(part["ratio"].iloc[0]), evidence_of_pairs(tables, part)
        yield number(f"owners.blackwell-{end}", value, "x", 2, f"{end}est of the {how}", rows)


def of_years(tables: Tables) -> Iterator[Number]:
    """How much the best result per accelerator of one chip rose from round to round, and how often by as much."""
    headline = next(c for _, c in read_yaml(tables.data / "claims.yml").section("claims") if c.get("number") == 1)
    published_ratio = float(headline.list("figures")[0]["published"])
    pairs = successive(tables.results, comparable_rounds(tables))
    pairs = pairs[(pairs["rounds_apart"] == 1) & pairs["after"].isin(rounds_until(tables.data)["inference"])]
    what = "ratios of a chip's best result per accelerator to that of the round before, Server and Offline"
    yield count("years.n", len(pairs), what)
    reached = pairs[pairs["ratio"] >= published_ratio]
    yield count("years.reached-n", len(reached), f"of the {what}, those of {published_ratio}x or more")
    middle = float(pairs["ratio"].median())
    yield number("years.median", middle, "x", 2, f"median of the {what}")
    table = how_often(pairs.assign(every="all"), published_ratio, by=("every",)).set_index("newness")
    for key, newness in (("second", "second round"), ("later", "later")):
        if newness in table.index:
            row = table.loc[newness]
            words = "chip or benchmark in its second round" if key == "second" else "neither chip nor benchmark new"
            yield count(f"years.{key}-n", int(row["pairs"]), f"{what}; {words}")
            yield number(f"years.{key}-median", float(row["median"]), "x", 2, f"median of the {what}; {words}")
            yield count(f"years.{key}-reached-n", int(row["reached"]), f"{what}; {words}; {published_ratio}x or more")
    yield from _of_odd_pairs(tables, pairs, what)


def _of_odd_pairs(tables: Tables, pairs: pd.DataFrame, what: str) -> Iterator[Number]:
    """The highest ratio, and what the median is without it and without chips whose name may hide two boards."""
    top = pairs.nlargest(1, "ratio")
    row, rows = top.iloc[0], evidence_of_pairs(tables, top)
    software = tables.results.set_index("row_id")["software"]
    change = " to ".join(str(software[row[f"row_id_{when}"]]) for when in ("before", "after"))
    where = f"{row['chip']}, {row['benchmark']} {row['scenario']}, {row['before']} to {row['after']}"
    how = f"highest of the {what}: {where}; {row['submitter_before']} to {row['submitter_after']}; software: {change}"
    yield number("years.top", float(row["ratio"]), "x", 2, how, rows)
    vague = pairs["chip"].str.contains(VAGUE)
    words = f"{what}, on chips whose name may stand for several boards or settings (Xavier, T4, slices by MIG)"
    yield count("years.vague-n", int(vague.sum()), words)
    rest = pairs[~vague].drop(index=top.index, errors="ignore")
    yield number("years.median-rest", float(rest["ratio"].median()), "x", 2, f"median without these: {words}; {how}")


def comparable_rounds(tables: Tables) -> dict[str, list[list[str]]]:
    """Groups of comparable rounds of each benchmark, from ``rounds.yml``."""
    entries = dict(tables.rounds.section("comparable"))
    return comparable_groups(
        {name: entry.list("rounds") for name, entry in entries.items()},
        {name: entry.list("breaks") for name, entry in entries.items() if "breaks" in entry.values},
    )


HISTORY = (of_wins, of_wins_as_said, of_shared_runs, of_participation, of_new_cells, of_blackwell_owners, of_years)
