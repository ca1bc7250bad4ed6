"""Questions and conditions about all rounds, on small tables and by counting by hand."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from claimcheck.claims.conditions import CONDITIONS
from claimcheck.claims.counting import nearest_rule, wins_range
from claimcheck.claims.history import FINDINGS, GROUNDS
from claimcheck.claims.history import QUESTIONS as OF_ROUNDS
from claimcheck.claims.questions import QUESTIONS, sensitivity
from claimcheck.claims.wins import in_words
from claimcheck.errors import RegisterError
from tests.making import results, training

AMD = {"submitter": "AMD", "platform_vendor": "AMD", "accelerator": "AMD Instinct MI355X", "accelerator_vendor": "AMD"}
INTEL = {"submitter": "Intel", "platform_vendor": "Intel", "accelerator": None, "accelerators": None}
NVIDIA = {"submitter": "NVIDIA"}


def ask(context, name: str, **spec: Any):
    return QUESTIONS[name](context, spec)


def check(context, test: str, says: str = "so it is", **spec: Any):
    return CONDITIONS[test](context, {"test": test, "says": says, **spec})


def test_every_question_and_condition_can_be_used() -> None:
    assert set(OF_ROUNDS) <= set(QUESTIONS)
    assert set(FINDINGS) <= set(CONDITIONS)


# --- wins

# NVIDIA wins two cells, AMD one; every cell is contested, every lead is large.
CONTEST = results(
    {"row_id": "a", **NVIDIA, "scenario": "Server", "value": 100.0},
    {"row_id": "b", **AMD, "scenario": "Server", "value": 50.0},
    {"row_id": "c", "submitter": "Dell", "scenario": "Offline", "value": 100.0},
    {"row_id": "d", **AMD, "scenario": "Offline", "value": 200.0},
    # Published after the claims were made: it counts nowhere.
    {"row_id": "later", **AMD, "scenario": "Interactive", "value": 1e9, "round": "v6.1"},
    {"row_id": "undated", **AMD, "scenario": "Interactive", "value": 1e9, "round": "v7.0"},
)
TRAINED = training(
    {**NVIDIA, "time_to_train_minutes": 1.0},
    {"submitter": "Google", "platform_vendor": "Google", "time_to_train_minutes": 2.0},
    {**AMD, "round": "v6.0", "time_to_train_minutes": 0.1},  # later
)


@pytest.fixture(scope="module")
def counted() -> dict[str, pd.DataFrame]:
    """The counts of ``CONTEST`` under every rule: a second each time."""
    return {}


@pytest.fixture
def contested(history, counted):
    """Make the context of ``CONTEST`` and ``TRAINED``."""

    def make(figures: list[dict[str, Any]] | None = None):
        context = history(CONTEST, TRAINED, figures)
        if not counted:
            counted["counts"] = context.tables.win_counts
        vars(context.tables)["win_counts"] = counted["counts"]
        return context

    return make


def test_wins_are_those_of_the_nearest_rule_with_the_rows_that_others_won(contested) -> None:
    context = contested()
    answer = ask(context, "wins")
    assert (answer.value, answer.span) == (2.0, (2.0, 2.0))
    assert list(answer.rows["row_id"]) == ["d"]
    rule = in_words(nearest_rule(context.tables).to_dict())
    both = (context.tables.win_counts["programs"] == "inference+training").sum()
    assert answer.how == (
        f"the verdict rests on the range of the nearest of {both} counting rules over Inference and Training, since no "
        f"definition of a win is published: 2 wins for NVIDIA, 1 for all others, 2.00 times; the rule: {rule}"
    )
    assert ask(context, "wins", tally="ratio").value == 2.0


def test_the_nearest_rule_counts_both_programmes_as_the_claim_says(contested) -> None:
    """Without Training, Inference alone would be nearer to 1 win and 1 time everybody else."""
    context = contested()
    path = context.tables.data / "claims.yml"
    path.write_text(path.read_text().replace("published: 2", "published: 1"), encoding="utf-8")
    assert nearest_rule(context.tables)["programs"] == "inference+training"
    counts = context.tables.win_counts
    exact = counts[(counts["nvidia"] == 1) & (counts["ratio"] == 1)]
    assert "inference" in set(exact["programs"])


def test_what_a_tie_leaves_open_is_the_span(history) -> None:
    tied = pd.concat([CONTEST, results(
        {"row_id": "e", **NVIDIA, "benchmark": "wan", "value": 7.0, "scenario": "Offline"},
        {"row_id": "f", **AMD, "benchmark": "wan", "value": 7.0, "scenario": "Offline"},
    )], ignore_index=True)  # fmt: skip
    context = history(tied, TRAINED)
    # Two wins to one and a tie: the tie may be either side's.
    assert ask(context, "wins").span == (2.0, 3.0)
    assert ask(context, "wins", tally="ratio").span == (1.0, 3.0)


def test_later_rounds_do_not_count(contested) -> None:
    context = contested()
    assert set(context.tables.contest["row_id"]) == {"a", "b", "c", "d", "entry-00", "entry-01"}


def test_the_range_of_wins_goes_over_every_rule_that_gives_one(contested) -> None:
    context = contested()
    counts = context.tables.win_counts
    assert len(wins_range(context, "nvidia")) == len(counts)
    ratios = wins_range(context, "ratio")
    assert len(ratios) == (counts["others"] > 0).sum() < len(counts)
    for tally, unit in (("nvidia", "wins"), ("ratio", "x")):
        found = sensitivity(context, {"over": "wins", "tally": tally}, 2, 0)
        values = wins_range(context, tally)
        assert (found.low, found.high, found.n) == (values.min(), values.max(), len(values))
        assert (found.unit, found.of) == (unit, "counting rules")
        assert found.rank == 1 + (values.map(lambda v: int(v + 0.5)) > 2).sum()


@pytest.mark.parametrize(
    ("figure", "choices", "holds"),
    [
        ({"published": 2, "decimals": 0}, {}, True),
        ({"published": 3, "decimals": 0}, {}, False),
        ({"published": 2, "decimals": 0, "tally": "ratio"}, {}, True),
        ({"published": 1, "decimals": 0, "tally": "ratio"}, {"programs": "inference", "training": "-"}, True),
        # Dell's result and NVIDIA's own: as a submitter NVIDIA wins Server and Training.
        ({"published": 2, "decimals": 0}, {"who": "submitter"}, True),
        ({"published": 1, "decimals": 0}, {"who": "submitter"}, False),
        # Others win nothing of Training: there is no ratio that could be the published one.
        ({"published": 2, "decimals": 0, "tally": "ratio"}, {"programs": "training"}, False),
    ],
)
def test_what_a_rule_gives(contested, figure: dict[str, Any], choices: dict[str, str], holds: bool) -> None:
    if choices.get("programs") == "training":
        choices = {**choices, **dict.fromkeys(("suites", "variants", "measure", "count"), "-")}
    context = contested([figure])
    found = check(context, "rule_gives", choices=choices)
    assert found.holds is holds
    assert "wins for NVIDIA" in found.detail


def test_a_rule_fits_only_with_the_count_and_the_ratio(contested) -> None:
    context = contested()
    counts = context.tables.win_counts
    found = check(context, "rule_fits")
    both = (counts["nvidia"] == 2) & (counts["ratio"] == 2)
    assert found.holds
    assert found.detail == (
        f"{(counts['nvidia'] == 2).sum() - ((counts['nvidia'] == 2) & (counts['others'] == 0)).sum()} of {len(counts)} "
        f"rules give the count, {both.sum()} of them the ratio as well; of the rules over Inference and Training, "
        f"without HPC, {(both & (counts['programs'] == 'inference+training')).sum()} give both"
    )
    path = context.tables.data / "claims.yml"
    path.write_text(path.read_text().replace("others: {figures: [{published: 2", "others: {figures: [{published: 9"))
    found = check(context, "rule_fits")
    assert not found.holds
    assert "0 of them the ratio as well" in found.detail
    assert found.detail.endswith("0 give both")


@pytest.mark.parametrize("choices", [{"who": "submiter"}, {"whom": "own"}, {"whom": "-"}])
def test_a_choice_that_is_none_is_an_error(contested, choices: dict[str, str]) -> None:
    context = contested([{"published": 2, "decimals": 0}])
    with pytest.raises(RegisterError, match="choices is"):
        check(context, "rule_gives", choices=choices)


# --- new benchmarks and scenarios

# New in v6.0: deepseek-r1 Interactive, wan Offline and SingleStream, gpt Server.
NEW = results(
    {"row_id": "r1", "scenario": "Interactive", "value": 10.0, **NVIDIA},
    {"row_id": "r2", "scenario": "Interactive", "value": 5.0, **INTEL, "suite": "edge"},
    {"row_id": "w1", "benchmark": "wan", "scenario": "Offline", "value": 8.0, "accelerators": 8, "submitter": "Dell"},
    {"row_id": "w2", "benchmark": "wan", "scenario": "Offline", "value": 4.0, **(AMD | {"accelerators": 2})},
    {"row_id": "old", "scenario": "Server", "value": 1.0, **AMD},
    {"row_id": "elsewhere", "benchmark": "wan", "scenario": "SingleStream", "value": 1.0, "round": "v5.1", **AMD},
    {"row_id": "open", "benchmark": "wan", "scenario": "SingleStream", "value": 1.0, "division": "open", **AMD},
)
DATACENTER = {"round": "v6.0", "vendor": "NVIDIA", "suite": "datacenter"}


def test_a_vendor_in_every_new_cell(history) -> None:
    found = check(history(NEW), "covers_new_cells", **DATACENTER)
    assert (found.holds, found.detail) == (True, "2 of 2 new cells have a result on NVIDIA")
    found = check(history(NEW), "covers_new_cells", round="v6.0", vendor="NVIDIA")
    assert (found.holds, found.detail) == (False, "2 of 3 new cells have a result on NVIDIA")
    found = check(history(NEW), "covers_new_cells", **DATACENTER | {"vendor": "AMD"})
    assert (found.holds, found.detail) == (False, "1 of 2 new cells have a result on AMD")


def test_nobody_else_in_every_new_cell(history) -> None:
    found = check(history(NEW), "no_other_covers_new_cells", **DATACENTER)
    assert (found.holds, found.detail) == (True, "of 2 new cells: AMD in 1")
    everywhere = pd.concat([NEW, results({"row_id": "x", "scenario": "Interactive", "value": 1.0, **AMD})])
    found = check(history(everywhere), "no_other_covers_new_cells", **DATACENTER)
    assert (found.holds, found.detail) == (False, "of 2 new cells: AMD in 2")
    alone = NEW[~NEW["row_id"].isin(["w2", "r2"])]
    found = check(history(alone), "no_other_covers_new_cells", **DATACENTER)
    assert (found.holds, found.detail) == (True, "of 2 new cells: nobody else in any")


def test_alone_in_every_new_cell(history) -> None:
    found = check(history(NEW), "alone_in_new_cells", **DATACENTER)
    assert (found.holds, found.detail) == (False, "wan Offline: AMD, NVIDIA")
    found = check(history(NEW[NEW["row_id"] != "w2"]), "alone_in_new_cells", **DATACENTER)
    assert (found.holds, found.detail) == (True, "NVIDIA is alone in all 2")


def test_a_rival_in_every_new_cell(history) -> None:
    found = check(history(NEW), "rival_in_new_cells", **DATACENTER)
    assert (found.holds, found.detail) == (False, "no rival in 1 of 2: deepseek-r1 Interactive")
    everywhere = pd.concat([NEW, results({"row_id": "x", "scenario": "Interactive", "value": 1.0, **AMD})])
    found = check(history(everywhere), "rival_in_new_cells", **DATACENTER)
    assert (found.holds, found.detail) == (True, "a rival in each")


def test_the_best_of_every_new_cell_in_total_and_per_accelerator(history) -> None:
    found = check(history(NEW), "tops_new_cells", **DATACENTER)
    assert (found.holds, found.detail) == (True, "best result of all 2 new cells")
    # 8 on eight accelerators against 4 on two.
    found = check(history(NEW), "tops_new_cells", measure="per_accelerator", **DATACENTER)
    assert (found.holds, found.detail) == (False, "wan Offline: AMD, AMD")
    found = check(history(NEW), "tops_new_cells", round="v6.0", vendor="NVIDIA", suite="edge")
    assert (found.holds, found.detail) == (False, "deepseek-r1 Interactive: Intel, Intel")


def test_new_benchmarks_count_their_accuracy_targets_once(history) -> None:
    rows = pd.concat([NEW, results(
        {"row_id": "b99", "benchmark": "bert-99.9", "scenario": "Offline"},  # bert is older than this target
        {"row_id": "g99", "benchmark": "gpt-99"},
        {"row_id": "g999", "benchmark": "gpt-99.9"},
    )])  # fmt: skip
    answer = ask(history(rows), "new_benchmarks", round="v6.0")
    assert (answer.value, answer.how) == (2.0, "benchmarks first run in v6.0: gpt, wan")
    assert set(answer.rows["benchmark"]) == {"wan", "gpt-99", "gpt-99.9"}
    assert set(answer.rows["round"]) == {"v6.0"}
    assert ask(history(rows), "new_benchmarks", round="v5.1").value == 1.0


def test_the_round_of_a_benchmark(history) -> None:
    context = history(NEW)
    found = check(context, "first_run_in", benchmark="wan", round="v6.0")
    assert (found.holds, found.detail) == (True, "wan was first run in v6.0")
    found = check(context, "first_run_in", benchmark="deepseek-r1", round="v6.0")
    assert (found.holds, found.detail) == (False, "deepseek-r1 was first run in v5.1")


def test_rounds_are_in_the_order_of_their_numbers(history) -> None:
    context = history(NEW)
    path = context.tables.data / "benchmarks.yml"
    text = path.read_text().replace(
        "wan: {metric: samples, scenarios: {Offline: v6.0, SingleStream: v6.0",
        "wan: {metric: samples, scenarios: {Offline: v6.0, SingleStream: v10.0",
    )
    path.write_text(text)
    assert check(context, "first_run_in", benchmark="wan", round="v6.0").holds


@pytest.mark.parametrize("name", [n for n in FINDINGS if n.endswith("_new_cells")])
def test_of_no_new_cell_nothing_is_said(history, name: str) -> None:
    """ "All of none" would hold whatever the claim says."""
    rows = results({"round": "v6.0", "scenario": "Server"}, AMD)
    with pytest.raises(RegisterError, match=r"no benchmark or scenario was new in v6\.0"):
        check(history(rows), name, round="v6.0", vendor="NVIDIA")


# --- who took part

MANY = results(
    {**NVIDIA},
    {"submitter": "Dell"},
    {"submitter": "RedHat"},
    {"submitter": "RedHat"},
    {"submitter": "Krai", "division": "open"},
    {**AMD},
    {**AMD, "submitter": "Dell"},
    {**AMD, "submitter": "Oracle"},
    {**NVIDIA, "round": "v5.1"},
    {"submitter": "Dell", "round": "v5.1"},
    *({"submitter": f"firm {n}", "round": "v6.1"} for n in range(9)),
)


def test_partners_are_the_other_submitters_of_the_closed_division(history) -> None:
    answer = ask(history(MANY), "partners", round="v6.0", vendor="NVIDIA")
    assert (answer.value, answer.how) == (2.0, "organisations, closed division, v6.0: Dell, RedHat")
    assert sorted(answer.rows["submitter"]) == ["Dell", "RedHat"]
    assert set(answer.rows["platform_vendor"]) == {"NVIDIA"}


def test_the_vendors_list_beside_the_table(history) -> None:
    context = history(MANY)
    assert check(context, "list_agrees", list="nvidia-v6.0", divisions=["closed"]).detail == "the same 2 names"
    found = check(context, "list_agrees", list="nvidia-v6.0", divisions=["closed", "open"])
    assert (found.holds, found.detail) == (False, "result, not named: Krai")
    found = check(history(MANY[MANY["submitter"] != "RedHat"]), "list_agrees", list="nvidia-v6.0", divisions=["closed"])
    assert (found.holds, found.detail) == (False, "named, no result: RedHat")
    with pytest.raises(RegisterError, match="list is 'nvidia-v6'"):
        check(context, "list_agrees", list="nvidia-v6", divisions=["closed"])


def test_the_most_partners_so_far(history) -> None:
    now = {"round": "v6.0", "vendor": "NVIDIA"}
    found = check(history(MANY), "most_partners_so_far", **now)
    assert (found.holds, found.detail) == (True, "v6.0: 2 on NVIDIA; most: 2 on AMD in v6.0")  # a tie is no defeat
    assert not check(history(MANY), "had_more_partners", **now).holds
    more = pd.concat([MANY, results(*({"submitter": f"old {n}", "round": "v5.1"} for n in range(3)))])
    found = check(history(more), "most_partners_so_far", **now)
    assert (found.holds, found.detail) == (False, "v6.0: 2 on NVIDIA; most: 4 on NVIDIA in v5.1")
    assert check(history(more), "had_more_partners", **now).holds


JOINT = pd.concat(
    [MANY, results({"row_id": "z1", "submitter": "Dell_Broadcom"}, {**AMD, "row_id": "z2", "submitter": "AMD_Oracle"})]
)


def test_a_joint_submission_counts_for_each_that_took_part(history) -> None:
    """Dell is there already, so a joint name adds Broadcom; AMD with Oracle adds nobody on AMD's silicon."""
    answer = ask(history(JOINT), "partners", round="v6.0", vendor="NVIDIA")
    assert (answer.value, answer.how) == (3.0, "organisations, closed division, v6.0: Broadcom, Dell, RedHat")
    assert set(answer.rows["submitter"]) == {"Dell", "RedHat", "Dell_Broadcom"}
    found = check(history(JOINT), "most_partners_of_round", round="v6.0", vendor="NVIDIA")
    assert (found.holds, found.detail) == (True, "v6.0: NVIDIA 3, AMD 2")
    found = check(history(JOINT), "list_agrees", list="nvidia-v6.0", divisions=["closed"])
    assert (found.holds, found.detail) == (False, "result, not named: Broadcom")


