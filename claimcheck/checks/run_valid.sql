-- Only valid runs are published.
select table_name, row_key, 'validity' as column_name, validity as value
from keyed.loadgen_runs
where validity = 'INVALID'
