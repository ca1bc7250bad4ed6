-- A result that was read from a log has the log's path, blob, line and value as its own, and results with one log, line
-- and metric have one figure.
select 'inference_results' as table_name, row_id as row_key, column_name, value, expected
from (
    select row_id, unnest([
        {column_name: 'path', value: path, expected: log_path},
        {column_name: 'blob', value: blob, expected: log_blob},
        {column_name: 'line', value: line::varchar, expected: log_line::varchar},
        {column_name: 'value', value: value::varchar, expected: log_value::varchar}
    ], recursive := true)
    from inference_results
    where obtained = 'log'
)
where value <> expected
union all
select 'inference_results', row_id, 'log_value', log_value::varchar,
    'one figure for line ' || log_line || ' of ' || log_path
from inference_results
where log_blob is not null
window same_line as (partition by log_blob, log_line, log_note)
qualify min(log_value) over same_line <> max(log_value) over same_line