def test_what_the_names_as_they_stand_would_give_is_said_where_it_differs(history) -> None:
    now = {"round": "v6.0", "vendor": "NVIDIA"}
    old = [{"submitter": name, "round": "v5.1"} for name in ("old 0", "old 1", "Dell_Broadcom")]
    rows = pd.concat([MANY, results(*old)])
    # old 0, old 1, Dell and, with it, Broadcom: four organisations, and four names.
    assert check(history(rows), "most_partners_so_far", **now).detail == "v6.0: 2 on NVIDIA; most: 4 on NVIDIA in v5.1"
    rows = rows[(rows["submitter"] != "Dell") | (rows["round"] != "v5.1")]
    said = "v6.0: 2 on NVIDIA; most: 4 on NVIDIA in v5.1"
    spelt = "(by the submitters' names as they stand, 2 and 3 on NVIDIA in v5.1)"
    assert check(history(rows), "most_partners_so_far", **now).detail == f"{said} {spelt}"


def test_the_most_partners_of_a_round(history) -> None:
    one_less = MANY[MANY["submitter"] != "Oracle"]
    found = check(history(one_less), "most_partners_of_round", round="v6.0", vendor="NVIDIA")
    assert (found.holds, found.detail) == (True, "v6.0: NVIDIA 2, AMD 1")
    one_more = pd.concat([MANY, results({**AMD, "submitter": "Cisco"})])
    found = check(history(one_more), "most_partners_of_round", round="v6.0", vendor="NVIDIA")
    assert (found.holds, found.detail) == (False, "v6.0: AMD 3, NVIDIA 2")


