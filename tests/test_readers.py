"""Bad input from outside is refused with one error, which names the line; numbers and texts are within bounds."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.claims.verdict.evaluate import check
from claimcheck.core.documents import document
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.limits import figure, first_unfit, whole
from claimcheck.data.paths import DATA_DIR
from claimcheck.data.schema import TABLES
from claimcheck.data.store import normalise
from claimcheck.sources import loadgen, published
from claimcheck.sources.git import Blob
from claimcheck.sources.records import Names, system_row
from tests.sources.upstream import line

WHERE, TABLE = "closed/Anna/x", "someone/results/summary_results.json"


def _system(data: bytes) -> None:
    """As far as the table of systems: a text that only it refuses is bad input as well."""
    row = system_row(Blob("closed/Anna/systems/box.json", "b", data))
    table = TABLES["systems"].part(row)
    table = table.model_copy(update={"key": (table.names[0],)})
    normalise(pd.DataFrame([row])[table.names].replace("", None), table)


def _file(read: Callable[[Path], object], data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "x.yml")
        path.write_bytes(data)
        read(path)


READERS: dict[str, Callable[[bytes], object]] = {
    "detail log": lambda data: loadgen.run_figures(
        loadgen.parse_detail(data, WHERE), loadgen.parse_detail(data, WHERE)
    ),
    "published table": lambda data: list(
        published.result_rows(data, f"{WHERE}/summary_results.json", Names.read(DATA_DIR), "v9.9")
    ),
    "system": _system,
    "register": lambda data: _file(document, data),
    "register of claims": lambda data: _file(lambda path: check(path, DATA_DIR), data),
}


DIVIDED = """\
claims:
  a:
    statement: x
    figures:
      - {published: 5, unit: "%", decimals: 0, rule: more_than, scale: saving,
         sql: "select 0 as value, [min(row_id)] as rows from inference_results"}
"""
# Each line names the one before it nine times.
GROWING = "a: &a [1]\n" + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in pairwise("abcdefgh"))
# Kind of bad input: the reader, what it is given, words of its error and the line that it names, if a line is at fault.
REFUSED: dict[str, tuple[str, str | bytes, str, int | None]] = {
    "a huge exponent": ("detail log", line("result_mean_latency_ns", "1e999999999"), "a figure is a finite number", 1),
    "thousands of digits": ("published table", "9" * 5000, "has 5000 digits", None),
    "JSON nested too deep": ("system", "[" * 5000, "recursion", None),
    "YAML within itself": ("register", "a: &a\n  b: *a", "holds itself", 1),
    "YAML nested too deep": ("register", "a: " + "[" * 100_000, "over 20 levels", 1),
    "YAML that grows": ("register", GROWING, "over 200,000 values", 7),
    "a key that is no text": ("register", "off: a", 'write it in quotes, "off"', 1),
    "a key that is a list": ("register", "? [a]\n: b", "is no key", 1),
    "a text without an end": ("register", "a" * 1_000_001, "over 1,000,000 bytes", None),
    "a key of JSON with two values": ("system", '{"framework": "A", "framework": "B"}', "has two values", None),
    "a count that is none": ("system", '{"number_of_nodes": 1.5}', "a count is 1.5", 1),
    "JSON that is not UTF-8": ("published table", b"caf\xe9", "is not UTF-8", 1),
    "YAML that is not UTF-8": ("register", b"caf\xe9", "is not UTF-8", 1),
    "a sign that is not seen": ("system", r'{"system_name": "Box\u0000"}', "no character that is not seen", 2),
    "a formula": ("system", '{"system_name": "=cmd|A1"}', "does not begin as a formula", 2),
    "a division by nothing": ("register of claims", DIVIDED, "a: cannot be computed", 5),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_bad_input_is_refused_with_its_line(kind: str) -> None:
    name, text, words, at = REFUSED[kind]
    with pytest.raises(ClaimcheckError) as caught:
        READERS[name](text if isinstance(text, bytes) else text.encode())
    assert words in str(caught.value)
    assert getattr(caught.value, "faults", (caught.value,))[0].line == at


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("1e30", 10**30), ("-2.5", -2.5), ("1e31", None), ("1e-999", None), ("9" * 50, None),
                         ("1e999999999", None), ("٣", None), ("1_0", None), ("nan", None), ("", None), ("1.", None)],
)  # fmt: skip
def test_a_figure(text: str, number: float | None) -> None:
    assert figure(text) == number


@pytest.mark.parametrize(
    ("text", "number"), [("1000000000", 10**9), ("1000000001", None), ("-1", None), ("٣", None), ("9" * 5000, None)]
)
def test_a_whole_number(text: str, number: int | None) -> None:
    assert whole(text) == number


def test_a_text_that_no_page_shows_as_it_is_enters_no_table() -> None:
    for text in ("=1", "+cmd", "-a", "@x", "a\x00", "a\u202eb", "a\nb", "a\x85", "\ufeffa", "\ud800"):
        assert first_unfit(["plain", text]) is not None
    fit = ["a=b", "-", "-2.6%", "5", "é", "日本", "GB200 NVL72 (x4)", "\N{GRINNING FACE}", "a\u00a0b"]
    assert first_unfit(["plain", *fit]) is None
