-- A chip trains at most twice as fast as with the best of its peers, where there are three or more.
--
-- Peers are entries with the same chip and benchmark of other systems of the round or a neighbouring one. Few chips
-- train more efficiently than many.
with rates as (
    select r.*, rounds.position, 1 / (time_to_train_minutes * accelerators) as rate
    from training_results r
    join rounds on rounds.suite = r.suite and rounds.name = r.round
    where time_to_train_minutes is not null and accelerators is not null and division = 'closed'
),
best as (
    select suite, benchmark, accelerator, position, submitter, system, max(rate) as rate, count(*) as entries
    from rates
    group by all
),
peers as (
    select own.suite, own.benchmark, own.accelerator, own.position, own.submitter, own.system, max(peer.rate) as rate
    from best own
    join best peer using (suite, benchmark, accelerator)
    where abs(own.position - peer.position) <= 1
    and (own.submitter, own.system) <> (peer.submitter, peer.system)
    group by all
    having sum(peer.entries) >= 3
)
select 'training_results' as table_name, row_id as row_key, 'time_to_train_minutes' as column_name,
    time_to_train_minutes as value, format('at least {:g}', 1 / (2 * peers.rate * accelerators)) as expected
from rates
join peers using (suite, benchmark, accelerator, position, submitter, system)
where rates.rate > 2 * peers.rate
