-- A Server run ends after its last query, and within the longest latency of the last arrival.
with rounding (precision, share, half) as (
    -- Half of the last digit of a rate: the sixth in the detail log, the second decimal in the summary.
    values ('detail', 5e-6, 0), ('summary', 0, 5e-3), ('report', 0, 0)
),
ends as (
    select run_id, start_to_last_completion_s as seconds,
        (query_count - 1) / (completed_samples_per_s * (1 + share) + half) as last_query,
        (query_count - 1) / greatest(scheduled_samples_per_s * (1 - share) - half, 1e-9) + latency_max_ms / 1000
            as latest
    from loadgen_runs
    join rounding using (precision)
    where scheduled_samples_per_s > 0 and completed_samples_per_s > 0
)
select 'loadgen_runs' as table_name, run_id as row_key, 'start_to_last_completion_s' as column_name, seconds as value,
    format('{:.1f} to {:.1f}', last_query, latest) as expected
from ends
-- The two times are of the wall clock: a second is allowed.
where seconds not between last_query - 1 and latest + 1
