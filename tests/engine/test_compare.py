"""Any two results compared: what may be compared, the ratio, and what is left of it."""

from __future__ import annotations

import random
import re
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.comparison import RULES, SHARED, condition
from claimcheck.analysis.derived import Tables
from claimcheck.analysis.questions import HOLDS, IMPOSED, UNKNOWN, Pair, answers
from claimcheck.analysis.view import family
from claimcheck.core.errors import ClaimcheckError
from claimcheck.data.registers import read_questions
from claimcheck.data.rounds import order
from claimcheck.site.engine.run import answer, ask, run
from tests.engine.golden import agree

PAIR = ("5.1-0072/deepseek-r1/Server", "6.0-0082/deepseek-r1/Server")
SUBJECT = RULES["left"]["subject"]
EDGE = {"benchmark": "bert-99", "suite": "edge"}
OLD = {"round": "v5.1", "value": 400.0}
CPU = {"accelerator": None, "accelerators": None}
POWER, NO_POWER = {"has_power": True}, {"has_power": False}
LATEST = {"round": "v6.1", "log_path": None}
REPORT = {"round": "v6.1", "log_path": "run/result_summary.json"}
MAY_BE_COMPARED = [
    (OLD, {"accelerators": 72, "availability": "preview"}, "yes", ["version, category and number"]),
    ({}, {"round": "v6.1"}, "not settled", ["ends with v6.0"]),
    ({"round": "v4.0"}, {}, "no", ["MLCommons", "from v5.1 to v6.0"]),
    # The edge suite has its own part of the table, and rounds before v0.7 had no suites.
    ({**EDGE, "round": "v2.1"}, EDGE, "yes", ["differ in version."]),
    ({**EDGE, "round": "v2.1", "suite": None}, EDGE, "yes", ["differ in version."]),
    ({}, {"division": "network"}, "with care", ["over a network"]),
    (NO_POWER, POWER, "no", ["power submission"]),
    (POWER, POWER, "yes", []),
    ({}, POWER, "not settled", ["power submission"]),
    # What the source does not state is not different, and CPUs have no number of accelerators.
    ({"availability": None}, {}, "yes", ["whether they differ in category is not known"]),
    (CPU, {}, "yes", ["they differ in number of accelerators", "differ in accelerator"]),
    ({"accelerators": None}, {}, "yes", ["whether they differ in number of accelerators is not known"]),
    ({}, {"accelerator": "AMD MI355X", "submitter": "Bert"}, "yes", ["we add", "accelerator and submitter"]),
    # Two programs time runs since v6.1; without a log it is not known which.
    ({"round": "v6.1"}, REPORT, "yes", ["we add", "timing program"]),
    (LATEST, REPORT, "yes", ["whether they differ in timing program is not known"]),
]


def compare(one: str, two: str) -> dict[str, Any]:
    return answer({"kind": "compare", "one": one, "two": two})


def made_pairs(made_of, pairs: list[tuple[dict, dict]]) -> list[dict[str, Any]]:
    rows = [{"system": f"box-{n}", **row} for n, pair in enumerate(pairs) for row in pair]
    names = [f"row-{n:02d}" for n in range(len(rows))]
    asked = [{"kind": "compare", "one": a, "two": b} for a, b in zip(names[::2], names[1::2], strict=True)]
    return run(asked, made_of(*rows))


def test_what_may_be_compared(made_of) -> None:
    said = made_pairs(made_of, [(before, after) for before, after, _, _ in MAY_BE_COMPARED])
    for found, (before, after, allowed, words) in zip(said, MAY_BE_COMPARED, strict=True):
        why = found["why"]
        assert found["allowed"] == allowed, (before, after, why)
        assert all(word.casefold() in why.casefold() for word in words), why
        # Nothing is called different or unknown that is not.
        assert words or "differ" not in why
        assert ("not known" in why) == any("not known" in word for word in words)


def test_a_ratio_is_the_later_result_over_the_earlier_and_its_sentence_is_on_the_better(made_of) -> None:
    """One is 25% better per accelerator, and the other four times as good in total; no sentence is below one."""
    small, large = {**OLD, "value": 800.0}, {"value": 3200.0, "accelerators": 40}
    times = tuple({"value": value, "unit": "ms", "higher_is_better": False} for value in (8.0, 2.0))
    one, *others = made_pairs(made_of, [(small, large), times, ({**OLD, **CPU}, CPU), ({"value": 0.0}, {})])
    assert "no value above 0 of Anna on 8 GB300 (v6.0)." in others[-1]["sentences"]
    ratios = [found["ratio"] and (found["ratio"]["total"], found["ratio"]["per_accelerator"]) for found in others]
    assert ratios == [(0.25, None), (2.0, None), None] and "was 4.00 times as fast as" in others[0]["sentences"]
    assert one["sentences"].startswith("Per accelerator, Anna on 8 GB300 (v5.1) made 1.25 times")
    shown = "1.25x per accelerator for Anna on 8 GB300 (v5.1), 4.00x in total for Anna on 40 GB300 (v6.0)"
    assert one["ratio"]["text"] + one["ratio"]["shown"] == shown


