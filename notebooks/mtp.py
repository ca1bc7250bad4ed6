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
#
# ## Not every drafted token is accepted
#
# A step gives one certain token, the first draft if it is right, the second if both are right, and so on. If a, b and c are the chances
# that each draft is right after right ones, a step gives 1 + a + ab + abc tokens. The model's developers published the first chance, and
# LMSYS the mean tokens for two and for three drafts. From these means follow chances that fall from draft to draft.

# %%
from claimcheck.notebook import figures, operating_points, say, show, table, value

high = figures["mtp-accepted-high"].share.bare
low = figures["mtp-accepted-low"].share.bare
two, three = (figures[f"mtp-tokens-{drafts}"].bare for drafts in (2, 3))


def tokens(a, b, c):
    """Mean tokens of a step with three drafts, from the chance of each."""
    return 1 + a + a * b + a * b * c


say("mtp.drafts-most", tokens(high, high, high) - 1, 1)
say("mtp.drafts-least", three - 1, 1)

# Chances that fall by one ratio from draft to draft and give both means.
b = (three.value - two.value) ** (1 / 3)  # since the third draft adds abc = b³
a = (two.value - 1) / (1 + b)  # since 1 + a + ab = two
middle = (low + high) / 2
MEASURED = "as LMSYS measured"
chains = {
    f"{high.percent} every time": [high] * 3,
    f"{low.percent} every time": [low] * 3,
    f"{middle.percent:1}, falling": [middle * (b / a) ** i for i in range(3)],
    MEASURED: [a * (b / a) ** i for i in range(3)],
}

# %% tags=["hide-input"]
import pandas as pd

from claimcheck.charts.mechanisms import Axis, Rule, model_lines, parts_of
from claimcheck.charts.theme import SEQUENTIAL

right = pd.DataFrame({name: [1, *map(float, chain), 0] for name, chain in chains.items()}).cumprod()
shares = -100 * right.diff().iloc[1:].T.set_axis(["none", "one", "two", "all"], axis=1)
means = {name: float(tokens(*chain)) for name, chain in chains.items()}
falling = ", ".join(f"{float(chance):.0%}" for chance in chains[MEASURED])
shares["label"] = [name if name != MEASURED else f"{name}: {falling}" for name in chains]
shares["end"] = [f"{mean:.1f} tokens" for mean in means.values()]
show(
    "mtp-tokens",
    f"Three drafts give at most {max(means.values()):.1f} tokens a step, the certain one included",
    parts_of(
        shares,
        {
            "none": ("no draft accepted", SEQUENTIAL[0]),
            "one": ("one", SEQUENTIAL[1]),
            "two": ("two", SEQUENTIAL[2]),
            "all": ("all three", SEQUENTIAL[4]),
        },
        "end",
        axis="steps, %",
    ),
    note="A bar for each assumption on acceptance, at its end the mean tokens of a step; as measured, with the chances of the first, second and third draft. "
    "Chances from the DeepSeek-V3 technical report (second token, one draft) and from means that LMSYS published for two and three "
    "drafts. The reasoning model of the benchmark may differ.",
)

# %% [markdown]
# ## Drafts pay at light loads and cost at heavy ones
#
# With few requests a step waits for weights, and one more token adds little. With many, arithmetic counts: attention multiplies every
# token with the whole cache of its request. With {n}`mtp.few` per GPU a step that drafts and checks three tokens takes
# {n}`mtp.longer-few` as long as one without, and with {n}`mtp.many` it takes {n}`mtp.longer-many` as long. The gain is the tokens a step
# over that growth.

# %% tags=["hide-cell"]
from claimcheck.analysis.mechanisms import roofline
from claimcheck.analysis.mechanisms.runs import read_runs
from claimcheck.data import tables

found = read_runs(tables.load("operating_points"), tables.load("engine_settings"))
setup, context = found.setup, found.context
before, nebius = found.named["before"], found.named["nebius-8"]

