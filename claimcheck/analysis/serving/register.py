"""``data/serving.yml``: the model's assumptions, its groups of runs and its variants."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from claimcheck.analysis.serving.lengths import Lengths
from claimcheck.registers import Entry, Register, read_yaml
from claimcheck.tables import DATA_DIR

BENCHMARK = "deepseek-r1"
# Terms of the step's time, in the order of ``simulate.Step``.
TERMS = ("base", "per_request", "per_token", "prefill")


@dataclass(frozen=True)
class Group:
    """Runs of one round's software on one chip; fitted on runs of the accelerator ``fit_on``."""

    key: str
    name: str
    round: str
    fit_on: str
    also: tuple[str, ...]


@dataclass(frozen=True)
class Variant:
    """A form of the model: ``held`` terms of the step, by name, padding to CUDA graphs or not, kind of lengths."""

    key: str
    about: str
    held: dict[str, float]
    graphs: bool = True
    interpolation: str = "log"


@dataclass(frozen=True)
class Sweeps:
    """What the model is asked; rates in queries/s per accelerator, times in s. ``entries``: the result by group.

    ``load_variants``: forms of the model that the sweep of the load is made for.
    """

    rates: tuple[float, ...]
    load_variants: tuple[str, ...]
    fill_s: float
    measured_s: float
    after_s: float
    seeds: tuple[int, ...]
    length_factors: tuple[float, ...]
    arrivals_s: tuple[float, ...]
    entries: dict[str, dict[str, object]]


@dataclass(frozen=True)
class Model:
    """All of serving.yml for one benchmark."""

    lengths: Lengths
    published_mean: float
    published_deviation: float
    seed: int
    input_tokens: int
    fit_accelerators: int
    groups: dict[str, Group]
    moved: tuple[tuple[dict[str, str], str], ...]
    variants: dict[str, Variant]
    sweeps: Sweeps

    def lengths_of(self, variant: Variant) -> Lengths:
        """The length distribution that ``variant`` uses."""
        return replace(self.lengths, interpolation=variant.interpolation)


def read_model(data: Path = DATA_DIR) -> Model:
    """The register as a Model; mean and spread of the lengths come from two-views.yml.

    Raises RegisterError, naming the line, for a missing or unknown key.
    """
    register, counted = read_yaml(data / "serving.yml"), read_yaml(data / "two-views.yml")
    length, plain = _of(register, "lengths"), _of(register, "model")
    shares, tokens = (tuple(float(v) for v in length.list(key)) for key in ("shares", "tokens"))
    if len(shares) != len(tokens) or list(shares) != sorted(shares) or list(tokens) != sorted(tokens):
        raise length.fail("shares and tokens differ in number or do not ascend", "tokens")
    groups = {key: _group(key, entry) for key, entry in register.section("groups")}
    moved = []
    for _, entry in register.section("moved"):
        entry.only(("of", "group", "because"))
        moved.append(({str(k): str(v) for k, v in entry.mapping("of").items()}, entry.choice("group", groups)))
    return Model(
        lengths=Lengths(shares, tokens),
        published_mean=dict(counted.section("runs"))[length.text("run")].number("mean_length"),
        published_deviation=_of(counted, "outputs").number("standard_deviation"),
        seed=plain.integer("seed"),
        input_tokens=plain.integer("input_tokens"),
        fit_accelerators=plain.integer("fit_accelerators"),
        groups=groups,
        moved=tuple(moved),
        variants={key: _variant(key, entry) for key, entry in register.section("variants")},
        sweeps=_sweeps(dict(register.section("sweeps"))),
    )


def _of(register: Register, section: str) -> Entry:
    return dict(register.section(section))[BENCHMARK]


def _group(key: str, entry: Entry) -> Group:
    entry.only(("name", "round", "fit_on", "also"))
    also = tuple(str(name) for name in entry.get("also") or [])
    return Group(key, entry.text("name"), entry.text("round"), entry.text("fit_on"), also)


def _variant(key: str, entry: Entry) -> Variant:
    entry.only(("about", "graphs", "interpolation", *TERMS))
    held = {name: entry.number(name) for name in TERMS if entry.get(name) is not None}
    interpolation = entry.choice("interpolation", ("log", "linear")) if entry.get("interpolation") else "log"
    return Variant(key, entry.text("about"), held, entry.get("graphs") is not False, interpolation)


def _sweeps(entries: dict[str, Entry]) -> Sweeps:
    load, window = entries["load"], entries["window_s"]
    first, last, step = (load.number(key) for key in ("from", "to", "step"))
    return Sweeps(
        rates=tuple(round(first + i * step, 6) for i in range(round((last - first) / step) + 1)),
        load_variants=tuple(str(v) for v in entries["load_variants"].list("values")),
        fill_s=window.number("fill"),
        measured_s=window.number("measured"),
        after_s=window.number("after"),
        seeds=tuple(int(v) for v in entries["seeds"].list("values")),
        length_factors=tuple(float(v) for v in entries["output_length"].list("factors")),
        arrivals_s=tuple(float(v) for v in entries["arrivals_s"].list("values")),
        entries={str(k): dict(v) for k, v in entries["entries"].values.items()},
    )