def test_comparisons_are_those_that_were_read_through(tables) -> None:
    """A pair for each way in which an answer differs; what claims are asked of a ratio says the same of them."""

    def summary(said: dict[str, Any]) -> dict[str, Any]:
        ratio = said["ratio"] and [said["ratio"]["text"], said["ratio"]["total"], said["ratio"]["per_accelerator"]]
        conditions = [[one["name"], one["holds"], one["left"], one["follows"]] for one in said["conditions"]]
        first = said["sentences"].partition(". ")[0]
        kept = {name: said[name] for name in ("allowed", "why", "together")}
        return {**kept, "said": first, "ratio": ratio, "conditions": conditions}

    found = agree("compare", lambda one, two: {"kind": "compare", "one": one, "two": two}, summary)
    rounds, rated = (tables.results.set_index("row_id")[name] for name in ("round", "higher_is_better"))
    asked = [
        Pair(str(number), *sorted(rows, key=lambda row: order(rounds[row])), said["ratio"][2] is not None, own=False)
        for number, (rows, said) in enumerate(found)
        if said["ratio"] and rows[0] in rounds
    ]
    given = answers(tables, asked).set_index(["key", "question"])
    names = {question.label: name for name, question in read_questions().questions.items() if name in IMPOSED}
    compared = 0
    for pair in asked:
        _, total, per = found[int(pair.key)][1]["ratio"]
        for label, holds, left, follows in found[int(pair.key)][1]["conditions"]:
            if label not in names or (said := given.loc[pair.key, names[label]])["state"] == UNKNOWN:
                continue
            assert holds == (said["state"] == HOLDS), (pair, label)
            # Claims print no ratio below one, which the engine tells by the better result; and where no two are of one
            # size, a claim's pair is divided by its accelerators.
            above = ((total if per is None else per) >= 1) == rated[pair.after]
            if above and not holds and follows != SUBJECT and (per or names[label] != "number"):
                none = pd.isna(said["ratio"]) or [*said["rows"]] == [pair.before, pair.after]
                assert left == (None if none else pytest.approx(said["ratio"])), (pair, label)
                compared += 1
    assert compared > 10


def drawn_pairs(rows: pd.DataFrame, number: int) -> pd.DataFrame:
    """Pairs over all rounds, divisions and suites, four of five of one benchmark and scenario, the earlier first."""
    chance, rounds = random.Random(56), rows.set_index("row_id")["round"].map(order)
    cells = family(rows["benchmark"]) + rows["scenario"]
    same, every = rows["row_id"].groupby(cells).agg(list), list(rows["row_id"])
    groups = rows.groupby(["round", "division", "suite"], dropna=False)["row_id"].transform("size")
    drawn = rows["row_id"].sample(number, replace=True, random_state=56, weights=1 / groups)
    pairs = [(one, chance.choice(same[cells[at]] if chance.random() < 0.8 else every)) for at, one in drawn.items()]
    ordered = (sorted(pair, key=rounds.__getitem__) for pair in pairs if len(set(pair)) > 1)
    return pd.DataFrame(ordered, columns=["before", "after"])


def test_the_engine_judges_two_results_as_the_sql_judges_sets(tables: Tables) -> None:
    """What they share, and the ratio, below one too; the derived comparisons are of pairs that it lets be compared."""
    pairs = drawn_pairs(tables.results, 3_000)
    derived = tables.comparisons[["row_id_before", "row_id_after"]]
    (said, known) = ask([{"kind": "judge", "pairs": each.to_numpy().tolist()} for each in (pairs, derived)])
    engine = pd.DataFrame(said["pairs"])
    assert set(engine["decides"]) > {"family", "power", "broken", "with care", "comparable", "not settled"}
    assert {one["decides"] for one in known["pairs"]} == {"comparable", "not settled"}
    suites = tables.results.set_index("row_id")["suite"].fillna("")
    before, after = (suites.loc[derived[side]].to_numpy() for side in derived)
    assert ((before == after) | (before == "") | (after == "")).all()
    # Of a system without accelerators the engine says so, where the SQL has nothing to compare.
    sql = f"""with r as (select * replace (has_power as power) from inference_results where product is not null)
        select place, a.per_accelerator / b.per_accelerator as ratio,
            {", ".join(f"{condition(check)} as {name}" for name, check in SHARED.items())}
        from pairs join r b on b.row_id = before join r a on a.row_id = after"""
    with tables.database("inference_results") as database:
        database.register("pairs", pairs.reset_index(names="place"))
        shared = database.execute(sql).df().set_index("place")
    assert len(shared) > 1_000
    own = pd.json_normalize(engine["shared"]).loc[shared.index, list(SHARED)].astype("boolean")
    pd.testing.assert_frame_equal(own, shared[list(SHARED)].astype("boolean"), check_names=False)
    ratios = engine["ratio"].loc[shared.index].dropna()
    assert list(ratios) == pytest.approx(list(shared["ratio"].loc[ratios.index])) and ratios.min() < 1 < ratios.max()


def test_a_result_is_found_by_words_that_fit_it_alone() -> None:
    """Two orders of the two results are one comparison, in names of a sentence."""
    found = compare(PAIR[0], "6.0 NEBIUS gb300 deepseek-r1 server aarch64x8_")
    assert found["after"] == PAIR[1] and compare(*reversed(PAIR)) == found
    assert "DeepSeek-R1 Server" in found["sentences"] and "deepseek-r1" not in found["sentences"] + found["why"]
    for words, fault in (
        ("v6.0 nebius", "choose one: GPT-OSS 120B Offline, Nebius on 1 GB300 (v6.0)"),
        ("v6.0 nobody", "leave out nobody, which no result has"),
        (PAIR[0], "both are"),
    ):
        with pytest.raises(ClaimcheckError, match=re.escape(fault)):
            compare(PAIR[0], words)
