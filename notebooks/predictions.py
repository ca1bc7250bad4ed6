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
    NO_CHANGE,
    SHRINK,
    SPREAD,
    backtest,
    read_predictions,
    score,
    summary,
    used,
)
from claimcheck.analysis.results import throughputs
from claimcheck.analysis.serving import outcomes
from claimcheck.analysis.serving.outcomes import read_inputs
from claimcheck.analysis.tables import load_tables
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.gains import intervals
from claimcheck.claims.texts.footnote import rounds_footnote
from claimcheck.data import tables
from claimcheck.data.numbers import number, state, words
from claimcheck.data.rounds import in_order, keys_until, order

loaded = load_tables()
predictions = read_predictions()
expected = predictions.predictions
before = [r for r in in_order(loaded.results["round"]) if order(r) < order(predictions.round)]
changes = observed(loaded.results)
happened = score(predictions, loaded.results)
changes = changes[changes["round"].isin(before)]
footnote = rounds_footnote(rounds=keys_until(last=before[-1], suites=["inference"]))

# %% tags=["hide-input"]
panels = {
    "same-chip": "A chip's best result",
    "next-chip": "A maker's best, on its new chip",
    "owner": "One owner, the same machine",
}
ages = dict(zip(AGES, ("2nd round", "3rd round", "4th or later")))
drawn = pd.DataFrame(
    {
        "panel": panel,
        "label": ages[group],
        "low_90": one.likely[0],
        "low_50": one.even[0],
        "middle": one.expected,
        "high_50": one.even[1],
        "high_90": one.likely[1],
        "text": f"{one.expected:.2f}x",
    }
    for name, panel in panels.items()
    for group, one in expected[name].groups.items()
)
AXIS = "result per accelerator over that of the round before"
Figure(
    intervals(drawn, axis=AXIS),
    id="expected",
    title=f"We expect small gains in {predictions.round}, except where a benchmark or a chip is new",
    description="Intervals of the gain per accelerator that is expected, a panel each for a chip's best result, a maker's best result on "
    "a new chip and one owner's same machine; a row for each age of the benchmark. "
    + "; ".join(
        f"{r.panel}, {r.label}: median {r.middle:.2f}, 90% from {r.low_90:.2f} to {r.high_90:.2f}"
        for r in drawn.itertuples()
    )
    + ".",
    caption=f"Expected of {predictions.round}, fixed on {predictions.edition}; not a result. Tick: median. Thick: the interval that should "
    "hold half of the changes. Thin: nine in ten. Rows: the round that the benchmark is in. Closed division, datacenter suite, Server and "
    f"Offline.\n\n{footnote}",
)

# %% [markdown]
# A new chip is the exception. Where one takes its maker's lead on a benchmark in its fourth round or later, half of the cases should
# lie between {n}`predictions.next-chip-low` and {n}`predictions.next-chip-high` the maker's best result before. We do not predict
# whether a new chip will lead anywhere in v7.0.
#
# ## Every prediction
#
# The column `expected` has the median, or for an event its probability. Half of what happens should lie in the interval `half`,
# and nine in ten in the interval `nine in ten`. The column `by` says which method made the prediction.

# %% tags=["hide-input"]
UNITS = {"x": (1, "{:.2f}x"), "%": (100, "{:.0f}%"), "organisations": (1, "{:.0f}")}


def printed(values, unit):
    """A value, or two with the word to between them, in the form of their unit."""
    scale, form = UNITS[unit]
    return " to ".join(form.format(scale * value) for value in values or ())


# Mean Brier score (squared error) of our method in each group of events, each past round predicted from those before it.
tested = backtest(changes)
COIN = 0.25
of_events = tested[(tested.quantity == "again") & (tested.forecaster == METHOD)].groupby("group").score.mean()


def known_better(quantity, group):
    """Whether a figure is shown: of an event, if our method's past probabilities did better than a coin's."""
    return quantity != "again" or of_events[group] < COIN


