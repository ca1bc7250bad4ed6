"""A register with a mistake: one clear error, with file, line, rule and the nearest known word."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from claimcheck.claims.register.reading import schema_text
from claimcheck.claims.texts.wording import printed_claims
from claimcheck.claims.verdict.evaluate import evaluate
from claimcheck.core.errors import Faults, RegisterError, in_a_line

# Line numbers matter below: `claims:` is line 1.
GOOD = """\
claims:
  speed:
    number: 1
    said: {A1: {line: 8}, A2: {line: 29, quote: four words of it}}
    statement: It is faster.
    rows:
      before: {round: v5.1, benchmark: deepseek-r1, scenario: Server, accelerator: NVIDIA GB300, per_accelerator: 2907}
      after: {round: v6.0, benchmark: deepseek-r1, scenario: Server, submitter: Nebius, best_per_accelerator: true}
    figures:
      - {published: 2.77, unit: x, decimals: 2, ask: ratio}
      - {published: 8064, unit: tokens/s per GPU, decimals: 0, ask: per_accelerator, of: after}
    must: [{of: after, says: on GB300, sql: "select chip = 'GB300' as value from of"}]
    conditions:
      - {says: one owner, sql: "select before.submitter = after.submitter as value from before, after"}
      - {of: after, says: in Server, sql: &server select scenario = 'Server' as value from of}
      - {says: power measured, holds: false, detail: it was not, source: the tables}
      - {says: also so, ask: ratio, scale: saving, unit: "%", decimals: 0, rule: more_than,
         published: 60}
      - {sql: *server, of: before, says: there as well}
    contradicted_if: [{of: after, says: in Offline, sql: "select scenario = 'Offline' as value from of"}]
    sensitivity: comparisons
    strongest_case: It is right.
    page: notebooks/x#claim-1
    nvidia: {stance: silent, words: It says nothing.}
  other:
    number: 2
    said: {A1: {line: 1}}
    statement: Nobody can tell.
    not_testable: {reason: an outside source}
    strongest_case: It may be.
    page: notebooks/x#claim-2
    nvidia: {stance: silent, words: It says nothing.}
"""


def register(folder: Path, text: str) -> Path:
    path = folder / "claims.yml"
    path.write_text(text, encoding="utf-8")
    return path


def changed(old: str, new: str) -> str:
    assert GOOD.count(old) >= 1, f"{old!r} is not in the register"
    return GOOD.replace(old, new, 1)


def test_the_register_that_the_faults_are_made_from_is_good(tmp_path, data_dir, tables) -> None:
    found = evaluate(data_dir, register(tmp_path, GOOD), tables)
    assert [(c.id, c.number) for c in found] == [("speed", 1), ("other", 2)]
    assert found[0].verdict == "reproduced, but narrower"
    assert found[1].verdict == "not testable here"


# What is changed, what it is changed to, the line of the error, words of it.
FAULTS = {
    "verdict typed": ("page: notebooks/x#claim-1", "verdict: reproduced", 23, ["speed.verdict"]),
    "article": ("A2: {line", "A6: {line", 4, ["unknown article 'A6'", "articles are A1, A2, A3, A4, A5"]),
    "quote of a reworded copy": ("{line: 8}", "{line: 8, quote: faster}", 4, ["through others", "nothing is quoted"]),
    "long quote": ("four words of it", "a b c d e f g h i j k l m", 4, ["quotes 13 words", "at most 12"]),
    "undefined without a figure": (
        "    not_testable: {reason: an outside source}",
        "    undefined: {term: win, why: so, sql: select 1 as value, unit: x, says: y}\n    not_testable: {reason: x}",
        25,
        ["'undefined' and no figure"],
    ),
    "tests nothing": ("    not_testable: {reason: an outside source}\n", "", 25, ["tests nothing", "not testable"]),
    "alias of nothing": ("*server", "*sever", 19, ["undefined alias"]),
    "reading": ("sensitivity: comparisons", "sensitivity: comparison", 21, ["did you mean comparisons?"]),
    "reading of nothing": ("sensitivity: comparisons",
                           "sensitivity: {sql: select 1 as value where false, unit: x, says: ratios}", 21,
                           ["gives no value"]),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_mistake_is_told_where_it_stands(fault: str, tmp_path, data_dir, tables) -> None:
    old, new, line, words = FAULTS[fault]
    path = register(tmp_path, changed(old, new))
    with pytest.raises(RegisterError) as caught:
        evaluate(data_dir, path, tables)
    faults = caught.value.faults if isinstance(caught.value, Faults) else [caught.value]
    told = [in_a_line(one) for one in faults if (one.where, one.line) == (str(path), line)]
    assert any(all(word in one for word in words) for one in told), str(caught.value)


def test_a_number_that_nothing_states_is_told_with_its_claim_where_it_is_printed(tmp_path, data_dir, tables) -> None:
    path = register(tmp_path, changed("It is right.", "It gained {pair.gb300-server-ovn} and {claim.1.computed}."))
    found = evaluate(data_dir, path, tables)
    assert "{claim.1.computed}" in found[0].strongest_case, "claims need no numbers of notebooks"
    with pytest.raises(RegisterError, match=r"claim 1: there is no number 'pair\S+ovn'(?s:.*)did you mean pair.gb"):
        printed_claims(found, tables)
    right = replace(found[0], strongest_case="It gained {claim.1.computed}, up to {latest}.")
    assert printed_claims([right], tables)[0].strongest_case == "It gained 2.77x, up to v6.1."


# --- the register that is committed


def test_statements_and_cases_hold_no_braces_and_no_markup(claims) -> None:
    for claim in claims.values():
        assert not re.search(r"[{}<>`]", claim.statement + claim.strongest_case + claim.reason)


def test_an_editor_accepts_every_committed_register(root: Path, data_dir: Path) -> None:
    validator = Draft202012Validator(json.loads(schema_text()))
    for path in (*root.glob("book/examples/*.yml"), *data_dir.glob("claims/*/claims.yml")):
        assert not next(validator.iter_errors(yaml.safe_load(path.read_text(encoding="utf-8"))), None), path
