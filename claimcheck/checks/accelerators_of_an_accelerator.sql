-- A system without an accelerator has no number of accelerators.
select 'inference_results' as table_name, row_id as row_key, 'accelerators' as column_name, accelerators as value
from inference_results
where accelerator is null and accelerators is not null
