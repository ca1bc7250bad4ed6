# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # Who set the records?
#
# :::{admonition} The answer
# :class: cc-key
# NVIDIA's chips set all {n}`records.printed-n` records that the articles print from MLPerf® Inference v6.0. But
# NVIDIA's partners set {n}`records.partners-n` of them, and not NVIDIA itself. Two records on new models were set on
# Blackwell, not on Blackwell Ultra.
#
# NVIDIA's system of {n}`largest.first` GPUs was the largest of MLPerf Inference until then. The number of partners was
# no record, although one article says so: {n}`partners.nvidia-v6.0` organisations used NVIDIA's chips in v6.0 and
# {n}`partners.nvidia-v5.1` in the round before.
# :::

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False)
known = inference[(inference["round"] != "v6.1") & inference.accelerators.notna()]
largest_of_all = known.loc[known.accelerators.idxmax()]
print(f"{largest_of_all.submitter}'s {largest_of_all.accelerators:.0f} accelerators, in {largest_of_all['round']}")

# %% tags=["hide-cell"]
from claimcheck.notebook import holds, keys_until, results, results_of, rows_behind, same, say

v60 = results(round="v6.0")
fields = {}  # the results of the test in which each claim prints a record
for claim in ("14", "16", "18", "21", "22", "23", "25", "26"):
    printed = results_of(rows_behind(claim)).iloc[0]
    fields[claim] = v60(suite=printed.suite, benchmark=printed.benchmark, scenario=printed.scenario)


def ranked(field, of="value"):
    """The results of a test, the best first: the highest rate or the shortest time."""
    return field.by(f"-{of}" if field.frame.higher_is_better.all() else of)


holders = [ranked(field).first().row_id for field in fields.values()]
records = v60.where("that set printed records", lambda t: t.row_id.isin(holders))
say("records.printed-n", records.count,
    of="number of results of v6.0 that the articles print as records, closed division")
say("records.partners-n", records.where("for others", lambda t: t.submitter != "NVIDIA").count,
    of="number of the records of v6.0 printed by the articles that NVIDIA's partners set")
holds("NVIDIA's chips set all", set(records.frame.platform_vendor) == {"NVIDIA"})
holds("records that the articles print",
    all(ranked(field).first().rows <= rows_behind(claim) for claim, field in fields.items()))

# %% tags=["hide-cell"]
import altair as alt

from claimcheck.analysis.view import family, folded
from claimcheck.data.facts import partners
from claimcheck.notebook import frame_of, show, table


def lead(field, column="submitter", of="value"):
    """The best of a test, the best with another ``column`` (None without one), and how many times as good it is."""
    first = ranked(field, of).first()
    rest = ranked(field, of).where(f"of another {column}", lambda t: t[column] != getattr(first, column))
    if not len(rest):
        return first, None, None
    one, other = getattr(first, of), getattr(rest.first(), of)
    return first, rest.first(), one / other if field.frame.higher_is_better.all() else other / one


def by_how_much(ratio):
    """A lead in words, more exact where it is near 1."""
    return f"{(ratio - 1).percent:1} ahead" if ratio < 2 else f"{ratio.bare:1} times"


whole = {claim: lead(field) for claim, field in fields.items()}
drawn = pd.DataFrame(
    {
        "record": f"{first.title} {first.scenario}: {first.label}",
        "lead": ratio.value,
        "as_printed": by_how_much(ratio),
        "kind": first.whose,
        "row_ids": sorted(ratio.rows),
    }
    for first, _, ratio in sorted(whole.values(), key=lambda of: of[2].value)
)
of_partners, of_nvidia = (drawn.lead[drawn.kind == kind] for kind in ("another submitter", "NVIDIA"))
each = {claim: lead(field, of="per_accelerator") for claim, field in fields.items()
    if field.frame.higher_is_better.all()}  # A latency has no figure per accelerator.
