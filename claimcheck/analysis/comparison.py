"""What two results share, whether MLCommons calls their versions comparable, and every defensible comparison of rounds.

What decides, and in which words, is declared once, in ``comparison.yml``. Whether two results may be compared is judged
by the engine alone, by the same declarations (``site/engine/judge.ts``).
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pandas as pd

from claimcheck.analysis.view import on_sale, owners, product, share_owner, throughputs, without_target
from claimcheck.core.files import declared
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import SUITES, Break, in_order, order, read_rounds, read_rounds_register
from claimcheck.data.schema import DTYPES, TABLES
from claimcheck.data.store import queried

# The declarations, as they are in the file; SHARED are its conditions on two results by name.
RULES: dict[str, Any] = declared(__file__, "comparison.yml")
Shared = Mapping[str, str]
SHARED: dict[str, Shared] = RULES["shared"]


def condition(check: Shared) -> str:
    """A condition on two rows ``b`` and ``a`` of results, as SQL; null where it is not known."""
    if overlap := check.get("overlap"):
        return f"list_has_any(b.{overlap}, a.{overlap})"
    same = f"b.{check['column']} = a.{check['column']}"
    return f"{same} and a.{check['column']} = '{check['value']}'" if "value" in check else same


# The states in which two versions are comparable.
COMPARABLE = tuple(RULES["comparable"])


def on_page(row: Mapping[str, Any]) -> str:
    """The IDs that MLCommons' own page of the round gives a result, in words; empty where they are its own alone."""
    page = row["page_id"]
    if pd.isna(page):
        return ""
    return RULES["footnote"]["no page" if page == "none" else "page"].format(page=page)


def stated(row: Mapping[str, Any], column: str) -> str | None:
    """Text of what the source states of a row of inference_results; None where it states nothing.

    ``column`` is that of a condition: one of the table, or ``product``, the accelerator in one spelling, or ``power``,
    yes for a power submission.
    """
    if column in RULES["without_chips"] and pd.isna(row["accelerator"]):
        return RULES["without_chips"][column]
    if column == "product":
        return product(str(row["accelerator"]), str(row["system"]))
    value = row["has_power" if column == "power" else column]
    if pd.isna(value):
        return None
    if column == "power":
        return "yes" if value else "no"
    return f"{value:,}" if column == "accelerators" else str(value)


