-- The stricter accuracy target of a benchmark gives at most 1.3 times the looser one's rate on the same system.
with rates as (
    select r.*, coalesce(r.suite, '-') as known_suite, b.variant_of as family,
        regexp_matches(r.benchmark, '(-99\.9|yolo-99)$') as strict
    from inference_results r
    join benchmark_metrics b using (benchmark)
    where b.variant_of is not null and r.higher_is_better and r.division = 'closed'
),
loose as (
    select round, submitter, system, known_suite, scenario, family, max(value) as value
    from rates
    where not strict
    group by all
)
select 'inference_results' as table_name, row_id as row_key, 'value' as column_name, rates.value,
    format('at most {:g}', 1.3 * loose.value) as expected
from rates
join loose using (round, submitter, system, known_suite, scenario, family)
where strict and rates.value > 1.3 * loose.value