each_far = [claim for claim, (first, _, ratio) in each.items() if first.rows == whole[claim][0].rows and ratio > 1.2]
holds("NVIDIA's four records: far ahead in total, one of them per accelerator",
    len(of_nvidia) == 4 and of_partners.max() < 1.1 and of_nvidia.min() > 2 and each_far == ["18"])

# %% tags=["hide-input"]
ratio = alt.X("lead", title="record over the next submitter's best result (log scale)").scale(type="log",
    domainMin=0.93, nice=False)
near = f"Partners' records: at most {of_partners.max() - 1:.1%} ahead"
far = f"NVIDIA's records: at least {of_nvidia.min():.1f} times the next"
drawn["panel"] = drawn.kind.map({"NVIDIA": far, "another submitter": near})
rows = alt.Chart(drawn).encode(ratio.axis(values=[1, 2, 5, 10, 20, 50], labelExpr="datum.label + 'x'"),
    alt.Y("record", sort=None))
show(
    "records",
    "NVIDIA's four records: far ahead in total, one of them per accelerator",
    alt.layer(
        rows.mark_rule(strokeWidth=2).encode(x2=alt.datum(1)),
        rows.mark_circle().encode(alt.Color("kind", legend=None), tooltip="as_printed"),
        rows.mark_text().encode(text="as_printed"),
        data=drawn,
    )
    .facet(alt.Facet("panel", sort=None), columns=1)
    .resolve_scale(y="independent"),
    note="Closed division, v6.0, totals of whole systems; of WAN-2.2, the other's time over the record's. Leads are of "
    "single runs, and of systems of different size.",
)

# %% [markdown]
# ## Some of NVIDIA's own records are ones of size
#
# Where several submitters ran racks of one size, the lead is small: in GPT-OSS-120B Nebius was only just ahead of
# NVIDIA. A lead that small shows that the figure does not depend on one submitter. Nebius also led AMD's best system,
# which had more chips.
#
# In DeepSeek-R1 Offline NVIDIA's four racks made {n}`margin.14-submitter-times` times the tokens of the next submitter,
# who had one rack. Such a lead shows that nobody else submitted a system of that size.
#
# Per accelerator, another system leads in most of these tests. In place of the four racks, much smaller systems lead:
# CoreWeave's in Offline and Nebius's in Server. Only in DeepSeek-R1 Interactive is NVIDIA's system far ahead per
# accelerator as well. In Server a submitter chooses the rate at which queries arrive, so a lead there can also come
# from a higher chosen load.

# %% tags=["hide-input"]
over_maker = {claim: lead(field, "platform_vendor") for claim, field in fields.items()}


def over(_, other, ratio):
    """A lead in words, and over whom."""
    return f"{by_how_much(ratio)}{' of' * (ratio < 2)} {other.label}" if other else "nobody took part"


rows = [
    {
        "Record": f"{holder.title} {holder.scenario}",
        "Claim": claim,
        "Holder": holder.label,
        "Next submitter": other.label,
        "Result": f"{holder.value.value:,.7g} {holder.unit}",
        "NVIDIA's own best": f"{ranked(fields[claim](submitter='NVIDIA')).first().value.value:,.7g} {holder.unit}",
        "Lead over another maker's chips": over(*over_maker[claim]),
        "First per accelerator": each[claim][0].label if claim in each else "–",
        "Its lead over the next submitter": over(*each[claim]) if claim in each else "–",
    }
    for claim, (holder, other, _) in whole.items()
]
table(
    "margins",
    "The records of v6.0 that articles print, and who leads per accelerator",
    pd.DataFrame(rows),
    [*rows[0]],
    note="Of a time in seconds less is better.",
    behind=[side for of in (whole, over_maker, each) for sides in of.values() for side in sides[:2] if side],
)

