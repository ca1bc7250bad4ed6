-- A power is that of a result with measured power: watts of a rate, joules of a query of a stream.
select 'inference_results' as table_name, row_id as row_key, 'power_unit' as column_name, power_unit as value,
    if(has_power, if(scenario in ('SingleStream', 'MultiStream'), 'J', 'W'), null) as expected
from inference_results
where power_unit <> if(scenario in ('SingleStream', 'MultiStream'), 'J', 'W')
or (power_unit is null) <> (power is null)
or power = 0
or (power is not null and not coalesce(has_power, false))
