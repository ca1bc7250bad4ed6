"""Organisations behind the names of submitters, from ``data/partners.yml``."""

from __future__ import annotations

from pathlib import Path

from claimcheck.registers import read_yaml
from claimcheck.tables import DATA_DIR


def organisations(data: Path = DATA_DIR) -> dict[str, tuple[str, ...]]:
    """Submitter's name to the organisations that it stands for; a name that is not there stands for itself.

    Raises RegisterError for an entry without organisations or without a reason.
    """
    found = {}
    for name, entry in read_yaml(data / "partners.yml").section("organisations"):
        entry.only(("are", "why"))
        entry.text("why")
        found[name] = tuple(map(str, entry.list("are")))
    return found
