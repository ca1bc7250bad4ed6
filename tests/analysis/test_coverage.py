"""A list of those who took part names nobody twice."""

from __future__ import annotations

import pytest

from claimcheck.analysis.records import match_partners


def test_a_list_that_counts_one_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        match_partners(["Dell", "DELL"], [], {})
    with pytest.raises(ValueError, match="Google is both Google and Google Cloud"):
        match_partners(["Google", "Google Cloud"], ["Google"], {"Google Cloud": "Google"})
