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

from claimcheck.analysis.gains import trace
from claimcheck.analysis.operating import nearest_limit
from claimcheck.analysis.records import efficiency, sizes
from claimcheck.analysis.switches import changed_settings, headline_entries, instances, mentions, setting_text
from claimcheck.analysis.tables import load_tables
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.switches import WORDS, switch_matrix
from claimcheck.claims import caption
from claimcheck.claims.register.articles import read_articles
from claimcheck.claims.verdict.evidence import describe, rules_url, source_url
from claimcheck.data import tables
from claimcheck.data.numbers import number, state

loaded = load_tables()
register = loaded.mechanisms
results, settings = loaded.results, loaded.settings
runs, systems = (tables.load(name) for name in ("loadgen_runs", "systems"))
evidence = loaded.mechanism_evidence
entries = headline_entries(results, register)
wanted = entries[["row_id"]].merge(pd.DataFrame({"mechanism": list(register.mechanisms)}), how="cross")
states = wanted.merge(tables.load("switches"))
parts = (states["round"], states.submitter, states.accelerators.astype(str))
states["entry"] = [" ".join(words) for words in zip(*parts)]
states["word"] = states.state.map(WORDS)
model = states[states.benchmark == "deepseek-r1"]
server, offline = (model[model.scenario == scenario] for scenario in ("Server", "Offline"))

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
    return "Entries and the states of their mechanisms: " + "; ".join(said) + "."


after = server[server["round"] == "v6.0"]
credited = [k for k, m in register.mechanisms.items() if m.credited.get("A3") == "Server"]
absent = [k for k in credited if k not in set(after[after.state == "on"].mechanism)]
NOTE = (
    "The number behind a submitter is that of its GPUs. Att.-DP: attention data parallelism. Entries differ in round, submitter "
    "and number of GPUs, all on GB300, closed division; CoreWeave's of v5.1 is a preview."
)
shown = drawn(model[model.scenario != "Offline"])
Figure(
    switch_matrix(shown, heads),
    id="switches-deepseek",
    title=f"{len(absent)} switches that A3 credits appear in no GB300 DeepSeek-R1 Server entry of v6.0",
    description=described(shown),
    caption=caption(f"DeepSeek-R1. {NOTE}", results[results.row_id.isin(shown.row_id)], derived=False),
)

# %% [markdown]
# A submission holds the settings that its servers were started with, scripts, code and notes. This page reads them for each
# mechanism and entry:
#
# - **on**: the settings show it. **Off**: they show another choice, or one engine on all GPUs leaves no room for it.
# - **notes**: the submitter's own steps start the entry without it; the command that ran is not recorded. **Mixed**: settings
#   and notes disagree.
# - **silent**: the file does not mention it, which is no evidence against it.
# - **barred**: the rules of the round forbade it. **N/a**: a dense model has no experts, and one engine nothing to route to.
#
# In Offline the entries show the same states as in Server, except that WideEP's backend was off in NVIDIA's rack of v5.1.

# %% tags=["hide-cell"]
alike = server.merge(offline, on=["entry", "mechanism"], suffixes=("", "_offline"))
unlike = alike[alike.state != alike.state_offline]
assert len(alike) == len(server) == len(offline)
assert unlike[["entry", "mechanism"]].to_numpy().tolist() == [["v5.1 NVIDIA 72", "wide-ep-backend"]]

# %% [markdown]
# ## The arithmetic
#
# For each entry we take the settings that its run used, by the rules on [the data page](data.ipynb), and apply what
# `mechanisms.yml` says of each mechanism. Settings of a rack in v6.0 come from the file of an 8-GPU system, by NVIDIA's own
# notes, and are marked inferred below. One state by hand: the switch for the experts' kernels.

