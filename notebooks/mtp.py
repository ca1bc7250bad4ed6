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
# # What are three drafted tokens worth?
#
# :::{admonition} The answer
# :class: cc-key
# Fewer than three. "Up to {n}`claim.34.published`" is a ceiling: with acceptance as published, three drafts add
# {n}`mtp.drafts-least` to {n}`mtp.drafts-most` tokens on average to the one that every step gives.
#
# They explain nothing of the Server gain, because the MLPerf® Inference rules barred them there and in Offline, in v5.1 and
# v6.0. Had they been allowed, a roofline suggests {n}`mtp.before-least` to {n}`mtp.before-most` at the load of NVIDIA's rack in
# v5.1 and {n}`mtp.nebius-8-least` to {n}`mtp.nebius-8-most` at that of Nebius's Server run in v6.0, by the drafts accepted.
#
# What they are worth depends on the load: with acceptance as measured, at most {n}`mtp.best`, at about {n}`mtp.best-at` per
# GPU, and a loss from about {n}`mtp.loses-at` per GPU on. In Interactive, where they were allowed and on, the same roofline
# suggests {n}`mtp.interactive-least` to {n}`mtp.interactive-most` on NVIDIA's GB300 rack.
# :::
#
# Multi-token prediction (MTP) lets a small module guess the next tokens. The full model then checks all guesses in one
# step and keeps those up to the first wrong one. The step is worth it when checking several tokens costs little more than
# making one. What the submissions switched on, and what the rules say, is on
# [another page](switches.ipynb#claim-34), with claim 34's card.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.mechanisms import mtp
from claimcheck.analysis.mechanisms.roofline import step
from claimcheck.analysis.mechanisms.runs import read_runs
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.mechanisms import Axis, Rule, model_lines, parts_of, published_points
from claimcheck.charts.theme import SEQUENTIAL
from claimcheck.numbers import number, state

found = read_runs(tables.load("operating_points"), tables.load("engine_settings"))
figures, setup, context = found.figures, found.setup, found.context
files = ("inference_results.csv.gz", "loadgen_runs.csv", "engine_settings.csv", "mechanism_figures.yml")
print(tables.fingerprints(*files, "serving.yml", "two-views.yml"))

# %% [markdown]
# ## The arithmetic
#
# A step gives one certain token, and the first draft if it is right, and the second if both are, and so on. With chances
# a, b and c, each given that those before were right, that is 1 + a + ab + abc tokens. Published are the first chance, and
# two means for several drafts, from which a falling row of chances follows:

# %%
low, high = (figures.published(f"mtp-accepted-{e}").value / 100 for e in ("low", "high"))
two, three = (figures.published(f"mtp-tokens-{n}").value for n in (2, 3))
b = (three - two) ** (1 / 3)  # a × ratio: abc = (a × ratio)^3 is what the third draft adds
a = (two - 1) / (1 + b)  # since 1 + a + a × b = two
ratio = b / a
MEASURED = "as LMSYS measured"
rows = {
    f"{high:.0%} every time": (high, high, high),
    f"{low:.0%} every time": (low, low, low),
    f"{(low + high) / 2:.1%}, falling": tuple((low + high) / 2 * ratio**i for i in range(3)),
    MEASURED: (a, a * ratio, a * ratio**2),
}
chains = pd.DataFrame(rows, index=["first", "second", "third"]).T
reached = chains.cumprod(axis=1)  # that all up to this draft are right
chance = chains.assign(tokens=1 + reached.sum(axis=1)).rename(columns={"tokens": "tokens a step"})
chance.round(2)

# %% tags=["hide-input"]
assert all(abs(mtp.tokens_per_step(row) - chance.loc[name, "tokens a step"]) < 1e-12 for name, row in rows.items())
print("The package gives the same tokens a step.")

# %% [markdown]
# How often all, some or none of three drafts are accepted:

# %% tags=["hide-input"]
means = chance["tokens a step"]
shares = -reached.assign(start=1.0, end=0.0)[["start", "first", "second", "third", "end"]].diff(axis=1) * 100
bars = shares.iloc[:, 1:].set_axis(["none", "one", "two", "all"], axis=1).rename_axis("label").reset_index()
bars["end"] = [f"{tokens:.1f} tokens" for tokens in means]
Figure(
    parts_of(
        bars,
        {
            "none": ("no draft accepted", SEQUENTIAL[0]),
            "one": ("one", SEQUENTIAL[1]),
            "two": ("two", SEQUENTIAL[2]),
            "all": ("all three", SEQUENTIAL[4]),
        },
        "end",
        axis="steps, %",
    ),
    id="mtp-tokens",
    title=f"Three drafts and the certain token give {means.max():.1f} tokens a step at most, not four",
    description="Stacked bars, one for each assumption on acceptance: share of steps in which no, one, two or all three drafts "
    "are accepted. "
    + "; ".join(
        f"{r.label}: none {r.none:.0f}%, one {r.one:.0f}%, two {r.two:.0f}%, all {r.all:.0f}%, {r.end} a step"
        for r in bars.itertuples()
    )
    + ".",
    caption="Chances of acceptance from the DeepSeek-V3 technical report (second token, one draft) and from means that LMSYS "
    "published for two and three drafts; at the end of a bar the mean tokens of a step. The reasoning model of the benchmark "
    "may differ. Sources: data/mechanism_figures.yml.",
)

# %% [markdown]
# ## What checking costs
#
# With few requests a step waits for weights, and a token more adds little. With many, arithmetic counts: attention multiplies
# every token with the whole cache of its request. Parts of a step in ms at three loads, without drafts and with three:


# %%
def parts(requests, drafts):
    """Parts of a step on EP8 in ms, and the whole."""
    shown = {k: v * 1000 for k, v in step(setup, requests, 8, context, drafts).items() if v}
    return shown | {"step": sum(shown.values())}


loads = (16, 128, 512)
table = {(b, d): parts(b, d) for b in loads for d in (0, 3)}
cost = pd.DataFrame(table).T.rename_axis(["requests per GPU", "drafts"])
cost.round(2)

# %% [markdown]
# The gain is tokens a step over the step's growth, the drafting itself included:

# %% tags=["hide-input"]
measured = rows[MEASURED]
curve = mtp.curve(setup, mtp.GRID, 8, context, measured)
curve["name"] = curve.drafts.map({1: "one draft", 2: "two drafts", 3: "three drafts"})
top = curve.loc[curve.speedup.idxmax()]
runs = found.logged()
loses = mtp.break_even(setup, 8, context, measured)
Figure(
    model_lines(
        curve,
        ("name", "drafts"),
        Axis("requests", "requests in flight per GPU", (0.125, 1024), (0.125, 1, 4, 16, 64, 256, 1024), format="~r", log=True),
        Axis("speedup", "output rate with drafts over that without", (0.6, 2.2), suffix="x"),
        rules=[Rule("", y=1.0)],
    ),
    id="mtp-load",
    title=f"In a roofline three drafts pay at light loads and lose from about {loses:.0f} requests per GPU",
    description="Lines of the ratio of output rates against requests in flight per GPU for one, two and three drafts. They "
    "rise to about 16 requests and fall from there; more drafts give more before and less after. "
    + "; ".join(
        f"{r.requests:g} requests, {r.name}: {r.speedup:.2f}"
        for r in curve[curve.requests.isin([0.125, 1, 16, 64, 256, 512])].itertuples()
    )
    + ".",
    caption="Our roofline of DeepSeek-R1 on GB300, EP8, no measurement; acceptance as LMSYS measured. It holds neither launches "
    "nor waiting, which favour drafts at the left. Constants and their sources: data/mechanism_figures.yml.",
)

# %% [markdown]
# Two ends frame it. If a step costs the same whatever it checks, the gain is the tokens a step; if it costs in proportion,
# it is tokens over drafts plus one, a loss. Dips at the left come from experts: checking four tokens of one request needs
# more of them than one token.
#
# ## At the operating points
#
# What drafts would have given in the Server runs, had the rules allowed them, and what they can have given in NVIDIA's
# Interactive run. There the requests in flight are over the GPUs that decode:

