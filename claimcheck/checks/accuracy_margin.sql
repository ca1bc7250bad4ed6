-- No closed result is below the target of its accuracy or above its upper limit.
select a.table_name, a.row_key, 'margin' as column_name, margin as value,
    'within ' || target || coalesce(' and ' || upper_limit, '') as expected
from keyed.accuracy_results a
join inference_results using (row_id)
where division = 'closed' and (margin < 0 or a.value > upper_limit)
