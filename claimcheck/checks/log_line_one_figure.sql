-- Results with one log, line and metric have one figure.
select 'inference_results' as table_name, row_id as row_key, 'log_value' as column_name, log_value as value,
    'one figure for line ' || log_line || ' of ' || log_path as expected
from inference_results
where log_blob is not null
window same_line as (partition by log_blob, log_line, log_note)
qualify min(log_value) over same_line <> max(log_value) over same_line
