-- An official score belongs to an entry of Training, is next to the entry's own score, and says rightly whether they
-- agree.
with pairs as (
    select o.*, r.row_id as entry, coalesce(r.time_to_train_minutes, r.models_per_minute) as score
    from keyed.official_scores o
    left join training_results r using (row_id)
)
select table_name, row_key, 'row_id' as column_name, row_id as value, 'an entry of training_results' as expected
from pairs
where entry is null
union all
select table_name, row_key, 'our_score', our_score::varchar, score::varchar
from pairs
where abs(score / our_score - 1) > 1e-9
union all
select table_name, row_key, 'agrees', agrees::varchar, 'scores that are equal to nine digits'
from pairs
where agrees and coalesce(abs(our_score / official_score - 1) > 1e-9, true)
