"""Questions and conditions over all results that filters meet: how many, who alone, the largest and whose.

Each takes ``where``, filters as ``claims.scope`` reads them, so that one question serves any
round, vendor, division, benchmark and suite.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pandas as pd

from claimcheck.analysis.coverage import organised
from claimcheck.analysis.organisations import organisations
from claimcheck.analysis.results import short_accelerator
from claimcheck.analysis.wins.entries import family
from claimcheck.claims.model import Answer, Context
from claimcheck.claims.scope import chips, in_words, near, pool, where

# What can be counted, and what one of it is.
THINGS = {
    "results": "a published result",
    "submitters": "a submitter, as it spells itself",
    "organisations": "an organisation; those behind a joint submission count each",
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
HOLDERS = {"submitter": "submitter", "vendor": "platform_vendor", "system": "system"}
_SHOWN = 30


def count(context: Context, spec: dict[str, Any]) -> Answer:
    """How many ``what`` (submitters, chips, ...) the results that ``where`` meets are of, without ``without``."""
    left_out = spec.get("without", [])
    names = set(_distinct(context, spec)["thing"]) if left_out else set()
    for name in left_out if names else ():
        # A name that is misspelt would be left out of nothing.
        if name not in names:
            raise context.entry.fail(
                f"without: {name!r} is none of the {spec['what']}",
                "without",
                rule="what is left out is among what is counted",
                fix=near(name, sorted(names)),
            )
    return tally(context, spec, left_out)


def tally(context: Context, spec: dict[str, Any], left_out: Collection[str] = ()) -> Answer:
    """``count`` with ``left_out`` names left out, whether they are there or not; the first row of each thing."""
    found = _distinct(context, spec)
    found = found[~found["thing"].isin(left_out)]
    how = f"{spec['what']}, {in_words(spec.get('where', {}))}: {_named(found, spec['what'])}"
    rows = found if spec["what"] != "results" else found.drop_duplicates("submitter")
    return Answer(float(len(found)), rows.drop(columns=["thing", "folded"]), how)


def largest(context: Context, spec: dict[str, Any]) -> Answer:
    """The largest ``what`` (accelerators, value, ...) of the results that ``where`` meets; of times, the shortest."""
    top, rows = _largest(context, spec)
    if top.empty:
        return Answer(None, top, f"no result with a number of it: {in_words(spec.get('where', {}))}")
    row = top.iloc[0]
    how = f"{_holder(row)}; of {len(rows)} results, {in_words(spec.get('where', {}))}"
    return Answer(float(row[spec["what"]]), top.head(1), how)


def _largest(context: Context, spec: dict[str, Any]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The rows that share the first place, and all that were looked at."""
    what, rows = spec["what"], where(context, spec)
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


