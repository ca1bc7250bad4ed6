-- All results of one system give the same accelerator, number of accelerators, nodes, software, availability, name and
-- makers.
with several as (
    select round, division, submitter, system
    from inference_results
    group by all
    having count(distinct (
        accelerator, accelerators, nodes, software, availability, system_name, accelerator_vendor, platform_vendor
    )) > 1
),
cells as (
    select round, division, submitter, system, row_id, unnest([
        {column_name: 'accelerator', value: accelerator},
        {column_name: 'accelerators', value: cast(accelerators as varchar)},
        {column_name: 'nodes', value: cast(nodes as varchar)},
        {column_name: 'software', value: software},
        {column_name: 'availability', value: availability},
        {column_name: 'system_name', value: system_name},
        {column_name: 'accelerator_vendor', value: accelerator_vendor},
        {column_name: 'platform_vendor', value: platform_vendor}
    ], recursive := true)
    from inference_results
    join several using (round, division, submitter, system)
),
counted as (
    select
        *,
        count(*) over (partition by round, division, submitter, system, column_name) as results,
        count(*) over (partition by round, division, submitter, system, column_name, value) as alike
    from cells
)
-- Of two values the rarer is named, and both where they are equally frequent.
select 'inference_results' as table_name, row_id as row_key, column_name, value, 'as in the other results' as expected
from counted
where alike < results and alike * 2 <= results
