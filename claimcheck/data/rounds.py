"""The rounds of MLPerf as ``data/facts/rounds.yml`` lists them: sources, order, suites, the two that claims compare."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Self

import pandas as pd
from pydantic import Field, Strict, StringConstraints, model_validator

from claimcheck.core.documents import Address, Many, Model, Text, When, broken, keyed_as
from claimcheck.core.errors import RegisterError, suggestion
from claimcheck.data import registers
from claimcheck.data.paths import DATA_DIR, NEXT_ROUND, REGISTER_FILE, ROUNDS
from claimcheck.data.schema import reader

_SUITES = {"MLPerf Inference": "inference", "MLPerf Training": "training", "MLPerf HPC": "hpc"}
SUITES = tuple(_SUITES.values())
Commit = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{40}$")]
_NAME = re.compile(r"v([0-9]{1,2})\.([0-9]{1,2})")


def round_key(suite: str, name: str) -> str:
    """The key of a suite's round in ``rounds.yml``: training-v5.1; of Inference, datacenter or edge, its name alone."""
    return f"{suite}-{name}" if suite in SUITES[1:] else name


class Repository(Model):
    """A results repository at the commit that is read; what is fetched of it has at most ``mb`` megabytes."""

    repo: Text
    commit: Commit
    mb: int = 0

    @property
    def folder(self) -> str:
        """The name that its git directory has, or ends in."""
        return self.repo.rpartition("/")[2]


class Source(Model):
    """Where a fact about the world can be read: the ``name`` of the text in a line, and its address.

    ``address`` is first-hand, the text of who did or decided it. Where that could not be opened, ``read_at`` is the
    second-hand page that was read in its place; where no such page was found either, ``unread`` says so.
    """

    name: Text
    address: Address | None = None
    read_at: Address | None = None
    unread: bool = False

    @model_validator(mode="after")
    def _leads_somewhere(self) -> Self:
        if not (self.address or self.read_at) or (self.unread and not (self.address and not self.read_at)):
            rule = "a source has an address, or the page that it was read at; unread is an address alone"
            raise broken(f"{self.name} does not say where it can be read", rule)
        return self

    @property
    def hand(self) -> str:
        """How near the text is to the fact: first-hand, second-hand and where, or not read."""
        if self.unread:
            return "the page could not be opened here"
        return f"second-hand: read at {self.read_at}" if self.read_at else "first-hand"

    def __str__(self) -> str:
        address = f" ({self.address})" if self.address else ""
        return f"{self.name}{address}" if self.hand == "first-hand" else f"{self.name}{address}; {self.hand}"


class RulesText(Model):
    """A round's rules: a file of a repository at a commit."""

    repo: Text
    commit: Commit
    path: Text
    blob: Commit


class Round(Repository):
    """A round as ``rounds.yml`` describes it; ``key`` is its name there, training-v5.1.

    ``table`` is the published table in the repository, or the typed one in ``data``; empty for logs. ``runs`` is a
    table in ``data`` of runs that were typed by hand. ``announced`` is where the day of publication can be read.
    ``power`` is where it can be read which results have measured power, and how much.
    """

    key: Text
    title: Literal[tuple(_SUITES)] = Field(alias="suite")  # type: ignore[valid-type]
    published: When | None = None
    announced: Source | None = None
    retrieved: When
    read_from: Text | None = None
    source: Literal["published", "logs", "experiments", "typed", "training"]
    table: Text = ""
    runs: Text = ""
    covers: Text | None = None
    power: Text | None = None
    rules: RulesText | None = None

    @model_validator(mode="after")
    def _has_what_its_source_needs(self) -> Self:
        prefix = round_key(self.suite, "")
        if not (self.key.startswith(prefix) and _NAME.fullmatch(self.key.removeprefix(prefix))):
            rule = f"its rounds are called {prefix}v5.1"
            raise broken(f"{self.key} does not name its suite", rule, key="suite")
        if self.source in ("published", "typed") and not self.table:
            raise broken(f"{self.key} has no 'table'", f"a round whose source is {self.source} has table")
        return self

    @property
    def suite(self) -> str:
        """The suite: inference, training or hpc."""
        return _SUITES[self.title]

    @property
    def name(self) -> str:
        """The suite's own name of the round: v5.1 for training-v5.1."""
        return self.key.rpartition("-")[2]


class Experiments(Repository):
    """MLCommons' experiments repository, and the rounds of which it is the second source."""

    retrieved: When | None = None
    second_value_of: Many[Text]


class Break(Model):
    """A rule of ours: results of a benchmark since ``round`` are not compared with earlier ones, and ``why``."""

    round: Text
    why: Text


class MissingRound(Model):
    """A round that exists and has no row in the tables: its ``state`` ``since`` a day, and ``why`` it has no row."""

    since: When
    state: Text
    why: Text
    source: Source


class QuotedBenchmark(Model):
    """A benchmark of others that is quoted next to MLPerf: ``by`` whom it is, and ``why`` it cannot be compared."""

    by: Text
    why: Text
    source: Source


class RoundsRegister(Model):
    """``rounds.yml``.

    ``comparable``: of each benchmark and suite, the first and the last round whose results MLCommons calls comparable;
    ``breaks``: where we do not, by benchmark without its accuracy target; ``missing``: rounds without rows, by name;
    ``quoted``: benchmarks of others, by name.
    """

    rounds: Annotated[dict[str, Round], keyed_as("key")] = Field({})
    experiments: dict[str, Experiments] = Field({})
    comparable: dict[
        str, dict[Literal["datacenter", "edge", "training", "hpc"], Annotated[tuple[Text, Text], Strict(False)]]
    ] = Field({})
    breaks: dict[str, Break] = Field({})
    missing: dict[str, MissingRound] = Field({})
    quoted: dict[str, QuotedBenchmark] = Field({})