# %%
def steps(requests, context=context, width=8, drafts=3, **basis):
    """A step that drafts and checks, and one without drafts, by our roofline."""
    at = setup, requests, width, context
    drafting = drafts * roofline.draft_time(*at)
    seconds = roofline.step_time(*at, drafts) + drafting, roofline.step_time(*at)
    words = f"a step with {drafts} drafts", "a step without, by our roofline"
    return [value(1000 * s, "ms", of=of, **basis) for s, of in zip(seconds, words)]


def gain(chain, *load, **basis):
    """Rate of tokens with three drafts over that without, at one load."""
    drafted, plain = steps(*load, **basis)
    ratio = tokens(*chain) * plain / drafted
    return ratio.called("rate with three drafts over that without, roofline")


for key, run in {"before": before, "nebius-8": nebius}.items():
    load = run.requests, run.context
    gains = [gain(chain, *load, rows=run) for chain in chains.values()]
    say(f"mtp.{key}-least", min(gains))
    say(f"mtp.{key}-most", max(gains))

# %% tags=["hide-input"]
measured = list(map(float, chains[MEASURED]))
curve = roofline.curve(setup, roofline.GRID, 8, context, measured)
loses = value(roofline.break_even(setup, 8, context, measured), "requests", of="requests per GPU from which three drafts cost more than they give", source="roofline")
show(
    "mtp-load",
    f"In our roofline three drafts pay up to about {loses} per GPU",
    model_lines(
        # Two drafts are close to three.
        curve[curve.drafts != 2].assign(name=curve.drafts.map({1: "one draft", 3: "three drafts"})),
        ("name", "drafts"),
        Axis("requests", "requests in flight per GPU", (0.125, 1024), (0.125, 1, 4, 16, 64, 256, 1024), format="~r", log=True),
        Axis("speedup", "output rate with drafts over that without", (0.6, 2.2), suffix="x"),
        rules=[Rule("", y=1.0)],
        main="three drafts",
    ),
    note="Our roofline of DeepSeek-R1 on GB300, with experts over eight GPUs, no measurement; acceptance as LMSYS measured. It holds "
    "neither launches nor waiting, which favour drafts at the left.",
)

# %% tags=["hide-cell"]
ours = {"source": "roofline of DeepSeek-R1 on GB300"}
best_at = curve[curve.drafts == 3].set_index("requests").speedup.idxmax()
say("mtp.best", gain(chains[MEASURED], best_at, **ours))
say("mtp.best-at", value(best_at, "requests", of="requests per GPU where three drafts give most", **ours))
say("mtp.loses-at", loses)
for key, requests in {"few": 16, "many": 512}.items():
    drafted, plain = steps(requests, **ours)
    say(f"mtp.{key}", value(requests, "requests", of="requests per GPU, an example", **ours))
    say(f"mtp.longer-{key}", drafted / plain)
say("mtp.tokens-most", tokens(high, high, high), 1)
say("mtp.tokens-least", three, 1)

# %% [markdown]
# If a step costs the same whatever it checks, the gain is the tokens a step. If it costs in proportion, the gain is the tokens over the
# drafts plus one, a loss. The dips at the left come from experts: checking four tokens of one request needs more of them than one
# token. The highest gain is at about {n}`mtp.best-at` per GPU.
#
# ## At the operating points
#
# Had the rules allowed drafts in the Server runs, they would have given less the more requests were in flight:

# %% tags=["hide-input"]
table(
    "mtp-runs",
    "What drafts would have given in Server runs of DeepSeek-R1 on GB300, by our roofline",
    found.logged(),
    "round submitter accelerators requests",
    headings={"requests": "In flight per GPU", "one": "One draft", "two": "Two", "three": "Three"},
    note="Output rate with drafts over that without; acceptance as LMSYS measured.",
    **{
        name: lambda row, drafts=drafts: value(
            roofline.speedup(setup, row.requests.value, 8, row.context.value, measured[:drafts]), "x", of="gain", rows=row
        )
        for drafts, name in enumerate(("one", "two", "three"), 1)
    },
)