# %% tags=["hide-cell"]
say("margin.14-submitter-times", whole["14"][2].bare, 1)
holds("in GPT-OSS-120B Nebius was only just ahead of NVIDIA", all(whole[claim][2] < 1.05 for claim in ("21", "22")))
leaders = [whole[claim][0].rows == of[0].rows for claim, of in each.items()]
holds("Per accelerator, another system leads in most of these tests.", 2 * sum(leaders) < len(leaders))
holds("Only in DeepSeek-R1 Interactive is NVIDIA's system far", each_far == ["18"])

# %% [markdown]
# ## Two records on new models are not Blackwell Ultra's
#
# Articles A1 and A2 credit Blackwell Ultra (GB300, B300) with the records, in a headline or in their first sentences.
# The records on GPT-OSS-120B ({n}`claim.21.holder`, {n}`claim.21.chip`) and WAN-2.2 ({n}`claim.25.holder`,
# {n}`claim.25.chip`) are on it. Those on Qwen3-VL ({n}`claim.23.holder`, {n}`claim.23.chip`) and DLRMv3
# ({n}`claim.26.holder`, {n}`claim.26.chip`) are on the chip before it, Blackwell. Per GPU, Blackwell Ultra leads
# Qwen3-VL Offline as well. On DLRMv3 it has no result.
#
# (in-most-new-tests-nobody-else-took-part-in-the-closed-division)=
# ## In most new tests of v6.0 only NVIDIA's chips took part in the closed division
#
# Only NVIDIA's chips have results in every test (a model in one scenario) that was new in v6.0, and in the datacenter
# suite they are first in each. But in the closed division no other maker's chip took part in {n}`records.alone-n` of
# that suite's {n}`records.cells-n` new tests. If the open division counts as well, it is {n}`records.alone-open-n`,
# because AMD ran WAN-2.2 SingleStream there.

# %%
from claimcheck.data.names import introduced
from claimcheck.notebook import inference_results, one_row_a_run, training_results

new = introduced()[["benchmark", "scenario", "round"]]


def new_tests(results):
    """The tests of ``results`` that were first run in v6.0: who made the chips of the best result, and of all."""
    rows = results[results["round"] == "v6.0"].merge(new)
    worst_last = rows.value.where(~rows.higher_is_better.astype(bool), -rows.value)
    tests = rows.assign(order=worst_last).sort_values(["order", "row_id"]).groupby(["suite", "benchmark", "scenario"])
    return tests.agg(row_id=("row_id", "first"), vendor=("platform_vendor", "first"),
        vendors=("platform_vendor", lambda makers: ", ".join(sorted({*makers})))).reset_index()


in_closed = inference_results(division="closed").pipe(new_tests).called("tests first run in v6.0, closed division")
in_datacenter = in_closed(suite="datacenter")
say("records.cells-n", in_datacenter.count)
in_any = inference_results.pipe(new_tests).called("tests first run in v6.0, every division")
alone = {
    name: tests(suite="datacenter").where("in which only NVIDIA's silicon took part", lambda t: t.vendors == "NVIDIA")
    for name, tests in {"alone-n": in_closed, "alone-open-n": in_any}.items()
}
for name, tests in alone.items():
    say(f"records.{name}", tests.count)
closed_only, wan = alone["alone-n"], {"benchmark": "wan-2.2-t2v-a14b", "scenario": "SingleStream"}
holds("because AMD ran WAN-2.2 SingleStream there",
    len(closed_only(**wan)) == 1 and in_any.one(**wan).vendors == "AMD, NVIDIA")
holds("In most new tests of v6.0 only NVIDIA's chips took part in the closed division",
    2 * len(closed_only) > len(in_datacenter))
holds("they are first in each", set(in_datacenter.frame.vendor) == {"NVIDIA"})

# %% [markdown]
# ## No system was larger than NVIDIA's until v6.1
#
# No system of any division and round up to v6.0 had more than NVIDIA's {n}`largest.first` GPUs. The next, of
# {n}`largest.second-round`, had {n}`largest.second` chips. In {n}`largest.later-round` Crusoe submitted
# {n}`largest.later` of AMD's chips. How the GPUs share the work is [another question](switches.ipynb).

