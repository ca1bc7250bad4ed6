# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # Which chip?
#
# :::{admonition} The answer
# :class: cc-key
# It depends on the test. In {n}`chips.contested` tests of MLPerf® Inference v6.1 chips of two makers are on sale. By
# best result per accelerator, GB300 leads in {n}`chips.led-gb300` of the {n}`chips.entered-gb300` in which it is
# ranked, B300 leads in {n}`chips.led-b300` of {n}`chips.entered-b300`, and MI355X in {n}`chips.led-mi355x` of
# {n}`chips.entered-mi355x`. Where GB300 does not lead, it makes {n}`chips.behind-gb300` of what the leader makes.
# Compared with MI355X it makes {n}`chips.gb300-low` to {n}`chips.gb300-high`.
#
# In {n}`chips.alone` of {n}`chips.cells` cases, a chip on sale in one of these tests, the results come from a single
# submitter. None of the leads is smaller than {n}`chips.spread`, which is by how much a chip's median result typically
# lies below its best.
#
# The rate per accelerator is our division; it was not verified by MLCommons Association. A chip that makes more may
# also cost more: [what an hour of each may cost](cost.ipynb#what-an-hour-of-each-chip-may-cost).
# :::

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False).query("round == 'v6.1'")
sold = inference.query("division == 'closed' and suite == 'datacenter' and availability == 'available'")
sold = sold[~sold.accelerator.str.contains(r" \+ ", na=True) & (sold.unit.str.endswith("/s") | sold.accelerators.eq(8))]
model = sold.benchmark.str.replace(r"-9[59](\.9)?$", "", regex=True)
each = (sold.value / sold.accelerators).where(sold.higher_is_better, 1 / sold.value)  # of a time its inverse, on eight
sold = sold.assign(test=model + " " + sold.scenario, each=each)
sold = sold[sold.benchmark == sold.benchmark.groupby(model).transform("max")]  # the strictest accuracy target
top = sold[sold.groupby("test").accelerator_vendor.transform("nunique") > 1].sort_values("each").groupby("test").tail(1)
top.accelerator.value_counts()

# %% tags=["hide-cell"]
from claimcheck.analysis import chips as chip_rules
from claimcheck.data.rounds import roles
from claimcheck.notebook import holds, listed, results, same, say, title, words

ROUND, BEFORE = roles().latest, "v6.0"
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
lone = contested[contested.submitters == 1]
percent = contested.pivot(index="test", columns="chip", values="percent")

# %% tags=["hide-cell"]
of = f"tests of {ROUND} with chips of two makers on sale"
for chip, row in leads.iterrows():
    what = f"number of {of} in which {chip} has the best result per accelerator"
    stated = say(f"chips.led-{chip.lower()}", row.led, of=what, rows=contested[contested.chip == chip])
    same(top.accelerator.str.contains(f" {chip}").sum(), stated)
    say(f"chips.entered-{chip.lower()}", row.entered, of=f"number of {of} in which {chip} is ranked", rows=stated)
say("chips.contested", contested.test.nunique(), of=f"number of {of}", rows=contested)
say("chips.cells", len(contested), of=f"number of chips on sale in {of}", rows=contested)
say("chips.alone", len(lone), of="those of them whose results are all of one submitter", rows=lone)
behind = percent.GB300[percent.GB300 < 100]
words("chips.behind-gb300", listed([f"{share:.0f}% ({test})" for test, share in behind.items()]),
    of=f"percent of the best on sale that GB300 makes in the {of} in which it does not lead", rows=contested)
over = (percent.GB300 / percent.MI355X).dropna().sort_values()
for end, at in {"low": 0, "high": -1}.items():
    words(f"chips.gb300-{end}", f"{over.iloc[at]:.2f}x ({over.index[at]})", rows=contested,
        of=f"{end}est best result of GB300 per accelerator over that of MI355X in a test of {ROUND}")
typical = f"percent by which a chip's median result lies below its best in {ROUND}: the median over all chips and tests"
say("chips.spread", spread, 1, unit="%", of=f"{typical} with three submitters or more", rows=cells)
holds("MLPerf Inference v6.1", ROUND == "v6.1")
holds("GB300 leads, B300 leads, and MI355X", {*leads.index} == {"GB300", "B300", "MI355X"})
holds("None of the leads is smaller than {n}`chips.spread`, which is by how much a chip's median result typically lies "
    "below its best", lead.min() >= spread)
