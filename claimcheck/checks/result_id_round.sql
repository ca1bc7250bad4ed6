-- A published ID is made of its round and four digits.
select 'inference_results' as table_name, row_id as row_key, 'result_id' as column_name, result_id as value,
    round as expected
from inference_results
where 'v' || regexp_extract(result_id, '^v?(\d+\.\d+)-\d{4}$', 1) <> round
