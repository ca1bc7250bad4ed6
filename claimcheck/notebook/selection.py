"""Selections: rows of a table that know in words which ones they are, and give their values as quantities."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from claimcheck.analysis import view
from claimcheck.analysis.view import per_accelerator, title
from claimcheck.analysis.wins import CHOICES, in_words
from claimcheck.claims.verdict.evidence import with_links
from claimcheck.core.errors import suggestion
from claimcheck.core.printing import listed
from claimcheck.data import store
from claimcheck.data.quantity import COUNT, IDS, RATIO, Quantity, ids_of
from claimcheck.data.schema import TABLES, heading

# Columns whose unit is in the column ``unit`` of the same row.
_OF_RESULT = ("value", "log_value", "experiments_value")
_UNITS = {c.name: c.unit for table in TABLES.values() for c in table.columns if c.unit} | {
    "accelerators": "GPU",
    "ratio": RATIO,
}
# What a column holds: of several tables with one of that name, the first that the schema describes.
_DESCRIBED = {c.name: c.description for table in reversed(TABLES.values()) for c in table.columns}
# How a criterion is said, in the order in which they are said; a plain name stands for the noun of the table.
_PHRASES = {
    "division": "{}", "availability": "{}", "benchmark": "{}", "scenario": "{}", "noun": "{}",
    "chip": "on {}", "accelerator": "on {}", "submitter": "of {}", "accelerators": "with {} GPUs", "round": "in {}",
    "before": "from {}", "after": "to {}",
    "same_submitter": "of one owner", "both_available": "with both systems available", "same_number": "of one size",
    "same_system": "of one system", "has_power": "with measured power", "selected": "in use",
}  # fmt: skip
# Most rows or names in a message.
_LISTED = 8


class Row:
    """One row of a table: its numbers are quantities, its other columns plain values.

    A result has ``per_accelerator``; a comparison has its two results, ``before`` and ``after``, and their ``ratio``.
    """

    def __init__(self, entries: Mapping[str, Any]) -> None:
        self._entries = entries

    @functools.cached_property
    def rows(self) -> frozenset[str]:
        """Ids of the row or, of a comparison, of its two results."""
        return ids_of([one for one in map(self._entries.get, IDS) if not pd.api.types.is_scalar(one) or pd.notna(one)])

    @functools.cached_property
    def before(self) -> Row:
        """The earlier result of a comparison."""
        return Row(_results().loc[self._column("row_id_before")].to_dict())

    @functools.cached_property
    def after(self) -> Row:
        """The later result of a comparison."""
        return Row(_results().loc[self._column("row_id_after")].to_dict())

    @property
    def ratio(self) -> Quantity:
        """Of two results, the later per accelerator over the earlier; of a definition of a win, NVIDIA over others."""
        if {"nvidia", "others"} <= self._entries.keys():
            return self.nvidia / self.others
        if "row_id_before" not in self._entries:
            return self._quantity("ratio")
        return self.after.per_accelerator / self.before.per_accelerator

    @property
    def per_accelerator(self) -> Quantity:
        """The published result over the number of accelerators, which MLCommons does not publish."""
        if "accelerators" not in self._entries:
            return self._quantity("per_accelerator")
        return (self.value / self.accelerators).called("result per accelerator")

    @property
    def title(self) -> str:
        """The benchmark's name in a sentence."""
        return title(self._column("benchmark"))

    @property
    def whose(self) -> str:
        """Whose a result or a gain is: NVIDIA's, the chip's maker's, another submitter's, or two submitters'."""
        if "row_id_before" not in self._entries:
            makers = {self._column("accelerator_vendor"): "the chip's maker", "NVIDIA": "NVIDIA"}
            return makers.get(self._column("submitter"), "another submitter")
        names = [self.before.submitter, self.after.submitter]
        if not view.share_owner(*map(view.owners, names)):
            return "two submitters"
        return "NVIDIA" if set(names) == {"NVIDIA"} else "another submitter"

    @property
    def label(self) -> str:
        """The row in a few words, as beside its dot."""
        if "row_id_before" in self._entries:
            one, other = self.before._entries, self.after._entries
            sides = (f"{side['submitter']}, {side['accelerators']}" for side in (other, one))
            return " GPUs, over ".join(sides)
        if "submitter" in self._entries and "accelerators" in self._entries:
            of, count = self._entries, self._entries["accelerators"]
            return f"{of['submitter']}, " + ("CPU only" if pd.isna(count) else f"{count} {of.get('chip', 'GPUs')}")
        known = next((t for t in TABLES.values() if {*t.key} <= self._entries.keys()), None)
        return ", ".join(str(self._entries[name]) for name in (known.key if known else [*self._entries][:3]))

    @functools.cached_property
    def words(self) -> str:
        """The row in words: Nebius, 8 GB300, DeepSeek-R1 Server, v6.0."""
        if "row_id_before" in self._entries:
            return f"{self.after.words}, over {self.before.words}"
        if {*CHOICES} <= self._entries.keys():
            return in_words(self._entries)
        if {"benchmark", "scenario", "round"} <= self._entries.keys():
            words = f"{self.label}, {self.title} {self.scenario}, {self._entries['round']}"
            division = self._entries.get("division", "closed")
            return words if division == "closed" else f"{words}, {division} division"
        return self.label

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        entry = self._column(name)
        number = isinstance(entry, (int, float)) or hasattr(entry, "dtype")
        return self._quantity(name) if number and not pd.api.types.is_bool(entry) and pd.notna(entry) else entry

    def __repr__(self) -> str:
        return self.words

    def _column(self, name: str) -> Any:
        if name not in self._entries:
            raise AttributeError(_unknown("column", name, self._entries))
        return self._entries[name]

    def _quantity(self, name: str) -> Quantity:
        unit = self._entries.get("unit") if name in _OF_RESULT else _UNITS.get(name)
        # Of one benchmark and scenario, whatever the accuracy target.
        of_result = name in (*_OF_RESULT, "per_accelerator") and {"benchmark", "scenario"} <= self._entries.keys()
        return Quantity(
            float(self._column(name)),
            str(unit) if pd.notna(unit) else COUNT,
            what=_what(name),
            of=self.words,
            rows=self.rows,
            workload=f"{self.title} {self.scenario}" if of_result else "",
        )


