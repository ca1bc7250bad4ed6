-- The maker of an accelerator is the first in vendors.yml with a pattern that its name has, and made the silicon that
-- ran unless it only licenses its design.
with named as (
    select table_name, row_key, accelerator, accelerator_vendor, platform_vendor from keyed.inference_results
    union all
    select table_name, row_key, accelerator, accelerator_vendor, platform_vendor from keyed.training_results
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
union all
select table_name, row_key, 'platform_vendor', platform_vendor, accelerator_vendor
from named
where platform_vendor <> accelerator_vendor
and accelerator_vendor not in (select vendor from vendors where licensor)
