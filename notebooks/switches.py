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
# **Most of what two articles credit for the Server gain does not show in the Server result behind the headline.** Articles
# [A3](../book/articles/A3.md) and [A5](../book/articles/A5.md) name disaggregated serving, experts spread over many GPUs (WideEP),
# multi-token prediction (MTP), KV-aware routing and Dynamo. That result shows none of them. NVIDIA's Interactive entry had them
# on, and where [A1](../book/articles/A1.md) and [A2](../book/articles/A2.md) name a scenario for them, it is Interactive.
#
# The Server result of MLPerf® Inference v6.0 comes from one engine on {n}`switches.server-experts` GPUs. It has no second pool of GPUs and
# nothing for a router to choose between, and its experts stay on those GPUs. The rules barred MTP there. Its file does not mention
# Dynamo, which is no evidence against it.
#
# On NVIDIA's own rack other things changed: new kernels for the experts, which the articles credit as well, larger batches, more
# memory for the KV cache, and the library, whose version the files do not state. Attention-DP balance, which A3 also names, was on
# in both rounds. NVIDIA's largest entry is not one large machine either: by its settings it is {n}`replicas.offline-288-engine-n`
# copies of such an engine.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.analysis.switches import changed_settings, instances, mentions, setting_text
from claimcheck.analysis.tables import load_tables
from claimcheck.charts.switches import switch_matrix
from claimcheck.claims.register.articles import read_articles
from claimcheck.claims.verdict.evidence import rules_url, source_url
from claimcheck.notebook import (
    Selection,
    engine_settings,
    holds,
    mechanism_evidence,
    operating_points,
    pairs,
    results,
    runs,
    say,
    show,
    submitted_files,
    switches,
    systems,
    table,
    value,
)

# %%
both = results(
    chip="GB300", round=["v5.1", "v6.0"], benchmark=["deepseek-r1", "llama3.1-405b"]
)
r1 = both(benchmark="deepseek-r1")
v60, server = r1(round="v6.0"), r1(scenario="Server")
headline = server.one(round="v6.0", submitter="Nebius", accelerators=8)

# What the headline's files show of each mechanism.
state = switches(row_id=headline.row_id).frame.set_index("mechanism").state
credited = ["disaggregation", "wide-ep-backend", "wide-experts"]
credited += ["mtp", "kv-routing", "dynamo"]
holds("That result shows none of them", "on" not in set(state[credited]))

# How many copies of the model the settings start, and of what size.
about = ["row_id", "submitter", "accelerators", "chip"]
about += ["benchmark", "scenario", "round"]
copies = instances(engine_settings.frame, v60.frame).merge(v60.frame[about])
copies = Selection(copies, "kinds of server")
engine = copies.one(row_id=headline.row_id)
holds("comes from one engine on", engine.number == 1)
largest = copies.one(scenario="Offline", accelerators=288)
size = largest.size.called("GPUs over which the settings split one copy of the model")
say("replicas.offline-288-engine-n", (largest.accelerators / size).bare)
say("replicas.offline-288-engine-size", size)

# %% tags=["hide-input"]
SCENARIOS = ["Server", "Offline", "Interactive"]
register = load_tables().mechanisms.mechanisms
heads = {key: mechanism.short for key, mechanism in register.items()}
states = switches(row_id=list(both.rows)).frame
states["entry"] = states["round"] + " " + states.submitter + " " + states.accelerators.astype(str)
states["place"], states["order"] = states.scenario.map(SCENARIOS.index), states.mechanism.map([*register].index)
states = states.sort_values(["place", "round", "submitter", "accelerators", "order"], kind="stable")
model = states[states.benchmark == "deepseek-r1"]
in_server, in_offline = (model[model.scenario == scenario] for scenario in ("Server", "Offline"))

