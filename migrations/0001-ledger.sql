-- The money core: wallets, transactions, transfers, events, and the small tables of work to be done.
--
-- Steps: sequences, standing data (clients, wallets, accounts), the three partitioned records, their claims and
-- work tables, partitions for the first ids, privileges. Everything is new, so nothing busy is locked.
--
-- Shape shared by all records of money: wallet_id leads the primary key, and no foreign key leaves a wallet
-- (docs/decisions/0002-one-number-per-transaction.md). Amounts are whole shillings.

-- Account numbers: 1 and 2 are the house wallets, 3 to 999,999 system accounts, from 1,000,001 clients' wallets.
CREATE SEQUENCE system_account_number START 3 MAXVALUE 999999;
CREATE SEQUENCE wallet_number START 1000001;

-- Taken only under the lock of the wallets concerned, so that the numbers of one wallet grow with its commits.
CREATE SEQUENCE transaction_number;

CREATE TABLE client (
  client_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  phone text COLLATE "C" NOT NULL CHECK (phone ~ '^256[0-9]{9}$'),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

-- The only row that a payment locks. Updates must stay HOT: half the page is left free, no mutable column is indexed.
CREATE TABLE wallet (
  wallet_id bigint PRIMARY KEY DEFAULT nextval('wallet_number'),
  client_id bigint,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'test')),
  holder_name text NOT NULL,
  phone text COLLATE "C",
  available bigint NOT NULL DEFAULT 0 CONSTRAINT available_never_negative CHECK (available >= 0),
  held bigint NOT NULL DEFAULT 0 CONSTRAINT held_never_negative CHECK (held >= 0),
  entry_no bigint NOT NULL DEFAULT 0,
  event_sequence bigint NOT NULL DEFAULT 0,
  -- Days since 1970-01-01 in Kampala, and the gross amount that left on that day.
  day integer NOT NULL DEFAULT 0,
  day_out bigint NOT NULL DEFAULT 0 CHECK (day_out >= 0),
  frozen boolean NOT NULL DEFAULT false,
  limit_per_transaction bigint CHECK (limit_per_transaction > 0),
  limit_per_day bigint CHECK (limit_per_day > 0),
  approval_threshold bigint CHECK (approval_threshold > 0),
  withdraw_listed_only boolean NOT NULL DEFAULT false,
  one_collection_per_payer boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX wallet_of_client ON wallet (client_id);

-- Whose wallet a payment to a phone reaches. A phone belongs to one wallet per mode.
CREATE TABLE wallet_phone (
  mode text COLLATE "C" NOT NULL,
  phone text COLLATE "C" NOT NULL,
  wallet_id bigint NOT NULL,
  CONSTRAINT phone_once_per_mode PRIMARY KEY (mode, phone)
);

CREATE TABLE withdrawal_number (
  wallet_id bigint NOT NULL,
  phone text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (wallet_id, phone)
);

-- With whom we hold money at an operator: a host, an environment, an API user. Never edited: other credentials of the
-- same user keep the row, another user is another row.
CREATE TABLE operator_account (
  operator_account_id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'test')),
  operator text COLLATE "C" NOT NULL,
  host text NOT NULL,
  environment text NOT NULL,
  api_user text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (mode, operator, host, environment, api_user)
);

-- Accounts that belong to nobody's wallet. Not locked by payments: each batch adds one delta per account, a compactor
-- folds deltas into the row; the balance is the row plus its deltas, read in one statement. Both are credits less
-- debits, so that all accounts of a mode, wallets included, add up to 0; `normal` says which way people read it.
CREATE TABLE system_account (
  account_id bigint PRIMARY KEY DEFAULT nextval('system_account_number'),
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'test')),
  kind text COLLATE "C" NOT NULL CHECK (kind IN (
    'collection_float', 'disbursement_float', 'bank', 'issuance', 'in_transit', 'clearing', 'fee_revenue_collection',
    'fee_revenue_send_money', 'fee_revenue_withdrawal', 'operator_charges', 'suspense', 'receivable', 'loss',
    'other_income', 'tax_payable')),
  operator_account_id integer,
  normal text COLLATE "C" NOT NULL CHECK (normal IN ('debit', 'credit')),
  balance bigint NOT NULL DEFAULT 0,
  CONSTRAINT kind_once UNIQUE NULLS NOT DISTINCT (mode, kind, operator_account_id)
) WITH (fillfactor = 50);

