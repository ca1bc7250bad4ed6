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
# # What would you get?
#
# :::{admonition} The answer
# :class: cc-key
# It depends on the model and on how you load the machine. From MLPerf® Inference v5.1 to v6.0, submitters that kept their
# system gained {n}`owners.new-low` to {n}`owners.new-high` on DeepSeek-R1, and on older language models the median gain is
# {n}`owners.mature-median`. An owner of GB300s can try [four settings](#four-settings) in which NVIDIA's rack differs from
# Nebius's, which was faster.
# :::
#
# A gain here is one submitter's result in v6.0 divided by its own result in v5.1, on as many of the same chips. The figures above
# leave out systems under another name in v6.0, which may be other servers; with them the highest gain is Dell's
# {n}`owners.partners-r1-high`, on another server. These ratios are ours and
# not verified by MLCommons Association.

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck.analysis.operating import with_latency_limits
from claimcheck.analysis.results import short_accelerator
from claimcheck.analysis.switches import changed_settings
from claimcheck.analysis.tables import load_tables
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.bars import ranked_bars
from claimcheck.charts.gains import gains
from claimcheck.charts.theme import NVIDIA, OTHERS
from claimcheck.claims import caption, with_links
from claimcheck.claims.verdict.evidence import describe, source_url
from claimcheck.claims.verdict.result import read_recorded
from claimcheck.core.printing import listed
from claimcheck.data import tables
from claimcheck.data.names import introduced, llm_benchmarks
from claimcheck.data.numbers import number, state, words

every_result, settings = tables.load("inference_results"), tables.load("engine_settings")
results = every_result[every_result["round"].isin(["v5.1", "v6.0"])]
systems, files = tables.load("systems"), tables.load("submitted_files")
claims = {c.number: c for c in read_recorded(load_tables(), only=[1])}
comparisons = tables.load("comparisons")
comparisons = comparisons[(comparisons.before == "v5.1") & (comparisons.after == "v6.0")]
points = with_latency_limits(tables.load("operating_points"))
points = points[points["round"].isin(results["round"])]

# %% tags=["hide-input"]
pairs = comparisons[comparisons.benchmark.isin(llm_benchmarks()) & comparisons.kept.notna()].copy()
first_run = introduced().set_index(["benchmark", "scenario"])["round"]
pairs["new"] = [first_run[cell] == "v5.1" for cell in zip(pairs.benchmark, pairs.scenario)]
# The ratio is plain division, as for the published pairs; each pair counts once.
check = pairs.value_after / pairs.accelerators_after / (pairs.value_before / pairs.accelerators_before)
assert ((check - pairs.ratio).abs() < 1e-9).all()
key = ["submitter_after", "accelerator", "accelerators_after", "family", "scenario", "system_after"]
assert not pairs.duplicated(key).any()
summary = pairs.groupby(["family", "scenario"]).ratio.agg(["count", "min", "median", "max"])
names = {
    "deepseek-r1": "DeepSeek-R1",
    "llama3.1-405b": "Llama 3.1 405B",
    "llama3.1-8b": "Llama 3.1 8B",
    "llama2-70b": "Llama 2 70B",
    "mixtral-8x7b": "Mixtral 8x7B",
}
used_rows = results[results.row_id.isin([*pairs.row_id_before, *pairs.row_id_after])]
median = [summary.loc[cell, "median"] for cell in zip(pairs.family, pairs.scenario)]
drawn = pairs.assign(
    panel=[f"{s}, v6.0 over v5.1" for s in pairs.scenario],
    order=[["Server", "Offline", "Interactive"].index(s) for s in pairs.scenario],
    row=[names[f] + (", new in v5.1" if new else "") for f, new in zip(pairs.family, pairs.new)],
    median=median,
    note=[
        f"{low:.2f}x to {high:.2f}x" if low < high else ""
        for low, high in summary.loc[list(zip(pairs.family, pairs.scenario)), ["min", "max"]].to_numpy()
    ],
    kind=["NVIDIA" if s == "NVIDIA" else "another submitter" for s in pairs.submitter_after],
    text="",
    label=[
        f"{s}, {n} {c}" + ("" if same else ", another name")
        for s, n, c, same in zip(pairs.submitter_after, pairs.accelerators_after, pairs.chip, pairs.same_system)
    ],
).sort_values(["order", "median", "row", "ratio"], ascending=[True, False, True, True])
Figure(
    gains(drawn[drawn.scenario != "Interactive"], published=claims[1].published.value, axis="result per accelerator, v6.0 over v5.1"),
    id="base-rates",
    title="On as many of the same GPUs, owners gained far more on DeepSeek-R1 than on other models",
    description="Dots of round-to-round ratios for submitters with as many of the same accelerators in both rounds, a row for each LLM benchmark, a panel each "
    "for Server and Offline; the pairs in Interactive are listed too. "
    + "; ".join(f"{names[f]} {s} {g['min']:.2f} to {g['max']:.2f}" for (f, s), g in summary.iterrows())
    + f". The published figure, {claims[1].published.value:.2f}, is a line.",
    caption=caption(
        "Closed division; same submitter, accelerator and number of accelerators in v5.1 and v6.0. Green: NVIDIA; blue: other "
        "submitters. The few pairs in Interactive are in the table below. Systems under "
        "another name in v6.0, which may be other servers, are drawn too; the range in the text leaves them out. The published figure is not such a pair: its two results are of two submitters and of different numbers of "
        "GPUs.",
        used_rows,
    ),
)

