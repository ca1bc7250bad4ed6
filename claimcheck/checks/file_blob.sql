-- A file of a commit has one blob ID in all tables, of 40 hexadecimal digits.
with files as (
    select 'inference_results' as table_name, row_id as row_key, 'blob' as column_name, commit, path, blob
    from inference_results
    union all
    select 'inference_results', row_id, 'log_blob', commit, log_path, log_blob from inference_results
    union all
    select 'loadgen_runs', run_id, 'blob', commit, path, blob from loadgen_runs
    union all
    select 'accuracy_results', row_id || ' / ' || metric, 'blob', commit, path, blob from accuracy_results
    union all
    select 'accuracy_results', row_id || ' / ' || metric, 'declared_blob', commit, declared_path, declared_blob
    from accuracy_results
    union all
    select 'systems', concat_ws(' / ', round, division, submitter, system), 'blob', commit, path, blob from systems
    union all
    select 'engine_settings', concat_ws(' / ', round, row_id, component, configuration, setting, path),
        'blob', commit, path, blob
    from engine_settings
    union all
    select 'mechanism_evidence', concat_ws(' / ', round, mechanism, path, line, token), 'blob', commit, path, blob
    from mechanism_evidence
    union all
    select 'submitted_files', file_id, 'git_id', commit, path, git_id from submitted_files where kind <> 'folder'
),
several as (
    select commit, path
    from files
    group by all
    having min(blob) <> max(blob)
),
counted as (
    select *,
        count(*) over (partition by commit, path) as rows,
        count(*) over (partition by commit, path, blob) as alike
    from files
    join several using (commit, path)
    where blob is not null
)
-- Of two blob IDs the rarer is named, and both where they are equally frequent.
select table_name, row_key, column_name, blob as value, 'as other rows have for ' || path as expected
from counted
where alike * 2 <= rows
union all
select table_name, row_key, column_name, blob, '40 hexadecimal digits'
from files
where not regexp_full_match(blob, '[0-9a-f]{40}')
