"""What was packed is read again as it was, and is made again for other tables."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from claimcheck.analysis.derived import Tables
from claimcheck.analysis.view import per_accelerator
from claimcheck.core.files import script_json
from claimcheck.site.engine import packed
from claimcheck.site.engine.run import PACKED, ask
from claimcheck.site.engine.run import packed as packed_tables

# Numbers and none, whole and not, paths made of other columns, names as their owners write them.
NAMES = ("row_id", "path", "line", "log_path", "value", "accelerators", "submitter")


def test_every_result_is_read_again(tables: Tables) -> None:
    wanted = {"chosen": {}, "query": "", "sort": "round"}
    (found,) = ask([{"kind": "select", "wanted": wanted, "columns": [*NAMES[1:], "per_accelerator"]}])
    read = pd.DataFrame(found["rows"], columns=[*NAMES, "per_accelerator"], dtype=object)
    results = tables.results.set_index("row_id", drop=False).loc[read["row_id"]].reset_index(drop=True)
    for name in NAMES:
        column = results[name].astype(object)
        assert read[name].tolist() == column.where(column.notna(), None).tolist(), name
    rates = per_accelerator(results)
    assert read["per_accelerator"].tolist() == rates.astype(object).where(rates.notna(), None).tolist()


def test_claims_keep_their_figures_and_what_their_statements_and_results_name(tables: Tables) -> None:
    with packed_tables(tables.data) as folder:
        made = {str(claim["number"]): claim for claim in packed._claimed(tables, folder)["claims"]}
    assert made["1"]["figures"] == [(2.77, "ratio", False), (2907, "tokens/s", True), (8064, "tokens/s", True)]
    assert made["7"]["figures"] == [(0.6, "percent", False)]
    names, said = made["1"]["names"], made["1"]["said"]
    assert names["submitter"] == ["NVIDIA", "Nebius"] and names["benchmark"] == ["deepseek-r1"]
    assert "submitter" not in said and said["benchmark"] == [["deepseek-r1"]]
    # A claim of no results is of the round of its register.
    assert made["v5.1/17"]["names"]["round"] == ["v5.1"]


@pytest.mark.parametrize("name", ["</script>", "<!--", "]]>", "&lt;", "__proto__", "\u2028", "\x00", "é", '"\\'])
def test_a_name_ends_no_script_element(name: str) -> None:
    written = script_json({name: name})
    assert json.loads(written) == {name: name}
    assert not set("<>&\u2028\u2029") & set(written)


def test_tables_are_packed_once_and_again_for_other_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    monkeypatch.setattr(packed, "write_packed", lambda tables, folder: made.append(write(folder)))
    monkeypatch.setattr("claimcheck.analysis.derived.load_tables", lambda data: None)

    def write(folder: Path) -> str:
        folder.mkdir(parents=True)
        for name in PACKED:
            (folder / f"{name}.js").touch()
        return folder.name

    table = tmp_path / "data" / "tables" / "systems.csv"
    table.parent.mkdir(parents=True)
    for content in ("one", "one", "two"):
        table.write_text(content)
        with packed_tables(tmp_path / "data") as folder:
            assert (folder / "own.js").is_file()
    assert len(made) == len(set(made)) == 2
