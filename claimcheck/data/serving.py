"""``data/facts/serving.yml``: the model's assumptions, its groups of runs and its variants."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import Field, Strict, model_validator

from claimcheck.core import documents
from claimcheck.core.documents import Many, Number, Text, broken, read, unknown, with_names
from claimcheck.data.paths import DATA_DIR, SERVING

BENCHMARK = "deepseek-r1"
# Terms of the step's time, in the order of ``simulate.Step``.
TERMS = ("base", "per_request", "per_token", "prefill")


class Group(documents.Model):
    """Runs of one round's software on one chip; fitted on runs of the accelerator ``fit_on``."""

    key: Text
    name: Text
    round: Text
    fit_on: Text
    also: Annotated[tuple[Text, ...], Strict(False)] = ()


class Variant(documents.Model):
    """A form of the model: terms of the step held at a value, padding to CUDA graphs or not, kind of lengths."""

    key: Text
    about: Text
    base: Number | None = None
    per_request: Number | None = None
    per_token: Number | None = None
    prefill: Number | None = None
    graphs: bool = True
    interpolation: Literal["log", "linear"] = "log"

    @property
    def fixed_terms(self) -> dict[str, float]:
        """Terms of the step that this variant fixes at a value, by name; the others are fitted."""
        return {term: value for term in TERMS if (value := getattr(self, term)) is not None}

    @property
    def scanned(self) -> bool:
        """Whether the time of a request is held at a value other than none of it: see ``held_per_request_us``."""
        return len(self.fixed_terms) > 1


class Loads(documents.Model):
    """Offered loads from ``first`` (in the register ``from``) to ``to`` in equal steps, queries/s per accelerator."""

    first: Number = Field(alias="from")
    to: Number
    step: Number


class Sweeps(documents.Model):
    """What the model is asked; times in s. ``entries``: the result whose settings a group's sweep has, by group.

    ``load_variants``: forms of the model that the sweep of the load is made for. ``counters``: of the attention-DP
    balance (to gather inputs, to wait for ranks; in steps), tried in each of ``counter_variants``.
    """

    load: Loads
    load_variants: Many[Text]
    counters: Many[Many[int]]
    counter_variants: Many[Text]
    fill_s: Number
    measured_s: Number
    after_s: Number
    seeds: Many[int]
    length_factors: Many[Number]
    arrivals_s: Many[Number]
    entries: dict[str, dict[str, Text | int]]

    @property
    def rates(self) -> tuple[float, ...]:
        """Every offered load, in queries/s per accelerator."""
        first, steps = self.load.first, round((self.load.to - self.load.first) / self.load.step)
        return tuple(round(first + i * self.load.step, 6) for i in range(steps + 1))

    @property
    def coarse(self) -> tuple[float, ...]:
        """Every fourth of ``rates``."""
        return self.rates[::4]


class OutputLengths(documents.Model):
    """Output tokens that the result ``run`` served; ``mean`` and ``standard_deviation`` as its report prints them."""

    run: Text
    mean: Number
    standard_deviation: Number
    shares: Many[Number]
    tokens: Many[Number]
    source: Text

    @model_validator(mode="after")
    def _quantiles(self) -> Self:
        if len(self.shares) != len(self.tokens):
            raise broken("shares and tokens differ in number", "there is a share for each length", key="tokens")
        if any(list(values) != sorted(values) for values in (self.shares, self.tokens)):
            raise broken("shares and tokens do not ascend", "shares and tokens ascend", key="tokens")
        return self


@dataclass(frozen=True)
class Model:
    """All of serving.yml for one benchmark; ``served_by`` is the result whose ``lengths`` it has, by row_id."""

    lengths: OutputLengths
    served_by: str
    published_mean: float
    published_deviation: float
    seed: int
    input_tokens: int
    fit_accelerators: int
    groups: dict[str, Group]
    moved: tuple[tuple[dict[str, str], str], ...]
    variants: dict[str, Variant]
    sweeps: Sweeps


class _Assumptions(documents.Model):
    seed: int
    input_tokens: int
    input_tokens_source: Text
    fit_accelerators: int


class _Reassigned(documents.Model):
    of: dict[str, Text]
    group: Text
    because: Text


class _Register(documents.Model):
    lengths: dict[str, OutputLengths]
    model: dict[str, _Assumptions]
    groups: dict[str, Group]
    moved: dict[str, _Reassigned]
    variants: dict[str, Variant]
    held_per_request_us: Many[Number]
    sweeps: Sweeps

    @model_validator(mode="before")
    @classmethod
    def _named(cls, values: Any) -> Any:
        return with_names(with_names(values, "groups", "key"), "variants", "key")

    @model_validator(mode="after")
    def _known(self) -> Self:
        for name, moved in self.moved.items():
            if moved.group not in self.groups:
                raise unknown(f"moved.{name}.group", moved.group, self.groups)
        return self


def read_model(data: Path = DATA_DIR) -> Model:
    """The register as a Model. Raises RegisterError, naming the line, for every missing or unknown key."""
    register = read(data / SERVING, _Register)
    lengths, assumed = register.lengths[BENCHMARK], register.model[BENCHMARK]
    scanned = [
        Variant(key=f"held-{us:g}", about=f"{us:g} µs a request", per_token=0, per_request=us)
        for us in register.held_per_request_us
    ]
    return Model(
        lengths=lengths,
        served_by=lengths.run,
        published_mean=lengths.mean,
        published_deviation=lengths.standard_deviation,
        seed=assumed.seed,
        input_tokens=assumed.input_tokens,
        fit_accelerators=assumed.fit_accelerators,
        groups=dict(register.groups),
        moved=tuple((moved.of, moved.group) for moved in register.moved.values()),
        variants=register.variants | {variant.key: variant for variant in scanned},
        sweeps=register.sweeps,
    )
