-- A log is in the folder of its run, or right above it as reports of the newer harness are.
with folders as (
    select table_name, row_key, 'log_path' as column_name, log_path as value, run_id from keyed.inference_results
    union all
    select table_name, row_key, 'path', path, run_id from keyed.loadgen_runs
)
select * exclude (run_id), regexp_replace(run_id, '^[^/]*/', '') as expected
from folders
where run_id is not null
and coalesce(regexp_replace(value, '/?[^/]*$', ''), '') not in (expected, regexp_replace(expected, '/[^/]*$', ''))
