-- A log is in the folder of its run, or right above it as reports of the newer harness are.
with logs as (
    select 'inference_results' as table_name, row_id as row_key, 'log_path' as column_name, log_path as path, run_id
    from inference_results
    where run_id is not null
    union all
    select 'loadgen_runs', run_id, 'path', path, run_id
    from loadgen_runs
),
folders as (
    select *,
        regexp_replace(path, '/?[^/]*$', '') as log_folder,
        regexp_replace(run_id, '^[^/]*/', '') as run_folder
    from logs
)
select table_name, row_key, column_name, path as value, run_folder as expected
from folders
where path is null or log_folder not in (run_folder, regexp_replace(run_folder, '/[^/]*$', ''))
