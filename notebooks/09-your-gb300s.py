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
# # For your GB300s: which settings separate two racks?
#
# :::{admonition} The answer
# :class: cc-key
# Four settings separate the racks of Nebius and NVIDIA in DeepSeek-R1 Server of MLPerf® Inference v6.0: the load that was
# offered (`server_target_qps`), how requests are shared among the rack's servers (`traffic_distribution_policy`), how often
# tokens are sent (`stream_interval`), and how long the start may take (`readiness_timeout`). Nebius's rack made
# {n}`racks.published` as many tokens per GPU, and each of its users got {n}`racks.user-less` fewer per second on average.
#
# By our reading of the four, only load and sharing can explain the higher rate. One round later the files of NVIDIA's own
# rack set Nebius's load and its way of sharing, and the rack's figure was a little above Nebius's of v6.0.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.operating import limited
from claimcheck.analysis.switches import changes
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.bars import ranked_bars
from claimcheck.claims import caption
from claimcheck.claims.evidence import describe, source_url
from claimcheck.numbers import number, state

results, settings = tables.load("inference_results"), tables.load("engine_settings")
systems, files = tables.load("systems"), tables.load("submitted_files")
points = limited(tables.load("operating_points"))
used = ("inference_results.csv.gz", "engine_settings.csv", "systems.csv", "submitted_files.csv")
print(tables.fingerprints(*used, "derived/operating_points.csv"))

# %% [markdown]
# (four-settings)=
# ## The four settings
#
# Whether a setting changes the rate is our reading of what it does; [below](#known-to-do) is what is known of each.

# %% tags=["hide-input"]
RACK = "GB300-NVL72_GB300-288GB_aarch64x72_TRT"
cell = (results["round"] == "v6.0") & (results.division == "closed") & (results.benchmark == "deepseek-r1")
racks = results[cell & (results.system == RACK)].set_index(["scenario", "submitter"], drop=False)
nvidia, nebius = racks.loc[("Server", "NVIDIA")], racks.loc[("Server", "Nebius")]
found = changes(settings, nvidia.row_id, nebius.row_id).set_index("setting")
# Of each setting: can it change the rate, by our reading; and its default with its line of the harness's config.py.
READ = {
    "target_qps": ("yes", None, None),
    "router_policy": ("probably", "load_balancing", 209),
    "stream_interval": ("hardly", None, None),
    "readiness_timeout": ("no", "300", 182),
}
assert set(found.index) == set(READ), "the entries differ in other settings than the page explains"
keys = settings[settings.row_id == nebius.row_id].drop_duplicates("setting").set_index("setting").raw_name
lines = []
for setting, (matters, default, line) in READ.items():
    row = found.loc[setting]
    line_of = {"setting": keys[setting].split(".")[-1], "matters": matters}
    for side in ("before", "after"):
        unset = pd.isna(row[side])
        place = (
            (f"closed/{nebius.submitter}/code/llmlib/config.py", line)
            if unset
            else (row[f"path_{side}"], int(row[f"line_{side}"]))
        )
        line_of |= {
            side: f"not set: {default}" if unset else row[side].removesuffix(".0"),
            f"url_{side}": source_url(nebius.repo, nebius.commit, *place),
        }
    lines.append(line_of)
ResultsTable(
    id="four-settings",
    frame=pd.DataFrame(lines),
    caption=caption(
        "The settings that differ between two GB300 NVL72 in DeepSeek-R1 Server of v6.0; each value leads to its file and "
        "line. The file of stream_interval is inferred: by NVIDIA's notes, a rack's servers are started from the 8-GPU file.",
        racks.loc["Server"],
    ),
    columns={"setting": "Setting", "before": "NVIDIA", "after": "Nebius", "matters": "Changes the rate?"},
    links={"before": "url_before", "after": "url_after"},
)

# %% [markdown]
# (what-an-owner-would-get)=
# ## What an owner would get
#
# By either set of settings, on 72 GPUs. *Full run* divides by the time until every answer is complete; the published rate
# stops the clock at the last issued query.

