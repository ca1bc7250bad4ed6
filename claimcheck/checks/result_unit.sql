-- A result has the unit of its benchmark and scenario in its round; a higher rate is better, and a lower latency.
with units as (
    select r.*, case
        when benchmark = 'e2e-rag-qna' then 'tasks/s'
        when scenario = 'MultiStream' then if(place(round) < place('v2.0'), 'streams', 'ms')
        when scenario = 'SingleStream' then if(benchmark like 'wan-%', 's', 'ms')
        -- GPT-J was counted in samples up to v4.0.
        when metric = 'tokens' and not (round in ('v3.1', 'v4.0') and benchmark like 'gptj%') then 'tokens/s'
        when scenario = 'Offline' then 'samples/s'
        else 'queries/s'
    end as expected
    from keyed.inference_results r
    join benchmark_metrics using (benchmark)
)
select table_name, row_key, 'unit' as column_name, unit as value, expected
from units
where unit <> expected
union all
select table_name, row_key, 'higher_is_better', higher_is_better::varchar, null
from keyed.inference_results
where higher_is_better <> (unit not in ('ms', 's'))