# %% tags=["hide-cell"]
kept = pairs[pairs.same_system]
of = "pairs of results of one submitter on as many of the same accelerators in v5.1 and v6.0, LLM benchmarks"
groups = {
    "new": (kept[kept.family == "deepseek-r1"], "DeepSeek-R1"),
    "mature": (kept[~kept.new], "LLM benchmarks and scenarios older than v5.1"),
}
stated = [
    number("owners.n", len(pairs), how=of),
    number("owners.kept-n", len(kept), how=f"{of}, with the system's name unchanged", rows=kept),
]
for name, (group, which) in groups.items():
    ranked = group.sort_values(["ratio", "row_id_after"])
    ends = {
        "low": ranked.head(1),
        "median": ranked.iloc[(len(ranked) - 1) // 2 : len(ranked) // 2 + 1],
        "high": ranked.tail(1),
    }
    how = f"ratio of the pairs of results of one submitter on one system in v5.1 and v6.0, {which}"
    for end, behind in ends.items():
        place = {"low": "lowest", "median": "median", "high": "highest"}[end]
        stated.append(number(f"owners.{name}-{end}", behind.ratio.mean(), "x", 2, how=f"{place} {how}", rows=behind))
state(stated)

# %% [markdown]
# ## The gain depends on the model
#
# DeepSeek-R1 was in its second round, when software for a model is often still young. That alone explains nothing: Llama 3.1 8B
# was as new and gained little. On older LLM benchmarks and scenarios the gains run from {n}`owners.mature-low`, a loss, to
# {n}`owners.mature-high`. Both ends are Llama 3.1 405B Server: Google's B200 system lost, and NVIDIA's GB300 rack gained most. In
# Offline, NVIDIA's rack gained {n}`pair.llama-offline-own`.
#
# The submitter matters as well as the chip. On GB200 racks NVIDIA gained {n}`pair.gb200-server-own` on DeepSeek-R1 Server. Google's
# v6.0 result on a rack of the same size is only {n}`pair.gb200-server-google` of NVIDIA's from v5.1.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show every pair", "code_prompt_hide": "Hide every pair"}
owners = []
for pair in pairs.itertuples():
    alike = results[
        (results["round"] == "v6.0")
        & (results.division == "closed")
        & (results.benchmark == pair.benchmark)
        & (results.scenario == pair.scenario)
        & (results.accelerator == pair.accelerator)
        & (results.accelerators == pair.accelerators_after)
    ]
    others = (alike.value / alike.accelerators / pair.per_accelerator_before).astype(float)
    owners.append((pair.Index, len(alike), others.min(), others.max()))
owners = pd.DataFrame(owners, columns=["pair", "results", "lowest", "highest"]).set_index("pair").join(pairs)

address = with_links(used_rows).set_index("row_id").published_url
ResultsTable(
    id="owner",
    frame=owners.assign(
        model=[names[f] for f in owners.family],
        chip=[short_accelerator(a) for a in owners.accelerator],
        url_after=owners.row_id_after.map(address),
        url_before=owners.row_id_before.map(address),
        ratio=owners.ratio.astype(float),
    ).sort_values(["model", "scenario", "ratio"], ascending=[True, False, False]),
    caption=caption(
        "Gain from v5.1 to v6.0 on as many of the same accelerators. Lowest and highest: all v6.0 results on as many of the same "
        "accelerators, over the owner's v5.1 result. Where a submitter renamed its systems, its best result of each round is "
        "compared, and host and cooling may differ.",
        used_rows,
    ),
    columns={
        "model": "Model",
        "scenario": "Scenario",
        "submitter_after": "Owner",
        "accelerators_after": "GPUs",
        "chip": "Accelerator",
        "same_system": "Same name",
        "ratio": "Own gain",
        "lowest": "Lowest",
        "highest": "Highest",
        "results": "v6.0 results",
        "result_id_after": "ID, v6.0",
        "result_id_before": "ID, v5.1",
    },
    links={"result_id_after": "url_after", "result_id_before": "url_before"},
    formats={"ratio": ".2f", "lowest": ".2f", "highest": ".2f"},
)

# %% tags=["hide-cell"]
own = kept.set_index(["family", "scenario", "submitter_after", "chip"]).sort_index()
rack = results[(results.division == "closed") & results.system.str.startswith("GB200-NVL72")]
rack = rack[(rack.benchmark == "deepseek-r1") & (rack.scenario == "Server")].set_index(
    ["round", "submitter"], drop=False
)
theirs, ours = rack.loc["v6.0", "Google"], rack.loc["v5.1", "NVIDIA"]
google = own.loc["deepseek-r1", "Server", "Google", "B200"]
state(
    (
        number(
            f"pair.{name}",
            own.loc[cell].ratio,
            "x",
            2,
            how=f"result per accelerator of {cell[2]} on {cell[3]}, {cell[0]} {cell[1]}, v6.0 over v5.1, one system",
            rows=own.loc[cell],
        )
        for name, cell in {
            "b200-google": ("deepseek-r1", "Server", "Google", "B200"),
            "b200-google-offline": ("deepseek-r1", "Offline", "Google", "B200"),
            "gb200-server-own": ("deepseek-r1", "Server", "NVIDIA", "GB200"),
            "llama-server-own": ("llama3.1-405b", "Server", "NVIDIA", "GB300"),
            "llama-offline-own": ("llama3.1-405b", "Offline", "NVIDIA", "GB300"),
        }.items()
    ),
    number(
        "pair.gb200-server-google",
        (theirs.value / theirs.accelerators) / (ours.value / ours.accelerators),
        "x",
        2,
        how=f"result per accelerator of {describe(theirs)}, over that of {describe(ours)}",
        rows=pd.DataFrame([theirs, ours]),
    ),
    number(
        "accelerators.google-b200",
        google.accelerators_after,
        how="accelerators of Google's B200 system, deepseek-r1 Server, v6.0",
        rows=[google.row_id_after],
    ),
)

# %% [markdown]
# (four-settings)=
# ## Four settings separate two GB300 racks
#
# In DeepSeek-R1 Server of v6.0, Nebius's GB300 NVL72 made {n}`racks.published` as many tokens per GPU as NVIDIA's, a rack of the
# same kind, and each of its users got {n}`racks.user-less` fewer per second on average. The two submissions differ in four
# settings. By our reading only the load and the sharing can explain the higher rate ([why](#known-to-do)).

# %% tags=["hide-input"]
RACK = "GB300-NVL72_GB300-288GB_aarch64x72_TRT"
cell = (results["round"] == "v6.0") & (results.division == "closed") & (results.benchmark == "deepseek-r1")
racks = results[cell & (results.system == RACK)].set_index(["scenario", "submitter"], drop=False)
nvidia, nebius = racks.loc[("Server", "NVIDIA")], racks.loc[("Server", "Nebius")]
found = changed_settings(settings, nvidia.row_id, nebius.row_id).set_index("setting")
# Of each setting: can it change the rate, by our reading; and its default with its line of the harness's config.py.
READ = {
    "target_qps": ("load, requests/s", "yes", None, None),
    "router_policy": ("sharing of requests", "probably", "load_balancing", 209),
    "stream_interval": ("sending, after tokens", "hardly", None, None),
    "readiness_timeout": ("start, limit in s", "no", "300", 182),
}
assert set(found.index) == set(READ), "the entries differ in other settings than the page explains"
keys = settings[settings.row_id == nebius.row_id].drop_duplicates("setting").set_index("setting").raw_name
lines = []
for setting, (what, matters, default, line) in READ.items():
    row = found.loc[setting]
    line_of = {"setting": keys[setting].split(".")[-1], "what": what, "matters": matters}
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
    columns={"what": "What it sets", "before": "NVIDIA", "after": "Nebius", "matters": "Changes the rate?", "setting": "Setting"},
    links={"before": "url_before", "after": "url_after"},
)

