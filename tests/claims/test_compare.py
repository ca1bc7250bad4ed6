"""Any two results compared: what may be compared, the ratio, and the verdicts' judgement on what differs."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from claimcheck.analysis import compare as judgement
from claimcheck.analysis.ratios import best_meeting, defensible_comparisons, imposed_comparisons
from claimcheck.claims.texts.compare import as_json, compare, entry_text, find
from claimcheck.claims.verdict.evaluate import check
from claimcheck.claims.verdict.result import CAME_OUT
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.same import differences
from claimcheck.data.rounds import Break, inference_rounds
from tests.making import results

PAIR = ("5.1-0072/deepseek-r1/Server", "6.0-0082/deepseek-r1/Server")
TIMES = ("5.1-0044/resnet/SingleStream", "6.0-0035/resnet/SingleStream")
LISTED = {
    "deepseek-r1": {"datacenter": ["v5.0", "v6.0"]},
    "bert-99": {"datacenter": ["v2.0", "v2.1"], "edge": ["v2.0", "v6.0"]},
}
TABLE = judgement.compatibility(LISTED, {"bert": Break(round="v2.1", why="it has other questions")}, inference_rounds())
BERT = {"benchmark": "bert-99"}
EDGE = {**BERT, "suite": "edge"}
OLD = {"round": "v5.1", "value": 400.0}
CPU = {"accelerator": None, "accelerators": None}
POWER, NO_POWER = {"has_power": True}, {"has_power": False}
LATEST = {"round": "v6.1", "log_path": None}
REPORT = {"round": "v6.1", "log_path": "run/result_summary.json"}


def rows(before: dict, after: dict):
    frame = results(before, after)
    return frame.iloc[0], frame.iloc[1]


@pytest.mark.parametrize(
    ("before", "after", "allowed", "words"),
    [
        (OLD, {}, "yes", ["version"]),
        ({}, {}, "yes", ["one round"]),
        (OLD, {"accelerators": 72, "availability": "preview"}, "yes", ["version, category and number"]),
        (OLD, {"scenario": "Offline"}, "no", ["Server and Offline"]),
        (OLD, {"benchmark": "gpt-oss-120b"}, "no", ["deepseek-r1 and gpt-oss-120b"]),
        (OLD, {"unit": "samples/s"}, "no", ["tokens/s and samples/s"]),
        (OLD, {"division": "open"}, "with care", ["closed and open", "version and division"]),
        ({}, {"round": "v6.1"}, "not settled", ["ends with v6.0"]),
        ({"round": "v4.0"}, {}, "no", ["MLCommons", "from v5.0 to v6.0"]),
        ({**BERT, "round": "v2.0"}, {**BERT, "round": "v2.1"}, "no", ["our own rule", "other questions"]),
        # The edge suite has its own part of the table.
        ({**BERT, "round": "v2.1"}, BERT, "no", ["datacenter", "from v2.0 to v2.1"]),
        ({**EDGE, "round": "v2.1"}, EDGE, "yes", ["differ in version."]),
        (BERT, EDGE, "with care", ["datacenter and edge"]),
        # Rounds before v0.7 had no suites.
        ({**EDGE, "round": "v2.1", "suite": None}, EDGE, "yes", ["differ in version."]),
        (BERT, {"benchmark": "bert-99.9"}, "with care", ["99% and 99.9%"]),
        ({"benchmark": "yolo-95"}, {"benchmark": "yolo-99"}, "with care", ["95% and 99%"]),
        ({}, {"division": "network"}, "with care", ["over a network"]),
        (NO_POWER, POWER, "no", ["power submission"]),
        (POWER, POWER, "yes", []),
        ({}, POWER, "not settled", ["power submission"]),
        # What the source does not state is not different, and CPUs have no number of accelerators.
        ({"availability": None}, {}, "yes", ["whether they differ in category is not known"]),
        ({**CPU, "availability": None}, {**CPU, "availability": None}, "yes", ["not known"]),
        (CPU, {}, "yes", ["they differ in number of accelerators", "differ in accelerator"]),
        ({"accelerators": None}, {}, "yes", ["whether they differ in number of accelerators is not known"]),
        ({}, {"accelerator": "AMD MI355X", "submitter": "Bert"}, "yes", ["we add", "accelerator and submitter"]),
        # Two programs time runs since v6.1; without a log it is not known which.
        ({"round": "v6.1"}, REPORT, "yes", ["we add", "timing program"]),
        (LATEST, REPORT, "yes", ["whether they differ in timing program is not known"]),
        ({"log_path": None}, {}, "yes", []),
    ],
)
def test_what_may_be_compared(before: dict, after: dict, allowed: str, words: list[str]) -> None:
    found, why = judgement.may_compare(*rows(before, after), TABLE)
    assert found == allowed
    assert all(word.casefold() in why.casefold() for word in words), why
    # Nothing is called different or unknown that is not.
    assert words or "differ" not in why
    assert ("not known" in why) == any("not known" in word for word in words)


def test_a_power_submission_is_not_compared_with_another_result(tables) -> None:
    pairs = {
        "no": ("5.1-0061/whisper/Offline", "5.1-0062/whisper/Offline"),
        "yes": ("5.1-0061/llama2-70b-99.9/Offline", "v4.1-0049/llama2-70b-99.9/Offline"),
    }
    for allowed, names in pairs.items():
        rows = tables.results.set_index("row_id", drop=False).loc[list(names)]
        assert judgement.may_compare(rows.iloc[0], rows.iloc[1], judgement.read_compatibility())[0] == allowed


def test_a_ratio_is_the_later_result_over_the_earlier() -> None:
    assert judgement.ratio(*rows(OLD, {"accelerators": 16})) == (2.0, 1.0)
    times = [{"value": value, "unit": "ms", "higher_is_better": False} for value in (8.0, 2.0)]
    assert judgement.ratio(*rows(*times)) == (0.25, None)
    assert judgement.ratio(*rows(OLD, {"accelerators": None, "accelerator": None})) == (2.0, None)
    assert judgement.ratio(*rows({"value": 0.0}, {})) is None


def test_of_equal_ratios_the_first_result_counts_alone_and_in_the_table() -> None:
    frame = results(OLD, {"row_id": "b"}, {"row_id": "a"}, {"row_id": "c", "value": 700.0})
    pairs = defensible_comparisons(frame, [("v5.1", "v6.0")])
    for flags in ([], ["same_submitter"]):
        assert best_meeting(pairs, ["GB300"], flags)["row_id_after"] == "a"
    assert set(imposed_comparisons(frame, ["v5.1", "v6.0"])["row_id_after"]) == {"a"}


def test_the_published_pair_is_judged_as_its_claim_is(tables, claims) -> None:
    """The same conditions, found and imposed alike; two orders of the two results are one comparison."""
    found, claim = compare(tables, *PAIR), claims[1]
    assert found.ratio_text == claim.computed_text
    own = {one.name: {"holds": one.holds, "detail": one.detail} for one in claim.conditions}
    # A claim names a benchmark as a sentence does, a comparison as the tables do.
    details = {one.name: one.detail.replace("deepseek-r1", "DeepSeek-R1") for one in found.conditions}
    now = {one.name: {"holds": one.holds, "detail": details[one.name]} for one in found.conditions}
    assert list(differences({name: own[name] for name in now}, now)) == []
    assert list(differences(asdict(claim.together), asdict(found.together))) == []
    told = as_json(found)
    assert "gives 1.91x (1.98x if a preview counts)" in told["together"]
    assert as_json(compare(tables, *reversed(PAIR))) == told


@pytest.mark.parametrize("pair", [PAIR, TIMES])
def test_its_entry_comes_out_when_it_is_checked(tables, tmp_path: Path, pair: tuple[str, str]) -> None:
    found = compare(tables, *pair)
    path = tmp_path / "mine.yml"
    path.write_text(entry_text(found.before, found.after, found.ratio), encoding="utf-8")
    (claim,) = check(path, tables.data, tables)
    assert claim.verdict in CAME_OUT
    own = {one.question: one.state in ("holds", "not applicable") for one in claim.conditions}
    asked = {"same submitter": "owner", "same number of accelerators": "number", "same division": "division"}
    alike = [(own[asked[one.name]], one.holds) for one in found.conditions if one.name in asked]
    assert len(alike) == 3 and all(ours == theirs for ours, theirs in alike)


def test_a_result_is_found_by_words_that_fit_it_alone(tables) -> None:
    assert find(tables.results, "6.0 NEBIUS gb300 deepseek-r1 server aarch64x8_")["row_id"] == PAIR[1]
    with pytest.raises(ClaimcheckError, match="results have"):
        find(tables.results, "v6.0 nebius")
    with pytest.raises(ClaimcheckError, match="no result has all of"):
        find(tables.results, "v6.0 nobody")
    with pytest.raises(ClaimcheckError, match="both are"):
        compare(tables, PAIR[0], PAIR[0])
