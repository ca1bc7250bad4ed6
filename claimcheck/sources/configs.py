"""Configuration files: Python, read from its syntax tree and never run, YAML, and LoadGen's ``user.conf``.

The evaluator of Python knows what the files of the rounds use: constants, sums and products, names assigned earlier,
lists, dictionaries with attribute keys of imported modules, and ``os.environ[...] = ...``. A file that has anything
else is not read: a statement that is passed over may have changed any value. Its first such line is a fault.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml

from claimcheck.core.documents import Loader
from claimcheck.core.errors import UpstreamError
from claimcheck.core.limits import python_of, text_of


class Fault(NamedTuple):
    """Something in a file that was not taken over: where and why."""

    path: str
    line: int | None
    reason: str


class Setting(NamedTuple):
    """One value and the file and line (1-based) of its key; a dictionary of Python holds settings."""

    value: Any
    path: str
    line: int


# By dotted upstream key.
Settings = dict[str, Setting]


@dataclass
class Document:
    """What one file says: its configurations by name, its environment, its faults."""

    configurations: dict[str, Settings] = field(default_factory=dict)
    environment: Settings = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def _leaves(values: Mapping[Any, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """What a mapping holds under dotted keys; an empty mapping is a leaf."""
    for key, value in values.items():
        inner = value.value if isinstance(value, Setting) else value
        if isinstance(inner, dict) and inner:
            yield from _leaves(inner, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


# --- Python --------------------------------------------------------------------------------------


def parse_python(path: str, data: bytes) -> Document:
    """Read one configuration file: what ``EXPORTS`` holds as "default", what ``ATOMIC_EXPORTS`` holds by its id.

    Two names for one dictionary are one configuration. Bad content is told in ``faults``.
    """
    document = Document()
    reader = _Python(path, document.faults)
    try:
        for statement in python_of(text_of(data, path), path).body:
            reader.run(statement)
    except UpstreamError as error:
        document.faults.append(Fault(path, error.line, error.message))
        return document
    document.environment = reader.environment
    seen: list[Any] = []
    for name, exported in reader.exported():
        if not any(exported is other for other in seen):
            # By identity: two ids that share one dictionary are one configuration.
            seen.append(exported)
            document.configurations[name] = {
                raw: leaf._replace(value=_plain(leaf.value)) for raw, leaf in _leaves(exported)
            }
    if not document.configurations:
        document.faults.append(Fault(path, None, "the file exports no configuration"))
    return document


def _plain(value: Any) -> Any:
    """A value without the lines of what is in it."""
    if isinstance(value, dict):
        return {key: _plain(item.value) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list) else value


class _Python:
    """The values of one file: ``names`` assigned so far (``_MODULE``: a name that is imported), environment."""

    def __init__(self, path: str, faults: list[Fault]) -> None:
        self.path, self.faults = path, faults
        self.names: dict[str, Any] = {}
        self.environment: Settings = {}

    def no(self, node: ast.AST, reason: str) -> UpstreamError:
        return UpstreamError(reason, where=self.path, line=node.lineno)

    def exported(self) -> Iterator[tuple[str, Any]]:
        for export in ("EXPORTS", "ATOMIC_EXPORTS"):
            for index, (workload, item) in enumerate(self.names.get(export, {}).items()):
                # Most files export one workload; a second one (another harness) is told by its key.
                suffix = f" ({workload})" if index else ""
                if export == "EXPORTS":
                    yield f"default{suffix}", item.value
                    continue
                for name, inner in item.value.items():
                    yield f"{name}{suffix}" if name != "default" else f"atomic default{suffix}", inner.value

    def run(self, node: ast.stmt) -> None:
        """Carry out a statement; raises UpstreamError for one that cannot be."""
        match node:
            case ast.Import():
                self.names |= {alias.asname or alias.name.partition(".")[0]: _MODULE for alias in node.names}
            case ast.Assign(targets=[target]):
                self.assign(target, self.value(node.value))
            case ast.Expr(value=ast.Constant()):
                pass  # a docstring
            case _:
                raise self.no(node, f"{type(node).__name__} statement is not evaluated")

    def assign(self, target: ast.expr, value: Any) -> None:
        match target:
            case ast.Name():
                self.names[target.id] = value
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id="os"), attr="environ")):
                self.environment[self.key(target.slice)] = Setting(value, self.path, target.lineno)
            case _:
                raise self.no(target, f"assignment to {ast.unparse(target)} is not evaluated")

    def value(self, node: ast.expr) -> Any:
        """Return the value of an expression, or raise UpstreamError."""
        match node:
            case ast.Constant(value=None | bool() | int() | float() | str() as constant):
                return constant
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return -number
            case ast.Name() if self.names.get(node.id, _MODULE) is not _MODULE:
                return self.names[node.id]
            case ast.List() | ast.Tuple():
                return [self.value(entry) for entry in node.elts]
            case ast.Dict():
                return self.dictionary(node)
            case ast.BinOp(op=ast.Add() | ast.Mult()):
                a, b = self.value(node.left), self.value(node.right)
                if not all(isinstance(number, int | float) for number in (a, b)):
                    raise self.no(node, "arithmetic on something that is not a number")
                return a + b if isinstance(node.op, ast.Add) else a * b
        raise self.no(node, f"{ast.unparse(node)} is not evaluated")

    def dictionary(self, node: ast.Dict) -> Settings:
        items: Settings = {}
        for key_node, value_node in zip(node.keys, node.values, strict=True):
            if key_node is None:
                raise self.no(value_node, f"**{ast.unparse(value_node)} is not evaluated")
            key, line = self.key(key_node), key_node.lineno
            if key in items:
                # Python keeps the later value.
                earlier = items[key].line
                reason = f"{key} is given twice: the value on line {earlier} is shadowed by the one on line {line}"
                self.faults.append(Fault(self.path, earlier, reason))
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
                return _workload(node)
        raise self.no(node, f"key {ast.unparse(node)} is not evaluated")


_MODULE = object()


def _workload(node: ast.Call) -> str:
    """Return "Custom 0.99 MaxP" for C.WorkloadSetting(C.HarnessType.Custom, C.AccuracyTarget(0.99), ...)."""
    parts = []
    for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
        inner = argument.args[0] if isinstance(argument, ast.Call) and argument.args else argument
        parts.append(inner.attr if isinstance(inner, ast.Attribute) else ast.unparse(inner))
    return " ".join(parts)


# --- YAML and user.conf --------------------------------------------------------------------------


def parse_yaml(path: str, data: bytes) -> Document:
    """Read one YAML mapping as the configuration "default"; a file that is none, or has a key twice, is a fault."""
    document = Document()
    try:
        loader = Loader(text_of(data, path))
        root = loader.get_single_node()
        if not isinstance(root, yaml.MappingNode):
            # Upstream's launcher takes nothing from such a file either: it wants a mapping.
            raise UpstreamError("the YAML document is not a mapping: no setting is taken from it", where=path, line=1)
        values = loader.values(root)
        settings = {raw: Setting(value, path, loader.lines[raw]) for raw, value in _leaves(values)}
        document.configurations["default"] = settings
    except yaml.MarkedYAMLError as error:
        document.faults.append(Fault(path, error.problem_mark.line + 1, f"YAML error: {error.problem}"))
    except UpstreamError as error:
        document.faults.append(Fault(path, error.line, error.message))
    return document


_CONF_LINE = re.compile(
    r"(?P<model>[^=\s]+?)\.(?P<scenario>[^.=\s]+)\.(?P<key>\w+)\s*=\s*(?P<value>-?\d+(\.\d*)?([eE][-+]?\d+)?)"
)
# LoadGen's scenario names; the folder "Interactive" is run as Server.
_LOADGEN_SCENARIO = {"interactive": "server"}


def parse_user_conf(path: str, data: bytes, models: frozenset[str], scenario: str) -> Document:
    """Read the lines of a LoadGen ``user.conf`` about one scenario and ``models``, the names of one model.

    A line for the model by name wins over the wildcard ``*``, as in LoadGen.
    """
    document = Document()
    wanted = _LOADGEN_SCENARIO.get(scenario.lower(), scenario.lower())
    best: dict[str, tuple[int, str, Setting]] = {}
    for number, raw in enumerate(data.decode("utf-8", "replace").splitlines(), start=1):
        line = raw.partition("#")[0].strip()
        match = _CONF_LINE.fullmatch(line)
        if match is None:
            if line:
                reason = "not a 'model.scenario.key = value' line with a number"
                document.faults.append(Fault(path, number, reason))
            continue
        model, of, key, value = match["model"].lower(), match["scenario"].lower(), match["key"], match["value"]
        if model in {"*", *models} and of in {"*", wanted}:
            rank = 2 * (model != "*") + (of != "*")
            setting = Setting(int(value) if value.lstrip("-").isdigit() else float(value), path, number)
            if rank > best.get(key, (-1,))[0]:
                best[key] = rank, f"{match['model']}.{match['scenario']}.{key}", setting
    document.configurations["default"] = {raw: setting for _, raw, setting in best.values()}
    return document
