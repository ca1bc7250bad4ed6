-- A rate under latency limits is at most 1.35 times the Offline rate of the same system, and one under the stricter
-- accuracy target of a benchmark at most 1.3 times the looser one's.
with rates as (
    select *, coalesce(suite, '-') as of_suite, regexp_matches(benchmark, '(-99\.9|yolo-99)$') as strict
    from keyed.inference_results
    where higher_is_better
),
bounds as (
    select r.table_name, r.row_key, r.value, 1.35 * max(other.value) as most
    from rates r
    join rates other using (round, division, submitter, system, of_suite, model)
    where r.scenario in ('Server', 'Interactive') and other.scenario = 'Offline'
    group by all
    union all
    select r.table_name, r.row_key, r.value, 1.3 * max(other.value)
    from rates r
    join rates other using (round, division, submitter, system, of_suite, scenario, family)
    where r.strict and not other.strict and division = 'closed'
    group by all
)
select table_name, row_key, 'value' as column_name, value, format('at most {:g}', most) as expected
from bounds
where value > most
