"""Numbers for prose: known, printed as they are, computed from the rows that they name."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.analysis.results import half_up
from claimcheck.claims.counted import introduced, is_new, llm_benchmarks, of_readings
from claimcheck.claims.number import Number
from claimcheck.claims.numbers import FAMILIES

ROLE = re.compile(r"\{n\}`([^`]+)`")

# Numbers without a row behind them, and why.
NO_ROWS = {
    r"ratio\.for-60": "arithmetic on a percentage",
    r"claim\.(44|48)\.published(-\d)?": "a figure from outside: its source stands on the claim's card",
    r"price\.(low|mid|high)-(low|high)": "an assumption of prices.yml",
    r"(rows|runs|agree|corrections|claims|verdicts)\..*": "a count of a whole table or register",
    r"readings\.all-n|owners\.n": "a count of many pairs, which the page lists",
    r"(rounds|second|training|official|shared)\..*": "a count of a whole table",
    r"wins\..*": "a count by a rule over every round, which the page and claimcheck wins list",
    r"partners\.(amd|nvidia)-.*|records\..*|largest\.margin": "a count over a whole round, which the page lists",
    r"years\.(?!top$).*": "a count of many pairs, which the page lists",
    r"op\.at-limit": "a threshold of ours",
    r"op\.(readings|runs|(r1|llama)-(server|interactive))\.([a-z0-9.-]*-)?n": "a count of runs, which the pages list",
    r"experiments\.((entries|pairs|nearly|strict|routing)-n|rates-of)": "a count of many pairs, which the page lists",
    r"experiments\.tolerance": "a threshold of ours",
    r"metric\.(runs|last-in|between|length|offered|ends|passes|factor|share)[a-z0-9.-]*": "over all runs, a table",
    r"metric\.r1-v[0-9.]+-length-(low|high)|metric\.r1-v5\.1-short-n": "over all runs of a round, a table",
    r"denominators\.((r1-)?(pairs|turned|turned-full|gap)|other-gap|same|cells|best-moved)[a-z-]*": "over all pairs",
    r"next\.(steps|up)-n|harness\.(newer|earlier)-n|afterwards\..*": "a count over a whole round or register",
    r"fig\..*": "a published figure or a constant: its source stands in the sentence",
    r"route\..*|(mtp|wide)\.(?!before|nebius|nvidia|interactive|runs).*": "a model of ours; its page lists constants",
    r"disagg\.(?!interactive|shared|rack|before|nebius).*": "a model of ours; its page lists constants",
    r"adp\.(?!(before|nebius-8|nvidia-72)\.(wait|timeout)|pair).*": "a model of ours; its page lists constants",
    r"fuse\.(?!before|nebius|nvidia|part|fixed-most).*": "a model of ours, or published figures; its page lists them",
    r"(articles|contradictions)\..*": "a count of the whole register of claims or of assertions",
    r"switches\.(words|files|submitters|lines|lines-shown)-n": "a count of submitted files, which the page lists",
}


def pages(root: Path) -> list[Path]:
    return [*sorted((root / "book").glob("*.md")), *sorted((root / "notebooks").glob("*.py"))]


def test_every_number_that_prose_uses_is_known(root: Path, numbers) -> None:
    used = {(p.name, key) for p in pages(root) for key in ROLE.findall(p.read_text(encoding="utf-8"))}
    assert len(used) > 50
    assert [u for u in sorted(used) if u[1] not in numbers] == []


def test_keys_are_those_of_the_numbers(numbers) -> None:
    assert all(key == number.key for key, number in numbers.items())
    assert [key for key in numbers if not re.fullmatch(r"(articles\.A\d\.)?[a-z0-9.-]+", key)] == []


@pytest.mark.parametrize("parts", FAMILIES, ids="-".join)
def test_a_family_s_keys_begin_with_its_parts(tables, parts: tuple[str, ...]) -> None:
    """Otherwise a strongest case could not name the number."""
    assert {n.key.partition(".")[0] for group in FAMILIES[parts] for n in group(tables)} == set(parts)


def printed(number: Number) -> tuple[str, int]:
    """The digits of a text that prints one number, and its decimals."""
    (digits,) = re.findall(r"-?[\d,]*\d(?:\.\d+)?", number.text.replace("$", ""))
    return digits.replace(",", ""), len(digits.partition(".")[2])


def test_a_text_is_its_value_rounded_half_up(numbers) -> None:
    for number in numbers.values():
        if number.worded or " to " in number.text:
            continue  # a span; its value lies in it
        digits, decimals = printed(number)
        assert half_up(number.value, decimals) == half_up(float(digits), decimals), number


def test_a_span_is_printed_around_its_value(numbers) -> None:
    spans = [n for n in numbers.values() if " to " in n.text and not n.worded]
    assert spans
    for number in spans:
        low, high = (float(d.replace(",", "")) for d in re.findall(r"[\d,]*\d(?:\.\d+)?", number.text)[:2])
        assert low <= number.value <= high, number


def test_a_text_has_its_unit(numbers) -> None:
    for number in numbers.values():
        if number.unit in ("x", "%"):
            assert number.text.endswith(number.unit)
        elif number.unit.startswith("$"):
            assert number.text.startswith("$")
            assert number.text.endswith(number.unit[1:])
        elif number.unit == "place":
            assert re.fullmatch(r"\d+(st|nd|rd|th)", number.text)
        else:
            assert number.text.endswith(number.unit)


def test_every_number_says_how_it_comes_about(numbers) -> None:
    assert all(n.how.strip() and "\n" not in n.how for n in numbers.values())


def test_what_rests_on_results_names_them(numbers, tables) -> None:
    known = {*tables.results["row_id"], *tables.runs["run_id"]}
    for key, number in numbers.items():
        if any(re.fullmatch(pattern, key) for pattern in NO_ROWS):
            assert not number.evidence, f"{key} has evidence: take it off the list"
        else:
            assert number.evidence, f"{key} rests on no row"
            assert {e.row_id for e in number.evidence if e.table not in ("systems", "rules")} <= known


def test_no_exception_is_left_over(numbers) -> None:
    for pattern in NO_ROWS:
        assert any(re.fullmatch(pattern, key) for key in numbers), pattern


# --- recomputed from the rows that the number itself names


def rows_of(number: Number, tables) -> list:
    ids = [e.row_id for e in number.evidence if e.table == "inference_results"]
    table = tables.results.set_index("row_id")
    return [table.loc[i] for i in ids]


@pytest.mark.parametrize("kind", ["result", "per", "accelerators"])
def test_numbers_of_one_result_are_that_rows(kind: str, numbers, tables) -> None:
    found = {k: n for k, n in numbers.items() if k.startswith(f"{kind}.")}
    assert found
    for number in found.values():
        (row,) = rows_of(number, tables)
        value, count = row["value"], row["accelerators"]
        wanted = {"result": value, "accelerators": count, "per": value / count}
        assert number.value == pytest.approx(float(wanted[kind]), rel=1e-12)
        assert row["submitter"] in number.how


def test_pairs_and_savings_are_those_of_their_two_rows(numbers, tables) -> None:
    found = [k.removeprefix("pair.") for k in numbers if k.startswith("pair.")]
    assert len(found) > 10
    for name in found:
        before, after = rows_of(numbers[f"pair.{name}"], tables)
        assert (before["round"], after["round"]) == ("v5.1", "v6.0"), name
        for column in ("division", "benchmark", "scenario", "accelerator"):
            assert before[column] == after[column], f"{name} compares two {column}s"
        ratio = float((after["value"] / after["accelerators"]) / (before["value"] / before["accelerators"]))
        assert numbers[f"pair.{name}"].value == pytest.approx(ratio, rel=1e-12)
        assert numbers[f"saving.{name}"].value == pytest.approx(100 * (1 - 1 / ratio), abs=1e-9)


def test_costs_are_those_of_their_row_and_price(numbers, tables) -> None:
    found = {k: n for k, n in numbers.items() if k.startswith("cost.")}
    assert found
    for key, number in found.items():
        price = numbers[f"price.{key.rpartition('.')[2]}"].value
        (row,) = rows_of(number, tables)
        tokens_an_hour = float(row["value"] / row["accelerators"]) * 3600
        assert number.value == pytest.approx(price / tokens_an_hour * 1e6, rel=1e-12)


@pytest.mark.parametrize("family", ["new", "mature"])
def test_an_owners_extremes_are_the_pairs_that_they_name(family: str, numbers, tables) -> None:
    for end in ("low", "high"):
        number = numbers[f"owners.{family}-{end}"]
        before, after = sorted(rows_of(number, tables), key=lambda r: r["round"])
        assert before["submitter"] == after["submitter"]
        ratio = float((after["value"] / after["accelerators"]) / (before["value"] / before["accelerators"]))
        assert number.value == pytest.approx(ratio, rel=1e-12)
    low, median, high = (numbers[f"owners.{family}-{e}"].value for e in ("low", "median", "high"))
    assert low <= median <= high


# --- two keys for one fact say the same


def test_the_readings_are_those_of_claim_1(numbers, claims) -> None:
    found = claims[1].sensitivity
    names = ("low", "high", "n", "rank")
    assert [numbers[f"readings.{n}"].value for n in names] == [getattr(found, n) for n in names]
    savings = claims[7].sensitivity
    assert numbers["readings.over-60"].value == savings.rank - 1


def test_the_readings_of_one_submitter_are_only_those(numbers, tables) -> None:
    rows = tables.results.assign(per=tables.results["value"] / tables.results["accelerators"])
    cell = rows[
        rows["accelerator"].eq("NVIDIA GB300").fillna(False)
        & rows["benchmark"].eq("deepseek-r1")
        & rows["scenario"].eq("Server")
        & rows["division"].eq("closed")
    ]
    pairs = cell[cell["round"] == "v5.1"].merge(cell[cell["round"] == "v6.0"], on="submitter")
    ratios = (pairs["per_y"] / pairs["per_x"]).astype(float)
    assert numbers["readings.own-low"].value == pytest.approx(ratios.min())
    assert numbers["readings.own-high"].value == pytest.approx(ratios.max())


@pytest.mark.parametrize(("ratio", "over"), [(2.49, 2), (2.51, 3)])
def test_readings_over_60_percent_are_those_beyond_two_and_a_half(tables, ratio: float, over: int) -> None:
    results = tables.results.copy()
    rack = results["row_id"] == "6.0-0081/deepseek-r1/Server"
    before = results.set_index("row_id").loc["5.1-0072/deepseek-r1/Server", "value"]
    results.loc[rack, "value"] = ratio * float(before)  # both on 72 accelerators
    found = next(n for n in of_readings(replace(tables, results=results), 0.6) if n.key == "readings.over-60")
    assert found.value == over


def test_the_published_pairs_are_the_claims(numbers, claims) -> None:
    for pair, number in {
        "gb300-server-published": 1,
        "gb300-offline-published": 2,
        "llama-server-own": 3,
        "llama-offline-own": 4,
    }.items():
        assert numbers[f"pair.{pair}"].value == claims[number].computed.value
        assert numbers[f"pair.{pair}"].text == numbers[f"claim.{number}.computed"].text
    assert numbers["saving.gb300-server-published"].value == pytest.approx(claims[7].computed.value)
    assert numbers["result.interactive"].value == claims[18].computed.value


def test_the_figures_that_number_keys_carry_in_their_name_are_the_published_ones(numbers, claims) -> None:
    """ratio.for-60 and price.implied-30-cents are computed from figures of claims 7 and 20."""
    assert claims[7].published.value == 60
    assert numbers["ratio.for-60"].value == pytest.approx(1 / (1 - claims[7].published.value / 100))
    (row,) = rows_of(numbers["price.implied-30-cents"], tables=_Results(claims[20].rows))
    implied = claims[20].published.value * float(row["value"] / row["accelerators"]) * 3600 / 1e6
    assert numbers["price.implied-30-cents"].value == pytest.approx(implied)


class _Results:
    def __init__(self, results) -> None:
        self.results = results


def test_verdicts_add_up_to_the_claims(numbers, claims) -> None:
    assert numbers["claims.n"].value == len(claims)
    assert sum(n.value for k, n in numbers.items() if k.startswith("verdicts.")) == len(claims)


def test_rows_and_agreement_add_up(numbers, tables) -> None:
    rounds = {k: n.value for k, n in numbers.items() if re.fullmatch(r"rows\.v[\d.]+", k)}
    assert {k.removeprefix("rows."): int(n) for k, n in rounds.items()} == tables.results[
        "round"
    ].value_counts().to_dict()
    assert len(rounds) == numbers["rounds.inference"].value
    assert sum(rounds.values()) == numbers["rows.all"].value == len(tables.results)
    compared = int((tables.results["obtained"] == "published").sum())
    assert sum(numbers[f"agree.{a}"].value for a in ("yes", "no", "none")) == compared == numbers["agree.of"].value
    assert numbers["agree.direct"].value + numbers["agree.inferred"].value == numbers["agree.yes"].value
    assert numbers["second.n"].value == tables.results["experiments_agrees"].notna().sum()
    assert numbers["second.yes"].value == tables.results["experiments_agrees"].sum()
    entries = numbers["rows.training"].value
    assert entries == len(tables.training) == sum(numbers[f"training.{k}"].value for k in ("log", "typed", "none"))
    keys = tables.training[["suite", "round"]].drop_duplicates()
    assert numbers["rounds.training"].value == len(keys)


def test_what_is_counted_of_the_wins_is_so_in_the_counts(numbers, tables) -> None:
    counts = tables.win_counts
    assert numbers["wins.rules-n"].value == len(counts)
    assert (numbers["wins.low"].value, numbers["wins.high"].value) == (counts["nvidia"].min(), counts["nvidia"].max())
    plain = counts.iloc[0]
    for column in ("nvidia", "others", "ratio"):
        assert numbers[f"wins.plain-{column}"].value == plain[column]
    for key in {k.rpartition("-")[0] for k in numbers if re.fullmatch(r"wins\..*-nvidia", k)}:
        assert numbers[f"{key}-low"].value <= numbers[f"{key}-nvidia"].value <= numbers[f"{key}-high"].value, key
        ratio = numbers[f"{key}-nvidia"].value / numbers[f"{key}-others"].value
        assert numbers[f"{key}-ratio"].value == pytest.approx(ratio)
    assert (
        numbers["wins.cells-contested-n"].value + numbers["wins.cells-alone-n"].value == numbers["wins.cells-n"].value
    )
    # The plainest rule counts every cell once.
    assert plain["nvidia"] + plain["others"] + plain["tied"] == numbers["wins.cells-n"].value


def test_the_same_value_and_unit_print_alike(numbers) -> None:
    """Apart from how many decimals a text has, two keys cannot print one value differently."""
    texts: dict[tuple[float, str, int], str] = {}
    for number in numbers.values():
        if number.worded or " to " in number.text:
            continue
        key = (number.value, number.unit, printed(number)[1])
        assert texts.setdefault(key, number.text) == number.text


# --- what is called new


def test_a_scenario_may_be_newer_than_its_benchmark() -> None:
    cells = [("deepseek-r1", "Server"), ("llama3.1-405b", "Interactive"), ("llama3.1-405b", "Server")]
    pairs = pd.DataFrame(cells, columns=["benchmark", "scenario"])
    assert is_new(pairs) == [True, True, False]


def test_every_cell_of_the_results_has_a_first_round(tables) -> None:
    closed = tables.results[tables.results["division"] == "closed"]
    cells = set(zip(closed["benchmark"], closed["scenario"], strict=True))
    # A page of v5.0's results shows it; the rules have no such cell.
    assert cells - set(introduced()) <= {("bert-99.9", "SingleStream")}
    assert {b for b, _ in cells} == {b for b, _ in introduced()}


def test_llm_benchmarks_are_those_with_token_limits() -> None:
    assert "deepseek-r1" in set(llm_benchmarks())
    assert "whisper" not in set(llm_benchmarks())
