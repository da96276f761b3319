-- A review case's end, proposed by one person and waiting for another. Gone once it is confirmed or withdrawn; the audit
-- log and the case keep who did what.
--
-- Steps: a new table, an index on the audit log, privileges.

CREATE TABLE resolution_proposal (
  review_case_id bigint PRIMARY KEY REFERENCES review_case,
  resolution text COLLATE "C" NOT NULL,
  -- Who gets or pays for a payment that is none of our transactions.
  client_id bigint REFERENCES client,
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 500),
  proposed_by text NOT NULL,
  proposed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

-- The last audit of the ledger and the comparisons of statements are found here by their action.
CREATE INDEX audit_log_by_action ON audit_log (action, audit_log_id);

GRANT SELECT, INSERT, DELETE ON resolution_proposal TO nsimbi_service;
GRANT SELECT ON resolution_proposal TO nsimbi_reader;
