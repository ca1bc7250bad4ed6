# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # Is a token 60% cheaper?
#
# :::{admonition} The answer
# :class: cc-key
# It depends on whose results you compare. If price and utilisation stay the same, a token costs
# {n}`saving.gb300-server-published` less when Nebius's result in MLPerf® Inference v6.0 is compared with NVIDIA's in
# v5.1. On NVIDIA's own rack it costs {n}`saving.gb300-server-own` less. If that rack is busy for
# {n}`use.break-even-own` of the time that the slower one was, the saving is gone.
# :::

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False)
test = inference.query("division == 'closed' and benchmark == 'deepseek-r1' and scenario == 'Server'")
gb300 = test[test.accelerator.str.contains("GB300")].assign(per_gpu=test.value / test.accelerators)
per_gpu = gb300.set_index(["round", "submitter", "accelerators"]).per_gpu
plain = 100 * (1 - per_gpu["v5.1", "NVIDIA", 72] / per_gpu["v6.0", "Nebius", 8])
plain_rack = 100 * (1 - per_gpu["v5.1", "NVIDIA", 72] / per_gpu["v6.0", "NVIDIA", 72])
print(f"a token costs {plain:.0f}% less with Nebius's result, {plain_rack:.0f}% less on NVIDIA's own rack")

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show how the saving is computed"}
from claimcheck.notebook import HOUR, MILLION, price, results, results_of, same, say, table

gb300 = results(chip="GB300", benchmark="deepseek-r1")
server, offline = gb300(scenario="Server"), gb300(scenario="Offline")
first = server.one(round="v5.1", submitter="NVIDIA")
nebius = server.one(round="v6.0", submitter="Nebius", accelerators=8)
own = server.one(round="v6.0", submitter="NVIDIA", accelerators=72)

# What a token costs less, if price and utilisation are the same for both.
say("saving.gb300-server-published", same(plain, (1 - first.per_accelerator / nebius.per_accelerator).percent),
    of="what a token on Nebius's 8 GB300 in v6.0 costs less than on NVIDIA's rack in v5.1, if price and utilisation "
    "are the same, DeepSeek-R1 Server")
say("saving.gb300-server-own", same(plain_rack, (1 - first.per_accelerator / own.per_accelerator).percent),
    of="what a token on NVIDIA's own rack costs less in v6.0 than in v5.1, if price and utilisation are the same, "
    "DeepSeek-R1 Server")
results_of([first, nebius, own])[["round", "submitter", "accelerators", "value", "per_accelerator"]]

# %% tags=["hide-cell"]
import altair as alt

from claimcheck.notebook import COLOURS, claim, show

machines = server(submitter=["NVIDIA", "Nebius"], accelerators=[8, 72], round=["v5.1", "v6.0"])
bars = pd.DataFrame(
    {
        "label": f"{row.round} {row.submitter}, {row.accelerators} GPUs",
        "rate": row.per_accelerator.value,
        "whose_rate": "NVIDIA" if row.submitter == "NVIDIA" else "others",
        "first": row.row_id == first.row_id,
        "row_id": row.row_id,
    }
    for row in machines.by("round", "per_accelerator")
)
yours = bars[bars["first"]].assign(label="v5.1 NVIDIA with your speed-up", whose_rate="yours", first=False)
bars = pd.concat([bars, yours])
# Where the sliders start.
start = price("gb300-neocloud")[0]
made = bars.rate.where(bars.whose_rate != "yours", bars.rate * claim(1).value)
bars["cost"] = start.value / (made * 3600) * 1e6
bars["saving"] = 1 - bars.cost / bars.cost[bars["first"]].item()

sliders = [
    alt.param(name=name, value=value, bind=alt.binding_range(min=low, max=high, step=step, name=words))
    for name, value, words, low, high, step in (
        ("price", start.value, "Price, $ per GPU-hour ", 1, 12, 0.05),
        ("used", 100, "Utilisation before, % ", 5, 100, 1),
        ("filled", 100, "Utilisation after, % ", 5, 100, 1),
        ("speedup", claim(1).value, "Your speed-up over v5.1, x ", 0.5, 4, 0.01),
    )
]
before = f"(price / ({first.per_accelerator.value!r} * used / 100 * 3600) * 1000000)"
longest = f"{before} * max(1, used / (filled * min(1, speedup)))"
# The axis ends at the next power of the root of two, so that bars move while a slider does.
moving = alt.Scale(rangeMax=alt.expr("width - 120"),
    domain=alt.ExprRef(f"[0, pow(2, ceil(2 * log({longest}) / LN2) / 2)]"), nice=False)
