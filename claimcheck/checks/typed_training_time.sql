-- A time to train that was typed by hand is the one of the typed table.
select 'training_results' as table_name, row_id as row_key, 'time_to_train_minutes' as column_name,
    r.time_to_train_minutes as value, t.time_to_train_minutes as expected
from training_results r
left join typed_training t on r.round = t.round and r.path = t.path
where r.obtained = 'typed'
and coalesce(abs(cast(t.time_to_train_minutes as double) / r.time_to_train_minutes - 1) > 1e-9, true)
