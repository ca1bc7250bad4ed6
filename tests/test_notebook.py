"""What a notebook computes with: quantities, selections, and what it states and shows of them."""

from __future__ import annotations

import json
from pathlib import Path

import altair as alt
import nbformat
import pandas as pd
import pytest

from claimcheck import notebook
from claimcheck.charts.figure import MIME as FIGURE
from claimcheck.charts.form import FORMS, specification
from claimcheck.charts.theme import CONFIG, MEANINGS
from claimcheck.core.errors import ClaimcheckError
from claimcheck.core.printing import RECORDING
from claimcheck.notebook import HOUR, MILLION, Quantity, Selection, holds, results, same, say, show

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"


def measured(number: float, unit: str = "tokens/s", row: str = "a/1", what: str = "result", of: str = "A") -> Quantity:
    return Quantity(number, unit, what=what, of=of, rows=frozenset([row]))


OURS, THEIRS = measured(64510, row="a/1", of="A"), measured(209328, row="b/1", of="B")
EIGHT, RACK = measured(8, "GPU", "a/1", "accelerators", "A"), measured(72, "GPU", "b/1", "accelerators", "B")


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
        lambda: 4.25 / OURS,
    ):
        with pytest.raises(TypeError, match=r"A|%"):
            wrong()


# --- selections of the real tables


@pytest.fixture(scope="module")
def server() -> Selection:
    return results(benchmark="deepseek-r1", scenario="Server", chip="GB300")


