"""A list of those who took part names nobody twice."""

from __future__ import annotations

import pytest

from claimcheck.analysis.records import in_list


def test_a_list_that_counts_one_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        in_list(["Dell", "DELL"], [], {})
    with pytest.raises(ValueError, match="Google is both Google and Google Cloud"):
        in_list(["Google", "Google Cloud"], ["Google"], {"Google Cloud": "Google"})
