"""What a claim is asked by its kind, what each answer leaves of its figure, and what its own sentence tells the reader.

Kind and questions follow from the claim's figures (``data/facts/questions.yml``); what is left of a ratio is computed
for all claims at once (``analysis.questions``); the rule that says when a difference matters is ``matters``, alone.
"""

from __future__ import annotations

import re
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
from claimcheck.analysis.view import chip, folded, owners
from claimcheck.claims.register.claim import Claim
from claimcheck.claims.register.language import Answer
from claimcheck.claims.register.vocabulary import AS_IT_IS, SCALES, Scale
from claimcheck.claims.verdict.judge import check_figure
from claimcheck.claims.verdict.result import NARROWER, WITH_NOTE, ClaimResult, Condition
from claimcheck.core.printing import Printed, counted, rounds_to
from claimcheck.data.registers import AskedQuestion, read_questions

# Words of a sentence about a record.
_RECORD = re.compile(r"\b(record|first|most|only|highest|largest|fastest|best|no other|nobody|every)\b", re.IGNORECASE)
# How the phrase of a question about what two systems share begins.
_OF = RULES["of_systems"]
# A full NVL72 is a rack.
_RACK = re.compile(r"\b72 GB[23]00\b")
# A side that is so near to the other is behind it.
_WITHIN = re.compile(r"\bwithin \{figure")
_RATE = re.compile(r"(tokens|samples|queries|frames|images)/s|minutes|^ms$|^s$|models")


@dataclass(frozen=True)
class Divided:
    """The figure of a claim that divides two results: its place, the two, and how it is made of their ratio.

    ``before`` and ``after`` are such that a higher ratio is better for who says it, and ``made`` gives the figure.
    """

    place: int
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    per_accelerator: bool
    ratio: float
    scale: str | None
    turned: bool = False

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
    def one_cell(self) -> bool:
        """Whether both are results of one chip in one round."""
        return len(self.chips) == 1 and self.before["round"] == self.after["round"]


def divided(claim: Claim, tables: Tables, found: Sequence[Answer]) -> Divided | None:
    """The claim's first figure that divides two results, with the side that it speaks for over the other; None without.

    It speaks for whoever says it, if that is one of the two. NVIDIA over AMD by 3% is AMD's "within 3%", in anybody's
    words.
    """
    said = {folded(name) for name in claim.whose.by}
    for place, (figure, answer) in enumerate(zip(claim.figures, found, strict=True)):
        if answer.ratio is not None and len(set(answer.rows)) == 2:
            before, after = map(tables.row, answer.rows)
            pair = Divided(place, before, after, figure.measure != "value", answer.ratio, figure.scale)
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
    return Pair(str(claim.number), *ids, pair.per_accelerator, own=sentence in ("gain", "scaling"))


def asked(
    claim: Claim, tables: Tables, found: Sequence[Answer | Condition], pair: Divided | None
) -> tuple[str, list[Condition], Condition | None]:
    """Ask the questions of the kind of a claim's sentence, of the pair that it divides or of the rows behind it.

    Returns the kind, the answer to each question, and all that fail at once.
    """
    sentence = kind_of(claim, pair)
    register = read_questions()
    names = register.kinds[sentence].asks
    if pair is None:
        rows = tables.rows(row_id for answer in found for row_id in answer.rows)
        return sentence, [_of_rows(claim, name, register.questions[name].label, rows, tables) for name in names], None
    own = pair_of(claim, pair, sentence)
    given = prefetch(tables, [own])[own[1:]]
    answer = found[pair.place]
    reach = partial(_in_reach, tables, sentence)
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
    figure = claim.figures[pair.place]
    heavy, share = matters(pair.ratio, left)
    computed = None if left is None else check_figure(figure, replace(answer, value=pair.made(left)))
    if name == "engine":
        heavy, share = False, None
    elif not question.imposed and left is not None and (left >= pair.ratio * (1 - 1e-9) or computed.comes_out):
        state = HOLDS
    shown = computed.computed if computed else None
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
    told = name in claim.told
    if told and question.told == "scope":
        apart = {"limits": claim.limits(name), "told": True, "left": share, "figure": shown, "phrase": phrase}
        turned = left is not None and (pair.ratio - 1) * (left - 1) < 0
        badge = shown is not None and (heavy or turned) and not _said(claim, pair, name, shown)
        return silent(detail=detail, state=NOT_CLAIMED, in_badge=badge, **apart)
    told |= name == "scenario" and figure.rule == "up_to"
    if shown and question.imposed:
        phrase = reach(phrase, rows, other, shown)
    if name != "engine" and shown is None:
        none = "no company has both results" if name == "owner" else f"no such pair {phrase}".replace(_OF, "of ")
        detail = "; ".join(filter(None, [detail, none if name == "owner" else f"there is {none}"]))
        # Which of the two could not be bought, as a badge says it: B200 was not on sale.
        off = [row for row in (pair.before, pair.after) if not row["on_sale"]]
        not_on_sale = " and ".join(f"{chip(row['accelerator'] or '')} was not on sale" for row in off)
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


