-- The ID of an entry of Training names its suite, round, division, system, benchmark and scaling.
with cells as (
    select row_id, unnest([
        {column_name: 'suite', value: suite, is_named: split_part(row_id, '/', 1) = suite},
        {column_name: 'round', value: round, is_named: split_part(row_id, '/', 2) = round},
        {column_name: 'division', value: division, is_named: split_part(row_id, '/', 3) = division},
        {column_name: 'system', value: system, is_named: contains(row_id, system)},
        {
            column_name: 'benchmark',
            value: benchmark,
            is_named: ends_with(row_id, concat_ws('/', '', benchmark, scaling))
        }
    ], recursive := true)
    from training_results
)
select 'training_results' as table_name, row_id as row_key, column_name, value
from cells
where not is_named
