"""A published figure is typed once: rows and other claims refer to it, and a reference to nothing is an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from claimcheck.claims.register.reading import resolve_one
from claimcheck.core.documents import document
from claimcheck.core.errors import RegisterError

REGISTER = """\
claims:
  first:
    rows:
      before: {round: v5.1, per_accelerator: {figure: 2}}
    figures:
      - {published: 2.77, unit: x, decimals: 2, rule: rounds}
      - {published: 2907, unit: tokens/s, decimals: 0, rule: rounds}
  second:
    rows:
      before: {claim: first, row: before}
      own: {round: v6.0}
    figures:
      - {published: {claim: first, figure: 1}, unit: x, decimals: 2, rule: more_than}
    conditions:
      - same_number
      - {test: also, says: also here, ask: ratio}
      - {test: also, says: other bound, ask: ratio, published: 3, unit: x, decimals: 0, rule: rounds}
    afterwards:
      what: the gain
      checks:
        - {test: also, says: still so, ask: ratio}
        - {test: also, says: of the other claim, ask: ratio, published: {claim: first, figure: 2}}
"""


def resolved(tmp_path: Path, text: str = REGISTER) -> dict:
    path = tmp_path / "claims.yml"
    path.write_text(text, encoding="utf-8")
    entries = document(path).section("claims")
    return {name: resolve_one(entry, entries) for name, entry in entries.items()}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("{claim: first, row: before}", "{claim: frist, row: before}", "no claim 'frist'(?s:.*)did you mean first"),
        ("{claim: first, row: before}", "{claim: first, row: after}", "no row 'after'"),
        ("{figure: 2}", "{figure: 3}", "no figure 3"),
        ("{claim: first, figure: 1}", "{claim: first, figure: 0}", "no figure 0"),
        ("{claim: first, figure: 1}", "{claim: second, figure: 1}", "prints no number"),
    ],
)
def test_a_reference_to_nothing_is_one_clear_error(tmp_path: Path, old: str, new: str, words: str) -> None:
    assert old in REGISTER
    with pytest.raises(RegisterError, match=rf"claims\.yml:\d+: (?s:.*){words}"):
        resolved(tmp_path, REGISTER.replace(old, new))
