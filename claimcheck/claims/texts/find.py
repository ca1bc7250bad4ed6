"""Where a number comes from: what ``claimcheck find`` prints of the results that print a figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pandas as pd

from claimcheck.analysis import find as search
from claimcheck.analysis.results import title
from claimcheck.analysis.tables import Tables
from claimcheck.analysis.view import product
from claimcheck.claims.texts.compare import result_in_words
from claimcheck.claims.texts.footnote import footnote
from claimcheck.claims.texts.printing import wrapped
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import as_published, half_up, listed, sentence
from claimcheck.data.edition import read_edition
from claimcheck.data.facts import known_exceptions
from claimcheck.data.rounds import order

RULES = search.RULES
COMPARE, RESULTS = "book/compare", "book/results"
# The most characters of a phrase, and the most results or pairs that are printed.
LONGEST, MOST = 500, 1_000
_PERCENT = ("saving", "gain", "share", "multiple")


@dataclass(frozen=True)
class Answer:
    """What was found of one figure of a phrase, with the phrase as it was read."""

    asked: search.Asked
    figure: search.Figure
    outcome: search.Outcome


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
    figure = next((figure for figure in asked.figures if figure.kinds), None)
    if figure is None:
        raise ClaimcheckError(
            f"{asked.figures[0].text!r} is a figure of another kind" if asked.figures else "no figure in the phrase",
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
    first = rows[0]
    words = {
        "value": value_text(hit, answer.figure, first),
        "cell": f"{title(str(first['benchmark']))} {first['scenario']}",
        "measure": RULES["measures"][hit.measure],
    }
    rated = bool(first["higher_is_better"])
    results = [result_in_words(row) for row in rows]
    if not answer.figure.of_pairs:
        return RULES["single" if rated else "single_time"].format(result=results[0], unit=first["unit"], **words)
    return RULES["pair" if rated else "faster"][hit.kind].format(over=results[0], under=results[1], **words)


def against(answer: Answer, hit: search.Hit) -> str:
    """What speaks against a hit, or that nothing does, in a sentence."""
    declared, none = ("faults", "no_faults") if answer.figure.of_pairs else ("single_faults", "no_single_faults")
    words = [RULES[declared][name]["words"] for name in hit.faults]
    return sentence("; ".join(words)) if words else RULES[none]


def among(asked: search.Asked) -> str:
    """Among which results a figure is looked for, in a sentence."""
    words = {"benchmark": title, "accelerators": lambda number: RULES["among_accelerators"].format(n=number)}
    names = [
        " and ".join(" or ".join(map(words.get(category, str), values)) for values in names)
        for category, names in asked.names.items()
    ]
    return RULES["among"].format(names=", ".join(names)) if names else RULES["among_all"]


def left_out(answer: Answer, rows: list[pd.Series]) -> str:
    """What a sentence of the phrase's words leaves out of a hit."""
    parts = []
    for category, words in RULES["leaves_out"].items():
        named = {value for values in answer.asked.names.get(category, ()) for value in values}
        if category == "benchmark" and named:
            continue
        values = dict.fromkeys(_stated(row, category) for row in rows)
        if unnamed := [value for value in values if value not in named]:
            parts.append(words.format(values=listed(unnamed)))
    return RULES["leaves_out_all"].format(parts=", ".join(parts)) if parts else RULES["leaves_out_none"]


def _stated(row: pd.Series, category: str) -> str:
    value = row["accelerator" if category == "chip" else category]
    if pd.isna(value):
        return RULES["not_stated" if category == "availability" else "none"]
    if category == "chip":
        return product(str(value), str(row["system"]))
    if category == "benchmark":
        return title(str(value))
    return str(int(value)) if category == "accelerators" else str(value)


def strength(outcome: search.Outcome) -> str | None:
    """How much a match says: "strong", "weak" or "no evidence"; None without a match or a share."""
    share = outcome.share if outcome.alike is None else outcome.alike
    if share is None or not outcome.matching:
        return None
    return next((name for name in ("no evidence", "weak") if share >= RULES["bounds"][name]), "strong")


def on_pages(tables: Tables) -> dict[float, str]:
    """A sentence for each figure that MLCommons' pages print and no result has, or that they lack, by the figure."""
    excepted = [entry for entry in known_exceptions(tables.data).values() if entry.check == "result_page"]
    why = {(entry.column, row): entry.why for entry in excepted for row in entry.rows}
    if not why:
        return {}
    pages = tables.table("result_pages").set_index(["row_id", "page_id"])
    found: dict[float, list[tuple[pd.Series, pd.Series]]] = {}
    for _, row in tables.results[tables.results["row_id"].isin({row for _, row in why})].iterrows():
        if ("value", row["row_id"]) in why:
            page = pages.loc[(row["row_id"], row["result_id"])]
        elif pd.notna(row["page_id"]) and row["page_id"] == "none":
            page = row
        else:
            continue
        found.setdefault(float(page["value"]), []).append((row, page))
    return {figure: _on_page(figure, pairs, why) for figure, pairs in found.items()}