more = "', costs ' + format(-datum.share, '.0%') + ' more'"
saves = f"datum.share >= 0 ? ', saves ' + format(datum.share, '.0%') : {more}"

# %% tags=["hide-input"]
rows = (
    alt.Chart(bars)
    .transform_calculate(made="datum.rate * (datum.whose_rate == 'yours' ? speedup : 1) * (datum.first ? used : "
        "filled) / 100")
    .transform_calculate(now="price / (datum.made * 3600) * 1000000")
    .transform_calculate(share=f"1 - datum.now / {before}")
    .transform_calculate(words="'$' + format(datum.now, datum.now < 0.1 ? '.3f' : '.2f') + (datum.first ? '' : "
        f"({saves}))")
    .encode(
        alt.X("now:Q", title="$ per million output tokens", scale=moving, axis=alt.Axis(format="$.2f", tickCount=4)),
        alt.Y("label", sort=None),
        tooltip=[alt.Tooltip("cost", title="$ per million output tokens"),
            alt.Tooltip("saving", title="saving, as a share")],
    )
)
whose = alt.Scale(domain=["NVIDIA", "others", "yours"],
    range=[COLOURS[name] for name in ("NVIDIA", "another submitter", "yours")])
show(
    "cost-calculator",
    "Your price changes the cost of a token, not the saving",
    alt.layer(
        rows.mark_bar().encode(color=alt.Color("whose_rate", scale=whose, legend=None)),
        rows.mark_text(dx=5).encode(text="words:N"),
    ).add_params(*sliders),
    note=f"DeepSeek-R1 Server. It starts at full use and at {start}, {start.of}. Savings are against the "
    "first bar. Prices are assumptions.",
    says="Sliders set the price, the utilisation before and after, and the speed-up of the last bar. The saving "
    "against NVIDIA's rack of v5.1 is written next to each other bar; it does not change with the price.",
)

# %% [markdown]
# **For a buyer** ([by the hour](#what-an-hour-of-each-chip-may-cost)): in v6.1 an hour of MI355X is worth
# {n}`cost.even-mi355x` of an hour of B300, best result against best, in the median of the {n}`cost.even-tests` tests
# with a rate that both entered with eight. DeepSeek-R1 is not among them: MI355X's one system there makes
# {n}`cost.r1-server` (Server) and {n}`cost.r1-offline` (Offline) of what B300's best makes per accelerator.
#
# The last bar is NVIDIA's rack of v5.1 made faster by the speed-up that you choose. The whole saving
# takes a faster machine that is as busy as the slower one was. An owner who could fill half of NVIDIA's faster rack
# would pay the same for the hour, and {n}`cost.half-use-own` more for a token than with the slower one in full use.
#
# (what-an-hour-of-each-chip-may-cost)=
# ## What an hour of each chip may cost
#
# No price is needed to begin with. If an hour of MI355X costs {n}`cost.even-mi355x` as much as an hour of B300, the
# same work costs the same on both: that is the ratio of their [rates](chips.ipynb), best result against best, in the
# median of the {n}`cost.even-tests` tests on eight. By test it is {n}`cost.even-low-mi355x` to
# {n}`cost.even-high-mi355x`. If in the same tests the median result of each chip is compared instead, the median is
# {n}`cost.even-median-mi355x`. Below such a price MI355X is the cheaper one, if both are equally busy.

# %%
from claimcheck.analysis import chips as chip_rules
from claimcheck.data.rounds import roles
from claimcheck.notebook import holds

ROUND, CHIP, REFERENCE = roles().latest, "MI355X", "B300"  # write two others here and run the cells below it
both = pd.read_csv("../data/derived/chip_pairs.csv.gz")
even = chip_rules.break_even(both, ROUND, REFERENCE)
even = even.assign(**{name: 100 * even[name] for name in ("low", "middle", "high", "medians")})
even.drop(columns="row_ids").round(0)

