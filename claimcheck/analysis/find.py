"""Which results print a figure: every single one or pair of them, the most defensible first, and what that is worth.

A phrase is read as a person types it ("up to 2.7x DeepSeek-R1 Server GB300", "60% lower cost", "2.5 million tokens/s").
Words, rules and sentences are declared once, in ``find.yml``; the page's script reads the same declarations and gives
the same answers.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import yaml

from claimcheck.analysis.compare import Compatibility, stated, versions
from claimcheck.analysis.results import family
from claimcheck.analysis.view import named, on_sale, owners, share_owner
from claimcheck.data.rounds import in_order, order

RULES: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("find.yml").read_text(encoding="utf-8"))
PAIRS = ("ratio", "saving", "gain", "share", "multiple", "part")
CATEGORIES = ("benchmark", "scenario", "chip", "submitter", "round", "availability", "accelerators")
# Of these each name must be on one side of a pair; a benchmark and a scenario both sides have in common.
_SIDES = ("chip", "submitter", "round", "availability", "accelerators")
# Seconds in the units of results that are times.
_SECONDS = {"ms": 0.001, "s": 1.0}
_TOO_LONG = 10**12
# The figures that a chance is computed from at most, the digits of a ratio that has one, how often a search without a
# hit is widened, and how many near ones are named.
_SAMPLE, _MOST_DIGITS, _WIDENINGS, _NEAREST = 1000, 5, 20, 3
# Lifts a value that floating point left just below the half that it is.
_LIFT = 1 + 1e-12
_SAME_RUN = ["round", "submitter", "system", "family", "scenario", "unit", "value", "accelerators"]


def bare(text: str) -> str:
    """A name without capitals, spaces and signs."""
    return re.sub(r"[^a-z0-9]", "", text.lower())


class Name(NamedTuple):
    """A word or several that name something: what it is (one of CATEGORIES), and the values of the tables it means."""

    category: str
    values: tuple[str, ...]


class Names:
    """Every name that the results have, and those of ``find.yml`` that people use for them."""

    def __init__(self, values: Mapping[str, Iterable[str]], also: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        meant: dict[str, dict[str, list[str]]] = {}
        for category in CATEGORIES:
            known = list(values.get(category, ()))
            spoken = [(name, value) for value, names in also.get(category, {}).items() for name in names]
            for name, value in [*((value, value) for value in known), *spoken]:
                # A company under two spellings is named by both.
                spellings = [spelling for spelling in known if bare(spelling) == bare(value)]
                _extend(meant.setdefault(bare(name), {}), category, spellings)
        self.meant = {word: _as_names(kinds) for word, kinds in meant.items()}
        self.words = sorted(self.meant)

    def exact(self, text: str) -> tuple[Name, ...]:
        """What ``text`` names as it is."""
        return self.meant.get(bare(text), ()) if bare(text) else ()

    def begun(self, text: str) -> tuple[Name, ...]:
        """What ``text``, which has a letter and a digit, is the beginning of: H100 names each H100."""
        name = bare(text)
        if len(name) < 3 or not re.search("[a-z]", name) or not re.search("[0-9]", name):
            return ()
        kinds: dict[str, list[str]] = {}
        for word in self.words:
            if word.startswith(name):
                for category, values in self.meant[word]:
                    _extend(kinds, category, values)
        return _as_names(kinds)

    def near(self, text: str) -> list[str]:
        """Up to two names that share most pairs of letters with ``text``."""
        name = bare(text)
        letters = {name[i : i + 2] for i in range(len(name) - 1)}
        scores = []
        for word in self.words:
            others = {word[i : i + 2] for i in range(len(word) - 1)}
            shared = 2 * len(letters & others) / max(1, len(letters) + len(others))
            if shared >= 0.5:
                scores.append((-shared, word))
        return [self.meant[word][0].values[0] for _, word in sorted(scores)[:2]]


def _extend(kinds: dict[str, list[str]], category: str, values: Iterable[str]) -> None:
    kinds[category] = list(dict.fromkeys([*kinds.get(category, ()), *values]))


def _as_names(kinds: Mapping[str, Sequence[str]]) -> tuple[Name, ...]:
    return tuple(Name(category, tuple(values)) for category, values in kinds.items() if values)


@dataclass(frozen=True)
class Figure:
    """A figure as it is printed in a text, from ``start`` up to ``end``.

    ``kinds``: the ways to read it, of PAIRS or "rate", "time", "any"; empty for one that no table of results can give.
    ``tail`` is what follows its number, ``unit`` that of a rate or time; ``measure``: "per" or "total" where the words
    say it. ``digits`` are its digits as a whole number, ``factor`` makes half units of its last digit of a value;
    ``low`` up to ``high``, in these, is what the figure stands for by its ``reading``.
    """

    start: int
    end: int
    text: str
    tail: str
    kinds: tuple[str, ...]
    unit: str | None
    measure: str | None
    digits: int
    decimals: int
    factor: float
    reading: str
    low: int
    high: int

    @property
    def of_pairs(self) -> bool:
        """Whether the figure compares two results."""
        return bool(self.kinds) and self.kinds[0] in PAIRS


@dataclass(frozen=True)
class Asked:
    """A phrase as it was read: its figures, what its words name by category, and words that name nothing."""

    figures: tuple[Figure, ...]
    names: Mapping[str, tuple[tuple[str, ...], ...]]
    unknown: tuple[tuple[str, tuple[str, ...]], ...]


def _any_of(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_UNITS = {word: unit for unit in RULES["units"] for word in unit["words"]}
_FIGURE = re.compile(
    rf"(?<![\w.,\x01\x02])([$€£]\s?)?({_NUMBER})(?:[\s-]?({_any_of(RULES['scales'])})(?![a-z0-9]))?\+?"
    rf"(?:[\s-]?({_any_of([*_UNITS, *RULES['other_units'], *RULES['sizes']])})(?![a-z0-9/]))?"
    rf"(?:\s?({_any_of(RULES['per_accelerator'])})(?![a-z]))?(?![\w]|[.,]\d|%)",
    re.ASCII,
)
# A number with one of the units that results have, as the search of the site looks for it in any words.
PRINTED = rf"(?<![\w.,])(?:{_NUMBER})(?:[\s-]?(?:{_any_of(RULES['scales'])}))?[\s-]?(?:{_any_of(_UNITS)})(?!\w)"
_MULTIPLE = re.compile(rf"(?<![\w-])({_any_of(RULES['multiples'])})(?![\w-])", re.ASCII)
_BEFORE = re.compile(
    rf"(?:^|(?<=[^\w]))({_any_of(w for r in RULES['readings'].values() for w in r['words'])})\s*(?:a |an |the )?$",
    re.ASCII,
)
_AFTER = re.compile(
    rf"^\s?({_any_of(w for r in RULES['readings'].values() for w in r.get('after', ()))})(?!\w)", re.ASCII
)
_READING = {word: name for name, rule in RULES["readings"].items() for word in [*rule["words"], *rule.get("after", ())]}
_IN_TOTAL = re.compile(rf"(?<!\w)(?:{_any_of(RULES['in_total'])})(?!\w)", re.ASCII)
_PER = re.compile(rf"(?<!\w)(?:{_any_of(RULES['per_accelerator'])})(?!\w)", re.ASCII)
# A word without the brackets, quotation marks and stops around it.
_TOKEN = re.compile(r"""[^\s("'\u201c\u2018\[]\S*?(?=[.,;:!?)"'\u201d\u2019\]]*(?:\s|$))""")
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_IGNORED = frozenset(RULES["ignored"].split())
_DIRECTION = {word: kind for kind in ("saving", "gain") for word in RULES["percent"][kind]}


def plain(text: str) -> str:
    """``text`` in small letters, of the same length, with one sign each for times, spaces and hyphens."""
    small = "".join(letter if len(letter := sign.lower()) == 1 else sign for sign in text)
    return re.sub(r"[\u2010-\u2015\u2212]", "-", re.sub(r"\s", " ", small.replace("×", "x")))


def read(phrase: str, names: Names) -> Asked:
    """A phrase as it was read."""
    text = plain(phrase)
    named, rest, unknown = _named(text, names)
    figures, sizes = [], []
    for match in _FIGURE.finditer(rest):
        # "512 MI355X" and "8x B200" say on how many.
        before_chip = not match[3] and rest[match.end() :].lstrip(" x").startswith(_CHIP)
        # "More than 2x MI355X" is a ratio all the same.
        of_chips = before_chip and (match[4] is None or (match[4] == "x" and not _BEFORE.search(rest[: match.start()])))
        if match[4] in RULES["sizes"] or (of_chips and "." not in match[2]):
            named.setdefault("accelerators", []).append((match[2].replace(",", ""),))
            sizes.append(range(*match.span()))
        else:
            figures.append(_figure(rest, match.start(), match.end(), match, phrase))
    figures += [_figure(rest, match.start(), match.end(), None, phrase) for match in _MULTIPLE.finditer(rest)]
    covered = [*sizes, *(range(figure.start, figure.end) for figure in figures)]
    unnamed = [word for place, word in unknown if not any(place in span for span in covered)]
    return Asked(
        tuple(sorted(figures, key=lambda figure: figure.start)),
        {category: tuple(dict.fromkeys(named[category])) for category in CATEGORIES if category in named},
        tuple((word, tuple(names.near(word))) for word in dict.fromkeys(unnamed)),
    )


# What takes the place of the first letter of a name in a text, so that a number before a chip is seen.
_CHIP, _NAME = "\x01", "\x02"


def _named(text: str, names: Names) -> tuple[dict[str, list[tuple[str, ...]]], str, list[tuple[int, str]]]:
    """What the words of ``text`` name, by category; the text without these words; the places of unknown words."""
    words = [(match.start(), match[0]) for match in _TOKEN.finditer(text)]
    named: dict[str, list[tuple[str, ...]]] = {}
    rest, unknown, place = list(text), [], 0
    while place < len(words):
        for length in range(min(_LONGEST_NAME, len(words) - place), 0, -1):
            start, end = words[place][0], words[place + length - 1][0] + len(words[place + length - 1][1])
            kinds = _meant(text[start:end], names, length == 1)
            if kinds:
                break
        if kinds:
            for category, values in kinds:
                named.setdefault(category, []).append(values)
            rest[start:end] = (_CHIP if kinds[0].category == "chip" else _NAME) + " " * (end - start - 1)
            place += length
            continue
        word = words[place][1]
        if re.match("[a-z]", word) and word not in _IGNORED and word not in _SPOKEN:
            unknown.append(words[place])
        place += 1
    return named, "".join(rest), unknown


# A name has at most so many words; what looks like a figure with its unit is none.
_LONGEST_NAME = 5
_WITH_UNIT = re.compile(r"[\d.,]+(x|k|m|bn|ms|s|gb|tb|w|kw|mw)$")


def _meant(part: str, names: Names, alone: bool) -> tuple[Name, ...]:
    """What some words name; a single word also without the s of a genitive or plural, or as the beginning of names."""
    if not re.search("[a-z]", part):
        return ()
    kinds = names.exact(part)
    if kinds or not alone:
        return kinds
    part = re.sub(r"['\u2019]s$|(?<=\d)s$", "", part)
    return names.exact(part) or (() if _WITH_UNIT.match(part) else names.begun(part))


def _figure(rest: str, start: int, end: int, match: re.Match[str] | None, phrase: str) -> Figure:
    """The figure at that place of ``phrase``; ``rest`` is the phrase without names. Without ``match`` it is a word."""
    text = plain(phrase)
    number = match[2] if match else str(RULES["multiples"][rest[start:end]])
    scale = RULES["scales"][match[3]] if match and match[3] else 1
    word = match[4] if match else "x"
    unit = _UNITS.get(word or "", {})
    digits, decimals = int(number.replace(",", "").replace(".", "")), len(number.partition(".")[2])
    reading = "as printed"
    before = _BEFORE.search(rest[:start])
    after = _AFTER.search(rest[end:])
    if before or after:
        reading = _READING[before[1] if before else after[1]]
    elif match and "+" in match[0]:
        reading = _READING["+"]
    begin = before.start(1) if before else start
    stop = end + after.end() if after else end
    below_one = digits < 10**decimals
    if match is None:
        kinds = ("ratio",)
    elif (match[1] or word in RULES["other_units"]) or not 0 < digits < _TOO_LONG:
        kinds = ()
    elif unit.get("kind") == "percent":
        kinds = _direction(rest, begin, stop)
        if len(kinds) > 1 and digits >= 100 * 10**decimals:
            # Nobody saves all of it.
            kinds = ("gain",)
        elif kinds == ("share",) and digits > 100 * 10**decimals:
            kinds = ("multiple",)
    elif unit.get("kind") == "ratio" or (not unit and decimals and scale == 1 and digits < 100 * 10**decimals):
        kinds = ("part",) if below_one else ("ratio",)
    else:
        kinds = (unit.get("kind", "any"),)
    measure = None
    if (match and match[5]) or _PER.search(_clause(text, start, end)):
        measure = "per"
    elif _IN_TOTAL.search(_clause(text, start, end)):
        measure = "total"
    percent = unit.get("kind") == "percent"
    factor = 2 * 10**decimals * (100 if percent else 1) / scale
    low, high = interval(RULES["readings"][reading], digits, _place(digits, decimals))
    return Figure(
        begin, stop, phrase[begin:stop].strip(), phrase[match.end(2) : end].rstrip() if match else "x", kinds,
        unit.get("unit"), measure, digits, decimals, factor, reading, low, high,
    )  # fmt: skip


def _clause(text: str, start: int, end: int) -> str:
    """The sentence around a place, as far as ``near`` characters on either side."""
    near = RULES["near"]
    before = re.split(r"[.;!?]\s", text[max(0, start - near) : start])[-1]
    return before + text[start:end] + re.split(r"[.;!?](?:\s|$)", text[end : end + near])[0]


def _direction(text: str, start: int, end: int) -> tuple[str, ...]:
    """What a percentage at that place is: a share, a saving or a gain; both of these where no word says."""
    near = RULES["near"]
    after = _WORD.findall(re.split(r"[.;!?](?:\s|$)", text[end : end + near])[0])
    before = _WORD.findall(re.split(r"[.;!?]\s", text[max(0, start - near) : start])[-1])
    if after and after[0] in RULES["percent"]["share"]:
        return ("share",)
    kind = next((_DIRECTION[word] for word in [*after, *reversed(before)] if word in _DIRECTION), None)
    return (kind,) if kind else ("saving", "gain")


def interval(rule: Mapping[str, Any], digits: int, place: int) -> tuple[int, int]:
    """From where up to where, in half units of the last digit, a figure of these digits reaches by a reading.

    ``place`` is the unit of its last digit that is no trailing zero.
    """
    low, high = (
        2 * digits
        + rule[end].get("half", 0)
        + math.floor(2 * digits * rule[end].get("share", 0) + 0.5)
        + 2 * place * rule[end].get("place", 0)
        for end in ("low", "high")
    )
    return low, high


def _place(digits: int, decimals: int) -> int:
    """The unit of the last digit that is no trailing zero of a whole number."""
    place = 1
    while digits and not decimals and digits % (place * 10) == 0:
        place *= 10
    return place


_SPOKEN = frozenset(
    word
    for phrase in [
        *_UNITS, *RULES["other_units"], *RULES["scales"], *RULES["per_accelerator"], *RULES["in_total"],
        *RULES["sizes"], *RULES["multiples"], *_READING, *_DIRECTION,
    ]
    for word in phrase.split()
)  # fmt: skip


@dataclass(frozen=True)
class Hit:
    """A result, or a pair of them, that prints a figure.

    ``rows``: the places of the result, or of the better and the other one, among all results. ``measure``: "per" or
    "total"; ``kind``: how the figure was read; ``cut``: only when it is cut off; ``faults``: names of what speaks
    against it; ``points``: their sum.
    """

    rows: tuple[int, ...]
    kind: str
    measure: str
    value: float
    cut: bool
    faults: tuple[str, ...]
    points: int


@dataclass(frozen=True)
class Outcome:
    """What was found of a figure: ``hits``, the most defensible first, at most as many as were asked for.

    ``matching`` of the ``tried`` results or pairs print it, ``cut`` of them only when it is cut off. ``share`` of
    ``figures`` figures of as many digits, from ``first`` to ``last`` in units of the last digit, would find one as
    well, and ``alike`` one that is as defensible as the first hit; None where that is not computed. ``nearest``:
    without hits, those that come nearest.
    """

    hits: tuple[Hit, ...]
    matching: int
    tried: int
    cut: int
    share: float | None
    alike: float | None
    figures: int
    first: int
    last: int
    nearest: tuple[Hit, ...]


class Pool:
    """The results of the closed division, each run once, in the order of the table.

    ``results`` is inference_results; ``listed`` is MLCommons' table of comparable versions.
    """

    def __init__(self, results: pd.DataFrame, listed: Compatibility) -> None:
        rows = results.assign(place=np.arange(len(results)), family=family(results["benchmark"]))
        rows = rows[(rows["division"] == "closed") & (rows["value"].astype(float) > 0)].drop_duplicates(_SAME_RUN)
        power = [stated(row, "power") or "" for row in rows[["has_power"]].to_dict("records")]
        self.rows = named(rows).assign(power=power).reset_index(drop=True)
        self.listed = listed
        self.rounds = in_order(self.rows["round"].unique())
        value, number = self.rows["value"].astype(float).to_numpy(), self.rows["accelerators"].astype(float).to_numpy()
        self.faster = self.rows["higher_is_better"].astype(bool).to_numpy()
        with np.errstate(divide="ignore", invalid="ignore"):
            self.per = np.where(self.faster, value / number, np.nan)
            self.speed = np.where(self.faster, value, 1 / value)
        self.value, self.number = value, number
        self.round = np.array([self.rounds.index(name) for name in self.rows["round"]])
        self.coded = {
            name: pd.factorize(self.rows[name].astype(object).where(self.rows[name].notna(), None))[0]
            for name in ("product", "submitter", "system", "platform_vendor", "suite", "benchmark")
        }
        # A result whose category is not known is not one that was not on sale.
        self.not_on_sale = ~on_sale(self.rows).fillna(True).to_numpy(dtype=bool)
        submitters = self.rows["submitter"].unique()
        self.share_owner = np.array([[share_owner(owners(a), owners(b)) for b in submitters] for a in submitters])
        cell = [self.rows["family"], self.rows["scenario"], self.rows["unit"]]
        self.cell = pd.factorize(pd.Series(list(zip(*cell, strict=True))))[0]
        self.best = {
            "per": self._best(np.where(np.isnan(self.per), -1.0, self.per)),
            "total": self._best(self.speed),
        }
        grouped = self.rows[list(_GROUP)].astype(object)
        keys = grouped.where(grouped.notna(), None).itertuples(index=False, name=None)
        self.group, self.groups = pd.factorize(pd.Series(list(keys)))
        self._states: dict[tuple[int, int], str] = {}

    def _best(self, speed: np.ndarray) -> np.ndarray:
        """Whether no result of a row's round, benchmark, scenario, product and kind (with power or not) is better."""
        keys = [self.cell, self.round, self.coded["product"], self.rows["power"].to_numpy()]
        return speed == pd.Series(speed).groupby(keys).transform("max").to_numpy()

    def names(self) -> Names:
        """Every name that these results have."""
        rows = self.rows
        values = {
            "benchmark": sorted(set(rows["family"])),
            "scenario": sorted(set(rows["scenario"])),
            "chip": sorted(set(rows["product"].dropna())),
            "submitter": sorted({*rows["submitter"], *rows["accelerator_vendor"].dropna()}),
            "round": self.rounds,
            "availability": sorted(set(rows["availability"].dropna())),
        }
        also = {category: dict(names) for category, names in RULES["also"].items()}
        # With its accuracy target: bert-99 is bert.
        for name, benchmark in sorted(set(zip(rows["family"], rows["benchmark"], strict=True))):
            also["benchmark"][name] = [*also["benchmark"].get(name, ()), benchmark]
        # Companies that submitted together are named by each.
        for name in values["submitter"]:
            also["submitter"][name] = [*also["submitter"].get(name, ()), *owners(name)]
        return Names(values, also)

    def state(self, first: int, second: int) -> str:
        """What MLCommons' table says of the versions of two groups of rows (``compare.versions``), or "power" where it
        keeps them apart because one of them measured power.
        """
        state = self._states.get((first, second))
        if state is None:
            sides = [dict(zip(_GROUP, self.groups[group], strict=True)) for group in (first, second)]
            before, after = sorted(sides, key=lambda row: order(row["round"]))
            power = {before["power"], after["power"]} == {"yes", "no"}
            state = self._states[first, second] = "power" if power else versions(before, after, self.listed)[0]
        return state

    def states(self, places: np.ndarray) -> np.ndarray:
        """For each two of the rows at ``places`` a code: 0 not to be compared, 1 not settled, 2 comparable."""
        groups, group = np.unique(self.group[places], return_inverse=True)
        table = np.array([[_STATES.get(self.state(int(row), int(column)), 0) for column in groups] for row in groups])
        return table[group[:, None], group[None, :]]

    def cells(self, asked: Asked) -> Iterator[np.ndarray]:
        """The places of the rows of each benchmark, scenario and unit that the phrase leaves."""
        wanted = np.ones(len(self.rows), dtype=bool)
        for category, column in (("benchmark", "family"), ("scenario", "scenario")):
            if category in asked.names:
                wanted &= self.rows[column].isin(itertools.chain(*asked.names[category])).to_numpy()
        places = np.flatnonzero(wanted)
        yield from (places[rows] for rows in pd.Series(self.cell[places]).groupby(self.cell[places]).indices.values())

    def marks(self, asked: Asked, places: np.ndarray) -> list[tuple[np.ndarray, int]]:
        """For each category that a pair has on either side: the names that each row bears, as bits, and all of them."""
        marks = []
        for category in _SIDES:
            names = asked.names.get(category, ())
            bits = np.zeros(len(places), dtype=np.int64)
            for bit, values in enumerate(names):
                bits |= self._bears(category, values)[places].astype(np.int64) << bit
            if names:
                marks.append((bits, (1 << len(names)) - 1))
        return marks

    def _bears(self, category: str, values: Sequence[str]) -> np.ndarray:
        rows = self.rows
        if category == "accelerators":
            return np.isin(self.number, [float(value) for value in values])
        if category == "submitter":
            return (rows["submitter"].isin(values) | rows["accelerator_vendor"].isin(values)).to_numpy(dtype=bool)
        return rows["product" if category == "chip" else category].isin(values).fillna(False).to_numpy(dtype=bool)


_GROUP = ("benchmark", "suite", "round", "power")
_STATES = {"not settled": 1, "one round": 2, "comparable": 2}


def find(pool: Pool, asked: Asked, figure: Figure, limit: int = 10) -> Outcome:
    """What prints a figure among the results that the phrase leaves; nothing for a figure that results cannot give."""
    first = 10 ** (len(str(figure.digits)) - 1)
    last = 10 * first - 1
    if not figure.kinds:
        return Outcome((), 0, 0, 0, None, None, 0, first, last, ())
    if figure.kinds in _CAPPED:
        last = max(first, min(last, 100 * 10**figure.decimals - 1))
    entries = _pairs(pool, asked, figure) if figure.of_pairs else _singles(pool, asked, figure)
    hits, matching, cut = _hits(pool, asked, figure, entries, (figure.low, figure.high), limit)
    nearest: list[Hit] = []
    for widening in range(0 if matching or not entries.tried else _WIDENINGS):
        reach = (figure.low - (1 << widening), figure.high + (1 << widening))
        nearest, number, _ = _hits(pool, asked, figure, entries, reach, _NEAREST)
        if number:
            break
    spans, number = _spans(figure, first, last)
    share = alike = None
    if entries.tried and not (figure.of_pairs and len(str(figure.digits)) > _MOST_DIGITS):
        share = _share(spans, entries.bins)
        if hits and entries.tried <= RULES["most_alike"]:
            points = _points(_faults(pool, asked, figure, entries, np.arange(len(entries.number))), figure)
            alike = _share(spans, entries.bins[points <= hits[0].points])
    return Outcome(tuple(hits), matching, entries.tried, cut, share, alike, number, first, last, tuple(nearest))


# A saving and a share of a result are below 100%.
_CAPPED = (("saving",), ("saving", "gain"), ("share",))


class _Entries(NamedTuple):
    """Every figure that was tried: of which rows (the better one first), in which measure, read as which kind.

    ``bins`` are the figures in half units of the last digit, ``values`` the figures as they are, ``settled`` says
    whether MLCommons' table reaches both versions. Entries of one result or pair have one ``number``, in the order in
    which they are tried.
    """

    tried: int
    number: np.ndarray
    over: np.ndarray
    under: np.ndarray
    total: np.ndarray
    kind: np.ndarray
    values: np.ndarray
    bins: np.ndarray
    settled: np.ndarray


def _entries(tried: int, parts: list[tuple[np.ndarray, ...]], factor: float) -> _Entries:
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)] if parts else [np.empty(0)] * 7
    number, over, under, total, kind, values, settled = columns
    rows = [over.astype(int), under.astype(int)]
    bins = np.floor(values * factor * _LIFT)
    return _Entries(tried, number, *rows, total.astype(bool), kind.astype(int), values, bins, settled.astype(bool))


