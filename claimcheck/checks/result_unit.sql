-- A result has the unit of its benchmark and scenario in its round; a higher rate is better, and a lower latency.
with kinds as (
    select
        r.row_id, r.unit, r.benchmark, r.scenario,
        -- GPT-J was counted in samples up to v4.0.
        b.metric = 'tokens' and not (r.round in ('v3.1', 'v4.0') and r.benchmark like 'gptj%') as in_tokens,
        place(r.round) < place('v2.0') as before_v2
    from inference_results r
    join benchmark_metrics b using (benchmark)
),
units as (
    select row_id, unit, case
        when benchmark = 'e2e-rag-qna' then 'tasks/s'
        when scenario = 'MultiStream' and before_v2 then 'streams'
        when scenario = 'MultiStream' then 'ms'
        when scenario = 'SingleStream' and benchmark like 'wan-%' then 's'
        when scenario = 'SingleStream' then 'ms'
        when in_tokens then 'tokens/s'
        when scenario = 'Offline' then 'samples/s'
        else 'queries/s'
    end as expected
    from kinds
)
select 'inference_results' as table_name, row_id as row_key, 'unit' as column_name, unit as value, expected
from units
where unit <> expected
union all
select 'inference_results', row_id, 'higher_is_better', higher_is_better::varchar, null
from inference_results
where higher_is_better <> (unit not in ('ms', 's'))
