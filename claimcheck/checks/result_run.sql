-- A result of a round with logs has its run, and one whose run was typed by hand has one of the run's rates.
select table_name, row_key, 'run_id' as column_name, run_id as value, null as expected
from keyed.inference_results
anti join loadgen_runs using (run_id)
where round in (select round from loadgen_runs where obtained = 'log')
union all
select table_name, row_key, 'value', value::varchar, rate
from keyed.inference_results
join (select run_id, completed_tokens_per_s, completed_samples_per_s from loadgen_runs) using (run_id),
lateral (select coalesce(if(unit = 'queries/s', null, completed_tokens_per_s), completed_samples_per_s) as rate)
where log_note like 'typed by hand%' and abs(value / rate - 1) > 1e-5
