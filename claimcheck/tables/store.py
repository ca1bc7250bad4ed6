"""Load, validate and write the tables, and keep the manifest of ``data/``.

Tables are sorted CSV with ``\\n`` line ends: readable in a diff, the same bytes from the
same rows, and no binary format to trust. A float is written with as many digits as
bring back the same float.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from claimcheck.errors import TableError
from claimcheck.tables.schema import TABLES, Column, Table

DATA_DIR = Path(__file__).resolve().parents[2] / "data"
MANIFEST = "MANIFEST"

_PANDAS = {"string": "string", "float": "Float64", "integer": "Int64", "boolean": "boolean"}
_REBUILD = "restore the file (git checkout data/), or rebuild it with make ingest UPSTREAM=DIR"


def csv_path(name: str, data: Path = DATA_DIR) -> Path:
    """Path of table ``name`` in ``data``."""
    return data / f"{name}.csv"


def load(name: str, data: Path = DATA_DIR) -> pd.DataFrame:
    """Return table ``name`` as a frame with the schema's columns and nullable dtypes.

    Raises TableError, naming file, line and rule, when the file is missing or a row
    breaks the schema.
    """
    table = TABLES.get(name)
    if table is None:
        raise TableError(f"no table {name!r}", rule=f"tables are {', '.join(TABLES)}")
    path = csv_path(name, data)
    if not path.is_file():
        raise TableError("table is missing", where=path, fix=_REBUILD)
    raw = pd.read_csv(path, dtype="string", keep_default_na=False, na_values=[""], encoding="utf-8")
    if list(raw.columns) != table.names:
        odd = sorted(set(raw.columns) ^ set(table.names))
        raise TableError(
            f"columns differ from the schema: {', '.join(odd) or 'order'}", where=path, line=1, fix=_REBUILD
        )
    return validate(_typed(raw, table, path), table, path)


def _typed(raw: pd.DataFrame, table: Table, path: Path) -> pd.DataFrame:
    columns = {}
    for column in table.columns:
        try:
            if column.dtype == "boolean":
                known = raw[column.name].isin(["True", "False"]) | raw[column.name].isna()
                if not known.all():
                    raise ValueError(f"not True or False: {raw.loc[~known, column.name].iloc[0]}")
                columns[column.name] = raw[column.name].map({"True": True, "False": False}).astype("boolean")
            elif column.dtype == "float":
                # float() reads back the very number that was written; pandas' fast parser may not.
                columns[column.name] = raw[column.name].map(float, na_action="ignore").astype("Float64")
            elif column.dtype == "integer":
                columns[column.name] = raw[column.name].map(int, na_action="ignore").astype("Int64")
            else:
                columns[column.name] = raw[column.name]
        except ValueError as error:
            raise TableError(
                f"column {column.name}: {error}",
                where=path,
                rule=f"{column.name} is {column.dtype}",
                fix=_REBUILD,
            ) from error
    return pd.DataFrame(columns)


def validate(frame: pd.DataFrame, table: Table, where: object = None) -> pd.DataFrame:
    """Return ``frame`` when every row keeps the schema.

    Raises TableError for a missing value, a value that is not allowed, a number below
    its minimum, NaN or infinity, and for two rows with one key. ``line`` is the row's
    line in the CSV.
    """
    for column in table.columns:
        values = frame[column.name]
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


def _breaks(values: pd.Series, column: Column) -> dict[str, pd.Series]:
    bad = {}
    if not column.nullable:
        bad["must not be empty"] = values.isna()
    if column.allowed is not None:
        bad[f"one of {', '.join(column.allowed)}"] = values.notna() & ~values.isin(column.allowed)
    if column.dtype == "float":
        number = values.astype("float64")
        bad["must be finite"] = values.notna() & ~number.between(-1.8e308, 1.8e308)
    if column.minimum is not None:
        bad[f"at least {column.minimum:g}"] = values.notna() & (values < column.minimum).fillna(False)
    return bad


def to_csv(frame: pd.DataFrame, table: Table) -> str:
    """Return ``frame`` as the CSV text of ``table``: schema order, sorted by key."""
    typed = pd.DataFrame({c.name: frame[c.name].astype(_PANDAS[c.dtype]) for c in table.columns})
    typed = typed.sort_values(list(table.key), kind="stable", na_position="first").reset_index(drop=True)
    validate(typed, table, f"{table.name}.csv")
    return typed.to_csv(index=False, lineterminator="\n")


def write_tables(frames: Mapping[str, pd.DataFrame], data: Path = DATA_DIR) -> None:
    """Write all tables and the manifest, or none.

    Everything is validated and written to a folder beside ``data`` first; the files move
    into place only when all are there.
    """
    texts = {csv_path(name, data).name: to_csv(frame, TABLES[name]) for name, frame in frames.items()}
    data.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=".staging-", dir=data.parent))
    try:
        for name, text in texts.items():
            (staging / name).write_text(text, encoding="utf-8", newline="")
        for name in texts:
            os.replace(staging / name, data / name)
        write_manifest(data)
    finally:
        shutil.rmtree(staging)


def _files(data: Path) -> list[Path]:
    return sorted(
        p
        for p in data.rglob("*")
        if p.is_file() and p.name != MANIFEST and not any(x.startswith(".") for x in p.parts[-2:])
    )


def digest(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fingerprints(*names: str, data: Path = DATA_DIR) -> str:
    """One line a file of ``data``: its name and SHA-256.

    A notebook prints this first: a changed digit anywhere in its data then changes its
    output, also where a table would round the digit away.
    """
    return "\n".join(f"{name}  sha256 {digest(data / name)}" for name in names)


def write_manifest(data: Path = DATA_DIR) -> None:
    """Write ``MANIFEST``: one line a file, ``sha256  path``, as ``sha256sum`` prints it."""
    lines = [f"{digest(p)}  {p.relative_to(data).as_posix()}\n" for p in _files(data)]
    temporary = data / f".{MANIFEST}.new"
    temporary.write_text("".join(lines), encoding="utf-8")
    os.replace(temporary, data / MANIFEST)


def check_manifest(data: Path = DATA_DIR) -> int:
    """Return the number of files whose hash agrees with the manifest.

    Raises TableError naming every file that changed, is missing or is not listed.
    """
    path = data / MANIFEST
    if not path.is_file():
        raise TableError("manifest is missing", where=path, fix=_REBUILD)
    listed: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        sha, _, name = line.partition("  ")
        if len(sha) != 64 or not name:
            raise TableError("not a line of a manifest", where=path, line=number, rule="sha256, two spaces, path")
        listed[name] = (number, sha)
    present = {p.relative_to(data).as_posix(): p for p in _files(data)}
    for name in sorted(listed.keys() | present.keys()):
        if name not in present:
            raise TableError(f"{name} is listed but missing", where=path, line=listed[name][0], fix=_REBUILD)
        if name not in listed:
            raise TableError(
                f"{name} is not in the manifest",
                where=data / name,
                fix="remove the file, or run claimcheck manifest",
            )
        if digest(present[name]) != listed[name][1]:
            raise TableError(
                "file differs from the manifest",
                where=data / name,
                rule="tables are derived, not edited; a register's change is recorded with claimcheck manifest",
                fix=_REBUILD,
            )
    return len(listed)
