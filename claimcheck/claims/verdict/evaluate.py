"""Evaluate claims: ask the tables what a claim asks, and have ``judge`` give the verdict on the answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pandas as pd
from pydantic import Field

from claimcheck.analysis.database import QueryResult, ask, ask_bounded, tables_in
from claimcheck.analysis.derived import Tables, load_tables
from claimcheck.analysis.questions import DIFFERS, IMPOSED, TOLD
from claimcheck.analysis.view import names_in_print
from claimcheck.claims.register.claim import FIGURE, Claim, ConditionToTest, FigureToMatch, Line
from claimcheck.claims.register.reading import file_and_articles, load_register, read_each
from claimcheck.claims.verdict.asked import Divided, asked, divided, kind_of, matters, pair_of, prefetch
from claimcheck.claims.verdict.evidence import (
    NO_LOG,
    evidence_of,
    places_behind,
    system_evidence,
    training_evidence,
)
from claimcheck.claims.verdict.figures import answer_in_unit, answer_of, check_figure, gives, readings, sensitivity
from claimcheck.claims.verdict.judge import Grounds, Verdict, judge
from claimcheck.claims.verdict.result import (
    NOT_TESTABLE,
    Aftermath,
    CheckedFigure,
    ClaimResult,
    Condition,
    Definitions,
    Sensitivity,
)
from claimcheck.claims.words.language import KINDS, Answer, Context, Kind, Missing
from claimcheck.claims.words.query import ShownQuery, queries_of
from claimcheck.claims.words.rows import OTHER_SUITES, pool, select
from claimcheck.claims.words.vocabulary import CONDITIONS, QUESTIONS
from claimcheck.core.bounded import spent
from claimcheck.core.documents import Faults, Model, nearest, read
from claimcheck.core.errors import RegisterError
from claimcheck.core.printing import quantity, sentence, speller
from claimcheck.data.paths import DATA_DIR

# What a reader's register may take of a processor.
SECONDS = 60.0
T = TypeVar("T")
S = TypeVar("S")
# The kind of evidence that a table is.
_KIND_OF_TABLE: dict[str, Kind] = {
    "inference_results": "results",
    "training_results": "results",
    "comparisons": "results",
    "operating_points": "results",
    "participation": "results",
    "systems": "configurations",
    "engine_settings": "configurations",
    "engines": "configurations",
    "introduced": "rules",
    "clauses": "rules",
    "limits": "rules",
    "mechanism_limits": "rules",
    "comparable_rounds": "rules",
    "best_gains": "rules",
    "prices": "prices",
    "price_scenarios": "prices",
    "rounds": "outside",
    "partner_lists": "outside",
}


class _Sections(Model):
    """The sections of a file of claims; the claims are read one by one."""

    claims: dict[Any, Any]
    answers: dict[Any, Any] = Field({})


# --- claims of registers --------------------------------------------------------------------------


def evaluate(
    data: Path = DATA_DIR,
    register: Path | None = None,
    tables: Tables | None = None,
    only: Collection[int | str] | None = None,
) -> list[ClaimResult]:
    """Claims (those numbered ``only``, or all) with their verdicts, by number: see ``load_register``.

    Numbers that a text names in braces are filled in from ``numbers.csv``. Raises RegisterError for
    a register that does not keep its form, for names that are not in the tables, and for a number that is not known.
    """
    tables, claims = tables or load_tables(data), load_register(data, register)
    answered = [_answered(claim, tables) for claim in claims if only is None or claim.number in only]
    # All pairs of results are asked about at once.
    prefetch(tables, [pair_of(one.claim, one.pair, kind_of(one.claim, one.pair)) for one in answered if one.pair])
    return [_told(_judged(one, tables), tables) for one in answered]


def check(path: Path, data: Path = DATA_DIR, tables: Tables | None = None) -> list[ClaimResult]:
    """Evaluate a register that a reader wrote, a file or a folder: its claims with their verdicts, by number.

    Raises Faults with every fault of the file until SECONDS are spent, RegisterError for a file that is no register.
    """
    until = spent() + SECONDS
    path, articles, head = file_and_articles(path, data)
    _require_readable(path)
    claims, faults = read_each(path, articles, head)
    if claims:
        tables = tables or load_tables(data)
    results = []
    for claim in claims:
        try:
            results.append(_told(evaluate_claim(claim, tables, partial(ask_bounded, until=until)), tables))
        except RegisterError as fault:
            faults.append(fault)
        if spent() > until:
            rule = f"a register takes at most {SECONDS:g} s of a processor"
            faults.append(claim.entry.fail("is where the time of the register ended", rule=rule, fix="split it"))
            break
    if faults:
        raise Faults(path, faults)
    return results


def _require_readable(path: Path) -> None:
    """Raise RegisterError or Faults unless ``path`` is a file of plain YAML with the sections of a register."""
    if not path.is_file():
        message = "is no file" if path.exists() else "does not exist"
        rule = "check takes a YAML file, or a folder with claims.yml"
        raise RegisterError(message, where=path, rule=rule, fix=_near_file(path))
    read(path, _Sections)


def _near_file(path: Path) -> str | None:
    if path.exists() or not path.parent.is_dir():
        return None
    names = nearest(path.name, [p.name for p in path.parent.glob("*.y*ml")], 1)
    return f"did you mean {path.parent / names[0]}?" if names else None


# What is computed of a claim and read as a sentence.
_TEXTS = ("reason", "explanation", "how", "phrase", "name", "detail", "whose", "label", "means")


def _told(value: Any, tables: Tables) -> Any:
    """``value``, a claim or a part of one, with what its sentences name as a sentence names it."""
    if isinstance(value, tuple):
        return tuple(_told(item, tables) for item in value)
    if not is_dataclass(value):
        return value
    spell = tables.once("names in print", lambda: speller(_names(tables)))
    told = {
        field.name: spell(part) if field.name in _TEXTS else _told(part, tables)
        for field in fields(value)
        if (part := getattr(value, field.name)) is not None
    }
    return replace(value, **told)


def _names(tables: Tables) -> dict[str, str]:
    rows = pd.concat([tables.results[["submitter", "benchmark"]], tables.trained[["submitter", "benchmark"]]])
    return names_in_print(rows["submitter"].unique(), rows["benchmark"].unique())


# --- one claim ------------------------------------------------------------------------------------


class Answered(NamedTuple):
    """A claim with the answers to its figures, and the two results that the first of them that does so divides."""

    claim: Claim
    context: Context
    answers: list[Answer]
    pair: Divided | None


def _answered(claim: Claim, tables: Tables, ask: Callable[..., QueryResult] = ask) -> Answered:
    context = replace(_context(claim, tables), ask=ask)
    answers = _each(context, "figures", claim.figures, answer_in_unit)
    return Answered(claim, context, answers, divided(claim, tables, answers))


def evaluate_claim(claim: Claim, tables: Tables, ask: Callable[..., QueryResult] = ask) -> ClaimResult:
    """Evaluate one claim against ``tables``, its queries by ``ask``.

    Raises RegisterError for names, rows and units that do not fit them.
    """
    return _judged(_answered(claim, tables, ask), tables)


def _judged(answered: Answered, tables: Tables) -> ClaimResult:
    claim, context, answers, pair = answered
    figures = tuple(check_figure(figure, answer) for figure, answer in zip(claim.figures, answers, strict=True))
    must = _each(context, "must", claim.must, _test)
    implied = _each(context, "conditions", claim.conditions, partial(_test_own, claim, pair))
    # A sentence without a figure rests on the results of what it must show.
    sentence, questions, together = asked(claim, tables, answers or must, pair)
    refuting = _each(context, "contradicted_if", claim.contradicted_if, _test)
    rows = _rows_behind(context, answers, [*must, *implied])
    trained = rows["suite"].isin(OTHER_SUITES)
    inference = rows[~trained] if trained.any() else rows
    grounds = Grounds(
        figures=figures,
        must=must,
        implied=[*implied, *questions, *_logs_agree(inference)],
        refuted=[condition for condition in refuting if condition.holds],
        imposed=[c for c in questions if c.state == DIFFERS and c.question in IMPOSED],
        together=together,
        definitions=_definitions(context, claim),
        untested=_untested(context, claim),
    )
    verdict = judge(grounds)
    specs = (*claim.figures, *claim.must, *claim.conditions, *claim.contradicted_if)
    # The figure on the badge rests on results too.
    lead = [row_id for c in (*questions, together) if c and c.matters for row_id in c.rows]
    lead = [row_id for row_id in lead if not row_id.startswith(OTHER_SUITES)]
    shown = tables.rows([*inference["row_id"], *lead]) if lead else inference
    evidence = evidence_of(shown) + training_evidence(rows[trained])
    if any("systems" in tables_in([getattr(spec, "sql", "")]) for spec in (*claim.must, *claim.conditions)):
        evidence += system_evidence(_descriptions(rows, tables.systems))
    evidence += places_behind(context, claim)
    return ClaimResult(
        id=claim.id,
        number=claim.number,
        # What a text prints is compared with the register's figures (claimcheck.checks) and is no part of the answer.
        said={key: Line(**place.model_dump(exclude={"prints", "of"})) for key, place in claim.said.items()},
        by=claim.by,
        statement=_statement(claim.statement, figures),
        sentence=sentence,
        figures=figures,
        verdict=verdict.verdict,
        reason=verdict.reason,
        explanation=verdict.explanation,
        conditions=(*grounds.must, *grounds.implied),
        sensitivity=_sensitivity(context, claim),
        strongest_case=context.fill(claim.strongest_case, "strongest_case"),
        evidence=evidence,
        rows=rows,
        page=claim.page,
        afterwards=_afterwards(context, claim),
        kinds=_kinds(specs, tables, rows),
        picture=claim.picture,
        sources=claim.stated,
        together=grounds.together,
        definitions=grounds.definitions,
        nvidia=claim.nvidia
        and claim.nvidia.model_copy(update={"words": context.fill(claim.nvidia.words, "nvidia.words")}),
        # A claim of a reader's own file may have the number of one of ours.
        replies=tables.replies.of_claim(claim.number) if claim.head else (),
        queries=_queries(context, claim),
    )


def _context(claim: Claim, tables: Tables) -> Context:
    """The claim with the results that its rows name. Raises RegisterError for filters that no result meets."""
    rows = {
        name: tables.once(
            ("rows", repr(row.criteria)),
            lambda row=row, name=name: select(pool(tables, row.criteria), row.criteria, claim.entry, f"rows.{name}"),
        )
        for name, row in claim.rows.items()
    }
    figure = claim.figures[0] if claim.figures else None
    return Context(claim.entry, tables, rows, figure, register=claim.head.folder if claim.head else None)


def _each(context: Context, key: str, specs: Sequence[S], ask: Callable[[Context, S], T]) -> list[T]:
    """``ask`` for every item under ``key``, each with a context whose faults are reported at the item's line."""
    contexts = (replace(context, entry=context.entry.at(f"{key}[{n}]")) for n in range(len(specs)))
    return [_computed(at_item, partial(ask, at_item, spec)) for at_item, spec in zip(contexts, specs, strict=True)]