def value_of(kind: str, better: Any, other: Any) -> Any:
    """A figure that compares a better speed with another one."""
    if kind in ("ratio", "multiple"):
        return better / other
    if kind == "gain":
        return better / other - 1
    return 1 - other / better if kind == "saving" else other / better


def _pairs(pool: Pool, asked: Asked, figure: Figure) -> _Entries:
    parts, tried = [], 0
    for places in pool.cells(asked):
        first, second = np.triu_indices(len(places), 1)
        states = pool.states(places)[first, second]
        keep = states > 0
        for bits, every in pool.marks(asked, places):
            both = (bits[first] | bits[second]) == every
            # Two sides bear no three names: then each bears one of them.
            keep &= both if every <= 3 else (bits[first] > 0) & (bits[second] > 0)
        first, second, settled = places[first[keep]], places[second[keep]], states[keep] == 2
        numbers = np.arange(tried, tried + len(first))
        tried += len(first)
        divided = ~np.isnan(pool.per[first]) & ~np.isnan(pool.per[second])
        of_one_size = divided & (pool.number[first] == pool.number[second])
        measures = {"per": (pool.per, divided), "total": (pool.speed, ~of_one_size)}
        if figure.measure == "total":
            measures["total"] = (pool.speed, np.ones(len(first), dtype=bool))
        for measure, (speed, valid) in measures.items():
            if figure.measure not in (None, measure):
                continue
            rows, others = first[valid], second[valid]
            better = speed[rows] >= speed[others]
            over, under = np.where(better, rows, others), np.where(better, others, rows)
            for place, kind in enumerate(figure.kinds):
                values = value_of(kind, speed[over], speed[under])
                total, kinds = np.full(len(rows), measure == "total"), np.full(len(rows), place)
                parts.append((numbers[valid], over, under, total, kinds, values, settled[valid]))
    return _entries(tried, parts, figure.factor)


