# ---
# jupyter:
#   kernelspec: {name: python3, language: python, display_name: Python 3}
# ---
# %% [markdown]
# # What would you get?
#
# :::{admonition} The answer
# :class: cc-key
# It depends on the model and on how you load the machine. From MLPerf® Inference v5.1 to v6.0, submitters that kept
# their system gained {n}`owners.new-low` to {n}`owners.new-high` in DeepSeek-R1 Server. On older language models the
# median of their gains is {n}`owners.mature-median`, and they run from {n}`owners.mature-low`, a loss, to
# {n}`owners.mature-high`.
#
# **If you own GB300s,** share requests by their tokens, then raise the load. We think that these two of the [four
# settings](#four-settings) in which the racks differ are why Nebius's published {n}`racks.published` as many tokens per
# GPU as NVIDIA's in v6.0; each of its users got {n}`racks.user-less` fewer per second.
# :::
#
# ## What an owner of GB300s can do
#
# These are our inferences from the files and the logs, and not a test on a machine.
#
# 1. **First balance requests by their number of tokens, then raise the load.** In the slowest request of a hundred,
#    NVIDIA's rack was at {n}`op.nvidia-72.tpot` of its limit, while its median request took {n}`op.nvidia-72.median` of
#    it. If the servers are filled unevenly, more load breaks the limit in the fullest ones.
# 2. **On a single server of eight GPUs** there is nothing to share, so of these two only the load is left.
# 3. **Choose the interval by your users.** At these intervals tokens come in lumps, every {n}`racks.nebius.burst` on
#    Nebius's rack and every {n}`racks.nvidia.burst` on NVIDIA's, if the inferred files are the ones that ran. The
#    benchmark does not see it, because its time per token is a mean over the whole answer.
# 4. **Stop raising the load at your own limit.** The published figures were made at about {n}`racks.nebius.user` for
#    each user.
#
# ## Who gained, and on which models
#
# A gain here is one submitter's result in v6.0 divided by its own result in v5.1, on as many of the same chips. Dell's
# B200 gained {n}`owners.partners-r1-high` by its best result of each round, under another name in v6.0, so it may be
# another server and is left out above. These ratios are ours and not verified by MLCommons Association.

# %%
import pandas as pd

inference = pd.read_csv("../data/tables/inference_results.csv.gz", low_memory=False)
deepseek = inference.query("division == 'closed' and benchmark == 'deepseek-r1' and scenario == 'Server'")
before, after = (deepseek[deepseek["round"] == version] for version in ("v5.1", "v6.0"))
kept = before.merge(after, on=["submitter", "system", "accelerators"], suffixes=("_before", "_after"))
plain = kept.value_after / kept.value_before
print(f"owners that kept their system gained {plain.min():.2f}x to {plain.max():.2f}x in DeepSeek-R1 Server")

# %% tags=["hide-cell"]
from claimcheck.data.names import introduced
from claimcheck.notebook import comparisons, llm_benchmarks, same, say

every = comparisons(before="v5.1", after="v6.0")
models = every.where("of LLM benchmarks", lambda t: t.benchmark.isin(llm_benchmarks()))
same_hardware = "of one submitter on as many of the same GPUs"
owners = models.where(same_hardware, lambda t: t.kept.notna())
kept = owners(same_system=True)
first_run = introduced().set_index(["benchmark", "scenario"])["round"]
new = [cell for cell, version in first_run.items() if version == "v5.1"]


def is_new(pairs):
    """Which pairs are of a benchmark and scenario that v5.1 introduced."""
    return [cell in new for cell in zip(pairs.benchmark, pairs.scenario)]


deepseek = kept(family="deepseek-r1", scenario="Server")
older = kept.where("on older benchmarks", lambda t: [not one for one in is_new(t)])
say("owners.new-low", same(plain.min(), deepseek.min("ratio")), of=f"lowest of {len(deepseek)} gains from v5.1 to v6.0 "
    "in DeepSeek-R1 Server, of owners with the same system in both rounds")
say("owners.new-high", same(plain.max(), deepseek.max("ratio")), of=f"highest of {len(deepseek)} gains from v5.1 to "
    "v6.0 in DeepSeek-R1 Server, of owners with the same system in both rounds")
say("owners.mature-median", older.median("ratio"), of=f"median of {len(older)} gains from v5.1 to v6.0 on older "
    "language models, of owners with the same system in both rounds")

# %% tags=["hide-input"]
import altair as alt

from claimcheck.notebook import claim, frame_of, holds, line_at, listed, results, show, table, title, words

