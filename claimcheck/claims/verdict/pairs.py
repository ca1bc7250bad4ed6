"""The two results that a claim compares, what each question leaves of their ratio, and what its sentence limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pandas as pd

from claimcheck.analysis.comparison import RULES, SHARED, shared
from claimcheck.analysis.derived import Tables
from claimcheck.analysis.questions import (
    DIFFERS,
    HOLDS,
    MOST,
    NOT_ASKED,
    NOT_CLAIMED,
    TOGETHER,
    UNKNOWN,
    Pair,
    answers,
)
from claimcheck.analysis.view import chip, folded, owners, share_owner
from claimcheck.claims.register.claim import Claim, FigureToMatch, Sides
from claimcheck.claims.register.language import Answer
from claimcheck.claims.register.vocabulary import AS_IT_IS, SCALES, Scale
from claimcheck.claims.verdict.judge import check_figure
from claimcheck.claims.verdict.result import Condition
from claimcheck.core.printing import Printed, listed, quantity, rounds_to
from claimcheck.data.registers import AskedQuestion, read_questions

# How the phrase of a question about what two systems share begins.
_OF = RULES["of_systems"]
# A full NVL72 is a rack.
_RACK = re.compile(r"\b72 GB[23]00\b")
# A side that is so near to the other is behind it.
_WITHIN = re.compile(r"\bwithin \{figure")
# What names a cell and its best result, and neither chip nor owner.
_CELL = {"round", "suite", "division", "benchmark", "scenario", "best_value", "best_per_accelerator"}
# Figures of a sentence that has one for each of two scenarios.
_BOTH = 2
# A ratio below this is printed with two decimals at least, and no figure with more than four.
_TEN, _MOST_DECIMALS = 10, 4


@dataclass(frozen=True)
class Divided:
    """A figure that divides two results: the answer that gives it, the two, and how it is made of their ratio.

    ``before`` and ``after`` are such that a higher ratio is better for who says it, and ``made`` gives the figure.
    ``side``: the sentence names the two without their ratio. ``names``: what tells them from the other pairs of the
    sentence, the widest first; ``covered``: the scenarios of these, with | between them.
    """

    figure: FigureToMatch
    answer: Answer
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    per_accelerator: bool
    ratio: float
    scale: str | None
    turned: bool = False
    side: Sides | None = None
    names: tuple[str, ...] = ()
    covered: str = ""

    def ratio_of(self, figure: float) -> float:
        """The ratio of the two sides that gives a figure; the opposite of ``made``."""
        ratio = self._written.answer(figure)
        return 1 / ratio if self.turned else ratio

    def made(self, ratio: float) -> float:
        """The figure that a ratio of the two sides gives."""
        return self._written.written(1 / ratio if self.turned else ratio)

    @property
    def _written(self) -> Scale:
        return SCALES.get(self.scale, AS_IT_IS)

    @property
    def ids(self) -> tuple[str, str]:
        """The row ids of the two sides."""
        return self.before["row_id"], self.after["row_id"]

    @property
    def chips(self) -> list[str]:
        """The chips of the two sides, each once."""
        return list(dict.fromkeys(chip(row["accelerator"] or "") for row in (self.before, self.after)))

    @property
    def one_cell(self) -> bool:
        """Whether both are results of one chip in one round."""
        return len(self.chips) == 1 and self.before["round"] == self.after["round"]

    @property
    def one_owner(self) -> bool:
        """Whether the two have an owner in common."""
        return share_owner(*(owners(row["submitter"]) for row in (self.before, self.after)))

    @property
    def older(self) -> str:
        """The chip of the earlier result."""
        return chip(self.before["accelerator"] or "") or "such system"


def divided(claim: Claim, tables: Tables, found: Sequence[tuple[FigureToMatch, Answer]]) -> list[Divided]:
    """Every two results that a claim compares, once: those that a figure divides, and those that it names as sides.

    ``found``: its figures, and the leads of its sides, with their answers.
    """
    leads, pairs = {side.lead: side for side in claim.sides}, {}
    for figure, answer in found:
        if answer.ratio is not None and len(set(answer.rows)) == 2:
            rows, side = [tables.row(row) for row in answer.rows], leads.get(figure)
            pair = Divided(figure, answer, *rows, figure.measure != "value", answer.ratio, figure.scale)
            pair = replace(pair, side=side) if side else _spoken_for(claim, pair)
            pairs.setdefault((pair.ids, pair.per_accelerator), pair)
    every = [*pairs.values()]
    scenarios = {(pair.after["benchmark"], pair.after["scenario"]) for pair in every}
    covered = ["|".join(of for test, of in scenarios if of and test == pair.after["benchmark"]) for pair in every]
    named = zip(every, _names(every), covered, strict=True)
    return [replace(pair, names=names, covered=of) for pair, names, of in named]


def undivided(figure: FigureToMatch, answer: Answer, tables: Tables) -> Divided:
    """A figure of several results, weighed as if it divided the first two of them."""
    scale = figure.scale or ("percent" if figure.unit == "%" else None)
    pair = Divided(figure, replace(answer, span=None), *map(tables.row, answer.rows[:2]), True, 1.0, scale)
    return replace(pair, ratio=pair.ratio_of(answer.value))


def _spoken_for(claim: Claim, pair: Divided) -> Divided:
    """The pair with the side of who says it divided by the other, if that is one of the two.

    NVIDIA over AMD by 3% is AMD's "within 3%", in anybody's words.
    """
    said = {folded(name) for name in claim.whose.by}
    sides = [{*owners(row["submitter"]), folded(row["accelerator_vendor"] or "")} for row in (pair.before, pair.after)]
    within = _WITHIN.search(claim.statement) and pair.ratio > 1 and not said & {*sides[0], *sides[1]}
    if not within and (not said & sides[0] or said & sides[1]):
        return pair
    return replace(pair, before=pair.after, after=pair.before, ratio=1 / pair.ratio, turned=True)


# What tells the pairs of a sentence apart, and how it is named.
_APART: tuple[tuple[str, Callable[[Divided], Any]], ...] = (
    ("on {}", lambda pair: pair.after["benchmark"]),
    ("in {}", lambda pair: pair.after["scenario"]),
    ("over {}", lambda pair: pair.older),
    ("on {}", lambda pair: _system(pair.after)),
    ("over {}", lambda pair: _system(pair.before)),
)


def _system(row: Mapping[str, Any]) -> str:
    return f"{row['accelerators']} {chip(row['accelerator'])}" if row["accelerators"] else row["system"]


def _names(pairs: Sequence[Divided]) -> list[tuple[str, ...]]:
    """What tells each of several pairs from the others, in as few words as that takes."""
    names: list[tuple[str, ...]] = [()] * len(pairs)
    for words, of in _APART:
        values = [of(pair) for pair in pairs]
        if len(set(names)) < len(pairs) and len(set(values)) > 1:
            names = [(*name, words.format(value)) for name, value in zip(names, values, strict=True)]
    return names


def prefetch(tables: Tables, pairs: Iterable[Pair]) -> dict[tuple[Any, ...], dict[str, dict[str, Any]]]:
    """Answers to every question about ``pairs``, by their results; those not asked before are asked at once."""
    known = tables.once("answers to pairs", dict)
    new = {pair[1:]: pair for pair in pairs if pair[1:] not in known}
    numbered = [pair._replace(key=str(number)) for number, pair in enumerate(new.values())]
    by_key = {pair.key: known.setdefault(key, {}) for key, pair in zip(new, numbered, strict=True)}
    for row in answers(tables, numbered).to_dict("records") if new else ():
        ratio = None if pd.isna(row["ratio"]) else row["ratio"]
        rows = () if row["rows"] is None or row["rows"] is pd.NA else tuple(row["rows"])
        by_key[row["key"]][row["question"]] = {**row, "ratio": ratio, "rows": rows}
    return known


def pair_of(claim: Claim, pair: Divided, sentence: str) -> Pair:
    """The two results of a claim's figure as a question is asked of them."""
    own = sentence == "scaling" or (sentence == "gain" and not pair.one_cell)
    sides = [claim.rows.get(name) for name in (pair.figure.before or "before", pair.figure.after or "after")]
    any_chip = all(side and side.criteria.keys() <= _CELL for side in sides)
    return Pair(str(claim.number), *pair.ids, pair.per_accelerator, own, any_chip, pair.covered)


