-- The response of every Idempotency-Key is stored. Between migrations 18 and 25 it was not where the transaction was completed when
-- it was opened, by us alone: a repeat had it rendered from the transaction's row. These responses are rendered here for the last
-- time, byte for byte as the program rendered them, and stored for the keys that are still remembered.
--
-- The columns get the names of what they hold. A program that is older than this refuses to start with this database. One that
-- still runs would use keys and store no response with them; because it does not know the new names, its statements about keys fail
-- and undo what is written with them. It cannot store a response that a newer program would then have to guess.
--
-- Steps: three columns and a constraint renamed; one UPDATE of the keys without a response whose transaction is such a one. It
-- locks idempotency_key until it has ended, and payments with a key wait for that. It takes some 20 seconds for each million
-- of these keys (48 hours of internal payments and of test money), of which it reads the transactions too, and leaves as many dead
-- rows for vacuum.

ALTER TABLE idempotency_key RENAME COLUMN answer_due_at TO response_due_at;
ALTER TABLE idempotency_key RENAME COLUMN answer_status TO response_status;
ALTER TABLE idempotency_key RENAME COLUMN answer TO response;
ALTER TABLE idempotency_key RENAME CONSTRAINT status_and_answer_together TO status_and_response_together;

COMMENT ON COLUMN idempotency_key.response_due_at IS
  'Until then a repeat is refused as still running where no response is stored. After it, the response is rendered from the '
  'transaction as it was accepted, and stored.';
COMMENT ON COLUMN idempotency_key.response IS
  'The body that the first caller got, byte for byte; stored once. NULL while the response waits for an operator.';

-- to_json escapes a text as JSON.stringify of JavaScript does: the quote, the backslash and the control characters below U+0020,
-- these with the same short forms and in lower-case hexadecimal, and nothing else. (JSON.stringify escapes lone surrogates too,
-- which no text of PostgreSQL has.)
UPDATE idempotency_key AS k
   SET response_status = 200,
       response = CASE t.type
         WHEN 'payment_sent' THEN
           '{"success":true,"message":"The money was sent.","data":{"transaction_id":' || t.transaction_id
             || ',"reference":"SM_' || shown.second || '_' || t.transaction_id
             || '","recipient_name":' || coalesce(to_json(t.counterparty_name)::text, 'null')
             || ',"recipient_phone":' || coalesce(to_json(t.counterparty_phone)::text, 'null')
             || ',"amount_sent":' || t.net_amount
             || ',"fee_amount":' || t.fee_amount
             || ',"total_deducted":' || t.amount
             || ',"transfer_type":"internal","status":"completed","requires_approval":false,"new_balance":' || t.balance_after
             || ',"external_reference":null,"created_at":"' || shown.created_at
             || '","completed_at":"' || shown.completed_at || '"}}'
         WHEN 'deposit' THEN
           '{"success":true,"message":"The test money is in the wallet.","data":{"transaction_id":' || t.transaction_id
             || ',"reference":"DEP_' || shown.second || '_' || t.transaction_id
             || '","amount":' || t.amount
             || ',"new_balance":' || t.balance_after
             || ',"created_at":"' || shown.created_at || '"}}'
       END
  FROM transaction AS t
 CROSS JOIN LATERAL (
         SELECT floor(extract(epoch FROM t.created_at))::bigint AS second,
                to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
                to_char(t.completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS completed_at
       ) AS shown
 WHERE k.response IS NULL AND t.wallet_id = k.wallet_id AND t.transaction_id = k.transaction_id
   AND (t.type, t.route) IN (('payment_sent', 'internal'), ('deposit', 'house'))
   AND t.status = 'completed' AND t.balance_after IS NOT NULL
   -- Leaves out the partitions whose transactions are older than every key.
   AND t.transaction_id >= (SELECT min(transaction_id) FROM idempotency_key WHERE response IS NULL);
