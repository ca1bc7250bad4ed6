# %% [markdown]
# # Which chip?
#
# :::{admonition} The answer
# :class: cc-key
# It depends on the test. By best result per accelerator in MLPerf® Inference v6.1, GB300 leads in
# {n}`chips.led-gb300` of the {n}`chips.entered-gb300` tests that it entered and in which chips of two makers are on
# sale; B300 leads in {n}`chips.led-b300` of its {n}`chips.entered-b300`, and MI355X in {n}`chips.led-mi355x` of its
# {n}`chips.entered-mi355x`. There are {n}`chips.contested` such tests among {n}`chips.tests`; in the others there is no
# lead to count.
#
# In {n}`chips.alone` of {n}`chips.cells` cases, a chip in a test, the results come from a single submitter. None of the
# leads is smaller than {n}`chips.spread`, which is by how much a chip's median result typically lies below its best.
#
# The rate per accelerator is our division; it was not verified by MLCommons Association. A chip that makes more may
# also cost more:
# [what an hour may cost](#what-an-hour-of-each-chip-may-cost).
# :::

# %%
import pandas as pd

# The best result of each chip in each test: closed division, datacenter, without measured power.
best = pd.read_csv("../data/derived/chip_cells.csv.gz").query("round == 'v6.1'")
# Tests in which chips of two makers are on sale, and in how many of these each chip leads.
rivals = best[best.contested & best.on_sale]
led = rivals.groupby("chip").leads.sum()
led[led > 0]

# %% tags=["hide-cell"]
from claimcheck.analysis import chips as chip_rules
from claimcheck.data.rounds import roles
from claimcheck.notebook import holds, same, say, title, words

ROUND = roles().latest
BEFORE = "v6.0"
every = pd.read_csv("../data/derived/chip_cells.csv.gz")
every = every.assign(test=every.family.map(title) + " " + every.scenario)
# One chip alone in a test ranks nothing.
alone = every.groupby(["round", "test"]).chip.transform("nunique") == 1
single, cells = every[alone & every["round"].eq(ROUND)], every[~alone & every["round"].eq(ROUND)]
contested = cells[cells.contested & cells.on_sale]
leads = contested.groupby("chip").leads.agg(led="sum", entered="size").query("led > 0")
spread = chip_rules.spread(every)[ROUND]
# A lead is what the next chip on sale lies below the best.
lead = 100 - contested[~contested.leads].groupby("test").percent.max()
close, lone = lead[lead < spread], cells[cells.submitters == 1]
leads

# %% tags=["hide-cell"]
for chip, row in leads.iterrows():
    of = f"tests of {ROUND} with chips of two makers on sale"
    behind = contested[contested.chip == chip]
    what = f"number of {of} in which {chip} has the best result per accelerator"
    same(led[chip], say(f"chips.led-{chip.lower()}", row.led, of=what, rows=behind))
    say(f"chips.entered-{chip.lower()}", row.entered, of=f"number of {of} that {chip} entered", rows=behind)
say("chips.contested", contested.test.nunique(), of=f"number of {of}", rows=contested)
say("chips.tests", cells.test.nunique(), of=f"number of tests of {ROUND} that two chips or more entered", rows=cells)
say("chips.cells", len(cells), of=f"number of chips in tests of {ROUND} that two chips or more entered", rows=cells)
say("chips.alone", len(lone), of="those of them whose results are all of one submitter", rows=lone)
say(
    "chips.spread",
    spread,
    1,
    unit="%",
    of=f"percent by which a chip's median result lies below its best in {ROUND}: the median over "
    "all chips and tests with three submitters or more",
    rows=cells,
)
holds("MLPerf Inference v6.1", ROUND == "v6.1")
holds("GB300 leads, B300 leads, and MI355X", {*leads.index} == {"GB300", "B300", "MI355X"})
holds(
    "None of the leads is smaller than {n}`chips.spread`, which is by how much a chip's median result typically lies "
    "below its best",
    close.empty,
)
holds(
    "By best result per accelerator",
    contested[contested.leads].groupby("test").score.max().eq(contested.groupby("test").score.max()).all(),
)
holds("GB300 leads most tests that it entered", 2 * leads.led["GB300"] > leads.entered["GB300"])

# %% tags=["hide-input"]
import altair as alt

from claimcheck.notebook import COLOURS, results_of, show, table

