-- Budgets of API keys: how much a key, and the keys that it is rolled to, may pay at once, in a day and in a month. Keys that exist already
-- get none.
--
-- Steps: a new column without a default, filled for keys that were rolled to, which locks their rows until the commit and no payment; a new
-- table, empty; privileges. A program older than this that still runs neither counts payments against a budget nor keeps the lineage
-- of a key that it rolls, so set budgets when all processes run this version.

-- The first key of the chain of rolls that a key belongs to; null where it is the first itself.
ALTER TABLE api_key ADD COLUMN lineage bigint;
-- As all columns of this table.
ALTER TABLE api_key ALTER COLUMN lineage SET STATISTICS 20;

WITH RECURSIVE chain AS (
  SELECT first.api_key_id AS lineage, first.rolled_to AS api_key_id FROM api_key first
   WHERE first.rolled_to IS NOT NULL AND NOT EXISTS (SELECT FROM api_key earlier WHERE earlier.rolled_to = first.api_key_id)
  UNION ALL
  SELECT chain.lineage, next.rolled_to FROM chain JOIN api_key next USING (api_key_id) WHERE next.rolled_to IS NOT NULL
)
UPDATE api_key SET lineage = chain.lineage FROM chain WHERE api_key.api_key_id = chain.api_key_id;

-- Limits and what is used of them, in shillings, gross. A limit that is null does not exist. Of the used part only the writer of the ledger
-- changes something, under the lock of the wallet.
CREATE TABLE key_budget (
  wallet_id bigint NOT NULL,
  lineage bigint NOT NULL,
  per_payment bigint CHECK (per_payment > 0),
  per_day bigint CHECK (per_day > 0),
  per_month bigint CHECK (per_month > 0),
  -- Which of its days this is, counted from 1: payments name it, so that one that fails is given back to its own day and to no other,
  -- whatever a clock showed meanwhile.
  period integer NOT NULL DEFAULT 0,
  -- The day in Kampala, in days since 1970, and what was paid on it.
  day integer NOT NULL DEFAULT 0,
  day_out bigint NOT NULL DEFAULT 0 CHECK (day_out >= 0),
  -- The month in Kampala, in months since January 1970, the period in which it began, and what was paid in it.
  month integer NOT NULL DEFAULT 0,
  month_period integer NOT NULL DEFAULT 0,
  month_out bigint NOT NULL DEFAULT 0 CHECK (month_out >= 0),
  PRIMARY KEY (wallet_id, lineage)
) WITH (fillfactor = 50);

GRANT SELECT ON key_budget TO nsimbi_service, nsimbi_reader;
GRANT SELECT (lineage) ON api_key TO nsimbi_reader;
GRANT INSERT, UPDATE (per_payment, per_day, per_month, period, day, day_out, month, month_period, month_out) ON key_budget
  TO nsimbi_service;
