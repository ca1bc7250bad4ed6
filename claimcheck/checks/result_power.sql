-- A power is that of a result with measured power: watts of a rate, joules of a query of a stream.
select table_name, row_key, 'power_unit' as column_name, power_unit as value,
    if(has_power and power > 0, if(scenario in ('SingleStream', 'MultiStream'), 'J', 'W'), null) as expected
from keyed.inference_results
where power_unit is distinct from expected or (power is not null and expected is null)
