-- A number in the name of a system of Training, such as n8 or ngpu64, is that of its nodes or its accelerators.
select table_name, row_key, 'accelerators' as column_name, accelerators as value, system as expected
from keyed.training_results
-- The systems of v0.5 with several nodes ran each benchmark on a number of nodes of its own.
where (accelerators_from is null or accelerators_from not like '%description gives the cluster%')
-- In weak scaling the number is that of the nodes of one of the models that are trained at once.
and scaling is distinct from 'weak'
and try_cast(regexp_extract(system, '(?:^|_)n(?:gpu)?(\d+)(?:_|$)', 1) as integer)
    not in (coalesce(nodes, 0), coalesce(accelerators, 0))