def test_whose_silicon_has_results(history) -> None:
    context = history(MANY)
    found = check(context, "no_results_on", vendor="AMD", rounds=["v5.1"])
    assert (found.holds, found.detail) == (True, "0 results on AMD's silicon in v5.1")
    found = check(context, "no_results_on", vendor="AMD", rounds=["v5.1", "v6.0"])
    assert (found.holds, found.detail) == (False, "3 results on AMD's silicon in v5.1, v6.0")
    found = check(context, "results_on", vendor="AMD", rounds=["v6.0"])
    assert (found.holds, found.detail) == (True, "3 results on AMD's silicon in v6.0 (MI355X)")
    assert not check(context, "results_on", vendor="AMD", rounds=["v5.1"]).holds


@pytest.mark.parametrize(
    ("name", "spec"),
    [
        ("no_results_on", {"vendor": "ADM", "rounds": ["v6.0"]}),
        ("no_results_on", {"vendor": "AMD", "rounds": ["v6.0", "v60"]}),
        ("covers_new_cells", {"vendor": "Nvidia", "round": "v6.0"}),
        ("covers_new_cells", {"vendor": "NVIDIA", "round": "6.0"}),
        ("covers_new_cells", {"vendor": "NVIDIA", "round": "v6.0", "suite": "data center"}),
        ("first_run_in", {"benchmark": "deepseek", "round": "v6.0"}),
    ],
)
def test_a_name_that_no_result_bears_is_an_error(history, name: str, spec: dict[str, Any]) -> None:
    """A typo must not make "there are none" hold."""
    with pytest.raises(RegisterError, match=r"(?s)(vendor|rounds?|suite|benchmark) is '.*one of"):
        check(history(MANY), name, **spec)


