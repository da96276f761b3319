-- The request log: what the clients' programs asked of the API in the last days, for their developers. Unlogged: written
-- without the write-ahead log, so that it costs payments next to nothing, and emptied when the database server crashes.
--
-- Steps: a new partitioned table, a sequence, a function, privileges. Nothing that exists is touched.

CREATE SEQUENCE request_log_number CACHE 100;

CREATE TABLE request_log (
  request_log_id bigint NOT NULL DEFAULT nextval('request_log_number'),
  wallet_id bigint NOT NULL,
  -- When the request came.
  at timestamptz(3) NOT NULL,
  method text COLLATE "C" NOT NULL,
  -- Without the query, which stands beside it; secrets and the middle of phones are masked in all texts.
  path text NOT NULL,
  query text,
  status smallint NOT NULL,
  duration_ms real NOT NULL,
  request_id text COLLATE "C" NOT NULL,
  api_key_id bigint,
  idempotency_key text COLLATE "C",
  error_code text COLLATE "C",
  transaction_id bigint,
  -- At most 2 KiB each; the sizes say how long they were.
  request_body text,
  request_bytes integer NOT NULL,
  answer_body text,
  answer_bytes integer NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX request_log_order ON request_log (wallet_id, request_log_id);
CREATE INDEX request_log_by_request_id ON request_log (request_id);
CREATE INDEX request_log_of_transaction ON request_log (transaction_id) WHERE transaction_id IS NOT NULL;

-- A partition for each day from yesterday to tomorrow, and none that ended before `kept_since`: to drop a day costs the
-- same whatever it holds. Runs as its owner, because the service may not create tables.
CREATE FUNCTION keep_request_log(kept_since timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = nsimbi, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  day date;
  old_name text;
  partition_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nsimbi.keep_request_log', 0));
  FOR n IN -1 .. 1 LOOP
    day := (clock_timestamp())::date + n;
    partition_name := 'request_log_' || to_char(day, 'YYYYMMDD');
    IF to_regclass('nsimbi.' || partition_name) IS NULL AND day + 1 > kept_since THEN
      EXECUTE format('CREATE UNLOGGED TABLE %I PARTITION OF request_log FOR VALUES FROM (%L) TO (%L)',
                     partition_name, day, day + 1);
    END IF;
  END LOOP;
  FOR old_name IN
    SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
     WHERE inhparent = 'nsimbi.request_log'::regclass
       AND to_date(right(relname, 8), 'YYYYMMDD') + 1 <= kept_since
  LOOP
    EXECUTE format('DROP TABLE %I', old_name);
  END LOOP;
END;
$$;
REVOKE EXECUTE ON FUNCTION keep_request_log(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_request_log(timestamptz) TO nsimbi_service;

GRANT SELECT, INSERT ON request_log TO nsimbi_service;
GRANT SELECT ON request_log TO nsimbi_reader;
GRANT USAGE ON SEQUENCE request_log_number TO nsimbi_service;
