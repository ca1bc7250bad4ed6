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
# # Who set the records?
#
# :::{admonition} The answer
# :class: cc-key
# NVIDIA's chips set all the records that the articles print from MLPerf® Inference v6.0. But partners of NVIDIA, and not NVIDIA
# itself, set most of those on new models, and two of those on new models ran on Blackwell, not on Blackwell Ultra.
#
# NVIDIA's system of {n}`largest.first` GPUs was the largest until then. The number of partners was no record, although one
# article says so: {n}`partners.nvidia-v6.0` organisations used NVIDIA's chips in v6.0 and {n}`partners.nvidia-v5.1` in the
# round before.
# :::

# %% tags=["hide-cell"]
import math

import pandas as pd

from claimcheck.analysis.records import by_organisation, largest, margin, match_partners, new_cells, participation
from claimcheck.analysis.results import family, one_row_a_run, short_accelerator
from claimcheck.analysis.tables import load_tables
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.bars import leads, one_bar_a_round
from claimcheck.charts.dots import dotted_rows
from claimcheck.charts.theme import CONTEXT, INK, MUTED
from claimcheck.claims import caption, with_links
from claimcheck.claims.texts.footnote import rounds_footnote
from claimcheck.claims.verdict.evidence import describe
from claimcheck.claims.verdict.result import read_recorded
from claimcheck.data import tables
from claimcheck.data.facts import organisations, partners
from claimcheck.data.names import introduced
from claimcheck.data.numbers import number, state, words
from claimcheck.data.rounds import keys_until, order, roles, rounds_until

everything, training = tables.load("inference_results"), tables.load("training_results")
until, latest = rounds_until(), roles().latest
inference = everything[everything["round"].isin(until["inference"])]
results = everything[everything["round"] == "v6.0"]
closed = results[results.division == "closed"]
# The claims that print a record of v6.0.
claims = {c.number: c for c in read_recorded(load_tables(), only=[14, 16, 18, 21, 22, 23, 25, 26])}
behind = organisations()


def named(row):
    """Submitter and system in a few words."""
    return "nobody" if row is None else f"{row.submitter.replace('_', ' ')}, {row.accelerators} {short_accelerator(str(row.accelerator))}"


# %% tags=["hide-input"]
cell = ["suite", "benchmark", "scenario"]
found = {}
for n, claim in claims.items():
    printed = claim.rows.iloc[0]
    field = closed[(closed[cell] == printed[cell]).all(axis=1)]
    whole = margin(field)
    assert whole.first.row_id in set(claim.rows.row_id), "the holder is the row that the claim prints"
    # A latency has no figure per accelerator.
    each = margin(field.assign(each=field.value / field.accelerators), "each") if printed.higher_is_better else None
    found[n] = (whole, each, field[field.submitter == "NVIDIA"].sort_values("value", ascending=not printed.higher_is_better, kind="stable").iloc[0])

NAMES = {"deepseek-r1": "DeepSeek-R1", "gpt-oss-120b": "GPT-OSS-120B", "qwen3-vl-235b-a22b": "Qwen3-VL", "wan-2.2-t2v-a14b": "WAN-2.2", "dlrm-v3": "DLRMv3"}  # fmt: skip
firsts = [whole for whole, _, _ in found.values()]
drawn = pd.DataFrame(
    {
        "label": [f"{NAMES[m.first.benchmark]} {m.first.scenario}: {named(m.first)}" for m in firsts],
        "ratio": [1 + m.over_submitter for m in firsts],
        "text": [f"{m.over_submitter:.1%} ahead" if m.over_submitter < 1 else f"{1 + m.over_submitter:.1f} times" for m in firsts],
        "kind": ["NVIDIA" if m.first.submitter == "NVIDIA" else "others" for m in firsts],
        "row_ids": [[m.first.row_id, m.next_submitter.row_id] for m in firsts],
    }
).sort_values("ratio", ignore_index=True, kind="stable")
by_holder = drawn.groupby("kind").ratio
assert by_holder.max()["others"] < 1.1 and by_holder.min()["NVIDIA"] > 2
Figure(
    leads(drawn, axis="record over the next submitter's best result"),
    id="records",
    title=f"Partners won their records by less than {math.ceil(100 * by_holder.max()['others'] - 100)}%, NVIDIA won its own by far",
    description="Dots on a log axis: each record of v6.0 that an article prints, over the best result of the next submitter; partners' records "
    "in one colour, NVIDIA's own in another. " + "; ".join(f"{r.label}, {r.text}" for r in drawn.itertuples()) + ".",
    caption=caption(
        "Closed division, totals of whole systems; of WAN-2.2, the other's time over the record's. Green: NVIDIA's own records; blue: partners'. "
        "Systems compared differ in submitter and in number of accelerators, and some in chip.",
        results[results.row_id.isin([i for ids in drawn.row_ids for i in ids])],
    ),
)

