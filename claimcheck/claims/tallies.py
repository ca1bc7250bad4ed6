"""Questions and conditions over all results that filters meet: how many, who alone, the largest and whose.

Each takes ``where``, so that one question serves any round, vendor, division, benchmark and suite.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import pandas as pd
from pydantic import Field

from claimcheck.analysis.coverage import organised
from claimcheck.analysis.organisations import organisations
from claimcheck.analysis.results import family, short_accelerator
from claimcheck.claims.language import BOTH, WHAT, Found, Vendor, Where, Words, condition, question
from claimcheck.claims.model import Answer, Context
from claimcheck.claims.rounds import first_round
from claimcheck.claims.scope import COLUMNS, OTHER_SUITES, chips, in_words, near, pool, until
from claimcheck.claims.scope import where as results_where
from claimcheck.registers import Many, Text
from claimcheck.rounds import in_order

# What can be counted, and what one of it is.
THINGS = {
    "results": "a published result",
    "submitters": "a submitter, as it spells itself",
    "organisations": "an organisation; those behind a joint submission count each",
    "partners": "an organisation beside the maker of the silicon that ran",
    "vendors": "a maker of the silicon that ran",
    "systems": "a submitter's system",
    "chips": "an accelerator model",
    "benchmarks": "a benchmark, its accuracy variants merged",
    "rounds": "a round",
}
# What can be largest.
SIZES = {
    "accelerators": "accelerators of one system",
    "nodes": "nodes of one system",
    "value": "published result (of times, the shortest)",
    "per_accelerator": "published rate divided by accelerators",
}
Thing = Annotated[Literal[tuple(THINGS)], Field(description="what is counted")]
Size = Annotated[Literal[tuple(SIZES)], Field(description="what is largest")]
Name = Annotated[Text | Many[Text], Field(description="the name, or names, that should be alone")]
Names = Annotated[tuple[()] | Many[Text], Field(description="names that are not counted")]
_SHOWN = 30


@question(WHAT, BOTH)
def count(context: Context, what: Thing, where: Where, without: Names = ()) -> Answer:
    """How many ``what`` (submitters, chips, ...) the results that ``where`` meets are of, without ``without``.

    The rows are the first of each thing.
    """
    found = _distinct(context, what, where)
    for name in without if len(found) else ():
        # A name that is misspelt would be left out of nothing.
        if name not in set(found["thing"]):
            raise context.entry.fail(
                f"without: {name!r} is none of the {what}",
                "without",
                rule="what is left out is among what is counted",
                fix=near(name, sorted(found["thing"])),
            )
    found = found[~found["thing"].isin(without)]
    rows = found if what != "results" else found.drop_duplicates("submitter")
    how = f"{what}, {in_words(where)}: {_named(found, what)}"
    return Answer(float(len(found)), rows.drop(columns=["thing", "folded"]), how)


@question(WHAT, BOTH)
def largest(context: Context, what: Size, where: Where) -> Answer:
    """The largest ``what`` (accelerators, value, ...) of the results that ``where`` meets; of times, the shortest."""
    top, rows = _largest(context, what, where)
    if top.empty:
        return Answer(None, top, f"no result with a number of it: {in_words(where)}")
    row = top.iloc[0]
    how = f"{_holder(row)}; of {len(rows)} results, {in_words(where)}"
    return Answer(float(row[what]), top.head(1), how)


@condition(any_row=True)
def most_so_far(context: Context, what: Thing, where: Where) -> Found:
    """No round before the one that ``where`` names has as many ``what``, by the other filters of ``where``."""
    rounds = in_order(pool(context.tables, where)["round"])
    named = where.get("round")
    if named not in rounds:
        rule = "the count of one round is compared with those before"
        raise context.entry.fail("most_so_far names no one round", "where", rule=rule)
    found = {name: _distinct(context, what, {**where, "round": name}) for name in until(rounds, named)}
    now = found.pop(named)
    first = max(found, key=lambda name: len(found[name]), default=None)
    most = found[first] if first else now.head(0)
    said = f"{len(now)} {what} in {named}" + (f"; most before: {len(most)} in {first}" if first else "")
    shown = now if len(now) > len(most) else most
    return Found(len(now) > len(most), said, shown.drop(columns=["thing", "folded"]).head(1))


def _largest(context: Context, what: str, given: Mapping[str, Any]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows that share the first place, and all that were looked at."""
    rows = results_where(context, given)
    if what in ("value", "per_accelerator"):
        rows = rows.assign(per_accelerator=_shares(rows))
        cells = rows[["benchmark", "scenario", "unit"]].drop_duplicates()
        if len(cells) > 1:
            first = "; ".join(f"{c.benchmark} {c.scenario}" for c in cells.head(3).itertuples())
            raise context.entry.fail(
                f"where meets results of {len(cells)} benchmarks and scenarios ({first}, ...)",
                "where",
                rule="results are compared within one benchmark and scenario",
                fix="give where a benchmark and a scenario",
            )
    rows = rows[rows[what].notna()]
    if rows.empty:
        return rows, rows
    sizes = rows[what].astype(float)
    lower = what == "value" and not bool(rows.iloc[0]["higher_is_better"])
    top = rows[sizes == (sizes.min() if lower else sizes.max())]
    return top.sort_values("row_id"), rows


