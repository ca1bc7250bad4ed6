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
# # How much faster, by every defensible comparison?
#
# :::{admonition} The answer
# :class: cc-key
# It depends on whose results are compared. On GB300, DeepSeek-R1 Server gained between {n}`readings.low` and
# {n}`readings.high` from MLPerf® Inference v5.1 to v6.0. Where one owner is on both sides, the most is
# {n}`readings.own-high`.
#
# The published {n}`claim.1.published` is the highest of the {n}`readings.available-n` comparisons between systems that a
# customer could get in both rounds. Second is Nebius's full rack over NVIDIA's, at {n}`pair.gb300-server-rack`, but that run
# was short: over the whole runs it is {n}`denominators.rack-full` ([why](metric.ipynb)). On B200, Google gained
# {n}`pair.b200-google` with the same system in both rounds.
# :::
#
# A ratio of two rounds needs a choice on each side. A comparison is taken as defensible here when both
# results are in the closed division, on the same accelerator, benchmark and scenario, and are chosen
# by a rule that does not look at the ratio:
#
# - **same submitter**: every pair of one submitter's systems, before and after;
# - **best of any submitter**: the highest result per accelerator of each round, at any size, or at each
#   size that both rounds have;
# - each with systems of the category *preview* counted, or not.
#
# A pair that several rules choose counts once.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.results import half_up, short_accelerator
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.readings import specification_curve
from claimcheck.claims import caption, with_links
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.recorded import read_recorded
from claimcheck.numbers import number, state
from claimcheck.printing import ordinal
from claimcheck.registers import read_yaml
from claimcheck.tables.benchmarks import llm_benchmarks

results = tables.load("inference_results")
results = results[results["round"].isin(["v5.1", "v6.0"])]
claims = {c.number: c for c in read_recorded(load_tables(), only=[1, 2, 3, 4])}
comparisons = tables.load("comparisons")
comparisons = comparisons[(comparisons.before == "v5.1") & (comparisons.after == "v6.0")]
comparisons = comparisons.sort_values(["ratio", "row_id_after"], ascending=[False, True])
print(tables.fingerprints("inference_results.csv.gz", "derived/comparisons.csv.gz", "benchmarks.yml", "assertions.yml"))

# %% [markdown]
# ## The arithmetic
#
# All results on GB300 in DeepSeek-R1 Server, and the ratio of every v6.0 result to every v5.1 result. The
# rules above choose from this grid.

# %%
server = results[
    (results.benchmark == "deepseek-r1")
    & (results.scenario == "Server")
    & (results.division == "closed")
    & (results.accelerator == "NVIDIA GB300")
].copy()
server["per_gpu"] = (server.value / server.accelerators).astype(float)
server["who"] = server.submitter + " " + server.accelerators.astype(str)
before = server[server["round"] == "v5.1"].set_index("who").per_gpu
after = server[server["round"] == "v6.0"].set_index("who").per_gpu.sort_values(ascending=False)
grid = pd.DataFrame({b: after / before[b] for b in before.index})
grid.round(3)

# %%
r1 = comparisons[comparisons.benchmark == "deepseek-r1"]
readings = r1[(r1.scenario == "Server") & (r1.accelerator == "NVIDIA GB300")]
readings.assign(
    after=readings.submitter_after + " " + readings.accelerators_after.astype(str),
    before=readings.submitter_before + " " + readings.accelerators_before.astype(str),
).set_index(["after", "before"])[["ratio", "rule"]].round(3)

# %% tags=["hide-input"]
who = {
    side: readings[f"submitter_{side}"] + " " + readings[f"accelerators_{side}"].astype(str)
    for side in ("before", "after")
}
assert all(abs(grid.loc[a, b] - r) < 1e-12 for a, b, r in zip(who["after"], who["before"], readings.ratio))
assert claims[1].sensitivity.n == len(readings)
assert claims[1].sensitivity.low == readings.ratio.min()
assert claims[1].sensitivity.high == readings.ratio.max()
print("Every reading is a cell of the grid; the register's range for claim 1 is theirs.")

