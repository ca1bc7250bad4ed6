-- The ratio of a comparison is that of its two results per accelerator, which are of the two rounds that it names.
with ratios as (
    select 'comparisons' as table_name, row_id_before || ' / ' || row_id_after as row_key, row_id_before, row_id_after,
        before, after, ratio
    from comparisons
    union all
    select 'imposed_comparisons',
        concat_ws(' / ', before, after, benchmark, scenario, product, same_submitter, same_number, both_available),
        row_id_before, row_id_after, before, after, ratio
    from imposed_comparisons
)
select table_name, row_key, 'ratio' as column_name, ratio as value,
    coalesce(b.round || ' to ' || a.round || ': ' || a.per_accelerator / b.per_accelerator, 'two results') as expected
from ratios
left join inference_results b on b.row_id = row_id_before
left join inference_results a on a.row_id = row_id_after
where (before, after) is distinct from (b.round, a.round)
or coalesce(abs(ratio / (a.per_accelerator / b.per_accelerator) - 1) > 1e-5, true)
