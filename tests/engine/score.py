"""What an answer to a labelled figure is worth: precision, recall and false confirmations of the command ``text``.

What agrees is decided by words (``agrees``), so read the disagreements before you believe a change of one
or two.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ANSWERABLE = ("claim", "result", "pair", "count", "not_held", "wrong")
KINDS = (*ANSWERABLE, "no_figure", "open", "unlabelled")
CLAIM = re.compile(r"\bClaim ((?:[\w.-]+/)?\d+[a-z]?)\b")
ROW = re.compile(r"([^|;:]+?)\|(v[\d.]+)\|([\w.-]+)\|(\w+)\|([\d.]+)")
NOT_HELD = re.compile(
    r"not hold|not held|(?:is|are) not in (?:them|these|the tables)|no row of (?:that|this) (?:round|suite)|holds? no",
    re.I,
)
PAIR = re.compile(r"\bthan\b|\btimes\b|\bover\b|faster|slower|as fast", re.I)


def core(figure):
    """The digits of a figure, the same for 1,234.50 and 1.234,50."""
    return [re.sub(r"\D", "", x) for x in re.findall(r"\d[\d.,]*", figure)]


def numbers(text):
    """The numbers of a text, each with half a unit of its last digit."""
    out = []
    for written in re.findall(r"\d[\d,]*\.?\d*", text):
        digits = written.replace(",", "").rstrip(".")
        if digits:
            out.append((float(digits), 0.51 * 10 ** -(len(digits.split(".")[1]) if "." in digits else 0)))
    return out


def named(says, sub):
    """Whether a company is named: its first word, since joint names are printed in several ways."""
    word = re.split(r"[^A-Za-z]", sub)[0]
    return re.search(word, says, re.I) is not None


def prints(says, value):
    # 1.5 million and the like
    return any(
        abs(n - v) <= max(e, 1e-6 * v) for n, e in numbers(says) for v in (value, value / 60, value / 1e6, value / 1e3)
    )


def is_row(says, row, figure=""):
    """Whether an answer gives this row: its company, round and value, or for rates per watt the figure itself."""
    sub, rnd, _, _, value = row
    itself = any(abs(n - m) <= e for n, e in numbers(figure) if n for m, _ in numbers(says))
    same = prints(says, float(value)) or ("per" in says and itself)
    return named(says, sub) and re.search(re.escape(rnd) + r"(?!\.?\d)", says) is not None and same


def is_pair(says, expected):
    rows = ROW.findall(re.sub(r" OVER | or ", ";", expected))[:2]
    if len(rows) < 2 or not PAIR.search(says):
        return False
    same = all(named(says, r[0]) for r in rows)
    rounds = Counter(re.findall(r"\((v[\d.]+)\)", says))
    want = Counter(r[1] for r in rows)
    return same and (
        all(rounds[k] >= want[k] for k in want)
        or (len(want) == 1 and sum(rounds.values()) == 1 and set(rounds) == set(want))
    )


# What an outcome asserts: a claim, a row (a result or a pair), that it is false (absent or not held), a count.
ASSERTED = {"claim": "claim", "result": "row", "own": "row", "none": "false", "count": "count"}


def agrees(label, answer, how):
    """Whether an asserted answer agrees with the label."""
    kind, expected, says = label["kind"], label["expected"], answer["says"]
    ids = {a for a in re.split(r" or ", expected) if re.fullmatch(r"(?:[\w.-]+/)?\d+[a-z]?", a)}
    rows = [r for part in re.split(r" or ", expected) if " OVER " not in part for r in ROW.findall(part)]
    said = set(CLAIM.findall(says))
    if kind == "not_held":
        suite = expected.replace("power of MLPerf ", "").replace("MLPerf ", "")
        if expected.startswith("power") and not re.search("power|energy", says, re.I):
            return False
        return how == "false" and NOT_HELD.search(says) is not None and all(w in says for w in suite.split())
    if kind == "wrong":
        none = re.match(r"No result is of ([^.]*)", says)
        if none and any(w in none.group(1) for r in rows for w in re.findall(r"[A-Za-z]{4,}", r[0])):
            return False  # it denies that there are results of a company that has the right one
        return how == "false" or (how == "claim" and (answer.get("wrong") or bool(said & ids)))
    if kind == "count":
        number, rnd = re.match(r"(\d+)", expected).group(1), re.search(r"v[\d.]+", expected).group()
        return bool(said & ids) or (
            how in ("count", "row") and rnd in says and int(number) in {int(n) for n, _ in numbers(says)}
        )
    if kind in ("claim", "result", "pair"):
        if how == "claim":
            same = any(named(says, r[0]) and prints(says, float(r[4])) and len(str(r[4])) > 4 for r in rows)
            return bool(said & ids) or (kind == "result" and same)
        return how == "row" and (any(is_row(says, r, label["figure"]) for r in rows) or is_pair(says, expected))
    return False


def pick(labels, answer):
    """The label that an answer is about: the same line and the same digits."""
    mine = core(answer["figure"])
    for strict in (True, False):
        for label in labels:
            if label["line"] == str(answer["line"]) and "answer" not in label:
                theirs = core(label["figure"])
                if (mine and mine == theirs) or (
                    not mine and not theirs and answer["figure"].strip() in label["figure"]
                ):
                    return label
                if not strict and mine and theirs and (mine[0] == theirs[0] or mine[0] in theirs or theirs[0] in mine):
                    return label
    return None


class Score(NamedTuple):
    """Counts by kind of label, and the figures on which answer and label differ."""

    counts: dict[str, Counter[str]]
    disagreements: list[str]

    @property
    def total(self) -> Counter[str]:
        """The counts of all kinds together."""
        return sum(self.counts.values(), Counter())

    @property
    def right(self) -> int:
        """How many figures that have an answer were given it."""
        return sum(self.counts[kind]["right"] for kind in ANSWERABLE)

    @property
    def precision(self) -> float:
        """The share of what is asserted that is right."""
        return self.right / max(self.total["asserted"], 1)

    @property
    def recall(self) -> float:
        """The share of the figures that have an answer that were given it."""
        return self.right / max(sum(self.counts[kind]["labels"] for kind in ANSWERABLE), 1)

    @property
    def false_confirmations(self) -> int:
        """How many figures were given a claim or a result that is not theirs."""
        return self.total["false confirmation"]

    @property
    def words(self) -> str:
        """The three numbers in a line."""
        return (
            f"precision {self.precision:.0%} of {self.total['asserted']} assertions, recall {self.recall:.0%}, "
            f"{self.false_confirmations} false confirmations in {self.total['labels']} figures"
        )


def score(labels: Path, answers: Mapping[str, Sequence[dict[str, Any]]]) -> Score:
    """The score of ``answers``, the figures of each text by its name, against ``labels``."""
    rows = list(csv.DictReader(labels.read_text(encoding="utf-8").splitlines()))
    counts, differing = {kind: Counter() for kind in KINDS}, []
    for name, found in answers.items():
        here = [row for row in rows if row["text"] == name]
        for answer in found:
            label = pick(here, answer)
            if label is None:
                if _is_part(here, answer):
                    continue
                label = {"line": str(answer["line"]), "figure": answer["figure"], "kind": "unlabelled", "expected": ""}
            label["answer"] = answer
            how, kind = ASSERTED.get(answer["outcome"], ""), label["kind"]
            right = bool(how) and agrees(label, answer, how)
            false = how in ("claim", "row") and not right
            counts[kind].update(seen=1, asserted=bool(how), right=right, **{"false confirmation": false})
            if (how and not right) or (not how and kind in ANSWERABLE):
                what = "false confirmation" if false else "not right" if how else "no answer"
                differing.append(f"{name}:{label['line']} {label['figure']} [{kind}] {what}: {answer['says'][:200]}")
        for label in here:
            counts[label["kind"]]["labels"] += 1
            if "answer" not in label and label["kind"] in ANSWERABLE:
                differing.append(f"{name}:{label['line']} {label['figure']} [{label['kind']}] not seen")
    return Score(counts, differing)


def _is_part(here: list[dict[str, Any]], answer: dict[str, Any]) -> bool:
    """Whether a label of the line is a span, such as 750–820, of which the answer has one end."""
    spans = [x for x in here if x["line"] == str(answer["line"]) and len(core(x["figure"])) > 1]
    return any(set(core(x["figure"])) & set(core(answer["figure"])) for x in spans)