drawn = owners.frame.assign(new=is_new(owners.frame))
spread = drawn.groupby(["scenario", "family"]).agg(middle=("ratio", "median"), new=("new", "first")).reset_index()
spread = spread.sort_values(["scenario", "middle"], ascending=False)
groups = [(row, owners(scenario=row.scenario, family=row.family)) for row in spread.itertuples()
    if row.scenario != "Interactive"]
gains = frame_of(
    [
        (
            row.scenario,
            title(row.family) + (", new in v5.1" if row.new else ""),
            pair.ratio,
            pair.whose,
            f"{group.min('ratio')} to {group.max('ratio')}" if len(group) > 1 else "",
        )
        for row, group in groups
        for pair in group.by("ratio")
    ],
    "panel what gain kind note",
)
gains["words"] = gains.note.mask(gains.note == "",
    gains.as_printed).mask(gains.duplicated(["panel", "what"], keep="last"), "")
gain = alt.X("gain", title="result per GPU, v6.0 over v5.1").scale(zero=False)
rows = alt.Chart(gains).encode(gain, alt.Y("what", sort=None), tooltip=["as_printed", "note"])
dots, texts = rows.mark_circle().encode(color="kind"), rows.mark_text().encode(text="words")
show(
    "base-rates",
    "On as many of the same GPUs, owners gained far more on DeepSeek-R1 than on other models",
    alt.layer(line_at(f"published: {claim(1)}", claim(1)), dots, texts, data=gains)
    .facet(alt.Facet("panel", sort=None), columns=1)
    .resolve_scale(y="independent"),
    note="Each dot is one submitter with as many of the same GPUs in both rounds. Systems under another name in v6.0, "
    "which may be other servers, are drawn too; the range in the text leaves them out. The few pairs in Interactive "
    "are left out. The published figure is of two submitters, with different numbers of GPUs.",
)

# %% [markdown]
# ## The gain depends on the model
#
# DeepSeek-R1 was in its second round, when software for a model is often still young. That alone explains nothing:
# Llama 3.1 8B was as new and gained little. On older language models and scenarios the ratios are between
# {n}`owners.mature-low`, a loss, and {n}`owners.mature-high`. Both ends are Llama 3.1 405B Server: Google's B200 system
# lost, and NVIDIA's GB300 rack gained most. In Offline, NVIDIA's rack gained {n}`pair.llama-offline-own`.
#
# The submitter matters as well as the chip. On GB200 racks NVIDIA gained {n}`pair.gb200-server-own` on DeepSeek-R1
# Server. Google's v6.0 result on a rack of the same size is only {n}`pair.gb200-server-google` NVIDIA's of v5.1.

# %% tags=["hide-cell"]
say("owners.n", owners.count)
say("owners.kept-n", kept.count)
for name, end in {"low": "min", "high": "max"}.items():
    say(f"owners.mature-{name}", getattr(older, end)("ratio"), of=f"{name}est of {len(older)} gains from v5.1 to v6.0 "
        "on older language models, of owners with the same system in both rounds")
for name, (model, scenario, submitter, chip) in {
    "b200-google": ("deepseek-r1", "Server", "Google", "B200"),
    "b200-google-offline": ("deepseek-r1", "Offline", "Google", "B200"),
    "gb200-server-own": ("deepseek-r1", "Server", "NVIDIA", "GB200"),
    "llama-server-own": ("llama3.1-405b", "Server", "NVIDIA", "GB300"),
    "llama-offline-own": ("llama3.1-405b", "Offline", "NVIDIA", "GB300"),
}.items():
    pair = kept.one(family=model, scenario=scenario, submitter_after=submitter, chip=chip)
    say(f"pair.{name}", pair.ratio,
        of=f"what a GPU of {submitter}'s {chip} made in v6.0 over what it made in v5.1, {pair.title} {scenario}")
server = results(benchmark="deepseek-r1", scenario="Server")
gb200 = server(chip="GB200", accelerators=72)
google, before = gb200.one(round="v6.0", submitter="Google"), gb200.one(round="v5.1", submitter="NVIDIA")
say("pair.gb200-server-google", google.per_accelerator / before.per_accelerator)
say("accelerators.google-b200", server.one(round="v6.0", submitter="Google", chip="B200").accelerators)
worst, best = (older.first(order) for order in ("ratio", "-ratio"))
holds("Both ends are Llama 3.1 405B Server",
    {(row.family, row.scenario) for row in (worst, best)} == {("llama3.1-405b", "Server")})