on_in_v60 = set(in_server[(in_server["round"] == "v6.0") & (in_server.state == "on")].mechanism)
absent = [key for key, mechanism in register.items() if mechanism.credited.get("A3") == "Server" and key not in on_in_v60]
NOTE = "All on GB300, closed division. The number behind a submitter is that of its GPUs. Att.-DP: attention data parallelism."
show(
    "switches-deepseek",
    f"{len(absent)} switches that A3 credits appear in no GB300 DeepSeek-R1 Server entry of v6.0",
    switch_matrix(model[model.scenario != "Offline"], heads),
    note=f"DeepSeek-R1. {NOTE}",
    derived=False,
)

# %% [markdown]
# A submission holds the settings that its servers were started with, scripts, code and notes. For each entry we take the settings
# that its run used, by the rules on [the data page](data.ipynb), and apply what `mechanisms.yml` says of each mechanism:
#
# - **on**: the settings show it. **Off**: they show another choice, or one engine on all GPUs leaves no room for it.
# - **notes**: the submitter's own steps start the entry without it; the command that ran is not recorded. **Mixed**: settings
#   and notes disagree.
# - **silent**: the file does not mention it, which is no evidence against it.
# - **barred**: the rules of the round forbade it. **N/a**: a dense model has no experts, and one engine nothing to route to.
#
# Settings of a rack in v6.0 come from the file of an 8-GPU system, by NVIDIA's own notes. In Offline the entries show the same
# states as in Server, except that WideEP's backend was off in NVIDIA's rack of v5.1.

# %% tags=["hide-cell"]
alike = in_server.merge(in_offline, on=["entry", "mechanism"], suffixes=("", "_offline"))
unlike = alike[alike.state != alike.state_offline]
holds(
    "except that WideEP's backend was off in NVIDIA's rack of v5.1",
    len(alike) == len(in_server) == len(in_offline)
    and unlike[["entry", "mechanism"]].to_numpy().tolist() == [["v5.1 NVIDIA 72", "wide-ep-backend"]],
)

used = engine_settings(selected=True)
spread = used(setting="expert_parallel", row_id=list(server.rows)).frame
widest = spread.value.map(setting_text).astype(int).max()
of_width = "most GPUs over which the experts of a closed DeepSeek-R1 Server result on GB300 are spread"
say("switches.server-experts", value(widest, of=of_width, rows=spread))

chat = v60.one(scenario="Interactive", submitter="NVIDIA")
for key, name in {"decode-experts": "expert_parallel", "drafted": "speculative_tokens"}.items():
    setting = used.one(row_id=chat.row_id, component="decode", setting=name)
    of_setting = f"{setting.raw_name} of the decode workers of {chat.words}"
    say(f"switches.interactive-{key}", value(int(setting_text(setting.value)), of=of_setting, rows=chat))

# %% [markdown]
# ## On Llama 3.1 405B the files of one entry disagree
#
# Llama 3.1 405B is a dense model and has no experts to spread. In Interactive, NVIDIA's rack of v6.0 shows disaggregation,
# Dynamo and a KV-aware router. In Server the configuration with its run's load shows them too, but NVIDIA's reproduction
# notes start Server without them; which of the two ran is not recorded.

# %% tags=["hide-input"]
dense = states[states.benchmark == "llama3.1-405b"]
show(
    "switches-llama",
    f"On Llama 3.1 405B one entry's files disagree about {(dense.state == 'files disagree').sum()} switches",
    switch_matrix(dense, heads),
    note=f"Llama 3.1 405B. {NOTE}",
    derived=False,
)

# %% [markdown]
# ## What changed, setting by setting
#
# Between the rounds {n}`switches.own-changed` settings changed on NVIDIA's rack, of which {n}`switches.own-changed-engine` are not
# the load. The smallest systems, CoreWeave's in v5.1 and Nebius's in v6.0, have equally many GPUs and differ in
# {n}`switches.small-changed` settings. NVIDIA's and Nebius's racks of v6.0 differ in only a few, and Nebius's made
# {n}`racks.published` as many tokens per GPU; [what you would get](what-you-get.ipynb#four-settings-separate-two-gb300-racks) goes
# through them.

# %% tags=["hide-input"]
first = server.one(round="v5.1", submitter="NVIDIA")
own = server.one(round="v6.0", submitter="NVIDIA", accelerators=72)
compared = {
    "the published pair": (first, headline),
    "NVIDIA's rack": (first, own),
    "the smallest systems": (server.one(round="v5.1", submitter="CoreWeave"), headline),
    "the racks of v6.0": (own, server.one(round="v6.0", submitter="Nebius", accelerators=72)),
}


