-- A score of Training follows its benchmark's rule in training.yml, with as many runs, and as many dropped, as that
-- requires.
with cells as (
    select table_name, row_key, reason, unnest([
        {column_name: 'score_rule', value: r.score_rule, expected: if(scaling = 'weak', r.score_rule, own.score_rule)},
        {column_name: 'runs', value: runs::varchar, expected: regexp_extract(r.score_rule, '^(\d+) runs;', 1)},
        {column_name: 'runs_dropped', value: runs_dropped::varchar,
            expected: (2 * try_cast(regexp_extract(r.score_rule, '(\d+) fastest', 1) as integer))::varchar}
    ], recursive := true)
    from keyed.training_results r
    left join (select distinct benchmark, score_rule from training_benchmarks) own using (benchmark)
)
select * exclude reason
from cells
where value <> nullif(expected, '')
-- Where runs are missing, the row says why.
and (reason is null or column_name = 'score_rule')
