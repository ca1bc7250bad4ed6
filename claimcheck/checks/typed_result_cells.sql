-- A typed result is, cell by cell, the line of the typed table that it names.
with typed as (
    select
        file, line, division, availability, system_name,
        coalesce(organization, submitter) as submitter,
        coalesce(platform, system) as system,
        coalesce(accelerator_model_name, accelerator) as accelerator,
        framework as software,
        coalesce(model, benchmark) as model,
        case
            when benchmark like '%interactive%' and scenario = 'Server' then 'interactive'
            else lower(scenario)
        end as scenario,
        cast(coalesce(result, value) as double) as value,
        coalesce(try_cast(coalesce(total_accelerators, accelerators_total) as integer), 0) as accelerators
    from typed_results
),
cells as (
    select r.row_id, t.file || ' line ' || t.line as place, unnest([
        {column_name: 'submitter', value: r.submitter, typed: t.submitter},
        {column_name: 'system', value: r.system, typed: t.system},
        {column_name: 'division', value: r.division, typed: t.division},
        {column_name: 'accelerator', value: r.accelerator, typed: t.accelerator},
        {column_name: 'availability', value: r.availability, typed: t.availability},
        {column_name: 'software', value: r.software, typed: t.software},
        {column_name: 'model', value: r.model, typed: t.model},
        {column_name: 'system_name', value: r.system_name, typed: t.system_name},
        {column_name: 'scenario', value: lower(r.scenario), typed: t.scenario},
        {column_name: 'value', value: cast(r.value as varchar), typed: cast(t.value as varchar)},
        {
            column_name: 'accelerators',
            value: cast(coalesce(r.accelerators, 0) as varchar),
            typed: cast(if(r.accelerator is null, 0, t.accelerators) as varchar)
        }
    ], recursive := true)
    from inference_results r
    join round_sources s on s.key = r.round
    left join typed t
        on t.file = s.typed_results and t.line = try_cast(regexp_extract(r.log_note, 'line (\d+)$', 1) as integer)
    where s.source = 'typed'
),
plain as (
    select *, trim(regexp_replace(typed, '\s+', ' ', 'g')) as said
    from cells
)
select 'inference_results' as table_name, row_id as row_key, column_name, value, place || ' has ' || typed as expected
from plain
where place is null
or (said <> coalesce(value, '') and not (value is null and (said in ('', '-', 'N/A') or said like 'none%')))
