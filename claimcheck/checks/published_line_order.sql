-- In a published table the IDs go up with the lines.
with ordered as (
    select *,
        max(result_id) over (partition by round order by line, row_id rows unbounded preceding) as highest_before,
        min(result_id) over (partition by round order by line, row_id rows between current row and unbounded following)
            as lowest_after
    from inference_results
    where obtained = 'published'
),
-- A row out of order makes those between its place and its right place too early or too late: the fewer are named.
counted as (
    select *,
        count_if(result_id < highest_before) over (partition by round) as late,
        count_if(result_id > lowest_after) over (partition by round) as early
    from ordered
)
select 'inference_results' as table_name, row_id as row_key, 'line' as column_name, line as value,
    'a line among those of ' || left(result_id, -2) || '..' as expected
from counted
where if(late <= early, result_id < highest_before, result_id > lowest_after)
