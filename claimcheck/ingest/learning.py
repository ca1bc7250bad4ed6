"""Registers for a round that is read for the first time: at an unknown name they propose an entry and go on with it."""

from __future__ import annotations

import copy
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pandas as pd
from pydantic import PrivateAttr

from claimcheck.errors import UpstreamError
from claimcheck.ingest.build import Sources
from claimcheck.ingest.registers import Benchmark, Benchmarks, Maker, Vendors
from claimcheck.ingest.rows import Place
from claimcheck.ingest.training import TrainingRules
from claimcheck.ingest.training.rules import Benchmark as TrainingBenchmark
from claimcheck.ingest.training.rules import Spellings
from claimcheck.registers import document, nearest
from claimcheck.rounds import Round
from claimcheck.tables.schema import SCENARIO

_ACCURACY = re.compile(r"(?P<base>.+)-9\d(\.\d+)?")
_WORD = re.compile(r"[A-Za-z][A-Za-z-]*[A-Za-z]")
_PARTS = re.compile(r"\s*[_+&/-]\s*")
_FOLD = re.compile(r"[^a-z0-9]+")
# Until the logs are read: how many runs most benchmarks of MLPerf Training ask for.
_RUNS = 10
_RESULTS = ("inference_results", "training_results")
# Tables that are joined by the name of a submitter.
_JOINED = ("inference_results", "loadgen_runs", "systems")


@dataclass(frozen=True)
class Unknown:
    """A name that no register knew: its kind, where it was met first, and what is proposed, in words."""

    kind: str
    name: str
    where: str
    proposal: str


@dataclass
class Learned:
    """What a reading of ``round_`` met that the registers of ``data`` do not know.

    ``entries`` are whole entries to be put into registers, by (file, section, name).
    """

    data: Path
    round_: Round
    entries: dict[tuple[str, str, str], dict[str, Any]] = field(default_factory=dict)
    unknown: list[Unknown] = field(default_factory=list)

    def registers(self, sources: Sources) -> Sources:
        """``sources`` with registers that learn."""
        made = (_Benchmarks, sources.benchmarks), (_Vendors, sources.vendors), (_Rules, sources.training_rules)
        learning = []
        for kind, known in made:
            one = kind.model_construct(**{name: copy.copy(value) for name, value in known})
            one._learned = self
            learning.append(one)
        benchmarks, vendors, rules = learning
        return replace(sources, benchmarks=benchmarks, vendors=vendors, training_rules=rules)

    def entry(self, file: str, section: str, name: str) -> dict[str, Any]:
        """The values of an entry as proposed, or as the register has it; empty for a new one."""
        known = document(self.data / file).section(section)
        here = known[name].values if name in known else {}
        return self.entries.setdefault((file, section, name), copy.deepcopy(here))

    def say(self, kind: str, name: str, where: str, proposal: str) -> None:
        """Report a name."""
        self.unknown.append(Unknown(kind, name, where, proposal))

    def settle(self, tables: Mapping[str, pd.DataFrame], known: set[str]) -> None:
        """Complete the proposals from the rows that were read; ``known`` are the submitters of other rounds."""
        results, runs = tables["inference_results"], tables["loadgen_runs"]
        for (file, _, name), values in self.entries.items():
            if file == "benchmarks.yml" and values["scenarios"]:
                order = {scenario: at for at, scenario in enumerate(SCENARIO.allowed or ())}
                values["scenarios"] = dict(sorted(values["scenarios"].items(), key=lambda one: order[one[0]]))
                if values.get("metric") == _UNSETTLED:
                    units = set(results[results["benchmark"] == name]["unit"])
                    served = runs[(runs["benchmark"] == name) & runs["scenario"].isin(["Server", "Interactive"])]
                    values["metric"] = "tokens" if "tokens/s" in units else "samples"
                    values["llm"] = values["metric"] == "tokens" and bool(served["ttft_p99_ms"].notna().any())
            if file == "training.yml" and "runs" in values:
                counted = Counter(tables["training_results"].query("benchmark == @name")["runs"])
                values["runs"] = int(counted.most_common(1)[0][0]) if counted else _RUNS
        for name in sorted({str(one) for table in _RESULTS for one in tables[table]["submitter"].dropna()} - known):
            self._submitter(name, tables, known)

    def _submitter(self, name: str, tables: Mapping[str, pd.DataFrame], known: set[str]) -> None:
        """Propose what a submitter is that no other round has: a spelling, a joint name, or a new organisation."""
        folded = {_fold(one): one for one in sorted(known)}
        same, parts = folded.get(_fold(name)), _PARTS.split(name)
        count = sum(int((tables[table]["submitter"] == name).sum()) for table in _RESULTS)
        where = f"{count} results"
        if len(parts) > 1 and all(_fold(part) in folded for part in parts):
            are = [folded[_fold(part)] for part in parts]
            joint = f"a joint name; {', '.join(are[:-1])} and {are[-1]} submit on their own too"
            self.entry("partners.yml", "organisations", name).update(are=are, why=joint)
            self.say("submitter", name, where, f"{' and '.join(are)} together: an entry of partners.yml")
        elif same is not None and self.round_.suite == "inference":
            for table in _JOINED:
                count = int((tables[table]["submitter"] == name).sum())
                entry = self.entry("corrections.yml", "corrections", f"{_fold(name)}-{self.round_.key}-{table}")
                entry.update(
                    table=table, where={"round": self.round_.name}, column="submitter", reported=name, use=same,
                    why="One organisation, spelt in two ways; tables are joined by its name.",
                    source="submitter column of other rounds", expect=count,
                )  # fmt: skip
            self.say("submitter", name, where, f"{same}, spelt otherwise: corrections.yml reads it as {same}")
        else:
            near = nearest(name, known, 1)
            self.say(
                "submitter", name, where, "a new organisation" + (f"; the nearest name is {near[0]}" if near else "")
            )


