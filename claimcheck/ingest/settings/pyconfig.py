"""Read a Python configuration file from its syntax tree; nothing is imported or run.

The evaluator knows what the configuration files of the rounds use: constants, sums and products, names assigned
earlier, lists, dictionaries with attribute keys of imported modules, and ``os.environ[...] = ...``. A file that has
anything else is not read: a statement that is passed over may have changed any value. Its first such line is a fault.
"""

from __future__ import annotations

import ast
from typing import Any

from claimcheck.core.errors import UpstreamError
from claimcheck.core.limits import python_of, text_of
from claimcheck.ingest.settings.items import MAX_BYTES, Document, Fault, Item

_LARGEST = 10**15


def parse_python(path: str, data: bytes) -> Document:
    """Read one configuration file; ``path`` is its place in the tree.

    ``configurations`` maps the name of each distinct exported configuration to its
    settings: "default" for what ``EXPORTS`` holds, the id below ``ATOMIC_EXPORTS``
    for the others. Two names for one dictionary are one configuration. Never raises
    for bad content: see ``faults``.
    """
    document = Document()
    reader = _Reader(path, document.faults)
    try:
        reader.run(text_of(data, path, most=MAX_BYTES))
    except UpstreamError as error:
        document.faults.append(Fault(path, error.line, error.message))
        return document
    document.environment = reader.environment
    seen: list[Any] = []
    for name, item in reader.exported():
        if not isinstance(item.data, dict):
            document.faults.append(Fault(path, item.line, f"export {name} is not a dictionary"))
        elif not any(item.data is other for other in seen):
            # By identity: two ids that share one dictionary are one configuration.
            seen.append(item.data)
            document.configurations[name] = item
    if not document.configurations:
        document.faults.append(Fault(path, None, "the file exports no configuration"))
    return document


class _Reader:
    """The values of one file: ``names`` assigned so far (None: a module, whose name alone is known), environment."""

    def __init__(self, path: str, faults: list[Fault]) -> None:
        self.path, self.faults = path, faults
        self.names: dict[str, Item | None] = {}
        self.environment: dict[str, Item] = {}

    def no(self, node: ast.AST, reason: str) -> UpstreamError:
        return UpstreamError(reason, where=self.path, line=getattr(node, "lineno", 1))

    def run(self, text: str) -> None:
        """Carry out the statements of a file; raises UpstreamError for the first that cannot be."""
        for statement in python_of(text, self.path).body:
            try:
                self.statement(statement)
            except RecursionError:
                raise self.no(statement, "nested too deep") from None

    def exported(self) -> list[tuple[str, Item]]:
        exports: list[tuple[str, Item]] = []
        for export in ("EXPORTS", "ATOMIC_EXPORTS"):
            holder = self.names.get(export)
            if holder is None or not isinstance(holder.data, dict):
                continue
            for index, (workload, item) in enumerate(holder.data.items()):
                # Most files export one workload; a second one (another harness) is told by its key.
                suffix = f" ({workload})" if index else ""
                if export == "EXPORTS":
                    exports.append((f"default{suffix}", item))
                elif isinstance(item.data, dict):
                    exports += [
                        (f"{name}{suffix}" if name != "default" else f"atomic default{suffix}", inner)
                        for name, inner in item.data.items()
                    ]
        return exports

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Import():
                self.names |= dict.fromkeys(alias.asname or alias.name.partition(".")[0] for alias in node.names)
            case ast.Assign():
                value = self.value(node.value)
                for target in node.targets:
                    self.assign(target, value)
            case ast.Expr(value=ast.Constant()):
                pass  # a docstring
            case _:
                raise self.no(node, f"{type(node).__name__} statement is not evaluated")

    def assign(self, target: ast.expr, value: Item) -> None:
        match target:
            case ast.Name():
                self.names[target.id] = value
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id="os"), attr="environ")):
                self.environment[self.key(target.slice)] = Item(value.data, self.path, target.lineno)
            case _:
                raise self.no(target, f"assignment to {source(target)} is not evaluated")

    def value(self, node: ast.expr) -> Item:
        """Return the value of an expression, or raise UpstreamError."""
        match node:
            case ast.Constant(value=None | bool() | int() | float() | str() as constant):
                return Item(constant, self.path, node.lineno)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
                return Item(-number, self.path, node.lineno)
            case ast.Name():
                if (item := self.names.get(node.id)) is None:
                    raise self.no(node, f"name {node.id} has no value here")
                return item
            case ast.List() | ast.Tuple():
                return Item([self.value(entry).data for entry in node.elts], self.path, node.lineno)
            case ast.Dict():
                return Item(self.dictionary(node), self.path, node.lineno)
            case ast.BinOp(op=ast.Add() | ast.Mult()):
                return Item(self.arithmetic(node), self.path, node.lineno)
            case _:
                raise self.no(node, f"{source(node)} is not evaluated")

    def arithmetic(self, node: ast.BinOp) -> int | float:
        a, b = self.value(node.left).data, self.value(node.right).data
        if not (is_number(a) and is_number(b)):
            raise self.no(node, "arithmetic on something that is not a number")
        result = a + b if isinstance(node.op, ast.Add) else a * b
        if not abs(result) <= _LARGEST:
            raise self.no(node, "value too large")
        return result

    def dictionary(self, node: ast.Dict) -> dict[str, Item]:
        items: dict[str, Item] = {}
        for key_node, value_node in zip(node.keys, node.values, strict=True):
            if key_node is None:
                raise self.no(value_node, f"**{source(value_node)} is not evaluated")
            key, line = self.key(key_node), key_node.lineno
            if key in items:
                # Python keeps the later value.
                earlier = items[key].line
                reason = f"{key} is given twice: the value on line {earlier} is shadowed by the one on line {line}"
                self.faults.append(Fault(self.path, earlier, reason))
            items[key] = Item(self.value(value_node).data, self.path, line)
        return items

    def key(self, node: ast.expr) -> str:
        """Return the text of a dictionary key: a string or number, a field of a module, a workload."""
        match node:
            case ast.Constant(value=str() | int() | float() as constant):
                return str(constant)
            case ast.Attribute(value=ast.Name(id=owner)) if owner in self.names and self.names[owner] is None:
                return node.attr
            case ast.Call() if source(node.func).rpartition(".")[2] == "WorkloadSetting":
                return _workload(node)
        raise self.no(node, f"key {source(node)} is not evaluated")


def is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def source(node: ast.AST) -> str:
    """Return short source text of an expression, for a message."""
    text = ast.unparse(node)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _workload(node: ast.Call) -> str:
    """Return "Custom 0.99 MaxP" for C.WorkloadSetting(C.HarnessType.Custom, C.AccuracyTarget(0.99), ...)."""
    parts = []
    for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
        inner = argument.args[0] if isinstance(argument, ast.Call) and argument.args else argument
        parts.append(inner.attr if isinstance(inner, ast.Attribute) else ast.unparse(inner))
    return " ".join(parts)
