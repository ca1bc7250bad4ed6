"""What a notebook computes with: quantities, selections, and what it states and shows of them."""

from __future__ import annotations

import ast
import re
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import altair as alt
import jupytext
import pandas as pd
import pytest

from claimcheck.charts import Figure, ResultsTable
from claimcheck.charts.figure import MIME as FIGURE
from claimcheck.charts.figure import Drawing
from claimcheck.charts.table import MIME as TABLE
from claimcheck.claims.texts.footnote import DERIVED, TRADEMARK
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import RECORDING
from claimcheck.notebook import (
    HOUR,
    MILLION,
    Quantity,
    Selection,
    claim,
    comparisons,
    counting_rules,
    figures,
    holds,
    pairs,
    prices,
    results,
    rows_behind,
    say,
    show,
    table,
    title,
    training_results,
    value,
)
from claimcheck.notebook.showing import description
from tests.charts.drawn import picture
from tests.charts.drawn import words as drawn_words

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"


def measured(number: float, unit: str = "tokens/s", row: str = "a/1", what: str = "result", of: str = "A") -> Quantity:
    return Quantity(number, unit, what=what, of=of, rows=frozenset([row]))


OURS, THEIRS = measured(64510, row="a/1", of="A"), measured(209328, row="b/1", of="B")
EIGHT, RACK = measured(8, "GPU", "a/1", "accelerators", "A"), measured(72, "GPU", "b/1", "accelerators", "B")


def test_a_ratio_keeps_value_formula_words_and_the_rows_of_both_sides() -> None:
    ratio = (OURS / EIGHT) / (THEIRS / RACK)
    assert ratio.value == pytest.approx(2.773589772988)
    assert (str(ratio), ratio.unit, ratio.formula) == ("2.77x", "x", "(64,510 / 8) / (209,328 / 72)")
    assert ratio.how == "result over accelerators of A, over that of B"
    assert ratio.rows == {"a/1", "b/1"}


@pytest.mark.parametrize(
    ("quantity", "text", "formula"),
    [
        (OURS / EIGHT, "8,064 tokens/s per GPU", "64,510 / 8"),
        ((1 - THEIRS / OURS).percent, "−224%", "1 − 209,328 / 64,510"),
        (1 - (OURS - THEIRS) / THEIRS, "1.69x", "1 − (64,510 − 209,328) / 209,328"),
        (OURS - (THEIRS - OURS), "−80,308 tokens/s", "64,510 − (209,328 − 64,510)"),
        (sum([OURS, THEIRS]) / 2, "136,919 tokens/s", "(64,510 + 209,328) / 2"),
        (2 * EIGHT, "16", "2 × 8"),
        (Quantity(3, "$/GPU/h") / (OURS / EIGHT * HOUR) * MILLION, "$0.10 per million tokens",
         "$3 / (64,510 / 8 × 3,600) × 1,000,000"),
        (measured(60, "%").share, "0.60x", ""),
        (measured(60, "%") - measured(48, "%"), "12 points", "60 − 48"),
        (100 - measured(60, "%"), "40%", "100 − 60"),
        (EIGHT / RACK, "0.11x", "8 / 72"),
    ],
)  # fmt: skip
def test_arithmetic_keeps_units_and_brackets(quantity: Quantity, text: str, formula: str) -> None:
    assert (str(quantity), quantity.formula) == (text, formula)


def test_units_that_do_not_agree_are_an_error() -> None:
    for wrong in (
        lambda: OURS + EIGHT,
        lambda: OURS - Quantity(1, "$"),
        lambda: OURS < EIGHT,
        lambda: OURS == EIGHT,
        lambda: 2 * measured(60, "%"),
        lambda: OURS.percent,
        lambda: OURS.share,
    ):
        with pytest.raises(TypeError, match=r"A|%"):
            wrong()


def test_values_that_differ_in_their_last_digits_are_equal() -> None:
    assert measured(0.1 + 0.2) == 0.3 and not measured(0.1 + 0.2) > 0.3
    assert measured(0.3001) > 0.3


def test_a_number_of_pandas_names_what_it_rests_on() -> None:
    rows = pd.DataFrame({"row_id_before": ["b/1"], "row_id_after": ["a/1"]})
    assert value(0.51234567, "x", of="median", rows=rows).rows == {"a/1", "b/1"}
    assert value(12, of="switches", table="switches").how == "switches (table switches)"
    assert (value(2 / 3, "x", of="share", rows=[OURS]) * 1).formula == "0.666667 × 1"
    for wrong in ({}, {"rows": rows, "table": "switches"}, {"table": "swiches"}):
        with pytest.raises(ClaimcheckError):
            value(1, of="x", **wrong)
    with pytest.raises(ClaimcheckError, match="missing"):
        value(float("nan"), of="x", rows=rows)


