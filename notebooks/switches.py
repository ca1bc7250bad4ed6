# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # Which switches were on?
#
# :::{admonition} The answer
# :class: cc-key
# **Most of what two articles credit for the Server gain does not show in the files of the result behind the headline.**
# Articles [A3](../book/articles/A3.md) and [A5](../book/articles/A5.md) name disaggregated serving, experts spread over
# many GPUs (WideEP), multi-token prediction (MTP), KV-aware routing and Dynamo. That result shows none of them.
# NVIDIA's Interactive entry had them on, and where [A1](../book/articles/A1.md) and [A2](../book/articles/A2.md) name a
# scenario for them, it is Interactive.
#
# The Server result of MLPerf® Inference v6.0 comes from one engine on {n}`switches.server-experts` GPUs. It has no
# second pool of GPUs and nothing for a router to choose between, and its experts stay on those GPUs. The rules barred
# MTP there. Its file does not mention Dynamo, which is no evidence against it.
#
# On NVIDIA's own rack other things changed: new kernels for the experts, which the articles credit as well, larger
# batches, more memory for the KV cache, and the library, whose version the files do not state. Attention-DP balance,
# which A3 also names, was on in both rounds. NVIDIA's largest entry of v6.0 is no large machine either: by its settings
# it is {n}`replicas.offline-288-engine-n` copies of such an engine.
# :::

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False)
settings = pd.read_csv("../data/tables/engine_settings.csv.gz", low_memory=False)
test = inference.query("division == 'closed' and benchmark == 'deepseek-r1' and scenario == 'Server'")
gb300 = test[test.accelerator.str.contains("GB300") & test["round"].isin(["v5.1", "v6.0"])]
spread = settings[settings.row_id.isin(gb300.row_id) & (settings.setting == "expert_parallel")]
plain = spread.value.astype(int).max()
print(f"no GB300 Server entry spreads the experts over more than {plain} GPUs")

# %% tags=["hide-cell"]
from claimcheck.analysis.switches import instances, setting_text
from claimcheck.notebook import engine_settings, holds, results, same, say, switches, value

r1 = results(chip="GB300", round=["v5.1", "v6.0"], benchmark="deepseek-r1")
v60, server = r1(round="v6.0"), r1(scenario="Server")
headline = server.one(round="v6.0", submitter="Nebius", accelerators=8)

# What the headline's files show of the mechanisms that the two articles name.
credited = ["disaggregation", "wide-ep-backend", "wide-experts"]
credited += ["mtp", "kv-routing", "dynamo"]
shown = switches(row_id=headline.row_id, mechanism=credited).frame.state
holds("That result shows none of them", "on" not in set(shown))
holds("Most of what two articles credit for the Server gain does not show in the files of the result behind the "
    "headline", len(shown) == len(credited) == 6)

# Over how many GPUs an engine spreads the experts.
used = engine_settings()
spread = used(setting="expert_parallel", row_id=list(server.rows)).frame
widest = spread.value.map(setting_text).astype(int).max()
of_width = "most GPUs over which a DeepSeek-R1 Server result on GB300 spreads the experts, closed division"
say("switches.server-experts", same(plain, value(widest, of=of_width, rows=spread)))

# How many copies of the model the settings start, and of what size.
copies = v60.pipe(lambda t: instances(engine_settings.frame, t).merge(t, on="row_id", suffixes=("", "_result"))).called(
    "kinds of server")
holds("comes from one engine on", copies.one(row_id=headline.row_id).number == 1)
largest = copies.one(scenario="Offline", accelerators=288)
holds("NVIDIA's largest entry of v6.0",
    results(round="v6.0", submitter="NVIDIA").max("accelerators") == largest.accelerators)
size = largest.size.called("GPUs over which the settings split one copy of the model")
say("replicas.offline-288-engine-size", size)
say("replicas.offline-288-engine-n", (largest.accelerators / size).bare,
    of="number of copies of DeepSeek-R1 that the settings start on NVIDIA's 288 GB300: GPUs over the GPUs of one copy")

