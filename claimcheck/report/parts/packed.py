"""A table packed by column for scripts of the site: small once compressed, and quick to search.

A column is one of four. ``{"words": [...], "at": "..."}``: the values that occur, and for each row one character whose
code less ZERO is the place of its value among them. ``{"templates": [...], "at": "..."}``: likewise, texts into which
the row's own values of other columns are put for ``{column}``. ``{"numbers": [...]}``: one number a row. ``{"steps":
[...]}``: whole numbers that never fall, each less the one before. An empty cell is null. ``static/packed.js`` reads it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from claimcheck.report.parts.markup import script_call

# The code of the first value's character, and the most values that a column of words may have.
ZERO, MOST = 48, 8_000
_FIELD = re.compile(r"{(\w+)}")

Packed = dict[str, Any]


def script(name: str, packed: Packed) -> str:
    """The script that gives the packed table ``name`` to its reader: a page opened as a file can load nothing else."""
    return script_call("window.claimcheckTables.take", name, packed)


def pack(frame: pd.DataFrame, templates: Mapping[str, Sequence[str]] | None = None) -> Packed:
    """The number of ``rows`` of ``frame``, and its ``columns`` packed.

    Whole numbers in order become steps, floats numbers, and what else there is words.
    ``templates`` are columns of paths, with the columns whose values can be parts of them; a column that is there for
    this alone is left out where its name begins with "_". Raises ValueError for a column of too many different words,
    and for a path with braces around a word.
    """
    columns = {}
    for name in frame:
        cells = frame[name]
        if fields := (templates or {}).get(name):
            columns[name] = _words(name, _templated(cells, frame[list(fields)]), "templates")
        elif pd.api.types.is_integer_dtype(cells.dtype) and cells.notna().all() and cells.is_monotonic_increasing:
            columns[name] = {"steps": cells.diff().fillna(cells).astype(int).tolist()}
        elif pd.api.types.is_float_dtype(cells.dtype):
            columns[name] = {"numbers": cells.astype(object).where(cells.notna(), None).tolist()}
        elif not name.startswith("_"):
            columns[name] = _words(name, cells, "words")
    return {"rows": len(frame), "columns": columns}


def _words(name: str, cells: pd.Series, kind: str) -> Packed:
    codes, words = pd.factorize(cells.astype(object).where(cells.notna(), None), use_na_sentinel=False)
    if len(words) > MOST:
        raise ValueError(f"{name} has {len(words)} different values, more than {MOST}")
    return {kind: [None if pd.isna(word) else word for word in words], "at": "".join(chr(ZERO + c) for c in codes)}


def _templated(paths: pd.Series, fields: pd.DataFrame) -> pd.Series:
    """``paths`` with each part that is a value of the row's ``fields`` replaced by the first such field's name."""
    marks = [f"{{{name.lstrip('_')}}}" for name in reversed(list(fields))]
    values = [fields[name].astype(object).where(fields[name].notna(), None) for name in reversed(list(fields))]
    found = []
    for path, *given in zip(paths.astype(object).where(paths.notna(), None), *values, strict=True):
        if path and _FIELD.search(path):
            raise ValueError(f"{path!a} holds braces, which would be read as a column's name")
        names = dict(zip(given, marks, strict=True))
        found.append(path and "/".join(names.get(part, part) for part in path.split("/")))
    return pd.Series(found, index=paths.index, dtype=object)