# %% tags=["hide-input"]
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
width = used[used.row_id.isin(r1_server.row_id) & (used.setting == "expert_parallel")].value.map(setting_text).astype(int).max()
spread = "most GPUs over which the experts of a closed DeepSeek-R1 Server result on GB300 are spread"
TEXT = {
    "prefill": ("harness", "prefill_workers"),
    "decode": ("harness", "decode_workers"),
    "decode-experts": ("decode", "expert_parallel"),
    "drafted": ("decode", "speculative_tokens"),
}
of_interactive = used[used.row_id == interactive.row_id].drop_duplicates(["component", "setting"])
of_interactive = of_interactive.set_index(["component", "setting"])
state(
    number("switches.server-experts", width, how=spread, rows=r1_server),
    (
        number(
            f"switches.interactive-{key}",
            int(setting_text(of_interactive.value[place])),
            how=f"{place[0]}: {of_interactive.raw_name[place]}, {describe(interactive)}",
            rows=interactive,
        )
        for key, place in TEXT.items()
    ),
)

# %% [markdown]
# ## On Llama 3.1 405B the files of one entry disagree
#
# Llama 3.1 405B is a dense model and has no experts to spread. In Interactive, NVIDIA's rack of v6.0 shows disaggregation,
# Dynamo and a KV-aware router. In Server the configuration with its run's load shows them too, but NVIDIA's reproduction
# notes start Server without them; which of the two ran is not recorded.

# %% tags=["hide-input"]
dense = drawn(states[states.benchmark == "llama3.1-405b"])
mixed = dense[dense.state == "files disagree"]
Figure(
    switch_matrix(dense, heads),
    id="switches-llama",
    title=f"On Llama 3.1 405B one entry's files disagree about {len(mixed)} switches",
    description=described(dense),
    caption=caption(f"Llama 3.1 405B. {NOTE}", results[results.row_id.isin(dense.row_id)], derived=False),
)

# %% [markdown]
# ## What changed, setting by setting
#
# Settings that differ between the two results of a pair, as selected for the run; a dash means not set, so the library's
# default applied. First the published pair:

# %% tags=["hide-input"]
by_name = r1_server.set_index(["round", "submitter", "accelerators"], drop=False)
PAIRS = {
    "published": (("v5.1", "NVIDIA", 72), ("v6.0", "Nebius", 8)),
    "own": (("v5.1", "NVIDIA", 72), ("v6.0", "NVIDIA", 72)),
    "small": (("v5.1", "CoreWeave", 8), ("v6.0", "Nebius", 8)),
    "racks": (("v6.0", "NVIDIA", 72), ("v6.0", "Nebius", 72)),
}
sides = {key: [by_name.loc[side] for side in pair] for key, pair in PAIRS.items()}
changed = {key: changed_settings(settings, before.row_id, after.row_id) for key, (before, after) in sides.items()}

changed["published"].set_index("setting")[["group", "before", "after"]].fillna("–")

# %% [markdown]
# Between the rounds {n}`switches.own-changed` settings changed on NVIDIA's rack, of which {n}`switches.own-changed-engine` are not
# the load. The smallest systems, CoreWeave's in v5.1 and Nebius's in v6.0, have equally many GPUs and differ in
# {n}`switches.small-changed` settings. NVIDIA's and Nebius's racks of v6.0 differ in only a few, and Nebius's made
# {n}`racks.published` as many tokens per GPU; [what you would get](what-you-get.ipynb#four-settings-separate-two-gb300-racks) goes
# through them.

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
        for share, limit in [nearest_limit(loaded.operating_points, row)]
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
# The flags of kernel fusion did not change. The kernels themselves are in the library, TensorRT-LLM, which no submission
# holds. In v5.1 NVIDIA's tree names one commit of it; in v6.0 the trees name a branch, or whatever is newest. So a
# submission does not say which kernels ran or what they were worth.

# %% tags=["hide-input"]
pins = tables.load("submitted_files")
pins = pins[(pins.part == "pin") & (pins.division == "closed")]
pins = pins[pins["round"].isin(["v5.1", "v6.0"])]
pins = pins[pins.name.str.contains("TRTLLM|trtllm")]
pins = pins[pins.submitter.isin(["NVIDIA", "CoreWeave", "Nebius"])]
shown = pins.assign(value=pins.value.fillna("asks a command for it"))
shown.set_index(["round", "submitter"])[["name", "value"]].sort_index()

