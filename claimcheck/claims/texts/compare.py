"""Compare any two results by the conditions of the verdicts, for ``claimcheck compare`` and its page."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import yaml

from claimcheck.analysis import compare as judgement
from claimcheck.analysis.cost import cost_per_million_tokens, saving
from claimcheck.analysis.results import per_accelerator
from claimcheck.analysis.tables import Tables
from claimcheck.claims.register.claim import Claim
from claimcheck.claims.texts.footnote import footnote
from claimcheck.claims.texts.printing import wrapped
from claimcheck.claims.verdict.evaluate import evaluate_claim
from claimcheck.claims.verdict.evidence import with_links
from claimcheck.claims.verdict.figures import comparable
from claimcheck.claims.verdict.result import Condition
from claimcheck.core.documents import Entry
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import as_published, formatted, half_up, quantity, sentence
from claimcheck.data.rounds import order

# How many results an error names where words fit several.
_NAMED = 8
# Words of a result by which it is found.
_HAYSTACK = (
    "row_id", "round", "division", "submitter", "system", "system_name", "accelerator", "benchmark", "scenario",
    "availability",
)  # fmt: skip
RULES = judgement.RULES
# What a reader sees of both results; the last three are of the table systems.
SEEN = RULES["seen"]
DESCRIBED = ("host_processor", "host_memory", "network")
_SYSTEM = ["round", "division", "submitter", "system"]
# Columns of an operating point.
RUN = (*RULES["denominators"], *RULES["logged"])


class ComparedCondition(NamedTuple):
    """A condition on two results: whether it holds (None where the source does not say), and what follows if not."""

    name: str
    holds: bool | None
    detail: str
    follows: str


@dataclass(frozen=True)
class Compared:
    """Two results compared, the one of the earlier round first.

    ``allowed`` and ``why``: may they be compared; ``together``: the ratio if all failing conditions were met;
    ``denominators``: the ratio per accelerator by each rate of RULES, where the logs of both runs are known;
    ``described``, ``runs``, ``accuracy``: what is known of either, by the columns of SEEN and RUN, and by metric.
    """

    before: pd.Series
    after: pd.Series
    allowed: judgement.Allowed
    why: str
    ratio: judgement.Ratio | None
    conditions: tuple[ComparedCondition, ...]
    together: Condition | None
    denominators: dict[str, float]
    described: tuple[dict[str, str | None], dict[str, str | None]]
    runs: tuple[dict[str, float | None] | None, dict[str, float | None] | None]
    accuracy: tuple[tuple[str, ...], tuple[str, ...]]
    footnote: str

    @property
    def ratio_text(self) -> str:
        """The ratio in print, per accelerator where both are divided: 2.77x."""
        assert self.ratio is not None
        return quantity(self.ratio.shown, "x", judgement.decimals(self.ratio.shown)).text


def compare(tables: Tables, first: str, second: str) -> Compared:
    """Compare two results by their ids or by words that fit one result alone.

    Raises ClaimcheckError for words that fit none or several, and for one result given twice.
    """
    rows = [find(tables.results, text) for text in (first, second)]
    if rows[0]["row_id"] == rows[1]["row_id"]:
        raise ClaimcheckError(f"both are {rows[0]['row_id']}", rule="a comparison has two results", fix="name another")
    return of_rows(tables, *rows)


def of_rows(tables: Tables, first: pd.Series, second: pd.Series) -> Compared:
    """Compare two rows of inference_results, the one of the earlier round first."""
    before, after = sorted((first, second), key=lambda row: order(row["round"]))
    allowed, why = judgement.may_compare(before, after, tables.listed)
    ratio = judgement.ratio(before, after) if allowed != "no" else None
    evaluated, conditions = None, []
    if ratio is not None:
        claim = claim_of(before, after, ratio)
        # The page that compares any two results asks these conditions as well, in the browser.
        claim._asked = False
        evaluated = evaluate_claim(claim, tables)
        can = {spec.test for spec in claim.conditions if claim.imposable(spec)}
        imposed = can if comparable(before, after, can) else ()
        answers = dict(zip((spec.test for spec in claim.conditions), evaluated.conditions, strict=False))
        conditions = [
            _condition(name, before, after, tables, answers.get(name), name in imposed) for name in judgement.ASKED
        ]
    runs = tuple(_run(tables, row) for row in (before, after))
    shares = {}
    if evaluated and all(runs) and ratio.per_accelerator is not None:
        shares = {
            name: runs[1][column] / runs[0][column]
            for column, name in RULES["denominators"].items()
            if runs[0][column] is not None and runs[1][column] is not None
        }
    return Compared(
        before,
        after,
        allowed,
        why,
        ratio,
        tuple(conditions),
        evaluated.together if evaluated else None,
        shares,
        tuple(described(tables, row) for row in (before, after)),
        runs,
        tuple(accuracy(tables, row) for row in (before, after)),
        footnote(pd.DataFrame([before, after]), tables.data, derived=ratio is not None, logs=False),
    )


def _condition(
    name: str, before: pd.Series, after: pd.Series, tables: Tables, answer: Condition | None, imposed: bool
) -> ComparedCondition:
    """A condition as the claim's ``answer`` has it; without one, as the rules of comparison say."""
    if name == judgement.VERSIONS:
        settled = judgement.versions(before, after, tables.listed)[0] != "not settled"
        follows = matters_in_words(answer, imposed) if settled else RULES["matters"]["unknown"]
        return ComparedCondition(answer.name, answer.holds if settled else None, answer.detail, follows)
    if answer:
        return ComparedCondition(answer.name, answer.holds, answer.detail, matters_in_words(answer, imposed))
    check = next(check for check in judgement.SHARED if check.name == name)
    holds, detail = judgement.shared(check, before, after)
    follows = "" if holds else RULES["matters"]["unknown" if holds is None else "subject"]
    return ComparedCondition(check.label, holds, detail, follows)


