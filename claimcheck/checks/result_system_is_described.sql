-- A system whose results have a log has a description.
select table_name, row_key, 'system' as column_name, system as value
from keyed.inference_results
anti join systems using (round, division, submitter, system)
where run_id is not null and obtained <> 'typed'