holds("and NVIDIA's GB300 rack gained most", (best.submitter_after, best.chip) == ("NVIDIA", "GB300"))
holds("Google's B200 system lost", (worst.submitter_after, worst.chip) == ("Google", "B200"))

# %% [markdown]
# (four-settings)=
# ## Four settings separate two GB300 racks
#
# In DeepSeek-R1 Server of v6.0, Nebius's GB300 NVL72 made {n}`racks.published` as many tokens per GPU as NVIDIA's, a
# rack of the same kind, and each of its users got {n}`racks.user-less` fewer per second on average. The two submissions
# differ in four settings. By our reading only the load and the sharing can explain the higher rate
# ([why](#known-to-do)).

# %%
from claimcheck.analysis.operating import MS, speed, user, whole_run
from claimcheck.notebook import operating_points, submitted_files, value

SYSTEM = "GB300-NVL72_GB300-288GB_aarch64x72_TRT"
racks = results(benchmark="deepseek-r1", round="v6.0", system=SYSTEM)
nvidia = racks.one(scenario="Server", submitter="NVIDIA")
nebius = racks.one(scenario="Server", submitter="Nebius")
logs = [operating_points.one(row_id=rack.row_id) for rack in (nvidia, nebius)]
say("racks.published", nebius.per_accelerator / nvidia.per_accelerator)
say("racks.user-less", (1 - user(logs[1]) / user(logs[0])).percent)

# %% tags=["hide-input"]
from claimcheck.notebook import changed_settings, engine_settings, source_url

differ = changed_settings(engine_settings.frame, nvidia.row_id, nebius.row_id).set_index("setting")
# Of each setting: can it change the rate, by our reading; and its default with its line of the harness's config.py.
READ = {
    "target_qps": ("load, requests/s", "yes", None, None),
    "router_policy": ("sharing of requests", "probably", "load_balancing", 209),
    "stream_interval": ("sending, after tokens", "hardly", None, None),
    "readiness_timeout": ("start, limit in s", "no", "300", 182),
}
holds("The two submissions differ in four settings", set(differ.index) == set(READ))
names = engine_settings(row_id=nebius.row_id).frame.drop_duplicates("setting").set_index("setting").raw_name


def of_side(setting, side):
    """A setting's value on one side, and the address of its line: in its own file, or the harness's default."""
    row, default, line = differ.loc[setting], *READ[setting][2:]
    if pd.isna(row[side]):
        place = f"closed/{nebius.submitter}/code/llmlib/config.py", line
    else:
        place = row[f"path_{side}"], int(row[f"line_{side}"])
    shown = f"not set: {default}" if pd.isna(row[side]) else row[side].removesuffix(".0")
    return shown, source_url(nebius.repo, nebius.commit, *place)


lines = [
    (what, *of_side(name, "before"), *of_side(name, "after"), matters, names[name].split(".")[-1])
    for name, (what, matters, *_) in READ.items()
]
table(
    "four-settings",
    "The settings that differ between two GB300 NVL72 in DeepSeek-R1 Server of v6.0",
    pd.DataFrame(lines, columns=["what", "nvidia", "url_nvidia", "nebius", "url_nebius", "matters", "setting"]),
    "what nvidia nebius matters setting",
    headings={"what": "What it sets", "nebius": "Nebius", "matters": "Changes the rate?"},
    links={"nvidia": "url_nvidia", "nebius": "url_nebius"},
    behind=[nvidia, nebius],
    note="Each value leads to its file and line. The file of stream_interval is inferred: by NVIDIA's notes, a rack's "
    "servers are started from the 8-GPU file.",
)

# %% [markdown]
# (what-an-owner-would-get)=
# ## More tokens per GPU, fewer for each user
#
# The published rate is not what the rack gives all day. MLPerf's load generator stops the clock when the last query
# that it sent is answered; the *full run* ends when every answer is complete. Over the full run Nebius's rack made
# {n}`racks.full-run` as many tokens per GPU as NVIDIA's, and not {n}`racks.published`. Both runs were short for their
# load: queries arrived at Nebius's rack for only {n}`metric.nebius-72-means` times as long as the mean answer took, and
# at NVIDIA's for {n}`racks.nvidia.lasted` times. What a rack gives all day at that load was not measured ([how MLPerf
# times a Server run](metric.ipynb)).
#
# Both racks kept the limits: in the slowest request of a hundred a token took {n}`racks.nebius.tpot` in Nebius's run
# and {n}`racks.nvidia.tpot` in NVIDIA's. On average a user got {n}`racks.nebius.user` from Nebius and
# {n}`racks.nvidia.user` from NVIDIA: one over the mean time per token. [What changed](what-changed.ipynb) divides mean
# tokens by mean latency, {n}`racks.nebius.speed` and {n}`racks.nvidia.speed`, in which long answers weigh more.

