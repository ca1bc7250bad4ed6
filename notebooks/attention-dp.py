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
# # Does balancing the ranks explain the gain?
#
# :::{admonition} The answer
# :class: cc-key
# **Hardly: every submitter of DeepSeek-R1 Server on GB300 had it on, in MLPerf® Inference v5.1 as in v6.0.** What changed between
# the published pair is how long it waits. Our model suggests that the longer waits are worth {n}`adp.retuned-low` to
# {n}`adp.retuned-high`; in the one pair of runs that differs in them, tokens came {n}`adp.pair.tpot-percent` faster.
#
# No MLPerf log shows whether it evened out the work. TensorRT-LLM's own test measured a gain of {n}`fig.adp-speedup`, and our model
# gives {n}`adp.queue-before` for a queue like that one.
#
# Within Server's limits the model gives {n}`adp.limit-before` for v5.1 and {n}`adp.limit-after` for v6.0, with later first tokens.
# The pair of runs suggests that this is too much.
# :::
#
# In attention data parallelism every GPU (*rank*) keeps the requests it was given. All ranks take each step together, because the
# experts are spread over them, so a step lasts as long as the fullest rank needs. The balance lets inputs wait until all ranks can
# take one in at once.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.analysis.mechanisms import attention_dp as adp
from claimcheck.analysis.mechanisms.roofline import NARROW
from claimcheck.analysis.mechanisms.runs import AFTER, BEFORE, read_runs
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.mechanisms import Axis, model_lines
from claimcheck.data import tables
from claimcheck.data.numbers import number, state

runs = read_runs(tables.load("operating_points"), tables.load("engine_settings"))
figures, kept = runs.figures, runs.limits()
engines = {"v5.1": runs.engine(BEFORE), "v6.0": runs.engine(AFTER)}

# %% [markdown]
# ## Taking inputs in one at a time would leave no time for answers
#
# Two things make ranks uneven. The first is what their requests hold in cache, and it evens out with many requests. With
# {n}`adp.few` each, {n}`adp.ranks` ranks hold on average {n}`adp.few.cache-balance` of the fullest. At the loads of the published
# pair they hold {n}`adp.before.cache-balance` and {n}`adp.nebius-8.cache-balance`.
#
# The second is prefill, the reading of an input: while one rank reads, all wait. This is the share of time that prefill takes at the
# rates of the published pair, with the fitted times of the [serving model](model.ipynb):

# %%
pair = {"before": runs.named["before"], "nebius-8": runs.named["nebius-8"]}
rows = {}
for run, one in zip(pair.values(), engines.values()):
    prefill = one.step.prefill_ms / 1000
    rows[run.label] = {
        "inputs/s per GPU": run.rate,
        "prefill, s": prefill,
        "time for prefill, all ranks at once": run.rate * prefill,
        "one rank at a time": run.rate * prefill * one.deployment.ranks,
    }
pd.DataFrame(rows).round(3)

# %% tags=["hide-cell"]
FEW = 8  # requests of a rank, far below any Server run's, for comparison
one = engines["v6.0"]
own = {name: runs.counters(run.row_id) for name, run in pair.items()}
held = {"few": FEW, **{name: round(run.requests) for name, run in pair.items()}}
state(
    (
        number(
            f"adp.{name}.cache-balance",
            adp.cached_balance(one.lengths, requests, NARROW, one.input_tokens) * 100,
            "%",
            how=f"mean over most tokens in cache of {NARROW} ranks with {requests} requests each, drawn",
        )
        for name, requests in held.items()
    ),
    number("adp.few", FEW, how="requests of a rank, for comparison"),
    number("adp.ranks", NARROW, how="ranks of an engine in the Server entries"),
    (
        number(
            f"adp.{name}.{what}", steps, how=f"{pair[name].label}: counter of the balance, steps", rows=pair[name]
        )
        for name, counters in own.items()
        for what, steps in zip(("wait", "timeout"), counters)
    ),
)