half = contested.chip.value_counts()
half = half[2 * half >= contested.test.nunique()].index
drawn = contested[contested.chip.isin(half)].assign(as_printed=lambda d: d.percent.round().astype(int).astype(str))
makers, middle = ["NVIDIA", "AMD", "Intel"], drawn.groupby("chip").percent.median()
ordered = drawn.assign(maker=drawn.accelerator_vendor.map(makers.index), middle=drawn.chip.map(middle))
columns = ordered.sort_values(["maker", "middle"], ascending=[True, False]).chip.unique().tolist()
base = alt.Chart(drawn.sort_values(["family", "scenario"])).encode(
    alt.X("chip", sort=columns, title=None).axis(orient="top", labelAngle=-60, domain=False, ticks=False),
    alt.Y("test", sort=None),
)
blue = COLOURS["another submitter"]
faint = alt.Opacity("percent", title="percent of the best on sale", legend=None).scale(
    domain=[0, 100], range=[0.04, 0.4]
)
show(
    "chips-matrix",
    "Per accelerator, GB300 leads most tests that it entered",
    base.mark_rect(color=blue, height=22).encode(opacity=faint)
    + base.transform_filter("datum.leads").mark_rect(color=blue, height=22)
    + base.transform_filter("!datum.leads").mark_text(align="center", dx=0, fontSize=12).encode(text="as_printed")
    + base.transform_filter("datum.leads")
    .mark_text(align="center", dx=0, fontSize=12, color=COLOURS["page"])
    .encode(text="as_printed"),
    note=f"Best result of each chip on sale, {ROUND}, closed division, in percent of the best of the test; "
    f"full colour: the best. Tests in "
    "which chips of two makers are on sale, and chips in half of them or more. An empty field was "
    "not entered. Of SingleStream, "
    "the time on eight accelerators.",
)

# %% [markdown]
# An empty field says that nobody entered the chip, and nothing of its speed. Chips entered different tests, so an
# average over a
# column would mean nothing. Only chips of one maker were on sale in {n}`chips.one-maker-tests`. One chip alone took
# part in
# {n}`chips.single`, which we do not rank.
#
# The table has every chip in every test of v6.1 and of v6.0, side by side. We divide no result of v6.1 by one of
# v6.0, because
# MLCommons' table of comparable versions, as known to us, ends with v6.0.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the chips in each test"}
one_maker = cells[~cells.contested]
words(
    "chips.one-maker-tests",
    ", ".join(sorted(one_maker.test.unique())),
    of="tests in which chips on sale are of one maker",
    rows=one_maker,
)
words(
    "chips.single",
    ", ".join(single.test + f" ({ROUND}, " + single.chip + ")"),
    of="tests that one chip entered",
    rows=single,
)


def made(row):
    """A rate per accelerator in its unit; a time, which is not divided, as it is."""
    return f"{row.value:,.1f} s on {row.accelerators}" if row.unit == "s" else f"{row.score:,.1f} {row.unit}"


both = every[~alone & every["round"].isin([ROUND, BEFORE])]
both = both.merge(results_of(both)[["row_id", "availability", "result_id"]].reset_index(drop=True), on="row_id")
both = both.assign(made=[made(row) for row in both.itertuples()], share=both.percent.round(1))
table(
    "chips-cells",
    "The best result of each chip in each test, per accelerator",
    both.sort_values(["round", "test", "on_sale", "percent"], ascending=[False, True, False, False]),
    "test round chip made share submitter accelerators submitters results availability result_id",
    headings={
        "test": "Test",
        "made": "Per accelerator",
        "share": "Percent of the best on sale",
        "results": "Results of the chip",
    }
    | {"submitters": "Submitters of the chip"},
    note="A chip that is not on sale is in no lead. v6.1 has no public result IDs in our tables; the file "
    "has the keys of all rows.",
    searchable=True,
)

# %% [markdown]
# ## Chips that are not on sale
#
# These have results in the categories preview or rdi alone. They are in no lead, and their rates are in percent of
# the best chip
# that is on sale. In some of the tests one maker alone took part.

# %% tags=["hide-input"]
unsold = both[~both.on_sale & both["round"].eq(ROUND)]
table(
    "chips-not-on-sale",
    f"Chips of {ROUND} that are not on sale, in percent of the best on sale",
    unsold.sort_values(["chip", "percent"], ascending=[True, False]),
    "test chip share submitter accelerators submitters availability",
    headings={"test": "Test", "share": "Percent of the best on sale", "submitters": "Submitters of the chip"},
)

# %% [markdown]
# ## Two chips, by several readings
#
# Which of two chips is ahead depends on whose results one takes. So we compare systems of eight accelerators in four
# ways: best
# against best, the median of all results, the best of each maker's own, and each submitter that has both chips.
# Systems of other
# sizes come last, where no eights share the test. A difference below {n}`chips.spread` is no difference between
# chips: results on
# one chip differ by as much.
#
# {n}`chips.two-agree` {n}`chips.two-house`

