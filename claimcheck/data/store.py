"""Load, validate and write the tables.

Tables are sorted CSV with ``\\n`` line ends, the largest gzipped: the same text from the same rows, and no format that
another tool could not read. A float is written with as many digits as bring back the same float.
"""

from __future__ import annotations

import functools
import gzip
import io
import math
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd

from claimcheck.core import files
from claimcheck.core.errors import TableError
from claimcheck.core.limits import first_unfit
from claimcheck.core.printing import ABSOLUTE, RELATIVE, steady
from claimcheck.data.paths import CORRECTIONS, DATA_DIR, SCHEMA
from claimcheck.data.schema import DTYPES, TABLES, Column, Table

_KEPT = DATA_DIR.parent / "_build" / "tables"
_SCHEMA, _READER = (path.read_bytes() for path in (DATA_DIR / SCHEMA, Path(__file__)))
# An empty database for each process: to open one takes longer than most queries.
_database = functools.cache(lambda process: duckdb.connect(config={"threads": 1}))
_REBUILD = "restore the file (git checkout data/), or rebuild it with make ingest UPSTREAM=DIR"


def csv_path(name: str, data: Path = DATA_DIR) -> Path:
    """Path of table ``name`` in ``data``."""
    return data / TABLES[name].file


def load(name: str, data: Path = DATA_DIR) -> pd.DataFrame:
    """Return table ``name`` as a frame with the schema's columns and nullable dtypes.

    Raises TableError, naming file, line and rule, when the file is missing or a row
    breaks the schema.
    """
    if name not in TABLES:
        raise TableError(f"there is no table {name!r}", rule=f"tables are {', '.join(TABLES)}")
    path = csv_path(name, data)
    if not path.is_file():
        raise TableError("the table is missing", where=path, fix=_REBUILD)
    # A frame of its own: pandas copies what somebody writes to.
    return _frame(name, path, path.read_bytes()).copy(deep=False)


def keep(name: str, data: Path = DATA_DIR) -> None:
    """Read table ``name``, which other processes then find kept. Raises as ``load`` does."""
    load(name, data)


# Several parts of a command read the same table, and pages read it once for rows and once for claims.
@functools.lru_cache(maxsize=32)
def _frame(name: str, path: Path, content: bytes) -> pd.DataFrame:
    """The table that a file of this ``content`` holds; ``path`` is named in errors. Raises TableError as ``load``.

    Of the committed tables each is kept as a pickle, by what it was made from: other processes read it in no time.
    """
    if path.resolve().is_relative_to(DATA_DIR):
        made_from = b"".join([content, _SCHEMA, _READER, pd.__version__.encode()])
        return files.kept(_KEPT, made_from, lambda: _parsed(name, path, content), name)
    return _parsed(name, path, content)


def _parsed(name: str, path: Path, content: bytes) -> pd.DataFrame:
    table = TABLES[name]
    raw = _texts_of(path, content, compressed=table.compressed)
    if list(raw.columns) != table.names:
        odd = ", ".join(sorted(set(raw.columns) ^ set(table.names))) or "order"
        raise TableError(f"columns differ from the schema: {odd}", where=path, line=1, fix=_REBUILD)
    return validate(_typed(raw, table, path), table, path)


def read_part(name: str, path: Path) -> pd.DataFrame:
    """Return the rows of a file that has some of the columns of table ``name``, with the schema's dtypes.

    Raises TableError, naming file, line and rule, as ``load`` does.
    """
    raw = _texts_of(path, path.read_bytes(), compressed=False)
    part = TABLES[name].part(raw.columns)
    if odd := [column for column in raw if column not in part.names] + [key for key in part.key if key not in raw]:
        rule = f"columns are those of {name}, its key among them"
        raise TableError(f"column {', '.join(odd)}", where=path, line=1, rule=rule)
    return validate(_typed(raw, part, path), part, path)


