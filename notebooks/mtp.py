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
# **Less than NVIDIA's "up to {n}`claim.34.published`" suggests, which is a ceiling.** With acceptance as its developers and others
# published it, three drafts add {n}`mtp.drafts-least` to {n}`mtp.drafts-most` tokens to the one that every step gives.
#
# They explain nothing of the Server gain, because the MLPerf® Inference rules barred them there and in Offline, in v5.1 and v6.0. Had
# they been allowed, a roofline suggests {n}`mtp.before-least` to {n}`mtp.before-most` at the load of NVIDIA's v5.1 rack. At the heavier
# load of Nebius's v6.0 run it suggests {n}`mtp.nebius-8-least` to {n}`mtp.nebius-8-most`. The range is by how many drafts are accepted.
#
# Their worth depends on the load. With acceptance as measured, they give at most {n}`mtp.best`, and from about {n}`mtp.loses-at`
# per GPU on they cost more than they give. In Interactive they were allowed and on; the roofline suggests
# {n}`mtp.interactive-least` to {n}`mtp.interactive-most` on NVIDIA's GB300 rack.
# :::
#
# In multi-token prediction (MTP, a form of speculative decoding) a small module guesses the next tokens (*drafts*). The full model
# checks all guesses in one step and keeps those before the first wrong one. That pays when checking several tokens costs little more
# than making one. [Another page](switches.ipynb#claim-34) has claim 34's card, the rules, and what the submissions switched on.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.analysis.mechanisms import roofline
from claimcheck.analysis.mechanisms.roofline import step
from claimcheck.analysis.mechanisms.runs import read_runs
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.mechanisms import Axis, Rule, model_lines, parts_of
from claimcheck.charts.theme import SEQUENTIAL
from claimcheck.data import tables
from claimcheck.data.numbers import number, state

found = read_runs(tables.load("operating_points"), tables.load("engine_settings"))
figures, setup, context = found.figures, found.setup, found.context

# %% [markdown]
# ## Not every drafted token is accepted
#
# A step gives one certain token, the first draft if it is right, the second if both are right, and so on. If a, b and c are the chances
# that each draft is right after right ones, a step gives 1 + a + ab + abc tokens. Others published the first chance, and the mean
# tokens for two and for three drafts. From these means follow chances that fall from draft to draft:

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

# %% tags=["hide-cell"]
assert all(abs(roofline.tokens_per_step(row) - chance.loc[name, "tokens a step"]) < 1e-9 for name, row in rows.items())
print("The package gives the same tokens a step.")

# %% [markdown]
# How often a step accepts all, some or none of three drafts:

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
    title=f"Three drafts give at most {means.max():.1f} tokens a step, the certain one included",
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
# With few requests a step waits for weights, and one more token adds little. With many, arithmetic counts: attention multiplies every
# token with the whole cache of its request. The parts of a step in ms at three loads, without drafts and with three:

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
# ## Drafts pay at light loads and cost at heavy ones
#
# The gain is the tokens a step over the growth of the step, the drafting itself included:

# %% tags=["hide-input"]
measured = rows[MEASURED]
curve = roofline.curve(setup, roofline.GRID, 8, context, measured)
curve["name"] = curve.drafts.map({1: "one draft", 2: "two drafts", 3: "three drafts"})
shown = curve[curve.drafts != 2]  # two drafts are close to three
runs = found.logged()
loses = roofline.break_even(setup, 8, context, measured)
Figure(
    model_lines(
        shown,
        ("name", "drafts"),
        Axis("requests", "requests in flight per GPU", (0.125, 1024), (0.125, 1, 4, 16, 64, 256, 1024), format="~r", log=True),
        Axis("speedup", "output rate with drafts over that without", (0.6, 2.2), suffix="x"),
        rules=[Rule("", y=1.0)],
        main="three drafts",
    ),
    id="mtp-load",
    title=f"In our roofline three drafts pay up to about {loses:.0f} requests per GPU",
    description="Lines of the ratio of output rates against requests in flight per GPU for one draft and for three. They "
    "rise to about 16 requests and fall from there; more drafts give more before and less after. "
    + "; ".join(
        f"{r.requests:g} requests, {r.name}: {r.speedup:.2f}"
        for r in shown[shown.requests.isin([0.125, 1, 16, 64, 256, 512])].itertuples()
    )
    + ".",
    caption="Our roofline of DeepSeek-R1 on GB300, EP8, no measurement; acceptance as LMSYS measured. It holds neither launches "
    "nor waiting, which favour drafts at the left. Constants and their sources: data/mechanism_figures.yml.",
)

