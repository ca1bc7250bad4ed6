"""Each reader of what comes from outside gives rows, or one error that names the line and says what is wrong."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.ingest.upstream import SERVER_RESULT, summary
from tests.readers import READERS, refusal

# What readers have met that their authors did not think of.
ODD = [
    b"", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\r", b"\n", b" " * 300, b"9" * 5000, b"1e999999999",
    b"1e-999", b"-1", b"NaN", b"Infinity", b"[" * 2000, b"{" * 2000, b'{"a":' * 2000, b"]", b"}", b"\\ud800",
    b"\\u0000", b"\\u202e", b"=1+1", b"null", b"true", b'""', b"[]", b"{}", b"99/99/99 99:99:99", b"1.2.3",
    b"...", b"*a", b"&a", b"!!python/object", b"- " * 500, b"0", b"0x1F", b"1_000",
]  # fmt: skip


@st.composite
def spoilt(draw: st.DrawFn, good: tuple[bytes, ...]) -> bytes:
    """A good file with up to four of its parts taken out, doubled or replaced by something odd."""
    data = draw(st.sampled_from(good))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + draw(st.sampled_from([0, 1, 8, 80])))))
        data = data[:start] + draw(st.sampled_from([*ODD, data[start:end] * 2])) + data[end:]
    return data


@pytest.mark.parametrize("name", READERS)
def test_any_bytes_give_rows_or_our_error(name: str) -> None:
    for data in READERS[name].good:
        assert refusal(name, data) is None, "a reader that refuses everything is none"

    # The same examples at every run.
    @settings(
        max_examples=10 if name == "register of claims" else 25, derandomize=True, database=None, deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.one_of(spoilt(READERS[name].good), st.binary(max_size=200)))
    def check(data: bytes) -> None:
        refusal(name, data)

    check()


def logged(key: str, value: str) -> str:
    """A line of a detail log."""
    return f':::MLLOG {{"key": "{key}", "value": {value}, "time_ms": 1.5, "metadata": {{}}}}\n'


REPORT = '{"complete": true, "n_samples_issued": %s'
ZERO = REPORT % 1 + ', "n_samples_completed": 1, "n_samples_failed": 0, "duration_ns": 0, "qps": 1}'
DIVIDED = """\
claims:
  a:
    statement: x
    figures:
      - {published: 5, unit: "%", decimals: 0, rule: more_than, scale: saving,
         sql: "select 0 as value, [min(row_id)] as rows from inference_results"}
"""
# Kind of bad input: the reader, what it is given, words of its error and the line that it names, if a line is at fault.
REFUSED: dict[str, tuple[str, str | bytes, str, int | None]] = {
    "a log that breaks off": ("detail log", ':::MLLOG {"key": "result_validity", "val', "not a complete log line", 1),
    "one key, two values": (
        "detail log", "".join(logged("result_query_count", n) for n in "12"), "2 here and 1 on line 1", 2,
    ),
    "not a number": ("detail log", logged("result_mean_latency_ns", "NaN"), "a figure is finite", 1),
    "a huge exponent": ("detail log", logged("result_query_count", "1e999999999"), "a figure is a number", 1),
    "a huge exponent in a report": ("report", REPORT % "1e999999999" + "}", "a figure is a number", 1),
    "thousands of digits": ("published table", "9" * 5000, "a number has 5,000 digits", None),
    "a count that no table holds": ("report", REPORT % 99999999999 + "}", "n_samples_issued is 99999999999", 1),
    "a count that is none": (
        "detail log", logged("generated_samples_per_query", "1.5"), "generated_samples_per_query is 1.5", 1,
    ),
    "a count of a summary": (
        "summary log", summary(SERVER_RESULT).replace("per_query : 1", "per_query : 1e20"), "per_query is 1e20", 19,
    ),
    "a number of a description": (
        "training description", f'entry: {{"value": "{{\'nodes\': {"0x" + "f" * 5000}}}"}}', "number is too large", 1,
    ),
    "a run that took no time": ("report", ZERO, "a run takes time", 1),
    "a report that breaks off": ("report", '{"complete": true,', "one JSON object", 1),
    "JSON nested too deep": ("system", "[" * 5000, "nested too deep", None),
    "YAML nested too deep": ("register", "[" * 5000, "nested too deep", 1),
    "a log that is not UTF-8": ("detail log", b"caf\xe9", "is not UTF-8", 1),
    "JSON that is not UTF-8": ("published table", b"caf\xe9", "is not UTF-8", 1),
    "YAML that is not UTF-8": ("register", b"caf\xe9", "is not UTF-8", 1),
    "half a surrogate pair": ("system", r'{"system_name": "\ud800"}', "half a surrogate pair", 1),
    "a sign that is not seen": ("system", r'{"system_name": "Box\u0000"}', "no character that is not seen", 2),
    "a formula": ("system", '{"system_name": "=cmd|A1"}', "does not begin as a formula", 2),
    "a date that does not exist": ("training log", "MLPerf: a [99/99/99 99:99:99], run_stop\n", "is no time", None),
    "a time that is no number": ("training log", ':::MLLOG {"time_ms": 1.2.3, "key": "run_stop"}', "is no time", None),
    "a number for a text": ("register of claims", "claims: {a: {statement: 5}}", "valid string", 1),
    "a division by nothing": ("register of claims", DIVIDED, "a: cannot be computed", 5),
}  # fmt: skip


@pytest.mark.parametrize("kind", REFUSED)
def test_bad_input_is_refused_with_its_line(kind: str) -> None:
    name, text, words, line = REFUSED[kind]
    error = refusal(name, text if isinstance(text, bytes) else text.encode())
    assert error is not None and words in str(error)
    assert getattr(error, "faults", (error,))[0].line == line