def _on_page(figure: float, pairs: list[tuple[pd.Series, pd.Series]], why: Mapping[tuple[str, str], str]) -> str:
    """The sentence on a figure; ``pairs`` are the results that it is printed for, each with its row of the page, or
    itself where the page lacks it."""
    row, page = pairs[0]
    lacks = page is row
    return RULES["off_page" if lacks else "on_page"].format(
        round=row["round"],
        figure=as_published(figure),
        page_unit=page["unit"],
        ids=listed([str(result["result_id"]) for result, _ in pairs]),
        cell=f"{str(row['submitter']).replace('_', ' ')}, {title(str(row['benchmark']))} {row['scenario']}",
        values=listed([as_published(result["value"]) for result, _ in pairs]),
        unit=row["unit"],
        why=why["page_id" if lacks else "value", row["row_id"]],
    )


def worth(answer: Answer) -> list[str]:
    """What the search is worth, in sentences: how many were tried, how many match, and how many others would."""
    outcome, figure, words = answer.outcome, answer.figure, RULES["worth"]
    if not outcome.tried:
        return [words["untried"].format(what=words["pair" if figure.of_pairs else "single"])]
    cut = words["cut"].format(n=f"{outcome.cut:,}") if outcome.cut else ""
    kind = "pairs" if figure.of_pairs else "singles"
    sentences = [words[kind].format(matching=f"{outcome.matching:,}", tried=f"{outcome.tried:,}", cut=cut)]
    if outcome.share is not None:
        ends = (half_up(end / 10**figure.decimals, figure.decimals) for end in (outcome.first, outcome.last))
        first, last = (f"{end:,}{figure.tail}" for end in ends)
        shares = [outcome.share] + ([] if outcome.alike is None else [outcome.alike])
        percents = [str(half_up(share * 100, 0 if share >= 0.01 or not share else 1)) for share in shares]
        sentences.append(words["chance"].format(n=f"{outcome.figures:,}", first=first, last=last, share=percents[0]))
        if outcome.alike is not None:
            sentences.append(words["alike"].format(share=percents[1]))
    if judged := strength(outcome):
        sentences.append(words[judged])
    return sentences


def unknown(answer: Answer) -> str:
    """Which words name nothing, in a sentence; empty where all do."""
    words = [
        RULES["unknown_near"].format(word=f"“{word}”", names=" or ".join(map(title, near))) if near else f"“{word}”"
        for word, near in answer.asked.unknown
    ]
    return RULES["unknown"].format(words=", ".join(words)) if words else ""


def as_json(tables: Tables, answer: Answer, *, footnotes: bool = True) -> dict[str, Any]:
    """The answer as ``claimcheck find --json`` prints it, and, without addresses and footnotes, as the page has it."""
    figure, outcome = answer.figure, answer.outcome
    edition = read_edition()
    page = tables.once("on pages", lambda: on_pages(tables)).get(figure.digits / 10**figure.decimals)

    def in_json(hit: search.Hit) -> dict[str, Any]:
        rows = [tables.results.iloc[place] for place in hit.rows]
        # The page that compares two results has the earlier one first.
        pair = sorted(reversed(rows), key=lambda row: order(row["round"]))
        ids = [str(row["row_id"]) for row in pair]
        query = urlencode({"a": ids[0], "b": ids[1]} if len(ids) > 1 else {"row": ids[0]})
        place = {
            "address": f"{edition.page(COMPARE if len(ids) > 1 else RESULTS)}#{query}",
            "footnote": footnote(
                pd.DataFrame(pair), tables.data, derived=figure.of_pairs or hit.measure == "per", logs=False
            ),
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
            **(place if footnotes else {}),
        }

    return {
        "figure": figure.text,
        "read_as": list(figure.kinds),
        "unit": figure.unit,
        "measure": figure.measure and RULES["measures"][figure.measure],
        "reading": figure.reading,
        "says": RULES["readings"][figure.reading]["says"],
        "names": {category: [list(values) for values in names] for category, names in answer.asked.names.items()},
        "among": among(answer.asked),
        "unknown": unknown(answer),
        "tried": outcome.tried,
        "matching": outcome.matching,
        "cut": outcome.cut,
        "share": outcome.share,
        "alike": outcome.alike,
        "worth": [*([page] if page else []), *worth(answer)],
        "strength": strength(outcome),
        "hits": [in_json(hit) for hit in outcome.hits],
        "nearest": [in_json(hit) for hit in outcome.nearest],
    }


def report(tables: Tables, answer: Answer) -> Iterator[str]:
    """The answer for a terminal, line by line."""
    texts = as_json(tables, answer)
    yield from wrapped(f"{texts['figure']} ({texts['reading']}): {texts['says']}.")
    for text in (texts["among"], texts["unknown"], " ".join(texts["worth"])):
        yield from wrapped(text)
    if texts["tried"] and not texts["hits"]:
        yield ""
        yield from wrapped(RULES["none_found"])
        if texts["nearest"]:
            yield "What comes nearest:"
    for place, hit in enumerate(texts["hits"] or texts["nearest"], 1):
        yield ""
        yield from wrapped(f"{place}. {hit['sentence']}")
        for text in (hit["against"], hit["leaves_out"], hit["footnote"]):
            yield from wrapped(text, 3)
        yield f"   {hit['address']}"
    yield ""
    yield from wrapped(RULES["scope"])
