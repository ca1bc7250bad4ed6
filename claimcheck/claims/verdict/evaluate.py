"""Evaluate claims: ask the tables what a claim asks, and have ``judge`` give the verdict on the answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from claimcheck.analysis.database import tables_in
from claimcheck.analysis.derived import Tables, load_tables
from claimcheck.analysis.questions import DIFFERS, HOLDS, IMPOSED, UNKNOWN
from claimcheck.analysis.view import folded, names_in_print, without_target
from claimcheck.claims.register.claim import FIGURE, Claim, ConditionToTest
from claimcheck.claims.register.language import Context, Missing, ShownQuery, rows_of, rows_read
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.register.rows import OTHER_SUITES, PICKS, select
from claimcheck.claims.register.vocabulary import CONDITIONS, who
from claimcheck.claims.verdict import judge
from claimcheck.claims.verdict.asked import asked
from claimcheck.claims.verdict.evidence import (
    NO_LOG,
    evidence_of,
    places_behind,
    system_evidence,
    training_evidence,
)
from claimcheck.claims.verdict.pairs import Divided, divided, matters, prefetch
from claimcheck.claims.verdict.result import (
    EQUAL,
    UNDEFINED,
    Aftermath,
    ClaimResult,
    Condition,
    with_texts,
)
from claimcheck.core.errors import Faults, RegisterError
from claimcheck.core.printing import listed, quantity, speller
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.registers import read_questions

# What is computed of a claim and read as a sentence.
_TEXTS = ("reason", "explanation", "how", "phrase", "name", "detail", "whose", "label", "means")


# --- claims of registers --------------------------------------------------------------------------


def evaluate(
    data: Path = DATA_DIR,
    register: Path | None = None,
    tables: Tables | None = None,
    only: Collection[int | str] | None = None,
) -> list[ClaimResult]:
    """Claims (those numbered ``only``, or all) with their verdicts, by number: see ``load_register``.

    Their texts name numbers in braces, which are filled in where they are printed. Raises RegisterError for a register
    that does not keep its form and for names that are not in the tables.
    """
    tables, claims = tables or load_tables(data), load_register(data, register)
    answered = [_answered(claim, tables) for claim in claims if only is None or claim.number in only]
    # All pairs of results are asked about at once.
    prefetch(tables, [pair.asked for one in answered for pair in one.pairs])
    return [_in_words(_judged(one), tables) for one in answered]


def check(path: Path, data: Path = DATA_DIR, tables: Tables | None = None) -> list[ClaimResult]:
    """Evaluate a register that a reader wrote, a file or a folder: its claims with their verdicts, by number.

    Raises RegisterError for one fault, Faults for several.
    """
    claims, tables = load_register(data, path), tables or load_tables(data)
    results, faults = [], []
    for claim in claims:
        try:
            taken = _taken(claim, tables)
            found = _in_words(_judged(_answered(claim, tables)), tables)
            results.append(replace(found, explanation=" ".join([found.explanation, *taken])))
        except RegisterError as fault:
            faults.append(fault)
    if faults:
        raise faults[0] if len(faults) == 1 else Faults(path, faults)
    return results


def _taken(claim: Claim, tables: Tables) -> Iterator[str]:
    """Which result is taken under each name that fits several. Raises RegisterError where these are not of one test."""
    queries = repr([*claim.figures, *claim.must, *claim.conditions, *claim.contradicted_if])
    for name, row in claim.rows.items():
        rows, key = [tables.row(row_id) for row_id in _ids(claim, name, tables)], f"rows.{name}"
        # A query may read all of them, and whoever picks one has said which.
        if len(rows) < 2 or row.criteria.keys() & {*PICKS, "row_id"} or re.search(rf"(from|join) {name}\b", queries):
            continue
        for of in ("benchmark", "scenario", "accelerators"):
            if len(values := dict.fromkeys(without_target(str(one[of]))[0] for one in rows)) > 1:
                message = f"{key}: {len(rows)} results fit, of {of} {listed([*values][:4])}"
                rule = f"one name is not for several {of}; the best per accelerator is {who(rows[0])}"
                fix = f"add {of}: {rows[0][of]}, or a pick: best_per_accelerator: true"
                raise claim.entry.fail(message, key, rule, fix)
        yield f"{len(rows)} results fit {name}; the best per accelerator was taken, {who(rows[0])}."


def _in_words(claim: ClaimResult, tables: Tables) -> ClaimResult:
    """The claim with what its sentences name as a sentence names it."""
    known = (pd.unique(tables.cells[name]) for name in ("submitter", "benchmark"))
    return with_texts(claim, tables.once("names in print", lambda: speller(names_in_print(*known))), _TEXTS)


# --- one claim ------------------------------------------------------------------------------------


class Tested(NamedTuple):
    """A figure or condition of a claim, the context in which it was asked, and what was found."""

    spec: Any
    context: Context
    found: Any


class Answered(NamedTuple):
    """A claim with the answers to its figures, and every two results that it compares, the first in print first."""

    claim: Claim
    context: Context
    answers: list[Tested]
    pairs: list[Divided]


def _ids(claim: Claim, name: str, tables: Tables) -> tuple[str, ...]:
    """Ids of the results that the claim calls ``name``. Raises RegisterError where there is none."""
    criteria = claim.rows[name].criteria
    return tables.once(("rows", repr(criteria)), partial(select, tables, criteria, claim.entry, f"rows.{name}"))


def _answered(claim: Claim, tables: Tables) -> Answered:
    """Find the results that the claim's rows name, and ask its figures.

    Raises RegisterError for names, rows and units that do not fit ``tables``.
    """
    rows = {name: _ids(claim, name, tables) for name in claim.rows}
    figure = claim.figures[0] if claim.figures else None
    context = Context(claim.entry, tables, rows, figure, claim.head.folder if claim.head else None)
    answers = _each(context, "figures", claim.figures, judge.answer_in_unit)
    sides = _each(context, "sides", [side.lead for side in claim.sides], judge.answer_of)
    compared = [(one.spec, one.found) for one in (*answers, *sides)]
    return Answered(claim, context, answers, divided(claim, tables, compared))


def _judged(answered: Answered) -> ClaimResult:
    """Ask what the claim's words and its kind imply, and judge all answers."""
    claim, context, answers, pairs = answered
    tables = context.tables
    figures = [one._replace(found=judge.check_figure(one.spec, one.found)) for one in answers]
    must, refuting = (_each(context, key, getattr(claim, key), _test) for key in ("must", "contradicted_if"))
    implied = _each(context, "conditions", claim.conditions, partial(_test_own, claim, pairs[0] if pairs else None))
    own = [*figures, *must, *implied, *refuting]
    after = claim.afterwards
    later = _each(replace(context, again=True), "afterwards.checks", after.checks if after else (), _test)
    # The first of each row that the claim names, where no answer names a result.
    named = {ids[0] for ids in context.rows.values() if ids}
    # A sentence without a figure rests on the results of what it must show.
    shown = {row_id for one in _found(answers or must) for row_id in one.rows} or named
    kind, questions, ratio = asked(claim, context, [(one.spec, one.found) for one in answers], shown, pairs)
    # The results that answers, conditions and sides rest on.
    found = _found([*answers, *must, *implied])
    ids = {row_id for one in found for row_id in one.rows}.union(*(pair.ids for pair in pairs)) or named
    rows = sorted(tables.rows(ids), key=lambda row: (row["round"], row["row_id"]))
    checked, inference = _found(figures), [row for row in rows if row["suite"] not in OTHER_SUITES]
    grounds = judge.Grounds(
        figures=checked,
        must=_found(must),
        implied=[
            *_found(implied),
            *judge.figure_notes(checked),
            *questions,
            *_cause(claim),
            *_logs_agree(inference),
            *_own_print(claim, answers, tables),
        ],
        refuted=[condition for condition in _found(refuting) if condition.holds],
        imposed=[c for c in questions if c.state == DIFFERS and c.question in IMPOSED],
        definitions=claim.undefined and _ask(context, "undefined", claim.undefined, judge.definitions).found,
        untested=claim.not_testable and judge.untested(claim.not_testable),
        ratio=ratio,
    )
    verdict = judge.judge(grounds)
    # The figure on the badge rests on results too.
    lead = {row_id for c in questions if c.matters for row_id in c.rows}
    lead = {row_id for row_id in lead if not row_id.startswith(OTHER_SUITES)}
    evidence = evidence_of(tables.rows(lead.union(row["row_id"] for row in inference)) if lead else inference)
    evidence += training_evidence([row for row in rows if row["suite"] in OTHER_SUITES])
    if any("systems" in tables_in([spec.sql or ""]) for spec in (*claim.must, *claim.conditions)):
        evidence += system_evidence(rows, tables)
    # A figure in a statement has no unit.
    printed = [one.published.text.removeprefix("over ").split(" ")[0].removesuffix("x") for one in checked]
    if verdict.verdict == UNDEFINED:
        # The answer to a figure that turns on a definition is the badge's.
        range_ = replace(checked[0].computed, text=verdict.reason)
        checked[0] = replace(checked[0], computed=range_, relation=EQUAL)
    same = ("id", "number", "said", "whose", "strongest_case", "page", "nvidia")
    return ClaimResult(
        **{name: getattr(claim, name) for name in same},
        **verdict._asdict(),
        statement=FIGURE.sub(lambda match: printed[int(match[1]) - 1], claim.statement),
        sources=claim.stated,
        sentence=kind,
        figures=tuple(checked),
        conditions=(*grounds.must, *grounds.implied),
        sensitivity=claim.sensitivity and _ask(context, "sensitivity", claim.sensitivity, judge.sensitivity).found,
        evidence=evidence + places_behind((one.context, one.spec) for one in own),
        rows=tuple(row["row_id"] for row in rows),
        afterwards=after and _afterwards(context, after.what, _found(later)),
        definitions=grounds.definitions,
        # A claim of a reader's own file may have the number of one of ours.
        replies=tuple(one for one in tables.replies if claim.head and claim.number in one.claims),
        queries=_queries([*own, *later]),
    )


