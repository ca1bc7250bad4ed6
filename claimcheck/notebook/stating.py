"""What a notebook states: numbers and words for ``{n}`` in the text, and sentences that must stay true."""

from __future__ import annotations

import math
import sys
from typing import Any

import pandas as pd

from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import recording
from claimcheck.data.numbers import Number
from claimcheck.data.quantity import COUNT, Quantity, ids_of, value
from claimcheck.notebook.selection import Row


class Stated(Quantity):
    """A quantity that has been stated: as the last line of its cell it is not shown a second time."""

    def _ipython_display_(self) -> None:
        if run_count() != vars(self).get("run"):
            print(repr(self))


def say(
    key: str,
    number: Quantity | float,
    decimals: int | None = None,
    *,
    of: str = "",
    rows: Any = None,
    unit: str = COUNT,
) -> Quantity:
    """State a number under ``key``, with its formula and rows, and return it; prose prints it as ``{n}`key```.

    ``of`` says in words what it is, ``rows`` what a plain number rests on, ``unit`` its unit; a quantity knows all
    three. It is rounded to ``decimals``, or by its unit. Raises ClaimcheckError for a number without words.
    """
    if not isinstance(number, Quantity):
        number = value(number, unit, of=of, rows=rows)
    quantity = number.called(of, "") if of else number
    if not quantity.how:
        fix = f"say({key!r}, {quantity.value:g}, of='what it is', rows=...), or say(key, quantity.called('what it is'))"
        raise ClaimcheckError(f"number {key}: nothing says what it is", fix=fix)
    _emit(
        Number(
            key,
            value=quantity.value,
            unit=quantity.printed_unit,
            decimals=quantity.places(decimals),
            how=quantity.how,
            rows=tuple(sorted(quantity.rows)),
            formula=quantity.formula,
        )
    )
    stated = Stated(**vars(quantity))
    object.__setattr__(stated, "run", run_count())
    return stated


def words(key: str, text: str, of: Row | str, rows: Any = ()) -> None:
    """State words that a table gives, ``of`` the row that has them, or what they are; ``rows``: what they rest on."""
    how, behind = (of.words, of.rows) if isinstance(of, Row) else (of, ids_of(rows))
    _emit(Number(key, str(text), how=how, rows=tuple(sorted(behind))))


def same(plain: float, ours: Quantity) -> Quantity:
    """Return our quantity, which is the ``plain`` number that pandas gave, to twelve digits; else a ClaimcheckError."""
    if not math.isclose(plain, ours.value, rel_tol=1e-12):
        rule = "the open cell of a notebook gives its headline figure without this package"
        fix = "choose the same results in both cells"
        _fail(ClaimcheckError(f"pandas gives {plain!r}, and we {ours.value!r}: {ours.how}", rule=rule, fix=fix))
    return ours


def holds(sentence: str, condition: Any) -> None:
    """Guard a sentence of the text. Raises ClaimcheckError, with the sentence, when its condition is no longer true."""
    if pd.isna(condition) or not bool(condition):
        fix = "write what is true now in the text and in holds(...)"
        _fail(ClaimcheckError(f"this is no longer true: {sentence}", fix=fix))


def _fail(error: ClaimcheckError) -> None:
    """Raise ``error`` where notebooks are recorded or compared; who tries other results reads it, and goes on."""
    if recording():
        raise error
    print(error)


def _emit(number: Number) -> None:
    """Show a number as the output of its cell; a plain script prints it."""
    # Present in every kernel; the package is not needed where notebooks are not run.
    show = print if run_count() is None else sys.modules["IPython"].display.display
    show(number)


def run_count() -> int | None:
    """The number of the cell's run; None outside a kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell.execution_count if shell else None
