-- Queries of a Server run arrive at the rate asked for, within six standard deviations, as arrivals are Poisson.
with rates as (
    select run_id, scheduled_samples_per_s as offered, target_qps as asked,
        6 / sqrt(query_count)
        -- Rates are printed with six digits in the detail log and two decimals in the summary.
        + case precision when 'detail' then 5e-6 when 'summary' then 5e-3 / target_qps else 0 end
        -- LoadGen cuts each time between arrivals to whole nanoseconds.
        + target_qps * 1e-9 as allowed
    from loadgen_runs
    where scheduled_samples_per_s > 0 and target_qps > 0 and query_count > 0
)
select 'loadgen_runs' as table_name, run_id as row_key, 'scheduled_samples_per_s' as column_name, offered as value,
    asked as expected
from rates
where abs(offered / asked - 1) > allowed
