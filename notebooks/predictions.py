# %% [markdown]
# # What we expect of v7.0
#
# :::{admonition} The answer
# :class: cc-key
# **We think that most results will hardly change, and a few on new benchmarks may double.** v7.0 is the next round of MLPerf® Inference. On
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
from claimcheck.notebook import AGES, forecasts, observed, say, table, throughputs, value, words

fixed = forecasts.read_predictions()  # data/facts/predictions.yml
best = fixed.predictions["same-chip"].groups  # gains of a chip's best result
second, third, fourth = AGES


def expected(number, of):
    """A predicted gain as a quantity."""
    return value(number, "x", of=f"gain expected of {fixed.round}, {of}", source=f"fixed on {fixed.edition}")


median = {age: expected(best[age].expected, age) for age in AGES}
say("predictions.same-chip-fourth-percent", (median[fourth] - 1).percent, of=f"how much more we expect a chip's best result to be in {fixed.round} on a benchmark in its fourth round or later, median of the prediction fixed on {fixed.edition}")
say("predictions.same-chip-second-percent", (median[second] - 1).percent, of=f"how much more we expect a chip's best result to be in {fixed.round} on a benchmark in its second round, median of the prediction fixed on {fixed.edition}")
say("predictions.same-chip-second-high", expected(best[second].likely[1], f"{second}, high end of 90%"), of=f"high end of the interval that should hold nine in ten gains in {fixed.round} on a benchmark in its second round")
words("predictions.day", fixed.edition, f"day on which we fixed our predictions, before {fixed.round} was published")

# %% tags=["hide-input"]
import altair as alt
import pandas as pd

from claimcheck.notebook import COLOURS, continued, holds, in_order, line_at, load_tables, order, product, show

loaded = load_tables()
rounds = [name for name in in_order(loaded.results["round"]) if order(name) < order(fixed.round)]
latest = rounds[-1]
NAMES = {
    "same-chip": "A chip's best result",
    "next-chip": "A maker's best, on its new chip",
    "owner": "One owner, the same machine",
    "partners": "Partners on the chips of",
    "share": "Share of contested cells won",
    "again": "Winner of a contested cell wins again",
}
GAINS = ["same-chip", "next-chip", "owner"]
ages = dict(zip(AGES, ("2nd round", "3rd round", "4th or later")))
ENDS = {"middle": "median expected", "low_50": "50% interval from", "high_50": "50% interval to"}
ENDS |= {"low_90": "90% interval from", "high_90": "90% interval to"}


def gain(column):
    """A gain along the x axis."""
    ratio = alt.X(column, title="result per accelerator over that of the round before (log scale)").scale(type="log", nice=False)
    return ratio.axis(values=[0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5], labelExpr="format(datum.value, '~r') + 'x'")


def intervals(frame, marks):
    """The median of each row's interval as a tick, the interval of 50% as a thick line, that of 90% as a thin one, and ``marks``."""
    tips = [alt.Tooltip(name, title=heading) for name, heading in ENDS.items()]
    rows = alt.Chart(frame).encode(alt.Y("row", sort=None), tooltip=tips)
    layers = (
        rows.mark_tick(color=COLOURS["words"], thickness=2, size=18).encode(gain("middle")),
        rows.mark_rule(color=COLOURS["rule"], strokeWidth=4).encode(gain("low_90"), x2="high_90"),
        rows.mark_rule(color=COLOURS["other"], strokeWidth=12, opacity=0.5).encode(gain("low_50"), x2="high_50"),
    )
    panels = alt.layer(*layers, marks, data=frame).facet(alt.Facet("panel", sort=None), columns=1)
    return panels.resolve_scale(y="independent")


gains = [
    (NAMES[name], ages[age], one.expected, *one.even, *one.likely, f"{one.expected:.2f}x")
    for name in GAINS
    for age, one in fixed.predictions[name].groups.items()
]
gains = pd.DataFrame(gains, columns=["panel", "row", *ENDS, "as_printed"])
ends = "; ".join(f"{r.panel}, {r.row}: {r.low_90:.2f} to {r.high_90:.2f}" for r in gains.itertuples())
medians = alt.Chart(gains).mark_text().encode(gain("high_90"), alt.Y("row", sort=None), text="as_printed")
show(
    "expected",
    f"We expect small gains in {fixed.round}, except where a benchmark or a chip is new",
    intervals(gains, medians),
    says=f"Intervals of 90%: {ends}.",
    note=f"Expected of {fixed.round}, fixed on {fixed.edition}; not a result. Tick: median. Thick: the interval that should hold half of "
    "the changes. Thin: nine in ten. Rows: the round that the benchmark is in. Closed division, datacenter suite, Server and Offline.",
    rounds=rounds,
)

