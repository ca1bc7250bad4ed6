-- Each row is of the repository and commit that rounds.yml names for its round.
with rows as (
    select 'inference_results' as table_name, row_id as row_key, round as round_key, repo, commit from inference_results
    union all
    select 'training_results', row_id, suite || '-' || round, repo, commit from training_results
    union all
    -- A typed run names the copy that it was typed from.
    select 'loadgen_runs', run_id, round, repo, commit from loadgen_runs where obtained = 'log'
    union all
    select 'systems', concat_ws(' / ', round, division, submitter, system), round, repo, commit from systems
    union all
    select 'accuracy_results', row_id || ' / ' || metric, round, repo, commit from accuracy_results
    union all
    select 'engine_settings', concat_ws(' / ', round, row_id, component, configuration, setting, path),
        round, repo, commit
    from engine_settings
    union all
    select 'submitted_files', file_id, round, repo, commit from submitted_files
    union all
    select 'mechanism_evidence', concat_ws(' / ', round, mechanism, path, line, token), round, repo, commit
    from mechanism_evidence
)
select table_name, row_key, 'commit' as column_name, rows.repo || '@' || rows.commit as value,
    coalesce(s.repo || '@' || s.commit, 'no such round') as expected
from rows
left join round_sources s on s.key = rows.round_key
where (rows.repo, rows.commit) is distinct from (s.repo, s.commit)