@pytest.mark.parametrize("name", ["partners", "new_benchmarks"])
def test_a_question_about_an_unknown_round_is_an_error(history, name: str) -> None:
    with pytest.raises(RegisterError, match=r"round is 'v6'"):
        ask(history(MANY), name, round="v6", vendor="NVIDIA")


# --- what a claim rests on beside its figures


def ground(context, name: str, **spec: Any) -> list[str]:
    find, needed = GROUNDS[name]
    assert set(spec) == set(needed)
    return sorted(find(context, {"find": name, **spec})["row_id"])


def test_the_best_row_of_each_new_cell_of_every_suite(history) -> None:
    assert ground(history(NEW), "best_of_new_cells", round="v6.0") == ["r1", "r2", "w1"]


def test_the_first_row_of_each_partner_now_and_where_they_were_most(history) -> None:
    old = results(*({"row_id": f"o{n}", "submitter": f"old {n % 4}", "round": "v5.1"} for n in range(8)))
    dell = ({"row_id": name, "submitter": "Dell"} for name in ("n1", "n2"))
    now = results(*dell, {"row_id": "n3", **NVIDIA})
    rows = pd.concat([old, now])
    found = ground(history(rows), "partners_now_and_at_most", round="v6.0", vendor="NVIDIA")
    assert found == ["n1", "o0", "o1", "o2", "o3"]