# %%
from claimcheck.notebook import listed

CHIPS = "MI355X", "B300"  # write two others here and run the cells below it
pairs = pd.read_csv("../data/derived/chip_pairs.csv.gz")
pairs = pairs.assign(test=pairs.family.map(title) + " " + pairs.scenario)
READ = {
    "best": "best against best",
    "median": "median against median",
    "own": "each maker's own",
    "house": "one submitter with both",
}
pair = chip_rules.two(pairs, ROUND, *CHIPS)
eights = pair[pair.reading.isin([*READ])]
counts = chip_rules.counted(pair)
# Ahead in a test by every reading, and by more than results of one chip differ.
ahead = eights.ratio.gt(1 / (1 - spread / 100)).groupby(eights.test).all()
behind = eights.ratio.lt(1 - spread / 100).groupby(eights.test).all()
counts

# %% tags=["hide-cell"]
one, other = CHIPS
sides = [
    f"{chip} ahead in {listed(sorted(t[t].index)) if t.any() else 'no test'}"
    for chip, t in ((one, ahead), (other, behind))
]
open_tests = (~ahead & ~behind).sum()
agree = f"In {ROUND}, all readings put {listed(sides)}. In {open_tests} of {len(ahead)} tests they disagree, "
agree += "or the difference is too small."
house = eights[eights.reading == "house"]
of_house = house.ratio.gt(1).groupby(house.family.map(title)).agg(["sum", "size"])
told = listed([f"{row['sum']} of {row['size']} in {name}" for name, row in of_house.iterrows()])
told = (
    f"Where one submitter has both, {one} is ahead in {told}."
    if len(house)
    else "No submitter has both on eight accelerators."
)
ids = pd.DataFrame({"row_id": "|".join([*eights.row_ids, *eights.other_row_ids]).split("|")}).drop_duplicates()
words("chips.two-agree", agree, of=f"what the readings of {one} and {other} say", rows=ids)
words("chips.two-house", told, of=f"comparisons of {one} with {other} by submitters that have both", rows=ids)

# %% tags=["hide-input"]
apart = ahead.any() == behind.any() or open_tests
dots = eights.assign(kind=eights.reading.map(READ), as_printed=eights.ratio.map("{:.2f}x".format))
dots["row_ids"] = (dots.row_ids + "|" + dots.other_row_ids).str.split("|")
dots = dots.sort_values(["family", "scenario"])
x = (
    alt.X("ratio", title=f"{one} as a multiple of {other}, per accelerator")
    .scale(type="log", nice=False)
    .axis(format="~g")
)
shown = alt.Color("kind", sort=[*READ.values()]).scale(
    domain=[*READ.values()], range=[COLOURS[name] for name in ("another submitter", "words", "NVIDIA", "quiet")]
)
show(
    "two-chips",
    f"Whether {one} or {other} is ahead depends on test and reading"
    if apart
    else f"By every reading, {one if ahead.any() else other} is ahead",
    alt.Chart(alt.InlineData([{}])).mark_rule(color=COLOURS["words"]).encode(x=alt.datum(1))
    + alt.Chart(dots)
    .mark_circle(size=80)
    .encode(x, alt.Y("test", sort=None), shown, tooltip=["submitter", "as_printed"]),
    note=f"MLPerf Inference {ROUND}, closed division, on sale, eight accelerators of each. Right of the "
    f"line {one} is ahead. A median is of "
    "all results of a chip.",
)

# %% tags=["hide-input"]
HEADS = {**READ, "any size": "other sizes, best"}


def readings(round_, one, other):
    """What each reading says of two chips in a round: in how many tests the first is ahead, and clearly so."""
    rows = chip_rules.two(pairs, round_, one, other)
    known, limit = chip_rules.counted(rows), 1 - chip_rules.spread(every)[round_] / 100
    rows = rows.assign(more=rows.ratio > 1 / limit, less=rows.ratio < limit).groupby("reading")[["more", "less"]].sum()
    said = {"Chips": f"{one} over {other}", "Round": round_} | dict.fromkeys(HEADS.values(), "–")
    for reading, row in known.iterrows():
        clear = f" (clearly {rows.more[reading]}; behind {rows.less[reading]})" if reading != "any size" else ""
        said[HEADS[reading]] = f"{row.ahead:.0f} of {row.tests:.0f}{clear}"
    return said