holds("By best result per accelerator", len(top) == contested.test.nunique())
holds("GB300 leads most tests in which it is ranked", 2 * leads.led["GB300"] > leads.entered["GB300"])

# %% tags=["hide-input"]
import altair as alt

from claimcheck.notebook import COLOURS, results_of, show, table

half = contested.chip.value_counts()
half = half[2 * half >= contested.test.nunique()].index
drawn = contested[contested.chip.isin(half)].sort_values(["family", "scenario"])
digits = drawn.percent.round().astype(int).astype(str)
drawn = drawn.assign(as_printed=digits.where(drawn.submitters > 1, "(" + digits + ")"))
makers, middle = ["NVIDIA", "AMD", "Intel"], drawn.groupby("chip").percent.median()
ordered = drawn.assign(maker=drawn.accelerator_vendor.map(makers.index), middle=drawn.chip.map(middle))
columns = ordered.sort_values(["maker", "middle"], ascending=[True, False]).chip.unique().tolist()
blue = COLOURS["another submitter"]
across = alt.X("chip", sort=columns, title=None).axis(orient="top", labelAngle=-60, domain=False, ticks=False)
faint = alt.Opacity("percent", title="percent of the best on sale", legend=None)
faint = faint.scale(domain=[0, 100], range=[0.04, 0.4])
field = alt.Chart(drawn).encode(across, alt.Y("test", sort=None))
first, other = field.transform_filter("datum.leads"), field.transform_filter("!datum.leads")
text = {"align": "center", "dx": 0, "fontSize": 12}
show(
    "chips-matrix",
    "Per accelerator, GB300 leads most tests in which it is ranked",
    field.mark_rect(color=blue, height=22).encode(opacity=faint)
    + first.mark_rect(color=blue, height=22)
    + other.mark_text(**text).encode(text="as_printed")
    + first.mark_text(**text, color=COLOURS["page"]).encode(text="as_printed"),
    note=f"Best result of each chip on sale, {ROUND}, closed division, in percent of the best of the test; full "
    "colour: the best. In brackets: all results are of one submitter. Tests in which chips of two makers are on sale, "
    "and chips in half of them or more. An empty field has no result to rank. Of SingleStream, the time on eight.",
)

# %% [markdown]
# Numbers in brackets are of one submitter each. An empty field has no result that is ranked: times are ranked on eight
# accelerators alone, which leaves out {n}`chips.timed`. Chips entered different tests, so an average over a column
# would mean nothing. Chips on sale were of one maker in {n}`chips.one-maker-tests`. One chip
# alone took part in {n}`chips.single`, which we do not rank.
#
# The table has the chips and tests of v6.1 and then of v6.0; [the file chip_cells](../book/schema.md#chip_cells) has
# those of the other rounds too, with the key of each result. We divide no result of v6.1 by one of v6.0 here:
# MLCommons' table of comparable versions, as known to us, ends with v6.0. The name of a chip leads to its own page.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the chips in each test"}
one_maker = cells[~cells.contested]
of_one, by_one = sorted(one_maker.test.unique()), single.test + f" ({ROUND}, " + single.chip + ")"
words("chips.one-maker-tests", ", ".join(of_one), of="tests in which chips on sale are of one maker", rows=one_maker)
timed = results(round=ROUND, unit="s").frame
timed = timed[~timed.chip.isin(cells[cells.unit.eq("s")].chip)]  # systems of eight are ranked
unranked = [f"{listed(sorted({*of}))} in {title(name)} SingleStream" for name, of in timed.groupby("benchmark").chip]
words("chips.timed", listed(unranked), of=f"chips with times of {ROUND}, and none on eight", rows=timed)
words("chips.single", ", ".join(by_one), of="tests that one chip entered", rows=single)
both = every[~alone & every["round"].isin([ROUND, BEFORE])]
both = both.merge(results_of(both)[["row_id", "availability", "result_id"]].reset_index(drop=True), on="row_id")
both = both.assign(made=chip_rules.printed(both), share=both.percent.round(1))
table(
    "chips-cells",
    "The best result of each chip in each test, per accelerator",
    both.sort_values(["round", "test", "on_sale", "percent"], ascending=[False, True, False, False]),
    "test round chip made share submitter accelerators submitters results availability result_id",
    headings={"test": "Test", "made": "Per accelerator", "share": "Percent of the best on sale",
        "results": "Results of the chip", "submitters": "Submitters of the chip"},
    note="A chip that is not on sale, with results in the categories preview or rdi alone, is in no lead. v6.1 has no "
    "public result IDs in our tables. The rate per accelerator is our division, not verified by MLCommons Association.",
)