def _computed(context: Context, compute: Callable[[], T]) -> T:
    """What ``compute`` gives. Raises RegisterError at the context's line where it is no number, as by a division."""
    try:
        return compute()
    except (ArithmeticError, ValueError) as error:
        rule = "a figure can be computed from the results that it names"
        raise context.entry.fail(f"cannot be computed: {error}", rule=rule) from error


# --- conditions -----------------------------------------------------------------------------------


def _test(context: Context, spec: ConditionToTest) -> Condition:
    """Test a condition, whatever its failing means."""
    if spec.test == "also":
        return _test_also(context, spec)
    label, phrase = context.fill(spec.says, "says"), context.fill(spec.instead, "instead")
    try:
        finding = CONDITIONS[spec.test].function(context, spec)
    except Missing as missing:
        return Condition(label, False, str(missing), phrase=phrase)
    holds = bool(finding.holds) != spec.not_
    return Condition(label, holds, finding.detail, phrase=phrase or finding.phrase, rows=finding.rows)


def _test_also(context: Context, spec: Any) -> Condition:
    """Test whether our results give another figure as well."""
    answer = answer_of(context, spec)
    figure = check_figure(spec, answer)
    shown = figure.computed.text if figure.computed else "no such result"
    phrase = context.fill(spec.instead, "instead") or answer.phrase
    if phrase and not figure.computed:
        phrase = f"no such result {phrase}"
    label, holds = context.fill(spec.says, "says"), figure.comes_out != spec.not_
    rows = answer.rows if spec.ask == "sql" else ()
    return Condition(label, holds, f"{shown}: {figure.how}", phrase=phrase, figure=figure.computed, rows=rows)


