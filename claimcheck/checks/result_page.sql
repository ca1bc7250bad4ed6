-- A closed datacenter result of v5.0, v5.1 or v6.0 is on MLCommons' page of its round, under its ID alone, with equal
-- figure (to the digits that both print), unit, category, nodes and accelerators.
with cells as (
    select 'inference_results' as table_name, p.row_id as row_key, unnest([
        cell('row_id', r.row_id, p.row_id), cell('round', r.round, if(r.round is null, null, p.round)),
        cell('value', r.value, if(
            abs(r.value - p.value)
            -- Half a unit of the last digit of the one that prints fewer: a page two decimals or more, a result six.
            > 0.501 * greatest(
                10.0 ** -greatest(2, length(split_part(p.value::varchar, '.', 2))), 10.0 ** (floor(log10(r.value)) - 5)
            ), p.value, r.value
        )),
        cell('unit', r.unit, if(is_corrected('unit', p.unit, r.unit), r.unit, p.unit)),
        cell('availability', r.availability, p.availability), cell('nodes', r.nodes, p.nodes),
        cell('accelerators', r.accelerators, p.accelerators)
    ], recursive := true)
    from result_pages p
    left join inference_results r using (row_id)
)
from cells where value is distinct from expected
union all
select table_name, row_key, 'page_id', page_id, result_id from keyed.inference_results where page_id is not null
