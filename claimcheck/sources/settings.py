"""The engine settings of published entries: which configuration files bear on an entry, why, and what they set.

A file is Python, read from its syntax tree and never run, YAML, or LoadGen's ``user.conf``. Of Python we evaluate
constants, sums and products, names assigned earlier, lists, dictionaries and ``os.environ[...] = ...``. A file that has
anything else is not read, as a statement that is passed over may have changed any value: its line is a fault.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from claimcheck.core.documents import Entry
from claimcheck.core.errors import UpstreamError
from claimcheck.core.limits import text_of, yaml_of
from claimcheck.data.names import LACKED, Row, skip
from claimcheck.data.rounds import Round
from claimcheck.data.schema import TABLES, allowed
from claimcheck.data.stacks import SettingsRegister
from claimcheck.sources.git import GitTree
from claimcheck.sources.records import entry_folder

# --- one file ------------------------------------------------------------------------------------


class Setting(NamedTuple):
    """One value and the file and line (1-based) of its key; a dictionary of Python holds settings."""

    value: Any
    path: str
    line: int


# By dotted upstream key.
Settings = dict[str, Setting]


class Document(NamedTuple):
    """What one file says: the configuration that starts a run, its environment, whether it exports several."""

    settings: Settings | None
    environment: Settings
    several: bool = False


def parse(path: str, data: bytes, scenario: str = "", models: Sequence[str] = ()) -> Document:
    """Read a Python or YAML file, or of a ``user.conf`` what a model's ``scenario`` runs with. Raises UpstreamError."""
    if path.endswith(".conf"):
        return Document(_user_conf(path, data, scenario, models), {})
    text = text_of(data, path)
    if path.endswith(".py"):
        try:
            return _python(path, ast.parse(text))
        except SyntaxError as error:
            raise UpstreamError(f"Python syntax error: {error.msg}", where=path, line=error.lineno) from error
    values, lines = yaml_of(text, path, UpstreamError)
    if not isinstance(values, dict):
        # Upstream's launcher takes nothing from such a file either: it wants a mapping.
        raise UpstreamError("the YAML document is not a mapping: no setting is taken from it", where=path, line=1)
    at = Entry(Path(path), "", values, lines)
    return Document({raw: Setting(value, path, at.line_of(raw)) for raw, value in _leaves(values)}, {})