# %%
server = runs.set_index("label")
would = {
    f"{k} draft{'s' if k > 1 else ''}": [
        mtp.speedup(setup, r.requests, 8, r.context, measured[:k])
        for r in server.itertuples()
    ]
    for k in (1, 2, 3)
}
pd.DataFrame({"in flight": server.requests, **would}, index=server.index).round(2)

# %%
live = found.logged("Interactive").set_index("submitter").loc["NVIDIA"]
pools = found.pools(live.row_id)
load = live.whole / pools["decode"]
there = pd.DataFrame(
    {
        name: {
            "tokens a step": mtp.tokens_per_step(c),
            "step, ms": live.logged_ms * mtp.tokens_per_step(c),
            "ratio": mtp.speedup(setup, load, pools["width"], live.context, c),
        }
        for name, c in rows.items()
    }
).T
print(f"{load:.0f} requests per decoding GPU, experts over {pools['width']} GPUs")
there.round(2)

# %% tags=["hide-input"]
tokens = means
best = curve[curve.drafts == 3].set_index("requests").speedup
allowed = {
    key: [mtp.speedup(setup, run.requests, 8, run.context, chain) for chain in rows.values()]
    for key, run in ((key, found.named[key]) for key in ("before", "nebius-8"))
}
ends = {"least": (min, "lowest"), "most": (max, "highest")}
state(
    (
        number(f"mtp.tokens-{end}", of(tokens), "", 1, how=f"{word} mean over the chains of acceptance, three drafts")
        for end, (of, word) in ends.items()
    ),
    (
        number(f"mtp.drafts-{end}", of(tokens) - 1, "", 1, how=f"accepted drafts of a step, {word} mean, three drafts")
        for end, (of, word) in ends.items()
    ),
    number("mtp.best", best.max(), "x", 2, how="highest ratio over requests per GPU, three drafts, roofline"),
    number("mtp.best-at", best.idxmax(), "requests", how="requests per GPU where three drafts give most"),
    number("mtp.loses-at", loses, "requests", how="requests per GPU from which three drafts cost more than they give"),
    (
        number(
            f"mtp.{key}-{end}",
            of(gains),
            "x",
            2,
            how=f"ratio of rates with three drafts at the load of {found.named[key].label}, {end} over the chains, roofline",
            rows=found.named[key],
        )
        for key, gains in allowed.items()
        for end, (of, _) in ends.items()
    ),
    number(
        "mtp.interactive-tpot",
        live.logged_ms,
        "ms",
        1,
        how=f"{live.label}: logged median time of a token",
        rows=live,
    ),
    (
        number(
            f"mtp.interactive-{end}",
            of(there["ratio"]),
            "x",
            1,
            how="ratio of rates with three drafts at the load of NVIDIA's Interactive run, roofline, "
            f"{word} over the chains of acceptance",
            rows=live,
        )
        for end, (of, word) in ends.items()
    ),
    (
        number(
            f"mtp.interactive-step-{end}",
            of(there["step, ms"]),
            "ms",
            how="logged median time of a token × tokens a step, if drafts are accepted as in the chains",
            rows=live,
        )
        for end, (of, _) in ends.items()
    ),
)

# %% [markdown]
# A token took {n}`mtp.interactive-tpot` there, so a step of the full model took {n}`mtp.interactive-step-least` to
# {n}`mtp.interactive-step-most`. Without drafts every step would have had to end within the limit of a token,
# {n}`wide.limit-interactive`: with them the servers had time for {n}`mtp.tokens-least` to {n}`mtp.tokens-most` times as
# much work in a step. Logs count tokens and not steps, so which of the rows ran they do not tell.
#
# ## Published figures
#
# None is an MLPerf result. They come from several engines, chips and acceptances, and fall with the load as the model's do.