# %%
from claimcheck.data.rounds import roles
from claimcheck.notebook import order, participation, rounds_until, value, words


def oldest_first(frame):
    return frame.sort_values("round", key=lambda rounds: rounds.map(order), kind="stable")


until, latest = rounds_until(), roles().latest
inference = inference_results(round=until["inference"])
with_number = inference_results.where("with a known number of accelerators", lambda t: t.accelerators.notna())
tops = with_number.by("-accelerators", "row_id").pipe(lambda t: t.drop_duplicates("round")).pipe(oldest_first)
top, second = list(tops(round=until["inference"]).by("-accelerators"))[:2]
later = tops.one(round=latest)
say("largest.first", same(largest_of_all.accelerators, top.accelerators),
    of="number of accelerators of the largest system in MLPerf Inference up to v6.0")
say("largest.margin", top.accelerators / second.accelerators, 1)
for key, row in {"second": second, "later": later}.items():
    say(f"largest.{key}", row.accelerators)
    words(f"largest.{key}-round", row.round, row)
holds("In the closed division alone the answer is the same.",
    with_number(division="closed", round=until["inference"]).max("accelerators") == top.accelerators)

# %% tags=["hide-input"]
named = {top.round: "NVIDIA, GB300", second.round: "Google, TPU v3", later.round: f"{later.submitter}, AMD MI355X"}
holds("was the largest of MLPerf Inference until then",
    (top.platform_vendor, second.platform_vendor, later.platform_vendor) == ("NVIDIA", "Google", "AMD"))


def by_round(counts, kinds, said, title):
    """A bar for each round; ``kinds`` of some rounds colour them, and ``said`` is written at some."""
    frame = counts.assign(
        kind=counts["round"].map(kinds).fillna("other"),
        as_printed=counts.number.map("{:,.0f}".format),
        words=counts["round"].map(said).fillna(""),
    )
    frame["text"] = frame.as_printed + frame.words.map("\u00a0\u00a0{}".format).where(frame.words != "", "")
    number = alt.X("number", title=title).axis(labels=False, ticks=False, domain=False, titleAnchor="start")
    rows = alt.Chart(frame).encode(number, alt.Y("round", sort=None), tooltip="words")
    return rows.mark_bar().encode(color=alt.Color("kind", legend=None)) + rows.mark_text(dx=5).encode(text="text")


largest_of = tops.frame.rename(columns={"accelerators": "number"})
kinds = {top.round: "NVIDIA", second.round: "another submitter", later.round: "another submitter"}
show(
    "largest",
    f"No system had more than {top.accelerators} chips until v6.1",
    by_round(largest_of, kinds, named, "accelerators of the largest system"),
    note="Largest system of each round by accelerator chips, every division. Green: NVIDIA's chips; blue: others'; "
    "grey: rounds without a new highest number. A TPU v3 chip has two cores.",
    rounds=keys_until(last=latest, suites=["inference"]),
)

# %% [markdown]
# The accelerators of a system are its chips: those of a node times the nodes, as the submitter describes them. For v0.5
# that counts the two cores of each TPU v3; our [corrections](data) count chips, and even in cores that system is
# smaller. In the closed division alone the answer is the same.
#
# ## Fewer partners took part than in the round before
#
# NVIDIA names {n}`claim.31.published`. In the closed division we count {n}`partners.nvidia-v6.0` organisations besides
# NVIDIA on its chips, and {n}`partners.amd-v6.0` on AMD's. So NVIDIA's own sentence is right: no other platform had as
# many in this round. Article A1 says that it was the most in the history of MLPerf, but v5.1 had more. So did v6.1,
# after the article.

# %%
counts = participation.pipe(lambda t: t.fillna({"names": "", "row_ids": ""}).assign(row_ids=t.row_ids.str.split("|")))
counted = counts(suite="inference", divisions="closed")
took = oldest_first(counted(counted="organisations").frame)


