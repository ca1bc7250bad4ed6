"""What the sources of results share: places in a file, records with a figure, units, suites, counts, row IDs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from claimcheck.core.limits import figure as decimal
from claimcheck.core.limits import json_of, text_of, whole
from claimcheck.data.names import Benchmarks, Place, Row, Vendors
from claimcheck.data.schema import TABLES

UNITS = {
    "Tokens/s": "tokens/s",
    "Samples/s": "samples/s",
    "Queries/s": "queries/s",
    "Latency (ms)": "ms",
    "Latency (s)": "s",
    # The end-to-end benchmarks of v6.1 have a unit of their own.
    "Tasks/s": "tasks/s",
}
_MOST_POWER = 1e12
# What a measured power is divided by to be in watts, or a measured energy to be in joules.
POWER_UNITS = {"Watts": ("W", 1), "millijoules": ("J", 1000), "millijoules/Stream": ("J", 1000)}
_ALLOWED = {c.name: c.allowed for c in TABLES["inference_results"].columns if c.allowed}
# A scenario by its name in small letters: folders spell it in any.
SCENARIOS = {name.lower(): name for name in _ALLOWED["scenario"]}


def records(
    data: bytes, where: str, figure: str, needed: Sequence[str], what: str
) -> Iterator[tuple[dict[str, Any], str, Place]]:
    """Every record of a JSON list in ``data``: the record, its ``figure`` as printed, and the place of the figure.

    ``needed`` are the record's other fields; ``what`` names the list, which may also be an object whose keys number the
    records. Raises UpstreamError for a file that is no list of records with these fields, and for figures that are not
    on lines of their own.
    """
    rule = f"{what} is a JSON list of records"
    text = text_of(data, where)
    entries = json_of(text, where, rule=rule)
    if isinstance(entries, dict) and all(map(str.isdecimal, entries)):
        entries = list(entries.values())
    if not isinstance(entries, list):
        raise Place(where, 1).error("not a list of records", rule)
    key = f'"{figure}":'
    lines = ((line.strip(), number) for number, line in enumerate(text.split("\n"), 1))
    figures = [
        (line.removeprefix(key).removesuffix(",").strip(), number) for line, number in lines if line.startswith(key)
    ]
    if len(figures) != len(entries):
        message = f"{len(entries)} records but {len(figures)} figures"
        raise Place(where).error(message, f"every record has one {figure}, on a line of its own")
    for entry, (printed, line) in zip(entries, figures, strict=True):
        place = Place(where, line)
        missing = [name for name in needed if name not in entry] if isinstance(entry, dict) else ["fields"]
        if missing:
            raise place.error(f"the record has no {', '.join(missing)}", f"a record has {', '.join(needed)}")
        nested = [name for name in needed if isinstance(entry[name], (list, dict))]
        if nested:
            raise place.error(f"{', '.join(nested)} holds several values", "a field of a record is one value")
        yield entry, printed, place


def checked_figure(entry: dict[str, Any], name: str, printed: str, place: Place) -> float:
    """The figure ``name`` of a record; raises UpstreamError when it is not what is ``printed``, or no figure."""
    value = entry.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise place.error(f"{printed} is not the figure of its record", "a figure is a number")
    if not 0 <= value < math.inf:
        raise place.error(f"{name} is {printed[:40]}", "a figure is finite and not negative")
    if (number := decimal(printed)) is None or float(number) != value:
        raise place.error(f"{printed[:40]} is not the figure of its record", "a figure is a number")
    return value


def measured_power(has_power: object, figure: object, unit: object, place: Place) -> Row:
    """The columns of ``inference_results`` on measured power; empty where the source does not say.

    Raises UpstreamError for a power that is no figure, has an unknown unit, or that nobody measured.
    """
    if not isinstance(has_power, bool | None):
        raise place.error(f"has_power is {has_power!r}", "has_power is true or false")
    if figure is None:
        return {"has_power": has_power}
    if not has_power:
        raise place.error(f"{figure!r} is the power of a result without", "a result with a power has has_power")
    if str(unit) not in POWER_UNITS:
        raise place.error(f"unknown unit of power {unit!r:.40}", f"units of power are {', '.join(POWER_UNITS)}")
    if isinstance(figure, bool) or not isinstance(figure, int | float) or not 0 < figure < _MOST_POWER:
        raise place.error(f"the power is {figure!r:.40}", "a power is a number above zero, and no more than a terawatt")
    name, divisor = POWER_UNITS[str(unit)]
    return {"has_power": True, "power": figure / divisor, "power_unit": name}


def silicon(vendors: Vendors, accelerator: str | None, processor: str | None, system: str, place: Place) -> Row:
    """The columns that name the accelerator and the makers of what ran; raises UpstreamError for an unknown maker."""
    return {
        "accelerator": accelerator,
        "accelerator_vendor": vendors.accelerator_vendor(accelerator, place) if accelerator else None,
        "platform_vendor": vendors.platform_vendor(accelerator, processor, system, place),
    }


def words(value: object) -> str | None:
    """``value`` with single spaces; None when it says that there is none."""
    text = " ".join(str("" if value is None else value).split())
    return text if text not in ("", "N/A", "-", "None") else None


def count(value: object) -> int | None:
    """A whole number above zero, from a number or text; else None."""
    return whole(str(value)) or None


# In the published tables a system of both suites stands in each, with that suite's scenarios and
# benchmarks only (mlcommons/inference at e39003a9c4, tools/submission/generate_final_report.py).
BOTH = {
    "Server": ("datacenter",),
    "Interactive": ("datacenter",),
    "Offline": ("datacenter", "edge"),
    "SingleStream": ("edge",),
    "MultiStream": ("edge",),
}
_DATACENTER_ONLY = ("bert-99.9", "dlrm", "llama2-70b", "mixtral")


def suites_of(system_type: str, scenario: str, benchmark: str, place: Place) -> tuple[str, ...]:
    """The suites in which a result counts; ``system_type`` names one, or both joined by a comma or plus.

    Raises UpstreamError for an unknown suite.
    """
    names = tuple(name.strip() for name in re.split("[,+]", system_type))
    for name in names:
        known("suite", name, place)
    if len(names) == 1:
        return names
    if benchmark.startswith(_DATACENTER_ONLY):
        return ("datacenter",)
    return BOTH[scenario]


def known(column: str, value: object, place: Place) -> None:
    """Raise the error of ``place`` for a ``value`` that ``column`` of ``inference_results`` may not hold."""
    allowed = _ALLOWED[column]
    if value not in allowed:
        raise place.error(f"unknown {column} {value!r}", f"{column} is one of {', '.join(allowed)}")


def checked_row(columns: Row, place: Place, benchmarks: Benchmarks, vendors: Vendors) -> Row:
    """The columns of ``inference_results`` that a record gives; ``said`` has them as the source spells them.

    Whose silicon ran is found by ``accelerator`` and ``processor``, or else by the system's names. Raises the error of
    ``place`` for a benchmark, scenario, division, suite, availability, unit or maker that is not known.
    """
    for column in ("division", "suite", "scenario", "availability"):
        if column in columns:
            known(column, columns[column], place)
    unit = UNITS.get(str(columns["unit"]))
    if unit is None:
        raise place.error(f"unknown unit {columns['unit']!r}", f"units are {', '.join(UNITS)}")
    accelerator, name, processor = (words(columns[column]) for column in ("accelerator", "system_name", "processor"))
    return {column: value for column, value in columns.items() if column != "processor"} | {
        "benchmark": benchmarks.canonical(str(columns["benchmark"]), place),
        "system_name": name or columns["system"],
        **silicon(vendors, accelerator, processor, f"{name or ''} {columns['system']}", place),
        "accelerators": columns["accelerators"] if accelerator else None,
        "unit": unit,
        "higher_is_better": unit not in ("ms", "s"),
        "software": words(columns["software"]),
    }


def row_id(round_name: str, row: Row) -> str:
    """Our id of a result without a published one."""
    parts = ("division", "suite", "submitter", "system", "model", "scenario")
    return "/".join([round_name, *(str(row[part]) for part in parts)])
