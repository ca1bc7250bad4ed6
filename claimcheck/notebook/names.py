"""Names of benchmarks, columns and colours, once for all notebooks."""

from __future__ import annotations

from claimcheck.analysis.results import without_target
from claimcheck.charts.theme import CONTEXT, FULL_RUN, INK, NVIDIA, OFFERED, OTHERS, PUBLISHED
from claimcheck.core.documents import nearest
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.schema import SHOWN

_BENCHMARKS = {
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
# The column with the address of each linked one.
LINKS = {name: shown.link for name, shown in SHOWN.items() if shown.link}
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


def decimals(column: str) -> int | None:
    """Decimals in which a table prints a column, None where its values decide."""
    return SHOWN[column].decimals if column in SHOWN else None


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
