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
# # Who won what?
#
# :::{admonition} The answer
# :class: cc-key
# NVIDIA's silicon won most: {n}`wins.plain-nvidia` of {n}`wins.cells-n` cells of the closed division, in all rounds of
# MLPerf® Inference and Training up to Inference v6.0. But in {n}`wins.cells-alone-n` of the cells only one vendor's
# silicon took part. Where two or more did, NVIDIA's won {n}`wins.contested-nvidia` and others' {n}`wins.contested-others`:
# above all Google's in Training and, in Inference, Qualcomm's, mostly at the edge.
# :::

# %% tags=["hide-cell"]
import pandas as pd

from claimcheck import tables
from claimcheck.analysis.wins.cells import cells, choose
from claimcheck.analysis.wins.contest import contest
from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.who_won import matrix, won_by_round
from claimcheck.claims.footnote import rounds_footnote
from claimcheck.numbers import number, state
from claimcheck.rounds import keys_until

results, training = tables.load("inference_results"), tables.load("training_results")
print(tables.fingerprints("inference_results.csv.gz", "training_results.csv", "benchmarks.yml", "rounds.yml"))

# %% [markdown]
# ## The arithmetic
#
# A cell is a round, suite, benchmark and scenario; in Training, a round and benchmark. The best result in it wins; the
# vendor is the maker of the silicon. Closed division, any availability, accuracy variants merged, whole systems, the
# shortest time in Training. HPC is shown and not in the counts above.

# %%
everything = contest(results, training)
table = cells(choose(everything))
field = table.contested.map({True: "two vendors or more", False: "one vendor alone"})
winner = table.winner.replace("nvidia", "NVIDIA")
by_field = table.groupby(["program", winner, field.rename("cells with")]).size()
by_field.unstack(fill_value=0)

# %% tags=["hide-input"]
plain = table[table.program != "hpc"]
contested = plain.contested.sum()
state(
    number("wins.cells-n", len(plain), how="cells of the plainest definition of a win: a round, suite, benchmark and scenario"),
    number("wins.cells-contested-n", contested, how="of those, cells with silicon of two or more vendors"),
    number("wins.cells-alone-n", len(plain) - contested, how="of those, cells with silicon of one vendor only"),
)

# %% tags=["hide-input"]
inference = table[table.program == "inference"]
trained = table[table.program != "inference"]
learnt = [k for k in keys_until() if k.startswith(("training-", "hpc-"))]
served = [k for k in keys_until() if k not in learnt]


def words(part):
    """Who won the contested cells of a part, in words."""
    counted = part[part.contested].vendor.value_counts()
    return ", ".join(f"{vendor} {number}" for vendor, number in counted.items())


def lost(part):
    """Contested cells of a part that NVIDIA's silicon did not win, and all contested ones."""
    contested = part[part.contested]
    return int((contested.winner == "others").sum()), len(contested)


Figure(
    won_by_round(table[table.program != "hpc"]),
    id="by-round",
    title=(
        f"Others won {lost(inference)[0]} of {lost(inference)[1]} contested cells in Inference and "
        f"{lost(table[table.program == 'training'])[0]} of {lost(table[table.program == 'training'])[1]} in Training"
    ),
    description="Stacked bars, one a round, of cells won on NVIDIA's silicon against other silicon, won on it alone, and "
    f"won on others' silicon. Contested cells in Inference: {words(inference)}; in Training: "
    f"{words(table[table.program == 'training'])}.",
    caption="Closed division, cells of the plainest definition of a win.\n\n"
    + rounds_footnote(rounds=[k for k in keys_until() if not k.startswith("hpc-")]),
)

# %% [markdown]
# ## Inference, cell by cell
#
# A filled square: silicon of two or more vendors took part. An outline: one vendor alone.