def test_what_a_submitter_did_submit(history) -> None:
    rows = results(
        {"row_id": "g5", "submitter": "Google", "round": "v5.1"},
        {"row_id": "g6", "submitter": "Google", "division": "open"},
        {"row_id": "g0", "submitter": "Google", "round": "v0.5"},
        {"row_id": "d6", "submitter": "Dell"},
    )
    assert ground(history(rows), "submitted", submitter="Google", rounds=["v5.1", "v6.0"]) == ["g5", "g6"]
    with pytest.raises(RegisterError, match=r"submitter is 'Gogle'"):
        ground(history(rows), "submitted", submitter="Gogle", rounds=["v6.0"])


def test_an_older_benchmark_is_named_with_its_round_and_what_it_joins(history) -> None:
    context = history(NEW)
    found = check(context, "none_before", round="v6.0", benchmarks={"deepseek-r1": "words and sums", "wan": "words"})
    assert (found.holds, found.detail) == (False, "deepseek-r1 (words and sums) since v5.1")
    found = check(context, "none_before", round="v6.0", benchmarks={"wan": "words"})
    assert (found.holds, found.detail) == (True, "none before v6.0")
    with pytest.raises(RegisterError, match="benchmarks is 'wann'"):
        check(context, "none_before", round="v6.0", benchmarks={"wann": "words"})


