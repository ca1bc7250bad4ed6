# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # What each mechanism explains
#
# :::{admonition} The answer
# :class: cc-key
# **NVIDIA's and its partners' results do not show what any one mechanism gave.** Articles credit several for the gain
# in DeepSeek-R1 Server on GB300, and in neither v5.1 nor v6.0 of MLPerf® Inference did a submitter run that test on one
# system both with and without one.
#
# The submitted files still rule much out. The rules of v6.0 barred multi-token prediction in that test, and no entry of
# it on GB300 shows disaggregated serving, wide expert parallelism, KV-aware routing or Dynamo. Attention-DP balance and
# the one fusion that settings name were on in both rounds. Only the kernels for the experts are new.
#
# Others measured mechanisms elsewhere, where one alone gave up to {n}`mechanisms.highest`. Chips, lengths and loads
# differ from those of Server, so we carry no such gain over.
# :::

# %% tags=["hide-cell"]
from claimcheck.notebook import engine_settings, figure, holds, load_tables, results, say, show, switches, table

# Gains in output that others measured of one mechanism, by their keys in mechanism_figures.yml.
alone = {
    "Fewer or hidden launches": ["fusion", "graphs", "topk", "streams", "router", "overlap"],
    "Faster kernels": ["fusion", "attention", "cutlass"],
    "Attention-DP balance": ["adp", "speedup"],
    "Disaggregated serving": ["disagg", "trtllm-low", "trtllm-high", "trtllm-mtp-high", "trtllm-long", "splitwise"],
    "Wide expert parallelism": ["wide-ep", "alone"],
    "Multi-token prediction": ["mtp", "report", "trtllm-1", "sglang-1", "sglang-32", "lmsys-small", "lmsys-large"],
}


def gain(key):
    """A published gain as a ratio; some sources print it in percent."""
    published = figure(key)
    return 1 + published.share if published.unit == "%" else published


keys = {name: [f"{about}-{key}" for key in keys] for name, (about, *keys) in alone.items()}
gains = {name: [*map(gain, of)] for name, of in keys.items()}
highest = say("mechanisms.highest", max(ratio for of in gains.values() for ratio in of), 1,
    of="highest gain of one mechanism alone that others measured: output per GPU with disaggregated serving and MTP on "
    "GB200 at a given speed per user, TensorRT-LLM's tech blog 5")

# %% tags=["hide-input"]
import altair as alt
import pandas as pd

from claimcheck.data.stacks import read_figures
from claimcheck.notebook import COLOURS, changed_settings, frame_of, operating_points, value

sources = {key: one.source.name for key, one in read_figures().items()}
drawn = frame_of([(name, gain(key), sources[key]) for name, of in keys.items() for key in of], "mechanism gain source")
output = alt.X("gain", title="output with the mechanism over that without").scale(domainMin=1)
rows = alt.Chart(drawn).encode(output, alt.Y("mechanism", sort=None), tooltip=["as_printed", "source"])
top = rows.transform_filter(alt.datum.gain == drawn.gain.max())
show(
    "mechanism-gains",
    f"Measured elsewhere, one mechanism alone gave up to {highest:1} the output",
    rows.mark_circle(color=COLOURS["other"]) + top.mark_text().encode(text=alt.value(f"{highest:1} the output")),
    note="Each dot is a gain that the authors of TensorRT-LLM, DeepSeek-V3, SGLang, LMSYS or Splitwise, or NVIDIA, "
    "published. Their chips, lengths and loads differ. No MLPerf results. Left out: gains of several mechanisms "
    "together, and of other things than output.",
)

# %% [markdown]
# ## What articles say, what files show, what was measured
#
# A1 to A5 are [the five articles](../book/articles/index.md); *any* means that an article names no scenario. The states
# are those of all closed DeepSeek-R1 entries on GB300, with their number. [Which switches were on](switches.ipynb) has
# file and line of each. A silent file is no evidence against a mechanism.

# %% tags=["hide-cell"]
from claimcheck.core.printing import quantity

entries = results(chip="GB300", round=["v5.1", "v6.0"], benchmark="deepseek-r1")
states = switches(row_id=list(entries.rows)).frame
MEASURED = {
    "kernel-fusion": "fusion-topk",
    "new-kernels": "fusion-attention",
    "attention-dp-balance": "adp-speedup",
    "disaggregation": "disagg-trtllm-high",
    "wide-ep-backend": "wide-ep-together",
    "wide-experts": "wide-ep-alone",
    "mtp": "mtp-trtllm-1",
    "kv-routing": "routing-mean-after",
}


