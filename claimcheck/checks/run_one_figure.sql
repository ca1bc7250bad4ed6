-- Runs with the same log file have the same figures.
with figures as (
    select table_name, row_key, blob, columns('_per_s$|_ms$|_s$|^target_qps$|^mean_tokens_per_sample$')
    from keyed.loadgen_runs
    where blob in (select blob from loadgen_runs group by blob having count(*) > 1)
),
cells as (
    from figures
    unpivot include nulls (value for column_name in (columns(* exclude (table_name, row_key, blob))))
)
select * exclude blob, 'as in another run of blob ' || blob as expected
from cells
window same_log as (partition by blob, column_name)
qualify min(value) over same_log <> max(value) over same_log
or count(value) over same_log not in (0, count(*) over same_log)
