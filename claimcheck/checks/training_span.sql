-- A score of Training is within the bounds that its own runs give, and one that somebody printed is ours, rounded. A
-- span has ends within these bounds and no score, and no factor is above the greatest of its benchmark.
--
-- The bounds: of the runs that the rule keeps, those before the middle one take as long as the fastest or the middle
-- one, and those behind it as long as the middle one or the slowest. A failed run takes a slowest place.
with entries as (
    select r.*, greatest_factor, runs - runs_failed as finished, runs_dropped // 2 as dropped,
        finished // 2 - dropped as before, (finished - 1 - dropped + runs_failed) - finished // 2 as behind
    from keyed.training_results r
    left join training_benchmarks using (benchmark)
    -- NCF keeps the first runs that converge.
    where scaling is null and benchmark <> 'ncf' and runs_absent = 0
),
bounded as (
    select *,
        (before * fastest_run_s + (1 + behind) * middle_run_s) / (before + 1 + behind) / 60
            * coalesce(scaling_factor, 1) as low,
        ((before + 1) * middle_run_s + behind * slowest_run_s) / (before + 1 + behind) / 60
            * coalesce(scaling_factor, greatest_factor) as high,
        -- Half a unit of the last digit in print, of a score or of a run in seconds.
        if(printed_score is not null and score_source = 'printed',
            0.5 * pow(10, -length(split_part(printed_score, '.', 2))), 0.005 / 60 + 1e-9) as slack
    from entries
    where score_source is not null
)
select table_name, row_key, 'time_to_train_minutes' as column_name, time_to_train_minutes as value,
    format('{:.6f} to {:.6f}, by its own runs', low, high) as expected
from bounded
where not (time_to_train_minutes between low - slack and high + slack)
union all
select table_name, row_key, 'printed_score', printed_score, format('{} rounded', time_to_train_minutes)
from bounded
where abs(time_to_train_minutes - printed_score::double) > 0.5 * pow(10, -length(split_part(printed_score, '.', 2))) + 1e-9
union all
select table_name, row_key, 'score_low', format('{} to {}', score_low, score_high),
    format('{:.6f} to {:.6f}, by its own runs', low, high)
from bounded
where score_low < (1 - 1e-4) * low or score_high > (1 + 1e-4) * high or score_high < score_low
union all
select table_name, row_key, 'score_source', score_source, 'a score, or a span with both ends'
from bounded
where (score_source = 'span') <> (time_to_train_minutes is null) or (score_source = 'span' and score_high is null)
union all
select table_name, row_key, 'scaling_factor', scaling_factor, format('at most {}', greatest_factor)
from bounded
where scaling_factor > greatest_factor