def only(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """All results that ``where`` meets are of one ``what``, the one named ``is``, and there are some."""
    found = _distinct(context, spec)
    wanted = set(spec["is"]) if isinstance(spec["is"], list) else {spec["is"]}
    _known_things(context, spec, wanted)
    others = found[~found["thing"].isin(wanted)]
    scope = in_words(spec.get("where", {}))
    if found.empty:
        return False, f"nobody has a result: {scope}"
    missing = sorted(wanted - set(found["thing"]))
    said = [f"no result of {', '.join(missing)}"] if missing else []
    if len(others):
        said.append(f"also {_named(others, spec['what'])}")
    alone = f"{', '.join(sorted(wanted))} alone"
    return not said, f"{scope}: {'; '.join(said) or alone}"


def held_by(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """The largest ``what`` that ``where`` meets is of the ``submitter``, ``vendor`` or ``system`` named."""
    asked = [name for name in HOLDERS if name in spec]
    if len(asked) != 1:
        raise context.entry.fail("held_by names no one holder", rule="it takes one of submitter, vendor, system")
    column, name = HOLDERS[asked[0]], spec[asked[0]]
    names = sorted(pool(context.tables, spec["where"])[column].dropna().unique())
    if name not in names:
        rule = "a holder is in the results"
        raise context.entry.fail(f"{asked[0]} is {name!r}", asked[0], rule=rule, fix=near(name, names))
    top, _ = _largest(context, spec)
    if top.empty:
        return False, "no such result"
    holders = "; ".join(_holder(row) for _, row in top.drop_duplicates(["submitter", "system"]).head(3).iterrows())
    return name in set(top[column]), f"{in_words(spec.get('where', {}))}: {holders}"


def has_results(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """``where`` meets a result."""
    rows = where(context, spec)
    return len(rows) > 0, f"{len(rows)} results, {in_words(spec.get('where', {}))}"


def no_results(context: Context, spec: dict[str, Any]) -> tuple[bool, str]:
    """``where`` meets no result."""
    holds, said = has_results(context, spec)
    return not holds, said


QUESTIONS = {"count": count, "largest": largest}
# name: (finding, label, arguments needed, arguments that may be given)
FINDINGS = {
    "only": (only, "only {is}", ("what", "is", "where"), ()),
    "held_by": (held_by, "", ("says", "what", "where"), tuple(HOLDERS)),
    "has_results": (has_results, "", ("says", "where"), ()),
    "no_results": (no_results, "", ("says", "where"), ()),
}


def rows_behind(context: Context, specs: Iterable[dict[str, Any]]) -> list[pd.DataFrame]:
    """Results that the conditions of this module among ``specs`` rest on: one of each thing, or the largest."""
    frames = []
    for spec in specs:
        if spec.get("test") == "only":
            frames.append(_distinct(context, spec).drop(columns=["thing", "folded"]))
        elif spec.get("test") == "held_by":
            frames.append(_largest(context, spec)[0].head(3))
        elif spec.get("test") == "has_results":
            frames.append(where(context, spec).sort_values("row_id").head(1))
    return frames


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


def _distinct(context: Context, spec: dict[str, Any]) -> pd.DataFrame:
    """The first row, by ``row_id``, of each thing that ``where`` meets, in the order of the things' names."""
    found = _things(context, where(context, spec).sort_values("row_id"), spec["what"])
    found = found[found["thing"].notna()]
    found = found.assign(folded=found["thing"].astype(str).str.casefold().str.replace(r"[\W_]", "", regex=True))
    same = ["thing"] if spec["what"] == "results" else ["folded"]
    return found.drop_duplicates(same).sort_values("folded", kind="stable")


def _known_things(context: Context, spec: dict[str, Any], wanted: set[Any]) -> None:
    suite = spec["where"].get("suite")
    everywhere = {"what": spec["what"], "where": {"division": "any"} | ({"suite": suite} if suite else {})}
    names = sorted(_distinct(context, everywhere)["thing"])
    for name in wanted:
        if name not in names:
            raise context.entry.fail(
                f"is: no {spec['what'].rstrip('s')} is called {name!r}",
                "is",
                rule="it names what is in the results",
                fix=near(name, names),
            )


def _named(found: pd.DataFrame, what: str) -> str:
    if what == "results":
        by = found["submitter"].value_counts().sort_index()
        return ", ".join(f"{name} {n}" for name, n in by.items()) or "none"
    names = list(found["thing"])
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return (", ".join(names[:_SHOWN]) or "none") + more


def _holder(row: pd.Series) -> str:
    size = "CPU only" if pd.isna(row["accelerators"]) else _size(row)
    result = "" if pd.isna(row["result_id"]) else f", result {row['result_id']}"
    return f"{row['submitter']}, {row['system']} ({size}), {row['round']}{result}"


def _size(row: pd.Series) -> str:
    chip = "accelerators" if pd.isna(row["accelerator"]) else short_accelerator(str(row["accelerator"]))
    return f"{int(row['accelerators'])} {chip}"