class Selection:
    """Rows of a table and, in words, which ones they are; ``frame`` is plain pandas, iterating gives each :class:`Row`.

    ``noun``: what a row is, in the plural.
    """

    def __init__(self, frame: pd.DataFrame, noun: str) -> None:
        self.frame, self.noun = frame, noun
        # The table that the rows are of, the criteria that chose them, those in words alone.
        self._table, self._chosen, self._more = frame, {}, ()

    def __call__(self, **columns: Any) -> Selection:
        """The rows that have in each column the value given, or one of a list; LookupError names the nearest known."""
        chosen = pd.Series(True, index=self.frame.index)
        for name, wanted in columns.items():
            if name not in self.frame:
                raise LookupError(f"{self.words}: {_unknown('column', name, self.frame)}")
            values = [float(v) if isinstance(v, Quantity) else v for v in _values(wanted)]
            fits = self.frame[name].isin(values)
            # A value that a row has is known.
            if len(values) > 1 or not fits.any():
                known = self._table[name].dropna().unique()
                if missing := [v for v in values if v not in known and not pd.api.types.is_bool(v)]:
                    raise LookupError(f"{self.words}: {_unknown(name, missing[0], known)}")
            chosen &= fits
        return self._narrowed(self.frame[chosen], columns)

    def where(self, words: str, rule: Callable[[pd.DataFrame], Any]) -> Selection:
        """The rows for which ``rule`` of the frame is true; ``words`` say which, after the noun: "that save 60%"."""
        mask = pd.Series(rule(self.frame), index=self.frame.index).fillna(False).astype(bool)
        return self._narrowed(self.frame[mask], {}, words)

    def pipe(self, function: Callable[[pd.DataFrame], pd.DataFrame]) -> Selection:
        """What ``function`` makes of the frame: fewer rows, another order, or columns of your own."""
        part = self._narrowed(function(self.frame), {})
        part._table = part.frame
        return part

    def called(self, noun: str) -> Selection:
        """The same rows under other words, in the plural, which replace how they were selected."""
        return Selection(self.frame, noun)

    def by(self, *columns: str) -> Selection:
        """The rows in order of these columns; a minus in front is for falling."""
        rising = {column.removeprefix("-"): not column.startswith("-") for column in columns}
        frame = self.frame.sort_values([*rising], ascending=[*rising.values()], kind="stable")
        return self._narrowed(frame, {})

    def one(self, **columns: Any) -> Row:
        """The only row of these; LookupError names them where there are several."""
        rows = self(**columns)
        if len(rows) != 1:
            raise LookupError("\n  ".join([f"{len(rows)} {rows.words}, not one", *_cut([row.words for row in rows])]))
        return next(iter(rows))

    def first(self, *columns: str) -> Row:
        """The first row in order of these columns (see :meth:`by`), or in its own. LookupError where there is none."""
        if not len(self):
            raise LookupError(f"there are no {self.words}")
        return next(iter(self.by(*columns) if columns else self))

    @property
    def words(self) -> str:
        """Which rows these are: closed DeepSeek-R1 Server results on GB300 in v6.0."""
        said = {"noun": self.noun}
        for name, wanted in self._chosen.items():
            said[name] = listed(_cut([title(one) if isinstance(one, str) else f"{one}" for one in _values(wanted)]))
        named = [name for name in _PHRASES if name in said and self._chosen.get(name) is not False]
        phrases = [_PHRASES[name].format(said[name]) for name in named]
        others = [name for name in self._chosen if name not in (*_PHRASES, "row_id")]
        for name in others:
            whether = {"True": "with", "False": "without"}.get(said[name])
            what = f"{heading(name)[:1].lower()}{heading(name)[1:]}"
            phrases.append(f"{whether} {what}" if whether else f"with {what} {said[name]}")
        return " ".join([*phrases, *self._more])

    @property
    def rows(self) -> frozenset[str]:
        """Ids of the results behind these rows."""
        return ids_of(self.frame) if {*IDS} & {*self.frame} else frozenset()

    @property
    def count(self) -> Quantity:
        """How many rows these are."""
        return Quantity(len(self.frame), COUNT, what="number", of=self.words, rows=self.rows)

    def max(self, column: str) -> Quantity:
        """The highest value of a column, with the formula and the rows of the one row that has it."""
        return self._extreme("highest", column, f"-{column}")

    def min(self, column: str) -> Quantity:
        """The lowest value of a column, with the formula and the rows of the one row that has it."""
        return self._extreme("lowest", column, column)

    def median(self, column: str) -> Quantity:
        """The median of a column, which rests on all rows."""
        number = float(self.frame[column].median())
        unit = getattr(next(iter(self)), column).unit
        return Quantity(
            number, unit, f"{number:,.6g}", f"median {_what(column)}", f"{len(self)} {self.words}", self.rows
        )

    def __len__(self) -> int:
        return len(self.frame)

    def __iter__(self) -> Iterator[Row]:
        names = [*self.frame]
        return (Row(dict(zip(names, row, strict=True))) for row in self.frame.to_numpy(dtype=object))

    def __repr__(self) -> str:
        return f"{len(self)} {self.words}"

    def _repr_html_(self) -> str:
        return f"<p>{self!r}</p>{self.frame.to_html(max_rows=20, index=False)}"

    def _narrowed(self, frame: pd.DataFrame, columns: Mapping[str, Any], *words: str) -> Selection:
        part = Selection(frame, self.noun)
        part._table = self._table
        part._chosen, part._more = self._chosen | columns, (*self._more, *words)
        return part

    def _extreme(self, which: str, column: str, order: str) -> Quantity:
        quantity = getattr(self.first(order), column)
        return quantity.called(f"{which} {_what(column)}", f"{len(self)} {self.words}: {quantity.of}")