# %% [markdown]
# ## NVIDIA's own records are mostly ones of size
#
# Where several submitters ran racks of one size, the lead is small. In GPT-OSS-120B Nebius led NVIDIA by
# {n}`margin.21-submitter` in Offline and by {n}`margin.22-submitter` in Server. A lead that small shows that the figure does not
# depend on one submitter. Nebius also led AMD's best system, which had more chips, by {n}`margin.21-vendor` in Offline and by
# {n}`margin.22-vendor` in Server.
#
# In DeepSeek-R1 Offline NVIDIA's four racks made {n}`margin.14-submitter-times` times the tokens of the next submitter, who had
# one rack. Such a lead shows that nobody else
# submitted a system of that size.
#
# Per accelerator, another system leads in most of these tests. In place of the four racks, much smaller systems lead: CoreWeave's
# in Offline and Nebius's in Server. Only in DeepSeek-R1 Interactive is NVIDIA's system far ahead per accelerator as
# well. In Server a submitter chooses the rate at which queries arrive, so a lead there can also come from a higher chosen load.

# %% tags=["hide-input"]


def lead(share, other):
    """A margin in words, more exact where it is small, and over whom."""
    return "nobody took part" if other is None else f"{share:.1%} over {named(other)}" if share < 0.1 else f"{share:,.0%} over {named(other)}"


rows = [
    {
        "claim": n,
        "record": f"{NAMES[whole.first.benchmark]} {whole.first.scenario}",
        "holder": named(whole.first),
        "value": float(whole.first.value),
        "own": float(own.value),
        "submitter": lead(whole.over_submitter, whole.next_submitter),
        "vendor": lead(whole.over_vendor, whole.next_vendor),
        "each": named(each.first) if each else "–",
        "each_lead": lead(each.over_submitter, each.next_submitter) if each else "–",
        "row_id": whole.first.row_id,
        "ids": [r.row_id for m in (whole, each) if m for r in (m.first, m.next_submitter, m.next_vendor) if r is not None],
    }
    for n, (whole, each, own) in found.items()
]
per = [(whole.first.row_id, each.first.row_id) for whole, each, _ in found.values() if each]
assert 2 * sum(one == other for one, other in per) < len(per)
assert [n for n, (_, each, _) in found.items() if each and each.over_submitter > 0.2] == [18]
held = pd.DataFrame(rows)
held["url"] = held.row_id.map(with_links(closed).set_index("row_id").published_url)
ResultsTable(
    id="margins",
    frame=held,
    caption=caption(
        "The records of v6.0 that articles print, and by how much each leads.\n\n"
        "Tokens/s or samples/s; of WAN-2.2, seconds, and how much longer the other takes. Closed division, all available; systems differ in chip "
        "and in number of chips. Leads are of single runs.",
        results[results.row_id.isin([i for ids in held.ids for i in ids])],
    ),
    columns={
        "record": "Record",
        "claim": "Claim",
        "holder": "Holder",
        "value": "Result",
        "own": "NVIDIA's own best",
        "submitter": "Lead over the next submitter",
        "vendor": "Over another maker's chips",
        "each": "First per accelerator",
        "each_lead": "Its lead over the next submitter",
    },
    links={"value": "url"},
    formats={"value": ",.7g", "own": ",.7g"},
    row_ids=list(held.row_id),
)

