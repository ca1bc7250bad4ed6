-- Each row is of the repository and commit that rounds.yml names for its round.
select table_name, row_key, 'commit' as column_name, commits.repo || '@' || commits.commit as value,
    coalesce(s.repo || '@' || s.commit, 'no such round') as expected
from commits
left join round_sources s on s.key = commits.round_key
-- A typed run names the copy that it was typed from.
left join loadgen_runs typed on table_name = 'loadgen_runs' and typed.run_id = row_key and typed.obtained = 'typed'
where (commits.repo, commits.commit) is distinct from (s.repo, s.commit) and typed.run_id is null
