-- How much faster a router is than round-robin is the ratio of the two means.
select 'routing_sweeps' as table_name, concat_ws(' / ', shared, load, policy) as row_key, 'faster' as column_name,
    faster as value, plain.mean / routing_sweeps.mean as expected
from routing_sweeps
join (select shared, load, mean from routing_sweeps where policy = 'round-robin') plain using (shared, load)
where abs(faster - plain.mean / routing_sweeps.mean) > 1e-4 * plain.mean / routing_sweeps.mean