# %% tags=["hide-cell"]
own_even = even.set_index("chip").loc["MI355X"]
which = {"": ("middle", "median over the tests"), "-low": ("low", "lowest test"), "-high": ("high", "highest test"),
    "-median": ("medians", "median over the tests of the ratio of medians")}
for key, (column, words_) in which.items():
    say(f"cost.even{key}-mi355x", own_even[column], 0, unit="%", rows=pd.DataFrame({"row_id": own_even.row_ids}),
        of=f"what an hour of MI355X may cost in percent of one of B300: {words_}, {ROUND}, eight accelerators")
say("cost.even-tests", own_even.tests, rows=pd.DataFrame({"row_id": own_even.row_ids}),
    of=f"number of tests of {ROUND} with a rate that MI355X and B300 both entered with eight, on sale")
r1 = {chip: results(round=ROUND, benchmark="deepseek-r1", chip=chip) for chip in ("MI355X", "B300")}
for scenario in ("Server", "Offline"):
    one, other = (of(scenario=scenario).first("-per_accelerator").per_accelerator for of in r1.values())
    say(f"cost.r1-{scenario.lower()}", (one / other).percent)
holds("MI355X's one system there makes {n}`cost.r1-server` (Server) and {n}`cost.r1-offline` (Offline) of what B300's "
    "best makes per accelerator", r1["MI355X"].frame.system.nunique() == 1)
best = both.query("round == @ROUND and chip == 'B300' and other == 'MI355X' and reading == 'best'")
best = best.ratio[best.unit.ne("s")]
holds("{n}`cost.even-mi355x` of an hour of B300, best result against best, in the median of the {n}`cost.even-tests` "
    "tests", round(own_even.middle / (1 / best).median(), 9) == 100 and own_even.tests == len(best))
holds("DeepSeek-R1 is not among them", "deepseek-r1" not in set(chip_rules.two(both, ROUND, "MI355X", "B300").query(
    "reading == 'best'").family))

# %% tags=["hide-input"]
table(
    "break-even",
    f"What an hour of each chip may cost, in percent of an hour of {REFERENCE}",
    even.round(0).astype({name: int for name in ("middle", "low", "high", "medians")}),
    "chip tests middle low high medians",
    headings={"tests": "Tests", "middle": "Median of the tests", "low": "Lowest", "high": "Highest",
        "medians": "Median of the tests, by median results"},
    note=f"{ROUND}, on sale, eight accelerators of each, best against best; chips that share three tests or more with "
    f"{REFERENCE}; tests whose result is a time are left out. At this price the same work costs the same, if both "
    "chips are equally busy. The ratios are ours, not verified by MLCommons Association.",
)

# %% [markdown]
# Put in your own prices. Both start at {n}`cost.start`, a spot price of B300. That the other costs as much is our
# assumption: the list has prices of {n}`cost.priced`, [with date and
# source](#the-price-matters-as-much-as-the-published-speed-up), and none of {n}`cost.unpriced`.

# %% tags=["hide-input"]
from claimcheck.notebook import listed, llm_benchmarks, title, words
from claimcheck.notebook.facts import price_list

hour = say("cost.start", price("b300-coreweave-spot")[0])
cells = pd.read_csv("../data/derived/chip_cells.csv.gz").query("on_sale")
cells = cells.assign(test=cells.family.map(title) + " " + cells.scenario)
contested = cells[cells.contested & cells["round"].eq(ROUND)]
priced = {*price_list().accelerator}
words("cost.priced", listed(sorted(priced)), of="chips with prices in the list")
unpriced = listed(sorted({*contested.chip} - priced))
words("cost.unpriced", unpriced, of="chips on sale without a price in the list", rows=contested)

work = chip_rules.two(both, ROUND, CHIP, REFERENCE).query("reading == 'best' and unit != 's'")
work = work.assign(test=work.family.map(title) + " " + work.scenario, as_printed=work.ratio.map("{:.0%}".format))
work = work.assign(row_ids=(work.row_ids + "|" + work.other_row_ids).str.split("|"))
ask = [alt.param(name=name, value=hour.value, bind=alt.binding_range(min=0.5, max=12, step=0.05, name=f"{of}, $/h "))
    for name, of in (("first", CHIP), ("second", REFERENCE))]