# %% [markdown]
# ## Two chips, by several readings
#
# Which of two chips is ahead depends on whose results one takes. So we compare systems of eight accelerators in four
# ways: best against best, the median of all results, the best of each maker's own, and each submitter that has both
# chips. Systems of other sizes come last, where no eights share the test. We call a difference below
# {n}`chips.spread` too small to count.
#
# {n}`chips.two-agree` {n}`chips.two-house`
#
# Other pairs are on the page of each chip, and [a question](../book/find.md) such as "GB300 vs MI355X" gets the same
# answer.

# %%
CHIPS = "MI355X", "B300"  # write two others here and run the cells below it
pairs = pd.read_csv("../data/derived/chip_pairs.csv.gz")
pairs = pairs.assign(test=pairs.family.map(title) + " " + pairs.scenario)
pair = chip_rules.two(pairs, ROUND, *CHIPS)
eights = pair[pair.reading != "any size"]
# The readings of a test that are worst and best for the first chip: above 1 they all point to it, below to the other.
low, high = (eights.groupby("test").ratio.agg(end) for end in ("min", "max"))
ahead, behind = low[low > 1], high[high < 1]
chip_rules.counted(pair, spread)

# %% tags=["hide-cell"]
one, other = CHIPS


def pointed(name, ends):
    """In how many tests all readings point to a chip, and in which by more than the spread."""
    clearly = ends.index[chip_rules.clear(ends, spread) != 0]
    by = f", each by more than {spread:.1f}% in {listed([*clearly])}" if len(clearly) else ""
    return f"{name} in {len(ends)} tests{by}"


left = len(low) - len(ahead) - len(behind)
agree = f"In {ROUND}, all readings point to {pointed(one, ahead)}, and to {pointed(other, behind)}. In {left} they "
agree += "disagree."
sized = pair[(pair.reading == "any size") & ~pair.test.isin(low.index)].sort_values("test")
if len(sized):
    agree += f" No eights of both are in {listed([*sized.test])}: by the best of any size {one} makes "
    agree += f"{listed([f'{ratio:.2f}x' for ratio in sized.ratio])} of what {other} makes."
house = eights[eights.reading == "house"]
of_house = house.ratio.gt(1).groupby(house.family.map(title)).agg(["sum", "size"])
clearly = chip_rules.clear(house.ratio, spread).gt(0).groupby(house.family.map(title)).sum()
told = listed([
    f"{row['sum']} of {row['size']} in {name} ({clearly[name]} clearly)" for name, row in of_house.iterrows()
])
none = "No submitter has both on eight accelerators."
told = f"Where one submitter has both, {one} is ahead in {told}." if told else none
of_both = pd.concat([eights, sized])
ids = pd.DataFrame({"row_id": "|".join([*of_both.row_ids, *of_both.other_row_ids]).split("|")}).drop_duplicates()
words("chips.two-agree", agree, of=f"what the readings of {one} and {other} say", rows=ids)
words("chips.two-house", told, of=f"comparisons of {one} with {other} by submitters that have both", rows=ids)

# %% tags=["hide-input"]
READ = {"best": "best against best", "median": "median against median", "own": "each maker's own",
    "house": "one submitter with both", "any size": "other sizes, best"}
