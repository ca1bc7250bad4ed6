-- A result of a round with logs has its run, and each run is behind a result.
select table_name, row_key, 'run_id' as column_name, run_id as value
from keyed.inference_results
where round in (select round from loadgen_runs where obtained = 'log')
and (run_id is null or run_id not in (select run_id from loadgen_runs))
union all
select table_name, row_key, 'run_id', run_id
from keyed.loadgen_runs
anti join inference_results using (run_id)
