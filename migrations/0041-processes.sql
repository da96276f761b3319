-- phase: expand; oldest program: 0.2.0
-- Processes that run the service are registered here with their program's version, so that a migration that an older program cannot run
-- with waits until none is left, and so that an administrator sees which processes there are.
--
-- Steps: a new table, empty; two privileges. Nothing that is there is changed.

CREATE TABLE process (
  process_id uuid PRIMARY KEY,
  -- The machine and the number of the process there.
  host text NOT NULL,
  pid integer NOT NULL,
  roles text[] NOT NULL CHECK (cardinality(roles) > 0),
  -- The version of its program, as in package.json.
  version text COLLATE "C" NOT NULL CHECK (version ~ '^\d+\.\d+\.\d+$'),
  state text COLLATE "C" NOT NULL CHECK (state IN ('starting', 'ready', 'stopping')),
  -- Where it listens; null until it does.
  address text,
  started_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- Increased with each heartbeat, by which a standby shows how old its data is.
  beat bigint NOT NULL DEFAULT 0,
  -- Trusted time of the last heartbeat (docs/clocks.md).
  seen_at timestamptz(3) NOT NULL
) WITH (fillfactor = 50);

GRANT SELECT, INSERT, DELETE, UPDATE (state, address, beat, seen_at) ON process TO nsimbi_service;
GRANT SELECT ON process TO nsimbi_reader;

COMMENT ON COLUMN process.seen_at IS 'Trusted time.';