# %% [markdown]
# If ranks read inputs one at a time, little time is left for answers, or none; if they read together, most of it is left.
#
# ## What the balance is worth within the limits
#
# Two counters set how long the balance waits, in steps: how long it gathers inputs for all ranks, and how long it waits for other
# ranks to have room. NVIDIA's v5.1 rack gathered for {n}`adp.before.wait` and waited for {n}`adp.before.timeout` at most; Nebius's
# v6.0 entry gathered for {n}`adp.nebius-8.wait` and waited for {n}`adp.nebius-8.timeout`. The table shows each round's engine, loaded
# up to Server's limits, from the [serving model's sweeps](model.ipynb):

# %%
ROUND = {BEFORE: "v5.1", AFTER: "v6.0"}
counters = {group: "{} and {}".format(*own[name]) for group, name in ((BEFORE, "before"), (AFTER, "nebius-8"))}
swept = tables.load("serving_sweeps").astype({"rate_per_accelerator": float})
swept = swept[swept.case.str.startswith(("plain", "form", "balance")) & swept.sweep.isin(["limit", "load"])]
tried = swept.case.str.removeprefix("balance: ").where(swept.case.str.startswith("balance"), swept.group.map(counters))
swept = swept.assign(counters=tried.replace("0 and 0", "off"), engine=swept.group.map(ROUND))
limit = swept[swept.sweep == "limit"].set_index(["variant", "engine", "counters"])
worth = limit.loc["main"].loc[[(name, each) for name in engines for each in ("off", *counters.values())]]
off = worth.rate_per_accelerator.xs("off", level="counters")
worth = worth.assign(gain=worth.rate_per_accelerator / off.reindex(worth.index, level="engine"))
cols = ["rate_per_accelerator", "tpot_p99_ms", "ttft_p50_ms", "ttft_p99_ms", "gain"]
worth[cols].astype(float).round(2)

# %% tags=["hide-input"]
after = swept[(swept.group == AFTER) & (swept.variant == "main")]
after = after[(after.tpot_p99_ms <= kept.tpot_ms) & (after.ttft_p99_ms <= kept.ttft_ms)]
waits = after.counters.str.split(" and ").str[0].replace("off", "0").astype(int)
lines = after.assign(
    waits=waits, tokens=after.offered_tokens_per_s_per_accelerator, ttft=after.ttft_p50_ms / 1000
).sort_values(["waits", "tokens"])
lines["counters"] = lines.counters.where(lines.waits == 0, lines.counters + " steps")
ends = lines.groupby("counters", sort=False)[["tokens", "ttft"]].last().astype(float)
least, most = ends.loc["off"], ends.loc[f"{counters[AFTER]} steps"]
Figure(
    model_lines(
        lines,
        ("counters", "counters"),
        Axis("tokens", "tokens/s per GPU, offered", (1000, 9500), format=","),
        Axis("ttft", "median time to first token, s", (0, 1.0), format=".1f"),
        main=f"{counters[AFTER]} steps",
    ),
    id="attention-dp-load",
    title=f"In our model the balance carries {most.tokens / least.tokens:.1f} times the load, with later first tokens",
    description="Lines of the median time to first token against offered tokens per second and GPU, for the balance off and four "
    "pairs of counters; each ends at the highest load that keeps Server's limits. Longer counters lie higher and reach further "
    "right, up to a point. Ends: "
    + "; ".join(f"{n}: {r.tokens:,.0f} tokens/s, {r.ttft:.2f} s" for n, r in ends.iterrows())
    + ".",
    caption="Our simulation of one engine with the software of v6.0 on GB300 and the settings of NVIDIA's rack, no "
    "measurement. Each line ends where the 99th percentile of TPOT or TTFT reaches Server's limit. Counters: steps to gather inputs, "
    "and steps to wait for other ranks.",
)

# %% [markdown]
# ## One pair of runs shows a smaller effect than the model
#
# No entry ran without the balance. One pair differs only in its counters, its host and settings without effect here: Dell's two B200
# systems of v5.1, which had the same offered rate to six digits. The model was fitted to the first of them.

