-- Software that runs on one maker's silicon alone, such as TensorRT or ROCm, ran on that maker's.
with makers as (
    select software, unnest([
        {maker: 'NVIDIA', is_named: regexp_matches(software, '(?i)tensorrt|\bcuda\b|cudnn')},
        {maker: 'AMD', is_named: regexp_matches(software, '(?i)\brocm|migraphx')},
        {maker: 'Intel', is_named: regexp_matches(software, '(?i)openvino|\bipex\b|synapseai')},
        {maker: 'Qualcomm', is_named: regexp_matches(software, '(?i)qualcomm|\bqaic')}
    ], recursive := true)
    from (select distinct software from inference_results)
)
select 'inference_results' as table_name, row_id as row_key, 'platform_vendor' as column_name, platform_vendor as value,
    maker || ', by its software: ' || software as expected
from inference_results
join makers using (software)
where is_named and platform_vendor <> maker
