-- phase: expand; oldest program: 0.2.0
-- What the checklist for live mode must know of other programs: the last check of the backups, which runs where pgBackRest is, and when the
-- metrics of each process were last read.
--
-- Steps: a new table, empty; a column without a default on process, which rewrites nothing; privileges. A program older than this notes
-- neither.

CREATE TABLE backup_check (
  -- The name of the database in pgBackRest's configuration.
  stanza text COLLATE "C" PRIMARY KEY,
  checked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Null when the database cannot be restored at all.
  restorable_until timestamptz(3),
  -- What is wrong, in one sentence; null when nothing is.
  problem text,
  CONSTRAINT problem_without_restorable_time CHECK (restorable_until IS NOT NULL OR problem IS NOT NULL)
);

-- Trusted time of the last heartbeat before which somebody had read the metrics of the process; null when nobody has.
ALTER TABLE process ADD COLUMN metrics_read_at timestamptz(3);

GRANT SELECT, INSERT, UPDATE (checked_at, restorable_until, problem) ON backup_check TO nsimbi_service;
GRANT UPDATE (metrics_read_at) ON process TO nsimbi_service;
GRANT SELECT ON backup_check TO nsimbi_reader;

COMMENT ON COLUMN process.metrics_read_at IS 'Trusted time.';
