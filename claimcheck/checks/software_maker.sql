-- Software that runs on one maker's silicon alone, such as TensorRT or ROCm, ran on that maker's.
with makers (maker, names) as (
    values
        ('NVIDIA', '(?i)tensorrt|\bcuda\b|cudnn'),
        ('AMD', '(?i)\brocm|migraphx'),
        ('Intel', '(?i)openvino|\bipex\b|synapseai'),
        ('Qualcomm', '(?i)qualcomm|\bqaic')
)
select table_name, row_key, 'platform_vendor' as column_name, platform_vendor as value,
    maker || ', by its software: ' || software as expected
from keyed.inference_results
join (
    from (select distinct software from inference_results) join makers on regexp_matches(software, names)
) using (software)
where platform_vendor <> maker
