"""Read YAML worker configurations and LoadGen's ``user.conf``, with line numbers."""

from __future__ import annotations

import re

import yaml

from claimcheck.core.documents import Loader, composed
from claimcheck.core.errors import UpstreamError
from claimcheck.core.limits import text_of
from claimcheck.ingest.settings.items import MAX_BYTES, MAX_DEPTH, MAX_ITEMS, Document, Fault, Item

_PLAIN_TAGS = {f"tag:yaml.org,2002:{name}" for name in ("null", "bool", "int", "float", "str")}
_NESTED_TAGS = {"tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"}
_CONF_LINE = re.compile(r"(?P<model>[^=\s]+?)\.(?P<scenario>[^.=\s]+)\.(?P<key>\w+)\s*=\s*(?P<value>\S+)")
# LoadGen's scenario names; the folder "Interactive" is run as Server.
_LOADGEN_SCENARIO = {"interactive": "server"}


def parse_yaml(path: str, data: bytes) -> Document:
    """Read one YAML mapping as the configuration "default"; see ``faults`` for the rest.

    Only plain scalars, lists and mappings with plain keys are taken: no tag is
    constructed, so no object can be made. A key that stands twice is recorded with its
    later value, as YAML loaders do, and the earlier one is a fault.
    """
    document = Document()
    try:
        text = text_of(data, path, most=MAX_BYTES)
        root = composed(text)
        if not isinstance(root, yaml.MappingNode):
            # Upstream's launcher takes nothing from such a file either: it wants a mapping.
            raise UpstreamError("the YAML document is not a mapping: no setting is taken from it", where=path, line=1)
        document.configurations["default"] = _Walker(path, document.faults).item(root, 1, 0)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        reason = f"YAML error: {getattr(error, 'problem', None) or type(error).__name__}"
        document.faults.append(Fault(path, mark.line + 1 if mark else None, reason))
    except UpstreamError as error:
        document.faults.append(Fault(path, error.line, error.message))
    return document


class _Walker:
    def __init__(self, path: str, faults: list[Fault]) -> None:
        self.path, self.faults, self.budget = path, faults, MAX_ITEMS
        self.scalars = Loader()

    def item(self, node: yaml.Node, line: int, depth: int) -> Item:
        self.budget -= 1  # an alias may repeat a large node many times
        if self.budget < 0 or depth > MAX_DEPTH:
            raise UpstreamError("value too large or nested too deep", where=self.path, line=line)
        if node.tag not in (_PLAIN_TAGS if isinstance(node, yaml.ScalarNode) else _NESTED_TAGS):
            raise UpstreamError(f"tag {node.tag} is not taken", where=self.path, line=line)
        if isinstance(node, yaml.MappingNode):
            return Item(self.mapping(node, depth), self.path, line)
        if isinstance(node, yaml.SequenceNode):
            entries = [self.item(entry, entry.start_mark.line + 1, depth + 1).data for entry in node.value]
            return Item(entries, self.path, line)
        try:
            return Item(self.scalars.construct_object(node), self.path, line)
        except yaml.MarkedYAMLError as error:
            raise UpstreamError(str(error.problem), where=self.path, line=line) from None

    def mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, Item]:
        items: dict[str, Item] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode) or key_node.tag not in _PLAIN_TAGS:
                self.faults.append(Fault(self.path, line, "key is not a plain scalar"))
                continue
            key = key_node.value
            try:
                item = self.item(value_node, line, depth + 1)
            except UpstreamError as error:
                if self.budget < 0:
                    raise
                self.faults.append(Fault(self.path, error.line, f"{key}: {error.message}"))
                continue
            if key in items:
                reason = (
                    f"{key} is given twice: the value on line {items[key].line} is shadowed by the one on line {line}"
                )
                self.faults.append(Fault(self.path, items[key].line, reason))
            items[key] = item
        return items


def parse_user_conf(path: str, data: bytes, models: frozenset[str], scenario: str) -> Document:
    """Read the lines of a LoadGen ``user.conf`` that bear on one model and scenario.

    ``models`` are the names LoadGen may call the model, lower case; lines for other
    models and scenarios are no setting of this run. A line for the model by name wins
    over the wildcard ``*``, as in LoadGen. Two different values of one rank for one key
    are a fault that names both lines, and neither is taken.
    """
    document = Document()
    try:
        text = text_of(data, path)
    except UpstreamError as error:
        document.faults.append(Fault(path, error.line, error.message))
        return document
    wanted = _LOADGEN_SCENARIO.get(scenario.lower(), scenario.lower())
    best: dict[str, tuple[int, Item, str]] = {}
    conflicts: set[tuple[str, int]] = set()
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        match = _CONF_LINE.fullmatch(line)
        if match is None:
            document.faults.append(Fault(path, number, "not a 'model.scenario.key = value' line"))
            continue
        model, of, key = match["model"].lower(), match["scenario"].lower(), match["key"]
        if (model != "*" and model not in models) or of not in {"*", wanted}:
            continue
        try:
            value: int | float = int(match["value"])
        except ValueError:
            try:
                value = float(match["value"])
            except ValueError:
                document.faults.append(Fault(path, number, f"{key}: the value is no number"))
                continue
        rank = 2 * (model != "*") + (of != "*")
        earlier = best.get(key)
        if earlier is not None and earlier[0] == rank and earlier[1].data != value:
            conflicts.add((key, rank))
            reason = f"{key} has two values: line {earlier[1].line} and line {number}"
            document.faults.append(Fault(path, number, reason))
        if earlier is None or rank > earlier[0]:
            best[key] = (rank, Item(value, path, number), f"{match['model']}.{match['scenario']}.{key}")
    document.configurations["default"] = Item(
        {raw: item for key, (rank, item, raw) in best.items() if (key, rank) not in conflicts}, path, 1
    )
    return document