# %% tags=["hide-cell"]
published = claims[1].computed.value
available, own = readings[readings.both_available], readings[readings.same_submitter]
of = "comparisons of DeepSeek-R1 Server on GB300, v5.1 with v6.0, by the rules on this page"
state(
    number("readings.n", len(readings), how=of, rows=readings),
    number("readings.low", readings.ratio.min(), "x", 2, how=f"lowest of the {of}", rows=readings),
    number("readings.high", readings.ratio.max(), "x", 2, how=f"highest of the {of}", rows=readings),
    number(
        "readings.rank",
        1 + (readings.ratio > published).sum(),
        "place",
        how=f"rank of the published pair among the {of}",
        rows=readings,
    ),
    number("readings.available-n", len(available), how=f"{of}, both systems available", rows=available),
    number(
        "readings.available-rank",
        1 + (available.ratio > published).sum(),
        "place",
        how=f"rank of the published pair among the {of}, both systems available",
        rows=available,
    ),
    number("readings.own-low", own.ratio.min(), "x", 2, how=f"lowest of the {of}, same submitter", rows=own),
    number("readings.own-high", own.ratio.max(), "x", 2, how=f"highest of the {of}, same submitter", rows=own),
    (
        number(
            f"gb300.server-{round_}", len(rows), how=f"closed DeepSeek-R1 Server results on GB300, {round_}", rows=rows
        )
        for round_, rows in server.groupby("round")
    ),
)


# %% tags=["hide-input"]
def drawn(scenario):
    """Readings of one scenario on the three chips that both rounds have, ready for the curve."""
    chips = ["NVIDIA GB300", "NVIDIA GB200", "NVIDIA B200-SXM-180GB"]
    frame = pd.concat([r1[(r1.scenario == scenario) & (r1.accelerator == c)] for c in chips], ignore_index=True)
    marked = {(r.row_id_before, r.row_id_after) for r in [pair_of(1), pair_of(2)]}
    return frame.assign(
        label=[
            f"{c}: {a} {n} over {b} {m} ({i[-4:]}/{j[-4:]})"
            for c, a, n, i, b, m, j in zip(
                frame.chip,
                frame.submitter_after,
                frame.accelerators_after,
                frame.result_id_after,
                frame.submitter_before,
                frame.accelerators_before,
                frame.result_id_before,
            )
        ],
        group=frame.chip,
        marked=[pair in marked for pair in zip(frame.row_id_before, frame.row_id_after)],
        note=[
            "NVIDIA's own rack" if same and submitter == "NVIDIA" else ""
            for same, submitter in zip(frame.same_system, frame.submitter_after)
        ],
        **{c: frame.chip == short_accelerator(f"NVIDIA {c}") for c in ("GB300", "GB200", "B200")},
        **{
            "same submitter": frame.same_submitter,
            "best of any submitter": frame.rule.str.contains("best of any"),
            "same number of GPUs": frame.same_number,
            "other number of GPUs": ~frame.same_number,
            "both available": frame.both_available,
            "one side preview": ~frame.both_available,
        },
    )


def pair_of(claim):
    """The two rows behind a claim, as a before and after."""
    rows = claims[claim].rows.set_index("round").row_id
    return pd.Series({"row_id_before": rows["v5.1"], "row_id_after": rows["v6.0"]})


def rows_of(frame):
    """Rows of the results that a set of readings uses."""
    return results[results.row_id.isin([*frame.row_id_before, *frame.row_id_after])]


def described(frame):
    """Every reading of a curve in words."""
    choices = [", ".join(c for c in CHOICES[3:] if row[c]) for _, row in frame.iterrows()]
    listed = "; ".join(f"{n} {r:.2f} ({c})" for n, r, c in zip(frame.label, frame.ratio, choices))
    return (
        f"{len(frame)} comparisons of DeepSeek-R1 {frame.scenario.iloc[0]} per GPU, v6.0 over v5.1, with a grid of the "
        f"choices behind each. {listed}."
    )


CHOICES = [
    "GB300",
    "GB200",
    "B200",
    "same submitter",
    "best of any submitter",
    "same number of GPUs",
    "other number of GPUs",
    "both available",
    "one side preview",
]
NOTE = (
    "Each dot is one comparison. Where there is room, the grid below it shows the choices that make it; on a narrow screen "
    "its name stands above it. Orange: the published pair. Results compared differ in round (v5.1, v6.0), in the number of GPUs where marked, and "
    "in category where marked."
)

# %% [markdown]
# ## Server

# %% tags=["hide-input"]
curve = drawn("Server")
Figure(
    specification_curve(curve, CHOICES, published=claims[1].published.value),
    id="readings-server",
    title=f"On GB300 the published pair is {ordinal(claims[1].sensitivity.rank)} of {len(readings)}; "
    f"one submitter against itself gained {own.ratio.min():.2f}x to {own.ratio.max():.2f}x",
    description=described(curve),
    caption=caption(NOTE, rows_of(curve)),
)

# %% [markdown]
# ## Offline

