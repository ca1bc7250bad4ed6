-- The mean latency of a Server run is that of the first token and, for each other one, between the least and the
-- greatest.
with times as (
    select *, completed_tokens_per_s / completed_samples_per_s * (query_count - 1) / query_count - 1 as further
    from keyed.loadgen_runs
    where completed_tokens_per_s > 0 and completed_samples_per_s > 0 and query_count > 0
)
select table_name, row_key, 'latency_mean_ms' as column_name, latency_mean_ms as value, format(
    'a first token after {} ms and {:.1f} tokens of {} to {} ms', ttft_mean_ms, further, tpot_min_ms, tpot_max_ms
) as expected
from times
where latency_mean_ms - ttft_mean_ms not between tpot_min_ms * further * 0.999 and tpot_max_ms * further * 1.001
