-- The partners of a vendor in a round are as many as the rows that show them, and those are on the vendor's silicon.
with counts as (
    select p.*, coalesce(len(string_split(row_ids, '|')), 0) as listed,
        concat_ws(' / ', suite, divisions, counted, round, vendor) as row_key
    from participation p
),
makers as (
    select row_id, platform_vendor from inference_results
    union all
    select row_id, platform_vendor from training_results
)
select 'participation' as table_name, row_key, 'partners' as column_name, cast(partners as varchar) as value,
    listed || ' rows' as expected
from counts
where listed <> partners
union all
select 'participation', row_key, 'row_ids', row_id, 'a row of ' || vendor
from (select row_key, vendor, unnest(string_split(row_ids, '|')) as row_id from counts)
left join makers using (row_id)
where platform_vendor is distinct from vendor
