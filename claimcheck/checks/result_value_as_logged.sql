-- A value that is marked as agreeing with its log, or with its second source, is the same number to the digits printed.
with pairs as (
    select table_name, row_key, value, unnest([
        {expected: log_value, agrees: log_agrees},
        {expected: experiments_value, agrees: experiments_agrees}
    ], recursive := true)
    from keyed.inference_results
)
select table_name, row_key, 'value' as column_name, value, expected
from pairs
where agrees and abs(value - expected) > 1.01 * greatest(last_decimal(value), last_decimal(expected), 1e-5 * abs(value))