# %% tags=["hide-cell"]


def of_margin(claim, kind, key="", unit="%"):
    """The margin of a claim's record over the next submitter, or over the best on another vendor's silicon."""
    m = found[claim][0]
    share, other = (m.over_submitter, m.next_submitter) if kind == "submitter" else (m.over_vendor, m.next_vendor)
    value, decimals = (100 * share, 1 if share < 0.1 else 0) if unit else (1 + share, 1)
    how = f"{m.first.benchmark} {m.first.scenario} of v6.0, in total: {m.first.submitter} over {other.submitter}, the next {kind}"
    how = how if unit else f"{how}, as a ratio"
    return number(f"margin.{claim}-{kind}{key}", value, unit, decimals, how=how, rows=[m.first.row_id, other.row_id])


state(
    (of_margin(claim, kind) for claim in (21, 22) for kind in ("submitter", "vendor")),
    of_margin(14, "submitter", "-times", ""),
)

# %% [markdown]
# ## Two records on new models are not Blackwell Ultra's
#
# Articles A1 and A2 credit Blackwell Ultra (GB300, B300) with the records, in a headline or in their first sentences. The records on GPT-OSS-120B
# ({n}`claim.21.holder`, {n}`claim.21.chip`) and WAN-2.2 ({n}`claim.25.holder`, {n}`claim.25.chip`) are on it. Those on Qwen3-VL
# ({n}`claim.23.holder`, {n}`claim.23.chip`) and DLRMv3 ({n}`claim.26.holder`, {n}`claim.26.chip`) are on the chip before it,
# Blackwell. Per GPU, Blackwell Ultra leads Qwen3-VL Offline as well. On DLRMv3 it has no result.
#
# ## In most new tests nobody else took part
#
# Only NVIDIA's chips have results in every test (a model in one scenario) that was new in v6.0, and in the datacenter suite they
# are first in each. But in {n}`records.alone-n` of that suite's {n}`records.cells-n` new tests no other maker's chip took part. The table
# shows how many of them each maker's chips took part in:

# %% tags=["hide-input"]
fresh = new_cells(results, "v6.0", introduced())
took_part = fresh.assign(vendor=fresh.vendors.str.split(", ")).explode("vendor")
took_part = took_part.groupby(["suite", "vendor"]).size().unstack(fill_value=0)
took_part.assign(all=fresh.groupby("suite").size())

# %% tags=["hide-cell"]
print(fresh[[*cell, "vendors", "submitter", "vendor", "accelerators"]].to_string(index=False))
datacenter = fresh[fresh.suite == "datacenter"]
brought = "benchmarks and scenarios first run in v6.0, datacenter suite, closed division"
state(
    number("records.cells-n", len(datacenter), how=brought),
    number("records.alone-n", (datacenter.vendors == "NVIDIA").sum(), how=f"{brought}, in which only NVIDIA's silicon took part"),
)

# %% [markdown]
# ## No system was larger than NVIDIA's until v6.1
#
# No system of any division and round up to v6.0 had more than NVIDIA's {n}`largest.first` GPUs. The next, of
# {n}`largest.second-round`, had {n}`largest.second` chips. In {n}`largest.later-round` Crusoe submitted
# {n}`largest.later` of AMD's chips. How the GPUs share the work is [another question](switches.ipynb).

