"""What a claim is asked by its kind, what each answer leaves of its figure, and what its own sentence tells the reader.

Kind and questions follow from the claim's figures (``data/facts/questions.yml``); what is left of a ratio is computed
for all claims at once (``analysis.questions``); the rule that says when a difference matters is ``matters``, alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pandas as pd

from claimcheck.analysis.comparison import RULES, SHARED, shared
from claimcheck.analysis.derived import Tables
from claimcheck.analysis.questions import (
    DIFFERS,
    HOLDS,
    NOT_ASKED,
    NOT_CLAIMED,
    TOGETHER,
    UNKNOWN,
    Pair,
    answers,
)
from claimcheck.analysis.view import chip, folded, owners, share_owner
from claimcheck.claims.register.claim import Claim, FigureToMatch
from claimcheck.claims.register.language import Answer
from claimcheck.claims.register.vocabulary import AS_IT_IS, SCALES, Scale
from claimcheck.claims.verdict.judge import check_figure
from claimcheck.claims.verdict.result import NARROWER, WITH_NOTE, ClaimResult, Condition
from claimcheck.core.printing import Printed, counted, listed, quantity, rounds_to
from claimcheck.data.registers import AskedQuestion, read_questions

# How the phrase of a question about what two systems share begins.
_OF = RULES["of_systems"]
# A full NVL72 is a rack.
_RACK = re.compile(r"\b72 GB[23]00\b")
# A side that is so near to the other is behind it.
_WITHIN = re.compile(r"\bwithin \{figure")
_RATE = re.compile(r"(tokens|samples|queries|frames|images)/s|minutes|^ms$|^s$|models")


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
    ``average``: the sentence compares with an average, of which the earlier result is the best.
    """

    figure: FigureToMatch
    answer: Answer
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    per_accelerator: bool
    ratio: float
    scale: str | None
    turned: bool = False
    average: bool = False

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
    def chips(self) -> list[str]:
        """The chips of the two sides, each once."""
        return list(dict.fromkeys(chip(row["accelerator"] or "") for row in (self.before, self.after)))

    @property
    def one_chip(self) -> bool:
        """Whether both are results of one chip."""
        return len(self.chips) == 1 and self.chips != [""]

    @property
    def one_cell(self) -> bool:
        """Whether both are results of one chip in one round."""
        return len(self.chips) == 1 and self.before["round"] == self.after["round"]


def divided(claim: Claim, tables: Tables, found: Sequence[tuple[FigureToMatch, Answer]]) -> Divided | None:
    """The two sides of a claim that names them, or its first figure that divides two results; None without.

    Of ``found``, its figures with their answers, the last is the lead of the sides. The side of who says it is divided
    by the other.

    It speaks for whoever says it, if that is one of the two. NVIDIA over AMD by 3% is AMD's "within 3%", in anybody's
    words.
    """
    said = {folded(name) for name in claim.whose.by}
    if claim.sides:
        figure, answer = found[-1]
        pair = Divided(
            figure, answer, *map(tables.row, answer.rows), claim.sides.measure != "value", answer.ratio, "gain"
        )
        return replace(pair, average=claim.sides.average)
    for figure, answer in found:
        if answer.ratio is not None and len(set(answer.rows)) == 2:
            before, after = map(tables.row, answer.rows)
            pair = Divided(figure, answer, before, after, figure.measure != "value", answer.ratio, figure.scale)
            sides = [{*owners(row["submitter"]), folded(row["accelerator_vendor"] or "")} for row in (before, after)]
            within = _WITHIN.search(claim.statement) and answer.ratio > 1 and not said & {*sides[0], *sides[1]}
            if not within and (not said & sides[0] or said & sides[1]):
                return pair
            return replace(pair, before=after, after=before, ratio=1 / pair.ratio, turned=True)
    return None


def kind_of(claim: Claim, pair: Divided | None) -> str:
    """The kind of the claim's sentence: what its figures say, or the one that the register names with a reason."""
    if claim.kind:
        return claim.kind.is_
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


def verdict_at(claim: ClaimResult, lost: float) -> str:
    """The verdict on an evaluated claim if a loss mattered above ``lost``: a figure that is right keeps being right."""
    if claim.verdict not in (NARROWER, WITH_NOTE):
        return claim.verdict
    failing = [c for c in (*claim.conditions, claim.together) if c and c.fails and not c.told]
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


