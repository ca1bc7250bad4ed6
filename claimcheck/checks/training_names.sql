-- The ID of an entry of Training names its suite, round, division, system, benchmark and scaling, and its folder its
-- submitter, system and benchmark.
with entries as (
    select *, string_split(path, '/') as parts, string_split(row_id, '/') as named
    from keyed.training_results
    left join (select benchmark, list(folder) as folders from training_benchmarks group by all) using (benchmark)
),
cells as (
    select table_name, row_key, path as expected, unnest([
        {column_name: 'submitter', value: submitter, is_named: list_contains(parts, named[4])},
        {column_name: 'system', value: system, is_named:
            list_contains(parts, regexp_replace(system, '^.*/', '')) and contains(row_id, system)},
        {column_name: 'benchmark', value: benchmark, is_named: ends_with(row_id, concat_ws('/', '', benchmark, scaling))
            -- Alibaba's folders of v0.7 name the system alone.
            and (len(parts) <= 3 or list_has_any(list_transform(parts, lambda part: lower(part)), folders))},
        {column_name: 'suite', value: suite, is_named: named[1] = suite},
        {column_name: 'round', value: round, is_named: named[2] = round},
        {column_name: 'division', value: division, is_named: named[3] = division}
    ], recursive := true)
    from entries
)
select * exclude is_named
from cells
where is_named is not true
