-- A file of a commit has one blob ID in all tables, of 40 hexadecimal digits.
with all_files as (
    from files
    union all
    select table_name, row_key, 'git_id', commit, path, git_id from keyed.submitted_files where kind <> 'folder'
)
select table_name, row_key, column_name, blob as value, 'as other rows have for ' || path as expected
from all_files
semi join (select commit, path from all_files group by all having min(blob) <> max(blob)) using (commit, path)
where blob is not null
-- Of two blob IDs the rarer is named, and both where they are equally frequent.
qualify 2 * count(*) over (partition by commit, path, blob) <= count(*) over (partition by commit, path)
union all
select table_name, row_key, column_name, blob, '40 hexadecimal digits'
from all_files
where not regexp_full_match(blob, '[0-9a-f]{40}')
