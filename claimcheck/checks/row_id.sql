-- A result's row ID is made of the result's own cells.
with ids as (
    select row_id, case
        when result_id is null or obtained = 'typed' then [
            concat_ws('/', round, division, coalesce(suite, '-'), submitter, system, model, scenario)
        ]
        else [
            concat_ws('/', result_id, benchmark, scenario),
            concat_ws('/', result_id, benchmark, scenario, suite)
        ]
    end as expected
    from inference_results
)
select 'inference_results' as table_name, row_id as row_key, 'row_id' as column_name, row_id as value,
    expected[1] as expected
from ids
where not list_contains(expected, row_id)
