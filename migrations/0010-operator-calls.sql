-- The log of operator calls: what was asked of an operator about a transaction, what it answered, and the callbacks that it
-- sent. Logged, because disputes are settled with it; written with synchronous_commit off, so that a crash may lose the
-- last second.
--
-- Steps: a new partitioned table, a sequence, functions, privileges; the request log's days are kept by the same function
-- now. No table that exists is touched.

CREATE SEQUENCE operator_call_number CACHE 100;

CREATE TABLE operator_call (
  operator_call_id bigint NOT NULL DEFAULT nextval('operator_call_number'),
  wallet_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  -- When it began, or when the callback came.
  at timestamptz(3) NOT NULL,
  operator text COLLATE "C" NOT NULL,
  -- The simulator was asked, and nothing went over a wire.
  simulated boolean NOT NULL,
  call text COLLATE "C" NOT NULL CHECK (call IN ('collect', 'pay_out', 'refund', 'query', 'callback')),
  -- Which money call of the transaction it belongs to, from 1; NULL for a query or callback.
  send_no smallint,
  -- NULL where nothing went over a wire.
  method text COLLATE "C",
  path text,
  outcome text COLLATE "C" NOT NULL CHECK (outcome IN ('answered', 'not_reached', 'unknown', 'received')),
  -- HTTP; NULL where no whole answer came.
  status smallint,
  duration_ms real,
  -- At most 4 KiB each, secrets and the middle of phones masked; the sizes say how long they were. Where there was no
  -- answer, the reason stands in its place.
  request_body text,
  request_bytes integer NOT NULL,
  answer_body text,
  answer_bytes integer NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX operator_call_of_transaction ON operator_call (wallet_id, transaction_id);

-- A partition of a log for each day from yesterday to tomorrow, and none that ended before `kept_since`: to drop a day
-- costs the same whatever it holds. `kind` is empty for a logged table, else UNLOGGED.
CREATE FUNCTION keep_days(log text, kind text, kept_since timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  day date;
  old_name text;
  partition_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nsimbi.keep_days ' || log, 0));
  FOR n IN -1 .. 1 LOOP
    day := (clock_timestamp())::date + n;
    partition_name := log || '_' || to_char(day, 'YYYYMMDD');
    IF to_regclass('nsimbi.' || partition_name) IS NULL AND day + 1 > kept_since THEN
      EXECUTE format('CREATE %s TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                     kind, partition_name, log, day, day + 1);
    END IF;
  END LOOP;
  FOR old_name IN
    SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = to_regclass('nsimbi.' || log) AND to_date(right(relname, 8), 'YYYYMMDD') + 1 <= kept_since
  LOOP
    EXECUTE format('DROP TABLE %I', old_name);
  END LOOP;
END;
$$;
REVOKE EXECUTE ON FUNCTION keep_days(text, text, timestamptz) FROM PUBLIC;

-- Both run as their owner, because the service may not create tables.
CREATE FUNCTION keep_operator_calls(kept_since timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = nsimbi, pg_temp AS $$
  SELECT keep_days('operator_call', '', kept_since)
$$;
CREATE OR REPLACE FUNCTION keep_request_log(kept_since timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = nsimbi, pg_temp AS $$
  SELECT keep_days('request_log', 'UNLOGGED', kept_since)
$$;

REVOKE EXECUTE ON FUNCTION keep_operator_calls(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_operator_calls(timestamptz) TO nsimbi_service;

GRANT SELECT, INSERT ON operator_call TO nsimbi_service;
GRANT SELECT ON operator_call TO nsimbi_reader;
GRANT USAGE ON SEQUENCE operator_call_number TO nsimbi_service;
