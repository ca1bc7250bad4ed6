"""MLPerf Training and HPC, ``data/facts/training.yml``: benchmarks, spellings, what trees do not say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from claimcheck.core.documents import Many, Model, Text, keyed_as
from claimcheck.core.errors import nearest
from claimcheck.data.names import Place, UnknownName
from claimcheck.data.paths import TRAINING
from claimcheck.data.rounds import order
from claimcheck.data.schema import allowed, reader

Round = Annotated[str, StringConstraints(pattern=r"^v\d{1,2}\.\d{1,2}$"), AfterValidator(order)]
Count = Annotated[int, Field(ge=1)]


class Benchmark(Model):
    """One benchmark and its score rule: ``dropped`` runs at each end of ``runs``.

    With ``first_converged``, only so many converged runs count, in the order of their
    numbers, and failed runs cost nothing (NCF of v0.5). ``greatest_factor`` is the greatest that an entry's mean was
    multiplied by in any round: the end of a span whose own factor could not be read.
    """

    name: Text
    suite: Literal["training", "hpc"] = "training"
    folders: Many[Text] = ()
    first: Round
    last: Round
    runs: Count
    dropped: Count
    first_converged: Count | None = None
    greatest_factor: Annotated[float, Field(ge=1)] | None = None

    @property
    def called(self) -> tuple[str, ...]:
        """The folder names of the benchmark: its own name where the register gives none."""
        return self.folders or (self.name,)


def bounds(
    fastest: float, middle: float, slowest: float, runs: int, dropped: int, failed: int = 0
) -> tuple[float, float]:
    """Least and greatest that the mean of the runs which the rule keeps can be, in the unit of the three times.

    Of ``runs``, ``failed`` did not reach the target; ``dropped`` are left out at either end; ``middle`` is the middle
    one of those that did, of an even number the upper one. A run that failed takes a slowest place, so fewer of the
    others are dropped.
    """
    at = (runs - failed) // 2  # place of the middle one, from 0
    first, last = dropped, runs - failed - 1 - (dropped - failed)
    below, above = at - first, last - at
    kept = below + 1 + above
    return (below * fastest + (1 + above) * middle) / kept, ((below + 1) * middle + above * slowest) / kept


class FolderFacts(Model):
    """What ``training.yml`` says of a folder of runs because its tree does not or is wrong.

    ``logs`` is how the names of its logs end, where they are not called ``result_<n>.txt``.
    """

    source: Text = "nothing is said"
    benchmark: Text | None = None
    description: Text | None = None
    logs: Text | None = None
    nodes: Count | None = None
    accelerators_per_node: Count | None = None


class TrainingRules(Model):
    """``data/facts/training.yml``. ``entries`` is keyed by round and folder: ``training-v0.5:<folder>``.

    ``availability``: its spellings in descriptions, in lower case; ``tpu``: what the number in a TPU's name counts;
    ``submitters``: the names of those whose descriptions have none, by folder.
    """

    benchmarks: Annotated[dict[str, Benchmark], keyed_as("name")]
    titles: dict[str, Text] = Field({})
    availability: dict[Literal[allowed("inference_results", "availability")], dict[Literal["spellings"], Many[Text]]]  # type: ignore[valid-type]
    tpu: dict[str, dict[Literal["cores_per_chip"], Count]] = Field({})
    submitters: dict[str, dict[Literal["name"], Text]] = Field({})
    entries: dict[str, FolderFacts] = Field({})

    def benchmark(self, suite: str, round_name: str, folder: str, *, where: str) -> Benchmark:
        """The benchmark that ``folder`` names in a round; raises UpstreamError for an unknown one."""
        version = order(round_name)
        for benchmark in self.benchmarks.values():
            if benchmark.suite == suite and folder in benchmark.called and benchmark.first <= version <= benchmark.last:
                return benchmark
        earlier = [one.name for one in self.benchmarks.values() if one.suite == suite and folder in one.called]
        near = next(iter(earlier[-1:] or nearest(folder, self.benchmarks, 1)), None)
        # As many runs as most benchmarks need, until somebody has looked at its rules.
        new = {"suite": suite, "first": round_name, "last": round_name, "runs": 10, "dropped": 1}
        entry = {near: {"last": round_name}} if earlier else {folder: new}
        message = f"{suite} {round_name} has no benchmark {folder!r}"
        raise UnknownName(message, TRAINING, {"benchmarks": entry}, near, Place(where))

    def stated(self, key: str, folder: str) -> FolderFacts:
        """What is said of a ``folder`` of runs of the round with that ``key``."""
        return self.entries.get(f"{key}:{folder}", FolderFacts())

    def submitter(self, org: str) -> str:
        """The submitter whose folder is ``org``."""
        return self.submitters[org]["name"] if org in self.submitters else org

    def available(self, status: str, *, where: str) -> str:
        """The availability that ``status`` spells; raises UpstreamError for an unknown spelling."""
        spelt = " ".join(status.lower().split())
        names = {spelling: name for name, one in self.availability.items() for spelling in one["spellings"]}
        if spelt in names:
            return names[spelt]
        near = next(iter(nearest(spelt, names, 1, 0)))
        entry = {"availability": {names[near]: {"spellings": [spelt]}}}
        raise UnknownName(f"unknown availability {status!r}", TRAINING, entry, near, Place(where))


read_rules = reader(TRAINING, TrainingRules)
