"""Software of submitters: what settings mean (``settings.yml``), which mechanisms they show, figures on these.

``mechanisms.yml`` says how each shows in files and what rules say of it, ``mechanism_figures.yml`` what was measured.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from claimcheck.core.documents import Many, Model, Number, Text, keyed_as, read
from claimcheck.data.names import Pattern, Scenario
from claimcheck.data.paths import MECHANISM_FIGURES, MECHANISMS, SETTINGS
from claimcheck.data.rounds import Commit, Source
from claimcheck.data.schema import allowed, reader

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


read_settings_register = reader(SETTINGS, SettingsRegister)


def component_of(raw: str, group: str, role: str) -> str:
    """The process that a setting belongs to, given the role of the file that holds it."""
    if raw.startswith(("dynamo_cluster.frontend.", "dynamo_cluster.num_frontends")):
        return "router"
    if role == "engine" and (group in {"load", "router"} or raw.startswith("harness_config.")):
        return "harness"
    return role


# --- mechanisms -----------------------------------------------------------------------------------


class ShownBy(Model):
    """A setting that shows a mechanism: values that mean on or off, as ``mechanisms.yml`` explains."""

    setting: Text
    shows: Many[Text] = ()
    denies: Many[Text] = ()
    above: Number | None = None
    present: bool = False
    else_denies: bool = False

    def state(self, value: str) -> str | None:
        """``on``, ``off``, or None where ``value`` (a setting's value as plain text) says neither."""
        if self.present or value in self.shows or (self.above is not None and float(value) > self.above):
            return "on"
        return "off" if self.else_denies or value in self.denies else None


class RoundRule(Model):
    """What the rules of a round say about a mechanism, in our words, and the line of the rules that says it.

    ``barred``: not allowed at all; ``only``: allowed in these cells alone, such as deepseek-r1 Interactive.
    """

    round: Text
    says: Text
    line: int
    barred: bool = False
    only: Many[Text] = ()
    steps: int | None = None

    def forbids(self, benchmark: str, scenario: str) -> bool:
        """True when an entry of ``benchmark`` and ``scenario`` may not use the mechanism."""
        return self.barred or (bool(self.only) and f"{benchmark} {scenario}" not in self.only)


class OneEngine(Model):
    """What follows for a mechanism where one engine runs on all accelerators of an entry, and why (``says``)."""

    state: Literal["off", "does not apply"]
    says: Text


class Mechanism(Model):
    """One mechanism of the register; ``credited`` is article -> scenario, or any; ``key`` its name in the register."""

    key: Text
    name: Text
    short: Many[Text]
    credited: dict[str, Scenario | Literal["any"]]
    experts: bool = False
    shown_by: Many[ShownBy]
    one_engine: OneEngine | None = None
    limits: Many[RoundRule] = ()

    def limit(self, round_: str) -> RoundRule | None:
        """What the rules of ``round_`` say, if anything."""
        return next((x for x in self.limits if x.round == round_), None)


class Steps(Model):
    """A submitter's notes that start entries by a ``command`` which leaves no room for the mechanisms it ``denies``.

    ``lines``: of each start in the file, by benchmark, size (GB300x72) and scenario.
    """

    round: Text
    submitter: Text
    path: Text
    blob: Commit
    command: Text
    denies: Many[Text]
    lines: dict[str, dict[str, dict[Scenario, int]]]


class Mechanisms(Model):
    """The register: benchmarks (whether a model has ``experts``) and rounds, mechanisms, what notes start otherwise."""

    experts: dict[str, bool]
    rounds: Many[Text]
    mechanisms: Annotated[dict[str, Mechanism], keyed_as("key"), Field(min_length=1)]
    steps: Many[Steps] = ()


def read_mechanisms(data: Path) -> Mechanisms | None:
    """``data/facts/mechanisms.yml``; None without one. Raises RegisterError."""
    path = data / MECHANISMS
    return read(path, Mechanisms) if path.exists() else None


class Sourced(Model):
    """A figure from outside: its value and unit, what it is, under which conditions it was measured, and its source.

    ``quote``: where the source prints the figure, word for word; ``unquoted``: why there is none.
    """

    key: str
    value: Number
    unit: str
    about: Text
    source: Source
    conditions: str = ""
    quote: Text | None = None
    unquoted: Text | None = None


class _Figures(Model):
    sources: dict[str, Source]
    figures: Annotated[dict[str, Sourced], keyed_as("key")]


read_figures = reader(MECHANISM_FIGURES, _Figures, "figures")