# %%
run = points.set_index("row_id").loc[[nvidia.row_id, nebius.row_id]].set_index("submitter")
interval = {side: int(found.loc["stream_interval", c]) for side, c in (("NVIDIA", "before"), ("Nebius", "after"))}
get = (
    pd.DataFrame(
        {
            "requests offered, per s": run.offered_rate,
            "published, tokens/s per GPU": run.value / run.accelerators,
            "full run, tokens/s per GPU": run.full_run / run.accelerators,
            "one user, mean, tokens/s": 1000 / run.tpot_mean_ms,
            "one user, slowest of 100, tokens/s": 1000 / run.tpot_p99_ms,
            "first token, mean, s": run.ttft_mean_ms / 1000,
            "first token, slowest of 100, s": run.ttft_p99_ms / 1000,
            "time per token, mean, ms": run.tpot_mean_ms,
            "time per token, slowest of 100, ms": run.tpot_p99_ms,
            "limit on that, ms": run.tpot_limit_ms,
            "tokens come every, s": pd.Series(interval) * run.tpot_mean_ms / 1000,
            "queries arrived for, mean latencies": run.mean_latencies,
        }
    )
    .astype(float)
    .T
)
get.assign(ratio=get.Nebius / get.NVIDIA).round(2)

# %% tags=["hide-input"]
PANELS = {
    "published, tokens/s per GPU": "Published, per GPU",
    "full run, tokens/s per GPU": "Over the full run, per GPU",
    "one user, mean, tokens/s": "One user, on average",
    "one user, slowest of 100, tokens/s": "One user, slowest of a hundred",
}
bars = get.loc[list(PANELS)].rename_axis("panel").reset_index().melt("panel", var_name="label")
bars = bars.sort_values("panel", key=lambda c: c.map(list(PANELS).index), kind="stable")
Figure(
    ranked_bars(
        bars.assign(
            label=bars.label + ", 72 GB300",
            text=[f"{v:,.0f}" if v > 1000 else f"{v:.1f}" for v in bars.value],
            marked=bars.label == "Nebius",
            row_id=bars.label.map(racks.loc["Server"].set_index("submitter").row_id),
            panel=bars.panel.map(PANELS),
        ),
        axis="tokens/s",
    ),
    id="two-racks",
    title=f"Nebius's rack made {get.loc['published, tokens/s per GPU'].pipe(lambda r: r.Nebius / r.NVIDIA):.2f}x the tokens per GPU; "
    "each user got fewer",
    description="Bars for the GB300 racks of NVIDIA and Nebius in DeepSeek-R1 Server of v6.0. "
    + "; ".join(
        f"{PANELS[k]}: NVIDIA {r.NVIDIA:,.1f}, Nebius {r.Nebius:,.1f} tokens/s"
        for k, r in get.loc[list(PANELS)].iterrows()
    )
    + ".",
    caption=caption(
        "DeepSeek-R1 Server, v6.0, closed division, category available, 72 GPUs each. One user: 1000 / TPOT in ms, at its mean "
        "and at its 99th percentile. Blue: Nebius; grey: NVIDIA. Results compared differ in submitter.",
        racks.loc["Server"],
    ),
)

# %% tags=["hide-cell"]
offline = racks.loc["Offline"].set_index("submitter").value
both = [nvidia.row_id, nebius.row_id]
who = "Nebius over NVIDIA, 72 GB300 each, DeepSeek-R1 Server v6.0"
later = results[(results["round"] == "v6.1") & (results.benchmark == "deepseek-r1") & (results.scenario == "Server")]
later = later[(later.submitter == "NVIDIA") & (later.system == RACK)].iloc[0]
RATIOS = {
    "published": ("published, tokens/s per GPU", "published result per accelerator"),
    "full-run": ("full run, tokens/s per GPU", "tokens over the full run, per accelerator"),
}
OF_RUN = {
    "burst": ("tokens come every, s", "s", 0, "stream interval (inferred) x mean TPOT"),
    "lasted": ("queries arrived for, mean latencies", "", 1, "time in which queries arrived over mean latency"),
    "user": ("one user, mean, tokens/s", "tokens/s", 1, "1000 / mean TPOT in ms"),
    "tpot": ("time per token, slowest of 100, ms", "ms", 1, "99th percentile of TPOT"),
}
state(
    (
        number(f"racks.{key}", get.Nebius[row] / get.NVIDIA[row], "x", 2, how=f"{how}: {who}", rows=both)
        for key, (row, how) in RATIOS.items()
    ),
    (
        number(
            f"racks.{side.submitter.lower()}.{key}",
            get.loc[row, side.submitter],
            unit,
            d,
            how=f"{how}: {describe(side)}",
            rows=side,
        )
        for key, (row, unit, d, how) in OF_RUN.items()
        for side in (nvidia, nebius)
    ),
    number(
        "racks.user-less",
        100 * (1 - get.Nebius["one user, mean, tokens/s"] / get.NVIDIA["one user, mean, tokens/s"]),
        "%",
        how=f"1 - (1000 / mean TPOT in ms), {who}",
        rows=both,
    ),
    number(
        "racks.offline",
        offline["Nebius"] / offline["NVIDIA"],
        "x",
        2,
        how="published results, Nebius over NVIDIA, 72 GB300 each, DeepSeek-R1 Offline v6.0",
        rows=racks.loc["Offline"],
    ),
    (
        number(
            f"racks.{key}-load",
            float(found.loc["target_qps", side]),
            "requests/s",
            how=f"target_qps of user.conf: {describe(row)}",
            rows=row,
        )
        for key, side, row in (("nvidia", "before", nvidia), ("nebius", "after", nebius))
    ),
    number(
        "racks.nvidia-later",
        later.value / later.accelerators,
        "tokens/s",
        how=f"published result per accelerator: {describe(later)}",
        rows=later,
    ),
    number(
        "racks.nebius-published",
        nebius.value / nebius.accelerators,
        "tokens/s",
        how=f"published result per accelerator: {describe(nebius)}",
        rows=nebius,
    ),
)

