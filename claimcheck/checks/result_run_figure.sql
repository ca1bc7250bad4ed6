-- A result whose run was typed by hand has one of the run's rates.
select table_name, row_key, 'value' as column_name, value,
    coalesce(if(unit = 'queries/s', null, completed_tokens_per_s), completed_samples_per_s) as expected
from keyed.inference_results
join loadgen_runs using (run_id)
where log_note like 'typed by hand%' and abs(value / expected - 1) > 1e-5