# %% [markdown]
# (what-an-owner-would-get)=
# ## More tokens per GPU, fewer for each user
#
# The published rate is not what the rack gives all day. MLPerf's load generator stops the clock when the last query that it sent is
# answered; the *full run* ends when every answer is complete. Over the full run Nebius's rack made {n}`racks.full-run` as many
# tokens per GPU as NVIDIA's, and not {n}`racks.published`. Both runs were short for their load: queries arrived at Nebius's rack
# for only {n}`racks.nebius.lasted` times as long as the mean answer took, and at NVIDIA's for {n}`racks.nvidia.lasted` times. What
# a rack gives all day at that load was not measured ([what the rate divides by](metric.ipynb)).
#
# Both racks kept the limits: in the slowest request of a hundred a token took {n}`racks.nebius.tpot` in Nebius's run and
# {n}`racks.nvidia.tpot` in NVIDIA's. On average a user got {n}`racks.nebius.user` from Nebius and {n}`racks.nvidia.user` from
# NVIDIA.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show more of both runs: first token, time per token, limits", "code_prompt_hide": "Hide more of both runs"}
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
ResultsTable(
    id="rack-runs",
    frame=get.assign(ratio=get.Nebius / get.NVIDIA).rename_axis("what").reset_index(),
    caption=caption("Two GB300 NVL72 in DeepSeek-R1 Server of v6.0; the last column is Nebius over NVIDIA.", racks.loc["Server"]),
    columns={"what": "Per run", "NVIDIA": "NVIDIA", "Nebius": "Nebius", "ratio": "Ratio"},
    formats={"NVIDIA": ",.1f", "Nebius": ",.1f", "ratio": ".2f"},
)

