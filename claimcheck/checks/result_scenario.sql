-- A closed result is of a benchmark and scenario that benchmarks.yml has for its round.
select table_name, row_key, 'scenario' as column_name, scenario as value,
    coalesce('none before ' || i.round, 'no such scenario') as expected
from keyed.inference_results r
left join introduced i using (benchmark, scenario)
where division = 'closed' and (i.round is null or place(r.round) < place(i.round))