def address(of, side=""):
    """Addresses of the files and lines that rows rest on; nothing for a row without a file."""
    places = zip(*(of[f"{name}{side}"] for name in ("repo", "commit", "path", "line")))
    return [None if pd.isna(place[2]) else source_url(*place) for place in places]


changed = {
    name: changed_settings(engine_settings.frame, before.row_id, after.row_id).assign(pair=name)
    for name, (before, after) in compared.items()
}
every_change = pd.concat(changed.values(), ignore_index=True)
table(
    "setting-changes",
    "Every setting that differs between the results of a pair, DeepSeek-R1 Server on GB300",
    every_change.assign(url_before=address(every_change, "_before"), url_after=address(every_change, "_after")),
    "setting group before after pair",
    headings={"group": "Kind", "before": "Before", "after": "After"},
    links={"before": "url_before", "after": "url_after"},
    note="As selected for the run. A dash means not set, so the library's default applied.",
    behind=[row for pair in compared.values() for row in pair],
    searchable=True,
)

# %% tags=["hide-cell"]
def number(name, changes, more=""):
    """How many settings differ between the two results of a pair."""
    before, after = compared[name]
    of = f"settings that differ between {before.words} and {after.words}{more}"
    return value(len(changes), of=of, rows=[before, after])


own_changes = changed["NVIDIA's rack"]
say("switches.own-changed", number("NVIDIA's rack", own_changes))
not_load = own_changes[own_changes.group != "load"]
say("switches.own-changed-engine", number("NVIDIA's rack", not_load, ", without those of the load"))
say("switches.small-changed", number("the smallest systems", changed["the smallest systems"]))

# %% [markdown]
# The flags of kernel fusion did not change. The kernels themselves are in the library, TensorRT-LLM, which no submission
# holds. In v5.1 NVIDIA's tree names one commit of it; in v6.0 the trees name a branch, or whatever is newest. So a
# submission does not say which kernels ran or what they were worth.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show the lines that name the library", "code_prompt_hide": "Hide the lines that name the library"}
pins = submitted_files(part="pin", division="closed", round=["v5.1", "v6.0"], submitter=["NVIDIA", "CoreWeave", "Nebius"])
pins = pins.where("of TensorRT-LLM", lambda t: t.name.str.contains("TRTLLM|trtllm")).by("round", "submitter").frame
table(
    "pins",
    "What the submitted trees say of the version of TensorRT-LLM",
    pins.assign(value=pins.value.fillna("asks a command for it"), url=address(pins)),
    "round submitter name value",
    headings={"name": "Variable", "value": "Value"},
    links={"value": "url"},
)

# %% [markdown]
# ## NVIDIA's largest entry is many small servers
#
# By the submitted settings NVIDIA's largest entry of v6.0 on DeepSeek-R1 is {n}`replicas.offline-288-engine-n` copies of a server
# on {n}`replicas.offline-288-engine-size` GPUs behind a load balancer. Its rack is {n}`replicas.offline-72-engine-n` copies. The
# record is real. It is a record of size and does not show that a larger machine is faster.
#
# Interactive is different. There, {n}`replicas.interactive-72-prefill-n` prefill workers of
# {n}`replicas.interactive-72-prefill-size` GPUs each hand over to as many decode workers. These have
# {n}`switches.interactive-decode-experts` GPUs each. One request crosses machines, inside one rack; nobody ran Interactive on more.
#
# The size of a server is the number of GPUs over which the settings split one copy of the model. For the large entries it
# comes from the small server's file, by the submitter's own reproduction guide.

