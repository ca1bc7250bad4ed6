# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # How many wins?
#
# :::{admonition} The answer
# :class: cc-key
# It depends on what counts as a win; we could find no definition of NVIDIA's. *Counted by submitter*, as its words say,
# it has {n}`wins.literal-ratio-low` to {n}`wins.literal-ratio-high` the wins of all others in MLPerf® Training and
# Inference; *counted by chip*, as we think it is meant, {n}`wins.allowed-ratio-low` to {n}`wins.allowed-ratio-high`.
# The plainest count is {n}`wins.plain-nvidia` to {n}`wins.plain-others`. Of {n}`wins.tried-n` definitions
# {n}`wins.nine-n` give {n}`claim.12.published`: {n}`wins.nine-platform` count every win on NVIDIA's chips,
# {n}`wins.nine-own` leave its partners out, and one counts NVIDIA as a submitter, in Training alone.
# :::

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False).query("round != 'v6.1'")
training = pd.read_csv("../data/tables/training_results.csv.gz", low_memory=False)
inference["score"] = inference.value.where(inference.higher_is_better, 1 / inference.value)
training = training.query("suite == 'training' and round != 'v6.0'").assign(score=lambda t: 1 / t.time_to_train_minutes)
rows = pd.concat([inference, training]).query("division == 'closed'").fillna({"score": 0})
cell = [rows["round"], rows.suite, rows.benchmark.str.replace(r"-9[59](\.9)?$", "", regex=True), rows.scenario]
best = rows.groupby([*cell, rows.submitter.str.contains("NVIDIA")], dropna=False).score.max().unstack().fillna(-1)
plain = (best[True] > best[False]).sum() / (best[False] > best[True]).sum()
print(f"as a submitter NVIDIA has {plain:.1f} times the wins of all others")

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show how 291 wins and nine times can be counted"}
from claimcheck.analysis.wins import eligible_results
from claimcheck.notebook import inference_results, keys_until, show, training_results

# A row for each result of Inference, Training and HPC up to v6.0; the better it is, the higher its score.
eligible = eligible_results(inference_results.frame, training_results.frame)
entries = eligible[eligible.division.eq("closed") & eligible.availability.isin(["available", "unknown"])]
# v0.5 had no suites: its Server and Offline results count as datacenter.
unsplit = entries.suite.eq("none") & (entries.program.ne("inference") | entries.scenario.isin(["Server", "Offline"]))
entries = entries[entries.suite.eq("datacenter") | unsplit]
whose = entries.vendor.eq("NVIDIA").map({True: "NVIDIA", False: "others"})
own = entries.submitter.str.contains("NVIDIA") | (whose == "others")  # NVIDIA's partners are left out
cell = ["program", "round", "suite", "benchmark", "scenario"]
best = entries[own].assign(whose=whose).sort_values("score", ascending=False, kind="stable").drop_duplicates(cell)
wins = best.drop_duplicates(["whose", "run"])  # a run that wins several cells counts once
counted = wins.whose.value_counts()
print(f"{counted['NVIDIA']} wins, {counted['NVIDIA'] / counted['others']:.1f} times the {counted['others']} of the "
    "others")
wins[["program", "round", "benchmark", "scenario", "submitter", "row_id"]].sort_index()

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the definitions of a win that give both figures"}
from claimcheck.notebook import claim, counting_rules, holds, say

# By submitter, as the sentence says, NVIDIA's partners are others.
LITERAL, WITH_HPC = "counts partners as others", "inference+training+hpc"

