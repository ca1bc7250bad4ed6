"""Figures of the registers stand in the words that print them: a changed one is named with file, line and key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from claimcheck.checks.in_print import CHECKS, Fault, Registers, figures_in, prints
from claimcheck.data import paths

CLAIMS = "claims/v6.0/claims.yml"
# File, what is written there, what is planted, the check and the key that it must name.
PLANTED = {
    "published figure": (CLAIMS, "published: 2.77,", "published: 2.87,", "published_figures", "published"),
    "published count": (CLAIMS, "published: 291,", "published: 281,", "published_figures", "published"),
    "quotation": (CLAIMS, "5,842 to 9,821", "5,842 to 9,921", "published_figures", "published"),
    "rule of a figure": (CLAIMS, "published: 1096770, unit: tokens/s, decimals: 0",
                         "published: 1096770, unit: tokens/s, decimals: 0, rule: at_least", "words_of_bounds", "rule"),
    "rule of a bound": (CLAIMS, "published: 60, unit: \"%\", decimals: 0, ask",
                        "published: 60, unit: \"%\", decimals: 0, rule: at_least, ask", "words_of_bounds", "rule"),
    "rule of over": ("claims/training-v5.1/claims.yml", "published: 4, unit: x, decimals: 0, ask",
                     "published: 4, unit: x, decimals: 0, rule: rounds, ask", "words_of_bounds", "rule"),
    "price": (paths.PRICES, "usd_per_hour: [2.65, 2.65]\n    date", "usd_per_hour: [1.65, 1.65]\n    date",
              "quoted_prices", "usd_per_hour"),
    "price of several": (paths.PRICES, "[4.48, 4.48]", "[4.84, 4.84]", "quoted_prices", "usd_per_hour"),
    "scenario of prices": (paths.PRICES, "low: {usd_per_hour: [2.65, 2.65]", "low: {usd_per_hour: [0.65, 0.65]",
                           "quoted_prices", "usd_per_hour"),
    "part of a list of partners": (paths.PARTNERS, "      - Cisco\n", "", "lists_of_partners", "names"),
    "scenario above its prices": (paths.PRICES, "[6.00, 7.50]", "[6.00, 9.50]", "quoted_prices", "usd_per_hour"),
    "number typed in an answer": (CLAIMS, "needs Nebius's result; its", "needs Nebius's 8 of 73 GPUs; its",
                                  "typed_numbers", "number"),
    "date of an article": ("claims/v6.0/articles.yml", "date: 2026-04-01\n    role: an investor",
                           "date: 2026-03-01\n    role: an investor", "dates_of_texts", "date"),
    "figure on a mechanism": (paths.MECHANISM_FIGURES, "value: 6.17", "value: 6.787", "quoted_figures", "value"),
    "gain as a ratio": (paths.MECHANISM_FIGURES, "value: 1.142", "value: 1.2562", "quoted_figures", "value"),
    "constant of a chip": (paths.MECHANISM_FIGURES, "value: 8.0e+12", "value: 8.8e+12", "quoted_figures", "value"),
    "quotation removed": (paths.MECHANISM_FIGURES, "    quote: up to 2x with GEN8\n", "", "quoted_figures", "quote"),
    "limit": (paths.RULES, "Interactive: {ttft_ms: 1500, tpot_ms: 15}", "Interactive: {ttft_ms: 1500, tpot_ms: 25}",
              "limits_of_rules", "tpot_ms"),
    "most that is audited": (paths.RULES, "at_most: 2\n", "at_most: 3\n", "limits_of_rules", "at_most"),
}  # fmt: skip


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_planted_faults_are_named_with_file_and_key(
    check: Callable[[Registers], Iterable[Fault]], linked: Path
) -> None:
    """All faults that a check must find are in one folder; as it is committed it has none."""
    wanted = Counter[tuple[str, str]]()
    for file, old, new, name, key in PLANTED.values():
        if name == check.__name__:
            text = (linked / file).read_text()
            assert old in text
            (linked / file).unlink()
            (linked / file).write_text(text.replace(old, new))
            wanted[file, key] += 1
    found = list(check(Registers(linked)))
    assert wanted and wanted <= Counter((fault.table_name, fault.column_name.rpartition(".")[2]) for fault in found)


@pytest.mark.parametrize(
    ("words", "figure"),
    [
        ("throughput rose from 2,907 to 8,064 tokens/sec/gpu", 8064),
        ("a 60%+ reduction", 60),
        ("more than sixty percent", 60),
        ("doubling the rate", 2),
        ("thirty-five wins", 35),
        ("1.05 million tokens/sec", 1.05),
        ("30 cents per million", 0.3),
        ("15 PetaFLOPS dense", 15e15),
    ],
)
def test_a_figure_is_found_as_it_is_printed(words: str, figure: float) -> None:
    assert prints(words, figure)


def test_a_figure_that_is_not_printed_is_not_found() -> None:
    assert not prints("2.77x on DeepSeek-R1, up from 2,907", 2.7)
    assert figures_in("GB300 NVL72") == set()