def _singles(pool: Pool, asked: Asked, figure: Figure) -> _Entries:
    parts, tried = [], 0
    units = pool.rows["unit"].to_numpy()
    for places in pool.cells(asked):
        unit = units[places[0]]
        if (figure.kinds[0] == "rate" and unit != figure.unit) or (figure.kinds[0] == "time" and unit not in _SECONDS):
            continue
        named = [bits > 0 for bits, _ in pool.marks(asked, places)]
        rows = places[np.all(named, axis=0)] if named else places
        tried += len(rows)
        per = pool.per[rows]
        several = ~np.isnan(per) & (pool.number[rows] != 1)
        measures = {"total": (pool.value[rows], np.ones(len(rows), dtype=bool)), "per": (per, several)}
        if figure.measure == "per":
            measures["per"] = (per, ~np.isnan(per))
        for measure, (values, valid) in measures.items():
            if figure.measure in (None, measure):
                scaled = values[valid]
                if figure.kinds[0] == "time":
                    scaled = scaled * _SECONDS[unit] / _SECONDS[figure.unit]
                places, total = rows[valid], np.full(valid.sum(), measure == "total")
                kinds, settled = np.zeros(len(places), dtype=int), np.ones(len(places), dtype=bool)
                parts.append((places, places, places, total, kinds, scaled, settled))
    return _entries(tried, parts, figure.factor)


