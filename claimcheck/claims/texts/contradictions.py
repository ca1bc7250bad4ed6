"""Find where texts differ: compare what each asserts on a point (``assertions.yml``), and the figures of claims.

A register types what a text asserts; that two texts contradict each other is computed and never typed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from claimcheck.claims.register.articles import texts_of
from claimcheck.claims.register.claim import Claim, PublishedFigure, called_outside
from claimcheck.claims.register.reading import load_register
from claimcheck.core.documents import Many, Model, Text, broken, read, suggestion, with_names
from claimcheck.core.printing import half_up, quantity
from claimcheck.data.paths import ASSERTIONS_FILE
from claimcheck.data.registers import ClaimRegister, prefix_of, read_registers

UNSAID = "unsaid"

# Keys of the values, or the digits of a number as printed; empty where the text leaves the point out.
Value = tuple[str, ...]


class Assertion(Model):
    """One attribute of one subject, and what each text asserts of it.

    ``values``: words for each value that can be asserted, on a scale from least to most; ``said``: text -> Value;
    ``unit`` of numbers; ``claims``: the numbers of claims whose verdicts say what the raw results give.
    """

    id: Text
    subject: Text
    attribute: Text
    compare: Literal["one_of", "some_of", "scale", "number"]
    values: dict[str, Text] = Field({}, validate_default=True)
    unit: Text | None = Field(None, validate_default=True)
    said: dict[str, Value]
    claims: Many[int | str]
    why: Text

    @field_validator("values", "unit")
    @classmethod
    def _fits(cls, value: Any, info: ValidationInfo) -> Any:
        wanted = (info.data.get("compare") == "number") == (info.field_name == "unit")
        if "compare" in info.data and bool(value) != wanted:
            rule = "a number has a unit and no values, all else has values and no unit"
            raise broken(f"{info.field_name} and compare do not fit", rule)
        return value

    @field_validator("said", mode="before")
    @classmethod
    def _asserted(cls, values: Any, info: ValidationInfo) -> Any:
        if not isinstance(values, dict) or not {"compare", "values", "unit"} <= info.data.keys():
            return {} if isinstance(values, dict) else values
        if len(values) < 2:
            raise broken(f"{len(values)} texts are heard", "two texts at least can differ")
        asserted = {}
        for text, value in values.items():
            called = called_outside(text, info)
            _known(called, info.context["texts"], "text", "a text is in articles.yml")
            asserted[called] = _value(value, info.data["compare"], info.data["values"], info)
        return asserted

    @field_validator("claims")
    @classmethod
    def _numbered(cls, claims: tuple[int | str, ...], info: ValidationInfo) -> tuple[int | str, ...]:
        known = [claim.number for claim in info.context["claims"]]
        numbers = [called_outside(number, info) for number in claims]
        for number in numbers:
            if number not in known:
                raise broken(f"no claim {number!r}", "claims are numbers of claims.yml")
        return tuple(numbers)

    def words(self, value: Value) -> str:
        """A value in words."""
        if not value:
            return "not said"
        if self.compare == "number":
            return quantity(float(value[0]), self.unit or "", len(value[0].partition(".")[2])).text
        return ", ".join(self.values[key] for key in value)


class _AssertionsFile(Model):
    assertions: dict[str, Assertion]

    @model_validator(mode="before")
    @classmethod
    def _named(cls, values: Any) -> Any:
        return with_names(values, "assertions", "id")


def read_assertions(
    path: Path, claims: Sequence[Claim], texts: Collection[str], head: ClaimRegister | None = None
) -> list[Assertion]:
    """The register, in its order.

    ``claims`` give the figures that it refers to; ``texts`` are the known articles and other texts. ``head`` says what
    they are called outside the register; without one, by their own names. Raises RegisterError, or Faults for several,
    with file, line, rule and the nearest known word, for a key, text, claim or value that is not known, and for a point
    on which fewer than two texts are heard.
    """
    return list(read(path, _AssertionsFile, {"claims": claims, "texts": texts, "head": head}).assertions.values())


def _value(value: Any, compare: str, values: dict[str, str], info: ValidationInfo) -> Value:
    if value == UNSAID:
        return ()
    if compare == "number":
        return (_number(value, info.context["claims"]),)
    keys = value if compare == "some_of" else [value]
    if not isinstance(keys, list) or not keys:
        raise broken(f"{value!r} is no list of values", "some_of takes a list")
    for key in keys:
        _known(key, values, "value", f"values are {', '.join(values)}, or {UNSAID}")
    # In the order of the register, so that the same values in another order are the same.
    return tuple(key for key in values if key in keys)


def _number(value: Any, claims: Sequence[Claim]) -> str:
    """The digits as printed: of a claim's figure, or typed in quotation marks."""
    if isinstance(value, dict):
        ids = {claim.id: claim for claim in claims}
        _known(value.get("claim"), ids, "claim", "a figure is {claim: ID, figure: N}")
        figures, position = ids[value["claim"]].figures, value.get("figure")
        if not isinstance(position, int) or not 1 <= position <= len(figures):
            raise broken(f"{value['claim']} has no figure {position!r}", "figures are counted from 1")
        figure = figures[position - 1]
        return f"{figure.published:.{figure.decimals}f}"
    try:
        if isinstance(value, str) and float(value) < float("inf"):
            return value
    except ValueError:
        pass
    raise broken(f"{value!r} is no printed number", 'a number is a figure, or "2.3" with its marks')