# A benchmark whose metric the rows will show.
_UNSETTLED = "to be seen in the rows"


def _fold(name: str) -> str:
    return _FOLD.sub("", name.casefold())


class _Vendors(Vendors):
    _learned: Learned = PrivateAttr()

    def accelerator_vendor(self, name: str, place: Place) -> str:
        try:
            return super().accelerator_vendor(name, place)
        except UpstreamError:
            self._learn("accelerators", name, place.where)
            return super().accelerator_vendor(name, place)

    def platform_vendor(
        self, accelerator: str | None, processor: str | None, system: str | None, place: Place
    ) -> str:
        try:
            return super().platform_vendor(accelerator, processor, system, place)
        except UpstreamError:
            # The accelerator's maker is found or learned; only that of the processor can be missing.
            self._learn("processors", processor or system or "", place.where)
            return super().platform_vendor(accelerator, processor, system, place)

    def _learn(self, section: str, name: str, where: str) -> None:
        word = _WORD.search(name)
        makers = getattr(self, section)
        near = nearest(word[0], makers, 1, 0.8) if word else []
        vendor = near[0] if near else word[0] if word else "unknown"
        pattern = rf"\b{re.escape(word[0])}\b" if word else f"^{re.escape(name)}$"
        entry = self._learned.entry("vendors.yml", section, vendor)
        entry["patterns"] = [*entry.get("patterns", ()), pattern]
        makers[vendor] = Maker.model_validate(entry)
        new = "" if near else ", a new name"
        self._learned.say(section.removesuffix("s"), name, where, f"made by {vendor}{new}: pattern {pattern}")


class _Benchmarks(Benchmarks):
    _learned: Learned = PrivateAttr()

    def canonical(self, name: str, place: Place) -> str:
        if name not in self.benchmarks and name not in self.aliases:
            self._learn(name, place.where)
        return super().canonical(name, place)

    def check_scenario(self, benchmark: str, scenario: str, place: Place) -> None:
        if scenario not in self.benchmarks[benchmark].scenarios:
            now = self._learned.round_.name
            entry = self._learned.entry("benchmarks.yml", "benchmarks", benchmark)
            new = entry.get("metric") == _UNSETTLED
            entry["scenarios"] = {**entry.get("scenarios", {}), scenario: now}
            self._put(benchmark, entry)
            if not new:
                self._learned.say("scenario", f"{benchmark} {scenario}", place.where, f"first run in {now}")

    def _learn(self, name: str, where: str) -> None:
        same = next((one for one in self.benchmarks if _fold(one) == _fold(name)), None)
        if same is not None:
            entry = self._learned.entry("benchmarks.yml", "benchmarks", same)
            entry["aliases"] = [*entry.get("aliases", ()), name]
            self._put(same, entry)
            self._learned.say("benchmark", name, where, f"another name of {same}")
            return
        entry = self._learned.entry("benchmarks.yml", "benchmarks", name)
        variant = _ACCURACY.fullmatch(name)
        entry |= {"metric": _UNSETTLED, "llm": False} | ({"variant_of": variant["base"]} if variant else {})
        entry["scenarios"] = {}
        self._put(name, entry)
        near = nearest(name, [one for one in self.benchmarks if one != name], 1)
        self._learned.say("benchmark", name, where, "a new one" + (f"; the nearest name is {near[0]}" if near else ""))

    def _put(self, name: str, entry: Mapping[str, Any]) -> None:
        metric = "samples" if entry["metric"] == _UNSETTLED else entry["metric"]
        self.benchmarks[name] = Benchmark.model_validate({**entry, "metric": metric})
        self.__dict__.pop("aliases", None)


class _Rules(TrainingRules):
    _learned: Learned = PrivateAttr()

    def benchmark(self, suite: str, round_name: str, folder: str, *, where: str) -> TrainingBenchmark:
        try:
            return super().benchmark(suite, round_name, folder, where=where)
        except UpstreamError:
            self._learn(suite, round_name, folder, where)
            return super().benchmark(suite, round_name, folder, where=where)

    def available(self, status: str, *, where: str) -> str:
        try:
            return super().available(status, where=where)
        except UpstreamError:
            spelt = " ".join(status.lower().split())
            spellings = {s: name for name, one in self.availability.items() for s in one.spellings}
            near = nearest(spelt, spellings, 1)
            if not near:
                raise
            name = spellings[near[0]]
            entry = self._learned.entry("training.yml", "availability", name)
            entry["spellings"] = [*entry["spellings"], spelt]
            self.availability[name] = Spellings.model_validate(entry)  # type: ignore[index]
            self._learned.say("availability", status, where, f"{name}, as {near[0]} is")
            return name

    def _learn(self, suite: str, round_name: str, folder: str, where: str) -> None:
        before = [one for one in self.benchmarks.values() if one.suite == suite and folder in one.called]
        if before:
            name = before[-1].name
            entry = self._learned.entry("training.yml", "benchmarks", name)
            entry["last"] = round_name
            said = f"goes on in {round_name}"
        else:
            name, entry = folder, self._learned.entry("training.yml", "benchmarks", folder)
            entry |= {"suite": "hpc"} if suite == "hpc" else {}
            entry |= {"first": round_name, "last": round_name, "runs": _RUNS, "dropped": 1}
            said = "a new one, with as many runs as most of its entries have; see training_policies for the rule"
        self.benchmarks[name] = TrainingBenchmark.model_validate({"name": name, **entry})
        self._learned.say("benchmark", folder, where, said)
