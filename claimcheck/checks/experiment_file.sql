-- A result of the experiments repository is in the file of its round, division, task and scenario.
with tasks (family, task) as (
    values
        ('bert', 'language-processing'), ('gptj', 'language-processing'), ('llama2-70b', 'language-processing'),
        ('3d-unet', 'image-segmentation'), ('resnet', 'image-classification'), ('retinanet', 'object-detection'),
        ('dlrm-v2', 'recommendation'), ('rnnt', 'speech-recognition'), ('stable-diffusion-xl', 'text-to-image')
),
files as (
    select r.*, task, regexp_extract(
        r.path,
        'experiment/mlperf-inference--(v[\d.]+)--[a-z]+--(closed-network|[a-z]+)(?:-power)?--([a-z0-9-]+?)--([a-z]+)/',
        ['round', 'division', 'task', 'scenario']
    ) as file
    from keyed.inference_results r
    left join tasks using (family)
    where obtained = 'experiments'
),
cells as (
    select table_name, row_key, path as expected, unnest([
        {column_name: 'round', value: round, said: round, named: file.round},
        {column_name: 'division', value: division, said: division, named: replace(file.division, 'closed-', '')},
        {column_name: 'benchmark', value: benchmark, said: task, named: file.task},
        {column_name: 'scenario', value: scenario, said: lower(scenario), named: file.scenario}
    ], recursive := true)
    from files
)
select * exclude (said, named) from cells where said is distinct from named
