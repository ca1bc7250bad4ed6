"""What a run served with, from its submitted settings: engines, ranks, limits, router."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pandas as pd

from claimcheck.analysis.serving.engine import LOAD_BALANCING, ROUND_ROBIN

# The harness sends a Server query to the engine with the fewest pending ones unless told otherwise
# (closed/NVIDIA/code/llmlib/config.py, factory.py, in v5.1 and v6.0). ``isl_load_balancing`` (v6.0) takes the engine
# that has been sent the fewest input tokens since the start (cores/base.py only adds to that sum): over many queries
# each gets the same number, whatever it holds, which is turn by turn here, where inputs are alike.
ROUTERS = {"load_balancing": LOAD_BALANCING, "round_robin": ROUND_ROBIN, "isl_load_balancing": ROUND_ROBIN}
DEFAULT_ROUTER = "load_balancing"


@dataclass(frozen=True)
class Deployment:
    """Replicas of one engine. ``router`` is a key of ROUTERS, ``max_num_tokens`` the token limit of a rank's step."""

    replicas: int
    ranks: int
    router: str
    max_batch: int
    max_num_tokens: int
    graphs: tuple[int, ...]
    wait_steps: int
    timeout_steps: int

    def slots(self, input_tokens: int) -> int:
        """Prefills of ``input_tokens`` that fit one rank's step beside a full batch, at least one."""
        return max(1, (self.max_num_tokens - self.max_batch) // input_tokens)


def deployment(settings: pd.DataFrame, row_id: str, accelerators: int) -> Deployment:
    """The deployment of the result ``row_id`` on ``accelerators``, from its selected engine settings.

    An entry larger than its engine runs replicas of it. For the scale-out entries that the engine is the 8-GPU one is
    inferred (see ``engine_settings``). Raises KeyError for a setting that the entry lacks, and ValueError for an
    accelerator count that is no multiple of the engine's.
    """
    rows = settings[(settings["row_id"] == row_id) & settings["selected"]]
    engine = _values(rows, "engine")
    ranks = int(engine["tensor_parallel"])
    if accelerators % ranks:
        raise ValueError(f"{row_id}: {accelerators} accelerators are no multiple of an engine's {ranks}")
    if not engine["attention_dp_enabled"]:
        raise ValueError(f"{row_id}: the model knows engines with attention data parallelism only")
    balanced = bool(engine.get("attention_dp_balance"))
    padded = bool(engine.get("cuda_graph_enabled")) and bool(engine.get("cuda_graph_padding"))
    return Deployment(
        replicas=accelerators // ranks,
        ranks=ranks,
        router=str(_values(rows, "harness").get("router_policy", DEFAULT_ROUTER)),
        max_batch=int(engine["max_batch_size"]),
        max_num_tokens=int(engine["max_num_tokens"]),
        graphs=tuple(sorted(int(size) for size in engine["cuda_graph_batch_sizes"])) if padded else (),
        wait_steps=int(engine["attention_dp_balance_wait_iters"]) if balanced else 0,
        timeout_steps=int(engine["attention_dp_balance_timeout_iters"]) if balanced else 0,
    )


def _values(rows: pd.DataFrame, component: str) -> dict[str, Any]:
    part = rows[rows["component"] == component]
    return {str(name): json.loads(value) for name, value in zip(part["setting"], part["value"], strict=True)}
