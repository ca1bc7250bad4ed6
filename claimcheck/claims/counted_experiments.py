"""Numbers of the natural experiments: how many pairs, and what one difference was worth."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from claimcheck.analysis.entry_items import FACTORS
from claimcheck.analysis.experiments import DEFINED, LIMITED, NONE, Rule, pairs, table, unchanged, wishes
from claimcheck.analysis.speedup import readings
from claimcheck.claims.counted import HEADLINE
from claimcheck.claims.evidence import evidence_of
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, evidence_of_pairs, number

# Two copies of one round's code are no experiment on anything that a reader could choose.
KINDS = tuple(f for f in FACTORS if f != "code")


def of_pairs(tables: Tables) -> Iterator[Number]:
    """How many pairs were compared, how many differ in one factor, by factor, and how many in nothing else at all."""
    found = pairs(tables.entries)
    rows = table(found)
    yield count("experiments.entries-n", len(tables.entries), "closed entries whose engine settings are known")
    yield count("experiments.pairs-n", len(rows), "pairs of entries of one benchmark and scenario, v5.1 and v6.0")
    alone = rows[rows["kind"].isin(KINDS)]
    what = "of those pairs, the ones that differ in one factor only"
    yield count("experiments.alone-n", len(alone), what, evidence_of_pairs(tables, alone))
    for kind in (*KINDS, "code", NONE):
        part = rows[rows["kind"] == kind]
        yield count(f"experiments.{kind}-n", len(part), f"pairs that differ in {kind}", evidence_of_pairs(tables, part))
    tolerance = 100 * DEFINED.load
    yield number("experiments.tolerance", tolerance, "%", 0, "rates that differ by no more are taken for equal")
    nearly = sum(len(pair.factors) == 2 for pair in found)
    yield count("experiments.nearly-n", nearly, "pairs that differ in two factors")
    strict = table(pairs(tables.entries, Rule(inert=True, around=True)))
    what = "pairs that differ in one factor while driver, host, network, launch scripts and owner are equal too"
    yield count("experiments.strict-n", int(strict["kind"].isin(KINDS).sum()), what)
    for name, scenarios in (("offline", ("Offline",)), ("limited", LIMITED)):
        control = rows[(rows["kind"] == NONE) & rows["scenario"].isin(scenarios)]
        spread = max(float(control["ratio"].max()), 1 / float(control["ratio"].min()))
        how = f"largest ratio of two entries in which nothing compared differs, {' and '.join(scenarios)}"
        yield number(f"experiments.control-{name}", spread, "x", 3, how, evidence_of_pairs(tables, control))


def of_worth(tables: Tables) -> Iterator[Number]:
    """What the differences were worth: lowest and highest ratio per accelerator, by factor."""
    rows = table(pairs(tables.entries))
    for kind in ("load", "settings", "software", "scale"):
        part = rows[rows["kind"] == kind]
        for end, row in (("low", part.nsmallest(1, "ratio")), ("high", part.nlargest(1, "ratio"))):
            how = f"{end}est ratio of published figures per accelerator of the pairs that differ in {kind} only"
            yield number(
                f"experiments.{kind}-{end}", row["ratio"].iloc[0], "x", 2, how, evidence_of_pairs(tables, row)
            )
    load = rows[rows["kind"] == "load"]
    follows = load["ratio"] / load["rate_ratio"]
    for end, value in (("low", follows.min()), ("high", follows.max())):
        how = f"{end}est ratio of published figures over ratio of offered rates, pairs that differ in load only"
        yield number(f"experiments.load-follows-{end}", value, "x", 3, how, evidence_of_pairs(tables, load))
    looser = table(pairs(tables.entries, Rule(launchers=False)))
    routed = looser[looser["kind"] == "routing"]
    what = "published figures per accelerator of the pair that differs in routing where files that start servers may"
    yield number(
        "experiments.routing-looser", routed["ratio"].max(), "x", 2, what, evidence_of_pairs(tables, routed)
    )
    yield from _largest(tables, load[load["benchmark"] == HEADLINE[0]])
    yield from _chain(tables, load)


def _largest(tables: Tables, load: pd.DataFrame) -> Iterator[Number]:
    for chip in ("B300", "GB300"):
        row = load[(load["chip_after"] == chip) & (load["scenario"] == HEADLINE[1])].nlargest(1, "ratio")
        evidence = evidence_of_pairs(tables, row)
        first = row.iloc[0]
        pair = f"{first['submitter_before']} and {first['submitter_after']} on {chip} in {first['round_after']}"
        key = f"experiments.load-{chip.lower()}"
        yield number(f"{key}-ratio", first["ratio"], "x", 2, f"published figures per accelerator, {pair}", evidence)
        yield number(f"{key}-rate", first["rate_ratio"], "x", 2, f"offered rates per accelerator, {pair}", evidence)
        for side in ("before", "after"):
            yield number(
                f"{key}-tpot-{side}",
                first[f"tpot_p99_ms_{side}"],
                "ms",
                1,
                f"99th percentile TPOT of the entry with the {'lower' if side == 'before' else 'higher'} load, {pair}",
                evidence,
            )
            rate = first[f"rate_{side}"]
            yield number(f"{key}-rate-{side}", rate, "", 2, f"queries/s per accelerator that ran, {pair}", evidence)


def _chain(tables: Tables, load: pd.DataFrame) -> Iterator[Number]:
    """The published ratio of claim 1 in two steps: to an entry of v6.0 at a lower load, and on by load alone."""
    published = readings(tables.results, *HEADLINE)
    published = published[published["both_available"]].nlargest(1, "ratio").iloc[0]
    last = load[load["row_id_after"] == published["row_id_after"]].nlargest(1, "ratio").iloc[0]
    chained = tables.results[
        tables.results["row_id"].isin([published["row_id_before"], last["row_id_before"], last["row_id_after"]])
    ]
    evidence = evidence_of(chained)
    first = float(published["ratio"]) / float(last["ratio"])
    middle = f"{last['submitter_before']}'s {last['round_before']} entry on {last['accelerators_before']} GPUs"
    run = tables.runs.set_index("run_id").loc[
        tables.results.set_index("row_id").loc[published["row_id_before"], "run_id"]
    ]
    rate = float(run["scheduled_samples_per_s"]) / float(published["accelerators_before"])
    what = "of the published pair's first result"
    yield number("experiments.before-rate", rate, "", 2, f"queries/s per accelerator {what}", evidence)
    yield number("experiments.before-tpot", run["tpot_p99_ms"], "ms", 1, f"99th percentile TPOT {what}", evidence)
    yield number("experiments.tpot-limit", run["tpot_limit_ms"], "ms", 0, f"limit on the TPOT {what}", evidence)
    yield number("experiments.chain-first", first, "x", 2, f"the published pair's first result to {middle}", evidence)
    to_last = f"from {middle} to the published pair's second result"
    yield number("experiments.chain-load", last["ratio"], "x", 2, to_last, evidence)
    yield number("experiments.chain-whole", published["ratio"], "x", 2, "both steps: the published pair", evidence)


def of_old_settings(tables: Tables) -> Iterator[Number]:
    """New software with the settings of the round before, and what changing the settings then gave."""
    kept = table(unchanged(pairs(tables.entries)))
    what = "pairs across two rounds in which no setting differs"
    yield count("experiments.unchanged-n", len(kept), what, evidence_of_pairs(tables, kept))
    offline = kept[kept["scenario"] == "Offline"]
    for key, benchmark in (("r1", HEADLINE[0]), ("405b", "llama3.1-405b")):
        part = offline[offline["benchmark"] == benchmark]
        for end, value in (("low", part["ratio"].min()), ("high", part["ratio"].max())):
            how = f"{end}est ratio per accelerator, v6.0 over v5.1, of {benchmark} Offline entries with equal settings"
            yield number(f"experiments.unchanged-{key}-{end}", value, "x", 2, how, evidence_of_pairs(tables, part))
    first = offline[offline["benchmark"] == HEADLINE[0]]
    looser = table(pairs(tables.entries, Rule(launchers=False)))
    then = looser[(looser["kind"] == "settings") & looser["row_id_before"].isin(first["row_id_after"])]
    how = "ratio per accelerator of the entry with v6.0's settings over the one that kept v5.1's, in v6.0"
    yield number("experiments.switched-r1", then["ratio"].max(), "x", 2, how, evidence_of_pairs(tables, then))


def of_wishes(tables: Tables) -> Iterator[Number]:
    """Entries whose submitted rate is not the one that ran."""
    found = wishes(tables.entries, tables.settings)
    limited = [e for e in tables.entries if e.facts["scenario"] in LIMITED]
    yield count("experiments.rates-of", len(limited), "Server and Interactive entries whose engine settings are known")
    what = "of those, entries whose configuration or user.conf asks for another rate than the log's target"
    evidence = evidence_of(tables.results[tables.results["row_id"].isin(found["row_id"])])
    yield count("experiments.wishes-n", len(found), what, evidence)
    doubted = found[(found["in_settings"] / found["asked"] - 1).abs() > 0.005]
    evidence = evidence_of(tables.results[tables.results["row_id"].isin(doubted["row_id"])])
    what = "of those, entries whose configuration asks for another rate"
    yield count("experiments.doubted-n", len(doubted), what, evidence)


EXPERIMENTS = (of_pairs, of_worth, of_old_settings, of_wishes)