def _test_own(claim: Claim, pair: Divided | None, context: Context, spec: ConditionToTest) -> Condition:
    """Test what a claim's own words imply; of one that fails, weigh the figure that is left of the claim's first.

    Without such a figure it is what the sentence says, and matters, unless the text tells its reader.
    """
    condition = _test(context, spec)
    if condition.holds:
        return condition
    heavy, left = True, None
    if pair and condition.figure and condition.figure.unit == claim.figures[pair.place].unit:
        ratio = pair.ratio_of(condition.figure.value)
        heavy, left = matters(pair.ratio, ratio)
    state = TOLD if spec.told else condition.state
    return replace(condition, matters=heavy and not spec.told, state=state, left=left)


def _logs_agree(rows: pd.DataFrame) -> list[Condition]:
    """Whether the published figures equal their logs; nothing if no result has a log, since then nothing is asked."""
    results = list(rows[["round", "obtained", "log_agrees"]].itertuples(index=False, name=None))
    compares = [
        obtained == "published" or (obtained == "typed" and pd.notna(agrees)) for _, obtained, agrees in results
    ]
    compared = [pd.notna(one[2]) and bool(one[2]) for one, compare in zip(results, compares, strict=True) if compare]
    logs = [round_ for round_, obtained, _ in results if obtained == "log"]
    if not compared and not logs:
        return []
    agree = sum(compared)
    parts = [f"{agree} of {len(compared)} results equal the figure in their run's log"] if compared else []
    if len(compared) == 1:
        parts = [f"the result {'equals' if agree else 'is not'} the figure in its run's log"]
    without = [one[0] for one, compare in zip(results, compares, strict=True) if not compare and one[1] != "log"]
    for others, words in ((logs, "taken from the log itself"), (without, NO_LOG)):
        if others:
            parts.append(f"{len(others)} {words} ({', '.join(sorted(set(others)))})")
    holds = agree == len(compared)
    differs = "a published result is not the figure in its log"
    return [Condition("the logs say the same", holds, "; ".join(parts), None if holds else True, differs)]