def _afterwards(context: Context, what: str, later: Sequence[Condition]) -> Aftermath:
    """What the latest round shows, with the results behind it."""
    found = context.tables.rows(row_id for one in later for row_id in one.rows)
    return Aftermath(context.roles.latest, what, tuple(later), evidence_of(found))


def _found(tested: Iterable[Tested]) -> list[Any]:
    return [one.found for one in tested]


def _each(context: Context, key: str, specs: Sequence[Any], ask: Callable[[Context, Any], Any]) -> list[Tested]:
    return [_ask(context, f"{key}[{place}]", spec, ask) for place, spec in enumerate(specs)]


def _ask(context: Context, key: str, spec: Any, ask: Callable[[Context, Any], Any]) -> Tested:
    """What ``ask`` gives for the item at ``key``, where faults are reported, also that it cannot be computed."""
    at = replace(context, entry=context.entry.at(key))
    try:
        return Tested(spec, at, ask(at, spec))
    except (ArithmeticError, ValueError) as error:
        rule = "a figure can be computed from the results that it names"
        raise at.entry.fail(f"cannot be computed: {error}", rule=rule) from error


# --- conditions -----------------------------------------------------------------------------------


def _test(context: Context, spec: ConditionToTest) -> Condition:
    """Test a condition, whatever its failing means."""
    if spec.test != "published":
        try:
            finding = CONDITIONS[spec.test].function(context, spec)
        except Missing as missing:
            return Condition(spec.says, False, str(missing), phrase=spec.instead)
        phrase = spec.instead or finding.phrase
        if finding.unread:
            return Condition(spec.says, None, finding.how, state=UNKNOWN, rows=finding.rows)
        holds, state = (finding.value is True) != spec.not_, UNKNOWN if finding.value is None else ""
        return Condition(spec.says, holds, finding.how, phrase=phrase, state=state, rows=finding.rows)
    # Our results give another figure as well.
    answer = judge.answer_of(context, spec)
    figure = judge.check_figure(spec, answer)
    shown = figure.computed.text if figure.computed else "no such result"
    phrase = spec.instead or answer.phrase
    phrase = phrase.replace("{figure}", shown).replace("{whose}", answer.phrase)
    return Condition(
        spec.says,
        figure.agrees != spec.not_,
        f"{shown}: {figure.how}",
        phrase=phrase,
        figure=figure.computed,
        rows=answer.rows if spec.ask == "sql" else (),
    )


