"""Numbers of the mechanisms' models: wide expert parallelism, multi-token prediction, KV-aware routing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd

from claimcheck.analysis.mechanisms import kv_routing, mtp, wide_ep
from claimcheck.analysis.mechanisms.register import Figures, read_figures
from claimcheck.analysis.mechanisms.roofline import (
    Setup,
    mean_context,
    read_setup,
    request_bytes,
    step_time,
    weight_bytes,
)
from claimcheck.analysis.mechanisms.wide_ep import NARROW, WIDE
from claimcheck.claims.evidence import Evidence, evidence_of
from claimcheck.claims.mechanisms import RUNS, decode_layout, largest_part, lengths, limits_ms, runs_for_models
from claimcheck.claims.model import Tables
from claimcheck.claims.number import Number, count, number

# A limit on a token tighter than any of the benchmark's, in ms.
TIGHT_MS = 10.0
# Load at which prose describes the routing model: round-robin beyond what it carries, KV-aware routing not.
LOAD, CALM = 1.2, 0.8
# The same at which nothing is shared and every server is nearly full.
FULL = 0.95


def _setup(tables: Tables) -> tuple[Figures, Setup, float]:
    figures = read_figures(tables.data)
    setup = read_setup(figures)
    return figures, setup, mean_context(*lengths(tables), setup.assumed.input_tokens)


def of_sources(tables: Tables) -> Iterator[Number]:
    """Published figures and constants, as ``fig.KEY``: each with its conditions and source."""
    figures, _, _ = _setup(tables)
    for section in ("published", "model", "trace", "lengths"):
        for key, one in figures.sections[section].items():
            digits = len(str(one.value).rstrip("0").partition(".")[2])
            said = f"{one.about}; {one.conditions}; {one.source}".replace("; ;", ";")
            unit = one.unit if one.unit in ("x", "%") else ""
            yield number(f"fig.{key.replace('_', '-')}", one.value, unit, digits, said)
    for what in ("mean", "p99", "latency"):
        before, after = (figures.published(f"routing-{what}-{end}") for end in ("before", "after"))
        how = f"{before.about} over the same with the KV-aware router; {before.conditions}; {before.source}"
        yield number(f"fig.routing-{what}-ratio", before.value / after.value, "x", 1, how)
        for end, one in (("before", before), ("after", after)):
            yield number(f"fig.routing-{what}-{end}-s", one.value / 1000, "s", 1, f"{one.about}; {one.source}")


def of_wide_ep(tables: Tables) -> Iterator[Number]:
    """What reading experts takes, in the model and at the operating points."""
    _, setup, context = _setup(tables)
    model = setup.model
    yield count("wide.narrow", NARROW, "GPUs over which the Server entries spread experts")
    yield count("wide.wide", WIDE, "GPUs over which the published comparison spreads them")
    routed = model.experts * model.expert * model.expert_layers
    how = "three matrices × layers × routed experts, over all weights, in percent"
    yield number("wide.routed-percent", routed / model.parameters * 100, "%", 1, how)
    how = "weights of routed experts × bytes of a weight in NVFP4"
    yield number("wide.routed-gb", routed * setup.assumed.expert_bytes / 1e9, "GB", 0, how)
    for width in wide_ep.WIDTHS:
        held = wide_ep.reading(setup, [1e9], [width]).iloc[0]
        how = f"experts that a GPU of {width} holds, all read in one step, over the bandwidth of memory"
        yield number(f"wide.read-{width}-ms", float(held["seconds"]) * 1000, "ms", 2, how)
        yield number(f"wide.read-{width}-gb", float(held["bytes"]) / 1e9, "GB", 1, how)
        how = f"memory beside the weights on {width} GPUs × {wide_ep.CACHE_SHARE}, over the cache of a mean request"
        yield number(f"wide.room-{width}", wide_ep.room(setup, width, context), "requests", 0, how)
        yield number(
            f"wide.weights-{width}-gb", weight_bytes(setup, width) / 1e9, "GB", 0, f"weights on a GPU of {width}"
        )
    how = "compressed keys and values × layers × mean context of a request in flight"
    yield number("wide.request-mb", request_bytes(setup, context) / 1e6, "MB", 0, how)
    yield number("wide.context", context, "tokens", 0, "mean input + E[L²] / (2 E[L]) of the published lengths")
    how = f"requests per GPU up to which experts are the largest part of a step's roofline on {NARROW} GPUs"
    yield number("wide.leads-until", largest_part(setup, NARROW, context), "requests", 0, how)
    best = wide_ep.sensitivity(setup, {"as assumed": {}}, 1, context).iloc[0]
    how = f"highest ratio of steps, {NARROW} over {WIDE} GPUs, over all numbers of requests"
    yield number("wide.best", float(best["best"]), "x", 2, how)
    yield number("wide.best-at", float(best["best_at"]), "requests", 0, f"requests per GPU at the {how}")
    for name, limit in {"tight": TIGHT_MS, **limits_ms(tables)}.items():
        found = wide_ep.at_latency(setup, [limit / 1000], context, (NARROW, WIDE)).iloc[-1]
        how = f"tokens/s per GPU with a step of at most {limit:g} ms, {WIDE} over {NARROW} GPUs, roofline"
        yield number(f"wide.at-{name}", float(found["gain"]), "x", 2, how)
        yield number(f"wide.limit-{name}", limit, "ms", 0, "limit on a step")
    slow = wide_ep.at_latency(setup.but(achieved=0.25), [limits_ms(tables)["server"] / 1000], context, (NARROW, WIDE))
    how = f"as at-server, every part at a quarter of its peak, {WIDE} over {NARROW} GPUs"
    yield number("wide.at-server-slow", float(slow.iloc[-1]["gain"]), "x", 2, how)


def of_wide_ep_runs(tables: Tables) -> Iterator[Number]:
    """What widening could have done for the Server runs, and for the Interactive one."""
    _, setup, _ = _setup(tables)
    found = wide_ep.bounds(setup, runs_for_models(tables, setup))
    keys = list(zip(found["round"], found["submitter"], found["accelerators"], strict=True))
    for name, key in RUNS.items():
        run = found.iloc[keys.index(key)]
        behind = _evidence(tables, run["row_id"])
        for what, value, unit, digits, how in (
            ("requests", run["requests"], "requests", 0, "requests in flight per GPU"),
            ("step", run["logged_ms"], "ms", 1, "logged median time of a token"),
            ("experts", run["experts"], "ms", 1, "experts at the peak of memory"),
            ("share", run["share"] * 100, "%", 0, "experts at the peak of memory, of the logged step"),
            ("of-floor", run["experts"] / run["floor_ms"] * 100, "%", 0, "experts, of the step's roofline"),
            ("removed", run["removed"], "x", 2, "ratio if experts took no time"),
            ("widened", run["widened"], "x", 2, f"ratio if experts and exchange were those of {WIDE}, at peak"),
            ("ideal", run["ideal"], "x", 2, f"ratio of rooflines, {NARROW} over {WIDE} GPUs"),
            ("over-floor", run["over_floor"], "x", 1, "logged step over the roofline"),
        ):  # fmt: skip
            yield number(f"wide.{name}.{what}", float(value), unit, digits, f"{run['label']}: {how}", behind)
    for what, value, how in (
        ("removed-most", found["removed"].max(), "highest ratio if experts took no time at all"),
        ("ideal-most", found["ideal"].max(), f"highest ratio of rooflines, {NARROW} over {WIDE} GPUs"),
        ("ideal-least", found["ideal"].min(), f"lowest ratio of rooflines, {NARROW} over {WIDE} GPUs"),
        ("share-most", found["share"].max() * 100, "largest share of experts in a logged step, in percent"),
    ):
        unit = "%" if what == "share-most" else "x"
        behind = _evidence(tables, *found["row_id"])
        yield number(f"wide.runs.{what}", float(value), unit, 0 if unit == "%" else 2, f"Server runs: {how}", behind)
    yield count("wide.runs.n", len(found), "Server runs of DeepSeek-R1 on GB300", _evidence(tables, *found["row_id"]))
    yield from _of_interactive(tables, setup)


def _of_interactive(tables: Tables, setup: Setup) -> Iterator[Number]:
    """NVIDIA's Interactive run on a GB300 rack: its decoding GPUs, and what their width could have given."""
    runs = runs_for_models(tables, setup, "Interactive")
    run = runs[runs["submitter"] == "NVIDIA"].iloc[0]
    layout, behind = decode_layout(tables, run["row_id"]), _evidence(tables, run["row_id"])
    requests = run["whole"] / layout["gpus"]
    steps = [step_time(setup, requests, w, run["context"], 3) for w in (NARROW, layout["width"])]
    yield count("wide.interactive.gpus", layout["gpus"], "decode servers × GPUs of each, by the settings", behind)
    yield count("wide.interactive.width", layout["width"], "GPUs over which a decode server spreads experts", behind)
    how = "requests in flight over the GPUs that decode; those still in prefill count as well"
    yield number("wide.interactive.requests", requests, "requests", 0, how, behind)
    how = f"roofline of a step that verifies three drafts, {NARROW} over {layout['width']} GPUs"
    yield number("wide.interactive.ideal", steps[0] / steps[1], "x", 2, how, behind)