# --- selections of the real tables


@pytest.fixture(scope="module")
def server() -> Selection:
    return results(benchmark="deepseek-r1", scenario="Server", chip="GB300")


def test_the_published_ratio_divides_two_results(server: Selection) -> None:
    first = server.one(round="v5.1", submitter="NVIDIA")
    nebius = server.one(round="v6.0", submitter="Nebius", accelerators=8)
    ratio = nebius.per_accelerator / first.per_accelerator
    assert ratio.rows == rows_behind(1) and str(ratio) == str(claim(1))
    assert ratio.how == (
        "result per accelerator of Nebius, 8 GB300, DeepSeek-R1 Server, v6.0, "
        "over that of NVIDIA, 72 GB300, DeepSeek-R1 Server, v5.1"
    )


def test_results_of_two_scenarios_or_benchmarks_are_compared_on_purpose_only(server: Selection) -> None:
    rack = {"round": "v6.0", "submitter": "NVIDIA", "accelerators": 72, "chip": "GB300"}
    online = server.one(**rack).per_accelerator
    offline, llama = (
        results.one(benchmark=name, scenario="Offline", **rack).per_accelerator
        for name in ("deepseek-r1", "llama3.1-405b")
    )
    for wrong in (
        lambda: offline / online,
        lambda: offline > online,
        lambda: offline - llama,
        lambda: max(offline, llama),
        lambda: (3 / (offline * HOUR)) / (3 / (online * HOUR)),
    ):
        with pytest.raises(TypeError, match=r"DeepSeek-R1 Offline.*\.across"):
            wrong()
    meant = offline.across / online
    assert "DeepSeek-R1 Offline" in meant.how and "DeepSeek-R1 Server" in meant.how and meant.formula
    gains = [quantity / (quantity * 1.1) for quantity in (offline, online, llama)]
    assert max(gains) / min(gains) == 1, "ratios of results of one workload each may be compared"


def test_an_unknown_name_gets_the_nearest(server: Selection) -> None:
    with pytest.raises(LookupError, match=r"column 'submiter'; did you mean submitter"):
        server(submiter="NVIDIA")
    with pytest.raises(LookupError, match=r"there is no chip 'GB30'; did you mean GB300"):
        results(chip="GB30")
    with pytest.raises(AttributeError, match="did you mean per_accelerator"):
        _ = server.one(round="v5.1", submitter="NVIDIA").per_acelerator
    with pytest.raises(ClaimcheckError, match="did you mean switches"):
        from claimcheck.notebook import swiches  # noqa: F401
    with pytest.raises(ClaimcheckError, match="did you mean HOUR"):
        from claimcheck.notebook import HUOR  # noqa: F401
    with pytest.raises(ClaimcheckError, match="did you mean prices"):
        from claimcheck.notebook import price  # noqa: F401


def test_every_benchmark_of_training_has_a_name_for_sentences() -> None:
    assert [title("gpt3"), title("llama2-70b-99.9"), title("unet3d")] == ["GPT-3", "Llama 2 70B", "3D U-Net"]
    unnamed = {name for name in training_results.frame.benchmark.unique() if title(name) == name}
    assert not unnamed and title("a-new-one") == "a-new-one"


def test_text_for_a_column_of_numbers_is_told_how_to_be_written(server: Selection) -> None:
    with pytest.raises(LookupError, match=r"'accelerators' holds numbers, and '72' is text; write accelerators=72$"):
        server(accelerators="72")
    with pytest.raises(LookupError, match=r"'accelerators' holds numbers, and 'many' is text$"):
        server(accelerators="many")
    with pytest.raises(LookupError, match=r"no accelerators 73; did you mean .*\b72\b"):
        server(accelerators=73)
    with pytest.raises(LookupError, match=r"no round 5.1; did you mean v5.1"):
        server(round=5.1)


def test_one_row_lists_candidates(server: Selection) -> None:
    with pytest.raises(LookupError) as several:
        server.one(submitter="NVIDIA", round="v6.0")
    assert "2 closed DeepSeek-R1 Server results on GB300 of NVIDIA in v6.0, not one" in str(several.value)
    assert "NVIDIA, 288 GB300, DeepSeek-R1 Server, v6.0" in str(several.value)
    with pytest.raises(LookupError, match=r"no closed .*\n(.*\n)*.*accelerators is 72 or 8 in the 2 closed"):
        server.one(submitter="Nebius", round="v6.0", accelerators=288)