def _said(claim: Claim, pair: Divided, name: str, shown: Printed) -> bool:
    """Whether a claim's own sentence has the limit of a question, or prints the figure of the other reading."""
    alike = [one for one in claim.figures if one.unit == shown.unit]
    return any(rounds_to(shown.value, one.published, one.decimals) for one in alike) or limited(claim, pair, name)


def limited(claim: Claim, pair: Divided, name: str) -> bool:
    """Whether the claim's own sentence limits itself to what a question is about, by the words that the register lists.

    The names of the two results' scenario, older chip, round and owners are among them.
    """
    words = read_questions().questions[name].limits
    whose = [row["submitter"].replace("_", " ") for row in (pair.before, pair.after)]
    makers = {row["accelerator_vendor"] for row in (pair.before, pair.after)}
    named = {
        "scenario": {"Server": "(Server|online)"}.get(pair.before["scenario"], pair.before["scenario"]),
        "chip": chip(pair.before["accelerator"] or ""),
        "round": pair.before["round"],
        "owners": "|".join(re.escape(one) for one in whose if one not in makers) or "(?!)",
    }
    return bool(words and re.search(words.format(**named), claim.sentence, re.IGNORECASE))


def _in_reach(tables: Tables, sentence: str, phrase: str, rows: tuple[str, ...], other: str, figure: Printed) -> str:
    """What the figure that is left is of, as a badge says it: NVIDIA's own rack gained 1.91x."""
    found = [tables.row(row_id) for row_id in rows]
    one_size = len({row["accelerators"] for row in found}) == 1
    verb = {"gain": "gained", "saving": "saves"}.get(sentence)
    risen = not figure.text.startswith(("−", "0."))
    if "company" in phrase and one_size and verb and risen and "'s " in other and " and " not in other:
        return f"{_RACK.sub('rack', other).replace(chr(39) + 's ', chr(39) + 's own ', 1)} {verb} {figure.text}"
    on_sale = all(row["on_sale"] for row in found)
    return phrase.replace(f"{_OF}one category", "between systems on sale") if on_sale else phrase


def _silent(name: str, state: str, other: str = "") -> str:
    if state == UNKNOWN:
        return other if name == "versions" else "our tables do not say it of both results"
    return read_questions().questions[name].unasked


# What is counted of results that no figure divides, what is ordinary of them, and what is not.
_ORDINARY = {
    "division": ("result", "in the closed division", "outside the closed division"),
    "category": ("system", "on sale", "not on sale"),
}


def _of_rows(claim: Claim, name: str, label: str, rows: list[dict[str, Any]], tables: Tables) -> Condition:
    """The answer to a question about results that no figure divides: what each of them is."""
    ids = tuple(row["row_id"] for row in rows)
    so = partial(Condition, label, True, question=name, rows=ids)
    silent = partial(Condition, label, None, question=name, rows=ids)
    if not rows:
        return silent("it rests on no result", state=NOT_ASKED)
    if name == "engine":
        if all(row["nodes"] == 1 for row in rows):
            return silent("on one node", state=NOT_ASKED)
        engines = [tables.once("engines", lambda: _engines(tables)).get(row_id) for row_id in ids]
        odd = [None if number is None else number > 1 for number in engines]
    elif name == "division":
        odd = [row["division"] != "closed" for row in rows]
    elif name == "category":
        odd = [None if row["on_sale"] is None else not row["on_sale"] for row in rows]
    else:
        return silent("a query divides several results, which are not taken apart", state=UNKNOWN)
    if None in odd:
        return silent(_silent(name, UNKNOWN), state=UNKNOWN)
    if name == "engine":
        detail = f"the system ran as up to {int(max(engines))} separate copies of the model"
    else:
        detail = _part(sum(odd), len(rows), *_ORDINARY[name])
    if not any(odd):
        return so(detail, state=HOLDS)
    told = {"told": name in claim.told, "limits": claim.limits(name)}
    phrase = detail
    if name == "division" and len(rows) > 1:
        # A text of thirty words has no room for more.
        count = f"{sum(odd)} of {len(rows)}"
        phrase = "none was in the closed division" if all(odd) else f"{count} outside closed division"
    return replace(so(detail, state=DIFFERS, phrase=phrase, left=1.0, **told), holds=False, matters=False)


def _part(count: int, of: int, noun: str, ordinary: str, what: str) -> str:
    """How many results are different from what is ordinary: 1 of 2 systems was not on sale."""
    if count in (0, of):
        every = f"the {noun}" if of == 1 else f"{'none' if count else 'each'} of the {of} {noun}s"
        return f"{every} was {what if count and of == 1 else ordinary}"
    return f"{count} of {counted(of, noun)} {'was' if count == 1 else 'were'} {what}"


def _engines(tables: Tables) -> dict[str, float]:
    with tables.database("engines") as database:
        return dict(database.execute("select row_id, sum(number) from engines group by all").fetchall())
