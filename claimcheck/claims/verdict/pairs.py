"""The two results that a claim compares, what each question leaves of their ratio, and what its sentence limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

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
from claimcheck.claims.register.vocabulary import AS_IT_IS, SCALES
from claimcheck.claims.verdict.judge import check_figure
from claimcheck.claims.verdict.result import CheckedFigure, Condition
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


# A figure in such a unit is a result's own.
_RATE = re.compile(r"(tokens|samples|queries|frames|images)/s|minutes|^ms$|^s$|models")


@dataclass(frozen=True)
class Divided:
    """A figure of a claim that divides two results: the answer that gives it, the two, how it is made of their ratio.

    ``before`` and ``after`` are such that a higher ratio is better for who says it, and ``made`` gives the figure.
    ``side``: the sentence names the two without their ratio. ``names``: what tells them from the other pairs of the
    sentence, the widest first; ``covered``: the scenarios of these, with | between them.
    """

    claim: Claim
    tables: Tables
    figure: FigureToMatch
    answer: Answer
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    ratio: float
    scale: str | None
    turned: bool = False
    side: Sides | None = None
    names: tuple[str, ...] = ()
    covered: str = ""

    def ratio_of(self, figure: float) -> float:
        """The ratio of the two sides that gives a figure; the opposite of ``made``."""
        ratio = SCALES.get(self.scale, AS_IT_IS).answer(figure)
        return 1 / ratio if self.turned else ratio

    def made(self, ratio: float) -> float:
        """The figure that a ratio of the two sides gives."""
        return SCALES.get(self.scale, AS_IT_IS).written(1 / ratio if self.turned else ratio)

    def checked(self, ratio: float) -> CheckedFigure:
        """The published figure next to the one that a ratio of the two sides gives."""
        return check_figure(self.figure, replace(self.answer, value=self.made(ratio)))

    @property
    def per_accelerator(self) -> bool:
        """Whether each result is divided by its accelerators."""
        return self.figure.measure != "value"

    @property
    def sides(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The two results."""
        return self.before, self.after

    @property
    def ids(self) -> tuple[str, str]:
        """The row ids of the two sides."""
        return self.before["row_id"], self.after["row_id"]

    @property
    def chips(self) -> list[str]:
        """The chips of the two sides, each once."""
        return list(dict.fromkeys(chip(row["accelerator"] or "") for row in self.sides))

    @property
    def one_cell(self) -> bool:
        """Whether both are results of one chip in one round."""
        return len(self.chips) == 1 and self.before["round"] == self.after["round"]

    @property
    def older(self) -> str:
        """The chip of the earlier result."""
        return chip(self.before["accelerator"] or "") or "such system"

    @property
    def kind(self) -> str:
        """The kind of sentence by this pair."""
        return kind_of(self.claim, self)

    @property
    def asked(self) -> Pair:
        """The pair as a question is asked of it."""
        own = self.kind == "scaling" or (self.kind == "gain" and not self.one_cell)
        sides = [self.claim.rows.get(name) for name in (self.figure.before or "before", self.figure.after or "after")]
        any_chip = all(side and side.criteria.keys() <= _CELL for side in sides)
        asked = (*self.ids, self.per_accelerator, own, any_chip, self.covered)
        return Pair(repr(asked), *asked)


def kind_of(claim: Claim, pair: Divided | None) -> str:
    """The kind of the claim's sentence: what its figures say, or the one that the register names with a reason."""
    if claim.kind:
        return claim.kind
    if pair:
        if pair.scale == "saving":
            return "saving"
        if pair.one_cell and pair.before["accelerators"] != pair.after["accelerators"]:
            return "scaling"
        if pair.scale in ("percent", "behind"):
            return "share"
        return "chips" if len(pair.chips) > 1 else "gain"
    record = re.search(read_questions().kinds["record"].words, claim.printed, re.IGNORECASE)
    if not claim.figures:
        return "outside" if claim.not_testable else "record" if record else "words"
    figure = claim.figures[0]
    if figure.ask == "outside":
        return "outside"
    if figure.unit == "place" or (record and _RATE.search(figure.unit)):
        return "record"
    if figure.unit in ("x", "%"):
        return "several"
    return "rate" if _RATE.search(figure.unit) else "count"