assert [known_better("again", group) for group in expected["again"].groups] == [True, False]
SHORT = {
    **panels,
    "partners": "Partners on the chips of",
    "share": "Share of contested cells won",
    "again": "Winner of a contested cell wins again",
}
listed = pd.DataFrame(
    {
        "what": SHORT[name],
        "group": ages.get(group, group),
        "expected": printed([one.expected], predicted.unit) if known_better(name, group) else "no figure",
        "half": printed(one.even, predicted.unit),
        "nine in ten": printed(one.likely, predicted.unit),
        "by": predicted.by.replace(SPREAD, ""),
    }
    for name, predicted in expected.items()
    for group, one in predicted.groups.items()
)
listed.set_index(["what", "group"])

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
#
# ## How the prediction is made
#
# We take what happened in the same situation before. A gain is the best result per accelerator of a chip in a benchmark and scenario,
# divided by its best of the round before; we compute with its logarithm. The past gains are grouped by the age of the benchmark. The
# prediction is the distribution of the group's gains, mixed with the gains of all groups, which together weigh as much as
# {n}`predictions.shrink` of the group's own. We chose that weight before we tested the method on past rounds, and did not tune it.
#
# The two baselines know less:
#
# - **No change**: every result stays as it is.
# - **The last round's median**: every result changes by the median of the round before.
#
# Each baseline is scored as a single figure, and again with its own past errors around it. Our method is used only where it beats all
# four.
#
# The next cell makes one prediction in plain steps and compares it with the one that we fixed.

# %% tags=["hide-input"]
past = changes[changes.quantity == "same-chip"]
group = AGES[0]
# Each gain of the group weighs one and its share of the common weight; every other gain that share alone.
weight = (past.group == group) + SHRINK / len(past)
ordered = past.assign(weight=weight).sort_values("change", kind="stable")
share = ordered.weight.cumsum() / ordered.weight.sum()
twenty = [ordered.change[share >= level - 1e-12].iloc[0] for level in LEVELS]
# The ends of intervals lie between two of twenty equally likely values: the fifth and sixth, the first and second, and so on.
low_90, low_50, middle, high_50, high_90 = (np.exp((twenty[n - 1] + twenty[n]) / 2) for n in (1, 5, 10, 15, 19))
fixed = expected["same-chip"].groups[group]
assert np.allclose(
    [low_90, low_50, middle, high_50, high_90],
    [fixed.likely[0], *fixed.even[:1], fixed.expected, fixed.even[1], fixed.likely[1]],
    atol=2e-4,
)
pd.Series({"5%": low_90, "25%": low_50, "median": middle, "75%": high_50, "95%": high_90}).round(2).rename(
    f"{group}, gain"
).to_frame().T

# %% [markdown]
# ## How well it did so far
#
# We predicted each past round from the rounds before it alone. The score is the CRPS (continuous ranked
# probability score {cite}`gneiting2007scoring`): how far the predicted values are from what happened, less a credit for honest
# spread. Lower is better. For the event it is the Brier score, the squared error of the probability {cite}`brier1950verification`.
# Each round counts once, because the results of one round have much in common. `in half` and `in nine` are the shares of what
# happened that lay in the intervals meant for half and for nine in ten.

# %% tags=["hide-input"]
table = summary(tested)
chosen = used(table)
shown = table.assign(
    what=table.quantity.map(SHORT),
    score=table.score.round(4),
    used=["yes" if chosen[r.quantity] == r.forecaster else "" for r in table.itertuples()],
    **{
        name: ["" if np.isnan(value) else f"{100 * value:.0f}%" for value in table[column]]
        for name, column in {"in half": "inside_50", "in nine": "inside_90"}.items()
    },
)
shown.set_index(["what", "forecaster"])[["rounds", "changes", "score", "in half", "in nine", "used"]]

# %% [markdown]
# Our method beats every baseline for the three gains and for the winners of cells. It does not beat "no change" for the number of
# partners, nor for NVIDIA's share of contested cells. So there we predict no change, with the errors that this assumption made in
# the past.
#
# The intervals for a chip's best result held about as many gains as they should. Those for a new chip did not:
# {n}`predictions.next-chip-in-half` of past gains were in the interval meant for half. The chips of one maker are much alike, so the
# results of a round are high or low together.
#
# The score of a chip's best result, computed in plain steps for the latest round:

# %% tags=["hide-input"]
latest = before[-1]
earlier, now = past[past["round"] != latest], past[past["round"] == latest]
scores = []
for one in now.itertuples():
    w = (earlier.group == one.group) + SHRINK / len(earlier)
    line = earlier.assign(w=w).sort_values("change", kind="stable")
    upto = line.w.cumsum() / line.w.sum()
    values = np.array([line.change[upto >= level - 1e-12].iloc[0] for level in LEVELS])
    distance, spread = abs(values - one.change).mean(), abs(values[:, None] - values).mean()
    scores.append(distance - spread / 2)
crps = pd.Series({METHOD: np.mean(scores), NO_CHANGE: now.change.abs().mean()})
theirs = tested[(tested.quantity == "same-chip") & (tested["round"] == latest)].groupby("forecaster").score.mean()
assert np.allclose(crps, theirs[crps.index])
crps.round(4).rename(f"mean CRPS, {latest}").to_frame().T