def _test_own(claim: Claim, pair: Divided | None, context: Context, spec: ConditionToTest) -> Condition:
    """Test what a claim's own words imply; of one that fails, weigh the figure that is left of the claim's first.

    Without such a figure it is what the sentence says, and matters, unless the text tells its reader.
    """
    condition = _test(context, spec)
    if condition.holds is None:
        return condition
    if condition.holds:
        noted = spec.note in read_questions().notes
        return replace(condition, question=spec.note, state=HOLDS) if noted else condition
    if condition.state == UNKNOWN:
        return replace(condition, holds=None, phrase="")
    heavy, left = True, None
    if pair and condition.figure and condition.figure.unit == pair.figure.unit:
        heavy, left = matters(pair.ratio, pair.ratio_of(condition.figure.value))
    if not spec.note:
        return replace(condition, matters=heavy, left=left)
    if spec.note in read_questions().notes:
        condition = replace(condition, question=spec.note, state=DIFFERS)
    told, limits = spec.note in claim.says, claim.limits(spec.note)
    return replace(condition, matters=False, left=left, told=told, limits=limits)


def _cause(claim: Claim) -> list[Condition]:
    """What the sentence says made a gain, which is never known; nothing of one that names no cause."""
    named = (one for one in read_questions().causes if re.search(one.words, claim.sentence, re.IGNORECASE))
    return [Condition(one.says, None, one.because, phrase=one.badge, state=UNKNOWN) for one in islice(named, 1)]


