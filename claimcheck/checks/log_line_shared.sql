-- A result's figure is on a line of its log on which another log of the round and scenario has it as well.
select 'inference_results' as table_name, row_id as row_key, 'log_line' as column_name, log_line as value
from inference_results
where log_line is not null
qualify count(*) over (partition by round, scenario, log_line) = 1