# %% [markdown]
# ## NVIDIA's largest entry is many small servers
#
# By the submitted settings NVIDIA's largest entry of v6.0 on DeepSeek-R1 is {n}`replicas.offline-288-engine-n` copies of a server
# on {n}`replicas.offline-288-engine-size` GPUs behind a load balancer. Its rack is {n}`replicas.offline-72-engine-n` copies. The
# record is real. It is a record of size and does not show that a larger machine is faster.
#
# Interactive is different. There, {n}`replicas.interactive-72-prefill-n` prefill workers of
# {n}`replicas.interactive-72-prefill-size` GPUs hand over to {n}`replicas.interactive-72-decode-n` decode workers of
# {n}`switches.interactive-decode-experts`. One request crosses machines, inside one rack; nobody ran Interactive on more.
#
# The size of a server is the number of GPUs over which the settings split one copy of the model. For the large entries it
# comes from the small server's file, by the submitter's own reproduction guide.

# %% tags=["hide-input"]
six = results[
    (results["round"] == "v6.0")
    & (results.division == "closed")
    & (results.benchmark == "deepseek-r1")
    & (results.accelerator == "NVIDIA GB300")
]
parts = instances(settings, six).merge(six[["row_id", "submitter", "scenario", "accelerators"]], on="row_id")
gpus = (parts["number"] * parts["size"]).groupby(parts.row_id).sum()
assert (gpus == parts.groupby("row_id").accelerators.first()).all()
parts = parts.sort_values(["scenario", "accelerators", "submitter", "size"])
plain_engines = parts[parts.scenario != "Interactive"]
assert set(plain_engines.component) == {"engine"} and plain_engines["size"].nunique() == 1
address = parts.assign(
    file=[p.rpartition("configs/")[2] for p in parts.path],
    url=[source_url(*row) for row in parts[["repo", "commit", "path", "line"]].itertuples(index=False, name=None)],
    rule=parts.inferred_from.fillna("its own file"),
)
ResultsTable(
    id="instances",
    frame=address,
    caption=caption(
        "Copies of the model in each entry of DeepSeek-R1 on GB300, v6.0, with the line that sets their size.", six
    ),
    columns={
        "submitter": "Submitter",
        "scenario": "Scenario",
        "accelerators": "GPUs",
        "component": "Server",
        "number": "Copies",
        "size": "GPUs in one",
        "file": "Set in",
        "rule": "How the file applies",
    },
    links={"file": "url"},
    row_ids=list(address.row_id),
)

# %% tags=["hide-cell"]
REPLICAS = {
    ("Offline", 288, "engine"): ("n", "size"),
    ("Offline", 72, "engine"): ("n",),
    ("Interactive", 72, "prefill"): ("n", "size"),
    ("Interactive", 72, "decode"): ("n",),
}
of_nvidia = parts[parts.submitter == "NVIDIA"].set_index(["scenario", "accelerators", "component"], drop=False)


def of_replica(place, which):
    """How many servers of a kind an entry has, or how many accelerators one has."""
    r = of_nvidia.loc[place]
    source = r.inferred_from if pd.notna(r.inferred_from) else "its own configuration"
    what = f"{r.component} instances of the {r.accelerators}-GPU entry in {r.scenario}: {source} ({r.path}, line {r.line})"
    key = f"replicas.{r.scenario.lower()}-{r.accelerators}-{r.component}-{which}"
    of_one = "" if which == "n" else "accelerators of one of the "
    return number(key, r["number"] if which == "n" else r["size"], how=of_one + what, rows=[r.row_id])


state(of_replica(place, which) for place, named in REPLICAS.items() for which in named)