def of_mtp(tables: Tables) -> Iterator[Number]:
    """Tokens a step, and what they are worth by requests per GPU."""
    figures, setup, context = _setup(tables)
    chains = mtp.chains(figures)
    means = {name: mtp.tokens_per_step(chain) for name, chain in chains.items()}
    for key, value, how in (
        ("mtp.tokens-most", max(means.values()), "highest mean over the chains of acceptance"),
        ("mtp.tokens-least", min(means.values()), "lowest mean over the chains of acceptance"),
        ("mtp.drafts-most", max(means.values()) - 1, "accepted drafts of a step, highest mean"),
        ("mtp.drafts-least", min(means.values()) - 1, "accepted drafts of a step, lowest mean"),
    ):
        yield number(key, value, "", 1, f"{how}, three drafts")
    measured = chains[mtp.MEASURED]
    for place, chance in zip(("first", "second", "third"), measured, strict=True):
        how = "acceptance of a draft, after those before it, that gives the tokens a step which LMSYS measured"
        yield number(f"mtp.chance-{place}", chance * 100, "%", 0, how)
    all_three = mtp.accepted_drafts(measured)[-1]
    yield number("mtp.all-three", all_three * 100, "%", 0, "steps in which all three drafts are accepted, as measured")
    one = mtp.tokens_per_step(measured[:1])
    yield number("mtp.one-draft", one, "", 2, "tokens a step with one draft, by the chain that LMSYS's figures give")
    curve = mtp.curve(setup, mtp.GRID, NARROW, context, measured)
    third = curve[curve["drafts"] == 3]
    best = third.loc[third["speedup"].idxmax()]
    yield number(
        "mtp.best", float(best["speedup"]), "x", 2, "highest ratio over requests per GPU, three drafts, roofline"
    )
    yield number("mtp.best-at", float(best["requests"]), "requests", 0, "requests per GPU where three drafts give most")
    loses = mtp.break_even(setup, NARROW, context, measured)
    yield number(
        "mtp.loses-at", float(loses), "requests", 0, "requests per GPU from which three drafts cost more than they give"
    )
    for name in ("before", "nebius-8"):
        run = _run(tables, setup, RUNS[name])
        for drafts in (1, 3):
            value = mtp.speedup(setup, run["requests"], NARROW, run["context"], measured[:drafts])
            how = f"ratio of rates with {drafts} drafts at the load of {run['label']}, roofline"
            yield number(f"mtp.{name}-{drafts}", value, "x", 2, how, _evidence(tables, run["row_id"]))
        values = [mtp.speedup(setup, run["requests"], NARROW, run["context"], c) for c in chains.values()]
        for end, value in (("least", min(values)), ("most", max(values))):
            how = f"ratio of rates with three drafts at the load of {run['label']}, {end} over the chains, roofline"
            yield number(f"mtp.{name}-{end}", value, "x", 2, how, _evidence(tables, run["row_id"]))
    yield from _of_interactive_mtp(tables, setup, chains)


