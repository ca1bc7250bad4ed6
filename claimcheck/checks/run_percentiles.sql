-- Percentiles of a run's latencies go up from the least to the greatest.
with times as (
    select run_id, unnest([
        {column_name: 'latency_p50_ms', value: [
            latency_min_ms, latency_p50_ms, latency_p90_ms, latency_p95_ms, latency_p97_ms, latency_p99_ms,
            latency_p99_9_ms, latency_max_ms
        ]},
        {column_name: 'ttft_p50_ms', value: [
            ttft_min_ms, ttft_p50_ms, ttft_p90_ms, ttft_p95_ms, ttft_p97_ms, ttft_p99_ms, ttft_p99_9_ms, ttft_max_ms
        ]},
        {column_name: 'tpot_p50_ms', value: [
            tpot_min_ms, tpot_p50_ms, tpot_p90_ms, tpot_p95_ms, tpot_p97_ms, tpot_p99_ms, tpot_p99_9_ms, tpot_max_ms
        ]}
    ], max_depth := 2)
    from loadgen_runs
)
select 'loadgen_runs' as table_name, run_id as row_key, column_name, value
from (select * replace (list_filter(value, lambda ms: ms is not null) as value) from times)
where value <> list_sort(value)
