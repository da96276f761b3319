-- Proofs of the ledger (docs/proofs.md). Every record of money is a leaf of one Merkle tree per round; each root is chained to the one
-- before and signed. A change of a proven row, also by whoever owns the database, no longer agrees with what was signed.
--
-- What is to be proven is noted as work, one row per batch, in the database transaction of the batch, and deleted in that of its
-- round. There is no watermark over numbers or times, because these commit in another order.
--
-- What was there before is proven in small steps while payments go on (proof_history).
--
-- Steps: new tables; a trigger on audit_log, which waits for statements that write to it and then blocks nothing. Nothing that exists is read
-- or rewritten, except one row of transaction and audit_log. A program that is older than this notes no work: end all of them first,
-- or the audit reports what they wrote as not proven.

-- Batches that are not proven yet. The three arrays belong together: first_sequences has 0 where a batch wrote no event of the
-- transaction. MAIN keeps a batch in one row.
CREATE TABLE proof_work (
  proof_work_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  noted_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- How many the arrays name, so that the prover reads no more of them than one round can have.
  records integer NOT NULL CHECK (records > 0),
  wallet_ids bigint[],
  transaction_ids bigint[],
  first_sequences bigint[],
  -- Stored responses: wallet, space, Idempotency-Key.
  responses text[],
  audit_log_ids bigint[]
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
ALTER TABLE proof_work ALTER COLUMN wallet_ids SET STORAGE MAIN, ALTER COLUMN transaction_ids SET STORAGE MAIN,
  ALTER COLUMN first_sequences SET STORAGE MAIN, ALTER COLUMN responses SET STORAGE MAIN;
ALTER TABLE proof_work ALTER COLUMN wallet_ids SET STATISTICS 0, ALTER COLUMN transaction_ids SET STATISTICS 0,
  ALTER COLUMN first_sequences SET STATISTICS 0, ALTER COLUMN responses SET STATISTICS 0,
  ALTER COLUMN audit_log_ids SET STATISTICS 0;

-- The public keys that sign rounds. The first one vouches for itself; each later one was signed by a key before it.
CREATE TABLE proof_key (
  key_id text COLLATE "C" PRIMARY KEY CHECK (key_id ~ '^[0-9a-f]{16}$'),
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  introduced_at timestamptz(3) NOT NULL,
  -- From when on it signs.
  signs_from timestamptz(3) NOT NULL,
  introduced_by text COLLATE "C" REFERENCES proof_key,
  -- Of the lines that docs/proofs.md ("Keys") names.
  introduction bytea CHECK (length(introduction) = 64),
  CONSTRAINT introduced_whole CHECK ((introduced_by IS NULL) = (introduction IS NULL))
);

CREATE TABLE proof_round (
  number integer PRIMARY KEY CHECK (number > 0),
  tree_size integer NOT NULL CHECK (tree_size > 0),
  root bytea NOT NULL CHECK (length(root) = 32),
  previous bytea NOT NULL CHECK (length(previous) = 32),
  signed_at timestamptz(3) NOT NULL,
  -- Of the first round after a fork: the last round that this database and the published rounds have in common.
  fork_of integer,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  key_id text COLLATE "C" NOT NULL REFERENCES proof_key,
  signature bytea NOT NULL CHECK (length(signature) = 64),
  -- Two provers cannot continue the same round.
  CONSTRAINT continued_once UNIQUE (previous)
);
ALTER TABLE proof_round ALTER COLUMN root SET STATISTICS 0, ALTER COLUMN previous SET STATISTICS 0,
  ALTER COLUMN hash SET STATISTICS 0, ALTER COLUMN signature SET STATISTICS 0;

-- The leaves of a transaction in one round, one after another, and the secret of their salts. `contents` names them in their order:
-- x is the transaction, t2 its transfer of line 2, e1.53 its events from number 1 on with the sequence 53 of the wallet, r the stored
-- response. A transaction number is unique, and because it leads the key, new rows come last in the index.
CREATE TABLE transaction_proof (
  transaction_id bigint NOT NULL,
  wallet_id bigint NOT NULL,
  round integer NOT NULL,
  first_leaf integer NOT NULL CHECK (first_leaf >= 0),
  contents text COLLATE "C" NOT NULL CHECK (contents ~ '^(x|t[0-9]+|e[0-9]+[.][0-9]+|r)(,(t[0-9]+|e[0-9]+[.][0-9]+|r))*$'),
  secret bytea NOT NULL CHECK (length(secret) = 16),
  leaves bytea NOT NULL CHECK (length(leaves) > 0 AND length(leaves) % 32 = 0),
  PRIMARY KEY (transaction_id, round)
) WITH (autovacuum_analyze_scale_factor = 0.5);
-- Equal rounds share their index entry, some seven bytes a row.
CREATE INDEX transaction_proof_of_round ON transaction_proof (round);
ALTER TABLE transaction_proof ALTER COLUMN contents SET STATISTICS 0, ALTER COLUMN secret SET STATISTICS 0,
  ALTER COLUMN leaves SET STATISTICS 0;

CREATE TABLE audit_entry_proof (
  audit_log_id bigint PRIMARY KEY,
  round integer NOT NULL,
  leaf_index integer NOT NULL CHECK (leaf_index >= 0),
  secret bytea NOT NULL CHECK (length(secret) = 16),
  leaf bytea NOT NULL CHECK (length(leaf) = 32)
);
CREATE INDEX audit_entry_proof_of_round ON audit_entry_proof (round);

-- How far the records of before this migration are proven: in the order of these phases, each after the row that the cursor names.
CREATE TABLE proof_history (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  phase text COLLATE "C" NOT NULL CHECK (phase IN ('transactions', 'events', 'responses', 'audit_log', 'done')),
  after_wallet bigint NOT NULL DEFAULT 0,
  -- A transaction, a sequence or an entry of the audit log.
  after_id bigint NOT NULL DEFAULT 0,
  after_key text COLLATE "C" NOT NULL DEFAULT ''
);
INSERT INTO proof_history (phase)
SELECT CASE WHEN EXISTS (SELECT FROM transaction) THEN 'transactions'
            WHEN EXISTS (SELECT FROM audit_log) THEN 'audit_log' ELSE 'done' END;

-- What two people decided after the database had lost rounds that were published: the last common round, and the number after which
-- new rounds continue.
CREATE TABLE proof_fork (
  common_number integer NOT NULL CHECK (common_number >= 0),
  -- 32 zeros where no round is common.
  common_hash bytea NOT NULL CHECK (length(common_hash) = 32),
  published_number integer PRIMARY KEY CHECK (published_number > common_number),
  proposed_by text NOT NULL,
  decided_by text NOT NULL,
  decided_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

-- What was last sent to each address to which rounds are sent, and when the next attempt is due (trusted time).
CREATE TABLE proof_receiver (
  address text COLLATE "C" PRIMARY KEY,
  sent_number integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL
) WITH (fillfactor = 50);

-- Everything that writes to the audit log is proven, also a statement of an administrator.
CREATE FUNCTION note_audit_entries() RETURNS trigger
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
BEGIN
  INSERT INTO proof_work (records, audit_log_ids)
  SELECT count(*), array_agg(audit_log_id ORDER BY audit_log_id) FROM written HAVING count(*) > 0;
  RETURN NULL;
END;
$$;
REVOKE EXECUTE ON FUNCTION note_audit_entries() FROM PUBLIC;
CREATE TRIGGER entries_are_proven AFTER INSERT ON audit_log
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION note_audit_entries();

GRANT SELECT ON proof_work, proof_key, proof_round, transaction_proof, audit_entry_proof, proof_history, proof_fork, proof_receiver
  TO nsimbi_service, nsimbi_reader;
GRANT INSERT ON proof_work, proof_key, proof_round, transaction_proof, audit_entry_proof, proof_fork, proof_receiver TO nsimbi_service;
GRANT DELETE ON proof_work TO nsimbi_service;
GRANT UPDATE (phase, after_wallet, after_id, after_key) ON proof_history TO nsimbi_service;
GRANT UPDATE (sent_number, failures, due_at) ON proof_receiver TO nsimbi_service;
