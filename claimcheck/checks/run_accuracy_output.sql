-- A run's mean output is within 2% of what its accuracy run wrote to the same prompts.
select distinct 'loadgen_runs' as table_name, run_id as row_key, 'mean_tokens_per_sample' as column_name,
    run.mean_tokens_per_sample as value, a.value as expected
from loadgen_runs run
join inference_results r using (run_id)
join accuracy_results a using (row_id)
where a.metric = 'TOKENS_PER_SAMPLE' and abs(run.mean_tokens_per_sample / a.value - 1) > 0.02
