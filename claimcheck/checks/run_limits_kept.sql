-- The 99th percentiles of a valid Server run are within the run's limits.
with limits as (
    select run_id, unnest([
        {column_name: 'latency_p99_ms', value: latency_p99_ms, most: latency_limit_ms},
        {column_name: 'ttft_p99_ms', value: ttft_p99_ms, most: ttft_limit_ms},
        {column_name: 'tpot_p99_ms', value: tpot_p99_ms, most: tpot_limit_ms}
    ], recursive := true)
    from loadgen_runs
    where validity = 'VALID' and (precision = 'report' or log_scenario = 'Server')
)
select 'loadgen_runs' as table_name, run_id as row_key, column_name, value, 'at most ' || most as expected
from limits
where most > 0 and value > most
