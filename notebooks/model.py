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

# %%
from claimcheck.notebook import say, serving_predictions

GOOD = 0.1  # share of the log's figure by which a good prediction is off at most
FLIGHT, TPOT = "in_flight_per_accelerator", "tpot_p50_ms"
unseen = serving_predictions(quantity=FLIGHT, fitted=False).called("runs that the model was not fitted to")
good = unseen.where("predicted within a tenth", lambda t: abs(t.predicted / t.logged - 1) <= GOOD)
say("serving.held-n", unseen.count)
say("serving.flight-good-n", good.count)

# %% tags=["hide-cell"]
import numpy as np

from claimcheck.analysis.serving.outcomes import errors, read_inputs
from claimcheck.notebook import Selection, inference_results, operating_points

NEAR = 0.05  # share by which a load near a fitted run's differs from it at most
inputs = read_inputs()
of_runs = errors(serving_predictions.frame, inference_results.frame, inputs.model)
frame = operating_points.frame.merge(of_runs, on="row_id", suffixes=("", "_error")).set_index("row_id", drop=False)
for _, part in frame.groupby("group"):
    load, fitted = part.offered_per_accelerator.astype(float), part[part.fitted]
    away = abs(np.divide.outer(load.to_numpy(), load[fitted.index].to_numpy()) - 1).min(axis=1)
    frame.loc[part.index, "near"] = away <= NEAR
    for quantity in (FLIGHT, TPOT):
        line = np.polyfit(load[fitted.index], fitted[quantity].astype(float), len(fitted) - 1)
        frame.loc[part.index, f"{quantity}_line"] = np.polyval(line, load) / part[quantity] - 1
modelled = Selection(frame.assign(near=frame.near.astype(bool)), "runs of DeepSeek-R1 Server")
held = modelled(fitted=False).called(unseen.noun)


def right(part, column):
    """Those of some runs whose error in a column is good."""
    return part.where(f"predicted within {GOOD:.0%} of the log ({column})", lambda t: t[column].abs() <= GOOD)


say("serving.runs-n", modelled.count)
say("serving.fitted-n", modelled(fitted=True).called("runs of DeepSeek-R1 Server that the model was fitted to").count)
say("serving.line-flight-n", right(held, f"{FLIGHT}_line").count)

# %% tags=["hide-input"]
from claimcheck.notebook import show

