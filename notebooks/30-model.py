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
# # Can a small model predict the runs?
#
# :::{admonition} The answer
# :class: cc-key
# Mostly. A model with three fitted parameters, fitted on {n}`serving.fitted-n` of the {n}`serving.runs-n` DeepSeek-R1
# Server runs of MLPerf® Inference v5.1 and v6.0, predicts the requests in flight of {n}`serving.flight-good-n` of the
# {n}`serving.held-n` others within {n}`serving.good-percent`, and the median time per output token (TPOT) of
# {n}`serving.tpot-good-n`; on the chip of the fit, the requests in flight of {n}`serving.same-good-n` of
# {n}`serving.same-n`. The median error is {n}`serving.flight-error` and {n}`serving.tpot-error`. The
# {n}`serving.missed-n` misses would come right if every step were {n}`serving.missed-faster-low` to
# {n}`serving.missed-faster-high` faster than on the machine that the model was fitted on. The time to the first
# token (TTFT) is predicted less well: {n}`serving.ttft-good-n` of the {n}`serving.held-n`, although no TTFT was fitted.
# :::
#
# The logs say how a run went at one load. They do not say how it would have gone at another. For that the
# [next page](31-same-limit.ipynb) needs a model, and a model is worth what it predicts of runs it has not seen.
# Throughput below capacity is little more than the load that was offered, so predicting it proves nothing. What is
# predicted here is latency, requests in flight and how a run ends.
#
# ## The model
#
# Continuous batching, one engine step at a time:
#
# - Queries arrive as a Poisson process at the rate that the log gives. Output lengths follow the percentiles that one
#   v6.1 report prints, rescaled to the mean of each run.
# - An entry is one engine or several copies of it behind a router, as its submitted settings say. Inside, every GPU
#   holds its own requests and all take each step together, so the fullest sets the pace. A step gives every request
#   one token.
# - New requests wait until the counters of the attention-DP balance let them in, within the batch and token limits of
#   the settings. A step without prefill is padded to the next batch size for which a CUDA graph was captured.
# - The time of a step is
#
# > base + per request × batch + prefill × new inputs,
#
# with batch and inputs those of the fullest GPU. These three are fitted for each round's software on each chip, on
# the runs with the fewest GPUs at the lowest and the highest load. Everything else comes from the log's own load and
# from the submitted settings.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.serving import read
from claimcheck.analysis.serving.build import known, predict_case
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.serving import prediction_errors
from claimcheck.claims import caption, with_links
from claimcheck.numbers import number, state

results = tables.load("inference_results")
fits = tables.load("serving_fits")
predictions = tables.load("serving_predictions")
given = known()
model = given.model
GOOD = 0.10  # a prediction within this share of the log counts as good
print(tables.fingerprints("serving.yml", "derived/serving_fits.csv", "derived/serving_predictions.csv", "engine_settings.csv"))

# %% [markdown]
# ## The arithmetic
#
# Before any simulation: the fitted step, applied by hand to the requests in flight that each log of one group implies.
# What base and requests leave of the logged TPOT must be prefill, which comes in rounds about as many steps apart as the
# balance waits. The last two columns say what that makes a round: new inputs on the average GPU, by the load, and on the
# fullest GPU, by the time they take.

# %%
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
# The simulation does this for every step and every request, and need not be told the requests in flight: it gets the
# load and finds them.
#
# ### Output lengths

# %%
lengths = model.lengths
mean, deviation = lengths.moments()
pd.DataFrame(
    {
        "through the percentiles": [mean, deviation],
        "as the report prints": [model.published_mean, model.published_deviation],
    },
    index=["mean, tokens", "standard deviation, tokens"],
).round(0)

# %% [markdown]
# Logs hold no lengths, but the spread of latencies carries them: a request's latency is TTFT + TPOT × (tokens − 1).
# If the lengths were wrong, the percentiles of latency would be wrong in another way than those of TPOT.

# %%
error = (predictions.predicted / predictions.logged - 1).astype(float)
sound = predictions.assign(error=error)[~predictions.spoiled]
wide = sound.pivot(index="row_id", columns="quantity", values="error")
shares = ("p50", "p90", "p99")
columns = [f"{what}_{q}_ms" for what in ("tpot", "latency") for q in shares]
sizes = wide[columns].abs().median() * 100
sizes.rename("median size of the error, %").round(1).to_frame()

# %% [markdown]
# ## Every run, logged and predicted
#
# `claimcheck derive` simulates every run and writes the outcome to the table that this page reads. The cell below
# simulates one of them again and compares the two.

# %%
case = next(c for c in given.cases if c.submitter == "NVIDIA" and c.accelerators == 72)
again = pd.DataFrame(predict_case(case, fits, model))
both = again.merge(predictions, on=["row_id", "quantity"], suffixes=("", "_table"))
assert len(both) == len(again)
assert ((both.predicted / both.predicted_table.astype(float) - 1).abs() < 1e-4).all()
print(f"{case.submitter}, {case.accelerators} {case.chip}, {case.round}: all figures are as in the table")

