-- A result has the figure of its run that its note names.
with figures as (
    select r.*, case log_note
        when 'result_completed_tokens_per_second' then completed_tokens_per_s
        when 'result_tokens_per_second' then offline_tokens_per_s
        when 'result_samples_per_second' then offline_samples_per_s
        when 'Samples per second' then offline_samples_per_s
        when 'result_completed_samples_per_sec' then completed_samples_per_s
        when 'result_90.00_percentile_latency_ns' then latency_p90_ms * if(unit = 's', 0.001, 1)
    end as logged,
    if(unit = 'samples/s' and log_note like '1 / result_mean_latency_ns%', 1000 / latency_mean_ms, null) as samples,
    -- A typed run has no note that names a metric: the published figure is one of its rates.
    coalesce(if(unit = 'queries/s', null, completed_tokens_per_s), completed_samples_per_s) as completed
    from keyed.inference_results r
    join loadgen_runs using (run_id)
)
select table_name, row_key, 'log_value' as column_name, log_value as value, coalesce(logged, samples) as expected
from figures
where abs(log_value - logged) > 1e-9 * logged or abs(log_value / samples - 1) > 1e-4
union all
select table_name, row_key, 'value', value, completed
from figures
where log_note like 'typed by hand%' and abs(value / completed - 1) > 1e-5
