"""Commands of README, CONTRIBUTING and the page on rerunning run as they are printed there."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import nbformat
import pytest

from claimcheck import cli
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


SHELL = [
    line.partition("  #")[0].strip()
    for page in ("README.md", "CONTRIBUTING.md", "book/rerun.md")
    for block in re.findall(r"```(?:console|bash)\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    for line in block.splitlines()
    if "$ .venv" not in line
]


def test_what_takes_minutes_or_the_network_has_targets_and_options_that_exist() -> None:
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    made = {word for line in SHELL if line.startswith("make ") for word in shlex.split(line)[1:] if "=" not in word}
    called = [shlex.split(line.partition(">")[0])[1:] for line in SHELL if re.match(r"(\.venv/bin/)?claimcheck ", line)]
    for arguments in called:
        cli._parser().parse_args(arguments)
    assert len(called) > 6 < len(made) and made <= {*targets}


def test_a_notebook_runs_by_each_command_of_the_page_on_rerunning(tmp_path: Path) -> None:
    """By Jupyter, by jupytext, which writes the .ipynb, and as a script, from the folder that holds notebooks/."""
    commands = [line for line in SHELL if re.search(r"notebooks/\w+\.|cd notebooks", line) and "pytest" not in line]
    assert len(commands) == 3
    for name in ("data", "claimcheck", ".venv"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "notebooks").mkdir()
    for path in (ROOT / "notebooks").glob("cost.*"):
        (tmp_path / "notebooks" / path.name).write_bytes(path.read_bytes())
    for command in commands:
        run = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True)
    recorded, ran = (
        [cell for cell in nbformat.read(folder / "notebooks" / "cost.ipynb", 4).cells if cell.cell_type == "code"]
        for folder in (ROOT, tmp_path)
    )
    assert [cell.source for cell in ran] == [cell.source for cell in recorded] and all(c.execution_count for c in ran)
    headline = recorded[0].outputs[0].text
    assert ran[0].outputs[0].text == headline and headline in run.stdout


def test_the_readme_explains_each_sign_of_a_verdict() -> None:
    words = " ".join(README.split())
    assert [verdict for verdict, (_, sign) in MARKS.items() if f"`{sign}` {verdict}" not in words] == []