# %% tags=["hide-input"]
gpus = (copies.frame["number"] * copies.frame["size"]).groupby(copies.frame.row_id).sum()
holds("copies of a server", (gpus == copies.frame.groupby("row_id").accelerators.first()).all())
folder = copies.frame.path.str.rpartition("_aarch64")[2]
table(
    "instances",
    "Copies of the model in each entry of DeepSeek-R1 on GB300, v6.0, with the file that sets their size",
    Selection(copies.frame.assign(file=folder, url=address(copies.frame)), "kinds of server").by("scenario", "accelerators", "size"),
    "scenario submitter accelerators component number size file",
    headings={"component": "Part", "number": "Copies", "size": "GPUs in one", "file": "Set in"},
    links={"file": "url"},
)

# %% tags=["hide-cell"]
rack = copies.one(scenario="Offline", submitter="NVIDIA", accelerators=72)
prefill = copies.one(scenario="Interactive", component="prefill")
say("replicas.offline-72-engine-n", (rack.accelerators / rack.size).called("copies of the model").bare)
say("replicas.interactive-72-prefill-n", prefill.number.called("prefill workers"))
say("replicas.interactive-72-prefill-size", prefill.size.called("GPUs of a prefill worker"))
holds("to as many decode workers", copies.one(scenario="Interactive", component="decode").number == prefill.number)

# %% [markdown]
# ### In Server, a larger system's result follows the rate it was offered
#
# In Offline, NVIDIA's four racks kept {n}`scale.nvidia-offline-72-288-published` of a rack's result per GPU. In Server they were
# offered {n}`scale.nvidia-server-72-288-load` of the rack's queries per GPU, and the result follows that rate. On the time per
# token (99th percentile) the rack was at {n}`headroom.nvidia-server-72` of its limit and the four racks at
# {n}`headroom.nvidia-server-288`, so they could have been offered more: the Server ratio does not measure scaling.

# %% tags=["hide-cell"]
def log(row):
    """What the log of a result says."""
    return operating_points.one(row_id=row.row_id)


def kept(larger, smaller):
    """What the larger system kept of the smaller one's result per GPU."""
    return (larger.per_accelerator / smaller.per_accelerator).percent


def load_kept(larger, smaller):
    """The same of the rate at which queries reached each GPU."""
    one, other = (log(row).offered_rate / row.accelerators for row in (larger, smaller))
    return (one / other).percent


def used_of_limit(row):
    """How much of its limit the time per token reaches, 99th percentile."""
    return (log(row).tpot_p99_ms / log(row).tpot_limit_ms).percent


nvidia = v60(submitter="NVIDIA")
rack, racks = (nvidia.one(scenario="Server", accelerators=gpus) for gpus in (72, 288))
batch, batches = (nvidia.one(scenario="Offline", accelerators=gpus) for gpus in (72, 288))
say("scale.nvidia-offline-72-288-published", kept(batches, batch), 1)
say("scale.nvidia-server-72-288-load", load_kept(racks, rack), 1)
say("headroom.nvidia-server-72", used_of_limit(rack))
say("headroom.nvidia-server-288", used_of_limit(racks))

# %% [markdown]
# Other submitters chose other rates and settings. Compared with CoreWeave's single server, the four racks made
# {n}`scale.coreweave-nvidia-server-8-288-published` of its Server result per GPU, at {n}`scale.coreweave-nvidia-server-8-288-load`
# of its rate. In Offline they made {n}`scale.coreweave-nvidia-offline-8-288-published` of its result.
#
# The table has every pair of sizes, Server under three [denominators](metric.ipynb) and with its rate of arrivals. Offline divides by
# the longest latency, which is the full run. The denominators disagree most about Nebius's rack, which queries reached for only a
# few mean latencies.

# %% tags=["hide-input"]
logged = operating_points.where("of these", lambda t: t.row_id.isin(v60.rows))
logged = Selection(logged.frame.assign(load=lambda t: t.offered_rate / t.accelerators), "runs")
in_server_only = logged(scenario="Server")
of_two_sizes = pairs(in_server_only, in_server_only).where("of two sizes", lambda t: t.accelerators_after > t.accelerators_before)


def in_percent(name):
    """A column of the larger system in percent of the smaller one's."""
    return lambda row: (getattr(row, f"{name}_after") / getattr(row, f"{name}_before")).percent


