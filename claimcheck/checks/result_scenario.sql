-- A closed result is of a benchmark and scenario that benchmarks.yml has for its round.
select 'inference_results' as table_name, r.row_id as row_key, 'scenario' as column_name, r.scenario as value,
    coalesce('none before ' || i.round, 'no such scenario') as expected
from inference_results r
left join introduced i using (benchmark, scenario)
where r.division = 'closed' and (i.round is null or place(r.round) < place(i.round))
