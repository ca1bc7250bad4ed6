"""Where a number comes from: what ``claimcheck find`` prints of the results that print a figure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pandas as pd

from claimcheck.analysis import find as search
from claimcheck.analysis.gains import chip_name
from claimcheck.analysis.tables import Tables
from claimcheck.claims.texts.compare import cell_in_words, result_in_words
from claimcheck.claims.texts.footnote import footnote
from claimcheck.claims.texts.printing import wrapped
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import as_published, half_up, listed, sentence
from claimcheck.data.edition import read_edition
from claimcheck.data.rounds import order

RULES = search.RULES
COMPARE, RESULTS = "book/compare", "book/results"
# The most characters of a phrase, and the most results or pairs that are printed.
LONGEST, MOST = 500, 1_000
_PERCENT = ("saving", "gain", "share")


@dataclass(frozen=True)
class Answer:
    """What was found of one figure of a phrase, with the phrase as it was read."""

    asked: search.Asked
    figure: search.Figure
    found: search.Found


def find(tables: Tables, phrase: str, limit: int = 10) -> Answer:
    """Look for the first figure of a phrase that results can print, among the results that its words name.

    Raises ClaimcheckError for a phrase without such a figure or of more than LONGEST characters.
    """
    if len(phrase) > LONGEST:
        raise ClaimcheckError(
            f"the phrase has {len(phrase):,} characters", rule=f"at most {LONGEST}", fix="give one sentence"
        )
    pool = tables.once("find", lambda: search.Pool(tables.results, tables.listed))
    asked = search.read(phrase, tables.once("find names", pool.names))
    figure = next((one for one in asked.figures if one.kinds), None)
    if figure is None:
        other = f"{asked.figures[0].text!r} is a figure of another kind" if asked.figures else "no figure in the phrase"
        raise ClaimcheckError(
            other,
            rule="a figure is a ratio, a percentage, a rate, a total or a time of MLPerf results",
            fix='give one with its unit: "2.77x", "60% lower cost", "8,064 tokens/s per GPU", "21 seconds"',
        )
    return Answer(asked, figure, search.find(pool, asked, figure, limit))


def value_text(hit: search.Hit, figure: search.Figure, row: pd.Series) -> str:
    """The figure in one digit more than it was printed in; a published total or time as it was published."""
    if not figure.of_pairs:
        return as_published(row["value"]) if hit.measure == "total" else f"{half_up(hit.value, 1):,}"
    return f"{half_up(hit.value * (100 if hit.kind in _PERCENT else 1), figure.decimals + 1):,}"


def in_words(answer: Answer, hit: search.Hit, rows: list[pd.Series]) -> str:
    """A hit in one sentence."""
    measure = RULES["measures"][hit.measure]
    words = {"value": value_text(hit, answer.figure, rows[0]), "cell": cell_in_words(rows[0]), "measure": measure}
    if not answer.figure.of_pairs:
        timed = not bool(rows[0]["higher_is_better"])
        return RULES["single_time" if timed else "single"].format(
            result=result_in_words(rows[0]), unit=rows[0]["unit"], **words
        )
    over, under = (result_in_words(row) for row in rows)
    templates = RULES["pair" if bool(rows[0]["higher_is_better"]) else "faster"]
    return templates[hit.kind].format(over=over, under=under, **words)


def against(answer: Answer, hit: search.Hit) -> str:
    """What speaks against a hit, or that nothing does, in a sentence."""
    declared, none = ("faults", "no_faults") if answer.figure.of_pairs else ("single_faults", "no_single_faults")
    words = [RULES[declared][name]["words"] for name in hit.faults]
    return f"{sentence('; '.join(words))}" if words else RULES[none]


def left_out(answer: Answer, rows: list[pd.Series]) -> str:
    """What a sentence of the phrase's words leaves out of a hit."""
    parts = []
    for category, words in RULES["leaves_out"].items():
        named = {value for values in answer.asked.names.get(category, ()) for value in values}
        values = dict.fromkeys(_stated(row, category) for row in rows)
        named |= {str(row["benchmark"]) for row in rows} if category == "benchmark" and named else set()
        if rest := [value for value in values if value not in named]:
            parts.append(words.format(values=listed(rest)))
    return RULES["leaves_out_all"].format(parts=", ".join(parts)) if parts else RULES["leaves_out_none"]


def _stated(row: pd.Series, category: str) -> str:
    if category == "chip":
        name = row["accelerator"]
        return RULES["none"] if pd.isna(name) else chip_name(str(name), str(row["system"]))
    value = row[category]
    if pd.isna(value):
        return RULES["not_stated" if category == "availability" else "none"]
    return str(int(value)) if category == "accelerators" else str(value)


