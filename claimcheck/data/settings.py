"""The register of settings, ``data/facts/settings.yml``: what settings mean, and which files apply to which entry."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Literal, Self

from pydantic import model_validator

from claimcheck.core.documents import Many, Model, Text, broken, read
from claimcheck.data.names import Pattern, Scenario
from claimcheck.data.paths import SETTINGS
from claimcheck.data.schema import allowed

# What the process that issues the queries takes from its file; all else only the servers use.
HARNESS_GROUPS = frozenset({"disaggregation", "router", "environment", "load", "other"})
# A server takes no load from its file and does no routing.
SERVER_GROUPS = frozenset(allowed("engine_settings", "group")) - {"load", "router"}

_BUILD = "trtllm_build_flags."
_RUNTIME = "trtllm_runtime_flags."
_ENVIRONMENT = ("vllm_env_config.", "env_config.")


class Known(Model):
    """A setting's group, and what the submitters' stacks call it."""

    group: Literal[allowed("engine_settings", "group")]  # type: ignore[valid-type]
    keys: Many[Text]


class Servers(Model):
    """One kind of server of a run: its process, the accelerators of one server, the configuration's name."""

    component: Literal[allowed("engine_settings", "component")]  # type: ignore[valid-type]
    gpus: int
    config_id: Text = "default"


class ScaleOut(Model):
    """The servers of a run on many accelerators start from the file of a smaller system, as ``settings.yml`` says."""

    round: Text
    benchmark: Text
    scenarios: Many[Scenario]
    system: Pattern
    servers: Many[Servers]
    source: Text
    harness: Text = "default"

    def applies(self, round_: str, benchmark: str, scenario: str, system: str) -> bool:
        """Whether this rule covers the entry."""
        same = (self.round, self.benchmark) == (round_, benchmark) and scenario in self.scenarios
        return same and self.system.fullmatch(system) is not None


class Named(Model):
    """A submitter's configuration of one benchmark that lies outside ``configs/``."""

    round: Text
    division: Text
    submitter: Text
    benchmark: Text
    path: Text
    source: Text


class SettingsRegister(Model):
    """``settings.yml``: settings by their name, the files' names by benchmark, and which other files apply."""

    settings: dict[str, Known]
    benchmarks: dict[str, Many[Text]]
    scale_out: Many[ScaleOut]
    named: Many[Named]

    @model_validator(mode="after")
    def _key_names_one_setting(self) -> Self:
        seen: dict[str, str] = {}
        for name, known in self.settings.items():
            for key in known.keys:
                if (other := seen.setdefault(key, name)) != name:
                    rule = "a key has one name"
                    raise broken(f"{name}: {key!r} is a key of {other}", rule, key=f"settings.{name}.keys")
        return self

    @cached_property
    def _by_key(self) -> dict[str, tuple[str, str]]:
        return {key: (name, known.group) for name, known in self.settings.items() for key in known.keys}

    def canonical(self, raw: str, siblings: frozenset[str] = frozenset()) -> tuple[str, str]:
        """Our name and the group of an upstream key.

        ``siblings`` are the keys of the same configuration: ``gpu_batch_size`` is the
        engine's batch limit unless the runtime flags set their own, then the build's.
        """
        if raw in self._by_key:
            return self._by_key[raw]
        if raw.startswith("gpu_batch_size"):
            runtime = f"{_RUNTIME}max_batch_size" in siblings
            return ("build_max_batch_size" if runtime else "max_batch_size"), "batching"
        for prefix in _ENVIRONMENT:
            if raw.startswith(prefix):
                return raw.removeprefix(prefix), "environment"
        if raw.startswith(_BUILD):
            return "build_" + raw.removeprefix(_BUILD).replace(".", "_"), "other"
        return raw.removeprefix(_RUNTIME).replace(".", "_"), "other"


def read_settings_register(data: Path) -> SettingsRegister:
    """``data/facts/settings.yml``. Raises RegisterError."""
    return read(data / SETTINGS, SettingsRegister)


def component_of(raw: str, group: str, role: str) -> str:
    """The process that a setting belongs to, given the role of the file that holds it."""
    if raw.startswith(("dynamo_cluster.frontend.", "dynamo_cluster.num_frontends")):
        return "router"
    if role == "engine" and (group in {"load", "router"} or raw.startswith("harness_config.")):
        return "harness"
    return role