# %% tags=["hide-input"]
PANELS = {
    "published, tokens/s per GPU": "Published, per GPU",
    "one user, mean, tokens/s": "One user, on average",
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
        colours=(OTHERS, NVIDIA),
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
        "DeepSeek-R1 Server, v6.0, closed division, category available, 72 GPUs each. One user: 1000 / TPOT in ms, at its "
        "mean. Blue: Nebius; green: NVIDIA. Results compared differ in submitter.",
        racks.loc["Server"],
    ),
)

# %% tags=["hide-cell"]
offline = racks.loc["Offline"].set_index("submitter").value
both = [nvidia.row_id, nebius.row_id]
who = "Nebius over NVIDIA, 72 GB300 each, DeepSeek-R1 Server v6.0"
later = every_result[every_result["round"] == "v6.1"]
later = later[(later.benchmark == "deepseek-r1") & (later.scenario == "Server")]
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
# ## What an owner of GB300s can do
#
# These are our inferences from the files and the logs, and not a test on a machine.
#
# 1. **Share requests by tokens first, then raise the load.** In the slowest request of a hundred, NVIDIA's rack was at
#    {n}`op.nvidia-72.tpot` of its limit, while its median request took {n}`op.nvidia-72.median` of it. If the servers are filled
#    unevenly, more load breaks the limit in the fullest ones.
# 2. **On a single server of eight GPUs** there is nothing to share, so of these two only the load is left.
# 3. **Choose the interval by your users.** At these intervals tokens come in lumps, every {n}`racks.nebius.burst` on Nebius's
#    rack and every {n}`racks.nvidia.burst` on NVIDIA's, if the inferred files are the ones that ran. The benchmark does not see
#    it, because its time per token is a mean over the whole answer.
# 4. **Stop raising the load at your own limit.** The published figures were made at about {n}`racks.nebius.user` for each user.
#
# (known-to-do)=
# ## What is known of each setting
#
# We know what each setting does from the code and the rules. What it is worth can be seen in the results only for the load.
#
# <details class="cc-fold">
# <summary>Show each setting: load, sharing, sending, start</summary>
#
# - **Load**: {n}`racks.nvidia-load` at NVIDIA and {n}`racks.nebius-load` at Nebius. The load generator sends queries at random
#   moments at a mean rate that the submitter chooses
#   ([rules, line 141](https://github.com/mlcommons/inference_policies/blob/96edf999d5691a15e92a9e7c0af74e72c01ab403/inference_rules.adoc#L141)).
#   As long as the machine keeps up, the published rate follows it. Two entries of v6.0 on 8 GB300, CoreWeave's and Nebius's,
#   differ almost only in load, and Nebius's result is {n}`experiments.load-gb300-ratio` of CoreWeave's. The price is a slower
#   token: in the slowest request of a hundred it took {n}`experiments.load-gb300-tpot-after` at Nebius and
#   {n}`experiments.load-gb300-tpot-before` at CoreWeave ([natural experiments](limits.ipynb)).
# - **Sharing**: by NVIDIA's notes, the rack is nine servers of eight GPUs. By default the harness, the program that drives the
#   run, gives a request to the server with the fewest requests pending
#   ([factory.py:188](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/factory.py#L188)).
#   Nebius's `isl_load_balancing` gives it to the server that has been sent the fewest input tokens
#   ([factory.py:193](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/factory.py#L193)),
#   a sum from which finished requests are not subtracted
#   ([base.py:181](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/cores/base.py#L181)).
#   We found no published measurement of one against the other. That it helps is our inference: Nebius's rack carried a higher
#   load within the same limits.
# - **Sending**: the server sends the first token at once and then collects so many tokens of a request before it sends them on.
#   The authors of TensorRT-LLM describe this as relief for the processor, which must handle every response. On GB200 NVL72 an
#   interval of {n}`racks.stream-low` or {n}`racks.stream-high`, they say, closes the gap to not streaming in most cases
#   ([tech blog 8](https://github.com/NVIDIA/TensorRT-LLM/blob/51b536d3006709a314cb846dd07c8b0993ecafea/docs/source/blogs/tech_blog/blog08_Scaling_Expert_Parallelism_in_TensorRT-LLM_part2.md#support-stream-interval)).
#   Both racks are far beyond that, and Nebius's shorter interval means more work for the processor. So it does not explain the
#   higher rate; that, too, is our inference.
# - **Start**: the harness gives up when a server is not ready in time
#   ([warmup.py:57](https://github.com/mlcommons/inference_results_v6.0/blob/4d3916ac9cf474b679cdfcf492d43a0559418ad1/closed/Nebius/code/llmlib/warmup.py#L57)).
#   That happens before the first query and cannot change a rate.
#
# </details>

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
# ## Is it really the settings?
#
# Probably, but none of our three checks is a clean test. Without time limits the racks are nearly equal, and NVIDIA's own rack
# reached Nebius's rate in v6.1 with Nebius's load and sharing. Little else differs in what was submitted. But the two racks are
# different owners' machines, and the command lines that ran are not recorded.
#
# <details class="cc-fold">
# <summary>Show the three checks, and what speaks against this reading</summary>
#
# First, **without time limits the racks are nearly equal**: in Offline, Nebius's is {n}`racks.offline` of NVIDIA's. Hardware that
# was faster by as much as the Server results differ would show there. The racks share requests differently in Offline as well, so
# sharing may matter most where a limit must be kept.
#
# Second, **the round after**. The files of NVIDIA's own rack in v6.1 set Nebius's way of sharing (line 17) and Nebius's load
# (line 23), as a public copy of
# [its configuration](https://github.com/intel-ai-tce/inference_results_v6.1/blob/5174fca85775b97127da8e3ff07f1bb776880fc4/closed/NVIDIA/configs/deepseek_r1/GB300-NVL72_GB300-288GB_aarch64x72/TRTLLM/Server/harness.py#L17)
# shows. The rack then reached {n}`racks.nvidia-later` per GPU, where Nebius's of v6.0 had {n}`racks.nebius-published`. Its
# software was newer too.
#
# Third, **little else differs in what was submitted**. We compared the code of both file by file. `launch_server.py` and
# `main.py` differ in lines that start Dynamo, which these runs did not use by NVIDIA's notes. Of the system descriptions,
# NVIDIA's states a limit on power and Nebius's none; the list has a mark in its place.
#
# Against this reading: the two entries come from different owners' machines, whose host memory and drivers are described
# differently, and a container can hold anything. And NVIDIA's file for 72 GPUs has Nebius's interval; only the 8-GPU file, from
# which by its notes the servers are started, has the longer one. If the larger file was used, three settings differ.
#
# </details>
#
# [Which switches were on](switches.ipynb) has every setting of more pairs of entries, and [what changed](what-changed.ipynb) the
# load and the speed of requests in both rounds.

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show where the descriptions differ", "code_prompt_hide": "Hide where they differ"}
described = systems[(systems["round"] == "v6.0") & (systems.division == "closed")]
described = (
    described[(described.system == RACK) & described.submitter.isin(["NVIDIA", "Nebius"])].set_index("submitter").T
)
described = described.drop(["path", "blob", "line", "system_name"])
described[described.NVIDIA.astype(str) != described.Nebius.astype(str)].fillna("–")

