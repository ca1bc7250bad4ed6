-- A run's mean output is within 2% of what its accuracy run wrote to the same prompts.
select distinct run.table_name, run.row_key, 'mean_tokens_per_sample' as column_name,
    mean_tokens_per_sample as value, a.value as expected
from keyed.loadgen_runs run
join inference_results using (run_id)
join accuracy_results a using (row_id)
where a.metric = 'TOKENS_PER_SAMPLE' and abs(mean_tokens_per_sample / a.value - 1) > 0.02
