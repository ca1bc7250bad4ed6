-- The source of a typed result names its division, submitter and system.
with cells as (
    select r.row_id, t.source, unnest([
        {column_name: 'division', value: r.division, folder: split_part(t.source, '/', 1)},
        {column_name: 'submitter', value: r.submitter, folder: split_part(t.source, '/', 2)},
        {column_name: 'system', value: r.system, folder: split_part(t.source, '/', 4)}
    ], recursive := true)
    from inference_results r
    join round_sources s on s.key = r.round
    join (
        select file, line, regexp_replace(coalesce(location, path), '^\./', '') as source
        from typed_results
    ) t on t.file = s.typed_results and t.line = try_cast(regexp_extract(r.log_note, 'line (\d+)$', 1) as integer)
    -- One result of v5.0 was read in its submitter's own repository.
    where split_part(t.source, '/', 3) = 'results'
)
select 'inference_results' as table_name, row_id as row_key, column_name, value, source as expected
from cells
where value <> folder
