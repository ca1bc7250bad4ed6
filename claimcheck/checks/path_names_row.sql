-- The folder of a result or a run, and the file of a system's description, name its round, division, submitter, system,
-- model and scenario.
with paths as (
    select table_name, row_key, string_split(run_id, '/') as parts, round, division, submitter, system, model, scenario
    from keyed.inference_results
    where run_id is not null
    union all by name
    select table_name, row_key, string_split(run_id, '/') as parts, round, division, submitter, system
    from keyed.loadgen_runs
    union all by name
    -- One result of v5.0 was read in its submitter's own repository; v6.1 was typed from one file.
    select table_name, row_key, string_split('/' || path, '/') as parts, division, submitter, system
    from keyed.inference_results
    where obtained = 'typed' and split_part(path, '/', 3) = 'results'
    union all by name
    select table_name, row_key, list_concat(
        string_split('/' || path, '/')[:3], ['', regexp_extract(path, '([^/]*?)(\.json)?$', 1)]
    ) as parts, division, submitter, system
    from keyed.systems
),
cells as (
    select table_name, row_key, array_to_string(parts, '/') as expected, unnest([
        {column_name: 'round', value: round, named: parts[1]},
        {column_name: 'division', value: division, named: parts[2]},
        {column_name: 'submitter', value: submitter, named: parts[3]},
        {column_name: 'system', value: system, named: parts[5]},
        {column_name: 'model', value: model, named: parts[6]},
        {column_name: 'scenario', value: lower(scenario), named: lower(parts[7])}
    ], recursive := true)
    from paths
)
select * exclude named
from cells
where value <> named
and not is_corrected(column_name, named, value)