# %% tags=["hide-cell"]
def burst(log):
    """Seconds between two lumps of tokens, if the inferred stream interval is the one that ran."""
    side = "after" if log.submitter == "Nebius" else "before"
    interval = value(int(differ.loc["stream_interval", side]), of="stream interval (inferred)", rows=log)
    return (interval * log.tpot_mean_ms / MS).called("stream interval (inferred) × mean time per token",
        log.words)


# %% tags=["hide-input"]
rates = frame_of(
    [
        (panel, log.label, rate(log).bare, kind)
        for panel, rate in {"Published, per GPU": lambda log: log.per_accelerator, "One user, on average": user}.items()
        for log, kind in zip(logs, ("NVIDIA", "another submitter"))
    ],
    "panel what rate kind",
)
change = rates.rate / rates.groupby("panel").rate.transform("first") - 1
rates["words"] = rates.as_printed + change.map("{:+.0%}".format).radd(", ").where(change != 0, "")
rows = alt.Chart(rates).encode(alt.X("rate", title="tokens/s"), alt.Y("what", sort=None), tooltip="as_printed")
layers = rows.mark_bar().encode(alt.Color("kind", legend=None)) + rows.mark_text(dx=5).encode(text="words")
show(
    "two-racks",
    f"Nebius's rack made {nebius.per_accelerator / nvidia.per_accelerator} the tokens per GPU; each user got fewer",
    layers.facet(alt.Facet("panel", sort=None), columns=1).resolve_scale(x="independent", y="independent"),
    note="DeepSeek-R1 Server, v6.0. One user: 1000 / time per token in ms, at its mean.",
)

# %% tags=["hide-cell"]
say("racks.full-run", whole_run(logs[1]) / whole_run(logs[0]))
say("racks.offline",
    racks.one(scenario="Offline", submitter="Nebius").value / racks.one(scenario="Offline", submitter="NVIDIA").value)
for name, side, log in (("nvidia", "before", logs[0]), ("nebius", "after", logs[1])):
    say(f"racks.{name}.burst", burst(log))
    say(f"racks.{name}.user", user(log), 1)
    say(f"racks.{name}.speed", speed(log), 1)
    say(f"racks.{name}.tpot", log.tpot_p99_ms, 1)
    load = value(float(differ.loc["target_qps", side]), "requests/s", of=f"target_qps of user.conf of {log.words}",
        rows=log)
    say(f"racks.{name}-load", load)
say("racks.nvidia.lasted", logs[0].mean_latencies, 1)
later = server.one(round="v6.1", submitter="NVIDIA", system=SYSTEM)
say("racks.nvidia-later", (later.value / int(later.accelerators)).called("result per accelerator"))
holds("Both racks kept the limits", all(log.tpot_p99_ms < log.tpot_limit_ms for log in logs))