def in_offline(row):
    """What the larger system keeps in Offline."""
    sides = ((row.submitter_after, row.accelerators_after), (row.submitter_before, row.accelerators_before))
    return kept(*(v60.one(scenario="Offline", submitter=name, accelerators=gpus) for name, gpus in sides))


table(
    "pairs",
    "Result per GPU of the larger system in percent of the smaller one's, DeepSeek-R1 on GB300, v6.0",
    of_two_sizes.by("-same_submitter", "accelerators_after", "-submitter_before"),
    "larger smaller offline published offered full_run load",
    headings={
        "larger": "Larger system",
        "smaller": "Smaller system",
        "offline": "Offline",
        "published": "Server, published",
        "offered": "Server, offered load",
        "full_run": "Server, full run",
        "load": "Server, arrival rate",
    },
    note="The number behind a submitter is that of its GPUs.",
    behind=v60(scenario=["Server", "Offline"]),
    larger=lambda row: f"{row.submitter_after}, {row.accelerators_after}",
    smaller=lambda row: f"{row.submitter_before}, {row.accelerators_before}",
    offline=in_offline,
    **{name: in_percent(f"{name}_per") for name in ("published", "offered", "full_run")},
    load=in_percent("load"),
)

# %% tags=["hide-cell"]
single, single_batch = (v60.one(scenario=scenario, submitter="CoreWeave") for scenario in ("Server", "Offline"))
say("scale.coreweave-nvidia-server-8-288-published", kept(racks, single), 1)
say("scale.coreweave-nvidia-server-8-288-load", load_kept(racks, single), 1)
say("scale.coreweave-nvidia-offline-8-288-published", kept(batches, single_batch), 1)

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show each run and its limits", "code_prompt_hide": "Hide each run and its limits"}
table(
    "limits",
    "Runs of DeepSeek-R1 on GB300 in v6.0 and their limits",
    logged.by("-scenario", "accelerators", "submitter"),
    "scenario submitter accelerators load tpot_p99_ms tpot_limit_ms ttft_p99_ms ttft_limit_ms mean_latencies",
    headings={"load": "Queries/s per GPU"},
    note="Mean latencies: for how many of them queries kept arriving.",
)

# %% [markdown]
# The Offline ratio does not measure scaling alone either: the run ends with its slowest sample, so that tail matters more if each
# GPU gets fewer samples. Each GPU of the four racks got {n}`scale.samples-288`, and each of the rack {n}`scale.samples-72`.

# %% tags=["hide-cell"]
for row in (batch, batches):
    run = runs.one(row_id=row.row_id)
    samples = run.query_count * run.samples_per_query / row.accelerators
    say(f"scale.samples-{row.accelerators}", samples.called("samples per GPU", row.words).bare)

networks = systems.frame.merge(v60.frame[["round", "division", "submitter", "system"]].drop_duplicates())
of_network = networks.groupby("network").submitter.unique().map(set).to_dict()
holds("describe it as Ethernet over InfiniBand (IPoIB)", of_network.get("Ethernet(IPoIB)") == {"NVIDIA", "Nebius"})
holds("and CoreWeave as InfiniBand at 800 Gb/s", of_network.get("InfiniBand XDR 800 Gb/s") == {"CoreWeave"})

# %% [markdown]
# ### Between racks the network carried requests and answers
#
# A server of {n}`replicas.offline-288-engine-size` GPUs lies within a rack, where NVLink joins the GPUs. So the network
# between racks did not carry the model's own traffic. Two articles name a generation of InfiniBand switches, and the system
# descriptions name none. NVIDIA and Nebius describe it as Ethernet over InfiniBand (IPoIB), and CoreWeave as InfiniBand at 800 Gb/s.
#
# ### One round later a still larger system has both records
#
# In v6.1 NVIDIA submitted all three sizes on GB300. In Offline the four racks kept {n}`scale.next-nvidia-offline-72-288` of
# the rack's result per GPU, and the rack {n}`scale.next-nvidia-offline-8-72` of the single server's. In Server these were
# {n}`scale.next-nvidia-server-72-288` and {n}`scale.next-nvidia-server-8-72`. No logs of that round are available, so only
# the published denominator can be shown.

