"""The engine settings of published entries: which configuration files bear on an entry, why, and what they set.

A file is Python, read from its syntax tree and never run, YAML, or LoadGen's ``user.conf``. Of Python we evaluate
constants, sums and products, names assigned earlier, lists, dictionaries and ``os.environ[...] = ...``. A file that has
anything else is not read, as a statement that is passed over may have changed any value: its line is a fault.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from claimcheck.core.documents import Entry
from claimcheck.core.errors import UpstreamError
from claimcheck.core.limits import text_of, yaml_of
from claimcheck.data.names import LACKED, Row, skip
from claimcheck.data.rounds import Round
from claimcheck.data.schema import TABLES
from claimcheck.data.stacks import HARNESS_GROUPS, SERVER_GROUPS, ScaleOut, SettingsRegister, component_of
from claimcheck.sources.git import GitTree
from claimcheck.sources.records import described_in, entry_folder

# --- one file ------------------------------------------------------------------------------------


def fault(path: str, line: int | None, reason: str) -> Row:
    """A row of ``skipped`` for something in a file, or all of it, that was not taken over."""
    return skip("configuration" if line is None else "setting", path, reason, line)


class Setting(NamedTuple):
    """One value and the file and line (1-based) of its key; a dictionary of Python holds settings."""

    value: Any
    path: str
    line: int


# By dotted upstream key.
Settings = dict[str, Setting]


class Document(NamedTuple):
    """What one file says: its configurations by name, its environment, its faults."""

    configurations: dict[str, Settings]
    environment: Settings
    faults: list[Row]


def parse(path: str, data: bytes, models: frozenset[str] = frozenset(), scenario: str = "") -> Document:
    """Read a Python or YAML file, or a ``user.conf``: of that what is about ``scenario`` and the names of one model."""
    document = Document({}, {}, [])
    try:
        if path.endswith(".conf"):
            document.configurations["default"] = _user_conf(document, path, data, models, scenario)
        elif path.endswith(".py"):
            _Python(path, document).read(ast.parse(text_of(data, path)))
        else:
            values, lines = yaml_of(text_of(data, path), path, UpstreamError)
            at = Entry(Path(path), "", values, lines)
            if not isinstance(values, dict):
                # Upstream's launcher takes nothing from such a file either: it wants a mapping.
                raise UpstreamError("the YAML document is not a mapping: no setting is taken from it", line=1)
            document.configurations["default"] = {
                raw: Setting(value, path, at.line_of(raw)) for raw, value in _leaves(values)
            }
    except SyntaxError as error:
        document.faults.append(fault(path, error.lineno, f"Python syntax error: {error.msg}"))
    except UpstreamError as error:
        document.faults.append(fault(path, error.line, error.message))
    return document


def _leaves(values: Mapping[Any, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """What a mapping holds under dotted keys; an empty mapping is a leaf."""
    for key, value in values.items():
        inner = value.value if isinstance(value, Setting) else value
        if isinstance(inner, dict) and inner:
            yield from _leaves(inner, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


class _Python:
    """The values of one file: ``names`` assigned so far (``_MODULE``: a name that is imported)."""

    def __init__(self, path: str, document: Document) -> None:
        self.path, self.document = path, document
        self.names: dict[str, Any] = {}

    def read(self, module: ast.Module) -> None:
        """Carry out all statements: what ``EXPORTS`` holds is "default", what ``ATOMIC_EXPORTS`` holds has a name."""
        for statement in module.body:
            self.run(statement)
        seen: list[Settings] = []
        for export in ("EXPORTS", "ATOMIC_EXPORTS"):
            for index, (workload, item) in enumerate(self.names.get(export, {}).items()):
                # Most files export one workload; a second one (another harness) is told by its key.
                suffix = f" ({workload})" if index else ""
                for name, inner in ({"default": item} if export == "EXPORTS" else item.value).items():
                    # Two names of one dictionary are one configuration.
                    if all(inner.value is not other for other in seen):
                        seen.append(inner.value)
                        title = f"{name}{suffix}"
                        if title in self.document.configurations:
                            title = f"atomic {title}"
                        self.document.configurations[title] = dict(_leaves(inner.value))

    def run(self, node: ast.stmt) -> None:
        """Carry out a statement; raises UpstreamError for one that cannot be."""
        match node:
            case ast.Import():
                self.names |= {alias.asname or alias.name.partition(".")[0]: _MODULE for alias in node.names}
            case ast.Assign(targets=[ast.Name(id=name)]):
                self.names[name] = self.value(node.value)
            case ast.Assign(targets=[ast.Subscript() as at]) if ast.unparse(at.value) == "os.environ":
                self.document.environment[self.key(at.slice)] = Setting(self.value(node.value), self.path, node.lineno)
            case _:
                raise self.no(node)

    def no(self, node: ast.AST) -> UpstreamError:
        """The error for what is not evaluated, with its first line."""
        what = ast.unparse(node).partition("\n")[0]
        return UpstreamError(f"{what} is not evaluated", where=self.path, line=node.lineno)

    def value(self, node: ast.expr) -> Any:
        """Return the value of an expression, or raise UpstreamError."""
        match node:
            case ast.Name() if self.names.get(node.id, _MODULE) is not _MODULE:
                return self.names[node.id]
            case ast.Dict():
                return self.dictionary(node)
            case ast.BinOp(op=ast.Add() | ast.Mult()):
                a, b = self.value(node.left), self.value(node.right)
                if isinstance(a, int | float) and isinstance(b, int | float):
                    return a + b if isinstance(node.op, ast.Add) else a * b
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError) as error:
            raise self.no(node) from error

    def dictionary(self, node: ast.Dict) -> Settings:
        items: Settings = {}
        for key_node, value_node in zip(node.keys, node.values, strict=True):
            key, line = self.key(key_node or value_node), (key_node or value_node).lineno  # no key: **value
            if key in items:
                # Python keeps the later value.
                earlier = items[key].line
                reason = f"{key} is given twice: the value on line {earlier} is shadowed by the one on line {line}"
                self.document.faults.append(fault(self.path, earlier, reason))
            items[key] = Setting(self.value(value_node), self.path, line)
        return items

    def key(self, node: ast.expr) -> str:
        """Return the text of a dictionary key: a string or number, a field of a module, a workload."""
        match node:
            case ast.Constant(value=str() | int() | float() as constant):
                return str(constant)
            case ast.Attribute(value=ast.Name(id=owner)) if self.names.get(owner) is _MODULE:
                return node.attr
            case ast.Call() if ast.unparse(node.func).endswith("WorkloadSetting"):
                # "Custom 0.99 MaxP" for C.WorkloadSetting(C.HarnessType.Custom, C.AccuracyTarget(0.99), ...).
                arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
                return " ".join(re.sub(r"^.*\((.+)\)$|^[A-Za-z_.]+\.", r"\1", ast.unparse(one)) for one in arguments)
        raise self.no(node)


_MODULE = object()
_CONF_LINE = re.compile(
    r"(?P<model>[^=\s]+?)\.(?P<scenario>[^.=\s]+)\.(?P<key>\w+)\s*=\s*(?P<value>-?\d+(\.\d*)?([eE][-+]?\d+)?)"
)


def _user_conf(document: Document, path: str, data: bytes, models: frozenset[str], scenario: str) -> Settings:
    """A line for the model by name wins over the wildcard ``*``, as in LoadGen, which runs Interactive as Server."""
    wanted = {"Interactive": "server"}.get(scenario, scenario.lower())
    lines = []
    for number, raw in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
        line = raw.partition("#")[0].strip()
        if (match := _CONF_LINE.fullmatch(line)) is None:
            if line:
                reason = "not a 'model.scenario.key = value' line with a number"
                document.faults.append(fault(path, number, reason))
            continue
        model, of, value = match["model"].lower(), match["scenario"].lower(), match["value"]
        if model in {"*", *models} and of in {"*", wanted}:
            setting = Setting(int(value) if value.lstrip("-").isdigit() else float(value), path, number)
            lines.append((model != "*", of != "*", -number, match["key"], line.partition("=")[0].strip(), setting))
    # The last of a key is its most special line, of like ones the first.
    return dict({key: (raw, setting) for *_, key, raw, setting in sorted(lines)}.values())


# --- one entry -----------------------------------------------------------------------------------

# A container mounts the submission's own folder somewhere; the path below the mount is the fact.
_MOUNT = re.compile(r'\A"/[^/"]+/(?=configs/)')
# Scripts that start servers: what they pass on a command line is not read.
_LAUNCH_SCRIPT = re.compile(
    r"[^/]+/[^/]+/(?:scaleout|llama_configs|scripts/slurm_llm/dynamo_disagg)/[^/]+\.(?:sh|sbatch|py)"
)
_CLUSTER = "dynamo_cluster"


class Source(NamedTuple):
    """A configuration of an entry, the process (``role``) that reads it, the groups that it ``uses`` (None: all)."""

    settings: Settings
    environment: Settings
    role: str
    configuration: str
    selected: bool
    inferred: bool = True
    uses: frozenset[str] | None = SERVER_GROUPS


def read_settings(
    tree: GitTree, round_: Round, results: pd.DataFrame, register: SettingsRegister
) -> tuple[pd.DataFrame, list[Row]]:
    """The settings of every DeepSeek-R1 and Llama 3.1 405B entry, and rows of ``skipped``.

    ``selected``: whether, by ``settings.yml`` and the load in ``user.conf``, the run used this value; ``inferred``: the
    file is not the entry's own, or exports several configurations.
    """
    reader = _Reader(tree, register)
    rows: list[Row] = []
    columns = ["row_id", "division", "submitter", "system", "benchmark", "scenario", "run_id"]
    chosen = results.loc[results["benchmark"].isin(list(register.benchmarks)), columns].astype(str)
    for record in chosen.to_dict("records"):
        entry = record | {"round": round_.name}
        rows += [entry | row for source in reader.sources(entry) for row in reader.rows(source)]
    owners = set(zip(chosen["division"], chosen["submitter"], strict=True))
    for path in tree.paths:
        if _LAUNCH_SCRIPT.fullmatch(path) and tuple(path.split("/")[:2]) in owners:
            reader.faults.append(fault(path, None, "launch script: not interpreted"))
    settings = pd.DataFrame(rows, columns=TABLES["engine_settings"].names).drop_duplicates()
    return settings, list({tuple(row.values()): row for row in reader.faults}.values())


@dataclass
class _Reader:
    """Documents of a commit by path; ``faults`` collects what could not be read in any of them."""

    tree: GitTree
    register: SettingsRegister
    faults: list[Row] = field(default_factory=list)
    _read: dict[tuple[object, ...], Document] = field(default_factory=dict)

    def document(self, path: str, *conf: object) -> Document:
        """What the file at ``path`` says, a ``user.conf`` of the models and scenario ``conf``."""
        if (path, *conf) not in self._read:
            data = self.tree.blob(path).data
            document = Document({}, {}, [fault(path, None, LACKED)]) if data is None else parse(path, data, *conf)
            self.faults += document.faults
            self._read[path, *conf] = document
        return self._read[path, *conf]

    def rows(self, source: Source) -> Iterator[Row]:
        """What a configuration sets, a row each."""
        siblings, canonical = frozenset(source.settings), self.register.canonical
        named = [
            # A line of user.conf has the key "model.scenario.name".
            (raw, setting, *canonical(raw.rpartition(".")[2] if source.role == "loadgen" else raw, siblings))
            for raw, setting in source.settings.items()
        ]
        # An environment variable is text, however the file writes it.
        named += [(raw, s._replace(value=str(s.value)), raw, "environment") for raw, s in source.environment.items()]
        for raw, setting, name, group in named:
            # What has a dot and no canonical name is a flag of the engine.
            flag = source.role == "harness" and group == "other" and "." in raw
            used = not flag and (source.uses is None or group in source.uses)
            yield {
                "component": component_of(raw, group, source.role),
                "configuration": source.configuration,
                "group": group,
                "setting": name,
                "value": _MOUNT.sub('"', json.dumps(setting.value, sort_keys=True, ensure_ascii=False)),
                "raw_name": raw,
                "selected": source.selected and used,
                "inferred": source.inferred,
                "path": setting.path,
                "line": setting.line,
            }

    def sources(self, entry: Row) -> list[Source]:
        """The configurations of an entry, its ``user.conf`` last; a fault where no file sets its engine."""
        load, own = self._user_conf(entry), self._own_file(entry)
        sources = list(self._exported(entry, *own, load or {})) if own else []
        if not sources:
            what = f"{entry['benchmark']} {entry['scenario']} of {entry['system']}"
            self.faults.append(fault(entry_folder(entry), None, f"no readable configuration file for {what}"))
        return sources if load is None else [*sources, Source(load, {}, "loadgen", "user.conf", True, False, None)]

    def _user_conf(self, entry: Row) -> Settings | None:
        """What ``user.conf`` sets for the entry, or None when there is none."""
        names = {*self.register.benchmarks[entry["benchmark"]], entry["benchmark"]}
        if entry["scenario"] == "Interactive":
            names = {f"{name}-interactive" for name in names}
        paths = (f"{folder}/user.conf" for folder in described_in(entry_folder(entry)))
        path = next(filter(self.tree.paths.get, paths), None)
        return path and self.document(path, frozenset(names), entry["scenario"]).configurations.get("default")

    def _own_file(self, entry: Row) -> tuple[str, bool] | None:
        """The path of the entry's file, and whether that is not its own by name: of the closed division, or listed."""
        for division in dict.fromkeys((entry["division"], "closed")):
            for system in (entry["system"], entry["system"].removesuffix("_TRT")):
                for name in self.register.benchmarks[entry["benchmark"]]:
                    path = f"{division}/{entry['submitter']}/configs/{system}/{entry['scenario']}/{name}.py"
                    if path in self.tree.paths:
                        return path, division != entry["division"]
        for named in self.register.named:
            path = named.path.format(folder=entry_folder(entry).split("/")[4], scenario=entry["scenario"].lower())
            own = all(getattr(named, key) == entry[key] for key in ("round", "division", "submitter", "benchmark"))
            if own and path in self.tree.paths:
                return path, True
        return None

    def _exported(self, entry: Row, path: str, inferred: bool, load: Settings) -> Iterator[Source]:
        """The configurations that the entry's file exports, each with the servers that it starts."""
        document = self.document(path)
        system = path.split("/")[3] if "/configs/" in path else ""
        named = (entry["round"], entry["benchmark"], entry["scenario"], system)
        rule = next((rule for rule in self.register.scale_out if rule.applies(*named)), None)
        chosen = self._chosen(document, load)
        inferred = inferred or len(document.configurations) > 1
        for name, settings in document.configurations.items():
            servers: list[tuple[str, Settings, Settings]] = []
            scaled = rule is not None and rule.harness == name
            if any(raw.startswith(f"{_CLUSTER}.") for raw in settings):
                servers, scaled = list(self._workers(path, settings)), False
            elif rule is not None and scaled:
                servers = list(self._atomic(path, rule))
            harness = servers or ("tensor_parallelism" not in settings and path.endswith(".py"))
            role, uses = ("harness", HARNESS_GROUPS) if harness else ("engine", None)
            # Where the servers' file is not in the tree, what the harness's says of them is taken.
            of_file = inferred or (scaled and not servers)
            yield Source(settings, document.environment, role, name, name == chosen, of_file, uses)
            for component, read, environment in servers:
                yield Source(read, environment, component, name, name == chosen)

    def _chosen(self, document: Document, load: Settings) -> str | None:
        """The export whose load equals that of ``user.conf`` in most points; None where two do."""
        ran, scores = self._load(load), {}
        for name, settings in document.configurations.items():
            wanted = self._load({raw: setting for raw, setting in settings.items() if "." not in raw})
            scores[name] = sum(1 if wanted[key] == ran[key] else -1 for key in wanted.keys() & ran.keys())
        best = [name for name, score in scores.items() if score == max(scores.values())]
        return best[0] if len(best) == 1 else None

    def _load(self, settings: Settings) -> dict[str, float]:
        """The numbers of a configuration that LoadGen is started with."""
        named = {self.register.canonical(raw.rpartition(".")[2])[0]: s.value for raw, s in settings.items()}
        asked = ("target_qps", "min_query_count", "min_duration_ms")
        return {name: float(named[name]) for name in asked if isinstance(named.get(name), int | float)}

    def _atomic(self, own: str, rule: ScaleOut) -> Iterator[tuple[str, Settings, Settings]]:
        """Component, settings and environment of the servers that a rule starts from the file of a smaller system."""
        for servers in rule.servers:
            parts = own.split("/")
            parts[3] = re.sub(r"x\d+$", f"x{servers.gpus}", parts[3])
            wanted = "/".join(parts)
            path = next(filter(self.tree.paths.get, (wanted, f"closed/{wanted.removeprefix('open/')}")), None)
            document = self.document(path) if path else Document({}, {}, [])
            if servers.config_id in document.configurations:
                yield servers.component, document.configurations[servers.config_id], document.environment
            else:
                reason = f"{rule.source} starts the servers of {own} from this file, which is not in the tree"
                self.faults.append(fault(wanted, None, reason))

    def _workers(self, own: str, settings: Settings) -> Iterator[tuple[str, Settings, Settings]]:
        """The workers of a cluster: the files that it names, and that of its system, whose environment they set."""
        base, below = "/".join(own.split("/")[:2]), "/".join(own.split("/")[4:])
        for component in ("prefill", "decode"):
            for key in ("trtllm_yml_override", "env_vars", "system"):
                if (named := settings.get(f"{_CLUSTER}.{component}.{key}")) is None:
                    continue
                # Before "configs/" is, at most, where the submitter's folder was mounted. The launcher loads the
                # system's file too, but takes the settings from the YAML file.
                path = re.sub(r"^.*?(?=configs/)", f"{base}/", named.value, count=1)
                path = f"{base}/configs/{named.value}/{below}" if key == "system" else path
                if path in self.tree.paths:
                    document = self.document(path)
                    read = document.environment if key == "system" else document.configurations.get("default", {})
                    yield (component, read, {}) if key == "trtllm_yml_override" else (component, {}, read)
                elif key != "system":
                    self.faults.append(fault(own, named.line, f"{path} is not in the tree"))
