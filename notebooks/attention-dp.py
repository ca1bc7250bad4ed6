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

# %%
from claimcheck.analysis.mechanisms.runs import AFTER, BEFORE, read_runs
from claimcheck.notebook import engine_settings, operating_points, say, serving_sweeps

# One pair of runs differs in how long the balance waits, and in little else.
dell = operating_points(
    submitter="Dell", round="v5.1", chip="B200", benchmark="deepseek-r1"
)
shorter = dell.one(system="XE9680L_B200_SXM_180GBx8_TRT")
longer = dell.one(system="XE9685L_B200_SXM_180GBx8_TRT")
faster = (shorter.tpot_p50_ms / longer.tpot_p50_ms - 1).percent
say("adp.pair.tpot-percent", faster, 1)

# The model at Server's limits; its plain engines wait as long as those submitted.
runs = read_runs(operating_points.frame, engine_settings.frame)
before, after = runs.named["before"], runs.named["nebius-8"]
own = {BEFORE: runs.counters(before.row_id), AFTER: runs.counters(after.row_id)}
at_limit = serving_sweeps(sweep="limit", group=[BEFORE, AFTER])


def carried(group, counters, form="main"):
    """Queries/s per GPU that an engine carries with these counters."""
    plain = "plain" if form == "main" else f"form: {form}"
    balance = "balance: {} and {}".format(*counters)
    case = plain if counters == own[group] else balance
    row = at_limit.one(group=group, variant=form, case=case)
    return row.rate_per_accelerator.called("queries/s per GPU, serving model")


OFF, FORMS = (0, 0), ["main", "context", "no-graphs", "no-prefill"]
retuned = {
    (group, form): later / earlier
    for group in own
    for form in FORMS
    for later in [carried(group, own[AFTER], form)]
    for earlier in [carried(group, own[BEFORE], form)]
}
say("adp.retuned-low", min(retuned.values()))
say("adp.retuned-high", max(retuned.values()))

# %% [markdown]
# ## Taking inputs in one at a time would leave no time for answers
#
# Two things make ranks uneven. The first is what their requests hold in cache, and it evens out with many requests. With
# {n}`adp.few` each, the ranks of an engine hold on average {n}`adp.few.cache-balance` of the fullest. At the loads of the published
# pair they hold {n}`adp.before.cache-balance` and {n}`adp.nebius-8.cache-balance`.
#
# The second is prefill, the reading of an input: while one rank reads, all wait. At the rates of the published pair and with the
# fitted times of the [serving model](model.ipynb), prefill takes {n}`disagg.before.prefill-share` of the time of v5.1 and
# {n}`disagg.nebius-8.prefill-share` of v6.0 if all ranks read at once. If they read one at a time, it takes
# {n}`adp.before.one-at-a-time` in v5.1, and {n}`adp.nebius-8.one-at-a-time` in v6.0, which leaves no time for answers.

# %% tags=["hide-cell"]
from claimcheck.analysis.mechanisms import attention_dp as adp
from claimcheck.analysis.mechanisms.roofline import NARROW
from claimcheck.notebook import holds, value

MODEL = {"source": "serving model on GB300, no MLPerf result"}
FEW = 8  # requests of a rank, far below any Server run's, for comparison
engines = {group: runs.engine(group) for group in own}
say("adp.few", value(FEW, of="requests of a rank, for comparison", **MODEL))
say("adp.ranks", value(NARROW, of="ranks of an engine in the Server entries", rows=[before.row_id, after.row_id]))


def balance(requests, **basis):
    """What ranks hold in cache on average, of the fullest, with so many requests each."""
    engine = engines[AFTER]
    share = adp.cached_balance(engine.lengths, requests, NARROW, engine.input_tokens)
    return value(share, of=f"mean over most tokens in cache of {NARROW} ranks with {requests} requests each, drawn", **basis).percent


say("adp.few.cache-balance", balance(FEW, **MODEL))
for name, run, group in (("before", before, BEFORE), ("nebius-8", after, AFTER)):
    say(f"adp.{name}.cache-balance", balance(round(run.requests), rows=run))
    prefill = value(engines[group].step.prefill_ms / 1000, of="fitted seconds of a prefill", **MODEL)
    rate = operating_points.one(row_id=run.row_id).offered_per_accelerator
    ranks = value(engines[group].deployment.ranks, of="ranks", **MODEL)
    say(f"adp.{name}.one-at-a-time", (rate.bare * prefill * ranks).percent)
    for what, steps in zip(("wait", "timeout"), own[group]):
        say(f"adp.{name}.{what}", value(steps, of=f"{run.label}: counter of the balance, steps", rows=run))

