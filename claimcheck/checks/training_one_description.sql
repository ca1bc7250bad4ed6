-- Entries of one system of Training have one accelerator, number of accelerators, nodes, software, availability and
-- maker.
with entries as (
    select *
    from training_results
    -- The systems of v0.5 with several nodes ran each benchmark on a number of nodes of its own.
    where accelerators_from is null or accelerators_from not like '%description gives the cluster%'
),
several as (
    select suite, round, division, submitter, system
    from entries
    group by all
    having count(distinct (accelerator, accelerators, nodes, software, availability, platform_vendor)) > 1
),
cells as (
    select suite, round, division, submitter, system, row_id, unnest([
        {column_name: 'accelerator', value: accelerator},
        {column_name: 'accelerators', value: cast(accelerators as varchar)},
        {column_name: 'nodes', value: cast(nodes as varchar)},
        {column_name: 'software', value: software},
        {column_name: 'availability', value: availability},
        {column_name: 'platform_vendor', value: platform_vendor}
    ], recursive := true)
    from entries
    join several using (suite, round, division, submitter, system)
),
counted as (
    select
        *,
        count(*) over (partition by suite, round, division, submitter, system, column_name) as entries,
        count(*) over (partition by suite, round, division, submitter, system, column_name, value) as alike
    from cells
)
-- Of two values the rarer is named, and both where they are equally frequent.
select 'training_results' as table_name, row_id as row_key, column_name, value, 'as in the other entries' as expected
from counted
where alike * 2 <= entries