# %% tags=["hide-cell"]
import altair as alt

from claimcheck.notebook import COLOURS, load_tables, show

both = results(chip="GB300", round=["v5.1", "v6.0"], benchmark=["deepseek-r1", "llama3.1-405b"])
register = load_tables().mechanisms.mechanisms
heads = {key: " ".join(mechanism.short).replace("- ", "") for key, mechanism in register.items()}
names = {key: mechanism.name for key, mechanism in register.items()}
# Mechanisms are in the register's order within each entry.
listed = switches(row_id=list(both.rows)).frame.sort_values("mechanism", key=lambda keys: keys.map([*heads].index))
order = ["benchmark", "scenario", "round", "submitter", "accelerators"]
sorted_states = listed.sort_values(order, ascending=[name != "scenario" for name in order], kind="stable")
entry = sorted_states["round"] + " " + sorted_states.submitter + " " + sorted_states.accelerators.astype(str)
states = sorted_states.assign(entry=entry, name=sorted_states.mechanism.map(names),
    switch=sorted_states.mechanism.map(heads))
SHORT = {"files disagree": "mixed", "off by its notes": "notes", "the file is silent": "silent"}
SHORT |= {"forbidden by the rules": "barred", "does not apply": "n/a"}
states["word"] = states.state.replace(SHORT)
of_r1 = states[states.benchmark == "deepseek-r1"]
in_server, in_offline = (of_r1[of_r1.scenario == scenario] for scenario in ("Server", "Offline"))
in_v60 = in_server[in_server["round"] == "v6.0"]

by_a3 = {key for key, mechanism in register.items() if mechanism.credited.get("A3") == "Server"}
absent = by_a3 - set(in_v60[in_v60.state == "on"].mechanism)

# %% tags=["hide-input"]
def matrix(states):
    """A word for each entry and mechanism, a panel for each scenario."""
    words = alt.Chart(states).encode(
        alt.X("switch", sort=[*heads.values()], title=None).axis(
            orient="top", labelAngle=-90, domain=False, ticks=False),
        alt.Y("entry", sort=None),
        tooltip=["mechanism", alt.Tooltip("why", title="evidence"), "state"],
    )
    on, known = "datum.word == 'on'", "datum.word == 'off' || datum.word == 'mixed'"
    ink = alt.condition(on, alt.value(COLOURS["page"]), alt.value(COLOURS["words"]))
    layers = [
        words.transform_filter(on).mark_rect(color=COLOURS["words"], height=20),
        words.transform_filter(known).mark_rect(fillOpacity=0, stroke=COLOURS["rule"], height=20),
        words.mark_text(align="center", dx=0, fontSize=11).encode(text="word", color=ink),
    ]
    return alt.layer(*layers, data=states).facet(alt.Facet("scenario", sort=None),
        columns=1).resolve_scale(y="independent")


def by_entry(states):
    """Every entry with the mechanisms in each state."""
    lists = states.groupby(["scenario", "entry", "state"], sort=False).switch.agg(", ".join)
    return "; ".join(
        f"{scenario}, {entry}: " + ", ".join(f"{state}: {switches}" for (*_, state), switches in part.items())
        for (scenario, entry), part in lists.groupby(level=[0, 1], sort=False)
    ) + "."


show(
    "switches-deepseek",
    f"{len(absent)} switches that an article credits show in no GB300 DeepSeek-R1 Server entry of v6.0",
    matrix(of_r1[of_r1.scenario != "Offline"]),
    note="DeepSeek-R1, all on GB300, closed division. The number behind a submitter is that of its GPUs. Att.-DP: "
    "attention data parallelism.",
    says=by_entry(of_r1[of_r1.scenario != "Offline"]),
)

