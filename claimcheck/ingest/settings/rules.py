"""Which files apply to which entry, as data; the only place that knows these cases."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Servers:
    """One kind of server of a run: role, accelerators of one server, configuration id."""

    component: str
    gpus: int
    config_id: str = "default"


@dataclass(frozen=True)
class ScaleOut:
    """The servers of a run on many accelerators start from the file of a smaller system.

    ``system`` is a pattern for the whole name of the entry's configuration folder;
    ``harness`` is the configuration of the entry's own file that goes with it.
    """

    round: str
    benchmark: str
    scenarios: tuple[str, ...]
    system: str
    servers: tuple[Servers, ...]
    source: str
    harness: str = "default"

    def applies(self, round_: str, benchmark: str, scenario: str, system: str) -> bool:
        """Whether this rule covers the entry."""
        return (
            (self.round, self.benchmark) == (round_, benchmark)
            and scenario in self.scenarios
            and re.fullmatch(self.system, system) is not None
        )


_REPRODUCE = "scaleout/REPRODUCE.md of NVIDIA's v6.0 tree"
_README = "scaleout/README.md of NVIDIA's v6.0 tree"

SCALE_OUT = (
    ScaleOut(
        "6.0",
        "deepseek-r1",
        ("Offline", "Server"),
        r"GB[23]00-NVL72_.+x(72|288)",
        (Servers("engine", 8),),
        _REPRODUCE,
    ),
    # No command is given for 64 accelerators: the submitter ships the same launcher.
    ScaleOut(
        "6.0", "deepseek-r1", ("Offline", "Server"), r"GB[23]00-NVL72_.+x64", (Servers("engine", 8),), _README
    ),
    ScaleOut("6.0", "llama3.1-405b", ("Offline",), r"GB200-NVL72_.+x72", (Servers("engine", 4),), _REPRODUCE),
    ScaleOut(
        "6.0",
        "llama3.1-405b",
        ("Server",),
        r"GB200-NVL72_.+x72",
        (Servers("prefill", 4, "ctx"), Servers("decode", 8)),
        _REPRODUCE,
        harness="disagg",
    ),
    ScaleOut(
        "6.0",
        "llama3.1-405b",
        ("Interactive",),
        r"GB200-NVL72_.+x72",
        (Servers("prefill", 4), Servers("decode", 8)),
        _REPRODUCE,
    ),
    ScaleOut(
        "6.0",
        "llama3.1-405b",
        ("Offline", "Server"),
        r"GB300-NVL72_.+x72",
        (Servers("engine", 2),),
        _REPRODUCE,
    ),
    ScaleOut(
        "6.0",
        "llama3.1-405b",
        ("Interactive",),
        r"GB300-NVL72_.+x72",
        (Servers("prefill", 2), Servers("decode", 4)),
        _REPRODUCE,
    ),
    # The command is given for Offline; the Server file has the same form, without engine settings.
    ScaleOut(
        "6.0",
        "llama3.1-405b",
        ("Offline", "Server"),
        r"B300-SXM-270GBx8",
        (Servers("engine", 2),),
        _REPRODUCE,
    ),
)


@dataclass(frozen=True)
class Named:
    """A configuration outside ``configs/``; ``{folder}`` is the benchmark's results folder."""

    round: str
    division: str
    submitter: str
    benchmark: str
    path: str
    source: str


NAMED = (
    Named(
        "5.1",
        "open",
        "AMD",
        "llama3.1-405b",
        "open/AMD/code/{folder}/harness_llm/models/llama3-405b/{scenario}_mi355x.yaml",
        "the README beside the measurements runs the configuration of this name",
    ),
    Named(
        "6.0",
        "open",
        "AMD",
        "llama3.1-405b",
        "open/AMD/src/llama3.1-405b/{scenario}_mi355x_pruned.yaml",
        "the README beside the results runs the configuration of this name",
    ),
)

# Scripts that start servers: what they pass on a command line is not read.
LAUNCH_SCRIPT = re.compile(
    r"(?:scaleout|llama_configs|scripts/slurm_llm/dynamo_disagg)/[^/]+\.(?:sh|sbatch|py)"
)

BENCHMARK_FILES = {
    "deepseek-r1": ("deepseek-r1",),
    "llama3.1-405b": ("llama3_1-405b", "llama3.1-405b"),
}
