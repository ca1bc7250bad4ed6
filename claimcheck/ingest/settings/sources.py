"""Find the configurations that bear on one published entry, and say why they do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from claimcheck.ingest.settings.files import Files
from claimcheck.ingest.settings.items import Document, Fault, Item
from claimcheck.ingest.settings.register import HARNESS_GROUPS, SERVER_GROUPS, ScaleOut, Servers, SettingsRegister

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
        found = files.user_conf(f"{folder}/user.conf", frozenset(names), entry.scenario)
        if found is not None:
            return found
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
    found = {}
    for raw, child in item.data.items():
        name = register.canonical(raw.rpartition(".")[2])[0]
        number = isinstance(child.data, int | float) and not isinstance(child.data, bool) and abs(child.data) < 1e18
        if number and name in {"target_qps", "min_query_count", "min_duration_ms"}:
            found[name] = float(child.data)
    return found


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
