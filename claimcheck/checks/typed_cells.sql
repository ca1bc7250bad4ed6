-- A row that was typed by hand is in its table cell by cell, but for what corrections.yml says of it.
select typed.table_name, typed.row_key, typed.column_name, ours.value, typed.value as expected
from typed_by_hand typed
left join typed_in_table ours using (table_name, row_key, column_name)
where ours.value is distinct from typed.value
-- The table labels whisper Offline with samples; corrections.yml has why it counts tokens.
and not (typed.column_name = 'unit' and ours.value = 'tokens/s' and typed.row_key like '%whisper%')
