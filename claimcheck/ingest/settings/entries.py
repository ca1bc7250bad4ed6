"""The engine settings of published entries: which configurations bear on an entry, why, and what they set."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

import pandas as pd

from claimcheck.data.names import Row, skip
from claimcheck.data.rounds import Round
from claimcheck.data.schema import TABLES
from claimcheck.data.settings import (
    HARNESS_GROUPS,
    SERVER_GROUPS,
    ScaleOut,
    Servers,
    SettingsRegister,
    component_of,
)
from claimcheck.ingest.git import GitTree
from claimcheck.ingest.settings.items import Document, Fault, Item, Setting, flatten
from claimcheck.ingest.settings.pyconfig import parse_python
from claimcheck.ingest.settings.yamlconfig import parse_user_conf, parse_yaml

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


# --- which configurations bear on an entry ----------------------------------------------------------

_NOT_RECORDED = "the command that ran is not recorded"


@dataclass(frozen=True)
class Entry:
    """One published entry; ``folder`` is division/submitter/results/system/benchmark/scenario."""

    row_id: str
    round: str
    division: str
    submitter: str
    system: str
    benchmark: str
    scenario: str
    folder: str


@dataclass(frozen=True)
class Source:
    """One configuration that bears on an entry.

    ``role`` is the process that reads the file, ``configuration`` the export of the
    entry's own file that it belongs to, ``uses`` the groups that the process takes from
    it (None: all).
    """

    item: Item
    environment: dict[str, Item]
    role: str
    configuration: str
    selected: bool
    inferred_from: str = ""
    uses: frozenset[str] | None = None


def user_conf(files: Files, entry: Entry) -> Item | None:
    """Return what ``user.conf`` sets for the entry, or None when there is none."""
    names = {*files.register.benchmarks[entry.benchmark], entry.benchmark}
    if entry.scenario == "Interactive":
        names = {f"{name}-interactive" for name in names}
    # v5.1 keeps it beside the measurements, v6.0 beside the results.
    for folder in (entry.folder, entry.folder.replace("/results/", "/measurements/", 1)):
        load = files.user_conf(f"{folder}/user.conf", frozenset(names), entry.scenario)
        if load is not None:
            return load
    return None


def find_sources(files: Files, entry: Entry, load: Item | None) -> Iterator[Source]:
    """Yield the configurations of an entry; ``load`` is its ``user.conf``.

    Nothing is yielded when the submitter ships no file for the entry.
    """
    own = _own_file(files, entry)
    if own is None:
        return
    path, why = own
    document = files.document(path)
    system = path.split("/")[3] if "/configs/" in path else ""
    rule = next(
        (r for r in files.register.scale_out if r.applies(entry.round, entry.benchmark, entry.scenario, system)), None
    )
    chosen = _chosen(files, entry, path, document, load)
    for name, item in document.configurations.items():
        selected = name == chosen
        reason = why
        if len(document.configurations) > 1:
            agrees = "best" if selected else "less"
            reason = f"one of the {len(document.configurations)} configurations that this file exports;"
            reason += f" its load agrees {agrees} with user.conf"
        cluster = item.data.get("dynamo_cluster")
        servers: list[Source] = []
        if cluster is not None and isinstance(cluster.data, dict):
            servers = list(_workers(files, path, name, selected, cluster))
        elif rule is not None and rule.harness == name:
            servers = list(_atomic(files, path, name, selected, rule))
            if not servers:
                missing = _atomic_path(path, rule.servers[0])
                reason = f"{rule.source} starts the servers from {missing}, which is not in the tree;"
                reason += " the settings of the harness's file are taken"
        if servers or ("tensor_parallelism" not in item.data and path.endswith(".py")):
            yield Source(item, document.environment, "harness", name, selected, reason, HARNESS_GROUPS)
        else:
            yield Source(item, document.environment, "engine", name, selected, reason)
        yield from servers


def _own_file(files: Files, entry: Entry) -> tuple[str, str] | None:
    """Return the path of the entry's own file and why it applies ("" when by its name)."""
    for division in dict.fromkeys((entry.division, "closed")):
        for system in (entry.system, entry.system.removesuffix("_TRT")):
            for name in files.register.benchmarks[entry.benchmark]:
                path = f"{division}/{entry.submitter}/configs/{system}/{entry.scenario}/{name}.py"
                if path in files.paths:
                    why = "the submitter's file for the same system in the closed division"
                    return path, ("" if division == entry.division else why)
    for named in files.register.named:
        if (named.round, named.division, named.submitter, named.benchmark) == (
            entry.round,
            entry.division,
            entry.submitter,
            entry.benchmark,
        ):
            folder = entry.folder.split("/")[4]
            path = named.path.format(folder=folder, scenario=entry.scenario.lower())
            if path in files.paths:
                return path, named.source
    return None


def _chosen(files: Files, entry: Entry, path: str, document: Document, load: Item | None) -> str | None:
    """Return the export whose load equals that of ``user.conf`` in most points."""
    names = list(document.configurations)
    if len(names) < 2:
        return names[0] if names else None
    ran = _load(load, files.register)
    scores = {}
    for name in names:
        wanted = _load(document.configurations[name], files.register)
        scores[name] = sum(1 if wanted[key] == ran[key] else -1 for key in wanted.keys() & ran.keys())
    best = [name for name in names if scores[name] == max(scores.values())]
    if len(best) == 1:
        return best[0]
    reason = f"user.conf does not tell which of {', '.join(best)} ran for {entry.row_id}: none is selected"
    files.faults.append(Fault(path, None, reason))
    return None


