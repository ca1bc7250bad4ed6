-- A Server run asked for the rate of a submitted configuration, where one was read.
with configured as (
    select row_id, list(distinct try_cast(value as double)) as rates
    from engine_settings
    where setting = 'target_qps' and try_cast(value as double) > 0
    group by row_id
)
select distinct run.table_name, run.row_key, 'target_qps' as column_name, target_qps as value,
    array_to_string(list_sort(rates), ' or ') as expected
from keyed.loadgen_runs run
join inference_results r using (run_id)
join configured using (row_id)
where r.scenario in ('Server', 'Interactive')
-- In many entries user.conf has 0.92 of the rate that by the log ran.
and not list_bool_or(list_transform(
    rates, lambda rate: abs(target_qps / rate - 1) < 1e-6 or abs(target_qps / rate * 0.92 - 1) < 1e-6
))