less = f"'{CHIP} costs ' + format(abs(datum.left), '.0%') + (datum.left > 0 ? ' less' : ' more')"
yours = alt.Chart(alt.InlineData([{}])).transform_calculate(at="first / second").mark_rule(color=COLOURS["words"])
per_hour = alt.X("ratio:Q", title=f"price of an hour of {CHIP} over one of {REFERENCE}, at equal cost")
per_hour = per_hour.scale(zero=False, padding=20).axis(format=".0%")
dots = alt.Chart(work).transform_calculate(left="1 - first / second / datum.ratio").transform_calculate(words=less)
dots = dots.encode(per_hour, alt.Y("test", sort=None), tooltip=["as_printed"])
show(
    "two-prices",
    f"Your two prices decide whether {CHIP} or {REFERENCE} is cheaper",
    alt.layer(yours.encode(x="at:Q"), dots.mark_circle(), dots.mark_text().encode(text="words:N")).add_params(*ask),
    note=f"{ROUND}, best result of each on eight accelerators. Dots: the break-even of each test; line: your prices. "
    "Prices are assumptions.",
    says="Sliders set the price of an hour of each chip; next to each test is how much less or more its work then "
    "costs.",
)

# %% tags=["hide-input"]
language = cells[cells.benchmark.isin(llm_benchmarks()) & cells.unit.eq("tokens/s") & cells["round"].eq(ROUND)]
often = contested.chip.value_counts()
language = language[language.chip.isin(often[2 * often >= contested.test.nunique()].index)]
cents = language.assign(cents=(1e8 / (3600 * language.score)).map("{:.2f}".format))
cents = cents.pivot(index="test", columns="chip", values="cents").fillna("–").reset_index()
table(
    "cents-a-million",
    "Cents for a million output tokens, for each dollar that an hour of one accelerator costs",
    cents,
    [*cents],
    headings={"test": "Test"},
    note=f"Multiply by your price of an hour. {ROUND}, best result, of any size, of each chip on sale that entered "
    "half of the tests, every hour used in full. Output tokens only; input tokens are not counted.",
    behind=language,
)

# %% [markdown]
# ## Who saves more than 60%
#
# A saving of 60% requires a speed-up of {n}`ratio.for-60`. In DeepSeek-R1 Server of v6.0 on GB300, only Nebius's
# results gave it; on B200 Google's own system saved {n}`saving.b200-google`, and Dell's, another server in v6.0,
# {n}`saving.b200-dell`. In v6.1 a token on NVIDIA's own rack cost {n}`saving.gb300-two-rounds` less than in v5.1 by the
# published rates. Timed over the whole runs, from the first request to the last answer, it is
# {n}`saving.gb300-two-rounds-full`, which is below the claim. MLCommons' table of comparable versions ends with v6.0.

# %% tags=["hide-cell"]
from claimcheck.notebook import comparisons, frame_of, line_at, rows_behind


def saving(after, before):
    """What a token costs less, if price and utilisation are the same for both."""
    return (1 - before.per_accelerator / after.per_accelerator).percent


defensible = comparisons(before="v5.1", after="v6.0", benchmark="deepseek-r1", chip="GB300").by("-scenario", "-ratio")
enough = defensible.where(f"that save more than {claim(7)}", lambda t: 1 - 1 / t.ratio > claim(7).share.value)
say("readings.over-60", enough.count)
say("use.break-even-own", (first.per_accelerator / own.per_accelerator).percent, of="share of its time that NVIDIA's "
    "faster rack of v6.0 has to be busy to make as many tokens as its rack of v5.1 did in full use")
say("ratio.for-60", 1 / (1 - claim(7).share), decimals=1, of="how many times as fast a machine must be for a token to "
    f"cost {claim(7)} less, if price and utilisation stay the same")
per_gpu = server(round="v6.0").frame
fast = per_gpu[per_gpu.per_accelerator / first.per_accelerator.value > 1 / (1 - claim(7).share.value)]
holds("In DeepSeek-R1 Server of v6.0 on GB300, only Nebius's results gave it", set(fast.submitter) == {"Nebius"})
holds("In v6.0 on GB300, only comparisons with Nebius's result saved more than",
    {*zip(enough.frame.submitter_after, enough.frame.scenario)} == {("Nebius", "Server")})