# %% tags=["hide-input"]
found = read.errors(predictions, results, model)
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
PANELS = {
    read.TPOT: "TPOT|median",
    read.FLIGHT: "requests|in flight",
    "tpot_mean_ms": "TPOT|mean",
    "tpot_p99_ms": "TPOT|p99",
    read.TTFT: "TTFT|median",
    "ttft_p99_ms": "TTFT|p99",
}
good = {name: int((held[name].abs() <= GOOD).sum()) for name in PANELS}
Figure(
    prediction_errors(found, PANELS, good=GOOD),
    id="serving-errors",
    title=(
        f"Requests in flight come out within {GOOD:.0%} in {good[read.FLIGHT]} of {len(held)} unseen runs, "
        f"median TPOT in {good[read.TPOT]}"
    ),
    description=(
        "A row for each run and a column for each figure; dots show the prediction over the log, less one; a band marks "
        f"±{GOOD:.0%}. "
        + "; ".join(
            f"{r.label}, {r.name}{' (fitted)' if r.fitted else ''}: median TPOT {r.tpot_p50_ms:+.0%}, requests in flight "
            f"{r.in_flight_per_accelerator:+.0%}, median TTFT {r.ttft_p50_ms:+.0%}"
            for r in found.itertuples()
        )
        + "."
    ),
    caption=caption(
        "Error of the prediction: predicted / logged − 1. Filled: runs that the model has not seen. Rings: runs that it "
        f"was fitted on, by TPOT and by when the last answer was complete. Grey band: ±{GOOD:.0%}. A dot at the edge is further "
        "out, as written. A mean TPOT that a few absurd values spoil has no dot. Predictions are simulated by this project "
        "and are no MLPerf results.",
        rows,
    ),
)

# %% tags=["hide-input"]
MODEL = "serving model, no MLPerf result"
what = "runs of DeepSeek-R1 Server, closed division"
size = held[list(PANELS)].abs()
same = held[held.same_chip]
counts = {
    "runs": (found, what),
    "fitted": (found[found.fitted], f"{what}, that the model was fitted on"),
    "held": (held, f"{what}, held out"),
    "same": (same, "held-out runs on the chip that their group was fitted on"),
    "same-good": (
        same[same[read.FLIGHT].abs() <= GOOD],
        f"held-out runs on the chip that their group was fitted on: requests in flight predicted within {GOOD:.0%} of the "
        f"log; {MODEL}",
    ),
    "factor-inside": (
        found[found.factor_inside],
        f"runs whose logged completion factor lies where nine in ten of the simulated ones lie; {MODEL}",
    ),
    **{
        f"{key}-good": (
            held[size[column] <= GOOD],
            f"held-out runs: {column} predicted within {GOOD:.0%} of the log; {MODEL}",
        )
        for key, column in {"flight": read.FLIGHT, "tpot": read.TPOT, "ttft": read.TTFT}.items()
    },
}
state(
    (number(f"serving.{key}-n", len(part), how=how, rows=rows) for key, (part, how) in counts.items()),
    (
        number(
            f"serving.{key}-error",
            size[column].median() * 100,
            "%",
            how=f"held-out runs: median size of the error of {column}; {MODEL}",
            rows=rows,
        )
        for key, column in {"flight": read.FLIGHT, "tpot": read.TPOT}.items()
    ),
    number("serving.good-percent", GOOD * 100, "%", how="a prediction this near to the log counts as good", rows=rows),
)

# %% [markdown]
# ## Every figure

# %% tags=["hide-input"]
linked = with_links(rows).set_index("row_id")
table = found.assign(
    result=[linked.result_id[i] for i in found.row_id],
    url=[linked.published_url[i] for i in found.row_id],
    role=["fitted" if f else "held out" for f in found.fitted],
    inside=["yes" if i else "no" for i in found.factor_inside],
    span=[f"{a:.3f} to {b:.3f}" for a, b in zip(found.factor_low, found.factor_high)],
)
long = predictions.set_index(["row_id", "quantity"])
for name, key in (("tpot", read.TPOT), ("flight", read.FLIGHT), ("tail", "tpot_p99_ms"), ("first", read.TTFT)):
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
# ## What the misses say
#
# Requests in flight are the load times the latency, and the latency rises with the requests in flight. A machine whose
# steps are a little faster therefore holds far fewer requests at the same load. Quanta and GigaComputing offered the
# same load to the same chip with the same engine settings; the model is {n}`serving.quanta-flight` too high for the one and
# {n}`serving.giga-flight` too low for the other. Steps {n}`serving.quanta-step` faster and {n}`serving.giga-step` slower
# would give both. No log says why one machine is faster.

# %%
columns = ["chip", "accelerators", "submitter", read.TPOT, read.FLIGHT, "step_factor"]
missed = held[(held[read.FLIGHT].abs() > GOOD) | (held[read.TPOT].abs() > GOOD)]
missed[columns].set_index("submitter").round(3)