# %% [markdown]
# (known-to-do)=
# ## What is known of each setting
#
# We know what each setting does from the code and the rules. What it is worth can be seen in the results only for the
# load.
#
# <details class="cc-fold">
# <summary>Show each setting: load, sharing, sending, start</summary>
#
# - **Load**: {n}`racks.nvidia-load` at NVIDIA and {n}`racks.nebius-load` at Nebius. The load generator sends queries at
#   random moments at a mean rate that the submitter chooses ([rules, line
#   141](https://github.com/mlcommons/inference_policies/blob/96edf999d5691a15e92a9e7c0af74e72c01ab403/inference_rules.adoc#L141)).
#   As long as the machine keeps up, the published rate follows it. Two entries of v6.0 on 8 GB300, CoreWeave's and
#   Nebius's, have the same code and settings that differ almost only in load, and Nebius's result is
#   {n}`experiments.load-gb300-ratio` of CoreWeave's. The price is a slower token: in the slowest request of a hundred
#   it took {n}`experiments.load-gb300-tpot-after` at Nebius and {n}`experiments.load-gb300-tpot-before` at CoreWeave
#   ([what more load is worth](limits.ipynb#what-more-load-is-worth)).
# - **Sharing**: by NVIDIA's notes, the rack is nine servers of eight GPUs. By default the harness, the program that
#   drives the run, gives a request to the server with the fewest requests pending
#   ([factory.py:188](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/factory.py#L188)).
#   Nebius's `isl_load_balancing` gives it to the server that has been sent the fewest input tokens
#   ([factory.py:193](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/factory.py#L193)),
#   a sum from which finished requests are not subtracted
#   ([base.py:181](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/cores/base.py#L181)).
#   We found no published measurement of one against the other. That it helps is our inference: Nebius's rack carried a
#   higher load within the same limits.
# - **Sending**: the server sends the first token at once and then collects so many tokens of a request before it sends
#   them on. The authors of TensorRT-LLM describe this as relief for the processor, which must handle every response. An
#   interval of {n}`racks.stream-low` or {n}`racks.stream-high`, they say, should close the gap to not streaming in most
#   cases ([tech blog
#   8](https://github.com/NVIDIA/TensorRT-LLM/blob/51b536d3006709a314cb846dd07c8b0993ecafea/docs/source/blogs/tech_blog/blog08_Scaling_Expert_Parallelism_in_TensorRT-LLM_part2.md#support-stream-interval)).
#   Both racks are far beyond that, and Nebius's shorter interval means more work for the processor. So it does not
#   explain the higher rate; that, too, is our inference.
# - **Start**: the harness gives up when a server is not ready in time
#   ([warmup.py:57](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/warmup.py#L57)).
#   That happens before the first query and cannot change a rate.
#
# </details>

# %% tags=["hide-cell"]
for end, tokens in {"low": 2, "high": 4}.items():
    what = f"stream interval that closes the gap to not streaming in most cases, {end} end"
    say(f"racks.stream-{end}", value(tokens, of=what, source="TensorRT-LLM tech blog 8"))

# %% [markdown]
# ## Is it really the settings?
#
# Probably, but none of our three checks is a clean test. Without time limits the racks are nearly equal, and NVIDIA's
# own rack reached Nebius's rate in v6.1 with Nebius's load and sharing. Little else differs in what was submitted. But
# the two racks are different owners' machines, and the command lines that ran are not recorded.
#
# <details class="cc-fold">
# <summary>Show the three checks, and what speaks against this reading</summary>
#
# First, **without time limits the racks are nearly equal**: in Offline, Nebius's makes {n}`racks.offline` what NVIDIA's
# makes. Hardware that was faster by as much as the Server results differ would show there. The racks share requests
# differently in Offline as well, so sharing may matter most where a limit must be kept.
#
# Second, **the round after**. The files of NVIDIA's own rack in v6.1 set Nebius's way of sharing (line 17) and Nebius's
# load (line 23), as a public copy of [its
# configuration](https://github.com/intel-ai-tce/inference_results_v6.1/blob/5174fca85775b97127da8e3ff07f1bb776880fc4/closed/NVIDIA/configs/deepseek_r1/GB300-NVL72_GB300-288GB_aarch64x72/TRTLLM/Server/harness.py#L17)
# shows. The rack then reached {n}`racks.nvidia-later` per GPU, where Nebius's of v6.0 had {n}`per.nebius-72`. Its
# software was newer too.
#
# Third, **little else differs in what was submitted**. We compared the code of both file by file. `launch_server.py`
# and `main.py` differ in lines that start Dynamo, which these runs did not use by NVIDIA's notes. Of the system
# descriptions, NVIDIA's states a limit on power and Nebius's none.
#
# Against this reading: the two entries come from different owners' machines, whose host memory and drivers are
# described differently, and a container can hold anything. And NVIDIA's file for 72 GPUs has Nebius's interval; only
# the 8-GPU file, from which by its notes the servers are started, has the longer one. If the larger file was used,
# three settings differ.
#
# </details>
#
# [Which switches were on](switches.ipynb) has the settings in which more pairs of entries differ, and [what
# changed](what-changed.ipynb) the load and the speed of requests in both rounds.

# %% tags=["hide-cell"]
code = submitted_files(round="v6.0", division="closed", part=["harness", "model"], submitter=["NVIDIA", "Nebius"]).frame
code = code[code.benchmark.isna() | (code.benchmark == "deepseek-r1")]
trees = code.pivot_table(index="name", columns="submitter", values="content_id", aggfunc="first")
unlike = trees.index[trees.nunique(axis=1) > 1]
holds("`main.py` differ in lines that start Dynamo",
    {name.split("/")[-1] for name in unlike} == {"launch_server.py", "main.py"})

