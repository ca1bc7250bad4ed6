-- Only valid runs are published.
select 'loadgen_runs' as table_name, run_id as row_key, 'validity' as column_name, validity as value
from loadgen_runs
where validity = 'INVALID'
