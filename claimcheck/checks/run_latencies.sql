-- Percentiles of a run's latencies go up from the least to the greatest; the mean of a Server run is between these, and
-- the 99th percentile within its limit.
with times as (
    select table_name, row_key, precision = 'report' or log_scenario = 'Server' as server, unnest([
        {time: 'latency', of: [
            latency_min_ms, latency_p50_ms, latency_p90_ms, latency_p95_ms, latency_p97_ms, latency_p99_ms,
            latency_p99_9_ms, latency_max_ms
        ], mean: latency_mean_ms, most: latency_limit_ms},
        {time: 'ttft', of: [
            ttft_min_ms, ttft_p50_ms, ttft_p90_ms, ttft_p95_ms, ttft_p97_ms, ttft_p99_ms, ttft_p99_9_ms, ttft_max_ms
        ], mean: ttft_mean_ms, most: ttft_limit_ms},
        {time: 'tpot', of: [
            tpot_min_ms, tpot_p50_ms, tpot_p90_ms, tpot_p95_ms, tpot_p97_ms, tpot_p99_ms, tpot_p99_9_ms, tpot_max_ms
        ], mean: tpot_mean_ms, most: tpot_limit_ms}
    ], max_depth := 2)
    from keyed.loadgen_runs
),
ascending as (
    select table_name, row_key, time || '_p50_ms' as column_name, of as times from times
    union all
    -- In large Offline runs LoadGen's own sum of latencies overflows.
    select table_name, row_key, time || '_mean_ms', [of[1], mean, of[8]] from times where server
    union all
    select table_name, row_key, time || '_p99_ms', [of[6], nullif(most, 0)] from times where server
)
select * exclude times, list_filter(times, lambda ms: ms is not null) as value, list_sort(value) as expected
from ascending
where value <> expected