def _known(word: object, known: Collection[str], what: str, rule: str) -> None:
    if word not in known:
        raise broken(f"unknown {what} {word!r}", rule, suggestion(word, known))


# Two values exclude each other; one claims more; one leaves the point out; one is printed with fewer digits.
DIFFER = "they differ"
MORE = "one claims more"
OMITS = "one leaves it out"
COARSER = "fewer digits"
# Of an article compared with the vendor: MORE and OMITS the other way round.
LESS = "it claims less"
ADDS = "it adds"
RELATIONS = (DIFFER, MORE, OMITS, COARSER)

# Filters of a row that say which cell of the results a figure belongs to.
_CELL = ("benchmark", "scenario", "round")
_WHO = ("accelerator", "chip", "accelerators", "submitter", "division", "result_id")


@dataclass(frozen=True)
class Side:
    """One value: its words, the texts that assert it, and the claims of the register that print it."""

    text: str
    said_by: tuple[str, ...]
    claims: tuple[int | str, ...] = ()


@dataclass(frozen=True)
class Contradiction:
    """Two values of one attribute; of a pair in which one claims more, the second does.

    ``id``: the point on which they differ, which pairs of a point share;
    ``origin``: the file in which the pair was found, ``register`` (claims.yml) or ``assertions`` (assertions.yml);
    ``claims``: the claims whose verdicts say what the raw results give; ``why`` is empty for a pair of the register.
    """

    id: str
    subject: str
    attribute: str
    relation: str
    sides: tuple[Side, Side]
    claims: tuple[int | str, ...]
    why: str = ""
    origin: str = "assertions"

    @property
    def register(self) -> str:
        """The name of the register; empty for the first."""
        return prefix_of(self.claims[0])


def of_assertions(assertions: Sequence[Assertion]) -> list[Contradiction]:
    """Every pair of differing values, in the order of the register; texts that assert the same make one side."""
    contradictions = []
    for point in assertions:
        for left, right in combinations(dict.fromkeys(point.said.values()), 2):
            pair = _related(point, left, right)
            if pair is not None:
                relation, (first, second) = pair
                sides = (_side(point, first), _side(point, second))
                contradictions.append(
                    Contradiction(point.id, point.subject, point.attribute, relation, sides, point.claims, point.why)
                )
    return contradictions


def of_register(claims: Sequence[Claim]) -> list[Contradiction]:
    """Pairs of published figures of ``claims`` that name one figure with two cells, or one cell with two figures."""
    contradictions = []
    for (claim, figure), (other, second) in combinations(_placed(claims), 2):
        if figure.unit != second.unit or figure.ask != second.ask or claim.number == other.number:
            continue
        cells = [_cell(claim, figure), _cell(other, second)]
        same_figure = figure.published == second.published
        same_cell = cells[0] == cells[1] and _may_be_one(_row(claim, figure), _row(other, second))
        # Two owners can have the same result: of one cell, one figure is no contradiction.
        if same_figure == same_cell or (same_figure and cells[0] == cells[1]):
            continue
        attribute = "which result it is" if same_figure else "what the result is"
        subject = _printed(figure) if same_figure else " ".join(cells[0])
        sides = tuple(
            Side(" ".join(cell) if same_figure else _printed(f), printing, (c.number,))
            for c, f, cell in zip((claim, other), (figure, second), cells, strict=True)
            for printing in [c.articles if f.articles is None else f.articles]
        )
        numbers = (claim.number, other.number)
        name = f"{'figure' if same_figure else 'cell'}-claims-{claim.number}-{other.number}"
        contradictions.append(Contradiction(name, subject, attribute, DIFFER, sides, numbers, origin="register"))
    return contradictions


