-- Every rate of a run that counts tokens is of the run's own mean output.
with rates as (
    select run_id, unnest([
        {
            column_name: 'logged_request_tokens_per_s',
            value: logged_request_tokens_per_s,
            expected: mean_tokens_per_sample / nullif(latency_mean_ms, 0) * 1000,
            allowed: 2e-5
        },
        {
            column_name: 'logged_offered_tokens_per_s',
            value: logged_offered_tokens_per_s,
            expected: mean_tokens_per_sample * scheduled_samples_per_s * query_count / nullif(query_count - 1, 0),
            -- The clocks of the two rates differ a little.
            allowed: 5e-4
        }
    ], recursive := true)
    from loadgen_runs
)
select 'loadgen_runs' as table_name, run_id as row_key, column_name, value, expected
from rates
where value > 0 and expected > 0 and abs(value / expected - 1) > allowed
