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
# # Which switches were on?
#
# :::{admonition} The answer
# :class: cc-key
# In Interactive, and not in the Server result behind the headline. That result, in MLPerf® Inference v6.0, is one engine on
# {n}`switches.server-experts` GPUs: it has no second pool for disaggregated serving, nothing for a KV-aware router to choose
# between, and its experts stay on those GPUs. The rules barred multi-token prediction. Its file is silent about Dynamo, which
# is no evidence against it. A1 and A2 put these mechanisms in Interactive, where all of them were on; A3 and A5 credit them
# for the Server gain.
#
# What did change on NVIDIA's rack: new kernels for the experts, which the articles credit as well, larger batches, more
# memory for the KV cache, and a version of the library that the files do not pin down. Attention-DP balance, which A3 also
# names, was on in both rounds.
# :::
#
# The articles name causes. A submission holds the settings that its servers were started with, scripts, code and notes.
# This page reads them for each mechanism and entry. **On**: the settings show it. **Off**: the submitted file shows another
# choice, or one engine on all GPUs, which leaves no room for it. **Notes**: the submitter's own steps start the entry without
# it; the command that ran is not recorded. **Silent**: the file does not mention it, which is no evidence against it.
# **Barred**: the rules did not allow it. **Mixed**: the files disagree. **N/a**: it does not apply, such as a router where
# there is one engine.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.switches import changes, headline_entries, plain, traces
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.switches import WORDS, switch_matrix
from claimcheck.claims import caption
from claimcheck.claims.anatomy import nearest_limit, rules_url
from claimcheck.claims.evaluate import load_tables
from claimcheck.claims.evidence import describe, source_url
from claimcheck.numbers import number, state

loaded = load_tables()
register = loaded.mechanisms
results, settings = loaded.results, loaded.settings
evidence = loaded.mechanism_evidence
files = ("inference_results.csv.gz", "loadgen_runs.csv", "engine_settings.csv", "mechanism_evidence.csv")
print(tables.fingerprints(*files, "derived/switches.csv", "mechanisms.yml"))

# %% [markdown]
# ## The arithmetic
#
# For each entry: the settings that its run used by the rules on the data page, and what each mechanism's entry in
# `mechanisms.yml` makes of them. For DeepSeek-R1 Server on GB300:

# %%
entries = headline_entries(results, register)
wanted = entries[["row_id"]].merge(pd.DataFrame({"mechanism": list(register.mechanisms)}), how="cross")
states = wanted.merge(tables.load("switches"))
parts = (states["round"], states.submitter, states.accelerators.astype(str))
states["entry"] = [" ".join(words) for words in zip(*parts)]
states["word"] = states.state.map(WORDS)
model = states[states.benchmark == "deepseek-r1"]
server = model[model.scenario == "Server"]
by_hand = server.pivot(index="mechanism", columns="entry", values="word")
by_hand.loc[list(register.mechanisms)]

# %% [markdown]
# One of these states, by hand: the switch for the experts' kernels, in every file of the entries.

# %%
names = dict(zip(server.row_id, server.entry))
moe = settings[settings.row_id.isin(names) & (settings.setting == "moe_backend")]
moe = moe[moe.selected].assign(entry=moe.row_id.map(names))
moe.set_index("entry")[["component", "raw_name", "value", "line"]].sort_index()

# %% tags=["hide-input"]
cute = server[(server.mechanism == "new-kernels") & (server.state == "on")].entry
assert set(cute) == set(moe[moe.value == '"CUTEDSL"'].entry)
print("The matrix and the settings agree.")

