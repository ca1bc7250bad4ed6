"""The database of the tables: what a query sees, and that it reads nothing else and ends."""

from __future__ import annotations

import pytest

from claimcheck.analysis.database import ask, connect, tables_in
from claimcheck.analysis.view import named, on_sale
from claimcheck.core.errors import QueryError
from claimcheck.data.store import load

# What a stranger may write, and a word of the one line that answers.
HOSTILE = {
    "copy inference_results to '{path}'": "COPY",
    "attach '{path}'": "ATTACH",
    "install httpfs": "LOAD",
    "set memory_limit = '64GB'": "SET",
    "select 1; select 2": "SELECT, SELECT",
    "": "nothing",
    "select * from read_csv('/etc/passwd')": "disabled by configuration",
    "select * from glob('/*')": "disabled by configuration",
    "select * from read_text('https://example.org')": "disabled by configuration",
    "select * from query('drop table rounds')": "single SELECT",
    "select accelerator_ from inference_results": '"accelerator"',
    "select * from training_result": "did you mean training_results?",
    "select $nothing": "nothing",
    "with x as (update inference_results set value = 1 returning *) select count(*) from x": "read-only",
    "with x as (delete from inference_results returning *) select count(*) from x": "read-only",
    "select list(a) from inference_results a, inference_results b": "Memory",
    "select a.value from inference_results a, inference_results b": "rows",
    "select now()": "cast it: ::varchar",
}


@pytest.fixture(scope="module")
def database():
    return connect(only={"inference_results"})


@pytest.mark.parametrize("sql", HOSTILE)
def test_query_that_does_more_than_read_is_refused_and_the_next_one_works(sql, database, tmp_path):
    with pytest.raises(QueryError) as caught:
        ask(database, sql.replace("{path}", str(tmp_path / "written")))
    assert HOSTILE[sql] in str(caught.value)
    assert "\n" not in caught.value.message
    assert not list(tmp_path.iterdir())
    assert ask(database, "select 1").rows == [(1,)]


def test_table_has_the_rows_and_types_of_the_schema_and_its_further_columns(database):
    results = load("inference_results")
    rows = ask(database, "select row_id, product, chip, owners, on_sale from inference_results").rows
    known = named(results).assign(on_sale=on_sale(results))[["row_id", "product", "chip", "owners", "on_sale"]]
    assert rows == list(
        known.astype(object)
        .where(known.notna(), None)
        .assign(owners=known["owners"].map(list))
        .itertuples(index=False, name=None)
    )
    found = ask(database, "select sum(value), count(accelerators), count(distinct row_id) from inference_results")
    assert found.rows[0] == pytest.approx((results["value"].sum(), results["accelerators"].count(), len(results)))


def test_frame_takes_the_place_of_a_table_and_a_query_gets_the_parameters_that_it_names():
    few = load("inference_results").head(3)
    database = connect(frames={"inference_results": few}, only={"inference_results"})
    sql = "select count(*), place($round) from inference_results"
    assert ask(database, sql, {"round": "v0.7", "as_of": "v6.1"}).rows == [(3, 1)]


def test_a_table_is_found_outside_of_quotes_and_comments_alone():
    sql = "select 'rounds é', $$systems$$ /* it's */ from \"prices\", Engines -- rounds 'of'"
    assert tables_in([sql, "from training_results"]) == {"prices", "engines", "training_results"}
