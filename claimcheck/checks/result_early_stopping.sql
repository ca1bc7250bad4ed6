-- A latency that early stopping estimates is at most 1.35 times the run's own percentile.
with estimates as (
    select r.row_id, r.log_value,
        case r.log_note
            when 'early_stopping_latency_ss' then run.latency_p90_ms
            when 'early_stopping_latency_ms' then run.latency_p99_ms
            when '8 x early_stopping_latency_ms, inferred from SingleStream' then 8 * run.latency_p99_ms
        end * if(r.unit = 's', 0.001, 1) as percentile
    from inference_results r
    join loadgen_runs run using (run_id)
)
select 'inference_results' as table_name, row_id as row_key, 'log_value' as column_name, log_value as value,
    percentile || ' or somewhat more' as expected
from estimates
-- The percentile is printed with fewer digits than it has.
where log_value not between percentile * 0.999 and percentile * 1.35
