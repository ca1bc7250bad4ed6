# ---
# jupyter:
#   jupytext:
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # What does our model predict?
#
# :::{admonition} The answer
# :class: cc-key
# **Our model of a server predicts unseen runs a little better than a straight line does, and it cannot settle how much faster
# NVIDIA's software became.** Of the {n}`serving.held-n` runs that it was not fitted to, it predicts the requests in progress to
# within a tenth in {n}`serving.flight-good-n`. A straight line does so in {n}`serving.line-flight-n`.
#
# If the software of both rounds is loaded to the same latency limit, the model says that v6.0 of MLPerf® Inference carries
# {n}`serving.speedup-low` to {n}`serving.speedup-high` the load of v5.1. The published {n}`claim.1.published` is above that range.
# But the model does not explain why requests waited so long for their first token on NVIDIA's rack of v5.1. If that wait means that
# the rack was full, the range [is too low](#strongest-case-for-the-published-figure).
# :::
#
# A log says how a run went at one load and not how it would have gone at another. Two Server results of one chip can differ because
# the software is faster, or because one was loaded harder. To compare software, one would load both rounds until the same limit
# stops them. No pair of runs does that, so we need a model, and a model is only as good as its predictions of runs that it has not
# seen. Predicting throughput would prove nothing, because below a server's capacity it is the load that was offered. So we predict
# how long answers take and how many requests are in progress at once (*in flight*).

# %% tags=["hide-cell"]
import math

import numpy as np
import pandas as pd

from claimcheck.analysis.metric import rates_of_runs
from claimcheck.analysis.serving import outcomes
from claimcheck.analysis.serving.outcomes import ALIKE, predict_case, questions, read_inputs, recompute
from claimcheck.analysis.serving.simulate import output_lengths
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.mechanisms import Axis, model_lines
from claimcheck.charts.serving import error_histograms, load_curves, short_runs, speedup_sources
from claimcheck.claims import caption, with_links
from claimcheck.data import tables
from claimcheck.data.numbers import number, state, words

results, runs = tables.load("inference_results"), tables.load("loadgen_runs")
fits, sweeps = tables.load("serving_fits"), tables.load("serving_sweeps")
predictions = tables.load("serving_predictions")
given = read_inputs()
model = given.model
GOOD = 0.10  # a prediction within this share of the log counts as good
OFFERED = "offered_tokens_per_s_per_accelerator"
BEFORE, AFTER = "v5.1-ultra", "v6.0-ultra"  # groups of runs: either round's software on GB300
MODEL = "serving model, no MLPerf result"

# %% tags=["hide-input"]
found = outcomes.errors(predictions, results, model)
order = [f"{r}-{c}" for r in ("v6.0", "v5.1") for c in ("ultra", "b200")]
found = found.assign(place=[order.index(g) for g in found.group]).sort_values(
    ["place", "fitted", "same_chip", "chip", "accelerators", "submitter"],
    ascending=[True, False, False, True, True, True],
    ignore_index=True,
)
short = found.submitter.str.replace("_Cloud_Technology", "")
found["label"] = short + ", " + found.accelerators.astype(str) + " " + found.chip
found.loc[found["round"] != found.name.str[:4], "label"] += " (v6.0)"
twice = found.duplicated(["group", "label"])
found.loc[twice, "label"] += ", second system"
held = found[~found.fitted]
rows = results[results.row_id.isin(found.row_id)]
long = predictions.set_index(["row_id", "quantity"])
PANELS = {outcomes.FLIGHT: "requests in flight", outcomes.TPOT: "median time per output token (TPOT)"}
good = {name: int((held[name].abs() <= GOOD).sum()) for name in PANELS}
Figure(
    error_histograms(held, PANELS, good=GOOD),
    id="serving-errors",
    title=f"Most unseen runs are predicted within {GOOD:.0%} of their logs",
    description=(
        f"Two histograms of the prediction over the log, less one, for {len(held)} runs; a band marks ±{GOOD:.0%}. "
        f"Inside it are {good[outcomes.FLIGHT]} runs for the requests in flight and {good[outcomes.TPOT]} for the median TPOT."
    ),
    caption=caption(
        f"Runs that the model was not fitted on. Grey: further than {GOOD:.0%} from the log. Predictions are simulated by this project "
        "and are not MLPerf results.",
        results[results.row_id.isin(held.row_id)],
    ),
)

# %% tags=["hide-input"]
what = "runs of DeepSeek-R1 Server, closed division"
size = held[list(PANELS)].abs()
counts = {
    "runs": (found, what),
    "fitted": (found[found.fitted], f"{what}, that the model was fitted on"),
    "held": (held, f"{what}, held out"),
    "factor-inside": (
        found[found.factor_inside],
        f"runs whose logged completion factor lies where nine in ten of the simulated ones lie; {MODEL}",
    ),
    **{
        f"{key}-good": (
            held[size[column] <= GOOD],
            f"held-out runs: {column} predicted within {GOOD:.0%} of the log; {MODEL}",
        )
        for key, column in {"flight": outcomes.FLIGHT, "tpot": outcomes.TPOT}.items()
    },
}
state(
    (number(f"serving.{key}-n", len(part), how=how, rows=part) for key, (part, how) in counts.items()),
)

