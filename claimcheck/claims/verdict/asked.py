"""What a claim is asked by its kind, what each answer leaves of its figure, and what its own sentence tells the reader.

Kind and questions follow from the claim's figures (``data/facts/questions.yml``); what is left of a ratio is computed
for all claims at once (``analysis.questions``); the rule that says when a difference matters is ``matters``, alone.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from claimcheck.analysis.compare import SHARED, shared
from claimcheck.analysis.questions import (
    DIFFERS,
    HOLDS,
    NOT_APPLICABLE,
    TOGETHER,
    TOLD,
    UNKNOWN,
    Pair,
    answers,
)
from claimcheck.analysis.tables import Tables
from claimcheck.analysis.view import chip, folded, owners
from claimcheck.claims.register.claim import Claim, FigureToMatch
from claimcheck.claims.verdict.figures import check_figure
from claimcheck.claims.verdict.result import NARROWER, WITH_NOTE, ClaimResult, Condition
from claimcheck.claims.words.language import Answer
from claimcheck.claims.words.vocabulary import SCALES
from claimcheck.core.printing import Quantity, counted
from claimcheck.data.questions import AskedQuestion, read_questions

# How a figure is made of the ratio of its two results.
_MADE: dict[str, Callable[[float], float]] = {
    "x": lambda ratio: ratio,
    **{name: SCALES[name][0] for name in ("gain", "percent", "saving")},
    "behind": lambda ratio: (1 - ratio) * 100,
}
# Words of a sentence about a record.
_RECORD = re.compile(r"\b(record|first|most|only|highest|largest|fastest|best|no other|nobody|every)\b", re.IGNORECASE)
_RATE = re.compile(r"(tokens|samples|queries|frames|images)/s|minutes|^ms$|^s$|models")
# How the phrase of a question about what two systems share begins.
_OF = "between systems of "
# A full NVL72 is a rack.
_RACK = re.compile(r"\b72 GB[23]00\b")
# The conditions of two results (analysis/comparison.yml) that say in words what a question found.
_IN_WORDS = {
    "owner": "same_submitter",
    "number": "same_number",
    "division": "same_division",
    "category": "both_available",
}


@dataclass(frozen=True)
class Divided:
    """The figure of a claim that divides two results: its place, the two, and how it is made of their ratio.

    ``before`` and ``after`` are such that a higher ratio is better for who says it, and ``made`` gives the figure.
    """

    place: int
    before: pd.Series
    after: pd.Series
    per_accelerator: bool
    ratio: float
    scale: str
    turned: bool

    def ratio_of(self, figure: float) -> float:
        """The ratio of the two sides that gives a figure; the opposite of ``made``."""
        share = figure / 100
        ratio = {"x": figure, "gain": 1 + share, "percent": share, "saving": 1 / (1 - share), "behind": 1 - share}[
            self.scale
        ]
        return 1 / ratio if self.turned else ratio

    def made(self, ratio: float) -> float:
        """The figure that a ratio of the two sides gives."""
        return _MADE[self.scale](1 / ratio if self.turned else ratio)


def divided(claim: Claim, tables: Tables, found: Sequence[Answer]) -> Divided | None:
    """The claim's first figure that divides two results; None where there is none."""
    for place, (figure, answer) in enumerate(zip(claim.figures, found, strict=True)):
        if answer.value is None or len(set(answer.rows)) != 2 or figure.unit not in ("x", "%"):
            continue
        for first, second in itertools.permutations(map(tables.row, dict.fromkeys(answer.rows))):
            for per in (getattr(figure, "measure", "") != "value", False):
                ratio = _ratio(first, second, per)
                for scale, made in _MADE.items():
                    if ratio and math.isclose(made(ratio), answer.value, rel_tol=1e-6):
                        return _favouring(claim, Divided(place, first, second, per, ratio, scale, False))
    return None


def _level(row: pd.Series, per: bool) -> float | None:
    value = float(row["value"])
    if per:
        return (
            None if pd.isna(row["accelerators"]) or not row["higher_is_better"] else value / float(row["accelerators"])
        )
    return value if row["higher_is_better"] else 1 / value


def _ratio(before: pd.Series, after: pd.Series, per: bool) -> float | None:
    levels = _level(before, per), _level(after, per)
    return None if None in levels else levels[1] / levels[0]