def _shares(rows: pd.DataFrame) -> pd.Series:
    rates = rows["higher_is_better"].fillna(False).astype(bool)
    return (rows["value"].astype(float) / rows["accelerators"].astype("Float64")).where(rates)


@condition("only {is_}", any_row=True)
def only(context: Context, what: Thing, is_: Name, where: Where) -> Found:
    """All results that ``where`` meets are of one ``what``, the one named ``is``, and there are some."""
    found = _distinct(context, what, where)
    wanted = set(is_) if isinstance(is_, tuple) else {is_}
    _known_things(context, what, where, wanted)
    others = found[~found["thing"].isin(wanted)]
    if found.empty:
        return Found(False, f"nobody has a result: {in_words(where)}")
    missing = sorted(wanted - set(found["thing"]))
    said = [f"no result of {', '.join(missing)}"] if missing else []
    if len(others):
        said.append(f"also {_named(others, what)}")
    alone = f"{', '.join(sorted(wanted))} alone"
    return Found(not said, f"{in_words(where)}: {'; '.join(said) or alone}", found.drop(columns=["thing", "folded"]))


@condition(any_row=True)
def held_by(
    context: Context,
    what: Size,
    where: Where,
    submitter: Text | None = None,
    vendor: Text | None = None,
    system: Text | None = None,
) -> Found:
    """The largest ``what`` that ``where`` meets is of the ``submitter``, ``vendor`` or ``system`` named."""
    asked = {n: v for n, v in {"submitter": submitter, "vendor": vendor, "system": system}.items() if v is not None}
    if len(asked) != 1:
        raise context.entry.fail("held_by names no one holder", rule="it takes one of submitter, vendor, system")
    ((holder, name),) = asked.items()
    names = sorted(pool(context.tables, where)[COLUMNS[holder]].dropna().unique())
    if name not in names:
        rule = "a holder is in the results"
        raise context.entry.fail(f"{holder} is {name!r}", holder, rule=rule, fix=near(name, names))
    top, _ = _largest(context, what, where)
    if top.empty:
        return Found(False, "no such result")
    holders = "; ".join(_holder(row) for _, row in top.drop_duplicates(["submitter", "system"]).head(3).iterrows())
    return Found(name in set(top[COLUMNS[holder]]), f"{in_words(where)}: {holders}", top.head(3))


@condition(any_row=True)
def has_results(context: Context, where: Where) -> Found:
    """``where`` meets a result."""
    rows = results_where(context, where).sort_values("row_id")
    said = f"{len(rows)} results, {in_words(where)}"
    if named := sorted({short_accelerator(str(name)) for name in rows["accelerator"].dropna()}):
        said += f"; on {_listed(named)}"
    if rows.empty and isinstance(where.get("benchmark"), str) and where.get("suite") not in OTHER_SUITES:
        said += f"; {where['benchmark']} was first run in {first_round(context, where['benchmark'])}"
    return Found(len(rows) > 0, said, rows.head(1))