# %% [markdown]
# ## What the model is
#
# A server that runs a language model works in steps. In each step every request that it holds gets one more token (a piece of
# a word), and new requests may have their input read, which is called prefill. A step takes some time whatever it does, a
# little more for each request, and more for each prefill:
#
# > time of a step = base + time per request × requests + prefill × new inputs
#
# The simulation follows every step of a run and every request in it:
#
# - Requests arrive at random (a Poisson process) at the rate that the log gives. The lengths of answers follow the percentiles
#   that one v6.1 report prints, rescaled to the mean of each run.
# - A system is one engine, or several copies of it behind a router, as its submitted settings say. Inside an engine every GPU
#   holds its own requests, and all take each step together, so the fullest GPU sets the pace.
# - New requests wait until the balance of [attention data parallelism](attention-dp.ipynb) lets them in, within the batch and
#   token limits of the settings. A step without prefill is padded to the next batch size for which a CUDA graph (a recorded
#   step) exists.
#
# We fitted base, time per request and prefill for each round's software on each chip, on {n}`serving.fitted-n` of
# {n}`serving.runs-n` runs, to their time per output token (TPOT) and their end. These are the runs on the fewest GPUs with the
# lowest and the highest load. Everything else comes from the log's load and the submitted settings.
#
# (is-it-better-than-a-straight-line)=
#
# ## Near the fitted loads a straight line does as well
#
# Requests in flight and TPOT rise with the load, so a straight line over the offered load may do as well. We draw it through the
# fitted runs of each group (one round's software on one chip). A group with one fitted run has a level line.

# %% tags=["hide-input"]
NEAR = 0.05  # a load within this share of a fitted run's is near it
KEYS = {outcomes.FLIGHT: "in flight", outcomes.TPOT: "TPOT"}
load = pd.Series({case.row_id: case.rate_per_accelerator for case in given.cases})
logged = predictions.pivot(index="row_id", columns="quantity", values="logged").astype(float)
parts = []
for _, part in found.set_index("row_id").groupby("group"):
    x = load[part.index]
    fitted = x[part.fitted]
    away = abs(x.to_numpy()[:, None] / fitted.to_numpy() - 1).min(axis=1)  # from the nearest fitted load, as a share
    part = part.assign(near=away <= NEAR)
    for key in KEYS:
        y = logged.loc[part.index, key]
        through = np.polyfit(fitted, y[part.fitted], len(fitted) - 1)
        part[f"{key} line"] = np.polyval(through, x) / y - 1
    parts.append(part)
ruler = pd.concat(parts)
ruler = ruler[~ruler.fitted]
where = {"all held out": ruler, "near a fitted load": ruler[ruler.near], "further away": ruler[~ruler.near]}
right = {
    name: {"runs": list(part.index)}
    | {
        f"{words}, {who}": list(part.index[part[key + end].abs() <= GOOD])
        for key, words in KEYS.items()
        for who, end in (("model", ""), ("line", " line"))
    }
    for name, part in where.items()
}
counted = pd.DataFrame(right).T.map(len)
assert counted["in flight, model"].iloc[1] == counted["in flight, line"].iloc[1]  # said below
counted.rename_axis(f"runs within {GOOD:.0%} of the log")

# %% tags=["hide-input"]
LINE = "the straight line through its group's fitted runs over the offered load"
told = f"held-out runs: requests in flight within {GOOD:.0%} of the log by"
near = f"held-out runs whose offered load per accelerator is within {NEAR:.0%} of a fitted run's in their group"
COUNTS = {
    "near": ("near a fitted load", "runs", near),
    "far": ("further away", "runs", "held-out runs at other loads"),
    "line-flight": ("all held out", "in flight, line", f"{told} {LINE}"),
    "line-tpot": ("all held out", "TPOT, line", f"the same of the median TPOT by {LINE}"),
    "near-good": ("near a fitted load", "in flight, model", f"{told} the model; near a fitted load"),
    "far-good": ("further away", "in flight, model", f"{told} the model; further away"),
    "far-line": ("further away", "in flight, line", f"{told} the line; further away"),
}
state(
    number("serving.near-percent", NEAR * 100, "%", how="a load this near to a fitted one counts as near"),
    (
        number(f"serving.{key}-n", len(right[name][what]), how=how, rows=right[name][what])
        for key, (name, what, how) in COUNTS.items()
    ),
)

# %% [markdown]
# Near the fitted loads both are right for {n}`serving.near-good-n` of {n}`serving.near-n` runs. Near means within
# {n}`serving.near-percent`. Further away there are {n}`serving.far-n` runs: the model is right for {n}`serving.far-good-n` of them
# and the line for {n}`serving.far-line-n`. That is the model's whole advantage, and it is not much evidence. For the median TPOT
# the model is right {n}`serving.tpot-good-n` times and the line {n}`serving.line-tpot-n` times.
#
# (how-much-faster-at-the-same-limit)=
#
# ## At the same limit the gain is between two bounds, and nobody can say where
#
# We load both rounds' software on GB300, each with the settings of NVIDIA's rack, until DeepSeek-R1 Server reaches a latency
# limit. The ratio of the offered token rates is the speed-up.

# %% tags=["hide-input"]
at_limit = sweeps[sweeps.sweep == "limit"]
limit = at_limit[at_limit.case == "plain"].set_index("group")
shown = ["rate_per_accelerator", "offered_tokens_per_s_per_accelerator"]
shown += ["in_flight_per_accelerator", "largest_batch", "tpot_p99_ms", "ttft_p99_ms"]
limit[shown].astype(float).T.round(2)

# %% tags=["hide-input"]
tokens = limit.offered_tokens_per_s_per_accelerator.astype(float)
print(f"v6.0 over v5.1 at the limit: {tokens[AFTER] / tokens[BEFORE]:.2f}x")

# %% [markdown]
# Different things stop the two. The engine of v6.0 fills its submitted batch of {n}`serving.after-batch` requests a GPU. Beyond
# that, queries wait and the time to first token (TTFT) exceeds its limit, while the 99th percentile of TPOT is
# {n}`serving.after-tpot`. The engine of v5.1 fills the largest batch that it can run in time: with one request more on the fullest
# GPU every step is padded to the next size for which a CUDA graph exists, and TPOT jumps from {n}`serving.before-tpot` past its
# limit.