# %% tags=["hide-cell"]
later = results(chip="GB300", round="v6.1", benchmark="deepseek-r1", submitter="NVIDIA")
for scenario in ("Offline", "Server"):
    small, middle, large = (later.one(scenario=scenario, accelerators=gpus) for gpus in (8, 72, 288))
    say(f"scale.next-nvidia-{scenario.lower()}-8-72", kept(middle, small), 1)
    say(f"scale.next-nvidia-{scenario.lower()}-72-288", kept(large, middle), 1)

# %% [markdown]
# The two totals, claims 14 and 16, are on [the page of the headline](speedup.ipynb). They show that a service of that size can
# be driven and kept busy within its limits. They do not show that GPUs joined by InfiniBand work faster together.
#
# ## Who credits what
#
# A1 and A2 credit the Server gain to kernels, fusion and attention-DP balance and the rest to Interactive. A3 and A5 credit
# all of it to Server. The table gives the scenario that each article credits with a mechanism (*any*: it names none).

# %% tags=["hide-input"]
credits = pd.DataFrame({key: mechanism.credited for key, mechanism in register.items()}).T
table(
    "credits",
    "The scenario that each article credits with a mechanism",
    credits.assign(mechanism=[register[key].name for key in credits.index]),
    ["mechanism", *credits],
    headings={key: article.short for key, article in read_articles().items()},
)

# %% [markdown]
# The rules at the commits of the two rounds say:

# %% tags=["hide-input"]
limits = [(mechanism.name, limit) for mechanism in register.values() for limit in mechanism.limits]
table(
    "switch-rules",
    "What the rules say about a mechanism, in our words",
    pd.DataFrame(
        {
            "mechanism": name,
            "round": limit.round,
            "says": limit.says,
            "place": f"line {limit.line}",
            "url": rules_url(load_tables(), limit),
        }
        for name, limit in limits
    ),
    "mechanism round says place",
    headings={"says": "The rules", "place": "Line"},
    links={"place": "url"},
    note="Lines of inference_rules.adoc. They do not mention the others.",
)

# %% [markdown]
# A router that looks for a cached prefix finds none where every query must be computed in full, and the servers of NVIDIA's
# Interactive entry keep block reuse off. What remains of KV-aware routing is that it knows how full each server is.
#
# ## Counter-evidence
#
# We looked for signs that we are wrong, and found words that name a mechanism in {n}`switches.files-n` files of
# {n}`switches.submitters-n` submitters. There are {n}`switches.words-n` such words. What a word is worth depends on the kind of
# file. A config file is what a server is started with, if the run used it; a launch script or documentation says how a run can be
# started. Metadata repeat the system description, whose software string names a submitter's whole stack. A code library is what the
# harness can do, for any benchmark. The files that name the mechanisms which no Server entry shows:

# %% tags=["hide-input"]
evidence = mechanism_evidence.frame
named = pd.concat(
    [mentions(evidence, key, "deepseek-r1").assign(mechanism=register[key].name) for key in credited], ignore_index=True
)
table(
    "counter-evidence",
    "Files that name a mechanism and are about DeepSeek-R1 or about no benchmark in particular; equal files count once",
    named.assign(url=address(named)),
    "mechanism round kind files tied first",
    headings={"kind": "Kind of file", "files": "Files", "tied": "Tied", "first": "First of them"},
    links={"first": "url"},
    note="Tied: the file, or a section of it, is about one benchmark, scenario and system. Source: the submitted trees of v5.1 and "
    "v6.0, at the commits that the data page names.",
    searchable=True,
    first=lambda row: f"{row.path.split('/')[1]}: {row.path.split('/')[-1]}:{row.line}",
)

