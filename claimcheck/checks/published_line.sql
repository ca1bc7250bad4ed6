-- A line of a published table gives one result.
with several as (
    select round, line
    from inference_results
    where obtained = 'published'
    group by all
    having count(distinct (result_id, benchmark, scenario, value)) > 1
)
select 'inference_results' as table_name, row_id as row_key, 'line' as column_name, line as value
from inference_results
join several using (round, line)
where obtained = 'published'