def prefetch(tables: Tables, pairs: Iterable[Pair]) -> dict[tuple[Any, ...], dict[str, dict[str, Any]]]:
    """Answers to every question about ``pairs``, by their results; those not asked before are asked at once."""
    known = tables.once("answers to pairs", dict)
    new = {pair[1:]: pair for pair in pairs if pair[1:] not in known}
    numbered = [pair._replace(key=str(number)) for number, pair in enumerate(new.values())]
    by_key = {pair.key: known.setdefault(key, {}) for key, pair in zip(new, numbered, strict=True)}
    for row in answers(tables, numbered).to_dict("records") if new else ():
        ratio = None if pd.isna(row["ratio"]) else row["ratio"]
        rows = () if row["rows"] is None or row["rows"] is pd.NA else row["rows"]
        by_key[row["key"]][row["question"]] = {**row, "ratio": ratio, "rows": rows}
    return known


def pair_of(claim: Claim, pair: Divided, sentence: str) -> Pair:
    """The two results of a claim's figure as a question is asked of them."""
    ids = pair.before["row_id"], pair.after["row_id"]
    own = sentence == "scaling" or (sentence == "gain" and not pair.one_cell)
    sides = [claim.rows.get(name) for name in (pair.figure.before or "before", pair.figure.after or "after")]
    any_chip = all(side and side.criteria.keys() <= _CELL for side in sides)
    return Pair(str(claim.number), *ids, pair.per_accelerator, own, any_chip)


def asked(
    claim: Claim, tables: Tables, found: Sequence[Answer], shown: Iterable[str], pair: Divided | None
) -> tuple[str, list[Condition], Condition | None]:
    """Ask the questions of the kind of a claim's sentence, of the pair that it divides or of the rows ``shown``.

    Returns the kind, the answer to each question, and all that fail at once.
    """
    sentence = kind_of(claim, pair)
    register = read_questions()
    names = register.kinds[sentence].asks
    if pair is None or not register.kinds[sentence].pair:
        rows = tables.rows(sorted(shown))
        return sentence, [_of_rows(claim, name, register.questions[name].label, rows, tables) for name in names], None
    own = pair_of(claim, pair, sentence)
    given = prefetch(tables, [own])[own[1:]]
    answer = pair.answer
    reach = partial(_in_reach, tables, sentence, (pair.before["accelerators"], pair.after["accelerators"]))
    conditions = [_of_pair(claim, pair, answer, name, register.questions[name], given[name], reach) for name in names]
    together = None
    failing = [c for c in conditions if register.questions[c.question].imposed and c.state == DIFFERS]
    if len(failing) > 1 and TOGETHER in given and given[TOGETHER]["ratio"] is not None:
        words = " and ".join(register.questions[c.question].phrase.removeprefix(_OF) for c in failing)
        shape = AskedQuestion(asks="all", label=words, phrase=f"{_OF}{words}", told="note", imposed=True)
        condition = _of_pair(claim, pair, answer, TOGETHER, shape, given[TOGETHER], reach)
        together = replace(condition, question="", state="")
    return sentence, conditions, together