def found(mechanism, scenario, round_):
    """The states of a mechanism in the entries of a scenario and round, with the number of entries in each."""
    chosen = states[(states.mechanism == mechanism) & (states.scenario == scenario) & (states["round"] == round_)]
    return ", ".join(f"{state} ({count})" for state, count in chosen.state.value_counts().items())


mechanisms = load_tables().mechanisms.mechanisms
rows = pd.DataFrame(
    {
        "name": mechanism.name,
        "credited": ", ".join(f"{article} ({scenario})" for article, scenario in mechanism.credited.items()),
        "before": found(key, "Server", "v5.1"),
        "after": found(key, "Server", "v6.0"),
        "interactive": found(key, "Interactive", "v6.0"),
        "rules": limit.says if (limit := mechanism.limit("v6.0")) else "not limited",
        "key": MEASURED.get(key),
    }
    for key, mechanism in mechanisms.items()
)
published = pd.DataFrame(
    {
        "key": one.key,
        "figure": quantity(one.value, one.unit, len(f"{one.value:g}".partition(".")[2])).text,
        "about": one.about,
        "conditions": one.conditions,
        "source": one.source.name,
        "url": one.source.read_at or one.source.address,
    }
    for one in read_figures().values()
)

# %% tags=["hide-input"]
rows = rows.merge(published, on="key",
    how="left").fillna({"figure": "none found", "about": "", "conditions": "", "source": ""})
table(
    "mechanisms",
    "Each mechanism: who credits it, its state in entries, the rules of v6.0, and a measurement made elsewhere",
    rows,
    "name credited before after interactive rules figure about conditions source",
    headings={
        "name": "Mechanism",
        "credited": "Credited by, for",
        "before": "Server, v5.1",
        "after": "Server, v6.0",
        "interactive": "Interactive, v6.0",
        "figure": "Measured",
    },
    links={"source": "url"},
    note="The measurements are no MLPerf results. That of WideEP's backend is of several mechanisms together; that of "
    "the KV-aware router is to be compared with {} for round-robin.".format(figure("routing-mean-before")),
    behind=entries,
)

# %% tags=["hide-cell"]
in_server = states[(states.scenario == "Server") & (states["round"] == "v6.0")]
on = set(in_server[in_server.state == "on"].mechanism)
before = states[(states.scenario == "Server") & (states["round"] == "v5.1") & (states.state == "on")]
holds("Only the kernels for the experts are new", on - set(before.mechanism) == {"new-kernels"})
holds("were on in both rounds", on == {"new-kernels", "attention-dp-balance", "kernel-fusion"})
of_server = states[states.scenario == "Server"].groupby("mechanism").state.agg(set)
holds("every closed DeepSeek-R1 Server entry on GB300 in v5.1 and v6.0 had the balance on",
    of_server["attention-dp-balance"] == {"on"})
holds("No DeepSeek-R1 Server entry on GB300 in v5.1 or v6.0 shows separate pools",
    "on" not in of_server["disaggregation"])
chat_states = states[states.scenario == "Interactive"].set_index("mechanism").state
holds("except WideEP's backend by name", set(chat_states.drop("wide-ep-backend")) == {"on", "the file is silent"})
of_mtp = states[(states.scenario == "Server") & (states.mechanism == "mtp")]
holds("the rules barred it there in both rounds", set(of_mtp.state) == {"forbidden by the rules"})
graphs = engine_settings(row_id=list(entries(scenario="Server").rows),
    setting="cuda_graph_enabled").frame
holds("Graphs and the one fusion that settings name were on",
    set(graphs.row_id) == entries(scenario="Server").rows and set(graphs.value) == {"true"})

# %% [markdown]
# (kernel-fusion)=
# ## Kernel fusion: large gains where kernels were launched one by one
#
# A decoding step is thousands of small programs (*kernels*), each launched by the host. Fusion makes one of several,
# which saves launches and traffic to memory. A CUDA graph records all launches of a step and repeats them at once. Four
# articles say that fewer, larger kernels are a part of the gain. Graphs and the one fusion that settings name were on
# in both rounds; which kernels an engine has, no submission says.
#
# TensorRT-LLM's engineers raised the output of DeepSeek-R1 on B200 to {n}`fuse.total` within three months of 2025 and
# published what each step gave. The gain of all steps is their product.

# %%
import numpy as np

fewer, kernels = gains["Fewer or hidden launches"], gains["Faster kernels"]
smaller = [gain("fusion-cache"), gain("fusion-gather")]  # smaller numbers
say("fuse.product",
    np.prod([*fewer, *kernels, *smaller]).called("product of gains that TensorRT-LLM published for B200"))
