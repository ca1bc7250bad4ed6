-- A result that was read from a log has the log's path, blob, line and value as its own, and results with one log, line
-- and metric have one figure.
with cells as (
    select table_name, row_key, unnest([
        cell('path', path, log_path), cell('blob', blob, log_blob),
        cell('line', line, log_line), cell('value', value, log_value)
    ], recursive := true)
    from keyed.inference_results
    where obtained = 'log'
)
from cells where value <> expected
union all
select table_name, row_key, 'log_value', log_value::varchar, 'one figure for line ' || log_line || ' of ' || log_path
from keyed.inference_results
where log_blob is not null
window same_line as (partition by log_blob, log_line, log_note)
qualify min(log_value) over same_line <> max(log_value) over same_line
