-- A result per accelerator is at most 1.5 times the best of its peers, where there are three or more.
--
-- Peers are results with the same chip, benchmark, scenario and unit in other systems of the round or a neighbouring
-- one.
with rates as (
    select r.*, place(round) as position, value / accelerators as rate
    from inference_results r
    where higher_is_better and division = 'closed' and accelerators is not null
),
best as (
    select benchmark, scenario, accelerator, unit, position, submitter, system, max(rate) as rate, count(*) as results
    from rates
    group by all
),
peers as (
    select own.benchmark, own.scenario, own.accelerator, own.unit, own.position, own.submitter, own.system,
        max(peer.rate) as rate
    from best own
    join best peer using (benchmark, scenario, accelerator, unit)
    where abs(own.position - peer.position) <= 1
    and (own.submitter, own.system) <> (peer.submitter, peer.system)
    group by all
    having sum(peer.results) >= 3
)
select 'inference_results' as table_name, row_id as row_key, 'value' as column_name, rates.value,
    format('at most {:g}', 1.5 * peers.rate * accelerators) as expected
from rates
join peers using (benchmark, scenario, accelerator, unit, position, submitter, system)
where rates.rate > 1.5 * peers.rate
