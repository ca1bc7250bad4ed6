"""A name is text wherever it goes: what was packed, drawn or saved is read again as it was, and nothing else."""

from __future__ import annotations

import json

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimcheck.claims.model import Tables
from claimcheck.outside import first_unfit
from claimcheck.site import packed, results
from claimcheck.site.markup import script_json
from tests.site_ext.reading import unpacked

NAMES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["</script>", "<!--", "]]>", "<img src=x onerror=alert(1)>", '"', "'", "&lt;", "\\", "{round}", "${x}", "{{x}}"]
    ),
    st.sampled_from(
        ["`x`", "javascript:alert(1)", "[a](javascript:alert(1))", "a,b", 'a"b', "NaN", "null", "__proto__"]
    ),
).filter(lambda name: name.strip() and first_unfit([name]) is None)
bounded = settings(derandomize=True, database=None, deadline=None, max_examples=60)


TABLE = pd.DataFrame(
    {
        "name": pd.array(["a", None, "a"], dtype="string"),
        "path": ["v1/a/log.txt", None, "v2/b/log.txt"],
        "round": ["v1", "v1", "v2"],
        "count": pd.array([4, None, 8], dtype="Int64"),
        "row": [2, 2, 7],
        "value": pd.array([1.5, None, 0.1], dtype="Float64"),
    }
)


def test_a_table_is_read_again_as_it_was_packed() -> None:
    made = packed.pack(TABLE, {"path": ("round", "name")})
    assert made["columns"]["path"]["templates"] == ["{round}/{name}/log.txt", None, "{round}/b/log.txt"]
    assert unpacked(made) == TABLE.astype(object).where(TABLE.notna(), None).to_dict("list")


def test_every_result_is_read_again(tables: Tables) -> None:
    found = unpacked(results.tables(tables)[results.RESULTS])
    for name in ("row_id", "path", "line", "log_path", "value", "accelerators", "submitter"):
        column = tables.results[name].astype(object)
        assert found[name] == column.where(column.notna(), None).tolist(), name


@settings(bounded, max_examples=20)
@given(st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=9))
def test_names_are_unpacked_as_they_were_packed(names: list[tuple[str, str]]) -> None:
    frame = pd.DataFrame(names, columns=["submitter", "system"])
    assert unpacked(packed.pack(frame)) == frame.to_dict("list")


@bounded
@given(NAMES)
def test_a_name_ends_no_script_element(name: str) -> None:
    written = script_json({name: name})
    assert json.loads(written) == {name: name}
    assert not set("<>&\u2028\u2029") & set(written)


def test_what_cannot_be_packed_is_refused() -> None:
    with pytest.raises(ValueError, match="many has 8001 different values"):
        packed.pack(pd.DataFrame({"many": [str(n) for n in range(8_001)]}))
    frame = pd.DataFrame({"path": ["closed/{submitter}/log.txt"], "submitter": ["Anna"]})
    with pytest.raises(ValueError, match="holds braces"):
        packed.pack(frame, {"path": ("submitter",)})
