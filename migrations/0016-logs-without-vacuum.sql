-- A day of a log is dropped whole before anything in it could grow old, so there is nothing for VACUUM to tidy. PostgreSQL came
-- anyway, each time such a table had grown by a fifth, which for a young one under load is each quarter of a minute, and read
-- and marked the widest rows that we write: 1.5 of the 5.5 s for which payments were then slower. Nothing reads the logs by
-- their indexes alone, so nothing misses the marks. If a day is kept for so long that transaction ids run out, PostgreSQL still
-- comes: that no setting prevents.
--
-- Steps: a function; settings of the days that there are, for which nobody waits; one function made again.

CREATE FUNCTION leave_to_be_dropped(partition_name text) RETURNS void
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_insert_threshold = -1)', partition_name);
END;
$$;
REVOKE EXECUTE ON FUNCTION leave_to_be_dropped(text) FROM PUBLIC;

SELECT leave_to_be_dropped(relname)
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
 WHERE inhparent IN ('request_log'::regclass, 'operator_call'::regclass);

-- As in migration 13, and what is made is left to be dropped.
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
      PERFORM leave_to_be_dropped(partition_name);
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
