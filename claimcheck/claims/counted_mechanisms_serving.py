"""Numbers of the mechanisms in serving: disaggregation and attention-DP balance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from claimcheck.analysis.mechanisms import attention_dp, disaggregation
from claimcheck.analysis.mechanisms.engines import at_lengths, fitted, highest, serve, window
from claimcheck.analysis.mechanisms.register import read_figures
from claimcheck.analysis.mechanisms.roofline import read_setup
from claimcheck.analysis.mechanisms.wide_ep import NARROW
from claimcheck.analysis.serving.deployment import deployment
from claimcheck.analysis.serving.register import read_model
from claimcheck.claims.mechanisms_serving import (
    AFTER,
    BEFORE,
    MODEL,
    SIDES,
    counter_pairs,
    counters,
    engine,
    evidence,
    forms,
    gains,
    headline_runs,
    is_fitted,
    limits,
    prefill_gpus,
    scenario_points,
)
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, number
from claimcheck.tables import load

# A limit on a token half as long as Server's, for what a tighter one changes.
_TIGHTER = 0.5
# Forms of the step's time whose engines are simulated at the limits: those that differ most.
FORMS = ("main", "context", "no-graphs", "no-prefill")
# Fewer requests in flight than any Server run, for what evens out with many.
FEW = 8


# --- disaggregation ---------------------------------------------------------------------------


def of_split(tables: Tables) -> Iterator[Number]:
    """Arithmetic for split pools against shared GPUs, and what the runs say of prefill."""
    if not is_fitted(tables):
        return
    kept, setup = limits(tables), read_setup(read_figures(tables.data))
    yield number("disagg.limit-tpot", kept.tpot_ms, "ms", 0, "Server's limit on the 99th percentile of TPOT")
    yield number("disagg.limit-ttft", kept.ttft_ms / 1000, "s", 0, "Server's limit on the 99th percentile of TTFT")
    everything: list[float] = []
    for side, group in SIDES.items():
        one, by_form = engine(tables, group), gains(tables, group)
        where = f"{group}, {MODEL}"
        yield number(f"disagg.prefill-{side}", one.step.prefill_ms, "ms", 0, f"fitted time of a prefill, {where}")
        yield number(f"disagg.base-{side}", one.step.base_ms, "ms", 0, f"fitted part of a step for nothing, {where}")
        ceiling = 1 / (1 - one.step.base_ms / kept.tpot_ms)
        yield number(f"disagg.ceiling-{side}", ceiling, "x", 2, f"1 / (1 - base / limit): no gain is above, {where}")
        main, ratios = by_form["main"], [v["gain"] for v in by_form.values()]
        everything += ratios
        how = f"queries/s per GPU, best split of {disaggregation.RACK} GPUs over sharing at its best, {where}"
        yield number(f"disagg.best-{side}", main["gain"], "x", 2, how)
        said = f"GPUs of prefill in the best split, {where}"
        yield count(f"disagg.prefill-gpus-{side}", int(main["prefill_gpus"]), said)
        yield number(f"disagg.best-{side}-low", min(ratios), "x", 2, f"{how}, lowest over the forms of the step")
        yield number(f"disagg.best-{side}-high", max(ratios), "x", 2, f"{how}, highest over the forms of the step")
        small = gains(tables, group, gpus=NARROW)["main"]["gain"]
        yield number(f"disagg.small-{side}", small, "x", 2, f"the same with {NARROW} GPUs to split, {where}")
        cost = disaggregation.costs(one, setup, NARROW)
        tight = disaggregation.by_limit(cost, kept, [kept.tpot_ms * _TIGHTER]).iloc[0]["gain"]
        if side == "after":
            yield number("disagg.room", cost.room, "requests", 0, "requests of mean context that fit into memory")
            full = (cost.base + cost.per_request * cost.room) * 1000
            yield number("disagg.room-step", full, "ms", 0, f"step of a GPU that only decodes, memory full, {where}")
        yield number(f"disagg.tight-{side}", tight, "x", 2, f"{how}, at half of the limit on a token")
    yield number("disagg.best-low", min(everything), "x", 2, "lowest over forms and rounds, sharing at its best")
    yield number("disagg.best-high", max(everything), "x", 2, "highest over forms and rounds, sharing at its best")
    yield number("disagg.tight-limit", kept.tpot_ms * _TIGHTER, "ms", 0, "half of Server's limit on a token")
    yield from _of_map(tables)


def _of_map(tables: Tables) -> Iterator[Number]:
    one, setup = engine(tables, AFTER), read_setup(read_figures(tables.data))
    yield number("disagg.input", one.input_tokens, "tokens", 0, "mean input that the serving model assumes")
    yield number("disagg.output", one.output_tokens, "tokens", 0, "published mean output of the benchmark")
    cells = disaggregation.gain_map(one, setup, NARROW, limits(tables))
    how = f"best split over sharing at its best, Server's limits, {MODEL}"
    yield number("disagg.map-high", cells["gain"].max(), "x", 2, f"highest of the map: {how}")
    yield number("disagg.map-low", cells["gain"].min(), "x", 2, f"lowest of the map: {how}")
    figures = read_figures(tables.data)
    asked = at_lengths(one, *(figures.values("lengths")[f"disagg-{what}"] for what in ("input", "output")))
    cost = disaggregation.costs(asked, setup, NARROW)
    yield number("disagg.at-blog", disaggregation.compare(cost, limits(tables))["gain"], "x", 2, f"{how}, its lengths")
    tight = replace(limits(tables), tpot_ms=limits(tables).tpot_ms * _TIGHTER)
    how = f"{how}, its lengths, half of the limit on a token"
    yield number("disagg.at-blog-tight", disaggregation.compare(cost, tight)["gain"], "x", 1, how)


def of_interactive(tables: Tables) -> Iterator[Number]:
    """The Interactive entries with and without pools of their own, and what a prefill can have cost at most."""
    points = scenario_points(tables, "Interactive")
    rack = points[(points["submitter"] == "NVIDIA") & (points["chip"] == "GB300")].iloc[0]
    alone = points[points["submitter"] == "GigaComputing"].iloc[0]
    behind = evidence(tables, rack.name)
    gpus = prefill_gpus(tables, str(rack.name))
    yield count("disagg.interactive-prefill-gpus", gpus, "prefill servers × GPUs of each, by the settings", behind)
    most = disaggregation.dearest_prefill(float(rack["offered_rate"]), gpus)
    how = "GPUs of prefill over offered rate: a prefill took no more of a GPU"
    yield number("disagg.interactive-prefill-most", most * 1000, "ms", 0, how, behind)
    both = evidence(tables, rack.name, alone.name)
    ratio = float(rack["per_accelerator"]) / float(alone["per_accelerator"])
    how = (
        "tokens/s per accelerator, DeepSeek-R1 Interactive v6.0: NVIDIA on GB300 over GigaComputing on B300, "
        f"{int(rack['accelerators'])} and {int(alone['accelerators'])} accelerators"
    )
    yield number("disagg.interactive-ratio", ratio, "x", 1, how, both)
    yield count("disagg.shared-gpus", int(alone["accelerators"]), "accelerators of the entry without pools", both)
    yield count("disagg.rack-gpus", int(rack["accelerators"]), "accelerators of the entry with pools", both)
    for name, row in (("rack", rack), ("shared", alone)):
        used = float(row["tpot_used"]) * 100
        yield number(f"disagg.{name}-used", used, "%", 0, "99th percentile of TPOT, of its limit", both)


def of_prefill_load(tables: Tables) -> Iterator[Number]:
    """How much of the headline runs' time prefill takes, if one takes as long as fitted."""
    if not is_fitted(tables):
        return
    points = scenario_points(tables, "Server")
    for name, group in (("before", BEFORE), ("nebius-8", AFTER)):
        run = headline_runs(tables)[name]
        rate = float(points.loc[run["row_id"], "offered_per_accelerator"])
        share = rate * engine(tables, group).step.prefill_ms / 10
        how = f"{run['label']}: offered queries/s per GPU × fitted time of a prefill"
        yield number(f"disagg.{name}.prefill-share", share, "%", 0, how, evidence(tables, run["row_id"]))