# %% [markdown]
# A submission holds the settings that its servers were started with, scripts, code and notes. For each entry we take
# the settings that its run used, by the rules on [the data page](data.ipynb), and apply what `mechanisms.yml` says of
# each mechanism:
#
# - **on**: the settings show it. **Off**: they show another choice, or one engine on the whole system leaves no room
#   for it.
# - **notes**: the submitter's own steps start the entry without it; the command that ran is not recorded. **Mixed**:
#   settings and notes disagree.
# - **silent**: the file does not mention it, which is no evidence against it.
# - **barred**: the rules of the round forbade it. **N/a**: a dense model has no experts, and one engine nothing to
#   route to.
#
# Settings of a rack in v6.0 come from the file of an 8-GPU system, by NVIDIA's own notes. In Offline the entries show
# the same states as in Server, except that WideEP's backend was off in NVIDIA's rack of v5.1.

# %% tags=["hide-cell"]
of_entry, of_offline = (part.set_index(["entry", "mechanism"]).state.sort_index() for part in (in_server, in_offline))
exception = [*of_entry.compare(of_offline).index]
holds("except that WideEP's backend was off in NVIDIA's rack of v5.1",
    exception == [("v5.1 NVIDIA 72", "wide-ep-backend")])

chat = v60.one(scenario="Interactive", submitter="NVIDIA")
for key, name in {"decode-experts": "expert_parallel", "drafted": "speculative_tokens"}.items():
    setting = used.one(row_id=chat.row_id, component="decode", setting=name)
    of_setting = f"{setting.raw_name} of the decode workers of {chat.words}"
    say(f"switches.interactive-{key}", value(int(setting_text(setting.value)), of=of_setting, rows=chat))

# %% [markdown]
# ## On Llama 3.1 405B the files of one entry disagree
#
# Llama 3.1 405B is a dense model and has no experts to spread. In Interactive, NVIDIA's rack of v6.0 shows
# disaggregation, Dynamo and a KV-aware router. In Server the configuration with its run's load shows them too, but
# NVIDIA's reproduction notes start Server without them; which of the two ran is not recorded.
#
# ## What changed, setting by setting
#
# Between the rounds {n}`switches.own-changed` settings changed on NVIDIA's rack, of which
# {n}`switches.own-changed-engine` are not the load. The smallest systems, CoreWeave's in v5.1 and Nebius's in v6.0,
# have equally many GPUs and differ in {n}`switches.small-changed` settings. NVIDIA's and Nebius's racks of v6.0 differ
# in only a few, and Nebius's made {n}`racks.published` as many tokens per GPU; [what you would
# get](what-you-get.ipynb#four-settings-separate-two-gb300-racks) goes through them.

# %% tags=["hide-input"]
from claimcheck.notebook import changed_settings, operating_points, runs, source_url, systems, table

first = server.one(round="v5.1", submitter="NVIDIA")
own = server.one(round="v6.0", submitter="NVIDIA", accelerators=72)
compared = {
    "the published pair": (first, headline),
    "NVIDIA's rack": (first, own),
    "the smallest systems": (server.one(round="v5.1", submitter="CoreWeave"), headline),
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
    "Settings that differ between the results of a pair, DeepSeek-R1 Server on GB300",
    every_change.assign(url_before=address(every_change, "_before"), url_after=address(every_change, "_after")),
    "setting group before after pair",
    headings={"group": "Kind", "before": "Before", "after": "After"},
    links={"before": "url_before", "after": "url_after"},
    note="As selected for the run. A dash means not set, so the library's default applied.",
    behind=[row for pair in compared.values() for row in pair],
)

# %% tags=["hide-cell"]
for key, pair in {"own": "NVIDIA's rack", "small": "the smallest systems"}.items():
    before, after = compared[pair]
    differing = f"settings that differ between {before.words} and {after.words}"
    say(f"switches.{key}-changed", value(len(changed[pair]), of=differing, rows=[before, after]))
of_engine = f"settings that differ between {first.words} and {own.words}, without those of the load"
not_load = (changed["NVIDIA's rack"].group != "load").sum()
say("switches.own-changed-engine", value(not_load, of=of_engine, rows=[first, own]))

