-- By the rates offered and completed, the last query of a Server run took no less than the fastest and no more than the
-- slowest, and the run ends after it and within the longest latency of the last arrival.
with rounding (precision, share, half) as (
    -- Half of the last digit of a rate: the sixth in the detail log, the second decimal in the summary.
    values ('detail', 5e-6, 0), ('summary', 0, 5e-3), ('report', 0, 0)
),
rates as (
    select *,
        query_count - 1 as queries,
        queries / greatest(scheduled_samples_per_s * (1 - share) - half, 1e-9) as arrived_late,
        queries / (scheduled_samples_per_s * (1 + share) + half) as arrived_early,
        queries / greatest(completed_samples_per_s * (1 - share) - half, 1e-9) as done_late,
        queries / (completed_samples_per_s * (1 + share) + half) as done_early,
        (done_early - arrived_late) * 1000 as least_ms, (done_late - arrived_early) * 1000 as most_ms
    from keyed.loadgen_runs
    join rounding using (precision)
    where scheduled_samples_per_s > 0 and completed_samples_per_s > 0
)
select table_name, row_key, 'completed_samples_per_s' as column_name, completed_samples_per_s as value,
    format('a last query of {:.0f} to {:.0f} ms, by the rates {:.0f} to {:.0f} ms',
        latency_min_ms, latency_max_ms, least_ms, most_ms) as expected
from rates
where most_ms < latency_min_ms or least_ms > latency_max_ms
union all
select table_name, row_key, 'start_to_last_completion_s', start_to_last_completion_s,
    format('{:.1f} to {:.1f}', done_early, arrived_late + latency_max_ms / 1000)
from rates
-- The two times are of the wall clock: a second is allowed.
where start_to_last_completion_s not between done_early - 1 and arrived_late + latency_max_ms / 1000 + 1
