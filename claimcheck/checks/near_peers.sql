-- A result per accelerator is at most 1.5 times the best of its peers, and a chip trains at most twice as fast as with
-- the best of them, where there are three or more.
--
-- Peers are results with the same chip, benchmark, scenario and unit in other systems of the round or a neighbouring
-- one. Few chips train more efficiently than many.
with rates as (
    select table_name, row_key, 'value' as column_name, value, 'inference' as suite, round, submitter, system,
        (accelerator, benchmark, scenario, unit) as cell, accelerators, value / accelerators as rate, 1.5 as most
    from keyed.inference_results
    where higher_is_better and division = 'closed'
    union all
    select table_name, row_key, 'time_to_train_minutes', time_to_train_minutes, suite, round, submitter, system,
        (accelerator, benchmark, null, null), accelerators, 1 / (time_to_train_minutes * accelerators), 2
    from keyed.training_results
    where division = 'closed'
),
placed as (
    select rates.*, position
    from rates
    join rounds on rounds.suite = rates.suite and rounds.name = rates.round
    where rate is not null
),
best as (
    select suite, cell, position, submitter, system, max(rate) as rate, count(*) as results from placed group by all
),
peers as (
    select own.suite, own.cell, own.position, own.submitter, own.system, max(peer.rate) as rate
    from best own
    join best peer using (suite, cell)
    where abs(own.position - peer.position) <= 1
    and (own.submitter, own.system) <> (peer.submitter, peer.system)
    group by all
    having sum(peer.results) >= 3
)
select table_name, row_key, column_name, value, if(
    column_name = 'value', format('at most {:g}', most * peers.rate * accelerators),
    format('at least {:g}', 1 / (most * peers.rate * accelerators))
) as expected
from placed
join peers using (suite, cell, position, submitter, system)
where placed.rate > most * peers.rate