def _of_pair(
    claim: Claim,
    pair: Divided,
    answer: Answer,
    name: str,
    question: AskedQuestion,
    given: Mapping[str, Any],
    reach: Callable[[str, tuple[str, ...], str, Printed], str],
) -> Condition:
    """The answer to a question as a condition: what is left of the figure, and whether the text tells the reader.

    ``reach`` says what a figure that is left is of.
    """
    state, left, rows, other = given["state"], given["ratio"], tuple(given["rows"]), given["other"]
    known = partial(Condition, name=question.label, holds=True, question=name, rows=rows)
    silent = partial(known, holds=None)
    if name == "owner" and state == DIFFERS:
        makers = {row["accelerator_vendor"] or f"CPU of {row['platform_vendor']}" for row in (pair.before, pair.after)}
        if len(makers) > 1:
            return silent(detail="the sentence compares chips of two makers", state=NOT_ASKED)
        if pair.one_cell:
            return silent(detail="the sentence compares two owners of one chip in one round", state=NOT_ASKED)
    if state in (UNKNOWN, NOT_ASKED):
        return silent(detail=_silent(name, state, other), state=state)
    # What the two state of what a question is about; nothing where only other results say something.
    stated = (pair.after, pair.before) if pair.turned else (pair.before, pair.after)
    words = shared(SHARED[name], *stated)[1] if name in SHARED and name != "power" else ""
    detail = other if name == "versions" else words
    if state == HOLDS:
        return known(detail=detail or question.held, state=state)
    figure = pair.figure
    heavy, share = matters(pair.ratio, left)
    computed = None if left is None else check_figure(figure, replace(answer, value=pair.made(left)))
    if name == "engine":
        heavy, share = False, None
    elif (
        (not question.imposed or (name == "number" and pair.per_accelerator))
        and left is not None
        and (left >= pair.ratio * (1 - 1e-9) or computed.agrees)
    ):
        state = HOLDS
    shown = computed.computed and _finer(figure, computed.computed) if computed else None
    older = chip(pair.before["accelerator"] or "") or "system"
    phrase = question.phrase.format(other=other, chip=older, round=pair.after["round"])
    if name == "number" and rows == (pair.before["row_id"], pair.after["row_id"]):
        phrase = "per accelerator"
    if name == "best" and rows and rows[1] == pair.after["row_id"] and not pair.turned:
        phrase = f"{'of' if pair.scale == 'percent' else 'over'} the fastest {older}"
    if shown:
        detail += f"{'; ' if detail else ''}{phrase} it is {shown.text}"
        detail += f", with {other}" if name not in ("scenario", "sibling") and other else ""
    if state == HOLDS:
        return known(detail=detail, state=state, left=share, figure=shown)
    told = name in claim.told or (name == "best" and pair.average)
    own = limited(claim, pair, name, other)
    told |= own
    if own or (told and question.told == "scope"):
        apart = {"limits": claim.limits(name), "told": True, "left": share, "figure": shown, "phrase": phrase}
        turned = left is not None and (pair.ratio - 1) * (left - 1) < 0
        badge = (heavy or turned) and not (own or shown is None or _printed(claim, shown))
        return silent(detail=detail, state=NOT_CLAIMED, in_badge=badge, **apart)
    told |= name == "scenario" and figure.rule == "up_to"
    if shown and question.imposed:
        phrase = reach(phrase, rows, other, shown)
    if name != "engine" and shown is None:
        none = "no company has both results" if name == "owner" else f"no such pair {phrase}".replace(_OF, "of ")
        detail = "; ".join(filter(None, [detail, none if name == "owner" else f"there is {none}"]))
        # Which of the two could not be bought, as a badge says it: B200 was not on sale.
        off = [row for row in (pair.before, pair.after) if not row["on_sale"]]
        sold = [chip(row["accelerator"] or "") or f"{row['platform_vendor']}'s system" for row in off]
        # One owner's same chip had no other earlier result to be compared with.
        alone = pair.one_chip and share_owner(*(owners(row["submitter"]) for row in (pair.before, pair.after)))
        heavy = heavy and not (name == "category" and alone)
        not_on_sale = f"{listed(sold)} {'was' if len(sold) == 1 else 'were'} not on sale"
        phrase = not_on_sale if name == "category" else none
    return Condition(
        name=question.label,
        holds=False,
        detail=detail or (f"{phrase} of the model" if name == "engine" else phrase),
        matters=heavy and not told,
        phrase=phrase,
        figure=shown,
        question=name,
        state=state,
        left=share,
        rows=rows,
        told=told,
        limits=claim.limits(name),
    )


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


def limited(claim: Claim, pair: Divided, name: str, other: str) -> bool:
    """Whether the claim's own sentence limits itself to what a question is about, by the words that the register lists.

    The names of the two results' scenario, older chip, round and owners are among them. A sentence that names the
    ``other`` scenario as well, and has one figure for both, does not.
    """
    if name == "scenario" and re.search(rf"\b{other}\b", claim.sentence, re.IGNORECASE) and len(claim.figures) < _BOTH:
        return False
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
    return bool(words and re.search(words.format(**named), claim.sentence, re.IGNORECASE))


