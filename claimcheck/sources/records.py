"""What the sources of inference results share: the tables of records and the descriptions of systems.

A table of results is a list of records in one of three forms, which call their fields by other names.
``upstream.yml`` has these names, and those of the logs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

from claimcheck.core.errors import UpstreamError
from claimcheck.core.files import declared
from claimcheck.core.limits import figure, json_of, text_of, whole
from claimcheck.data.names import Benchmarks, Place, Row, Rows, Vendors, read_benchmarks, read_vendors, skip
from claimcheck.data.schema import allowed
from claimcheck.data.training import TrainingRules, read_rules
from claimcheck.sources.git import Blob, GitTree

# A folder of runs that test whether a result keeps the rules, and are none themselves.
COMPLIANCE = re.compile(r"/(TEST\d+|compliance(?:\.tmp)?|audit|test_\w+)/", re.IGNORECASE)
SUMMARY = "/mlperf_log_summary.txt"
# Summary logs that no rule counts as results, by a folder of their path.
_NO_RESULT = {
    "accuracy run": re.compile("/accuracy/", re.IGNORECASE),
    "run that set the range of the power meter": re.compile("/ranging/"),
    "compliance run": COMPLIANCE,
}


def unused_logs(tree: GitTree, used: Container[str]) -> Iterator[Row]:
    """Rows of ``skipped`` for the summary logs that are not ``used``: one each, or one for all of a kind."""
    counted: Counter[str] = Counter()
    for path in tree.paths:
        if not path.endswith(SUMMARY) or path in used:
            continue
        if what := next((what for what, pattern in _NO_RESULT.items() if pattern.search(path)), None):
            counted[what] += 1
        else:
            yield skip("run", path, "no result names this run")
    for what, number in sorted(counted.items()):
        yield skip("log", f"**{SUMMARY}", f"{number} files: {what}, not a result")


class Names(NamedTuple):
    """The registers of the names that sources use."""

    benchmarks: Benchmarks
    vendors: Vendors
    training: TrainingRules

    @classmethod
    def read(cls, data: Path) -> Self:
        """Those of the folder ``data``. Raises RegisterError."""
        return cls(read_benchmarks(data), read_vendors(data), read_rules(data))

    def silicon(self, accelerator: str | None, processor: str | None, system: str, place: Place) -> Row:
        """The columns that name the accelerator and the makers of what ran; raises UpstreamError for an unknown one."""
        return {
            "accelerator": accelerator,
            "accelerator_vendor": self.vendors.accelerator_vendor(accelerator, place) if accelerator else None,
            "platform_vendor": self.vendors.platform_vendor(accelerator, processor, system, place),
        }


# --- the tables ----------------------------------------------------------------------------------

# What upstream calls our columns.
CALLED: dict[str, Any] = declared(__file__, "upstream.yml")
# The end-to-end benchmarks of v6.1 count tasks.
UNITS = {"Latency (ms)": "ms", "Latency (s)": "s"} | {
    f"{what}/s": f"{what.lower()}/s" for what in ("Tokens", "Samples", "Queries", "Tasks")
}
# What a measured power is divided by to be in watts, or a measured energy to be in joules.
POWER_UNITS = {"Watts": ("W", 1), "millijoules": ("J", 1000), "millijoules/Stream": ("J", 1000)}
# A scenario by its name in small letters: folders spell it in any.
SCENARIOS = {name.lower(): name for name in allowed("inference_results", "scenario")}
# A system of both suites is in each with its scenarios and benchmarks only (mlcommons/inference at e39003a9c4,
# tools/submission/generate_final_report.py).
_SUITES = {"datacenter": ("Server", "Interactive", "Offline"), "edge": ("Offline", "SingleStream", "MultiStream")}
_DATACENTER_ONLY = ("bert-99.9", "dlrm", "llama2-70b", "mixtral")
_LOCATION = re.compile(r"[^/]+/[^/]+/results/[^/]+/[^/]+/[^/]+(/.+)?")


def records(data: bytes, where: str) -> Iterator[tuple[Row, Place]]:
    """The records of a table in our words, each with ``text``, its figure as printed, and the place of that figure."""
    name = where.rpartition("/")[2]
    form, optional = CALLED["records"][name]["columns"], CALLED["records"][name]["optional"]
    rule = "a table of results is a JSON list of records"
    text = text_of(data, where)
    entries = json_of(text, where, rule=rule)
    entries = list(entries.values()) if isinstance(entries, dict) else entries
    if not isinstance(entries, list) or not entries:
        raise Place(where, 1).error("no list of records", rule)
    lines = [(line.partition(f'"{form["value"]}":'), number) for number, line in enumerate(text.split("\n"), 1)]
    figures = [(after.strip().removesuffix(",").strip(), number) for (_, key, after), number in lines if key]
    if len(figures) != len(entries):
        message = f"{len(entries)} records but {len(figures)} figures"
        raise Place(where).error(message, f"every record has one {form['value']}, on a line of its own")
    for entry, (printed, line) in zip(entries, figures, strict=True):
        place = Place(where, line)
        missing = [name for name in form.values() if name not in entry] if isinstance(entry, dict) else ["fields"]
        if missing:
            raise place.error(f"the record has no {', '.join(missing)}", f"a record has {', '.join(form.values())}")
        fields = {ours: entry.get(theirs) for ours, theirs in (form | optional).items()}
        yield fields | {"text": printed, "line": line}, place


def rows_of(record: Row, place: Place, round_: str, names: Names) -> Iterator[Row]:
    """Rows of ``inference_results`` of a record: one for each suite in which it counts; raises for an unknown name."""
    check_figure(record, place)
    location = str(record["location"]).removeprefix("./")
    if not _LOCATION.fullmatch(location):
        rule = "Location is division/submitter/results/system/benchmark/scenario"
        raise place.error(f"Location is {record['location']!r}", rule)
    unit = UNITS.get(str(record["unit"]))
    if unit is None:
        raise place.error(f"unknown unit {record['unit']!r}", f"units are {', '.join(UNITS)}")
    suites = re.split("[,+] *", str(record["suite"]))
    accelerator, name, system = words(record["accelerator"]), words(record["system_name"]), location.split("/")[3]
    nodes, each, total = (counted(record.get(key), place) for key in ("nodes", "per_node", "total"))
    total = total or (each * nodes if each and nodes else None)
    row = {
        "round": round_,
        "result_id": record.get("result_id"),
        **{name: record[name] for name in ("division", "scenario")},
        "availability": str(record["availability"]).lower(),
        "submitter": record["submitter"],
        "system": system,
        "system_name": name or system,
        **names.silicon(accelerator, words(record["processor"]), f"{name or ''} {system}", place),
        "accelerators": total if accelerator else None,
        "nodes": nodes,
        "benchmark": names.benchmarks.canonical(str(record["benchmark"]), place),
        "model": record["model"],
        "value": record["value"],
        "unit": unit,
        "higher_is_better": unit not in ("ms", "s"),
        "software": words(record["software"]),
        "weight_dtype": words(record.get("weight_dtype")),
        "line": record["line"],
        "published_text": record["text"],
    }
    shared = len(suites) > 1
    if shared:
        both = ["datacenter"] if row["benchmark"].startswith(_DATACENTER_ONLY) else _SUITES
        suites = [suite for suite in both if row["scenario"] in _SUITES[suite]]
    for suite in suites:
        own = f"{row['result_id']}/{row['benchmark']}/{row['scenario']}" + (f"/{suite}" if shared else "")
        yield row | {"suite": suite, "row_id": own if row["result_id"] else row_id(row | {"suite": suite})}


def check_figure(record: Row, place: Place) -> None:
    """Raise UpstreamError unless the value of a record is the figure that is printed, from zero up."""
    value, number = record["value"], figure(str(record["text"]))
    same = number is not None and isinstance(value, int | float) and float(number) == value
    if not same or isinstance(value, bool) or value < 0:
        raise place.error(f"the figure is {record['text']:.40}", "a figure is a finite number, and not negative")


# No system of any round has half as many accelerators or nodes.
_MOST_PARTS = 1_000_000


def counted(value: object, place: Place) -> int | None:
    """A count as ``count`` reads it; raises UpstreamError for a number that is none, such as 1.5, 1e9, -1 or true."""
    found = count(value)
    number = value if isinstance(value, bool) else figure(str(value).strip())
    if isinstance(number, bool) or (number and found is None) or (found or 0) > _MOST_PARTS:
        raise place.error(f"a count is {value!r:.40}", f"a count is a whole number up to {_MOST_PARTS:,}")
    return found


def row_id(row: Row) -> str:
    """Our id of a result without a published one."""
    parts = ("round", "division", "suite", "submitter", "system", "model", "scenario")
    return "/".join(str(row[part]) for part in parts)


def measured_power(has_power: object, power: object, unit: object, place: Place) -> Row:
    """The columns of ``inference_results`` on measured power; empty where the source does not say."""
    if power is None:
        return {"has_power": has_power}
    if has_power is not True or unit not in POWER_UNITS or not isinstance(power, int | float) or not 0 < power < 1e12:
        rule = f"a measured power is above zero, in {', '.join(POWER_UNITS)}"
        raise place.error(f"has_power is {has_power!r}, the power {power!r:.40} {unit!r:.40}", rule)
    name, divisor = POWER_UNITS[str(unit)]
    return {"has_power": True, "power": power / divisor, "power_unit": name}


def words(value: object, nothing: str = "None") -> str | None:
    """``value`` with single spaces; None when it says that there is none, or is ``nothing``."""
    text = " ".join(str("" if value is None else value).split())
    return text if text not in ("", "N/A", "-", nothing) else None


def count(value: object) -> int | None:
    """A whole number above zero, from a number or text; else None."""
    return whole(str(value).strip().removesuffix(".0")) or None


def entry_folder(result: Row) -> str:
    """The folder of an entry, division/submitter/results/system/benchmark/scenario, by the folder of its run."""
    return "/".join(str(result["run_id"]).split("/")[1:7])


# --- descriptions of systems ---------------------------------------------------------------------

_PATH = re.compile(r"(?P<division>closed|open|network)/(?P<submitter>[^/]+)/systems/(?P<system>[^/]+)\.json\Z")
# A run of digits or blanks is taken whole, so that none of its places is tried by itself.
_LIMIT = re.compile(r"TGP\s*+\(?(\d++)\s*+W|(?<!\d)(\d++)\s*+W\s*+TGP|Power Cap\s*+(\d++)\s*+W", re.IGNORECASE)
_ALSO_READ = ("number_of_nodes", "accelerators_per_node", "host_processors_per_node", "hw_notes", "framework")
_DRIVER = re.compile(r"\bDriver\s+(\d[\d.]*\d)", re.IGNORECASE)


def is_description(path: str) -> bool:
    """Whether the file at ``path`` describes a system."""
    return "/systems/" in path and _PATH.match(path) is not None


def read_systems(tree: GitTree) -> Rows:
    """Rows of ``systems``, and of ``skipped`` for descriptions that cannot be read."""
    rows: Rows = {"systems": [], "skipped": []}
    for blob in tree.read(sorted(filter(is_description, tree.paths))):
        try:
            rows["systems"].append(system_row(blob) | {"path": blob.path})
        except UpstreamError as error:
            rows["skipped"].append(skip("system", blob.path, error.message))
    return rows


def system_row(blob: Blob) -> Row:
    """The columns of ``systems`` in one description; raises UpstreamError when it is absent or no JSON object."""
    if blob.data is None:
        raise UpstreamError("listed but absent", where=blob.path)
    fields = json_of(blob.data, blob.path, reads=[*CALLED["systems"].values(), *_ALSO_READ])
    if not isinstance(fields, dict):
        raise UpstreamError("not a description: no mapping of keys", where=blob.path, line=1)
    limit = _LIMIT.search(f"{fields.get('hw_notes', '')} {fields.get('accelerator_model_name', '')}")
    driver = _DRIVER.search(f"{fields.get('other_software_stack', '')} {fields.get('framework', '')}")
    # "None" is what a description says, and is kept.
    row: Row = {name: words(fields.get(key), nothing="") for name, key in CALLED["systems"].items()}
    row |= _PATH.match(blob.path).groupdict()
    return row | {
        "nodes": counted(fields.get("number_of_nodes"), Place(blob.path, 1)),
        "accelerators_per_node": whole(str(fields.get("accelerators_per_node")).strip()),
        "host_processors_per_node": whole(str(fields.get("host_processors_per_node")).strip()),
        "power_limit": f"{next(filter(None, limit.groups()))} W" if limit else None,
        "driver": driver[1] if driver else None,
        "line": 1,
    }
