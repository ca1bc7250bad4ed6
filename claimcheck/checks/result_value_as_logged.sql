-- A value that is marked as agreeing with its log, or with its second source, is the same number to the digits printed.
with pairs as (
    select row_id, value, unnest([
        {other: log_value, agrees: log_agrees},
        {other: experiments_value, agrees: experiments_agrees}
    ], recursive := true)
    from inference_results
),
-- The last decimal that is printed: 0.01 of 12.34, and 1 of 12.
steps as (
    select *, greatest(
        pow(10.0, -length(rtrim(split_part(cast(value as varchar), '.', 2), '0'))),
        pow(10.0, -length(rtrim(split_part(cast(other as varchar), '.', 2), '0')))
    ) as step
    from pairs
    where agrees
)
select 'inference_results' as table_name, row_id as row_key, 'value' as column_name, value, other as expected
from steps
where abs(value - other) > 1.01 * greatest(step, 1e-5 * abs(value))