# %% [markdown]
# ### In Server, a larger system's result follows the rate it was offered
#
# In Offline, NVIDIA's four racks kept {n}`scale.nvidia-offline-72-288-published` of a rack's result per GPU. In Server they were
# offered {n}`scale.nvidia-server-72-288-load` of the rack's queries per GPU, and the result follows that rate. On the time per
# token (99th percentile) the rack was at {n}`headroom.nvidia-server-72` of its limit and the four racks at
# {n}`headroom.nvidia-server-288`, so they could have been offered more: the Server ratio does not measure scaling.
#
# Other submitters chose other rates and settings. Compared with CoreWeave's single server, the four racks made
# {n}`scale.coreweave-nvidia-server-8-288-published` of its Server result per GPU, at {n}`scale.coreweave-nvidia-server-8-288-load`
# of its rate. In Offline they made {n}`scale.coreweave-nvidia-offline-8-288-published` of its result.
#
# The table has every pair of sizes, Server under three [denominators](metric.ipynb). Offline divides by the longest latency,
# which is the full run. The denominators disagree most about Nebius's rack, which queries reached for only a few mean
# latencies.

# %% tags=["hide-input"]
sized = sizes(six, runs)
pairs = efficiency(sized)
rack, racks = (sized[(sized.submitter == "NVIDIA") & (sized.accelerators == n)].set_index("scenario") for n in (72, 288))
kept = pairs[pairs.same_submitter & (pairs.submitter_large == "NVIDIA")].set_index("scenario").published
assert (abs(racks.published / rack.published - kept)[["Server", "Offline"]] < 1e-9).all()
shares = ["published", "offered", "full_run", "load"]
listed = pairs.assign(
    small=pairs.submitter_small + ", " + pairs.accelerators_small.astype(str),
    large=pairs.submitter_large + ", " + pairs.accelerators_large.astype(str),
    **{name: (100 * pairs[name]).astype(float) for name in shares},
).sort_values(["same_submitter", "scenario"], ascending=[False, True], kind="stable")
ResultsTable(
    id="pairs",
    frame=listed,
    caption=caption(
        "Result per GPU of the larger system in percent of the smaller one's, DeepSeek-R1 on GB300, v6.0, closed division, "
        "available systems. The number behind a submitter is that of its GPUs. Pairs differ in chip count, and in submitter "
        "where the last column says so.",
        six,
    ),
    columns={
        "large": "Larger system",
        "small": "Smaller system",
        "scenario": "Scenario",
        "published": "Published",
        "offered": "Offered load",
        "full_run": "Full run",
        "load": "Arrival rate",
        "same_submitter": "Same submitter",
    },
    formats=dict.fromkeys(shares, ".1f"),
)

# %% tags=["hide-cell"]
said = {"published": "published result", "load": "rate of arrival"}
KEPT = {
    ("NVIDIA", 72, "Offline"): ("published",),
    ("NVIDIA", 72, "Server"): ("load",),
    ("CoreWeave", 8, "Offline"): ("published",),
    ("CoreWeave", 8, "Server"): ("published", "load"),
}
of_largest = pairs[pairs.accelerators_large == 288]
of_largest = of_largest.set_index(["submitter_small", "accelerators_small", "scenario"], drop=False)
served = sized[(sized.submitter == "NVIDIA") & (sized.scenario == "Server")]
state(
    (
        number(
            f"scale.{'' if r.same_submitter else 'coreweave-'}nvidia-{r.scenario.lower()}-{r.accelerators_small}-288-{name}",
            100 * r[name],
            "%",
            1,
            how=f"{r.submitter_large}, {r.scenario}: {r.accelerators_large} over {r.accelerators_small} accelerators, "
            f"{said[name]} per accelerator, share kept",
            rows=[r.row_id_small, r.row_id_large],
        )
        for place, names in KEPT.items()
        for name in names
        for r in [of_largest.loc[place]]
    ),
    (
        number(
            f"headroom.nvidia-server-{row.accelerators}",
            100 * row.tpot_p99_ms / row.tpot_limit_ms,
            "%",
            0,
            how=f"99th percentile of TPOT in percent of its limit: NVIDIA, {row.accelerators} accelerators, Server",
            rows=row,
        )
        for _, row in served.iterrows()
    ),
)