def _load(item: Item | None, register: SettingsRegister) -> dict[str, float]:
    """Return the numbers of a configuration that LoadGen is started with."""
    if item is None:
        return {}
    numbers = {}
    for raw, child in item.data.items():
        name = register.canonical(raw.rpartition(".")[2])[0]
        number = isinstance(child.data, int | float) and not isinstance(child.data, bool) and abs(child.data) < 1e18
        if number and name in {"target_qps", "min_query_count", "min_duration_ms"}:
            numbers[name] = float(child.data)
    return numbers


def _atomic_path(own: str, servers: Servers) -> str:
    parts = own.split("/")
    parts[3] = re.sub(r"x\d+$", f"x{servers.gpus}", parts[3])
    return "/".join(parts)


def _atomic(files: Files, own: str, name: str, selected: bool, rule: ScaleOut) -> Iterator[Source]:
    for servers in rule.servers:
        path = wanted = _atomic_path(own, servers)
        if path not in files.paths and path.startswith("open/"):
            path = "closed/" + path.removeprefix("open/")
        if path not in files.paths:
            reason = f"{rule.source} starts the servers of {own} from this file, which is not in the tree"
            files.faults.append(Fault(wanted, None, reason))
            continue
        document = files.document(path)
        item = document.configurations.get(servers.config_id)
        if item is None:
            files.faults.append(Fault(path, None, f"no configuration {servers.config_id}"))
            continue
        reason = (
            f"scale-out: {rule.source} starts each server from configuration {servers.config_id}"
            f" of the {servers.gpus}-accelerator system; {_NOT_RECORDED}"
        )
        yield Source(item, document.environment, servers.component, name, selected, reason, SERVER_GROUPS)


def _workers(files: Files, own: str, name: str, selected: bool, cluster: Item) -> Iterator[Source]:
    root = "/".join(own.split("/")[:2])
    for component in ("prefill", "decode"):
        worker = cluster.data.get(component)
        if worker is None or not isinstance(worker.data, dict):
            continue
        where = f"dynamo_cluster.{component} of {own}"
        values = {key: item for key, item in worker.data.items() if isinstance(item.data, str)}
        for key in ("trtllm_yml_override", "env_vars"):
            if key not in values:
                continue
            # Before "configs/" stands, at most, where the submitter's folder was mounted.
            path = re.sub(r"^.*?(?=configs/)", f"{root}/", values[key].data, count=1)
            if path not in files.paths:
                files.faults.append(Fault(own, values[key].line, f"{path} is not in the tree"))
                continue
            item = files.document(path).configurations.get("default")
            if item is None:
                continue
            reason = f"scale-out: {where} names this file for its workers; {_NOT_RECORDED}"
            empty = Item({}, path, 1)
            settings, switches = (item, {}) if key == "trtllm_yml_override" else (empty, item.data)
            yield Source(settings, switches, component, name, selected, reason, SERVER_GROUPS)
        if "system" in values:
            parts = own.split("/")
            parts[3] = values["system"].data
            path = "/".join(parts)
            if path in files.paths:
                # The launcher loads this file too, but takes the settings from the YAML file.
                reason = f"scale-out: {where} names this file's system, whose environment a worker sets"
                reason += f" as it loads the file; {_NOT_RECORDED}"
                empty = Item({}, path, 1)
                environment = files.document(path).environment
                yield Source(empty, environment, component, name, selected, reason, SERVER_GROUPS)


# --- the files of a commit --------------------------------------------------------------------------

# Scripts that start servers: what they pass on a command line is not read.
_LAUNCH_SCRIPT = re.compile(r"(?:scaleout|llama_configs|scripts/slurm_llm/dynamo_disagg)/[^/]+\.(?:sh|sbatch|py)")


class Files:
    """Documents by path; ``faults`` collects what could not be read in any of them."""

    def __init__(self, tree: GitTree, register: SettingsRegister) -> None:
        self.register = register
        self.paths = tree.paths
        self.faults: list[Fault] = []
        self._tree = tree
        self._read: dict[str, Document] = {}

    def _bytes(self, path: str) -> bytes | None:
        (blob,) = self._tree.read([path])
        if blob.data is None:
            self.faults.append(Fault(path, None, "the blob is listed but absent from the repository"))
        return blob.data

    def document(self, path: str) -> Document:
        """Return what the Python or YAML file at ``path`` says."""
        if path not in self._read:
            data = self._bytes(path)
            if data is None:
                self._read[path] = Document()
            else:
                document = (parse_python if path.endswith(".py") else parse_yaml)(path, data)
                self.faults += document.faults
                self._read[path] = document
        return self._read[path]

    def user_conf(self, path: str, models: frozenset[str], scenario: str) -> Item | None:
        """Return the settings of the ``user.conf`` at ``path``, or None when it is not there."""
        data = self._bytes(path) if path in self.paths else None
        if data is None:
            return None
        document = parse_user_conf(path, data, models, scenario)
        self.faults += document.faults
        return document.configurations.get("default")

    def report_scripts(self, submitters: set[tuple[str, str]]) -> None:
        """Report the launch scripts of these (division, submitter) folders as not read."""
        for path in self.paths:
            division, _, rest = path.partition("/")
            submitter, _, inner = rest.partition("/")
            if (division, submitter) in submitters and _LAUNCH_SCRIPT.fullmatch(inner):
                self.faults.append(Fault(path, None, "launch script: not interpreted"))
