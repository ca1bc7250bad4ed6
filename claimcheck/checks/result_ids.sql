-- A result's row ID is made of the result's own cells, and its published ID of its round and four digits; a published
-- ID names one round, division, submitter and system.
with ids as (
    select *, if(result_id is null or obtained = 'typed', [
        concat_ws('/', round, division, coalesce(suite, '-'), submitter, system, model, scenario)
    ], [
        concat_ws('/', result_id, benchmark, scenario),
        concat_ws('/', result_id, benchmark, scenario, suite)
    ]) as made, (round, division, submitter, system) as entry
    from keyed.inference_results
)
select table_name, row_key, 'row_id' as column_name, row_id as value, made[1] as expected
from ids
where not list_contains(made, row_id)
union all
select table_name, row_key, 'result_id', result_id, round
from ids
where 'v' || regexp_extract(result_id, '^v?(\d+\.\d+)-\d{4}$', 1) <> round
union all
select table_name, row_key, 'result_id', result_id, 'one of several entries with this ID'
from ids
where result_id is not null
qualify min(entry) over (partition by result_id) <> max(entry) over (partition by result_id)