# %% tags=["hide-cell"] mystnb={"code_prompt_show": "Show which files differ", "code_prompt_hide": "Hide which files differ"}
code = files[(files["round"] == "v6.0") & (files.division == "closed") & files.part.isin(["harness", "model"])]
code = code[code.submitter.isin(["NVIDIA", "Nebius"]) & (code.benchmark.isna() | (code.benchmark == "deepseek-r1"))]
both_trees = code.pivot_table(index="name", columns="submitter", values="content_id", aggfunc="first")
differ = both_trees.index[both_trees.nunique(axis=1) > 1]
print(f"{len(both_trees) - len(differ)} of {len(both_trees)} files and folders are equal; different: {', '.join(differ)}")

# %% [markdown]
# ## Partners gained on DeepSeek-R1, and little elsewhere
#
# Article A4 writes that the gains show up across partners and not in one laboratory alone. All {n}`owners.partners-r1-n`
# partners that ran DeepSeek-R1 on as many of the same GPUs in both rounds gained, in Server between {n}`owners.partners-r1-low` and
# {n}`owners.partners-r1-high`. One of them, {n}`owners.partners-r1-kept`, has a system of the same name in both rounds: Dell changed
# its server, and CoreWeave's went from preview to available under another name. On other language models their median is {n}`owners.partners-rest-median`, and Google, the one
# partner with Llama 3.1 405B in both rounds, lost. Most of the partners that A4 counts did not run the same system in both
# rounds, so their number shows nothing about gains.

