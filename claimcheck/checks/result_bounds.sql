-- A rate under latency limits is at most 1.35 times the Offline rate of the same system, and one under the stricter
-- accuracy target of a benchmark at most 1.3 times the looser one's.
with rates as (
    select r.*, coalesce(r.suite, '-') as of_suite, b.variant_of as family,
        regexp_matches(r.benchmark, '(-99\.9|yolo-99)$') as strict
    from inference_results r
    left join benchmark_metrics b using (benchmark)
    where r.higher_is_better
),
bounds as (
    select row_id, value, 1.35 * (
        select max(value) from rates o
        where o.scenario = 'Offline' and (o.round, o.division, o.submitter, o.system, o.of_suite, o.model)
            = (r.round, r.division, r.submitter, r.system, r.of_suite, r.model)
    ) as most
    from rates r
    where scenario in ('Server', 'Interactive')
    union all
    select row_id, value, 1.3 * (
        select max(value) from rates o
        where not o.strict and o.division = 'closed'
        and (o.round, o.submitter, o.system, o.of_suite, o.scenario, o.family)
            = (r.round, r.submitter, r.system, r.of_suite, r.scenario, r.family)
    )
    from rates r
    where strict and division = 'closed' and family is not null
)
select 'inference_results' as table_name, row_id as row_key, 'value' as column_name, value,
    format('at most {:g}', most) as expected
from bounds
where value > most
