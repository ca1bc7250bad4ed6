-- Queries of a Server run arrive at the rate asked for, within six standard deviations, as arrivals are Poisson.
select table_name, row_key, 'scheduled_samples_per_s' as column_name, scheduled_samples_per_s as value,
    target_qps as expected
from keyed.loadgen_runs
where scheduled_samples_per_s > 0 and target_qps > 0 and query_count > 0
and abs(scheduled_samples_per_s / target_qps - 1) > 6 / sqrt(query_count)
    -- Rates are printed with six digits in the detail log and two decimals in the summary.
    + case precision when 'detail' then 5e-6 when 'summary' then 5e-3 / target_qps else 0 end
    -- LoadGen cuts each time between arrivals to whole nanoseconds.
    + target_qps * 1e-9