# %% tags=["hide-input"]
names = {BEFORE: "v5.1", AFTER: "v6.0"}
loads = sweeps[(sweeps.sweep == "load") & ~sweeps.case.str.startswith("balance")]
loads = pd.DataFrame(
    {
        "name": [names[g] for g in loads.group],
        "variant": loads.variant.astype(str),
        "plain": [bool(v == "main") for v in loads.variant],
        "rate": loads.rate_per_accelerator.astype(float),
        "tokens": loads.offered_tokens_per_s_per_accelerator.astype(float).round(1),
        "flight": loads.in_flight_per_accelerator.astype(float).round(2),
        "tpot": loads.tpot_p99_ms.astype(float).round(2),
        "ttft": loads.ttft_p99_ms.astype(float).round(0),
    }
).sort_values(["name", "plain", "variant", "rate"], ignore_index=True)
entries = [given.entry(g) for g in (BEFORE, AFTER)]
behind = results[results.row_id.isin([c.row_id for c in given.cases if c.group in names and c.fitted])]
NOTE = "Simulated by this project with a model fitted to the results below; no point of this picture is an MLPerf result. "
(only,) = (c.row_id.split("/")[0] for c in given.cases if c.group == BEFORE and c.fitted)
ALONE = f"The v5.1 side rests on one run, {only}, a preview entry with another backend for experts than NVIDIA's rack. "
Figure(
    load_curves(loads, tpot_ms=given.limits.tpot_ms, ttft_ms=given.limits.ttft_ms, start=0.8),
    id="serving-load",
    title="In the plain model the v6.0 engine carries far more before it reaches a limit",
    description=(
        "99th percentile of TPOT against offered tokens per second per GPU for the software of the two rounds on GB300, "
        "with a slider for the offered load. "
        + " ".join(
            f"{n}: " + ", ".join(f"{t:,.0f} tokens/s at {m:.0f} ms" for t, m in zip(p.tokens[::5], p.tpot[::5])) + "."
            for n, p in loads[loads.plain].groupby("name")
        )
    ),
    caption=caption(
        NOTE
        + ALONE
        + "DeepSeek-R1 under the Server scenario's load, GB300, one engine with the settings of NVIDIA's rack in each round, "
        "steady state, from the lightest load to a little beyond the limits. Thick: the plain model, followed by the slider. "
        "Thin: with a context term in place of requests, and without padding to CUDA graphs. Jumps are changes of the "
        "padded batch.",
        behind,
    ),
)

# %% [markdown]
# (the-uncertainty)=
#
# The plain model gives {n}`serving.speedup`. Nobody should quote that figure alone, because its v5.1 side rests on [one
# run](#what-one-run-cannot-tell). So we changed one choice of the model at a time, and then all of them at once. The ranges in the
# chart include the plain model:

# %% tags=["hide-input"]
KINDS = {
    "plain": "plain",
    "form": "form of the step's time",
    "held": "time per request in v5.1",
    "steps": "speed of the machines",
    "routing": "routing over a rack",
    "arrivals": "other arrivals and lengths",
}
kind = at_limit.case.str.split(":").str[0]
rate = at_limit[kind.isin(KINDS)].pivot(index="case", columns="group", values=OFFERED).astype(float)
ratio = rate[AFTER] / rate[BEFORE]  # a form, a router or a draw of arrivals is the same on both sides
unfixed = [case for case in rate.index if case.startswith("held")]  # on the side that one run does not fix
ratio[unfixed] = rate[AFTER]["plain"] / rate.loc[unfixed, BEFORE]
ratio = ratio.drop(["steps: faster", "steps: slower"])  # the machines of either round may be the faster ones
for one, other in (("faster", "slower"), ("slower", "faster")):
    ratio[f"steps: {one} after, {other} before"] = rate[AFTER][f"steps: {one}"] / rate[BEFORE][f"steps: {other}"]
# Everything at once: every change on each side may go the same way.
low, high = rate[AFTER].min() / rate[BEFORE].max(), rate[AFTER].max() / rate[BEFORE].min()
ratio.sort_values(kind="stable").map("{:.2f}".format).rename("v6.0 over v5.1").to_frame()

# %% tags=["hide-input"]
seen = rates_of_runs(runs).set_index("run_id")
server = results[
    (results.benchmark == "deepseek-r1")
    & (results.scenario == "Server")
    & (results.division == "closed")
    & (results.accelerator == "NVIDIA GB300")
]
first = server[(server["round"] == "v5.1") & (server.submitter == "NVIDIA")].iloc[0]
pairs = [("Nebius", 8, "the published pair"), ("Nebius", 72, "Nebius's rack"), ("NVIDIA", 72, "NVIDIA's own rack")]
kinds = {"published": "published", "offered": "offered", "full_run": "full run"}
measured, used = [], [first.row_id]
for submitter, size, whose in pairs:
    after = server[
        (server["round"] == "v6.0") & (server.submitter == submitter) & (server.accelerators == size)
    ].iloc[0]
    used.append(after.row_id)
    values = {
        kind: float(seen.loc[after.run_id, column])
        / size
        / (float(seen.loc[first.run_id, column]) / int(first.accelerators))
        for column, kind in kinds.items()
    }
    measured.append({"pair": whose, "accelerators": size, **values})
measured = pd.DataFrame(measured)
plain, source = ratio["plain"], ratio.index.str.split(":").str[0]
drawn = [("same limit, the plain model", plain, plain, f"{plain:.2f}x")]
of_kind = ratio.groupby(source.map(lambda one: KINDS[one])).agg(["min", "max"]).drop("plain")
for name, one in of_kind.iterrows():
    least, most = min(one["min"], plain), max(one["max"], plain)
    drawn.append((f"… {name}", least, most, f"{least:.2f}x to {most:.2f}x"))
