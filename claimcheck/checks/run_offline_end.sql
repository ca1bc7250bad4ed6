-- An Offline run ends with its slowest sample.
select 'loadgen_runs' as table_name, run_id as row_key, 'start_to_last_completion_s' as column_name,
    start_to_last_completion_s as value, latency_max_ms / 1000 as expected
from loadgen_runs
where offline_samples_per_s > 0 and latency_max_ms > 0
-- The rate has six digits, and the two times are of the wall clock, to the millisecond.
and abs(start_to_last_completion_s * 1000 / latency_max_ms - 1) > 1.2e-5 + 1 / latency_max_ms
