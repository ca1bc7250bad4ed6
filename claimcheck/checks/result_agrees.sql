-- A result agrees with its log and with its second source, and is compared with each that it has.
select table_name, row_key, 'log_agrees' as column_name, log_agrees as value
from keyed.inference_results
where log_value is not null and obtained <> 'log' and log_agrees is not true
union all
select table_name, row_key, 'experiments_agrees', experiments_agrees
from keyed.inference_results r
join round_sources s on s.key = r.round
where not experiments_agrees
or (has_second_source and experiments_path is not null and experiments_agrees is null)