def of_split_simulated(tables: Tables) -> Iterator[Number]:
    """Split pools against the engine as it runs, waiting of ranks included: simulated."""
    if not is_fitted(tables):
        return
    kept, setup = limits(tables), read_setup(read_figures(tables.data))
    for side, group in SIDES.items():
        one = engine(tables, group)
        cost = disaggregation.costs(one, setup, NARROW)
        apart = disaggregation.split(cost, kept)["rate"]
        how = f"queries/s per GPU, best split over the engine simulated with its waiting, {group}, {MODEL}"
        for name, other in (("submitted", one), ("roomy", one.room_for(int(cost.room)))):
            rate = highest(other, kept)["rate_per_accelerator"]
            yield number(f"disagg.{name}-{side}", apart / rate, "x", 2, f"{how}, settings {name}")
            said = f"queries/s per GPU within the limits, settings {name}, {group}"
            yield number(f"disagg.{name}-{side}-rate", rate, "", 2, said)
        if side == "after":
            lost = 1 - rate / disaggregation.shared(cost, kept)
            how = f"what the engine simulated with its waiting lacks of sharing at best, {group}"
            yield number("disagg.waiting-lost", lost * 100, "%", 0, how)
        yield number(f"disagg.split-{side}-rate", apart, "", 2, f"queries/s per GPU, best split, {group}, {MODEL}")


