-- A result has the accelerator, nodes, software and number of accelerators (nodes times accelerators in a node) of its
-- system's description, or what corrections.yml has instead.
with cells as (
    select table_name, row_key, unnest([
        cell('accelerator', r.accelerator, s.accelerator), cell('nodes', r.nodes, s.nodes),
        cell('software', r.software, s.software),
        cell('accelerators', coalesce(accelerators, 0), case
            when r.accelerator is null or accelerators is null then 0
            -- Descriptions of TPU v2 and v3 count cores, two to a chip.
            when regexp_matches(r.accelerator, '\btpu-v[23]') then s.nodes * s.accelerators_per_node // 2
            else coalesce(s.nodes * s.accelerators_per_node, 0)
        end)
    ], recursive := true)
    from keyed.inference_results r
    join systems s using (round, division, submitter, system)
)
select *
from cells
where value is distinct from expected
and not is_corrected(column_name, coalesce(expected, '0'), value)
