-- All runs of a round have the same seeds, and those of a benchmark and scenario the same limits.
with cells as (
    select table_name, row_key, unnest([
        {column_name: 'qsl_seed', value: qsl_seed, of: round},
        {column_name: 'sample_index_seed', value: sample_index_seed, of: round},
        {column_name: 'schedule_seed', value: schedule_seed, of: round},
        {column_name: 'latency_limit_ms', value: latency_limit_ms::varchar, of: round || benchmark || scenario},
        {column_name: 'ttft_limit_ms', value: ttft_limit_ms::varchar, of: round || benchmark || scenario},
        {column_name: 'tpot_limit_ms', value: tpot_limit_ms::varchar, of: round || benchmark || scenario}
    ], recursive := true)
    from keyed.loadgen_runs
)
select * exclude of, mode(value) over (partition by of, column_name) as expected
from cells
qualify value <> expected