def _logs_agree(rows: Iterable[Mapping[str, Any]]) -> list[Condition]:
    """Whether the published figures equal their logs; nothing if no result has a log, since then nothing is asked."""
    compared, logs, without = [], [], []
    for row in rows:
        agrees = row["log_agrees"]
        if row["obtained"] == "published" or (row["obtained"] == "typed" and agrees is not None):
            compared.append(bool(agrees))
        else:
            (logs if row["obtained"] == "log" else without).append(row["round"])
    if not compared and not logs:
        return []
    agree = sum(compared)
    parts = [f"{agree} of {len(compared)} results equal the figure in their run's log"] if compared else []
    if len(compared) == 1:
        parts = [f"the result {'equals' if agree else 'is not'} the figure in its run's log"]
    for others, words in ((logs, "taken from the log itself"), (without, NO_LOG)):
        if others:
            parts.append(f"{len(others)} {words} ({', '.join(sorted(set(others)))})")
    holds = agree == len(compared)
    differs = "a published result is not the figure in its log"
    return [Condition("the logs say the same", holds, "; ".join(parts), None if holds else True, differs)]


def _own_print(claim: Claim, answers: Iterable[Tested], tables: Tables) -> list[Condition]:
    """That a score is known without the figure that the claim prints; nothing where each is.

    The factor of some typed scores was computed from what their submitter prints, which then tests nothing.
    """
    read = {row_id for one in answers if one.spec.ask in ("throughput", "ratio") for row_id in one.found.rows}
    said = {folded(name) for name in claim.whose.by}
    printers = tables.once("scores from prints", lambda: _scores_from_prints(tables.training))
    own = tuple(row_id for row_id, printer in printers.items() if row_id in read and printer in said)
    if not own:
        return []
    which = "its factor" if len(read) == 1 else f"the factor of {len(own)} of {len(read)} results"
    detail = f"{which} was computed from the printed score, so this is no independent check"
    phrase = "the factor is from the print: no independent check"
    return [Condition("the score is known without the printed one", False, detail, False, phrase, rows=own)]


def _scores_from_prints(training: pd.DataFrame) -> dict[str, str]:
    """The scores whose factor was computed from a printed figure, each with who printed it, folded."""
    printed = training[training["scaling_factor_from"].fillna("").str.startswith("printed score")]
    printers = printed["printed_by"].fillna("").str.split(", ").str[0].map(folded)
    return dict(zip(printed["row_id"], printers, strict=True))


def _queries(tested: Iterable[Tested]) -> tuple[ShownQuery, ...]:
    """The queries among figures and conditions, each once under its first label."""
    queries: dict[object, ShownQuery] = {}
    for spec, context, found in tested:
        if not spec.sql:
            continue
        if spec.published is not None:
            ours = found.figure if isinstance(found, Condition) else found.computed
            means = f"printed as {ours.text}" if ours else ""
        else:
            holds = "holds" if found.holds else "does not hold"
            means = f"and the condition is the opposite, so it {holds}" if spec.not_ else f"so the condition {holds}"
        label = getattr(spec, "says", "") or f"published: {quantity(spec.published, spec.unit, spec.decimals).text}"
        value, rows = next((row.value for row in rows_of(context, spec)), None), rows_read(context, spec)
        query = ShownQuery(label, spec.sql, rows, context.roles.claims, context.as_of, value, means)
        queries.setdefault((query.sql, repr(query.rows), context.again), query)
    return tuple(queries.values())