read_rounds_register = reader(ROUNDS, RoundsRegister)


def read_rounds(data: Path = DATA_DIR, only: Collection[str] = ()) -> list[Round]:
    """The rounds of ``data/facts/rounds.yml``, or those of the keys ``only``, in file order.

    Raises RegisterError, also for a key that is not there.
    """
    rounds = read_rounds_register(data).rounds
    for key in only:
        if key not in rounds:
            rule, fix = f"rounds are {', '.join(rounds)}", suggestion(key, rounds)
            raise RegisterError(f"there is no round {key!r}", where=data / ROUNDS, rule=rule, fix=fix)
    return [round_ for key, round_ in rounds.items() if not only or key in only]


def read_experiments_source(data: Path, keys: Collection[str] | None = None) -> Experiments | None:
    """MLCommons' experiments repository; None when ``data/facts/rounds.yml`` names none, or none of ``keys`` needs it.

    Raises RegisterError.
    """
    register = read_rounds_register(data)
    experiments = next(iter(register.experiments.values()), None)
    if experiments is None or keys is None:
        return experiments
    needed = {*experiments.second_value_of, *(k for k, r in register.rounds.items() if r.source == "experiments")}
    return experiments if needed.intersection(keys) else None


def repositories(data: Path, only: Collection[str] = ()) -> list[tuple[Repository, list[str]]]:
    """Every repository that the rounds, or those of the keys ``only``, are read from, with the keys of those rounds.

    A typed round is read from none. Raises RegisterError.
    """
    found: dict[tuple[str, str], tuple[Repository, list[str]]] = {}
    rounds = read_rounds(data, only)
    experiments = read_experiments_source(data)
    pairs: list[tuple[Repository, str]] = [(r, r.key) for r in rounds if r.source != "typed"]
    if experiments is not None:
        pairs += [(experiments, r.key) for r in rounds if r.key in experiments.second_value_of]
    for at, key in pairs:
        found.setdefault((at.repo, at.commit), (at, []))[1].append(key)
    return list(found.values())


class Cited(Model):
    """What a line of a repository's file says, in our words; ``entry`` is the submission that it is about."""

    says: Text
    entry: Text | None = None
    repo: Text
    commit: Text
    path: Text
    line: int


class Change(Cited):
    """What did or did not change between two rounds, the benchmarks that it touches, and the commit before."""

    what: Text
    touches: Many[Text]
    changed: Literal["yes", "no", "open"]
    before: Commit
    line: int | None = None


class NextRound(Model):
    """``next_round.yml``: what is known of the round after that of the first register."""

    changes: dict[str, Change]
    settings: dict[str, Cited]
    first_token_limit: dict[str, Cited]


read_next_round = reader(NEXT_ROUND, NextRound)


@dataclass(frozen=True)
class Roles:
    """The round in which a register's claims were made, the one compared with it (``before``), the ``latest``."""

    claims: str
    before: str
    latest: str

    @property
    def pair(self) -> tuple[str, str]:
        """The two rounds that the claims compare, the earlier first."""
        return self.before, self.claims


@functools.cache
def roles(data: Path = DATA_DIR, register: Path | None = None) -> Roles:
    """The rounds of MLPerf Inference by their role in a register of claims, the first of ``data`` unless given.

    ``register`` is its folder. Raises RegisterError for a role that names no such round.
    """
    rounds = inference_rounds(data)
    head = registers.read_register(register) if register else registers.find_register("", data)
    for name in (head.claims, head.before):
        if name not in rounds:
            rule = f"rounds of {ROUNDS} are {', '.join(rounds)}"
            raise RegisterError(f"there is no round {name!r}", where=head.folder / REGISTER_FILE, rule=rule)
    return Roles(head.claims, head.before, rounds[-1])


def order(round_: str) -> tuple[int, ...]:
    """A round as numbers, to be sorted by: v5.1 -> (5, 1). Raises RegisterError for what is no name of a round."""
    name = _NAME.fullmatch(str(round_))
    if name is None:
        raise RegisterError(f"{str(round_)[:80]!r} is no name of a round", rule="a round is called as in v6.1")
    return int(name[1]), int(name[2])


def in_order(rounds: Iterable[str]) -> list[str]:
    """Rounds such as v0.5 and v6.1, each once, oldest first."""
    return sorted(rounds.unique() if isinstance(rounds, pd.Series) else set(rounds), key=order)


def inference_rounds(data: Path = DATA_DIR) -> list[str]:
    """Every round of MLPerf Inference that ``rounds.yml`` names, oldest first."""
    return in_order(entry.key for entry in read_rounds(data) if entry.suite == "inference")


def keys_until(data: Path = DATA_DIR, last: str | None = None, suites: Collection[str] = SUITES) -> list[str]:
    """Keys of the rounds in ``rounds.yml`` that were published on or before the day of ``last``, of ``suites``.

    ``last`` is the round of the first register's claims unless given; suites are inference, training, hpc. A round
    without a known day of publication is not among them.
    """
    rounds = {entry.key: entry for entry in read_rounds(data)}
    day = rounds[last or roles(data).claims].published or ""
    return [key for key, entry in rounds.items() if entry.suite in suites and "" < (entry.published or "") <= day]


def rounds_until(data: Path = DATA_DIR) -> dict[str, list[str]]:
    """Rounds of each suite (inference, training, hpc) published until the round that the claims are about."""
    return {suite: [key.rpartition("-")[2] for key in keys_until(data, suites=[suite])] for suite in SUITES}
