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
# # What we expect of v7.0
#
# :::{admonition} The answer
# :class: cc-key
# **Most results will hardly change, and a few on new benchmarks may double.** v7.0 is the next round of MLPerf® Inference. On
# benchmarks in their fourth round or later we expect a chip's best result per accelerator to gain
# {n}`predictions.same-chip-fourth-percent` in the median case, and on those in their second round
# {n}`predictions.same-chip-second-percent`. One in twenty of the latter should reach more than
# {n}`predictions.same-chip-second-high` its old value.
#
# We fixed these predictions on {n}`predictions.day`, before v7.0 was published. On past rounds our
# method predicted gains better than two plain baselines did. It did not do so for the number of partners and for the share of
# contested results that NVIDIA's chips win, so there we expect no change.
# :::
#
# All ratios, shares and counts on this page are ours and not verified by MLCommons Association.

# %% tags=["hide-cell"]
import numpy as np
import pandas as pd

from claimcheck.analysis.gains import chip_name
from claimcheck.analysis.predictions.changes import AGES, continued, observed
from claimcheck.analysis.predictions.forecasts import (
    LEVELS,
    METHOD,
    SHRINK,
    SPREAD,
    backtest,
    interval,
    quantiles,
    read_predictions,
    score,
    summary,
    used,
)
from claimcheck.analysis.results import throughputs
from claimcheck.analysis.serving import outcomes
from claimcheck.analysis.serving.outcomes import read_inputs
from claimcheck.analysis.tables import load_tables
from claimcheck.charts.gains import intervals
from claimcheck.data.rounds import in_order, keys_until, order
from claimcheck.notebook import (
    Selection,
    holds,
    operating_points,
    say,
    serving_predictions,
    serving_sweeps,
    show,
    table,
    value,
    words,
)

# %%
fixed = read_predictions()  # data/facts/predictions.yml
second, third, fourth = AGES
best = fixed.predictions["same-chip"].groups  # gains of a chip's best result


def expected(number, of):
    """A predicted gain as a quantity."""
    day = f"fixed on {fixed.edition}"
    return value(number, "x", of=f"gain expected of {fixed.round}, {of}", source=day)


median = {age: expected(best[age].expected, age) for age in AGES}
say("predictions.same-chip-fourth-percent", (median[fourth] - 1).percent)
say("predictions.same-chip-second-percent", (median[second] - 1).percent)
high = expected(best[second].likely[1], f"{second}, high end of 90%")
say("predictions.same-chip-second-high", high)

# %% tags=["hide-cell"]
for end, number in zip(("low", "high"), fixed.predictions["next-chip"].groups[fourth].even):
    say(f"predictions.next-chip-{end}", expected(number, f"a maker's best result on its new chip, {fourth}, {end} end of 50%"))
words("predictions.day", fixed.edition, "day on which the predictions were fixed")

# %% tags=["hide-input"]
loaded = load_tables()
before = [r for r in in_order(loaded.results["round"]) if order(r) < order(fixed.round)]
latest = before[-1]
rounds = keys_until(last=latest, suites=["inference"])
GAINS = {
    "same-chip": "A chip's best result",
    "next-chip": "A maker's best, on its new chip",
    "owner": "One owner, the same machine",
}
ages = dict(zip(AGES, ("2nd round", "3rd round", "4th or later")))
AXIS = "result per accelerator over that of the round before"
ENDS = ["low_90", "low_50", "middle", "high_50", "high_90"]
show(
    "expected",
    f"We expect small gains in {fixed.round}, except where a benchmark or a chip is new",
    intervals(
        pd.DataFrame(
            [
                (panel, ages[group], *sorted([*one.likely, *one.even, one.expected]), f"{one.expected:.2f}x")
                for name, panel in GAINS.items()
                for group, one in fixed.predictions[name].groups.items()
            ],
            columns=["panel", "label", *ENDS, "text"],
        ),
        axis=AXIS,
    ),
    note=f"Expected of {fixed.round}, fixed on {fixed.edition}; not a result. Tick: median. Thick: the interval that should hold half of "
    "the changes. Thin: nine in ten. Rows: the round that the benchmark is in. Closed division, datacenter suite, Server and Offline.",
    rounds=rounds,
)

