"""Load, validate and write the tables, and keep the manifest of ``data/``.

Tables are sorted CSV with ``\\n`` line ends, the largest gzipped: the same text from the same
rows, and no format that another tool could not read. A float is written with as many digits
as bring back the same float.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import io
import json
import math
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pandas as pd

from claimcheck import writing
from claimcheck.errors import TableError
from claimcheck.outside import first_unfit
from claimcheck.printing import steady
from claimcheck.publication import read_citation
from claimcheck.same import ABSOLUTE, RELATIVE
from claimcheck.tables.croissant import FILE as CROISSANT
from claimcheck.tables.croissant import croissant
from claimcheck.tables.schema import TABLES, Column, Table
from claimcheck.writing import alone

DATA_DIR = Path(__file__).resolve().parents[2] / "data"
MANIFEST = "MANIFEST"

_PANDAS = {"string": "string", "float": "Float64", "integer": "Int64", "boolean": "boolean"}
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
        raise TableError(f"no table {name!r}", rule=f"tables are {', '.join(TABLES)}")
    path = csv_path(name, data)
    if not path.is_file():
        raise TableError("table is missing", where=path, fix=_REBUILD)
    # A frame of its own: pandas copies what somebody writes to.
    return _frame(name, path, path.read_bytes()).copy(deep=False)


# Several parts of a command read the same table, and pages read it once for rows and once for claims.
@functools.lru_cache(maxsize=32)
def _frame(name: str, path: Path, content: bytes) -> pd.DataFrame:
    """The table that a file of this ``content`` holds; ``path`` is named in errors. Raises TableError as ``load``."""
    table = TABLES[name]
    packed = "gzip" if table.compressed else None
    try:
        raw = pd.read_csv(
            io.BytesIO(content),
            dtype="string", keep_default_na=False, na_values=[""], encoding="utf-8", compression=packed,
        )  # fmt: skip
    # pandas' parser errors and UnicodeDecodeError are ValueErrors; the others come from a damaged gzip file.
    except (ValueError, EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise TableError(f"not a table: {error}", where=path, rule="tables are UTF-8 CSV", fix=_REBUILD) from error
    if not isinstance(raw.index, pd.RangeIndex):  # pandas takes surplus cells at the left for an index
        raise TableError(
            "rows have more cells than the header", where=path, line=2, rule="a row has one cell a column", fix=_REBUILD
        )
    if list(raw.columns) != table.names:
        odd = sorted(set(raw.columns) ^ set(table.names))
        raise TableError(
            f"columns differ from the schema: {', '.join(odd) or 'order'}", where=path, line=1, fix=_REBUILD
        )
    return validate(_typed(raw, table, path), table, path)


def _typed(raw: pd.DataFrame, table: Table, path: Path) -> pd.DataFrame:
    columns = {}
    for column in table.columns:
        texts = raw[column.name]
        if column.dtype == "string":
            columns[column.name] = texts
            continue
        columns[column.name] = _read(texts, column.dtype)
        lost = (columns[column.name].isna() & texts.notna()).to_numpy()
        if lost.any():
            raise TableError(
                f"{column.name} = {texts.iloc[lost.argmax()]!r}",
                where=path,
                line=int(lost.argmax()) + 2,
                rule=f"{column.name} is {column.dtype}",
                fix=_REBUILD,
            )
    return pd.DataFrame(columns)


def _read(texts: pd.Series, dtype: str) -> pd.Series:
    """The cells of a column of numbers or truth values in their dtype; empty where one is not of it."""
    if dtype == "boolean":
        true = texts == "True"
        return true.where(true | (texts == "False"))
    try:
        # float() of each cell reads back the very number that was written; pandas' fast parser may not.
        found = texts.astype(_PANDAS[dtype])
    except (ValueError, OverflowError):
        fits = [pd.isna(cell) or _reads(cell, dtype) for cell in texts]
        found = texts.where(fits).astype(_PANDAS[dtype])
    finite = np.isfinite(found.to_numpy(dtype="float64", na_value=0))
    return found if finite.all() else found.where(finite)


def _reads(cell: str, dtype: str) -> bool:
    try:
        pd.Series([cell], dtype="string").astype(_PANDAS[dtype])
    except (ValueError, OverflowError):
        return False
    return True


def validate(frame: pd.DataFrame, table: Table, where: object = None) -> pd.DataFrame:
    """Return ``frame`` when every row keeps the schema.

    Raises TableError for a missing value, a value that is not allowed, a number below
    its minimum, NaN or infinity, a text that no page or spreadsheet shows as it is (see
    ``first_unfit``), and for two rows with one key. ``line`` is the row's line in the CSV.
    """
    for column in table.columns:
        values = frame[column.name]
        odd = first_unfit(_texts(values, column))
        if odd is not None:
            value, why = odd
            position = int((values == value).to_numpy(dtype=bool, na_value=False).argmax())
            source = ", ".join(str(frame[name].iloc[position]) for name in ("path", "line") if name in frame)
            raise TableError(
                f"{column.name} = {value[:80]!a}" + f" in {source}" * bool(source),
                where=where,
                line=position + 2,
                rule=why,
                fix="nothing was written; an entry of data/corrections.yml can give the text that is meant",
            )
        bad = _breaks(values, column)
        for rule, mask in bad.items():
            if mask.any():
                position = int(mask.to_numpy().argmax())
                raise TableError(
                    f"{column.name} = {values.iloc[position]!r}",
                    where=where,
                    line=position + 2,
                    rule=f"{column.name}: {rule}",
                )
    double = frame.duplicated(list(table.key), keep=False)
    if double.any():
        position = int(double.to_numpy().argmax())
        key = " / ".join(str(frame[k].iloc[position]) for k in table.key)
        raise TableError(f"two rows have the key {key}", where=where, line=position + 2, rule="a key names one row")
    return frame


def _texts(values: pd.Series, column: Column) -> list[str]:
    """The different texts of a column that may hold any."""
    free = column.dtype == "string" and column.allowed is None
    return values.dropna().unique().tolist() if free else []


def _breaks(values: pd.Series, column: Column) -> dict[str, pd.Series]:
    bad = {}
    if not column.nullable:
        bad["must not be empty"] = values.isna()
    if column.allowed is not None:
        bad[f"one of {', '.join(column.allowed)}"] = values.notna() & ~values.isin(column.allowed)
    if column.dtype == "float":
        bad["must be finite"] = values.notna() & ~(values.astype("float64").abs() < math.inf)
    if column.minimum is not None:
        bad[f"at least {column.minimum:g}"] = values.notna() & (values < column.minimum).fillna(False)
    return bad


def normalise(frame: pd.DataFrame, table: Table) -> pd.DataFrame:
    """Return ``frame`` as ``load`` would: the schema's columns and dtypes, sorted by key, valid.

    What a derived table computes is rounded. Raises TableError for a column that is missing or cannot hold its values,
    and as ``validate`` does.
    """
    where = table.file
    columns = {}
    for column in table.columns:
        if column.name not in frame:
            raise TableError(f"no column {column.name}", where=where, rule=f"columns are {', '.join(table.names)}")
        try:
            columns[column.name] = frame[column.name].astype(_PANDAS[column.dtype])
        except (TypeError, ValueError, OverflowError) as error:
            raise TableError(
                f"column {column.name}: {error}", where=where, rule=f"{column.name} is {column.dtype}"
            ) from error
    typed = pd.DataFrame(columns).assign(**{n: columns[n].map(steady, na_action="ignore") for n in table.computed})
    typed = typed.sort_values(list(table.key), kind="stable", na_position="first").reset_index(drop=True)
    return validate(typed, table, where)


def check_same(committed: pd.DataFrame, fresh: pd.DataFrame, table: Table, data: Path, source: str) -> None:
    """Raise TableError, naming row and column, for the first cell of ``committed`` that differs from ``fresh``.

    Both are frames as ``load`` gives them, or rows of one; ``source`` says in a word what ``fresh`` was made from.
    Numbers that a derived table computes may differ by one part in a billion, everything else by nothing.
    """
    where = data / table.file
    if len(fresh) != len(committed):
        raise TableError(f"{len(committed)} rows committed, {len(fresh)} built", where=where)
    lines, committed = committed.index, committed.reset_index(drop=True)
    differs = ((fresh != committed).fillna(False) | (fresh.isna() != committed.isna())).to_numpy()
    for name in table.computed:
        one, other = (frame[name].to_numpy(dtype=float, na_value=math.nan) for frame in (committed, fresh))
        differs[:, table.names.index(name)] &= ~np.isclose(one, other, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True)
    if differs.any():
        row, column = (int(i[0]) for i in differs.nonzero())
        key = " / ".join(str(committed[name].iat[row]) for name in table.key)
        raise TableError(
            f"{int(differs.sum())} cells differ; first: column {table.names[column]} of {key} holds "
            f"{committed.iat[row, column]!r}, {source} gives {fresh.iat[row, column]!r}",
            where=where,
            line=int(lines[row]) + 2,
            rule=f"the table is what {source} gives",
        )


def to_csv(frame: pd.DataFrame, table: Table) -> str:
    """Return ``frame`` as the CSV text of ``table``: schema order, sorted by key.

    Raises TableError as ``normalise`` does.
    """
    return normalise(frame, table).to_csv(index=False, lineterminator="\n")


def write_tables(frames: Mapping[str, pd.DataFrame], data: Path = DATA_DIR) -> None:
    """Write all tables and the manifest, or none.

    Everything is validated first. Raises TableError when a table breaks its schema, and as ``write_files``.
    """
    write_files({TABLES[name].file: csv_bytes(frame, TABLES[name]) for name, frame in frames.items()}, data)


def write_files(texts: Mapping[str, bytes], data: Path = DATA_DIR) -> None:
    """Write all files (path below ``data``: content) and the manifest, or none: see ``writing.write_files``.

    Where the folder has a ``croissant.json``, that is made anew too. It names no hash of its own nor of the manifest,
    so the manifest can list it. Raises TableError when a file cannot be written, BusyError while another command
    writes.
    """
    try:
        data.parent.mkdir(parents=True, exist_ok=True)
        with alone(data.parent):
            hashes = {name: digest(path) for name, path in _files(data).items()}
            new = {name: text for name, text in texts.items() if name != MANIFEST}
            hashes |= {name: _digest(text) for name, text in new.items()}
            if CROISSANT in hashes:
                new[CROISSANT] = _croissant(hashes).encode()
                hashes[CROISSANT] = _digest(new[CROISSANT])
            new[MANIFEST] = "".join(f"{sha}  {name}\n" for name, sha in sorted(hashes.items())).encode()
            writing.write_files(data, new)
    except OSError as error:
        raise TableError(f"cannot be written: {error}", where=data, rule="all files are written, or none") from error


def csv_bytes(frame: pd.DataFrame, table: Table) -> bytes:
    """Return ``frame`` as the file of ``table``: ``to_csv``, gzipped where the table is compressed."""
    text = to_csv(frame, table)
    # No time of writing in the header: the same rows give the same file.
    return gzip.compress(text.encode(), compresslevel=9, mtime=0) if table.compressed else text.encode()


def _files(data: Path) -> dict[str, Path]:
    """Path below ``data`` -> file, without the manifest and hidden files and folders."""
    found = {p.relative_to(data): p for p in data.rglob("*") if p.is_file()}
    return {
        name.as_posix(): path
        for name, path in sorted(found.items())
        if name.as_posix() != MANIFEST and not any(part.startswith(".") for part in name.parts)
    }


def _croissant(hashes: Mapping[str, str]) -> str:
    """The text of ``croissant.json`` for files of these ``hashes``, with the schema and the citation file."""
    return json.dumps(croissant(hashes, read_citation()), indent=1, ensure_ascii=False) + "\n"


def digest(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    return _digest(path.read_bytes())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def write_manifest(data: Path = DATA_DIR) -> None:
    """Write ``MANIFEST``: one line a file, ``sha256  path``, as ``sha256sum`` prints it. Raises as ``write_files``."""
    if not data.is_dir():
        raise TableError("no such folder", where=data, rule="a manifest lists the files of a folder")
    write_files({}, data)


def check_manifest(data: Path = DATA_DIR) -> int:
    """Return the number of files whose hash agrees with the manifest.

    Raises TableError naming the first file that changed, is missing or is not listed, and for a
    ``croissant.json`` that is not what files, schema and citation file give.
    """
    path = data / MANIFEST
    if not path.is_file():
        raise TableError("manifest is missing", where=path, fix=_REBUILD)
    listed: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        sha, _, name = line.partition("  ")
        if len(sha) != 64 or not name:
            raise TableError("not a line of a manifest", where=path, line=number, rule="sha256, two spaces, path")
        listed[name] = (number, sha)
    present = _files(data)
    for name in sorted(listed.keys() | present.keys()):
        if name not in present:
            raise TableError(f"{name} is listed but missing", where=path, line=listed[name][0], fix=_REBUILD)
        if name not in listed:
            raise TableError(
                f"{name} is not in the manifest",
                where=data / name,
                rule="the manifest lists every file of the folder",
                fix="remove the file, or record it with claimcheck manifest --write",
            )
        if digest(present[name]) != listed[name][1]:
            raise TableError(
                "file differs from the manifest",
                where=data / name,
                rule="tables are derived, not edited; a register's change is recorded with claimcheck manifest --write",
                fix=_REBUILD,
            )
    hashes = {name: sha for name, (_, sha) in listed.items()}
    if CROISSANT in present and present[CROISSANT].read_text(encoding="utf-8") != _croissant(hashes):
        raise TableError(
            "not what the files, the schema and CITATION.cff give",
            where=present[CROISSANT],
            rule="croissant.json is derived from them",
            fix="record it with claimcheck manifest --write",
        )
    return len(listed)
