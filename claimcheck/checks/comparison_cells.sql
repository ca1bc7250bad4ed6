-- A comparison has the rounds, submitters, systems, numbers of accelerators and values of its two results.
with sides as (
    select row_id_before, row_id_after, unnest([
        {
            side: 'before', row_id: row_id_before, round: before, submitter: submitter_before, system: system_before,
            accelerators: accelerators_before, value: value_before
        },
        {
            side: 'after', row_id: row_id_after, round: after, submitter: submitter_after, system: system_after,
            accelerators: accelerators_after, value: value_after
        }
    ], recursive := true)
    from comparisons
),
cells as (
    select row_id_before || ' / ' || row_id_after as row_key, side, unnest([
        {column_name: 'round', value: s.round, expected: r.round},
        {column_name: 'submitter', value: s.submitter, expected: r.submitter},
        {column_name: 'system', value: s.system, expected: r.system},
        {
            column_name: 'accelerators',
            value: cast(s.accelerators as varchar),
            expected: cast(r.accelerators as varchar)
        },
        {column_name: 'value', value: cast(s.value as varchar), expected: cast(r.value as varchar)}
    ], recursive := true)
    from sides s
    left join inference_results r using (row_id)
)
select 'comparisons' as table_name, row_key, if(column_name = 'round', side, column_name || '_' || side) as column_name,
    value, coalesce(expected, 'a result') as expected
from cells
where value is distinct from expected
