"""Questions and conditions about whole rounds: what was new, who took part, who won, what later rounds changed.

"So far" means up to the round in which the claims were made, unless an argument names another round.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Annotated, Literal

import pandas as pd
from pydantic import Field

from claimcheck.analysis.aftermath import best_since, by_newer_harness, since
from claimcheck.analysis.coverage import largest, new_cells, organised
from claimcheck.analysis.derived import BETWEEN
from claimcheck.analysis.generations import Comparable, successive
from claimcheck.analysis.organisations import organisations, partners
from claimcheck.analysis.results import family, short_accelerator, throughputs
from claimcheck.claims.language import (
    RESULTS,
    WHAT,
    Benchmark,
    Chips,
    Clause,
    Divisions,
    Found,
    Measure,
    PartnerList,
    Round,
    Row,
    Scenario,
    Suite,
    Vendor,
    condition,
    question,
    reading,
)
from claimcheck.claims.model import Answer, Context, Tables
from claimcheck.claims.questions import SCALES, none, whose
from claimcheck.claims.rulebook import clause_of
from claimcheck.claims.scope import until
from claimcheck.printing import quantity
from claimcheck.registers import Many, Number, Text
from claimcheck.rounds import order, rounds_until
from claimcheck.tables.benchmarks import introduced, llm_benchmarks

DAYS_PER_MONTH = 365.25 / 12
# So many submitters who overtook a figure are named.
_NAMED = 3


def _who(row: pd.Series, measure: str) -> str:
    what = "" if measure == "value" else " per accelerator"
    chips = f"{int(row['accelerators'])} {row['accelerator_vendor']} {short_accelerator(str(row['accelerator']))}"
    figure = f"{float(row[measure]):,.{0 if float(row[measure]) >= 100 else 2}f} {row['unit']}{what}"
    return f"{row['submitter']} on {chips}, {figure} ({row['round']} {row['availability']})"


# --- gains from round to round -----------------------------------------------------------------------


@question("months", ("rounds.yml",), rests=("outside",))
def months(context: Context, before: Text, after: Text) -> Answer:
    """Months between the publication of the rounds ``before`` and ``after``."""
    first, last = (_published_on(context, name) for name in (before, after))
    days = (last - first).days
    how = f"{before} on {first}, {after} on {last}: {days} days"
    return Answer(days / DAYS_PER_MONTH, context.tables.results.head(0), how)


def _published_on(context: Context, round_: str) -> date:
    rounds = context.tables.rounds
    if round_ not in rounds:
        raise context.entry.unknown("figures", round_, rounds)
    return date.fromisoformat(rounds[round_].published or "")


@question("x")
def lowest_owner_gain(
    context: Context, benchmark: Benchmark, scenario: Scenario, accelerators: Chips, until: Round | None = None
) -> Answer:
    """The smallest gain of a submitter on as many of the same accelerators since the round before the claims'.

    One benchmark and scenario, on one of the models ``accelerators``, up to the round of the claims or to ``until``;
    see ``kept`` in ``analysis.speedup.comparisons``.
    """
    first, last = context.roles.pair
    pairs = context.tables.compared(first, until or last)
    if len(pairs):
        cell = (pairs["benchmark"] == benchmark) & (pairs["scenario"] == scenario)
        pairs = pairs[cell & pairs["kept"].notna() & pairs["chip"].isin(accelerators)]
    if pairs.empty:
        raise context.entry.fail("no submitter has such results twice", rule="a claim is about something")
    pairs = pairs.sort_values(["ratio", "row_id_after"])
    row = pairs.iloc[0]
    gains = [f"{p.submitter_after} on {p.accelerators_after} {p.chip} {p.ratio:.2f}x" for p in pairs.itertuples()]
    how = f"lowest of {len(gains)} gains on as many of the same accelerators, {row['before']} to {row['after']} "
    rows = context.results(row["row_id_before"], row["row_id_after"])
    return Answer(float(row["ratio"]), rows, f"{how}({_systems_kept(pairs)}): {', '.join(gains)}")


def _systems_kept(pairs: pd.DataFrame) -> str:
    """How many of the systems in ``pairs`` have one name in both rounds, and whose.

    The others changed the server, or its name alone, which the tables do not tell apart.
    """
    owners = pairs.drop_duplicates(["submitter_after", "chip", "accelerators_after"])
    kept = owners[owners["kept"] == "system"]
    names = ", ".join(dict.fromkeys(kept["submitter_after"].str.replace("_", " ")))
    said = f"{len(kept)} of {len(owners)} on the same system, by its name"
    return f"{said}: {names}" if names else said


@question("x")
def typical_owner_gain(
    context: Context,
    before: Round,
    after: Round,
    vendor: Vendor,
    without: Annotated[Many[Benchmark], Field(description="benchmarks that are left out")] = (),
) -> Answer:
    """The median gain of submitters on ``vendor``'s silicon that kept their system, on language models (LLMs).

    Per accelerator, from the round ``before`` to ``after``; see ``kept`` in ``analysis.speedup.comparisons``.
    """
    pairs = context.tables.compared(before, after)
    if len(pairs):
        rows = context.tables.results
        silicon = set(rows[rows["platform_vendor"] == vendor]["row_id"])
        pairs = pairs[pairs["kept"].notna() & pairs["benchmark"].isin(llm_benchmarks())]
        pairs = pairs[pairs["row_id_after"].isin(silicon) & ~pairs["benchmark"].isin(without)]
    if pairs.empty:
        return none(context, f"no submitter kept such a system from {before} to {after}")
    low, first, third, high = pairs["ratio"].astype(float).quantile([0, 0.25, 0.75, 1])
    how = f"median of {len(pairs)} gains of submitters that kept their system, {before} to {after}: {low:.2f}x to "
    how += f"{high:.2f}x, half of them from {first:.2f}x to {third:.2f}x"
    rows = context.results(*pairs["row_id_before"], *pairs["row_id_after"])
    return Answer(float(pairs["ratio"].median()), rows, how)


def round_pairs(tables: Tables, before: str, after: str) -> pd.DataFrame:
    """Every defensible comparison of two rounds in benchmarks that MLCommons calls comparable across them.

    Of a round that MLCommons' table does not reach, every benchmark counts. Columns of the table comparisons, highest
    ratio first; empty when there is none.
    """
    listed = tables.listed.rounds
    comparable = [name for name, rounds in listed.items() if {before, after} <= set(rounds)]
    pairs = tables.compared(before, after)
    if pairs.empty:
        return pairs
    if any(after in rounds for rounds in listed.values()):
        pairs = pairs[pairs["benchmark"].isin(comparable)]
    return pairs[~pairs["repeats"]]


def comparable_rounds(tables: Tables) -> Comparable:
    """Groups of rounds of each benchmark that MLCommons calls comparable: see ``analysis.generations``."""
    return tables.listed.groups


def _pairs(context: Context, before: str, after: str) -> pd.DataFrame:
    pairs = round_pairs(context.tables, before, after)
    if pairs.empty:
        raise context.entry.fail("no comparison of the two rounds", rule="a claim is about something")
    return pairs


@question("x", rests=("results", "rules"))
def highest_gain(
    context: Context,
    before: Round,
    after: Round,
    accelerators: Chips | None = None,
    without: Annotated[Many[Benchmark], Field(description="benchmarks that are left out")] = (),
) -> Answer:
    """The highest ratio per accelerator of any defensible comparison of the rounds ``before`` and ``after``.

    ``accelerators``: on these chips (short names) alone.
    """
    pairs = _pairs(context, before, after)
    pairs = pairs[~pairs["benchmark"].isin(without)]
    if accelerators:
        pairs = pairs[pairs["chip"].isin(accelerators)]
    if pairs.empty:
        return none(context, "no such comparison")
    best = pairs.iloc[0]
    who = f"{best['submitter_after']} on {best['accelerators_after']} {best['chip']}"
    cells = len(pairs[["benchmark", "scenario", "accelerator"]].drop_duplicates())
    how = f"highest of {len(pairs)} comparisons in {cells} cells, {before} to {after}: {who}"
    how += f", {best['benchmark']} {best['scenario']}"
    return Answer(float(best["ratio"]), context.results(best["row_id_before"], best["row_id_after"]), how)


_LEAST = Annotated[Number, Field(description="the smallest ratio that counts")]


def _best_gains(
    context: Context, least: float, vendor: str | None = None, other_than: str | None = None
) -> pd.DataFrame:
    """Gains of ``least`` or more of a chip's best result from a round to the next, until the round of the claims.

    The largest of each chip, benchmark and round; on ``vendor``'s silicon, or on that of makers ``other_than`` it.
    """
    tables, last = context.tables, context.roles.claims

    def pairs() -> pd.DataFrame:
        rows, until = tables.results, rounds_until(tables.data, last)["inference"]
        made = successive(rows[rows["round"].isin(until)], comparable_rounds(tables), until)
        return made[made["rounds_apart"] == 1]

    pairs = tables.once(("best gains", last), pairs)
    found = pairs[pairs["ratio"] >= least].sort_values("ratio", ascending=False, kind="stable")
    for maker, wanted in ((vendor, True), (other_than, False)):
        found = found if maker is None else found[(found["vendor"] == maker) == wanted]
    return found.drop_duplicates(["chip", "family", "after"])


def _named_gains(context: Context, gains: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    """Gains in words, and the results behind them."""
    said = "; ".join(f"{g.chip}, {g.family} {g.scenario} in {g.after}: {g.ratio:.2f}x" for g in gains.itertuples())
    return said or "none", context.results(*gains["row_id_before"], *gains["row_id_after"])


@question(WHAT, (RESULTS, "benchmarks.yml"), rests=("results", "rules"))
def gains_reaching(
    context: Context,
    what: Annotated[Literal["rounds", "benchmarks"], Field(description="what is counted")],
    least: _LEAST,
    vendor: Vendor | None = None,
    other_than: Vendor | None = None,
) -> Answer:
    """Rounds, or benchmarks, in which a chip's best result rose ``least``-fold or more over that of the round before.

    Closed division, Server and Offline, per accelerator; on ``vendor``'s silicon, or on that of makers ``other_than``
    it. See ``analysis.generations.successive``.
    """
    found = _best_gains(context, least, vendor, other_than)
    said, rows = _named_gains(context, found)
    counted = found["after" if what == "rounds" else "family"].nunique()
    return Answer(float(counted), rows, f"chips whose best result rose {least:g}-fold or more in a round: {said}")


@condition()
def gains_when_settled(context: Context, least: _LEAST, vendor: Vendor | None = None) -> Found:
    """A chip's best result rose ``least``-fold or more in a round, with chip and benchmark past their second round.

    On ``vendor``'s silicon, if it is named.
    """
    found = _best_gains(context, least, vendor)
    settled = found[~found["new_benchmark"] & ~found["new_chip"]]
    said, rows = _named_gains(context, found)
    return Found(len(settled) > 0, f"{len(settled)} of {len(found)} such gains: {said}", rows)


@condition()
def partners_gained(
    context: Context,
    benchmark: Benchmark,
    vendor: Vendor,
    before: Round,
    after: Round,
    scenario: Scenario | None = None,
) -> Found:
    """Every other submitter on ``vendor``'s silicon gained on ``benchmark`` on as many of the same accelerators.

    From the round ``before`` to ``after``, in ``scenario`` or in all: see ``kept`` in ``analysis.speedup.comparisons``.
    """
    pairs = context.tables.compared(before, after)
    if len(pairs):
        rows = context.tables.results
        silicon = set(rows[rows["platform_vendor"] == vendor]["row_id"])
        pairs = pairs[pairs["kept"].notna() & ~pairs["repeats"] & (pairs["family"] == benchmark)]
        pairs = pairs[pairs["row_id_after"].isin(silicon) & (pairs["submitter_after"] != vendor)]
        pairs = pairs[pairs["scenario"] == scenario] if scenario else pairs
    if pairs.empty:
        said = f"no partner has results of it in {before} and {after}"
        return Found(False, said, phrase=said)
    who = [f"{p.submitter_after} on {p.accelerators_after} {p.chip} {p.scenario}" for p in pairs.itertuples()]
    said = ", ".join(f"{name} {ratio:.2f}x" for name, ratio in zip(who, pairs["ratio"], strict=True))
    gained = pairs["ratio"] > 1
    number = f"{int(gained.sum())} of {len(pairs)} gained, {before} to {after}"
    rows = context.results(*pairs["row_id_before"], *pairs["row_id_after"])
    kept = _systems_kept(pairs)
    phrase = f"{int(gained.sum())} of {len(pairs)} partners' results rose in {after} on as many of the same GPUs"
    phrase += f", {int((pairs['kept'] == 'system').sum())} of them on the same system"
    return Found(bool(gained.all()), f"{number} ({kept}): {said}", rows, phrase)


@reading("x", "comparisons of the two rounds, all benchmarks")
def gains(context: Context, before: Round, after: Round) -> pd.Series:
    """The ratio of every defensible comparison of the rounds ``before`` and ``after``."""
    return _pairs(context, before, after)["ratio"].astype(float)


# --- what a round brought --------------------------------------------------------------------------------


def first_round(context: Context, benchmark: str) -> str:
    """The round that first ran ``benchmark``; raises RegisterError for one that is not known."""
    first = introduced(context.tables.data)
    if benchmark not in set(first["benchmark"]):
        raise context.entry.unknown("benchmarks", benchmark, sorted(set(first["benchmark"])))
    return min(first[first["benchmark"] == benchmark]["round"], key=order)


@question("benchmarks", (RESULTS, "benchmarks.yml"), rests=("rules",))
def new_benchmarks(
    context: Context,
    round: Round,
    suite: Suite | None = None,
    scenarios: Annotated[bool, Field(description="older benchmarks with a scenario that is new count as well")] = False,
) -> Answer:
    """Benchmarks (accuracy variants merged) that ``round`` brought, in a ``suite`` or in all."""
    first = introduced(context.tables.data).assign(family=lambda f: family(f["benchmark"]))
    born = first.groupby("family")["round"].agg(lambda r: min(r, key=order))
    names = set(born[born == round].index)
    added = set(first[first["round"] == round]["family"]) - names if scenarios else set()
    rows = context.tables.results
    rows = rows[(rows["round"] == round) & (rows["suite"] == suite if suite else True)]
    rows = rows[family(rows["benchmark"]).isin(names | added)]
    here = set(family(rows["benchmark"]))
    how = f"benchmarks first run in {round}{f', {suite}' if suite else ''}: {', '.join(sorted(names & here))}"
    how += f"; with a new scenario: {', '.join(sorted(added & here))}" if added & here else ""
    return Answer(float(len((names | added) & here)), rows.drop_duplicates("benchmark"), how)


@condition(rests=("rules",))
def first_run_in(context: Context, benchmark: Benchmark, round: Round) -> Found:
    """``benchmark`` was first run in ``round``."""
    born = first_round(context, benchmark)
    return Found(born == round, f"{benchmark} was first run in {born}")


@condition(rests=("rules",))
def none_before(
    context: Context,
    round: Round,
    benchmarks: Annotated[dict[Benchmark, Text], Field(description="benchmarks, each with what it joins in words")],
) -> Found:
    """None of the ``benchmarks`` was first run before ``round``."""
    born = {name: first_round(context, name) for name in benchmarks}
    older = {name: r for name, r in born.items() if order(r) < order(round)}
    said = "; ".join(f"{name} ({benchmarks[name]}) since {r}" for name, r in older.items())
    return Found(not older, said or f"none before {round}")


def _new(
    context: Context, round_: str, suite: str | None, measure: str = "value", as_of: str | None = None
) -> pd.DataFrame:
    """Every cell that ``round_`` brought, with who took part in it and who was best in that round, or in ``as_of``."""
    rows = context.tables.results
    rows = rows[rows["round"].isin([round_, as_of])]
    if suite:
        rows = rows[rows["suite"] == suite]
    if measure == "per_accelerator":
        rows = throughputs(rows).assign(value=lambda f: f["per_accelerator"])
    first = introduced(context.tables.data)
    cells = new_cells(rows, round_, first)
    if cells.empty:
        raise context.entry.fail(f"no benchmark or scenario was new in {round_}", rule="a claim is about something")
    if as_of is None or as_of == round_:
        return cells
    # new_cells looks at cells first run in the round that it is given.
    now = new_cells(rows, as_of, first.assign(round=first["round"].where(first["round"] != round_, as_of)))
    cells = cells[["suite", "benchmark", "scenario"]].merge(now, on=["suite", "benchmark", "scenario"], how="left")
    words = ["vendors", "vendor", "submitter"]
    return cells.assign(**{name: cells[name].fillna("") for name in words})


def _shown(context: Context, cells: pd.DataFrame, lost: pd.DataFrame, measure: str = "value") -> pd.DataFrame | None:
    """The best results of the cells that speak against a condition, or of all; none where the measure ranks others."""
    rows = (lost if len(lost) else cells)["row_id"].dropna()
    return context.results(*rows) if measure == "value" else None


@condition("{vendor} in every new cell", rests=("rules",))
def covers_new_cells(
    context: Context, round: Round, vendor: Vendor, suite: Suite | None = None, as_of: Round | None = None
) -> Found:
    """``vendor``'s silicon has a result in every cell that ``round`` brought, in that round or ``as_of``."""
    cells = _new(context, round, suite, as_of=as_of)
    there = cells["vendors"].map(lambda v: vendor in v.split(", ")).astype(bool)
    without = "; ".join(f"{c.benchmark} {c.scenario}: {c.vendors or 'nobody'}" for c in cells[~there].itertuples())
    said = f"{int(there.sum())} of {len(cells)} new models and scenarios have a result on {vendor}'s silicon"
    said += f" in {as_of}" if as_of else ""
    phrase = f"{vendor}'s silicon in {int(there.sum())} of the {len(cells)} in {as_of or round}"
    detail = f"{said}; not in {without}" if without else said
    return Found(bool(there.all()), detail, _shown(context, cells, cells[~there]), phrase)