@condition(any_row=True, rests=("results",))
def chip_has_results(context: Context, names: Words, where: Where, vendor: Vendor | None = None) -> Found:
    """A result that ``where`` meets is on an accelerator or system that bears one of ``names``.

    Other chips of ``vendor`` that have results are listed.
    """
    rows = results_where(context, where)
    bears = rows["accelerator"].fillna("") + " " + rows["system"].fillna("")
    wanted = [text for text in bears.unique() if any(name.lower() in text.lower() for name in names)]
    found = rows[bears.isin(wanted)]
    rounds = in_order(rows["round"])
    span = " to ".join(dict.fromkeys((rounds[0], rounds[-1])))
    said = f"{len(found)} of {len(rows):,} results, {span}"
    phrase = f"{len(found) or 'no'} result{'s' * (len(found) > 1)} on the chip in {span}"
    if vendor:
        others = rows[(rows["platform_vendor"] == vendor) & rows["accelerator"].notna()]
        by_chip = others.groupby(others["accelerator"].map(lambda a: short_accelerator(str(a))))["round"].unique()
        listed = ", ".join(f"{chip} ({' '.join(in_order(of))})" for chip, of in by_chip.items())
        said += f"; on other chips of {vendor}'s: {listed or 'none'}"
    return Found(len(found) > 0, said, found.head(1), phrase)


def _things(context: Context, rows: pd.DataFrame, what: str) -> pd.DataFrame:
    """``rows``, each once for every ``what`` that it is of, with its name as ``thing``."""
    if what == "organisations":
        found = organised(rows, organisations(context.tables.data))
        return found.rename(columns={"organisation": "thing"})
    if what == "chips":
        named = rows[rows["accelerator"].notna()]
        return named.assign(thing=[chips(str(a)) for a in named["accelerator"]]).explode("thing")
    if what == "systems":
        return rows.assign(thing=rows["submitter"] + " " + rows["system"])
    if what == "benchmarks":
        return rows.assign(thing=family(rows["benchmark"]))
    column = {"results": "row_id", "submitters": "submitter", "vendors": "platform_vendor", "rounds": "round"}[what]
    return rows.assign(thing=rows[column])


def _distinct(context: Context, what: str, given: Mapping[str, Any]) -> pd.DataFrame:
    """The first row, by ``row_id``, of each thing that filters meet, in the order of the things' names."""
    rows = results_where(context, given).sort_values("row_id")
    found = _things(context, rows, "organisations" if what == "partners" else what)
    found = found[found["thing"].notna()]
    if what == "partners":
        found = found[found["thing"] != found["platform_vendor"]]
    found = found.assign(folded=found["thing"].astype(str).str.casefold().str.replace(r"[\W_]", "", regex=True))
    same = ["thing"] if what == "results" else ["folded"]
    return found.drop_duplicates(same).sort_values("folded", kind="stable")


def _known_things(context: Context, what: str, given: Mapping[str, Any], wanted: set[str]) -> None:
    everywhere = {"division": "any"} | ({"suite": given["suite"]} if "suite" in given else {})
    names = sorted(_distinct(context, what, everywhere)["thing"])
    for name in wanted:
        if name not in names:
            raise context.entry.fail(
                f"is: no {what.rstrip('s')} is called {name!r}",
                "is",
                rule="it names what is in the results",
                fix=near(name, names),
            )


def _named(found: pd.DataFrame, what: str) -> str:
    if what == "results":
        by = found["submitter"].value_counts().sort_index()
        return ", ".join(f"{name} {n}" for name, n in by.items()) or "none"
    return _listed(list(found["thing"])) or "none"


def _listed(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


def _holder(row: pd.Series) -> str:
    size = "CPU only" if pd.isna(row["accelerators"]) else _size(row)
    result = "" if pd.isna(row["result_id"]) else f", result {row['result_id']}"
    return f"{row['submitter']}, {row['system']} ({size}), {row['round']}{result}"


def _size(row: pd.Series) -> str:
    chip = "accelerators" if pd.isna(row["accelerator"]) else short_accelerator(str(row["accelerator"]))
    return f"{int(row['accelerators'])} {chip}"