# --- definitions, readings, later rounds ----------------------------------------------------------


def _definitions(context: Context, claim: Claim) -> Definitions | None:
    """The range of the first figure over the definitions of a term that the sentence allows."""
    term = claim.undefined
    if term is None:
        return None
    at_term, figure = replace(context, entry=context.entry.at("undefined")), claim.figures[0]
    values = _computed(at_term, lambda: readings(at_term, term))
    if values.empty:
        raise at_term.entry.fail("no definition gives a figure", "over", rule="a term has definitions")
    # One definition leaves no range open.
    rule = "rounds" if figure.rule == "in_span" else figure.rule
    giving = sum(gives(figure, rule, float(value)) for value in values)
    why, chance = at_term.fill(term.why, "why"), at_term.fill(term.chance, "chance")
    return Definitions(term.term, why, sensitivity(at_term, term), giving, chance)


def _sensitivity(context: Context, claim: Claim) -> Sensitivity | None:
    if claim.sensitivity is None or not claim.figures:
        return None
    at_reading = replace(context, entry=context.entry.at("sensitivity"))
    return _computed(at_reading, lambda: sensitivity(at_reading, claim.sensitivity))


def _afterwards(context: Context, claim: Claim) -> Aftermath | None:
    """What the rounds since show; None where the register does not ask."""
    if claim.afterwards is None:
        return None
    tests = _each(replace(context, again=True), "afterwards.checks", claim.afterwards.checks, _test)
    rows = context.tables.rows(row_id for condition in tests for row_id in condition.rows)
    return Aftermath(
        as_of=context.latest,
        what=claim.afterwards.what,
        conditions=tuple(tests),
        evidence=evidence_of(rows),
    )