def _in_reach(
    tables: Tables,
    sentence: str,
    published: tuple[int | None, ...],
    phrase: str,
    rows: tuple[str, ...],
    other: str,
    figure: Printed,
) -> str:
    """What the figure that is left is of, as a badge says it: NVIDIA's own rack gained 1.91x."""
    found = [tables.row(row_id) for row_id in rows]
    one_size = len({row["accelerators"] for row in found}) == 1
    verb = {"gain": "gained", "saving": "saves"}.get(sentence)
    risen = not figure.text.startswith(("−", "0."))
    if "company" in phrase and one_size and verb and risen and "'s " in other and " and " not in other:
        return f"{_RACK.sub('rack', other).replace(chr(39) + 's ', chr(39) + 's own ', 1)} {verb} {figure.text}"
    sizes = {row["accelerators"] for row in found}
    if "size" not in phrase and len(sizes) == 1 and not {*sizes} & {*published} and None not in sizes:
        phrase += f", on {sizes.pop()} each"
    on_sale = all(row["on_sale"] for row in found)
    return phrase.replace(f"{_OF}one category", "between systems on sale") if on_sale else phrase


def _silent(name: str, state: str, other: str = "") -> str:
    if state == UNKNOWN:
        return other if name == "versions" else "our tables do not say it of both results"
    return read_questions().questions[name].unasked


def _of_rows(claim: Claim, name: str, label: str, rows: list[dict[str, Any]], tables: Tables) -> Condition:
    """The answer to a question about results that no figure divides: what each of them is."""
    ids = tuple(row["row_id"] for row in rows)
    so = partial(Condition, label, True, question=name, rows=ids)
    silent = partial(Condition, label, None, question=name, rows=ids)
    if not rows:
        return silent("it rests on no result", state=NOT_ASKED)
    if name not in ROW_QUESTIONS:
        return silent("a query divides several results, which are not taken apart", state=UNKNOWN)
    odd, detail, phrase = ROW_QUESTIONS[name](claim, rows, tables)
    if odd is None:
        return silent(detail, state=NOT_ASKED)
    if None in odd:
        return silent(detail or _silent(name, UNKNOWN), state=UNKNOWN)
    if not any(odd):
        return so(detail, state=HOLDS)
    own = read_questions().questions[name].limits
    if own and re.search(own, claim.sentence, re.IGNORECASE):
        return silent(detail, state=NOT_CLAIMED, told=True)
    told = {"told": name in claim.told, "limits": claim.limits(name)}
    return replace(so(detail, state=DIFFERS, phrase=phrase or detail, left=1.0, **told), holds=False, matters=False)


# Which of the results are odd, None where it is not known; what was found, and that for a badge, where it is shorter.
Odd = tuple[list[bool | None] | None, str, str]


def _division(claim: Claim, rows: list[dict[str, Any]], tables: Tables) -> Odd:
    odd = [row["division"] != "closed" for row in rows]
    detail = _part(sum(odd), len(rows), "result", "in the closed division", "outside the closed division")
    # A text of thirty words has no room for more.
    count = f"{sum(odd)} of {len(rows)} outside closed division"
    return odd, detail, "" if len(rows) == 1 else "none was in the closed division" if all(odd) else count


def _category(claim: Claim, rows: list[dict[str, Any]], tables: Tables) -> Odd:
    systems = {(row["round"], row["submitter"], row["system"]): row["on_sale"] for row in rows}
    odd = [None if sold is None else not sold for sold in systems.values()]
    return odd, "" if None in odd else _part(sum(odd), len(odd), "system", "on sale", "not on sale"), ""


def _copies(claim: Claim, rows: list[dict[str, Any]], tables: Tables) -> Odd:
    if all(row["nodes"] == 1 for row in rows):
        return None, "on one node", ""
    known = tables.once("engines", lambda: _engines(tables))
    numbers = [_described(row) or known.get(row["row_id"]) for row in rows]
    if None in numbers:
        return [None], _known_engines(tables), ""
    detail = f"the system ran as up to {int(max(numbers))} separate copies of the model"
    return [number > 1 for number in numbers], detail, ""


