"""Quantities: numbers that know their unit, the formula that gave them, and the rows that they rest on."""

from __future__ import annotations

import functools
import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import as_published
from claimcheck.core.printing import quantity as printed

# Columns of a frame that have ids of results; in ``row_ids`` each entry is a list.
IDS = ("row_id", "row_ids", "row_id_before", "row_id_after")
# How tightly a formula binds: a figure by itself, a product or quotient, a sum.
FIGURE, PRODUCT, SUM = 3, 2, 1
_WORDS = {"+": "and", "−": "less", "×": "times", "/": "over"}
# A number without dimension is a count, or the ratio of two values of one unit.
COUNT, RATIO, PERCENT = "", "x", "%"
_PURE = (COUNT, RATIO)
# Units that are printed in another form; of a count, the sentence says what is counted.
_PRINTED = {"GPU": COUNT, "$/GPU/h": "$", "$/million tokens": "$ per million tokens"}


@functools.total_ordering
@dataclass(frozen=True, eq=False)
class Quantity:
    """A value with its unit, its formula in figures, what it is in words, and the ids of the rows behind it.

    ``what`` names it and ``of`` says of what: "result per accelerator" of "Nebius, 8 GB300, v6.0". ``figures`` is the
    value as a formula that uses it writes it, and ``binds`` how tightly. ``workload`` is the benchmark and scenario of
    a result. Arithmetic keeps all of them: it raises TypeError for a sum or a comparison of two units, and for two
    workloads, whose results MLPerf does not compare (see :attr:`across`).
    """

    value: float
    unit: str = COUNT
    figures: str = ""
    what: str = ""
    of: str = ""
    rows: frozenset[str] = frozenset()
    binds: int = FIGURE
    workload: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", float(self.value))
        if not self.figures:
            sign = "$" if self.unit.startswith("$") else ""
            object.__setattr__(self, "figures", sign + as_published(float(f"{self.value:.10g}")))

    @property
    def formula(self) -> str:
        """The computation in figures, such as ``(64,510 / 8) / (209,328 / 72)``; empty for a value that is none."""
        return "" if self.binds == FIGURE else self.figures

    @property
    def how(self) -> str:
        """What the value is, in words."""
        return " of ".join(filter(None, (self.what, self.of)))

    def called(self, what: str, of: str | None = None) -> Quantity:
        """The same value under other words for what it is."""
        return replace(self, what=what, of=self.of if of is None else of)

    @property
    def percent(self) -> Quantity:
        """A ratio as a percentage: 0.64 is 64%."""
        if self.unit not in _PURE:
            raise TypeError(f"{self.how}: {self.unit} is no ratio, so it has no percentage")
        return replace(self, value=100 * self.value, unit=PERCENT)

    @property
    def share(self) -> Quantity:
        """A percentage as a ratio: 64% is 0.64."""
        if self.unit != PERCENT:
            raise TypeError(f"{self.how}: {self.unit or 'a count'} is no percentage")
        figures = as_published(float(f"{self.value / 100:.10g}")) if self.binds == FIGURE else self.figures
        return replace(self, value=self.value / 100, unit=RATIO, figures=figures)

    @property
    def bare(self) -> Quantity:
        """The same number printed without its unit, which the sentence says."""
        return replace(self, unit=COUNT)

    @property
    def across(self) -> Quantity:
        """The same value, to be combined on purpose with results of another benchmark or scenario."""
        return replace(self, workload="")

    @property
    def printed_unit(self) -> str:
        """The unit as it is printed."""
        return _PRINTED.get(self.unit, self.unit.replace("/GPU", " per GPU"))

    def places(self, decimals: int | None = None) -> int:
        """Decimals in which it is printed: those given, or two for ratios and prices and none for others."""
        usual = 2 if self.printed_unit == RATIO or self.printed_unit.startswith("$") else 0
        return usual if decimals is None else decimals

    def __format__(self, decimals: str) -> str:
        return printed(self.value, self.printed_unit, self.places(int(decimals) if decimals else None)).text

    def __str__(self) -> str:
        return format(self, "")

    def __repr__(self) -> str:
        return " = ".join(filter(None, (str(self), self.formula))) + (f": {self.how}" if self.how else "")

    def __float__(self) -> float:
        return self.value

    def __int__(self) -> int:
        return int(self.value)

    def __add__(self, other: Quantity | float) -> Quantity:
        return _sum("+", self, _quantity(other, self.unit))

    def __radd__(self, other: float) -> Quantity:
        # Python's sum() begins with a plain 0.
        return self if other == 0 else _sum("+", _quantity(other, self.unit), self)

    def __sub__(self, other: Quantity | float) -> Quantity:
        return _sum("−", self, _quantity(other, self.unit))

    def __rsub__(self, other: float) -> Quantity:
        return _sum("−", _quantity(other, self.unit), self)

    def __mul__(self, other: Quantity | float) -> Quantity:
        return _product("×", self, other)

    def __rmul__(self, other: float) -> Quantity:
        return _product("×", other, self)

    def __truediv__(self, other: Quantity | float) -> Quantity:
        return _product("/", self, other)

    def __rtruediv__(self, other: float) -> Quantity:
        return _product("/", other, self)

    def __lt__(self, other: Quantity | float) -> bool:
        return self.value < _like(self, other) and self != other

    def __eq__(self, other: object) -> bool:
        """Whether the values agree to one part in a billion."""
        if not isinstance(other, (Quantity, int, float)):
            return NotImplemented
        return math.isclose(self.value, _like(self, other), rel_tol=1e-9)

    __hash__ = None  # type: ignore[assignment]


