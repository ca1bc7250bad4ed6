# %% [markdown]
# # Is 2.77x in one round common?
#
# :::{admonition} The answer
# :class: cc-key
# **No, and it has only ever happened to a young chip or benchmark.** From one round of MLPerf® Inference to the next, a chip's best
# result per accelerator is typically {n}`years.median` what it was (the median of {n}`years.n` comparisons since 2019).
# Only {n}`years.reached-n` reach the published ratio, the published pair among them. In each, the chip or the benchmark was in its
# second round.
# :::
#
# The ratios on this page are ours and not verified by MLCommons Association.

# %% tags=["hide-cell"]
from claimcheck.notebook import claim, inference_results, load_tables, rounds_until, say, successive, value

results = inference_results(round=rounds_until()["inference"])
comparable = load_tables().listed.groups
published = claim(1)


def reaching(pairs, least=published):
    """Those of the pairs that reach the published ratio, or another."""
    return pairs.where(f"of {least} or more", lambda t: t.ratio >= least.value)


def median(pairs):
    """The median ratio; it rests on too many results to list them."""
    what = f"median ratio of {len(pairs)} {pairs.words}"
    return value(pairs.frame.ratio.median(), "x", of=what, table="inference_results")


pairs = results.pipe(lambda t: successive(t, comparable))(rounds_apart=1)
pairs = pairs.called("comparisons of a chip's best result with that of the round before")
say("years.median", median(pairs), of=f"median of {len(pairs)} ratios of a chip's best result per accelerator to its best of the round before (table inference_results)")
say("years.reached-n", reaching(pairs).count, of=f"number of times that a chip's best result reached {published} of its best of the round before")

# %% tags=["hide-cell"]
from claimcheck.notebook import COLOURS, comparisons, holds, keys_until, line_at, order, same_owner, show, table, title

young = pairs.where("with a chip or benchmark in its second round", lambda t: t.new_benchmark | t.new_chip)
later = pairs.where("with an older chip and benchmark", lambda t: ~(t.new_benchmark | t.new_chip))
for name, part in {"": pairs, "second-": young, "later-": later}.items():
    say(f"years.{name}n", value(len(part), of=f"number of {part.words}", table="inference_results"))
say("years.second-median", median(young))
# In its group of comparable rounds, the first of which is 0.
turn = {(name, one): place for name, groups in comparable.items() for group in groups for place, one in enumerate(group)}
turns = [turn[pair] for pair in zip(pairs.frame.benchmark, pairs.frame.after)]
second = pairs.where("on a benchmark in its second round", lambda t: [one == 1 for one in turns])
fourth = pairs.where("on a benchmark in its fourth round or a later one", lambda t: [one >= 3 for one in turns])
say("years.benchmark-second", median(second))
say("years.benchmark-fourth", median(fourth))
say("years.second-reached-n", reaching(young).count)
holds("In each, the chip or the benchmark was in its", len(reaching(later)) == 0)
holds("it has only ever happened to a young chip or benchmark", len(reaching(later)) == 0)
holds("a chip's best result per accelerator is typically", pairs.frame.ratio.median() > 1)
holds("Only {n}`years.reached-n` reach the published ratio", len(reaching(pairs)) < len(pairs))
holds("Only young chips or benchmarks ever reached", len(reaching(later)) == 0)

# %% [markdown]
# ## What is compared
#
# For each chip, benchmark and scenario: the best closed result per accelerator of any submitter in a round, divided by the best
# of the round before, in Server and Offline. Only rounds that MLCommons calls comparable are compared, and a benchmark with two
# accuracy targets counts once.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the ratios by round", "code_prompt_hide": "Hide the ratios by round"}
spread = dict(pairs=("ratio", "size"), lowest=("ratio", "min"), median=("ratio", "median"), highest=("ratio", "max"))
rounds = keys_until(suites=["inference"])
by_round = pairs.frame.groupby(["scenario", "after"]).agg(**spread).reset_index()
table("by-round", "Ratios by scenario and later round", by_round, list(by_round), headings={"after": "Round"}, rounds=rounds)

# %% [markdown]
# The table counts how many reach the published ratio, by age. *Young* means that the chip or the benchmark was in its second round.

# %% tags=["hide-input"]
def aged(pairs):
    """The comparisons as a frame with their age, young or later."""
    young = pairs.frame.new_benchmark | pairs.frame.new_chip
    return pairs.frame.assign(age=young.map({True: "young", False: "later"}))


def counted(id, what, pairs):
    """The table of how many comparisons reach the published ratio: young and later ones."""
    frame = aged(pairs).assign(reached=pairs.frame.ratio >= published.value)
    counts = frame.groupby(["scenario", "age"]).agg(reached=("reached", "sum"), **spread).reset_index()
    columns = "scenario age pairs reached median highest"
    return table(id, what, counts, columns, headings={"reached": "Reach it"}, rounds=rounds)


counted("how-often", f"How many comparisons of a chip with itself reach {published}", pairs)

# %% tags=["hide-input"]
import altair as alt