def _texts_of(path: Path, content: bytes, *, compressed: bool) -> pd.DataFrame:
    """The cells of a CSV file as text; ``path`` is named in errors. Raises TableError."""
    try:
        raw = pd.read_csv(
            io.BytesIO(content), dtype="string", keep_default_na=False, na_values=[""], encoding="utf-8",
            compression="gzip" if compressed else None,
        )  # fmt: skip
    # pandas' parser errors and UnicodeDecodeError are ValueErrors; the others come from a damaged gzip file.
    except (ValueError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise TableError(f"this is no table: {error}", where=path, rule="tables are UTF-8 CSV", fix=_REBUILD) from error
    if not isinstance(raw.index, pd.RangeIndex):  # pandas takes surplus cells at the left for an index
        raise TableError("rows have more cells than the header", where=path, line=2, fix=_REBUILD)
    return raw


def _typed(raw: pd.DataFrame, table: Table, path: Path) -> pd.DataFrame:
    frame = pd.DataFrame({column.name: _read(raw[column.name], column.dtype) for column in table.columns})
    for column in table.columns:
        lost = (frame[column.name].isna() & raw[column.name].notna()).to_numpy()
        if lost.any():
            at, rule = int(lost.argmax()), f"{column.name} is {column.dtype}"
            message = f"{column.name} = {raw[column.name].iloc[at]!r}"
            raise TableError(message, where=path, line=at + 2, rule=rule, fix=_REBUILD)
    return frame


def _read(texts: pd.Series, dtype: str) -> pd.Series:
    """The cells of a column in their dtype; empty where one is not of it."""
    if dtype == "string":
        return texts
    if dtype == "date":
        return texts.where(texts.str.fullmatch(r"\d{4}-\d{2}-\d{2}"))
    if dtype == "boolean":
        true = texts == "True"
        return true.where(true | (texts == "False"))
    if dtype == "integer":
        fits = [re.fullmatch("-?[0-9]{1,19}", cell) and abs(int(cell)) < 2**63 for cell in texts.fillna("")]
    else:
        fits = np.isfinite(pd.to_numeric(texts, errors="coerce").to_numpy(dtype="float64", na_value=math.nan))
    # float() of each cell reads back the very number that was written; pandas' fast parser may not.
    return texts.where(np.array(fits, dtype=bool)).astype(DTYPES[dtype].pandas)


def validate(frame: pd.DataFrame, table: Table, where: object = None) -> pd.DataFrame:
    """Return ``frame`` when every row keeps the schema.

    Raises TableError for a missing value, a value that is not allowed, a number below
    its minimum, NaN or infinity, a text that no page or spreadsheet shows as it is (see
    ``first_unfit``), and for two rows with one key. ``line`` is the row's line in the CSV.
    """
    for column in table.columns:
        values = frame[column.name]
        for rule, mask in _broken(values, column):
            if mask.any():
                at = int(mask.to_numpy(dtype=bool, na_value=False).argmax())
                source = ", ".join(str(frame[name].iloc[at]) for name in ("path", "line") if name in frame)
                message = f"{column.name} = {values.iloc[at]!a:.80}" + f" in {source}" * bool(source)
                fix = f"an entry of data/{CORRECTIONS} can give what is meant"
                raise TableError(message, where=where, line=at + 2, rule=f"{column.name}: {rule}", fix=fix)
    double = frame.duplicated(list(table.key), keep=False)
    if double.any():
        at = int(double.to_numpy().argmax())
        key = " / ".join(str(frame[k].iloc[at]) for k in table.key)
        raise TableError(f"two rows have the key {key}", where=where, line=at + 2, rule="a key names one row")
    return frame


def _broken(values: pd.Series, column: Column) -> Iterator[tuple[str, pd.Series]]:
    """Rules of a column, each with the cells that break it."""
    if column.dtype == "string" and column.allowed is None:
        for text, rule in filter(None, [first_unfit(values.dropna().unique().tolist())]):
            yield rule, values.astype(object).eq(text)  # a comparison of string arrays takes NUL for an end
    if not column.nullable:
        yield "must not be empty", values.isna()
    if column.allowed is not None:
        yield f"one of {', '.join(column.allowed)}", values.notna() & ~values.isin(column.allowed)
    if column.dtype == "float":
        yield "must be finite", values.notna() & ~(values.astype("float64").abs() < math.inf)
    if column.minimum is not None:
        yield f"at least {column.minimum:g}", values.notna() & (values < column.minimum).fillna(False)


def normalise(frame: pd.DataFrame, table: Table) -> pd.DataFrame:
    """Return ``frame`` as ``load`` would: the schema's columns and dtypes, sorted by key, valid.

    What a derived table computes is rounded. Raises TableError for a column that is missing or cannot hold its values,
    and as ``validate`` does.
    """
    columns = {}
    for column in table.columns:
        rule = f"{column.name} is {column.dtype}"
        if column.name not in frame:
            raise TableError(f"there is no column {column.name}", where=table.file, rule=rule)
        try:
            columns[column.name] = frame[column.name].astype(DTYPES[column.dtype].pandas)
        except (TypeError, ValueError, OverflowError) as error:
            raise TableError(f"column {column.name}: {error}", where=table.file, rule=rule) from error
    typed = pd.DataFrame(columns).assign(**{n: columns[n].map(steady, na_action="ignore") for n in table.computed})
    typed = typed.sort_values(list(table.key), kind="stable", na_position="first").reset_index(drop=True)
    return validate(typed, table, table.file)


def queried(sql: str, **frames: pd.DataFrame) -> pd.DataFrame:
    """What a query gives over ``frames``, which it knows by their names, in one thread: in one order."""
    with _database(os.getpid()).cursor() as connection:
        for name, frame in frames.items():
            connection.register(name, frame)
        return connection.execute(sql).df()


def differences(committed: pd.DataFrame, fresh: pd.DataFrame, table: Table, source: str) -> list[str]:
    """A line for each row that one of two forms of a table lacks, and for each cell that differs.

    Both are frames as ``load`` gives them, or rows of one; ``source`` says in a word what ``fresh`` was made from.
    Numbers that a derived table computes may differ by one part in a billion, everything else by nothing.
    """
    committed = committed.reset_index(drop=True)
    for name in table.computed if len(committed) == len(fresh) else ():
        one, other = (frame[name].to_numpy(dtype=float, na_value=math.nan) for frame in (committed, fresh))
        close = np.isclose(one, other, rtol=RELATIVE, atol=ABSOLUTE)
        fresh = fresh.assign(**{name: fresh[name].mask(close, committed[name])})
    if committed.equals(fresh):
        return []
    texts = [frame.astype("string").fillna("") for frame in (committed, fresh)]
    old, new = (frame.set_index(frame[list(table.key)].agg(" / ".join, axis=1)) for frame in texts)
    lines = [f"{key} is committed, {source} has no such row" for key in old.index.difference(new.index)]
    lines += [f"{key} is a row of {source}, and not committed" for key in new.index.difference(old.index)]
    shared = old.index.intersection(new.index)
    cells = old.loc[shared].compare(new.loc[shared])
    for column in dict.fromkeys(cells.columns.get_level_values(0)):
        for key, one, other in cells[column].dropna(how="all").itertuples():
            lines.append(f"{column} of {key}: committed {one!r}, {source} gives {other!r}")
    return lines


def csv_bytes(frame: pd.DataFrame, table: Table) -> bytes:
    """Return ``frame`` as the file of ``table``: schema order, sorted by key, gzipped where the table is compressed.

    Raises TableError as ``normalise`` does.
    """
    text = normalise(frame, table).to_csv(index=False, lineterminator="\n").encode()
    # No time of writing in the header: the same rows give the same file.
    return gzip.compress(text, compresslevel=9, mtime=0) if table.compressed else text


def write_tables(frames: Mapping[str, pd.DataFrame], data: Path = DATA_DIR) -> None:
    """Write all tables, or none.

    Everything is validated first. Raises TableError when a table breaks its schema, and as ``write_files``.
    """
    files.write_files(data, {TABLES[name].file: csv_bytes(frame, TABLES[name]) for name, frame in frames.items()})
