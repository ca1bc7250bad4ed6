-- All runs of a round have the same seeds, and those of a benchmark and scenario the same limits.
with cells as (
    select table_name, row_key, unnest([
        cell('qsl_seed', qsl_seed, round), cell('sample_index_seed', sample_index_seed, round),
        cell('schedule_seed', schedule_seed, round),
        cell('latency_limit_ms', latency_limit_ms, round || benchmark || scenario),
        cell('ttft_limit_ms', ttft_limit_ms, round || benchmark || scenario),
        cell('tpot_limit_ms', tpot_limit_ms, round || benchmark || scenario)
    ], recursive := true)
    from keyed.loadgen_runs
)
select * exclude expected, mode(value) over alike as expected
from cells
window alike as (partition by expected, column_name)
qualify value <> mode(value) over alike