def _hits(
    pool: Pool, asked: Asked, figure: Figure, entries: _Entries, reach: tuple[int, int], limit: int
) -> tuple[list[Hit], int, int]:
    """The most defensible entries in reach, one for each result or pair; how many there are, and how many are cut."""
    places = np.flatnonzero((entries.bins >= reach[0]) & (entries.bins < reach[1]))
    places = places[np.argsort(entries.number[places], kind="stable")]
    places = places[np.unique(entries.number[places], return_index=True)[1]]
    over, under, total, bins = (column[places] for column in (entries.over, entries.under, entries.total, entries.bins))
    cuttable = RULES["readings"][figure.reading]["high"].get("half") == 2
    cut = (bins > 2 * figure.digits) & cuttable & (bins < figure.high)
    distance = np.maximum(0, np.maximum(figure.low - bins, bins - (figure.high - 1)))
    faults = _faults(pool, asked, figure, entries, places)
    points = _points(faults, figure)
    latest = np.maximum(pool.round[over], pool.round[under])
    later = total if figure.of_pairs else ~total
    ranked = np.lexsort((under, over, cut, later, -latest, points, distance))[:limit]
    table = pool.rows["place"].to_numpy()
    hits = []
    for n in ranked:
        rows = (over[n], under[n]) if figure.of_pairs else (over[n],)
        hits.append(
            Hit(
                tuple(int(table[row]) for row in rows),
                figure.kinds[entries.kind[places[n]]],
                "total" if total[n] else "per",
                float(entries.values[places[n]]),
                bool(cut[n]),
                tuple(name for name, mask in faults.items() if mask[n]),
                int(points[n]),
            )
        )
    return hits, len(places), int(cut.sum())


