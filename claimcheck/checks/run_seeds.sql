-- All runs of a round have the same seeds.
with seeds as (
    select run_id, round, unnest([
        {column_name: 'qsl_seed', value: qsl_seed},
        {column_name: 'sample_index_seed', value: sample_index_seed},
        {column_name: 'schedule_seed', value: schedule_seed}
    ], recursive := true)
    from loadgen_runs
),
usual as (
    select round, column_name, mode(value) as expected
    from seeds
    group by all
)
select 'loadgen_runs' as table_name, run_id as row_key, column_name, value, expected
from seeds
join usual using (round, column_name)
where value <> expected