# %% tags=["hide-input"]
tops = largest(everything)
before = largest(inference).sort_values("accelerators", ascending=False, kind="stable")
first, second, later = before.iloc[0], before.iloc[1], tops.iloc[-1]
told = {first["round"]: "NVIDIA, GB300", second["round"]: "Google, TPU v3", later["round"]: f"{later.submitter}, AMD MI355X"}
maker = tops["round"].map({first["round"]: "NVIDIA", second["round"]: "others", later["round"]: "others"}).fillna("")
assert first.platform_vendor == "NVIDIA" and {second.platform_vendor, later.platform_vendor} == {"Google", "AMD"}
bars = pd.DataFrame(
    {
        "round": tops["round"],
        "number": tops.accelerators.astype(int),
        "words": tops["round"].map(told).fillna(""),
        "kind": maker,
        "row_ids": [[i] for i in tops.row_id],
    }
)
Figure(
    one_bar_a_round(bars, axis="accelerators of the largest system"),
    id="largest",
    title=f"No system had more than {first.accelerators} chips until v6.1",
    description="Bars of the number of accelerator chips in the largest system of each round of MLPerf Inference. "
    + "; ".join(f"{r['round']}: {r['accelerators']}, {r['submitter']}" for _, r in tops.iterrows())
    + ".",
    caption="Largest system of each round by accelerator chips, every division. Green: NVIDIA's chips; blue: others'; grey: rounds without a new "
    f"highest number. A TPU v3 chip has two cores.\n\n{rounds_footnote(rounds=keys_until(last=latest, suites=['inference']))}",
)

# %% [markdown]
# The accelerators of a system are its chips: those of a node times the nodes, as the submitter describes them. For v0.5
# that counts the two cores of each TPU v3; our [corrections](data) count chips, and even in cores that system is smaller. In
# the closed division alone the answer is the same.

# %% tags=["hide-cell"]
known = inference[inference.accelerators.notna()]
assert known[known.division == "closed"].accelerators.max() == first.accelerators > 2 * second.accelerators
sources = {
    key: (row, f"most accelerators of a system in {row['round']}: {row.submitter}, {row.system}")
    for key, row in {"first": first, "second": second, "later": later}.items()
}
state(
    (number(f"largest.{key}", row.accelerators, how=how, rows=row) for key, (row, how) in sources.items()),
    (words(f"largest.{key}-round", row["round"], how=f"round: {how}", rows=row) for key, (row, how) in sources.items() if key != "first"),
    number(
        "largest.margin",
        first.accelerators / second.accelerators,
        "x",
        1,
        how=f"largest system up to {first['round']} over the largest of any other round up to then, in accelerators; "
        f"{later['round']}, published later, has a larger one ({later.accelerators})",
    ),
)

# %% [markdown]
# ## Fewer partners took part than in the round before
#
# NVIDIA names {n}`claim.31.published`. In the closed division we count {n}`partners.nvidia-v6.0` organisations besides NVIDIA on
# its chips, and {n}`partners.amd-v6.0` on AMD's. So NVIDIA's own sentence is right: no other platform had as many in this
# round. Article A1 says that it was the most in the history of MLPerf, but v5.1 had more. So did v6.1, after the article.

# %% tags=["hide-input"]
inference_partners = participation(everything, organisations=behind)
on_nvidia = inference_partners[inference_partners.vendor == "NVIDIA"].sort_values("round", key=lambda names: names.map(order), kind="stable")
count = on_nvidia.set_index("round").partners
assert count["v5.1"] == count[until["inference"]].max() > count["v6.0"] and count[latest] == count.max()
bars = pd.DataFrame(
    {
        "round": on_nvidia["round"],
        "number": on_nvidia.partners,
        "words": on_nvidia["round"].map({"v6.0": "claimed: the most in history"}).fillna(""),
        "kind": ["NVIDIA" if r in ("v5.1", "v6.0", latest) else "" for r in on_nvidia["round"]],
        "row_ids": on_nvidia.row_ids,
    }
)
Figure(
    one_bar_a_round(bars, axis="organisations on NVIDIA's chips, without NVIDIA"),
    id="participation",
    title=f"NVIDIA had {count['v6.0']} partners in v6.0, fewer than in the round before",
    description="Bars of the number of organisations on NVIDIA's chips in each round of MLPerf Inference, NVIDIA left out. "
    + "; ".join(f"{r}: {n}" for r, n in count.items())
    + ".",
    caption="Closed division; an organisation counts once, also in a joint submission. Green: the round of the claim, the one before and the one "
    f"after; grey: earlier rounds.\n\n{rounds_footnote(rounds=keys_until(last=latest, suites=['inference']))}",
)