# %%
pair = runs.counter_pairs()
shown = ["submitter", "system", "chip", "accelerators", "wait", "timeout"]
shown += ["offered_per_accelerator", "tpot_p50_ms", "ttft_p50_ms"]
shown += ["in_flight_per_accelerator"]
pair.set_index("row_id")[shown].T

# %%
model = tables.load("serving_predictions").pivot(index="row_id", columns="quantity", values="predicted").loc[pair.row_id]
logged = pair.set_index("row_id")
pd.DataFrame(
    {
        "logged TPOT, ms": logged.tpot_p50_ms,
        "model": model.tpot_p50_ms,
        "logged TTFT, ms": logged.ttft_p50_ms,
        "model's": model.ttft_p50_ms,
    }
).astype(float).round(1)

# %% tags=["hide-cell"]
(short, long), (quick, slow) = logged.index, model.tpot_p50_ms
said = "Dell on 8 B200, v5.1, at equal load: median {}".format
state(
    number(
        "adp.pair.tpot-percent",
        (logged.tpot_p50_ms[short] / logged.tpot_p50_ms[long] - 1) * 100,
        "%",
        1,
        how=f"{said('TPOT')}, shorter counters over longer",
        rows=pair,
    ),
    number(
        "adp.pair.ttft-percent",
        (logged.ttft_p50_ms[long] / logged.ttft_p50_ms[short] - 1) * 100,
        "%",
        how=f"{said('TTFT')}, longer counters over shorter",
        rows=pair,
    ),
    number(
        "adp.pair.model-percent",
        (quick / slow - 1) * 100,
        "%",
        1,
        how=f"{said('TPOT')}, shorter counters over longer, by the model",
        rows=pair,
    ),
)

# %% [markdown]
# With the longer counters first tokens came {n}`adp.pair.ttft-percent` later and answers {n}`adp.pair.tpot-percent` faster. Both agree
# in direction with TensorRT-LLM's tech blog 10. The model predicts {n}`adp.pair.model-percent` for the second. It makes waiting
# for prefill more expensive than it was here, so its figures for the balance are upper ends.
#
# ## The model comes near the published test
#
# None of these figures is an MLPerf result.

# %% tags=["hide-input"]
published = figures.table("published", "adp")
published["shown"] = published.value.map("{:g}".format) + published.unit.where(published.unit.isin(["x", "%"]), " " + published.unit)
ResultsTable(
    id="attention-dp-published",
    frame=published,
    caption="Published figures on attention-DP balance, measured by its authors.",
    columns={"shown": "Figure", "about": "What", "conditions": "Conditions", "source": "Source"},
    links={"source": "url"},
)

# %% tags=["hide-cell"]
state(number(f"fig.{one.key}", **one.quantity) for one in map(figures.published, ("adp-speedup", "adp-balance-before", "adp-balance-after")))

# %% [markdown]
# Here our fitted engines serve a queue of as many requests with the same mean lengths, all present from the start:

# %%
asked = figures.values("lengths")
said = figures.values("published")
long = (int(said["adp-wait"]), int(said["adp-timeout"]))
queue = {}
for name, one in engines.items():
    moved = one.at_lengths(asked["adp-input"], asked["adp-output"])
    for counter in (adp.OFF, (0, long[1]), long):
        found = adp.drain(moved, int(asked["adp-requests"]), counter)
        queue[name, counter] = found
drained = pd.DataFrame(queue).T.astype(float)
first = drained.groupby(level=0, sort=False).tokens_per_s.transform("first")
drained.assign(gain=drained.tokens_per_s / first).round({"tokens_per_s": 0, "balance": 2, "steps": 0, "gain": 2})

