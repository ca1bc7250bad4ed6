-- A result has an accuracy run if its round has any, and each accuracy run belongs to a result.
select 'inference_results' as table_name, row_id as row_key, 'row_id' as column_name, row_id as value
from inference_results
anti join accuracy_results using (row_id)
where round in (select round from accuracy_results)
union all
select 'accuracy_results', row_id || ' / ' || metric, 'row_id', row_id
from accuracy_results
anti join inference_results using (row_id)
