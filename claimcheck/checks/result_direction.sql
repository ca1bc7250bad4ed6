-- A higher rate is better, and a lower latency.
select 'inference_results' as table_name, row_id as row_key, 'higher_is_better' as column_name,
    higher_is_better as value
from inference_results
where higher_is_better <> (unit not in ('ms', 's'))