def matters(ratio: float, left: float | None) -> tuple[bool, float | None]:
    """Whether a figure's loss from ``ratio`` to ``left`` changes what a reader concludes, and the share that is left.

    None is left where no comparison is, and that matters.
    """
    threshold = read_questions().threshold
    if left is None:
        return True, None
    lost = (ratio - left) / max(abs(ratio - 1), threshold.close)
    return lost > threshold.lost, 1 - lost


# --- one question of a pair -----------------------------------------------------------------------


class Asking(NamedTuple):
    """A claim that divides two results, and the kind of its sentence."""

    claim: Claim
    pair: Divided
    sentence: str
    tables: Tables

    def answers(self, names: Sequence[str], unknown: str) -> tuple[list[Condition], Condition | None]:
        """The answers to the questions ``names``, and all that fail at once; ``unknown``: of whom engines are known."""
        register = read_questions().questions
        given = prefetch(self.tables, [own := pair_of(*self[:3])])[own[1:]]
        conditions = [_answer(self, name, register[name], given[name]) for name in names]
        for place, one in enumerate(conditions):
            if one.question == "owner" and MOST in given:
                conditions[place] = _with_most(self.pair, one, given[MOST])
            if one.question == "engine" and one.state == UNKNOWN:
                conditions[place] = replace(one, detail=unknown)
        failing = [c for c in conditions if register[c.question].imposed and c.state == DIFFERS]
        if len(failing) < 2 or given.get(TOGETHER, {}).get("ratio") is None:
            return conditions, None
        words = " and ".join(register[c.question].phrase.removeprefix(_OF) for c in failing)
        shape = AskedQuestion(asks="all", of=(), label=words, phrase=f"{_OF}{words}", told="note", imposed=True)
        return conditions, replace(_answer(self, TOGETHER, shape, given[TOGETHER]), question="", state="")