# %% [markdown]
# The flags of kernel fusion did not change. The kernels themselves are in the library, TensorRT-LLM, which no
# submission holds. In v5.1 NVIDIA's tree names [one commit of it][hash]; in v6.0 it names [a branch][branch] and
# [whatever is newest][newest]. So a submission does not say which kernels ran or what they were worth.
#
# [hash]: https://github.com/mlcommons/inference_results_v5.1/blob/965182b03376a00fcae415c54e560e1c83937932/closed/NVIDIA/Makefile.build#L110
# [branch]: https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/NVIDIA/scripts/generate_system_descriptions.py#L26
# [newest]: https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/NVIDIA/Makefile.docker#L133

# %% [markdown]
# (nvidias-largest-entry-is-many-small-servers)=
# ## NVIDIA's largest entry of v6.0 is copies of a small server
#
# By the submitted settings NVIDIA's largest entry of v6.0 on DeepSeek-R1 is {n}`replicas.offline-288-engine-n` copies
# of a server on {n}`replicas.offline-288-engine-size` GPUs behind a load balancer, and its rack is made of the same
# copies. The record is real. It is a record of size and does not show that a larger machine is faster.
#
# Interactive is different. There, prefill workers hand over to as many decode workers, of
# {n}`switches.interactive-decode-experts` GPUs each. One request crosses machines, inside one rack; nobody ran
# DeepSeek-R1 Interactive on more, in v6.0 or v6.1.
#
# The size of a server is the number of GPUs over which the settings split one copy of the model. For the large entries
# it comes from the small server's file, by the submitter's own reproduction guide.

# %% tags=["hide-input"]
gpus = (copies.frame["number"] * copies.frame["size"]).groupby(copies.frame.row_id).sum()
holds("copies of a server", (gpus == copies.frame.groupby("row_id").accelerators.first()).all())
holds("made of the same copies",
    copies(scenario="Offline", submitter="NVIDIA").frame[["size", "path"]].nunique().eq(1).all())
holds("nobody ran DeepSeek-R1 Interactive on more, in v6.0 or v6.1",
    results(benchmark="deepseek-r1", scenario="Interactive").max("accelerators") == chat.accelerators)
holds("to as many decode workers", copies(scenario="Interactive").frame["number"].nunique() == 1)
table(
    "instances",
    "Copies of the model in each entry of DeepSeek-R1 on GB300, v6.0, with the file that sets their size",
    copies.pipe(lambda t: t.assign(url=address(t))).by("scenario", "accelerators", "size"),
    "scenario submitter accelerators component number size file",
    headings={"component": "Part", "number": "Copies", "size": "GPUs in one", "file": "Set in"},
    links={"file": "url"},
    file=lambda row: row.path.rpartition("_aarch64")[2],
)

# %% [markdown]
# ### In Server, a larger system's result follows the rate it was offered
#
# In Offline, NVIDIA's four racks kept {n}`scale.nvidia-offline-72-288-published` of a rack's result per GPU. In Server
# they were offered {n}`scale.nvidia-server-72-288-load` of the rack's queries per GPU, and the result follows that
# rate. On the time per token (99th percentile) the rack was at {n}`headroom.nvidia-server-72` of its limit and the four
# racks at {n}`headroom.nvidia-server-288`, so they could have been offered more: the Server ratio does not measure
# scaling.

# %% tags=["hide-cell"]
def kept(larger, smaller):
    """What the larger system kept of the smaller one's result per GPU."""
    return (larger.per_accelerator / smaller.per_accelerator).percent


def used_of_limit(run):
    """How much of its limit the time per token reaches, 99th percentile."""
    return (run.tpot_p99_ms / run.tpot_limit_ms).percent


logged = operating_points(round="v6.0", row_id=list(server.rows)).called("DeepSeek-R1 Server results on GB300 in v6.0")
rack, racks = (logged.one(submitter="NVIDIA", accelerators=count) for count in (72, 288))
batch, batches = (v60.one(scenario="Offline", submitter="NVIDIA", accelerators=count) for count in (72, 288))
say("scale.nvidia-offline-72-288-published", kept(batches, batch), 1)
rates = [run.offered_rate / run.accelerators for run in (racks, rack)]
say("scale.nvidia-server-72-288-load", (rates[0] / rates[1]).percent, 1)
say("headroom.nvidia-server-72", used_of_limit(rack))
say("headroom.nvidia-server-288", used_of_limit(racks))

