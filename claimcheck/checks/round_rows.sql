-- A round has as many rows in each table as rounds.yml expects.
with counts as (
    select round as round_key, 'inference_results' as table_name, count(*) as rows from inference_results group by all
    union all
    select round, 'accuracy_results', count(*) from accuracy_results group by all
    union all
    select round, 'loadgen_runs', count(*) from loadgen_runs group by all
    union all
    select round, 'submitted_files', count(*) from submitted_files group by all
    union all
    select suite || '-' || round, 'training_results', count(*) from training_results group by all
)
select 'facts/rounds.yml' as table_name, e.round_key as row_key, 'expected_rows.' || table_name as column_name,
    e.rows as value, coalesce(counts.rows, 0) as expected
from expected_rows e
left join counts using (round_key, table_name)
where e.rows <> coalesce(counts.rows, 0)