def _points(faults: Mapping[str, np.ndarray], figure: Figure) -> np.ndarray:
    declared = RULES["faults" if figure.of_pairs else "single_faults"]
    return np.sum([mask * declared[name]["points"] for name, mask in faults.items()], axis=0)


def _faults(pool: Pool, asked: Asked, figure: Figure, entries: _Entries, places: np.ndarray) -> dict[str, np.ndarray]:
    """What speaks against each of the entries at these places, in the order of ``find.yml``."""
    over, under, total = entries.over[places], entries.under[places], entries.total[places]
    best = np.where(total, pool.best["total"][over], pool.best["per"][over])
    owners = {value for values in asked.names.get("submitter", ()) for value in values}
    owned = pool.rows["submitter"].isin(owners).to_numpy() if owners else np.ones(len(pool.rows), dtype=bool)
    if not figure.of_pairs:
        return {"availability": pool.not_on_sale[over], "chosen": ~best, "maker": ~owned[over]}
    differ = {name: codes[over] != codes[under] for name, codes in pool.coded.items()}
    submitters = pool.coded["submitter"]
    differ["submitter"] = ~pool.share_owner[submitters[over], submitters[under]]
    sizes = np.nan_to_num(pool.number, nan=-1.0)
    size = sizes[over] != sizes[under]
    best &= np.where(total, pool.best["total"][under], pool.best["per"][under])
    compares_chips = len(asked.names.get("chip", ())) > 1
    without = pool.coded["product"][over] == -1
    return {
        "accelerator": (differ["product"] | (without & differ["system"])) & (not compares_chips),
        "submitter": differ["submitter"] & ~differ["platform_vendor"],
        "accelerators": size,
        "total": total & size,
        "availability": pool.not_on_sale[over] | pool.not_on_sale[under],
        "rounds": np.abs(pool.round[over] - pool.round[under]) > 1,
        "unsettled": ~entries.settled[places],
        "care": differ["suite"] | differ["benchmark"],
        "chosen": differ["submitter"] & ~best,
        "backwards": pool.round[over] < pool.round[under],
        "maker": ~(owned[over] | owned[under]),
    }


def _spans(figure: Figure, first: int, last: int) -> tuple[list[tuple[int, int]], int]:
    """What figures from ``first`` to ``last`` stand for, in half units of the last digit, and how many there are.

    A figure that stands for what is between it and the next one of its last digit other than a zero is one of those
    with as many zeros. At most _SAMPLE of them are taken, at equal distances.
    """
    rule = RULES["readings"][figure.reading]
    step = _place(figure.digits, figure.decimals) if "place" in {*rule["low"], *rule["high"]} else 1
    number = (last - first) // step + 1
    sample = min(number, _SAMPLE)
    return [interval(rule, first + step * (n * number // sample), step) for n in range(sample)], number


def _share(spans: Sequence[tuple[int, int]], bins: np.ndarray) -> float:
    """Share of the spans that some bin is in."""
    ordered = np.unique(bins)
    matched = sum(np.searchsorted(ordered, low) < np.searchsorted(ordered, high) for low, high in spans)
    return float(matched / len(spans))