# %% [markdown]
# Other submitters chose other rates and settings. Compared with CoreWeave's single server, the four racks made nearly
# as many tokens per GPU in Server, at nearly its rate, and clearly fewer in Offline. [The page on
# limits](limits.ipynb#every-run) has each run with its latencies.

# %% tags=["hide-cell"]
single, single_batch = logged.one(submitter="CoreWeave"), v60.one(scenario="Offline", submitter="CoreWeave")
holds("nearly as many tokens per GPU in Server", 95 < kept(racks, single).value < 100)
holds("at nearly its rate", 0.95 < (rates[0] / (single.offered_rate / single.accelerators)).value < 1)
holds("clearly fewer in Offline", kept(batches, single_batch).value < 90)

# %% [markdown]
# The Offline ratio does not measure scaling alone either: the run ends with its slowest sample, so that tail matters
# more if each GPU gets fewer samples. Each GPU of the four racks got {n}`scale.samples-288`, and each of the rack
# {n}`scale.samples-72`.

# %% tags=["hide-cell"]
for row in (batch, batches):
    run = runs.one(row_id=row.row_id)
    samples = (run.query_count * run.samples_per_query / row.accelerators).called("samples per GPU", row.words)
    say(f"scale.samples-{row.accelerators}", samples.bare)

described = systems.frame.merge(v60.frame[["round", "division", "submitter", "system"]])
of_network = described.groupby("network").submitter.agg(set)
holds("describe it as Ethernet(IPoIB), which is IP over InfiniBand",
    of_network.get("Ethernet(IPoIB)") == {"NVIDIA", "Nebius"})
holds("and CoreWeave as InfiniBand XDR at 800 Gb/s", of_network.get("InfiniBand XDR 800 Gb/s") == {"CoreWeave"})

# %% [markdown]
# ### Between racks the network carried requests and answers
#
# A server of {n}`replicas.offline-288-engine-size` GPUs lies within a rack, where NVLink joins the GPUs. So the network
# between racks did not carry the model's own traffic. Two articles name a model of InfiniBand switches, and the system
# descriptions name no switch. NVIDIA and Nebius describe it as Ethernet(IPoIB), which is IP over InfiniBand, and
# CoreWeave as InfiniBand XDR at 800 Gb/s.
#
# ### One round later a still larger system has both records
#
# In v6.1 NVIDIA submitted all three sizes on GB300. In Offline the four racks kept
# {n}`scale.next-nvidia-offline-72-288` of the rack's result per GPU, and the rack {n}`scale.next-nvidia-offline-8-72`
# of the single server's. In Server these were {n}`scale.next-nvidia-server-72-288` and
# {n}`scale.next-nvidia-server-8-72` as published, and {n}`scale.next-nvidia-server-72-288-full` and
# {n}`scale.next-nvidia-server-8-72-full` over the whole runs. Of these Offline runs we have no logs.

# %% tags=["hide-cell"]
later = results(chip="GB300", round="v6.1", benchmark="deepseek-r1", submitter="NVIDIA")
for scenario in ("Offline", "Server"):
    for smaller, larger in ((8, 72), (72, 288)):
        sizes = [later.one(scenario=scenario, accelerators=count) for count in (larger, smaller)]
        say(f"scale.next-nvidia-{scenario.lower()}-{smaller}-{larger}", kept(*sizes), 1)
        if scenario == "Server":
            whole = [operating_points(row_id=row.row_id).one().full_run_per for row in sizes]
            say(f"scale.next-nvidia-server-{smaller}-{larger}-full", (whole[0] / whole[1]).percent, 1,
                of=f"what a GPU of NVIDIA's {larger} GB300 made over the whole run in percent of one of its {smaller}, "
                "DeepSeek-R1 Server, v6.1")
