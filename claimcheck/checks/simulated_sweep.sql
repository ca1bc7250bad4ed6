-- A simulated rate is within its range, no run completes more than it was offered, and percentiles are in order.
with cells as (
    select concat_ws(' / ', sweep, "group", variant, "case", rate_per_accelerator, arrivals_s) as row_key, unnest([
        {
            column_name: 'published_tokens_per_s_per_accelerator',
            value: published_tokens_per_s_per_accelerator,
            least: published_low_tokens_per_s_per_accelerator,
            most: published_high_tokens_per_s_per_accelerator
        },
        {
            column_name: 'full_run_tokens_per_s_per_accelerator',
            value: full_run_tokens_per_s_per_accelerator,
            least: 0,
            most: 1.001 * offered_tokens_per_s_per_accelerator
        },
        {column_name: 'tpot_p50_ms', value: tpot_p50_ms, least: 0, most: tpot_p99_ms},
        {column_name: 'ttft_p50_ms', value: ttft_p50_ms, least: 0, most: ttft_p99_ms}
    ], recursive := true)
    from serving_sweeps
)
select 'serving_sweeps' as table_name, row_key, column_name, value, least || ' to ' || most as expected
from cells
where value < least or value > most
