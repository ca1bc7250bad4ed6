"""Descriptions of systems: what of them is read, and why one is not."""

from __future__ import annotations

import json
from pathlib import Path

from claimcheck.sources.git import Blob, GitTree
from claimcheck.sources.records import read_systems, system_row
from tests.sources.golden import agree
from tests.sources.upstream import BOX, DESCRIPTION, SYSTEM, commit, lose

# What the notes of a description say of its power, and the limit that they name.
NOTES = {"TGP (1000 W)": "1000 W", "1200w TGP": "1200 W", "Power Cap 750 W": "750 W", "at 700W": None, "": None}


def test_the_power_limit_is_the_one_that_the_notes_name() -> None:
    for notes, limit in NOTES.items():
        described = BOX | {"accelerator_model_name": "NVIDIA Thing", "hw_notes": notes}
        assert system_row(Blob(SYSTEM, "b" * 40, json.dumps(described).encode()))["power_limit"] == limit


def test_only_descriptions_are_read_and_a_bad_one_is_a_reason(tmp_path: Path) -> None:
    files = {
        SYSTEM: b"\xef\xbb\xbf" + DESCRIPTION.encode(),  # a byte order mark is no fault
        "closed/Anna/systems/absent.json": "{}",
        "closed/Anna/systems/broken.json": "{",
        "closed/Anna/systems/text.json": b'{"system_name": "caf\xe9"}',
        # A count that is no number is empty; so is a number of nodes of zero.
        **{
            f"open/Cora/systems/{n}.json": json.dumps({"accelerators_per_node": count, "number_of_nodes": count})
            for n, count in enumerate((" 8 ", "(8,4)", 8.5, 0))
        },
        "open/Berta/systems/notes.txt": "",
        "open/Berta/systems/old/tower.json": DESCRIPTION,
        "closed/Anna/results/box/systems/box.json": DESCRIPTION,
    }
    done = commit(tmp_path, files)
    lose(tmp_path, "closed/Anna/systems/absent.json")
    with GitTree(tmp_path / ".git", done, absent=None) as tree:
        rows = read_systems(tree)
    agree("systems", {"systems": rows["systems"], "skipped": rows["skipped"]})
