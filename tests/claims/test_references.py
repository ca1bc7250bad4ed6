"""A published figure is typed once: rows and other claims refer to it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

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


def test_references_are_filled_in(tmp_path: Path) -> None:
    first, second = resolved(tmp_path).values()
    before = {"round": "v5.1", "per_accelerator": 2907, "decimals": 0}
    assert first.values["rows"] == {"before": before}
    assert second.values["rows"] == {"before": before, "own": {"round": "v6.0"}}
    assert second.values["figures"][0]["published"] == 2.77
    plain, *also = second.values["conditions"]
    assert plain == "same_number"
    keys = ("published", "unit", "decimals", "rule")
    assert [tuple(one[key] for key in keys) for one in (*also, *second.values["afterwards"]["checks"])] == [
        (2.77, "x", 2, "more_than"),
        (3, "x", 0, "rounds"),
        (2.77, "x", 2, "more_than"),
        (2907, "x", 2, "more_than"),
    ]


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


def test_the_real_register_types_no_published_figure_twice(data_dir: Path) -> None:
    raw = yaml.safe_load((data_dir / "claims/v6.0/claims.yml").read_text(encoding="utf-8"))["claims"]
    figures = [f for c in raw.values() for f in c.get("figures", []) if not isinstance(f["published"], dict)]
    # A first place is no figure; five benchmarks are another figure than five times.
    typed = [(f["published"], f["unit"]) for f in figures if f["published"] != 1]
    assert len(typed) == len(set(typed))
    rows = [spec for claim in raw.values() for spec in claim.get("rows", {}).values()]
    picks = [spec[key] for spec in rows for key in ("value", "per_accelerator") if key in spec]
    assert picks
    assert all(isinstance(pick, dict) for pick in picks)
