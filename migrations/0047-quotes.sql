-- phase: expand; oldest program: 0.2.0
-- Quotes: what a payment or a withdrawal costs, held for ten minutes. A payment that names its quote costs exactly that, or is refused. A row
-- is written once, never changed, and removed a day after it expired.
--
-- Steps: a new table, empty; privileges. A program older than this that still runs does not know the quote that a payment names and takes the
-- fee in force, so let programs use quotes when all processes run this version.

CREATE TABLE quote (
  quote_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id bigint NOT NULL,
  -- The type of the transaction that it can price.
  type text COLLATE "C" NOT NULL CHECK (type IN ('payment_sent', 'withdrawal')),
  phone text COLLATE "C" NOT NULL,
  provider text COLLATE "C" NOT NULL,
  -- The wallet that has the phone; null where an operator pays out.
  recipient_wallet_id bigint CHECK (type = 'payment_sent' OR recipient_wallet_id IS NULL),
  -- Gross, in shillings, as of a transaction.
  amount bigint NOT NULL CHECK (amount = net_amount + fee_amount),
  fee_amount bigint NOT NULL CHECK (fee_amount >= 0),
  net_amount bigint NOT NULL CHECK (net_amount > 0),
  sender_pays_fee boolean NOT NULL,
  fee_schedule_id bigint NOT NULL,
  recipient_name text,
  -- How well the expected name matched; null where none was given.
  name_match text COLLATE "C" CHECK (name_match IN ('match', 'close', 'different', 'unknown')),
  name_match_reason text CHECK ((name_match IS NULL) = (name_match_reason IS NULL)),
  created_at timestamptz(3) NOT NULL,
  -- In trusted time.
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX quote_expiry ON quote (expires_at);

COMMENT ON TABLE quote IS 'What payments cost, held for some minutes. A row never changes.';

GRANT SELECT, INSERT, DELETE ON quote TO nsimbi_service;
GRANT SELECT ON quote TO nsimbi_reader;
