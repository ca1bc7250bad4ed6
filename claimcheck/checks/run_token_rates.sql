-- The mean output of a run is its rate of tokens over its rate of samples, and every rate of tokens is of that output.
with rates as (
    select table_name, row_key, unnest([
        {column_name: 'mean_tokens_per_sample', value: coalesce(mean_tokens_per_sample, 0), expected: if(
            precision <> 'report', coalesce(
                -- LoadGen leaves the last sample out of a Server run's rate of samples, and counts all tokens.
                completed_tokens_per_s / nullif(completed_samples_per_s, 0) * (query_count - 1) / query_count,
                offline_tokens_per_s / nullif(offline_samples_per_s, 0)
            ), null
        ), allowed: 1e-9},
        {column_name: 'logged_request_tokens_per_s', value: nullif(logged_request_tokens_per_s, 0),
            expected: mean_tokens_per_sample / nullif(latency_mean_ms, 0) * 1000, allowed: 2e-5},
        {column_name: 'logged_offered_tokens_per_s', value: nullif(logged_offered_tokens_per_s, 0),
            expected: mean_tokens_per_sample * scheduled_samples_per_s * query_count / nullif(query_count - 1, 0),
            -- The clocks of the two rates differ a little.
            allowed: 5e-4}
    ], recursive := true)
    from keyed.loadgen_runs
)
select * exclude allowed
from rates
where expected > 0 and abs(value / expected - 1) > allowed