# %% [markdown]
# The files that are about DeepSeek-R1 Server on GB300 would say it most plainly. All those of v6.0 that name
# a mechanism speak against it. In v5.1, NVIDIA's Server file has WideEP's backend on.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show these files", "code_prompt_hide": "Hide these files"}
tied = mechanism_evidence(tied=True, benchmark="deepseek-r1", scenario="Server", mechanism=credited)
tied = tied.where("on GB300", lambda t: t.system.str.contains("GB300")).by("mechanism", "round", "path").frame
holds("a mechanism speak against it", set(tied[tied["round"] == "v6.0"].says) == {"against"})
in_v51 = tied[(tied.says == "for") & (tied["round"] == "v5.1")]
holds("NVIDIA's Server file has WideEP's backend on", set(in_v51.mechanism) == {"wide-ep-backend"})
table(
    "tied",
    "Files about DeepSeek-R1 Server on GB300 that name a mechanism which no Server entry of v6.0 shows",
    tied.assign(url=address(tied), mechanism=[register[key].name for key in tied.mechanism]),
    "mechanism says round submitter token path line",
    headings={"says": "Speaks", "token": "Word", "path": "File", "line": "Line"},
    links={"path": "url"},
)

# %% tags=["hide-cell"]
who = sorted(set(evidence.submitter).union(*evidence.also_in.dropna().str.split(", ")))
lines = mechanism_evidence(mechanism="dynamo", kind="software string", round="v6.0").frame
rules = {rule.setting: rule for rule in register["dynamo"].shown_by}
shown = used(round="v6.0", setting=[*rules]).where(
    "that show Dynamo", lambda t: [rules[s].state(setting_text(v)) == "on" for s, v in zip(t.setting, t.value)]
)
shown = shown.frame.merge(lines[["submitter", "system"]].drop_duplicates())
naming = "system descriptions of v6.0 whose software line names Dynamo"
say("switches.words-n", value(len(evidence), of="words in submitted files that name a mechanism", table="mechanism_evidence"))
say("switches.files-n", value(evidence.path.nunique(), of="submitted files with such a word", table="mechanism_evidence"))
of_who = f"submitters whose files have such words: {', '.join(who)}"
say("switches.submitters-n", value(len(who), of=of_who, table="mechanism_evidence"))
say("switches.lines-n", value(len(lines), of=naming, table="mechanism_evidence"))
of_shown = f"{naming}, and whose DeepSeek-R1 and Llama 3.1 405B settings show it"
say("switches.lines-shown-n", value(shown.system.nunique(), of=of_shown, rows=shown))

# %% [markdown]
# The best evidence for the articles, and how much it shows:
#
# - **The software line names Dynamo** in {n}`switches.lines-n` system descriptions of v6.0, NVIDIA's and Nebius's. One script
#   writes NVIDIA's line for every system alike. The settings of {n}`switches.lines-shown-n` of these systems show Dynamo; the
#   others include machines of a single node.
# - **NVIDIA's tuning guide recommends disaggregation** for Server with large models. Its reproduction notes use it for
#   Llama 3.1 405B on GB200, and not for DeepSeek-R1 Server.
# - **Nebius's own words on its results mention disaggregated serving**
#   ([supplement](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/MLPerf%20Inference%20v6.0%20Supplemental%20Discussion%20.pdf)).
#   They do not say in which of its entries, and the entry behind the headline is a single engine. NVIDIA's own words there
#   speak of Dynamo and disaggregation in its low-latency submissions.
# - **WideEP's backend was on in Server in v5.1.** In v6.0 it was gone. NVIDIA's own comment calls the Interactive
#   configuration of v6.0 WideEP although its backend has another name: its decode servers spread experts over
#   {n}`switches.interactive-decode-experts` GPUs.
# - **Dynamo is not new in v6.0.** NVIDIA ran Llama 3.1 405B Interactive with it on a GB200 NVL72 in v5.1 already, in the
#   open division.
#
# ## Sensitivity
#
# How many Server entries of v6.0 have each switch on if we believe all files, only files of the entry itself, or every word in
# a submitter's files about DeepSeek-R1 or about no benchmark? By the first two readings no entry has any of the six on. Only the
# last reading supports the articles. It gives every entry all six, because it counts code that each submitter's tree carries.
#
# WideEP has two meanings, and neither changes the answer. As a backend of that name it was on in NVIDIA's Server entry of
# v5.1 and gone in v6.0. As experts spread over more than one server of eight it was in neither.