say("fuse.ladder-launches",
    np.prod(fewer).called("product of gains from fewer or hidden launches, TensorRT-LLM on B200"))
say("fuse.total", figure("fusion-after") / figure("fusion-before"), 1)

# A step of that software, from what fusing the choice of experts saved in each layer and gained in all.
layers = figure("model-layers").bare - figure("model-dense-layers").bare
saved = (figure("fusion-topk-before") - figure("fusion-topk-after")) * layers
early = (saved / figure("fusion-topk").share).value / 1000
of_step = "a step on B200 early in 2025, from what fusing the choice of experts saved and gained"
say("fuse.early-step", value(early, "ms", of=of_step, source="TensorRT-LLM tech blog 3"))

# %% [markdown]
# The published steps multiply to {n}`fuse.product`, and those that make launches fewer or hide them to
# {n}`fuse.ladder-launches`. Fusing the choice of experts shows why: it saved a quarter of a millisecond in every layer,
# and from what that gained, a step took about {n}`fuse.early-step`. This was software that launched kernel by kernel
# from Python. NVIDIA's rack took {n}`wide.before.step` for a step in v5.1, with graphs.
#
# ```{claim-list} 39
# ```
#
# (attention-dp)=
# ## Attention-DP balance: on in both rounds, with longer waits in v6.0
#
# In attention data parallelism every GPU (*rank*) keeps the requests it was given. All ranks take each step together,
# so a step lasts as long as the fullest rank needs. The balance lets inputs wait until all ranks can take one in at
# once. A1 to A3 say that this evens out the ranks.
#
# TensorRT-LLM's authors measured how even they were: the mean tokens of a rank as a share of the fullest rank's. If a
# step took time in proportion to the tokens of the fullest rank, output would rise as that share does.

# %%
even = figure("adp-balance-after").share / figure("adp-balance-before").share
say("adp.ceiling", even.called("evenness of ranks with the balance over that without, by TensorRT-LLM"))
say("fig.adp-speedup", figure("adp-speedup"))
for name, places in {"balance-before": 2, "balance-after": 1}.items():
    say(f"fig.adp-{name}", figure(f"adp-{name}"), places)

# %% [markdown]
# The share rose from {n}`fig.adp-balance-before` to {n}`fig.adp-balance-after`, which would give {n}`adp.ceiling`. They
# measured {n}`fig.adp-speedup`, since a part of a step does not depend on its tokens.
#
# By its files every closed DeepSeek-R1 Server entry on GB300 in v5.1 and v6.0 had the balance on, so it cannot be what
# is new. But its two counters, which set how long inputs wait, were longer in v6.0 in the entry behind the headline.
#
# One pair of runs shows what longer waits do. Dell's two systems of eight B200 in v5.1 were offered the same load and
# differ in the counters, the host, and settings without effect on a rate. With the longer waits first tokens came
# {n}`adp.pair.ttft-percent` later and answers {n}`adp.pair.tpot-percent` faster.

# %% tags=["hide-cell"]
dell = operating_points(submitter="Dell", round="v5.1", chip="B200", benchmark="deepseek-r1", scenario="Server")
shorter, longer = (dell.one(system=f"{name}_B200_SXM_180GBx8_TRT") for name in ("XE9680L", "XE9685L"))
say("adp.pair.tpot-percent", (shorter.tpot_p50_ms / longer.tpot_p50_ms - 1).percent, 1)
say("adp.pair.ttft-percent", (longer.ttft_p50_ms / shorter.ttft_p50_ms - 1).percent)
differing = changed_settings(engine_settings.frame, shorter.row_id, longer.row_id).setting
counters = {"attention_dp_balance_wait_iters", "attention_dp_balance_timeout_iters"}
holds("differ in the counters", set(differing) == counters | {"max_sequence_length", "warmup_iterations"})
holds("were offered the same load", abs(float(longer.offered_rate / shorter.offered_rate) - 1) < 1e-6)
headline = {
    round_: results.one(round=round_, benchmark="deepseek-r1", scenario="Server", submitter=who, accelerators=size,
        chip="GB300")
    for round_, who, size in (("v5.1", "NVIDIA", 72), ("v6.0", "Nebius", 8))
}
waits = {
    round_: engine_settings(row_id=row.row_id, setting=[*counters]).frame.set_index("setting")[
        "value"].astype(int)
    for round_, row in headline.items()
}
holds("were longer in v6.0", (waits["v6.0"] > waits["v5.1"]).all())

