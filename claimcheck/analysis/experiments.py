"""Natural experiments: pairs of entries that differ in one thing only, found by comparing what was submitted.

Nobody ran two entries to learn what one change is worth, but many entries are copies of one another. Every two
results of one benchmark and scenario are compared item by item (see ``entry_items``); a pair that differs in one
factor is an experiment on that factor, a pair that differs in two is listed as such, one that differs in none shows
how far two runs of the same thing lie apart.
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pandas as pd

from claimcheck.analysis.entry_items import AROUND, FACTORS, Item, Submission

LIMITED = ("Server", "Interactive")
NONE = "none"
# A rate that was asked for is the one that ran if they differ by no more than this share.
WISHED = 0.005
SYSTEM = "system"
_SIDES = (
    "row_id", "result_id", "round", "submitter", "system", "accelerators", "chip", "availability",
    "per_accelerator", "tpot_p99_ms", "tpot_limit_ms", "ttft_p99_ms", "ttft_limit_ms",
)  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """What counts as a difference.

    ``load``: offered rates per accelerator that differ by no more than this share are equal. ``inert``: settings that
    cannot change a rate count. ``launchers``: the files that start servers count as code. ``switches``: in two
    rounds, switches other than batch, KV cache and parallelism count on their own and not as part of the software.
    ``around``: driver, host, network, launch scripts and owner count.
    """

    load: float = 0.02
    inert: bool = False
    launchers: bool = True
    switches: bool = False
    around: bool = False


DEFINED = Rule()


@dataclass(frozen=True)
class Difference:
    """One item in which two entries differ; a side that lacks it is None."""

    factor: str
    name: str
    before: Item | None
    after: Item | None


@dataclass(frozen=True)
class Pair:
    """Two entries, the items in which they differ, and the factors that these make."""

    before: Submission
    after: Submission
    differences: tuple[Difference, ...]
    factors: tuple[str, ...]

    @property
    def kind(self) -> str | None:
        """The one factor that differs, NONE when none does, None when several do."""
        return NONE if not self.factors else self.factors[0] if len(self.factors) == 1 else None

    def of(self, *factors: str) -> tuple[Difference, ...]:
        """The differences of some factors."""
        return tuple(d for d in self.differences if d.factor in factors)


def pairs(entries: Sequence[Submission], rule: Rule = DEFINED) -> list[Pair]:
    """Every two entries of one benchmark and scenario, of one round or of one chip, compared by ``rule``.

    Two entries on different chips in different rounds are left out. ``before`` is the entry with the earlier round,
    fewer accelerators, the earlier chip by name, the lower offered rate, in this order.
    """
    found = []
    for one, other in itertools.combinations(entries, 2):
        cell = [(e.facts["benchmark"], e.facts["scenario"]) for e in (one, other)]
        apart = one.facts["round"] != other.facts["round"]
        if cell[0] != cell[1] or (apart and one.facts["chip"] != other.facts["chip"]):
            continue
        before, after = sorted((one, other), key=_order)
        found.append(_pair(before, after, tuple(_differences(before, after)), rule))
    return found


def counted_again(found: Sequence[Pair], rule: Rule) -> list[Pair]:
    """The same pairs by another ``rule``: the differences are theirs, only what counts of them changes."""
    return [_pair(p.before, p.after, p.differences, rule) for p in found]


def unchanged(found: Sequence[Pair]) -> list[Pair]:
    """Pairs across two rounds in which no setting, switch or routing differs: new software, old settings."""
    return [p for p in found if "software" in p.factors and not p.of("settings", "switches", "routing")]


def _order(entry: Submission) -> tuple[object, ...]:
    facts = entry.facts
    rate = per_accelerator(entry)
    return facts["round"], int(str(facts["accelerators"])), facts["chip"], rate or 0.0, facts["row_id"]


def per_accelerator(entry: Submission) -> float | None:
    """Realised offered rate per accelerator, queries/s; None for a scenario without one."""
    rate = entry.facts["scheduled_samples_per_s"]
    if entry.facts["scenario"] not in LIMITED or pd.isna(rate):
        return None
    return float(str(rate)) / float(str(entry.facts["accelerators"]))


def _pair(before: Submission, after: Submission, differences: tuple[Difference, ...], rule: Rule) -> Pair:
    two_rounds = before.facts["round"] != after.facts["round"]
    factors = {_factor(d.factor, rule, two_rounds) for d in differences} - {""}
    if not all(any(factor == "routing" for factor, _ in entry.items) for entry in (before, after)):
        factors.discard("routing")  # one engine serves alone: a router comes with the second
    rates = [per_accelerator(entry) for entry in (before, after)]
    if rates[0] and rates[1] and abs(rates[1] / rates[0] - 1) > rule.load:
        factors.add("load")
    if two_rounds:
        factors = factors - {"code"} | {"software"}  # LoadGen, seeds and rules changed too
        if any(before.facts[name] != after.facts[name] for name in ("submitter", "system")):
            factors.add(SYSTEM)
    ordered = tuple(f for f in (*FACTORS, SYSTEM, AROUND) if f in factors)
    return Pair(before, after, differences, ordered)


def _differences(before: Submission, after: Submission) -> Iterator[Difference]:
    for key in sorted({*before.items, *after.items}):
        one, other = before.items.get(key), after.items.get(key)
        if one is None or other is None or one.value != other.value:
            yield Difference(*key, one, other)


def _factor(factor: str, rule: Rule, two_rounds: bool) -> str:
    """The factor that a difference counts under; "" when it does not count."""
    if factor == "switches":
        return "software" if two_rounds and not rule.switches else "settings"
    if factor == "inert":
        return "settings" if rule.inert else ""
    if factor == "launcher":
        return "code" if rule.launchers else ""
    if factor == AROUND:
        return AROUND if rule.around else ""
    return factor


def table(found: Sequence[Pair]) -> pd.DataFrame:
    """Pairs as rows: both sides' columns with ``_before`` and ``_after``, and what the difference was worth.

    ``kind``, ``factors`` (joined), ``ratio`` of published figures per accelerator, ``rate_ratio`` of realised offered
    rates per accelerator, ``offered_ratio`` of offered rate × mean output length per accelerator (both empty for a
    scenario without a rate), ``inferred`` (a setting of either side is only inferred), ``surroundings``: how many
    items around the experiment differ.
    """
    rows = []
    for pair in found:
        before, after = pair.before.facts, pair.after.facts
        rates = [per_accelerator(entry) for entry in (pair.before, pair.after)]
        rate = rates[1] / rates[0] if rates[0] and rates[1] else None
        lengths = [facts["mean_tokens_per_sample"] for facts in (before, after)]
        row: dict[str, object] = {
            "kind": pair.kind,
            "factors": ", ".join(pair.factors),
            "benchmark": after["benchmark"],
            "scenario": after["scenario"],
            "ratio": float(str(after["per_accelerator"])) / float(str(before["per_accelerator"])),
            "rate_ratio": rate,
            "offered_ratio": rate and rate * float(str(lengths[1])) / float(str(lengths[0])),
            "rate_before": rates[0],
            "rate_after": rates[1],
            "inferred": pair.before.inferred or pair.after.inferred,
            "surroundings": len(pair.of(AROUND)),
        }
        for side, facts in (("before", before), ("after", after)):
            row |= {f"{name}_{side}": facts[name] for name in _SIDES}
        rows.append(row)
    return pd.DataFrame(rows)


def wishes(entries: Sequence[Submission], settings: pd.DataFrame) -> pd.DataFrame:
    """Entries whose submitted arrival rate is not the one that ran, one row each, in order of ``row_id``.

    ``in_settings`` and ``in_user_conf``: the rate asked for in the configuration and in ``user.conf``; ``asked``: the
    one that LoadGen logged as its target; ``ran``: the realised one; all in queries/s for the whole system. An
    entry is listed when either file differs from the log by more than WISHED. ``settings`` is engine_settings.
    """
    asked = settings[(settings["setting"] == "target_qps") & settings["selected"].astype(bool)]
    rows = []
    for entry in entries:
        facts = entry.facts
        if per_accelerator(entry) is None:
            continue
        own = asked[asked["row_id"] == facts["row_id"]]
        target = float(str(facts["target_qps"]))
        found: dict[str, object] = {}
        of_user = own["component"] == "loadgen"
        for name, part in (("in_settings", ~of_user), ("in_user_conf", of_user)):
            first = own[part].head(1)
            found[name] = float(first["value"].iloc[0]) if len(first) else None
            found[f"{name}_path"] = first["path"].iloc[0] if len(first) else None
            found[f"{name}_line"] = int(first["line"].iloc[0]) if len(first) else None
        files = [found["in_settings"], found["in_user_conf"]]
        if any(value is not None and abs(float(str(value)) / target - 1) > WISHED for value in files):
            named = {name: facts[name] for name in _SIDES}
            rates = {"asked": target, "ran": float(str(facts["scheduled_samples_per_s"]))}
            about = {name: facts[name] for name in ("benchmark", "scenario", "repo", "commit")}
            rows.append(named | about | found | rates)
    return pd.DataFrame(rows)


def items_table(found: Sequence[Pair]) -> pd.DataFrame:
    """Every item in which the pairs differ, one row each, in the pairs' order.

    Columns: ``row_id_before``, ``row_id_after``, ``factor`` (switches are settings), ``item``, ``before`` and ``after``
    (a file's first seven digits, the start of a long text; empty where a side lacks the item), and of each side
    ``repo``, ``commit``, ``path`` and ``line`` of the source, empty for what the result itself says.
    """
    rows = []
    for pair in found:
        for d in pair.differences:
            row: dict[str, object] = {
                "row_id_before": pair.before.facts["row_id"],
                "row_id_after": pair.after.facts["row_id"],
                "factor": _NAMES.get(d.factor, d.factor),
                "item": d.name,
            }
            for side, entry, item in (("before", pair.before, d.before), ("after", pair.after, d.after)):
                where = item is not None and item.path is not None and "/" in item.path
                row |= {
                    side: None if item is None else _short(item.value),
                    f"repo_{side}": entry.facts["repo"] if where else None,
                    f"commit_{side}": entry.facts["commit"] if where else None,
                    f"path_{side}": item.path if item and where else None,
                    f"line_{side}": item.line if item and where else None,
                }
            rows.append(row)
    return pd.DataFrame(rows)


_NAMES = {"switches": "settings", "launcher": "code", "inert": "without effect", AROUND: "around it"}
_ID, _LONG = 40, 60


def _short(value: str) -> str:
    hexadecimal = len(value) == _ID and set(value) <= set("0123456789abcdef")
    return value[:7] if hexadecimal else textwrap.shorten(value, _LONG, placeholder=" …")


def surroundings(pair: Pair) -> str:
    """What differs around a pair, in words: names of items, launch scripts as their number."""
    names = [d.name for d in pair.of(AROUND)]
    scripts = sum(name.startswith("launch: ") for name in names)
    listed = [name for name in names if not name.startswith("launch: ")]
    if scripts:
        listed.append(f"launch scripts ({scripts})")
    return ", ".join(listed)
