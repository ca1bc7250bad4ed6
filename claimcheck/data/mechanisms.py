"""Mechanisms (``mechanisms.yml``: how each shows in files, what rules say) and published figures on them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, PrivateAttr, model_validator

from claimcheck.core.documents import Many, Model, Number, Source, Text, keyed_as, read, unknown
from claimcheck.core.printing import quantity
from claimcheck.data.names import Expression, Scenario
from claimcheck.data.paths import DATA_DIR, MECHANISM_FIGURES, MECHANISMS


class Shown(Model):
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


class Cell(Model):
    """A benchmark in a scenario."""

    benchmark: Text
    scenario: Scenario


class Limit(Model):
    """What the rules of a round say about a mechanism, in our words, and the line of the rules that says it.

    ``barred``: not allowed at all; ``only``: allowed for these benchmarks and scenarios alone.
    """

    round: Text
    says: Text
    line: int
    barred: bool = False
    only: Many[Cell] = ()
    steps: int | None = None

    def forbids(self, benchmark: str, scenario: str) -> bool:
        """True when an entry of ``benchmark`` and ``scenario`` may not use the mechanism."""
        cells = [(cell.benchmark, cell.scenario) for cell in self.only]
        return self.barred or (bool(cells) and (benchmark, scenario) not in cells)


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
    shown_by: Many[Shown]
    one_engine: OneEngine | None = None
    tokens: Many[Expression] = ()
    against: Many[Expression] = ()
    limits: Many[Limit] = ()

    def limit(self, round_: str) -> Limit | None:
        """What the rules of ``round_`` say, if anything."""
        return next((x for x in self.limits if x.round == round_), None)


class Kind(Model):
    """Whether a benchmark's model has experts (MoE)."""

    experts: bool


class Search(Model):
    """Whose files are searched: submitters with a result on one of these chips in one of these rounds."""

    rounds: Many[Text]
    names: Many[Text]


class Searches(Model):
    """The searches of the register."""

    chips: Search


class Mechanisms(Model):
    """The register: mechanisms by key, benchmarks, whose files are searched."""

    benchmarks: dict[str, Kind]
    search: Searches
    mechanisms: Annotated[dict[str, Mechanism], keyed_as("key"), Field(min_length=1)]

    @model_validator(mode="after")
    def _limits_name_its_benchmarks(self) -> Self:
        for key, mechanism in self.mechanisms.items():
            for number, limit in enumerate(mechanism.limits):
                for cell in limit.only:
                    if cell.benchmark not in self.benchmarks:
                        raise unknown(f"mechanisms.{key}.limits[{number}].only", cell.benchmark, self.benchmarks)
        return self

    @property
    def experts(self) -> dict[str, bool]:
        """Benchmark -> whether its model has experts."""
        return {name: kind.experts for name, kind in self.benchmarks.items()}

    @property
    def rounds(self) -> tuple[str, ...]:
        """Rounds whose files are searched."""
        return self.search.chips.rounds

    @property
    def chips(self) -> tuple[str, ...]:
        """Chips whose submitters' files are searched."""
        return self.search.chips.names


def read_mechanisms(data: Path) -> Mechanisms | None:
    """``data/facts/mechanisms.yml``; None without one. Raises RegisterError."""
    path = data / MECHANISMS
    return read(path, Mechanisms) if path.exists() else None


class Sourced(Model):
    """A figure from outside: its value and unit, what it is, under which conditions it was measured, and its source.

    ``of`` is its source in the register. ``batch``: requests in flight per GPU, None where the source does not say.
    ``quote``: where the source prints the figure, word for word; ``unquoted``: why there is none.
    """

    key: str
    value: Number
    unit: str
    about: Text
    of: Text = Field(alias="source")
    conditions: str = ""
    batch: Number | None = None
    quote: Text | None = None
    unquoted: Text | None = None
    _where: Source = PrivateAttr()

    @property
    def source(self) -> str:
        """The name of the text that it is from."""
        return self._where.name

    @property
    def url(self) -> str:
        """Where that can be read."""
        return self._where.read_at or self._where.address

    @property
    def text(self) -> str:
        """The figure with its unit, in all its digits: 1.142x, 2,000 tokens/s."""
        decimals = len(str(self.value).rstrip("0").partition(".")[2])
        return quantity(self.value, self.unit, decimals).text


class _Figures(Model):
    sources: dict[str, Source]
    figures: Annotated[dict[str, Sourced], keyed_as("key")]

    @model_validator(mode="after")
    def _known(self) -> Self:
        for key, figure in self.figures.items():
            if figure.of not in self.sources:
                raise unknown(f"figures.{key}.source", figure.of, self.sources)
            figure._where = self.sources[figure.of]
        return self


def read_figures(data: Path = DATA_DIR) -> dict[str, Sourced]:
    """Read the figures by key. Raises RegisterError, naming the line, for every missing or unknown key or source."""
    return read(data / MECHANISM_FIGURES, _Figures).figures


def read_sources(data: Path = DATA_DIR) -> list[tuple[Source, list[str]]]:
    """Every source of the register, and what its figures are about. Raises RegisterError as ``read_figures`` does."""
    register = read(data / MECHANISM_FIGURES, _Figures)
    return [
        (source, [figure.about for figure in register.figures.values() if figure.of == key])
        for key, source in register.sources.items()
    ]
