-- Deadlines count trusted time: a clock in one row that housekeeping advances by the time that really passed. A clock of a machine
-- that is set forward or back, downtime, a suspend, a restored copy or a promoted standby with another clock then ends no
-- deadline. Trusted time begins equal to the wall clock, so deadlines that are stored already stay valid as they are.
--
-- Steps: a new table of one row; two functions; comments on columns. Nothing busy is rewritten or scanned. A program older than
-- this that still runs writes deadlines by the wall clock, from which trusted time does not differ unless that clock is set.

CREATE TABLE trusted_clock (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- Increased with each advance, so that of several processes one advances.
  version bigint NOT NULL,
  -- Trusted time at the last advance, and what the database's wall clock showed at that moment.
  trusted_at timestamptz(3) NOT NULL,
  wall_at timestamptz(3) NOT NULL,
  -- Wall time minus trusted time, in milliseconds: the difference that raises no alarm, and the last one that was steady.
  adopted_difference_ms bigint NOT NULL,
  steady_difference_ms bigint NOT NULL,
  -- Trusted time since when the difference has been steady.
  steady_since timestamptz(3) NOT NULL
) WITH (fillfactor = 50);

INSERT INTO trusted_clock (version, trusted_at, wall_at, adopted_difference_ms, steady_difference_ms, steady_since)
SELECT 0, at, at, 0, 0, at FROM (SELECT date_trunc('milliseconds', clock_timestamp()) AS at) AS beginning;

-- Trusted time of the statement: at the last advance, and the wall time since then for at most five seconds, so that due work has
-- the resolution of milliseconds between two advances and a jump of the wall clock adds little. Stable, because an index can only
-- be searched for a time that is constant within a statement. In PL/pgSQL, because a session then plans its query once.
CREATE FUNCTION trusted_now() RETURNS timestamptz LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (SELECT trusted_at + least(greatest(statement_timestamp() - wall_at, interval '0'), interval '5 seconds')
            FROM nsimbi.trusted_clock);
END;
$$;

-- What the wall clock shows when a deadline on the trusted clock ends, if neither is disturbed until then: for people and clients.
CREATE FUNCTION wall_time_of(trusted timestamptz) RETURNS timestamptz LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN trusted + (statement_timestamp() - nsimbi.trusted_now());
END;
$$;

REVOKE ALL ON FUNCTION trusted_now(), wall_time_of(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION trusted_now(), wall_time_of(timestamptz) TO nsimbi_service, nsimbi_reader;
GRANT SELECT ON trusted_clock TO nsimbi_service, nsimbi_reader;
GRANT UPDATE (version, trusted_at, wall_at, adopted_difference_ms, steady_difference_ms, steady_since) ON trusted_clock
  TO nsimbi_service;

COMMENT ON TABLE trusted_clock IS 'The clock that deadlines count by (docs/clocks.md). Only housekeeping writes it.';
COMMENT ON TABLE submission IS 'A money call that is owed to an operator. All its times are trusted time.';
COMMENT ON TABLE approval IS 'A payment that waits for a second person. All its times are trusted time.';
COMMENT ON TABLE delivery_due IS 'Deliveries that are to be attempted. All times are trusted time.';
COMMENT ON TABLE operator_float IS 'What an operator reported to hold for us. All times are trusted time.';
COMMENT ON TABLE simulator_payment IS 'What the simulated operators know. All times are trusted time.';
COMMENT ON TABLE query_budget IS 'Queries made in a second of trusted time.';
COMMENT ON COLUMN operator_reference.hinted_at IS 'Trusted time.';
COMMENT ON COLUMN bulk_payout.expires_at IS 'Trusted time.';
COMMENT ON COLUMN bulk_payout_row.due_at IS 'Trusted time.';
COMMENT ON COLUMN idempotency_key.created_at IS 'Trusted time.';
COMMENT ON COLUMN idempotency_key.response_due_at IS
  'Trusted time. Until then a repeat is refused as still running where no response is stored. After it, the response is rendered '
  'from the transaction as it was accepted, and stored.';