drawn.append(("… everything at once", low, high, f"{low:.2f}x to {high:.2f}x"))
spans = pd.DataFrame(drawn, columns=["label", "low", "high", "text"])
# What the answer above says in words.
(published,) = (c for c in given.cases if c.row_id == used[1])
room = float(limit.rate_per_accelerator[AFTER]) / published.rate_per_accelerator - 1
assert abs(room) < 0.02 and measured.iloc[0, 2:].min() > high
Figure(
    speedup_sources(spans, row_ids=tuple(used)),
    id="serving-speedup",
    title="No run settles how much faster the software is at the same limit",
    description="; ".join(f"{label}: {text}" for label, _, _, text in drawn) + ".",
    caption=caption(
        ALONE + "Simulated: both rounds' software at the same limits in steady state, with one thing changed at a time; the last row "
        "lets every choice go the same way on each side. No ratio in this picture is one of MLPerf results. The model was fitted "
        "to the logs of the results below.",
        server[server.row_id.isin(used)],
    ),
)

# %% tags=["hide-input"]
fitted = " ".join(fits[fits.group.isin([BEFORE, AFTER])].fitted_on).split()
what = f"tokens/s per GPU at the limits, steady state, v6.0 over v5.1 software on GB300; {MODEL}"
sides = {"before": BEFORE, "after": AFTER}
ours = measured.set_index("pair")
own = {
    key: server[(server["round"] == name) & (server.submitter == "NVIDIA") & (server.accelerators == 72)].iloc[0]
    for key, name in {"before": "v5.1", "after": "v6.0"}.items()
}
offered = {key: seen.offered_rate[row.run_id] / row.accelerators for key, row in own.items()}
state(
    number("serving.speedup", plain, "x", 2, how=what, rows=fitted),
    number("serving.speedup-low", low, "x", 1, how=f"lowest, every choice of the model against it: {what}", rows=fitted),
    number("serving.speedup-high", high, "x", 1, how=f"highest, every choice of the model for it: {what}", rows=fitted),
    (
        number(f"serving.{key}-{end}", of_kind[end][words], "x", 2, how=f"{end}imum over the {words}: {what}", rows=fitted)
        for key, words in KINDS.items()
        if key != "plain"
        for end in ("min", "max")
    ),
    (
        number(
            f"serving.{key}-tpot",
            limit.tpot_p99_ms[group],
            "ms",
            how=f"99th percentile of TPOT at the limits, steady state, {given.model.groups[group].name}; {MODEL}",
            rows=fitted,
        )
        for key, group in sides.items()
    ),
    number(
        "serving.after-batch",
        limit.largest_batch[AFTER],
        how=f"largest batch of a rank at the limits, steady state, {given.model.groups[AFTER].name}; {MODEL}",
        rows=fitted,
    ),
    (
        number(
            f"serving.room-{key}",
            (limit.rate_per_accelerator[group] / offered[key] - 1) * 100,
            "%",
            how=f"load at the limits over the load offered to NVIDIA's {names[group]} GB300 rack, less 1; {MODEL}",
            rows=own[key],
        )
        for key, group in sides.items()
    ),
    (
        number(
            f"serving.pair-{key}",
            ours.loc[pair, kind],
            "x",
            2,
            how=f"{whose}, v6.0 over NVIDIA, 72 GB300, v5.1, Server, tokens/s per GPU: {kind}",
            rows=[first.row_id, after_id],
        )
        for key, pair, kind, whose, after_id in (
            ("published-offered", "the published pair", "offered", "Nebius, 8 GB300", used[1]),
            ("own-published", "NVIDIA's own rack", "published", "NVIDIA, 72 GB300", used[3]),
        )
    ),
)

# %% [markdown]
# - **Time per request in v5.1**: {n}`serving.held-min` to {n}`serving.held-max`. The plain fit is near the upper end.
# - **Form of the step's time**: {n}`serving.form-min` to {n}`serving.form-max`. Without padded batches the v5.1 engine carries a
#   higher load before it reaches the limit.
# - **Speed of the machines**: {n}`serving.steps-min` to {n}`serving.steps-max`, if all steps of one round are faster and all steps
#   of the other slower, by the spread that the model finds among machines with these chips.
# - **Routing** over a rack: {n}`serving.routing-min` to {n}`serving.routing-max`, slightly below the plain model. Copies of one
#   engine stay alike under either rule, but the racks' own logs show copies that did not.
# - **Arrivals and lengths**: {n}`serving.arrivals-min` to {n}`serving.arrivals-max` with other draws.
# - **Everything at once**: the range in the answer. Only this range allows for all doubts together.
#
# None of these ranges is a confidence interval: each is only what our choices give.
#
# For comparison, this is what the runs themselves give, by each of the [three denominators](metric.ipynb), over NVIDIA's rack
# in v5.1:

# %% tags=["hide-input"]
ResultsTable(
    id="measured",
    frame=measured,
    caption=caption(
        "DeepSeek-R1 Server on GB300, v6.0 over NVIDIA's rack in v5.1, tokens/s per accelerator. The pairs differ in submitter "
        "and number of accelerators, as named. Ratios are ours.",
        server[server.row_id.isin(used)],
    ),
    columns={
        "pair": "Pair",
        "accelerators": "GPUs, v6.0",
        "published": "Published",
        "offered": "Offered",
        "full run": "Full run",
    },
    formats=dict.fromkeys(kinds.values(), ".2f"),
)

