-- Percentiles of a run's latencies go up from the least to the greatest; the mean of a Server run is between these, and
-- the 99th percentile within its limit.
with times as (
    select run_id, unnest([
        {column_name: 'latency_p50_ms', served: null, ascending: [
            latency_min_ms, latency_p50_ms, latency_p90_ms, latency_p95_ms, latency_p97_ms, latency_p99_ms,
            latency_p99_9_ms, latency_max_ms
        ]},
        {column_name: 'ttft_p50_ms', served: null, ascending: [
            ttft_min_ms, ttft_p50_ms, ttft_p90_ms, ttft_p95_ms, ttft_p97_ms, ttft_p99_ms, ttft_p99_9_ms, ttft_max_ms
        ]},
        {column_name: 'tpot_p50_ms', served: null, ascending: [
            tpot_min_ms, tpot_p50_ms, tpot_p90_ms, tpot_p95_ms, tpot_p97_ms, tpot_p99_ms, tpot_p99_9_ms, tpot_max_ms
        ]},
        {column_name: 'latency_mean_ms', served: true, ascending: [latency_min_ms, latency_mean_ms, latency_max_ms]},
        {column_name: 'ttft_mean_ms', served: true, ascending: [ttft_min_ms, ttft_mean_ms, ttft_max_ms]},
        {column_name: 'tpot_mean_ms', served: true, ascending: [tpot_min_ms, tpot_mean_ms, tpot_max_ms]},
        {column_name: 'latency_p99_ms', served: true, ascending: [latency_p99_ms, nullif(latency_limit_ms, 0)]},
        {column_name: 'ttft_p99_ms', served: true, ascending: [ttft_p99_ms, nullif(ttft_limit_ms, 0)]},
        {column_name: 'tpot_p99_ms', served: true, ascending: [tpot_p99_ms, nullif(tpot_limit_ms, 0)]}
    ], max_depth := 2), precision = 'report' or log_scenario = 'Server' as server
    from loadgen_runs
),
known as (
    select *, list_filter(ascending, lambda ms: ms is not null) as value
    from times
    -- In large Offline runs LoadGen's own sum of latencies overflows.
    where server or served is null
)
select 'loadgen_runs' as table_name, run_id as row_key, column_name, value, list_sort(value) as expected
from known
where value <> list_sort(value)