# %% [markdown]
# A new chip is the exception. Where one takes its maker's lead on a benchmark in its fourth round or later, half of the cases should
# lie between {n}`predictions.next-chip-low` and {n}`predictions.next-chip-high` the maker's best result before. We do not predict
# whether a new chip will lead anywhere in v7.0.
#
# ## Partners, shares and winners
#
# Half of what happens should lie in the interval *half*, and nine in ten in the interval *nine in ten*. Of an event, *expected* is
# its probability.

# %% tags=["hide-input"]
changes = observed(loaded.results)
changes = changes[changes["round"].isin(before)]
tested = backtest(changes)
COIN = 0.25
# Mean squared error of our method in each group of events, each past round predicted from those before it.
of_events = tested[(tested.quantity == "again") & (tested.forecaster == METHOD)].groupby("group").score.mean()
SHORT = {
    **GAINS,
    "partners": "Partners on the chips of",
    "share": "Share of contested cells won",
    "again": "Winner of a contested cell wins again",
}
FORMS = {"%": (100, "{:.0f}%"), "organisations": (1, "{:.0f}")}


def printed(unit, *ends):
    """A value, or two with the word to between them, in the form of their unit."""
    scale, form = FORMS[unit]
    return " to ".join(form.format(scale * end) for end in ends)


table(
    "others",
    f"What else we expect of {fixed.round}",
    pd.DataFrame(
        [
            (
                SHORT[name],
                group,
                "no figure" if name == "again" and of_events[group] > COIN else printed(one.unit, forecast.expected),
                printed(one.unit, *(forecast.even or ())),
                printed(one.unit, *(forecast.likely or ())),
                one.by.removesuffix(SPREAD),
            )
            for name, one in fixed.predictions.items()
            if name not in GAINS
            for group, forecast in one.groups.items()
        ],
        columns=["what", "group", "expected", "half", "nine in ten", "predicted by"],
    ),
    ["what", "group", "expected", "half", "nine in ten", "predicted by"],
)

# %% [markdown]
# A partner is any other organisation that submits on a maker's chips. A cell is a benchmark and scenario of the datacenter suite. It
# is contested if the chips of two makers or more took part, and the chip with the highest result wins it. NVIDIA's chips won
# {n}`predictions.share-now` of the contested cells of v6.1. There are so few of them that one moves the share by several percent.
# The intervals for partners are wide as well, because they rest on past errors for makers with few partners and with many.
#
# The last two rows say how likely the maker that won a contested cell is to win it again, if the cell is contested again. For makers
# other than NVIDIA we give no figure. There are {n}`predictions.again-others-n` past cases, and they won again in
# {n}`predictions.again-others-held` of them. With so few our method relies mostly on the rate of all makers, and in the past it did
# worse than a coin: its mean squared error was {n}`predictions.again-others-score`, a coin's is {n}`predictions.again-coin`. The
# probability that we fixed is in the file, and will be scored.

# %% tags=["hide-cell"]
again = changes[(changes.quantity == "again") & (changes.group != "NVIDIA")]
cells = "contested cells that another maker than NVIDIA won and that were contested again in the next round"
share = fixed.predictions["share"].groups["NVIDIA"].before
of_share = f"share of the contested cells of {latest} won on NVIDIA's chips"
say("predictions.share-now", value(100 * share, "%", of=of_share, table="inference_results"))
say("predictions.again-others-n", value(len(again), of=cells, rows=again))
held = again[again.change == 1]
say("predictions.again-others-held", value(len(held), of=f"{cells}, that it won again", rows=held))
(of_others,) = of_events.drop("NVIDIA")
holds("and in the past it did worse than a coin", of_others > COIN > of_events["NVIDIA"])
brier = "mean Brier score of our method for other makers than NVIDIA, each past round predicted from those before it"
say("predictions.again-others-score", value(of_others, of=brier, rows=again), 2)
say("predictions.again-coin", value(COIN, of="Brier score of a probability of one half", source="its square"), 2)
say("predictions.shrink", value(SHRINK, of="weight of the gains of all groups in a group's prediction", source="our choice"))