# %% [markdown]
# What does the published pair compare, then? If the log is right and NVIDIA's v5.1 rack was
# [at its limit on TTFT](limits.ipynb), both sides of the pair were at a limit. If the model is right, that rack could have
# carried {n}`serving.room-before` more load.
#
# (what-one-run-cannot-tell)=
#
# ## v5.1 on GB300 rests on a single run
#
# Base and time per request are both paid in every step. Two runs at different loads tell them apart, and one does not. Here we
# held the time per request at several values and fitted base and prefill again.

# %% tags=["hide-input"]
scan = fits[fits.variant.str.startswith("held-")].astype({c: float for c in ("per_request_us", "rms_error")})
scan = scan.assign(error=scan.rms_error * 100, name=[given.model.groups[g].name for g in scan.group])
scan = scan.sort_values(["name", "per_request_us"], ignore_index=True)
scan.pivot(index="per_request_us", columns="name", values="error").round(1).rename_axis("time per request, µs")

# %% tags=["hide-input"]
alone = scan[scan.group == BEFORE]
others = scan[scan.group != BEFORE]
scanned = results[results.row_id.isin(" ".join(fits.fitted_on).split())]
Figure(
    model_lines(
        scan,
        ("name", "software and chip"),
        Axis("per_request_us", "time per request held at, µs", (0, scan.per_request_us.max()), format="~f"),
        Axis("error", "error of the fit, %", (0, math.ceil(scan.error.max())), format="~f"),
        main="v5.1, GB300",
    ),
    id="serving-scan",
    title="For v5.1 on GB300 any time per request fits; elsewhere two runs limit it",
    description="Lines of the error of the fit in percent against the time per request that was held, one for each round's "
    "software and chip. "
    + "; ".join(
        f"{name}: " + ", ".join(f"{e:.1f}% at {us:g} µs" for us, e in zip(part.per_request_us, part.error))
        for name, part in scan.groupby("name", sort=False)
    )
    + ".",
    caption=caption(
        "Root mean square of the errors of the fitted runs' TPOT and end, with the time per request held and base and prefill "
        "fitted. v5.1 on GB300 is fitted to one run, each of the others to two at different loads. Simulated by this project, no "
        "MLPerf result.",
        scanned,
    ),
)

# %% tags=["hide-input"]
settings = tables.load("engine_settings")
backend = settings[settings.selected & (settings.setting == "moe_backend")].set_index("row_id").value.str.strip('"')
(only,) = (c for c in given.cases if c.group == BEFORE and c.fitted)
(rack,) = (c for c in given.cases if c.group == BEFORE and not c.fitted)
assert results.set_index("row_id").availability[only.row_id] == "preview"
state(
    words("serving.only-id", only.row_id.split("/")[0], how="the one run that v5.1 on GB300 is fitted to", rows=[only.row_id]),
    words("serving.only-backend", backend[only.row_id], how="its backend for experts (moe_backend)", rows=[only.row_id]),
    words("serving.rack-backend", backend[rack.row_id], how="that of NVIDIA's rack in v5.1", rows=[rack.row_id]),
    number("serving.scan-from", alone.per_request_us.min(), "µs", how="least time per request that was held"),
    number("serving.scan-to", alone.per_request_us.max(), "µs", how="most time per request that was held"),
    number("serving.scan-error", alone.error.max(), "%", 1, how=f"largest error of these fits, v5.1 on GB300; {MODEL}", rows=[only.row_id]),
    number(
        "serving.scan-other",
        others.groupby("group").error.max().min(),
        "%",
        1,
        how=f"largest error of these fits in the group where it is smallest, of those with two fitted runs; {MODEL}",
        rows=scanned,
    ),
    (
        number(f"serving.ttft-{key}-{side}", value, "ms", how=f"99th percentile of TTFT of {who}, {said}", rows=[case.row_id])
        for key, case, who in (("rack", rack, "NVIDIA's v5.1 GB300 rack"), ("only", only, "the one fitted v5.1 GB300 run"))
        for side, said in (("logged", "by its log"), ("predicted", f"predicted; {MODEL}"))
        for value in [float(long.loc[(case.row_id, "ttft_p99_ms"), side])]
    ),
)

# %% [markdown]
# For v5.1 on GB300 every value from {n}`serving.scan-from` to {n}`serving.scan-to` fits. The error is at most
# {n}`serving.scan-error`. With two runs the error reaches {n}`serving.scan-other` or more. And the one run is poor evidence for a
# rack:
#
# - {n}`serving.only-id` is a preview entry of CoreWeave on far fewer GPUs than a rack. Its settings name
#   {n}`serving.only-backend` as the backend for experts, and those of NVIDIA's rack of that round {n}`serving.rack-backend`.
# - The model does not explain its TTFT: the 99th percentile is {n}`serving.ttft-only-logged` in the log and
#   {n}`serving.ttft-only-predicted` in the model. For NVIDIA's rack it is {n}`serving.ttft-rack-logged` and
#   {n}`serving.ttft-rack-predicted`.
#
# (other-conditions)=
#
# ## Under other limits the ratio changes
#
# (a-tighter-tpot)=
#
# This is the highest rate that keeps the 99th percentile of TPOT below other limits:

# %% tags=["hide-input"]
kept = sweeps[(sweeps.sweep == "load") & (sweeps.case == "plain") & (sweeps.ttft_p99_ms <= given.limits.ttft_ms)]
tight = {ms: kept[kept.tpot_p99_ms <= ms].groupby("group")[OFFERED].max() for ms in (40, 50, 60, 70, 80)}
tight = pd.DataFrame(tight).T.astype(float)
tight["v6.0 over v5.1"] = tight[AFTER] / tight[BEFORE]
tight.rename(columns=names).rename_axis("limit on TPOT p99, ms").round(2)

