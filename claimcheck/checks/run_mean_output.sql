-- The mean output of a run is its rate of tokens over its rate of samples.
with lengths as (
    select run_id, mean_tokens_per_sample, coalesce(
        -- LoadGen leaves the last sample out of a Server run's rate of samples, and counts all tokens.
        completed_tokens_per_s / nullif(completed_samples_per_s, 0) * (query_count - 1) / query_count,
        offline_tokens_per_s / nullif(offline_samples_per_s, 0)
    ) as expected
    from loadgen_runs
    where precision <> 'report'
)
select 'loadgen_runs' as table_name, run_id as row_key, 'mean_tokens_per_sample' as column_name,
    mean_tokens_per_sample as value, expected
from lengths
where expected is not null and (mean_tokens_per_sample is null or abs(mean_tokens_per_sample / expected - 1) > 1e-9)