def partners_of(vendor, version, frame=took, who="organisations"):
    """How many besides the vendor itself submitted on its chips in a round, closed division."""
    row = frame[(frame.vendor == vendor) & (frame["round"] == version)].iloc[0]
    of = f"how many {who} besides {vendor} submitted on its chips in {version}, closed division: {row.names}"
    return value(row.partners, of=of, rows=row.row_ids)


spelt = counted(counted="names").frame, "names of submitters as they are, capitals aside,"
for version in ("v5.1", "v6.0"):
    say(f"partners.nvidia-{version}", partners_of("NVIDIA", version))
    say(f"partners.nvidia-{version}-spelt", partners_of("NVIDIA", version, *spelt))
say("partners.amd-v6.0", partners_of("AMD", "v6.0"))

# %% tags=["hide-input"]
on_nvidia = took[took.vendor == "NVIDIA"]
count = on_nvidia.set_index("round").partners
holds("no other platform had as many in this round",
    (took[took["round"] == "v6.0"].sort_values("partners").vendor.iloc[-1]) == "NVIDIA")
holds("but v5.1 had more. So did v6.1",
    count["v5.1"] == count[until["inference"]].max() > count["v6.0"] < count[latest] == count.max())
kinds = dict.fromkeys(["v5.1", "v6.0", latest], "NVIDIA")
show(
    "participation",
    f"NVIDIA had {count['v6.0']} partners in v6.0, fewer than in the round before",
    by_round(
        on_nvidia.rename(columns={"partners": "number"}),
        kinds,
        {"v6.0": "claimed: the most in history"},
        "organisations on NVIDIA's chips, without NVIDIA",
    ),
    note="Closed division; an organisation counts once, also in a joint submission. Green: the round of the claim, the "
    "one before and the one after; grey: earlier rounds.",
    rounds=keys_until(last=latest, suites=["inference"]),
)

# %% [markdown]
# The count on each maker's chips in every round of Inference, and who they are, is in [a table at the end](#the-table).
#
# We count a joint submission for each organisation behind it. If each submitter's name counts once, as it is written,
# there are {n}`partners.nvidia-v6.0-spelt` in v6.0 and {n}`partners.nvidia-v5.1-spelt` in v5.1. With the open division
# both rounds have more, and v5.1 still has the most. Every name on NVIDIA's list has results, and the results have
# organisations that the list leaves out, one of them a partner in a joint submission (Lambda with Stevens Institute of
# Technology).
#
# In MLPerf® Training, no round until then had more partners on one maker's chips than v5.1 of Inference.
#
# Article A5 writes that Google submitted no TPU v7, for the second round running. That is so. Google took part in both
# rounds, on NVIDIA's chips.

# %% tags=["hide-cell"]
by_organisations = counts(counted="organisations")
in_all = by_organisations(suite="inference", divisions="all", round=until["inference"]).by("-partners").frame
holds("and v5.1 still has the most", tuple(in_all.iloc[0][["round", "vendor"]]) == ("v5.1", "NVIDIA"))
in_both = in_all[in_all.vendor == "NVIDIA"].set_index("round").partners
holds("With the open division both rounds have more", all(in_both[r] > count[r] for r in ("v5.1", "v6.0")))
partners_named = partners()["nvidia-v6.0"]
there = in_all[(in_all["round"] == "v6.0") & (in_all.vendor == "NVIDIA")].names.item().split(", ")
holds("Every name on NVIDIA's list has results, and the results have organisations that the list leaves out",
    {folded(partners_named.spelt.get(name, name)) for name in partners_named.names} < {*map(folded, there)})
in_training = by_organisations(suite="training", divisions="closed", round=until["training"]).frame
holds("no round until then had more partners on one maker's chips than v5.1 of Inference",
    in_training.partners.max() <= count["v5.1"])
google = inference(submitter="Google", round=["v5.1", "v6.0"]).frame.groupby("round").platform_vendor.unique()
holds("on NVIDIA's chips", all(set(vendors) == {"NVIDIA"} for vendors in google) and len(google) == 2)

