"""What a figure loses, gains and changes from stage to stage."""

from __future__ import annotations

import pytest

from claimcheck.report.pages.articles import Step, details_of, step

KNOWN = ["who", "scenario", "rate"]


def test_details_are_read() -> None:
    assert details_of(" who, scenario = Offline ,", KNOWN) == {"who": "", "scenario": "Offline"}
    assert details_of("", KNOWN) == {}


@pytest.mark.parametrize(("text", "said"), [("whom", "unknown detail 'whom'"), ("who, who", "stands twice")])
def test_a_detail_that_is_not_known_or_stands_twice_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        details_of(text, KNOWN)


def test_a_step_says_what_was_kept_lost_added_and_changed() -> None:
    before = details_of("who, scenario = Offline", KNOWN)
    assert step(before, details_of("scenario = Server, rate", KNOWN)) == Step(
        kept=(), lost=("who",), added=("rate",), changed=(("scenario", "Offline", "Server"),)
    )
    assert step(before, before) == Step(kept=("who", "scenario"), lost=(), added=(), changed=())
    # Without a value on one side nothing is known to have changed.
    assert step(before, details_of("scenario", KNOWN)).changed == ()
