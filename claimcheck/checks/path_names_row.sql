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
    select table_name, row_key, unnest([
        cell('round', round, parts[1]), cell('division', division, parts[2]), cell('submitter', submitter, parts[3]),
        cell('system', system, parts[5]), cell('model', model, parts[6]),
        cell('scenario', lower(scenario), lower(parts[7]))
    ], recursive := true)
    from paths
)
from cells
where value <> expected
and not is_corrected(column_name, expected, value)