couples = [CHIPS, ("GB300", "B300"), ("MI355X", "GB300")]
rows = pd.DataFrame([readings(round_, *couple) for couple in couples for round_ in (ROUND, BEFORE)])
table(
    "chip-readings",
    "In how many tests the first of two chips is ahead, by each reading",
    rows,
    [*rows],
    note="Clearly: by more than results on one chip differ in that round. Other sizes: only tests that no "
    "systems of eight share. "
    "v6.0 and v6.1 are next to each other and not divided.",
    behind=results_of(
        pd.DataFrame({"row_id": "|".join(pairs[pairs["round"].isin([ROUND, BEFORE])].row_ids).split("|")})
    ),
    rounds=[BEFORE, ROUND],
)

# %% [markdown]
# (what-an-hour-of-each-chip-may-cost)=
# ## What an hour of each chip may cost
#
# If an hour of MI355X costs {n}`chips.even-mi355x` as much as an hour of B300, the same work costs the same on both
# in the middle
# of the tests; by test it is {n}`chips.even-low-mi355x` to {n}`chips.even-high-mi355x`, and by medians
# {n}`chips.even-median-mi355x`.
# No price is needed for that: the break-even is the ratio of the rates. Below it the chip is the cheaper one, if both
# are equally busy.

# %%
REFERENCE = "B300"
rates = pairs[pairs["round"].eq(ROUND) & pairs.unit.ne("s")]  # a time of one request is no hour's work
even = []
for chip in sorted({*contested.chip} - {REFERENCE}):
    ratio = chip_rules.two(rates, ROUND, chip, REFERENCE)
    best, median = (100 * ratio.ratio[ratio.reading == name] for name in ("best", "median"))
    if len(best) >= 3:
        even.append(
            (
                chip,
                len(best),
                best.median(),
                best.min(),
                best.max(),
                median.median(),
                "|".join(ratio.row_ids + "|" + ratio.other_row_ids),
            )
        )
even = pd.DataFrame(even, columns=["chip", "shared", "middle", "low", "high", "medians", "row_ids"])
even = even.sort_values("middle", ascending=False).assign(row_ids=even.row_ids.str.split("|"))
even.drop(columns="row_ids").round(0)

# %% tags=["hide-cell"]
of_even = even.set_index("chip").loc["MI355X"]
named = {
    "even": ("middle", "median over the tests"),
    "even-low": ("low", "lowest test"),
    "even-high": ("high", "highest test"),
}
for key, (column, which) in (
    named | {"even-median": ("medians", "median over the tests of the ratio of medians")}
).items():
    say(
        f"chips.{key}-mi355x",
        of_even[column],
        0,
        unit="%",
        of=f"what an hour of MI355X may cost in percent of one of B300: {which}, {ROUND}, eight accelerators",
        rows=pd.DataFrame({"row_id": sorted({*of_even.row_ids})}),
    )
table(
    "break-even",
    f"What an hour of each chip may cost, in percent of an hour of {REFERENCE}",
    even.round(0).astype({name: int for name in ("middle", "low", "high", "medians")}),
    "chip shared middle low high medians",
    headings={
        "shared": "Tests",
        "middle": "Middle",
        "low": "Lowest",
        "high": "Highest",
        "medians": "Middle, by medians of results",
    },
    note=f"{ROUND}, on sale, eight accelerators of each, best against best; chips that share three tests "
    f"or more with {REFERENCE}. "
    "At this price the same work costs the same. Both chips are equally busy.",
)

# %% [markdown]
# Put in your own prices. They start at the same price, {n}`chips.start`, which is an assumption: the list has prices of
# {n}`chips.priced`
# [with date and source](cost.ipynb#the-price-matters-as-much-as-the-published-speed-up), and none of
# {n}`chips.unpriced`.

# %% tags=["hide-input"]
from claimcheck.notebook import llm_benchmarks, prices

