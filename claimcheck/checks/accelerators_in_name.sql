-- A number of accelerators in a system's name, such as 8xH100 or GB300x72, is that of the system or a node, or the
-- number of nodes.
with counts as (
    select table_name, min(row_key) as row_key, 'accelerators' as column_name, system, accelerator, accelerators, nodes
    from keyed.inference_results
    group by table_name, round, division, submitter, system, accelerator, accelerators, nodes
    union all
    select table_name, row_key, 'accelerators_per_node', system, accelerator, nodes * accelerators_per_node, nodes
    from keyed.systems
),
-- 8xMI325X and 2x8xMI300X are in front of the chip's name, x72 in GB300-288GB_aarch64x72 is behind it.
-- The processors in 8xMI325X_2xEPYC_9575F are none.
named as (
    select *, list_concat(
        list_transform(
            regexp_extract_all(
                regexp_replace(system, '\d+xEPYC', '', 'g'), '(?:^|[^0-9A-Za-z.])((?:\d{1,3}x)?\d{1,4})x[A-Z]', 1
            ),
            lambda text: list_product(string_split(text, 'x')::integer[])
        ),
        regexp_extract_all(system, '[A-Za-z0-9)]x(\d{1,4})(?:[^0-9A-Za-z-]|$)', 1)::integer[]
    ) as numbers
    from counts
    -- Names of TPUs count cores.
    where accelerators > 0 and (accelerator is null or accelerator not like 'tpu%')
)
select table_name, row_key, column_name, accelerators as value, system as expected
from named
where len(numbers) > 0
and not list_has_any(list_append(numbers, list_sum(numbers)), [accelerators, accelerators // coalesce(nodes, 1)])
and not (nodes > 1 and list_contains(numbers, nodes))
