-- Runs of a benchmark and scenario have the limits of their round.
with limits as (
    select run_id, round, benchmark, scenario, unnest([
        {column_name: 'latency_limit_ms', value: latency_limit_ms},
        {column_name: 'ttft_limit_ms', value: ttft_limit_ms},
        {column_name: 'tpot_limit_ms', value: tpot_limit_ms}
    ], recursive := true)
    from loadgen_runs
),
usual as (
    select round, benchmark, scenario, column_name, mode(value) as expected
    from limits
    group by all
)
select 'loadgen_runs' as table_name, run_id as row_key, column_name, value, expected
from limits
join usual using (round, benchmark, scenario, column_name)
where value <> expected
