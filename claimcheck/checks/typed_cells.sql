-- A row that was typed by hand is in its table cell by cell, but for what corrections.yml says of it.
select typed.table_name, typed.row_key, typed.column_name, ours.value, typed.value as expected
from typed_by_hand typed
left join typed_in_table ours using (table_name, row_key, column_name)
where ours.value is distinct from typed.value
and not exists (
    from corrections
    where column_name = typed.column_name and reported = typed.value and used = ours.value
)