# Of other sizes the tests that no eights share.
dots = pair[pair.reading.ne("any size") | ~pair.test.isin(eights.test)].sort_values(["family", "scenario"])
dots = dots.assign(kind=dots.reading.map(READ), as_printed=dots.ratio.map("{:.2f}x".format))
dots = dots.assign(row_ids=(dots.row_ids + "|" + dots.other_row_ids).str.split("|"))
x = alt.X("ratio", title=f"{one} as a multiple of {other}, per accelerator").scale(type="log", nice=False, padding=12)
shown = [COLOURS[name] for name in ("another submitter", "words", "NVIDIA", "whole run", "other")]
colour = alt.Color("kind", sort=[*READ.values()]).scale(domain=[*READ.values()], range=shown)
finding = f"By every reading, {one if len(ahead) else other} is ahead"
if left or (len(ahead) and len(behind)):
    finding = f"Whether {one} or {other} is ahead depends on test and reading"
line = alt.Chart(alt.InlineData([{}])).mark_rule(color=COLOURS["words"]).encode(x=alt.datum(1))
points = alt.Chart(dots).encode(x.axis(format="~g"), alt.Y("test", sort=None), colour)
show(
    "two-chips",
    finding,
    line + points.mark_circle(size=80).encode(tooltip=["submitter", "as_printed"]),
    note=f"MLPerf Inference {ROUND}, closed division, on sale, eight accelerators of each but for other sizes. Right "
    f"of the line {one} is ahead. A median is of all results of a chip.",
)

# %% [markdown]
# ## What these tables leave out
#
# - **Size.** The rate per accelerator favours small systems in some tests and racks in others. In GPT-OSS 120B Server
#   of v6.1 the best {n}`chips.size-large` MI355X make {n}`chips.size-share` as much per chip as the best eight.
# - **Single results.** In GPT-OSS 120B Offline of v6.1 GB200's best, of one submitter on {n}`chips.lone-size`, is
#   {n}`chips.lone` ahead of its next.
# - **Load.** The submitter chose the load of a Server or Interactive result, and the published rate of Server [leaves
#   out the end of a run](v6-1.ipynb#the-same-gains-timed-in-three-ways). In DeepSeek-R1 Server of v6.1 the
#   {n}`chips.wide-n` results on B300 differ by a factor of {n}`chips.wide`.
# - **Price and power.** MLPerf Inference has no prices. In {n}`chips.power-rounds` some results have measured power,
#   and none in v6.0 or v6.1: no tokens per watt can be computed for the chips of these rounds. Runs with measured power
#   are in none of the tables above.
# - **IDs.** Our v6.1 results have no public IDs, so the footnote names the repository, its commit and the day on which
#   we read it instead. MLCommons' rules require the ID of each result in print: take it from MLCommons' result page.
# - **Names.** A chip here is a label: RTX PRO 6000 is entered under two names.

# %% tags=["hide-cell"]
from claimcheck.notebook import inference_results

oss = results(round=ROUND, benchmark="gpt-oss-120b", scenario="Server", chip="MI355X", availability="available")
large, eight = oss.first("-accelerators", "-per_accelerator"), oss(accelerators=8).first("-per_accelerator")
say("chips.size-large", large.accelerators)
say("chips.size-share", (large.per_accelerator / eight.per_accelerator).percent)
lone, after = list(results(round=ROUND, benchmark="gpt-oss-120b", scenario="Offline", chip="GB200").by(
    "-per_accelerator"))[:2]
say("chips.lone-size", lone.accelerators)
say("chips.lone", (lone.per_accelerator / after.per_accelerator - 1).percent)
wide = results(round=ROUND, benchmark="deepseek-r1", scenario="Server", chip="B300")
say("chips.wide-n", wide.count)
say("chips.wide", wide.max("per_accelerator") / wide.min("per_accelerator"))
measured, order = {*inference_results(has_power=True).frame["round"]}, [*every["round"].drop_duplicates()]
of = "rounds of MLPerf Inference with results with measured power"
words("chips.power-rounds", listed(sorted(measured, key=order.index)), of=of)
holds("and none in v6.0 or v6.1", not measured & {ROUND, BEFORE})
holds("Our v6.1 results have no public IDs", inference_results(round=ROUND).frame.result_id.isna().all())
holds("RTX PRO 6000 is entered under two names", {"RTX PRO 6000", "RTX PRO 6000 Blackwell"} <= {*cells.chip})

# %% [markdown]
# ```{mlperf-footnote}
# :latest:
# :rounds: inference
# ```
