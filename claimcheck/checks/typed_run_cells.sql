-- A typed run is, figure by figure, the line of the typed table that it names.
with pairs as (
    select run.*, t.file || ' line ' || t.line as place, t
    from loadgen_runs run
    join round_sources s on s.key = run.round
    left join typed_runs t
        on t.file = s.typed_runs and t.line = try_cast(regexp_extract(run.note, 'line (\d+)', 1) as integer)
    where run.obtained = 'typed'
),
texts as (
    select run_id, place, unnest([
        {column_name: 'submitter', value: submitter, typed: t.submitter},
        {column_name: 'system', value: system, typed: t.system},
        {column_name: 'scenario', value: scenario, typed: t.scenario},
        {column_name: 'commit', value: commit, typed: t.commit},
        {column_name: 'repo', value: repo, typed: t.repo}
    ], recursive := true)
    from pairs
),
figures as (
    select run_id, place, unnest([
        {column_name: 'latency_mean_ms', value: latency_mean_ms, typed: try_cast(t.latency_mean_ns as double) / 1e6},
        {column_name: 'latency_p99_ms', value: latency_p99_ms, typed: try_cast(t.latency_p99_ns as double) / 1e6},
        {column_name: 'ttft_mean_ms', value: ttft_mean_ms, typed: try_cast(t.ttft_mean_ns as double) / 1e6},
        {column_name: 'ttft_p99_ms', value: ttft_p99_ms, typed: try_cast(t.ttft_p99_ns as double) / 1e6},
        {column_name: 'tpot_mean_ms', value: tpot_mean_ms, typed: try_cast(t.tpot_mean_ns as double) / 1e6},
        {column_name: 'tpot_p99_ms', value: tpot_p99_ms, typed: try_cast(t.tpot_p99_ns as double) / 1e6},
        {
            column_name: 'completed_samples_per_s',
            value: completed_samples_per_s,
            typed: try_cast(t.completed_samples_per_s as double)
        },
        {
            column_name: 'completed_tokens_per_s',
            value: completed_tokens_per_s,
            typed: try_cast(t.completed_tokens_per_s as double)
        },
        {column_name: 'target_qps', value: target_qps, typed: try_cast(t.target_qps as double)}
    ], recursive := true)
    from pairs
)
select 'loadgen_runs' as table_name, run_id as row_key, column_name, value, place || ' has ' || typed as expected
from texts
where place is null or value <> typed
union all
select 'loadgen_runs', run_id, column_name, cast(value as varchar), place || ' has ' || typed
from figures
-- Of a rate, the detail log has more digits than the summary.
where abs(value - typed) > if(ends_with(column_name, '_ms'), 1e-9 * typed, 1e-5 * typed + 5.1e-3)
