-- A submitter's systems with one chip in a round have the same number of it in a node, or the name of the system says
-- so.
with sizes as (
    select *, accelerators / nodes as size
    from training_results
    -- The systems of v0.5 with several nodes ran each benchmark on a number of nodes of its own.
    where accelerators_from is null or accelerators_from not like '%description gives the cluster%'
),
counted as (
    select *,
        count(*) over (partition by suite, round, submitter, accelerator) as entries,
        count(*) over (partition by suite, round, submitter, accelerator, size) as alike
    from sizes
    where size is not null
)
select 'training_results' as table_name, row_id as row_key, 'accelerators' as column_name, accelerators as value
from counted
where entries >= 4 and alike = 1
and not list_contains(regexp_extract_all(system, '\d+'), cast(accelerators as varchar))
