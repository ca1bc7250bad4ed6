"""The site built twice, in two folders and under two settings, has the same bytes: ``pytest -m same``, some minutes.

What differs: the folder's path, the order and times of its files, umask, hash seed, locale, time zone, number of cores,
and fonts, of which the second build has none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from claimcheck.report.build import ROOT
from claimcheck.report.pages.files import SUMS

_BUILD = """
import os, sys
from pathlib import Path
from claimcheck.report import build
os.umask(int(sys.argv[1], 8))
build.CORES = int(sys.argv[2])
print(build.build_site(Path.cwd(), build.Progress()))
"""
_OTHER = {"PYTHONHASHSEED": "4242", "LC_ALL": "C", "LANG": "C", "TZ": "Asia/Kolkata"}


def copied(root: Path, reverse: bool) -> Path:
    """A copy of this checkout in ``root``, its files made in the ``reverse`` order or not."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, check=True, capture_output=True, encoding="utf-8",
    ).stdout  # fmt: skip
    for number, name in enumerate(sorted(filter(None, listed.split("\0")), reverse=reverse)):
        if (ROOT / name).is_file() and not (ROOT / name).is_symlink():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, root / name)
            os.utime(root / name, (10**9 + number, 10**9 + number))
    for name in (".venv", "node_modules"):
        (root / name).symlink_to(ROOT / name)
    return root


def built(root: Path, umask: str, cores: int, **settings: str) -> Path:
    """The site of the copy in ``root``."""
    environment = {**os.environ, "PYTHONPATH": str(root), **settings}
    subprocess.run([sys.executable, "-c", _BUILD, umask, str(cores)], cwd=root, env=environment, check=True)
    return root / "_build" / "html"


@pytest.mark.same
def test_two_builds_are_equal_byte_for_byte(tmp_path: Path) -> None:
    fonts = tmp_path / "fonts.conf"
    fonts.write_text("<fontconfig/>", encoding="utf-8")
    # Both before the first build: it takes minutes, in which somebody may edit.
    first, second = copied(tmp_path / "one", False), copied(tmp_path / "zwei mit Ü", True)
    one = built(first, "022", os.cpu_count() or 1)
    two = built(second, "077", 1, FONTCONFIG_FILE=str(fonts), **_OTHER)
    lines = ((site / SUMS).read_text(encoding="utf-8").splitlines() for site in (one, two))
    assert sorted({line.partition("  ")[2] for line in set.symmetric_difference(*map(set, lines))}) == []
