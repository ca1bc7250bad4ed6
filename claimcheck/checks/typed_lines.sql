-- Each line of a typed table is read.
with named as (
    select s.typed_results as file, try_cast(regexp_extract(log_note, 'line (\d+)$', 1) as integer) as line
    from inference_results r
    join round_sources s on s.key = r.round
    union
    select s.typed_runs, try_cast(regexp_extract(note, 'line (\d+)', 1) as integer)
    from loadgen_runs r
    join round_sources s on s.key = r.round
    where obtained = 'typed'
)
select file as table_name, 'line ' || line as row_key, 'row' as column_name, 'in no table' as value
from (select file, line from typed_results union all select file, line from typed_runs)
anti join named using (file, line)
