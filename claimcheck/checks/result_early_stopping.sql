-- A latency that early stopping estimates is at most 1.35 times the run's own percentile.
with estimates as (
    select r.*, case log_note
        when 'early_stopping_latency_ss' then latency_p90_ms
        when 'early_stopping_latency_ms' then latency_p99_ms
        when '8 x early_stopping_latency_ms, inferred from SingleStream' then 8 * latency_p99_ms
    end * if(unit = 's', 0.001, 1) as percentile
    from keyed.inference_results r
    join loadgen_runs using (run_id)
)
select table_name, row_key, 'log_value' as column_name, log_value as value,
    percentile || ' or somewhat more' as expected
from estimates
-- The percentile is printed with fewer digits than it has.
where log_value not between percentile * 0.999 and percentile * 1.35