@condition("nobody else in all", rests=("rules",))
def no_other_covers_new_cells(context: Context, round: Round, vendor: Vendor, suite: Suite | None = None) -> Found:
    """No other vendor's silicon has a result in every new cell."""
    cells = _new(context, round, suite)
    counts = cells["vendors"].str.split(", ").explode().value_counts().drop(vendor, errors="ignore")
    said = ", ".join(f"{v} in {n}" for v, n in counts.items()) or "nobody else in any"
    return Found(bool((counts < len(cells)).all()), f"of {len(cells)} new models and scenarios: {said}")


@condition(rests=("rules",))
def rival_in_new_cells(context: Context, round: Round, vendor: Vendor, suite: Suite | None = None) -> Found:
    """Another vendor's silicon has a result in every new cell: there was somebody to top."""
    cells = _new(context, round, suite)
    alone = cells[cells["vendors"] == vendor]
    said = ", ".join(f"{c.benchmark} {c.scenario}" for c in alone.itertuples())
    without = f"no other vendor in {len(alone)} of {len(cells)}: {said}"
    return Found(not len(alone), without if said else "another vendor in each")


@condition(rests=("rules",))
def tops_new_cells(
    context: Context,
    round: Round,
    vendor: Vendor,
    suite: Suite | None = None,
    measure: Measure = "value",
    as_of: Round | None = None,
) -> Found:
    """The best result of every cell that ``round`` brought, in that round or ``as_of``, is on ``vendor``'s silicon."""
    cells = _new(context, round, suite, measure, as_of)
    lost = cells[cells["vendor"] != vendor]
    others = "; ".join(f"{c.benchmark} {c.scenario}: {c.submitter}, {c.vendor}" for c in lost.itertuples())
    said = f"best result of {len(cells) - len(lost) or 'none'} of {len(cells)} new models and scenarios"
    said = said if others else f"best result of all {len(cells)} new models and scenarios"
    when = f" in {as_of}" if as_of else ""
    detail = f"{said}{when}; not in {others}" if others else said + when
    phrase = f"{vendor}'s silicon first in {len(cells) - len(lost)} of the {len(cells)} in {as_of or round}"
    return Found(not len(lost), detail, _shown(context, cells, lost, measure), phrase)