# %% tags=["hide-cell"]
r1 = entries[entries.benchmark == "deepseek-r1"]
r1_server = r1[r1.scenario == "Server"]
interactive = r1[(r1.scenario == "Interactive") & (r1.submitter == "NVIDIA")].iloc[0]
used = settings[settings.selected]
width = used[used.row_id.isin(r1_server.row_id) & (used.setting == "expert_parallel")].value.map(plain).astype(int).max()
spread = "most GPUs over which the experts of a closed DeepSeek-R1 Server result on GB300 are spread"
TEXT = {
    "prefill": ("harness", "prefill_workers"),
    "decode": ("harness", "decode_workers"),
    "decode-experts": ("decode", "expert_parallel"),
    "drafted": ("decode", "speculative_tokens"),
}
of_interactive = used[used.row_id == interactive.row_id].drop_duplicates(["component", "setting"])
of_interactive = of_interactive.set_index(["component", "setting"])
now = r1_server[r1_server["round"] == "v6.0"]
state(
    number("switches.server-v6.0-n", len(now), how="closed DeepSeek-R1 Server results on GB300 in v6.0", rows=now),
    number("switches.server-experts", width, how=spread, rows=r1_server),
    (
        number(
            f"switches.interactive-{key}",
            int(plain(of_interactive.value[place])),
            how=f"{place[0]}: {of_interactive.raw_name[place]}, {describe(interactive)}",
            rows=interactive,
        )
        for key, place in TEXT.items()
    ),
)

# %% [markdown]
# ## DeepSeek-R1
#
# Settings of a rack in v6.0 come from the file of an 8-GPU system, many times over, by NVIDIA's own notes: they are
# inferred, and marked so in the table below.

# %% tags=["hide-input"]
heads = {key: m.short for key, m in register.mechanisms.items()}
order = ["Server", "Offline", "Interactive"]


def drawn(part):
    """States of one benchmark, scenarios in order, v5.1 before v6.0, small systems first."""
    place = part.scenario.map(order.index)
    return part.assign(place=place).sort_values(["place", "round", "submitter", "accelerators"], kind="stable")


def described(part):
    """Every entry and what was on in it, in words."""
    said = []
    for (scenario, entry), rows in part.groupby(["scenario", "entry"], sort=False):
        groups = rows.groupby("state", sort=False).mechanism
        said.append(f"{scenario}, {entry}: " + ", ".join(f"{s}: {', '.join(m)}" for s, m in groups))
    return "A grid of entries and mechanisms, a panel for each scenario. " + "; ".join(said) + "."


after = server[server["round"] == "v6.0"]
credited = [k for k, m in register.mechanisms.items() if m.credited.get("A3") == "Server"]
seen = set(after[after.state == "on"].mechanism)
absent = [k for k in credited if k not in seen]
NOTE = (
    "On (blue): the settings show it. Off: the submitted file shows another choice, or leaves no room for it. Notes: the "
    "submitter's own steps start the entry without it; the command that ran is not recorded. Silent: the file does not mention "
    "it, which is no evidence against it. Barred: forbidden by the rules of the round. Mixed (orange): settings and notes "
    "disagree. N/a: a dense model has no experts, and one engine nothing to route to. Att.-DP: attention data parallelism. "
    "Entries differ in round, submitter and number of GPUs, all on GB300, closed division; CoreWeave's of v5.1 is a preview."
)
Figure(
    switch_matrix(drawn(model), heads),
    id="switches-deepseek",
    title=f"{len(absent)} switches that A3 credits are shown on in no Server entry of v6.0",
    description=described(drawn(model)),
    caption=caption(NOTE, results[results.row_id.isin(model.row_id)], derived=False),
)

# %% [markdown]
# ## Llama 3.1 405B
#
# A dense model has no experts to spread. NVIDIA's rack in v6.0 shows disaggregation, Dynamo and a KV-aware router in
# Interactive, and in Server by the configuration whose load its run had. Its reproduction notes start Server without
# them: which of the two ran is not recorded.

# %% tags=["hide-input"]
dense = drawn(states[states.benchmark == "llama3.1-405b"])
mixed = dense[dense.state == "files disagree"]
Figure(
    switch_matrix(dense, heads),
    id="switches-llama",
    title=f"On Llama 3.1 405B the files of one entry disagree with themselves about {len(mixed)} switches",
    description=described(dense),
    caption=caption(NOTE, results[results.row_id.isin(dense.row_id)], derived=False),
)