# %% [markdown]
# The count on each maker's chips, in the latest rounds; v6.1 came after the claim:

# %% tags=["hide-input"]
ours = everything[everything.division == "closed"]
ours = ours.assign(who=[behind.get(name, (name,)) for name in ours.submitter]).explode("who")
ours = ours[ours.who.str.lower() != ours.platform_vendor.str.lower()]
by_vendor = ours.assign(who=ours.who.str.lower()).groupby(["round", "platform_vendor"]).who.nunique().unstack(fill_value=0)
assert by_vendor.NVIDIA.to_dict() == count.to_dict()
by_vendor[["NVIDIA", "AMD", "Intel"]].rename_axis(columns="chips of").tail(5)

# %% [markdown]
# We count a joint submission for each organisation behind it. If each submitter's name counts once, as it is written, there are
# {n}`partners.nvidia-v6.0-spelt` in v6.0 and {n}`partners.nvidia-v5.1-spelt` in v5.1. With the open division both rounds have more,
# and v5.1 still has the most. Every name on NVIDIA's list has results, and the results have organisations that the list
# leaves out, one of them a partner in a joint submission (Lambda with Stevens Institute of Technology).
#
# In MLPerf® Training, no round until then had more partners on one maker's chips than v5.1 of Inference.
#
# Article A5 writes that Google submitted no TPU v7, for the second round running. That is so. Google took part in both
# rounds, on NVIDIA's chips:

# %% tags=["hide-input"]
google = inference[inference.submitter == "Google"]
google.groupby(["round", "platform_vendor"]).size().unstack(fill_value=0).rename_axis(columns="results on chips of")

# %% tags=["hide-cell"]
every = participation(inference, None, behind)
ahead = every.sort_values("partners", ascending=False, kind="stable").iloc[0]
assert (ahead["round"], ahead.vendor) == ("v5.1", "NVIDIA")
print(every[every.vendor == "NVIDIA"].set_index("round").partners[["v5.1", "v6.0"]].to_frame("all divisions"))
whose = {"": (inference_partners, "organisations"), "-spelt": (participation(inference), "names of submitters as they are, capitals aside,")}
printed = ["nvidia-v5.1", "nvidia-v6.0", "amd-v6.0", "nvidia-v5.1-spelt", "nvidia-v6.0-spelt"]
state(
    number(
        f"partners.{key}",
        row.partners,
        how=f"{who} on {row.vendor}'s silicon in {row['round']} without {row.vendor} itself, closed division: {row.names}",
    )
    for end, (counted, who) in whose.items()
    for _, row in counted.iterrows()
    if (key := f"{row.vendor.lower()}-{row['round']}{end}") in printed
)

# %% [markdown]
# ## The largest total is not the highest per chip
#
# MLPerf results are published for whole systems. In GPT-OSS-120B Server of v6.1, Crusoe's 512 AMD MI355X gave the largest total,
# {n}`chips.gpt-server-512-total`. Per chip that is {n}`chips.gpt-server-512-each`, less than smaller systems of the same chip
# and of NVIDIA's GB300 gave.

