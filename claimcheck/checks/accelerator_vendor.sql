-- The maker of an accelerator is the first in vendors.yml with a pattern that its name has.
with named as (
    select 'inference_results' as table_name, row_id as row_key, accelerator, accelerator_vendor
    from inference_results
    union all
    select 'training_results', row_id, accelerator, accelerator_vendor
    from training_results
),
makers as (
    select accelerator, arg_min(v.vendor, v.position) as vendor
    from (select distinct accelerator from named) n
    join vendors v on regexp_matches(n.accelerator, v.pattern, 'i')
    group by accelerator
)
select table_name, row_key, 'accelerator_vendor' as column_name, accelerator_vendor as value,
    coalesce(vendor, 'none') as expected
from named
left join makers using (accelerator)
where accelerator_vendor is distinct from vendor