# %% [markdown]
# ```{claim-list} 38
# ```
#
# (disaggregation)=
# ## Disaggregated serving: measured where inputs are long and answers short
#
# An engine first reads a request (*prefill*), then writes the answer token by token (*decoding*). On shared GPUs a
# prefill holds up the answers in progress. Separate pools avoid that, and fewer GPUs are left to write. A3 and A5 list
# it among the causes of the Server gain; A4 says that it can lower the cost of a token. No one formula gives its size:
# it depends on both lengths and both limits.
#
# TensorRT-LLM's engineers give {n}`fig.disagg-trtllm-low` to {n}`fig.disagg-trtllm-high` with inputs several times as
# long as answers, and up to {n}`fig.disagg-matched-gap` less end to end. The benchmark's answers are long. No
# DeepSeek-R1 Server entry on GB300 in v5.1 or v6.0 shows separate pools, and the one behind the headline, a single
# engine, cannot have them.
#
# In Interactive of v6.0 NVIDIA's rack had separate pools, and GigaComputing's entry did not. NVIDIA's
# {n}`disagg.rack-gpus` GB300 gave {n}`disagg.interactive-ratio` the rate per accelerator of GigaComputing's
# {n}`disagg.shared-gpus` B300. That does not measure the pools, as the two differ in chip, host, size and the number of
# GPUs that share the experts as well.

# %% tags=["hide-cell"]
chat = operating_points(scenario="Interactive", benchmark="deepseek-r1", round="v6.0", division="closed")
rack, together = chat.one(submitter="NVIDIA", chip="GB300"), chat.one(submitter="GigaComputing")
say("disagg.interactive-ratio", rack.per_accelerator / together.per_accelerator, 1)
say("disagg.rack-gpus", rack.accelerators)
say("disagg.shared-gpus", together.accelerators)
for name in ("trtllm-low", "trtllm-high", "matched-gap"):
    say(f"fig.disagg-{name}", figure(f"disagg-{name}"), 0 if name == "matched-gap" else 1)

# %% [markdown]
# ```{claim-list} 36
# ```
#
# (wide-ep)=
# ## Wide expert parallelism: reading experts is a small part of a Server step
#
# A mixture-of-experts model sends each token to a few of many experts. With many tokens in a step nearly every expert
# is needed, so each GPU reads nearly all experts that it holds, in every step. Spread over more GPUs (WideEP), each
# holds and reads fewer, and tokens travel further. A3 and A5 say that this reduces the bottleneck of loading weights.
# The time to read them is their bytes over the memory's speed.

# %%
widths = np.array([8, 16, 32, 64])
sizes = ("layers", "dense-layers", "hidden", "expert-inner", "experts")
all_layers, dense, hidden, inner, experts = (figure(f"model-{size}").value for size in sizes)
held = experts / widths * (all_layers - dense) * 3 * hidden * inner  # weights of the experts on a GPU
read_ms = 1000 * held * figure("expert-bytes").value / figure("gpu-memory-bandwidth").value

server = operating_points(benchmark="deepseek-r1", chip="GB300", scenario="Server")
step = server.one(round="v5.1", submitter="NVIDIA").tpot_p50_ms
SIZES = "sizes of DeepSeek-R1 and of a GB300 in mechanism_figures.yml"
reading = [
    value(ms, "ms", of=f"reading the experts on each of {width} GPUs at memory's full speed", source=SIZES)
    for ms, width in zip(read_ms, widths)
]
say("wide.before.step", step, 1)
say("wide.before.experts", reading[0], 1)
say("wide.spread-experts", reading[2], 1)
say("fig.wide-ep-alone", figure("wide-ep-alone"), 1)
say("fig.wide-ep-together", figure("wide-ep-together"))

# %% [markdown]
# On NVIDIA's rack of v5.1 the median step took {n}`wide.before.step`, of which reading the experts takes
# {n}`wide.before.experts` at the memory's full speed. On 32 GPUs it would take {n}`wide.spread-experts`. So there was
# little to win in Server, unless experts were read far more slowly than that, and no entry spread them over more than
# {n}`switches.server-experts` GPUs. Where tokens must come fast, as in Interactive, a step is short and reading weighs
# more; NVIDIA spread them there.
#
# NVIDIA published {n}`fig.wide-ep-alone`, at fast tokens for each user and with disaggregation and multi-token
# prediction on both sides. TensorRT-LLM's {n}`fig.wide-ep-together` includes three other mechanisms.
#
# ```{claim-list} 37
# ```
#
# (mtp)=
# (multi-token-prediction-barred-in-server-and-worth-most-at-light-loads)=
# ## Multi-token prediction: barred in Server, and worth less the higher the load
#
# A small module guesses the next tokens (*drafts*), and the full model checks all guesses in one step and keeps those
# before the first wrong one. A3 and A5 list it among the causes of the Server gain, but the rules barred it there in
# both rounds. In Interactive of v6.0, where they fix three drafts, it was on ([claim 34](switches.ipynb#claim-34)).
#
# If each draft is right with probability a when those before it were, a step gives 1 + a + a² + a³ tokens. DeepSeek's
# authors published the chance of the first draft; LMSYS published the mean tokens of a step with three.

