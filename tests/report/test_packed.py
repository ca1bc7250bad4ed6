"""A name is text wherever it goes: what was packed, drawn or saved is read again as it was, and nothing else."""

from __future__ import annotations

import json

import pandas as pd
import pytest

from claimcheck.analysis.tables import Tables
from claimcheck.report.pages import results
from claimcheck.report.parts.html import script_json
from tests.report.reading import unpacked


def test_every_result_is_read_again(tables: Tables) -> None:
    found = unpacked(results.result_tables(tables)[results.RESULTS])
    # Numbers and none, whole and not, paths made of other columns, names as their owners write them.
    for name in ("row_id", "path", "line", "log_path", "value", "accelerators", "submitter"):
        column = tables.results[name].astype(object)
        assert found[name] == column.where(column.notna(), None).tolist(), name


@pytest.mark.parametrize("name", ["</script>", "<!--", "]]>", "&lt;", "__proto__", "\u2028", "\x00", "é", '"\\'])
def test_a_name_ends_no_script_element(name: str) -> None:
    written = script_json({name: name})
    assert json.loads(written) == {name: name}
    assert not set("<>&\u2028\u2029") & set(written)


def test_what_cannot_be_packed_is_refused() -> None:
    with pytest.raises(ValueError, match="many has 8001 different values"):
        results.pack(pd.DataFrame({"many": [str(n) for n in range(8_001)]}))
    frame = pd.DataFrame({"path": ["closed/{submitter}/log.txt"], "submitter": ["Anna"]})
    with pytest.raises(ValueError, match="holds braces"):
        results.pack(frame, {"path": ("submitter",)})