# %% [markdown]
# (training-v6-0)=
# ## In MLPerf Training v6.0 NVIDIA's chips have the fastest time of every benchmark
#
# Training v6.0 has {n}`training.results` results of {n}`training.submitters` organisations on {n}`training.chips`
# accelerators, as [MLCommons counts](../claims/training-v6.0/1.md) them too. Where
# [it counts](../claims/training-v6.0/39.md) {n}`claim.training-v6.0/39.published`, we count {n}`training.systems` by
# submitter and folder, and {n}`training.sizes` by submitter, accelerator and number of accelerators. How MLCommons
# tells systems apart is not published.
#
# The round's repository could not be read whole. MLPerf's own score is known of {n}`training.score` results, and of
# {n}`training.printed` more as somebody printed it. Of the other {n}`training.span` only a span is known, which is no
# record and no win here. The table has the fastest time that is known of each benchmark, and what is faster or may be.
#
# {n}`training.again` results are runs of v5.1 that were entered again. The fastest time of FLUX.1 is one of them, and
# slower than the fastest of v5.1.

# %%
training = pd.read_csv("../data/tables/training_results.csv.gz", low_memory=False)
round_ = training[(training.suite == "training") & (training["round"] == "v6.0")]
closed = round_[round_.division == "closed"]
scored = closed.dropna(subset="time_to_train_minutes").sort_values("time_to_train_minutes")
fastest = scored.drop_duplicates("benchmark").set_index("benchmark")
spans = closed[closed.score_source == "span"].sort_values("score_low").drop_duplicates("benchmark")
spans = spans.set_index("benchmark")
nearer = spans[spans.score_low < fastest.time_to_train_minutes.reindex(spans.index)]
print(fastest[["submitter", "accelerators", "time_to_train_minutes"]].round(2))
print(nearer[["submitter", "accelerators", "score_low", "score_high"]].round(2))

# %% tags=["hide-cell"]
v60_training = training_results(suite="training", round="v6.0")
say("training.results", v60_training.count)
for key, columns in {"submitters": "submitter", "chips": "accelerator", "systems": "submitter system",
    "sizes": "submitter accelerator accelerators"}.items():
    say(f"training.{key}", value(len(round_.drop_duplicates(columns.split())), table="training_results",
        of=f"Training v6.0, counted by {columns.replace(' ', ', ')}"))
for source in ("score", "printed", "span"):
    say(f"training.{source}", v60_training(score_source=source).count)
again = v60_training.where("whose runs were entered in v5.1", lambda t: t.same_runs_as.notna())
say("training.again", again.count)
holds("NVIDIA's chips have the fastest time of every benchmark", set(fastest.platform_vendor) == {"NVIDIA"}
    and set(nearer.platform_vendor) == {"NVIDIA"} and fastest.index.nunique() == round_.benchmark.nunique())
holds("The fastest time of FLUX.1 is one of them, and slower than the fastest of v5.1.",
    fastest.row_id["flux1"] in set(again.frame.row_id) and "flux1" not in nearer.index
    and fastest.time_to_train_minutes["flux1"] > training_results(suite="training", round="v5.1", benchmark="flux1",
        division="closed").min("time_to_train_minutes").value)

# %% tags=["hide-input"]
def owner(row):
    """Whose a result is, and on what."""
    chip = row.accelerator.rpartition("(")[2].strip(")")
    return f"{row.submitter.replace('_', ' ')} on {row.accelerators:,.0f} {chip}"


def span(row):
    """A result whose score could not be read, in words; nothing where none is near the fastest."""
    return f"{owner(row)}, between {row.score_low - 0.005:.2f} and {row.score_high + 0.005:.2f} minutes"


