-- All results of one system, and all systems with the same file, have the same accelerator, number of accelerators,
-- nodes, software, availability, name and makers.
with described as (
    select 'inference_results' as table_name, row_id as row_key,
        concat_ws(' / ', round, division, submitter, system) as of, accelerator, accelerators, nodes, software,
        availability, system_name, accelerator_vendor, platform_vendor
    from inference_results
    union all by name
    select 'training_results' as table_name, row_id as row_key,
        concat_ws(' / ', suite, round, division, submitter, system) as of, accelerator, accelerators, nodes, software,
        availability, platform_vendor
    from training_results
    -- The systems of v0.5 with several nodes ran each benchmark on a number of nodes of its own.
    where accelerators_from is null or accelerators_from not like '%description gives the cluster%'
    union all by name
    select 'systems' as table_name, concat_ws(' / ', round, division, submitter, system) as row_key, blob as of,
        accelerator, accelerators_per_node as accelerators, nodes, software
    from systems
),
several as (
    select table_name, of
    from described
    group by all
    having count(distinct (
        accelerator, accelerators, nodes, software, availability, system_name, accelerator_vendor, platform_vendor
    )) > 1
),
cells as (
    from (
        select table_name, row_key, of, columns(* exclude (table_name, row_key, of))::varchar
        from described join several using (table_name, of)
    )
    unpivot include nulls (value for column_name in (columns(* exclude (table_name, row_key, of))))
),
counted as (
    select *,
        count(*) over (partition by table_name, of, column_name) as rows,
        count(*) over (partition by table_name, of, column_name, value) as alike
    from cells
)
-- Of two values the rarer is named, and both where they are equally frequent.
select table_name, row_key, column_name, value, 'as in the other rows of ' || of as expected
from counted
where alike * 2 <= rows
