-- A result has an accuracy run if its round has any, and each accuracy run belongs to a result, in whose folder its
-- file is.
select table_name, row_key, 'row_id' as column_name, row_id as value, null as expected
from keyed.inference_results
anti join accuracy_results using (row_id)
where round in (select round from accuracy_results)
union all
select table_name, row_key, if(folder is null, 'row_id', 'path'), if(folder is null, row_id, a.path), folder
from keyed.accuracy_results a
left join (
    select row_id, regexp_replace(run_id, '^[^/]*/|(?i:/performance(/.*)?$)', '', 'g') as folder from inference_results
) using (row_id)
where folder is null or not starts_with(a.path, folder || '/')