@dataclass(frozen=True)
class AgainstVendor:
    """An article compared with the vendor on one point: the vendor's text, the words of both, and their relation.

    ``relation`` is empty where both say the same. MORE: the article claims more; LESS: it claims less; OMITS: it leaves
    out what the vendor says; ADDS: it says what the vendor leaves out.
    """

    point: Assertion
    vendor: str
    theirs: str
    ours: str
    relation: str


def against_vendor(assertions: Sequence[Assertion], article: str, vendors: Sequence[str]) -> list[AgainstVendor]:
    """Compare an article with the vendor on every point of both; of ``vendors``, the first that speaks of it counts."""
    compared = []
    for point in assertions:
        text = next((v for v in vendors if v in point.said), None)
        if text is None or article not in point.said:
            continue
        theirs, ours = point.said[text], point.said[article]
        pair = _related(point, theirs, ours)
        relation = "" if pair is None else pair[0]
        if pair is not None and pair[1][1] == theirs and relation == MORE:
            relation = LESS
        if pair is not None and pair[1][1] == ours and relation == OMITS:
            relation = ADDS
        compared.append(AgainstVendor(point, text, point.words(theirs), point.words(ours), relation))
    return compared


def _side(point: Assertion, value: Value) -> Side:
    return Side(point.words(value), tuple(text for text, asserted in point.said.items() if asserted == value))


def _related(point: Assertion, left: Value, right: Value) -> tuple[str, tuple[Value, Value]] | None:
    """The relation of two values of one point, and the values, the one that claims less first; None if they agree."""
    if left == right:
        return None
    if not left or not right:
        return OMITS, (left, right) if right else (right, left)
    if point.compare == "number":
        short, long = sorted((left[0], right[0]), key=_digits)
        agrees = _digits(short) < _digits(long) and float(short) in _shortened(long, _digits(short))
        return COARSER if agrees else DIFFER, (left, right)
    if point.compare == "scale":
        order = list(point.values)
        low, high = sorted((left, right), key=lambda value: order.index(value[0]))
        return MORE, (low, high)
    if point.compare == "some_of":
        if set(left) < set(right):
            return MORE, (left, right)
        if set(right) < set(left):
            return MORE, (right, left)
    return DIFFER, (left, right)


def _digits(number: str) -> int:
    return len(number.partition(".")[2])


def _shortened(number: str, digits: int) -> tuple[float, float]:
    """A printed number rounded, and cut off, after so many decimals."""
    whole, _, rest = number.partition(".")
    return float(half_up(float(number), digits)), float(f"{whole}.{rest[:digits] or 0}")


def _placed(claims: Sequence[Claim]) -> list[tuple[Claim, PublishedFigure]]:
    """Each published figure that rests on one named row, with its claim."""
    return [(claim, f) for claim in claims for f in claim.figures if getattr(f, "of", None) in claim.rows]


def _row(claim: Claim, figure: PublishedFigure) -> dict:
    return claim.rows[figure.of].criteria


def _cell(claim: Claim, figure: PublishedFigure) -> list[str]:
    row = _row(claim, figure)
    return [str(row[key]) for key in _CELL if key in row]


def _may_be_one(row: dict, other: dict) -> bool:
    """Whether two rows of a cell may be one result: no filter of the one excludes the other."""
    return all(row[key] == other[key] for key in _WHO if key in row and key in other)


def _printed(figure: PublishedFigure) -> str:
    return quantity(figure.published, figure.unit, figure.decimals).text


def read_points(head: ClaimRegister, data: Path) -> tuple[list[Assertion], list[Contradiction]]:
    """The assertions of a register, none without ``assertions.yml``; and every pair, of its claims and then of these.

    Raises RegisterError.
    """
    claims, path = load_register(data, head.folder), head.folder / ASSERTIONS_FILE
    points = read_assertions(path, claims, texts_of(head), head) if path.is_file() else []
    return points, [*of_register(claims), *of_assertions(points)]


def load_assertions(data: Path) -> list[Assertion]:
    """The assertions of every register of ``data``. Raises RegisterError."""
    return [point for head in read_registers(data) for point in read_points(head, data)[0]]


def load_contradictions(data: Path) -> list[Contradiction]:
    """Every pair of every register of ``data``. Raises RegisterError."""
    return [pair for head in read_registers(data) for pair in read_points(head, data)[1]]
