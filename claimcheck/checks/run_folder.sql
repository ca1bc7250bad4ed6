-- The folder of a run names its round, division, submitter and system.
with cells as (
    select run_id, unnest([
        {column_name: 'round', value: round, folder: split_part(run_id, '/', 1)},
        {column_name: 'division', value: division, folder: split_part(run_id, '/', 2)},
        {column_name: 'submitter', value: submitter, folder: split_part(run_id, '/', 3)},
        {column_name: 'system', value: system, folder: split_part(run_id, '/', 5)}
    ], recursive := true)
    from loadgen_runs
)
select 'loadgen_runs' as table_name, run_id as row_key, column_name, value, folder as expected
from cells
where value <> folder
and not exists (
    from corrections c
    where c.column_name = cells.column_name and c.used = cells.value and c.reported = cells.folder
)
