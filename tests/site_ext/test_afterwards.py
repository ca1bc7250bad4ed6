"""The second line of a claim: what later rounds made of it, on the card and in the scorecard."""

from __future__ import annotations

from claimcheck.claims.model import Aftermath, Condition
from claimcheck.site.claimparts import card_html
from claimcheck.site.scorecard import scorecard_html
from tests.site_ext.stub_source import HOSTILE, claim, evidence

LATER = Aftermath(
    "v6.1",
    f"the record {HOSTILE}",
    True,
    (Condition(f"still the highest {HOSTILE}", False, f"overtaken by {HOSTILE}"),),
    (evidence(7),),
)


def test_the_card_says_what_became_of_the_claim_below_its_verdict() -> None:
    card = card_html(claim(1, "reproduced", afterwards=LATER), lambda page: None)
    assert "As of v6.1: no longer." in card
    assert card.index("reproduced") < card.index("As of v6.1")
    assert card.index("As of v6.1") < card.index("Overtaken by")
    assert "6.0-0007" in card or evidence(7).label in card
    assert HOSTILE not in card


def test_a_claim_that_was_not_asked_again_has_no_second_line() -> None:
    assert "As of" not in card_html(claim(1, "reproduced"), lambda page: None)
    assert "As of" not in scorecard_html([claim(1, "reproduced")], lambda page: None)


def test_the_scorecard_keeps_the_verdict_and_adds_the_later_state() -> None:
    line = scorecard_html([claim(1, "reproduced", afterwards=LATER)], lambda page: None)
    assert 'data-verdict="reproduced"' in line
    assert "As of v6.1: no longer" in line