# %% [markdown]
# ## File and line
#
# Every *on*, *off* and *mixed* of both pictures, with what it rests on.

# %% tags=["hide-input"]
links = [
    None if pd.isna(p) else source_url(r, c, p, None if pd.isna(n) else int(n))
    for r, c, p, n in zip(states.repo, states.commit, states.path, states.line)
]
table = states.assign(
    url=links,
    name=states.mechanism.map(lambda k: register.mechanisms[k].name),
    place=[None if pd.isna(p) else f"{p.split('/')[-1]}:{n}" for p, n in zip(states.path, states.line)],
)
table = table[table.url.notna()]
ResultsTable(
    id="switches",
    frame=table,
    caption=caption(
        "What the files of every closed entry on GB300 show of each mechanism, and where.",
        results[results.row_id.isin(states.row_id)],
        derived=False,
    ),
    columns={
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "entry": "Entry",
        "name": "Mechanism",
        "state": "State",
        "why": "Because",
        "inferred": "Inferred",
        "place": "File and line",
    },
    links={"place": "url"},
    searchable=True,
)

# %% [markdown]
# ## Who credits what
#
# Scenario that each article credits with a mechanism (*any*: it names none), beside the files of NVIDIA's racks. A1 and
# A2 keep the Server gain to kernels, fusion and attention-DP balance and give the rest to Interactive. A3 and A5 give it
# all to Server.


# %%
def of_rack(round_, scenario):
    """State of each mechanism in NVIDIA's rack."""
    rows = model[(model.submitter == "NVIDIA") & (model.accelerators == 72)]
    rows = rows[(rows["round"] == round_) & (rows.scenario == scenario)]
    return rows.set_index("mechanism").word


who = pd.DataFrame({k: m.credited for k, m in register.mechanisms.items()}).T
who = who.fillna("–")[["A1", "A2", "A3", "A4", "A5"]]
who["Server v5.1"] = of_rack("v5.1", "Server")
who["Server v6.0"] = of_rack("v6.0", "Server")
who["Interactive"] = of_rack("v6.0", "Interactive")
who.rename_axis("mechanism")

# %% [markdown]
# What the rules said, at the commits of the two rounds:

# %% tags=["hide-input"]
limits = pd.DataFrame(
    [
        {
            "round": x.round,
            "mechanism": m.name,
            "says": x.says,
            "place": f"inference_rules.adoc:{x.line}",
            "url": rules_url(loaded, x),
        }
        for m in register.mechanisms.values()
        for x in m.limits
    ]
)
ResultsTable(
    id="switch-rules",
    frame=limits,
    caption="Rules that bear on a mechanism, in our words. The others are not mentioned in them.",
    columns={"mechanism": "Mechanism", "round": "Round", "says": "The rules", "place": "File and line"},
    links={"place": "url"},
)

# %% [markdown]
# A router that looks for a cached prefix finds none when every query must be computed in its entirety: the servers of
# NVIDIA's Interactive entry keep block reuse off. What is left of KV-aware routing is that it knows how full each server
# is.
#
# ## What changed, setting by setting
#
# Settings that differ between the two results of a pair, as selected for the run; a dash: not set, so the library's
# default held. The published pair first.


# %%
by_name = r1_server.set_index(["round", "submitter", "accelerators"], drop=False)
PAIRS = {
    "published": (("v5.1", "NVIDIA", 72), ("v6.0", "Nebius", 8)),
    "own": (("v5.1", "NVIDIA", 72), ("v6.0", "NVIDIA", 72)),
    "small": (("v5.1", "CoreWeave", 8), ("v6.0", "Nebius", 8)),
    "racks": (("v6.0", "NVIDIA", 72), ("v6.0", "Nebius", 72)),
}
sides = {key: [by_name.loc[side] for side in pair] for key, pair in PAIRS.items()}
changed = {key: changes(settings, before.row_id, after.row_id) for key, (before, after) in sides.items()}