def test_an_extreme_has_the_rows_of_the_one_row_that_is_extreme(server: Selection) -> None:
    every = pairs(server(round="v5.1"), server(round="v6.0"))
    ratios = every.frame.ratio
    assert (every.max("ratio").value, every.min("ratio").value) == (ratios.max(), ratios.min())
    assert every.max("ratio").rows == {every.frame.row_id_before.iloc[0], every.frame.row_id_after.iloc[0]}
    assert every.median("ratio").rows == every.count.rows == every.rows
    assert every.median("ratio") == ratios.median()
    assert every.rank("ratio", every.max("ratio")) == 1
    assert every.rank("ratio", every.min("ratio")) == len(every)
    assert f"{len(every)} pairs of" in every.max("ratio").how


def test_prices_list_their_names_with_what_they_are() -> None:
    lines = repr(prices).splitlines()
    low, high = prices["mid"]
    assert any(line.startswith(f"mid: {low} to {high}, ") for line in lines)
    assert [line.partition(":")[0] for line in lines][: len(prices.scenarios)] == [*prices.scenarios]
    assert len(lines) == len(prices.scenarios) + len(prices.found)


def test_pairs_that_are_in_the_table_have_its_ratio() -> None:
    recorded = comparisons(before="v5.1", after="v6.0", benchmark="deepseek-r1", chip="GB300")
    assert [row.ratio.value for row in recorded] == pytest.approx(list(recorded.frame.ratio), rel=1e-11)


def test_a_definition_of_a_win_is_named_by_its_choices_and_divides_its_counts() -> None:
    plain = counting_rules.one(rule=1)
    assert (plain.words, plain.ratio.formula) == ("the plainest definition", f"{plain.nvidia} / {plain.others}")
    assert plain.ratio == float(counting_rules.frame.ratio.iloc[0])
    most = counting_rules.max("nvidia")
    assert most.value == counting_rules.frame.nvidia.max() and "highest wins of NVIDIA of 2760" in most.how


def test_figures_of_other_sources_are_quantities_in_the_digits_of_their_source() -> None:
    assert str(figures["fusion-graphs"].share + 1) == "1.22x" and figures["fusion-topk-after"].unit == "µs"
    rows = figures.about("adp", "mtp-lmsys").frame
    assert rows["url"].str.startswith("https://").all()
    assert dict(zip(rows["key"], rows["figure"], strict=True))["mtp-lmsys-large"] == "1.142x"
    shown = table("figures", "Figures", figures.about("fusion-graphs"), "figure about source").to_dict()
    assert [column["heading"] for column in shown["columns"]] == ["Figure", "What", "Source"]
    assert all(link.startswith("https://") for link in shown["columns"][2]["links"])
    with pytest.raises(ClaimcheckError, match=r"no figure 'fusion-grafs'(.*\n)*.*did you mean fusion-graphs"):
        figures["fusion-grafs"]


# --- what is stated and shown


def test_a_stated_number_is_recorded_with_its_formula(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    assert say("a.ratio", OURS / THEIRS, 1) == OURS / THEIRS
    assert capsys.readouterr().out == "a.ratio: 0.3x = 64,510 / 209,328\n"
    with pytest.raises(ClaimcheckError, match="nothing says what it is"):
        say("a.n", Quantity(3))


def test_one_key_has_one_value() -> None:
    say("test.twice", OURS)
    say("test.twice", OURS)
    with pytest.raises(ClaimcheckError, match=r"test\.twice is already 64,510 tokens/s, so it cannot be 209,328"):
        say("test.twice", THEIRS)


@pytest.mark.parametrize("second", ["rerun", "other cell", "recorded"])
def test_a_cell_that_is_run_again_may_state_another_value(second: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = {"rerun": "a", "other cell": "b", "recorded": "a"}

    def run(count: int, cell: str) -> None:
        shell = SimpleNamespace(execution_count=count, get_parent=lambda: {"metadata": {"cellId": cell}})
        shown = SimpleNamespace(display=lambda of: None)
        monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell, display=shown))

    run(1, "a")
    say(f"test.{second.replace(' ', '-')}", OURS)
    run(2, cells[second])
    if second == "recorded":
        monkeypatch.setenv(RECORDING, "1")
    context = nullcontext() if second == "rerun" else pytest.raises(ClaimcheckError, match="already")
    with context:
        say(f"test.{second.replace(' ', '-')}", THEIRS)