# %% [markdown]
# ## How the prediction is made
#
# We take what happened in the same situation before. A gain is the best result per accelerator of a chip in a benchmark and scenario,
# divided by its best of the round before; we compute with its logarithm. The past gains are grouped by the age of the benchmark. The
# prediction is the distribution of the group's gains, mixed with the gains of all groups, which together weigh as much as
# {n}`predictions.shrink` of the group's own. We chose that weight before we tested the method on past rounds, and did not tune it.
# This cell makes one prediction so, and gives the one that we fixed:

# %%
past = changes[changes.quantity == "same-chip"]  # logs of gains


def predicted(group, level):
    """A quantile of a group's past gains, mixed with those of all."""
    weight = (past.group == group).to_numpy() + SHRINK / len(past)
    mixed = quantiles(past.change.to_numpy(), LEVELS, weight)
    return np.exp(interval(mixed, (level, level)))[0]


median_now = predicted(second, 0.5)
holds("and gives the one that we fixed", abs(median_now - best[second].expected) < 2e-4)

# %% tags=["hide-cell"]
drift = [predicted(age, level) / end - 1 for age, one in best.items() for level, end in zip((0.5, 0.05, 0.95), (one.expected, *one.likely))]
of = "largest change of a median or an end of 90%, a chip's best result, if it is predicted from the tables as they are now"
say("predictions.drift", value(100 * max(map(abs, drift)), "%", of=of, table="inference_results"))

# %% [markdown]
# Tables and code have changed a little since that day. Made today, the predictions of a chip's best result would differ from the fixed
# ones by {n}`predictions.drift` at most.
#
# The two baselines know less:
#
# - **No change**: every result stays as it is.
# - **The last round's median**: every result changes by the median of the round before.
#
# Each baseline is scored as a single figure, and again with its own past errors around it. Our method is used only where it beats all
# four.
#
# ## How well it did so far
#
# We predicted each past round from the rounds before it alone. The score is the CRPS (continuous ranked
# probability score {cite}`gneiting2007scoring`): how far the predicted values are from what happened, less a credit for honest
# spread. Lower is better. For the event it is the Brier score, the squared error of the probability {cite}`brier1950verification`.
# Each round counts once, because the results of one round have much in common.

# %% tags=["hide-input"]
scores = summary(tested)
chosen = used(scores)
of_ours = scores[scores.forecaster == METHOD].set_index("quantity")
by_method = scores.pivot(index="quantity", columns="forecaster", values="score").loc[[*SHORT]]
baselines = [*by_method.columns.drop(METHOD)]
inside = {"in half": "inside_50", "in nine in ten": "inside_90"}
table(
    "backtest-scores",
    "Mean score of each forecaster over all past rounds, and the shares of what happened in our method's intervals",
    by_method.map("{:.4f}".format).assign(
        what=by_method.index.map(SHORT),
        **{name: [f"{of_ours[column][quantity]:.0%}" for quantity in by_method.index] for name, column in inside.items()},
    ).replace({"nan": "", "nan%": ""}),
    ["what", METHOD, *baselines, *inside],
)

# %% [markdown]
# Our method beats every baseline for the three gains and for the winners of cells. It does not beat "no change" for the number of
# partners, nor for NVIDIA's share of contested cells. So there we predict no change, with the errors that this assumption made in
# the past.
#
# The intervals for a chip's best result held about as many gains as they should. Those for a new chip did not:
# {n}`predictions.next-chip-in-half` of past gains were in the interval meant for half. The chips of one maker are much alike, so the
# results of a round are high or low together.