# %% tags=["hide-input"]
ROUNDS, MIXED = ["v6.0", latest], r" \+ | and "
rates = everything[everything["round"].isin(ROUNDS) & (everything.division == "closed") & (everything.suite == "datacenter")]
rates = rates[rates.unit.str.endswith("/s") & rates.accelerators.notna()]
# Systems that mix models have no single chip to divide by.
one_chip = one_row_a_run(rates[~rates.accelerator.str.contains(MIXED)])
one_chip = one_chip.assign(
    each=(one_chip.value / one_chip.accelerators).astype(float),
    chip=one_chip.accelerator.map(short_accelerator),
    benchmark=family(one_chip.benchmark),
)
sizes = ["round", "scenario", "chip", "accelerators"]
gpt = one_chip[(one_chip.benchmark == "gpt-oss-120b") & one_chip.scenario.isin(["Server", "Offline"])]
best = gpt.sort_values(["value", "row_id"], ascending=[False, True]).drop_duplicates(sizes).sort_values(sizes)
large = best.groupby(sizes[:3]).accelerators.transform("max") >= 72
picked = best[large & ((best.accelerators == 8) | (best.accelerators >= 72))]
server = picked[(picked["round"] == latest) & (picked.scenario == "Server")]
assert server.value.idxmax() == server.accelerators.idxmax() == server.each.idxmin()
highest, lowest = server.groupby("chip").each.transform("max"), server.groupby("chip").each.min()
dots = pd.DataFrame(
    {
        "panel": "GPT-OSS-120B Server, v6.1",
        "label": server.chip,
        "kind": server.accelerators.astype(str) + " chips",
        "value": server.each,
        "text": [f"{v:,.0f}" + (f"; of 512: {lowest[c]:,.0f}" if c == "MI355X" else "") for c, v in zip(server.chip, highest)],
        "row_id": server.row_id,
    }
).assign(top=highest).sort_values(["top", "kind"], ascending=False)
Figure(
    dotted_rows(dots, ["8 chips", "72 chips", "512 chips"], axis="tokens/s per chip", start=0, format="~s", colours=(CONTEXT, MUTED, INK)),
    id="total-and-each",
    title="Per chip, the largest system gives less than smaller ones",
    description="Dots of tokens per second and chip for GPT-OSS-120B Server of v6.1, a row for each chip, a shade for each size. "
    + "; ".join(f"{r.submitter}, {r.accelerators} {r.chip}: {r.each:,.0f} per chip, {r.value:,.0f} in total" for r in server.itertuples())
    + ".",
    caption=caption(
        "GPT-OSS-120B Server, v6.1, closed division, category available: the best result of each chip at 8, at 72 and at a "
        "larger size, for chips with a system of 72 or more. Results compared differ in submitter, chip, software and number of accelerators.",
        everything[everything.row_id.isin(server.row_id)],
    ),
)

# %% [markdown]
# To compare the chips, compare systems of one size. On 72 each, AMD's MI355X gave {n}`chips.gpt-server-mi355x-72-each` per chip in
# Server and CoreWeave's GB300 {n}`chips.gpt-server-gb300-72-each`. Systems of 8 and of 72, per chip (a dash: no result of
# that size):

# %% tags=["hide-input"]
same = picked[picked.accelerators.isin([8, 72])]
same.pivot(index=["scenario", "accelerators", "chip"], columns="round", values="each").map("{:,.0f}".format).replace("nan", "–")

# %% [markdown]
# In DeepSeek-R1 every closed result of v6.0 was on NVIDIA's chips. In v6.1 Crusoe's 512 MI355X gave the largest totals, and per
# chip less than NVIDIA's four racks or Nebius's one. VR200 and Vera Rubin are two submitters' names of one chip.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the DeepSeek-R1 results per chip and in total", "code_prompt_hide": "Hide the DeepSeek-R1 results per chip and in total"}
of_r1 = one_chip[(one_chip.benchmark == "deepseek-r1") & (one_chip.scenario != "Interactive")]
assert set(of_r1[of_r1["round"] == "v6.0"].accelerator_vendor) == {"NVIDIA"}
r1 = of_r1[(of_r1["round"] == latest) & (of_r1.accelerators >= 36)]
r1 = r1.sort_values(["value", "row_id"], ascending=[False, True]).drop_duplicates(["scenario", "chip", "accelerators"])
shown = {name: r1[name].map("{:,.0f}".format) for name in ("value", "each")}
r1.assign(**shown).set_index(["scenario", "chip", "accelerators"]).sort_index()[["submitter", "value", "each", "availability"]]

# %% [markdown]
# A rate per chip is that of a system with its software, not of the chip alone, and it often falls as systems grow. Owners
# differ too, so these figures do not isolate the effect of size. MLCommons' guidelines allow a comparison within one benchmark,
# scenario and version, and require that differences in division, category and number of chips be named
# ([sections 4 and 5](https://github.com/mlcommons/policies/blob/a4520be877271064ceff8339b837edb67027537b/MLPerf_Results_Messaging_Guidelines.adoc#L76)).
# They allow no power but a measured one, and prices are no part of a result. We know of no statement by MLCommons that v6.1
# may be compared with v6.0, so this page gives no ratio of the two. A preview such as Vera Rubin could not
# be bought yet. The open division and systems of mixed chips are left out.