# Constants that change a unit: seconds of an hour, tokens that a price is quoted for.
HOUR = Quantity(3600, "s/h")
MILLION = Quantity(1e6, "tokens/million tokens")


def _quantity(number: Quantity | float, unit: str) -> Quantity:
    return number if isinstance(number, Quantity) else Quantity(float(number), unit, f"{number:,.10g}")


def _like(quantity: Quantity, other: Quantity | float) -> float:
    """The value of ``other``. Raises TypeError where it has another unit."""
    if isinstance(other, Quantity) and other.unit != quantity.unit and not {quantity.unit, other.unit} <= {*_PURE}:
        raise TypeError(f"{quantity} and {other} have different units: {quantity.how}; {other.how}")
    if isinstance(other, Quantity):
        _workload(quantity, other)
    return float(other)


def _workload(left: Quantity, right: Quantity) -> str:
    """The benchmark and scenario that both sides are of, as far as they are of any; TypeError where they differ."""
    if left.workload and right.workload and left.workload != right.workload:
        raise TypeError(
            f"{left} of {left.workload} and {right} of {right.workload}: MLPerf does not compare results of different "
            "benchmarks or scenarios; if you mean to, write .across after one of them"
        )
    return left.workload or right.workload


def _sum(sign: str, left: Quantity, right: Quantity) -> Quantity:
    value = left.value + _like(left, right) * (1 if sign == "+" else -1)
    # The difference of two percentages is in points of percent.
    points = sign == "−" and left.unit == right.unit == PERCENT and left.how and right.how
    unit = "points" if points else max(left.unit, right.unit)
    return _combined(sign, left, right, value, unit, SUM)


def _product(sign: str, one: Quantity | float, other: Quantity | float) -> Quantity:
    left, right = _quantity(one, COUNT), _quantity(other, COUNT)
    if sign == "/" and not isinstance(one, Quantity) and right.unit not in _PURE:
        rule = 'what is divided has a unit: a price is Quantity(4.25, "$/GPU/h")'
        raise TypeError(f"{one:g} over {right} ({right.how}): {rule}")
    if PERCENT in (left.unit, right.unit):
        raise TypeError(f"{left} {sign} {right}: take the share of a percentage, 0.64 of 64%, to multiply or divide")
    value = left.value * right.value if sign == "×" else left.value / right.value
    numbers = [not isinstance(number, Quantity) for number in (one, other)]
    return _combined(sign, left, right, value, _unit(sign, left.unit, right.unit, any(numbers)), PRODUCT)


