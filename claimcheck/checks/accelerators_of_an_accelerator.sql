-- A system without an accelerator has no number of accelerators.
select table_name, row_key, 'accelerators' as column_name, accelerators as value
from keyed.inference_results
where accelerator is null and accelerators is not null
