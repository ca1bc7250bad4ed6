"""Numbers are compared as numbers and text as text; what differs is shown, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from claimcheck.core.printing import differences

ROW = '<tr><th scope="row">{}</th><td class="cc-numeric" data-sort="{}">{}</td></tr>'
TABLE = "<table>\n{}\n</table>"


@pytest.mark.parametrize(
    ("recorded", "made", "told"),
    [
        # Last digits are no difference.
        ({"a": [0.3, 1e-17]}, {"a": [0.30000000000000004, -2e-17]}, None),
        (ROW.format("A", 0.050096541841, "5%"), ROW.format("A", 0.05009654184018641, "5%"), None),
        (ROW.format("A", 1e-05, "0"), ROW.format("A", 9.99999999999e-06, "0"), None),
        (0.050096541841, 0.050096542841, ": recorded 0.050096541841, now 0.050096542841"),
        ({"a": [1, {"x": 2.0}]}, {"a": [1, {"x": 2.1}]}, "a[1].x: recorded 2.0, now 2.1"),
        ({"a": 1}, {"a": True}, "a: recorded 1, now True"),
        ({"a": 1}, {}, "a: recorded 1, now nothing"),
        ([1], [1, "b"], "[1]: recorded nothing, now b"),
        (None, 0.0, ": recorded None, now 0.0"),
        # As text: what is printed in few digits, whole numbers, hashes, ids, blanks.
        ("0.2999 s", "0.3000 s", ": recorded 0.2999, now 0.3000"),
        ("f0.12345678901234", "f0.12345678901235", ": recorded f0.12345678901234, now f0.12345678901235"),
        ("a\nb\n", "a\nb\nc\n", ", line 3: recorded nothing, now c"),
        (
            TABLE.format(ROW.format("A", 0.050096541841, "96%")),
            TABLE.format(ROW.format("A", 0.05009654184018641, "95%")),
            ", line 2: recorded 96%, now 95%",
        ),
    ],
)
def test_what_differs_is_shown_with_both_values(recorded: Any, made: Any, told: str | None) -> None:
    assert list(differences(recorded, made)) == ([told] if told else [])
