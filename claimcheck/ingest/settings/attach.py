"""The engine settings of published entries, as rows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict

import pandas as pd

from claimcheck.data.rounds import Round
from claimcheck.data.rows import Row, skip
from claimcheck.data.schema import TABLES
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.settings.files import Files
from claimcheck.ingest.settings.items import Fault, Setting, flatten
from claimcheck.ingest.settings.register import SettingsRegister, component_of
from claimcheck.ingest.settings.sources import Entry, Source, find_sources, user_conf

# A container mounts the submission's own folder somewhere; the path below the mount is the fact.
_MOUNT = re.compile(r'\A"/[^/"]+/(?=configs/)')


def read_settings(
    tree: GitTree, round_: Round, results: pd.DataFrame, register: SettingsRegister
) -> tuple[pd.DataFrame, list[Row]]:
    """Return the settings of every DeepSeek-R1 and Llama 3.1 405B entry, and rows of ``skipped``.

    ``results`` holds one row a published entry: row_id, division, submitter, system,
    benchmark, scenario and run_id (the round, then the folder of its results). One settings row is one
    setting of one configuration that may bear on the entry:

    - ``configuration``: the name under which the entry's own file exports it; server
      files carry the name of the configuration that they go with;
    - ``selected``: whether, by ``settings.yml`` and the load in ``user.conf``,
      the run used this value;
    - ``inferred``: the file is not the entry's own, or exports several configurations:
      the command line that ran is not recorded. ``inferred_from`` says the rule.

    Raises UpstreamError only when git itself fails.
    """
    files = Files(tree, register)
    rows: list[Row] = []
    submitters = set()
    for entry in _entries(results, round_.name, register.benchmarks):
        submitters.add((entry.division, entry.submitter))
        same = asdict(entry) | {"repo": round_.repo, "commit": tree.commit}
        rows += [same | row for row in _entry_rows(files, entry)]
    files.report_scripts(submitters)
    settings = pd.DataFrame(rows, columns=TABLES["engine_settings"].names).drop_duplicates()
    skipped = []
    for fault in dict.fromkeys(files.faults):
        kind, blob = "configuration" if fault.line is None else "setting", files.paths.get(fault.path)
        skipped.append(skip(round_.name, kind, fault.path, blob, fault.line, fault.reason))
    return settings, skipped


def _entries(results: pd.DataFrame, round_: str, benchmarks: Iterable[str]) -> Iterator[Entry]:
    """Yield the entries that have settings here."""
    columns = ["row_id", "division", "submitter", "system", "benchmark", "scenario", "run_id"]
    chosen = results.loc[results["benchmark"].isin(list(benchmarks)), columns]
    for record in chosen.astype(str).to_dict("records"):
        folder = "/".join(record.pop("run_id").split("/")[1:7])
        yield Entry(**record, round=round_, folder=folder)


def _entry_rows(files: Files, entry: Entry) -> Iterator[Row]:
    load = user_conf(files, entry)
    sources = list(find_sources(files, entry, load))
    if not sources:
        reason = f"no readable configuration file for {entry.benchmark} {entry.scenario} of {entry.system}"
        files.faults.append(Fault(entry.folder, None, reason))
    elif all(source.role == "harness" for source in sources):
        reason = f"no engine settings are shipped for {entry.benchmark} {entry.scenario} of {entry.system}"
        files.faults.append(Fault(entry.folder, None, reason))
    if load is not None:
        sources.append(Source(load, {}, "loadgen", "user.conf", True))
    for source in sources:
        yield from _source_rows(files, source)


def _source_rows(files: Files, source: Source) -> Iterator[Row]:
    settings = list(flatten(source.item, files.faults))
    siblings = frozenset(setting.raw for setting in settings)
    for setting in settings:
        # A line of user.conf has the key "model.scenario.name".
        raw = setting.raw.rpartition(".")[2] if source.role == "loadgen" else setting.raw
        name, group = files.register.canonical(raw, siblings)
        yield _row(files, source, setting, name, group)
    for variable, item in source.environment.items():
        if isinstance(item.data, dict | list):
            files.faults.append(Fault(item.path, item.line, f"{variable}: no single value"))
            continue
        # An environment variable is text, however the file writes it.
        value = json.dumps(str(item.data), ensure_ascii=False)
        setting = Setting(variable, value, item.path, item.line)
        yield _row(files, source, setting, variable, "environment")


def _row(files: Files, source: Source, setting: Setting, name: str, group: str) -> Row:
    used = source.uses is None or group in source.uses
    if source.role == "harness" and group == "other" and "." in setting.raw:
        used = False  # a flag of the engine that has no canonical name
    return {
        "component": component_of(setting.raw, group, source.role),
        "configuration": source.configuration,
        "group": group,
        "setting": name,
        "value": _MOUNT.sub('"', setting.value),
        "raw_name": setting.raw,
        "selected": source.selected and used,
        "inferred": bool(source.inferred_from),
        "inferred_from": source.inferred_from,
        "path": setting.path,
        "blob": files.paths[setting.path],
        "line": setting.line,
    }