@functools.cache
def table_of(name: str) -> Selection:
    """A whole table of ``data/``; results also have their NAMES and value per accelerator, runs their ``row_id``."""
    frame = store.load(name)
    if name == "inference_results":
        frame = view.named(frame).assign(on_sale=view.on_sale(frame), per_accelerator=per_accelerator(frame))
    elif name == "loadgen_runs":
        results = store.load("inference_results").dropna(subset=["run_id"]).drop_duplicates("run_id")
        frame = frame.assign(row_id=frame["run_id"].map(results.set_index("run_id")["row_id"]))
    return Selection(frame, {"inference_results": "results", "loadgen_runs": "runs"}.get(name, name.replace("_", " ")))


@functools.cache
def _results() -> pd.DataFrame:
    return table_of("inference_results").frame.set_index("row_id", drop=False)


def results_of(rows: Any) -> pd.DataFrame:
    """Rows of ``inference_results`` behind quantities, selections, frames or ids, with links to their sources."""
    known = _results()
    return with_links(known.loc[sorted(filter(known.index.__contains__, ids_of(rows)))])


def _what(column: str) -> str:
    """What a column holds, in words: its description up to a semicolon where that is plain, or else its name."""
    described = _DESCRIBED.get(column, "").partition(";")[0]
    return described if described and not {",", ":"} & {*described} else column.replace("_", " ")


def _values(wanted: Any) -> list[Any]:
    """What a criterion asks for: one value, or each of several."""
    return list(wanted) if isinstance(wanted, (list, tuple, set, frozenset)) else [wanted]


def _cut(words: Sequence[str]) -> list[str]:
    return [*words[:_LISTED], *["..."] * (len(words) > _LISTED)]


def _unknown(what: str, name: object, known: Iterable[Any]) -> str:
    """That a column or a value is unknown, with the nearest one that is known."""
    return "; ".join(filter(None, [f"there is no {what} {name!r}", suggestion(name, map(str, known))]))
