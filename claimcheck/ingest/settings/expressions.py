"""Evaluate the expressions of a configuration file from its syntax tree; nothing is run."""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass
from typing import Any

from claimcheck.ingest.settings.items import UNKNOWN, Item, Unreadable

_LARGEST = 10**15
_LONGEST = 100_000
# Calls that change none of their arguments.
_PURE = frozenset({"copy", "deepcopy", "dict", "float", "get", "int", "len", "max", "min", "str", "sum"})


@dataclass(frozen=True)
class Module:
    """An imported module that is not followed: only its name is known."""

    name: str


class Expressions:
    """Values of expressions in one file, given the names assigned so far.

    ``names`` holds Items (values) and Modules. A value that is no constant,
    arithmetic, dictionary or name raises Unreadable with its line.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.names: dict[str, Any] = {}
        self.environment: dict[str, Item] = {}

    def fault(self, line: int | None, reason: str, path: str | None = None) -> None:
        """Report something that was not taken over."""
        raise NotImplementedError

    def no(self, node: ast.AST, reason: str) -> Unreadable:
        return Unreadable(reason, getattr(node, "lineno", 1), self.path)

    def value(self, node: ast.expr) -> Item:
        """Return the value of an expression, or raise Unreadable."""
        match node:
            case ast.Constant():
                if not (node.value is None or isinstance(node.value, bool | int | float | str)):
                    raise self.no(node, f"{type(node.value).__name__} constant is not evaluated")
                return Item(node.value, self.path, node.lineno)
            case ast.Name():
                found = self.names.get(node.id)
                if isinstance(found, Item):
                    return found
                raise self.no(node, f"name {node.id} has no value here")
            case ast.List() | ast.Tuple():
                return Item([self.value(entry).data for entry in node.elts], self.path, node.lineno)
            case ast.Dict():
                return Item(self.dictionary(node), self.path, node.lineno)
            case ast.BinOp():
                return self.arithmetic(node, node.op, self.value(node.left), self.value(node.right))
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                operand = self.value(node.operand)
                if is_number(operand.data):
                    sign = -1 if isinstance(node.op, ast.USub) else 1
                    return Item(sign * operand.data, self.path, node.lineno)
                raise self.no(node, "sign of something that is not a number")
            case ast.Attribute():
                return self.attribute(node)
            case ast.Subscript():
                return self.subscript(node)
            case ast.Call():
                return self.call(node)
            case _:
                raise self.no(node, f"{type(node).__name__} expression is not evaluated")

    def attribute(self, node: ast.Attribute) -> Item:
        holder = self.names.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(holder, Item) and isinstance(holder.data, dict) and node.attr in holder.data:
            return holder.data[node.attr]
        raise self.no(node, f"attribute {source(node)} has no value here")

    def subscript(self, node: ast.Subscript) -> Item:
        holder = self.value(node.value)
        if isinstance(holder.data, dict):
            key = self.key(node.slice)
            if key in holder.data:
                return holder.data[key]
            raise self.no(node, f"no key {key} here")
        raise self.no(node, "index into something that is not a dictionary")

    def call(self, node: ast.Call) -> Item:
        name = source(node.func)
        if name in {"copy.deepcopy", "deepcopy"} and len(node.args) == 1 and not node.keywords:
            return copy.deepcopy(self.value(node.args[0]))
        if isinstance(node.func, ast.Attribute) and node.func.attr == "copy" and not node.args:
            original = self.value(node.func.value)
            return Item(copy.copy(original.data), original.path, original.line)
        if name == "dict":
            made: dict[str, Item] = {}
            self.update(made, node)
            return Item(made, self.path, node.lineno)
        raise self.no(node, f"call of {name} is not evaluated")

    def update(self, holder: dict[str, Item], node: ast.Call) -> None:
        for argument in node.args:
            other = self.value(argument)
            if not isinstance(other.data, dict):
                raise self.no(argument, "update from something that is not a dictionary")
            holder.update(other.data)
        for keyword in node.keywords:
            other = self.value(keyword.value)
            if keyword.arg is not None:
                holder[keyword.arg] = self.placed(other, keyword.lineno)
            elif isinstance(other.data, dict):
                holder.update(other.data)

    def arithmetic(self, node: ast.AST, operator: ast.operator, left: Item, right: Item) -> Item:
        a, b = left.data, right.data
        line = getattr(node, "lineno", left.line)
        if isinstance(operator, ast.BitOr) and isinstance(a, dict) and isinstance(b, dict):
            return Item({**a, **b}, self.path, line)
        if isinstance(operator, ast.Add) and type(a) is type(b) and isinstance(a, str | list):
            if len(a) + len(b) > _LONGEST:
                raise self.no(node, "value too large")
            return Item(a + b, self.path, line)
        if not (is_number(a) and is_number(b)):
            raise self.no(node, "arithmetic on something that is not a number")
        try:
            match operator:
                case ast.Add():
                    result = a + b
                case ast.Sub():
                    result = a - b
                case ast.Mult():
                    result = a * b
                case ast.Div():
                    result = a / b
                case ast.FloorDiv():
                    result = a // b
                case _:
                    raise self.no(node, f"operator {type(operator).__name__} is not evaluated")
        except (ArithmeticError, ValueError) as error:
            raise self.no(node, f"arithmetic fails: {error}") from None
        if not abs(result) <= _LARGEST:
            raise self.no(node, "value too large")
        return Item(result, self.path, line)

    def dictionary(self, node: ast.Dict) -> dict[str, Item]:
        made: dict[str, Item] = {}
        displayed: dict[str, Item] = {}
        for key_node, value_node in zip(node.keys, node.values, strict=True):
            try:
                if key_node is None:
                    spread = self.value(value_node)
                    if not isinstance(spread.data, dict):
                        raise self.no(value_node, "spread of something that is not a dictionary")
                    made |= spread.data
                    continue
                key = self.key(key_node)
                item = self.placed(self.value(value_node), key_node.lineno)
            except Unreadable as error:
                what = "" if key_node is None else f"{source(key_node)}: "
                self.fault(error.line, f"{what}{error.reason}", error.path)
                self.taint(value_node)
                continue
            if key in displayed:
                # Python keeps the later value.
                self.fault(
                    displayed[key].line,
                    f"{key} is given twice: the value on line {displayed[key].line} is shadowed"
                    f" by the one on line {key_node.lineno}",
                )
            displayed[key] = made[key] = item
        return made

    def placed(self, value: Item, line: int) -> Item:
        """Return ``value`` at the line of its key, unless another file holds it."""
        return value if value.path != self.path else Item(value.data, self.path, line)

    def key(self, node: ast.expr) -> str:
        """Return the text of a dictionary key: a string, a field of a module, a workload."""
        match node:
            case ast.Constant(value=str() | int() | float() as constant):
                return str(constant)
            case ast.Attribute(value=ast.Name(id=owner)) if isinstance(self.names.get(owner), Module):
                return node.attr
            case ast.Call() if source(node.func).rpartition(".")[2] == "WorkloadSetting":
                return _workload(node)
            case ast.Name() | ast.Subscript() | ast.Attribute():
                found = self.value(node)
                if isinstance(found.data, str | int | float):
                    return str(found.data)
        raise self.no(node, f"key {source(node)} is not evaluated")

    # What a part that cannot be read may have changed ---------------------------------------

    def taint(self, node: ast.AST) -> None:
        """Drop every value that the unread ``node`` may assign, delete or change in place.

        A stale value would be worse than none: the fault says why it is missing.
        """
        for part in ast.walk(node):
            match part:
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                    self.names.pop(name, None)
                case ast.Subscript(ctx=ast.Store() | ast.Del()):
                    self.forget(part)
                case ast.Call(func=function) if source(function).rpartition(".")[2] not in _PURE:
                    touched = [*part.args, *(keyword.value for keyword in part.keywords)]
                    if isinstance(function, ast.Attribute):
                        touched.append(function.value)
                    for entry in touched:
                        if isinstance(entry, ast.Name):
                            spoil(self.names.get(entry.id))

    def forget(self, node: ast.Subscript) -> None:
        key = str(node.slice.value) if isinstance(node.slice, ast.Constant) else None
        if source(node.value) == "os.environ":
            if key is None:
                self.environment.clear()
            else:
                self.environment.pop(key, None)
            return
        try:
            holder = self.value(node.value)
        except Unreadable:
            return
        if isinstance(holder.data, dict) and key is not None:
            holder.data.pop(key, None)
        else:
            spoil(holder)


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


def spoil(item: object) -> None:
    """Make a dictionary or list, and thereby all its other names, unknown."""
    if not isinstance(item, Item):
        return
    if isinstance(item.data, dict):
        item.data.clear()
        item.data["..."] = Item(UNKNOWN, item.path, item.line)
    elif isinstance(item.data, list):
        item.data[:] = [UNKNOWN]