# %% tags=["hide-cell"]
live = found.logged("Interactive").set_index("submitter").loc["NVIDIA"]
pools = found.pools(live.row_id)
interactive = operating_points.one(row_id=live.row_id)
in_flight = live.whole / pools["decode"]
say("mtp.interactive-width", value(pools["width"], of="GPUs over which a decoding server spreads experts", rows=live))
took = say("mtp.interactive-tpot", interactive.tpot_p50_ms.called("logged median time of a token"), 1)
gains = [gain(chain, in_flight, live.context, pools["width"], rows=live) for chain in chains.values()]
for end, of, mean in (("least", min, three), ("most", max, tokens(high, high, high))):
    say(f"mtp.interactive-{end}", of(gains), 1)
    say(f"mtp.interactive-step-{end}", (took * mean).called("logged median time of a token × tokens a step, if drafts are accepted so often"))

# %% [markdown]
# In NVIDIA's Interactive run they were on. There about {n}`wide.interactive.requests` were in flight on each GPU that decodes, with
# experts over {n}`mtp.interactive-width` GPUs. A token took {n}`mtp.interactive-tpot`, so a step of the full model took
# {n}`mtp.interactive-step-least` to {n}`mtp.interactive-step-most`, depending on how many drafts were accepted. Without drafts every
# step would have had to end within the limit of a token, {n}`wide.limit-interactive`. With them a step could hold {n}`mtp.tokens-least`
# to {n}`mtp.tokens-most` times the work. The logs count tokens and not steps, so they do not say how many were accepted. Interactive was
# new in v6.0, so there is no gain between rounds.
#
# ## Published gains fall with the load too
#
# They fall from {n}`fig.mtp-trtllm-1` at one request to {n}`fig.mtp-lmsys-large` at the heaviest load that is published. None is an
# MLPerf result, and engines, chips and acceptance differ.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the published figures with their sources", "code_prompt_hide": "Hide the published figures with their sources"}
table(
    "mtp-figures",
    "Published figures on multi-token prediction",
    figures.about("mtp").by("batch"),
    "figure about batch conditions source",
    headings={"batch": "In flight per GPU"},
    note="None is an MLPerf result. In flight: requests per GPU, where the source says.",
)

# %% tags=["hide-cell"]
say("fig.mtp-trtllm-1", figures["mtp-trtllm-1"])
say("fig.mtp-lmsys-large", figures["mtp-lmsys-large"], 3)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what three drafts give under other assumptions", "code_prompt_hide": "Hide what three drafts give under other assumptions"}
LOADS = (0.125, 16, 64, 256, 512)
ends = {name: figures.range(f"assumed.{name}") for name in ("fixed_s", "cache_bytes", "dense_bytes")}
others = {
    "as assumed": (setup, measured),
    **{f"accepted {name}": (setup, list(map(float, chains[name]))) for name in list(chains)[:2]},
    "some time for launches": (setup.but(fixed_s=ends["fixed_s"][1].value), measured),
    "KV cache in BF16": (setup.but(cache_bytes=ends["cache_bytes"][1].value), measured),
    "all weights in FP4": (setup.but(dense_bytes=ends["dense_bytes"][0].value), measured),
}
table(
    "mtp-assumptions",
    "What three drafts give by requests in flight per GPU, one assumption changed at a time",
    pd.DataFrame(
        {"assumption": name} | {f"at {b}": roofline.speedup(changed, b, 8, context, chain) for b in LOADS}
        for name, (changed, chain) in others.items()
    ),
    ["assumption", *(f"at {b}" for b in LOADS)],
    headings={f"at {b}": f"{b:g}" for b in LOADS},
    note="Our roofline. Output rate with drafts over that without.",
)

# %% [markdown]
# Fixed time in a step favours drafts at every load, because it is paid once for more tokens.
#
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