panels = {FLIGHT: "Requests in flight", TPOT: "Median time per output token (TPOT)"}
show(
    "serving-errors",
    f"Most unseen runs are predicted within {GOOD:.0%} of their logs",
    [
        (who, getattr(run, f"{quantity}_{ending}").percent, "other", panel)
        for quantity, panel in panels.items()
        for who, ending in {"our model": "error", "a straight line over the load": "line"}.items()
        for run in held
    ],
    axis="prediction over the log, less one",
    note="Each dot is a run that the model was not fitted to. Predictions are simulated by this project and are not MLPerf results.",
    derived=True,
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
import pandas as pd

from claimcheck.notebook import holds, table

predictors = {"In flight, model": f"{FLIGHT}_error", "In flight, line": f"{FLIGHT}_line"}
predictors |= {"TPOT, model": f"{TPOT}_error", "TPOT, line": f"{TPOT}_line"}
loads = {"near a fitted run's": held(near=True), "further away": held(near=False), "all": held}
counts = [
    {"Load": words, "Runs": len(part)} | {name: len(right(part, column)) for name, column in predictors.items()}
    for words, part in loads.items()
]
near, far, _ = counts
holds("Near the fitted loads both are right equally often", near["In flight, model"] == near["In flight, line"])
holds("Further away the model is right more often", far["In flight, model"] > far["In flight, line"])
table(
    "serving-line",
    f"Unseen runs predicted within {GOOD:.0%} of the log, by the model and by the straight line",
    pd.DataFrame(counts),
    [*near],
    note=f"Near: within {NEAR:.0%} of a fitted run's load.",
    behind=held,
)

# %% [markdown]
# Near the fitted loads both are right equally often about the requests in flight. Further away the model is right more often. That
# is the model's whole advantage, and it is not much evidence.
#
# (how-much-faster-at-the-same-limit)=
#
# ## At the same limit the gain is between two bounds, and nobody can say where
#
# We load both rounds' software on GB300, each with the settings of NVIDIA's rack, until DeepSeek-R1 Server reaches a latency
# limit. The ratio of the offered token rates is the speed-up.

# %% tags=["hide-input"]
from claimcheck.charts.serving import load_curves
from claimcheck.notebook import serving_sweeps

groups = {"v5.1": "v5.1-ultra", "v6.0": "v6.0-ultra"}  # software on GB300
LOAD = "offered_tokens_per_s_per_accelerator"
short = {"rate_per_accelerator": "rate", LOAD: "tokens", FLIGHT: "flight", "tpot_p99_ms": "tpot", "ttft_p99_ms": "ttft"}
sweep = serving_sweeps(sweep="load", group=[*groups.values()]).where("", lambda t: ~t.case.str.startswith("balance"))
curves = sweep.frame[[*short]].astype(float).round(2).rename(columns=short)
curves["name"], curves["variant"] = sweep.frame.group.str[:4].astype(str), sweep.frame.variant.astype(str)
curves["plain"] = curves.variant == "main"
fitted_on = modelled(group=[*groups.values()], fitted=True)
only = fitted_on.one(group=groups["v5.1"])
NOTE = "Simulated by this project with a model fitted to the results below; no point of it is an MLPerf result."
ALONE = f"The v5.1 side rests on one run, {only.result_id}, a preview entry with another backend for experts than NVIDIA's rack."
holds("is a preview entry", only.availability == "preview")
show(
    "serving-load",
    "In the plain model the v6.0 engine carries far more before it reaches a limit",
    load_curves(
        curves.sort_values(["name", "plain", "variant", "rate"], ignore_index=True),
        tpot_ms=inputs.limits.tpot_ms,
        ttft_ms=inputs.limits.ttft_ms,
        start=0.8,
        row_ids=fitted_on.rows,
    ),
    note=f"{NOTE} {ALONE} One engine with the settings of NVIDIA's rack in each round, from the lightest load to a little beyond "
    "the limits. Thick: the plain model, followed by the slider. Thin: with a context term in place of requests, and without "
    "padding to CUDA graphs. Jumps are changes of the padded batch.",
)

# %% [markdown]
# Different things stop the two. The engine of v6.0 fills its submitted batch of {n}`serving.after-batch` requests a GPU. Beyond
# that, queries wait and the time to first token (TTFT) exceeds its limit, while the 99th percentile of TPOT is
# {n}`serving.after-tpot`. The engine of v5.1 fills the largest batch that it can run in time: with one request more on the fullest
# GPU every step is padded to the next size for which a CUDA graph exists, and TPOT jumps from {n}`serving.before-tpot` past its
# limit.
#
# (the-uncertainty)=
#
# The plain model gives {n}`serving.speedup`. Nobody should quote that figure alone, because its v5.1 side rests on [one
# run](#what-one-run-cannot-tell). So we changed one choice of the model at a time, and then let every choice go the same way on
# each side.


# %%
from claimcheck.notebook import serving_fits, value

limits = serving_sweeps(sweep="limit")


def simulated(point, column):
    """A figure of a simulation, with the runs that it is fitted to."""
    fit, number = serving_fits.one(group=point.group, variant=point.variant), getattr(point, column)
    what = f"{number.what} of {point.group} ({point.case}), simulated"
    return value(number.value, number.unit, of=what, rows=fit.fitted_on.split())


def at_limit(version, column=LOAD, case="plain"):
    """A figure at the load where a latency limit stops the software."""
    return simulated(limits.one(group=groups[version], case=case), column)


def cases(version, changed=("plain", "form", "held", "steps", "routing", "arrivals")):
    """What was changed in the simulations of one round's software."""
    return [case for case in limits(group=groups[version]).frame.case if case.startswith(changed)]


plain = say("serving.speedup", at_limit("v6.0") / at_limit("v5.1"))
v51, v60 = ([at_limit(version, LOAD, case) for case in cases(version)] for version in groups)
lowest = say("serving.speedup-low", min(v60) / max(v51), 1)
highest = say("serving.speedup-high", max(v60) / min(v51), 1)

# %% tags=["hide-cell"]
from dataclasses import replace


def offered(run):
    """The rate of queries that was offered to each GPU of a run."""
    return replace(run.offered_per_accelerator, unit="queries/s")


say("serving.after-batch", at_limit("v6.0", "largest_batch"))
say("serving.after-tpot", at_limit("v6.0", "tpot_p99_ms"))
say("serving.before-tpot", at_limit("v5.1", "tpot_p99_ms"))
gb300 = modelled(chip="GB300", accelerators=72)
rack, later_rack = (gb300.one(round=version, submitter="NVIDIA") for version in groups)
for key, version, run in (("before", "v5.1", rack), ("after", "v6.0", later_rack)):
    say(f"serving.room-{key}", (at_limit(version, "rate_per_accelerator") / offered(run) - 1).percent)

# %% tags=["hide-input"]
from claimcheck.notebook import claim


def gain(after="plain", before="plain"):
    """v6.0 over v5.1 at the same limit, each with another choice."""
    return at_limit("v6.0", LOAD, after) / at_limit("v5.1", LOAD, before)


changes = {
    "the form of the step's time": [gain(case, case) for case in cases("v5.1", "form")],
    "the time per request in v5.1": [gain(before=case) for case in cases("v5.1", "held")],
    "the speed of the machines": [gain("steps: faster", "steps: slower"), gain("steps: slower", "steps: faster")],
    "routing over a rack": [gain(case, case) for case in cases("v5.1", "routing")],
    "arrivals and lengths": [gain(case, case) for case in cases("v5.1", "arrivals")],
}
spans = {f"… with other choices for {what}": [plain, *gains] for what, gains in changes.items()}
spans["… with every choice going the same way"] = [lowest, highest]
show(
    "serving-speedup",
    "No run settles how much faster the software is at the same limit",
    [("The plain model", plain)]
    + [
        (label, end, "other", "", f"{min(gains)} to {max(gains)}")
        for label, gains in spans.items()
        for end in (min(gains), max(gains))
    ],
    axis="v6.0 over v5.1, tokens/s per GPU at the same limit, simulated",
    rule=("published", claim(1)),
    note=f"{ALONE} Both rounds' software in steady state; all ranges include the plain model.",
)

# %% [markdown]
# The plain fit is near the upper end of what the time per request allows. Without padded batches the v5.1 engine carries a higher
# load before it reaches the limit, which makes the ratio smaller. The speed of the machines matters if all steps of one round
# are faster and all steps of the other slower, by the spread that the model finds among machines with these chips. Copies of
# one engine stay alike however the load is routed, but the racks' own logs show copies that did not. Only the last row allows for
# all doubts together. None of these ranges is a confidence interval: each is only what our choices give.
#
# The runs themselves, [timed in three ways](metric.ipynb), give NVIDIA's own rack a gain within the last range and the published pair
# one above it. What does the published pair compare, then? If the log is right and NVIDIA's v5.1 rack was
# [at its limit on TTFT](limits.ipynb), both sides of the pair were at a limit. If the model is right, that rack could have
# carried {n}`serving.room-before` more load.

# %% tags=["hide-cell"]
nebius = modelled.one(chip="GB300", submitter="Nebius", accelerators=8)
timed = ("offered_per", "published_per", "full_run_per")
own, published = ([getattr(run, rate) / getattr(rack, rate) for rate in timed] for run in (later_rack, nebius))
holds("give NVIDIA's own rack a gain within the last range", lowest < min(own) and max(own) < highest)
holds("the published pair one above it", highest < min(published))
holds("That side is no extrapolation", 0.98 < at_limit("v6.0", "rate_per_accelerator") / offered(nebius) < 1.02)
holds("Without padded batches the v5.1 engine carries a higher load", gain(before="form: no-graphs") < plain)

# %% [markdown]
# (what-one-run-cannot-tell)=
#
# ## v5.1 on GB300 rests on a single run
#
# Base and time per request are both paid in every step. Two runs at different loads tell them apart, and one does not. Here we
# held the time per request at several values and fitted base and prefill again.

# %% tags=["hide-input"]
import math

from claimcheck.charts.mechanisms import Axis, model_lines

titles = {key: group.name for key, group in inputs.model.groups.items()}
scan = serving_fits.frame[serving_fits.frame.variant.str.startswith("held-")]
scan = scan.assign(name=scan.group.map(titles), error=100 * scan.rms_error.astype(float))
scan = scan.astype({"per_request_us": float}).sort_values(["name", "per_request_us"], ignore_index=True)
show(
    "serving-scan",
    "For v5.1 on GB300 any time per request fits; elsewhere two runs limit it",
    model_lines(
        scan,
        ("name", "software and chip"),
        Axis(
            "per_request_us",
            "time per request held at, µs",
            (0, 1.9 * scan.per_request_us.max()),
            ticks=range(0, int(scan.per_request_us.max()) + 1, 20),
            format="~f",
        ),
        Axis("error", "error of the fit, %", (0, math.ceil(scan.error.max())), format="~f"),
        main=titles[groups["v5.1"]],
        at_ends=True,
    ),
    note="Root mean square of the errors of the fitted runs' TPOT and end. v5.1 on GB300 is fitted to one run, each of the others to "
    f"two at different loads. {NOTE}",
)

# %% tags=["hide-cell"]
from claimcheck.notebook import Quantity, engine_settings, words

SECOND = Quantity(1000, "ms/s")


def first_token(run, side):
    """The 99th percentile of a run's time to first token, as its log has it or as predicted."""
    row = serving_predictions.one(row_id=run.row_id, quantity="ttft_p99_ms")
    of = f"99th percentile of time to first token of {run.words}, {side}"
    return value(getattr(row, side).value, "ms", of=of, rows=run)


words("serving.only-id", only.result_id, only)
for key, run in {"only": only, "rack": rack}.items():
    backend = engine_settings.one(setting="moe_backend", selected=True, row_id=run.row_id).value.strip('"')
    words(f"serving.{key}-backend", backend, f"backend for experts of {run.words}", run)
    for side in ("logged", "predicted"):
        say(f"serving.ttft-{key}-{side}", first_token(run, side))
unexplained = (first_token(rack, "logged") - first_token(rack, "predicted")) / SECOND
say("serving.ttft-left-before", unexplained, 1)
say("serving.ttft-with-left", at_limit("v5.1", "ttft_p99_ms") / SECOND + unexplained, 2)
worst = scan.sort_values("error").groupby("group").tail(1)
alone, others = worst[worst.group == groups["v5.1"]].iloc[0], worst[worst.group != groups["v5.1"]]
of_one = "largest error of a fit to the one run of v5.1 on GB300"
of_two = "largest error of a fit with the time per request held, in the group of two runs where it is smallest"
say("serving.scan-error", value(alone.error, "%", of=of_one, rows=only), 1)
say("serving.scan-other", value(others.error.iloc[0], "%", of=of_two, rows=others.fitted_on.iloc[0].split()), 1)

# %% [markdown]
# For v5.1 on GB300 every value that we tried fits, with an error of at most {n}`serving.scan-error`. Where there are two runs, the
# error reaches {n}`serving.scan-other` or more. And the one run is poor evidence for a rack:
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
# With a tighter limit on TPOT the edges of the padded batches are elsewhere for each engine. Near the shortest step that the
# v5.1 engine can make, the ratio grows without meaning. With longer answers there are fewer prefills for each token, so that a GPU
# serves more tokens. The cache that they would fill is not in the model; at the longest lengths it would be the next limit.


# %% tags=["hide-input"]
def highest_load(version, tpot_ms):
    """The highest simulated load within Server's limit on TTFT and another one on TPOT."""
    part = serving_sweeps(sweep="load", case="plain", group=groups[version])
    return part.where("", lambda t: (t.ttft_p99_ms <= inputs.limits.ttft_ms) & (t.tpot_p99_ms <= tpot_ms)).max(LOAD)


lengths = {"0.5": "half as long", "1.5": "one and a half times as long", "2": "twice as long"}
conditions = {"Server's own limits": [at_limit(version) for version in groups]}
for limit in (70, 60, 50, 40):
    conditions[f"99th percentile of TPOT at most {limit} ms"] = [highest_load(version, limit) for version in groups]
for factor, length in lengths.items():
    conditions[f"Answers {length}"] = [at_limit(version, LOAD, f"outputs: {factor}") for version in groups]
highest_loads = pd.DataFrame(conditions, index=[*groups]).T.map(float)
table(
    "serving-conditions",
    "Simulated tokens/s per GPU at the highest load, by the plain model",
    highest_loads.round().assign(ratio=highest_loads["v6.0"] / highest_loads["v5.1"]).reset_index(),
    ["index", *groups, "ratio"],
    headings={"index": "Limit or answers", "v5.1": "v5.1", "v6.0": "v6.0", "ratio": "v6.0 over v5.1"},
    note=NOTE,
    behind=fitted_on,
)

# %% [markdown]
# (a-shorter-run)=
#
# A shorter run publishes a lower rate at the same load, because LoadGen divides by the completion of the last query that it
# issued ([what the Server rate divides by](metric.ipynb)).

# %% tags=["hide-input"]
longer_runs = serving_sweeps(sweep="duration", group=groups["v6.0"], case="rate: entry").by("arrivals_s")


def published_at(row, end=""):
    """The rate that a run would publish: its mean, or an end of what nine in ten would."""
    return simulated(row, f"published{end}_tokens_per_s_per_accelerator")


shortest = longer_runs.first()
lost = 1 - published_at(shortest) / simulated(shortest, LOAD)
say("serving.after-short-luck", published_at(shortest, "_high") / published_at(shortest, "_low"), 1)
table(
    "serving-short-runs",
    f"A run as short as the rules allow would be published {lost.percent} below its load",
    longer_runs,
    "arrivals_s",
    headings={"arrivals_s": "Queries arrive for, s", "published": "Published, mean"},
    note=f"{NOTE} v6.0 software at the load per GPU of NVIDIA's rack, in tokens/s per GPU. The published rate depends on which query is "
    "issued last: it is the mean, and nine in ten are in the range.",
    behind=fitted_on,
    offered=lambda row: simulated(row, LOAD),
    published=published_at,
    nine_in_ten=lambda row: [published_at(row, "_low"), published_at(row, "_high")],
    full_run=lambda row: row.full_run_tokens_per_s_per_accelerator,
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

# %% tags=["hide-cell"]
misses = f"with TPOT or requests in flight further than {GOOD:.0%} from the log"
missed = held.where(misses, lambda t: (t[[f"{FLIGHT}_error", f"{TPOT}_error"]].abs() > GOOD).any(axis=1))
say("serving.missed-n", missed.count)
say("serving.missed-faster-low", (1 - missed.max("step_factor")).percent)
say("serving.missed-faster-high", (1 - missed.min("step_factor")).percent)
holds("ran faster than the model", missed.max("step_factor") < 1)
quanta, giga = (held.one(chip="B300", submitter=name) for name in ("Quanta_Cloud_Technology", "GigaComputing"))
of_quanta, of_giga = (serving_predictions.one(row_id=run.row_id, quantity=FLIGHT) for run in (quanta, giga))
say("serving.quanta-flight", (of_quanta.predicted / of_quanta.logged - 1).percent)
say("serving.quanta-step", (1 - quanta.step_factor).percent)
say("serving.giga-flight", (1 - of_giga.predicted / of_giga.logged).percent)
say("serving.giga-step", (giga.step_factor - 1).percent)
deployments = [case.deployment for case in inputs.cases if case.row_id in (quanta.row_id, giga.row_id)]
holds("with the same engine settings", deployments[0] == deployments[1])
holds("offered the same load", 0.999 < offered(quanta) / offered(giga) < 1.001)
for version in groups:
    part = modelled(round=version)
    off = 100 * part.frame.ttft_p50_ms_error.abs().median()
    of = f"median error of the median time to first token of {part.words}"
    say(f"serving.ttft-off-{version}", value(off, "%", of=of, rows=part))
nebius_rack = gb300.one(submitter="Nebius")
say("serving.nebius-arrivals", replace(nebius_rack.query_count / nebius_rack.offered_rate, unit="s"))
say("serving.nebius-longest", nebius_rack.latency_max_ms / SECOND)
inside = "runs whose logged completion factor is where nine in ten simulated ones are"
say("serving.factor-inside-n", modelled(factor_inside=True).called(inside).count)

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

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every run", "code_prompt_hide": "Hide every run"}
compared = {"TPOT median": TPOT, "TPOT p99": "tpot_p99_ms", "In flight": FLIGHT, "TTFT median": "ttft_p50_ms"}
figures = serving_predictions.frame.pivot(index="row_id", columns="quantity", values=["logged", "predicted"])
every = modelled.by("-name", "-fitted", "chip", "accelerators", "submitter")
both_sides = {
    f"{name}, {who}": every.frame.row_id.map(figures[side, quantity]).astype(float).round(1)
    for name, quantity in compared.items()
    for side, who in {"logged": "log", "predicted": "model"}.items()
}
terms = {"name": "Group", "factor_logged": "Completion factor, log"}
terms |= {"simulated": "Model, nine in ten", "step_factor": "Step"}
table(
    "serving-predictions",
    "Logged and predicted, run by run",
    every.frame.assign(**both_sides, factor_logged=every.frame.factor_logged.round(3)),
    ["run", "name", "role", *both_sides, "factor_logged", "simulated", "step_factor", "result_id"],
    headings=terms,
    note="TPOT and TTFT in ms, requests in flight per accelerator (offered rate × mean latency). Step: by what every step of the "
    "model would have to be multiplied for the logged requests in flight to follow.",
    searchable=True,
    run=lambda row: f"{row.label}, {row.round}",
    role=lambda row: "fitted" if row.fitted else "held out",
    simulated=lambda row: f"{row.factor_low.value:.3f} to {row.factor_high.value:.3f}",
)

# %% [markdown]
# The same can be done by hand, without a simulation: the fitted step is applied to the requests in flight that each log of one group
# implies. The part of the logged TPOT that base and requests do not explain must be prefill. The last two columns turn it into new
# inputs in a round of prefill: on the average GPU, by the load, and on the fullest GPU, by the time they take.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the same by hand", "code_prompt_hide": "Hide the same by hand"}
step = serving_fits.one(group=groups["v6.0"], variant="main")
base, each, prefill = step.base_ms.value, step.per_request_us.value / 1000, step.prefill_ms.value


def by_hand(case):
    """The fitted step applied to the requests in flight that a run's log implies."""
    in_flight, tpot, steps = case.logged[FLIGHT], case.logged[TPOT], case.deployment.timeout_steps + 1
    padded = min(size for size in case.deployment.graphs if size >= in_flight)
    return {
        "Run": f"{case.submitter}, {case.accelerators} {case.chip}",
        "In flight": in_flight,
        "Padded to": padded,
        "TPOT, ms": tpot,
        "Base and requests, ms": base + each * padded,
        "New inputs, average": case.rate_per_accelerator * tpot / 1000 * steps,
        "New inputs, fullest": (tpot - base - each * padded) * steps / prefill,
    }


steps_by_hand = pd.DataFrame(by_hand(case) for case in inputs.cases if case.group == groups["v6.0"]).round(1)
table(
    "serving-by-hand",
    "Steps by hand, v6.0 software on GB300 and B300",
    steps_by_hand,
    [*steps_by_hand],
    behind=modelled(group=groups["v6.0"]),
)

# %% [markdown]
# (output-lengths)=
#
# Logs hold no lengths of answers, but the spread of latencies depends on them, because a request's latency is
# TTFT + TPOT × (tokens − 1). If our lengths were wrong, the percentiles of latency would be wrong in another way than those
# of TPOT.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the errors of both", "code_prompt_hide": "Hide the errors of both"}
sound = serving_predictions.frame[~serving_predictions.frame.spoiled]
off_by = (sound.predicted / sound.logged - 1).abs().groupby(sound.quantity).median().mul(100).round(1)
sizes = pd.DataFrame(
    {"Percentile of": name} | {f"{p}th": off_by[f"{figure}_p{p}_ms"] for p in (50, 90, 99)}
    for name, figure in {"TPOT": "tpot", "Latency": "latency"}.items()
)
table("serving-sizes", "Median size of the error of predicted percentiles, %", sizes, [*sizes], behind=modelled)

# %% [markdown]
# (sensitivity-what-the-data-leave-open)=
#
# Other forms of the step's time were fitted to the same runs. A term for the tokens in cache (context) in place of one
# for each request describes the fitted runs of most groups about as well, and so does a step that is not padded.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the fitted steps", "code_prompt_hide": "Hide the fitted steps"}
forms = serving_fits.frame[~serving_fits.frame.variant.str.startswith("held-")]
parts = {"base_ms": "Base, ms", "per_request_us": "Per request, µs", "per_token_ns": "Per token in cache, ns"}
parts |= {"prefill_ms": "Prefill, ms", "error": "Error of the fit, %"}
forms = forms.assign(
    software=forms.group.map(titles),
    form=[inputs.model.variants[variant].about for variant in forms.variant],
    error=100 * forms.rms_error.astype(float),
)
table(
    "serving-forms",
    "The fitted steps",
    forms.round(dict.fromkeys(parts, 1)),
    ["software", "form", *parts],
    headings=parts,
    behind=modelled(fitted=True),
)

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
#   {n}`denominators.published-pair-offered`.
# - Nebius's run of the published pair shows that v6.0 software carries the model's load. That side is no extrapolation.
# - NVIDIA's own v6.0 rack gained {n}`pair.gb300-server-own` by published rates, and in the model it could have carried
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