def _of_interactive_mtp(tables: Tables, setup: Setup, chains: dict[str, list[float]]) -> Iterator[Number]:
    runs = runs_for_models(tables, setup, "Interactive")
    run = runs[runs["submitter"] == "NVIDIA"].iloc[0]
    layout, behind = decode_layout(tables, run["row_id"]), _evidence(tables, run["row_id"])
    requests = run["whole"] / layout["gpus"]
    gains = [mtp.speedup(setup, requests, layout["width"], run["context"], c) for c in chains.values()]
    how = "ratio of rates with three drafts at the load of NVIDIA's Interactive run, roofline"
    yield number("mtp.interactive-least", min(gains), "x", 1, f"{how}, lowest over the chains of acceptance", behind)
    yield number("mtp.interactive-most", max(gains), "x", 1, f"{how}, highest over the chains of acceptance", behind)
    yield number(
        "mtp.interactive-tpot", run["logged_ms"], "ms", 1, f"{run['label']}: logged median time of a token", behind
    )
    tokens = [mtp.tokens_per_step(c) for c in chains.values()]
    for name, value in (("least", min(tokens)), ("most", max(tokens))):
        how = "logged median time of a token × tokens a step, if drafts are accepted as in the chains"
        yield number(f"mtp.interactive-step-{name}", run["logged_ms"] * value, "ms", 0, how, behind)