# %% tags=["hide-cell"]
for end, half in zip(("low", "high"), fixed.predictions["next-chip"].groups[fourth].even):
    say(f"predictions.next-chip-{end}", expected(half, f"a maker's best result on its new chip, {fourth}, {end} end of 50%"))

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
changes = observed(loaded.results).loc[lambda t: t["round"].isin(rounds)]
METHOD = forecasts.METHOD
tested = forecasts.backtest(changes)  # each past round predicted from those before it
COIN = 0.25
of_events = tested[(tested.quantity == "again") & (tested.forecaster == METHOD)].groupby("group").score.mean()


def printed(unit, *ends):
    """A share or a count, or two of them with the word to between."""
    return " to ".join(f"{100 * end:.0f}%" if unit == "%" else f"{end:.0f}" for end in ends)


rest = [
    {
        "what": NAMES[name],
        "group": group,
        "expected": "no figure" if name == "again" and of_events[group] > COIN else printed(one.unit, forecast.expected),
        "half": printed(one.unit, *(forecast.even or ())),
        "nine in ten": printed(one.unit, *(forecast.likely or ())),
        "predicted by": one.by.removesuffix(forecasts.SPREAD),
    }
    for name, one in fixed.predictions.items()
    if name not in GAINS
    for group, forecast in one.groups.items()
]
table("others", f"What else we expect of {fixed.round}", pd.DataFrame(rest), [*rest[0]])

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
won = again[again.change == 1]
contested = "contested cells that another maker than NVIDIA won and that were contested again in the next round"
say("predictions.again-others-n", value(len(again), of=contested, rows=again))
say("predictions.again-others-held", value(len(won), of=f"{contested}, that it won again", rows=won))
(of_others,) = of_events.drop("NVIDIA")
holds("and in the past it did worse than a coin", of_others > COIN > of_events["NVIDIA"])
brier = "mean Brier score of our method for other makers than NVIDIA, each past round predicted from those before it"
say("predictions.again-others-score", value(of_others, of=brier, rows=again), 2)
say("predictions.again-coin", value(COIN, of="Brier score of a probability of one half", source="its square"), 2)
share = fixed.predictions["share"].groups["NVIDIA"].before
of_share = f"share of the contested cells of {latest} won on NVIDIA's chips"
say("predictions.share-now", value(100 * share, "%", of=of_share, table="inference_results"))

# %% [markdown]
# ## How the prediction is made
#
# We take what happened in the same situation before. A gain is the best result per accelerator of a chip in a benchmark and scenario,
# divided by its best of the round before; we compute with its logarithm. The past gains are grouped by the age of the benchmark. The
# prediction is the distribution of the group's gains, mixed with the gains of all groups, which together weigh as much as
# {n}`predictions.shrink` of the group's own. We chose that weight before we tested the method on past rounds, and did not tune it.
# This cell makes one prediction so, from the tables as they are now, and gives nearly the one that we fixed:

# %%
import numpy as np

past = changes[changes.quantity == "same-chip"]  # logs of gains


def predicted(group, level):
    """A quantile of a group's past gains, mixed with those of all."""
    weight = (past.group == group).to_numpy() + forecasts.SHRINK / len(past)
    mixed = forecasts.quantiles(past.change.to_numpy(), forecasts.LEVELS, weight)
    return np.exp(forecasts.interval(mixed, (level, level)))[0]


median_now = predicted(second, 0.5)
holds("and gives nearly the one that we fixed", abs(median_now / best[second].expected - 1) < 0.01)

