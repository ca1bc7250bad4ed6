"""The tables of ``data/`` and their columns, as ``data/schema.yml`` describes them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, Field, create_model

from claimcheck.core.documents import Many, Model, Text, keyed_as, read, read_if_there
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.paths import DATA_DIR, DERIVED, INGESTED, PARQUET, SCHEMA, TYPED


def reader(file: str, model: type[Model], section: str = "") -> Callable[..., Any]:
    """What reads the register ``file``, or a section of it, of a folder of data; raises RegisterError.

    The folder is the committed one unless given.
    """

    def read_it(data: Path = DATA_DIR) -> Any:
        register = read(data / file, model)
        return getattr(register, section) if section else register

    return read_it


def section(file: str, name: str, entries: Any) -> Callable[..., Any]:
    """What reads a register of one section ``name`` of ``entries``: as ``reader``, but empty without the file."""
    register = create_model(name, __base__=Model, **{name: (entries, Field({}))})
    return lambda data=DATA_DIR: getattr(read_if_there(data / file, register), name)


class Dtype(NamedTuple):
    """What a dtype of the schema is called elsewhere."""

    pandas: str
    duckdb: str
    frictionless: str
    croissant: str


DTYPES = {
    "string": Dtype("string", "VARCHAR", "string", "sc:Text"),
    "float": Dtype("Float64", "DOUBLE", "number", "sc:Float"),
    "integer": Dtype("Int64", "BIGINT", "integer", "sc:Integer"),
    "date": Dtype("string", "DATE", "date", "sc:Date"),
    "boolean": Dtype("boolean", "BOOLEAN", "boolean", "sc:Boolean"),
}


class Column(Model):
    """A column: its name, dtype, meaning, unit, and the values it may hold.

    A ``copied`` one holds values of another table exactly as that has them.
    """

    name: Text
    dtype: Literal[tuple(DTYPES)] = "string"  # type: ignore[valid-type]
    description: Text
    unit: Text | None = None
    nullable: bool = False
    allowed: Many[Text] | None = None
    minimum: int | None = None
    copied: bool = False


def _named(columns: Any) -> Any:
    """Columns with their names; a text is the description of a column of texts."""
    given = columns.items() if isinstance(columns, Mapping) else ()
    return {name: {"name": name, **(of if isinstance(of, Mapping) else {"description": of})} for name, of in given}


class Table(Model):
    """A table: its grain (what a row is), its key (unique, and the sort order), its columns by name.

    A ``compressed`` table is stored as gzipped CSV.
    """

    name: Text
    grain: Text
    key: Many[Text]
    made_by: Literal["ingest", "derive", "verify", "once", "typed"]
    compressed: bool = False
    by_name: Annotated[dict[str, Column], BeforeValidator(_named)] = Field(alias="columns")

    @property
    def derived(self) -> bool:
        """Whether it follows from other tables."""
        return self.made_by == "derive"

    @property
    def ingested(self) -> bool:
        """Whether it is read from upstream."""
        return self.made_by == "ingest"

    @property
    def file(self) -> str:
        """Path of the table's file below ``data/``."""
        folder = {"derive": DERIVED, "typed": TYPED}.get(self.made_by, INGESTED)
        return f"{folder}/{self.name}.csv" + ".gz" * self.compressed

    @property
    def address(self) -> str:
        """Path of the table as Parquet below the site's ``data/``."""
        return f"{PARQUET}/{self.name}.parquet"

    @property
    def columns(self) -> tuple[Column, ...]:
        """Its columns in file order."""
        return tuple(self.by_name.values())

    def part(self, names: Collection[str]) -> Table:
        """The table with only those of its columns that are in ``names``."""
        return self.model_copy(update={"by_name": {k: c for k, c in self.by_name.items() if k in names}})

    @property
    def names(self) -> list[str]:
        """Names of its columns in file order."""
        return list(self.by_name)

    @property
    def computed(self) -> list[str]:
        """Columns of floats that the table itself computes, in file order: they are rounded when they are recorded."""
        return [c.name for c in self.columns if self.derived and c.dtype == "float" and not c.copied]


class Shown(Model):
    """How tables of notebooks and pages show a column.

    ``heading`` is its heading where that is not its name in words; ``decimals``: see ``data/schema.yml``; ``link`` is
    the column with the addresses that its cells link to.
    """

    heading: Text | None = None
    decimals: int | None = None
    link: Text | None = None


class Schema(Model):
    """``data/schema.yml``; ``shared`` are the columns that its tables say again by their anchors."""

    shown: dict[str, Shown]
    shared: dict[str, Any]
    tables: Annotated[dict[str, Table], keyed_as("name")]


if not (DATA_DIR / SCHEMA).is_file():
    fix = "in a clone: pip install --editable ."
    raise ClaimcheckError("this installation of claimcheck has no tables", where=DATA_DIR, fix=fix)
_SCHEMA = read(DATA_DIR / SCHEMA, Schema)
TABLES: dict[str, Table] = dict(_SCHEMA.tables)
# By the name of a column, whatever table it is from.
SHOWN = _SCHEMA.shown


def heading(column: str) -> str:
    """The heading of a column wherever it is shown: GPUs for accelerators, Log note for log_note."""
    words = column.replace("_", " ")
    return SHOWN.get(column, Shown()).heading or words[:1].upper() + words[1:]


def allowed(table: str, column: str) -> tuple[str, ...]:
    """The values that a column of texts may hold, in the order in which they are sorted; empty where any may be."""
    return TABLES[table].by_name[column].allowed or ()