def find(results: pd.DataFrame, text: str) -> pd.Series:
    """The result with that id, or the only one with every word of ``text``. Raises ClaimcheckError if none is it."""
    exact = results[results["row_id"] == text]
    if len(exact):
        return exact.iloc[0]
    words = text.casefold().split()
    first, *others = _HAYSTACK
    haystacks = results[first].str.cat(results[others], sep="\n", na_rep="").str.casefold()
    matches = results[[all(word in haystack for word in words) for haystack in haystacks]]
    if len(matches) == 1:
        return matches.iloc[0]
    rule = "a result is named by its row_id, or by words that fit it alone"
    if matches.empty:
        raise ClaimcheckError(f"no result has all of {text!r}", rule=rule, fix="use fewer words")
    named = "; ".join(matches["row_id"].head(_NAMED))
    more = f" and {len(matches) - _NAMED:,} more" if len(matches) > _NAMED else ""
    raise ClaimcheckError(f"{len(matches):,} results have {text!r}", rule=rule, fix=f"choose one: {named}{more}")


def entry_text(before: Mapping[str, Any], after: Mapping[str, Any], ratio: judgement.Ratio) -> str:
    """The comparison as a register of one claim that ``claimcheck check`` reads."""
    # A claim's ratio of times is above 1 where the later one is shorter.
    faster = bool(after["higher_is_better"])
    shown = ratio.shown if faster else 1 / ratio.shown
    digits = judgement.decimals(shown)
    statement = (RULES["statement"] if faster else RULES["statement_times"]).format(
        before=result_in_words(before), after=result_in_words(after), cell=cell_in_words(after)
    )
    quoted = {"statement": statement, "before": str(before["row_id"]), "after": str(after["row_id"])}
    return RULES["entry"].format(
        **{name: json.dumps(text, ensure_ascii=False) for name, text in quoted.items()},
        published=half_up(shown, digits),
        decimals=digits,
        measure="" if ratio.per_accelerator is not None else RULES["measure"],
        conditions=", ".join(judgement.asked_of(before, after)),
    )


def claim_of(before: Mapping[str, Any], after: Mapping[str, Any], ratio: judgement.Ratio) -> Claim:
    """The comparison as a claim that can be evaluated."""
    values = yaml.safe_load(entry_text(before, after, ratio))["claims"]["compared"]
    return Claim.of(Entry(Path("compared"), "compared", 1, {"number": 1, **values}, {}))