CREATE TABLE system_account_delta (
  account_id bigint NOT NULL,
  delta_id bigint GENERATED ALWAYS AS IDENTITY,
  amount bigint NOT NULL CHECK (amount <> 0),
  PRIMARY KEY (account_id, delta_id)
);

-- What the interface calls a transaction. Its reference is made of type, second of creation and number.
CREATE TABLE transaction (
  wallet_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'test')),
  type text COLLATE "C" NOT NULL CHECK (type IN (
    'payment_sent', 'payment_received', 'withdrawal', 'collection', 'deposit', 'adjustment', 'refund')),
  direction text COLLATE "C" NOT NULL CHECK (direction IN ('in', 'out')),
  route text COLLATE "C" NOT NULL CHECK (route IN ('internal', 'external', 'house')),
  status text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
  amount bigint NOT NULL CHECK (amount > 0),
  fee_amount bigint NOT NULL CHECK (fee_amount >= 0),
  net_amount bigint NOT NULL CHECK (net_amount > 0),
  sender_pays_fee boolean,
  fee_schedule_id bigint,
  description text,
  counterparty_phone text COLLATE "C",
  counterparty_name text,
  counterparty_wallet_id bigint,
  provider text COLLATE "C",
  operator_account_id integer,
  external_reference text COLLATE "C",
  operator_receipt text COLLATE "C",
  api_key_id bigint,
  api_triggered boolean NOT NULL,
  details jsonb,
  balance_after bigint,
  failure_stage text COLLATE "C" CHECK (failure_stage IN ('submission', 'settlement', 'approval')),
  failure_code text COLLATE "C",
  failure_reason text,
  transfer_count smallint NOT NULL DEFAULT 0,
  event_count smallint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  failed_at timestamptz(3),
  PRIMARY KEY (wallet_id, transaction_id),
  CONSTRAINT amount_is_net_and_fee CHECK (amount = net_amount + fee_amount),
  CONSTRAINT completed_at_when_completed CHECK ((status = 'completed') = (completed_at IS NOT NULL)),
  CONSTRAINT failed_at_when_failed CHECK ((status = 'failed') = (failed_at IS NOT NULL)),
  CONSTRAINT reason_when_failed CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CONSTRAINT operator_known_when_external CHECK ((route = 'external') = (external_reference IS NOT NULL))
) PARTITION BY RANGE (transaction_id);
-- Reconciliation reads by the time of creation, which never changes; a BRIN index costs an insert next to nothing.
CREATE INDEX transaction_age ON transaction USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on);

-- One line of the ledger: an amount from a debited to a credited account. Append-only. A line that touches the wallet
-- carries the wallet's entry number and available balance after it.
CREATE TABLE transfer (
  wallet_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  line smallint NOT NULL CHECK (line > 0),
  debit_account bigint NOT NULL,
  credit_account bigint NOT NULL CHECK (credit_account <> debit_account),
  amount bigint NOT NULL CHECK (amount > 0),
  entry_no bigint,
  balance_after bigint CHECK (balance_after >= 0),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (wallet_id, transaction_id, line),
  CONSTRAINT entry_and_balance_together CHECK ((entry_no IS NULL) = (balance_after IS NULL)),
  CONSTRAINT entry_when_wallet_touched CHECK ((entry_no IS NOT NULL) = (wallet_id IN (debit_account, credit_account)))
) PARTITION BY RANGE (transaction_id);

-- One row per wallet and moment, append-only: the transaction as it was, and the names of the events in order. Name i
-- (from 0) has sequence first_sequence + i and id evt_<transaction_id>_<first_event_no + i>.
CREATE TABLE event (
  wallet_id bigint NOT NULL,
  first_sequence bigint NOT NULL CHECK (first_sequence > 0),
  transaction_id bigint NOT NULL,
  first_event_no smallint NOT NULL CHECK (first_event_no > 0),
  names text[] NOT NULL CHECK (cardinality(names) BETWEEN 1 AND 8),
  api_key_id bigint,
  snapshot text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (wallet_id, first_sequence, transaction_id)
) PARTITION BY RANGE (transaction_id);