def divided(claim: Claim, tables: Tables, found: Sequence[tuple[FigureToMatch, Answer]]) -> list[Divided]:
    """Every two results that a claim compares, once: those that a figure divides, and those that it names as sides.

    ``found``: its figures, and the leads of its sides, with their answers.
    """
    leads, pairs = {side.lead: side for side in claim.sides}, {}
    for figure, answer in found:
        if answer.ratio is not None and len(set(answer.rows)) == 2:
            sides = map(tables.row, answer.rows)
            pair = Divided(claim, tables, figure, answer, *sides, answer.ratio, figure.scale, side=leads.get(figure))
            pair = pair if pair.side else _spoken_for(pair)
            pairs.setdefault((pair.ids, pair.per_accelerator), pair)
    every = [*pairs.values()]
    scenarios = {(pair.after["benchmark"], pair.after["scenario"]) for pair in every}
    covered = ["|".join(of for test, of in scenarios if of and test == pair.after["benchmark"]) for pair in every]
    named = zip(every, _names(every), covered, strict=True)
    return [replace(pair, names=names, covered=of) for pair, names, of in named]


def _spoken_for(pair: Divided) -> Divided:
    """The pair with the side of who says it divided by the other, if that is one of the two.

    NVIDIA over AMD by 3% is AMD's "within 3%", in anybody's words.
    """
    said = {folded(name) for name in pair.claim.whose.by}
    before, after = ({*owners(row["submitter"]), folded(row["accelerator_vendor"] or "")} for row in pair.sides)
    within = _WITHIN.search(pair.claim.statement) and pair.ratio > 1 and not said & (before | after)
    if not within and (not said & before or said & after):
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


def prefetch(tables: Tables, pairs: Iterable[Pair]) -> dict[str, dict[str, dict[str, Any]]]:
    """Answers to every question about ``pairs``, by their keys; those not asked before are asked at once."""
    known = tables.once("answers to pairs", dict)
    new = {pair.key: pair for pair in pairs if pair.key not in known}
    known.update((key, {}) for key in new)
    for row in answers(tables, new.values()).to_dict("records") if new else ():
        ratio = None if pd.isna(row["ratio"]) else row["ratio"]
        rows = () if row["rows"] is None or row["rows"] is pd.NA else tuple(row["rows"])
        known[row["key"]][row["question"]] = {**row, "ratio": ratio, "rows": rows}
    return known


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


def of_pairs(pairs: Sequence[Divided]) -> tuple[list[Condition], float]:
    """A condition for each question, of the pair that loses most, and that pair's ratio.

    A condition names its pair, unless there is one or all answer alike.
    """
    found: dict[str, list[tuple[Divided, Condition]]] = {}
    for pair in pairs:
        for one in _of_pair(pair):
            found.setdefault(one.question, []).append((pair, one))
    worst = [min(found[name], key=_loss) for name in (*read_questions().questions, TOGETHER) if name in found]
    least = min((one for one in worst if one[1].fails), key=_loss, default=worst[0])
    return [_named(*one, found[one[1].question]) for one in worst], least[0].ratio


def _of_pair(pair: Divided) -> Iterator[Condition]:
    """Answers to the questions of a pair, and what all that fail leave together where that alone matters."""
    register, given, failing = read_questions(), prefetch(pair.tables, [pair.asked])[pair.asked.key], []
    for name in register.asked_of(pair.kind):
        one = _answer(pair, name, register.questions[name], given[name])
        if name == "owner" and MOST in given:
            one = _with_most(pair, one, given[MOST])
        if name == "engine" and one.state == UNKNOWN:
            one = replace(one, detail=known_engines(pair.tables))
        failing += [one] if one.state == DIFFERS else []
        yield one
    imposed = [register.questions[one.question] for one in failing if register.questions[one.question].imposed]
    left = given.get(TOGETHER, {}).get("ratio")
    if len(imposed) > 1 and left and not any(one.matters for one in failing) and matters(pair.ratio, left)[0]:
        words = " and ".join(question.phrase.removeprefix(_OF) for question in imposed)
        shape = AskedQuestion(asks="all", of=(), label=words, phrase=f"{_OF}{words}", told="note", imposed=True)
        yield _answer(pair, TOGETHER, shape, given[TOGETHER])


def fetched(tables: Tables, sql: str) -> list[tuple[Any, ...]]:
    """The rows of a query over the tables, which is run once."""

    def run() -> list[tuple[Any, ...]]:
        with tables.database(sql) as database:
            return database.execute(sql).fetchall()

    return tables.once(sql, run)


def known_engines(tables: Tables) -> str:
    """Of whose results it is known how many copies of the model ran, by the settings that were submitted."""
    makers = fetched(
        tables,
        """
        select platform_vendor, count(distinct row_id) from engines join inference_results using (row_id)
        where division = 'closed' group by all order by 2 desc
        """,
    )
    parts = listed([f"{number} on {maker}'s chips" for maker, number in makers])
    return f"it is known of {sum(number for _, number in makers)} results of the closed division, {parts}"


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