def _described(row: Mapping[str, Any]) -> int | None:
    """How many copies of the model ran by the submitter's own description; None where it has none."""
    same = ("round", "submitter", "benchmark")
    told = (one for one in read_questions().copies if all(row[name] == getattr(one, name) for name in same))
    return next((one.copies for one in told), None)


def _engines(tables: Tables) -> dict[str, float]:
    with tables.database("engines") as database:
        return dict(database.execute("select row_id, sum(number) from engines group by all").fetchall())


def _known_engines(tables: Tables) -> str:
    """Of whose results it is known: settings were submitted for NVIDIA's chips above all."""
    known = tables.rows(tables.once("engines", lambda: _engines(tables)))
    makers = Counter(row["platform_vendor"] for row in known)
    parts = listed([f"{number} on {maker}'s chips" for maker, number in makers.most_common()])
    return f"it is known of {len(known)} results in our tables, {parts}"


def _submitter(claim: Claim, rows: list[dict[str, Any]], tables: Tables) -> Odd:
    if not claim.whose.by:
        return None, "it is a sentence of an outlet's own", ""
    by, words = {folded(name) for name in claim.whose.by}, folded(claim.sentence)
    named = [{*owners(row["submitter"])} & by or any(one in words for one in owners(row["submitter"])) for row in rows]
    others = dict.fromkeys(row["submitter"].replace("_", " ") for row, own in zip(rows, named, strict=True) if not own)
    if not others:
        return [False], "the one who says it, or whom it names", ""
    phrase = f"{listed([*others])} submitted {'it' if len(rows) == 1 else 'them'}"
    return [True], f"{phrase}, whom the sentence does not name", phrase


def _each(claim: Claim, rows: list[dict[str, Any]], tables: Tables) -> Odd:
    totals = [row for row in rows if row["per_accelerator"] is not None and row["accelerators"] > 1]
    if not totals or not re.search(read_questions().questions["each"].words, claim.sentence, re.IGNORECASE):
        return None, "it is about no total of several accelerators", ""
    best = tables.once("best per accelerator", lambda: _best_each(tables))
    ahead = [best.get(row["row_id"]) for row in totals]
    others = list(dict.fromkeys(filter(None, ahead)))
    if not others:
        return [False], "no result is higher in total and lower per accelerator", ""
    return [True], f"per accelerator, {listed(others)} made more", f"{_chip_of(others[0])} made more per accelerator"


def _chip_of(whose: str) -> str:
    """The chips of a result in print, NVIDIA's 72 Vera Rubin (preview), without its owner and their number."""
    return re.sub(r"^.*?'s? \d+ | \(preview\)$", "", whose)


def _best_each(tables: Tables) -> dict[str, str]:
    """Whose result is the highest per accelerator, for each that is the highest in total and not per accelerator.

    Of a cell, up to its round, in the closed division.
    """
    with tables.database("inference_results place") as database:
        found = database.execute("""
            with rates as (
                select row_id, whose, value, per_accelerator, place(round) as at, benchmark, scenario, unit
                from inference_results where division = 'closed' and per_accelerator is not null
            )
            select a.row_id, arg_max(b.whose, b.per_accelerator)
            from rates a join rates b on b.at <= a.at
                and (b.benchmark, b.scenario, b.unit) = (a.benchmark, a.scenario, a.unit)
            group by a.row_id, a.value, a.per_accelerator
            having max(b.value) <= a.value and max(b.per_accelerator) > a.per_accelerator
        """).fetchall()
    return dict(found)


def _part(count: int, of: int, noun: str, ordinary: str, what: str) -> str:
    """How many results are different from what is ordinary: 1 of 2 results was outside the closed division."""
    if count in (0, of):
        every = f"the {noun}" if of == 1 else f"{'none' if count else 'each'} of the {of} {noun}s"
        return f"{every} was {what if count and of == 1 else ordinary}"
    return f"{count} of {counted(of, noun)} {'was' if count == 1 else 'were'} {what}"


# Every question of results that no figure divides, by its name in the register.
ROW_QUESTIONS: dict[str, Callable[[Claim, list[dict[str, Any]], Tables], Odd]] = {
    "division": _division,
    "category": _category,
    "engine": _copies,
    "submitter": _submitter,
    "each": _each,
}