# %% [markdown]
# Nebius's figure is {n}`racks.published` NVIDIA's as published and {n}`racks.full-run` over the full run. Its queries arrived
# for only {n}`racks.nebius.lasted` mean latencies, NVIDIA's for {n}`racks.nvidia.lasted`: both runs were short for their
# load. What a rack gives all day at that load was not measured; [what the rate divides by](metric.ipynb) explains the
# difference.
#
# Both racks kept the limits. In the slowest request of a hundred, a token took {n}`racks.nebius.tpot` in Nebius's run and
# {n}`racks.nvidia.tpot` in NVIDIA's. On average a user got {n}`racks.nebius.user` and {n}`racks.nvidia.user`.
#
# (known-to-do)=
# ## What each setting is known to do
#
# - **Load**: {n}`racks.nvidia-load` and {n}`racks.nebius-load`. LoadGen sends queries at random moments at that mean rate
#   ([rules, line 141](https://github.com/mlcommons/inference_policies/blob/96edf999d5691a15e92a9e7c0af74e72c01ab403/inference_rules.adoc#L141)),
#   which the submitter chooses. Below saturation the published rate follows it. Two entries of v6.0 on 8 GB300 show it almost
#   alone: CoreWeave and Nebius differ in load, and Nebius's figure is {n}`experiments.load-gb300-ratio` of CoreWeave's. Its
#   99th percentile of the time per token is {n}`experiments.load-gb300-tpot-after`, CoreWeave's
#   {n}`experiments.load-gb300-tpot-before` ([natural experiments](22-natural-experiments.ipynb)).
# - **Sharing**: the rack is nine servers of eight GPUs, by NVIDIA's notes on how to run it. By default in Server, the harness
#   gives a request to the server with the fewest requests pending
#   ([factory.py:188](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/factory.py#L188)).
#   Under `isl_load_balancing` it goes to the server that has been sent the fewest input tokens
#   ([factory.py:193](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/factory.py#L193)),
#   a sum that only grows: what is finished is not subtracted
#   ([base.py:181](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/cores/base.py#L181)).
#   We found no published measurement of the one against the other on such a rack. That it helps here is our inference, from
#   the higher load that Nebius's rack carried within the same limits.
# - **Sending**: the server collects so many tokens of a request before it sends them on; the first is sent at once. The
#   authors of TensorRT-LLM describe it as relief for the processor, which must handle every response. On DeepSeek-R1 and
#   GB200 NVL72, they say, an interval of {n}`racks.stream-low` or {n}`racks.stream-high` closes the gap to not streaming in
#   most cases
#   ([tech blog 8](https://github.com/NVIDIA/TensorRT-LLM/blob/51b536d3006709a314cb846dd07c8b0993ecafea/docs/source/blogs/tech_blog/blog08_Scaling_Expert_Parallelism_in_TensorRT-LLM_part2.md#support-stream-interval)).
#   Both racks are far beyond that, and Nebius's shorter interval means more work for the processor, not less. So it does not
#   explain the higher rate; that too is our inference.
# - **Start**: the harness gives up when a server is not ready in time
#   ([warmup.py:57](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/warmup.py#L57)). That is before the first query and cannot change a rate.

