-- MLCommons' own score of an entry of Training is next to the entry's score in our table, and says rightly whether they
-- agree.
select o.table_name, o.row_key, 'our_score' as column_name, our_score as value,
    coalesce(time_to_train_minutes, models_per_minute) as expected
from keyed.official_scores o
left join training_results using (row_id)
where abs(expected / our_score - 1) > 1e-9
or (agrees and coalesce(abs(official_score / our_score - 1) > 1e-9, true))