# %% [markdown]
# ## What the balance is worth within the limits
#
# Two counters set how long the balance waits, in steps: how long it gathers inputs for all ranks, and how long it waits for other
# ranks to have room. NVIDIA's v5.1 rack gathered for {n}`adp.before.wait` and waited for {n}`adp.before.timeout` at most. Nebius's
# v6.0 entry gathered for {n}`adp.nebius-8.wait` and waited for {n}`adp.nebius-8.timeout`. The table shows each round's engine, loaded
# up to Server's limits, from the [serving model's sweeps](model.ipynb):

# %% tags=["hide-input"]
import pandas as pd

from claimcheck.notebook import Selection, show, table

ROUND = {BEFORE: "v5.1", AFTER: "v6.0"}
swept = serving_sweeps.where("of the counters", lambda t: t.case.str.match("plain$|balance") & (t.variant == "main")).frame
swept["pair"] = [
    tuple(map(int, case.removeprefix("balance: ").split(" and "))) if case != "plain" else own[group]
    for case, group in zip(swept.case, swept.group)
]
swept["counters"] = ["off" if pair == OFF else "{} and {} steps".format(*pair) for pair in swept.pair]
worth = swept[(swept.sweep == "limit") & swept.pair.isin([OFF, *own.values()])]
table(
    "worth",
    "What each round's engine carries within Server's limits, by the counters of the balance",
    Selection(worth.assign(round=worth.group.map(ROUND), rate=worth.rate_per_accelerator), "loads").by("round", "pair"),
    "round counters rate tpot_p99_ms ttft_p50_ms ttft_p99_ms gain",
    headings={"round": "Engine of", "rate": "Queries/s per GPU", "gain": "Over balance off"},
    note="No measurement: the serving model on GB300.",
    gain=lambda row: row.rate_per_accelerator / carried(row.group, OFF),
)

# %% tags=["hide-input"]
from claimcheck.charts.mechanisms import Axis, model_lines

limits = runs.limits()
lines = swept[(swept.group == AFTER) & swept.sweep.isin(["limit", "load"])]
lines = lines[(lines.tpot_p99_ms <= limits.tpot_ms) & (lines.ttft_p99_ms <= limits.ttft_ms)]
lines = lines.assign(tokens=lines.offered_tokens_per_s_per_accelerator, ttft=lines.ttft_p50_ms / 1000)
lines = lines.sort_values(["pair", "tokens"])
reach = lines.groupby("counters").tokens.max()
main = "{} and {} steps".format(*own[AFTER])
show(
    "attention-dp-load",
    f"In our model the balance carries {reach[main] / reach['off']:.1f} times the load, with later first tokens",
    model_lines(
        lines,
        ("counters", "counters"),
        Axis("tokens", "tokens/s per GPU, offered", (1000, 9500), format=","),
        Axis("ttft", "median time to first token, s", (0, 1.0), format=".1f"),
        main=main,
    ),
    note="Our simulation of one engine with the software of v6.0 on GB300 and the settings of NVIDIA's rack, no measurement. Each "
    "line ends where the 99th percentile of TPOT or TTFT reaches Server's limit. Counters: steps to gather inputs, and steps to wait "
    "for other ranks.",
)

# %% [markdown]
# ## One pair of runs shows a smaller effect than the model
#
# No entry ran without the balance. One pair differs only in its counters, its host and settings without effect here: Dell's two B200
# systems of v5.1, which had the same offered rate to six digits. The model was fitted to the first of them.

# %% tags=["hide-input"]
from claimcheck.notebook import serving_predictions

pair = runs.counter_pairs()
holds("One pair differs only in its counters", list(pair.row_id) == [shorter.row_id, longer.row_id])


def predicted(row_id, quantity):
    """What the model gives for a run."""
    return serving_predictions.one(row_id=row_id, quantity=quantity).predicted


for name in ("tpot", "ttft"):
    pair[f"{name}_model"] = [round(predicted(row_id, f"{name}_p50_ms").value, 1) for row_id in pair.row_id]
table(
    "pair",
    "Dell's two systems of 8 B200 on DeepSeek-R1 Server in v5.1, medians as logged and by the model",
    pair,
    "system wait timeout tpot_p50_ms tpot_model ttft_p50_ms ttft_model result_id",
    headings={"wait": "Gathers", "timeout": "Waits", "tpot_model": "By the model", "ttft_model": "TTFT by the model"},
    note="Counters in steps.",
)

# %% tags=["hide-cell"]
say("adp.pair.ttft-percent", (longer.ttft_p50_ms / shorter.ttft_p50_ms - 1).percent)
quick, slow = (predicted(row.row_id, "tpot_p50_ms").called("median TPOT by the model") for row in (shorter, longer))
say("adp.pair.model-percent", (quick / slow - 1).percent, 1)

