-- A closed datacenter result of v5.0, v5.1 or v6.0 is on MLCommons' page of its round, under its ID alone, with equal
-- figure (to the digits that both print), unit, category, nodes and accelerators.
with pairs as (
    select p.*, r.row_id as ours, r.round as round_, r.value as value_, r.unit as unit_, r.availability as availability_,
        r.nodes as nodes_, r.accelerators as accelerators_,
        -- Half a unit of the last digit of the one that prints fewer: a page two decimals or more, a result six digits.
        0.501 * greatest(
            10.0 ** -greatest(2, length(split_part(p.value::varchar, '.', 2))), 10.0 ** (floor(log10(r.value)) - 5)
        ) as near
    from result_pages p
    left join inference_results r using (row_id)
),
cells as (
    select row_id, 'row_id' as column_name, ours as value, row_id as expected, ours is null as odd from pairs
    union all
    select row_id, 'round', round_, round, round_ <> round from pairs
    union all
    select row_id, 'value', value_::varchar, value::varchar, abs(value_ - value) > near from pairs
    union all
    select row_id, 'unit', unit_, unit, unit_ <> unit and not exists (
        from corrections
        where column_name = 'unit' and reported = unit and used = unit_
    ) from pairs
    union all
    select row_id, 'availability', availability_, availability, availability_ is distinct from availability from pairs
    union all
    select row_id, 'nodes', nodes_::varchar, nodes::varchar, nodes_ is distinct from nodes from pairs
    union all
    select row_id, 'accelerators', accelerators_::varchar, accelerators::varchar,
        accelerators_ is distinct from accelerators
    from pairs
    union all
    select row_id, 'page_id', page_id, result_id, page_id is not null from inference_results
)
select 'inference_results' as table_name, row_id as row_key, column_name, value, expected
from cells
where odd