def worth(answer: Answer) -> list[str]:
    """What the search is worth, in sentences: how many were tried, how many match, and how many others would."""
    found, figure, words = answer.found, answer.figure, RULES["worth"]
    cut = words["cut"].format(n=f"{found.cut:,}") if found.cut else ""
    kind = "pairs" if figure.of_pairs else "singles"
    sentences = [words[kind].format(matching=f"{found.matching:,}", tried=f"{found.tried:,}", cut=cut)]
    if found.share is not None:
        first, last = (
            f"{half_up(end / 10**figure.decimals, figure.decimals):,}{figure.tail}" for end in (found.first, found.last)
        )
        shares = [found.share] + ([] if found.alike is None else [found.alike])
        texts = [str(half_up(one * 100, 0 if one >= 0.01 or not one else 1)) for one in shares]
        sentences.append(words["chance"].format(n=f"{found.figures:,}", first=first, last=last, share=texts[0]))
        if found.alike is not None:
            sentences.append(words["alike"].format(share=texts[1]))
        if found.matching:
            bounds = RULES["bounds"]
            strength = next((name for name in ("no evidence", "weak") if shares[-1] >= bounds[name]), "strong")
            sentences.append(words[strength])
    return sentences


def unknown(answer: Answer) -> str:
    """Which words name nothing, in a sentence; empty where all do."""
    words = [
        RULES["unknown_near"].format(word=f"“{word}”", names=" or ".join(near)) if near else f"“{word}”"
        for word, near in answer.asked.unknown
    ]
    return RULES["unknown"].format(words=", ".join(words)) if words else ""


def as_json(tables: Tables, answer: Answer, *, footnotes: bool = True) -> dict[str, Any]:
    """The answer as ``claimcheck find --json`` prints it, and, without addresses and footnotes, as the page has it."""
    figure, found = answer.figure, answer.found
    edition = read_edition()

    def said(hit: search.Hit) -> dict[str, Any]:
        rows = [tables.results.iloc[place] for place in hit.rows]
        # The page that compares two results has the earlier one first.
        pair = sorted(reversed(rows), key=lambda row: order(row["round"]))
        ids = [str(row["row_id"]) for row in pair]
        query = urlencode({"a": ids[0], "b": ids[1]} if len(ids) > 1 else {"row": ids[0]})
        page = {
            "address": f"{edition.page(COMPARE if len(ids) > 1 else RESULTS)}#{query}",
            "footnote": footnote(pd.DataFrame(pair), tables.data, derived=figure.of_pairs or hit.measure == "per"),
        }
        return {
            "rows": [str(row["row_id"]) for row in rows],
            "kind": hit.kind,
            "measure": RULES["measures"][hit.measure],
            "value": hit.value,
            "cut": hit.cut,
            "sentence": in_words(answer, hit, rows),
            "divisions": list(dict.fromkeys(str(row["division"]) for row in rows)),
            "owners": list(dict.fromkeys(str(row["submitter"]) for row in rows)),
            "against": against(answer, hit),
            "points": hit.points,
            "leaves_out": left_out(answer, rows),
            "query": query,
            **(page if footnotes else {}),
        }

    return {
        "figure": figure.text,
        "read_as": list(figure.kinds),
        "unit": figure.unit,
        "measure": figure.measure and RULES["measures"][figure.measure],
        "reading": figure.reading,
        "says": RULES["readings"][figure.reading]["says"],
        "names": {category: [list(values) for values in names] for category, names in answer.asked.names.items()},
        "unknown": unknown(answer),
        "tried": found.tried,
        "matching": found.matching,
        "cut": found.cut,
        "share": found.share,
        "alike": found.alike,
        "worth": worth(answer),
        "hits": [said(hit) for hit in found.hits],
        "nearest": [said(hit) for hit in found.nearest],
    }


def report(tables: Tables, answer: Answer) -> Iterator[str]:
    """The answer for a terminal, line by line."""
    said = as_json(tables, answer)
    names = "; ".join(
        f"{category} {' and '.join(' or '.join(values) for values in named)}"
        for category, named in said["names"].items()
    )
    yield from wrapped(f"{said['figure']} ({said['reading']}): {said['says']}.")
    yield from wrapped(f"Looked for among: {names or 'all results of the closed division'}.")
    yield from wrapped(said["unknown"])
    yield from wrapped(" ".join(said["worth"]))
    if not said["hits"]:
        yield ""
        yield from wrapped(RULES["none_found"])
        if said["nearest"]:
            yield "What comes nearest:"
    for place, hit in enumerate(said["hits"] or said["nearest"], 1):
        yield ""
        yield from wrapped(f"{place}. {hit['sentence']}")
        for text in (hit["against"], hit["leaves_out"], hit["footnote"]):
            yield from wrapped(text, 3)
        yield f"   {hit['address']}"
    yield ""
    yield from wrapped(RULES["scope"])
