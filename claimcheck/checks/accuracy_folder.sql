-- The file of an accuracy run is in the folder of its result.
with files as (
    select a.row_id, a.metric, a.path,
        regexp_replace(regexp_replace(r.run_id, '^[^/]*/', ''), '(?i)/performance(/.*)?$', '') as folder
    from accuracy_results a
    join inference_results r using (row_id)
)
select 'accuracy_results' as table_name, row_id || ' / ' || metric as row_key, 'path' as column_name, path as value,
    folder as expected
from files
where folder is null or not starts_with(path, folder || '/')
