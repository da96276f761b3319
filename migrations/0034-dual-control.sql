-- Changes that two people make together (src/dual-control): what one proposed, what another decided, and how it ended. Append-only, so
-- that nobody can change a proposal between the eyes of the second person and the change. Besides: when live mode was enabled, from which
-- on two people are needed, and changes that the owner of the database makes when no second person can be reached.
--
-- Steps: five new tables; one row for a service that works with live money already. It reads api_key and transaction once.

CREATE TABLE change_proposal (
  change_proposal_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The form that it came from, where there was one, so that a double click proposes once.
  form_key text COLLATE "C" CONSTRAINT change_form_once UNIQUE,
  fingerprint text COLLATE "C",
  -- What is proposed, with its kind, and what it would replace, as of src/dual-control/change.ts.
  change jsonb NOT NULL CHECK (change ? 'kind'),
  before jsonb NOT NULL,
  -- The client that it concerns; null for the whole service.
  client_id bigint REFERENCES client,
  proposed_by text NOT NULL,
  -- Trusted time.
  proposed_at timestamptz(3) NOT NULL,
  UNIQUE (change_proposal_id, proposed_by)
);

CREATE TABLE change_decision (
  change_proposal_id bigint PRIMARY KEY,
  -- Repeated from the proposal, so that this table itself refuses a change that one person makes alone.
  proposed_by text NOT NULL,
  decision text COLLATE "C" NOT NULL CHECK (decision IN ('approved', 'rejected')),
  decided_by text NOT NULL,
  decided_at timestamptz(3) NOT NULL,
  -- SHA-256 of the proposal as the second person saw it.
  digest text COLLATE "C" NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  comment text CHECK (length(comment) BETWEEN 1 AND 255),
  FOREIGN KEY (change_proposal_id, proposed_by) REFERENCES change_proposal (change_proposal_id, proposed_by),
  CONSTRAINT two_people CHECK (decision <> 'approved' OR decided_by <> proposed_by)
);

-- How an approved change ended: made, or refused. None yet: it is still to be made.
CREATE TABLE change_outcome (
  change_proposal_id bigint PRIMARY KEY REFERENCES change_decision,
  -- What was booked, where the change is one of the books.
  transaction_id bigint,
  refusal text,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

-- One row at most: since when live money may move, and which two people decided so.
CREATE TABLE live_mode (
  is_enabled boolean PRIMARY KEY DEFAULT true CHECK (is_enabled),
  enabled_at timestamptz(3) NOT NULL,
  proposed_by text NOT NULL,
  approved_by text NOT NULL CHECK (approved_by <> proposed_by)
);

INSERT INTO live_mode (enabled_at, proposed_by, approved_by)
SELECT clock_timestamp(), 'upgrade: used before', 'upgrade: no decision was needed then'
 WHERE EXISTS (SELECT FROM api_key WHERE mode = 'live') OR EXISTS (SELECT FROM transaction WHERE mode = 'live');

-- A change that the owner of the database orders without a second person. Only with the owner's login can a row be written; a day
-- later, in trusted time, the service makes the change, unless it was rejected meanwhile.
CREATE TABLE break_glass (
  change_proposal_id bigint PRIMARY KEY REFERENCES change_proposal,
  ordered_by text NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 255),
  ordered_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL CHECK (due_at >= ordered_at + interval '24 hours'),
  -- When an email about the order was sent to the staff; null before that, and without a mail server.
  mailed_at timestamptz(3),
  reviewed_by text,
  reviewed_at timestamptz(3),
  CHECK ((reviewed_by IS NULL) = (reviewed_at IS NULL)),
  CONSTRAINT another_person_reviews CHECK (reviewed_by <> ordered_by)
);

GRANT SELECT, INSERT ON change_proposal, change_decision, change_outcome, live_mode TO nsimbi_service;
GRANT SELECT ON break_glass TO nsimbi_service;
GRANT UPDATE (mailed_at, reviewed_by, reviewed_at) ON break_glass TO nsimbi_service;
GRANT SELECT ON change_proposal, change_decision, change_outcome, live_mode, break_glass TO nsimbi_reader;
