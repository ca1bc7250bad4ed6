-- Each round that is read from a repository was rebuilt from the commit that rounds.yml names.
select 'facts/rounds.yml' as table_name, s.key as row_key, 'commit' as column_name, s.commit as value,
    coalesce(v.commit, 'a repository in verified') as expected
from round_sources s
left join verified v on v.repo = s.repo and list_contains(string_split(v.rounds, ', '), s.key)
where s.source <> 'typed' and s.commit is distinct from v.commit
