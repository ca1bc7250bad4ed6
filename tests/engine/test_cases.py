"""What people print of MLPerf, and what the answer has to say: kinds of phrases, with right values from the tables."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.cli import main
from claimcheck.site.engine.run import ask

# A phrase, and the first hit or one of the first: round, submitter, number of chips, benchmark, scenario.
SINGLE = {
    # A claim's own results, a total of a preview, of one digit after the point.
    "8,064 tokens/s per GPU": ("v6.0", "Nebius", 8, "deepseek-r1", "Server"),
    "652,750": ("v6.1", "NVIDIA", 72, "deepseek-r1", "Interactive"),
    "89,856.3": ("v6.1", "Nebius", 8, "gpt-oss-120b", "Server"),
    "18.79": ("v5.1", "NVIDIA", 2560, "llama31_405b", "time to train"),
    "652.750 Token/s": ("v6.1", "NVIDIA", 72, "deepseek-r1", "Interactive"),
    # Times of Training, with and without a unit, short and cut off.
    "27.330": ("v4.1", "Google", 2048, "gpt3", "time to train"),
    "8xB300 115,530 tokens/s Llama 2 70B": ("v6.1", "CoreWeave", 8, "llama2-70b-99.9", "Offline"),
    "0.47 min LoRA": ("v5.1", "NVIDIA", 512, "llama2_70b_lora", "time to train"),
    # Queries per watt that an agency printed of v3.0 and corrected.
    "227.4 queries per watt": ("v3.0", "Qualcomm", 8, "resnet", "Server"),
    "10.8 server queries per watt in language processing": ("v3.0", "NVIDIA", 8, "bert-99", "Server"),
    "0.101 joules per token": ("v5.1", "Lenovo", 8, "llama2-70b-99.9", "Offline"),
    # About a figure, what rounds to it first; a number of a benchmark is a result before it is a ratio.
    "~147k tokens/s Llama 3.1 8B": ("v5.1", "Lenovo", 8, "llama3.1-8b", "Offline"),
    "SDXL 32.57": ("v5.1", "Lambda", 8, "stable-diffusion-xl", "Offline"),
    # The first end of a span has the unit of the second.
    "5,842–9,821 tok/s/GPU": ("v5.1", "NVIDIA", 72, "deepseek-r1", "Offline"),
    "45k queries Whisper": ("v5.1", "NVIDIA", 8, "whisper", "Offline"),
    "11,189 tokens/s open division": ("v4.1", "NVIDIA", 1, "llama2-70b-99", "Offline"),
    "158.5 minutes HPE open division": ("v6.0", "HPE", 72, "llama31_405b", "time to train"),
    "fastest LoRA": ("v6.0", "NVIDIA", 512, "llama2_70b_lora", "time to train"),
    "BERT SingleStream Jetson AGX Orin v3.1": ("v3.1", "CTuning", 1, "bert-99", "SingleStream"),
    # Of a round of Training whose scores are mostly spans, one that is known.
    "2.02 minutes DeepSeek-V3": ("v6.0", "CoreWeave", 8192, "deepseekv3_671b", "time to train"),
}
PAIRS = {
    "nearly twice DeepSeek-R1 Server": (("v6.0", "NVIDIA"), ("v5.1", "NVIDIA")),
    "MI355X is 1.04x faster than B300 on Llama 2 70B": (("v6.0", "AMD"), ("v6.0", "Dell")),
    "B200 outperforms MI355X by 20% gpt-oss": (("v6.1", "CoreWeave"), ("v6.0", "HPE")),
    "MI355X is 8% slower than B300 Llama 2 70B Offline v6.0": (("v6.0", "Dell"), ("v6.0", "Dell")),
    # Both on one chip.
    "GB300 v6.0 2.77x GB300 v5.1 DeepSeek-R1 Server": (("v6.0", "Nebius"), ("v5.1", "NVIDIA")),
    "B300 est 8% plus rapide que MI355X Llama 2 70B Offline v6.0": (("v6.0", "Dell"), ("v6.0", "Dell")),
    # Systems of one size before others, which have one B300.
    "MI355X vs B300 Llama 2 70B Server": (("v6.1", "GigaComputing"), ("v6.1", "MiTAC")),
}
# A phrase and the claims that its figure or its names lead to first.
CLAIMS = {
    "2.7x DeepSeek-R1 (server throughput)": "1",
    "291 wins": "11",
    # Ratios of counts, and what is asked of without a figure.
    "nine times everyone else": "12",
    "2.5 times as many submissions": "v5.0/11",
    "who has most wins": "11",
    "partners": "31",
    "14 partners": "31",
    "60% lower cost": "7",
    # A count in words; of two suites that have a round of this name, Inference comes first.
    "twenty-three companies v6.0": "v6.0-others/27",
    "24 submitters training v6.0": "training-v6.0/2",
    # What is 60% faster is 1.6 times as fast.
    "60% faster GB300 v6.1": "v6.1/4",
    "2,494,310 tokens/s DeepSeek-R1 Server": "15",
    "Ironwood": "43",
}
# A phrase that nothing prints, and how the only sentence on it begins.
REFUSED = {
    "9.60593": "MLCommons' page of v6.0 prints 9.60593 tokens/s for 6.0-0057",
    "6,882.10": "MLCommons' page of v6.0 prints 6,882.1 tokens/s for 6.0-0051 and 6.0-0052",
    "2,494,311 tokens/s DeepSeek-R1 Offline": "The nearest result differs in its last digits: NVIDIA on 288 GB300",
    "2,494,310 tokens/s DeepSeek-R1 Server": "It is of another scenario: NVIDIA on 288 GB300 (v6.0): 2,494,310",
    "146,960 tokens/s AMD": "It is another company's: Lenovo on ",
    "0.2 minutes Llama 2 70B LoRA Training v6.0": "No result of Llama 2 70B LoRA, Training, v6.0 prints",
    "7.1 minutes Llama 2 70B LoRA Training v6.0 B200": "It may be one of the scores that could not be read (",
    "2.5x on Gaudi 3": "No result of Gaudi 3 is in these tables.",
    "32.1 A100 Llama 2 70B v4.1": "No result is of Llama 2 70B, A100, v4.1 in the closed division of Inference.",
    "MI300X ResNet v4.1": "No result is of ResNet, MI300X, v4.1 in the closed division of Inference.",
    "2.58x DeepSeek-R1 Interactive v6.1": "No pair of DeepSeek-R1, Interactive, v6.1 prints it in the closed division ",
    "7.77x MLPerf Mobile": "These tables do not hold MLPerf Mobile.",
    "12 joules per token v6.0": "No result is of v6.0 in the closed division of Inference with measured power.",
    "2.5x Endpoints": "MLPerf Endpoints: these tables do not hold MLPerf Endpoints 1.0",
    # A number alone with few digits, and one that tables of two kinds have.
    "84 open division": "84 alone names no source, so give its unit or its benchmark.",
    "227.4": "227.4 is in several of our tables, and the words do not say which is meant.",
    "21.7 minutes LoRA v4.1": "No result of Llama 2 70B LoRA, v4.1 prints it",
    # Of two chips the slower one is set over the other.
    "MI355X 1.09x B300 Llama 2 70B Offline v6.0": "No pair prints it this way round in the closed division of "
    "Inference; the other way round: Dell on 8 B300 (v6.0) made 1.087",
    "B300 比 MI355X 慢 8% Llama 2 70B Offline v6.0": "No pair prints it this way round in the closed division of "
    "Inference; the other way round: If an accelerator-hour costs the same on both, Dell on 8 B300",
    # What is named of both sides is of both.
    "Oracle B200 1.1x Dell B200": "No pair of B200, Oracle and Dell prints it in the closed division of Inference",
    # What was searched is named: its suite, its division and the names.
    "2.02 minutes DeepSeek-R1 training v6.0": "No result is of DeepSeek-R1, Training, v6.0 in the closed division of ",
    # Who has none in the closed division may have it in the open one.
    "23.79 minutes resnet MosaicML Training v2.0": "It is in the open division: MosaicML on 8 A100-SXM-80GB",
    "104.14 samples/s bert-99 Offline NeuralMagic v4.1": "It is in the open division: NeuralMagic on ",
    "5.1-0047 training": "Our tables hold no public IDs of Training",
}


# Ratios that so many pairs give that none is shown, or of two suites.
IDLE = ("2x faster Llama 2 70B", "B200 is 4x H100", "BERT 37% faster than a year before", "vLLM 7.8x over GB200")
IDLE += ("40% less cost b300", "31% faster than a DGX A100 on ResNet (v2.0)", "2.77x")
# Printed by more results than can be meant.
CROWD = "45k samples/s"
# A claim's reason has 11.6x, of what the phrase does not name; a claim's total is not per GPU, of two chips or
# companies that are compared a claim has both, as they are compared, and what costs more is not faster.
SAID = ("11x over two rounds", "1,042,110 tokens/s per GPU MI355X", "MI300X is 1.5x as fast as H200 on Llama 2 70B")
SAID += ("AMD 3.1x faster than NVIDIA v6.0", "40% higher cost per token", "MI325X 3.1x MI355X Llama 2 70B Server")
SAID += ("B300 has 92% of MI355X", "deepseek 2x llama")
SAID += ("H200 delivers 30x GB200 Llama 3.1 405B", "9.77 minutes AMD", "2.02 minutes GB200")
# A share of a count, a ratio of what is not measured, a setting, and a count that no claim prints of what is named.
NO_FIGURES = ("30% of results", "twice the latency", "batch size 1024", "twelve wins AMD")
COUNTED = ("5,300 results v2.1", "nearly 5,300 results", "282 results training v3.0", "best DeepSeek-R1")


@pytest.fixture(scope="module")
def answers() -> dict[str, dict[str, Any]]:
    asked = [*SINGLE, *PAIRS, *CLAIMS, *REFUSED, *COUNTED, "5,842 to 9,821", *IDLE, CROWD, *SAID, *NO_FIGURES]
    phrases = [*dict.fromkeys(asked)]
    return dict(zip(phrases, ask([{"kind": "find", "phrase": phrase, "limit": 2} for phrase in phrases]), strict=True))


@pytest.fixture(scope="module")
def rows(tables: Tables) -> pd.DataFrame:
    return pd.concat([tables.results, tables.trained]).set_index("row_id")


@pytest.mark.parametrize("phrase", SINGLE)
def test_a_figure_of_a_result_is_found(phrase: str, answers: dict[str, Any], rows: pd.DataFrame) -> None:
    found = [
        rows.loc[hit["rows"][0], ["round", "submitter", "accelerators", "benchmark", "scenario"]]
        for hit in answers[phrase]["hits"]
    ]
    assert SINGLE[phrase] in [tuple(row) for row in found]


@pytest.mark.parametrize("phrase", PAIRS)
def test_a_ratio_has_its_pair_first(phrase: str, answers: dict[str, Any], rows: pd.DataFrame) -> None:
    first = rows.loc[answers[phrase]["hits"][0]["rows"], ["round", "submitter"]]
    assert tuple(first.itertuples(index=False, name=None)) == PAIRS[phrase]


@pytest.mark.parametrize("phrase", CLAIMS)
def test_a_figure_that_a_claim_prints_leads_to_it(phrase: str, answers: dict[str, Any], claims: Any) -> None:
    first = answers[phrase]["claims"][0]
    assert str(first["number"]) == CLAIMS[phrase] and first["address"].endswith(f"claims/{CLAIMS[phrase]}.html")
    if "/" not in CLAIMS[phrase]:
        assert first["verdict"] == claims[int(CLAIMS[phrase])].verdict


@pytest.mark.parametrize("phrase", REFUSED)
def test_a_refusal_is_the_first_sentence_that_is_true(phrase: str, answers: dict[str, Any]) -> None:
    (said,) = answers[phrase]["told"]
    assert said.startswith(REFUSED[phrase])
    assert not answers[phrase]["hits"] and not answers[phrase]["matching"]


def test_no_result_of_training_has_a_public_id(tables: Tables) -> None:
    assert not tables.trained.astype(str).apply(lambda column: column.str.match(r"v?\d\.\d-\d{4}")).any(axis=None)


def test_a_count_of_a_round_says_what_is_counted(answers: dict[str, Any], tables: Tables) -> None:
    counted, how = answers["5,300 results v2.1"]["told"]
    of_round = tables.results[tables.results["round"] == "v2.1"]
    assert (
        f"{len(of_round):,} results" in counted
        and f"{(of_round['division'] == 'closed').sum():,} of the closed" in counted
    )
    assert "MLCommons' own count" in how
    assert answers["nearly 5,300 results"]["told"][0] == "No round has 5,300 results by our count."
    # HPC has a round of the same name.
    trained = tables.trained[(tables.trained["round"] == "v3.0") & (tables.trained["suite"] == "training")]
    assert answers["282 results training v3.0"]["told"][0].startswith(f"Training v3.0 has {len(trained)} results")


def test_the_best_results_of_a_name_say_among_which(answers: dict[str, Any]) -> None:
    assert "in the closed division of its latest round, on sale or not" in answers["best DeepSeek-R1"]["told"][0]


def test_many_results_are_no_source_and_no_claim_of_which_nothing_is_named(answers: dict[str, Any]) -> None:
    assert not any(answers[phrase]["claims"] for phrase in SAID)
    assert answers[CROWD]["matching"] > 10 and not answers[CROWD]["hits"]


def test_what_no_result_can_print_is_no_figure(answers: dict[str, Any]) -> None:
    assert all("error" in answers[phrase] for phrase in NO_FIGURES)


def test_a_match_that_proves_nothing_shows_no_pair(answers: dict[str, Any]) -> None:
    for phrase in IDLE:
        said = answers[phrase]
        assert not said["hits"] and (said["matching"] > 10 or said["claims"] or "do not say which" in said["told"][0])
    assert answers["2.77x"]["claims"][0]["number"] == 1


def test_both_ends_of_a_span_are_answered(answers: dict[str, Any]) -> None:
    said = answers["5,842 to 9,821"]
    (other,) = said["further"]
    assert [hit["value"] for hit in (said["hits"][0], other["hits"][0])] == pytest.approx([5842.5, 9820.5], abs=0.1)


TEXT = """# A release