def _answer(pair: Divided, name: str, question: AskedQuestion, given: Mapping[str, Any]) -> Condition:
    """The answer to a question as a condition: what is left of the figure, and whether the text tells the reader."""
    state, other = given["state"], given["other"]
    condition = Condition(question.label, None, "", question=name, state=state, rows=given["rows"])
    if name == "owner" and state == DIFFERS and (two := _two_sides(pair)):
        return replace(condition, detail=f"the sentence compares {two}", state=NOT_ASKED)
    if state in (UNKNOWN, NOT_ASKED):
        silent = "our tables do not say it of both results" if state == UNKNOWN else question.unasked
        return replace(condition, detail=other if name == "versions" and state == UNKNOWN else silent)
    # What the two state of what a question is about; nothing where only other results say something.
    stated = reversed(pair.sides) if pair.turned else pair.sides
    detail = shared(SHARED[name], *stated)[1] if name in SHARED and name != "power" else ""
    detail = other if name == "versions" else detail
    if state == HOLDS:
        return replace(condition, holds=True, detail=detail or question.held)
    condition = replace(condition, detail=detail, told=name in pair.claim.says, limits=pair.claim.limits(name))
    return (_noted if question.note else weighed)(pair, condition, question, given)


def _noted(pair: Divided, condition: Condition, question: AskedQuestion, given: Mapping[str, Any]) -> Condition:
    """A difference that is a note whatever it leaves: what differs, and what is left where that is known."""
    words, _, whose = given["other"].partition("|")
    words = words or question.phrase
    noted = replace(condition, holds=False, matters=False, detail=words, phrase=words)
    if given["ratio"] is None:
        return noted
    shown, (_, left) = _finer(pair, given["ratio"]), matters(pair.ratio, given["ratio"])
    phrase = question.phrase.format(owner=pair.after["submitter"])
    detail = f"{words}; {phrase} it is {shown.text}, with {whose}"
    return replace(noted, detail=detail, phrase=phrase, figure=shown, left=left)


def _two_sides(pair: Divided) -> str:
    """What a sentence sets side by side, so that nobody asks whether it is of one owner; else empty."""
    makers = {row["accelerator_vendor"] or f"CPU of {row['platform_vendor']}" for row in pair.sides}
    return "chips of two makers" if len(makers) > 1 else "two owners of one chip in one round" if pair.one_cell else ""


def weighed(pair: Divided, condition: Condition, question: AskedQuestion, given: Mapping[str, Any]) -> Condition:
    """A difference with what it leaves of the figure: it holds all the same, is not claimed, matters or is a note."""
    claim, name, left, other = pair.claim, condition.question, given["ratio"], given["other"]
    heavy, share = matters(pair.ratio, left)
    shown = None if left is None else _finer(pair, left)
    phrase = _phrase(pair, question, condition, other)
    if shown:
        detail = "; ".join(filter(None, [condition.detail, f"{phrase} it is {shown.text}"]))
        detail += f", with {other}" if name not in ("scenario", "sibling") and other else ""
        condition = replace(condition, detail=detail, left=share, figure=shown)
        nothing_lost = left >= pair.ratio * (1 - 1e-9) or pair.checked(left).agrees
        if nothing_lost and (not question.imposed or (name == "number" and pair.per_accelerator)):
            # The two are not of one size, and as much is left of what they are compared by.
            so = f"as much {phrase}" if question.imposed else condition.name
            return replace(condition, name=so, state=HOLDS, holds=True, told=False, limits=())
    own = limited(pair, name, other)
    told = bool(own) or condition.told
    limits = condition.limits
    if own:
        # The words of the sentence itself are shown where they limit it, those that the register types for it always.
        said = [place.quote for place in claim.said.values()]
        limits = tuple(one for one in limits if one.quote and (one.quote not in said or own.search(one.quote)))
        limits = limits or claim.lines_with(own)
        limits = limits or tuple(one.model_copy(update={"quote": None}) for one in condition.limits)
    # A lead without a printed figure is said to be one.
    ahead = "ahead " if pair.side and left and left > 1 else ""
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
        condition = replace(condition, phrase=_in_reach(pair, condition, other))
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
        (off,) = [row for row in pair.sides if row["division"] != "closed"]
        which = "one result" if pair.before["round"] == pair.after["round"] else f"{off['round']}'s result"
        return replace(condition, detail=detail, phrase=f"{which} is of the {off['division']} division")
    if condition.question != "category":
        return replace(condition, detail=detail, phrase=none)
    off = [row for row in pair.sides if not row["on_sale"]]
    sold = [chip(row["accelerator"] or "") or f"{row['platform_vendor']}'s system" for row in off]
    # One owner's same chip had no other earlier result to be compared with.
    one_owner = share_owner(*(owners(row["submitter"]) for row in pair.sides))
    alone = len(pair.chips) == 1 and pair.chips != [""] and one_owner
    phrase = f"{listed(sold)} {'was' if len(sold) == 1 else 'were'} not on sale"
    return replace(condition, detail=detail, phrase=phrase, matters=condition.matters and not alone)