# %% tags=["hide-input"]
ours = tested[(tested.quantity == "same-chip") & (tested.forecaster == METHOD)]
ours = ours.assign(panel="Benchmarks in their " + ours.group, label=ours["round"])
rows = ours.drop_duplicates(["group", "round"]).assign(text="")
rows = rows.assign(age=rows.group.map(AGES.index), turn=rows["round"].map(before.index)).sort_values(["age", "turn"])
rows[ENDS] = np.exp(rows[ENDS].astype(float))
show(
    "backtest",
    f"{ours.inside_90.astype(float).mean():.0%} of past gains were in the interval that should hold nine in ten",
    intervals(
        rows[["panel", "label", *ENDS, "text"]],
        ours.assign(value=np.exp(ours.change), name=ours.cell + ", " + ours["round"])[
            ["panel", "label", "value", "name", "row_id_before", "row_id_after"]
        ],
        axis=AXIS,
    ),
    note="Each round predicted from the rounds before it alone. Tick: median. Thick: interval of 50%. Thin: interval of 90%. Dots: what "
    "happened, dark if outside the interval of 90%. Closed division, datacenter suite, Server and Offline, best result per accelerator "
    "of any submitter and system size.",
    rounds=rounds,
)

# %% [markdown]
# ## What would prove it wrong
#
# Once v7.0 is in the tables, the same code scores the predictions, and this page will show the scores next to the baselines'.
# The method has failed for a chip's best result if any of these is true:
#
# - "No change" or the last round's median has a lower mean score than our method. In the past our method had the lowest of all five
#   in {n}`predictions.same-chip-best-n` of {n}`predictions.same-chip-rounds-n` rounds.
# - Fewer than {n}`predictions.same-chip-worst` of the gains are in the interval meant for nine in ten. That would be worse than in
#   any past round.
#
# For the partners of each maker and for the share of contested cells, one number decides: it is in the interval, or it is not. v7.0 is
# not in the tables yet, so nothing is scored.
#
# The predictions are in the file `data/facts/predictions.yml`, each with the definition by which it will be scored. The
# [history of that file](https://github.com/claimcheck/claimcheck/commits/main/data/facts/predictions.yml) shows that no prediction
# was changed since that day.

# %% tags=["hide-cell"]
holds("so nothing is scored", score(fixed, loaded.results).empty)
by_quantity = {name for name, forecaster in chosen.items() if forecaster == METHOD}
holds("Our method beats every baseline for the three gains and for the winners of cells", by_quantity == {*GAINS, "again"})
of_round = tested[tested.quantity == "same-chip"].groupby(["round", "forecaster"]).score.mean().unstack()
coverage = ours.groupby("round").inside_90.apply(lambda part: part.astype(float).mean())
of_new = tested[(tested.quantity == "next-chip") & (tested.forecaster == METHOD)]
for key, number, unit, of in (
    ("next-chip-in-half", 100 * of_new.inside_50.astype(float).mean(), "%", "share of past gains on new chips inside the interval of 50%"),
    ("same-chip-best-n", (of_round.idxmin(axis=1) == METHOD).sum(), "", "rounds in which our method has the lowest mean CRPS for a chip's best result"),
    ("same-chip-rounds-n", len(of_round), "", "rounds of the backtest for a chip's best result"),
    ("same-chip-worst", 100 * coverage.min(), "%", "lowest share of a round's gains of a chip's best result inside the interval of 90%"),
):
    say(f"predictions.{key}", value(number, unit, of=f"{of}, backtest", table="inference_results"))

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the scores of every round", "code_prompt_hide": "Hide the scores of every round"}
table(
    "scores",
    "Mean score of each forecaster in each round, predicted from the rounds before it alone, and the shares of what happened inside "
    "the intervals of 50% and 90%; lower scores are better",
    tested.assign(inside_50=tested.inside_50.astype(float) * 100, inside_90=tested.inside_90.astype(float) * 100)
    .groupby(["quantity", "round", "forecaster"], sort=False, as_index=False)
    .agg(changes=("score", "size"), score=("score", "mean"), half=("inside_50", "mean"), nine=("inside_90", "mean"))
    .round({"score": 4, "half": 0, "nine": 0}),
    "what round forecaster changes score half nine",
    headings={"half": "In the 50%", "nine": "In the 90%"},
    searchable=True,
    what=lambda row: SHORT[row.quantity],
)

