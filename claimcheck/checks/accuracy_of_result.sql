-- A result has an accuracy run if its round has any.
select table_name, row_key, 'row_id' as column_name, row_id as value
from keyed.inference_results
anti join accuracy_results using (row_id)
where round in (select round from accuracy_results)