drawn = pd.DataFrame(
    {"benchmark": name, "whose": owner(row), "minutes": f"{row.time_to_train_minutes:.2f}",
        "known": "as printed" if row.score_source == "printed" else "score",
        "faster": span(nearer.loc[name]) if name in nearer.index else "–"}
    for name, row in fastest.sort_index().iterrows()
)
table(
    "training-fastest",
    "The fastest time of each benchmark of Training v6.0 that is known, closed division",
    drawn,
    [*drawn],
    headings={"faster": "Faster, or perhaps, but its score could not be read"},
    behind=v60_training.where("the fastest", lambda t: t.row_id.isin([*fastest.row_id, *nearer.row_id])),
)

# %% [markdown]
# (one-rack-three-times)=
# ## One rack trained Llama 3.1 405B in three times, two of them in the open division
#
# HPE entered one kind of rack, 72 GB300, three times. In the closed division training took {n}`hpe.closed`. In
# the open division, which lets a submitter change how a model is trained, it took {n}`hpe.warmup` with fewer warm-up
# steps, and {n}`hpe.batch` with a smaller batch as well. The names of the entries say what was changed. The runs of all
# three reached their target. On 512 GB300 NVIDIA took {n}`hpe.512` in the closed division, more than the open
# entry on 72. So a time of the open division is not compared with one of the closed.

# %% tags=["hide-cell"]
of_405b = v60_training(benchmark="llama31_405b")
rack = of_405b(submitter="HPE", accelerators=72)
entries = {"closed": rack.one(division="closed")} | {key: rack.where(f"named {name}",
    lambda t, name=name: t.system.str.endswith(name)).one() for key, name in {"warmup": "_reduced_warmup",
        "batch": "_reduced_gbs"}.items()}
entries["512"] = of_405b.one(submitter="NVIDIA", division="closed", accelerators=512)
for key, row in entries.items():
    say(f"hpe.{key}", row.time_to_train_minutes, 1)
holds("in three times, two of them in the open division",
    [round(entries[key].time_to_train_minutes.value) for key in ("closed", "warmup", "batch")] == [475, 159, 50])
holds("more than the open entry on 72",
    entries["512"].time_to_train_minutes.value > entries["batch"].time_to_train_minutes.value)
holds("with a smaller batch as well", entries["batch"].global_batch_size < entries["closed"].global_batch_size
    == entries["warmup"].global_batch_size)
holds("The runs of all three reached their target.", set(rack.frame.runs_failed) == {0} and len(rack) == 3)

# %% [markdown]
# (the-largest-total-is-not-the-highest-per-chip)=
# ## In v6.1 the largest total of GPT-OSS-120B Server is not the highest per chip
#
# MLPerf results are published for whole systems. In GPT-OSS-120B Server of v6.1, Crusoe's 512 AMD MI355X gave the
# largest total, {n}`chips.gpt-server-512-total`. Per chip that is {n}`chips.gpt-server-512-each`, less than smaller
# systems of the same chip and of NVIDIA's GB300 gave.

# %%
of_one_chip = results(round=["v6.0", latest], suite="datacenter").where(
    "that are rates of systems with one model of chip",  # systems that mix models have no single chip to divide by
    lambda t: t.unit.str.endswith("/s") & t.accelerators.notna() & ~t.accelerator.str.contains(r" \+ | and "),
)
rates = of_one_chip.pipe(one_row_a_run).pipe(lambda t: t.assign(benchmark=family(t.benchmark)))
gpt_oss = rates(benchmark="gpt-oss-120b")
in_server = gpt_oss(scenario="Server", round=latest)
crusoe = in_server.one(submitter="Crusoe", accelerators=512)
say("chips.gpt-server-512-total", crusoe.value)
say("chips.gpt-server-512-each", (crusoe.value / crusoe.accelerators.bare).called("published result per chip"))
holds("In v6.1 the largest total of GPT-OSS-120B Server is not the highest per chip",
    in_server.first("-per_accelerator").rows != crusoe.rows)
holds("gave the largest total", in_server.first("-value").rows == crusoe.rows)