# %% tags=["hide-cell"]
seen = in_server[(in_server["round"] == "v6.0") & in_server.mechanism.isin(credited)]
words_for = evidence[(evidence.says == "for") & (evidence["round"] == "v6.0")]
words_for = words_for[words_for.benchmark.isna() | (words_for.benchmark == "deepseek-r1")]
has = (words_for.submitter + ", " + words_for.also_in.fillna("")).groupby(words_for.mechanism).agg(", ".join)
every_word = [submitter in has.get(key, "") for submitter, key in zip(seen.submitter, seen.mechanism)]
holds("By the first two readings no entry has any of the six on", not (seen.state == "on").any() and len(credited) == 6)
holds("It gives every entry all six", all(every_word))

# %% [markdown]
# ## The strongest case
#
# **For the articles.** Everything that A3 and A5 list was at work in NVIDIA's submission of the round, on the same system and
# model, in the scenario where the rules allow it: separate prefill and decode servers behind Dynamo's KV-aware router, with
# {n}`switches.interactive-drafted` drafted tokens. A reader of a text that lists them next to a Server figure will take them for its
# causes. And the gain is still one of software: on NVIDIA's own rack it is {n}`pair.gb300-server-own`. The rack used
# {n}`headroom.nvidia-server-72-before` of its nearest limit before, that on first tokens, and {n}`headroom.nvidia-server-72` after,
# that on the time per token. So it was no nearer to a limit, although its slowest tokens came somewhat later than before.
#
# **For the record of size.** Copies are the usual way to serve: a user needs a fast server and an operator needs many of
# them. A loss of a few percent over four racks means that the load balancer, the network and the load generator kept up. In
# Offline that is a fair test, and the ratio understates it where the larger system had fewer samples per GPU. In Server the
# four racks stayed well below their limit, so their total could have been higher.

# %% tags=["hide-cell"]
before, after = log(first), log(own)
first_tokens = (before.ttft_p99_ms / before.ttft_limit_ms).percent
say("headroom.nvidia-server-72-before", first_tokens)
holds("of its nearest limit before, that on first tokens", first_tokens > used_of_limit(first))
holds("that on the time per token", after.tpot_used > after.ttft_used)
holds("it was no nearer to a limit", used_of_limit(own) < first_tokens)
holds("its slowest tokens came somewhat later than before", after.tpot_p99_ms > before.tpot_p99_ms)

# %% [markdown]
# ## File and line
#
# Every state of every closed entry on GB300 in both models has the file and line that it rests on.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every state with its file and line", "code_prompt_hide": "Hide the states"}
table(
    "switches",
    "What the files of every closed entry on GB300 show of each mechanism, and where",
    states.assign(url=address(states)),
    "benchmark scenario entry name state why inferred place",
    headings={"entry": "Entry", "name": "Mechanism", "state": "State", "why": "Because", "inferred": "Inferred", "place": "File and line"},
    links={"place": "url"},
    note="Inferred: by a rule in the submitter's guide, from another entry's file.",
    searchable=True,
    name=lambda row: register[row.mechanism].name,
    place=lambda row: "–" if pd.isna(row.path) else f"{row.path.split('/')[-1]}:{row.line}",
)

# %% [markdown]
# ## Limits
#
# - A file shows what was configured. The command that ran is not recorded, and what a container held is not in the tree. For
#   entries of more than one server the size of a copy follows from a rule in the submitter's guide.
# - Silence proves nothing: the files of Nebius and CoreWeave say nothing about Dynamo.
# - Settings do not say what each change was worth; no entry changes one of them alone between the rounds.
# - We searched for the words in `mechanisms.yml`. A mechanism under another name would be missed.
# - There is one entry of each size and scenario, so a ratio of two runs has no error bar. No submitter ran all three sizes in
#   v6.0.
#
# ## The claims
#
# A5 says that MLPerf audits what it lists, at production scale. The rules say what is audited; the submission says how large
# a system was and what was on.
#
# ```{claim-list} 6 17 33 34 35 42 54
# ```
#
# ```{mlperf-footnote}
# ```
