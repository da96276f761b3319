-- The answer of an Idempotency-Key is not kept any more where its transaction was completed when it was opened, by us alone: such a
-- row never changes (migration 15), and a repeat has the answer made again of it. A program that is older than this would say
-- that such a request still runs, and later tell the balance before the fee. With this it refuses to start.
--
-- Steps: a comment.

COMMENT ON COLUMN idempotency_key.answer IS
  'What the first caller got, byte for byte. NULL until it is known, and for ever where the transaction was completed when it '
  'was opened, by us alone: then the answer is made again of the transaction.';