# --- who took part ----------------------------------------------------------------------------------------


@condition(rests=("outside",))
def list_agrees(context: Context, list: PartnerList, divisions: Divisions) -> Found:
    """The partners that the vendor names (``partners.yml``) are the organisations in the table."""
    published = partners(context.tables.data)[list]
    named = {published.spelt.get(name, name) for name in published.names}
    rows = context.tables.results
    rows = rows[(rows["round"] == published.round) & (rows["platform_vendor"] == published.vendor)]
    rows = organised(rows[rows["division"].isin(divisions)], organisations(context.tables.data))
    there = set(rows["organisation"]) - {published.vendor}
    missing, more = sorted(named - there), sorted(there - named)
    said = [f"named, no result: {', '.join(missing)}"] if missing else []
    said += [f"result, not named: {', '.join(more)}"] if more else []
    return Found(not missing and not more, "; ".join(said) or f"the same {len(there)} names")


def took_part(tables: Tables, rounds: Iterable[str], counted: str = "organisations") -> pd.DataFrame:
    """Who was in the closed division of Inference in ``rounds``: the table participation, ids as tuples.

    ``counted``: organisations, or submitters by their names.
    """
    rows = tables.participation
    rows = rows[(rows["suite"] == "inference") & (rows["divisions"] == "closed") & (rows["counted"] == counted)]
    rows = rows[rows["round"].isin(list(rounds))].reset_index(drop=True)
    return rows.assign(row_ids=[tuple(ids.split(BETWEEN)) if ids else () for ids in rows["row_ids"].fillna("")])


