-- The maker of the silicon that ran is the accelerator's maker, unless that only licenses its design.
with named as (
    select 'inference_results' as table_name, row_id as row_key, accelerator_vendor, platform_vendor
    from inference_results
    union all
    select 'training_results', row_id, accelerator_vendor, platform_vendor
    from training_results
)
select table_name, row_key, 'platform_vendor' as column_name, platform_vendor as value, accelerator_vendor as expected
from named
where platform_vendor <> accelerator_vendor
and accelerator_vendor not in (select vendor from vendors where licensor)
