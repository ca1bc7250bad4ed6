-- The margin of an accuracy is its value over its target, less one, and no closed result is below its target or above its
-- upper limit.
select table_name, row_key, 'value' as column_name, value::varchar as value,
    'a margin of ' || margin || ' over ' || target as expected
from keyed.accuracy_results
where abs(value / target - 1 - margin) > 1e-9
union all
select a.table_name, a.row_key, 'margin', margin::varchar, 'within ' || target || coalesce(' and ' || upper_limit, '')
from keyed.accuracy_results a
join inference_results using (row_id)
where division = 'closed' and (margin < 0 or a.value > upper_limit)
