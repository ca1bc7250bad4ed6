-- The mean latency of a Server run is between the least and the greatest.
with times as (
    select run_id, unnest([
        {column_name: 'latency_mean_ms', value: latency_mean_ms, least: latency_min_ms, greatest: latency_max_ms},
        {column_name: 'ttft_mean_ms', value: ttft_mean_ms, least: ttft_min_ms, greatest: ttft_max_ms},
        {column_name: 'tpot_mean_ms', value: tpot_mean_ms, least: tpot_min_ms, greatest: tpot_max_ms}
    ], recursive := true)
    from loadgen_runs
    -- In large Offline runs LoadGen's own sum of latencies overflows.
    where precision = 'report' or log_scenario = 'Server'
)
select 'loadgen_runs' as table_name, run_id as row_key, column_name, value, least || ' to ' || greatest as expected
from times
where value < least or value > greatest
