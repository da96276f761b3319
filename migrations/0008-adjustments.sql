-- Top-ups and corrections with two persons: what one proposed, what another decided, and what the ledger made of it.
-- Three append-only tables, so that nobody can change a proposal between the eyes of the second person and the booking.
--
-- Steps: three new tables; indexes on the audit log, whose filters and order they serve; privileges.

CREATE TABLE adjustment_proposal (
  adjustment_proposal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The form that it came from, so that a double click proposes once.
  form_key text COLLATE "C" NOT NULL CONSTRAINT adjustment_form_once UNIQUE,
  fingerprint text COLLATE "C" NOT NULL,
  client_id bigint NOT NULL REFERENCES client,
  wallet_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'test')),
  type text COLLATE "C" NOT NULL CHECK (type IN ('deposit', 'adjustment')),
  direction text COLLATE "C" NOT NULL CHECK (direction IN ('in', 'out')),
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 255),
  external_reference text COLLATE "C" CHECK (length(external_reference) BETWEEN 1 AND 255),
  proposed_by text NOT NULL,
  proposed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT top_up_goes_in CHECK (type <> 'deposit' OR direction = 'in'),
  CONSTRAINT live_money_has_a_document CHECK (mode = 'test' OR external_reference IS NOT NULL),
  UNIQUE (adjustment_proposal_id, mode, proposed_by)
);
CREATE INDEX adjustment_proposal_of_reference ON adjustment_proposal (mode, external_reference);
CREATE INDEX adjustment_proposal_of_client ON adjustment_proposal (client_id, adjustment_proposal_id);

CREATE TABLE adjustment_decision (
  adjustment_proposal_id bigint PRIMARY KEY,
  -- Repeated from the proposal, so that this table itself refuses live money that one person decides alone.
  mode text COLLATE "C" NOT NULL,
  proposed_by text NOT NULL,
  decision text COLLATE "C" NOT NULL CHECK (decision IN ('approved', 'rejected')),
  decided_by text NOT NULL,
  decided_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- SHA-256 of the proposal as the second person saw it.
  digest text COLLATE "C" NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  comment text CHECK (length(comment) BETWEEN 1 AND 255),
  FOREIGN KEY (adjustment_proposal_id, mode, proposed_by)
    REFERENCES adjustment_proposal (adjustment_proposal_id, mode, proposed_by),
  CONSTRAINT live_money_needs_two CHECK (decision <> 'approved' OR mode = 'test' OR decided_by <> proposed_by)
);

-- How an approved proposal ended: booked as a transaction, or refused by the ledger. None yet: it is to be booked.
CREATE TABLE adjustment_outcome (
  adjustment_proposal_id bigint PRIMARY KEY REFERENCES adjustment_decision,
  transaction_id bigint CONSTRAINT booked_for_one_proposal UNIQUE,
  refusal text,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT booked_or_refused CHECK ((transaction_id IS NULL) <> (refusal IS NULL))
);

-- "client 7" and "client 7 live" are found by how they begin.
CREATE INDEX audit_log_by_actor ON audit_log (actor, audit_log_id);
CREATE INDEX audit_log_by_subject ON audit_log (subject text_pattern_ops, audit_log_id);
CREATE INDEX audit_log_by_time ON audit_log (at);

GRANT SELECT, INSERT ON adjustment_proposal, adjustment_decision, adjustment_outcome TO nsimbi_service;
GRANT SELECT ON adjustment_proposal, adjustment_decision, adjustment_outcome TO nsimbi_reader;