start = say("chips.start", prices["b300-coreweave-spot"][0])
priced = {*prices.found.accelerator}
words("chips.priced", listed(sorted(priced)), of="chips with prices in the list")
words(
    "chips.unpriced",
    listed(sorted({*contested.chip} - priced)),
    of="chips on sale without a price in the list",
    rows=contested,
)
work = pair[pair.reading.eq("best") & pair.unit.ne("s")].sort_values("ratio", ascending=False)
work = work.assign(
    as_printed=work.ratio.map("{:.0%}".format), row_ids=(work.row_ids + "|" + work.other_row_ids).str.split("|")
)
ask = [
    alt.param(
        name=name, value=start.value, bind=alt.binding_range(min=0.5, max=12, step=0.05, name=f"{chip}, $ an hour ")
    )
    for name, chip in zip(("first", "second"), CHIPS)
]
signed = "format(abs(datum.left), '.0%') + (datum.left > 0 ? ' less' : ' more')"
less = f"'{one} costs ' + {signed}"
prices_at = alt.Chart(alt.InlineData([{}])).transform_calculate(at="first / second").mark_rule(color=COLOURS["words"])
per_hour = (
    alt.X("ratio:Q", title=f"price of an hour of {one} over one of {other}, at equal cost")
    .scale(zero=False, padding=20)
    .axis(format=".0%")
)
dots = alt.Chart(work).transform_calculate(left="1 - first / second / datum.ratio").transform_calculate(words=less)
dots = dots.encode(per_hour, alt.Y("test", sort=None), tooltip=["as_printed"])
show(
    "two-prices",
    f"Your two prices decide whether {one} or {other} is cheaper",
    alt.layer(prices_at.encode(x="at:Q"), dots.mark_circle(), dots.mark_text().encode(text="words:N")).add_params(*ask),
    note=f"{ROUND}, best result of each on eight accelerators. Dots: the break-even of each test; line: "
    f"your prices. Prices are assumptions.",
    says="Sliders set the price of an hour of each chip; next to each test is how much less or more its "
    "work then costs.",
)

# %% tags=["hide-input"]
language = cells[
    cells.benchmark.isin(llm_benchmarks()) & cells.unit.eq("tokens/s") & cells.on_sale & cells.chip.isin(half)
]
cents = (
    language.assign(cents=100 * 1e6 / (3600 * language.score))
    .pivot(index="test", columns="chip", values="cents")
    .reindex(columns=columns)
)
cents = cents.map(lambda cell: "–" if pd.isna(cell) else f"{cell:.2f}").reset_index()
table(
    "cents-a-million",
    "Cents for a million output tokens, for each dollar that an hour of one accelerator costs",
    cents,
    [*cents],
    headings={"test": "Test"},
    note=f"Multiply by your price of an hour. {ROUND}, best result of each chip on sale, of any size, "
    f"every hour used in full. Output tokens "
    "only; input tokens are not counted.",
    behind=language,
)

# %% [markdown]
# ## What these tables leave out
#
# - **Size.** The rate per accelerator favours small systems in some tests and racks in others. In GPT-OSS 120B Server
#   the best
#   {n}`chips.size-large` MI355X make {n}`chips.size-share` as much per chip as the best eight.
# - **Load.** The submitter chose the load of a Server or Interactive result. In DeepSeek-R1 Server the
#   {n}`chips.wide-n` results
#   on B300 differ by a factor of {n}`chips.wide`.
# - **Price and power.** MLPerf Inference has no prices. In {n}`chips.power-rounds` some results have measured power,
#   and none in v6.0
#   or v6.1: no tokens per watt or joules per token can be computed for the chips of these rounds. Runs with measured
#   power
#   are in none of the tables above.
# - **Verification.** Rates per accelerator, ratios, leads and prices are ours: not verified by MLCommons Association.
#   Our v6.1 results have no public
#   IDs, so the footnote names the repository, its commit and the day on which we read it instead.
# - **Names.** A chip here is a label. H200 of v6.0 was sold in two forms, and RTX PRO 6000 is entered under two names.

# %% tags=["hide-cell"]
from claimcheck.notebook import inference_results, results

oss = results(round=ROUND, benchmark="gpt-oss-120b", scenario="Server", chip="MI355X", availability="available")
large, eight = oss.first("-accelerators", "-per_accelerator"), oss(accelerators=8).first("-per_accelerator")
say("chips.size-large", large.accelerators)
say("chips.size-share", (large.per_accelerator / eight.per_accelerator).percent)
wide = results(round=ROUND, benchmark="deepseek-r1", scenario="Server", chip="B300")
say("chips.wide-n", wide.count)
say("chips.wide", wide.max("per_accelerator") / wide.min("per_accelerator"))
measured = inference_results(has_power=True).frame["round"].unique()
order = [*every["round"].drop_duplicates()]
words(
    "chips.power-rounds",
    listed(sorted(measured, key=order.index)),
    of="rounds of MLPerf Inference with results with measured power",
)
holds("and none in v6.0 or v6.1", not {*measured} & {ROUND, BEFORE})
holds("Our v6.1 results have no public IDs", inference_results(round=ROUND).frame.result_id.isna().all())
holds("H200 of v6.0 was sold in two forms", results(round=BEFORE, chip="H200").frame["product"].nunique() >= 2)
holds("RTX PRO 6000 is entered under two names", {"RTX PRO 6000", "RTX PRO 6000 Blackwell"} <= {*cells.chip})

# %% [markdown]
# ```{mlperf-footnote}
# :latest:
# :rounds: inference
# ```
