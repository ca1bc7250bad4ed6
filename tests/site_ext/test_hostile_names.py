"""A name is text wherever it goes: what was packed, drawn or saved is read again as it was, and nothing else."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimcheck.charts.figure import to_csv
from claimcheck.outside import first_unfit
from claimcheck.site import packed
from claimcheck.site.feed import html
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


def test_a_path_that_reads_as_a_template_is_refused() -> None:
    frame = pd.DataFrame({"path": ["closed/{submitter}/log.txt"], "submitter": ["Anna"]})
    with pytest.raises(ValueError, match="holds braces"):
        packed.pack(frame, {"path": ("submitter",)})


@bounded
@given(st.lists(NAMES, min_size=1, max_size=5))
def test_a_figures_csv_is_read_again(names: list[str]) -> None:
    table: dict[str, Any] = {"headings": ["name"], "rows": [[name] for name in names]}
    assert [row[0] for row in csv.reader(io.StringIO(to_csv(table)))][1:] == names


@bounded
@given(NAMES)
def test_a_name_in_the_changelog_opens_no_element_of_the_feed(name: str) -> None:
    made = html(f"- A run of {name} is in the tables.", "https://e.org/")
    assert "<script" not in made and "<img" not in made and 'href="javascript:' not in made