# %%
accepted = np.array([figure(f"mtp-accepted-{end}").share.value for end in ("low", "high")])
tokens = (accepted[:, None] ** np.arange(4)).sum(axis=1)  # of a step with three drafts, if later ones fare as well
of_tokens = "tokens of a step with three drafts, if each is accepted as often as the first"
say("mtp.tokens-most", value(tokens[1], of=of_tokens, source="DeepSeek-V3 technical report"), 1)
say("mtp.tokens-measured", figure("mtp-tokens-3").bare, 1)
for name in ("trtllm-1", "lmsys-large"):
    say(f"fig.mtp-{name}", figure(f"mtp-{name}"), 3 if name == "lmsys-large" else 2)

# %% tags=["hide-input"]
by_load = ["mtp-trtllm-1", "mtp-lmsys-small", "mtp-sglang-32", "mtp-lmsys-large"]  # an eighth, 2, 4 and 128 a GPU
holds("the less multi-token prediction gives", pd.Series([gain(key).value for key in by_load]).is_monotonic_decreasing)

# %% [markdown]
# At the highest of these chances a step gives {n}`mtp.tokens-most` tokens, and {n}`mtp.tokens-measured` as LMSYS
# measured. That is the gain only where a step costs the same whatever it checks. With many requests a step costs more,
# and published gains fall from {n}`fig.mtp-trtllm-1` at one request to {n}`fig.mtp-lmsys-large` at the heaviest load.
#
# (kv-routing)=
# ## KV-aware routing: a small overload explains a long wait
#
# Servers keep what they computed from inputs (the *KV cache*), and a request that begins like an earlier one skips that
# part if it comes to the same server. A KV-aware router sends it there; round-robin deals requests out in turn. A5
# prints more than {n}`claim.35.published` for the time to the first token, from a cloud provider's test in which inputs
# shared up to {n}`fig.trace-shared`.
#
# Its two means give {n}`fig.routing-mean-ratio`. The ratio is {n}`fig.routing-p99-ratio` for the 99th percentile and
# {n}`fig.routing-latency-ratio` for the whole answer. Work beyond what servers can do piles up evenly, so the mean wait
# is half of the wait at the end. The overload is therefore twice the mean wait over the time in which requests arrived.

# %%
wait_s = figure("routing-mean-before").value / 1000
overload = 2 * wait_s / figure("trace-seconds").value
of_overload = "least overload of round-robin whose queue, never empty, gives the published mean wait"
say("route.overload", value(100 * overload, "%", of=of_overload, source="AKS engineering blog and the trace's span"))
for key in ("mean", "p99", "latency"):
    say(f"fig.routing-{key}-ratio", figure(f"routing-{key}-before") / figure(f"routing-{key}-after"), 1)
say("fig.trace-shared", figure("trace-shared"))

# %% [markdown]
# An hour with {n}`route.overload` too much work is enough for round-robin's wait. So the ratio compares a router that
# keeps up with one that does not, and it would grow with the length of the test. That is a real gain for an operator
# near capacity, but it does not measure the router alone.
#
# No MLPerf result can show it: the rules forbid reuse of KV caches across queries, and the engine behind the headline
# is alone, with nothing to route to. NVIDIA's Interactive entry ran such a router with reuse switched off ([claim
# 35](switches.ipynb#claim-35)).
#
# ## The strongest case for the articles
#
# - All of these mechanisms were on in NVIDIA's Interactive entry of v6.0, or their file is silent, except WideEP's
#   backend by name.
# - Each but Dynamo has a published gain, some by NVIDIA's own engineers on the same model, and several together gave
#   {n}`fig.wide-ep-together`.
# - The kernels for the experts did change with the Server result, and nothing here limits what they may have given.
#
# ## Limits
#
# - A published gain is of its own chip, lengths, load and software. None is an MLPerf result.
# - Gains of single steps were measured at different times; that they multiply is an assumption.
# - Logs give times of requests. A step is taken to last as long as the median time of a token, which holds where each
#   step gives one.
# - The span of the routing test's trace is second-hand, from the description of a copy.
#
# ```{mlperf-footnote}
# ```
