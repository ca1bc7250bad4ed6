"""Names of benchmarks, columns and colours, once for all notebooks."""

from __future__ import annotations

from claimcheck.analysis.results import without_target
from claimcheck.charts.theme import CONTEXT, FULL_RUN, INK, NVIDIA, OFFERED, OTHERS, PUBLISHED
from claimcheck.core.documents import nearest
from claimcheck.core.errors import ClaimcheckError

_BENCHMARKS = {
    "3d-unet": "3D U-Net",
    "bert": "BERT",
    "cosmoflow": "CosmoFlow",
    "deepcam": "DeepCAM",
    "deepseek-r1": "DeepSeek-R1",
    "dlrm": "DLRM",
    "dlrm-v2": "DLRMv2",
    "dlrm-v3": "DLRMv3",
    "dlrm_dcnv2": "DLRMv2",
    "flux1": "FLUX.1",
    "gnmt": "GNMT",
    "gpt-oss-120b": "GPT-OSS 120B",
    "gpt3": "GPT-3",
    "gptj": "GPT-J",
    "llama2-70b": "Llama 2 70B",
    "llama2_70b_lora": "Llama 2 70B LoRA",
    "llama3.1-405b": "Llama 3.1 405B",
    "llama3.1-8b": "Llama 3.1 8B",
    "llama31_405b": "Llama 3.1 405B",
    "llama31_8b": "Llama 3.1 8B",
    "maskrcnn": "Mask R-CNN",
    "minigo": "MiniGo",
    "mixtral-8x7b": "Mixtral 8x7B",
    "mobilenet": "MobileNet",
    "ncf": "NCF",
    "oc20": "OpenCatalyst",
    "openfold": "OpenFold",
    "pointpainting": "PointPainting",
    "qwen3-vl-235b-a22b": "Qwen3-VL",
    "resnet": "ResNet",
    "retinanet": "RetinaNet",
    "rgat": "R-GAT",
    "rnnt": "RNN-T",
    "ssd": "SSD",
    "ssd-large": "SSD large",
    "ssd-small": "SSD small",
    "stable-diffusion-xl": "SDXL",
    "stable_diffusion": "Stable Diffusion",
    "transformer": "Transformer",
    "unet3d": "3D U-Net",
    "wan-2.2-t2v-a14b": "WAN 2.2",
    "whisper": "Whisper",
    "yolo": "YOLO",
}
_HEADINGS = {
    "accelerators": "GPUs",
    "accelerators_after": "GPUs after",
    "accelerators_before": "GPUs before",
    "availability": "Category",
    "chip": "Accelerator",
    "kind": "Kind of price",
    "log_value": "In the log",
    "nvidia": "NVIDIA",
    "others": "All others",
    "per_accelerator": "Per GPU",
    "price": "Per GPU-hour",
    "result_id": "Result ID",
    "result_id_after": "ID after",
    "result_id_before": "ID before",
    "title": "Benchmark",
    "value": "Result",
}
# Decimals in which a table prints a column; others have none where all values are whole, else two.
_DECIMALS = {"value": 0, "log_value": 0, "per_accelerator": 0, "ratio": 2}
# The column with the address of each linked one.
LINKS = {"result_id": "published_url", "log_value": "log_url"}
# One colour a meaning in the whole report (see ``charts.theme``).
KINDS = {
    "published": PUBLISHED,
    "NVIDIA": NVIDIA,
    "another submitter": OTHERS,
    "two submitters": CONTEXT,
    "offered": OFFERED,
    "whole run": FULL_RUN,
    "other": CONTEXT,
    "yours": INK,
}


def title(benchmark: str) -> str:
    """The name of a benchmark in a sentence: Llama 2 70B for llama2-70b-99.9; its own where it has no other."""
    family = benchmark if benchmark in _BENCHMARKS else without_target(benchmark)[0]
    return _BENCHMARKS.get(family.removesuffix("-edge"), benchmark)


def heading(column: str) -> str:
    """The heading of a column wherever it is shown: GPUs for accelerators, Log note for log_note."""
    words = column.replace("_", " ")
    return _HEADINGS.get(column, words[:1].upper() + words[1:])


def decimals(column: str) -> int | None:
    """Decimals in which a table prints a column, None where its values decide."""
    return _DECIMALS.get(column)


def colour_of(kind: str) -> str:
    """The colour of a kind of dot or bar. Raises ClaimcheckError for a kind that has none."""
    if kind not in KINDS:
        near = nearest(kind, KINDS, 1)
        raise ClaimcheckError(
            f"no colour for {kind!r}",
            rule=f"kinds are {', '.join(KINDS)}",
            fix=f"did you mean {near[0]}?" if near else None,
        )
    return KINDS[kind]