# --- what the answer rests on ---------------------------------------------------------------------


def _rows_behind(context: Context, answers: Iterable[Answer], tests: Iterable[Condition]) -> pd.DataFrame:
    """Results that answers and conditions rest on; else the first of each row that the claim names."""
    ids = {row_id for one in (*answers, *tests) for row_id in one.rows}
    ids = ids or {rows["row_id"].iloc[0] for rows in context.rows.values() if len(rows)}
    return context.tables.rows(ids).sort_values(["round", "row_id"])


def _descriptions(rows: pd.DataFrame, systems: pd.DataFrame) -> pd.DataFrame:
    keys = ["round", "division", "submitter", "system"]
    return systems.merge(rows[keys].drop_duplicates(), on=keys)


def _kinds(specs: Iterable[Any], tables: Tables, rows: pd.DataFrame) -> tuple[Kind, ...]:
    """Kinds of evidence that a claim rests on: what its words declare, its tables are, and its arguments name."""
    kinds: set[Kind] = set() if rows.empty else {"results"}
    for spec in specs:
        for known, name in ((QUESTIONS, getattr(spec, "ask", None)), (CONDITIONS, getattr(spec, "test", None))):
            kinds |= {known[name].rests} - {None} if name in known else set()
        kinds |= {_KIND_OF_TABLE[name] for name in tables_in([getattr(spec, "sql", "")]) if name in _KIND_OF_TABLE}
        mechanism = getattr(spec, "mechanism", None)
        if mechanism and tables.mechanisms.mechanisms[mechanism].limits:
            kinds.add("rules")
        if getattr(spec, "scale", None) == "saving":
            kinds.add("prices")
    return tuple(kind for kind in KINDS if kind in kinds)


def _queries(context: Context, claim: Claim) -> tuple[ShownQuery, ...]:
    """The queries behind the claim, and those that are asked again of later rounds."""
    figures = [
        (f"published: {quantity(figure.published, figure.unit, figure.decimals).text}", figure)
        for figure in claim.figures
    ]
    tests = [(spec.says, spec) for spec in (*claim.must, *claim.conditions, *claim.contradicted_if)]
    later = [(spec.says, spec) for spec in claim.afterwards.checks] if claim.afterwards else []

    def queries(context: Context, labelled: list[tuple[str, Any]]) -> tuple[ShownQuery, ...]:
        specs = [(label, spec) for label, spec in labelled if getattr(spec, "sql", None)]
        return queries_of(
            context, [(context.fill(text, "says"), spec, _meaning(context, spec)) for text, spec in specs]
        )

    return queries(context, [*figures, *tests]) + queries(replace(context, again=True), later)


def _meaning(context: Context, spec: Any) -> str:
    """What a page makes of the value of a query: the figure as it is printed, or whether the condition holds."""
    if isinstance(spec, FigureToMatch):
        computed = check_figure(spec, answer_of(context, spec)).computed
        return f"printed as {computed.text}" if computed else ""
    holds = "holds" if _test(context, spec).holds else "does not hold"
    return f"and the condition is the opposite, so it {holds}" if spec.not_ else f"so the condition {holds}"


# --- texts of the register ------------------------------------------------------------------------


def _statement(text: str, figures: Sequence[CheckedFigure]) -> str:
    """``text`` with ``{figure.N}`` filled by the Nth published figure, without its unit."""

    def fill(match: re.Match[str]) -> str:
        published = figures[int(match[1]) - 1].published
        return published.text.removeprefix("over ").split(" ")[0].removesuffix("x")

    return FIGURE.sub(fill, text)


def _untested(context: Context, claim: Claim) -> Verdict | None:
    """The verdict on a claim that nothing here can test; None for one that can be."""
    if claim.not_testable is None:
        return None
    texts = {name: context.fill(text, f"not_testable.{name}") for name, text in claim.not_testable}
    parts = [texts["why"] or texts["reason"]]
    parts += [f"What would test it: {texts['test']}"] if texts["test"] else []
    return Verdict(NOT_TESTABLE, texts["reason"], " ".join(sentence(text) for text in parts))
