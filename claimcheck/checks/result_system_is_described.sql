-- A system whose results have a log has a description.
select 'inference_results' as table_name, row_id as row_key, 'system' as column_name, system as value
from inference_results
anti join systems using (round, division, submitter, system)
where run_id is not null and obtained <> 'typed'
