-- A closed datacenter result of v5.0, v5.1 or v6.0 is on MLCommons' page of its round, under its ID alone, with equal
-- figure (to the digits that both print), unit, category, nodes and accelerators.
with cells as (
    select 'inference_results' as table_name, p.row_id as row_key, unnest([
        {column_name: 'row_id', value: r.row_id, expected: p.row_id},
        {column_name: 'round', value: r.round, expected: if(r.round is null, null, p.round)},
        {column_name: 'value', value: r.value::varchar, expected: if(
            abs(r.value - p.value)
            -- Half a unit of the last digit of the one that prints fewer: a page two decimals or more, a result six.
            > 0.501 * greatest(
                10.0 ** -greatest(2, length(split_part(p.value::varchar, '.', 2))), 10.0 ** (floor(log10(r.value)) - 5)
            ), p.value, r.value
        )::varchar},
        {column_name: 'unit', value: r.unit, expected: if(is_corrected('unit', p.unit, r.unit), r.unit, p.unit)},
        {column_name: 'availability', value: r.availability, expected: p.availability},
        {column_name: 'nodes', value: r.nodes::varchar, expected: p.nodes::varchar},
        {column_name: 'accelerators', value: r.accelerators::varchar, expected: p.accelerators::varchar}
    ], recursive := true)
    from result_pages p
    left join inference_results r using (row_id)
)
from cells where value is distinct from expected
union all
select table_name, row_key, 'page_id', page_id, result_id from keyed.inference_results where page_id is not null
