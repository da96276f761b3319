-- phase: expand; oldest program: 0.2.0
-- Transactions whose partition is old and final move to another server, the history store (docs/history.md). This database keeps what is
-- needed to know where a transaction is, and to audit the books without the history store: for each wallet which entries and events
-- have moved and what they add up to, and for each partition what it moved in the accounts of the service.
--
-- Steps: new tables, empty but for one row, and a column without a default. Nothing that is there is changed.

-- Transactions with ids below this are in the history store, with their transfers and events, and those from it on are here. A partition
-- is dropped at least a minute after the boundary has passed it, so that whoever has read the boundary can rely on it for so long.
CREATE TABLE history_boundary (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  moved_below bigint NOT NULL DEFAULT 0 CHECK (moved_below >= 0),
  -- The latest creation of a transaction that has moved; null while none has.
  created_until timestamptz(3),
  CONSTRAINT something_moved CHECK ((moved_below = 0) = (created_until IS NULL))
);
INSERT INTO history_boundary DEFAULT VALUES;

-- Partitions that have moved, or are being copied, each with its transactions from first_id to before end_id.
CREATE TABLE history_partition (
  first_id bigint PRIMARY KEY CHECK (first_id >= 0),
  end_id bigint NOT NULL CHECK (end_id > first_id),
  -- Of this copy. The history store notes it too, so that it takes no second copy of a partition from a database that was restored.
  copy_id uuid NOT NULL DEFAULT gen_random_uuid(),
  begun_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- When the copy had been verified and the boundary passed it; what follows is null until then.
  closed_at timestamptz(3),
  transactions bigint,
  transfers bigint,
  events bigint,
  -- What its transfers add up to, by account of the service: credits less debits.
  accounts jsonb,
  -- What its sent and received payments between wallets add up to, by group (src/audit/pairs.ts); groups that add up to 0 are left out.
  pairs jsonb,
  dropped_at timestamptz(3),
  CONSTRAINT closed_whole CHECK ((closed_at IS NULL) = (transactions IS NULL) AND (closed_at IS NULL) = (transfers IS NULL)
    AND (closed_at IS NULL) = (events IS NULL) AND (closed_at IS NULL) = (accounts IS NULL) AND (closed_at IS NULL) = (pairs IS NULL)),
  CONSTRAINT dropped_after_closing CHECK (dropped_at IS NULL OR closed_at IS NOT NULL)
);

-- Entries of a wallet, from first_no to last_no without a gap, whose transfers have moved: what they add up to, and the balance after
-- the last one. A payment that ended late has an entry behind those of later payments, so that a wallet can have several runs.
CREATE TABLE history_entry_run (
  wallet_id bigint NOT NULL,
  first_no bigint NOT NULL CHECK (first_no > 0),
  last_no bigint NOT NULL CHECK (last_no >= first_no),
  moved bigint NOT NULL,
  balance_after bigint NOT NULL CHECK (balance_after >= 0),
  PRIMARY KEY (wallet_id, first_no)
);

-- The same of the events of a wallet, by their sequences.
CREATE TABLE history_event_run (
  wallet_id bigint NOT NULL,
  first_no bigint NOT NULL CHECK (first_no > 0),
  last_no bigint NOT NULL CHECK (last_no >= first_no),
  PRIMARY KEY (wallet_id, first_no)
);

-- How the payment of a row ended, of one that has moved: status, fee_amount, created_at, failure_code, failure_reason.
ALTER TABLE bulk_payout_row ADD COLUMN moved jsonb;

-- Only the owner moves history; the service and readers read where it is.
GRANT SELECT ON history_boundary, history_partition, history_entry_run, history_event_run TO nsimbi_service, nsimbi_reader;
