"""A copy of the data in which a test plants one fault: a row, a cell or a text is changed, the project's own is not."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd

from claimcheck.tables import TABLES, load, normalise


class Copy:
    """A copy of the project's ``data`` and recorded ``notebooks`` in ``folder``, which is empty: made of links.

    A changed table is kept in memory (``frames``), a changed text is a file of its own (``written``).
    """

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.frames: dict[str, pd.DataFrame] = {}
        self.written: set[str] = set()
        for path in (path for name in ("data", "notebooks") for path in (root / name).rglob("*") if path.is_file()):
            link = folder / path.relative_to(root)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path)

    @property
    def data(self) -> Path:
        """The copy's folder of data."""
        return self.folder / "data"

    def frame(self, name: str) -> pd.DataFrame:
        """A table, to be changed and put back."""
        return (self.frames[name] if name in self.frames else loaded(self.root, name)).copy()

    def put(self, name: str, frame: pd.DataFrame) -> None:
        """Take ``frame`` for the table. Raises TableError where it breaks the schema."""
        self.frames[name] = normalise(frame, TABLES[name])

    def text(self, file: str) -> str:
        """A file's text."""
        return (self.folder / file).read_text(encoding="utf-8")

    def write(self, file: str, text: str) -> None:
        """Let a file hold ``text``."""
        self.written.add(file)
        (self.folder / file).unlink()
        (self.folder / file).write_text(text, encoding="utf-8")


@functools.cache
def loaded(root: Path, name: str) -> pd.DataFrame:
    return load(name, root / "data")


Plant = Callable[[Copy], None]


def cell(table: str, row_id: str, key: str = "row_id", /, **changes: object) -> Plant:
    """Change columns of one row; a callable is given the old value."""

    def plant(copy: Copy) -> None:
        frame = copy.frame(table)
        at = frame[key] == row_id
        if not at.any():
            raise LookupError(f"{table} has no {row_id}")
        for column, new in changes.items():
            old = frame.loc[at, column].iloc[0]
            frame.loc[at, column] = new(old) if callable(new) else new
        copy.put(table, frame)

    return plant


def several(*plants: Plant) -> Plant:
    """One fault after the other."""

    def plant(copy: Copy) -> None:
        for one in plants:
            one(copy)

    return plant


def times(factor: float) -> Callable[[float], float]:
    """A number to six digits, times ``factor``; nothing stays nothing."""
    return lambda old: old if pd.isna(old) else float(f"{old * factor:.6g}")


def invented(table: str, row: pd.Series, **changes: object) -> Plant:
    """A copy of a row with another id, and its round one row longer in ``rounds.yml``."""

    def plant(copy: Copy) -> None:
        frame, key = copy.frame(table), TABLES[table].key[0]
        new = frame[frame[key] == row[key]].assign(**{key: f"{row[key]}/invented"})
        if "result_id" in new:
            new["result_id"] = row.result_id[:-1] + str((int(row.result_id[-1]) + 5) % 10) if row.result_id else None
        for column, value in changes.items():
            new[column] = value(new[column].iloc[0]) if callable(value) else value
        sized(copy, table, row, 1)
        copy.put(table, pd.concat([frame, new], ignore_index=True))

    return plant


def dropped(table: str, row: pd.Series) -> Plant:
    """A row left out, and its round one row shorter in ``rounds.yml``."""

    def plant(copy: Copy) -> None:
        frame = copy.frame(table)
        sized(copy, table, row, -1)
        copy.put(table, frame[frame["row_id"] != row.row_id])

    return plant


def sized(copy: Copy, table: str, row: pd.Series, more: int) -> None:
    """Let ``rounds.yml`` expect ``more`` rows of the row's round."""
    file = "data/rounds.yml"
    text = copy.text(file)
    key = f"{row.suite}-{row['round']}" if table == "training_results" else row["round"]
    begin = text.index(f"\n  {key}:")
    found = re.compile(rf"{table}: (\d+)").search(text, begin)
    if found is None:
        raise LookupError(f"rounds.yml expects no rows of {key}")
    copy.write(file, text[: found.start(1)] + str(int(found[1]) + more) + text[found.end(1) :])


def typed_alike(row: pd.Series, factor: float) -> Plant:
    """A value of v6.1 in the typed file, in the results, and where it is published in the typed runs."""

    def plant(copy: Copy) -> None:
        file, runs = "data/typed/inference_v6.1.csv", "data/typed/loadgen_v6.1.csv"
        lines = copy.text(file).splitlines(keepends=True)
        number = int(re.search(r"line (\d+)$", row.log_note)[1]) - 1
        old = f",{row.value:g}," if f",{row.value:g}," in lines[number] else f",{row.value},"
        if old not in lines[number]:
            raise LookupError(f"{file} line {number + 1} has no {old}")
        new = times(factor)(row.value)
        lines[number] = lines[number].replace(old, f",{new:g},", 1)
        copy.write(file, "".join(lines))
        copy.write(runs, copy.text(runs).replace(f",{row.value},", f",{new},"))
        cell("inference_results", row.row_id, value=new)(copy)

    return plant


def one_row(name: str, row: pd.Series, column: str, change: object) -> Plant:
    """Change one column of the row of a table that has the key of ``row``."""

    def plant(copy: Copy) -> None:
        frame = copy.frame(name)
        at = pd.Series(True, index=frame.index)
        for key in TABLES[name].key:
            at &= (frame[key] == row[key]).fillna(False) | (frame[key].isna() & pd.isna(row[key]))
        frame.loc[at, column] = change(row[column]) if callable(change) else change
        copy.put(name, frame)

    return plant


def text(file: str, old: str, new: str | Callable[[re.Match[str]], str], within: str = "") -> Plant:
    """Replace the first match of ``old`` in a file, after the match of ``within`` and before the next of its kind."""

    def plant(copy: Copy) -> None:
        whole = copy.text(file)
        start = re.search(within, whole, re.MULTILINE) if within else None
        if within and start is None:
            raise LookupError(f"{file} has no {within}")
        begin = start.end() if start else 0
        after = re.compile(r"^  [\w.-]+:$", re.MULTILINE).search(whole, begin) if within else None
        end = after.start() if after else len(whole)
        part, count = re.subn(old, new, whole[begin:end], count=1, flags=re.MULTILINE)
        if not count:
            raise LookupError(f"{file} has no {old} after {within!r}")
        copy.write(file, whole[:begin] + part + whole[end:])

    return plant
