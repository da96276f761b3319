-- phase: expand; oldest program: 0.2.0
-- The file of a bulk payout can name its recipients, so that an approver sees who is to be paid. The name is shown to people and changes no
-- payment. A program that is older than this leaves the column empty.
--
-- Steps: a column without a default, which rewrites nothing, and a check of what is written from now on, which reads no row: older ones have
-- no name. The rights on the table cover it.

ALTER TABLE bulk_payout_row
  ADD COLUMN recipient_name text,
  ADD CONSTRAINT recipient_name_is_short CHECK (length(recipient_name) BETWEEN 1 AND 120) NOT VALID;
