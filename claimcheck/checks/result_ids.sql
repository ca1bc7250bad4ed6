-- A published ID is of its round and four digits, and names one round, division, submitter and system.
select table_name, row_key, 'result_id' as column_name, result_id as value, round as expected
from keyed.inference_results
where 'v' || regexp_extract(result_id, '^v?(\d+\.\d+)-\d{4}$', 1) <> round
union all
select table_name, row_key, 'result_id', result_id, 'one of several entries with this ID'
from (select *, (round, division, submitter, system) as entry from keyed.inference_results where result_id is not null)
qualify min(entry) over (partition by result_id) <> max(entry) over (partition by result_id)