def test_a_sentence_that_is_no_longer_true_is_named() -> None:
    holds("All is well.", True)
    for condition in (False, pd.NA):
        with pytest.raises(ClaimcheckError, match=r"no longer true: All is well\."):
            holds("All is well.", condition)


def test_a_guard_that_fails_gives_the_values_that_it_compared() -> None:
    high, low = OURS / EIGHT, THEIRS / RACK
    with pytest.raises(ClaimcheckError) as failed:
        holds("All is well.", high > 9000 and low < high)
    assert "no longer true: All is well.\n  high is 8,064 tokens/s per GPU\n  low is 2,907 tokens/s per GPU" in str(
        failed.value
    )
    with pytest.raises(ClaimcheckError, match=r"well\.\n  len\(\[high\]\) is 1\n  rule"):
        holds("All is well.", len([high]) == 2)
    with pytest.raises(ClaimcheckError, match=r"well\.\n  any\(\[\]\) is False\n  rule"):
        holds("All is well.", any([]))
    with pytest.raises(ClaimcheckError, match=r"well\.\n  rule"):
        eval("holds('All is well.', 1 == 2)")


@pytest.mark.parametrize("source", sorted(NOTEBOOKS.glob("*.py")), ids=lambda path: path.stem)
def test_a_guarded_sentence_is_in_the_text(source: Path) -> None:
    """A guard whose words neither the text nor a title has guards nothing."""
    cells = jupytext.read(source, fmt="py:percent").cells
    code = ast.parse("\n".join(cell.source for cell in cells if cell.cell_type == "code"))
    guards = [
        node.args[0].value
        for node in ast.walk(code)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "holds"
    ]
    strings = [node.value for node in ast.walk(code) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    prose = " ".join(" ".join(cell.source for cell in cells if cell.cell_type == "markdown").split())
    for guard in guards:
        titles = [text for text in strings if text != guard]
        assert any(guard in text for text in (prose, *titles)), f"{source.name} does not say: {guard}"


def test_a_chart_of_many_marks_without_a_measure_is_described_by_counts() -> None:
    marks = pd.DataFrame(
        {"panel": "Edge", "round": [f"v{n}" for n in range(50)], "took": ["one vendor", "two vendors"] * 25}
    )
    columns = {"panel": "panel", "round": "round", "took": "took part"}
    drawing = Drawing(chart=alt.Chart(marks).mark_rect(), frame=marks, columns=columns)
    assert description(drawing) == "Fields. Edge: one vendor (25); two vendors (25)."


def test_lines_are_described_by_what_they_show_and_not_by_their_place() -> None:
    lines = pd.DataFrame({"name": ["a", "a", "b"], "load": [1.0, 2.0, 1.0], "latency": [30.0, 40.0, 20.0]})
    columns = {"name": "software", "load": "load", "latency": "latency, ms"}
    drawing = Drawing(chart=alt.Chart(lines).mark_line(), frame=lines, columns=columns)
    assert description(drawing) == "Lines of latency, ms. A: 30, 40; b: 20."


def bundle(shown: Figure | ResultsTable, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a notebook records of it."""
    monkeypatch.setenv(RECORDING, "1")
    return shown._repr_mimebundle_()


def test_what_is_said_of_a_figure_follows_from_its_points(server: Selection, monkeypatch: pytest.MonkeyPatch) -> None:
    first = server.one(round="v5.1", submitter="NVIDIA")
    nebius = server.one(round="v6.0", submitter="Nebius", accelerators=8)
    ratio = nebius.per_accelerator / first.per_accelerator
    points = [("Published", ratio, "published"), ("The same", ratio, "NVIDIA", "", "again")]
    made = show("one", "A finding", points, axis="result per GPU", rule=("claimed", claim(1)), note="A note.")
    record = bundle(made, monkeypatch)[FIGURE]
    assert (
        record["description"]
        == "Dots of result per GPU. Published (published): 2.77x; The same, again (NVIDIA): 2.77x."
    )
    note, footnote = record["caption"].split("\n\n")
    assert note == "A note. Results differ in version, submitter and number of accelerators."
    assert "5.1-0072" in footnote and "6.0-0082" in footnote and DERIVED in footnote and TRADEMARK in footnote
    assert set(record["row_ids"]) == ratio.rows
    words = drawn_words(picture(record))
    assert {"published", "NVIDIA", "claimed: 2.77x", "again"} <= set(words), "a key of colours, and the line"
    with pytest.raises(ClaimcheckError, match=r"no colour for 'publishd'(.*\n)*.*did you mean published"):
        show("one", "A finding", [("Published", ratio, "publishd")], axis="x")


@pytest.mark.parametrize(
    ("points", "options", "message"),
    [
        ([("A", OURS / THEIRS)], {"mark": "bar", "axis": "ratio"}, r"no mark is 'bar'(.*\n)*.*did you mean bars"),
        ([("A", OURS / THEIRS), ("B", 2.5)], {"axis": "ratio"}, r"2\.5 of 'B' is no quantity(.*\n)*.*value\(2\.5"),
        ([("A", OURS / THEIRS)], {}, r"figure wrong: its axis has no words(.*\n)*.*axis="),
        ([("A", OURS), ("B", OURS / EIGHT)], {"axis": "rate", "mark": "bars"}, "several units"),
        ([("A", OURS), ("B", OURS / EIGHT)], {"axis": "rate"}, r"tokens/s \(A\); tokens/s per GPU \(B\)"),
        ([], {"axis": "ratio"}, "there is nothing to draw"),
        ([("A", OURS)], {"axis": "rate"}, r"nothing says what it rests on(.*\n)*.*add note="),
    ],
    ids=["mark", "number", "axis", "bars", "units", "empty", "source"],
)  # fmt: skip
def test_points_that_no_chart_can_show_are_an_error(points: list, options: dict[str, str], message: str) -> None:
    with pytest.raises(ClaimcheckError, match=message):
        show("wrong", "A finding", points, **options)


def test_each_panel_of_bars_has_a_unit_of_its_own_and_dots_share_one() -> None:
    points = [("A", OURS, "NVIDIA", "all"), ("A", OURS / EIGHT, "NVIDIA", "each")]
    assert show("bars", "A finding", points, axis="rate", mark="bars", note="Made up.")
    with pytest.raises(ClaimcheckError, match="several units"):
        show("dots", "A finding", points, axis="rate")


def test_published_values_alone_are_not_called_derived(server: Selection) -> None:
    bars = [(row.label, row.value) for row in server(round="v6.0")]
    made = show("bars", "A finding", bars, axis="tokens/s", mark="bars").to_dict()
    assert DERIVED not in made["caption"] and made["description"].startswith("Bars of tokens/s.")


def test_a_description_of_many_values_gives_their_ranges(server: Selection) -> None:
    quantities = [Quantity(float(number), "s", of="x", rows=server.rows) for number in range(60)]
    points = [("all", quantity, "NVIDIA" if quantity > 40 else "other") for quantity in quantities]
    said = show("many", "A finding", points, axis="seconds").to_dict()["description"]
    assert said == "Dots of seconds. Other 0 to 40 (41 values); NVIDIA 41 to 59 (19 values)."
    points = [("first" if quantity < 9 else "last", quantity) for quantity in quantities]
    said = show("many", "A finding", points, axis="seconds").to_dict()["description"]
    assert said == "Dots of seconds. First 0 to 8 (9 values); last 9 to 59 (51 values)."


def test_a_table_declares_its_headings_links_and_decimals_once(
    server: Selection, monkeypatch: pytest.MonkeyPatch
) -> None:
    price = prices["high"]
    made = table(
        "costs",
        "What a token costs",
        server(round="v6.0").by("per_accelerator"),
        "benchmark submitter accelerators per_accelerator result_id cost",
        headings={"cost": "Cost"},
        cost=lambda row: [dollars / (row.per_accelerator * HOUR) * MILLION for dollars in price],
    )
    data = bundle(made, monkeypatch)
    assert set(data) == {TABLE, "text/plain"}, "HTML is only for a reader's own kernel"
    columns = {column["heading"]: column for column in data[TABLE]["columns"]}
    assert list(columns) == ["Benchmark", "Submitter", "GPUs", "Per GPU", "Result ID", "Cost"]
    assert columns["Benchmark"]["texts"][0] == "DeepSeek-R1" and columns["Per GPU"]["texts"][0] == "5,400"
    assert re.fullmatch(r"\$0\.\d\d to \$0\.\d\d", columns["Cost"]["texts"][0])
    assert columns["Cost"]["values"] == sorted(columns["Cost"]["values"], reverse=True)
    assert columns["Result ID"]["links"][0].startswith("https://github.com/mlcommons/")
    assert data[TABLE]["caption"] == "What a token costs." and DERIVED in data[TABLE]["notes"][-1]
    assert sorted(data[TABLE]["row_ids"]) == sorted(server(round="v6.0").rows)
