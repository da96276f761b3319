-- phase: expand; oldest program: 0.2.0
-- An operator is queried again about a transaction that has moved to the history store. A callback is taken also while that store is away, so
-- the direction of the payment, which only the store knows, can be unknown until the query is made.
--
-- Steps: a column of submission that may be null, which reads and rewrites nothing. A program older than this leaves a row without direction
-- to the others.

ALTER TABLE submission ALTER COLUMN direction DROP NOT NULL;

COMMENT ON COLUMN submission.direction IS
  'Null where the transaction has moved to the history store: then it is read there, before its operator is queried.';