# --- size, time, owners


def test_the_most_accelerators_of_any_division_so_far(history) -> None:
    rows = results(
        {"row_id": "big", "accelerators": 288, "system": "racks", **NVIDIA},
        {"row_id": "old", "accelerators": 300, "round": "v0.5", "division": "open", "submitter": "Krai"},
        {"row_id": "later", "accelerators": 576, "round": "v6.1"},
        {"row_id": "cpu", "accelerators": None},
    )
    answer = ask(history(rows), "most_accelerators")
    assert (answer.value, list(answer.rows["row_id"])) == (300.0, ["old"])
    said = "the most of any round and division up to v6.0"
    assert answer.how == f"Krai, box, v0.5: {said}; v6.1, published later, has a larger one (576)"
    assert ask(history(rows[rows["row_id"] != "old"]), "most_accelerators").value == 288.0
    smaller = rows.assign(accelerators=rows["accelerators"].where(rows["row_id"] != "later", 299))
    assert ask(history(smaller), "most_accelerators").how == f"Krai, box, v0.5: {said}"
    assert ask(history(rows[rows["row_id"] != "later"]), "most_accelerators").how == f"Krai, box, v0.5: {said}"


def test_months_between_two_rounds(history) -> None:
    answer = ask(history(MANY), "months", before="v5.1", after="v6.0")
    assert answer.value == pytest.approx(204 / 30.4375)
    assert answer.how == "v5.1 on 2025-09-09, v6.0 on 2026-04-01: 204 days"
    assert len(answer.rows) == 0
    assert ask(history(MANY), "months", before="v6.0", after="v5.1").value < 0
    with pytest.raises(RegisterError, match=r"'v5\.2'"):
        ask(history(MANY), "months", before="v5.2", after="v6.0")