def _favouring(claim: Claim, pair: Divided) -> Divided:
    """The pair with the side of who says it over the other: NVIDIA over AMD by 3% is AMD's "within 3%"."""
    said = {folded(name) for name in claim.by}
    sides = [
        {*owners(str(row["submitter"])), folded(str(row["accelerator_vendor"]))} for row in (pair.before, pair.after)
    ]
    if not said & sides[0] or said & sides[1]:
        return pair
    return replace(pair, before=pair.after, after=pair.before, ratio=1 / pair.ratio, turned=True)


def kind_of(claim: Claim, pair: Divided | None) -> str:
    """The kind of the claim's sentence: what its figures say, or the one that the register names with a reason."""
    if claim.kind:
        return claim.kind.is_
    if pair:
        return _kind_of_pair(claim.figures[pair.place], pair)
    if not claim.figures:
        return "outside" if claim.not_testable else "record" if _RECORD.search(claim.statement) else "words"
    figure = claim.figures[0]
    if figure.ask == "outside":
        return "outside"
    if figure.unit == "place" or (_RECORD.search(claim.statement) and _RATE.search(figure.unit)):
        return "record"
    if figure.unit in ("x", "%"):
        return "several"
    return "rate" if _RATE.search(figure.unit) else "count"


def _kind_of_pair(figure: FigureToMatch, pair: Divided) -> str:
    before, after = pair.before, pair.after
    chips = {chip(str(row["accelerator"])) for row in (before, after)}
    if pair.scale == "saving":
        return "saving"
    one_cell = len(chips) == 1 and before["round"] == after["round"]
    if one_cell and str(before["accelerators"]) != str(after["accelerators"]):
        return "scaling"
    if pair.scale in ("percent", "behind"):
        return "share"
    return "chips" if len(chips) > 1 else "gain"


def verdict_at(claim: ClaimResult, lost: float) -> str:
    """The verdict on an evaluated claim if a loss mattered above ``lost``: a figure that is right keeps being right."""
    if claim.verdict not in (NARROWER, WITH_NOTE):
        return claim.verdict
    failing = [c for c in (*claim.conditions, claim.together) if c and not c.holds and c.state != TOLD]
    heavy = any(c.matters if c.left is None or c.question == "engine" else 1 - c.left > lost for c in failing)
    return NARROWER if heavy else WITH_NOTE


def matters(ratio: float, left: float | None) -> tuple[bool, float | None]:
    """Whether a figure's loss from ``ratio`` to ``left`` changes what a reader concludes, and the share that is left.

    None is left where no comparison is, and that matters.
    """
    threshold = read_questions().threshold
    if left is None:
        return True, None
    lost = (ratio - left) / max(abs(ratio - 1), threshold.close)
    return lost > threshold.lost, 1 - lost


def prefetch(tables: Tables, pairs: Iterable[Pair]) -> dict[tuple[Any, ...], pd.DataFrame]:
    """Answers to every question about ``pairs``, by their results; those not asked before are asked at once."""
    known = tables.once("answers to pairs", dict)
    new = {tuple(pair)[1:]: pair for pair in pairs if tuple(pair)[1:] not in known}
    if new:
        numbered = [pair._replace(key=str(number)) for number, pair in enumerate(new.values())]
        by_key = dict(tuple(answers(tables, numbered).groupby("key")))
        known.update({key: by_key[pair.key].set_index("question") for key, pair in zip(new, numbered, strict=True)})
    return known


def pair_of(claim: Claim, pair: Divided, sentence: str) -> Pair:
    """The two results of a claim's figure as a question is asked of them."""
    ids = pair.before["row_id"], pair.after["row_id"]
    return Pair(str(claim.number), *ids, pair.per_accelerator, own=sentence in ("gain", "scaling"))


def asked(
    claim: Claim, tables: Tables, found: Sequence[Answer | Condition], pair: Divided | None
) -> tuple[str, list[Condition], Condition | None]:
    """The kind of a claim's sentence, the answer to each of its questions, and all that fail imposed at once."""
    sentence = kind_of(claim, pair)
    register = read_questions()
    names = register.kinds[sentence].asks
    if pair is None:
        rows = tables.rows(row_id for answer in found for row_id in answer.rows)
        return sentence, [_of_rows(claim, name, register.questions[name], rows, tables) for name in names], None
    own = pair_of(claim, pair, sentence)
    given = prefetch(tables, [own])[tuple(own)[1:]]
    teller = _Teller(claim, pair, found[pair.place], tables, sentence)
    conditions = [teller.condition(name, register.questions[name], given.loc[name]) for name in names]
    together = None
    failing = [c for c in conditions if register.questions[c.question].imposed and c.state == DIFFERS]
    if len(failing) > 1 and TOGETHER in given.index and pd.notna(given.loc[TOGETHER, "ratio"]):
        words = " and ".join(register.questions[c.question].phrase.removeprefix(_OF) for c in failing)
        shape = AskedQuestion(asks="all", label=words, phrase=f"{_OF}{words}", told="note", imposed=True)
        together = replace(teller.condition(TOGETHER, shape, given.loc[TOGETHER]), question="", state="")
    return sentence, conditions, together


