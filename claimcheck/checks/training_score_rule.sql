-- A score of Training follows its benchmark's rule in training.yml, with as many runs, and as many dropped, as that
-- requires.
with cells as (
    select table_name, row_key, reason, unnest([
        cell('score_rule', r.score_rule, if(scaling = 'weak', r.score_rule, own.score_rule)),
        cell('runs', runs, regexp_extract(r.score_rule, '^(\d+) runs;', 1)),
        cell('runs_dropped', runs_dropped, 2 * try_cast(regexp_extract(r.score_rule, '(\d+) fastest', 1) as integer))
    ], recursive := true)
    from keyed.training_results r
    left join (select distinct benchmark, score_rule from training_benchmarks) own using (benchmark)
)
select * exclude reason
from cells
where value <> nullif(expected, '')
-- Where runs are missing, the row says why.
and (reason is null or column_name = 'score_rule')
