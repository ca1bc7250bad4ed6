-- A result and its run have the same round, division, submitter, system, benchmark and scenario, and the same log.
with cells as (
    select r.table_name, r.row_key, unnest([
        {column_name: 'round', value: r.round, expected: run.round},
        {column_name: 'division', value: r.division, expected: run.division},
        {column_name: 'submitter', value: r.submitter, expected: run.submitter},
        {column_name: 'system', value: r.system, expected: run.system},
        {column_name: 'benchmark', value: r.benchmark, expected: run.benchmark},
        {column_name: 'scenario', value: r.scenario, expected: run.scenario},
        {column_name: 'log_blob', value: r.log_blob, expected: if(r.log_path = run.path, run.blob, r.log_blob)}
    ], recursive := true)
    from keyed.inference_results r
    join loadgen_runs run using (run_id)
)
from cells where value <> expected
