-- A result has the accelerator, nodes and software of its system's description, or what corrections.yml has instead.
with cells as (
    select r.row_id, unnest([
        {column_name: 'accelerator', value: r.accelerator, expected: s.accelerator},
        {column_name: 'nodes', value: cast(r.nodes as varchar), expected: cast(s.nodes as varchar)},
        {column_name: 'software', value: r.software, expected: s.software}
    ], recursive := true)
    from inference_results r
    join systems s using (round, division, submitter, system)
)
select 'inference_results' as table_name, row_id as row_key, column_name, value, expected
from cells
where value is distinct from expected
and not exists (
    from corrections c
    where c.table_name = 'inference_results'
    and c.column_name = cells.column_name
    and c.used is not distinct from cells.value
    and c.reported is not distinct from cells.expected
)
