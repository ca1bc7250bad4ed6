-- A result of the experiments repository is in the file of its round, division, task and scenario.
with tasks (family, task) as (
    values
        ('3d-unet', 'image-segmentation'),
        ('bert', 'language-processing'),
        ('gptj', 'language-processing'),
        ('llama2-70b', 'language-processing'),
        ('dlrm-v2', 'recommendation'),
        ('resnet', 'image-classification'),
        ('retinanet', 'object-detection'),
        ('rnnt', 'speech-recognition'),
        ('stable-diffusion-xl', 'text-to-image')
),
files as (
    select r.row_id, r.path, r.round, r.division, r.scenario, r.benchmark, tasks.task, regexp_extract(
        r.path,
        'experiment/mlperf-inference--(v[\d.]+)--[a-z]+--(closed-network|[a-z]+)(?:-power)?--([a-z0-9-]+?)--([a-z]+)/',
        ['round', 'division', 'task', 'scenario']
    ) as named
    from inference_results r
    join benchmark_metrics b using (benchmark)
    left join tasks on tasks.family = coalesce(b.variant_of, r.benchmark)
    where r.obtained = 'experiments'
),
cells as (
    select row_id, path, unnest([
        {column_name: 'round', value: round, said: round, named: named.round},
        {column_name: 'division', value: division, said: division, named: replace(named.division, 'closed-', '')},
        {column_name: 'benchmark', value: benchmark, said: task, named: named.task},
        {column_name: 'scenario', value: scenario, said: lower(scenario), named: named.scenario}
    ], recursive := true)
    from files
)
select 'inference_results' as table_name, row_id as row_key, column_name, value, path as expected
from cells
where said is distinct from named