def _leaves(values: Mapping[Any, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """What a mapping holds under dotted keys; an empty mapping is a leaf."""
    for key, value in values.items():
        inner = value.value if isinstance(value, Setting) else value
        if isinstance(inner, dict) and inner:
            yield from _leaves(inner, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


# Scenarios that LoadGen runs as another.
_RUN_AS = {"Interactive": "Server"}


def _user_conf(path: str, data: bytes, scenario: str, models: Sequence[str]) -> Settings:
    """What a ``user.conf`` sets in a scenario for a model, whatever its name of ``models``, before the wildcard ``*``.

    So LoadGen has it, which takes the first of like lines, and runs Interactive as Server.
    """
    lines = data.decode("utf-8", "replace").splitlines()
    found: dict[str, tuple[str, Setting]] = {}
    for model in (*models, "*"):
        start = rf"\s*({re.escape(model)}\.{_RUN_AS.get(scenario, scenario)}\.(\w+))"
        form = re.compile(rf"{start}\s*=\s*(-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)\s*(?:#.*)?")
        for number, line in enumerate(lines, start=1):
            if match := form.fullmatch(line):
                value = int(match[3]) if match[3].lstrip("-").isdigit() else float(match[3])
                found.setdefault(match[2], (match[1], Setting(value, path, number)))
    return dict(found.values())


# The value of a name that is imported.
_MODULE = object()
# The configuration that starts workers on many machines, and the keys that say so. In each file that has others too,
# the load of the run in user.conf is this one's.
_CLUSTER = "dynamo_cluster"


def _python(path: str, module: ast.Module) -> Document:
    """What the statements of a file export: ``EXPORTS`` has "default" by workload, ``ATOMIC_EXPORTS`` names in it."""
    names: dict[str, Any] = {}
    environment: Settings = {}
    for node in module.body:
        match node:
            case ast.Import():
                names |= {alias.asname or alias.name.partition(".")[0]: _MODULE for alias in node.names}
            case ast.Assign(targets=[ast.Name(id=name)]):
                names[name] = _value(node.value, names, path)
            case ast.Assign(targets=[ast.Subscript() as at]) if ast.unparse(at.value) == "os.environ":
                environment[_key(at.slice, names, path)] = Setting(_value(node.value, names, path), path, node.lineno)
            case _:
                raise _not_evaluated(node, path)
    exports = [("default", item.value) for item in names.get("EXPORTS", {}).values()]
    for item in names.get("ATOMIC_EXPORTS", {}).values():
        exports += [(name, inner.value) for name, inner in item.value.items()]
    chosen = next((settings for name, settings in exports if name == _CLUSTER), exports[0][1] if exports else None)
    # Two names of one dictionary are one configuration.
    several = len({id(settings) for _, settings in exports}) > 1
    return Document(None if chosen is None else dict(_leaves(chosen)), environment, several)


def _not_evaluated(node: ast.AST, path: str) -> UpstreamError:
    what = ast.unparse(node).partition("\n")[0]
    return UpstreamError(f"{what} is not evaluated", where=path, line=node.lineno)


def _value(node: ast.expr, names: Mapping[str, Any], path: str) -> Any:
    """Return the value of an expression, settings by key of a dictionary; raises UpstreamError."""
    match node:
        case ast.Name() if names.get(node.id, _MODULE) is not _MODULE:
            return names[node.id]
        case ast.Dict():
            # No key: **value, which is not evaluated.
            items = [(key or value, value) for key, value in zip(node.keys, node.values, strict=True)]
            return {
                _key(key, names, path): Setting(_value(value, names, path), path, key.lineno) for key, value in items
            }
        case ast.BinOp(op=ast.Add() | ast.Mult()):
            a, b = _value(node.left, names, path), _value(node.right, names, path)
            if isinstance(a, int | float) and isinstance(b, int | float):
                return a + b if isinstance(node.op, ast.Add) else a * b
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError) as error:
        raise _not_evaluated(node, path) from error


def _key(node: ast.expr, names: Mapping[str, Any], path: str) -> str:
    """Return the text of a dictionary key: a string or number, a field of a module, a workload."""
    match node:
        case ast.Constant(value=str() | int() | float() as constant):
            return str(constant)
        case ast.Attribute(value=ast.Name(id=owner)) if names.get(owner) is _MODULE:
            return node.attr
        case ast.Call() if ast.unparse(node.func).endswith("WorkloadSetting"):
            return ast.unparse(node)
    raise _not_evaluated(node, path)


# --- one entry -----------------------------------------------------------------------------------

# A container mounts the submission's own folder somewhere; the path below the mount is the fact.
_MOUNT = re.compile(r'\A"/[^/"]+/(?=configs/)')
_GROUPS = frozenset(allowed("engine_settings", "group"))
# What each process takes from the file that it reads. A server among others takes no load and does no routing; what
# issues the queries leaves the engine to the servers' own files; ``engine`` is all in one.
_USED = dict.fromkeys(("prefill", "decode", "server"), _GROUPS - {"load", "router"}) | {
    "harness": frozenset({"disaggregation", "router", "environment", "load", "other"})
}


class Source(NamedTuple):
    """A configuration of an entry, the process (``role``) that reads it, whether we infer that the run used it."""

    role: str
    settings: Settings
    environment: Settings
    inferred: bool = True


def read_settings(
    tree: GitTree, round_: Round, results: pd.DataFrame, register: SettingsRegister
) -> tuple[pd.DataFrame, list[Row]]:
    """The settings that each closed DeepSeek-R1 and Llama 3.1 405B entry ran with, and rows of ``skipped``.

    ``inferred``: the file is not the entry's own, or exports several configurations.
    """
    reader = _Reader(tree, register)
    columns = ["row_id", "division", "submitter", "system", "benchmark", "scenario", "run_id"]
    chosen = results["benchmark"].isin(list(register.benchmarks)) & (results["division"] == "closed")
    rows: list[Row] = []
    for record in results.loc[chosen, columns].astype(str).to_dict("records"):
        entry = record | {"round": round_.name}
        rows += [entry | row for source in reader.sources(entry) for row in reader.rows(source)]
    settings = pd.DataFrame(rows, columns=TABLES["engine_settings"].names).drop_duplicates()
    return settings, list(reader.faults.values())


class _Reader:
    """Documents of a commit by path; ``faults`` has, by path and line, what could not be read in any of them."""

    def __init__(self, tree: GitTree, register: SettingsRegister) -> None:
        self.tree, self.register = tree, register
        self.faults: dict[tuple[str, int | None], Row] = {}

    def document(self, path: str, scenario: str = "", models: Sequence[str] = ()) -> Document:
        """What the file at ``path`` says, nothing where it cannot be read."""
        data = self.tree.blob(path).data
        try:
            if data is None:
                raise UpstreamError(LACKED)
            return parse(path, data, scenario, models)
        except UpstreamError as error:
            self.fault(path, error.line, error.message)
            return Document(None, {})

    def fault(self, path: str, line: int | None, reason: str) -> None:
        """Note something in a file, or all of it, that was not taken over."""
        self.faults[path, line] = skip("configuration" if line is None else "setting", path, reason, line)

    def rows(self, source: Source) -> Iterator[Row]:
        """What a configuration sets for its process, a row each."""
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
            if flag or group not in _USED.get(source.role, _GROUPS):
                continue
            component = {"server": "engine"}.get(source.role, source.role)
            if raw.startswith(("dynamo_cluster.frontend.", "dynamo_cluster.num_frontends")):
                component = "router"
            elif component == "engine" and group in ("load", "router"):
                component = "harness"
            yield {
                "component": component,
                "group": group,
                "setting": name,
                "value": _MOUNT.sub('"', json.dumps(setting.value, sort_keys=True, ensure_ascii=False)),
                "raw_name": raw,
                "inferred": source.inferred,
                "path": setting.path,
                "line": setting.line,
            }

    def sources(self, entry: Row) -> list[Source]:
        """The configurations of an entry, its ``user.conf`` last; a fault where no file sets its engine."""
        folder, benchmark, scenario = entry_folder(entry), entry["benchmark"], entry["scenario"]
        files = (
            f"closed/{entry['submitter']}/configs/{system}/{scenario}/{name}.py"
            for system in (entry["system"], entry["system"].removesuffix("_TRT"))
            for name in self.register.benchmarks[benchmark]
        )
        path = next(filter(self.tree.paths.get, files), None)
        sources = list(self._of_file(path, entry)) if path else []
        if not sources:
            reason = f"no readable configuration file for {benchmark} {scenario} of {entry['system']}"
            self.fault(folder, None, reason)
        # Next to the results from v6.0, among the measurements before.
        places = (folder, folder.replace("/results/", "/measurements/", 1))
        if conf := next(filter(self.tree.paths.get, (f"{place}/user.conf" for place in places)), None):
            ending = "-interactive" if scenario == "Interactive" else ""
            models = [f"{name}{ending}" for name in (benchmark, *self.register.benchmarks[benchmark])]
            settings = self.document(conf, scenario, models).settings or {}
            sources.append(Source("loadgen", settings, {}, inferred=False))
        return sources

    def _of_file(self, path: str, entry: Row) -> Iterator[Source]:
        """The configuration of the entry's file that ran, and those of the servers that it starts."""
        settings, environment, several = self.document(path)
        if settings is None:
            return
        if any(raw.startswith(f"{_CLUSTER}.") for raw in settings):
            yield Source("harness", settings, environment, several)
            yield from self._workers(path, settings)
        else:
            named = (entry["round"], entry["benchmark"], entry["scenario"], path.split("/")[3])
            rule = next((rule for rule in self.register.scale_out if rule.applies(*named)), None)
            small = re.sub(r"x\d+(?=/)", f"x{rule.gpus}", path, count=1) if rule else ""
            servers = self.document(small) if small in self.tree.paths else Document(None, {})
            if rule and servers.settings is None:
                reason = f"{rule.source} starts the servers of {path} from this file, which is not in the tree"
                self.fault(small, None, reason)
            whole = servers.settings is None and "tensor_parallelism" in settings
            # Where the servers' file is not in the tree, what the harness's says of them is taken.
            inferred = several or (rule is not None and servers.settings is None)
            yield Source("engine" if whole else "harness", settings, environment, inferred)
            if servers.settings is not None:
                yield Source("server", servers.settings, servers.environment)

    def _workers(self, own: str, settings: Settings) -> Iterator[Source]:
        """The workers of a cluster: the files that it names, and that of its system, whose environment they set."""
        base, below = "/".join(own.split("/")[:2]), "/".join(own.split("/")[4:])
        for role in ("prefill", "decode"):
            for key in ("trtllm_yml_override", "env_vars", "system"):
                if (named := settings.get(f"{_CLUSTER}.{role}.{key}")) is None:
                    continue
                # Before "configs/" is, at most, where the submitter's folder was mounted. The launcher loads the
                # system's file too, but takes the settings from the YAML file.
                path = re.sub(r"^.*?(?=configs/)", f"{base}/", named.value, count=1)
                path = f"{base}/configs/{named.value}/{below}" if key == "system" else path
                if path in self.tree.paths:
                    document = self.document(path)
                    read = document.environment if key == "system" else document.settings or {}
                    yield Source(role, read, {}) if key == "trtllm_yml_override" else Source(role, {}, read)
                elif key != "system":
                    self.fault(own, named.line, f"{path} is not in the tree")