def of_pairs(asking: Sequence[Asking], unknown: str) -> tuple[list[Condition], Condition | None, float]:
    """A condition for each question, of the pair that loses most; all that fail at once; that pair's ratio.

    A condition names its pair, unless there is one or all answer alike.
    """
    register, found, together = read_questions(), {}, []
    for ask in asking:
        conditions, at_once = ask.answers(register.asked_of(ask.sentence), unknown)
        for one in conditions:
            found.setdefault(one.question, []).append((ask.pair, one))
        together += [(ask.pair, at_once)] if at_once else []
    worst = [min(found[name], key=_loss) for name in register.questions if name in found]
    least = min((one for one in worst if one[1].fails), key=_loss, default=worst[0])
    at_once = _named(*min(together, key=_loss), together) if together else None
    return [_named(*one, found[one[1].question]) for one in worst], at_once, least[0].ratio


# The answers of several pairs to a question, that first which is told of all.
_FIRST = (DIFFERS, "", NOT_CLAIMED, UNKNOWN, HOLDS, NOT_ASKED)


def _loss(found: tuple[Divided, Condition]) -> tuple[Any, ...]:
    """Sorting key of a pair's answer to a question: what matters first, and of two alike the one that leaves less."""
    _, one = found
    return not one.matters, _FIRST.index(one.state), not one.in_badge, 1.0 if one.left is None else one.left


