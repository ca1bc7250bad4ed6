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
# Hardly: it was on in every DeepSeek-R1 Server entry on GB300, in MLPerf® Inference v5.1 as in v6.0. What changed between
# the published pair is how long it waits. Our model suggests that the longer waits are worth {n}`adp.retuned-low` to
# {n}`adp.retuned-high`; the one pair of runs that differs in them shows answers {n}`adp.pair.tpot-percent` faster.
#
# Whether it evened out the work no MLPerf log shows. TensorRT-LLM's own test measured a gain of {n}`fig.adp-speedup`. Our
# model suggests {n}`adp.queue-before` for a queue like that one, and {n}`adp.limit-before` to {n}`adp.limit-after` within
# Server's limits, with later first tokens. The pair of runs says that this is too much.
# :::
#
# In attention data parallelism every GPU (rank) keeps the requests it was given. All ranks take each step together, because
# experts are spread over them. So each step lasts as long as the fullest rank needs. The balance lets inputs wait until all
# ranks can take one in at once.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.mechanisms import attention_dp as adp
from claimcheck.analysis.mechanisms.runs import AFTER, BEFORE, read_runs
from claimcheck.analysis.mechanisms.wide_ep import NARROW
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.mechanisms import Axis, model_lines
from claimcheck.numbers import number, state

runs = read_runs(tables.load("operating_points"), tables.load("engine_settings"))
figures, kept = runs.figures, runs.limits()
engines = {"v5.1": runs.engine(BEFORE), "v6.0": runs.engine(AFTER)}
files = ("loadgen_runs.csv", "engine_settings.csv", "serving.yml", "derived/serving_fits.csv", "derived/serving_sweeps.csv")
print(tables.fingerprints(*files, "mechanism_figures.yml"))

# %% [markdown]
# ## The arithmetic
#
# Two things make ranks uneven. The first is what their requests hold in cache. It evens out with many requests: with
# {n}`adp.few` each, {n}`adp.ranks` ranks hold on average {n}`adp.few.cache-balance` of the fullest; at the loads of the published
# pair {n}`adp.before.cache-balance` and {n}`adp.nebius-8.cache-balance`.
#
# The second is prefill. Inputs arrive one at a time, and while one rank takes an input in, all wait. By hand, at the rate
# of the published pair, with the fitted times of the [serving model](model.ipynb):

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

# %% tags=["hide-input"]
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
# Ranks that take inputs in singly would leave little time for answers, or none; together they leave most of it.
#
# ## What the balance is worth within the limits
#
# Two counters set how long the balance waits: for other ranks to have room, and to gather inputs for all. NVIDIA's v5.1 rack
# gathered for {n}`adp.before.wait` steps and waited for {n}`adp.before.timeout` at most; Nebius's v6.0 entry gathered for
# {n}`adp.nebius-8.wait` and waited for {n}`adp.nebius-8.timeout`. Here is the engine of each round, loaded until Server's limits
# bind, without balance and with the counters of either entry: rows of the serving model's sweeps, which
# [an earlier page](model.ipynb) explains.

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
    ),
    id="attention-dp-load",
    title=f"In the model balance carries {most.tokens / least.tokens:.1f} times the load within the limits, with later first tokens",
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
# ## A pair of runs
#
# No entry ran without the balance. One pair differs in its counters alone, but for the host and settings without effect here:
# Dell's two B200 systems of v5.1 had the same offered rate to six digits. The model was fitted to the first of them.

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

# %% tags=["hide-input"]
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
# Longer counters: first tokens {n}`adp.pair.ttft-percent` later, answers {n}`adp.pair.tpot-percent` faster. Both go the way that
# tech blog 10 says. The model has {n}`adp.pair.model-percent` for the second: it makes waiting for prefill dearer than it was
# here, so its figures for the balance are upper ends.
#
# ## Against the published test
#
# None of the figures in the table is an MLPerf result.

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

# %% tags=["hide-input"]
state(number(f"fig.{one.key}", **one.quantity) for one in figures.about("adp"))

# %% [markdown]
# A queue of as many requests with the same mean lengths, all there from the start, on our fitted engines:

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

# %% tags=["hide-input"]
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
# {n}`adp.queue-after` (v6.0); the share of the fullest rank rises from {n}`adp.queue-before-off` to {n}`adp.queue-before-on` and from
# {n}`adp.queue-after-off` to {n}`adp.queue-after-on`. The test found {n}`fig.adp-balance-before` and
# {n}`fig.adp-balance-after`. How many requests a rank may hold there is not published; ours hold as many as submitted.
#
# ## Claim 38
#
# ```{claim-card} 38
# ```
#
# ## Sensitivity
#
# What later counters are worth on each round's engine, and what the balance is worth at all, for the forms of the step that
# differ most:

# %%
FORMS = ("main", "context", "no-graphs", "no-prefill")
earlier, later = counters.values()
rate = limit.rate_per_accelerator.unstack()
by_form = pd.DataFrame({"on over off": rate[[earlier, later]].max(axis=1) / rate.off, "later over earlier": rate[later] / rate[earlier]})
by_form = by_form.swaplevel().loc[[(name, form) for name in engines for form in FORMS]]
by_form.map("{:.2f}".format)

# %% tags=["hide-input"]
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
# Everything depends on what a prefill costs. The form without such a cost, which fits most groups of runs worst, leaves the
# balance nothing to do: there it only delays. The other forms come near a test that they were not fitted to; the pair of runs
# above suggests less.
#
# ## The strongest case for the claim
#
# - The articles say that balance evens out the ranks. Its authors measured that it does, and two runs that differ in its
#   counters alone go the way that they describe.
# - In the model the balance carries more of the rate on the engine of v6.0 than on that of v5.1 ({n}`adp.limit-after` against
#   {n}`adp.limit-before`): with the rest of a step faster, prefill weighs more. A gain elsewhere would have been lost without it.
# - Longer counters are part of the later entry. In the model they are worth {n}`adp.retuned-high` at most.
#
# ## Limits
#
# - Inputs are taken as alike. Unequal ones make ranks less even, with balance and without.
# - The engine takes inputs whole; the entries had chunked prefill off.
# - Counters of the racks are those of the file for one engine, by NVIDIA's own notes: inferred.
# - A simulated engine has no host, no network and no other users of its time.
#
# ## What it can explain, and what not
#
# | | can | cannot |
# |---|---|---|
# | Server, {n}`claim.1.published` | longer counters: {n}`adp.retuned-before` on the engine of v5.1, in the model | the switch itself: it was on before |
# | Either entry's rate | {n}`adp.limit-before` and {n}`adp.limit-after` over no balance, at most, in the model | first tokens as early as without it |
#
# ```{mlperf-footnote}
# ```
