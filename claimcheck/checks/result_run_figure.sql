-- A result has the figure of its run that its note names.
with figures as (
    select r.row_id, r.value, r.log_value, r.log_note, r.unit,
        case r.log_note
            when 'result_completed_tokens_per_second' then run.completed_tokens_per_s
            when 'result_tokens_per_second' then run.offline_tokens_per_s
            when 'result_samples_per_second' then run.offline_samples_per_s
            when 'Samples per second' then run.offline_samples_per_s
            when 'result_completed_samples_per_sec' then run.completed_samples_per_s
            when 'result_90.00_percentile_latency_ns' then run.latency_p90_ms * if(r.unit = 's', 0.001, 1)
        end as named,
        case
            when r.unit = 'samples/s' and contains(r.log_note, '1 / result_mean_latency_ns')
            then 1000 / run.latency_mean_ms
        end as samples,
        -- A typed run has no note that names a metric: the published figure is one of its rates.
        if(
            r.unit = 'queries/s', run.completed_samples_per_s,
            coalesce(run.completed_tokens_per_s, run.completed_samples_per_s)
        ) as completed
    from inference_results r
    join loadgen_runs run using (run_id)
)
select 'inference_results' as table_name, row_id as row_key, 'log_value' as column_name, log_value as value,
    coalesce(named, samples) as expected
from figures
where abs(log_value - named) > 1e-9 * named or abs(log_value / samples - 1) > 1e-4
union all
select 'inference_results', row_id, 'value', value, completed
from figures
where log_note like 'typed by hand%' and abs(value / completed - 1) > 1e-5
