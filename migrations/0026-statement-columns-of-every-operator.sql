-- The columns of a statement can be mapped for every operator that the program serves, and not only for those of the first
-- release: which ones there are is known to the program.
--
-- Steps: a check replaced, on a table with at most a row for each operator; milliseconds.

ALTER TABLE statement_columns DROP CONSTRAINT statement_columns_operator_check;
ALTER TABLE statement_columns ADD CONSTRAINT statement_columns_operator_is_a_key CHECK (operator ~ '^[a-z][a-z0-9-]{0,39}$');