@condition()
def most_partners(
    context: Context,
    round: Round,
    vendor: Vendor,
    of: Annotated[
        Literal["so_far", "round"], Field(description="of all rounds until this one, or of it alone")
    ] = "so_far",
) -> Found:
    """No silicon had more organisations on it in a round until ``round`` than ``vendor``'s had then.

    The vendor itself is left out; a joint submission counts for each organisation behind it.
    """
    rounds = until(context.tables.results["round"], round) if of == "so_far" else [round]
    now, most = _partners(took_part(context.tables, rounds), round, vendor)
    behind = [*now["row_ids"]]
    said, holds = f"{round}: {_number(now)} on {vendor}", True
    for row in most.itertuples():
        said += f"; most otherwise: {row.partners} on {row.vendor} in {row.round}"
        holds = _number(now) >= row.partners
        behind += [] if holds else [row.row_ids]
    spelt, other = _partners(took_part(context.tables, rounds, "names"), round, vendor)
    if (_number(spelt), _number(other)) != (_number(now), _number(most)):
        said += f" (counting submitters' names as they are, {_number(spelt)}"
        said += "".join(f" and {row.partners} on {row.vendor} in {row.round}" for row in other.itertuples()) + ")"
    phrase = f"{_number(now)} in {round}, {'the most' if holds else 'fewer than the most'} of any round"
    return Found(holds, said, context.results(*(row_id for ids in behind for row_id in ids)), phrase)


