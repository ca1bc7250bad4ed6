-- The folder of a result's run names its round, division, submitter, system, model and scenario.
with cells as (
    select row_id, run_id, unnest([
        {column_name: 'round', value: round, folder: split_part(run_id, '/', 1)},
        {column_name: 'division', value: division, folder: split_part(run_id, '/', 2)},
        {column_name: 'submitter', value: submitter, folder: split_part(run_id, '/', 3)},
        {column_name: 'system', value: system, folder: split_part(run_id, '/', 5)},
        {column_name: 'model', value: model, folder: split_part(run_id, '/', 6)},
        {column_name: 'scenario', value: lower(scenario), folder: lower(split_part(run_id, '/', 7))}
    ], recursive := true)
    from inference_results
    where run_id is not null
)
select 'inference_results' as table_name, row_id as row_key, column_name, value, run_id as expected
from cells
where value <> folder
and not exists (
    from corrections c
    where c.column_name = cells.column_name and c.used = cells.value and c.reported = cells.folder
)
