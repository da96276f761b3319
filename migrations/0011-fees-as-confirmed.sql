-- A fee schedule knows the form that it came from, so that a form which is sent again after a lost answer adds nothing.
-- A row of a bulk payout knows the schedule that its fee was shown by, so that it is charged as it was confirmed.
--
-- Steps: three columns without a default; nothing is rewritten. A unique index of a table with few rows, which is made
-- in a moment in which nobody can set fees.

ALTER TABLE fee_schedule
  -- Null where it was set at the command line.
  ADD COLUMN form_key text COLLATE "C" CONSTRAINT fee_form_once UNIQUE,
  ADD COLUMN fingerprint text COLLATE "C",
  ADD CONSTRAINT fingerprint_of_form CHECK ((form_key IS NULL) = (fingerprint IS NULL));

-- Null in rows that were made before: those pay the fee in force when they go.
ALTER TABLE bulk_payout_row ADD COLUMN fee_schedule_id bigint;