# %% [markdown]
# Each run and its limits. The offered rate is in queries per second and GPU; the last column says for how many mean
# latencies queries kept arriving.

# %% tags=["hide-input"]
limits = ["tpot_p99_ms", "tpot_limit_ms", "ttft_p99_ms", "ttft_limit_ms"]
measured = sized[sized.scenario != "Offline"].set_index(["scenario", "submitter", "accelerators"])
measured[["offered_rate", *limits, "mean_latencies"]].astype(float).round(2)

# %% [markdown]
# The Offline ratio does not measure scaling alone either: the run ends with its slowest sample, so that tail matters more if each
# GPU gets fewer samples. Samples per GPU, and seconds of the run:

# %% tags=["hide-input"]
batch = sized[sized.scenario == "Offline"].set_index(["submitter", "accelerators"])
batch[["samples", "run_s", "published"]].round(0)

# %% [markdown]
# ### Between racks the network carried requests and answers
#
# A server of {n}`replicas.offline-288-engine-size` GPUs lies within a rack, where NVLink joins the GPUs. So the network
# between racks did not carry the model's own traffic. Two articles name a generation of InfiniBand switches, and the system
# description names none. IPoIB is the Internet protocol carried over InfiniBand.

# %% tags=["hide-input"]
keys = ["round", "division", "submitter", "system"]
entered = six[[*keys, "accelerators"]].drop_duplicates()
networks = systems.merge(entered, on=keys)
columns = ["accelerators", "nodes", "network", "accelerator_interconnect"]
networks.set_index("submitter")[columns].sort_values("accelerators", kind="stable")

# %% [markdown]
# ### One round later a still larger system has both records
#
# In v6.1 NVIDIA submitted all three sizes on GB300. In Offline the four racks kept {n}`scale.next-nvidia-offline-72-288` of
# the rack's result per GPU, and the rack {n}`scale.next-nvidia-offline-8-72` of the single server's. In Server these were
# {n}`scale.next-nvidia-server-72-288` and {n}`scale.next-nvidia-server-8-72`. No logs of that round are available, so only
# the published denominator can be shown.

# %% tags=["hide-input"]
later = trace(results, "deepseek-r1", "NVIDIA GB300", ["v6.1"])
later = later[later.submitter == "NVIDIA"].set_index(["scenario", "accelerators"])
later["per_accelerator"].astype(float).round(0)

# %% tags=["hide-input"]
state(
    number(
        f"scale.next-nvidia-{scenario.lower()}-{small}-{large}",
        100 * later.per_accelerator[scenario, large] / later.per_accelerator[scenario, small],
        "%",
        1,
        how=f"NVIDIA, {scenario} of v6.1: {large} over {small} accelerators, published result per accelerator",
        rows=later.row_id[scenario][[small, large]].to_list(),
    )
    for scenario in ("Offline", "Server")
    for small, large in ((8, 72), (72, 288))
)

# %% [markdown]
# ```{claim-card} 17
# ```
#
# The two totals, claims 14 and 16, are on [the page of the headline](speedup.ipynb). They show that a service of that size can
# be driven and kept busy within its limits. They do not show that GPUs joined by InfiniBand work faster together.
#
# ## Who credits what
#
# A1 and A2 credit the Server gain to kernels, fusion and attention-DP balance and the rest to Interactive. A3 and A5 credit
# all of it to Server. The table gives the scenario that each article credits with a mechanism (*any*: it names none), and
# the states in NVIDIA's racks.

# %% tags=["hide-input"]
def of_rack(round_, scenario):
    """State of each mechanism in NVIDIA's rack."""
    rows = model[(model.submitter == "NVIDIA") & (model.accelerators == 72)]
    rows = rows[(rows["round"] == round_) & (rows.scenario == scenario)]
    return rows.set_index("mechanism").word


who = pd.DataFrame({k: m.credited for k, m in register.mechanisms.items()}).T
who = who.fillna("–").rename(columns={key: text.short for key, text in read_articles().items()})
who["Server v5.1"] = of_rack("v5.1", "Server")
who["Server v6.0"] = of_rack("v6.0", "Server")
who["Interactive"] = of_rack("v6.0", "Interactive")
who.rename_axis("mechanism")

