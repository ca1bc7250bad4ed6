-- A result and its run have the same round, division, submitter, system, benchmark and scenario, and the same log.
with cells as (
    select r.table_name, r.row_key, unnest([
        cell('round', r.round, run.round), cell('division', r.division, run.division),
        cell('submitter', r.submitter, run.submitter), cell('system', r.system, run.system),
        cell('benchmark', r.benchmark, run.benchmark), cell('scenario', r.scenario, run.scenario),
        cell('log_blob', r.log_blob, if(r.log_path = run.path, run.blob, r.log_blob))
    ], recursive := true)
    from keyed.inference_results r
    join loadgen_runs run using (run_id)
)
from cells where value <> expected