def _named(pair: Divided, condition: Condition, found: Sequence[tuple[Divided, Condition]]) -> Condition:
    """A condition with the name of its pair, where not all pairs answer alike."""
    if len({(one.state, one.detail) for _, one in found}) == 1:
        return condition
    # What the answer says is not said again, nor next to another scenario of the two systems which is the pair's own.
    said = f"{pair.after['scenario']} {condition.detail}" if condition.question == "scenario" else condition.detail
    words = [one for one in pair.names if not re.search(rf"\b{re.escape(one.split(' ', 1)[1])}\b", said)]
    # Over something else instead it is over nothing of its own.
    name = " ".join(one for one in words if not (one.startswith("over ") and condition.phrase.startswith("over ")))
    detail = f"{name}: {condition.detail}" if name else condition.detail
    phrase = f"{condition.phrase} {name}".strip() if condition.figure and condition.phrase else condition.phrase
    return replace(condition, detail=detail, phrase=phrase)


def _answer(ask: Asking, name: str, question: AskedQuestion, given: Mapping[str, Any]) -> Condition:
    """The answer to a question as a condition: what is left of the figure, and whether the text tells the reader."""
    pair, state, other = ask.pair, given["state"], given["other"]
    condition = Condition(question.label, None, "", question=name, state=state, rows=given["rows"])
    if name == "owner" and state == DIFFERS and (two := _two_sides(pair)):
        return replace(condition, detail=f"the sentence compares {two}", state=NOT_ASKED)
    if state in (UNKNOWN, NOT_ASKED):
        silent = "our tables do not say it of both results" if state == UNKNOWN else question.unasked
        return replace(condition, detail=other if name == "versions" and state == UNKNOWN else silent)
    # What the two state of what a question is about; nothing where only other results say something.
    stated = (pair.after, pair.before) if pair.turned else (pair.before, pair.after)
    detail = shared(SHARED[name], *stated)[1] if name in SHARED and name != "power" else ""
    detail = other if name == "versions" else detail
    if state == HOLDS:
        return replace(condition, holds=True, detail=detail or question.held)
    condition = replace(condition, detail=detail, told=name in ask.claim.told, limits=ask.claim.limits(name))
    return (_noted if question.note else weighed)(ask, condition, question, given)


def _noted(ask: Asking, condition: Condition, question: AskedQuestion, given: Mapping[str, Any]) -> Condition:
    """A difference that is a note whatever it leaves: what differs, and what is left where that is known."""
    words, _, whose = given["other"].partition("|")
    words = words or question.phrase
    noted = replace(condition, holds=False, matters=False, detail=words, phrase=words)
    if given["ratio"] is None:
        return noted
    shown, (_, left) = _shown(ask.pair, given["ratio"]), matters(ask.pair.ratio, given["ratio"])
    phrase = question.phrase.format(owner=ask.pair.after["submitter"])
    detail = f"{words}; {phrase} it is {shown.text}, with {whose}"
    return replace(noted, detail=detail, phrase=phrase, figure=shown, left=left)


def _two_sides(pair: Divided) -> str:
    """What a sentence sets side by side, so that nobody asks whether it is of one owner; else empty."""
    makers = {row["accelerator_vendor"] or f"CPU of {row['platform_vendor']}" for row in (pair.before, pair.after)}
    return "chips of two makers" if len(makers) > 1 else "two owners of one chip in one round" if pair.one_cell else ""