# The highest of a row is named if it reaches the published ratio.
drawn = aged(pairs).sort_values(["scenario", "age", "ratio"], ascending=False)
highest = ~drawn.duplicated(["scenario", "age"]) & (drawn.ratio >= published.value)
chips = drawn["product"].str.removesuffix("-SXM-80GB") + drawn.ratio.map(" {:.2f}x".format)
middle = drawn.groupby(["scenario", "age"]).ratio.transform("median")
drawn = drawn.assign(
    row=drawn.age + middle.map(": median {:.2f}x".format),
    comparison=drawn["product"] + ", " + drawn.family.map(title) + ", " + drawn.before + " to " + drawn.after,
    words=chips.where(highest, ""),
)
ratio = alt.X("ratio", title="result per accelerator, later round over earlier").scale(type="log", nice=False)
ratio = ratio.axis(values=[0.1, 0.5, 1, 1.5, 2, 5, 10], labelExpr="format(datum.value, '~r') + 'x'")
rows = alt.Chart(drawn).encode(ratio, alt.Y("row", sort=None), tooltip="comparison")
colour = alt.Color("age", legend=None).scale(domain=["young", "later"], range=[COLOURS["words"], COLOURS["other"]])
ticks = rows.mark_tick(size=16, thickness=2, opacity=0.7).encode(color=colour)
named = rows.transform_filter("datum.words != ''").mark_text().encode(text="words")
show(
    "gains",
    f"Only young chips or benchmarks ever reached {published} from one round to the next",
    alt.layer(line_at(f"published: {published}", published), ticks, named, data=drawn)
    .facet(alt.Facet("scenario", sort=None), columns=1)
    .resolve_scale(y="independent"),
    note="Best result per accelerator of any submitter at any system size, over that of the round before.",
    rounds=rounds,
)

# %% [markdown]
# ## The largest gains

# %% tags=["hide-input"]
table(
    "pairs",
    "Every chip, benchmark and scenario with results in two successive rounds, with submitter and number of chips",
    pairs.frame.assign(step=pairs.frame.before + " to " + pairs.frame.after),
    "ratio product benchmark scenario step earlier later young",
    headings={"step": "Rounds", "earlier": "Before", "later": "After"},
    note="Young: what was in its second round.",
    searchable=True,
    behind=(),
    rounds=rounds,
    earlier=lambda pair: f"{pair.submitter_before}, {pair.accelerators_before}",
    later=lambda pair: f"{pair.submitter_after}, {pair.accelerators_after}",
    young=lambda pair: " and ".join(["chip"] * pair.new_chip + ["benchmark"] * pair.new_benchmark) or "neither",
)

# %% [markdown]
# The highest ratio of all, {n}`years.top`, is not a gain of newer software over older. One submitter ran MLPerf's reference code in
# one round and NVIDIA's code in the next. It is one submitter under two spellings of its name.

# %% tags=["hide-input"]
top = pairs.first("-ratio")
sides = inference_results.where("of the highest ratio", lambda t: t.row_id.isin(top.rows)).by("round")
older_software, newer_software = sides.frame.software.str.lower()
holds("ran MLPerf's reference code in", "onnxruntime" in older_software and "tensorrt" in newer_software)
holds("one submitter under two spellings of its name", sides.frame.submitter.str.lower().nunique() == 1)
holds("reference code in", sides.frame.system.str.contains("reference").tolist() == [True, False])
table("top", f"The two results of the highest ratio: {top.product}, {top.title} {top.scenario}", sides, "round submitter software value unit")

# %% tags=["hide-cell"]
say("years.top", pairs.max("ratio"))
# Names of chips under which submitters ran different boards, power settings or slices.
vague = pairs.where("on chips whose name may be of several boards or settings", lambda t: t["product"].str.contains("Xavier|^T4$|MIG"))
say("years.vague-n", value(len(vague), of=f"number of {vague.words}", table="inference_results"))
rest = pairs.where("without these and without the highest", lambda t: ~t.index.isin(vague.frame.index) & (t.ratio < t.ratio.max()))
say("years.median-rest", median(rest))
holds("among them the lowest", vague.frame.ratio.min() == pairs.frame.ratio.min())

# %% [markdown]
# ## The same owner, the same number of chips
#
# The best result may be another submitter's, or of another size of system. A stricter comparison takes the same submitter in both
# rounds, with the same number of the same chips. Again almost no gain reaches the published ratio.

# %% tags=["hide-input"]
owners = results.pipe(lambda t: same_owner(t, comparable))(rounds_apart=1)
owners = owners.called("comparisons of a submitter's result with its own of the round before")
counted("how-often-owners", f"How many gains of one submitter reach {published}", owners)

# %% [markdown]
# A submitter that renamed its system may have changed the server. The one with the highest ratio did:

# %% tags=["hide-input"]
highest = owners.by("-ratio")
table(
    "renamed",
    "The highest ratio of one submitter on as many of the same chips",
    highest.where("with the highest ratio", lambda t: t.index == t.index[0]),
    "submitter_after product benchmark scenario ratio system_before system_after",
    headings={"submitter_after": "Submitter", "system_before": "System before", "system_after": "System after"},
)

