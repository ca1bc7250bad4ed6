"""Each command of the README runs as it is printed there, and prints what stands below it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from claimcheck.claims.texts.wording import MARKS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands() -> list[tuple[str, list[str]]]:
    """Each command after a ``$`` of the README, with the lines that stand below it."""
    block = README.split("```console\n$ ", 1)[1].split("```", 1)[0]
    found = [entry.splitlines() for entry in block.split("\n$ ")]
    return [(command, lines) for command, *lines in found]


@pytest.mark.parametrize(("command", "lines"), commands(), ids=[call.split()[1] for call, _ in commands()])
def test_a_command_of_the_readme_prints_what_stands_below_it(command: str, lines: list[str]) -> None:
    run = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert (run.returncode, run.stderr) == (0, "")
    printed = iter(run.stdout.splitlines())
    for line in lines:
        # In order; "..." stands for the rest of a line.
        start = line.removesuffix("...").rstrip()
        assert any(one.startswith(start) if line.endswith("...") else one == line for one in printed), line


def test_the_readme_explains_each_sign_of_a_verdict() -> None:
    words = " ".join(README.split())
    assert [verdict for verdict, (_, sign) in MARKS.items() if f"`{sign}` {verdict}" not in words] == []
