-- What was proposed at the command line needs two approvals with live money, because the user of a machine may be any one person who can
-- approve it. The first of the two is noted here (src/access/first-approvals.ts). Append-only, with the digest of what that person saw: an
-- approval counts for exactly that.
--
-- Steps: a new table, empty, and privileges. A program older than this that still runs makes such a change with one approval.

CREATE TABLE first_approval (
  -- What was approved: a change, a top-up or correction, or the resolution of a review case, by its number.
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('change', 'adjustment', 'review_resolution')),
  subject_id bigint NOT NULL,
  -- SHA-256 of the proposal as the first person saw it.
  digest text COLLATE "C" NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  approver text NOT NULL,
  approved_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (kind, subject_id, digest)
);

GRANT SELECT, INSERT ON first_approval TO nsimbi_service;
GRANT SELECT ON first_approval TO nsimbi_reader;