def result_in_words(row: Mapping[str, Any]) -> str:
    """Submitter, accelerators and round: Nebius on 8 GB300 (v6.0)."""
    number = "" if pd.isna(row["accelerators"]) else f"{int(row['accelerators'])} "
    chip = judgement.stated(row, "product")
    return RULES["result"].format(submitter=row["submitter"], number=number, chip=chip, round=row["round"])


def cell_in_words(row: Mapping[str, Any]) -> str:
    """Benchmark and scenario."""
    return f"{row['benchmark']} {row['scenario']}"


def matters_in_words(condition: Condition, imposed: bool) -> str:
    """What follows from a condition that fails; empty for one that holds."""
    if condition.holds:
        return ""
    if not imposed:
        return RULES["matters"]["untested"]
    kind = ("figure" if condition.matters else "same") if condition.figure else "none"
    return _filled(kind, condition)


def together_in_words(condition: Condition) -> str:
    """What follows if all failing conditions were met."""
    return _filled("together" if condition.figure else "together none", condition)


def _filled(kind: str, condition: Condition) -> str:
    said = {"phrase": condition.phrase, "figure": condition.figure.text if condition.figure else ""}
    if condition.preview:
        last = "figure" if condition.figure else "phrase"
        said[last] = RULES["matters"]["preview"].format(best=said[last], figure=condition.preview.figure.text)
    return RULES["matters"][kind].format(**said)


def sentences(comparison: Compared) -> str:
    """The comparison in sentences that can be quoted: the ratio, what differs, and what follows from that."""
    if comparison.ratio is None:
        return comparison.why
    before, after = comparison.before, comparison.after
    first = RULES["sentence"][judgement.kind_of(before, after)].format(
        before=result_in_words(before),
        after=result_in_words(after),
        ratio=comparison.ratio_text.removesuffix("x"),
        unit=after["unit"],
        cell=cell_in_words(after),
    )
    parts = [first]
    for condition in comparison.conditions:
        if not condition.holds:
            parts += [sentence(condition.detail), condition.follows]
    return " ".join([*parts, *([together_in_words(comparison.together)] if comparison.together else [])])


def described(tables: Tables, row: pd.Series) -> dict[str, str | None]:
    """What a result and its system's description state, by the columns of SEEN; None where they state nothing."""
    at = _places(tables, "systems", _SYSTEM).get(tuple(row[_SYSTEM]), [])
    system = tables.systems.iloc[at[0]] if len(at) else dict.fromkeys(DESCRIBED)
    return {name: judgement.stated(system if name in DESCRIBED else row, name) for name in SEEN}


def accuracy(tables: Tables, row: pd.Series) -> tuple[str, ...]:
    """Each metric of the row's accuracy run with its target: ROUGE1 44.39, at least 43.77."""
    at = _places(tables, "accuracy", ["row_id"]).get(row["row_id"], [])
    return tuple(accuracy_text(metric) for _, metric in tables.accuracy.iloc[at].iterrows())


def accuracy_text(row: Mapping[str, Any]) -> str:
    """One metric of an accuracy run with its target."""
    rule = RULES["accuracy"]
    value, target = (
        f"{half_up(row[name], rule['decimals']):,}" if pd.notna(row[name]) else "" for name in ("value", "target")
    )
    words = rule["words"].format(metric=row["metric"], value=value)
    return words + (rule["least"].format(target=target) if target else "")


def _run(tables: Tables, row: pd.Series) -> dict[str, float | None] | None:
    at = _places(tables, "operating_points", ["row_id"]).get(row["row_id"], [])
    points = tables.operating_points[list(RUN)].iloc[at]
    return None if points.empty else {name: None if pd.isna(v) else float(v) for name, v in points.iloc[0].items()}


def _places(tables: Tables, name: str, columns: list[str]) -> Mapping[Any, Any]:
    """Value of ``columns`` -> positions of its rows in a table, computed once for all comparisons."""
    by = columns if len(columns) > 1 else columns[0]
    return tables.once(("places", name), lambda: getattr(tables, name).groupby(by).indices)


