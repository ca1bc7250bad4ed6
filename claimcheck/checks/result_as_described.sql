-- A result has the accelerator, nodes, software and number of accelerators (nodes times accelerators in a node) of its
-- system's description, or what corrections.yml has instead.
with described as (
    select r.*, s.accelerator as accelerator_, s.nodes as nodes_, s.software as software_, case
        when r.accelerator is null then 0
        -- Descriptions of TPU v2 and v3 count cores, two to a chip.
        when regexp_matches(r.accelerator, '\btpu-v[23]') then s.nodes * s.accelerators_per_node // 2
        else s.nodes * s.accelerators_per_node
    end as accelerators_
    from inference_results r
    join systems s using (round, division, submitter, system)
),
cells as (
    select row_id, unnest([
        {column_name: 'accelerator', value: accelerator, expected: accelerator_},
        {column_name: 'nodes', value: nodes::varchar, expected: nodes_::varchar},
        {column_name: 'software', value: software, expected: software_},
        {
            column_name: 'accelerators',
            value: coalesce(accelerators, 0)::varchar,
            expected: if(
                accelerators is null and accelerator is not null, 0, coalesce(accelerators_, 0)
            )::varchar
        }
    ], recursive := true)
    from described
)
select 'inference_results' as table_name, row_id as row_key, column_name, value, expected
from cells
where value is distinct from expected
and not exists (
    from corrections c
    where c.table_name = 'inference_results'
    and c.column_name = cells.column_name
    and c.used is not distinct from cells.value
    and coalesce(c.reported, '0') = coalesce(cells.expected, '0')
)
