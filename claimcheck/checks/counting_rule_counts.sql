-- The two counts of a definition of a win are within their ranges, and the ratio is theirs.
with cells as (
    select rule, unnest([
        {column_name: 'nvidia', value: nvidia, least: nvidia_low, most: nvidia_high},
        {column_name: 'others', value: others, least: others_low, most: others_high},
        {
            column_name: 'ratio',
            value: ratio,
            least: nvidia / nullif(others, 0) * (1 - 1e-5),
            most: nvidia / nullif(others, 0) * (1 + 1e-5)
        }
    ], recursive := true)
    from counting_rules
)
select 'counting_rules' as table_name, cast(rule as varchar) as row_key, column_name, value,
    least || ' to ' || most as expected
from cells
where value < least or value > most