changed["published"].set_index("setting")[["group", "before", "after"]].fillna("–")

# %% [markdown]
# NVIDIA's rack against its own rack is {n}`switches.own-changed` settings apart, of which {n}`switches.own-changed-engine`
# are not the load. The smallest systems of both rounds, CoreWeave's in v5.1 and Nebius's in v6.0, with as many GPUs, are
# {n}`switches.small-changed` apart. The table below lists all of them.
#
# Two racks of one round, NVIDIA's and Nebius's of v6.0, are only a few settings apart, and Nebius's made
# {n}`racks.published` as many tokens per GPU. [For your GB300s](what-you-get.ipynb#four-settings) goes through these settings.

# %% tags=["hide-cell"]
differ = {
    key: f"settings that differ between {describe(before)} and {describe(after)}"
    for key, (before, after) in sides.items()
}
kept = changed["own"].query("group != 'load'")
NEAR = dict(zip(("before", "own"), sides["own"]))
state(
    (
        number(f"switches.{key}-changed", len(changed[key]), how=differ[key], rows=[row.row_id for row in sides[key]])
        for key in ("own", "small")
    ),
    number(
        "switches.own-changed-engine",
        len(kept),
        how=f"{differ['own']}; those of the load left out",
        rows=[row.row_id for row in sides["own"]],
    ),
    (
        number(
            f"switches.near-{key}",
            100 * share,
            "%",
            1,
            how=f"99th percentile of {limit} as a share of its limit: {describe(row)}",
            rows=row,
        )
        for key, row in NEAR.items()
        for share, limit in [nearest_limit(loaded, row)]
    ),
)

# %% tags=["hide-input"]
parts = []
for key, (before, after) in sides.items():
    found = changed[key]
    for side in ("before", "after"):
        spots = zip(*(found[f"{c}_{side}"] for c in ("repo", "commit", "path", "line")))
        found[f"url_{side}"] = [None if pd.isna(p) else source_url(r, c, p, int(n)) for r, c, p, n in spots]
    name = f"{before['round']} {before.submitter} {before.accelerators} to {after['round']} {after.submitter} {after.accelerators}"
    parts.append(found.assign(pair=name))
every = pd.concat(parts, ignore_index=True)
behind = [row.row_id for pair in sides.values() for row in pair]
ResultsTable(
    id="setting-changes",
    frame=every,
    caption=caption(
        "Every setting that differs between the results of a pair, DeepSeek-R1 Server on GB300; values lead to file and line. "
        "Results compared differ in round, submitter or number of GPUs as named.",
        results[results.row_id.isin(behind)],
        derived=False,
    ),
    columns={"pair": "Pair", "group": "Kind", "setting": "Setting", "kind": "Change", "before": "Before", "after": "After"},
    links={"before": "url_before", "after": "url_after"},
    searchable=True,
)

# %% [markdown]
# Kernel fusion is *on* above where its flags are set, and these did not change. The kernels themselves are in the
# library, TensorRT-LLM, which no submission holds. Its version, as the trees name it:

# %%
pins = tables.load("submitted_files")
pins = pins[(pins.part == "pin") & (pins.division == "closed")]
pins = pins[pins["round"].isin(["v5.1", "v6.0"])]
pins = pins[pins.name.str.contains("TRTLLM|trtllm")]
pins = pins[pins.submitter.isin(["NVIDIA", "CoreWeave", "Nebius"])]
shown = pins.assign(value=pins.value.fillna("asks a command for it"))
shown.set_index(["round", "submitter"])[["name", "value"]].sort_index()

# %% [markdown]
# In v5.1 NVIDIA's tree names one commit; in v6.0 the trees name a branch, or whatever is newest. Which kernels ran, and
# what they were worth, cannot be read off a submission.
#
# ## Counter-evidence
#
# We looked for signs that we are wrong: {n}`switches.words-n` words in {n}`switches.files-n` files of
# {n}`switches.submitters-n` submitters. What a word is worth depends on the kind of file, from the most to the least:
#
# - a **config file** is what a server is started with, if the run used it;
# - a **launch script** says how a run can be started; which one was is not recorded;
# - **documentation** says how the submitter would run it;
# - **metadata** beside results repeat the system description;
# - a **software string** names a submitter's whole stack, not what a run used;
# - a **code library** is what the harness can do, for any benchmark.
#
# The files that name the mechanisms which Server entries do not show:

