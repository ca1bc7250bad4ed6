-- The submitter of an entry of Training and its folder have a word in common, or the folder begins with the submitter's
-- initials.
with names as (
    select *, split_part(row_id, '/', 4) as folder,
        regexp_replace(lower(submitter), '[^a-z0-9]', '', 'g') as plain,
        regexp_replace(lower(folder), '[^a-z0-9]', '', 'g') as plain_folder,
        array_to_string(regexp_extract_all(lower(submitter), '(\S)\S*', 1), '') as initials
    from keyed.training_results
)
select table_name, row_key, 'submitter' as column_name, submitter as value, folder as expected
from names
where not contains(plain, plain_folder)
and not contains(plain_folder, plain)
and not list_has_any(
    regexp_extract_all(lower(submitter), '[a-z0-9]{3,}'), regexp_extract_all(lower(folder), '[a-z0-9]{3,}')
)
and not (length(initials) > 2 and starts_with(plain_folder, initials))