# %% tags=["hide-cell"]
drift = [
    predicted(age, level) / end - 1
    for age, one in best.items()
    for level, end in zip((0.5, 0.05, 0.95), (one.expected, *one.likely))
]
of_drift = "largest change of a median or an end of 90%, a chip's best result, if it is predicted from the tables as they are now"
say("predictions.drift", value(100 * max(map(abs, drift)), "%", of=of_drift, table="inference_results"))
say("predictions.shrink", value(forecasts.SHRINK, of="weight of the gains of all groups in a group's prediction", source="our choice"))

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
scores = forecasts.summary(tested)
by_method = scores.pivot(index="quantity", columns="forecaster", values="score").loc[[*NAMES]].map("{:.4f}".format)
inside = scores[scores.forecaster == METHOD].set_index("quantity")[["inside_50", "inside_90"]].map("{:.0%}".format)
table(
    "backtest-scores",
    "Mean score of each forecaster over all past rounds, and the shares of what happened in our method's intervals",
    by_method.join(inside).replace({"nan": "", "nan%": ""}).assign(what=by_method.index.map(NAMES)),
    ["what", METHOD, *by_method.columns.drop(METHOD), *inside],
    headings={"inside_50": "In half", "inside_90": "In nine in ten"},
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
by_round = ours.astype({"inside_90": float}).groupby("round").inside_90.agg(["mean", "size"]).reset_index()
by_round = by_round.sort_values("round", key=lambda t: t.map(order), kind="stable")
by_round.loc[len(by_round)] = ["all rounds", ours.inside_90.astype(float).mean(), len(ours)]
by_round = by_round.assign(
    inside=lambda t: 100 * t["mean"], words=lambda t: t["mean"].map("{:.0%}".format) + t["size"].map(" of {} gains".format)
)
inside = alt.X("inside", title="percent of a round's gains inside the interval").scale(domain=[0, 100])
rows = alt.Chart(by_round).encode(inside, alt.Y("round:N", sort=None), tooltip="words")
show(
    "backtest",
    f"{ours.inside_90.astype(float).mean():.0%} of past gains were in the interval that should hold nine in ten",
    rows.mark_bar().encode(color=alt.condition("datum.round == 'all rounds'", alt.value(COLOURS["words"]), alt.value(COLOURS["other"])))
    + rows.mark_text().encode(x=alt.XDatum(100, type="quantitative"), text="words")
    + line_at("nine in ten", 90, "words"),
    note="Each round predicted from the rounds before it alone. Closed division, datacenter suite, Server and Offline, best result per "
    "accelerator of any submitter and system size.",
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
def backtested(number, of, unit=""):
    """A number of the backtest, which rests on all past rounds."""
    return value(number, unit, of=f"{of}, backtest", table="inference_results")


in_rounds = tested[tested.quantity == "same-chip"].pivot_table("score", "round", "forecaster")
counted = "rounds in which our method has the lowest mean CRPS for a chip's best result"
say("predictions.same-chip-best-n", backtested((in_rounds.idxmin(axis=1) == METHOD).sum(), counted))
say("predictions.same-chip-rounds-n", backtested(len(in_rounds), "rounds of the backtest for a chip's best result"))
lowest = 100 * ours.astype({"inside_90": float}).groupby("round").inside_90.mean().min()
covered = "lowest share of a round's gains of a chip's best result inside the interval of 90%"
say("predictions.same-chip-worst", backtested(lowest, covered, "%"))
of_new = tested[(tested.quantity == "next-chip") & (tested.forecaster == METHOD)].inside_50.astype(float).mean()
of_half = "share of past gains on new chips inside the interval of 50%"
say("predictions.next-chip-in-half", backtested(100 * of_new, of_half, "%"))
our_own = {name for name, forecaster in forecasts.used(scores).items() if forecaster == METHOD}
holds("Our method beats every baseline for the three gains and for the winners of cells", our_own == {*GAINS, "again"})
holds("so nothing is scored", forecasts.score(fixed, loaded.results).empty)

# %% [markdown]
# ## Your system in v7.0
#
# For the best result of each chip in v6.1, what we expect of the same chip in v7.0 is the median of its benchmark's age, and the
# interval that should hold nine in ten.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what each chip's best result of v6.1 should become", "code_prompt_hide": "Hide what each chip's best result of v6.1 should become"}
rates = throughputs(loaded.results[loaded.results["round"] == latest])
rates = rates[(rates.suite == "datacenter") & rates.scenario.isin(["Server", "Offline"])]
rates = rates.sort_values(["per_accelerator", "row_id"], ascending=[False, True])
names = [product(str(accelerator), str(system)) for accelerator, system in zip(rates.accelerator, rates.system)]
highest = rates.assign(chip=names, now=rates.per_accelerator.astype(float)).drop_duplicates(["chip", "benchmark", "scenario"])
comparable = continued(loaded.listed.groups, loaded.results, rounds)
turn = {benchmark: group.index(latest) for benchmark, of in comparable.items() for group in of if latest in group}
highest = highest.assign(age=[AGES[min(turn[benchmark], len(AGES) - 1)] for benchmark in highest.benchmark])
factors = pd.DataFrame({age: (one.expected, *one.likely) for age, one in best.items()}, index=["expected", "low", "high"]).T
then = factors.loc[highest.age].set_index(highest.index).mul(highest.now, axis=0)
table(
    "systems",
    f"The best result per accelerator of each chip in {latest}, closed division, datacenter suite, and what we expect of the chip in "
    f"{fixed.round}",
    highest.join(then).sort_values(["benchmark", "scenario", "chip"], kind="stable"),
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