# --- attention-DP balance ---------------------------------------------------------------------


def of_counters(tables: Tables) -> Iterator[Number]:
    """The counters of the headline entries, and how evenly their requests fill the ranks."""
    for name, run in headline_runs(tables).items():
        pair, behind = counters(tables, str(run["row_id"])), evidence(tables, run["row_id"])
        if pair is None:
            continue
        for what, value in zip(("wait", "timeout"), pair, strict=True):
            yield count(f"adp.{name}.{what}", value, f"{run['label']}: counter of the balance, steps", behind)
    if not is_fitted(tables):
        return
    one = engine(tables, AFTER)
    for name, requests in (("few", FEW), *((k, round(r["requests"])) for k, r in headline_runs(tables).items())):
        even = attention_dp.cached_balance(one.lengths, requests, NARROW, one.input_tokens) * 100
        how = f"mean over most tokens in cache of {NARROW} ranks with {requests} requests each, drawn"
        yield number(f"adp.{name}.cache-balance", even, "%", 0, how)
    yield count("adp.few", FEW, "requests of a rank, for comparison")
    yield count("adp.ranks", NARROW, "ranks of an engine in the Server entries")
    yield from _of_queue(tables)


def _of_queue(tables: Tables) -> Iterator[Number]:
    """A queue like the published one, served by either round's engine with the published counters."""
    figures = read_figures(tables.data)
    pair = tuple(int(figures.published(f"adp-{what}").value) for what in ("wait", "timeout"))
    asked = figures.values("lengths")
    for side, group in SIDES.items():
        found = {form: _queue(tables, group, form, asked, pair) for form in forms(tables)}
        off, on = found["main"]
        how = f"{asked['adp-requests']:.0f} requests that are all there, published counters, {group}, {MODEL}"
        yield number(f"adp.queue-{side}", on.tokens_per_s / off.tokens_per_s, "x", 2, f"balance on over off: {how}")
        yield number(f"adp.queue-{side}-off", off.balance * 100, "%", 0, f"balance of tokens, off: {how}")
        yield number(f"adp.queue-{side}-on", on.balance * 100, "%", 0, f"balance of tokens, on: {how}")
        ratios = [b.tokens_per_s / a.tokens_per_s for a, b in found.values()]
        for end, value in (("low", min(ratios)), ("high", max(ratios))):
            yield number(f"adp.queue-{side}-{end}", value, "x", 2, f"balance on over off, {end}est of all forms: {how}")


def _queue(tables: Tables, group: str, form: str, asked: dict[str, float], pair: tuple[int, int]) -> list:
    one = at_lengths(engine(tables, group, form), asked["adp-input"], asked["adp-output"])
    return [attention_dp.drain(one, int(asked["adp-requests"]), each) for each in (attention_dp.OFF, pair)]


