-- A prediction of the serving model is within its own range, and is compared with what was logged.
with logged as (
    unpivot (
        select row_id, completion_factor, in_flight_per_accelerator, latency_mean_ms, ttft_mean_ms, ttft_p50_ms,
            ttft_p99_ms, tpot_mean_ms, tpot_p50_ms, tpot_p99_ms
        from operating_points
    )
    on columns(* exclude row_id)
    into name quantity value expected
),
predictions as (
    select *, concat_ws(' / ', "group", row_id, quantity) as row_key
    from serving_predictions
)
select 'serving_predictions' as table_name, row_key, 'predicted' as column_name, predicted as value,
    predicted_low || ' to ' || predicted_high as expected
from predictions
where predicted < predicted_low or predicted > predicted_high
union all
select 'serving_predictions', row_key, 'logged', p.logged, logged.expected
from predictions p
join logged using (row_id, quantity)
where abs(p.logged - logged.expected) > 1e-4 * abs(logged.expected)
