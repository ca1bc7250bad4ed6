-- The folder of an entry of Training names its submitter, system and benchmark.
with folders as (
    select row_id, path, submitter, system, benchmark,
        string_split(path, '/') as parts,
        list_transform(string_split(path, '/'), lambda part: lower(part)) as lower_parts
    from training_results
),
cells as (
    select row_id, path, unnest([
        {column_name: 'submitter', value: submitter, is_named: list_contains(parts, split_part(row_id, '/', 4))},
        {column_name: 'system', value: system, is_named: list_contains(parts, regexp_replace(system, '^.*/', ''))},
        {
            column_name: 'benchmark',
            value: benchmark,
            -- Alibaba's folders of v0.7 name the system alone.
            is_named: len(parts) <= 3 or list_has_any(lower_parts, names)
        }
    ], recursive := true)
    from folders
    left join (select benchmark, list(folder) as names from training_benchmarks group by all) using (benchmark)
)
select 'training_results' as table_name, row_id as row_key, column_name, value, path as expected
from cells
where is_named is not true
