-- A published ID names one entry: one round, division, submitter and system.
select 'inference_results' as table_name, row_id as row_key, 'result_id' as column_name, result_id as value,
    'one of ' || entries || ' entries with this ID' as expected
from inference_results
join (
    select result_id, count(distinct (round, division, submitter, system)) as entries
    from inference_results
    group by all
) using (result_id)
where entries > 1
