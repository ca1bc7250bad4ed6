"""Descriptions of Training and HPC systems: JSON since v0.7, three other shapes before."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any

from claimcheck.core.errors import UpstreamError
from claimcheck.core.limits import json_of, python_of, whole
from claimcheck.ingest.inference.fields import words

_TRAILING_COMMA = re.compile(r",(?=\s*[}\]])")
_SUBMISSION_LINE = re.compile(r"(?P<key>\w+):\s*(?P<value>\{.*\})\s*\Z")
_SOCKETS = re.compile(r"\b(\d+)x\s")
_WHOLE = re.compile(r"(\d+)(?:\.0+)?")


@dataclass(frozen=True)
class Description:
    """A described system. Counts are None where the description gives no number."""

    division: str
    status: str
    submitter: str | None
    name: str | None
    accelerator: str | None
    processor: str | None
    nodes: int | None
    accelerators_per_node: int | None
    processors_per_node: int | None
    software: str | None


def read_description(data: bytes, where: str) -> Description:
    """The description in ``data``.

    It is JSON (with commas that JSON forbids, in a few), or lines ``key: {"value": ...}`` (v0.6
    NVIDIA). Up to v0.6 nodes and accelerators stand in a list ``nodes``.

    Raises UpstreamError when it is neither, or names no division or availability.
    """
    fields = _fields(data.decode("utf-8-sig", "replace"), where)
    # Misspelt keys: "divison" (v0.7), "number of nodes" (v0.6 Intel, v0.7 DellEMC).
    division = words(fields.get("division") or fields.get("divison"))
    status = words(fields.get("status"))
    if division is None or status is None:
        raise UpstreamError("no division or no status", where=where, rule="a description names both")
    division = {"close": "closed"}.get(division.lower(), division.lower())
    if division not in ("closed", "open"):
        raise UpstreamError(f"unknown division {division!r}", where=where, rule="the division is closed or open")
    node = _node(fields, where)
    per_node = _count(node.get("num_accelerators", fields.get("accelerators_per_node")))
    hardware = words(fields.get("hardware"))
    processor = words(node.get("cpu", fields.get("host_processor_model_name")))
    # Without a count of processors, v0.5 and v0.6 write it into a name: 2x Xeon.
    sockets = (_SOCKETS.search(processor or "") or _SOCKETS.search(hardware or "")) if node else None
    nodes = node.get("num_nodes", fields.get("number_of_nodes", fields.get("number of nodes")))
    return Description(
        division=division,
        status=status,
        submitter=words(fields.get("submitter")),
        name=words(fields.get("system_name")) or (hardware if node else None),
        accelerator=_accelerator(node.get("accelerator", fields.get("accelerator_model_name")), per_node),
        processor=processor,
        nodes=_count(nodes) or None,
        accelerators_per_node=per_node or None,
        processors_per_node=_count(fields.get("host_processors_per_node")) or (whole(sockets[1]) if sockets else None),
        software=words(fields.get("framework")),
    )


def _node(fields: dict[str, Any], where: str) -> dict[str, Any]:
    """The one kind of node that a description of v0.5 or v0.6 lists in ``nodes``; empty for later ones."""
    nodes = fields.get("nodes", {})
    node = nodes[0] if isinstance(nodes, list) and len(nodes) == 1 else nodes
    if not isinstance(node, dict):
        raise UpstreamError("nodes is not one kind of node", where=where, rule="a system has one kind of node")
    return node


# No table has them, and Dell's descriptions of its XE7745 in v5.1 give them twice, first empty.
_TWICE = ("accelerator_frequency", "accelerator_memory_configuration")


def _fields(text: str, where: str) -> dict[str, Any]:
    try:
        fields = json_of(_TRAILING_COMMA.sub("", text), where, twice=_TWICE)
    except UpstreamError:
        fields = _lines(text, where)
        if not fields:
            raise
    if not isinstance(fields, dict):
        raise UpstreamError("not a description: no mapping of keys", where=where)
    return fields


def _lines(text: str, where: str) -> dict[str, Any]:
    """The values of lines ``key: {"value": ...}``; those of ``entry``, a printed Python dict, beside them."""
    fields: dict[str, Any] = {}
    try:
        for line in text.splitlines():
            match = _SUBMISSION_LINE.match(line.strip())
            if match:
                fields[match["key"]] = json_of(match["value"], where)["value"]
        if "entry" in fields:
            entry = _literal(fields["entry"], where)
            nodes = entry["nodes"]
            fields |= entry | {"nodes": _literal(nodes, where) if isinstance(nodes, str) else nodes}
    # Too deep for Python: RecursionError, MemoryError.
    except (ValueError, SyntaxError, KeyError, TypeError, RecursionError, MemoryError) as error:
        raise UpstreamError(f"a line that cannot be read: {error}", where=where) from error
    return fields | {"system_name": fields.get("platform"), "submitter": fields.get("org")} if fields else {}


def _literal(text: str, where: str) -> Any:
    """The value of a printed Python constant, list or dict."""
    return ast.literal_eval(python_of(text.lstrip(), where, mode="eval"))


def _accelerator(value: object, per_node: int | None) -> str | None:
    name = words(value)
    return None if per_node == 0 or name in ("NA", "none") else name


def _count(value: object) -> int | None:
    match = _WHOLE.fullmatch(str(value).strip())
    return whole(match[1]) if match else None