-- What was promised to an Idempotency-Key. `answer` is stored once, the bytes that the first caller got.
CREATE TABLE idempotency_key (
  wallet_id bigint NOT NULL,
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  fingerprint text COLLATE "C" NOT NULL,
  transaction_id bigint NOT NULL,
  answer_due_at timestamptz(3) NOT NULL,
  answer_status smallint,
  answer text,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (wallet_id, key),
  CONSTRAINT status_and_answer_together CHECK ((answer IS NULL) = (answer_status IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX idempotency_key_age ON idempotency_key USING brin (created_at)
  WITH (pages_per_range = 16, autosummarize = on);

-- The reference under which an operator knows a payment leads back to its transaction. Kept for ever.
CREATE TABLE operator_reference (
  operator_account_id integer NOT NULL,
  reference text COLLATE "C" NOT NULL,
  wallet_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  -- When a callback last made us ask: at most one hint in ten seconds counts.
  hinted_at timestamptz(3),
  PRIMARY KEY (operator_account_id, reference)
);

-- An operator's receipt pays for one transaction only.
CREATE TABLE operator_receipt (
  operator_account_id integer NOT NULL,
  receipt text COLLATE "C" NOT NULL,
  wallet_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  PRIMARY KEY (operator_account_id, receipt)
);

-- A late or contradicting word is heard, and booked through suspense, once. `receipt` is '' when none was named.
CREATE TABLE suspense_claim (
  transaction_id bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  amount bigint NOT NULL,
  receipt text COLLATE "C" NOT NULL,
  wallet_id bigint NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (transaction_id, kind, amount, receipt)
);

-- A collection is refunded once: the row goes when its refund fails. One that failed here and was paid all the same is
-- kept beside, so that its customer is not paid once more.
CREATE TABLE refund_claim (
  collection_id bigint NOT NULL,
  refund_id bigint NOT NULL,
  wallet_id bigint NOT NULL,
  paid_late boolean NOT NULL,
  PRIMARY KEY (collection_id, refund_id)
);
CREATE UNIQUE INDEX refund_once ON refund_claim (collection_id) WHERE NOT paid_late;

-- The newest collection from a payer, of wallets that allow one open collection per payer.
CREATE TABLE payer_claim (
  wallet_id bigint NOT NULL,
  phone text COLLATE "C" NOT NULL,
  transaction_id bigint NOT NULL,
  PRIMARY KEY (wallet_id, phone)
) WITH (fillfactor = 80);

-- What is owed to an operator: one row per money call, deleted when nothing is owed.
-- `sends` counts money calls made; a send is in progress until call_ended_at is set or send_until has passed.
CREATE TABLE submission (
  transaction_id bigint PRIMARY KEY,
  wallet_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL,
  operator text COLLATE "C" NOT NULL,
  operator_account_id integer NOT NULL,
  direction text COLLATE "C" NOT NULL CHECK (direction IN ('collection', 'payout', 'refund')),
  reference text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL,
  sends smallint NOT NULL,
  first_sent_at timestamptz(3),
  send_until timestamptz(3),
  call_ended_at timestamptz(3),
  -- Why a call that is due was not made yet; null when nothing keeps it back.
  waits_for text COLLATE "C" CHECK (waits_for IN ('circuit', 'float', 'provider', 'room')),
  -- What the latest call claimed of the known float: in flight until the row goes, or for some minutes.
  float_claimed bigint NOT NULL DEFAULT 0 CHECK (float_claimed >= 0),
  -- True when the transaction is already final and is looked at again: a callback came, or a look was planned when it
  -- failed at failed_at.
  recheck boolean NOT NULL DEFAULT false,
  failed_at timestamptz(3),
  queries integer NOT NULL DEFAULT 0,
  not_found_since timestamptz(3),
  in_review boolean NOT NULL DEFAULT false,
  failures integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  lease_until timestamptz(3),
  lease_token uuid
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX submission_due ON submission (due_at);

-- Words of operators that our tables do not have, as they came: for support, and for whoever extends the tables. `raw` is
-- the answer they stood in, without full phones. A few per transaction, kept for ever.
CREATE TABLE operator_word (
  wallet_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  -- Which call was answered with it, as the operator names the call.
  call text COLLATE "C" NOT NULL CHECK (length(call) <= 100),
  word text COLLATE "C" NOT NULL CHECK (length(word) <= 100),
  treated_as text COLLATE "C" NOT NULL CHECK (length(treated_as) <= 100),
  raw text NOT NULL CHECK (length(raw) <= 500),
  times integer NOT NULL DEFAULT 1,
  first_heard_at timestamptz(3) NOT NULL,
  last_heard_at timestamptz(3) NOT NULL,
  PRIMARY KEY (wallet_id, transaction_id, call, word)
);

-- What an operator last said it holds for us, and what left since by our own count. A call claims its amount here
-- before it is made. `asks` numbers the questions, so that only the latest one's answer is written.
CREATE TABLE operator_float (
  operator_account_id integer NOT NULL,
  float text COLLATE "C" NOT NULL CHECK (float IN ('collection_float', 'disbursement_float')),
  reported bigint CHECK (reported >= 0),
  reported_at timestamptz(3),
  sent_since bigint NOT NULL DEFAULT 0,
  asks bigint NOT NULL DEFAULT 0,
  asked_at timestamptz(3),
  PRIMARY KEY (operator_account_id, float),
  CONSTRAINT report_and_time_together CHECK ((reported IS NULL) = (reported_at IS NULL))
) WITH (fillfactor = 50);

-- Outgoing transactions that wait for a second person.
CREATE TABLE approval (
  transaction_id bigint PRIMARY KEY,
  wallet_id bigint NOT NULL,
  maker text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  lease_until timestamptz(3),
  lease_token uuid,
  failures integer NOT NULL DEFAULT 0
);
CREATE INDEX approval_due ON approval (due_at);

-- What only a person can decide.
CREATE TABLE review_case (
  review_case_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mode text COLLATE "C" NOT NULL,
  -- Null where an operator's statement has a payment that we know nothing of.
  wallet_id bigint,
  transaction_id bigint,
  -- Whose statement told it; null where no statement did.
  operator_account_id integer,
  kind text COLLATE "C" NOT NULL CHECK (kind IN (
    'late_success', 'late_failure', 'amount_differs', 'receipt_differs', 'receipt_reused', 'details_differ',
    'truth_deadline', 'worker_gave_up', 'cannot_be_asked', 'statement_differs', 'missing_here', 'missing_there')),
  -- What the operator claims, where another claim of the same kind is another case.
  claim text COLLATE "C" NOT NULL DEFAULT '',
  found jsonb NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  resolution text COLLATE "C" CHECK (resolution IN (
    'credited', 'charged', 'returned', 'written_off', 'kept', 'completed', 'failed', 'dismissed')),
  resolution_reason text,
  -- Who decided, and the second person who confirmed.
  resolved_by text,
  confirmed_by text,
  resolution_transaction_id bigint,
  CONSTRAINT resolved_whole CHECK (num_nulls(resolved_at, resolution, resolution_reason, resolved_by, confirmed_by) IN (0, 5)),
  CONSTRAINT wallet_with_transaction CHECK ((wallet_id IS NULL) = (transaction_id IS NULL)),
  CONSTRAINT transaction_unless_missing_here CHECK (
    transaction_id IS NOT NULL OR (kind = 'missing_here' AND operator_account_id IS NOT NULL)),
  CONSTRAINT case_once UNIQUE (transaction_id, kind, claim)
);
CREATE UNIQUE INDEX case_without_transaction_once ON review_case (operator_account_id, kind, claim)
  WHERE transaction_id IS NULL;

-- Ranges of mobile numbers and who runs them; the longest prefix wins. `Other` is nobody. As libphonenumber 9.0.35 has them
-- (carrier/en/256.txt, metadata/256/ranges.csv); nsimbi operators prefixes changes them.
CREATE TABLE operator_prefix (
  prefix text COLLATE "C" PRIMARY KEY CHECK (prefix ~ '^2567[0-9]{1,8}$'),
  operator text COLLATE "C" NOT NULL CHECK (length(operator) BETWEEN 1 AND 40)
);
INSERT INTO operator_prefix (prefix, operator) VALUES
  ('25670', 'Airtel'), ('25671', 'UTL'), ('256720', 'Smile'), ('256721', 'Lycamobile'), ('2567210', 'Savanna'),
  ('256724', 'MTN'), ('2567240', 'Hamilton'), ('256726', 'Lycamobile'), ('256727', 'Lycamobile'),
  ('2567280', 'Talkio'), ('256730', 'Airtel'), ('256731', 'Airtel'), ('256736', 'Hamilton'), ('256737', 'MTN'),
  ('25674', 'Airtel'), ('25675', 'Airtel'), ('25676', 'MTN'), ('25677', 'MTN'), ('25678', 'MTN'), ('256790', 'MTN'),
  ('256791', 'MTN'), ('256792', 'MTN'), ('256793', 'MTN'), ('256794', 'MTN'), ('256795', 'Airtel'),
  ('256798', 'Africell'), ('256799', 'Africell');

-- Append-only: a change of fees is a new row. The newest effective row of the client wins, else that of everybody. A
-- client's row without bands takes its own fees away: that of everybody counts for it again.
CREATE TABLE fee_schedule (
  fee_schedule_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  client_id bigint,
  operation text COLLATE "C" NOT NULL CHECK (operation IN (
    'collection', 'send_money_internal', 'send_money_external', 'withdrawal')),
  effective_from timestamptz(3) NOT NULL,
  bands jsonb CHECK (jsonb_typeof(bands) = 'array' AND jsonb_array_length(bands) > 0),
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT everybody_has_bands CHECK (bands IS NOT NULL OR client_id IS NOT NULL)
);
INSERT INTO fee_schedule (operation, effective_from, bands, created_by) VALUES
  ('collection', '2000-01-01Z', '[{"up_to": null, "fixed": 0, "basis_points": 500, "minimum": 0, "maximum": null}]', 'default'),
  ('send_money_external', '2000-01-01Z', '[{"up_to": null, "fixed": 0, "basis_points": 600, "minimum": 0, "maximum": null}]', 'default'),
  ('send_money_internal', '2000-01-01Z', '[{"up_to": null, "fixed": 0, "basis_points": 0, "minimum": 0, "maximum": null}]', 'default'),
  ('withdrawal', '2000-01-01Z', '[{"up_to": null, "fixed": 0, "basis_points": 350, "minimum": 0, "maximum": null}]', 'default');

-- Acts of people and of the command line on standing data. Append-only.
CREATE TABLE audit_log (
  audit_log_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}'
);

-- External references of top-ups and corrections: the same deposit slip is booked once per mode.
CREATE TABLE adjustment_claim (
  mode text COLLATE "C" NOT NULL,
  external_reference text COLLATE "C" NOT NULL,
  wallet_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  PRIMARY KEY (mode, external_reference)
);

-- Who this database is. Live operations are refused where it differs from the data folder's.
CREATE TABLE installation (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  installation_id uuid NOT NULL DEFAULT gen_random_uuid(),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
INSERT INTO installation DEFAULT VALUES;

-- The house owns what belongs to no client.
INSERT INTO wallet (wallet_id, mode, holder_name) VALUES (1, 'live', 'House'), (2, 'test', 'House');
INSERT INTO system_account (mode, kind, normal)
SELECT mode, kind, normal
  FROM (VALUES ('live'), ('test')) AS modes (mode),
       (VALUES ('bank', 'debit'), ('issuance', 'debit'), ('in_transit', 'credit'), ('clearing', 'credit'),
               ('fee_revenue_collection', 'credit'), ('fee_revenue_send_money', 'credit'),
               ('fee_revenue_withdrawal', 'credit'), ('operator_charges', 'debit'), ('receivable', 'debit'),
               ('loss', 'debit'), ('other_income', 'credit'), ('tax_payable', 'credit')) AS kinds (kind, normal)
 ORDER BY mode, kind;

-- Ten million transactions to a partition; the three records share the same bounds. Makes partitions until two
-- lie ahead of the newest number. Runs as its owner, because the service may not create tables.
CREATE FUNCTION ensure_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = nsimbi, pg_temp AS $$
DECLARE
  size CONSTANT bigint := 10000000;
  newest bigint;
  made integer := 0;
  record_name text;
  partition_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nsimbi.ensure_partitions', 0));
  SELECT last_value INTO newest FROM transaction_number;
  FOR n IN 0 .. (newest / size) + 2 LOOP
    FOREACH record_name IN ARRAY ARRAY['transaction', 'transfer', 'event'] LOOP
      partition_name := format('%s_p%s', record_name, lpad(n::text, 6, '0'));
      IF to_regclass('nsimbi.' || partition_name) IS NULL THEN
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)',
                       partition_name, record_name, n * size, (n + 1) * size);
        EXECUTE format('GRANT SELECT ON %I TO nsimbi_service, nsimbi_reader', partition_name);
        made := made + 1;
      END IF;
    END LOOP;
  END LOOP;
  RETURN made;
END;
$$;
SELECT ensure_partitions();

-- Empty after a crash, a restore or a promotion, because recovery empties what is unlogged; kept by an orderly stop.
CREATE UNLOGGED TABLE server_life (one boolean PRIMARY KEY DEFAULT true CHECK (one));
INSERT INTO server_life DEFAULT VALUES;

-- Called on each connection that will take transaction numbers, before it does. A sequence forgets in a crash what no
-- commit has flushed, and batches that the crash cut off come back with the numbers that they had: so the first
-- connection after it has the sequence leave all such numbers behind, and commits that. Runs as its owner, because the
-- service may not set a sequence.
CREATE FUNCTION begin_server_life() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = nsimbi, pg_temp AS $$
DECLARE
  -- Far more than all processes together can have taken and not committed.
  forgotten_at_most CONSTANT bigint := 100000;
BEGIN
  IF EXISTS (SELECT FROM server_life) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('nsimbi.begin_server_life', 0));
  IF EXISTS (SELECT FROM server_life) THEN RETURN; END IF;
  PERFORM setval('transaction_number', last_value + forgotten_at_most) FROM transaction_number;
  INSERT INTO server_life DEFAULT VALUES;
END;
$$;

GRANT USAGE ON SCHEMA nsimbi TO nsimbi_service, nsimbi_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA nsimbi TO nsimbi_service, nsimbi_reader;
GRANT USAGE ON SEQUENCE system_account_number, wallet_number, transaction_number TO nsimbi_service;
GRANT SELECT ON SEQUENCE transaction_number TO nsimbi_service, nsimbi_reader;
REVOKE EXECUTE ON FUNCTION ensure_partitions() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_partitions() TO nsimbi_service;
REVOKE EXECUTE ON FUNCTION begin_server_life() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_server_life() TO nsimbi_service;

GRANT INSERT ON client, wallet, wallet_phone, withdrawal_number, operator_account, system_account, system_account_delta,
  transaction, transfer, event, idempotency_key, operator_reference, operator_receipt, suspense_claim, refund_claim, payer_claim,
  submission, operator_word, operator_float, approval, review_case, fee_schedule, audit_log, adjustment_claim TO nsimbi_service;
GRANT UPDATE (available, held, entry_no, event_sequence, day, day_out, frozen, limit_per_transaction, limit_per_day,
  approval_threshold, withdraw_listed_only, one_collection_per_payer) ON wallet TO nsimbi_service;
GRANT UPDATE (balance) ON system_account TO nsimbi_service;
GRANT UPDATE (status, operator_receipt, balance_after, details, failure_stage, failure_code, failure_reason, transfer_count,
  event_count, completed_at, failed_at) ON transaction TO nsimbi_service;
GRANT UPDATE (answer_status, answer) ON idempotency_key TO nsimbi_service;
GRANT UPDATE (transaction_id) ON payer_claim TO nsimbi_service;
GRANT UPDATE (hinted_at) ON operator_reference TO nsimbi_service;
GRANT UPDATE ON submission, approval TO nsimbi_service;
GRANT UPDATE (treated_as, raw, times, last_heard_at) ON operator_word TO nsimbi_service;
GRANT UPDATE (reported, reported_at, sent_since, asks, asked_at) ON operator_float TO nsimbi_service;
GRANT UPDATE (resolved_at, resolution, resolution_reason, resolved_by, confirmed_by, resolution_transaction_id)
  ON review_case TO nsimbi_service;
GRANT INSERT, DELETE, UPDATE (operator) ON operator_prefix TO nsimbi_service;
GRANT DELETE ON refund_claim, system_account_delta, idempotency_key, submission, approval, withdrawal_number TO nsimbi_service;
