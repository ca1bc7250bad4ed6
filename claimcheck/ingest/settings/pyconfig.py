"""Read a Python configuration file from its syntax tree; nothing is imported or run.

The evaluator knows what configuration files use: constants, arithmetic, names
assigned earlier, attribute keys of imported modules, dictionaries with spreads,
``dict.update``, item assignment, ``os.environ[...] = ...``, classes as bags of
attributes, and names imported from another configuration file of the same tree.
Everything else becomes a fault with its line.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from claimcheck.ingest.settings.expressions import Expressions, Module, source
from claimcheck.ingest.settings.items import Document, Fault, Item, Unreadable

# Modules of this package are configuration files and are followed; all others
# (the harness's own code) only lend their names to keys.
CONFIG_PACKAGE = "configs"
EXPORT_NAMES = ("EXPORTS", "ATOMIC_EXPORTS")

# Files that import the next one twice, twenty deep, would be read a million times.
MOST_IMPORTS = 200
# (module path such as "configs/x/y.py") -> (path in the tree, text), or None when it is not there
Loader = Callable[[str], tuple[str, bytes] | None]


def parse_python(path: str, data: bytes, load: Loader | None = None) -> Document:
    """Read one configuration file; ``path`` is its place in the tree.

    ``configurations`` maps the name of each distinct exported configuration to its
    settings: "default" for what ``EXPORTS`` holds, the id below ``ATOMIC_EXPORTS``
    for the others. Two names for one dictionary are one configuration. ``load``
    finds other configuration files of the tree. Never raises for bad content: see
    ``faults``.
    """
    reader = _Reader(path, load or (lambda _: None), (), [])
    reader.run(data)
    document = Document(environment=reader.environment, faults=reader.faults)
    seen: list[Any] = []
    for name, item in reader.exported():
        if not isinstance(item.data, dict):
            reader.fault(item.line, f"export {name} is not a dictionary")
        elif not any(item.data is other for other in seen):
            # By identity: two ids that share one dictionary are one configuration.
            seen.append(item.data)
            document.configurations[name] = item
    if not document.configurations:
        reader.fault(None, "the file exports no configuration")
    return document


class _Reader(Expressions):
    def __init__(self, path: str, load: Loader, stack: tuple[str, ...], imported: list[str]) -> None:
        """``stack``: the files that import one another down to this one; ``imported``: all imports until now."""
        super().__init__(path)
        self.load, self.stack, self.imported = load, (*stack, path), imported
        self.faults: list[Fault] = []

    def fault(self, line: int | None, reason: str, path: str | None = None) -> None:
        self.faults.append(Fault(path or self.path, line, reason))

    def run(self, data: bytes) -> None:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            return self.fault(line, "not UTF-8")
        try:
            tree = ast.parse(text)
        except SyntaxError as error:
            return self.fault(error.lineno, f"Python syntax error: {error.msg}")
        except (ValueError, RecursionError, MemoryError) as error:
            return self.fault(None, f"cannot be parsed: {type(error).__name__}")
        for statement in tree.body:
            try:
                self.statement(statement)
            except Unreadable as error:
                self.fault(error.line, error.reason, error.path)
            except RecursionError:
                self.fault(statement.lineno, "nested too deep")
        return None

    def exported(self) -> list[tuple[str, Item]]:
        found: list[tuple[str, Item]] = []
        for export in EXPORT_NAMES:
            holder = self.names.get(export)
            if not isinstance(holder, Item) or not isinstance(holder.data, dict):
                continue
            for index, (workload, item) in enumerate(holder.data.items()):
                # Most files export one workload; a second one (another harness) is told by its key.
                suffix = f" ({workload})" if index else ""
                if export == "EXPORTS":
                    found.append((f"default{suffix}", item))
                elif isinstance(item.data, dict):
                    found += [
                        (f"{name}{suffix}" if name != "default" else f"atomic default{suffix}", inner)
                        for name, inner in item.data.items()
                    ]
        return found

    # Statements ---------------------------------------------------------------------------

    def statement(self, node: ast.stmt) -> None:
        """Carry out one statement; raises Unreadable, then nothing it may have changed keeps its value."""
        try:
            self.execute(node)
        except Unreadable:
            self.taint(node)
            raise

    def execute(self, node: ast.stmt) -> None:
        match node:
            case ast.Import():
                for alias in node.names:
                    self.names[alias.asname or alias.name.partition(".")[0]] = Module(
                        alias.name if alias.asname else alias.name.partition(".")[0]
                    )
            case ast.ImportFrom():
                self.import_from(node)
            case ast.Assign():
                value = self.value(node.value)
                for target in node.targets:
                    self.assign(target, value)
            case ast.AnnAssign():
                if node.value is not None:
                    self.assign(node.target, self.value(node.value))
            case ast.AugAssign():
                self.augmented(node)
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call() as call):
                self.call_statement(call)
            case ast.ClassDef():
                self.class_definition(node)
            case _:
                raise self.no(node, f"{type(node).__name__} statement is not evaluated")

    def import_from(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        if node.level:
            folder = self.path.split("/")[: -node.level]
            target = self.follow("/".join([*folder, *module.split(".")] if module else folder), node)
        elif module.split(".")[0] == CONFIG_PACKAGE:
            target = self.follow(module.replace(".", "/"), node)
        else:
            target = None
        for alias in node.names:
            name = alias.asname or alias.name
            if target is None:
                if alias.name != "*":
                    self.names[name] = Module(f"{module}.{alias.name}")
            elif alias.name == "*":
                self.names |= {key: value for key, value in target.items() if not key.startswith("_")}
            elif alias.name in target:
                self.names[name] = target[alias.name]
            else:
                self.fault(node.lineno, f"{alias.name} is not defined in {module or 'the package'}")

    def follow(self, module: str, node: ast.AST) -> dict[str, Any] | None:
        for candidate in (f"{module}.py", f"{module}/__init__.py"):
            found = self.load(candidate)
            if found is None:
                continue
            path, data = found
            if path in self.stack:
                raise self.no(node, f"circular import of {path}")
            if len(self.imported) >= MOST_IMPORTS:
                raise self.no(node, f"more than {MOST_IMPORTS} imports are not followed")
            self.imported.append(path)
            other = _Reader(path, self.load, self.stack, self.imported)
            other.run(data)
            # Importing a file also runs its environment assignments.
            self.environment |= other.environment
            self.faults += other.faults
            return other.names
        raise self.no(node, f"imported file {module} is not in the tree")

    def assign(self, target: ast.expr, value: Item) -> None:
        match target:
            case ast.Name():
                self.names[target.id] = Item(value.data, value.path, value.line)
            case ast.Subscript(value=ast.Attribute(value=ast.Name(id="os"), attr="environ")):
                key = self.key(target.slice)
                self.environment[key] = self.placed(value, target.lineno)
            case ast.Subscript():
                holder = self.value(target.value)
                if not isinstance(holder.data, dict):
                    raise self.no(target, "item assignment to something that is not a dictionary")
                holder.data[self.key(target.slice)] = self.placed(value, target.lineno)
            case _:
                raise self.no(target, f"assignment to {type(target).__name__} is not evaluated")

    def augmented(self, node: ast.AugAssign) -> None:
        if not isinstance(node.target, ast.Name):
            raise self.no(node, "augmented assignment is only evaluated for a name")
        old, new = self.value(node.target), self.value(node.value)
        if isinstance(node.op, ast.BitOr) and isinstance(old.data, dict) and isinstance(new.data, dict):
            old.data.update(new.data)
            return
        self.names[node.target.id] = self.arithmetic(node, node.op, old, new)

    def call_statement(self, node: ast.Call) -> None:
        match node.func:
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id="os"), attr="environ"), attr=method):
                self.environment_call(node, method)
            case ast.Attribute(attr="update"):
                holder = self.value(node.func.value)
                if not isinstance(holder.data, dict):
                    raise self.no(node, "update of something that is not a dictionary")
                self.update(holder.data, node)
            case _:
                raise self.no(node, f"call of {source(node.func)} is not evaluated")

    def environment_call(self, node: ast.Call, method: str) -> None:
        if method == "update":
            return self.update(self.environment, node)
        if method == "setdefault" and len(node.args) == 2 and not node.keywords:
            value = self.placed(self.value(node.args[1]), node.lineno)
            self.environment.setdefault(self.key(node.args[0]), value)
            return None
        raise self.no(node, f"os.environ.{method} is not evaluated")

    def class_definition(self, node: ast.ClassDef) -> None:
        members: dict[str, Item] = {}
        for base in reversed(node.bases):
            try:
                inherited = self.value(base)
            except Unreadable:
                continue  # a base of the harness's own code: it holds no settings
            if isinstance(inherited.data, dict):
                members |= inherited.data
        scope = _Reader(self.path, self.load, self.stack[:-1], self.imported)
        scope.names = {**self.names, **members}
        scope.environment = self.environment
        # Names of the module read in the class body are no attributes of the class.
        before = dict(scope.names)
        for statement in node.body:
            try:
                scope.statement(statement)
            except Unreadable as error:
                self.fault(error.line, error.reason, error.path)
        self.faults += scope.faults
        members |= {
            name: item for name, item in scope.names.items() if isinstance(item, Item) and before.get(name) is not item
        }
        self.names[node.name] = Item(members, self.path, node.lineno)
