"""A style sheet keeps what a page can use, and loses the rest."""

from __future__ import annotations

import pytest

from claimcheck.site.bundle import used

WORDS = {"shown", "page", "open"}


@pytest.mark.parametrize(
    "rule",
    [
        "p{color:red}",
        ".shown{color:red}",
        "#page .shown>a:hover{color:red}",
        # What is inside a function may be absent.
        ".shown:not(.gone){color:red}",
        ":is(.gone,.shown){color:red}",
        "@media print{.shown{color:red}}",
        "@supports (display:grid){@media print{.shown{color:red}}}",
        "@font-face{font-family:x;src:url(x.woff2)}",
        "@keyframes gone{to{color:red}}",
        'a[href*=".gone"]{color:red}',
        '.shown::after{content:".gone,{}"}',
    ],
)
def test_what_can_select_something_is_kept(rule: str) -> None:
    kept = used(rule, WORDS)
    assert "".join(kept.split()) == "".join(rule.split())


def test_what_selects_nothing_is_dropped() -> None:
    for rule in (".gone{color:red}", "#gone{color:red}", ".shown .gone{color:red}", "@media print{.gone{color:red}}"):
        assert used(rule, WORDS) == "", rule
    assert used(".gone, .shown:not(.gone), p{color:red}", WORDS) == ".shown:not(.gone),p{color:red}\n"