# %% tags=["hide-cell"]
sized = picked[(picked["round"] == latest) & (picked.scenario == "Server")].set_index(["chip", "accelerators"], drop=False)
assert sized.submitter["GB300", 72] == "CoreWeave" and sized.submitter["MI355X", 512] == "Crusoe"
of_chip = {"512": ("MI355X", 512), "mi355x-72": ("MI355X", 72), "gb300-72": ("GB300", 72)}
state(
    number("chips.gpt-server-512-total", sized.value["MI355X", 512], "tokens/s", how=f"published result: {describe(sized.loc[('MI355X', 512)])}", rows=sized.loc[("MI355X", 512)]),
    (
        number(f"chips.gpt-server-{key}-each", sized.each[where], "tokens/s", how=f"published result / accelerators: {describe(sized.loc[where])}", rows=sized.loc[where])
        for key, where in of_chip.items()
    ),
)

# %% [markdown]
# ## The claims
#
# ```{claim-card} 13
# ```
# ```{claim-card} 21
# ```
# ```{claim-card} 22
# ```
# ```{claim-card} 23
# ```
# ```{claim-card} 24
# ```
# ```{claim-card} 25
# ```
# ```{claim-card} 26
# ```
# ```{claim-card} 27
# ```
# ```{claim-card} 28
# ```
# ```{claim-card} 29
# ```
# ```{claim-card} 30
# ```
# ```{claim-card} 31
# ```
# ```{claim-card} 32
# ```
# ```{claim-card} 41
# ```
# ```{claim-card} 43
# ```
# ```{claim-card} 44
# ```
# ```{claim-card} 45
# ```
#
# ## The tables

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every closed result of the new tests", "code_prompt_hide": "Hide every closed result of the new tests"}
new = closed.merge(fresh[["benchmark", "scenario"]].drop_duplicates(), on=["benchmark", "scenario"])
new = new.assign(value=new.value.astype(float)).sort_values(["benchmark", "scenario", "value"], ascending=[True, True, False])
ResultsTable(
    id="new",
    frame=with_links(new),
    caption=caption("Closed results of every benchmark and scenario that v6.0 brought.", new, derived=False),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "submitter": "Submitter",
        "value": "Result",
        "unit": "Unit",
        "accelerators": "Chips",
        "accelerator": "Accelerator",
        "suite": "Suite",
        "availability": "Category",
        "result_id": "Result ID",
    },
    row_ids=list(new.row_id),
    links={"result_id": "published_url"},
    formats={"value": ",.2f"},
    searchable=True,
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the largest systems of each round", "code_prompt_hide": "Hide the largest systems of each round"}
each = known.sort_values(["accelerators", "row_id"], ascending=[False, True]).drop_duplicates(["round", "submitter", "system"])
each = each.groupby("round").head(5).sort_values(["round", "accelerators"], ascending=[False, False])
ResultsTable(
    id="systems",
    frame=with_links(each),
    caption="The five largest systems of each round up to v6.0, with one of their results each.",
    columns={
        "round": "Round",
        "accelerators": "Chips",
        "submitter": "Submitter",
        "accelerator": "Accelerator",
        "nodes": "Nodes",
        "division": "Division",
        "availability": "Category",
        "system": "System",
        "row_id": "A result",
    },
    links={"row_id": "published_url"},
    searchable=True,
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show NVIDIA's list of partners, name by name", "code_prompt_hide": "Hide NVIDIA's list of partners, name by name"}
partners_named = partners()["nvidia-v6.0"]
there = by_organisation(results[results.platform_vendor == "NVIDIA"], behind)
there = there[there.organisation != "NVIDIA"]
beside = match_partners(partners_named.names, there.organisation, partners_named.spelt)
beside["found"] = beside.found.replace("table only", "results only")
assert set(beside.found) == {"both", "results only"}
divisions = there.groupby("organisation").division.agg(lambda d: ", ".join(sorted(set(d))))
counted = there.groupby("organisation").size()
ResultsTable(
    id="list",
    frame=beside.assign(divisions=beside.submitter.map(divisions), results=beside.submitter.map(counted).astype("Int64")),
    caption=f"Partners named for v6.0 ({partners_named.source.name}) and organisations on NVIDIA's silicon in the results.",
    columns={
        "listed": "In the list",
        "submitter": "In the results",
        "found": "Found in",
        "divisions": "Division",
        "results": "Results",
    },
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show who took part, round by round", "code_prompt_hide": "Hide who took part, round by round"}
taught = participation(training[training.suite == "training"], organisations=behind)
assert taught[taught["round"].isin(until["training"])].partners.max() <= count["v5.1"]
both = pd.concat([inference_partners.assign(suite="Inference"), taught.assign(suite="Training")])
ResultsTable(
    id="names",
    frame=both.sort_values(["suite", "round", "partners"], ascending=[True, False, False]),
    caption="Organisations on each vendor's silicon in the closed division, the vendor left out.",
    columns={"suite": "MLPerf", "round": "Round", "vendor": "Silicon of", "partners": "Partners", "names": "Who"},
    searchable=True,
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show names that stand for several organisations", "code_prompt_hide": "Hide names that stand for several organisations"}
joint = {"submitted as": behind.keys(), "counts for": map(", ".join, behind.values())}
ResultsTable(
    id="joint",
    frame=pd.DataFrame(joint),
    caption="Submitters' names that stand for several organisations, or for another name.",
    columns={name: name.capitalize() for name in joint},
)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show each maker's largest total and highest rate per chip", "code_prompt_hide": "Hide each maker's largest total and highest rate per chip"}
contest = ["round", "benchmark", "scenario"]
contested = one_chip[one_chip.groupby(contest).accelerator_vendor.transform("nunique") > 1].sort_values("row_id")
chosen = [
    contested.loc[contested.groupby([*contest, "accelerator_vendor"])[measure].idxmax()].assign(which=which)
    for measure, which in (("value", "largest total"), ("each", "highest per accelerator"))
]
listed = pd.concat(chosen).sort_values([*contest, "which", "accelerator_vendor"], ascending=[False, True, True, False, True])
listed = with_links(listed).assign(value=listed.value.astype(float), model=listed.accelerator)
ResultsTable(
    id="vendors",
    frame=listed,
    caption=caption(
        "Each maker's largest total and highest rate per accelerator, closed division, datacenter suite, chips of one model. "
        "Compare within a round, benchmark and scenario only. Results compared differ in submitter, chip and number of "
        "accelerators, and in category where named.",
        everything[everything.row_id.isin(listed.row_id)],
    ),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "round": "Round",
        "which": "Which",
        "accelerator_vendor": "Maker",
        "submitter": "Submitter",
        "accelerators": "Number",
        "model": "Accelerator",
        "availability": "Category",
        "value": "Whole system",
        "each": "Per accelerator",
        "unit": "Unit",
    },
    row_ids=list(listed.row_id),
    links={"value": "published_url"},
    formats={"value": ",.7g", "each": ",.6g"},
    searchable=True,
)

# %% [markdown]
# ## Limits
#
# - For v5.0 the open division and the number of nodes are unknown. A system whose description gives no number of
#   accelerators is not counted; most of these name no accelerator at all.
# - "Partner" is NVIDIA's word. We count every organisation that submitted on a maker's chips, whether the maker calls it a
#   partner or not.
# - A submission names its software in a line of its description, which does not show what each run used.
# - The rows of v6.1 were typed by hand from the round's published table.
#
# ```{mlperf-footnote} 6.0-0081/gpt-oss-120b/Offline 6.0-0081/gpt-oss-120b/Server 6.0-0094/qwen3-vl-235b-a22b/Offline 6.0-0039/wan-2.2-t2v-a14b/SingleStream 6.0-0075/dlrm-v3/Offline
# :rounds: inference, training
# ```