# %% tags=["hide-input"]
savings = frame_of(
    [
        (
            f"{pair.title} {pair.scenario}",
            pair.label,
            saving(pair.after, pair.before),
            "published" if pair.rows in (rows_behind(1), rows_behind(2)) else pair.whose,
            "published" if pair.rows in (rows_behind(1), rows_behind(2)) else "" if pair.both_available else "preview",
        )
        for pair in defensible
    ],
    "panel what saving kind note",
)
savings["words"] = savings.as_printed + " " + savings.note
saved = alt.X("saving", title="saving in the cost of a token, percent").scale(domainMin=0)
rows = alt.Chart(savings).encode(saved, alt.Y("what", sort=None), tooltip=["as_printed", "note"])
dots, texts = rows.mark_circle().encode(alt.Color("kind", legend=None)), rows.mark_text().encode(text="words")
show(
    "saving-curve",
    f"In v6.0 on GB300, only comparisons with Nebius's result saved more than {claim(7)}",
    alt.layer(line_at(f"claimed: {claim(7)}", claim(7)), dots, texts, data=savings)
    .facet(alt.Facet("panel", sort=None), columns=1)
    .resolve_scale(y="independent"),
    note="Each defensible comparison of v6.0 with v5.1, if price and utilisation are the same in both rounds.",
)

# %% [markdown]
# Server and Offline have different limits and are shown apart: Offline has no latency limit, so its cost is not a
# cheaper way to serve the same users. In Server, {n}`readings.over-60` of the {n}`readings.n`
# [comparisons](speedup.ipynb#it-matters-whose-results-are-compared) save more than 60%, each with a result of Nebius.
# Over the whole runs, until the last answer, the published pair saves {n}`saving.gb300-server-published-full`, and full
# racks save less than as published ([why](metric.ipynb)):
#
# - **Nebius's rack over NVIDIA's of v5.1**: {n}`saving.gb300-server-rack` by the published rates,
#   {n}`saving.gb300-server-rack-full` over the whole runs.
# - **NVIDIA's own rack in v6.0**: {n}`saving.gb300-server-own` and {n}`saving.gb300-server-own-full`.
# - **NVIDIA's own rack in v6.1**: {n}`saving.gb300-two-rounds` and {n}`saving.gb300-two-rounds-full`.
#
# ## The saving is arithmetic on a speed-up
#
# No article that makes the claim states a price or a utilisation, the share of the paid hour in which tokens are made
# (also spelled utilization). So we read the claim as arithmetic: at the same price and utilisation, the cost per token
# falls by 1 - 1 / speed-up, whatever the price is. It says nothing about a buyer whose price or load changes.

# %% tags=["hide-cell"]
nebius_rack = server.one(round="v6.0", submitter="Nebius", accelerators=72)
say("saving.gb300-server-rack", saving(nebius_rack, first))
racks = [offline.one(round=version, submitter="NVIDIA", accelerators=72) for version in ("v6.0", "v5.1")]
llama = [results.one(benchmark="llama3.1-405b", scenario="Server", chip="GB300", round=v) for v in ("v6.0", "v5.1")]
b200 = results(benchmark="deepseek-r1", scenario="Server", chip="B200")
of_b200 = {name: [b200(submitter=name, round=v).first("-per_accelerator") for v in ("v6.0", "v5.1")]
    for name in ("Google", "Dell")}
say("saving.gb300-offline-own", saving(*racks))
say("saving.b200-dell", saving(*of_b200["Dell"]))
say("saving.b200-google", saving(*of_b200["Google"]), of="what a token on Google's B200 in v6.0 costs less than on the "
    "same system in v5.1, if price and utilisation are the same, DeepSeek-R1 Server")
say("saving.llama-server-own", saving(*llama))
highest = max(saving(result, first) for result in server(round="v6.0"))
holds("no v6.0 result in Server saves more than the published one", highest == saving(nebius, first))