def _with_most(pair: Divided, condition: Condition, most: Mapping[str, Any]) -> Condition:
    """What is left for one owner, and the most that any owner reached where that is more, as with a preview."""
    if condition.state != DIFFERS or not condition.figure or most["ratio"] is None:
        return condition
    found = _finer(pair, most["ratio"]).text
    if most["ratio"] <= pair.ratio_of(condition.figure.value) or found == condition.figure.text:
        return condition
    return replace(condition, detail=f"{condition.detail}; the most of one company is {found}, with {most['other']}")


def _finer(pair: Divided, ratio: float) -> Printed:
    """What a ratio leaves of a figure, printed so finely that it differs from the published one and from nothing."""
    figure, value = pair.figure, pair.checked(ratio).computed.value
    published, none = quantity(figure.published, figure.unit, figure.decimals), 1.0 if figure.unit == "x" else 0.0
    digits = max(figure.decimals, 2) if figure.unit == "x" and value < _TEN else figure.decimals
    for more in range(digits, max(digits, _MOST_DECIMALS) + 1):
        fine = quantity(value, figure.unit, more)
        if fine.text.lstrip("−") not in (published.text, quantity(none, figure.unit, more).text):
            break
    return fine


def _printed(claim: Claim, shown: Printed) -> bool:
    """Whether a claim prints the figure of another reading itself."""
    alike = [one for one in claim.figures if one.unit == shown.unit]
    return any(rounds_to(shown.value, one.published, one.decimals) for one in alike)


def limited(pair: Divided, name: str, other: str) -> re.Pattern[str] | None:
    """The words of the register by which the claim's own sentence limits itself to what a question is about.

    The names of the two results' scenario, older chip, round and owners are among them. A sentence that names the
    ``other`` scenario as well, and has one figure for both, does not.
    """
    sentence = pair.claim.sentence
    both = name == "scenario" and len(pair.claim.figures) < _BOTH
    if both and re.search(rf"\b{other}\b", sentence, re.IGNORECASE):
        return None
    question = read_questions().questions.get(name)
    words = question and question.limits
    whose = [row["submitter"].replace("_", " ") for row in pair.sides]
    makers = {row["accelerator_vendor"] for row in pair.sides}
    named = {
        "scenario": {"Server": "(Server|online)"}.get(pair.before["scenario"], pair.before["scenario"]),
        "chip": chip(pair.before["accelerator"] or ""),
        "round": pair.before["round"],
        "owners": "|".join(re.escape(one) for one in whose if one not in makers) or "(?!)",
    }
    limiting = re.compile(words.format(**named), re.IGNORECASE) if words else None
    return limiting if limiting and limiting.search(sentence) else None


def _in_reach(pair: Divided, condition: Condition, other: str) -> str:
    """What the figure that is left is of, as a badge says it: NVIDIA's own rack gained 1.91x."""
    found, phrase, text = (
        [*map(pair.tables.row, condition.rows)],
        condition.phrase,
        condition.figure.text,
    )
    sizes = {row["accelerators"] for row in found}
    verb = {"gain": "gained", "saving": "saves"}.get(pair.kind)
    risen = not text.startswith(("−", "0."))
    if "company" in phrase and len(sizes) == 1 and verb and risen and "'s " in other and " over " not in other:
        return f"{_RACK.sub('rack', other).replace(chr(39) + 's ', chr(39) + 's own ', 1)} {verb} {text}"
    published = {row["accelerators"] for row in pair.sides}
    if "size" not in phrase and len(sizes) == 1 and not sizes & published and None not in sizes:
        phrase += f", on {sizes.pop()} each"
    on_sale = all(row["on_sale"] for row in found)
    return phrase.replace(f"{_OF}one category", "between systems on sale") if on_sale else phrase
