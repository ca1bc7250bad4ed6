-- An operating point has the cells of its result and of its run.
with cells as (
    select p.row_id, unnest([
        {column_name: 'submitter', value: p.submitter, expected: r.submitter},
        {column_name: 'system', value: p.system, expected: r.system},
        {column_name: 'log_blob', value: p.log_blob, expected: r.log_blob},
        {
            column_name: 'accelerators',
            value: cast(p.accelerators as varchar),
            expected: cast(r.accelerators as varchar)
        },
        {column_name: 'value', value: cast(p.value as varchar), expected: cast(r.value as varchar)},
        {column_name: 'query_count', value: cast(p.query_count as varchar), expected: cast(run.query_count as varchar)},
        {column_name: 'target_qps', value: cast(p.target_qps as varchar), expected: cast(run.target_qps as varchar)},
        {
            column_name: 'latency_mean_ms',
            value: cast(p.latency_mean_ms as varchar),
            expected: cast(run.latency_mean_ms as varchar)
        },
        {column_name: 'ttft_p99_ms', value: cast(p.ttft_p99_ms as varchar), expected: cast(run.ttft_p99_ms as varchar)},
        {column_name: 'tpot_p99_ms', value: cast(p.tpot_p99_ms as varchar), expected: cast(run.tpot_p99_ms as varchar)},
        {
            column_name: 'ttft_limit_ms',
            value: cast(p.ttft_limit_ms as varchar),
            expected: cast(run.ttft_limit_ms as varchar)
        }
    ], recursive := true)
    from operating_points p
    left join inference_results r using (row_id)
    left join loadgen_runs run on run.run_id = p.run_id
)
select 'operating_points' as table_name, row_id as row_key, column_name, value, expected
from cells
where value is distinct from expected