# %% tags=["hide-input"]
ours = tested[(tested.quantity == "same-chip") & (tested.forecaster == METHOD)]
ends = ["low_90", "low_50", "middle", "high_50", "high_90"]
rows = ours.drop_duplicates(["group", "round"]).assign(
    text="", panel=lambda t: "Benchmarks in their " + t.group, label=lambda t: t["round"]
)
rows[ends] = np.exp(rows[ends].astype(float))
rows = rows.assign(age=rows.group.map(AGES.index), turn=rows["round"].map(before.index)).sort_values(
    ["age", "turn"], kind="stable"
)
dots = ours.assign(
    panel="Benchmarks in their " + ours.group,
    label=ours["round"],
    value=np.exp(ours.change),
    name=ours.cell + ", " + ours["round"],
)
inside = ours.inside_90.astype(float).mean()
Figure(
    intervals(
        rows[["panel", "label", *ends, "text"]],
        dots[["panel", "label", "value", "name", "row_id_before", "row_id_after"]],
        axis=AXIS,
    ),
    id="backtest",
    title=f"{100 * inside:.0f}% of past gains were in the interval that should hold nine in ten",
    description="Predicted intervals of the gain of a chip's best result, a row for each round, and a dot for each gain that happened; a "
    "panel for each age of the benchmark. "
    + "; ".join(f"{r.panel}, {r.label}: 90% from {r.low_90:.2f} to {r.high_90:.2f}" for r in rows.itertuples())
    + ".",
    caption="Each round predicted from the rounds before it alone. Tick: median. Thick: interval of 50%. Thin: interval of 90%. Dots: what "
    "happened, dark if outside the interval of 90%. Closed division, datacenter suite, Server and Offline, best result per accelerator "
    f"of any submitter and system size; results compared differ in version, and may differ in submitter and size.\n\n{footnote}",
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
# For the partners of each maker and for the share of contested cells, one number decides: it is in the interval, or it is not.

# %% tags=["hide-input"]
if happened.empty:
    print(f"{predictions.round} is not in the tables: nothing is scored yet.")
else:
    print(summary(happened).round(4).to_string())

# %% [markdown]
# The predictions are in the file `data/facts/predictions.yml`, each with the definition by which it will be scored. The
# [history of that file](https://github.com/claimcheck/claimcheck/commits/main/data/facts/predictions.yml) shows that no prediction
# was changed since that day.
#
# ## The serving model predicts nothing here
#
# [Our model of a server](model) is fitted to the runs of one round's software. We asked whether it predicts the next round at the
# loads that were offered then, and it does not. The table has each run of DeepSeek-R1 Server on GB300 with three mean latencies: that
# of its log, that of the model of the round before, and that of the nearest run of the round before ("no change"). The model gives
# none where the load is more than it says the older software can carry.

# %% tags=["hide-input"]
given, sweeps = read_inputs(), tables.load("serving_sweeps")
runs = tables.load("loadgen_runs").drop_duplicates("run_id").set_index("run_id")
cell = loaded.results[
    (loaded.results.benchmark == "deepseek-r1")
    & (loaded.results.scenario == "Server")
    & (loaded.results.division == "closed")
    & (loaded.results.accelerator == "NVIDIA GB300")
    & loaded.results.run_id.isin(runs.index)
]
cell = cell.assign(
    load=runs.scheduled_samples_per_s[cell.run_id].to_numpy(float) / cell.accelerators.to_numpy(float),
    latency=runs.latency_mean_ms[cell.run_id].to_numpy(float) / 1000,
)
plain = sweeps[(sweeps.sweep == "load") & (sweeps.case == "plain") & (sweeps.variant == "main")]
parts = []
for group, following in (("v5.1-ultra", "v6.0"), ("v6.0-ultra", "v6.1")):
    curve = plain[plain.group == group].astype({"rate_per_accelerator": float, "in_flight_per_accelerator": float})
    curve = curve.sort_values("rate_per_accelerator", kind="stable")
    fitted = cell[cell.row_id.isin([case.row_id for case in given.cases if case.group == group and case.fitted])]
    part = cell[cell["round"] == following]
    # Requests in flight over their rate are the mean latency (Little's law).
    flight = np.interp(part.load, curve.rate_per_accelerator, curve.in_flight_per_accelerator, right=np.nan)
    near = [fitted.latency.iloc[(fitted.load - one).abs().argmin()] for one in part.load]
    parts.append(part.assign(model=flight / part.load, same=near))
asked = pd.concat(parts)
miss = {name: (asked[name] / asked.latency - 1).abs() for name in ("model", "same")}
answered = miss["model"].notna()
assert set(asked["round"][answered]) == {"v6.1"} and miss["model"][answered].min() > miss["same"][answered].max()
asked.set_index(["round", "submitter", "accelerators"])[["load", "latency", "model", "same"]].rename(
    columns={"load": "queries/s per GPU", "latency": "mean latency, s", "model": "model", "same": "no change"}
).round(2)

# %% [markdown]
# The model has no answer for v6.0, because every run was offered more than it says v5.1's software can carry. For v6.1 its latencies
# are off by {n}`predictions.serving-model` on average, and "no change" by {n}`predictions.serving-same`. In both rounds the
# software had changed. Within one round the model can predict chips that it was not fitted to:

# %% tags=["hide-input"]
errors = outcomes.errors(tables.load("serving_predictions"), loaded.results, given.model).set_index("row_id")
rate = pd.Series({case.row_id: case.rate_per_accelerator for case in given.cases})
logged = tables.load("serving_predictions").pivot(index="row_id", columns="quantity", values="logged").astype(float)
found = []
for _, part in errors.groupby("group"):
    fitted, unseen = part[part.fitted].index, part[~part.fitted & ~part.same_chip].index
    for row in unseen:
        near = (rate[fitted] / rate[row] - 1).abs().idxmin()
        line = np.polyfit(rate[fitted], logged[outcomes.FLIGHT][fitted], len(fitted) - 1)
        found.append(
            {
                "chip": errors.chip[row],
                "model": abs(errors[outcomes.FLIGHT][row]),
                "straight line": abs(np.polyval(line, rate[row]) / logged[outcomes.FLIGHT][row] - 1),
                "nearest run": abs(logged[outcomes.FLIGHT][near] / logged[outcomes.FLIGHT][row] - 1),
            }
        )
unseen = pd.DataFrame(found)
mean = unseen.groupby("chip").mean()
assert mean.model["B300"] < mean["straight line"]["B300"] and mean.model["GB200"] >= mean["nearest run"]["GB200"]
mean.mul(100).round(1).assign(runs=unseen.groupby("chip").size()).rename_axis("mean error, %, of requests in flight")

# %% tags=["hide-cell"]
by = {name: one.groups for name, one in expected.items()}
again = changes[(changes.quantity == "again") & (changes.group != "NVIDIA")]
of_round = tested[tested.quantity == "same-chip"].groupby(["round", "forecaster"]).score.mean().unstack()
coverage = ours.groupby("round").inside_90.apply(lambda part: part.astype(float).mean())
half = tested[(tested.quantity == "next-chip") & (tested.forecaster == METHOD)].inside_50.astype(float).mean()
what = f"expected of {predictions.round}, fixed on {predictions.edition}"
state(
    words("predictions.day", predictions.edition, how="the day on which the predictions were fixed"),
    (
        number(
            f"predictions.same-chip-{key}-percent",
            100 * (by["same-chip"][group].expected - 1),
            "%",
            how=f"median gain of a chip's best result per accelerator, benchmarks in their {group}; {what}",
        )
        for key, group in (("second", AGES[0]), ("fourth", AGES[2]))
    ),
    number(
        "predictions.same-chip-second-high",
        by["same-chip"][AGES[0]].likely[1],
        "x",
        2,
        how=f"high end of the interval of 90% for a chip's best result, benchmarks in their {AGES[0]}; {what}",
    ),
    (
        number(
            f"predictions.next-chip-{end}",
            by["next-chip"][AGES[2]].even[n],
            "x",
            2,
            how=f"{end} end of the interval of 50% for a maker's best result on its new chip, benchmarks in their {AGES[2]}; {what}",
        )
        for n, end in enumerate(("low", "high"))
    ),
    number(
        "predictions.share-now",
        100 * by["share"]["NVIDIA"].before,
        "%",
        how=f"share of the contested cells of {latest} won on NVIDIA's silicon, datacenter suite, closed division, whole systems",
    ),
    number(
        "predictions.again-others-n",
        len(again),
        how="contested cells won on silicon of another maker than NVIDIA and contested again in the next round",
    ),
    number("predictions.again-others-held", again.change.sum(), how="those of them that the same maker won again"),
    number(
        "predictions.again-others-score",
        of_events.drop("NVIDIA").item(),
        "",
        2,
        how="mean Brier score of our method for makers other than NVIDIA, each past round predicted from those before it",
    ),
    number("predictions.again-coin", COIN, "", 2, how="Brier score of a probability of one half"),
    number(
        "predictions.shrink",
        SHRINK,
        how="weight of the gains of all groups in a group's prediction, in gains of its own",
    ),
    number(
        "predictions.next-chip-in-half",
        100 * half,
        "%",
        how="share of past gains of makers' best results on new chips inside the interval of 50%, backtest",
    ),
    number(
        "predictions.same-chip-best-n",
        (of_round.idxmin(axis=1) == METHOD).sum(),
        how="rounds in which our method has the lowest mean CRPS for a chip's best result, backtest",
    ),
    number("predictions.same-chip-rounds-n", len(of_round), how="rounds of the backtest for a chip's best result"),
    number(
        "predictions.same-chip-worst",
        100 * coverage.min(),
        "%",
        how="lowest share, over the rounds of the backtest, of the gains of a chip's best result inside the interval of 90%",
    ),
    (
        number(
            f"predictions.serving-{name}",
            100 * miss[name][answered].mean(),
            "%",
            how=f"mean error of the mean latency of v6.1's runs on GB300, DeepSeek-R1 Server, by {by_whom}",
            rows=asked[answered],
        )
        for name, by_whom in (("model", "the model of v6.0's software"), ("same", "the nearest fitted run of v6.0"))
    ),
)

# %% [markdown]
# On B300 the model is a little better than a straight line through the runs that it was fitted to. On GB200 it is no better than the
# nearest of these runs. So it does not beat the baselines everywhere, and it would have to be fitted to v7.0's own runs first. We
# make no prediction with it.
#
# ## Your system in v7.0
#
# The table has the best result of each chip in v6.1 and what we expect of the same chip in v7.0: the median, and the interval that
# should hold nine in ten.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what each chip's best result of v6.1 should become", "code_prompt_hide": "Hide what each chip's best result of v6.1 should become"}
rates = throughputs(loaded.results[loaded.results.suite == "datacenter"])
rates = rates[(rates["round"] == latest) & rates.scenario.isin(["Server", "Offline"])]
chips = [chip_name(str(a), str(s)) for a, s in zip(rates.accelerator, rates.system)]
rates = rates.assign(chip=chips).sort_values(["per_accelerator", "row_id"], ascending=[False, True], kind="stable")
best = rates.drop_duplicates(["chip", "benchmark", "scenario"]).sort_values(
    ["benchmark", "scenario", "chip"], kind="stable"
)
groups = continued(loaded.listed.groups, loaded.results, before)
place = {name: group.index(latest) for name, parts in groups.items() for group in parts if latest in group}
best = best.assign(age=[AGES[min(place[name], len(AGES) - 1)] for name in best.benchmark])
factor = {
    end: best.age.map({age: pick(one) for age, one in by["same-chip"].items()})
    for end, pick in {
        "middle": lambda one: one.expected,
        "low": lambda one: one.likely[0],
        "high": lambda one: one.likely[1],
    }.items()
}
ResultsTable(
    id="systems",
    frame=best.assign(
        per=best.per_accelerator.astype(float),
        **{end: best.per_accelerator.astype(float) * f for end, f in factor.items()},
    ),
    caption=f"The best result per accelerator of each chip in {latest}, closed division, datacenter suite, and what is expected of the chip in "
    f"{predictions.round}: median and interval of 90%. Expectations are ours and not MLPerf results.",
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "chip": "Chip",
        "unit": "Unit",
        "age": "Benchmark is in its",
        "per": f"{latest}, per chip",
        "middle": "Expected",
        "low": "From",
        "high": "To",
    },
    formats={name: ",.5g" for name in ("per", "middle", "low", "high")},
    row_ids=list(best.row_id),
    searchable=True,
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the scores of every round", "code_prompt_hide": "Hide the scores of every round"}
every = tested.groupby(["quantity", "round", "forecaster"], sort=False).agg(
    changes=("score", "size"), score=("score", "mean"), half=("inside_50", lambda x: x.astype(float).mean()), nine=("inside_90", lambda x: x.astype(float).mean())
).reset_index()  # fmt: skip
ResultsTable(
    id="scores",
    frame=every.assign(what=every.quantity.map(SHORT)),
    caption="Mean score of each forecaster in each round, predicted from the rounds before it alone, and the shares of what happened inside "
    "the intervals of 50% and 90%. Lower scores are better.",
    columns={
        "what": "What",
        "round": "Round",
        "forecaster": "Predicted by",
        "changes": "Changes",
        "score": "Score",
        "half": "In the 50%",
        "nine": "In the 90%",
    },
    formats={"score": ".4f", "half": ".0%", "nine": ".0%"},
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