# %% tags=["hide-input"]
table = figures.table("published", "mtp").query("unit == 'x'")
ENGINES = ("TensorRT-LLM", "SGLang", "SGLang", "LMSYS", "LMSYS")
points = table[table.batch.notna()].assign(
    name=[f"{v:.2f}x, {who}" for v, who in zip(table.value[table.batch.notna()], ENGINES)]
)
assert all(r.source.startswith(r.name.partition(", ")[2]) for r in points.itertuples())
last = points.loc[points.batch.idxmax()]
Figure(
    published_points(
        points,
        Axis("batch", "requests in flight per GPU", (0.09, 260), (0.125, 1, 4, 16, 64, 256), format="~r", log=True),
        Axis("value", "published ratio", (1.0, 2.3), suffix="x"),
    ),
    id="mtp-published",
    title=f"Published gains fall with the load, to {last.value:.2f}x at the heaviest",
    description="Dots of published gains against requests in flight per GPU. "
    + "; ".join(f"{r.value:.2f}x at {r.batch:g}: {r.conditions} ({r.source})" for r in points.itertuples())
    + ".",
    caption="Gains in output rate from MTP, as published; measured by others on other machines and traffic, with one to three "
    "drafts. Conditions and sources: the table below.",
)

# %% tags=["hide-input"]
ResultsTable(
    id="mtp-figures",
    frame=figures.table("published", "mtp"),
    caption="Published figures on multi-token prediction; batch: requests in flight per GPU, where the source says.",
    columns={"value": "Figure", "unit": "Unit", "about": "What", "batch": "Batch", "conditions": "Conditions", "source": "Source"},
    links={"source": "url"},
    formats={"value": "g", "batch": "g"},
)

# %% tags=["hide-input"]
state(number(f"fig.{one.key}", **one.quantity) for one in figures.about("mtp"))

# %% [markdown]
# ## Sensitivity
#
# Three drafts at four loads, under other assumptions, one at a time. Fixed time in a step favours drafts at every load:
# it is paid once for more tokens.

# %%
s = figures.sections["assumed"]
most, many = list(rows)[:2]
others = {
    "as assumed": (setup, measured),
    f"accepted {most}": (setup, rows[most]),
    f"accepted {many}": (setup, rows[many]),
    "some time for launches": (setup.but(fixed_s=s["fixed_s"].high), measured),
    "KV cache in BF16": (setup.but(cache_bytes=s["cache_bytes"].high), measured),
    "all weights in FP4": (setup.but(dense_bytes=s["dense_bytes"].low), measured),
}
grid = (0.125, 16, 64, 256, 512)
shown = {
    words: {b: mtp.speedup(what, b, 8, context, chain) for b in grid}
    for words, (what, chain) in others.items()
}
pd.DataFrame(shown).T.rename_axis("assumption").round(2)

# %% [markdown]
# ## The strongest case for the claim
#
# - Settings and rules agree with the figure to the token, and "up to" promises no average.
# - With every draft accepted nine times in ten, three of them more than triple the tokens of a step, and where a step costs
#   little more that is nearly the gain: {n}`fig.mtp-trtllm-1` was measured at one request.
# - Interactive is what the scenario is for: it asks for tokens so fast that only light loads keep the limit, and at light
#   loads drafts pay.
#
# ## Limits
#
# - Acceptance is that of DeepSeek-V3 on other text. No log holds the benchmark's, and prompts that ask for reasoning may be
#   easier or harder to guess.
# - The chances are taken to fall by one ratio. Two published means fix it; they were measured with inputs far longer.
# - The model has no launches, no waiting of ranks, no sampling. At one request these are most of a step.
# - Prefill and the module's own cache are left out.
#
# ## What it can explain, and what not
#
# | | can | cannot |
# |---|---|---|
# | Server and Offline | nothing: the rules barred it in both rounds | the gain of {n}`claim.1.published` |
# | Interactive | {n}`mtp.interactive-least` to {n}`mtp.interactive-most` on NVIDIA's rack, by roofline | a gain between rounds: the scenario was new |
# | "Up to {n}`claim.34.published`" | what is drafted | what is accepted: {n}`mtp.drafts-least` to {n}`mtp.drafts-most` |
#
# ```{mlperf-footnote}
# ```