holds("Of these Offline runs we have no logs", later(scenario="Offline").frame.log_value.isna().all())

# %% [markdown]
# The two totals, claims 14 and 16, are on [the page of the headline](speedup.ipynb). They show that a service of that
# size can be driven and kept busy within its limits. They do not show that GPUs joined by InfiniBand work faster
# together.
#
# ## Who credits what
#
# A1 credits the Server gain to kernels, fusion and attention-DP balance, and A2 to that balance; the rest they credit
# to Interactive, or A2 to no scenario. A3 and A5 credit to Server all that they list, A5 without that balance. [What
# each mechanism explains](mechanisms.ipynb) has what each article credits, and what the rules of the round say of it.
#
# A router that looks for a cached prefix finds none where every query must be computed in full, and the servers of
# NVIDIA's Interactive entry keep block reuse off. What remains of KV-aware routing is that it knows how full each
# server is.
#
# ## Counter-evidence
#
# The best evidence for the articles, and how much it shows:
#
# - **The software line names Dynamo** in {n}`switches.lines-n` system descriptions of v6.0, those of NVIDIA, Nebius and
#   Netweb Technologies. One script writes NVIDIA's line, which is the same for every system of its closed division. The
#   settings of {n}`switches.lines-shown-n` of these systems show Dynamo; the others include machines of a single node.
# - **NVIDIA's tuning guide recommends disaggregation** for Server with large models. Its reproduction notes use it for
#   Llama 3.1 405B on GB200, and not for DeepSeek-R1 Server.
# - **Nebius's own words on its results mention disaggregated serving**
#   ([supplement](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/MLPerf%20Inference%20v6.0%20Supplemental%20Discussion%20.pdf)).
#   They do not say in which of its entries, and the entry behind the headline is a single engine. NVIDIA's own words
#   there speak of Dynamo and disaggregation in its low-latency submissions.
# - **WideEP's backend was on in Server in v5.1.** In v6.0 it was gone. NVIDIA's own comment calls the Interactive
#   configuration of v6.0 WideEP although its backend has another name: its decode servers spread experts over
#   {n}`switches.interactive-decode-experts` GPUs.
# - **Dynamo is not new in v6.0.** NVIDIA ran Llama 3.1 405B Interactive with it on a GB200 NVL72 in v5.1 already, in
#   the open division.
#
# ## Sensitivity
#
# How many DeepSeek-R1 Server entries on GB300 in v6.0 have each switch on if we believe all files, or only files of the
# entry itself? By either reading no entry has any of the six on.
#
# WideEP has two meanings, and neither changes the answer. As a backend of that name it was on in NVIDIA's Server entry
# of v5.1 and gone in v6.0. As experts spread over more than one server of eight it was in neither.

# %% tags=["hide-cell"]
of_v60 = systems(round="v6.0").where("whose software line names Dynamo", lambda t: t.software.str.contains("Dynamo"))
lines = of_v60.frame[["submitter", "system"]].drop_duplicates()
holds("those of NVIDIA, Nebius and Netweb Technologies",
    set(lines.submitter) == {"NVIDIA", "Nebius", "Netweb_technologies"})
holds("which is the same for every system of its closed division",
    systems(round="v6.0", submitter="NVIDIA", division="closed").frame.software.nunique() == 1)
a3, a5 = ({m.credited.get(article) for m in register.values()} for article in ("A3", "A5"))
holds("A3 and A5 credit to Server all that they list, A5 without that balance",
    a3 == {"Server"} and a5 == {"Server", None} and "A5" not in register["attention-dp-balance"].credited)
naming = "system descriptions of v6.0 whose software line names Dynamo"
say("switches.lines-n", value(len(lines), of=naming, table="systems"))
shows = {rule.setting: rule for rule in register["dynamo"].shown_by}
named_so = used(round="v6.0", setting=[*shows]).frame.merge(lines)
with_dynamo = named_so[[shows[row.setting].state(setting_text(row.value)) == "on" for row in named_so.itertuples()]]
of_shown = f"{naming}, and whose DeepSeek-R1 and Llama 3.1 405B settings show it"
say("switches.lines-shown-n", value(with_dynamo.system.nunique(), of=of_shown, rows=with_dynamo))