def _unit(sign: str, left: str, right: str, plain: bool) -> str:
    """The unit of a product or quotient; a unit is names over names, such as tokens/s/GPU."""
    if {left, right} <= {*_PURE}:
        return RATIO if RATIO in (left, right) or (sign == "/" and not plain) else COUNT
    powers: Counter[str] = Counter()
    for unit, power in ((left, 1), (right, 1 if sign == "×" else -1)):
        above, *below = ("" if unit in _PURE else unit).split("/")
        for name in above.split("·"):
            powers[name] += power
        for name in below:
            powers[name] -= power
    over = "·".join(name for name, power in powers.items() if name and power > 0)
    under = sorted((name for name, power in powers.items() if name and power < 0), key=lambda name: (name != "s", name))
    return "/".join([over, *under]) if over or under else RATIO


def _combined(sign: str, left: Quantity, right: Quantity, value: float, unit: str, binds: int) -> Quantity:
    bracket_left = left.binds < binds or (left.binds == binds and sign == "/")
    bracket_right = right.binds < binds or (right.binds == binds and sign in "−/")
    one = f"({left.figures})" if bracket_left else left.figures
    other = f"({right.figures})" if bracket_right else right.figures
    what, of = _words(_WORDS[sign], left, right)
    workload = _workload(left, right)
    # Gains of two scenarios may be compared: a ratio has no unit of a benchmark any more.
    kept = "" if unit in (*_PURE, PERCENT) else workload
    return Quantity(value, unit, f"{one} {sign} {other}", what, of, left.rows | right.rows, binds, kept)


def _words(word: str, left: Quantity, right: Quantity) -> tuple[str, str]:
    """What a combination is, and of what: words that both sides share are said once."""
    if not left.how or not right.how:
        return (left.what, left.of) if left.how else (right.what, right.of)
    if left.what == right.what:
        same = left.of == right.of
        return left.what, left.of if same else f"{left.of}, {word} that of {right.of}"
    if left.of == right.of:
        return f"{left.what} {word} {right.what}", left.of
    return f"{left.how}, {word} {right.how}", ""


def value(
    number: float, unit: str = COUNT, *, of: str, rows: Any = None, table: str = "", source: str = ""
) -> Quantity:
    """A number that pandas computed, as a quantity: ``of`` says what it is, and one of the others what it rests on.

    ``rows``: as for ``ids_of``; ``table``: a table of ``data/`` that is counted whole; ``source``: the register or text
    of a number that is in no table. Raises ClaimcheckError for a number with none or several of them, or for NaN.
    """
    if pd.isna(number):
        raise ClaimcheckError(f"{of}: the number is missing", rule="a stated number has a value")
    if [rows is not None, bool(table), bool(source)].count(True) != 1:
        rule = "a number names the rows that it rests on, the table that it counts whole, or its source"
        raise ClaimcheckError(f"{of}: what it rests on?", rule=rule, fix="give one of rows, table and source")
    basis = f" (table {table})" if table else f" ({source})" if source else ""
    sign = "$" if unit.startswith("$") else ""
    short = float(number) if float(number).is_integer() else float(f"{number:.6g}")
    return Quantity(
        float(number), unit, sign + as_published(short), of + basis, rows=ids_of(() if rows is None else rows)
    )


def ids_of(rows: Any) -> frozenset[str]:
    """Ids of the results behind quantities, selections, rows or frames, or an iterable of them or of ids.

    Raises ClaimcheckError for a frame without a column of ids.
    """
    if isinstance(rows, str):
        return frozenset([rows])
    if isinstance(rows, pd.DataFrame):
        known = [name for name in IDS if name in rows]
        if not known:
            raise ClaimcheckError(f"rows without {' or '.join(IDS)}: columns are {', '.join(map(str, rows))}")
        rows = [entry for name in known for entry in rows[name].dropna()]
    elif isinstance(rows, pd.Series) and not rows.index.intersection(IDS).empty:
        rows = rows.filter(IDS).dropna()
    elif hasattr(rows, "rows"):
        return rows.rows
    return frozenset(row for part in rows for row in ids_of(part))