def weighed(ask: Asking, condition: Condition, question: AskedQuestion, given: Mapping[str, Any]) -> Condition:
    """A difference with what it leaves of the figure: it holds all the same, is not claimed, matters or is a note."""
    claim, pair, name, left, other = ask.claim, ask.pair, condition.question, given["ratio"], given["other"]
    heavy, share = matters(pair.ratio, left)
    checked = None if left is None else check_figure(pair.figure, replace(pair.answer, value=pair.made(left)))
    shown = checked and _finer(pair.figure, checked.computed)
    phrase, detail = _phrase(pair, question, condition, other), condition.detail
    if shown:
        detail = "; ".join(filter(None, [detail, f"{phrase} it is {shown.text}"]))
        detail += f", with {other}" if name not in ("scenario", "sibling") and other else ""
        condition = replace(condition, detail=detail, left=share, figure=shown)
        nothing_lost = left >= pair.ratio * (1 - 1e-9) or checked.agrees
        if nothing_lost and (not question.imposed or (name == "number" and pair.per_accelerator)):
            # The two are not of one size, and as much is left of what they are compared by.
            so = f"as much {phrase}" if question.imposed else condition.name
            return replace(condition, name=so, state=HOLDS, holds=True, told=False, limits=())
    own = limited(claim, pair, name, other)
    average = name == "best" and pair.side is not None and pair.side.average
    told = bool(own) or condition.told or average
    # A lead without a printed figure is said to be one.
    ahead = "ahead " if pair.side and left and left > 1 else ""
    limits = condition.limits
    if own:
        # The words of the sentence itself are shown where they limit it, those that the register types for it always.
        said = [place.quote for place in claim.said.values()]
        limits = tuple(one for one in limits if one.quote and (one.quote not in said or own.search(one.quote)))
        limits = limits or claim.lines_with(own)
        limits = limits or tuple(one.model_copy(update={"quote": None}) for one in condition.limits)
    condition = replace(condition, phrase=f"{ahead}{phrase}", told=told, limits=limits)
    if own or (told and question.told == "scope"):
        turned = left is not None and (pair.ratio - 1) * (left - 1) < 0
        in_badge = (heavy or turned) and not (own or shown is None or _printed(claim, shown))
        return replace(condition, state=NOT_CLAIMED, in_badge=in_badge)
    told |= name == "scenario" and pair.figure.rule == "up_to"
    condition = replace(condition, holds=False, matters=heavy and not told, told=told)
    if shown is None:
        return _without(pair, condition, question)
    if question.imposed:
        condition = replace(condition, phrase=_in_reach(ask, condition, other))
    return replace(condition, detail=condition.detail or condition.phrase)


def _phrase(pair: Divided, question: AskedQuestion, condition: Condition, other: str) -> str:
    """What a figure that is left is of, as it follows the figure."""
    rows, name = condition.rows, condition.question
    if name == "number" and rows == pair.ids:
        return "per accelerator"
    if name == "best" and rows and rows[1] == pair.after["row_id"] and not pair.turned:
        return f"{'of' if pair.scale == 'percent' else 'over'} the fastest {pair.older}"
    later = f" in {pair.after['round']}" if name == "sibling" and pair.before["round"] != pair.after["round"] else ""
    return question.phrase.format(other=other, chip=pair.older, round=pair.after["round"]) + later


def _without(pair: Divided, condition: Condition, question: AskedQuestion) -> Condition:
    """A difference without which there is no comparison: that is its reason, or what could not be bought."""
    none = "no company has both results"
    if condition.question != "owner":
        none = f"no such pair {condition.phrase}".replace(_OF, "of ")
    there = none if condition.question == "owner" else f"there is {none}"
    detail = "; ".join(filter(None, [condition.detail, there]))
    if condition.question == "division" and len({pair.before["division"], pair.after["division"]}) > 1:
        (off,) = [row for row in (pair.before, pair.after) if row["division"] != "closed"]
        which = "one result" if pair.before["round"] == pair.after["round"] else f"{off['round']}'s result"
        return replace(condition, detail=detail, phrase=f"{which} is of the {off['division']} division")
    if condition.question != "category":
        return replace(condition, detail=detail, phrase=none)
    off = [row for row in (pair.before, pair.after) if not row["on_sale"]]
    sold = [chip(row["accelerator"] or "") or f"{row['platform_vendor']}'s system" for row in off]
    # One owner's same chip had no other earlier result to be compared with.
    alone = len(pair.chips) == 1 and pair.chips != [""] and pair.one_owner
    phrase = f"{listed(sold)} {'was' if len(sold) == 1 else 'were'} not on sale"
    return replace(condition, detail=detail, phrase=phrase, matters=condition.matters and not alone)


