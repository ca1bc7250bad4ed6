-- By the rates offered and completed, the last query of a Server run took no less than the fastest and no more than the
-- slowest.
with rounding (precision, share, half) as (
    -- Half of the last digit of a rate: the sixth in the detail log, the second decimal in the summary.
    values ('detail', 5e-6, 0), ('summary', 0, 5e-3), ('report', 0, 0)
),
rates as (
    select run_id, latency_min_ms, latency_max_ms, completed_samples_per_s,
        query_count - 1 as queries,
        greatest(scheduled_samples_per_s * (1 - share) - half, 1e-9) as offered_low,
        scheduled_samples_per_s * (1 + share) + half as offered_high,
        greatest(completed_samples_per_s * (1 - share) - half, 1e-9) as completed_low,
        completed_samples_per_s * (1 + share) + half as completed_high
    from loadgen_runs
    join rounding using (precision)
    where scheduled_samples_per_s > 0 and completed_samples_per_s > 0
),
last_queries as (
    select *,
        (queries / completed_high - queries / offered_low) * 1000 as least_ms,
        (queries / completed_low - queries / offered_high) * 1000 as most_ms
    from rates
)
select 'loadgen_runs' as table_name, run_id as row_key, 'completed_samples_per_s' as column_name,
    completed_samples_per_s as value,
    format('a last query of {:.0f} to {:.0f} ms, by the rates {:.0f} to {:.0f} ms',
        latency_min_ms, latency_max_ms, least_ms, most_ms) as expected
from last_queries
where most_ms < latency_min_ms or least_ms > latency_max_ms