definitions = counting_rules.called("definitions of a win over all rounds up to v6.0")
published = claim(11).value, claim(12).value
allowed = definitions.where("that count by chip, as we read the sentence", lambda t: t.ruled_out.isna())
exact = definitions.where(
    "that give both published figures", lambda t: (t.nvidia == published[0]) & ((t.ratio + 0.5) // 1 == published[1])
)
nine = definitions.where("that give nine times", lambda t: (t.ratio + 0.5) // 1 == published[1])
say("wins.tried-n", definitions.count, of="number of definitions of a win that we tried")
say("wins.nine-n", nine.count, of="number of definitions of a win that give nine times")
for who in ("platform", "own"):
    say(f"wins.nine-{who}", nine(who=who).count, of="number of definitions of a win that give nine times and "
        + {"platform": "count every win on NVIDIA's chips", "own": "leave NVIDIA's partners out"}[who])
holds("one counts NVIDIA as a submitter, in Training alone", list(nine(who="submitter").frame.programs) == ["training"])
holds("count every win on NVIDIA's chips", len(nine(who="platform")) + len(nine(who="own")) + 1 == len(nine))
say("wins.allowed-n", allowed.count)
say("wins.allowed-nine-n", nine.where("and count by chip, as we read the sentence", lambda t: t.ruled_out.isna()).count)
say("wins.exact-n", exact.count)
holds("The two definitions that give both of NVIDIA's figures", len(exact) == 2)
holds("leave the partners out and count MLPerf HPC",
    set(exact.frame.who) == {"own"} and exact.frame.programs.str.endswith("hpc").all())
exact_count = next(iter(exact))
holds("both of NVIDIA's figures", exact.frame[["nvidia", "others"]].nunique().eq(1).all())
say("wins.exact-nvidia", exact_count.nvidia)
say("wins.exact-others", exact_count.others)
exact.frame[["programs", "who", "availability", "suites", "training", "nvidia", "others", "ratio", "ruled_out"]]

# %% tags=["hide-input"]
import altair as alt

from claimcheck.analysis import wins as rules
from claimcheck.notebook import COLOURS, frame_of, line_at


def definition(**other):
    """The definition that differs from the plainest in these choices (listed below), such as ``who="submitter"``."""
    return definitions.one(**rules.PLAIN | other)


ways = {
    "NVIDIA against all other submitters": definition(who="submitter"),
    "NVIDIA's chips against all others": definition(),
    "NVIDIA's chips, contested cells": definition(cells="contested"),
    "NVIDIA's chips, open division too": definition(division="closed+open"),
    "NVIDIA's own entries, other chips": definition(who="own"),
    "NVIDIA's own entries, contested cells": definition(who="own", cells="contested"),
    "NVIDIA's chips, each variant a cell": definition(variants="apart"),
    "The same, each run counted once": definition(variants="apart", count="runs"),
    "NVIDIA's own entries, MLPerf HPC too": exact_count,
}
counted = frame_of([(f"{way}: {row.nvidia} to {row.others}", row.ratio, "NVIDIA") for way, row in ways.items()],
    "what ratio kind")
holds("In the plainest count NVIDIA's chips won seven times as often as all others",
    (definition().ratio.value + 0.5) // 1 == 7)
rows = alt.Chart(counted).encode(alt.X("ratio", title="wins of NVIDIA over those of all others"),
    alt.Y("what", sort=None), tooltip="as_printed")
ratios = [rows.mark_text(dx=5, stroke=COLOURS["page"], strokeWidth=w).encode(text="as_printed") for w in (5, 0)]
bars = rows.mark_bar().encode(alt.Color("kind", legend=None))
show(
    "ways",
    "In the plainest count NVIDIA's chips won seven times as often as all others",
    alt.layer(bars, line_at(f"published: {claim(12):0}", published[1]), *ratios, data=counted),
    note="All rounds up to Inference v6.0, closed division where nothing else is said; wins of NVIDIA to wins of all "
    "others. The first two are the plainest definition; the others differ from it in what is named, the last, which "
    f"gives {claim(11)}, in more. {nine.count} of {definitions.count} give nine times. Contested: with chips of two or "
    "more vendors.",
    rounds=keys_until(),
)

# %% [markdown]
# NVIDIA counts {n}`claim.11.published` in MLPerf® Training and Inference, {n}`claim.12.published` as many as all other
# submitters combined. Its partners are among the others, and they won most of the cells that its chips won. The two
# definitions that give both of NVIDIA's figures, {n}`wins.exact-nvidia` wins to {n}`wins.exact-others`, set its own
# entries against other makers' chips, leave the partners out and count MLPerf HPC, which the sentence does not name.
#
# ## Counted by submitter, the sentence does not give nine times
#
# A *cell* is a round, suite, benchmark and scenario; in Training, a round and benchmark. The best result of a cell wins
# it. By the plainest definition all cells of the closed division count, accuracy variants of a benchmark are one, and a
# training entry wins with the shortest time. We count all rounds up to Inference v6.0, when the claim was made, twice:
# once with NVIDIA as one submitter among all, its joint entries included, and once with every entry on NVIDIA's chips
# as NVIDIA's. As a submitter NVIDIA then has {n}`wins.submitter-ratio` the wins of all others.

# %% tags=["hide-cell"]
from claimcheck.analysis.wins import PLAIN, cells_won
from claimcheck.claims.texts.wording import nearest_rule
from claimcheck.data.rounds import in_order
from claimcheck.notebook import same, table, title, value, words

# An entry without a known time wins only where no other took part.
entries = eligible.assign(score=eligible.score.fillna(0))
closed = entries[(entries.division == "closed") & (entries.program != "hpc")]
cell = ["program", "round", "suite", "family", "scenario"]


def won(whose, mine):
    """How many cells the entries ``mine`` win, and how many all others win; a tie is nobody's."""
    top = closed.groupby([*cell, mine], observed=True).score.max().unstack().fillna(-1)
    sides = {whose: top[True] > top[False], "all others": top[False] > top[True]}
    basis = "tables inference_results and training_results"
    return [value(n.sum(), of=f"wins of {side} by the plainest definition", source=basis) for side, n in sides.items()]


nvidia, others = won("NVIDIA as a submitter", closed.submitter.str.contains("NVIDIA"))
say("wins.submitter-ratio", same(plain, nvidia / others), 1)
on_chips, on_others = won("NVIDIA's chips", closed.vendor == "NVIDIA")
say("wins.plain-nvidia", on_chips)
say("wins.plain-others", on_others)
holds("they won most of the cells that its chips won", 2 * nvidia.value < on_chips.value)

# %% [markdown]
# No definition that counts Training and Inference together by submitter comes near nine times, as the next table shows.
#
# (the-sentence-allows-few-definitions-and-none-gives-both-figures)=
# ## What definitions of a win give by chip and by submitter
#
# A definition of a win makes [ten choices](#who-counts-as-nvidia-matters-most), such as which divisions and which
# systems count. We counted every combination that differs in meaning. NVIDIA's sentence speaks of training and
# inference wins and of all other submitters. In our reading it means chips and leaves out five kinds of definitions:
# {n}`wins.allowed-n` are left, of which {n}`wins.allowed-nine-n` give nine times and none both figures as counted. If
# doubtful wins, such as ties, may go to either side, {n}`wins.fitting-n` does. That proves little:
# {n}`chance.allowed-doubt-both` of invented pairs of such figures would pass the same test. The last columns of the
# table say how many definitions give each published figure, and both.

# %% tags=["hide-input"]
literal = definitions.where(
    "that count by submitter, as the sentence says (Training and Inference together, closed division, nothing twice)",
    lambda t: t.ruled_out == LITERAL,
)
holds("and none both figures as counted", not {*allowed.frame.rule} & {*exact.frame.rule})
holds("Counted by chip, no definition gives both of NVIDIA's figures without a doubtful win",
    "platform" not in {*exact.frame.who})
holds("both count MLPerf HPC", set(exact.frame.programs) == {WITH_HPC})
with_hpc = definitions.where(
    "that count by chip, as we read the sentence, or would if MLPerf HPC counted",
    lambda t: t.ruled_out.isna() | ((t.ruled_out == "counts other programs") & (t.programs == WITH_HPC)),
)
sets = {
    "By submitter, as the words say": literal,
    "By chip, as we read the sentence": allowed,
    "By chip, if MLPerf HPC may count": with_hpc,
    "All that we tried": definitions,
}
given = [
    {
        "Definitions": name,
        "How many": len(part),
        "Wins of NVIDIA": f"{part.min('nvidia')} to {part.max('nvidia')}",
        "Ratio": f"{part.min('ratio'):1} to {part.max('ratio'):1}",
        f"Give {claim(11)}": (part.frame.nvidia == published[0]).sum(),
        f"Give {claim(12):0}": ((part.frame.ratio + 0.5) // 1 == published[1]).sum(),
        "Give both": part.frame.rule.isin(exact.frame.rule).sum(),
    }
    for name, part in sets.items()
]
table("sets", "What definitions of a win give", pd.DataFrame(given), [*given[0]])

# %% tags=["hide-cell"]
both = definitions(who="submitter", programs="inference+training")
holds("No definition that counts Training and Inference together by submitter comes near nine times",
    both.max("ratio") == literal.max("ratio") < 2)
holds("none of them gives both figures as counted", not {*with_hpc.frame.rule} & {*exact.frame.rule})
for name, part in {"allowed": allowed, "literal": literal, "hpc": with_hpc}.items():
    say(f"wins.{name}-ratio-low", part.min("ratio"), 1,
        of=f"lowest ratio of NVIDIA's wins to all others' by {len(part)} {part.words}")
    say(f"wins.{name}-ratio-high", part.max("ratio"), 1,
        of=f"highest ratio of NVIDIA's wins to all others' by {len(part)} {part.words}")
for name, part in {"allowed": allowed, "literal": literal, "hpc": with_hpc}.items():
    say(f"wins.{name}-low", part.min("nvidia"))
    say(f"wins.{name}-high", part.max("nvidia"))

# %% tags=["hide-cell"]
SUBMITTER, CHIP = "by submitter, as the words say", "by chip, as we read it"
KINDS = {"other": COLOURS["other"], SUBMITTER: COLOURS["another submitter"], CHIP: COLOURS["NVIDIA"]}
counts = definitions.frame
counts = counts.assign(
    kind=counts.ruled_out.map({LITERAL: SUBMITTER}).fillna("other").mask(counts.ruled_out.isna(), CHIP),
    choices_apart=(counts[[*rules.CHOICES]] != pd.Series(rules.PLAIN)).sum(axis=1),
    ratio_as_printed=[f"{r:.{int(r < 1) + int(r < 10)}f}x" if n else "others won none"
        for r, n in zip(counts.ratio, counts.others)],
    level=counts.ratio.clip(0.02, 1000),  # where others or NVIDIA won none, the end of the axis
)
# A dot is one outcome of one kind; what the sentence may mean is named by its definition that is nearest to the
# plainest.
outcome = ["kind", "nvidia", "others"]
counts["definitions"] = counts.groupby(outcome).rule.transform("size")
dots = counts.sort_values("choices_apart", kind="stable").drop_duplicates(outcome)
dots["choices"] = [rules.in_words(row) if row["kind"] != "other" else "" for row in dots.to_dict("records")]
dots = dots.sort_values("kind", key=lambda kinds: kinds.map([*KINDS].index), kind="stable")
every = alt.Chart(dots).encode(
    alt.X("nvidia", title="wins counted for NVIDIA"),
    alt.Y("level", title="times the wins of everybody else (log scale)")
    .scale(type="log", nice=False)
    .axis(grid=True, values=[0.1, 1, 10, 100], labelExpr="datum.value + 'x'"),
    tooltip=["others", alt.Tooltip("ratio_as_printed", title="ratio"), "definitions", "choices"],
)

# %% tags=["hide-input"]
kind = alt.Color("kind", title="kind of definition", legend=alt.Legend(symbolType="circle", symbolOpacity=1))
plainest = every.transform_filter("datum.choices_apart == 0")
ratio_line = alt.Chart(alt.InlineData([{}])).mark_rule(color=COLOURS["published"], strokeDash=[4, 3])
show(
    "cloud",
    "Counted by chip, no definition gives both of NVIDIA's figures without a doubtful win",
    alt.layer(
        every.mark_circle().encode(
            color=kind.scale(domain=[*KINDS], range=[*KINDS.values()]),
            size=alt.Size("definitions", legend=None).scale(range=[16, 70]),
            opacity=alt.condition("datum.kind == 'other'", alt.value(0.3), alt.value(0.9)),
        ),
        line_at(f"published: {claim(11)}, {claim(12):0}", claim(11)),
        ratio_line.encode(y=alt.datum(published[1])),
        plainest.mark_point(filled=False, size=150, strokeWidth=2.5, color=COLOURS["words"]),
        *(plainest.mark_text(dx=12, dy=10, stroke=COLOURS["page"], strokeWidth=w).encode(text=alt.value("plainest"))
            for w in (5, 0)),
    ),
    note="All rounds of MLPerf Inference and Training up to Inference v6.0; by some definitions also MLPerf HPC. A dot "
    "is one outcome, larger where several definitions share it. The plainest definition is in a circle; lines are at "
    "the published figures. Doubtful wins are as counted.",
    rounds=keys_until(),
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show what the sentence leaves out, and why"}
out = definitions.frame.ruled_out.fillna("")
left_out = [
    {"The definition": kind, "Definitions": out.str.contains(kind, regex=False).sum(), "Why not": reason["why"]}
    for kind, reason in rules.RULED_OUT.items()
]
table("left-out", "What our reading of the sentence leaves out; a definition may be of several kinds",
    pd.DataFrame(left_out), [*left_out[0]])

# %% [markdown]
# Only {n}`wins.exact-n` definitions give both figures without a doubtful win, and both count MLPerf HPC. Whether it
# belongs is a matter of reading. NVIDIA's sentence names training and inference, so we leave HPC out; but MLCommons
# titles that suite "MLPerf Training: HPC" ([its page](https://mlcommons.org/en/training-hpc-10)). If HPC may count as
# well, our reading leaves more definitions, and none of them gives both figures as counted.
#
# ## Many other figures would pass the same test
#
# With many definitions, some come near any pair of figures. So we gave every pair near the published one the same test:
# is there a definition that gives this count, and a ratio that rounds to this one? *As counted* takes each definition's
# figures as they are. *With doubt* lets each doubtful cell of a definition go to either side: ties, leads below one
# percent, entries whose time or availability is not known. *Near* is every count from {n}`chance.count-low` to
# {n}`chance.count-high`. Each is paired with every whole ratio from {n}`chance.ratio-low` to {n}`chance.ratio-high`.

# %%
from itertools import product

NEAR = (range(250, 331), range(5, 16))
TESTS = {"as counted": False, "with doubt": True}


def passing(of, doubt):
    """Of the counts, the ratios and the pairs near the published ones, the shares that some definition gives."""
    wins, times = (rules.outcomes(of.frame, doubt)[name] for name in ("wins", "times"))
    tried = {"count": ({*wins}, {*NEAR[0]}), "ratio": ({*times}, {*NEAR[1]}),
        "both": ({*zip(wins, times)}, {*product(*NEAR)})}
    given = f"that one of the {of} gives, " + ("with doubtful cells either way" if doubt else "as counted")
    return {
        what: value(len(some & every), of=f"near figures ({what}) {given}", table="counting_rules") / len(every)
        for what, (some, every) in tried.items()
    }


shares = {test: passing(allowed, doubt) for test, doubt in TESTS.items()}
say("chance.allowed-doubt-both", shares["with doubt"]["both"].percent, of="share of the pairs of a count and a ratio "
    f"near NVIDIA's that one of the {len(allowed)} definitions by chip gives, with doubtful cells either way (table "
    "counting_rules)")

# %% [markdown]
# A ratio alone is no test: {n}`chance.allowed-counted-ratio` of the near ratios come from some definition as counted.
# Of the near pairs {n}`chance.allowed-counted-both` do, and NVIDIA's pair is not among them. With doubtful cells given
# to either side {n}`chance.allowed-doubt-both` of the pairs do, and NVIDIA's is one.

# %% tags=["hide-cell"]
for what, share in shares["as counted"].items():
    say(f"chance.allowed-counted-{what}", share.percent)
say("chance.allowed-doubt-count", shares["with doubt"]["count"].percent)
for what, unit, near in zip(["count", "ratio"], ["", "x"], NEAR):
    for end, bound in {"low": near.start, "high": near.stop - 1}.items():
        say(f"chance.{what}-{end}",
            value(bound, unit, of=f"{end}est {what} for which the test was made", source="chosen"), 0)

either_way = rules.outcomes(allowed.frame, doubt=True)
fitting = set(either_way[(either_way.wins == published[0]) & (either_way.times == published[1])].rule)
fits = allowed.where("and that give both published figures if doubtful cells go that way",
    lambda t: t.rule.isin(fitting))
say("wins.fitting-n", fits.count, of="number of definitions of a win, of those that count by chip as we read the "
    "sentence, that give both of its figures if doubtful wins go that way")
nearest = definitions.one(rule=nearest_rule(allowed.frame))
words("wins.nearest-rule", nearest.words,
    "what is not the plainest in the definition nearest to both published figures")
say("wins.nearest-nvidia", nearest.nvidia)
say("wins.nearest-ratio", nearest.ratio, 1)
for name, row in {"plain": definition(), "nearest": nearest}.items():
    say(f"wins.{name}-low", row.nvidia_low)
    say(f"wins.{name}-high", row.nvidia_high)

# %% [markdown]
# ## What would settle it
#
# A published definition would, or the list of the {n}`claim.11.published`. We found neither in the texts that we could
# read; the footnotes of NVIDIA's post we could not. MLCommons publishes results and names no winners. NVIDIA's own
# posts on Training count records at maximum scale and records per accelerator separately ([Training v1.1, in
# Chinese](https://developer.nvidia.com/zh-cn/blog/boosting-mlperf-training-v1-1-performance-with-full-stack-optimization/),
# [Training v3.0](https://developer.nvidia.com/blog/breaking-mlperf-training-records-with-nvidia-h100-gpus/)). The claim
# does not say whether a win is one, the other, or each of them. If each counts, one cell of Training is two wins.
#
# (who-won-what-only-one-vendor-took-part-in-a-third-of-the-cells)=
# ## Who won what: in more than a third of the cells only one vendor took part
#
# By the plainest definition NVIDIA's chips won {n}`wins.plain-nvidia` of {n}`wins.cells-n` cells. But in
# {n}`wins.cells-alone-n` of them only one vendor's chips took part, so that vendor could not lose. The other
# {n}`wins.cells-contested-n` cells are *contested*, and NVIDIA's chips won most of them too. Those that others won are
# above all Google's in Training and Qualcomm's in Inference, mostly at the edge. The first table has the counts.

# %%
best = cells_won(eligible, {**PLAIN, "programs": WITH_HPC})
plain = best[best.program != "hpc"]  # HPC is in the charts and in no count of this page
# Every cell's winner would be a list of hundreds of rows.
CHARTS = "the charts of who won what, by the plainest definition"
say("wins.cells-n", value(len(plain), of="number of cells, each a round, suite, benchmark and scenario", source=CHARTS))
say("wins.cells-contested-n",
    value(plain.contested.sum(), of="number of cells with chips of two or more vendors", source=CHARTS))
lost = plain[plain.contested & plain.winner.eq("others")].groupby("program").vendor.agg(lambda makers: makers.mode()[0])
holds("Those that others won are above all Google's in Training and Qualcomm's in Inference",
    lost.to_dict() == {"training": "Google", "inference": "Qualcomm"})
holds("in more than a third of the cells only one vendor took part", 1 / 3 < (~plain.contested).mean() < 0.4)
say("wins.cells-alone-n",
    value((~plain.contested).sum(), of="number of cells with chips of one vendor only", source=CHARTS))

# %% tags=["hide-cell"]
SEVERAL, ONE = "chips of several vendors", "chips of one vendor"
panels = best.suite.mask(best.suite == "none", best.program).str.capitalize().replace("Hpc", "HPC")
# Inference v0.5 had no suites: its Server and Offline results went into the datacenter suite later.
panels = panels.mask(panels == "Inference",
    best.scenario.isin(["Server", "Offline"]).map({True: "Datacenter", False: "Edge"}))
cells = best.assign(
    panel=panels,
    benchmark=best.benchmark.map(title),
    chips=best.contested.map({True: SEVERAL, False: ONE}),
    whose=best.winner.map({"nvidia": "NVIDIA", "others": "another vendor"}),
    won_by_chips_of=best.vendor,
    submitted_by=best.submitter,
    vendors_that_took_part=best.vendors.astype(str),
    lead_over_the_best_of_the_others=[f"{lead - 1:.1%} better" if pd.notna(lead) else "no other side"
        for lead in best.lead],
    short=best.vendor.str[:2].where(best.winner == "others", ""),
)
inference, trained = cells[cells.program == "inference"], cells[cells.program != "inference"]

# %% tags=["hide-input"]
def matrix(cells, rows, words, so):
    """A square for each cell, rounds across: in its winner's colour, pale where one vendor took part; with counts."""
    counts = so.groupby(cells.panel.reindex(so.index)).agg(["sum", "size"])
    cells = cells.assign(panel=cells.panel.map(
        {name: f"{name}: {words} {n} of {of}" for name, n, of in counts.itertuples()}))
    rounds = in_order(cells["round"])
    began = cells["round"].map(rounds.index).groupby(cells.benchmark).transform("min")
    shown = cells.assign(row=rows, began=began).sort_values(["began", "benchmark", "row"])
    square = alt.Chart(shown).encode(
        alt.X("round:O", sort=rounds, title=None).axis(orient="top", labelAngle=-90, domain=False, ticks=False),
        alt.Y("row:N", sort=[*dict.fromkeys(shown.row)], title=None),
        tooltip=["benchmark", "scenario", "won_by_chips_of", "submitted_by", "lead_over_the_best_of_the_others",
            "vendors_that_took_part"],
    )
    whose = alt.Fill("whose", title="winner", legend=alt.Legend(columns=1, symbolType="square"))
    whose = whose.scale(domain=["NVIDIA", "another vendor"], range=[COLOURS["NVIDIA"], COLOURS["another submitter"]])
    chips = alt.Opacity("chips", title="took part", legend=alt.Legend(columns=1, symbolFillColor=COLOURS["words"]))
    chips = chips.scale(domain=[SEVERAL, ONE], range=[1, 0.35])
    ink = alt.condition("datum.contested", alt.value(COLOURS["page"]), alt.value(COLOURS["words"]))
    squares = square.mark_rect(stroke=COLOURS["page"], strokeWidth=2).encode(fill=whose, opacity=chips)
    letters = square.mark_text(align="center", dx=0, fontSize=9).encode(text="short", color=ink)
    panel = alt.Facet("panel", sort=sorted(cells.panel.unique(), key=lambda name: name.startswith(("Edge", "HPC"))))
    return alt.layer(squares, letters, data=shown).facet(panel, columns=1).resolve_scale(y="independent")


def winners(part):
    """Who won the contested cells of a part."""
    return ", ".join(f"{vendor} {n}" for vendor, n in part[part.contested].vendor.value_counts().items())


show(
    "inference",
    f"In {(~inference.contested).mean():.0%} of inference tests chips of one vendor took part alone",
    matrix(inference, inference.benchmark + " " + inference.scenario, "one vendor's chips in", ~inference.contested),
    note=f"The best result of each cell, by maker of the chips. Contested cells: {winners(inference)}. Closed "
    "division, any availability. v0.5 had no suites: its Server and Offline results are shown under datacenter.",
    rounds=keys_until(suites=["inference"]),
)

# %% [markdown]
# Others won a larger share of the contested cells in Training. HPC is shown here and not in the counts above.

# %% tags=["hide-input"]
field = plain[(plain.program == "training") & plain.contested]
names = trained.benchmark.where(trained.program == "training", trained.benchmark + " " + trained.scenario)
show(
    "training",
    f"In Training, others were fastest in {(field.winner == 'others').mean():.0%} of the tests that several vendors "
    "ran",
    matrix(trained, names, "others fastest in", trained[trained.contested].winner == "others"),
    note="The shortest time to train of each cell, at any scale; HPC (weak) by models per minute. Contested cells, "
    f"HPC included: {winners(trained)}. Closed division, any availability.",
    rounds=keys_until(suites=["training", "hpc"]),
)

# %% [markdown]
# Letters in a square are the first two of another vendor's name. The data of the two figures have every cell with its
# winner, its submitter and its lead.
#
# Contested means chips of two or more vendors also where wins are counted by submitter: a cell that two submitters
# share on one vendor's chips is not contested. A vendor that stayed away cannot lose; a pale square says so, and no
# more. Many of NVIDIA's cells were won by makers and operators of its systems, and many of Google's entries in Training
# were research systems. A winner may have used more chips than its rivals: a lead is not a lead per chip.
#
# ## Doubtful cells move the count by a few wins
#
# A cell is doubtful if it is a tie or decided by less than one percent. In Training it is also doubtful if the other
# side has an entry whose time is not known. With them the plainest count is between {n}`wins.plain-low` and
# {n}`wins.plain-high`.
#
# One doubtful cell is GNMT in Training v0.5. The logs of NVIDIA's largest entries are absent from the repository, and
# no time of theirs was found in print; by the scores that are known Google is narrowly ahead. When the round was
# published, NVIDIA said that it led at scale in all the tests that it had entered
# ([NVIDIA, December 2018](https://news.developer.nvidia.com/nvidia-captures-top-spots-on-mlperf/)). If so, a count by
# shortest time is higher by one.
#
# ## Who counts as NVIDIA matters most
#
# If only NVIDIA's own entries count, against those of all other submitters, the ratio is typically {n}`wins.effect-who`
# times smaller. No other of the ten choices changes it as much.

# %%
effects = rules.effects(definitions.frame)
strongest = effects.iloc[0]
holds("Who counts as NVIDIA matters most", (strongest.choice, strongest.to) == ("who", "submitter"))
holds("No other of the ten choices changes it as much.", (strongest.choice, strongest.to) == ("who", "submitter"))
median = "median ratio with NVIDIA's own entries against all submitters, over that with all of NVIDIA's chips, "
median += "all other choices the same"
say("wins.effect-who", (1 / value(strongest.ratio, "x", of=median, table="counting_rules")).bare)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the ten choices and what each does"}
table(
    "effects",
    "The choices of a definition of a win, and the factors by which each changes NVIDIA's wins and their ratio to "
    "everybody else's",
    effects.assign(
        choice=effects.choice.str.capitalize(),
        one_way=[rules.MEANING[name][way] for name, way in zip(effects.choice, effects.to)],
        instead=[rules.MEANING[name][way] for name, way in zip(effects.choice, effects["from"])],
    ),
    "choice one_way instead wins ratio",
    headings={"instead": "By the plainest definition", "wins": "NVIDIA's wins, times", "ratio": "Ratio, times"},
    note="Every combination that differs in meaning is one definition. Factors are medians over all pairs of "
    "definitions that differ in this choice alone.",
)

# %% [markdown]
# ## Limits
#
# - Inference v5.0 is typed by hand and holds the closed division only. Inference v3.1 and v4.0
#   come from MLCommons' experiments repository, where some edge results of the open division of v3.1 are absent.
# - MLPerf HPC v0.7 and v1.0 are not in the tables; nor are MLPerf Mobile, Tiny and Storage.
# - A training entry whose logs are absent and whose time we found nowhere in print wins only where no other side took
#   part; elsewhere it makes its cell doubtful. The page [Data](data) counts such entries.
# - v0.5 of Inference had no suites; its Server and Offline results count as datacenter.
# - The count is as of April 2026. Training v6.0 (June) and Inference v6.1 (September) were published later and decide
#   nothing about it. A count up to v6.1 would need the scores of Training v6.0, most of which are known only as a span.
#
# ## The claims
#
# ```{claim-list} 11 12
# ```
#
# ```{mlperf-footnote}
# :rounds:
# ```
