"""Software of submitters: what settings mean (``settings.yml``), which mechanisms they show, figures on these.

``mechanisms.yml`` says how each shows in files and what rules say of it, ``mechanism_figures.yml`` what was measured.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from claimcheck.core.documents import Many, Model, Number, Text, keyed_as, read_if_there
from claimcheck.data.names import Pattern, Scenario
from claimcheck.data.paths import MECHANISM_FIGURES, MECHANISMS, SETTINGS
from claimcheck.data.rounds import Commit, Source
from claimcheck.data.schema import allowed, reader

_BUILD = "trtllm_build_flags."
_RUNTIME = "trtllm_runtime_flags."


class Known(Model):
    """A setting's group, and what the submitters' stacks call it."""

    group: Literal[allowed("engine_settings", "group")]  # type: ignore[valid-type]
    keys: Many[Text]


class ScaleOut(Model):
    """The servers of a run on many accelerators start from the file of a system of ``gpus``, as ``source`` says."""

    round: Text
    benchmark: Text
    scenarios: Many[Scenario]
    system: Pattern
    gpus: int
    source: Text

    def applies(self, round_: str, benchmark: str, scenario: str, system: str) -> bool:
        """Whether this rule covers the entry."""
        same = (self.round, self.benchmark) == (round_, benchmark) and scenario in self.scenarios
        return same and self.system.fullmatch(system) is not None


class SettingsRegister(Model):
    """``settings.yml``: settings by their name, the files' names by benchmark, and which other files apply."""

    settings: dict[str, Known]
    benchmarks: dict[str, Many[Text]]
    scale_out: Many[ScaleOut]

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
        if raw.startswith(_BUILD):
            return "build_" + raw.removeprefix(_BUILD).replace(".", "_"), "other"
        return raw.removeprefix(_RUNTIME).replace(".", "_"), "other"


read_settings_register = reader(SETTINGS, SettingsRegister)


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

    ``lines``: of each start in the file, by the entry's row ID.
    """

    path: Text
    blob: Commit
    command: Text
    denies: Many[Text]
    lines: dict[Text, int]


class Mechanisms(Model):
    """The register: benchmarks (whether a model has ``experts``) and rounds, mechanisms, what notes start otherwise."""

    experts: dict[str, bool] = Field({})
    rounds: Many[Text] = ()
    mechanisms: Annotated[dict[str, Mechanism], keyed_as("key")] = Field({})
    steps: Many[Steps] = ()

    @property
    def limits(self) -> list[tuple[str, str, str, bool, list[str], int | None]]:
        """Every limit of the rules: mechanism, round, what it says, barred, the cells where it is allowed, steps."""
        return [
            (key, one.round, one.says, one.barred, list(one.only), one.steps)
            for key, mechanism in self.mechanisms.items()
            for one in mechanism.limits
        ]


def read_mechanisms(data: Path) -> Mechanisms:
    """``data/facts/mechanisms.yml``; nothing without the file. Raises RegisterError."""
    return read_if_there(data / MECHANISMS, Mechanisms)


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
