-- Bulk payouts: a file of payments that were checked together, approved together, and are sent one by one.
--
-- Steps: two new tables, privileges. Nothing busy is touched.

CREATE TABLE bulk_payout (
  bulk_payout_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id bigint NOT NULL,
  client_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'test')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- The form's Idempotency-Key and what was sent with it: sending a form twice makes one bulk payout.
  form_key text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN (
    'awaiting_approval', 'running', 'finished', 'cancelled', 'rejected', 'expired')),
  row_count integer NOT NULL CHECK (row_count > 0),
  -- What the recipients get, and the fees on top of it, as they were when it was made.
  amount bigint NOT NULL CHECK (amount > 0),
  fees bigint NOT NULL CHECK (fees >= 0),
  maker text NOT NULL,
  approver text CONSTRAINT approver_is_not_maker CHECK (approver <> maker),
  -- Who rejected or cancelled it, and why where they said so.
  stopped_by text,
  reason text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3),
  begun_at timestamptz(3),
  ended_at timestamptz(3),
  CONSTRAINT form_once UNIQUE (wallet_id, form_key),
  CONSTRAINT expires_when_it_waits CHECK (status <> 'awaiting_approval' OR expires_at IS NOT NULL)
);
CREATE INDEX bulk_payout_of_wallet ON bulk_payout (wallet_id, bulk_payout_id);
CREATE INDEX bulk_payout_open ON bulk_payout (status) WHERE status IN ('awaiting_approval', 'running');

-- One payment of a file. `waiting` until it is known what became of it: `sent` has its transaction, which may fail later.
CREATE TABLE bulk_payout_row (
  bulk_payout_id bigint NOT NULL REFERENCES bulk_payout,
  row_no integer NOT NULL CHECK (row_no > 0),
  -- Of the file.
  line integer NOT NULL,
  phone text COLLATE "C" NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  fee bigint NOT NULL CHECK (fee >= 0),
  description text,
  status text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'refused', 'cancelled')),
  transaction_id bigint,
  code text COLLATE "C",
  reason text,
  -- Null until a worker took it first. What was begun is never cancelled: it may have been paid.
  begun_at timestamptz(3),
  tries integer NOT NULL DEFAULT 0,
  -- A row that a worker has taken is due again when the worker should long be done with it.
  due_at timestamptz(3) NOT NULL DEFAULT '-infinity',
  lease_token uuid,
  PRIMARY KEY (bulk_payout_id, row_no),
  CONSTRAINT transaction_when_sent CHECK ((status = 'sent') = (transaction_id IS NOT NULL)),
  CONSTRAINT reason_when_refused CHECK (status <> 'refused' OR (code IS NOT NULL AND reason IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX bulk_payout_row_waiting ON bulk_payout_row (bulk_payout_id, due_at, row_no) WHERE status = 'waiting';

GRANT SELECT, INSERT ON bulk_payout, bulk_payout_row TO nsimbi_service;
GRANT UPDATE (status, approver, stopped_by, reason, begun_at, ended_at) ON bulk_payout TO nsimbi_service;
GRANT UPDATE (status, transaction_id, code, reason, begun_at, tries, due_at, lease_token) ON bulk_payout_row
  TO nsimbi_service;
GRANT SELECT ON bulk_payout, bulk_payout_row TO nsimbi_reader;