NVIDIA's GB300 had [8,064 tokens/s per GPU](https://a.example/1.99x) on DeepSeek-R1 Server, 2.77x.
In v6.1 Interactive it is 652,750 against 253,506
tokens/s (2.58 times).

In Inference v6.0, from 5,842 to 9,821 tokens/s/GPU. NVIDIA has 14 partners and 500 GB.
DeepSeek-R1 Server made 2,494,310 tokens/s. It made 9.87 million tokens/s. GB300, DeepSeek-R1: 9.88 million tokens/s.
"""


@pytest.mark.parametrize(
    ("name", "words"), [("a.md", TEXT), ("a.html", re.sub(r"\[(.*?)\]\((.*?)\)", r'<a href="\2">\1</a>', TEXT))]
)
def test_every_figure_of_a_text_has_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, words: str
) -> None:
    path = tmp_path / name
    path.write_text(words, encoding="utf-8")
    assert main(["text", str(path)]) == 3
    summary, *lines = capsys.readouterr().out.splitlines()
    assert summary.startswith(f"{len(lines)} figures: ")
    said = dict(re.match(r"(\d+: .*?): (.*)", line).groups() for line in lines)
    assert said["3: 8,064 tokens/s per GPU"].startswith("Claim 1: ") and "1.99x" not in " ".join(said)
    assert said["5: 2.58 times"].startswith(OPEN) and said["7: 14 partners"].startswith("Claim 31: ")
    assert said["7: 500 GB"].startswith("We read it as no figure")
    assert said["8: 2,494,310 tokens/s"].startswith("Claim 15: contradicted")
    # What a sentence does not name is not denied.
    assert said["8: 9.87 million tokens/s"].startswith(OPEN)
    assert said["8: 9.88 million tokens/s"].startswith("No result of DeepSeek-R1, v6.0 ")


OPEN, NONE = "This cannot be decided", "We read it as no figure"
# A heading and a phrase of the press below it of whose figures nothing is said: their benchmark, round or sides are not
# named, or they are averages, counts, parts of a time, of hardware or of a test of one's own.
SILENT = (
    ("MLPerf Inference v4.1", "What 8x MI300Xs can do on Llama 2 70B, beside H200 SXM (8×) and H100-SXM5"),
    ("MLPerf Inference v2.1", "H100 made 3,091.84 samples/s on ResNet Offline"),
    ("MLPerf Inference v5.0", "On Llama 2 70B, FP8 roughly doubles throughput vs FP16"),
    ("MLPerf Inference v3.1", "On GPT-J in Server runs varied by ±9%"),
    ("MLPerf Training v5.1", "On Llama 2 70B LoRA, MI355X is close to averaged B200 and B300 results of 9.85 minutes"),
    ("MLPerf Inference v4.1", "On Mixtral 8x7B, H200 is 20% faster than H100"),
    ("NVIDIA in Training v5.1", "On Llama 3.1 405B, GB300 was 4.2x as fast as H100, nearly 2x the Blackwell GB200"),
    ("MLPerf Inference v5.1", "On DeepSeek-R1 the GB300 needs 45% fewer racks"),
    ("MLPerf Training v3.0", "The Dell XE9680 with 8 H100 takes 19 minutes 50 seconds for Mask R-CNN"),
    ("MLPerf Training v1.1", "DLRM takes 13.68 minutes per accelerator"),
    ("MLPerf Training 6.0", "NVIDIA's GPUs undergo 30+ manufacturing test stages"),
    ("MLPerf推理榜单v1.0", "MLPerf推理性能榜单从v0.5开始,至今已发布3次。\n共有13家厂商提交了成绩。"),
    ("H200 and B200 with Llama 3.3 70B", "8x B200 outperforms 8x H200 by up to 4.3x for short responses"),
    ("MLPerf Inference v6.0", "GPT-OSS 120B in Server has a TTFT P99 of 2,001 ms, of 300 million users"),
    ("MLPerf Inference v6.0", "memory grew by up to 47%, and GPT-OSS is a 120-billion-parameter model"),
    ("MLPerf Inference v5.1", "GB200 is 3.0x the H200 per GPU on Llama 2 70B"),
    ("Graphcore's latest MLPerf Training results", "BERT takes 5.78 minutes on the IPU-POD128"),
    ("MLPerf Training v0.7", "ResNet-50 and SSD train on Google's TPU in under 30 seconds each"),
    ("MLPerf Inference v5.0", "It made 129,000 tokens/s on Mixtral 8x7B"),
    ("A test", "DeepSeek V3.2 ran with 4.4x the prompts"),
    ("MLPerf Inference v2.1", "On Dell's A2 with ResNet 1 W delivers 11.58 images per second"),
    ("MLPerf Client v0.5", "TTFTs range from 0.60 seconds to 2 seconds"),
    ("MLPerf Inference v6.0", "Partners reproduce scores of MI300X on Llama 2 70B within 4%"),
)
# The same, and how what is said of each of its figures begins.
SAYING = {
    ("MLPerf Training v5.1", "GB300 is nearly 5x faster on Llama 2 70B LoRA versus Hopper"): {
        "nearly 5x": "Claim training-v5.1/7: "
    },
    ("MLPerf Training v1.0", "Graphcore trains BERT in 9.39 minutes in the open division and ResNet in 14.5 minutes"): {
        "9.39 minutes": "Graphcore on 64",
        "14.5 minutes": "Graphcore on 64",
    },
    ("MLPerf Inference v3.1", "GH200 makes 10.96 queries/s in Server and 13.34 in Offline on GPT-J"): {
        "10.96 queries/s": "Claim v3.1/4: ",
        "13.34": "NVIDIA on 1 GH200-96GB (v3.1): 13.3364 samples/s",
    },
    ("MLPerf Training v3.0", "| Net | mins |\n|---|---|\n| ResNet v1.5 | 13.466 |\n| ResNet v1.5 | 0.183 |"): {
        "13.466": "Dell on 8 H100-SXM-80GB (v3.0): 13.4665 minutes",
        "0.183": "NVIDIA + CoreWeave on 3584 H100",
    },
    ("NVIDIA in MLPerf", "291 cumulative MLPerf training and inference wins"): {"291": "Claim 11: "},
    ("MLPerf Inference v4.0", "With two Xeon Platinum 8592+ or EPYC 9654 it made 1,668 samples/s on BERT"): {
        "1,668 samples/s": "Intel on CPUs alone (v4.0): 1,668.5 samples/s"
    },
    ("MLPerf Mobile Inference", "Within six months offline throughput improved by 3x.\n\nGPT-5 High 28 tok/s"): {
        "3x": "These tables do not hold MLPerf Mobile",
        "28 tok/s": OPEN,
    },
    (
        "A release",
        "The news is of MLPerf Inference v5.0.\n\n# Records\n\nGB200 had up to 30x the rate of H200 on Llama 3.1 405B",
    ): {"up to 30x": "Claim v5.0/1: "},
    ("MLPerf Inference v6.0", "Twenty-three companies and NVIDIA's fourteen partners, among them Dell, took part"): {
        "Twenty-three": "Claim v6.0-others/27: ",
        "fourteen": "Claim 31: ",
    },
    ("MLPerf Training v5.1", "– Llama 3.1 405B: 10 minutes\n➜ FLUX.1: 12.5 minutes"): {
        "10 minutes": "Claim training-v5.1/1: ",
        "12.5 minutes": "Claim training-v5.1/1: ",
    },
    ("MLPerf Inference v5.1", "On Llama 2 70B Offline, B200 reached ~103k tokens/s, ~106k tokens/s elsewhere"): {
        "~103k tokens/s": "Lambda on 8 B200 (v5.1): 102,725",
        "~106k tokens/s": "No result of Llama 2 70B, v5.1",
    },
}


def test_a_phrase_of_the_press_names_no_other_source() -> None:
    asked = [*SILENT, *SAYING]
    texts = [{"kind": "text", "words": f"# {heading}\n\n{phrase}\n"} for heading, phrase in asked]
    for phrase, said in zip(asked, ask(texts), strict=True):
        found = {figure["figure"]: figure["says"] for figure in said["figures"]}
        if phrase in SILENT:
            assert all(says.startswith((OPEN, NONE)) for says in found.values()), (phrase, found)
            continue
        assert found.keys() == SAYING[phrase].keys(), phrase
        for figure, words in SAYING[phrase].items():
            assert found[figure].startswith(words), (phrase, found)


# Two amounts of which the ratio says nothing.
UNRELATED = (
    "GB300 made 8,064 tokens/s per GPU in Server and 250,634 tokens/s in Interactive on DeepSeek-R1, up to 2.77x."
)


def test_a_text_of_figures_that_hold_ends_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{UNRELATED} No figure here.", encoding="utf-8")
    assert main(["text", str(path), "--json"]) == 0
    assert '"outcome": "claim"' in capsys.readouterr().out