# %% tags=["hide-input"]
quiet = ["dynamo", "disaggregation", "wide-ep-backend", "wide-experts", "mtp", "kv-routing"]
found = pd.concat([traces(evidence, k, "deepseek-r1").assign(mechanism=k) for k in quiet], ignore_index=True)
spots = zip(found.repo, found.commit, found.path, found.line)
found = found.assign(
    name=found.mechanism.map(lambda k: register.mechanisms[k].name),
    first=[f"{p.split('/')[1]}: {p.split('/')[-1]}:{n}" for p, n in zip(found.path, found.line)],
    url=[source_url(r, c, p, int(n)) for r, c, p, n in spots],
)
ResultsTable(
    id="counter-evidence",
    frame=found,
    caption=(
        "Files that name a mechanism and are about DeepSeek-R1 or about no benchmark in particular; equal files count once. "
        "Tied: the file, or a section of it, is about one benchmark, scenario and system.\n\n"
        "Source: the submitted trees of v5.1 and v6.0, at the commits that the data page names."
    ),
    columns={
        "name": "Mechanism",
        "round": "Round",
        "kind": "Kind of file",
        "files": "Files",
        "tied": "Tied",
        "first": "First of them",
    },
    links={"first": "url"},
    searchable=True,
)

# %% [markdown]
# And those tied to DeepSeek-R1 Server on GB300, which would speak most plainly:

# %%
tied = evidence[evidence.tied & (evidence.benchmark == "deepseek-r1")]
tied = tied[(tied.scenario == "Server") & tied.system.str.contains("GB300")]
tied = tied[tied.mechanism.isin(quiet)].sort_values(["mechanism", "round", "path"])
tied.set_index(["mechanism", "says"])[["round", "submitter", "token", "path", "line"]]

# %% tags=["hide-input"]
assert set(tied[tied["round"] == "v6.0"].says) == {"against"}
assert set(tied[(tied.says == "for") & (tied["round"] == "v5.1")].mechanism) == {"wide-ep-backend"}
print("v6.0: every one speaks against. v5.1: WideEP's backend is in NVIDIA's Server file.")

# %% tags=["hide-cell"]
who = sorted(set(evidence.submitter).union(*evidence.also_in.dropna().str.split(", ")))
lines = evidence[(evidence.mechanism == "dynamo") & (evidence.kind == "software string") & (evidence["round"] == "v6.0")]
rules = {rule.setting: rule for rule in register.mechanisms["dynamo"].shown_by}
shows = used[(used["round"] == "v6.0") & used.setting.isin(rules)]
shows = shows[[rules[s].state(plain(v)) == "on" for s, v in zip(shows.setting, shows.value)]]
shown = lines.merge(shows[["submitter", "system"]].drop_duplicates())
words = "words in submitted files that name a mechanism; equal files count once"
submitters = f"submitters whose files have such words: {', '.join(who)}"
naming = "system descriptions of v6.0 whose software line names Dynamo"
state(
    number("switches.words-n", len(evidence), how=words),
    number("switches.files-n", evidence.path.nunique(), how="submitted files with a word that names a mechanism"),
    number("switches.submitters-n", len(who), how=submitters),
    number("switches.lines-n", len(lines), how=naming),
    number(
        "switches.lines-shown-n",
        len(shown.drop_duplicates(["submitter", "system"])),
        how=f"{naming}, and whose DeepSeek-R1 and Llama 3.1 405B settings show it",
    ),
)