# %% [markdown]
# ## The serving model predicts nothing here
#
# [Our model of a server](model) is fitted to the runs of one round's software. We asked whether it predicts the next round at the
# loads that were offered then, and it does not. It has no answer for v6.0, because every run was offered more than it says v5.1's
# software can carry. For v6.1 its mean latencies are off by {n}`predictions.serving-model` on average. The latency of the nearest run
# of the round before ("no change") is off by {n}`predictions.serving-same`. In both rounds the software had changed.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show each run with its latencies", "code_prompt_hide": "Hide each run"}
given = read_inputs()
served = operating_points(benchmark="deepseek-r1", scenario="Server", division="closed", chip="GB300").frame
load, latency = "offered_per_accelerator", "latency_mean_s"
served = served.assign(latency_mean_s=served.latency_mean_ms / 1000)
sweeps = serving_sweeps(sweep="load", case="plain", variant="main")
parts = []
for group, following in (("v5.1-ultra", "v6.0"), ("v6.0-ultra", "v6.1")):
    curve = sweeps(group=group).by("rate_per_accelerator").frame
    known = served[served.row_id.isin([case.row_id for case in given.cases if case.group == group and case.fitted])]
    part = served[served["round"] == following].astype({load: float})
    # Requests in flight over their rate are the mean latency (Little's law).
    flight = np.interp(part[load], curve.rate_per_accelerator, curve.in_flight_per_accelerator.astype(float), right=np.nan)
    nearest = [known[latency].iloc[(known[load] - rate).abs().argmin()] for rate in part[load]]
    parts.append(part.assign(model=flight / part[load], same=nearest))
asked = pd.concat(parts)
answered = asked[asked.model.notna()]
miss = {name: (answered[name] / answered[latency] - 1).abs() for name in ("model", "same")}
holds("It has no answer for v6.0", set(answered["round"]) == {"v6.1"})
holds("and it does not", miss["model"].min() > miss["same"].max())
for name, by in {"model": "the model of v6.0's software", "same": "the nearest fitted run of v6.0"}.items():
    of = f"mean error of the mean latency of v6.1's runs on GB300, DeepSeek-R1 Server, by {by}"
    say(f"predictions.serving-{name}", value(100 * miss[name].mean(), "%", of=of, rows=answered))
table(
    "serving",
    "Mean latency of each run of DeepSeek-R1 Server on GB300, in s: as logged, by the model and by the nearest run of the round before",
    asked,
    f"round submitter accelerators {load} {latency} model same",
    headings={load: "Queries/s per GPU", latency: "Logged", "model": "Model", "same": "No change"},
    note="The model gives none where the load is more than it says the older software can carry.",
)

# %% [markdown]
# Within one round the model can predict chips that it was not fitted to. On B300 it is a little better than a straight line through the
# runs that it was fitted to. On GB200 it is no better than the nearest of these runs. So it does not beat the baselines everywhere, and
# it would have to be fitted to v7.0's own runs first. We make no prediction with it.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show its errors on other chips", "code_prompt_hide": "Hide its errors on other chips"}
errors = outcomes.errors(serving_predictions.frame, loaded.results, given.model).set_index("row_id")
rate = pd.Series({case.row_id: case.rate_per_accelerator for case in given.cases})
flight = serving_predictions(quantity=outcomes.FLIGHT).frame.set_index("row_id").logged.astype(float)
others = []
for _, part in errors.groupby("group"):
    known = part[part.fitted].index
    for row in part[~part.fitted & ~part.same_chip].index:
        near = (rate[known] / rate[row] - 1).abs().idxmin()
        line = np.polyfit(rate[known], flight[known], len(known) - 1)
        others.append(
            {
                "chip": errors.chip[row],
                "model": abs(errors[outcomes.FLIGHT][row]),
                "straight line": abs(np.polyval(line, rate[row]) / flight[row] - 1),
                "nearest run": abs(flight[near] / flight[row] - 1),
            }
        )