# %% tags=["hide-input"]
faster = (1 - missed.step_factor) * 100
worse = f"held-out runs with median TPOT or requests in flight predicted worse than {GOOD:.0%}"
by_faster = f"{worse}: by how much faster their steps would have to be"
b300 = held[held.chip == "B300"].set_index("submitter")
first = long.xs("ttft_p99_ms", level="quantity")
rack = found[(found.group == "v5.1-ultra") & (found.accelerators > 8)].iloc[0]
of_nebius = results[results.row_id.isin(found.row_id) & (results.submitter == "Nebius") & (results.accelerators == 72)]
log = tables.load("loadgen_runs").set_index("run_id").loc[of_nebius.run_id.iloc[0]]
state(
    number("serving.missed-n", len(missed), how=f"{worse}; {MODEL}", rows=rows),
    number("serving.missed-faster-low", faster.min(), "%", how=f"{by_faster}, lowest; {MODEL}", rows=rows),
    number("serving.missed-faster-high", faster.max(), "%", how=f"{by_faster}, highest; {MODEL}", rows=rows),
    (
        number(f"serving.{key}-{what}", abs(value) * 100, "%", how=f"{who}, B300, v6.0: {how}", rows=b300.loc[who])
        for key, who in {"quanta": "Quanta_Cloud_Technology", "giga": "GigaComputing"}.items()
        for what, value, how in (
            ("flight", b300.loc[who, read.FLIGHT], "error of requests in flight"),
            ("step", 1 - b300.loc[who, "step_factor"], "change of all steps that removes it"),
        )
    ),
    (
        number(
            f"serving.ttft-off-{name}",
            part[read.TTFT].abs().median() * 100,
            "%",
            how=f"median size of the error of the median TTFT, runs of {name}; {MODEL}",
            rows=part,
        )
        for name, part in found.groupby("round")
    ),
    number(
        "serving.ttft-left-before",
        (first.logged[rack.row_id] - first.predicted[rack.row_id]) / 1000,
        "s",
        1,
        how="99th percentile of TTFT of NVIDIA's v5.1 GB300 rack that the model does not explain",
        rows=rack,
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
# Other misses, and what is known of them:
#
# - **Another chip.** GB200 with the software of v5.1 is predicted from B200, whose GPU has another host, and is faster.
# - **The tail of the racks.** On NVIDIA's v6.0 racks with GB300 and GB200 the 99th percentile of TPOT lies far above
#   the prediction while the median does not. The copies of the engine in the model are alike; some of theirs were slower
#   or fuller. The router's rule does not explain it: with either rule the model's copies stay close together.
# - **Nebius's rack** took more load than the model's engine holds in steady state. Its queries arrived for
#   {n}`serving.nebius-arrivals`, and its longest answer took {n}`serving.nebius-longest`: it was hardly full when the
#   last query came.
# - **TTFT.** The model gives the wait for the balance and the prefill step, and nothing was fitted to it. Its median is
#   off by {n}`serving.ttft-off-v6.0` in v6.0 and by {n}`serving.ttft-off-v5.1` in v5.1, where logged times are longer than
#   the engine accounts for: tokenising, transport and the harness are not in the model. NVIDIA's v5.1 GB300 rack took
#   {n}`serving.ttft-left-before` more at the 99th percentile.
# - **The completion factor** rests on one query, whose length no log gives. In {n}`serving.factor-inside-n` of
#   {n}`serving.runs-n` runs the logged one lies where nine in ten of the simulated ones lie.
#
# ## Sensitivity: what the data leave open
#
# Other forms of the step's time, fitted on the same runs. A context term in place of a term for each request describes
# the fitted runs of most groups about as well, and so does a step that is not padded. Only for v5.1 on GB300, with a
# single fitted run, are they clearly worse. They differ at loads that no run had; the next page shows by how much.

# %%
shown = ["base_ms", "per_request_us", "per_token_ns", "prefill_ms", "rms_error"]
fits.set_index(["group", "variant"])[shown].astype(float).round(3)

# %% [markdown]
# ## Strongest case, and limits
#
# - For the model: it is fitted on single engines and predicts racks and more, at other loads, run by other submitters,
#   from their settings and their load.
# - Against it: most predictions are near the runs that it was fitted on. For v5.1 on GB300 there are two runs in all, at
#   nearly the same load.
# - Base, requests and prefill partly stand in for each other. What a step spends on what is not to be read off the
#   parameters.
# - Input lengths are unknown and taken as alike. Memory for the cache is not modelled. Speculative decoding,
#   disaggregated serving, and with them the Interactive scenario, are not modelled; nor is Llama 3.1 405B.
# - Output lengths are those of one v6.1 run. Those of v5.1 and v6.0 are assumed to have the same shape.
#
# ```{mlperf-footnote}
# ```