def of_routing(tables: Tables) -> Iterator[Number]:
    """The routing model: what the router gives under sharing and without it, calm and overloaded."""
    figures, _, _ = _setup(tables)
    traffic = kv_routing.read_traffic(figures)
    yield number(
        "route.rate", traffic.rate, "tokens/s", 0, "input tokens of the trace per second and GPU, were none reused"
    )
    waited = figures.published("routing-mean-before").value / 1000
    over = kv_routing.overload_for(waited, traffic.seconds)
    how = (
        "load whose queue, never empty, gives the published mean wait in the length of the trace: 1 + 2 × wait / length"
    )
    yield number("route.overload", (over - 1) * 100, "%", 0, how)
    for name, changed in (
        ("shared", replace(traffic, load=LOAD)),
        ("calm", replace(traffic, load=CALM)),
        ("none", replace(traffic, load=FULL, shared=0.0)),
        ("none-calm", replace(traffic, load=CALM, shared=0.0)),
        ("one", replace(traffic, load=LOAD, families=1)),
        ("longer", kv_routing.longer(replace(traffic, load=LOAD), 2)),
    ):
        runs = kv_routing.compare(changed).set_index("policy")
        said = f"load {changed.load:g}, {changed.shared:.0%} of the input shared by {changed.families} prefixes"
        aware, plain = runs.loc["KV-aware"], runs.loc["round-robin"]
        yield number(
            f"route.{name}.faster", float(aware["faster"]), "x", 1, f"mean TTFT, round-robin over KV-aware; {said}"
        )
        work = float(runs.loc["least work", "faster"])
        yield number(f"route.{name}.least-work", work, "x", 1, f"mean TTFT, round-robin over least work; {said}")
        for policy, run in (("round-robin", plain), ("aware", aware)):
            yield number(f"route.{name}.{policy}", float(run["mean"]), "s", 1, f"mean TTFT, {policy}; {said}")
            busy = float(run["busy"]) * 100
            yield number(
                f"route.{name}.{policy}-busy", busy, "%", 0, f"work over what servers can do, {policy}; {said}"
            )
    alone = kv_routing.sweep(replace(traffic, shared=0.0), [{"load": x} for x in kv_routing.LOADS])
    most = alone[alone["policy"] == "KV-aware"]["faster"].max()
    how = "mean TTFT, round-robin over KV-aware, nothing shared: the highest over all loads"
    yield number("route.none-most", float(most), "x", 1, how)
    load, aware_s = kv_routing.load_for(traffic, waited)
    yield number("route.match-load", load, "", 2, "load at which the model's round-robin has the published mean TTFT")
    yield number("route.match-aware", aware_s, "s", 1, "mean TTFT of the KV-aware router at that load")
    for name, value in (("calm", CALM), ("shared", LOAD), ("full", FULL)):
        yield number(f"route.load-{name}", value, "", 2, "load of the routing model: work over capacity without reuse")
    full = [kv_routing.carried(traffic, policy) for policy in ("round-robin", "KV-aware")]
    how = "load at which KV-aware routing leaves all that servers can do, over round-robin's"
    yield number("route.capacity", (full[1] / full[0] - 1) * 100, "%", 0, how)
    band = kv_routing.band(traffic)
    yield number("route.band-from", band[0], "", 2, "lowest load at which KV-aware routing is over 20 times faster")
    yield number("route.band-to", band[1], "", 2, "highest load at which KV-aware routing is over 20 times faster")


def _run(tables: Tables, setup: Setup, key: tuple[str, str, int]) -> pd.Series:
    runs = runs_for_models(tables, setup)
    keys = list(zip(runs["round"], runs["submitter"], runs["accelerators"], strict=True))
    return runs.iloc[keys.index(key)]


def _evidence(tables: Tables, *row_ids: str) -> tuple[Evidence, ...]:
    return evidence_of(tables.results[tables.results["row_id"].isin(row_ids)])


MECHANISMS = (of_sources, of_wide_ep, of_wide_ep_runs, of_mtp)
# Takes seconds to simulate, and no strongest case names its numbers.
SIMULATED = (of_routing,)