# %% tags=["hide-cell"]
state(
    number(
        f"racks.stream-{end}",
        value,
        how=f"stream interval that closes the gap to not streaming in most cases, {end} end: TensorRT-LLM tech blog 8",
    )
    for end, value in (("low", 2), ("high", 4))
)

# %% [markdown]
# ## What follows for an owner
#
# These are our inferences from the files and the logs, not a test on a machine.
#
# 1. Share requests by tokens first, then raise the load. NVIDIA's rack was at {n}`op.nvidia-72.tpot` of its limit at the
#    99th percentile while its median request took {n}`op.nvidia-72.median` of it. More load on unevenly filled servers
#    breaks the limit in the fullest ones.
# 2. On a single server of eight GPUs there is nothing to share, so load alone is left of the two.
# 3. Choose the interval by your users. At these intervals tokens come in lumps, every {n}`racks.nebius.burst` on Nebius's
#    rack and every {n}`racks.nvidia.burst` on NVIDIA's, if the inferred files are the ones that ran. The benchmark does not
#    see it: its time per token is a mean over the whole answer.
# 4. Stop raising the load at your own limit. The published figures were made at about {n}`racks.nebius.user` per user.
#
# ## Is it really the settings?
#
# Three checks. First, **without limits on latency the racks are nearly equal**: in Offline, Nebius's is
# {n}`racks.offline` of NVIDIA's. Hardware that was faster by as much as the Server results differ would show there. By the
# files, the racks share requests differently there too; so sharing may matter most where a limit must be kept.
#
# Second, **what else the submissions say of the two racks**. The code of both was compared file by file; `launch_server.py`
# and `main.py` differ in lines that start Dynamo, which these runs did not use by NVIDIA's notes. Of the system
# descriptions, NVIDIA's states a limit on power and Nebius's none; the table has a mark in its place.

# %%
described = systems[(systems["round"] == "v6.0") & (systems.division == "closed")]
described = (
    described[(described.system == RACK) & described.submitter.isin(["NVIDIA", "Nebius"])].set_index("submitter").T
)
described = described.drop(["path", "blob", "line", "system_name"])
described[described.NVIDIA.astype(str) != described.Nebius.astype(str)].fillna("–")

# %%
code = files[(files["round"] == "v6.0") & (files.division == "closed") & files.part.isin(["harness", "model"])]
code = code[code.submitter.isin(["NVIDIA", "Nebius"]) & (code.benchmark.isna() | (code.benchmark == "deepseek-r1"))]
pairs = code.pivot_table(index="name", columns="submitter", values="content_id", aggfunc="first")
differ = pairs.index[pairs.nunique(axis=1) > 1]
print(f"{len(pairs) - len(differ)} of {len(pairs)} files and folders are equal; different: {', '.join(differ)}")

# %% [markdown]
# Third, **the round after**. NVIDIA's rack of v6.1 reached {n}`racks.nvidia-later` per GPU, where Nebius's of v6.0 had
# {n}`racks.nebius-published`. Its
# [configuration](https://github.com/intel-ai-tce/inference_results_v6.1/blob/5174fca85775b97127da8e3ff07f1bb776880fc4/closed/NVIDIA/configs/deepseek_r1/GB300-NVL72_GB300-288GB_aarch64x72/TRTLLM/Server/harness.py#L17)
# has `isl_load_balancing` (line 17) and Nebius's load (line 23), read in a public copy of the round's repository. The software was newer too, so this is no clean test.
#
# ## The strongest case against this page
#
# - The two entries come from different owners' machines. Memory of the hosts and the driver are described differently, and
#   a container can hold anything.
# - By NVIDIA's file for 72 GPUs, the interval is the same as Nebius's; only the 8-GPU file from which the servers are
#   started, by its notes, has the longer one. If the larger file was used, three settings differ.
# - The command lines that ran are not recorded.
#
# Every setting of more pairs of entries: [which switches were on](switches.ipynb). How the load and the speed of requests
# changed between the rounds: [more requests, or faster ones](what-changed.ipynb).
#
# ```{mlperf-footnote}
# ```