def _with_most(pair: Divided, condition: Condition, most: Mapping[str, Any]) -> Condition:
    """What is left for one owner, and the most that any owner reached where that is more, as with a preview."""
    if condition.state != DIFFERS or not condition.figure or most["ratio"] is None:
        return condition
    found = _shown(pair, most["ratio"]).text
    if most["ratio"] <= pair.ratio_of(condition.figure.value) or found == condition.figure.text:
        return condition
    return replace(condition, detail=f"{condition.detail}; the most of one company is {found}, with {most['other']}")


def _shown(pair: Divided, ratio: float) -> Printed:
    """What a ratio of the two sides leaves of their figure, in print."""
    return _finer(pair.figure, check_figure(pair.figure, replace(pair.answer, value=pair.made(ratio))).computed)


def _finer(figure: FigureToMatch, shown: Printed) -> Printed:
    """What is left of a figure, printed as finely as it takes to differ from the published one and from nothing."""
    published, none = quantity(figure.published, figure.unit, figure.decimals), 1.0 if figure.unit == "x" else 0.0
    digits = max(figure.decimals, 2) if figure.unit == "x" and shown.value < _TEN else figure.decimals
    fine = quantity(shown.value, figure.unit, digits)
    while digits < _MOST_DECIMALS and fine.text.lstrip("−") in (
        published.text,
        quantity(none, figure.unit, digits).text,
    ):
        digits += 1
        fine = quantity(shown.value, figure.unit, digits)
    return fine


def _printed(claim: Claim, shown: Printed) -> bool:
    """Whether a claim prints the figure of another reading itself."""
    alike = [one for one in claim.figures if one.unit == shown.unit]
    return any(rounds_to(shown.value, one.published, one.decimals) for one in alike)


def limited(claim: Claim, pair: Divided, name: str, other: str) -> re.Pattern[str] | None:
    """The words of the register by which the claim's own sentence limits itself to what a question is about.

    The names of the two results' scenario, older chip, round and owners are among them. A sentence that names the
    ``other`` scenario as well, and has one figure for both, does not.
    """
    if name == "scenario" and re.search(rf"\b{other}\b", claim.sentence, re.IGNORECASE) and len(claim.figures) < _BOTH:
        return None
    question = read_questions().questions.get(name)
    words = question and question.limits
    whose = [row["submitter"].replace("_", " ") for row in (pair.before, pair.after)]
    makers = {row["accelerator_vendor"] for row in (pair.before, pair.after)}
    named = {
        "scenario": {"Server": "(Server|online)"}.get(pair.before["scenario"], pair.before["scenario"]),
        "chip": chip(pair.before["accelerator"] or ""),
        "round": pair.before["round"],
        "owners": "|".join(re.escape(one) for one in whose if one not in makers) or "(?!)",
    }
    limiting = re.compile(words.format(**named), re.IGNORECASE) if words else None
    return limiting if limiting and limiting.search(claim.sentence) else None


def _in_reach(ask: Asking, condition: Condition, other: str) -> str:
    """What the figure that is left is of, as a badge says it: NVIDIA's own rack gained 1.91x."""
    found, phrase, text = [ask.tables.row(row_id) for row_id in condition.rows], condition.phrase, condition.figure.text
    sizes = {row["accelerators"] for row in found}
    verb = {"gain": "gained", "saving": "saves"}.get(ask.sentence)
    risen = not text.startswith(("−", "0."))
    if "company" in phrase and len(sizes) == 1 and verb and risen and "'s " in other and " and " not in other:
        return f"{_RACK.sub('rack', other).replace(chr(39) + 's ', chr(39) + 's own ', 1)} {verb} {text}"
    published = {ask.pair.before["accelerators"], ask.pair.after["accelerators"]}
    if "size" not in phrase and len(sizes) == 1 and not sizes & published and None not in sizes:
        phrase += f", on {sizes.pop()} each"
    on_sale = all(row["on_sale"] for row in found)
    return phrase.replace(f"{_OF}one category", "between systems on sale") if on_sale else phrase
