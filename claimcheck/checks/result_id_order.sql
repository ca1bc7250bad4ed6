-- A submitter's published IDs follow each other in each division and availability: IDs were given out by submitter.
with ids as (
    select distinct on (result_id) result_id, round, division, availability, submitter, row_id
    from inference_results
    where result_id is not null
    order by result_id, row_id
),
places as (
    select *,
        row_number() over (order by result_id)
            - row_number() over (partition by round, division, availability, submitter order by result_id) as place
    from ids
)
select 'inference_results' as table_name, row_id as row_key, 'submitter' as column_name, submitter as value
from places
qualify place <> first(place) over (partition by round, division, availability, submitter order by result_id)
