-- A result has as many accelerators as its system's description has nodes times accelerators in a node.
with counts as (
    select
        r.row_id,
        r.accelerators,
        case
            when r.accelerator is null then 0
            -- Descriptions of TPU v2 and v3 count cores, two to a chip.
            when regexp_matches(r.accelerator, '\btpu-v[23]') then s.nodes * s.accelerators_per_node // 2
            else s.nodes * s.accelerators_per_node
        end as described
    from inference_results r
    join systems s using (round, division, submitter, system)
    where r.accelerators is not null or r.accelerator is null
)
select 'inference_results' as table_name, row_id as row_key, 'accelerators' as column_name, accelerators as value,
    described as expected
from counts
where coalesce(accelerators, 0) <> coalesce(described, 0)
and not exists (
    from corrections c
    where c.table_name = 'inference_results'
    and c.column_name = 'accelerators'
    and try_cast(c.used as integer) is not distinct from counts.accelerators
    and coalesce(try_cast(c.reported as integer), 0) = coalesce(counts.described, 0)
)
