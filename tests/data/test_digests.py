"""A cell that was changed after its round was compared with upstream is named by round and table."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from claimcheck.core.errors import TableError
from claimcheck.data.digests import check_digests
from claimcheck.data.schema import TABLES


def changed(path: Path, old: str, new: str) -> None:
    """Change the first line that has ``old``."""
    lines = gzip.decompress(path.read_bytes()).decode().splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if old in line)
    lines[at] = lines[at].replace(old, new, 1)
    path.unlink()
    path.write_bytes(gzip.compress("".join(lines).encode()))


def test_each_round_with_a_changed_row_is_named(linked: Path) -> None:
    changed(linked / TABLES["inference_results"].file, ",v3.1,", ",v3.1,x")
    changed(linked / TABLES["training_results"].file, ",v2.0,closed,", ",v2.0,closed,x")
    with pytest.raises(TableError) as caught:
        check_digests(linked)
    message = str(caught.value)
    assert "v3.1/inference_results" in message and "-v2.0/training_results" in message
    assert message.count("compared on") == 2
