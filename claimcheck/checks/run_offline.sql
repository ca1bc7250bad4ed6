-- An Offline run ends with its slowest sample and completes the samples that it was asked for: its rate times its
-- longest latency.
with samples as (
    select *,
        query_count * samples_per_query as asked,
        offline_samples_per_s * latency_max_ms / 1000 as completed
    from keyed.loadgen_runs
    where offline_samples_per_s > 0 and latency_max_ms > 0
)
select table_name, row_key, 'offline_samples_per_s' as column_name, offline_samples_per_s as value,
    format('{} samples asked for, {:.1f} completed', asked, completed) as expected
from samples
where asked > 0 and (
    completed / asked < 1 - 1.2e-5
    -- LoadGen 4 went on to a whole pass over the samples and did not print how many that made.
    or completed / asked > if(loadgen_version like '4.%', 2, 1 + 1.2e-5)
)
union all
select table_name, row_key, 'start_to_last_completion_s', start_to_last_completion_s, (latency_max_ms / 1000)::varchar
from samples
-- The rate has six digits, and the two times are of the wall clock, to the millisecond.
where abs(start_to_last_completion_s * 1000 / latency_max_ms - 1) > 1.2e-5 + 1 / latency_max_ms
