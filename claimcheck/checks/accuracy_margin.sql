-- The margin of an accuracy is its value over its target, less one, and no closed result is below its target or above its
-- upper limit.
select 'accuracy_results' as table_name, row_id || ' / ' || metric as row_key, 'value' as column_name,
    cast(value as varchar) as value, 'a margin of ' || margin || ' over ' || target as expected
from accuracy_results
where abs(value / target - 1 - margin) > 1e-9
union all
select 'accuracy_results', row_id || ' / ' || metric, 'margin', cast(margin as varchar),
    'within ' || target || coalesce(' and ' || upper_limit, '')
from accuracy_results
join inference_results using (row_id)
where division = 'closed' and (margin < 0 or accuracy_results.value > upper_limit)
