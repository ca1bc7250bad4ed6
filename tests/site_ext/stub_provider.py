"""Numbers, claims and rows for a book that exists only in the tests; some of them are hostile."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

from claimcheck.claims.articles import Text
from claimcheck.claims.assertions import Assertion
from claimcheck.claims.contradictions import Contradiction, of_assertions
from claimcheck.claims.evidence import Evidence
from claimcheck.claims.model import ClaimResult, Condition, Figure, Quantity, Sensitivity
from claimcheck.claims.numbers import Printed
from claimcheck.claims.quote import Quotation
from claimcheck.claims.said import Article

HOSTILE = "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>\"'&"
COMMIT = "4d3916ac9cf474b679cdfcf492d43a0559418ad1"


def evidence(row: int, *, label: str = "NVIDIA, rack, deepseek-r1 Server", url: str | None = None) -> Evidence:
    """One place in a results repository."""
    path = f"closed/NVIDIA/run_{row}/mlperf_log_summary.txt"
    address = f"https://github.com/mlcommons/inference_results_v6.0/blob/{COMMIT}/{path}#L12"
    return Evidence(
        table="inference_results",
        row_id=f"row-{row}",
        result_id=f"6.0-{row:04d}",
        label=label,
        repo="mlcommons/inference_results_v6.0",
        commit=COMMIT,
        path=path,
        blob="b" * 40,
        line=12,
        url=address if url is None else url,
    )


def number(key: str, text: str, rows: int = 2, how: str = "v6.0 over v5.1, per accelerator") -> Printed:
    """A number that rests on the first ``rows`` places."""
    return Printed(key, text, how, tuple(evidence(i) for i in range(rows)))


def numbers(data_dir: Path) -> Mapping[str, Printed]:
    """Four numbers: ordinary, two on the same long evidence, hostile."""
    found = [
        number("pair.server", "2.77x"),
        number("readings.low", "1.86x", rows=20),
        number("readings.high", "2.86x", rows=20),
        Printed(
            "evil",
            HOSTILE,
            HOSTILE,
            (evidence(3, label=HOSTILE), evidence(4, url="javascript:window.pwned=1")),
        ),
    ]
    return {n.key: n for n in found}


def claim(number: int = 1, verdict: str = "reproduced", *, text: str = "It is fast", **changes: object) -> ClaimResult:
    """A claim with everything that a claim can have."""
    given = {
        "id": f"claim-{number}",
        "number": number,
        "articles": ("A1", "A3"),
        "statement": text,
        "figures": (
            Figure(Quantity(2.77, "x", "2.77x"), "rounds", Quantity(2.774, "x", "2.77x"), True, "a / b"),
            Figure(Quantity(9.0, "x", "9x"), "rounds", None, False, "no such result"),
        ),
        "verdict": verdict,
        "reason": "does not hold: same submitter",
        "conditions": (
            Condition("same submitter", False, "Nebius, NVIDIA"),
            Condition("same chip", True, "GB300"),
        ),
        "sensitivity": Sensitivity(1.857, 2.861, 6, 2, "x", "comparisons of the two rounds"),
        "strongest_case": "Both figures stand in the results.",
        "evidence": (evidence(1), evidence(2)),
        "rows": pd.DataFrame(),
        "page": "notebooks/figures#the-rows",
    }
    return ClaimResult(**{**given, **changes})


def claims(data_dir: Path) -> list[ClaimResult]:
    """One claim for each verdict, the last one hostile; the pictures of 3 and 4 are not there."""
    return [
        claim(2, "reproduced, with conditions", picture=("notebooks/figures", "second")),
        claim(1, "reproduced"),
        claim(3, "not reproduced", picture=("book/claims", "second")),
        claim(4, "contradicted", picture=("notebooks/figures", "secnd")),
        claim(5, "not testable here", text=HOSTILE, strongest_case=HOSTILE, reason=HOSTILE, sensitivity=None),
    ]


def texts(data_dir: Path) -> dict[str, Text]:
    """Two articles, one of them hostile, and a text of the vendor."""
    rest = {"date": "2026-04", "role": "a report", "copy": "in full"}
    return {
        "A1": Text("A1", "A1", HOSTILE, HOSTILE, outside=(HOSTILE,), **rest),
        "A3": Text("A3", "A3", "Somebody", "On it", address="https://example.org/a", **rest),
        "blog": Text("blog", "the blog", "The vendor", "Its blog", vendor=True, **rest),
    }


def assertions(data_dir: Path) -> list[Assertion]:
    """Three points: the article claims more, says the same, leaves out what the vendor leaves out too."""
    words = {"less": "a little", "more": HOSTILE}
    scale, same = ("scale", words, ""), ("one_of", words, "")
    return [
        Assertion("same", "It", "is", *same, {"A1": ("less",), "blog": ("less",)}, (1,), "Why not."),
        Assertion("more", f"It {HOSTILE}", "was", *scale, {"A1": ("more",), "blog": ("less",)}, (1, 4), HOSTILE),
        Assertion("unsaid", "It", "will be", *same, {"A1": (), "blog": ()}, (1,), "Nobody says."),
    ]


def contradictions(data_dir: Path) -> list[Contradiction]:
    """The one pair among them."""
    return of_assertions(assertions(data_dir))


def results(data_dir: Path) -> pd.DataFrame:
    """Thirty rows."""
    return pd.DataFrame({"row_id": [f"row-{i}" for i in range(30)], "result_id": [f"6.0-{i:04d}" for i in range(30)]})


def footnote(rows: pd.DataFrame) -> str:
    """A footnote that says which results it is about."""
    return "MLPerf Inference v6.0, " + ", ".join(sorted(rows["result_id"])) + ".\n\nSee https://mlcommons.org/x."


def rounds_footnote(data_dir: Path, suites: Sequence[str], rows: pd.DataFrame) -> str:
    """A footnote about whole rounds, and about results where it is given any."""
    if unknown := set(suites) - {"inference", "training", "hpc"}:
        raise ValueError(f"no suite {', '.join(sorted(unknown))}")
    return "; ".join([*sorted(rows["result_id"]), f"Rounds of {' and '.join(suites) or 'every suite'}."])


def said(data_dir: Path) -> Mapping[str, Article]:
    """Two articles, one by a hostile author."""
    first = Article("A1", "Anna", "On it", "2026-04-01", "Person")
    return {"A1": first, "A3": Article("A3", HOSTILE, HOSTILE, "2026-04")}


def quotation(data_dir: Path, claim: ClaimResult) -> Quotation:
    """Three blocks about the claim."""
    return Quotation(f"{claim.statement}. MLPerf® says so.", f"Claim {claim.number}.", f"MLPerf® footnote {HOSTILE}.")


def claim_files(data_dir: Path, claims: Sequence[ClaimResult]) -> Mapping[str, str]:
    """Four files for each claim, one for all."""
    found = {"claims.json": json.dumps([claim.number for claim in claims])}
    for claim in claims:
        found |= {f"claims/{claim.number}.{ending}": ending for ending in ("json", "csv", "bib", "txt")}
    return found