# %% tags=["hide-input"]
partners = pairs[pairs.submitter_after != "NVIDIA"]
by_model = partners.groupby("family").ratio.agg(["count", "min", "median", "max"])
by_model["rose"] = (partners.ratio > 1).groupby(partners.family).sum()
by_model.round(2)

# %% tags=["hide-cell"]
of_partners = "pairs of results of one submitter other than NVIDIA on as many of the same accelerators in v5.1 and v6.0"
r1, rest = partners[partners.family == "deepseek-r1"], partners[partners.family != "deepseek-r1"]
same_name = r1[r1.same_system]
# The text says of the two others what became of their systems.
assert set(r1.submitter_after) - set(same_name.submitter_after) == {"Dell", "CoreWeave"}
silicon = results[results.platform_vendor == "NVIDIA"].row_id
returned = pairs[pairs.row_id_after.isin(silicon) & (pairs.family != "deepseek-r1")]
of_returned = "pairs of results of one submitter on as many of the same NVIDIA accelerators in v5.1 and v6.0, LLM benchmarks other than DeepSeek-R1"
ranked = r1[r1.scenario == "Server"].sort_values(["ratio", "row_id_after"])
state(
    number("owners.partners-r1-n", r1.submitter_after.nunique(), how=f"submitters in the {of_partners}, DeepSeek-R1", rows=r1),
    words(
        "owners.partners-r1-kept",
        listed(same_name.submitter_after.unique()),
        how=f"submitters whose system has one name in both rounds, of the {of_partners}, DeepSeek-R1",
        rows=same_name,
    ),
    (
        number(
            f"owners.partners-r1-{end}", one.ratio, "x", 2, how=f"{place} ratio of the {of_partners}, DeepSeek-R1 Server", rows=one
        )
        for end, place, one in (("low", "lowest", ranked.iloc[0]), ("high", "highest", ranked.iloc[-1]))
    ),
    number(
        "owners.partners-rest-median",
        rest.ratio.median(),
        "x",
        2,
        how=f"median ratio of the {of_partners}, LLM benchmarks other than DeepSeek-R1",
        rows=rest,
    ),
    number("owners.rest-n", len(returned), how=of_returned, rows=returned),
    number("owners.rest-below-n", (returned.ratio < 1).sum(), how=f"{of_returned}; the later one is lower", rows=returned),
    number("owners.rest-median", returned.ratio.median(), "x", 2, how=f"median ratio of the {of_returned}", rows=returned),
)

