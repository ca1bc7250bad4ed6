-- All results of one system, and all systems with the same file, have the same accelerator, number of accelerators,
-- nodes, software, availability, name and makers.
with described as (
    select table_name, row_key, concat_ws(' / ', round, division, submitter, system) as of, accelerator, accelerators,
        nodes, software, availability, system_name, accelerator_vendor, platform_vendor
    from keyed.inference_results
    union all by name
    select table_name, row_key, concat_ws(' / ', suite, round, division, submitter, system) as of, accelerator,
        accelerators, nodes, software, availability, platform_vendor
    from keyed.training_results
    -- The systems of v0.5 with several nodes ran each benchmark on a number of nodes of its own.
    where accelerators_from is null or accelerators_from not like '%description gives the cluster%'
    union all by name
    select table_name, row_key, blob as of, accelerator, accelerators_per_node as accelerators, nodes, software
    from keyed.systems
),
cells as (
    from (
        select table_name, row_key, of, columns(* exclude (table_name, row_key, of))::varchar
        from described
        semi join (
            select table_name, of
            from (select distinct * exclude row_key from described)
            group by all
            having count(*) > 1
        ) using (table_name, of)
    )
    unpivot include nulls (value for column_name in (columns(* exclude (table_name, row_key, of))))
)
select table_name, row_key, column_name, value, 'as in the other rows of ' || of as expected
from cells
-- Of two values the rarer is named, and both where they are equally frequent.
qualify 2 * count(*) over (partition by table_name, of, column_name, value)
    <= count(*) over (partition by table_name, of, column_name)
