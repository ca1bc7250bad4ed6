# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # How often do printed figures hold?
#
# :::{admonition} The answer
# :class: cc-key
# Usually. Of the {n}`held.testable` claims about MLPerf® that results can test, {n}`held.full` hold as they are
# printed. Another {n}`held.narrower` give the right figure, but for less than the sentence says.
#
# These claims rank no company.
# :::
#
# A claim holds as printed if its verdict is "reproduced" ({n}`held.plain`) or "reproduced, with a note"
# ({n}`held.noted`): the figure follows from the results, and what the wording implies is so, or what is not so would
# not change what a reader concludes. [Method](../book/method.md) says how a verdict is computed.
#
# The numbers themselves are right more often. {n}`held.ratios-plain` claims print how many times as high one rate per
# accelerator is as another, of two results of Inference that the register names by round, test, submitter and system or
# chip. {n}`held.ratios-right` of these ratios are as printed, rounded or cut off. The cells below divide them.

# %%
import pathlib

import pandas as pd
import yaml

results = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False).query("division == 'closed'")
results = results.assign(rate=results.value / results.accelerators, per_accelerator=lambda t: (t.rate + 0.5) // 1)
results["chip"] = results.accelerator.str.extract(r"\b(MI\d+X|G?[BH]\d+)\b")[0]
paths = sorted(pathlib.Path("../data/claims").glob("*/claims.yml"))
registers = {path.parent.name: yaml.load(path.open("rb"), yaml.CSafeLoader)["claims"] for path in paths}
claims = [claim["figures"][0] | claim["rows"] | {"claim": f"{name}/{claim['number']}"}
    for name, register in registers.items() for claim in register.values() if {"figures", "rows"} <= claim.keys()]

# %%
ratios = pd.DataFrame(claims).query("unit == 'x' and ask == 'ratio' and measure.isna()").set_index("claim")
# The best result that has what the register says of each side; none where the register says more, as of Training.
rate = {side: ratios[side].map(lambda row: results.merge(pd.DataFrame([row])).rate.max())
    for side in ("before", "after")}
ratios = ratios.assign(ours=rate["after"] / rate["before"]).dropna(subset="ours")
right = (ratios.ours - ratios.published).abs() < 10.0 ** -ratios.decimals
print(f"{right.sum()} of {len(right)} printed ratios of two results are as printed")

# %% tags=["hide-cell"]
from claimcheck.claims.verdict import result as verdicts
from claimcheck.notebook import holds, inference_results, load_tables, same, say, training_results, value

claims = verdicts.read_recorded(load_tables())
FULL, OPEN = verdicts.HOLDS, verdicts.OPEN
testable = [c for c in claims if c.verdict not in OPEN]
full = [c for c in testable if c.verdict in FULL]
narrower = [c for c in testable if c.verdict == verdicts.NARROWER]


def number(count, of):
    """A number of claims, which rests on the registers."""
    return value(count, of=of, source="the registers of claims")


printed = [c.figures[0] for c in claims if (c.register or "v6.0") + f"/{str(c.number).rpartition('/')[2]}" in right]
of = "printed ratios of the rates per accelerator of two results of Inference, named by what they are"
say("held.ratios-plain", same(len(right), number(len(printed), of)))
say("held.ratios-right", same(right.sum(), number(sum(figure.comes_out for figure in printed), f"{of}, as printed")))
tested = say("held.testable", number(len(testable), "claims that can be tested"),
    of="number of claims that MLPerf results can test, in all registers of claims")
say("held.full", (number(len(full), "claims that hold") / tested).percent, 1,
    of="share of all claims that results can test which hold as printed: reproduced, with a note or without")
for key, verdict in {"plain": verdicts.REPRODUCED, "noted": verdicts.WITH_NOTE}.items():
    of_kind = [c for c in testable if c.verdict == verdict]
    say(f"held.{key}", (number(len(of_kind), f"claims that are {verdict}") / tested).percent, 1,
        of=f"share of all claims that can be tested which are {verdict}")
say("held.narrower", (number(len(narrower), "narrower claims") / tested).percent,
    of="share of all claims that can be tested which are right only for less than their sentence says")
holds("The numbers themselves are right more often", right.mean() > len(full) / len(testable))

# %% tags=["hide-cell"]
from claimcheck.analysis.view import owners, share_owner
from claimcheck.claims.register.articles import PRESS, read_articles
from claimcheck.claims.register.reading import load_register
from claimcheck.data.registers import read_questions, read_registers

texts, registers = read_articles(), {head.prefix: head for head in read_registers()}
entries = {str(entry.number): entry for entry in load_register()}
kinds = read_questions().kinds
OWN, TWO = "one owner", "two owners"
columns = ["row_id", "submitter", "platform_vendor", "accelerators"]
published = pd.concat([part.frame[columns] for part in (inference_results, training_results)]).set_index("row_id")


def sides(c):
    """Whose the two results are that a claim's figure divides; empty for a claim that divides no two results."""
    rows = next((figure.rows for figure in c.figures if len(figure.rows) == 2), ())
    if not rows or not kinds[c.sentence].pair:
        return ""
    return OWN if share_owner(*published.submitter[list(rows)].map(owners)) else TWO


# %% tags=["hide-cell"]
frame = pd.DataFrame(
    {
        "number": str(c.number),
        "owner": c.by[0] if c.by else PRESS,
        "round": registers[c.register].round,
        "kind": kinds[c.sentence].is_,
        "sides": sides(c),
        "verdict": c.verdict,
    }
    for c in claims
)
# Whether the sentence was read in the company's own text, or in quotation marks.
frame["own_words"] = [c.by[:1] == c.whose.own[:1] for c in claims]
frame["first"] = frame["number"].isin([str(c.number) for c in claims if not c.register])

# %% [markdown]
# ## What everybody printed

# %% tags=["hide-cell"]
import altair as alt

from claimcheck.claims.texts.wording import MARKS
from claimcheck.notebook import COLOURS, claim, show, table

# Whoever has fewer claims is compared with nobody, and one of the others.
MANY = 30
judged_of = frame[~frame["verdict"].isin(OPEN)]
tested_of = judged_of.groupby("owner").size().sort_values(ascending=False, kind="stable")
others = [*tested_of.index[tested_of < MANY]]
rest = f"{len(others)} others with fewer than {MANY} claims each"
frame["compared"] = frame.owner.where(~frame.owner.isin(others), rest)
of_each = judged_of.assign(owner=judged_of.owner.where(~judged_of.owner.isin(others), rest))
of_each = of_each.groupby(["owner", "verdict"]).size().rename("claims").reset_index()
tested_of = of_each.groupby("owner").claims.transform("sum")
of_each = of_each.assign(
    printed_by=of_each.owner + " (" + tested_of.astype(str) + ")",
    share=100 * of_each.claims / tested_of,
    tested=tested_of.where(of_each.owner != rest, 0),
).sort_values(["tested", "owner"], ascending=[False, True])
held_of = of_each[of_each.verdict.isin(FULL)].groupby("owner").claims.sum().reindex(of_each.owner.unique(),
    fill_value=0)
given = [verdict for verdict in MARKS if verdict in set(of_each.verdict)]

# %% tags=["hide-input"]
colours = alt.Color("verdict", legend=alt.Legend(columns=2)).scale(
    domain=given, range=[COLOURS[verdict] for verdict in given]
)
# With a note is a lighter green than without, as both hold.
faint = alt.Opacity("verdict").scale(
    type="ordinal", domain=given, range=[0.5 if verdict == verdicts.WITH_NOTE else 1 for verdict in given]
)
share = alt.X("share", title="share of the claims that can be tested, %").scale(domainMax=100)
rows = alt.Chart(of_each).transform_calculate(place=f"indexof({given}, datum.verdict)")
bars = rows.encode(share, alt.Y("printed_by", sort=None), colours, faint, order="place:Q", tooltip="claims")
of_each["held"] = [f"{held_of[owner]} hold" for owner in of_each.owner]
of_each.loc[of_each.duplicated("owner"), "held"] = ""
held = alt.Chart(of_each).mark_text().encode(alt.X(datum=100), alt.Y("printed_by", sort=None), text="held")
show(
    "claims",
    f"{(number(len(full), 'claims that hold') / tested).percent} of the claims that results can test hold as they are "
    "printed",
    bars.mark_bar() + held,
    note="The number after a name is how many of its claims can be tested. A sentence that a company makes in its own "
    "text, or that another text reports as its sentence, is the company's. The order is by the number of claims.",
)

# %% [markdown]
# ## What everybody is asked, and what the answers are
#
# What a sentence is asked follows from its kind, whoever wrote it; what only the words of one sentence imply we wrote
# ourselves. An answer is that it holds, that it differs (and that matters, or is a note), that the text does not claim
# it, or that no table says it. A difference that does not matter is a note. Of each question that found one, the table
# says how many answers are a note, of how many that our tables give. How many copies of the model ran we know from
# settings, which our tables have for NVIDIA's chips alone.

# %% tags=["hide-input"]
register = read_questions()
asks = {name: one.asks for name, one in {**register.questions, **register.notes}.items()}
answers = pd.DataFrame(
    {"compared": of, "question": one.question, "answer": one.state if one.state != "differs" else
        "matters" if one.matters else "a note"}
    for c, of in zip(claims, frame["compared"], strict=True)
    for one in c.conditions
    if one.question in asks and one.state != "not asked"
)
given = answers[answers.answer != "not known"]
named = [*frame["compared"].value_counts().index]
found = given.assign(note=given.answer == "a note").groupby(["question", "compared"]).note.agg(["sum", "size"])
found = found[found["sum"].groupby("question").transform("sum") > 0]
noted = (found["sum"].astype(str) + " of " + found["size"].astype(str)).unstack(fill_value="–")
noted = noted.reindex([name for name in asks if name in noted.index]).reset_index()
headings = {name: name for name in named}
table(
    "notes",
    "Answers that are a note, of those given, by question and company",
    noted.assign(asked=noted.question.map(asks)),
    ["asked", *named],
    headings={"asked": "Question", **headings},
    behind=[],
    note="Every sentence of a kind is asked its questions; the last rows are what words of single sentences call for.",
)

# %% [markdown]
# Like sentences say the same kind of thing, and their figure is printed alike: as it is, with "up to", or over a bound.
# The table has the verdicts on those that more than one of the columns has.

# %% tags=["hide-input"]
ways = {"up_to": "up to", "more_than": "over", "at_least": "at least", "at_most": "within", "rounds": "nearly"}
printed_as = [ways.get(c.figures[0].rule, "as it is") if c.figures else "no figure" for c in claims]
signs = {verdict: sign for verdict, (_, sign) in MARKS.items()}
like = frame.assign(said=[c.sentence for c in claims], printed=printed_as)
like = like.groupby(["said", "printed"]).filter(lambda alike: alike.compared.nunique() > 1)
alike = like.groupby(["said", "printed", "compared"]).verdict.agg(
    lambda those: ", ".join(f"{sign} {n}" for verdict, sign in signs.items() if (n := (those == verdict).sum()))
)
alike = alike.unstack(fill_value="–").reset_index()
alike["kind"] = alike.said.map({name: kind.is_ for name, kind in kinds.items()})
table(
    "like",
    "Verdicts on like sentences, by company",
    alike,
    ["kind", "printed", *named],
    headings={"kind": "The sentence says", "printed": "Printed", **headings},
    behind=[],
    note="; ".join(f"{sign} {verdict}" for verdict, sign in signs.items()) + ".",
)

# %% [markdown]
# A difference matters if more than a quarter of what the figure claims is lost, unless the text says so itself. If any
# loss mattered, {n}`held.any` of the claims that can be tested would hold, and {n}`held.half` if only a loss of more
# than half did.

# %% tags=["hide-input"]
from claimcheck.claims.verdict.asked import verdict_at

QUARTER = register.threshold.lost
frame["tested"] = ~frame.verdict.isin(OPEN)
for name, lost in {"any": 0.0, "quarter": QUARTER, "half": 2 * QUARTER}.items():
    frame[name] = [verdict_at(c, lost) in FULL for c in claims]
    holding = number(int(frame[name].sum()), f"claims that hold where {name} is the least loss that matters")
    say(f"held.{name}", (holding / tested).percent, 1)
table(
    "thresholds",
    "Claims that would hold by another threshold",
    frame.groupby("compared")[["tested", "any", "quarter", "half"]].sum().loc[named].reset_index(),
    "compared tested any quarter half",
    headings={"compared": "Claims of", "tested": "Can be tested", "any": "Hold if any loss matters",
        "quarter": "As it is, a quarter", "half": "If half"},
    behind=[],
)

# %% [markdown]
# ## How far we could read
#
# A sentence is a company's own if we read it in its text, or in quotation marks in a report. Where we read a text in
# part or only through others, a verdict that the rest could change says that it is as far as we could read.

# %% tags=["hide-input"]
frame["whole"] = [c.whose.read == "whole" for c in claims]
frame["could_change"] = [bool(c.as_read) for c in claims]
read = frame.assign(claims=1).groupby("owner")[["claims", "own_words", "whole", "could_change"]].sum()
table(
    "read",
    "Claims of each company by how its text was read",
    read.sort_values("claims", ascending=False, kind="stable").reset_index(),
    "owner claims own_words whole could_change",
    headings={"owner": "Claims of", "claims": "Claims", "own_words": "In its own words", "whole": "Text read in full",
        "could_change": "As far as we could read"},
    behind=[],
    note="A claim of several companies is counted once, with the first whose own words it is.",
)

# %% [markdown]
# ## By kind of sentence
#
# Few claims allow wide intervals only. The last column is the 95% interval of Wilson for the share that holds as
# printed. It treats the claims as if they had been drawn independently and at random, which they were not, so it is the
# least uncertainty that there is.


# %%
def wilson(held, n, z=1.96):
    """The two ends of the 95% interval of a share, in percent (Wilson 1927)."""
    p = held / n
    middle = (p + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z * (p * (1 - p) / n + z**2 / (4 * n**2)) ** 0.5 / (1 + z**2 / n)
    return 100 * (middle - half), 100 * (middle + half)


def interval(part):
    """How many claims can be tested, how many hold, and the interval."""
    of_part = part.loc[~part["verdict"].isin(OPEN), "verdict"]
    n, held = len(of_part), int(of_part.isin(FULL).sum())
    return n, held, wilson(held, n) if n else (0, 100)


# %% tags=["hide-cell"]
GROUPS = {
    "Reproduced": (verdicts.REPRODUCED,),
    "With a note": (verdicts.WITH_NOTE,),
    "Narrower": (verdicts.NARROWER,),
    "Not reproduced or contradicted": (verdicts.NOT_REPRODUCED, verdicts.CONTRADICTED),
    "Not testable or undefined": OPEN,
}


def share(part, of):
    """Which part of the claims of ``part`` that can be tested holds as printed."""
    n, held, _ = interval(part)
    return (number(held, f"{of} that hold as printed") / number(n, f"{of} that can be tested")).percent


def tally(id, title, column, heading, names, note):
    """A row for each of ``names``: its claims by verdict, and the interval of the share that holds as printed."""
    parts = {name: frame[frame[column] == name] for name in names}
    rows = [
        {column: name, "claims": len(part)}
        | {words: int(part["verdict"].isin(those).sum()) for words, those in GROUPS.items()}
        for name, part in parts.items()
    ]

    def ends(row):
        n, _, span = interval(parts[getattr(row, column)])
        return [value(end, "%", of="end of the interval", source="Wilson") for end in span] if n else "–"

    headings = {column: heading, "claims": "Claims", "interval": "Hold as printed, 95%"}
    return table(
        id,
        title,
        pd.DataFrame(rows),
        [column, "claims", *GROUPS],
        headings=headings | {name: name for name in GROUPS},
        note=note,
        behind=[],
        interval=ends,
    )


# %% tags=["hide-input"]
later = frame[~frame["first"]]
for key, part, of in (("", frame, ""), ("-later", later, " of the other registers")):
    two, one = (say(f"held.{name}{key}", share(part[part["sides"] == whose], f"comparisons of {whose}{of}"))
        for name, whose in (("two", TWO), ("own", OWN)))
    holds("a comparison of one owner's results holds more often", two.value < one.value)
tally(
    "kinds",
    "Claims by what they say, and their verdicts",
    "kind",
    "The sentence is about",
    [kind.is_ for kind in kinds.values() if kind.is_ in set(frame["kind"])],
    "The kind follows from a claim's figures, or is named in its register with the reason. What each kind is asked: "
    "Method.",
)

# %% [markdown]
# In this sample a comparison of one owner's results holds more often: {n}`held.own` of them hold as printed, and
# {n}`held.two` of those of different owners. Without the [five articles on v6.0](../book/articles/index.md) it is
# {n}`held.own-later` and {n}`held.two-later`. Results of different owners may differ in more than the sentence says: in
# size, in software, in who tuned them. We ask about that, so such a sentence has more ways to fail.
#
# ## By who printed it

# %% tags=["hide-cell"]
import numpy as np

own = frame[frame["owner"] != PRESS]
overall = say("held.companies", share(own, "claims of companies and organisations"))
judged = own[~own["verdict"].isin(OPEN)]
companies, held = judged["owner"].astype("category").cat.codes.to_numpy(), judged["verdict"].isin(FULL).to_numpy()


def unlike(held):
    """Sum of the squared distances of the companies' shares from the share of all, as in a chi-squared test."""
    claims_of = np.bincount(companies)
    return ((np.bincount(companies, held) - claims_of * held.mean()) ** 2 / claims_of).sum()


shuffled, draws = np.random.default_rng(2026), 10_000
as_unlike = sum(unlike(shuffled.permutation(held)) >= unlike(held) * (1 - 1e-9) for _ in range(draws))
of_shuffles = (
    f"of {draws:,} random assignments of the verdicts to the companies in which their shares differ at least as much"
)
say("held.permutation", value(100 * as_unlike / draws, "%", of=of_shuffles, source="a permutation test"))
holds("these claims rank no company", as_unlike > 0.05 * draws)
tally(
    "owners",
    "Claims by who printed them, and their verdicts",
    "compared",
    "Printed by",
    frame.groupby("compared").size().sort_values(ascending=False, kind="stable").index,
    "A claim that several texts print is counted once: with the company whose sentence it is, otherwise with the "
    "press. The order is by the number of claims and ranks nobody.",
)

# %% tags=["hide-cell"]
press, first = frame[frame["owner"] == PRESS], frame[frame["first"]]
say("held.press", share(press, "claims of the press"))
say("held.press-later", share(press[~press["first"]], "claims of the press outside the first register"))
say("held.press-n", number(len(press), "claims of the press and other sites"))
say("held.press-first", number(len(press[press["first"]]), "claims of the press in the first register"))
counted = {
    "nvidia": (own[own["owner"] == "NVIDIA"], "claims of NVIDIA"),
    "amd": (own[own["owner"] == "AMD"], "claims of AMD"),
    "articles": (frame[frame["first"]], "claims of the five articles on Inference v6.0"),
}
for key, (part, of) in counted.items():
    part = part[part["tested"]]
    say(f"held.{key}-n", number(len(part), f"{of} that can be tested"))
    say(f"held.{key}-full", number(part["verdict"].isin(FULL).sum(), f"{of} that hold as printed"))
    if key == "articles":
        say("held.articles-nvidia-n", number(part["owner"].eq("NVIDIA").sum(), f"{of} that report NVIDIA"))
    else:
        say(f"held.{key}-own-n", number(part["own_words"].sum(), f"{of} that can be tested, in its own words"))
holds(f"each is compared on {MANY} claims or more", all(part.tested.sum() >= MANY for part, _ in counted.values()))
say("held.owners-n", number(own["owner"].nunique(), "companies and organisations whose claims are checked"))
pair = next(c for c in claims if str(c.number) == "1").figures[0].rows
repeats = [c for c in claims if c.figures and set(c.figures[0].rows) == set(pair)]
say("held.same-pair", number(len(repeats), "claims whose figure divides the two results of claim 1"))

# %% [markdown]
# Over all companies and organisations, {n}`held.companies` of the testable claims hold as printed. If the verdicts were
# dealt out to the companies at random, their shares would differ at least as much in {n}`held.permutation` of cases. So
# this table cannot tell whose claims hold more often. Each company has a [page with its
# claims](../book/scorecard.md#by-company).
#
# The press has {n}`held.press`, and {n}`held.press-later` without the [five articles on
# v6.0](../book/articles/index.md). These make {n}`held.press-first` of its {n}`held.press-n` claims and repeat each
# other: {n}`held.same-pair` of the claims divide one and the same pair of results.
#
# ## How much of a printed ratio remains for one owner and one size?
#
# Where two results differ in owner or size and the tables allow a comparison without that, between {n}`held.least` and
# {n}`held.most` of the printed ratio remains, {n}`held.median` in the median.
#
# {n}`held.ratios` claims that can be tested print how many times as high one result is as another:
#
# - **{n}`held.ratios-already`** compare one owner's systems of one size already, so nothing has to be taken off, and we
#   count the ratio as whole.
# - **{n}`held.ratios-imposed`** compare two owners or two sizes, and the results allow a comparison without that. They
#   rest on {n}`held.pairs` pairs of results.
# - **{n}`held.ratios-none`** compare two owners or two sizes, and we have no comparison to put in their place.
# - **{n}`held.ratios-apart`** compare chips of two makers, or processors alone, where one owner or a number of GPUs has
#   no meaning.
#
# The least remains of NVIDIA's {n}`claim.v5.0/1.published`, which compares a rack with eight GPUs. Per GPU it is
# {n}`claim.v5.0/2.published`, which NVIDIA prints as well.

# %% tags=["hide-cell"]
from claimcheck.analysis.questions import IMPOSED

ALREADY, LEFT, NONE, APART = "already", "imposed", "no such comparison", "two makers, or no GPU"
ratios = [
    c
    for c in testable
    if c.figures
    and c.published.unit == "x"
    and len(c.figures[0].rows) == 2
    and entries[str(c.number)].figures[0].ask == "ratio"
]
ASKED = {(False, True): "owner", (True, False): "number"}


def differs(c):
    """Whether the two results behind a ratio have one owner, and whether they have one size."""
    sides = published.loc[list(c.figures[0].rows)]
    return share_owner(*sides["submitter"].map(owners)), sides["accelerators"].nunique() == 1


def group(c):
    """What can be said of a ratio for one owner and one size."""
    sides = published.loc[list(c.figures[0].rows)]
    if sides["platform_vendor"].nunique() > 1 or sides["accelerators"].isna().any():
        return APART
    if all(differs(c)):
        return ALREADY
    return LEFT if frozenset(c.figures[0].rows) in left else NONE


def imposed(c):
    """The ratio of a claim with one owner and one size imposed, as its verdict has it; None where it has none."""
    failing = {one.question: one for one in c.conditions if one.fails and one.question in IMPOSED}
    one = failing.get(ASKED.get(differs(c), "owner"))
    both = failing.keys() == {"owner", "number"} and published.loc[list(one.rows)].accelerators.nunique() == 1
    return one.figure if one and (differs(c) in ASKED or both) else None


# Claims that divide the same two results share what remains.
left = {frozenset(c.figures[0].rows): figure for c in ratios if (figure := imposed(c))}

# %% tags=["hide-cell"]
said = [*map(group, ratios)]
groups = {name: [c for c, of in zip(ratios, said, strict=True) if of == name]
    for name in (ALREADY, LEFT, NONE, APART)}


def remains(c):
    """How much of the printed ratio is left for one owner and one size."""
    ratio = left[frozenset(c.figures[0].rows)]
    alike = value(ratio.value, "x", of="ratio for one owner and one size", source=f"claim {c.number}")
    return (alike / claim(c.number)).percent


for key, name in (("already", ALREADY), ("imposed", LEFT), ("none", NONE), ("apart", APART)):
    say(f"held.ratios-{key}", number(len(groups[name]), f"printed ratios: {name}"))
say("held.ratios", number(len(ratios), "claims whose ratio divides two results"))
parts = [remains(c) for c in groups[LEFT]]
pairs_left = {frozenset(c.figures[0].rows) for c in groups[LEFT]}
say("held.pairs", number(len(pairs_left), "pairs of results behind them"))
say("held.least", min(parts))
say("held.most", max(parts))
median = pd.Series([part.value for part in parts]).median()
of_rest = "median of what remains, where something has to be taken off"
say("held.median", value(median, "%", of=of_rest, source="the registers of claims"))

# %% tags=["hide-cell"]
say("held.n", number(len(claims), "claims"))
say("held.open", number(len(claims) - len(testable), "claims that are not testable or undefined"))
say("held.texts", number(len(texts), "texts with claims"))
bare = [c for c in claims if not c.figures]
say("held.bare", number(len(bare), "claims without a figure"))
reworded = [c for c in claims if c.whose.read == "through"]
say("held.reworded", number(len(reworded), "claims of which we read the text only through others"))

# %% [markdown]
# ## What the sample is, and what it is not
#
# [The scorecard](../book/scorecard.md) has every claim with its printed and its computed figure.
#
# - **Texts that we could read.** The {n}`held.n` claims are from {n}`held.texts` texts. From each we meant to judge
#   every figure about MLPerf that we could read, and the [page of the text](../book/articles/index.md) says what is
#   left out and why. It is no random sample of what was printed.
# - **Not only figures.** {n}`held.bare` claims print no figure: they say, for instance, who was first or which software
#   ran.
# - **Not always the author's words.** {n}`held.reworded` claims we know only through reports, notes, summaries or
#   copies in other words.
# - **Only rounds that we hold.** MLPerf Training v6.1 and MLPerf Endpoints are [not among
#   them](../book/find.md#what-cannot-be-found-here).
# - **What cannot be tested is not counted as wrong.** {n}`held.open` claims need something that no result shows, such
#   as a price, or depend on a term that nobody has defined.
# - **A verdict is about a sentence.** It says nothing about why somebody wrote it.
# - **We wrote what only the words of a sentence imply.** What its kind is asked follows by rule. A sentence that
#   implies more fails more easily.
#
# ```{mlperf-footnote}
# :rounds: inference, training
# :latest:
# ```
