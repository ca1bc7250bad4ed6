-- All runs of a round have the same seeds, and those of a benchmark and scenario the same limits.
with cells as (
    select run_id, unnest([
        {column_name: 'qsl_seed', value: qsl_seed, of: round},
        {column_name: 'sample_index_seed', value: sample_index_seed, of: round},
        {column_name: 'schedule_seed', value: schedule_seed, of: round},
        {column_name: 'latency_limit_ms', value: latency_limit_ms::varchar, of: round || benchmark || scenario},
        {column_name: 'ttft_limit_ms', value: ttft_limit_ms::varchar, of: round || benchmark || scenario},
        {column_name: 'tpot_limit_ms', value: tpot_limit_ms::varchar, of: round || benchmark || scenario}
    ], recursive := true)
    from loadgen_runs
),
usual as (
    select of, column_name, mode(value) as expected from cells group by all
)
select 'loadgen_runs' as table_name, run_id as row_key, column_name, value, expected
from cells
join usual using (of, column_name)
where value <> expected