def _partners(found: pd.DataFrame, round_: str, vendor: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The line of ``vendor`` in ``round_`` and, of all others, the first line that has most partners."""
    found = found.sort_values(["partners", "round"], ascending=[False, True])
    now = found[(found["round"] == round_) & (found["vendor"] == vendor)]
    return now, found.drop(now.index).head(1)


def _number(found: pd.DataFrame) -> int:
    return int(found["partners"].sum())


@condition(rests=("results",))
def harness_used(context: Context, round: Round, benchmark: Benchmark | None = None) -> Found:
    """A result of ``round`` was timed by MLCommons' newer harness, by the digits of its rate.

    Those of ``benchmark`` are shown as evidence.
    """
    rows = context.tables.results
    rows = rows[rows["round"] == round]
    found = rows[by_newer_harness(rows)]
    who = ", ".join(f"{name} {n}" for name, n in found.groupby("submitter").size().items())
    said = f"{len(found)} of {len(rows)} results of {round} have more digits than LoadGen prints"
    phrase = f"{len(found)} of {len(rows)} results of {round} were timed by it"
    return Found(len(found) > 0, f"{said} ({who})" if who else said, found[found["benchmark"] == benchmark], phrase)


@condition()
def audits_cover_all(context: Context, clause: Clause) -> Found:
    """The clause lets as many submissions be audited as the round has that can be.

    What can be audited is a submitter's system, closed and available (the clause's own words).
    """
    rule = clause_of(context.tables, clause)
    rows = context.tables.results
    rows = rows[(rows["round"] == rule.round) & (rows["division"] == "closed")]
    rows = rows[(rows["availability"] == "available").fillna(False)]
    number = len(rows[["submitter", "system"]].drop_duplicates())
    most = rule.at_most or 0
    said = f"the rules of {rule.round} let at most {most} be audited; {number} systems of the round could be"
    return Found(0 < number <= most, f"{said}, and no result says that it was")


# --- what later rounds changed ------------------------------------------------------------------------------


@condition()
def still_highest(context: Context, of: Row, measure: Measure = "value") -> Found:
    """No later closed result of its benchmark and scenario is better than the row ``of``, by ``measure``.

    Submitters with a better one are named with their best, the first three of them.
    """
    later = since(context.tables.results, of, measure)
    if later.empty:
        said = f"no result of {of['benchmark']} {of['scenario']} after {of['round']}"
        return Found(True, said, phrase=f"not run since {of['round']}")
    figure = float(of[measure])
    values = later[measure].astype(float)
    better = later[values > figure if bool(of["higher_is_better"]) else values < figure]
    shown = (better if len(better) else later.head(1)).drop_duplicates("submitter")
    said = "; ".join(
        f"{_who(row, measure)}, {float(row[measure]) / figure:.2f} times the figure"
        for _, row in shown.head(_NAMED).iterrows()
    )
    said += f"; and by {len(shown) - _NAMED} more" if len(shown) > _NAMED else ""
    first = shown.iloc[0]
    phrase = f"overtaken in {first['round']} by {whose(first)}" if len(better) else f"not overtaken by {context.latest}"
    return Found(better.empty, f"{'overtaken by' if len(better) else 'best since'} {said}", shown.head(_NAMED), phrase)


@condition("the level per accelerator is held")
def level_held(context: Context, of: Row) -> Found:
    """A later result on the same accelerator reaches the row ``of`` per accelerator."""
    rows = context.tables.results
    best = best_since(rows[rows["accelerator"] == of["accelerator"]], of, "per_accelerator")
    if best is None:
        said = f"no result on {of['accelerator']} after {of['round']}"
        return Found(False, said, phrase=f"not run on the chip since {of['round']}")
    value, figure = float(best["per_accelerator"]), float(of["per_accelerator"])
    said = f"best on {short_accelerator(of['accelerator'])} since: {_who(best, 'per_accelerator')}"
    said += f", {value / figure:.2f} times the level of {of['round']}"
    reached = "reached again" if value >= figure else "not reached again"
    phrase = f"the rate per accelerator was {reached} in {best['round']} ({value / figure:.2f}x)"
    return Found(value >= figure, said, pd.DataFrame([best]), phrase)


@condition()
def owner_reached(context: Context, before: Row) -> Found:
    """The submitter of ``before`` reached the claim's first figure, a ratio or a saving, in the latest round.

    On as many of the same accelerators, per accelerator.
    """
    rows = context.tables.results
    for column in ("submitter", "accelerator", "accelerators"):
        rows = rows[(rows[column] == before[column]).fillna(False)]
    best = best_since(rows[rows["round"] == context.latest], before, "per_accelerator")
    if best is None:
        said = f"{before['submitter']} has no later result on as many of the same accelerators"
        return Found(False, said, phrase=f"no later result of {before['submitter']}'s to compare")
    value, figure = float(best["per_accelerator"]) / float(before["per_accelerator"]), context.published
    if figure.scale:
        value = SCALES[figure.scale][0](value)
    chips = f"{int(before['accelerators'])} {short_accelerator(str(before['accelerator']))}"
    shown = quantity(value, figure.unit, figure.decimals)
    rounds = rounds_until(context.tables.data, context.latest)["inference"]
    apart = rounds.index(str(best["round"])) - rounds.index(str(before["round"]))
    phrase = f"by {best['round']}, over {apart} {'round' if apart == 1 else 'rounds'}, on {whose(best)}"
    said = f"{shown.text} for {before['submitter']} on {chips}, from {before['round']} to {best['round']}"
    return Found(value >= figure.published, said, pd.DataFrame([before, best]), phrase, shown)


@condition()
def software_above_chip(context: Context, before: Row, chips: Chips) -> Found:
    """The submitter of ``before`` gained more by the latest round than the best on one of ``chips`` adds in that round.

    Both per accelerator and in the cell of ``before``: its submitter's gain on as many of the same accelerators, and
    the best on a newer accelerator over the best on the same one.
    """
    rows = throughputs(context.tables.results)
    cell = rows[(rows[["benchmark", "scenario"]] == before[["benchmark", "scenario"]]).all(axis=1)]
    cell = cell[cell["round"] == context.latest].sort_values(["per_accelerator", "row_id"], ascending=[False, True])
    old = cell[cell["accelerator"] == before["accelerator"]]
    own = old[(old["submitter"] == before["submitter"]) & (old["accelerators"] == before["accelerators"])]
    new = cell[cell["accelerator"].isin(chips)]
    if own.empty or new.empty:
        return Found(False, f"no such results in {context.latest}")
    mine, best, next_ = own.iloc[0], old.iloc[0], new.iloc[0]
    software = float(mine["per_accelerator"]) / float(before["per_accelerator"])
    chip = float(next_["per_accelerator"]) / float(best["per_accelerator"])
    size = int(before["accelerators"])
    said = f"{before['scenario']}: {before['submitter']} on {size} accelerators, {before['round']} to {context.latest}"
    said += f", {software:.2f}x; {_who(next_, 'per_accelerator')} over {_who(best, 'per_accelerator')}, {chip:.2f}x"
    return Found(software > chip, said, context.results(*(r["row_id"] for r in (before, mine, best, next_))))


@condition("still the largest")
def still_largest(context: Context) -> Found:
    """No system of the latest round, in any division, has more accelerators than the claim's first figure."""
    rows = context.tables.results
    top = largest(rows[rows["round"] == context.latest]).iloc[0]
    chip = short_accelerator(str(top["accelerator"]))
    said = (
        f"largest of {top['round']}: {top['submitter']}, {int(top['accelerators'])} {chip} in {int(top['nodes'])} nodes"
    )
    holds = float(top["accelerators"]) <= context.published.published
    phrase = f"none larger in {top['round']}" if holds else f"overtaken in {top['round']} by {whose(top)}"
    return Found(holds, said, context.results(top["row_id"]), phrase)