# %% [markdown]
# ## Partners gained on DeepSeek-R1, and little elsewhere
#
# Article A4 writes that the gains show up across partners and not in one laboratory alone. All
# {n}`owners.partners-r1-n` partners that ran DeepSeek-R1 on as many of the same GPUs in both rounds gained, in Server
# between {n}`owners.partners-r1-low` and {n}`owners.partners-r1-high`. One of them, {n}`owners.partners-r1-kept`, has a
# system of the same name in both rounds: Dell changed its server, and CoreWeave's went from preview to available under
# another name. On other language models the median of these partners' gains is {n}`owners.partners-rest-median`, and
# Google, the one partner with Llama 3.1 405B in both rounds, lost. Most of the partners that A4 counts did not run the
# same system in both rounds, so their number shows nothing about gains.

# %% tags=["hide-cell"]
partners = owners.where("of partners", lambda t: t.submitter_after != "NVIDIA")
on_r1 = partners(family="deepseek-r1")
say("owners.partners-r1-n",
    value(on_r1.frame.submitter_after.nunique(), of=f"submitters of the {on_r1.words}", rows=on_r1))
same_name = on_r1(same_system=True)
words("owners.partners-r1-kept", listed(same_name.frame.submitter_after.unique()),
    f"submitters of the {same_name.words}", same_name)
say("owners.partners-r1-low", on_r1(scenario="Server").min("ratio"))
say("owners.partners-r1-high", on_r1(scenario="Server").max("ratio"))
elsewhere = partners.where("on other models", lambda t: t.family != "deepseek-r1")
say("owners.partners-rest-median", elsewhere.median("ratio"))
changed = set(on_r1.frame.submitter_after) - set(same_name.frame.submitter_after)
holds("Dell changed", changed == {"Dell", "CoreWeave"})
holds("partners that ran DeepSeek-R1 on as many of the same GPUs in both rounds gained", on_r1.min("ratio") > 1)
large = partners(benchmark="llama3.1-405b")
holds("partner with Llama 3.1 405B in both rounds, lost",
    set(large.frame.submitter_after) == {"Google"} and large(scenario="Server").max("ratio") < 1)

on_nvidia = set(results(platform_vendor="NVIDIA").frame.row_id)
returned = owners.where("on NVIDIA's chips and models other than DeepSeek-R1",
    lambda t: t.row_id_after.isin(on_nvidia) & (t.family != "deepseek-r1"))
say("owners.rest-n", returned.count)
say("owners.rest-owners-n",
    value(returned.frame.submitter_after.nunique(), of=f"submitters of the {returned.words}", rows=returned))
say("owners.rest-below-n", returned.where("with a lower later result", lambda t: t.ratio < 1).count)
say("owners.rest-median", returned.median("ratio"))

# %% [markdown]
# Article A2 writes of large gains on the LLM tests that returned. On DeepSeek-R1 they were large. On all others,
# {n}`owners.rest-owners-n` owners of NVIDIA's chips have {n}`owners.rest-n` results of both rounds on as many of the
# same GPUs. Half of their gains are below {n}`owners.rest-median`, and {n}`owners.rest-below-n` results are lower than
# the round before.
#
# ## The gain is specific to the model and the scenario
#
# Article A3 warns that {n}`claim.50.published` is a figure of DeepSeek-R1 and that gains elsewhere may be smaller. The
# warning is right. Of all defensible comparisons of the two rounds on one chip (one submitter with itself, or the best
# of each round), none outside DeepSeek-R1 exceeds {n}`owners.other-high`. In DeepSeek-R1 Offline the highest of them is
# {n}`owners.r1-offline-high`.

# %% tags=["hide-cell"]
say("owners.other-high",
    every.where("on benchmarks other than DeepSeek-R1", lambda t: t.family != "deepseek-r1").max("ratio"))
say("owners.r1-offline-high", every(family="deepseek-r1", scenario="Offline").max("ratio"))

# %% [markdown]
# ## Limits
#
# - Few submitters took part in both rounds with the same hardware: {n}`owners.n` pairs over all LLM benchmarks. In
#   {n}`owners.kept-n` of them the system kept its name; a renamed one may hide a change of host or network. A run that
#   is published under two accuracy targets counts once.
# - Submitters choose what to submit and how hard to tune it. A ratio near 1 may mean that nobody worked on that entry.
# - This page compares two rounds. [How common such gains were](software.ipynb) in all rounds since 2019 is another
#   page.
#
# ## The claims
#
# ```{claim-list} 49 50 55
# ```
#
# ```{mlperf-footnote}
# ```
