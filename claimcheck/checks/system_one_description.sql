-- Systems with the same file have the same accelerator, number in a node, nodes and software.
with several as (
    select blob
    from systems
    group by blob
    having count(distinct (accelerator, accelerators_per_node, nodes, software)) > 1
)
select 'systems' as table_name, concat_ws(' / ', round, division, submitter, system) as row_key, 'blob' as column_name,
    blob as value, 'another file, or the same cells in all rows' as expected
from systems
join several using (blob)