# %% [markdown]
# If a step costs the same whatever it checks, the gain is the tokens a step. If it costs in proportion, the gain is the tokens over the
# drafts plus one, a loss. The dips at the left come from experts: checking four tokens of one request needs more of them than one
# token. The highest gain is at about {n}`mtp.best-at` per GPU.
#
# ## At the operating points
#
# What drafts would have given in the Server runs, had the rules allowed them, and what they can have given in NVIDIA's Interactive run,
# where the requests in flight are divided by the GPUs that decode:

# %%
server = runs.set_index("label")
would = {
    f"{k} draft{'s' if k > 1 else ''}": [
        roofline.speedup(setup, r.requests, 8, r.context, measured[:k])
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
            "tokens a step": roofline.tokens_per_step(c),
            "step, ms": live.logged_ms * roofline.tokens_per_step(c),
            "ratio": roofline.speedup(setup, load, pools["width"], live.context, c),
        }
        for name, c in rows.items()
    }
).T
print(f"{load:.0f} requests per decoding GPU, experts over {pools['width']} GPUs")
there.round(2)

# %% tags=["hide-cell"]
tokens = means
best = curve[curve.drafts == 3].set_index("requests").speedup
allowed = {
    key: [roofline.speedup(setup, run.requests, 8, run.context, chain) for chain in rows.values()]
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
# In that run a token took {n}`mtp.interactive-tpot`, so a step of the full model took {n}`mtp.interactive-step-least` to
# {n}`mtp.interactive-step-most`. Without drafts every step would have had to end within the limit of a token,
# {n}`wide.limit-interactive`. With them a step could hold {n}`mtp.tokens-least` to {n}`mtp.tokens-most` times the work. The logs count
# tokens and not steps, so they do not say which of the rows is true. Interactive was new in v6.0, so there is no gain between rounds.
#
# ## Published gains fall with the load too
#
# They fall from {n}`fig.mtp-trtllm-1` at one request to {n}`fig.mtp-lmsys-large` at the heaviest load in the table. None is an MLPerf
# result, and engines, chips and acceptance differ.

# %% tags=["hide-input"]
ResultsTable(
    id="mtp-figures",
    frame=figures.table("published", "mtp").sort_values("batch", kind="stable"),
    caption="Published figures on multi-token prediction; batch: requests in flight per GPU, where the source says.",
    columns={"value": "Figure", "unit": "Unit", "about": "What", "batch": "Batch", "conditions": "Conditions", "source": "Source"},
    links={"source": "url"},
    formats={"value": "g", "batch": "g"},
)

# %% tags=["hide-cell"]
state(number(f"fig.{one.key}", **one.quantity) for one in map(figures.published, ("mtp-trtllm-1", "mtp-lmsys-large")))

# %% [markdown]
# ## Sensitivity
#
# Three drafts at five loads, under other assumptions, one at a time. Fixed time in a step favours drafts at every load, because it is
# paid once for more tokens.

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
    words: {b: roofline.speedup(what, b, 8, context, chain) for b in grid}
    for words, (what, chain) in others.items()
}
pd.DataFrame(shown).T.rename_axis("assumption").round(2)

# %% [markdown]
# ## The strongest case for the claim
#
# - Settings and rules agree with NVIDIA's figure to the token, and "up to" promises no average.
# - If every draft is accepted nine times in ten, three of them more than triple the tokens of a step. Where a step costs little more,
#   that is nearly the gain: {n}`fig.mtp-trtllm-1` was measured at one request.
# - Interactive requires tokens so fast that only light loads keep its limit, and at light loads drafts pay.
#
# ## Limits
#
# - Acceptance was measured for DeepSeek-V3 on other text. No log holds the benchmark's, and prompts that require reasoning may be
#   easier or harder to guess.
# - We let the chances fall by one ratio, which two published means determine; they were measured with inputs far longer.
# - The model has no launches, no waiting of ranks and no sampling. At one request these are most of a step.
# - Prefill and the module's own cache are left out.
#
# ```{mlperf-footnote}
# ```
