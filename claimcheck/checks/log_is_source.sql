-- A result that was read from a log has the log's path, blob, line and value as its own.
select 'inference_results' as table_name, row_id as row_key, column_name, value, expected
from (
    select row_id, unnest([
        {column_name: 'path', value: path, expected: log_path},
        {column_name: 'blob', value: blob, expected: log_blob},
        {column_name: 'line', value: cast(line as varchar), expected: cast(log_line as varchar)},
        {column_name: 'value', value: cast(value as varchar), expected: cast(log_value as varchar)}
    ], recursive := true)
    from inference_results
    where obtained = 'log'
)
where value <> expected
