"""Every file that a comment, a page or a register names is there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from claimcheck.data import paths

# A path from the top of the repository, or of one of these folders.
TOPS = ("claimcheck", "claimcheck/site", "data")
TOP = r"(?:book|claimcheck|data|examples|notebooks|tests|tools)"
ROOM = r"(?:analysis|charts|checks|claims|core|data|notebook|build|site|sources|static)"
NAMED = re.compile(
    rf"(?<![\w/.:@*{{}}+-])((?:{TOP}|{ROOM})/[\w./-]*\.(?:d\.ts|csv\.gz|csv|js|md|py|sql|yml))(?![\w(-])"
)
# Texts of others, names of other repositories, what tests make up, what was so once.
NOT_READ = re.compile(r"tests/|data/(derived|tables|typed)/|CHANGELOG|.*\.ipynb$|.*/articles/|.*lock")
# Of MLCommons' repositories, and of ours at the commit that the text names.
ELSEWHERE = re.compile(r"tools/submission/|data/faults\.csv$")


def test_every_file_that_is_named_exists(root: Path) -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=root, check=True, capture_output=True, encoding="utf-8").stdout
    files = [name for name in listed.splitlines() if (root / name).is_file()]
    known = {*files, *(name.removeprefix(f"{top}/") for name in files for top in TOPS)}
    served = {f"data/{paths.address(name.removeprefix('data/'))}" for name in files if name.startswith("data/")}
    served |= {name.removesuffix(".gz") for name in served}
    missing = []
    for name in files:
        if NOT_READ.match(name) or Path(name).suffix in (".ttf", ".woff2", ".png"):
            continue
        text = (root / name).read_text(encoding="utf-8")
        # A page may name the address at which the site serves a file.
        there = known | served if name.endswith(".md") or name.startswith("notebooks/") else known
        for match in NAMED.finditer(text):
            if match[1] not in there and "NAME" not in match[1] and not ELSEWHERE.match(match[1]):
                missing.append(f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match[1]}")
    assert missing == []