# %% tags=["hide-input"]
sizes = ["round", "scenario", "chip", "accelerators"]
best = gpt_oss(scenario=["Server", "Offline"]).by("-value").pipe(lambda t: t.drop_duplicates(sizes))
large = best.frame.groupby(sizes[:3]).accelerators.transform("max") >= 72
picked = best.where("", lambda t: large & ((t.accelerators == 8) | (t.accelerators >= 72)))
drawn = picked(round=latest, scenario="Server").called("best results of each chip and size").by("chip", "accelerators")
holds("Per chip, the largest system gives less than smaller ones in GPT-OSS-120B Server",
    drawn.first("per_accelerator").rows == crusoe.rows)
per_chip = frame_of(
    [(row.label, row.per_accelerator, row.whose) for row in drawn], "what rate kind"
).assign(words=lambda t: t.as_printed + t.what.eq(crusoe.label).map({True: ", the largest", False: ""}))
rate = alt.X("rate", title="tokens/s per chip, GPT-OSS 120B Server, v6.1")
rows = alt.Chart(per_chip).encode(rate, alt.Y("what", sort=None), tooltip="as_printed")
show(
    "total-and-each",
    "Per chip, the largest system gives less than smaller ones in GPT-OSS-120B Server",
    rows.mark_bar().encode(alt.Color("kind", legend=None)) + rows.mark_text(dx=5).encode(text="words"),
    note="The best result of each chip at 8, at 72 and at a larger size, for chips with a system of 72 or more.",
)

# %% [markdown]
# To compare the chips, compare systems of one size: [Which chip?](chips.ipynb#two-chips-by-several-readings) does so.
#
# A rate per chip is that of a system with its software, not of the chip alone, and it often falls as systems grow.
# Owners differ too, so these figures do not isolate the effect of size. MLCommons' guidelines allow a comparison within
# one benchmark, scenario and version, and require that differences in division, category and number of chips be named
# ([sections 4 and
# 5](https://github.com/mlcommons/policies/blob/a4520be877271064ceff8339b837edb67027537b/MLPerf_Results_Messaging_Guidelines.adoc#L76)).
# They allow no power but a measured one, and prices are no part of a result. MLCommons' table of comparable versions,
# as known to us, ends with v6.0. Where other pages divide a result of v6.1 by an earlier one, they say so. A preview
# such as Vera Rubin could not be bought yet. The open division and systems of mixed chips are left out.
#
# ## The table

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show who took part, round by round"}
both = [took.assign(mlperf="Inference"), in_training.assign(mlperf="Training")]
table(
    "names",
    "Organisations on each vendor's silicon in the closed division, the vendor left out",
    pd.concat(both).sort_values(["mlperf", "round", "partners"], ascending=[True, False, False]),
    "mlperf round vendor partners names",
    headings={"mlperf": "MLPerf", "vendor": "Silicon of", "names": "Who"},
    behind=(),
)

# %% [markdown]
# ## Limits
#
# - For v5.0 the open division is unknown. A system whose description gives no number of
#   accelerators is not counted; most of these name no accelerator at all.
# - "Partner" is NVIDIA's word. We count every organisation that submitted on a maker's chips, whether the maker calls
#   it a partner or not.
# - A submission names its software in a line of its description, which does not show what each run used.
# - The rows of v6.1 were typed by hand from the round's published table.
# - MLPerf Training v6.1 and MLPerf Endpoints are [not held here](../book/find.md#what-cannot-be-found-here). Of MLPerf
#   Training v6.0 most scores are known [only as a span](#training-v6-0).
#
# ## The claims
#
# ```{claim-list} 13 21 22 23 24 25 26 27 28 29 30 31 32 41 43 44 45
# ```
#
# ```{mlperf-footnote} 6.0-0081/gpt-oss-120b/Offline 6.0-0081/gpt-oss-120b/Server 6.0-0094/qwen3-vl-235b-a22b/Offline 6.0-0039/wan-2.2-t2v-a14b/SingleStream 6.0-0075/dlrm-v3/Offline
# :rounds: inference, training
# ```
