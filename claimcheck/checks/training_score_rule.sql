-- A score of Training follows its benchmark's rule in training.yml, with as many runs, and as many dropped, as that
-- requires.
with rules as (
    select benchmark, any_value(score_rule) as score_rule
    from training_benchmarks
    group by benchmark
),
cells as (
    select row_id, reason, unnest([
        {
            column_name: 'score_rule',
            value: r.score_rule,
            expected: if(scaling = 'weak', r.score_rule, rules.score_rule)
        },
        {
            column_name: 'runs',
            value: cast(runs as varchar),
            expected: regexp_extract(r.score_rule, '^(\d+) runs;', 1)
        },
        {
            column_name: 'runs_dropped',
            value: cast(runs_dropped as varchar),
            expected: cast(2 * try_cast(regexp_extract(r.score_rule, '(\d+) fastest', 1) as integer) as varchar)
        }
    ], recursive := true)
    from training_results r
    left join rules using (benchmark)
)
select 'training_results' as table_name, row_id as row_key, column_name, value, expected
from cells
where value <> nullif(expected, '')
-- Where runs are missing, the row says why.
and (reason is null or column_name = 'score_rule')
