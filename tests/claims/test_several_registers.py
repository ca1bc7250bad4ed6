"""A register is a folder: one more needs no code, and its claims are named after it and asked of its rounds.

That the committed second one is computed, counted, quoted and shown like the first is in its record and
in the tests of these.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from claimcheck.analysis.derived import Tables
from claimcheck.claims.register.reading import load_register
from claimcheck.claims.verdict.evaluate import check
from claimcheck.data.rounds import roles
from tests.making import register

TEXT = {"author": "Anna", "title": "On it", "date": "2025-09", "role": "a report", "whole": "in full"}
ARTICLES = {"articles": {"A1": TEXT, "B1": {**TEXT, "author": "Bob"}}}
RATE = {"unit": "tokens/s", "decimals": 0, "ask": "throughput"}
ROW = {"round": "v5.1", "benchmark": "deepseek-r1", "scenario": "Server", "submitter": "NVIDIA", "chip": "GB300"}
CLAIMS = {
    "claims": {
        "rate": {
            "number": 2,
            "said": {"A1": 3, "B1": {"line": 4, "quote": "it is fast"}},
            "statement": "A rack makes {figure.1}.",
            "rows": {"of": ROW},
            "figures": [{"published": 209328, **RATE}, {"published": 1, **RATE, "articles": ["B1"]}],
            "strongest_case": "It is so.",
        },
        "gain": {
            "number": 1,
            "said": {"A1": 1},
            "statement": "Who stayed gained at least {figure.1}.",
            "figures": [
                {"published": 8, "unit": "rounds", "decimals": 0,
                 "sql": "select place($as_of) as value, $round as detail"},
            ],
            "strongest_case": "It is so.",
        },
    },
}  # fmt: skip


def test_claims_are_called_by_their_register_and_asked_of_its_rounds(
    tmp_path: Path, data_dir: Path, tables: Tables
) -> None:
    folder = register(tmp_path, "mine", CLAIMS, claims="v5.1", before="v5.0")
    (folder / "articles.yml").write_text(yaml.safe_dump(ARTICLES), encoding="utf-8")
    assert [claim.number for claim in load_register(data_dir, folder)] == ["mine/1", "mine/2"]
    gain, rate = check(folder, data_dir, tables)
    assert (rate.number, rate.register, rate.own, rate.address) == ("mine/2", "mine", "2", "claims/mine/2")
    assert list(rate.said) == ["mine/A1", "mine/B1"]
    assert [figure.articles for figure in rate.figures] == [None, ("mine/B1",)]
    assert gain.figures[0].how == "v5.1"
    assert (roles(data_dir).pair, roles(data_dir, folder).pair) == (("v5.1", "v6.0"), ("v5.0", "v5.1"))