@dataclass(frozen=True)
class _Teller:
    """Says what an answer means for one claim: what is left of its figure, and whether its text tells the reader."""

    claim: Claim
    pair: Divided
    answer: Answer
    tables: Tables
    sentence: str

    def condition(self, name: str, question: AskedQuestion, given: pd.Series) -> Condition:
        """The answer to a question as a condition of the claim."""
        state, rows = given["state"], () if given["rows"] is None or given["rows"] is pd.NA else tuple(given["rows"])
        left = None if pd.isna(given["ratio"]) else float(given["ratio"])
        compares = self._compares if name == "owner" and state == DIFFERS else ""
        if state in (UNKNOWN, NOT_APPLICABLE) or compares:
            state = NOT_APPLICABLE if compares else state
            detail = f"the sentence compares {compares}" if compares else _silent(name, state, given["other"])
            return Condition(question.label, True, detail, question=name, state=state, rows=rows)
        detail = self._in_words(name, given)
        if state == HOLDS:
            return Condition(question.label, True, detail or _NONE[name], question=name, state=state, rows=rows)
        figure = self.claim.figures[self.pair.place]
        heavy, share = matters(self.pair.ratio, left)
        computed = None if left is None else check_figure(figure, replace(self.answer, value=self.pair.made(left)))
        as_much = left is not None and (left >= self.pair.ratio * (1 - 1e-9) or computed.comes_out)
        if name == "engine":
            heavy, share = False, None
        elif not question.imposed and as_much:
            state = HOLDS
        shown = computed.computed if computed else None
        other = given["other"] if isinstance(given["other"], str) else ""
        phrase = question.phrase.format(other=other)
        if name == "number" and rows == (self.pair.before["row_id"], self.pair.after["row_id"]):
            phrase = "per accelerator"
        if shown:
            detail += f"{'; ' if detail else ''}{phrase} it is {shown.text}"
            detail += f", with {other}" if name not in ("scenario", "sibling") and other else ""
        if state == HOLDS:
            return Condition(
                question.label, True, detail, question=name, state=state, left=share, rows=rows, figure=shown
            )
        told = name in self.claim.told
        if told and question.told == "scope":
            detail = f"the text says that it is about this alone; {detail}"
            return Condition(question.label, True, detail, question=name, state=TOLD, left=share, rows=rows)
        told |= name == "scenario" and figure.rule == "up_to"
        if shown and question.imposed:
            phrase = self._in_reach(phrase, rows, other, shown)
        if name != "engine" and shown is None:
            none = "no company has both results" if name == "owner" else f"no such pair {phrase}".replace(_OF, "of ")
            detail = "; ".join(filter(None, [detail, none]))
            phrase = self._not_on_sale if name == "category" else none
        return Condition(
            name=question.label,
            holds=False,
            detail=detail or phrase,
            matters=heavy and not told,
            phrase=phrase,
            figure=shown,
            question=name,
            state=TOLD if told else state,
            left=share,
            rows=rows,
        )

    @property
    def _not_on_sale(self) -> str:
        """Which of the two systems could not be bought, as a badge says it: B200 was not on sale."""
        rows = [row for row in (self.pair.before, self.pair.after) if row["availability"] != "available"]
        return " and ".join(f"{chip(str(row['accelerator']))} was not on sale" for row in rows)

    def _in_reach(self, phrase: str, rows: tuple[str, ...], other: str, figure: Quantity) -> str:
        """What the figure that is left is of, as a badge says it: NVIDIA's own rack gained 1.91x."""
        found = [self.tables.row(row_id) for row_id in rows]
        one_size = len({str(row["accelerators"]) for row in found}) == 1
        verb = {"gain": "gained", "saving": "saves"}.get(self.sentence)
        risen = not figure.text.startswith(("−", "0."))
        if "company" in phrase and one_size and verb and risen and "'s " in other and " and " not in other:
            return f"{_RACK.sub(r'rack', other).replace(chr(39) + 's ', chr(39) + 's own ', 1)} {verb} {figure.text}"
        on_sale = all(row["availability"] == "available" for row in found)
        return phrase.replace(f"{_OF}one category", "between systems on sale") if on_sale else phrase

    @property
    def _compares(self) -> str:
        """What a sentence on two owners compares if that is not one chip's earlier and later result."""
        before, after = self.pair.before, self.pair.after
        makers = [
            f"CPU of {row['platform_vendor']}" if pd.isna(row["accelerator_vendor"]) else row["accelerator_vendor"]
            for row in (before, after)
        ]
        if makers[0] != makers[1]:
            return "chips of two makers"
        chips = {chip(str(row["accelerator"])) for row in (before, after)}
        return "two owners of one chip in one round" if len(chips) == 1 and before["round"] == after["round"] else ""

    def _in_words(self, name: str, given: pd.Series) -> str:
        """What the two results state of what a question is about; empty where only other results say something."""
        if name == "versions":
            return str(given["other"])
        check = next((check for check in SHARED if check.name == _IN_WORDS.get(name)), None)
        if check is None:
            return ""
        in_order = (self.pair.after, self.pair.before) if self.pair.turned else (self.pair.before, self.pair.after)
        return shared(check, *in_order)[1]