# %% [markdown]
# ## The round before had no such gain
#
# Article A5 adds that the gain of the round before was {n}`claim.40.published`, without saying of what. Of all defensible
# comparisons of v5.0 with v5.1 on one chip (one submitter with itself, or the best of each round), the highest is
# {n}`claim.40.computed`.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the highest on each chip", "code_prompt_hide": "Hide the highest on each chip"}
before = comparisons(before="v5.0", after="v5.1", repeats=False)
holds("The round before had no such gain", round(before.frame.ratio.max(), 1) < claim(40).value)
by_chip = before.frame.groupby("chip").agg(**spread).reset_index().sort_values("highest", ascending=False, kind="stable")
table("round-before", "Ratios of v5.1 to v5.0 by chip", by_chip, "chip pairs median highest", behind=before, rounds=["v5.0", "v5.1"])

# %% [markdown]
# ## Is it a pattern?
#
# Article A5 calls {n}`claim.52.published` a pattern and not a one-time event, and says that no custom chip has shown gains of this
# kind across models. The comparisons that reach it are the first rows of the table above.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show all comparisons by the maker of the silicon", "code_prompt_hide": "Hide all comparisons by the maker of the silicon"}
by_maker = pairs.frame.groupby("vendor").agg(
    benchmarks=("family", "nunique"), last=("after", lambda r: max(r, key=order)), **spread
)
table(
    "makers",
    "Comparisons by the maker of the silicon, on how many benchmarks, and until which round",
    by_maker.reset_index().sort_values("pairs", ascending=False, kind="stable"),
    "vendor pairs benchmarks median highest last",
    headings={"vendor": "Maker", "last": "Last round"},
    rounds=rounds,
)

# %% tags=["hide-cell"]
on_nvidia, others = pairs(vendor="NVIDIA"), pairs.where("on silicon of other makers", lambda t: t.vendor != "NVIDIA")
reached = reaching(on_nvidia, claim(52))
gptj = reached.one(product="H100-SXM-80GB", family="gptj", scenario="Server")
steps = {"rounds-n": reached, "steps-n": on_nvidia}
for key, part in steps.items():
    say(f"years.{key}", value(part.frame.after.nunique(), of=f"number of later rounds of {part.words}", table="inference_results"))
say("years.others-n", value(len(others), of=f"number of {others.words}", table="inference_results"))
say("years.others-reached-n", reaching(others, claim(52)).count)
say("years.gptj", gptj.ratio)
say("years.next-top", comparisons(before="v6.0", after="v6.1", repeats=False).max("ratio"))
holds("Each time the chip or the model was in its second round.", all(pair.new_benchmark or pair.new_chip for pair in reached))

# %% [markdown]
# It happened more than once, and it does not happen every round. NVIDIA's chips reached such a gain in {n}`years.rounds-n` of
# {n}`years.steps-n` rounds: in v6.0 on DeepSeek-R1, in v4.0 on GPT-J, and in v3.1 on a consumer card whose submitter changed from
# reference code to NVIDIA's. On GPT-J the H100 gained {n}`years.gptj`. Each time the chip or the model was in its second round. The
# round before v6.0 had no such gain. In v6.1 the highest of the defensible ratios is {n}`years.next-top`, again on a model in its second round.
#
# There are {n}`years.others-n` comparisons on chips of other makers, and {n}`years.others-reached-n` of them reaches such a gain,
# on one small model. But few custom chips come back: most have results in two or three rounds on a few models, and none of them
# in both v5.1 and v6.0.
#
# ## What depends on the choice of comparisons
#
# The published pair is young in both ways, because DeepSeek-R1 and the GB300 were in their second round. Among the
# {n}`years.second-n` young comparisons, {n}`years.second-reached-n` reach the published ratio. Their median is
# {n}`years.second-median`. None of the {n}`years.later-n` others reaches it.
#
# By the age of the benchmark alone, the median ratio is {n}`years.benchmark-second` in its second round and
# {n}`years.benchmark-fourth` in its fourth or a later one.
#
# Some ratios compare systems that share only a name. Xavier was the name of several boards and power settings, T4 cards were in
# systems of very different size, and slices of an A100 or A30 (MIG) were used in different numbers. {n}`years.vague-n` ratios have
# such names, among them the lowest. Without these and without the highest, the median is {n}`years.median-rest`.
#
# ## Limits
#
# - 3D U-Net took another data set in v2.0, and every chip's results fell to about a twentieth, though MLCommons' table calls the
#   rounds comparable. We left out the pairs across that round, and pairs whose units differ (GPT-J and Llama 2 70B between v4.0
#   and v4.1).
# - A new chip name may hide a new board, and one name two boards.
# - Up to v4.0 a Server result is the rate that was scheduled, since then the rate completed. Pairs across that change are kept.
# - A ratio near 1 may mean that the same submission was sent in again.
#
# ## The claims
#
# ```{claim-list} 40 52 53
# ```
#
# ```{mlperf-footnote}
# :rounds: inference
# ```
