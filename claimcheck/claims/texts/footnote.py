"""The footnote that MLCommons' rules ask of everybody who prints a result.

Source: mlcommons/policies, MLPerf_Results_Messaging_Guidelines.adoc at a4520be877.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import pandas as pd

from claimcheck.analysis.comparison import RULES, on_page
from claimcheck.core.printing import listed
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.rounds import Round, read_rounds

_WORDS = RULES["footnote"]
# Word for word, as the rules ask; the one sentence in this project that is not ours.
TRADEMARK = _WORDS["trademark"]
DERIVED = _WORDS["derived"]
Row = Mapping[str, Any]
# The columns of a result that its footnote names.
NAMED = (
    "round", "repo", "division", "benchmark", "scenario", "result_id", "page_id", "commit", "log_repo", "log_commit",
)  # fmt: skip
COUNTED = (
    "Counts, winners and ratios are our own composites of these results; MLCommons Association names no winners and "
    "has not verified them."
)

# What of compared results is to be said to differ.
_DIFFER = {
    "round": "version",
    "division": "division",
    "submitter": "submitter",
    "availability": "category",
    "accelerator": "accelerator",
    "accelerators": "number of accelerators",
}


def footnote(results: pd.DataFrame, data: Path = DATA_DIR, *, derived: bool = True) -> str:
    """The footnote for rows of ``inference_results``, as plain text.

    Names suite, version, division, benchmark, scenario and result IDs, where and when the results were retrieved, the
    copies that logs were read from, what is derived, and the trademark legend. Raises ValueError without rows: a
    footnote about nothing is a mistake of the caller.
    """
    if results.empty:
        raise ValueError("a footnote needs at least one result")
    return " ".join([*_of_results(results, data), *([DERIVED] if derived else []), TRADEMARK])


def _of_results(results: pd.DataFrame, data: Path) -> list[str]:
    """A sentence for each round: version, division, benchmarks, scenarios and result IDs, where and when retrieved.

    Another for each copy of the round that the log of a run is from.
    """
    rounds = {entry.key: entry for entry in read_rounds(data)}
    parts = []
    # Plain rows: a frame of few rows and many columns is slow to group.
    for (round_, repo), rows in _groups(results[list(NAMED)].to_dict("records"), "round", "repo"):
        cells = []
        for (division, benchmark), cell in _groups(rows, "division", "benchmark"):
            scenarios = ", ".join(sorted({row["scenario"] for row in cell}))
            ids = sorted({identified(row) for row in cell if pd.notna(row["result_id"])})
            named = _WORDS["results" if ids else "no results"].format(ids=", ".join(ids))
            names = {"division": division, "benchmark": benchmark, "scenarios": scenarios, "results": named}
            cells.append(_WORDS["cell"].format(**names))
        source = {"repo": repo, "commit": rows[0]["commit"][:10], "retrieved": retrieved(rounds[round_])}
        source["suite"] = RULES["suites"]["inference"]
        parts.append(_WORDS["round"].format(round=round_, cells="; ".join(cells), **source))
        copies = {(row["log_repo"], row["log_commit"]) for row in rows if pd.notna(row["log_repo"])}
        parts += [_WORDS["logs"].format(repo=copy, commit=commit[:10]) for copy, commit in sorted(copies)]
    return parts


def _groups(rows: Iterable[Row], *names: str) -> list[tuple[tuple[str, ...], list[Row]]]:
    """Rows by their values of some columns, in order of these."""
    values = itemgetter(*names)
    return [(key, list(group)) for key, group in groupby(sorted(rows, key=values), values)]


def identified(row: Row) -> str:
    """A result's published ID, with those that MLCommons' own page gives it: 5.1-0088 [MLCommons' page: 5.1-0087]."""
    page = on_page(row)
    return f"{row['result_id']} [{page}]" if page else str(row["result_id"])


def rounds_footnote(
    data: Path = DATA_DIR, rounds: Sequence[str] | None = None, results: pd.DataFrame | None = None
) -> str:
    """The footnote for a picture or count over whole rounds (keys of ``rounds.yml``; default: every one).

    Names suites and versions, where and when they were retrieved, that counts are ours, and the trademark legend;
    before them the single ``results``, where there are any. Raises KeyError for an unknown round.
    """
    known = {round_.key: round_ for round_ in read_rounds(data)}
    chosen = [known[key] for key in (rounds if rounds is not None else known)]
    suites: dict[str, list[str]] = {}
    for round_ in chosen:
        suites.setdefault(round_.title, []).append(round_.name)
    named = "; ".join(f"{suite.replace('MLPerf', 'MLPerf®')} {', '.join(names)}" for suite, names in suites.items())
    dates = sorted({round_.retrieved for round_ in chosen})
    when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    single = [] if results is None or results.empty else [*_of_results(results, data), DERIVED]
    whole = (
        f"{'Counts: ' if single else ''}{named}; all benchmarks and scenarios, from the repositories and commits that "
        f"the data page names, retrieved {when}."
    )
    return " ".join([*single, whole, COUNTED, TRADEMARK])


_SUITES = re.compile(r"MLPerf® (Inference|Training|HPC) (v\d+\.\d+(?:, v\d+\.\d+)*)")


def source_line(text: str) -> str:
    """The rounds that the footnote in ``text`` names, in one line; empty without any."""
    suites: dict[str, list[str]] = {}
    for suite, versions in _SUITES.findall(text):
        suites.setdefault(suite, []).extend(versions.split(", "))
    if TRADEMARK not in text or not suites:
        return ""
    parts = []
    for suite, versions in suites.items():
        known = list(dict.fromkeys(versions))
        parts.append(f"{suite} {listed(known) if len(known) <= 3 else f'{known[0]} to {known[-1]}'}")
    ours = "; calculation ours" if DERIVED in text else "; counts ours" if COUNTED in text else ""
    return f"MLCommons, MLPerf® {listed(parts)}{ours}"


def without_legend(text: str) -> str:
    """A footnote without the trademark legend, for a page that has it in its foot."""
    return text.replace(TRADEMARK, "").rstrip()


def retrieved(round_: Round) -> str:
    """When a round was retrieved, and from a copy where it was one."""
    return f"{f'read from {round_.read_from}' if round_.read_from else 'retrieved'} on {round_.retrieved}"


def caption(note: str, results: pd.DataFrame, *, rounds: Sequence[str] | None = None, derived: bool = True) -> str:
    """A note, how the results differ, and the footnote for them or, with ``rounds``, for whole rounds."""
    first = " ".join(filter(None, (note, _differences(results))))
    if rounds is not None:
        last = rounds_footnote(rounds=rounds)
    else:
        last = footnote(results, derived=derived) if len(results) else ""
    return "\n\n".join(filter(None, (first, last)))


def _differences(results: pd.DataFrame) -> str:
    """In what compared results differ, as MLCommons asks to be said; empty for one result."""
    names = [words for name, words in _DIFFER.items() if results[name].nunique(dropna=False) > 1]
    if not names:
        return ""
    said = f"Results differ in {listed(names)}."
    preview = results[results["availability"].eq("preview")]
    if "category" in names and 0 < preview["submitter"].nunique() <= 3:
        who = sorted({*(preview["submitter"] + "'s in " + preview["round"])})
        said += f" Of the category preview: {listed(who)}."
    if results["scenario"].nunique() > 1:
        said += " Figures of different scenarios are not compared."
    return said