seen = in_v60[in_v60.mechanism.isin(credited)]
holds("By either reading no entry has any of the six on", not (seen.state == "on").any() and len(credited) == 6)
wide = in_server[(in_server.mechanism == "wide-ep-backend") & (in_server.state == "on")]
holds("it was on in NVIDIA's Server entry of v5.1 and gone in v6.0",
    set(zip(wide["round"], wide.submitter)) == {("v5.1", "NVIDIA")})

# %% [markdown]
# ## The strongest case
#
# **For the articles.** Everything that A3 and A5 list was at work in NVIDIA's submission of the round, on the same
# system and model, in the scenario where the rules allow it: separate prefill and decode servers behind Dynamo's
# KV-aware router, with {n}`switches.interactive-drafted` drafted tokens. A reader of a text that lists them next to a
# Server figure will take them for its causes. And the gain is still one of software: on NVIDIA's own rack it is
# {n}`pair.gb300-server-own`. The rack used {n}`headroom.nvidia-server-72-before` of its nearest limit before, that on
# first tokens, and {n}`headroom.nvidia-server-72` after, that on the time per token. So it was no nearer to a limit,
# although its slowest tokens came somewhat later than before.
#
# **For the record of size.** Copies are the usual way to serve: a user needs a fast server and an operator needs many
# of them. A loss of a few percent over four racks means that the load balancer, the network and the load generator kept
# up. In Offline that is a fair test, and the ratio understates it where the larger system had fewer samples per GPU. In
# Server the four racks stayed well below their limit, so their total could have been higher.

# %% tags=["hide-cell"]
then = operating_points.one(row_id=first.row_id)
first_tokens = say("headroom.nvidia-server-72-before", (then.ttft_p99_ms / then.ttft_limit_ms).percent)
holds("of its nearest limit before, that on first tokens", first_tokens > used_of_limit(then))
holds("that on the time per token", rack.tpot_used > rack.ttft_used)
holds("it was no nearer to a limit", used_of_limit(rack) < first_tokens)
holds("its slowest tokens came somewhat later than before", rack.tpot_p99_ms > then.tpot_p99_ms)

# %% [markdown]
# ## File and line
#
# What the files of a closed entry on GB300 show as on or off has its file and line, in both models; the rest has none.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every state with its file and line"}
holds("What the files of a closed entry on GB300 show as on or off has its file and line",
    states[states.state.isin(["on", "off"])].path.notna().all())
table(
    "switches",
    "What the files of closed entries on GB300 show of each mechanism, and where",
    states.assign(url=address(states)),
    "benchmark scenario entry name state why inferred place",
    headings={"name": "Mechanism", "why": "Because", "place": "File and line"},
    links={"place": "url"},
    note="Inferred: by a rule in the submitter's guide, from another entry's file.",
    place=lambda row: "–" if pd.isna(row.path) else f"{row.path.split('/')[-1]}:{row.line}",
)

# %% [markdown]
# ## Limits
#
# - A file shows what was configured. The command that ran is not recorded, and what a container held is not in the
#   tree. For entries of more than one server the size of a copy follows from a rule in the submitter's guide.
# - Silence proves nothing: the files of Nebius and CoreWeave say nothing about Dynamo.
# - Settings do not say what each change was worth; no entry changes one of them alone between the rounds.
# - We know a mechanism by the settings in `mechanisms.yml`. One under another name would be missed.
# - There is one entry of each size and scenario, so a ratio of two runs has no error bar. No submitter ran all three
#   sizes in v6.0.
#
# ## The claims
#
# A5 says that MLPerf audits what it lists, at production scale. The rules say what is audited; the submission says how
# large a system was and what was on.
#
# ```{claim-list} 17 33 34 35 42 54
# ```
#
# ```{mlperf-footnote}
# ```