# %% [markdown]
# The ratio changes with the limit because the edges of the padded batches are elsewhere for each engine. Near the shortest step
# that the v5.1 engine can make, the ratio grows without meaning.
#
# (longer-and-shorter-outputs)=
#
# With longer answers there are fewer prefills for each token, so that a GPU serves more tokens. The cache that they would
# fill is not in the model; at the longest lengths it would be the next limit.

# %% tags=["hide-input"]
outputs = at_limit[(at_limit.case == "plain") | at_limit.case.str.startswith("outputs")]
by_length = outputs.set_index(["length_factor", "group"])[OFFERED].astype(float).unstack()
by_length["v6.0 over v5.1"] = by_length[AFTER] / by_length[BEFORE]
by_length.rename(columns=names).rename_axis("length of outputs").round(2)

# %% [markdown]
# (a-shorter-run)=
#
# A shorter run publishes a lower rate at the same load, because LoadGen divides by the completion of the last query that it
# issued ([what the Server rate divides by](metric.ipynb)).

# %% tags=["hide-input"]
short = sweeps[(sweeps.sweep == "duration") & (sweeps.group == AFTER) & (sweeps.case == "rate: entry")]
short = short.sort_values("arrivals_s", kind="stable").astype({c: float for c in short.columns if c.endswith(("_s", "accelerator"))})
columns = {
    "arrivals_s": "arrivals_s",
    "offered_tokens_per_s_per_accelerator": "offered",
    "published_tokens_per_s_per_accelerator": "published",
    "published_low_tokens_per_s_per_accelerator": "low",
    "published_high_tokens_per_s_per_accelerator": "high",
    "full_run_tokens_per_s_per_accelerator": "full",
}
lines = short[list(columns)].rename(columns=columns).astype(float).round(1)
least = lines.iloc[0]
Figure(
    short_runs(lines),
    id="serving-short-runs",
    title=f"A run as short as the rules allow would be published {1 - least.published / least.offered:.0%} below its load",
    description="Tokens per second per GPU over how long queries arrive, at one load, by three denominators. "
    + "; ".join(
        f"{r.arrivals_s:,.0f} s: offered {r.offered:,.0f}, as LoadGen divides {r.published:,.0f} ({r.low:,.0f} to "
        f"{r.high:,.0f}), full run {r.full:,.0f}"
        for r in lines.itertuples()
    )
    + ".",
    caption=caption(
        NOTE + "DeepSeek-R1 Server load, v6.0 software on GB300 at the load per GPU of NVIDIA's rack, whole runs from empty to "
        "empty. LoadGen divides by the completion of the last issued query: the published line is the mean over which query that "
        "is, the band holds nine in ten.",
        behind,
    ),
)

# %% tags=["hide-input"]
predicted = predictions.set_index(["quantity", "row_id"]).loc["ttft_p99_ms"]
left = (predicted.logged - predicted.predicted)[first.row_id]
span = short.filter(like="published_").iloc[0]
state(
    number(
        "serving.after-short-luck",
        span["published_high_tokens_per_s_per_accelerator"] / span["published_low_tokens_per_s_per_accelerator"],
        "x",
        1,
        how=f"published rate by which query is last, high over low, shortest run, {given.model.groups[AFTER].name}; {MODEL}",
        rows=fitted,
    ),
    number(
        "serving.ttft-left-before",
        left / 1000,
        "s",
        1,
        how="99th percentile of TTFT of NVIDIA's v5.1 GB300 rack that the model does not explain",
        rows=first,
    ),
    number(
        "serving.ttft-with-left",
        (limit.ttft_p99_ms[BEFORE] + left) / 1000,
        "s",
        2,
        how="the model's TTFT p99 at its v5.1 limit and the 99th percentile of TTFT of NVIDIA's v5.1 GB300 rack that the "
        "model does not explain",
        rows=first,
    ),
)

# %% [markdown]
# In the shortest run, which query is issued last moves the published rate by {n}`serving.after-short-luck`, and TPOT is lower
# because the engine is not yet full. A short run of one system and a long one of another are not the same test.
#
# (what-the-misses-say)=
#
# ## Where the model misses, the machines ran faster
#
# Requests in flight are the load times the latency, and the latency rises with the requests in flight. A machine whose steps are a
# little faster therefore holds far fewer requests at the same load. Quanta and GigaComputing offered the same load to the same chip
# with the same engine settings, but the model is {n}`serving.quanta-flight` too high for Quanta and {n}`serving.giga-flight` too
# low for GigaComputing. Steps {n}`serving.quanta-step` faster for the one and {n}`serving.giga-step` slower for the other would
# explain both. No log says why one machine is faster.
#
# All {n}`serving.missed-n` runs for which the model misses TPOT or requests in flight by more than a tenth ran faster than the
# model. Their steps would have to be {n}`serving.missed-faster-low` to {n}`serving.missed-faster-high` shorter.

# %% tags=["hide-input"]
columns = ["chip", "accelerators", "submitter", outcomes.TPOT, outcomes.FLIGHT, "step_factor"]
missed = held[(held[outcomes.FLIGHT].abs() > GOOD) | (held[outcomes.TPOT].abs() > GOOD)]
missed[columns].set_index("submitter").round(3)