# %% tags=["hide-input"]
names = {
    "3d-unet": "3D U-Net",
    "bert": "BERT",
    "deepseek-r1": "DeepSeek-R1",
    "dlrm": "DLRM",
    "dlrm-v2": "DLRMv2",
    "dlrm-v3": "DLRMv3",
    "gnmt": "GNMT",
    "gpt-oss-120b": "GPT-OSS 120B",
    "gptj": "GPT-J",
    "llama2-70b": "Llama 2 70B",
    "llama3.1-405b": "Llama 3.1 405B",
    "llama3.1-8b": "Llama 3.1 8B",
    "llama3.1-8b-edge": "Llama 3.1 8B",
    "mixtral-8x7b": "Mixtral 8x7B",
    "mobilenet": "MobileNet",
    "pointpainting": "PointPainting",
    "qwen3-vl-235b-a22b": "Qwen3-VL",
    "resnet": "ResNet",
    "retinanet": "RetinaNet",
    "rgat": "R-GAT",
    "rnnt": "RNN-T",
    "ssd-large": "SSD large",
    "ssd-small": "SSD small",
    "stable-diffusion-xl": "SDXL",
    "wan-2.2-t2v-a14b": "WAN 2.2",
    "whisper": "Whisper",
    "yolo": "YOLO",
}
Figure(
    matrix(inference, names),
    id="inference",
    title=f"{int((~inference.contested).sum())} of {len(inference)} inference cells had one vendor only",
    description="Matrix of rounds and benchmarks. Contested cells were won by: " + words(inference) + ".",
    caption="The best result of each cell, by maker of the silicon. Closed division, any availability. v0.5 had no suites: "
    f"its Server and Offline results are shown under datacenter.\n\n{rounds_footnote(rounds=served)}",
)

# %% [markdown]
# ## Training and HPC, cell by cell

# %% tags=["hide-input"]
lost_training = lost(trained[trained.program == "training"])
taught = {
    "bert": "BERT",
    "cosmoflow": "CosmoFlow",
    "deepcam": "DeepCAM",
    "dlrm": "DLRM",
    "dlrm_dcnv2": "DLRMv2",
    "flux1": "FLUX.1",
    "gnmt": "GNMT",
    "gpt3": "GPT-3",
    "llama2_70b_lora": "Llama 2 70B LoRA",
    "llama31_405b": "Llama 3.1 405B",
    "llama31_8b": "Llama 3.1 8B",
    "maskrcnn": "Mask R-CNN",
    "minigo": "MiniGo",
    "ncf": "NCF",
    "oc20": "OpenCatalyst",
    "openfold": "OpenFold",
    "resnet": "ResNet",
    "retinanet": "RetinaNet",
    "rgat": "R-GAT",
    "rnnt": "RNN-T",
    "ssd": "SSD",
    "stable_diffusion": "Stable Diffusion",
    "transformer": "Transformer",
    "unet3d": "3D U-Net",
}
Figure(
    matrix(trained, taught),
    id="training",
    title=f"In Training, others had the shortest time in {lost_training[0]} of {lost_training[1]} contested cells",
    description="Matrix of rounds and training benchmarks. Contested cells were won by: " + words(trained) + ".",
    caption="The shortest time to train of each cell, at any scale; HPC (weak) by models per minute. Closed division, any "
    f"availability.\n\n{rounds_footnote(rounds=learnt)}",
)

# %% [markdown]
# ## Every cell
#
# The lead is how many times as good the winning result is as the best of the other side (NVIDIA's silicon, or all
# other). It is empty where the other side was absent.

# %% tags=["hide-input"]
programs = {"inference": "Inference", "training": "Training", "hpc": "HPC"}
ResultsTable(
    id="cells",
    frame=table.assign(
        lead=table.lead.astype(float),
        suite=table.suite.replace("none", None),
        program=pd.Categorical(table.program.map(programs), programs.values(), ordered=True),
    )
    .sort_values(["program", "round"], ascending=[True, False], kind="stable")
    .astype({"program": str}),
    caption="Every cell of the closed division, up to Inference v6.0.",
    columns={
        "round": "Round",
        "benchmark": "Benchmark",
        "scenario": "Scenario",
        "vendor": "Won on",
        "lead": "Lead, times",
        "submitter": "Submitter",
        "vendors": "Vendors",
        "suite": "Suite",
        "program": "Program",
    },
    formats={"lead": ".2f"},
    searchable=True,
)

# %% [markdown]
# ## Sensitivity
#
# Every way of counting is on the page [How many wins?](wins). This page shows the plainest.
#
# ## Limits
#
# - Silicon is not the submitter: many of NVIDIA's cells were won by makers and operators of its systems.
# - Any availability counts: many of Google's entries in Training were research systems.
# - A vendor that stayed away cannot lose. An outline says so, and no more.
# - A winner at scale may have used more chips than its rivals: a lead is not a lead per chip.
#
# ```{mlperf-footnote}
# :rounds:
# ```
