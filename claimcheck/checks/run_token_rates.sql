-- Every rate of tokens that a run's log prints is of its mean output.
with rates as (
    select table_name, row_key, unnest([
        {column_name: 'logged_request_tokens_per_s', value: logged_request_tokens_per_s,
            expected: mean_tokens_per_sample / nullif(latency_mean_ms, 0) * 1000, allowed: 2e-5},
        {column_name: 'logged_offered_tokens_per_s', value: logged_offered_tokens_per_s,
            expected: mean_tokens_per_sample * scheduled_samples_per_s * query_count / nullif(query_count - 1, 0),
            -- The clocks of the two rates differ a little.
            allowed: 5e-4}
    ], recursive := true)
    from keyed.loadgen_runs
)
select * exclude allowed
from rates
where value > 0 and expected > 0 and abs(value / expected - 1) > allowed