def shared(check: Shared, before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[bool | None, str]:
    """Whether two rows of inference_results meet a condition, and what they state, in words.

    None where they might: the source does not state the value of one of them or of both, or they have no accelerators,
    and no table says on which processors they ran, nor on how many. Submitters are one where they share an owner.
    """
    rows, column = (before, after), check["column"]
    one, two = values = [stated(row, column) for row in rows]
    if one is None or two is None or one == two == RULES["without_chips"].get(column):
        return None, ""
    one_round = before["round"] == after["round"]
    each = [what if one_round else f"{what} in {row['round']}" for what, row in zip(values, rows, strict=True)]
    both = (" and " if one_round else ", ").join(each)
    if not (share_owner(owners(one), owners(two)) if column == "submitter" else one == two):
        return False, f"{check['differ']} ({both})"
    if one == two:
        both = f"{one} in both {'results' if one_round else 'rounds'}"
    if check.get("value", one) != one:
        return False, f"{check['other']} ({both})"
    return True, both


State = Literal["one round", "comparable", "not comparable", "broken", "not settled"]


class Compatibility(NamedTuple):
    """MLCommons' compatibility table, and our own rules where we depart from it.

    ``parts``: of each benchmark and suite, the rounds whose results MLCommons calls comparable, oldest first.
    ``breaks``: our own rules, by benchmark without its accuracy target. ``last``: the last round that the table
    includes, by suite.
    """

    parts: Mapping[str, Mapping[str, Sequence[str]]]
    breaks: Mapping[str, Break]
    last: Mapping[str, str]

    @property
    def rounds(self) -> dict[str, list[str]]:
        """Comparable rounds of each benchmark of Inference, of either suite, which may lack results in some of them."""
        found = {
            name: in_order(itertools.chain.from_iterable(parts[suite] for suite in INFERENCE if suite in parts))
            for name, parts in self.parts.items()
        }
        return {name: rounds for name, rounds in found.items() if rounds}

    @property
    def groups(self) -> dict[str, list[list[str]]]:
        """Groups of rounds, for each benchmark, that can be compared by MLCommons' table and by our rules.

        Raises ValueError for a break at a round that the benchmark's list does not have.
        """
        grouped = {}
        for name, rounds in self.rounds.items():
            cut = self.breaks.get(without_target(name)[0])
            place = rounds.index(cut.round) if cut else 0
            grouped[name] = [part for part in (rounds[:place], rounds[place:]) if part]
        return grouped

    def versions(
        self, benchmark: str, suites: Collection[str], before: str, after: str, called: str = ""
    ) -> tuple[State, str]:
        """What MLCommons' table and our own rules say of two rounds of a benchmark, the earlier first; and in words.

        Broken: MLCommons calls them comparable and we do not. Not settled: one of the rounds is later than the table.
        Of results of two ``suites``, the part of the table for either may call them comparable. ``called``: the
        benchmark's name in these words, its own unless given.
        """
        words, called = RULES["versions"], called or benchmark
        parts = {suite: rounds for suite, rounds in self.parts.get(benchmark, {}).items() if suite in suites and rounds}
        cut = self.breaks.get(without_target(benchmark)[0])
        last = max((self.last[suite] for suite in suites if suite in self.last), key=order, default="")
        state: State = "not settled" if last and order(after) > order(last) else "not comparable"
        if before == after:
            state = "one round"
        elif any({before, after} <= set(rounds) for rounds in parts.values()):
            state = "broken" if cut and order(before) < order(cut.round) <= order(after) else "comparable"
        named = "; ".join(
            words["span" if len(rounds) > 1 else "alone"].format(
                suite=RULES["suites"].get(suite, suite), benchmark=called, first=rounds[0], last=rounds[-1]
            )
            for suite, rounds in parts.items()
        ) or words["none"].format(benchmark=called)
        return state, words.get(state, "{named}").format(
            named=named, benchmark=called, round=before, last=last, why=cut.why if cut else ""
        )


# The suites of Inference; what MLCommons' table calls the others is what ``suite`` is in our tables, too.
INFERENCE = ("datacenter", "edge")


def read_compatibility(data: Path = DATA_DIR) -> Compatibility:
    """Read the compatibility table of ``data``, which names first and last rounds. Raises RegisterError."""
    register, last = read_rounds_register(data), dict[str, str]()
    held = {suite: in_order(one.name for one in read_rounds(data) if one.suite == suite) for suite in SUITES}
    parts: dict[str, dict[str, list[str]]] = {}
    for name, of in register.comparable.items():
        for suite, (first, until) in of.items():
            rounds = held["inference" if suite in INFERENCE else suite]
            parts.setdefault(name, {})[suite] = [one for one in rounds if order(first) <= order(one) <= order(until)]
            for one in INFERENCE if suite in INFERENCE else (suite,):
                last[one] = max(last.get(one, until), until, key=order)
    return Compatibility(parts, register.breaks, last)


def versions(before: Mapping[str, Any], after: Mapping[str, Any], table: Compatibility) -> tuple[State, str]:
    """``Compatibility.versions`` of two rows of one benchmark, in either order."""
    suites = {row["suite"] for row in (before, after) if pd.notna(row["suite"])}
    return table.versions(str(after["benchmark"]), suites, *sorted((before["round"], after["round"]), key=order))


def version_states(
    table: Compatibility, results: pd.DataFrame, called: Mapping[str, str] | None = None
) -> pd.DataFrame:
    """``Compatibility.versions`` of every two rounds and suites of a family, for each of its benchmarks, as a table.

    Columns: benchmark, earlier, later, suite_before, suite_after, state, words; a suite is "" where a round has none.
    ``called``: the names of benchmarks in words, where these are not their own.
    """
    known = results[["benchmark", "round", "suite"]].drop_duplicates().fillna("").astype(str)
    known["family"] = [without_target(name)[0] for name in known["benchmark"]]
    both = known.merge(known, on="family", suffixes=("_before", ""))
    both = both.rename(columns={"round_before": "earlier", "round": "later", "suite": "suite_after"})
    both = both.drop(columns=["benchmark_before", "family"]).drop_duplicates(ignore_index=True)
    both = both[both["earlier"].map(order) <= both["later"].map(order)]
    said = [
        table.versions(name, {suite, other}, earlier, later, (called or {}).get(name, ""))
        for name, earlier, later, suite, other in both[
            ["benchmark", "earlier", "later", "suite_before", "suite_after"]
        ].itertuples(index=False)
    ]
    return both.assign(state=[state for state, _ in said], words=[words for _, words in said])


# What two comparable results have in common.
CELL = RULES["defensible"]
# Columns that a comparison has of each of its two results, with _before and _after.
SIDE = ("result_id", "submitter", "system", "accelerators", "availability", "value", "per_accelerator")
_TYPES = {column.name: DTYPES[column.dtype].pandas for column in TABLES["comparisons"].columns}


def sides(*names: str) -> str:
    """SQL: these columns of the earlier result ``b`` and of the later one ``a``, with _before and _after."""
    return ", ".join(f"{name}_before: b.{name}, {name}_after: a.{name}" for name in names)


# The ratio of two results and what they share.
SHARES = f"""ratio: a.per_accelerator / b.per_accelerator, same_submitter: {condition(SHARED["owner"])},
    same_number: {condition(SHARED["number"])}, same_system: same_submitter and b.system = a.system"""
_BEST_FIRST = "order by per_accelerator desc, row_id"
_BEST_BEFORE, _BEST_AFTER = (f"order by per_accelerator_{at} desc, row_id_{at}" for at in ("before", "after"))
_OWN = ", ".join(["before", "after", "owner", "family", *CELL[1:], "suite", "accelerators_after"])
_PLACED = ", ".join([*CELL, "suite", "round"])
_COMPARISONS = f"""
with once as (  -- Both suites may publish one run: it takes part once in each, by its first row.
    from rates qualify row_number() over (partition by {_PLACED}, run order by row_id) = 1
), placed as (  -- The place of each result in its round: of any size or of its own, previews counting or not.
    select *,
        row_number() over (any_size {_BEST_FIRST}) as place,
        row_number() over (same_size {_BEST_FIRST}) as size_place,
        if(on_sale, row_number() over (any_sold {_BEST_FIRST}), null) as sale_place,
        if(on_sale, row_number() over (same_sold {_BEST_FIRST}), null) as size_sale_place
    from once
    window any_size as (partition by {_PLACED}), same_size as (partition by {_PLACED}, accelerators),
        any_sold as (partition by {_PLACED}, on_sale), same_sold as (partition by {_PLACED}, accelerators, on_sale)
), pairs as (
    select before, after, {sides("row_id", "run", "owners", *SIDE)},
        {", ".join(f"a.{name}" for name in (*CELL, "suite", "family", "chip"))}, {SHARES},
        both_available: b.on_sale and a.on_sale,
        rule: concat_ws('; ',
            if(same_submitter, 'same submitter', null),
            if(b.sale_place = 1 and a.sale_place = 1, 'best of any submitter, any size, available only', null),
            if(same_number and b.size_sale_place = 1 and a.size_sale_place = 1,
                'best of any submitter, same size, available only', null),
            if(b.place = 1 and a.place = 1, 'best of any submitter, any size, preview let in', null),
            if(same_number and b.size_place = 1 and a.size_place = 1,
                'best of any submitter, same size, preview let in', null))
    from rounds join placed b on b.round = before join placed a using ({", ".join(CELL)})
        join version_states v on v.benchmark = a.benchmark and v.earlier = before and v.later = after
            and v.suite_before = coalesce(b.suite, '') and v.suite_after = coalesce(a.suite, '')
    where a.round = after and rule <> ''
        and v.state in ('not settled', 'comparable') and coalesce(b.suite = a.suite, true)
), owned as (  -- What an owner compares with its own, under the strictest accuracy target that it has in both rounds.
    from (select *, unnest(list_intersect(owners_before, owners_after)) as owner from pairs where same_number)
    qualify benchmark = max(benchmark) over (partition by {_OWN})
), again as (  -- The best of each of its systems, and its best of all.
    select *, bool_or(same_system) over (partition by {_OWN}) as named_again,
        rank() over (partition by {_OWN} {_BEST_BEFORE}) = 1
            and rank() over (partition by {_OWN} {_BEST_AFTER}) = 1 as best
    from owned
    qualify rank() over (partition by {_OWN}, system_before {_BEST_BEFORE}) = 1
        and rank() over (partition by {_OWN}, system_after {_BEST_AFTER}) = 1
), kept as (  -- Each pair of runs once.
    select before, after, row_id_before, row_id_after, if(same_system, 'system', 'size') as kept
    from again where same_system or (best and not named_again)
    qualify row_number() over (partition by before, after, run_before, run_after
        order by kept desc, per_accelerator_before desc, row_id_before, row_id_after) = 1
)
select pairs.*, kept, repeats: row_number() over (
    partition by before, after, run_before, run_after
    order by benchmark, scenario, unit, product, ratio desc, row_id_after
) > 1
from pairs left join kept using (before, after, row_id_before, row_id_after)
order by ratio desc, row_id_after, row_id_before
"""


def defensible_comparisons(
    results: pd.DataFrame, rounds: Iterable[tuple[str, str]], table: Compatibility | None = None
) -> pd.DataFrame:
    """Defensible comparisons of two rounds on one product: one row a pair of results, highest ratio first.

    ``results`` is inference_results; ``rounds`` are pairs of rounds, the earlier first; ``table`` is that of the
    committed data unless given. A comparison is defensible when both results are in the closed division and in one
    suite, on the same product, benchmark, scenario and unit, with measured power or without, when their versions are
    comparable as far as MLCommons' table reaches, and when they are chosen by a rule that does not look at the ratio:
    the results that one owner has in both rounds (every pair of its systems), or the best result per accelerator of any
    submitter in each round (at any size; at each size that both rounds have); each with and without systems that are
    not on sale. A pair that several rules choose is one row, and ``rule`` lists them.

    ``kept`` says what an owner kept whose result is compared with its own on as many of the same accelerators, under
    the strictest accuracy target of both rounds: its system; or, where it renamed all of them, its size, its best
    beside its best, which may hide another server. It is missing in other comparisons. ``repeats``: the accuracy
    targets 99 and 99.9 often publish one run, so that an earlier row (by benchmark, scenario, product) compares the
    same two runs. Columns as in the table ``comparisons``; empty when there is no comparison.
    """
    pairs = pd.DataFrame(list(rounds), columns=["before", "after"], dtype="string")
    rates = throughputs(results[results["round"].isin(pairs.stack())])
    if rates.empty:
        return pd.DataFrame(columns=list(_TYPES)).astype(_TYPES)
    rates = rates.assign(run=rates["log_blob"].fillna(rates["row_id"]), on_sale=on_sale(rates))
    columns = [*CELL, *SIDE, "row_id", "round", "suite", "family", "chip", "owners", "on_sale", "run"]
    states = version_states(table or read_compatibility(), rates)
    # DuckDB reads arrays from their beginning: a reversed frame is copied.
    found = queried(_COMPARISONS, rates=rates[columns].copy(), rounds=pairs, version_states=states)
    return found[list(_TYPES)].astype(_TYPES)
