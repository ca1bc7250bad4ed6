"""Read the descriptions of submitted systems, ``<division>/<submitter>/systems/<system>.json``."""

from __future__ import annotations

import re

from claimcheck.core.errors import UpstreamError
from claimcheck.core.limits import json_of, whole
from claimcheck.data.names import Rows, skip
from claimcheck.data.rounds import Round
from claimcheck.ingest.git import Blob, GitTree

_PATH = re.compile(r"(?P<division>closed|open|network)/(?P<submitter>[^/]+)/systems/(?P<system>[^/]+)\.json\Z")
# A run of digits or blanks is taken whole, so that none of its places is tried by itself.
_LIMIT = re.compile(r"TGP\s*+\(?(\d++)\s*+W|(?<!\d)(\d++)\s*+W\s*+TGP|Power Cap\s*+(\d++)\s*+W", re.IGNORECASE)
_DRIVER = re.compile(r"\bDriver\s+(\d[\d.]*\d)", re.IGNORECASE)
_KEYS = {
    "system_name": "system_name",
    "status": "status",
    "system_type": "system_type",
    "accelerator": "accelerator_model_name",
    "accelerator_memory": "accelerator_memory_capacity",
    "accelerator_memory_type": "accelerator_memory_configuration",
    "accelerator_interconnect": "accelerator_interconnect",
    "host_processor": "host_processor_model_name",
    "host_memory": "host_memory_capacity",
    "network": "host_networking",
    "network_cards": "host_network_card_count",
    "cooling": "cooling",
    "software": "framework",
    "operating_system": "operating_system",
}

# No table has them, and Dell's description of an XE8545 in v1.1 gives them twice.
_TWICE = ("host_cooling_type", "accelerator_cooling_type")


def wanted(path: str) -> bool:
    """Whether the file at ``path`` describes a system."""
    return "/systems/" in path and _PATH.match(path) is not None


def read_systems(tree: GitTree, round_: Round) -> Rows:
    """Rows of ``systems``, and of ``skipped`` for descriptions that cannot be read."""
    rows = Rows()
    source = {"round": round_.name, "repo": round_.repo, "commit": tree.commit}
    for blob in tree.read(sorted(filter(wanted, tree.paths))):
        try:
            rows.systems.append(system_row(blob) | source | {"path": blob.path, "blob": blob.blob})
        except UpstreamError as error:
            rows.skipped.append(skip(round_.key, "system", blob.path, blob.blob, None, error.message))
    return rows


def system_row(blob: Blob) -> dict[str, object]:
    """The columns of ``systems`` in one description.

    Raises UpstreamError when it is absent, not JSON, or gives a negative count.
    """
    match = _PATH.match(blob.path)
    if match is None:
        raise UpstreamError("not the path of a system description", where=blob.path)
    if blob.data is None:
        raise UpstreamError("listed but absent", where=blob.path)
    fields = json_of(blob.data, blob.path, twice=_TWICE)
    if not isinstance(fields, dict):
        raise UpstreamError("not a description: no mapping of keys", where=blob.path, line=1)
    notes = f"{fields.get('hw_notes', '')} {fields.get('accelerator_model_name', '')}"
    limit = _LIMIT.search(notes)
    driver = _DRIVER.search(f"{fields.get('other_software_stack', '')} {fields.get('framework', '')}")
    row: dict[str, object] = {name: _text(fields.get(key)) for name, key in _KEYS.items()}
    return row | {
        "division": match["division"],
        "submitter": match["submitter"],
        "system": match["system"],
        "nodes": _number(fields, "number_of_nodes", blob.path) or None,
        "accelerators_per_node": _number(fields, "accelerators_per_node", blob.path),
        "host_processors_per_node": _number(fields, "host_processors_per_node", blob.path),
        "power_limit": f"{next(filter(None, limit.groups()))} W" if limit else None,
        "driver": driver[1] if driver else None,
        "line": 1,
    }


def _text(value: object) -> str | None:
    text = " ".join(str("" if value is None else value).split())
    return text if text not in ("", "N/A", "-") else None


def _number(fields: dict[str, object], key: str, where: str) -> int | None:
    """A count; None when it is none, such as ``N/A`` or ``(8,4)``."""
    text = str(fields.get(key)).strip()
    if text.startswith("-") and text[1:].isdecimal():
        raise UpstreamError(f"{key} is {text}", where=where, rule=f"{key} is not negative")
    return whole(text)
