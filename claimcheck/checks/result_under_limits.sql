-- A rate under latency limits is at most 1.35 times the Offline rate of the same system.
with offline as (
    select round, division, submitter, system, coalesce(suite, '-') as suite, model, max(value) as value
    from inference_results
    where scenario = 'Offline' and higher_is_better
    group by all
)
select 'inference_results' as table_name, row_id as row_key, 'value' as column_name, r.value,
    format('at most {:g}', 1.35 * offline.value) as expected
from inference_results r
join offline
    on (offline.round, offline.division, offline.submitter, offline.system, offline.suite, offline.model)
    = (r.round, r.division, r.submitter, r.system, coalesce(r.suite, '-'), r.model)
where r.scenario in ('Server', 'Interactive') and r.higher_is_better and r.value > 1.35 * offline.value