of_chip = pd.DataFrame(others).groupby("chip")
mean = of_chip.mean()
holds("On B300 it is a little better than a straight line", mean.model["B300"] < mean["straight line"]["B300"])
holds("On GB200 it is no better than the nearest of these runs", mean.model["GB200"] >= mean["nearest run"]["GB200"])
table(
    "other-chips",
    "Mean error in the requests in flight, on chips that the model was not fitted to",
    mean.map("{:.1%}".format).assign(runs=of_chip.size()).reset_index(),
    ["chip", "runs", *mean],
    behind=list(errors.index),
)

# %% [markdown]
# ## Your system in v7.0
#
# For the best result of each chip in v6.1, what we expect of the same chip in v7.0 is the median of its benchmark's age, and the
# interval that should hold nine in ten.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what each chip's best result of v6.1 should become", "code_prompt_hide": "Hide what each chip's best result of v6.1 should become"}
rates = throughputs(loaded.results[loaded.results.suite == "datacenter"])
rates = rates[(rates["round"] == latest) & rates.scenario.isin(["Server", "Offline"])]
rates = rates.assign(chip=[chip_name(str(a), str(s)) for a, s in zip(rates.accelerator, rates.system)])
rates = rates.sort_values(["per_accelerator", "row_id"], ascending=[False, True], kind="stable")
groups = continued(loaded.listed.groups, loaded.results, before)
place = {name: group.index(latest) for name, parts in groups.items() for group in parts if latest in group}
highest = rates.drop_duplicates(["chip", "benchmark", "scenario"])
highest = highest.assign(age=[AGES[min(place[name], len(AGES) - 1)] for name in highest.benchmark])

now = highest.per_accelerator.astype(float)
highest = highest.assign(
    now=now,
    expected=now * highest.age.map({age: one.expected for age, one in best.items()}),
    low=now * highest.age.map({age: one.likely[0] for age, one in best.items()}),
    high=now * highest.age.map({age: one.likely[1] for age, one in best.items()}),
)
table(
    "systems",
    f"The best result per accelerator of each chip in {latest}, closed division, datacenter suite, and what we expect of the chip in "
    f"{fixed.round}",
    Selection(highest, "results").by("benchmark", "scenario", "chip"),
    "benchmark scenario chip unit age now expected low high",
    headings={"age": "Benchmark is in its", "now": f"{latest}, per chip", "low": "From", "high": "To"},
    note="Median and interval of 90%. Expectations are ours and not MLPerf results.",
    rounds=[latest],
    searchable=True,
)

# %% [markdown]
# ## Limits
#
# - Server and Offline alone are predicted, in the closed division of the datacenter suite. Interactive has too few rounds.
# - MLCommons' table of comparable versions, as known to us, ends with v6.0. For v6.1 and v7.0 we assume that a benchmark that
#   keeps its name stays comparable. If a data set or a limit changes, the pairs are left out of the scoring.
# - Pairs across v4.1, when some Server results changed from the scheduled to the completed rate, are left out.
# - The gains of a round are not independent. One large software release lifts many of them, so the shares inside the intervals
#   vary more from round to round than those of independent results would.
# - Only results that are submitted again are seen. A submitter whose result fell may not submit it.
# - The grouping, the weights and the baselines were set on data that includes all past rounds. The backtest uses no later round for an
#   earlier prediction, but we had seen those rounds when we chose the method.
#
# ```{mlperf-footnote}
# :rounds: inference
# :latest:
# ```