# %% tags=["hide-cell"]
MODEL = "serving model on GB300, no MLPerf result"
how = f"{asked['adp-requests']:.0f} requests that are all there, published counters, {{}}, {MODEL}".format
sides = {"before": ("v5.1", BEFORE), "after": ("v6.0", AFTER)}
state(
    (
        number(
            f"adp.queue-{side}",
            queue[name, long]["tokens_per_s"] / queue[name, adp.OFF]["tokens_per_s"],
            "x",
            2,
            how=f"balance on over off: {how(group)}",
        )
        for side, (name, group) in sides.items()
    ),
    (
        number(
            f"adp.queue-{side}-{state_}",
            queue[name, counter]["balance"] * 100,
            "%",
            how=f"balance of tokens, {state_}: {how(group)}",
        )
        for side, (name, group) in sides.items()
        for state_, counter in (("off", adp.OFF), ("on", long))
    ),
)

# %% [markdown]
# The engines were fitted to logs of Server runs and know nothing of that test. They give {n}`adp.queue-before` (v5.1) and
# {n}`adp.queue-after` (v6.0). The mean load of a rank, as a share of the fullest, rises from {n}`adp.queue-before-off` to
# {n}`adp.queue-before-on` in v5.1 and from {n}`adp.queue-after-off` to {n}`adp.queue-after-on` in v6.0. The test found
# {n}`fig.adp-balance-before` and {n}`fig.adp-balance-after`. It does not say how many requests a rank may hold; ours hold as many as
# submitted.
#
# ## Claim 38
#
# ```{claim-card} 38
# ```
#
# ## Sensitivity
#
# What the balance and the later counters are worth on each round's engine, for the forms of the step that differ most:

# %%
FORMS = ("main", "context", "no-graphs", "no-prefill")
earlier, later = counters.values()
rate = limit.rate_per_accelerator.unstack()
by_form = pd.DataFrame({"on over off": rate[[earlier, later]].max(axis=1) / rate.off, "later over earlier": rate[later] / rate[earlier]})
by_form = by_form.swaplevel().loc[[(name, form) for name in engines for form in FORMS]]
by_form.map("{:.2f}".format)

# %% tags=["hide-cell"]
retuned = by_form["later over earlier"]
how = f"queries/s per GPU within the limits, {{}}, {MODEL}".format
state(
    (
        number(
            f"adp.limit-{side}",
            worth.gain[name, counter],
            "x",
            2,
            how=f"{how(group)}: own counters over balance off",
        )
        for (side, (name, group)), counter in zip(sides.items(), counters.values())
    ),
    number(
        "adp.retuned-before",
        retuned["v5.1", "main"],
        "x",
        2,
        how=f"{how(BEFORE)}: counters of the later entry over those of the earlier",
    ),
    (
        number(
            f"adp.retuned-{end}",
            value,
            "x",
            2,
            how=f"{end}est over rounds and the forms {', '.join(FORMS)}: later counters over earlier, {MODEL}",
        )
        for end, value in (("low", retuned.min()), ("high", retuned.max()))
    ),
)

# %% [markdown]
# Everything depends on what a prefill costs. In the form without such a cost, which fits most groups of runs worst, the balance only
# delays. The other forms come near a test that they were not fitted to.
#
# ## The strongest case for the claim
#
# - The articles say that balance evens out the ranks. Its authors measured that it does, and two runs that differ in its
#   counters agree with them in direction.
# - In the model the balance is worth more on the engine of v6.0 than on the engine of v5.1, because prefill weighs more once the rest
#   of a step is faster. Without it a gain elsewhere would have been lost.
# - The later entry has longer counters. In the model they are worth {n}`adp.retuned-before` on the engine of v5.1, and at most
#   {n}`adp.retuned-high` on any.
#
# ## Limits
#
# - Inputs are taken as alike. Unequal ones make ranks less even, with balance and without.
# - The engine takes inputs whole; the entries had chunked prefill off.
# - We infer the racks' counters from the file for one engine, as NVIDIA's own notes suggest.
# - A simulated engine has no host, no network and no other users of its time.
#
# ```{mlperf-footnote}
# ```
