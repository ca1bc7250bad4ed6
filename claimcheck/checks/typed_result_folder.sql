-- The source of a typed result names its division, submitter and system.
with cells as (
    select row_id, path, unnest([
        {column_name: 'division', value: division, folder: split_part(path, '/', 1)},
        {column_name: 'submitter', value: submitter, folder: split_part(path, '/', 2)},
        {column_name: 'system', value: system, folder: split_part(path, '/', 4)}
    ], recursive := true)
    from inference_results
    -- One result of v5.0 was read in its submitter's own repository; v6.1 was typed from one file.
    where obtained = 'typed' and split_part(path, '/', 3) = 'results'
)
select 'inference_results' as table_name, row_id as row_key, column_name, value, path as expected
from cells
where value <> folder
