"""Descriptions of systems: the limit of power that their notes name; test_readers has those that are refused."""

from __future__ import annotations

import json

from claimcheck.sources.git import Blob
from claimcheck.sources.records import system_row
from tests.sources.upstream import BOX, SYSTEM

# What the notes of a description say of its power, and the limit that they name.
NOTES = {"TGP (1000 W)": "1000 W", "1200w TGP": "1200 W", "Power Cap 750 W": "750 W", "at 700W": None, "": None}


def test_the_power_limit_is_the_one_that_the_notes_name() -> None:
    for notes, limit in NOTES.items():
        described = BOX | {"accelerator_model_name": "NVIDIA Thing", "hw_notes": notes}
        assert system_row(Blob(SYSTEM, "b" * 40, json.dumps(described).encode()))["power_limit"] == limit