# %% [markdown]
# With the longer counters first tokens came {n}`adp.pair.ttft-percent` later and answers {n}`adp.pair.tpot-percent` faster. Both agree
# in direction with TensorRT-LLM's tech blog 10. The model predicts {n}`adp.pair.model-percent` for the second. It makes waiting
# for prefill more expensive than it was here, so its figures for the balance are upper ends.
#
# ## The model comes near the published test
#
# None of these figures is an MLPerf result.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the published figures with their sources", "code_prompt_hide": "Hide the published figures with their sources"}
from claimcheck.notebook import figures

table(
    "attention-dp-published",
    "Published figures on attention-DP balance, measured by its authors",
    figures.about("adp"),
    "figure about conditions source",
)

# %% tags=["hide-cell"]
for name, places in {"speedup": 2, "balance-before": 2, "balance-after": 1}.items():
    say(f"fig.adp-{name}", figures[f"adp-{name}"], places)

# %% [markdown]
# Our fitted engines served a queue of as many requests with the same mean lengths, all present from the start.

# %% tags=["hide-cell"]
test = {name: figures[f"lengths.adp-{name}"].value for name in ("input", "output", "requests")}
first, second = int(figures["adp-wait"]), int(figures["adp-timeout"])


def drained(group, counters):
    """Tokens/s of a rank that serves the test's queue, and how even the ranks are."""
    moved = engines[group].at_lengths(test["input"], test["output"])
    served = adp.drain(moved, int(test["requests"]), counters)
    about = f"{ROUND[group]} engine, counters {counters[0]} and {counters[1]}"
    rate = value(served["tokens_per_s"], "tokens/s", of=f"tokens/s of a rank, {about}", **MODEL)
    return rate, value(served["balance"], of=f"balance of tokens, {about}", **MODEL).percent


tried = [OFF, (0, second), (first, second)]
queue = {(group, counters): drained(group, counters) for group in own for counters in tried}
for side, group in {"before": BEFORE, "after": AFTER}.items():
    on, off = queue[group, tried[-1]], queue[group, OFF]
    say(f"adp.queue-{side}", on[0] / off[0])
    say(f"adp.queue-{side}-off", off[1])
    say(f"adp.queue-{side}-on", on[1])

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what our engines give with each pair of counters", "code_prompt_hide": "Hide what our engines give"}
by_counters = pd.DataFrame(
    {
        "Engine of": ROUND[group],
        "Counters, steps": "off" if counters == OFF else "{} and {}".format(*counters),
        "Tokens/s of a rank": round(rate.value),
        "Mean load of a rank, of the fullest": str(even),
        "Over balance off": str(rate / queue[group, OFF][0]),
    }
    for (group, counters), (rate, even) in queue.items()
)
table("queue", "A queue like the published test's, served by our fitted engines", by_counters, list(by_counters), note="No measurement.")

# %% [markdown]
# The engines were fitted to logs of Server runs and know nothing of that test. They give {n}`adp.queue-before` (v5.1) and
# {n}`adp.queue-after` (v6.0). The mean load of a rank, as a share of the fullest, rises from {n}`adp.queue-before-off` to
# {n}`adp.queue-before-on` in v5.1. In v6.0 it rises from {n}`adp.queue-after-off` to {n}`adp.queue-after-on`. The test found
# {n}`fig.adp-balance-before` and {n}`fig.adp-balance-after`. It does not say how many requests a rank may hold; ours hold as many as
# submitted.
#
# ## Sensitivity
#
# What the balance and the later counters are worth depends on the form of the step that is fitted.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the forms of the step that differ most", "code_prompt_hide": "Hide the forms of the step"}
worth_by_form = {
    key: max(carried(group, counters, form) for counters in own.values()) / carried(group, OFF, form)
    for key in retuned
    for group, form in [key]
}
by_form = pd.DataFrame(
    {
        "Engine of": ROUND[group],
        "Form of the step": runs.model.variants[form].about,
        "Balance on over off": str(worth_by_form[group, form]),
        "Later counters over earlier": str(retuned[group, form]),
    }
    for group, form in retuned
)
table("forms", "What the balance is worth within Server's limits, by the form of the fitted step", by_form, list(by_form))

# %% tags=["hide-cell"]
say("adp.limit-before", carried(BEFORE, own[BEFORE]) / carried(BEFORE, OFF))
say("adp.limit-after", carried(AFTER, own[AFTER]) / carried(AFTER, OFF))
say("adp.retuned-before", retuned[BEFORE, "main"])

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
# ## The claim
#
# ```{claim-list} 38
# ```
#
# ```{mlperf-footnote}
# ```