# What was found where two results share something that no words say, or where there is no other result.
_NONE = {
    "power": "power was measured in both or in neither",
    "round": "the older chip has no result in the newer round",
    "sibling": "no other chip of its family has such a result",
    "engine": "by the settings that were submitted",
}


def _silent(name: str, state: str, other: Any) -> str:
    if state == UNKNOWN:
        return other if name == "versions" else "our tables do not say it of both results"
    return {
        "whole": "the rate of this scenario is that of the whole run, or it is a time",
        "scenario": "the two systems have no other scenario in common",
        "round": "both results are of one round, or of one chip",
        "sibling": "the sentence compares no two chips",
    }.get(name, "the sentence is not about that")


def _of_rows(claim: Claim, name: str, question: AskedQuestion, rows: pd.DataFrame, tables: Tables) -> Condition:
    """The answer to a question about results that no figure divides: what each of them is."""
    ids = tuple(rows["row_id"])
    if rows.empty:
        return Condition(question.label, True, "it rests on no result", question=name, state=NOT_APPLICABLE)
    if name not in ("engine", "division", "category"):
        detail = "a query divides several results, which are not taken apart"
        return Condition(question.label, True, detail, question=name, state=UNKNOWN, rows=ids)
    if name == "engine":
        if rows["nodes"].eq(1).fillna(False).all():
            return Condition(question.label, True, "on one node", question=name, state=NOT_APPLICABLE, rows=ids)
        engines = tables.once("engines", lambda: _engines(tables)).reindex(ids)
        if engines.isna().any():
            return Condition(question.label, True, _silent(name, UNKNOWN, ""), question=name, state=UNKNOWN, rows=ids)
        different, detail = engines > 1, f"the system ran as up to {int(engines.max())} separate copies of the model"
    elif name == "division":
        different = rows["division"] != "closed"
        detail = _part(different, "result", "in the closed division", "outside the closed division")
    else:
        if rows["availability"].isna().any():
            return Condition(question.label, True, _silent(name, UNKNOWN, ""), question=name, state=UNKNOWN, rows=ids)
        different = rows["availability"] != "available"
        detail = _part(different, "system", "on sale", "not on sale")
    if not different.any():
        return Condition(question.label, True, detail, question=name, state=HOLDS, rows=ids)
    state = TOLD if name in claim.told else DIFFERS
    phrase = detail
    if name == "division":
        some = f"{int(different.sum())} of {len(rows)} outside closed division"
        phrase = "outside the closed division" if different.all() else some
    elif name == "category" and different.all():
        phrase = "not on sale"
    return Condition(question.label, False, detail, False, phrase, question=name, state=state, left=1.0, rows=ids)


def _part(different: pd.Series, noun: str, ordinary: str, what: str) -> str:
    """How many results are different from what is ordinary: 1 of 2 systems was not on sale."""
    count, of = int(different.sum()), len(different)
    if count in (0, of):
        every = f"the {noun}" if of == 1 else f"{'none' if count else 'each'} of the {of} {noun}s"
        return f"{every} was {what if count and of == 1 else ordinary}"
    return f"{count} of {counted(of, noun)} {'was' if count == 1 else 'were'} {what}"


def _engines(tables: Tables) -> pd.Series:
    with tables.database("engines") as database:
        return (
            database.execute("select row_id, sum(number) as engines from engines group by all")
            .df()
            .set_index("row_id")["engines"]
        )