# %% [markdown]
# The rules at the commits of the two rounds say:

# %% tags=["hide-input"]
barred = pd.DataFrame(
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
    frame=barred,
    caption="What the rules say about a mechanism, in our words. They do not mention the others.",
    columns={"mechanism": "Mechanism", "round": "Round", "says": "The rules", "place": "File and line"},
    links={"place": "url"},
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
quiet = ["dynamo", "disaggregation", "wide-ep-backend", "wide-experts", "mtp", "kv-routing"]
found = pd.concat([mentions(evidence, k, "deepseek-r1").assign(mechanism=k) for k in quiet], ignore_index=True)
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
# The files that are about DeepSeek-R1 Server on GB300 would say it most plainly. All those of v6.0 that name
# a mechanism speak against it. In v5.1, NVIDIA's Server file has WideEP's backend on.

# %% tags=["hide-input"]
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
shows = shows[[rules[s].state(setting_text(v)) == "on" for s, v in zip(shows.setting, shows.value)]]
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
# ## The claims
#
# ```{claim-card} 6
# ```
# ```{claim-card} 33
# ```
# ```{claim-card} 34
# ```
# ```{claim-card} 35
# ```
# ```{claim-card} 54
# ```
#
# A5 says that MLPerf audits what it lists, at production scale. The rules say what is audited; the submission says how large
# a system was and what was on.
#
# ```{claim-card} 42
# ```
#
# ## Sensitivity
#
# How many Server entries of v6.0 have each switch on if we believe all files, only files of the entry itself, or every word in
# a submitter's files about DeepSeek-R1 or about no benchmark? Only the last reading supports the articles, and it gives every
# entry of these submitters the same mechanisms, because it counts code that each tree carries.
#
# WideEP has two meanings, and neither changes the answer. As a backend of that name it was on in NVIDIA's Server entry of
# v5.1 and gone in v6.0. As experts spread over more than one server of eight it was in neither.

# %% tags=["hide-input"]
seen = server[(server["round"] == "v6.0") & server.mechanism.isin(quiet)]
words = evidence[(evidence.says == "for") & (evidence["round"] == "v6.0")]
words = words[words.benchmark.isna() | (words.benchmark == "deepseek-r1")]
words = words.assign(who=words.submitter + ", " + words.also_in.fillna(""))
has = words.groupby("mechanism").who.agg(", ".join)
named = [s in has.get(m, "") for s, m in zip(seen.submitter, seen.mechanism)]
on = seen.state == "on"
counts = seen[["mechanism"]].assign(**{"all files": on, "every word": named})
counts["own files only"] = on & ~seen.inferred
counts.groupby("mechanism").sum()

# %% [markdown]
# ## The strongest case
#
# **For the articles.** Everything that A3 and A5 list was at work in NVIDIA's submission of the round, on the same system and
# model, in the scenario where the rules allow it: {n}`switches.interactive-prefill` prefill and {n}`switches.interactive-decode`
# decode servers behind Dynamo's KV-aware router, with {n}`switches.interactive-drafted` drafted tokens. A reader of a text that
# lists them next to a Server figure will take them for its causes. And the gain is still one of software: on NVIDIA's own rack it
# is {n}`pair.gb300-server-own`. The rack used {n}`switches.near-before` of its nearest limit before and {n}`switches.near-own`
# after, so it did not simply accept slower service.
#
# **For the record of size.** Copies are the usual way to serve: a user needs a fast server and an operator needs many of
# them. A loss of a few percent over four racks means that the load balancer, the network and the load generator kept up. In
# Offline that is a fair test, and the ratio understates it where the larger system had fewer samples per GPU. In Server the
# four racks stayed well below their limit, so their total could have been higher.
#
# ## File and line
#
# Every state of every closed entry on GB300 in both models, with what it rests on.

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
# ```{mlperf-footnote}
# ```
