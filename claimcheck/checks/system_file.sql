-- The file of a system's description names its division, submitter and system.
with cells as (
    select round, division, submitter, system, path, unnest([
        {column_name: 'division', value: division, file: split_part(path, '/', 1)},
        {column_name: 'submitter', value: submitter, file: split_part(path, '/', 2)},
        {column_name: 'system', value: system, file: regexp_extract(path, '([^/]*?)(\.json)?$', 1)}
    ], recursive := true)
    from systems
)
select 'systems' as table_name, concat_ws(' / ', round, division, submitter, system) as row_key, column_name, value,
    path as expected
from cells
where value <> file
and not exists (
    from corrections c
    where c.column_name = cells.column_name and c.used = cells.value and c.reported = cells.file
)