# %% [markdown]
# Against NVIDIA's rack of v5.1, no v6.0 result in Server saves more than the published one. On NVIDIA's own rack a
# token costs {n}`saving.gb300-offline-own` less in DeepSeek-R1 Offline, and {n}`saving.llama-server-own` less in Llama
# 3.1 405B Server.
#
# ## The price matters as much as the published speed-up
#
# At the highest price of a GB300 that we assume, the same token costs {n}`price.span` as much as at the lowest. We
# found no public on-demand price of a GB300 NVL72.
#
# Cost of a million output tokens = price of a GPU-hour / (tokens per second per GPU × 3600 × utilisation) × 1,000,000.

# %%
def cost(result, price, utilisation=1.0):
    """What a million output tokens cost; a price of yours is ``claimcheck.notebook.Quantity(4.25, "$/GPU/h")``."""
    return price / (result.per_accelerator * HOUR * utilisation) * MILLION


say("price.span", price("high")[1] / price("low")[0], decimals=1)
say("cost.half-use-own", (cost(own, start, utilisation=0.5) / cost(first, start) - 1).percent)

# %% tags=["hide-input"]
from claimcheck.data.facts import read_prices

listed = gb300(round=["v5.1", "v6.0", "v6.1"], submitter=["NVIDIA", "Nebius", "CoreWeave"], accelerators=[8, 72])
prices = read_prices()
scenarios = {name: f"{one.of} (prices of {prices.dates(name)})" for name, one in prices.scenarios.items()}
spans = {name: " to ".join(dict.fromkeys(map(str, price(name)))) for name in scenarios}
table(
    "cost-ranges",
    "Cost of a million output tokens of DeepSeek-R1 on GB300, at full use",
    listed(availability="available").by("-scenario", "round", "per_accelerator"),
    "scenario round submitter accelerators",
    headings={name: f"{name.capitalize()}, {span} an hour" for name, span in spans.items()},
    note="Half use doubles it. " + " ".join(f"{name.capitalize()}: {of}." for name, of in scenarios.items()),
    **{name: lambda row, name=name: [cost(row, usd) for usd in price(name)] for name in spans},
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the prices that we found, with their sources"}
table(
    "prices",
    "Prices of a GPU-hour found in public sources",
    price_list(),
    "accelerator kind price date source note",
    note="They are assumptions, not MLPerf results.",
)

# %% [markdown]
# ## Thirty cents is plausible, but no source states its price
#
# One article says that DeepSeek-R1 Interactive costs {n}`claim.20.published`. For NVIDIA's result on
# {n}`accelerators.interactive` GB300, this means a price of {n}`price.implied-30-cents` per GPU-hour with every GPU
# busy all the time. Such a price is plausible: an hour costs a smaller cloud that owns the GPU {n}`price.mid-low`, and
# in a three-year rental {n}`price.mid-high`. At the price that NVIDIA itself used for this machine two weeks later, the
# cost would be {n}`cost.interactive-vendor`, so the article could have claimed less.

# %%
interactive = gb300.one(scenario="Interactive", round="v6.0")
implied = claim(20) * (interactive.per_accelerator * HOUR) / MILLION  # with every GPU busy all the time
say("price.implied-30-cents", implied)

# %% tags=["hide-cell"]
say("cost.interactive-vendor", cost(interactive, price("gb300-nvidia-tco")[0]))
for end, usd in zip(("low", "high"), price("mid")):
    say(f"price.mid-{end}", usd)

# %% [markdown]
# We found no primary source of the figure: whoever computed it may have used another price, another utilisation or
# another result, and each would need its own price.
#
# ## Claims 7 and 20
#
# ```{claim-list} 7 20
# ```
#
# ## Limits
#
# - A submitter chooses the load of a Server result, at or below the latency limit. A user with a tighter limit gets
#   another ratio. On [other models](what-you-get.ipynb) the gain is smaller, and so is the saving.
# - In v6.0 the rules allow speculative decoding for DeepSeek-R1 Interactive and not for Server, so we compare no cost
#   of the one with a cost of the other.
# - Only output tokens are counted, by the benchmark's rule. The cost of input tokens is not considered.
# - A price covers what its source covers: owning cost and rental include different things.
#
# ```{mlperf-footnote}
# ```
