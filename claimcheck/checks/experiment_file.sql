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
    select table_name, row_key, unnest([
        cell('round', round, file.round), cell('division', division, replace(file.division, 'closed-', '')),
        cell('benchmark', task, file.task), cell('scenario', lower(scenario), file.scenario)
    ], recursive := true)
    from files
)
from cells where value is distinct from expected