# %% [markdown]
# What speaks loudest for the articles, and how far it carries:
#
# - **The software line names Dynamo** in {n}`switches.lines-n` system descriptions of v6.0, NVIDIA's and Nebius's. NVIDIA's
#   comes from one script that writes the same line for every system. The settings of {n}`switches.lines-shown-n` of these
#   systems show Dynamo; the rest include machines of a single node.
# - **NVIDIA's tuning guide recommends disaggregation** for Server with large models. Its reproduction notes use it for
#   Llama 3.1 405B on GB200, and not for DeepSeek-R1 Server.
# - **Nebius's own words on its results mention disaggregated serving**
#   ([supplement](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/MLPerf%20Inference%20v6.0%20Supplemental%20Discussion%20.pdf)).
#   They do not say in which of its entries, and the one behind the headline is a single engine. NVIDIA's own words there
#   speak of Dynamo and disaggregation in its low-latency submissions.
# - **WideEP's backend was on in Server, in v5.1.** It left between the rounds. NVIDIA's own comment calls the Interactive
#   configuration of v6.0 WideEP although its backend has another name: its decode servers spread experts over
#   {n}`switches.interactive-decode-experts` GPUs.
# - **Dynamo is not new in v6.0.** NVIDIA ran Llama 3.1 405B Interactive with it on a GB200 NVL72 in v5.1 already, in the
#   open division.
#
# ## Claims 6, 33 to 35 and 42
#
# ```{claim-card} 6
# ```
# ```{claim-card} 33
# ```
# ```{claim-card} 34
# ```
# ```{claim-card} 35
# ```
#
# A5 calls what it lists audited, at production scale. What is audited is a matter of the rules; the size of a system, and
# what was on, of the submission.
#
# ```{claim-card} 42
# ```
#
# ## Sensitivity
#
# How many switches of the Server entries of v6.0 are on when we believe less, or more: all files; only files of the
# entry itself, nothing inferred; or every word that a submitter's files about DeepSeek-R1 or about no benchmark hold.

# %%
six = server[(server["round"] == "v6.0") & server.mechanism.isin(quiet)]
words = evidence[(evidence.says == "for") & (evidence["round"] == "v6.0")]
words = words[words.benchmark.isna() | (words.benchmark == "deepseek-r1")]
words = words.assign(who=words.submitter + ", " + words.also_in.fillna(""))
has = words.groupby("mechanism").who.agg(", ".join)
named = [s in has.get(m, "") for s, m in zip(six.submitter, six.mechanism)]
on = six.state == "on"
counts = six[["mechanism"]].assign(**{"all files": on, "every word": named})
counts["own files only"] = on & ~six.inferred
counts.groupby("mechanism").sum()

# %% [markdown]
# Only the last reading would give the articles their mechanisms, and it would give them to every entry of these submitters
# alike: it counts code that each tree carries.
#
# WideEP has two meanings, and neither changes the answer. As a backend of that name it was on in NVIDIA's Server entry of
# v5.1 and gone in v6.0; as experts spread beyond one server of eight it was in neither.
#
# ## The strongest case for the articles
#
# Everything that A3 and A5 list was at work in NVIDIA's submission of the round, on the same system and model, in the
# scenario where the rules allow it: {n}`switches.interactive-prefill` prefill and {n}`switches.interactive-decode` decode
# servers behind Dynamo's KV-aware router, {n}`switches.interactive-drafted` drafted tokens. A vendor's text that lists
# them beside a Server figure is easily read as a list of its causes. The gain is still one of software: on
# NVIDIA's own rack, at {n}`switches.near-before` of the nearest limit before and {n}`switches.near-own` after, it is
# {n}`pair.gb300-server-own`.
#
# ## Limits
#
# - A file shows what was configured. The command that ran is not recorded, and what a container held is not in the tree.
# - Silence proves nothing: about Dynamo the files of Nebius and CoreWeave say nothing.
# - Settings do not say what each change was worth; no entry changes one of them alone between the rounds.
# - We searched for the words in `mechanisms.yml`. A mechanism under another name would be missed.
#
# ```{mlperf-footnote}
# ```
