-- A round has as many rows in each table as rounds.yml expects.
select 'facts/rounds.yml' as table_name, round_key as row_key, 'expected_rows.' || e.table_name as column_name,
    e.rows as value, count(c.row_key) as expected
from expected_rows e
left join of_rounds c using (round_key, table_name)
group by all
having value <> expected
