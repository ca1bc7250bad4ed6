-- A round was published after its last run, in the month of its announcement, and at most a week after its commit.
with days as (
    select key, s.published, strftime(committed::date + 7, '%Y-%m-%d') as week_after_commit,
        (select max(started_utc[:10]) from loadgen_runs where loadgen_runs.round = key) as last_run,
        nullif(replace(regexp_extract(s.announced, '/(20\d\d/\d\d)/', 1), '/', '-'), '') as announced
    from round_sources s
    left join verified v using (repo)
)
select 'facts/rounds.yml' as table_name, key as row_key, 'published' as column_name, published as value, case
    when published > week_after_commit then 'at most ' || week_after_commit
    when published <= last_run then 'after the last run on ' || last_run
    else 'in ' || announced
end as expected
from days
where published > week_after_commit or published <= last_run or published[:7] <> announced