# %% [markdown]
# Article A2 writes of large gains on the LLM tests that returned. On DeepSeek-R1 they were large. On all others, half of the owners on
# NVIDIA's chips gained less than {n}`owners.rest-median`, and {n}`owners.rest-below-n` of {n}`owners.rest-n` results were lower than
# the round before.
#
# ## The gain is specific to the model and the scenario
#
# Article A3 warns that {n}`claim.50.published` is a figure of DeepSeek-R1 and that gains elsewhere may be smaller. The warning
# is right. Of all comparisons of the two rounds on one chip, with any submitter and size, none outside DeepSeek-R1 exceeds
# {n}`owners.other-high`. In DeepSeek-R1 Offline the highest is {n}`owners.r1-offline-high`. The highest by benchmark:

# %% tags=["hide-input"]
highest = comparisons.sort_values(["ratio", "row_id_after"], ascending=[False, True]).drop_duplicates("family")
shown = highest.set_index("family")[["scenario", "chip", "submitter_after", "ratio"]]
shown.round({"ratio": 2})

# %% tags=["hide-cell"]
other = highest[highest.family != "deepseek-r1"].iloc[0]
same_model = comparisons[(comparisons.family == "deepseek-r1") & (comparisons.scenario == "Offline")]
same_model = same_model.sort_values(["ratio", "row_id_after"], ascending=[False, True]).iloc[0]
of_any = "highest ratio per accelerator of any comparison of v5.1 with v6.0 on one accelerator"
state(
    number(
        f"owners.{key}",
        one.ratio,
        "x",
        2,
        how=f"{of_any}, {what}: {one.submitter_after} on {one.accelerators_after} {one.chip}, {one.benchmark} {one.scenario}",
        rows=one,
    )
    for key, what, one in (
        ("other-high", "benchmarks other than DeepSeek-R1", other),
        ("r1-offline-high", "DeepSeek-R1 Offline", same_model),
    )
)

# %% [markdown]
# ## Limits
#
# - Few submitters took part in both rounds with the same hardware: {n}`owners.n` pairs over all LLM benchmarks. In
#   {n}`owners.kept-n` of them the system kept its name; a renamed one may hide a change of host or network. A run that is
#   published under two accuracy targets counts once.
# - Submitters choose what to submit and how hard to tune it. A ratio near 1 may mean that nobody worked on that entry.
# - This page compares two rounds. [How common such gains were](software.ipynb) in all rounds since 2019 is another page.
#
# ## The claims
#
# ```{claim-card} 49
# ```
# ```{claim-card} 50
# ```
# ```{claim-card} 55
# ```
#
# ```{mlperf-footnote}
# ```