OWNERS = results(
    {"row_id": "a5", "submitter": "Anna", "round": "v5.1", "value": 100.0},
    {"row_id": "a6", "submitter": "Anna", "round": "v6.0", "value": 300.0},
    {"row_id": "b5", "submitter": "Bea", "round": "v5.1", "value": 100.0},
    {"row_id": "b6", "submitter": "Bea", "round": "v6.0", "value": 150.0},
    {"row_id": "c5", "submitter": "Cid", "round": "v5.1", "value": 100.0, "scenario": "Offline"},
    {"row_id": "c6", "submitter": "Cid", "round": "v6.0", "value": 110.0, "scenario": "Offline"},
    {"row_id": "d5", "submitter": "Dan", "round": "v5.1", "value": 100.0, "accelerator": "NVIDIA B200"},
    {"row_id": "d6", "submitter": "Dan", "round": "v6.0", "value": 105.0, "accelerator": "NVIDIA B200"},
)
CELL = {"benchmark": "deepseek-r1", "scenario": "Server", "accelerators": ["GB300"]}


def test_the_lowest_gain_of_an_owner_is_of_that_cell_and_chip(history) -> None:
    answer = ask(history(OWNERS), "lowest_owner_gain", **CELL)
    assert (answer.value, sorted(answer.rows["row_id"])) == (1.5, ["b5", "b6"])
    assert answer.how == "lowest of 2 submitters' own gains: Bea, 8 GB300"
    assert ask(history(OWNERS), "lowest_owner_gain", **CELL | {"accelerators": ["GB300", "B200"]}).value == 1.05


@pytest.mark.parametrize(
    ("published", "holds", "detail"),
    [
        (2.0, True, "1 of 2 pairs gained less: Bea on 8 GB300 1.50x"),
        (1.5, False, "0 of 2 pairs gained less: "),
        (9.0, True, "2 of 2 pairs gained less: Bea on 8 GB300 1.50x, Anna on 8 GB300 3.00x"),
    ],
)
def test_an_owner_that_gained_less(history, published: float, holds: bool, detail: str) -> None:
    found = check(history(OWNERS, figures=[{"published": published}]), "some_owner_gained_less", **CELL)
    assert (found.holds, found.detail) == (holds, detail)


@pytest.mark.parametrize("other", [{"scenario": "Interactive"}, {"accelerators": ["GB200"]}])
def test_where_no_owner_kept_its_system_nothing_is_said(history, other: dict[str, Any]) -> None:
    with pytest.raises(RegisterError, match="no submitter kept such a system"):
        ask(history(OWNERS), "lowest_owner_gain", **CELL | other)
    with pytest.raises(RegisterError, match="no submitter kept such a system"):
        ask(history(OWNERS[OWNERS["round"] == "v6.0"]), "lowest_owner_gain", **CELL)


# --- one row


def one(context, **row: Any):
    made = context(OWNERS)
    made.rows["of"] = results({"result_id": "6.0-0081", "software": "vLLM + Dynamo", **row})
    return made


def test_whose_result_on_which_chip_with_which_software(history) -> None:
    context = one(history, submitter="Nebius")
    found = CONDITIONS["submitted_by"](context, {"submitter": "Nebius"})
    assert (found.name, found.holds) == ("Nebius's own result", True)
    assert found.detail == "submitted by Nebius (result 6.0-0081)"
    assert not CONDITIONS["submitted_by"](context, {"submitter": "NVIDIA"}).holds
    found = check(context, "chip_is", chips=["GB300", "B300"])
    assert (found.holds, found.detail) == (True, "deepseek-r1 Server: Nebius, 8 GB300 (result 6.0-0081)")
    assert not check(context, "chip_is", chips=["GB200"]).holds
    found = CONDITIONS["software_names"](context, {"word": "vllm"})
    assert (found.name, found.holds) == ("its software line names vllm", True)
    assert found.detail == "its software line: vLLM + Dynamo"
    assert not CONDITIONS["software_names"](context, {"word": "SGLang"}).holds


def test_the_chip_of_another_row(history) -> None:
    context = one(history)
    context.rows["before"] = results({"accelerator": "NVIDIA GB200"})
    assert check(context, "chip_is", chips=["GB200"], of="before").holds
    assert not check(context, "chip_is", chips=["GB200"]).holds
