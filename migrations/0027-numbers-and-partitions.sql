-- Partitions that no payment waits for, and numbers that never come back, also after a promotion.
--
-- CREATE TABLE ... PARTITION OF locks the partitioned table exclusively. Beside a long reader, such as pg_dump, it waited, and every
-- payment waited behind it. Now a partition is created alone and then attached, which takes SHARE UPDATE EXCLUSIVE: no reader and no
-- payment conflicts with that.
--
-- begin_server_life skipped 100,000 numbers after a promotion too, and a standby can be further behind. Now it compares the server and
-- its timeline with those of the last time. A program that is older than this may still call it without a number.
--
-- Steps: functions, and a table of one row. No table that exists is touched, and nothing busy is locked.

-- Creates a partition with everything that CREATE TABLE ... PARTITION OF would give it: ATTACH adds the indexes and triggers of the
-- parent, and its scan for rows outside the bounds finds an empty table. `kind` is empty for a logged table, else UNLOGGED.
CREATE FUNCTION make_partition(parent text, partition_name text, kind text, lower_bound text, upper_bound text) RETURNS void
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE %s TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE '
                 'INCLUDING COMPRESSION)', kind, partition_name, parent);
  PERFORM analyze_like(parent, partition_name);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                 parent, partition_name, lower_bound, upper_bound);
END;
$$;
REVOKE EXECUTE ON FUNCTION make_partition(text, text, text, text, text) FROM PUBLIC;

-- Ten million transactions to a partition; the three records share the same bounds.
CREATE FUNCTION partition_of(record_name text, transaction_id bigint) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = nsimbi, pg_temp AS $$
DECLARE
  digits CONSTANT text := (transaction_id / 10000000)::text;
BEGIN
  RETURN record_name || '_p' || lpad(digits, greatest(6, length(digits)), '0');
END;
$$;
REVOKE EXECUTE ON FUNCTION partition_of(text, bigint) FROM PUBLIC;

-- Creates what is missing for the numbers between the two, and returns how many partitions that were.
CREATE FUNCTION make_partitions_between(first_number bigint, last_number bigint) RETURNS integer
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
DECLARE
  size CONSTANT bigint := 10000000;
  made integer := 0;
  record_name text;
  partition_name text;
BEGIN
  FOR n IN first_number / size .. last_number / size LOOP
    FOREACH record_name IN ARRAY ARRAY['transaction', 'transfer', 'event'] LOOP
      partition_name := partition_of(record_name, n * size);
      IF to_regclass('nsimbi.' || partition_name) IS NULL THEN
        PERFORM make_partition(record_name, partition_name, '', (n * size)::text, ((n + 1) * size)::text);
        EXECUTE format('GRANT SELECT ON %I TO nsimbi_service, nsimbi_reader', partition_name);
        made := made + 1;
      END IF;
    END LOOP;
  END LOOP;
  RETURN made;
END;
$$;
REVOKE EXECUTE ON FUNCTION make_partitions_between(bigint, bigint) FROM PUBLIC;

-- Keeps two partitions ahead of the newest number. Numbers skip (begin_server_life) and old partitions can be detached, so nothing
-- is created far behind it: only for batches that took their numbers a moment ago. One process works and the others return at once,
-- unless the present partition is missing, so that payments fail: then they wait until it is there.
CREATE OR REPLACE FUNCTION ensure_partitions() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = nsimbi, pg_temp AS $$
DECLARE
  turn CONSTANT bigint := hashtextextended('nsimbi.ensure_partitions', 0);
  behind CONSTANT bigint := 1000000;
  ahead CONSTANT bigint := 20000000;
  newest bigint;
BEGIN
  SELECT last_value INTO newest FROM transaction_number;
  IF NOT pg_try_advisory_xact_lock(turn) THEN
    IF to_regclass('nsimbi.' || partition_of('event', newest)) IS NOT NULL THEN RETURN 0; END IF;
    PERFORM pg_advisory_xact_lock(turn);
  END IF;
  RETURN make_partitions_between(greatest(newest - behind, 0), newest + ahead);
END;
$$;

-- Drops a day of a log. To drop a partition locks the whole log: beside a long reader the day is kept until the next time, and what
-- is being logged waits a tenth of a second at most.
CREATE FUNCTION drop_day(partition_name text) RETURNS void
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp SET lock_timeout = '100ms' AS $$
BEGIN
  EXECUTE format('DROP TABLE %I', partition_name);
EXCEPTION
  WHEN lock_not_available THEN RETURN;
