-- phase: expand; oldest program: 0.2.0
-- What ended in a wallet on a day, for figures of longer periods and their comparison: wallet_hour keeps 40 days. It is counted from the
-- wallet's events in the statement that counts hours (src/ledger/count-ended.ts), never by a payment.
--
-- Steps: a new table, empty; a column with a constant default on wallet_count, which rewrites nothing; an index on wallet_hour, which only
-- the counting writes, and which holds 40 days; privileges. Days before this are counted from the events by housekeeping, some thousand
-- at a time, as what ends now is. The days have a position of their own in the events, so that a program older than this, which counts
-- hours only, leaves no day out.

CREATE TABLE wallet_day (
  wallet_id bigint NOT NULL,
  -- In Kampala, days since 1970-01-01.
  day integer NOT NULL,
  type text COLLATE "C" NOT NULL,
  direction text COLLATE "C" NOT NULL,
  -- '' where no operator moved it.
  operator text COLLATE "C" NOT NULL,
  completed integer NOT NULL,
  -- Without those that nobody approved, as in wallet_hour.
  failed integer NOT NULL,
  -- Shillings that reached the wallet (net) or left it (gross), and our fees within what completed.
  moved bigint NOT NULL,
  fees bigint NOT NULL,
  PRIMARY KEY (wallet_id, day, type, direction, operator)
) WITH (fillfactor = 70);
-- Figures of all wallets. Neither column is ever changed, so that updates stay HOT.
CREATE INDEX wallet_day_age ON wallet_day (day);
CREATE INDEX wallet_hour_age ON wallet_hour (hour);

-- The number of the last event that is counted in wallet_day.
ALTER TABLE wallet_count ADD COLUMN days_counted_to bigint NOT NULL DEFAULT 0;

GRANT SELECT ON wallet_day TO nsimbi_service, nsimbi_reader;
GRANT INSERT, UPDATE (completed, failed, moved, fees) ON wallet_day TO nsimbi_service;
GRANT UPDATE (days_counted_to) ON wallet_count TO nsimbi_service;
