"""Where texts differ on one point, found by comparing what they assert. Nothing is typed in as a contradiction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from claimcheck.claims.articles import texts_of
from claimcheck.claims.assertions import FILE, Assertion, Value, read_assertions
from claimcheck.claims.register import Claim, PublishedFigure, load_register
from claimcheck.core.printing import half_up, quantity
from claimcheck.data.heads import Head, prefix_of, read_heads

# Two values exclude each other as they stand; one claims more; one leaves the point out; one is printed coarser.
DIFFER = "they differ"
MORE = "one claims more"
OMITS = "one leaves it out"
COARSER = "fewer digits"
# Of an article beside the vendor: MORE and OMITS the other way round.
LESS = "it claims less"
ADDS = "it adds"
RELATIONS = (DIFFER, MORE, OMITS, COARSER)

# Filters of a row that say which cell of the results a figure belongs to.
_CELL = ("benchmark", "scenario", "round")
_WHO = ("accelerator", "accelerators", "submitter")


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
    ``found``: how the pair was found, ``register`` (claims.yml) or ``assertions`` (assertions.yml);
    ``claims``: the claims whose verdicts say what the raw results give; ``why`` is empty for a pair of the register.
    """

    id: str
    subject: str
    attribute: str
    relation: str
    sides: tuple[Side, Side]
    claims: tuple[int | str, ...]
    why: str = ""
    found: str = "assertions"

    @property
    def register(self) -> str:
        """The name of the register; empty for the first."""
        return prefix_of(self.claims[0])


def of_assertions(assertions: Sequence[Assertion]) -> list[Contradiction]:
    """Every pair of differing values, in the order of the register; texts that assert the same make one side."""
    found = []
    for one in assertions:
        for left, right in combinations(dict.fromkeys(one.said.values()), 2):
            pair = _related(one, left, right)
            if pair is not None:
                relation, (first, second) = pair
                sides = (_side(one, first), _side(one, second))
                found.append(Contradiction(one.id, one.subject, one.attribute, relation, sides, one.claims, one.why))
    return found


def of_register(claims: Sequence[Claim]) -> list[Contradiction]:
    """Pairs of published figures of ``claims`` that name one figure with two cells, or one cell with two figures."""
    found = []
    for (one, figure), (other, second) in combinations(_placed(claims), 2):
        if figure.unit != second.unit or figure.ask != second.ask or one.number == other.number:
            continue
        cells = [_cell(one, figure), _cell(other, second)]
        same_figure = figure.published == second.published
        same_cell = cells[0] == cells[1] and _may_be_one(_row(one, figure), _row(other, second))
        if same_figure == same_cell:
            continue
        attribute = "which result it is" if same_figure else "what the result is"
        subject = _printed(figure) if same_figure else " ".join(cells[0])
        sides = tuple(
            Side(" ".join(cell) if same_figure else _printed(f), printing, (c.number,))
            for c, f, cell in zip((one, other), (figure, second), cells, strict=True)
            for printing in [c.articles if f.articles is None else f.articles]
        )
        numbers = (one.number, other.number)
        name = f"{'figure' if same_figure else 'cell'}-claims-{one.number}-{other.number}"
        found.append(Contradiction(name, subject, attribute, DIFFER, sides, numbers, found="register"))
    return found


@dataclass(frozen=True)
class Beside:
    """An article beside the vendor on one point: the vendor's text, the words of both, how they stand to each other.

    ``relation`` is empty where both say the same. MORE: the article claims more; LESS: it claims less; OMITS: it leaves
    out what the vendor says; ADDS: it says what the vendor leaves out.
    """

    point: Assertion
    vendor: str
    theirs: str
    ours: str
    relation: str


def against_vendor(assertions: Sequence[Assertion], article: str, vendors: Sequence[str]) -> list[Beside]:
    """An article beside the vendor on every point of which both speak; the first of ``vendors`` that does counts."""
    found = []
    for one in assertions:
        text = next((v for v in vendors if v in one.said), None)
        if text is None or article not in one.said:
            continue
        theirs, ours = one.said[text], one.said[article]
        pair = _related(one, theirs, ours)
        relation = "" if pair is None else pair[0]
        if pair is not None and pair[1][1] == theirs and relation == MORE:
            relation = LESS
        if pair is not None and pair[1][1] == ours and relation == OMITS:
            relation = ADDS
        found.append(Beside(one, text, one.words(theirs), one.words(ours), relation))
    return found


def _side(one: Assertion, value: Value) -> Side:
    return Side(one.words(value), tuple(text for text, said in one.said.items() if said == value))


def _related(one: Assertion, left: Value, right: Value) -> tuple[str, tuple[Value, Value]] | None:
    """How two values of one attribute stand to each other, the one that claims less first; None where they agree."""
    if left == right:
        return None
    if not left or not right:
        return OMITS, (left, right) if right else (right, left)
    if one.compare == "number":
        short, long = sorted((left[0], right[0]), key=_digits)
        agrees = _digits(short) < _digits(long) and float(short) in _shortened(long, _digits(short))
        return COARSER if agrees else DIFFER, (left, right)
    if one.compare == "scale":
        order = list(one.values)
        low, high = sorted((left, right), key=lambda value: order.index(value[0]))
        return MORE, (low, high)
    if one.compare == "some_of":
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
    return claim.rows[figure.of].given


def _cell(claim: Claim, figure: PublishedFigure) -> list[str]:
    row = _row(claim, figure)
    return [str(row[key]) for key in _CELL if key in row]


def _may_be_one(row: dict, other: dict) -> bool:
    """Whether two rows of a cell may be one result: no filter of the one excludes the other."""
    return all(row[key] == other[key] for key in _WHO if key in row and key in other)


def _printed(figure: PublishedFigure) -> str:
    return quantity(figure.published, figure.unit, figure.decimals).text


def read_points(head: Head, data: Path) -> tuple[list[Assertion], list[Contradiction]]:
    """The assertions of a register, none without ``assertions.yml``; and every pair, of its claims and then of these.

    Raises RegisterError.
    """
    claims, path = load_register(data, head.folder), head.folder / FILE
    points = read_assertions(path, claims, texts_of(head), head) if path.is_file() else []
    return points, [*of_register(claims), *of_assertions(points)]


def load_assertions(data: Path) -> list[Assertion]:
    """The assertions of every register of ``data``. Raises RegisterError."""
    return [one for head in read_heads(data) for one in read_points(head, data)[0]]


def load_contradictions(data: Path) -> list[Contradiction]:
    """Every pair of every register of ``data``. Raises RegisterError."""
    return [one for head in read_heads(data) for one in read_points(head, data)[1]]
