"""Commands of README, CONTRIBUTING and the page on rerunning run as they are printed there."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import jupytext
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


@pytest.mark.usefixtures("evaluated")
@pytest.mark.parametrize(("command", "lines"), commands(), ids=[call.split()[1] for call, _ in commands()])
def test_a_command_of_the_readme_prints_what_stands_below_it(
    command: str, lines: list[str], capfd, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the shell; what is a call of our command alone, in this process."""
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command, comments=True)
    if program.endswith("/claimcheck") and "|" not in arguments:
        code = cli.main(arguments)
    else:
        code = subprocess.run(["sh", "-c", command], check=False, timeout=300).returncode
    out, err = capfd.readouterr()
    assert (code, err) == (0, "")
    printed = iter(out.splitlines())
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
    """By Jupyter, by jupytext, which writes the .ipynb, and as a script, from the folder that holds notebooks/.

    Its first cells, of which one needs no package and one ours; `make book` runs the rest.
    """
    commands = [line for line in SHELL if re.search(r"notebooks/\w+\.|cd notebooks", line) and "pytest" not in line]
    assert len(commands) == 3
    for name in ("data", "claimcheck", ".venv"):
        (tmp_path / name).symlink_to(ROOT / name)
    path = tmp_path / "notebooks" / "cost.ipynb"
    path.parent.mkdir()
    recorded = nbformat.read(ROOT / "notebooks" / "cost.ipynb", 4)
    recorded.cells = recorded.cells[:3]
    nbformat.write(recorded, path)
    jupytext.write(recorded, path.with_suffix(".py"), fmt="py:percent")
    for command in commands:
        run = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True)
    ran = nbformat.read(path, 4).cells
    assert [cell.source for cell in ran] == [cell.source for cell in recorded.cells]
    assert all(cell.execution_count for cell in ran[1:])
    headline = recorded.cells[1].outputs[0].text
    assert ran[1].outputs[0].text == headline and headline in run.stdout


def test_the_readme_explains_each_sign_of_a_verdict() -> None:
    words = " ".join(README.split())
    assert [verdict for verdict, (_, sign) in MARKS.items() if f"`{sign}` {verdict}" not in words] == []
