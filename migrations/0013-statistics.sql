-- What PostgreSQL learns about the tables that grow with every payment. ANALYZE visits a table whenever it has grown by a
-- tenth, which for a young one under load is each quarter of a minute, and sorts 30,000 values of each column: a tenth of what
-- the machine could do for payments. So it keeps to the columns by which a query chooses its index, and comes when a table
-- has grown by half.
--
-- The indexes by age ask the server to sum up each range of pages behind the last one. With ranges of 128 KiB it was asked
-- more often than it can note down, and complained in its log 40 times a second; now they have 1 MiB.
--
-- Steps: settings of columns and of tables, functions; five small indexes made again, which reads each table once while
-- nobody writes to it.

-- All columns in one change of the table, because one for each would take as long as this for all. NULL: none of them.
CREATE FUNCTION keep_no_statistics(table_name text, columns text[]) RETURNS void
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
BEGIN
  IF columns IS NULL THEN RETURN; END IF;
  EXECUTE (SELECT format('ALTER TABLE ONLY %I ', table_name) ||
                  string_agg(format('ALTER COLUMN %I SET STATISTICS 0', column_name), ', ')
             FROM unnest(columns) AS column_name);
END;
$$;
REVOKE EXECUTE ON FUNCTION keep_no_statistics(text, text[]) FROM PUBLIC;

-- The partition learns what its parent does and no more: PostgreSQL does not hand these settings down.
CREATE FUNCTION analyze_like(parent text, partition_name text) RETURNS void
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I SET (autovacuum_analyze_scale_factor = 0.5)', partition_name);
  PERFORM keep_no_statistics(partition_name, array_agg(attname::text))
     FROM pg_attribute
    WHERE attrelid = to_regclass('nsimbi.' || parent) AND attnum > 0 AND NOT attisdropped AND attstattarget = 0;
END;
$$;
REVOKE EXECUTE ON FUNCTION analyze_like(text, text) FROM PUBLIC;

DO $$
DECLARE
  grown text;
  telling text[];
BEGIN
  FOR grown, telling IN
    VALUES ('wallet', ARRAY['wallet_id', 'client_id', 'mode', 'phone']),
           ('api_key', ARRAY['api_key_id', 'public_id', 'client_id', 'wallet_id']),
           ('transaction', ARRAY['wallet_id', 'transaction_id', 'mode', 'route', 'status', 'operator_account_id', 'created_at',
                                 'completed_at']),
           ('transfer', ARRAY['wallet_id', 'transaction_id', 'debit_account', 'credit_account']),
           ('event', ARRAY['wallet_id', 'first_sequence', 'transaction_id', 'created_at']),
           ('idempotency_key', ARRAY['wallet_id', 'key', 'created_at']),
           ('request_log', ARRAY['request_log_id', 'wallet_id', 'at', 'request_id', 'transaction_id']),
           ('operator_call', ARRAY['operator_call_id', 'wallet_id', 'transaction_id', 'at']),
           ('delivery_attempt', ARRAY['wallet_id', 'webhook_id', 'delivery_id', 'at']),
           ('audit_log', ARRAY['audit_log_id', 'at', 'actor', 'action', 'subject'])
  LOOP
    PERFORM keep_no_statistics(grown, array_agg(attname::text))
       FROM pg_attribute
      WHERE attrelid = to_regclass('nsimbi.' || grown) AND attnum > 0 AND NOT attisdropped AND attname <> ALL (telling);
    PERFORM analyze_like(grown, relname)
       FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = to_regclass('nsimbi.' || grown);
  END LOOP;
END;
$$;
ALTER TABLE idempotency_key SET (autovacuum_analyze_scale_factor = 0.5);
ALTER TABLE delivery_attempt SET (autovacuum_analyze_scale_factor = 0.5);

-- As in migration 1, and what is made is analyzed like the others.
CREATE OR REPLACE FUNCTION ensure_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = nsimbi, pg_temp AS $$
DECLARE
  size CONSTANT bigint := 10000000;
  newest bigint;
  made integer := 0;
  record_name text;
  partition_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nsimbi.ensure_partitions', 0));
  SELECT last_value INTO newest FROM transaction_number;
  FOR n IN 0 .. (newest / size) + 2 LOOP
    FOREACH record_name IN ARRAY ARRAY['transaction', 'transfer', 'event'] LOOP
      partition_name := format('%s_p%s', record_name, lpad(n::text, 6, '0'));
      IF to_regclass('nsimbi.' || partition_name) IS NULL THEN
        EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%s) TO (%s)',
                       partition_name, record_name, n * size, (n + 1) * size);
        EXECUTE format('GRANT SELECT ON %I TO nsimbi_service, nsimbi_reader', partition_name);
        PERFORM analyze_like(record_name, partition_name);
        made := made + 1;
      END IF;
    END LOOP;
  END LOOP;
  RETURN made;
END;
$$;

-- As in migration 10, and what is made is analyzed like the others.
CREATE OR REPLACE FUNCTION keep_days(log text, kind text, kept_since timestamptz) RETURNS void
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
      PERFORM analyze_like(log, partition_name);
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

DROP INDEX transaction_age, idempotency_key_age, delivery_age, delivery_attempt_age, event_age;
CREATE INDEX transaction_age ON transaction USING brin (created_at) WITH (autosummarize = on);
CREATE INDEX idempotency_key_age ON idempotency_key USING brin (created_at) WITH (autosummarize = on);
CREATE INDEX delivery_age ON delivery USING brin (created_at) WITH (autosummarize = on);
CREATE INDEX delivery_attempt_age ON delivery_attempt USING brin (at) WITH (autosummarize = on);
CREATE INDEX event_age ON event USING brin (created_at) WITH (autosummarize = on);