# %% tags=["hide-input"]
faster = (1 - missed.step_factor) * 100
worse = f"held-out runs with median TPOT or requests in flight predicted worse than {GOOD:.0%}"
by_faster = f"{worse}: by how much faster their steps would have to be"
b300 = held[held.chip == "B300"].set_index("submitter")
of_nebius = results[results.row_id.isin(found.row_id) & (results.submitter == "Nebius") & (results.accelerators == 72)]
log = tables.load("loadgen_runs").set_index("run_id").loc[of_nebius.run_id.iloc[0]]
state(
    number("serving.missed-n", len(missed), how=f"{worse}; {MODEL}", rows=missed),
    (
        number(f"serving.missed-faster-{end}", faster[place], "%", how=f"{by_faster}, {end}est; {MODEL}", rows=missed.loc[place])
        for end, place in (("low", faster.idxmin()), ("high", faster.idxmax()))
    ),
    (
        number(f"serving.{key}-{what}", abs(value) * 100, "%", how=f"{who}, B300, v6.0: {how}", rows=b300.loc[who])
        for key, who in {"quanta": "Quanta_Cloud_Technology", "giga": "GigaComputing"}.items()
        for what, value, how in (
            ("flight", b300.loc[who, outcomes.FLIGHT], "error of requests in flight"),
            ("step", 1 - b300.loc[who, "step_factor"], "change of all steps that removes it"),
        )
    ),
    (
        number(
            f"serving.ttft-off-{name}",
            part[outcomes.TTFT].abs().median() * 100,
            "%",
            how=f"median size of the error of the median TTFT, runs of {name}; {MODEL}",
            rows=part,
        )
        for name, part in found.groupby("round")
    ),
    number(
        "serving.nebius-arrivals",
        log.query_count / log.scheduled_samples_per_s,
        "s",
        how="how long queries arrived, Nebius's GB300 rack, v6.0, Server",
        rows=of_nebius,
    ),
    number(
        "serving.nebius-longest",
        log.latency_max_ms / 1000,
        "s",
        how="longest latency, Nebius's GB300 rack, v6.0, Server",
        rows=of_nebius,
    ),
)

# %% tags=["hide-input"]
pair = [c for c in given.cases if c.chip == "B300" and c.submitter.startswith(("Quanta", "Giga"))]
assert pair[0].deployment == pair[1].deployment
assert abs(pair[0].rate_per_accelerator / pair[1].rate_per_accelerator - 1) < 1e-3
print("Quanta and GigaComputing: equal engine settings and equal load per GPU")

# %% [markdown]
# <details>
# <summary>What is known about other misses</summary>
#
# - **Another chip.** GB200 with the software of v5.1 is predicted from B200, whose GPU has another host. GB200 is faster.
# - **The tail of the racks.** On NVIDIA's v6.0 racks with GB300 and GB200 the 99th percentile of TPOT is far above the
#   prediction, but the median is not. The copies of the engine in the model are alike; some of theirs were slower or fuller. The
#   router's rule does not explain it.
# - **Nebius's rack** took more load than the model's engine holds in steady state. Its queries arrived for
#   {n}`serving.nebius-arrivals` and its longest answer took {n}`serving.nebius-longest`, so that it was hardly full when the last
#   query came.
# - **TTFT.** The model gives the wait for the balance and the prefill step, and nothing was fitted to it. Its median is off by
#   {n}`serving.ttft-off-v6.0` in v6.0 and by {n}`serving.ttft-off-v5.1` in v5.1. Tokenising, transport and the harness are not
#   in the model.
# - **The completion factor** depends on one query, whose length no log gives. In {n}`serving.factor-inside-n` of
#   {n}`serving.runs-n` runs the logged factor lies within the range of nine in ten simulated ones.
#
# </details>
#
# (every-run-logged-and-predicted)=
# (every-figure)=
#
# ## Every run, logged and predicted

# %% tags=["hide-input"]
linked = with_links(rows).set_index("row_id")
table = found.assign(
    result=[linked.result_id[i] for i in found.row_id],
    url=[linked.published_url[i] for i in found.row_id],
    role=["fitted" if f else "held out" for f in found.fitted],
    inside=["yes" if i else "no" for i in found.factor_inside],
    span=[f"{a:.3f} to {b:.3f}" for a, b in zip(found.factor_low, found.factor_high)],
)
for name, key in (("tpot", outcomes.TPOT), ("flight", outcomes.FLIGHT), ("tail", "tpot_p99_ms"), ("first", outcomes.TTFT)):
    for side in ("logged", "predicted"):
        table[f"{name}_{side}"] = [float(long.loc[(i, key), side]) for i in table.row_id]
ResultsTable(
    id="serving-predictions",
    frame=table,
    caption=caption(
        "Logged and predicted, run by run. TPOT and TTFT in ms, requests in flight per accelerator (offered rate × mean "
        "latency). Completion factor: the logged one, and where nine in ten of the simulated ones lie. Step: by what every "
        "step of the model would have to be multiplied for the logged requests in flight to come out.",
        rows,
    ),
    columns={
        "label": "Run",
        "name": "Group",
        "role": "Role",
        "tpot_logged": "TPOT median, log",
        "tpot_predicted": "model",
        "tail_logged": "TPOT p99, log",
        "tail_predicted": "model ",
        "flight_logged": "In flight, log",
        "flight_predicted": "model  ",
        "first_logged": "TTFT median, log",
        "first_predicted": "model   ",
        "factor_logged": "Completion factor, log",
        "span": "model, nine in ten",
        "step_factor": "Step",
        "result": "ID",
    },
    links={"result": "url"},
    formats={c: ".1f" for c in table if c.endswith(("_logged", "_predicted")) and c != "factor_logged"}
    | {"factor_logged": ".3f", "step_factor": ".2f"},
    searchable=True,
)

# %% [markdown]
# The same by hand, without a simulation: the fitted step, applied to the requests in flight that each log of one group implies. The
# part of the logged TPOT that base and requests do not explain must be prefill. The last two columns turn it into new inputs in a
# round of prefill: on the average GPU, by the load, and on the fullest GPU, by the time they take.

