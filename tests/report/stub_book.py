"""Numbers, claims and rows for a book that exists only in the tests; some of them are hostile."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd

from claimcheck.claims.register.articles import Article
from claimcheck.claims.register.claim import PrintedLine
from claimcheck.claims.texts.export import FORMATS, Quotation
from claimcheck.claims.texts.numbers import PrintedNumber
from claimcheck.claims.verdict.evidence import Evidence
from claimcheck.claims.verdict.result import CheckedFigure, ClaimResult, Condition, Quantity, Sensitivity
from claimcheck.data.numbers import Number
from claimcheck.report.book import Book

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


NUMBERS = {
    one.key: one
    for one in (
        Number("pair.server", "2.77x", 2.77, "x", 2, "v6.0 over v5.1, per accelerator"),
        Number("readings.low", "1.86x", 1.86, "x", 2, "v6.0 over v5.1, per accelerator"),
        Number("readings.high", "2.86x", 2.86, "x", 2, "v6.0 over v5.1, per accelerator"),
        Number("evil.words", HOSTILE, None, "", None, HOSTILE),
    )
}
# The places that they rest on; two numbers rest on the same long evidence.
PLACES = {
    "pair.server": tuple(evidence(i) for i in range(2)),
    "readings.low": tuple(evidence(i) for i in range(20)),
    "readings.high": tuple(evidence(i) for i in range(20)),
    "evil.words": (evidence(3, label=HOSTILE), evidence(4, url="javascript:window.pwned=1")),
}


def claim(number: int = 1, verdict: str = "reproduced", *, text: str = "It is fast", **changes: object) -> ClaimResult:
    """A claim with everything that a claim can have."""
    given = {
        "id": f"claim-{number}",
        "number": number,
        "said": dict.fromkeys(changes.pop("articles", ("A1", "A3")), PrintedLine(line=4)),
        "statement": text,
        "figures": (
            CheckedFigure(Quantity(2.77, "x", "2.77x"), "rounds", Quantity(2.774, "x", "2.77x"), True, "a / b"),
            CheckedFigure(Quantity(9.0, "x", "9x"), "rounds", None, False, "no such result"),
        ),
        "verdict": verdict,
        "reason": "1.91x for one owner",
        "explanation": "The two results come from different companies. For one owner it is 1.91x.",
        "conditions": (
            Condition("same submitter", False, "Nebius, NVIDIA", True, "for one owner", Quantity(1.91, "x", "1.91x")),
            Condition("same chip", True, "GB300"),
        ),
        "sensitivity": Sensitivity(1.857, 2.861, 6, 2, "x", "comparisons of the two rounds"),
        "strongest_case": "Both figures stand in the results.",
        "evidence": (evidence(1), evidence(2)),
        "rows": pd.DataFrame(),
        "page": "notebooks/figures#the-rows",
    }
    return ClaimResult(**{**given, **changes})


CLAIMS = (
    # One for each verdict, the last one hostile; the pictures of 3 and 4 are not there.
    claim(1, "reproduced"),
    claim(2, "reproduced, but narrower", picture=("notebooks/figures", "second")),
    claim(3, "not reproduced", picture=("book/claims", "second")),
    claim(4, "contradicted", picture=("notebooks/figures", "secnd")),
    claim(5, "not testable here", text=HOSTILE, strongest_case=HOSTILE, reason=HOSTILE, sensitivity=None),
)
_KNOWN = {"role": "a report", "copy": "in full"}
TEXTS = {
    "A1": Article(
        key="A1", short="Anna (A1)", author="Anna", title="On it", date="2026-04-01", outside=(HOSTILE,), **_KNOWN
    ),
    "A3": Article(
        key="A3", short="A3", author=HOSTILE, title=HOSTILE, date="2026-04", address="https://example.org/a", **_KNOWN
    ),
    "blog": Article(
        key="blog", short="the blog", author="The vendor", title="Its blog", date="2026-04", vendor=True, **_KNOWN
    ),
}
_WORDS = {"less": "a little", "more": HOSTILE}


class StubBook(Book):
    """Everything above, and thirty rows."""

    numbers = NUMBERS
    claims = CLAIMS
    texts = TEXTS
    results = pd.DataFrame([{"row_id": f"row-{i}", "result_id": f"6.0-{i:04d}"} for i in range(30)])

    def number(self, key: str) -> PrintedNumber:
        """A number on its made-up places."""
        printed = super().number(key)
        return replace(printed, evidence=PLACES.get(key, ()))

    def footnote(self, row_ids: Sequence[str]) -> str:
        """A footnote that says which results it is about."""
        ids = ", ".join(sorted(self.rows(row_ids)["result_id"]))
        return f"MLPerf Inference v6.0, {ids}.\n\nSee https://mlcommons.org/x."

    def rounds_footnote(self, suites: Sequence[str], row_ids: Sequence[str] = (), *, latest: bool = False) -> str:
        """A footnote about whole rounds, and about results where it is given any."""
        if unknown := set(suites) - {"inference", "training", "hpc"}:
            raise ValueError(f"no suite {', '.join(sorted(unknown))}")
        ids = sorted(self.rows(row_ids)["result_id"])
        until = " until the latest" if latest else ""
        return "; ".join([*ids, f"Rounds of {' and '.join(suites) or 'every suite'}{until}."])

    def quotation(self, claim: ClaimResult) -> Quotation:
        """Three texts about the claim."""
        texts = {words: f"{claim.statement}. MLPerf® says so in {words}." for words in (30, 80, 200)}
        return Quotation(texts, f"Claim {claim.number}.", f"MLPerf® footnote {HOSTILE}.")

    def answer(self, name: str) -> Quotation:
        """Three texts about everything."""
        if name != "in-short":
            raise KeyError(name)
        return Quotation(dict.fromkeys((30, 80, 200), f"All {HOSTILE}."), "The book.", "MLPerf® footnote.")

    def claim_files(self) -> Mapping[str, str]:
        """The files of each claim, and two for all."""
        found = {"claims.json": json.dumps([claim.number for claim in self.claims]), "claims/in-short.txt": "All."}
        for one in self.claims:
            found |= {f"claims/{one.number}.{ending}": ending for _, ending in FORMATS.values()}
        return found
