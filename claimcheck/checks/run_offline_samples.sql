-- An Offline run completes the samples that it was asked for: its rate times its longest latency.
with samples as (
    select run_id, offline_samples_per_s, loadgen_version,
        query_count * samples_per_query as asked,
        offline_samples_per_s * latency_max_ms / 1000 as completed
    from loadgen_runs
)
select 'loadgen_runs' as table_name, run_id as row_key, 'offline_samples_per_s' as column_name,
    offline_samples_per_s as value,
    format('{} samples asked for, {:.1f} completed', asked, completed) as expected
from samples
where completed > 0 and asked > 0 and (
    completed / asked < 1 - 1.2e-5
    -- LoadGen 4 went on to a whole pass over the samples and did not print how many that made.
    or completed / asked > if(loadgen_version like '4.%', 2, 1 + 1.2e-5)
)
