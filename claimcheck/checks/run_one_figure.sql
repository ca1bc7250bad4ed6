-- Runs with the same log file have the same figures.
with figures as (
    select run_id, blob, columns('_per_s$|_ms$'), window_s, target_qps, mean_tokens_per_sample,
        start_to_last_completion_s
    from loadgen_runs
    where blob is not null
),
cells as (
    from figures
    unpivot include nulls (value for column_name in (columns(* exclude (run_id, blob))))
)
select 'loadgen_runs' as table_name, run_id as row_key, column_name, value,
    'as in another run of blob ' || blob as expected
from cells
window same_log as (partition by blob, column_name)
qualify min(value) over same_log <> max(value) over same_log
or count(value) over same_log not in (0, count(*) over same_log)