def of_pair(tables: Tables) -> Iterator[Number]:
    """The one pair of runs at equal load whose counters differ, and what the model says of it."""
    pair = counter_pairs(tables)
    if len(pair) != 2 or not is_fitted(tables):
        return
    first, second = pair.iloc[0], pair.iloc[1]
    behind = evidence(tables, first["row_id"], second["row_id"])
    said = f"{first['submitter']} on {first['accelerators']} {first['chip']}, {first['round']}, at equal load"
    for name, row in (("short", first), ("long", second)):
        yield count(f"adp.pair.{name}-wait", int(row["wait"]), f"{said}: counter that gathers, steps", behind)
        yield count(f"adp.pair.{name}-timeout", int(row["timeout"]), f"{said}: counter that waits, steps", behind)
        yield number(f"adp.pair.{name}-ttft", row["ttft_p50_ms"] / 1000, "s", 2, f"{said}: median TTFT", behind)
        yield number(f"adp.pair.{name}-tpot", row["tpot_p50_ms"], "ms", 1, f"{said}: median TPOT", behind)
    ratio = float(first["tpot_p50_ms"]) / float(second["tpot_p50_ms"])
    how = f"{said}: median TPOT, shorter counters over longer"
    yield number("adp.pair.tpot-percent", (ratio - 1) * 100, "%", 1, how, behind)
    ratio = float(second["ttft_p50_ms"]) / float(first["ttft_p50_ms"])
    how = f"{said}: median TTFT, longer counters over shorter"
    yield number("adp.pair.ttft-percent", (ratio - 1) * 100, "%", 0, how, behind)
    model = modelled_pair(tables, pair)
    ratio = model["tpot_p50_ms"].iloc[0] / model["tpot_p50_ms"].iloc[1]
    how = f"{said}: median TPOT, shorter counters over longer, by the model"
    yield number("adp.pair.model-percent", (ratio - 1) * 100, "%", 1, how, behind)


def modelled_pair(tables: Tables, pair: pd.DataFrame) -> pd.DataFrame:
    """Steady figures of the model at the rate and settings of each row of ``counter_pairs``, fitted on that chip."""
    model, kept = read_model(tables.data), limits(tables)
    groups = {g.key for g in model.groups.values() for chip in (g.fit_on, *g.also)
              if g.round == pair["round"].iloc[0] and chip == pair["accelerator"].iloc[0]}  # fmt: skip
    fits, found = load("serving_fits", tables.data), []
    for row in pair.itertuples():
        at = deployment(tables.settings, row.row_id, int(row.accelerators))
        one = fitted(model, at, fits, groups.copy().pop())
        found.append(serve(one, float(row.offered_per_accelerator), window(one, kept)))
    return pd.DataFrame(found, index=pair["row_id"])


def of_balance_simulated(tables: Tables) -> Iterator[Number]:
    """What the balance is worth within the limits, and what other counters would have been: simulated."""
    if not is_fitted(tables):
        return
    kept, runs = limits(tables), headline_runs(tables)
    pairs = {side: counters(tables, str(runs[name]["row_id"])) for side, name in
             (("before", "before"), ("after", "nebius-8"))}  # fmt: skip
    if pairs["before"] is None or pairs["after"] is None:
        return
    for side, group in SIDES.items():
        tried = [attention_dp.OFF, pairs["before"], pairs["after"]]
        found = attention_dp.counters_at_limit(engine(tables, group), tried, kept)
        rate, ttft = found["rate_per_accelerator"], found["ttft_p50_ms"]
        own = 1 if side == "before" else 2
        how = f"queries/s per GPU within the limits, {group}, {MODEL}"
        yield number(f"adp.limit-{side}", rate[own] / rate[0], "x", 2, f"{how}: own counters over balance off")
        said = f"{how}: counters of the later entry over those of the earlier"
        yield number(f"adp.retuned-{side}", rate[2] / rate[1], "x", 2, said)
        for name, place in (("off", 0), ("on", own)):
            said = f"median TTFT at the limits, balance {name}, {group}"
            yield number(f"adp.ttft-{side}-{name}", ttft[place] / 1000, "s", 2, said)
    yield from _of_all_forms(tables, pairs)


def _of_all_forms(tables: Tables, pairs: dict[str, tuple[int, int] | None]) -> Iterator[Number]:
    kept, retuned, worth = limits(tables), [], []
    for group in SIDES.values():
        for form in FORMS:
            tried = [attention_dp.OFF, pairs["before"], pairs["after"]]
            rate = attention_dp.counters_at_limit(engine(tables, group, form), tried, kept)["rate_per_accelerator"]
            retuned.append(rate[2] / rate[1])
            worth.append(max(rate[1], rate[2]) / rate[0])
    for name, values in (("retuned", retuned), ("worth", worth)):
        for end, value in (("low", min(values)), ("high", max(values))):
            said = f"{end}est over rounds and the forms {', '.join(FORMS)}: {name}, {MODEL}"
            yield number(f"adp.{name}-{end}", value, "x", 2, said)


SPLIT = (of_split, of_interactive, of_prefill_load)
BALANCE = (of_counters, of_pair)
# Seconds of simulation, whose numbers no strongest case names.
SERVED = (of_split_simulated, of_balance_simulated)
