-- Rates, lengths and times of an operating point follow from one another.
with cells as (
    select row_id, unnest([
        {column_name: 'completion_factor', value: completion_factor, expected: completed_rate / offered_rate},
        {
            column_name: 'offered',
            value: offered,
            -- Of a run that counts tokens and whose log has no mean length, the log prints the rate offered itself.
            expected: if(unit = 'tokens/s', offered_rate * mean_length, offered_rate * coalesce(mean_length, 1))
        },
        {column_name: 'offered_per', value: offered_per, expected: offered / accelerators},
        {column_name: 'published_per', value: published_per, expected: published / accelerators},
        {column_name: 'full_run_per', value: full_run_per, expected: full_run / accelerators},
        {
            column_name: 'published_over_offered',
            value: published_over_offered,
            expected: operating_points.value / offered
        },
        {column_name: 'in_flight', value: in_flight, expected: offered_rate * latency_mean_ms / 1000}
    ], recursive := true)
    from operating_points
)
select 'operating_points' as table_name, row_id as row_key, column_name, value, expected
from cells
where abs(value - expected) > 1e-5 * abs(expected)