# %% tags=["hide-input"]
group = "v6.0-ultra"
step = fits[(fits.group == group) & (fits.variant == "main")].iloc[0]
by_hand = []
for case in (c for c in given.cases if c.group == group):
    in_flight = case.logged["in_flight_per_accelerator"]
    graph = min(size for size in case.deployment.graphs if size >= in_flight)
    decode = step.base_ms + step.per_request_us / 1000 * graph
    tpot = case.logged["tpot_p50_ms"]
    steps = case.deployment.timeout_steps + 1
    by_hand.append(
        {
            "run": f"{case.submitter} {case.chip} {case.accelerators}",
            "in flight": in_flight,
            "padded": graph,
            "TPOT": tpot,
            "decode": decode,
            "mean": case.rate_per_accelerator * tpot / 1000 * steps,
            "fullest": (tpot - decode) * steps / step.prefill_ms,
        }
    )
pd.DataFrame(by_hand).set_index("run").astype(float).round(1)

# %% [markdown]
# (output-lengths)=
#
# Logs hold no lengths of answers, but the spread of latencies depends on them, because a request's latency is
# TTFT + TPOT × (tokens − 1). If our lengths were wrong, the percentiles of latency would be wrong in another way than those
# of TPOT. The cells below show the lengths, the errors of both, and one run simulated again together with two loads of the
# sweeps: all agree with the tables that `claimcheck derive` wrote.

# %% tags=["hide-input"]
lengths = output_lengths(model)
mean, deviation = lengths.moments()
pd.DataFrame(
    {
        "through the percentiles": [mean, deviation],
        "as the report prints": [model.published_mean, model.published_deviation],
    },
    index=["mean, tokens", "standard deviation, tokens"],
).round(0)

# %% tags=["hide-input"]
error = (predictions.predicted / predictions.logged - 1).astype(float)
sound = predictions.assign(error=error)[~predictions.spoiled]
wide = sound.pivot(index="row_id", columns="quantity", values="error")
shares = ("p50", "p90", "p99")
columns = [f"{what}_{q}_ms" for what in ("tpot", "latency") for q in shares]
sizes = wide[columns].abs().median() * 100
sizes.rename("median size of the error, %").map("{:.1f}".format).to_frame()

# %% tags=["hide-input"]
case = next(c for c in given.cases if c.submitter == "NVIDIA" and c.accelerators == 72)
again = pd.DataFrame(predict_case(case, fits, model))
both = again.merge(predictions, on=["row_id", "quantity"], suffixes=("", "_table"))
assert len(both) == len(again)
assert ((both.predicted / both.predicted_table.astype(float) - 1).abs() < 1e-4).all()
print(f"{case.submitter}, {case.accelerators} {case.chip}, {case.round}: all figures are as in the table")

# %% tags=["hide-input"]
checked = sweeps[(sweeps.sweep == "load") & (sweeps.case == "plain")]
checked = checked[checked.rate_per_accelerator.isin([0.5, 0.8])]
asked = list(questions(given, fits, predictions))
for _, row in checked.iterrows():
    for column, value in recompute(row, given, asked).items():
        # Another processor may round the last bit of a step differently, which moves a figure by less than this.
        assert abs(value / float(row[column]) - 1) < ALIKE, (row.group, column)
print(f"{len(checked)} loads simulated; all figures come out as in the table")

# %% [markdown]
# (sensitivity-what-the-data-leave-open)=
#
# Other forms of the step's time were fitted to the same runs. A term for the tokens in cache (context) in place of one
# for each request describes the fitted runs of most groups about as well, and so does a step that is not padded.

# %% tags=["hide-input"]
shown = ["base_ms", "per_request_us", "per_token_ns", "prefill_ms", "rms_error"]
fits.set_index(["group", "variant"])[shown].astype(float).map("{:.3f}".format)

# %% [markdown]
# (strongest-case-and-limits)=
# (strongest-case-for-the-published-figure)=
#
# ## Strongest case for the published figure
#
# - NVIDIA's v5.1 rack did run near a limit: its 99th percentile of TTFT was just below what the rules allow. The model does not
#   explain {n}`serving.ttft-left-before` of that. With it, TTFT would be {n}`serving.ttft-with-left` where the model reaches the
#   limit on TPOT, hardly less than allowed. If the unexplained part grows with the load, the rack was full. Then both sides of the
#   published pair were at a limit, though not at the same one, and the ratio of their offered rates is
#   {n}`serving.pair-published-offered`.
# - Nebius's run of the published pair shows that v6.0 software carries the model's load. That side is no extrapolation.
# - NVIDIA's own v6.0 rack gained {n}`serving.pair-own-published` by published rates, and in the model it could have carried
#   {n}`serving.room-after` more than it was offered. The model does not reproduce that rack's slowest requests, which [were at
#   their limit](limits.ipynb).
# - At tighter limits the ratio can be larger than the published one.
#
# For the model itself: it is fitted on single engines and predicts racks, at other loads, run by other submitters, from
# their settings and their load.
#
# ## Limits
#
# - Each side depends on one engine and its fit. For v5.1 on GB300 it is one run, on far fewer GPUs and with another backend for
#   experts than the rack whose settings the model takes. Their step times were alike at nearly the same load; how they compare at
#   other loads is unknown.
# - The limit of v5.1 depends on the edge of a padded batch. A slightly faster engine passes it and gains the whole next step.
# - The settings are those submitted. Either engine could have been set up for a higher load; the graphs and the batch limit are
#   choices.
# - Base, requests and prefill can replace each other to a degree, so the parameters do not show how a step's time is divided.
# - Input lengths are unknown and taken as alike. Output lengths are those of one v6.1 run, assumed for v5.1 and v6.0 as well.
# - Memory for the cache, speculative decoding, disaggregated serving, the Interactive scenario and Llama 3.1 405B are not
#   modelled.
#
# ```{mlperf-footnote}
# ```
