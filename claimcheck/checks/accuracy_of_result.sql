-- A result has an accuracy run if its round has any, and each accuracy run belongs to a result, in whose folder its
-- file is.
select 'inference_results' as table_name, row_id as row_key, 'row_id' as column_name, row_id as value,
    null as expected
from inference_results
anti join accuracy_results using (row_id)
where round in (select round from accuracy_results)
union all
select 'accuracy_results', row_id || ' / ' || metric, 'row_id', row_id, null
from accuracy_results
anti join inference_results using (row_id)
union all
select 'accuracy_results', row_id || ' / ' || metric, 'path', a.path, folder
from accuracy_results a
join (
    select row_id, regexp_replace(run_id, '^[^/]*/|(?i:/performance(/.*)?$)', '', 'g') as folder from inference_results
) using (row_id)
where folder is null or not starts_with(a.path, folder || '/')