END;
$$;
REVOKE EXECUTE ON FUNCTION drop_day(text) FROM PUBLIC;

-- As in migration 16, with partitions that are attached, and days that are dropped when nobody reads the log.
CREATE OR REPLACE FUNCTION keep_days(log text, kind text, kept_since timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  day date;
  partition_name text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('nsimbi.keep_days ' || log, 0));
  FOR n IN -1 .. 1 LOOP
    day := (clock_timestamp())::date + n;
    partition_name := log || '_' || to_char(day, 'YYYYMMDD');
    IF to_regclass('nsimbi.' || partition_name) IS NULL AND day + 1 > kept_since THEN
      PERFORM make_partition(log, partition_name, kind, day::text, (day + 1)::text);
      PERFORM leave_to_be_dropped(partition_name);
    END IF;
  END LOOP;
  PERFORM drop_day(relname)
     FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = to_regclass('nsimbi.' || log) AND to_date(right(relname, 8), 'YYYYMMDD') + 1 <= kept_since;
END;
$$;

-- Where the numbers were last taken: the server, its timeline, and the table itself, which has another oid in every restored dump.
CREATE TABLE number_origin (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  origin text NOT NULL
);

-- A promoted standby is another timeline, and a restored copy another timeline, server or table.
CREATE FUNCTION present_origin() RETURNS text
LANGUAGE sql SET search_path = nsimbi, pg_temp AS $$
  SELECT format('%s/%s/%s', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8), 'number_origin'::regclass::oid)
    FROM pg_control_system()
$$;
REVOKE EXECUTE ON FUNCTION present_origin() FROM PUBLIC;
INSERT INTO number_origin (origin) VALUES (present_origin());

CREATE FUNCTION numbers_continue(highest_taken bigint) RETURNS boolean
LANGUAGE sql SET search_path = nsimbi, pg_temp AS $$
  SELECT EXISTS (SELECT FROM server_life) AND EXISTS (SELECT FROM number_origin WHERE origin = present_origin())
         AND last_value >= highest_taken
    FROM transaction_number
$$;
REVOKE EXECUTE ON FUNCTION numbers_continue(bigint) FROM PUBLIC;

-- Called on each connection that will take transaction numbers, before it does, with the highest number that its process has taken.
-- No number comes back, although batches that were cut off are written with the numbers that they had:
--
-- - After a crash the sequence has lost what no commit has flushed (server_life is empty): it leaves these numbers behind.
-- - On another origin it has lost all that was not replicated or not in the copy: it skips further than all processes together
--   can have gone, at least a day at ten thousand numbers per second. The distance is random, so that two standbys that are promoted
--   one after the other at the same number continue at different ones.
-- - A process that has taken a higher number moves the sequence behind it.
--
-- The partition of the next numbers is created in the same database transaction, and that of the numbers with which a batch of the
-- process may come back.
DROP FUNCTION begin_server_life();
CREATE FUNCTION begin_server_life(highest_taken bigint DEFAULT 0) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = nsimbi, pg_temp AS $$
DECLARE
  lost_in_crash_at_most CONSTANT bigint := 100000;
  lost_elsewhere_at_most CONSTANT bigint := 1000000000;
  taken_by_batches_at_most CONSTANT bigint := 1000000;
  distance bigint := lost_in_crash_at_most;
  next_number bigint;
BEGIN
  IF numbers_continue(highest_taken) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('nsimbi.begin_server_life', 0));
  IF numbers_continue(highest_taken) THEN RETURN; END IF;
  IF NOT EXISTS (SELECT FROM number_origin WHERE origin = present_origin()) THEN
    distance := lost_elsewhere_at_most + floor(random() * 9 * lost_elsewhere_at_most)::bigint;
  END IF;
  SELECT setval('transaction_number', greatest(last_value, highest_taken) + distance) INTO next_number FROM transaction_number;
  PERFORM pg_advisory_xact_lock(hashtextextended('nsimbi.ensure_partitions', 0));
  IF highest_taken > 0 THEN
    PERFORM make_partitions_between(greatest(highest_taken - taken_by_batches_at_most, 0), highest_taken);
  END IF;
  PERFORM make_partitions_between(next_number, next_number + taken_by_batches_at_most);
  INSERT INTO server_life DEFAULT VALUES ON CONFLICT DO NOTHING;
  INSERT INTO number_origin (origin) VALUES (present_origin()) ON CONFLICT (one) DO UPDATE SET origin = excluded.origin;
END;
$$;
REVOKE EXECUTE ON FUNCTION begin_server_life(bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION begin_server_life(bigint) TO nsimbi_service;