# %% tags=["hide-input"]
curve = drawn("Offline")
spans = curve.groupby("chip").ratio.agg(["min", "max"])
assert curve[curve.chip == "GB300"].ratio.idxmax() == curve.index[curve.marked][0]
Figure(
    specification_curve(curve, CHOICES, published=claims[2].published.value),
    id="readings-offline",
    title=f"Offline, GB300 gained {spans.loc['GB300', 'min']:.2f}x to {spans.loc['GB300', 'max']:.2f}x, the published pair most; "
    f"B200 {spans.loc['B200', 'min']:.2f}x to {spans.loc['B200', 'max']:.2f}x",
    description=described(curve),
    caption=caption(NOTE, rows_of(curve)),
)

# %% [markdown]
# ## Which choice moves the result most
#
# The median ratio of the GB300 Server readings with and without each choice.

# %%
pd.DataFrame(
    {
        "readings": readings.groupby("same_submitter").ratio.size(),
        "median ratio": readings.groupby("same_submitter").ratio.median().round(3),
    }
).rename(index={False: "best of any submitter", True: "same submitter"})

# %%
pd.DataFrame(
    {
        "readings": readings.groupby("same_number").ratio.size(),
        "median ratio": readings.groupby("same_number").ratio.median().round(3),
    }
).rename(index={False: "other number of GPUs", True: "same number of GPUs"})

# %% [markdown]
# In these readings the submitter moves the figure more than the number of GPUs does. By the published rates, Nebius reached
# almost the same result per GPU on a rack as on {n}`accelerators.nebius-8` GPUs. Over the whole runs the rack's is lower, at
# {n}`denominators.size-nebius-full` of it, because its queries arrived for only {n}`metric.nebius-72-means` mean latencies.
#
# ## Every reading of the two rounds
#
# The same rules over every LLM benchmark, scenario and accelerator that both rounds have:
# {n}`readings.all-n` readings. A pair of runs that two accuracy targets publish is one reading.

# %% tags=["hide-input"]
every = comparisons[comparisons.benchmark.isin(llm_benchmarks()) & ~comparisons.repeats]
address = with_links(rows_of(every)).set_index("row_id").published_url
table = every.assign(
    after=every.submitter_after + ", " + every.accelerators_after.astype(str),
    before=every.submitter_before + ", " + every.accelerators_before.astype(str),
    url_after=every.row_id_after.map(address),
    url_before=every.row_id_before.map(address),
    ratio=every.ratio.astype(float),
).sort_values(["benchmark", "scenario", "chip", "ratio"], ascending=[True, True, True, False])
ResultsTable(
    id="every-reading",
    frame=table,
    caption=caption(
        "Every reading: result per accelerator in v6.0 over v5.1. A figure beside the submitter is the number of accelerators.",
        rows_of(every),
    ),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "chip": "Accelerator",
        "after": "v6.0",
        "before": "v5.1",
        "ratio": "Ratio",
        "same_submitter": "Same submitter",
        "both_available": "Both available",
        "result_id_after": "ID, v6.0",
        "result_id_before": "ID, v5.1",
    },
    links={"result_id_after": "url_after", "result_id_before": "url_before"},
    formats={"ratio": ".2f"},
    searchable=True,
)

# %% tags=["hide-cell"]
of = "comparisons of v5.1 with v6.0 by the rules on this page, every LLM benchmark, scenario and accelerator"
state(number("readings.all-n", len(every), how=of))

# %% [markdown]
# ## NVIDIA's own smaller figure
#
# NVIDIA's supplement to the results of v6.0 says that systems based on Blackwell Ultra gained up to
# {n}`supplement.speed-up` in six months by software alone. It does not say which results it compares. Of all readings on
# this page, {n}`supplement.readings-n` give that figure.

# %%
texts = dict(read_yaml(tables.DATA_DIR / "assertions.yml").section("assertions"))["speed-up"].mapping("said")
said = float(texts["nvidia-pdf"])
as_said = every[every.ratio.map(lambda ratio: half_up(ratio, 1) == half_up(said, 1))]
as_said.set_index(["benchmark", "scenario", "chip"])[["submitter_before", "submitter_after", "ratio"]].round(3)

# %% tags=["hide-cell"]
state(
    number("supplement.speed-up", said, "x", 1, how="NVIDIA's supplemental discussion of its results of v6.0: up to"),
    number("supplement.readings-n", len(as_said), how=f"{of}, that round to {said:g}"),
)

# %% [markdown]
# ## Limits
#
# - The rules are ours. Other rules are possible; the grid above lets a reader apply them.
# - {n}`readings.n` readings are few. They are all there are: {n}`gb300.server-v6.0` results on GB300 in v6.0 and
#   {n}`gb300.server-v5.1` in v5.1.
# - Readings share runs. They are not independent, and their spread is no confidence interval.
#
# ```{mlperf-footnote}
# ```