def as_json(comparison: Compared) -> dict[str, Any]:
    """The comparison as ``claimcheck compare --json`` prints it, and as the page computes it."""
    ratio = comparison.ratio
    return {
        "before": str(comparison.before["row_id"]),
        "after": str(comparison.after["row_id"]),
        "allowed": comparison.allowed,
        "why": comparison.why,
        "ratio": ratio and {**ratio._asdict(), "text": comparison.ratio_text},
        "conditions": [condition._asdict() for condition in comparison.conditions],
        "together": comparison.together and together_in_words(comparison.together),
        "denominators": comparison.denominators,
        "described": list(comparison.described),
        "runs": list(comparison.runs),
        "accuracy": [list(condition) for condition in comparison.accuracy],
        "sentences": sentences(comparison),
        "entry": entry_text(comparison.before, comparison.after, ratio) if ratio else None,
        "footnote": comparison.footnote,
    }


def report(comparison: Compared, prices: Sequence[float] | None = None) -> Iterator[str]:
    """The comparison for a terminal, line by line; ``prices`` are $ per accelerator-hour of each."""
    yield from wrapped(f"May they be compared? {comparison.why}")
    yield ""
    pair = (comparison.before, comparison.after)
    for name, row in zip(("A", "B"), pair, strict=True):
        divided = judgement.divisible(row)
        per = f", {formatted(per_accelerator(row), ',.1f')} per accelerator" if divided else ""
        yield from wrapped(f"{name}  {result_in_words(row)}: {as_published(row['value'])} {row['unit']}{per}")
        yield from wrapped(f"   {row['row_id']}")
    if comparison.ratio:
        per, total = comparison.ratio.per_accelerator, comparison.ratio.total
        whole = quantity(total, "x", judgement.decimals(total)).text
        yield ""
        kind, times = judgement.kind_of(*pair), comparison.ratio_text.removesuffix("x")
        if kind == "times":
            yield f"B takes {times} times as long as A"
        else:
            yield f"B over A: {comparison.ratio_text} {RULES['shown'][kind]}".rstrip() + (
                f", {whole} in total" if per else ""
            )
        if per:
            thing = str(comparison.after["unit"]).removesuffix("/s")
            yield from wrapped(RULES["same_cost"].format(thing=thing, ratio=times, before="A", after="B"))
            if judgement.differ(*pair, "product") is False:
                yield f"saving at one price per accelerator-hour: {formatted(saving(per), '.1%')}"
        if prices and per and comparison.after["unit"] == "tokens/s":
            rates = map(per_accelerator, pair)
            costs = (cost_per_million_tokens(price, rate) for price, rate in zip(prices, rates, strict=True))
            first, second = (formatted(cost, ".3f") for cost in costs)
            yield f"at your prices a million tokens cost ${first} (A) and ${second} (B)"
        for name, value in comparison.denominators.items():
            yield f"{name} rate: {formatted(value, '.2f')}x per accelerator"
    if comparison.conditions:
        yield ""
        yield "What the two results share, and what differs:"
        for condition in comparison.conditions:
            sign = RULES["signs"][json.dumps(condition.holds)]
            yield from wrapped(f"{sign} {sentence(condition.detail)} {condition.follows}", 1)
        if comparison.together:
            yield from wrapped(together_in_words(comparison.together), 1)
    yield ""
    for name, words in SEEN.items():
        condition, two = (side[name] or RULES["not_stated"] for side in comparison.described)
        yield from wrapped(f"{words}: {condition}" if condition == two else f"{words}: {condition} | {two}", 1)
    for name, words in RULES["logged"].items() if any(comparison.runs) else ():
        logged = ((run or {}).get(name) for run in comparison.runs)
        condition, two = (RULES["not_stated"] if value is None else f"{value:,.4g}" for value in logged)
        yield f" {words}: {condition} | {two}"
    for name, metrics in zip(("A", "B"), comparison.accuracy, strict=True):
        yield from wrapped(f"accuracy of {name}: {'; '.join(metrics) or RULES['not_stated']}", 1)
    yield ""
    for _, row in with_links(pd.DataFrame(list(pair))).iterrows():
        yield f"{row['published_url']}"
        if pd.notna(row["log_url"]):
            yield f"{row['log_url']}"
    yield ""
    yield from wrapped(comparison.footnote)
