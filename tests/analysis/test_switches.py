"""What files, notes and rules say of a mechanism: every state occurs in the derived table ``switches``."""

from __future__ import annotations

from claimcheck.analysis import switches as sw


def test_nobody_on_the_headlines_chip_used_what_the_rules_forbid(tables) -> None:
    entries = sw.listed_entries(tables.results, tables.mechanisms)
    states = sw.mechanism_states(entries, tables.settings, tables.mechanisms)
    used = states[states["state"].isin([sw.ON, sw.DISPUTED])]
    headline = entries[(entries["division"] == "closed") & (entries["chip"] == "GB300")]
    used = used[used["row_id"].isin(headline["row_id"])]
    assert len(used)
    for row in used.itertuples():
        limit = tables.mechanisms.mechanisms[row.mechanism].limit(row.round)
        assert limit is None or not limit.forbids(row.benchmark, row.scenario), row