def test_results_of_two_scenarios_or_benchmarks_are_compared_on_purpose_only(server: Selection) -> None:
    rack = {"round": "v6.0", "submitter": "NVIDIA", "accelerators": 72, "chip": "GB300"}
    online = server.one(**rack).per_accelerator
    offline, llama = (
        results.one(benchmark=name, scenario="Offline", **rack).per_accelerator
        for name in ("deepseek-r1", "llama3.1-405b")
    )
    price = Quantity(3, "$/GPU/h")
    for wrong in (
        lambda: offline / online,
        lambda: offline > online,
        lambda: offline - llama,
        lambda: max(offline, llama),
        lambda: (price / (offline * HOUR)) / (price / (online * HOUR)),
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
    with pytest.raises(ClaimcheckError, match="did you mean price"):
        from claimcheck.notebook import prise  # noqa: F401


# --- what is stated and shown


def test_a_guard_that_fails_stops_a_recording(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is read by who tries other results in a notebook."""
    holds("All is well.", OURS / EIGHT < THEIRS / RACK)
    assert "no longer true: All is well." in capsys.readouterr().out
    monkeypatch.setenv(RECORDING, "1")
    with pytest.raises(ClaimcheckError, match=r"no longer true: All is well\."):
        holds("All is well.", OURS / EIGHT < THEIRS / RACK)


def test_a_number_of_pandas_is_stated_with_what_it_is_and_rests_on(server: Selection) -> None:
    frame = server.frame
    stated = say(
        "test.median", frame["per_accelerator"].median(), of="median of all on GB300", rows=frame, unit="tokens/s"
    )
    assert stated.rows == server.rows and stated.how == "median of all on GB300"
    ratio = say("test.ratio", OURS / THEIRS, of="what A makes over what B makes")
    assert (ratio.how, ratio.formula) == ("what A makes over what B makes", (OURS / THEIRS).formula)
    pair = pd.DataFrame({"row_id_before": ["b/2", "b/1"], "row_id_after": ["a/1", "a/1"]})
    assert say("test.pairs", len(pair), of="pairs", rows=pair).rows == {"a/1", "b/1", "b/2"}
    for wrong in ({"of": "median"}, {"rows": frame}, {"of": "median", "rows": frame[["round"]]}):
        with pytest.raises(ClaimcheckError):
            say("test.another", 1.0, **wrong)


def test_pandas_and_ours_agree_to_the_last_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(RECORDING, "1")
    ratio = OURS / THEIRS
    assert same(64510 / 209328, ratio) is ratio
    with pytest.raises(ClaimcheckError, match=r"pandas gives 0\.308176.*we 0\.308176.*: result of A, over"):
        same(64510 / 209328 + 1e-9, ratio)


def test_a_notebook_begins_with_its_headline_figure_in_plain_pandas() -> None:
    """Ten lines from a table to the figure, which a later cell states as the same: no reader needs the package."""
    # These have no figure of their own: what articles say next to what others measured, and a list of sentences.
    without = {"mechanisms", "sentences", "lists"}
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        code = [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]
        if path.stem in without:
            continue
        first, *rest = code
        lines = [line for line in first.source.split("\n") if line]
        assert len(lines) <= 10 and not first.metadata.get("tags"), path
        assert "pd.read_" in first.source and '"../data/' in first.source and "claimcheck" not in first.source, path
        assert any("same(" in cell.source for cell in rest), path


def test_the_facade_is_small() -> None:
    """What one notebook needs is imported from where it is."""
    assert len([name for name in dir(notebook) if not name.startswith("_")]) <= 40


def test_a_name_that_has_no_colour_gets_the_nearest_and_names_are_above_their_rows_on_a_phone() -> None:
    what = [f"The rack of {name}, v5.1 to v6.0" for name in ("NVIDIA", "Nebius")]
    frame = pd.DataFrame({"gain": [1.91, 2.75], "what": what, "kind": ["NVIDIA", "two submitters"]})
    bars = alt.Chart(frame).mark_bar().encode(x="gain", y="what", color="kind")
    record = show("one", "A finding", bars, note="A note.").to_dict()
    narrow, wide = (json.dumps(specification(record, form)) for form in FORMS)
    assert all("var(--cc-c3)" in spec and "row_ids" not in spec for spec in (narrow, wide))
    assert '"yOffset": 9' in narrow and "yOffset" not in wide
    with pytest.raises(ClaimcheckError, match=r"no colour for 'NVIDA'(.*\n)*.*mean NVIDIA"):
        show("one", "A finding", bars.properties(data=frame.replace("NVIDIA", "NVIDA")), note="A note.")


def test_each_mark_of_a_recorded_figure_names_its_results_or_none_does() -> None:
    recorded = [cell.get("outputs", ()) for path in NOTEBOOKS.glob("*.ipynb") for cell in nbformat.read(path, 4).cells]
    shown = [one.data[FIGURE] for outputs in recorded for one in outputs if FIGURE in one.get("data", {})]
    behind = {one["id"]: pd.DataFrame(one["table"]["rows"], columns=one["table"]["headings"]) for one in shown}
    named = {id for id, rows in behind.items() if "Results" in rows}
    assert named and all(behind[id]["Results"].ne("").all() for id in named)
    assert {one["id"] for one in shown if not one["row_ids"]} == {"claims", "ways", "cloud", "mechanism-gains"}


def test_names_without_a_meaning_have_no_colour_of_one() -> None:
    """A chart of chips does not draw one of them as what is published, or as NVIDIA."""
    assert not {f"var(--cc-{MEANINGS[kind]})" for kind in ("published", "NVIDIA")} & {*CONFIG["range"]["category"]}


def test_two_bars_of_one_name_are_refused() -> None:
    """Accuracy variants of a benchmark have one title: their bars would be drawn as one of both lengths."""
    frame = pd.DataFrame({"test": ["Llama 2 70B"] * 2, "rate": [1.0, 2.0], "round": ["v5.1", "v6.0"]})
    bars = alt.Chart(frame).mark_bar().encode(x="rate", y="test")
    with pytest.raises(ClaimcheckError, match="figure one: two bars are called Llama 2 70B"):
        show("one", "A finding", bars, note="A note.")
    show("one", "A finding", bars.encode(row="round"), note="A note.")
