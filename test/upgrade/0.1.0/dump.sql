--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: nsimbi; Type: SCHEMA; Schema: -; Owner: nsimbi_owner
--

CREATE SCHEMA nsimbi;


ALTER SCHEMA nsimbi OWNER TO nsimbi_owner;

--
-- Name: analyze_like(text, text); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.analyze_like(parent text, partition_name text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'nsimbi', 'pg_temp'
    AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I SET (autovacuum_analyze_scale_factor = 0.5)', partition_name);
  EXECUTE (SELECT format('ALTER TABLE ONLY %I ', partition_name) ||
                  string_agg(format('ALTER COLUMN %I SET STATISTICS %s', attname, attstattarget), ', ')
             FROM pg_attribute
            WHERE attrelid = to_regclass('nsimbi.' || parent) AND attnum > 0 AND NOT attisdropped
              AND attstattarget IS NOT NULL);
END;
$$;


ALTER FUNCTION nsimbi.analyze_like(parent text, partition_name text) OWNER TO nsimbi_owner;

--
-- Name: announce_access_change(); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.announce_access_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'nsimbi', 'pg_temp'
    AS $$
BEGIN
  -- The channel of src/postgres/notices.ts; equal notices of one database transaction are sent once.
  PERFORM pg_notify('nsimbi', 'nsimbi_access ' || CASE TG_TABLE_NAME
    WHEN 'person' THEN to_jsonb(OLD) ->> 'id'
    WHEN 'client' THEN '*'
    ELSE to_jsonb(OLD) ->> 'person_id'
  END);
  RETURN NULL;
END;
$$;


ALTER FUNCTION nsimbi.announce_access_change() OWNER TO nsimbi_owner;

--
-- Name: begin_server_life(); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.begin_server_life() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'nsimbi', 'pg_temp'
    AS $$
DECLARE
  -- Far more than all processes together can have taken and not committed.
  forgotten_at_most CONSTANT bigint := 100000;
BEGIN
  IF EXISTS (SELECT FROM server_life) THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('nsimbi.begin_server_life', 0));
  IF EXISTS (SELECT FROM server_life) THEN RETURN; END IF;
  PERFORM setval('transaction_number', last_value + forgotten_at_most) FROM transaction_number;
  INSERT INTO server_life DEFAULT VALUES;
END;
$$;


ALTER FUNCTION nsimbi.begin_server_life() OWNER TO nsimbi_owner;

--
-- Name: comparable_reference(text); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.comparable_reference(reference text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
  SELECT coalesce(
    nullif(
      lower(
        regexp_replace(
          translate(
            reference,
            '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ',
            '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
          ),
          '[^0-9A-Za-z\u00C0-\u1FFF\u2070-\u2211\u2213-\u2FFF\u3040-\uFEFE\uFF66-\uFFFF\U00010000-\U0010FFFF]', '', 'g'
        ) COLLATE "C"
      ),
      ''
    ),
    reference
  )
$$;


ALTER FUNCTION nsimbi.comparable_reference(reference text) OWNER TO nsimbi_owner;

--
-- Name: ensure_partitions(); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.ensure_partitions() RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'nsimbi', 'pg_temp'
    AS $$
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


ALTER FUNCTION nsimbi.ensure_partitions() OWNER TO nsimbi_owner;

--
-- Name: expect_rows(text, bigint, bigint); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.expect_rows(what text, expected bigint, counted bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'nsimbi', 'pg_temp'
    AS $$
BEGIN
  IF counted <> expected THEN
    RAISE EXCEPTION '%: % of % rows are as they were read', what, counted, expected USING ERRCODE = '23N01';
  END IF;
END;
$$;


ALTER FUNCTION nsimbi.expect_rows(what text, expected bigint, counted bigint) OWNER TO nsimbi_owner;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: api_key; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.api_key (
    api_key_id bigint NOT NULL,
    public_id text NOT NULL COLLATE pg_catalog."C",
    secret_hash bytea NOT NULL,
    client_id bigint NOT NULL,
    wallet_id bigint NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    permissions text[] NOT NULL,
    rate_limits jsonb DEFAULT '{}'::jsonb NOT NULL,
    allowed_ips text[] DEFAULT '{}'::text[] NOT NULL,
    expires_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    rolled_to bigint,
    last_used_at timestamp(3) with time zone,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT api_key_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT api_key_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT api_key_permissions_check CHECK (((cardinality(permissions) > 0) AND (permissions <@ ARRAY['wallet:read'::text, 'wallet:send'::text, 'wallet:withdraw'::text, 'wallet:collect'::text, 'webhooks:read'::text, 'webhooks:write'::text]))),
    CONSTRAINT api_key_public_id_check CHECK ((public_id ~ '^[0-9A-Za-z]{12}$'::text)),
    CONSTRAINT api_key_rate_limits_check CHECK ((jsonb_typeof(rate_limits) = 'object'::text)),
    CONSTRAINT api_key_secret_hash_check CHECK ((length(secret_hash) = 32)),
    CONSTRAINT rolled_key_expires CHECK (((rolled_to IS NULL) OR (expires_at IS NOT NULL)))
)
WITH (fillfactor='70');
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN api_key_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN public_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN secret_hash SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN client_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN mode SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN name SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN permissions SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN rate_limits SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN allowed_ips SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN expires_at SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN revoked_at SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN rolled_to SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN last_used_at SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN created_by SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.api_key ALTER COLUMN created_at SET STATISTICS 0;


ALTER TABLE nsimbi.api_key OWNER TO nsimbi_owner;

--
-- Name: is_made_with_key(bigint, bigint); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.is_made_with_key(made_with bigint, asked bigint) RETURNS boolean
    LANGUAGE sql STABLE
    RETURN ((made_with = asked) OR (EXISTS (WITH RECURSIVE roll AS (SELECT api_key.rolled_to AS api_key_id FROM nsimbi.api_key WHERE ((api_key.api_key_id = is_made_with_key.asked) AND (api_key.rolled_to IS NOT NULL)) UNION ALL SELECT api_key.rolled_to FROM (roll roll_1 JOIN nsimbi.api_key USING (api_key_id)) WHERE (api_key.rolled_to IS NOT NULL)) SELECT FROM roll WHERE (roll.api_key_id = is_made_with_key.made_with))));


ALTER FUNCTION nsimbi.is_made_with_key(made_with bigint, asked bigint) OWNER TO nsimbi_owner;

--
-- Name: keep_days(text, text, timestamp with time zone); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.keep_days(log text, kind text, kept_since timestamp with time zone) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'nsimbi', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    AS $$
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


ALTER FUNCTION nsimbi.keep_days(log text, kind text, kept_since timestamp with time zone) OWNER TO nsimbi_owner;

--
-- Name: keep_operator_calls(timestamp with time zone); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.keep_operator_calls(kept_since timestamp with time zone) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'nsimbi', 'pg_temp'
    AS $$
  SELECT keep_days('operator_call', '', kept_since)
$$;


ALTER FUNCTION nsimbi.keep_operator_calls(kept_since timestamp with time zone) OWNER TO nsimbi_owner;

--
-- Name: keep_request_log(timestamp with time zone); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.keep_request_log(kept_since timestamp with time zone) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'nsimbi', 'pg_temp'
    AS $$
  SELECT keep_days('request_log', 'UNLOGGED', kept_since)
$$;


ALTER FUNCTION nsimbi.keep_request_log(kept_since timestamp with time zone) OWNER TO nsimbi_owner;

--
-- Name: leave_to_be_dropped(text); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.leave_to_be_dropped(partition_name text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'nsimbi', 'pg_temp'
    AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_insert_threshold = -1)', partition_name);
END;
$$;


ALTER FUNCTION nsimbi.leave_to_be_dropped(partition_name text) OWNER TO nsimbi_owner;

--
-- Name: refuse_change_of_completed(); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.refuse_change_of_completed() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'nsimbi', 'pg_temp'
    AS $$
BEGIN
  RAISE EXCEPTION 'transaction % is completed and may not change', OLD.transaction_id USING ERRCODE = '23N02';
END;
$$;


ALTER FUNCTION nsimbi.refuse_change_of_completed() OWNER TO nsimbi_owner;

--
-- Name: set_reference_key(); Type: FUNCTION; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE FUNCTION nsimbi.set_reference_key() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'nsimbi', 'pg_temp'
    AS $$
BEGIN
  NEW.reference_key := comparable_reference(NEW.external_reference);
  RETURN NEW;
END;
$$;


ALTER FUNCTION nsimbi.set_reference_key() OWNER TO nsimbi_owner;

--
-- Name: adjustment_claim; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.adjustment_claim (
    mode text NOT NULL COLLATE pg_catalog."C",
    external_reference text NOT NULL COLLATE pg_catalog."C",
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    reference_key text COLLATE pg_catalog."C"
);


ALTER TABLE nsimbi.adjustment_claim OWNER TO nsimbi_owner;

--
-- Name: adjustment_decision; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.adjustment_decision (
    adjustment_proposal_id bigint NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    proposed_by text NOT NULL,
    decision text NOT NULL COLLATE pg_catalog."C",
    decided_by text NOT NULL,
    decided_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    digest text NOT NULL COLLATE pg_catalog."C",
    comment text,
    CONSTRAINT adjustment_decision_comment_check CHECK (((length(comment) >= 1) AND (length(comment) <= 255))),
    CONSTRAINT adjustment_decision_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
    CONSTRAINT adjustment_decision_digest_check CHECK ((digest ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT live_money_needs_two CHECK (((decision <> 'approved'::text) OR (mode = 'test'::text) OR (decided_by <> proposed_by)))
);


ALTER TABLE nsimbi.adjustment_decision OWNER TO nsimbi_owner;

--
-- Name: adjustment_outcome; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.adjustment_outcome (
    adjustment_proposal_id bigint NOT NULL,
    transaction_id bigint,
    refusal text,
    at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT booked_or_refused CHECK (((transaction_id IS NULL) <> (refusal IS NULL)))
);


ALTER TABLE nsimbi.adjustment_outcome OWNER TO nsimbi_owner;

--
-- Name: adjustment_proposal; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.adjustment_proposal (
    adjustment_proposal_id bigint NOT NULL,
    form_key text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    client_id bigint NOT NULL,
    wallet_id bigint NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    direction text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    reason text NOT NULL,
    external_reference text COLLATE pg_catalog."C",
    proposed_by text NOT NULL,
    proposed_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT adjustment_proposal_amount_check CHECK ((amount > 0)),
    CONSTRAINT adjustment_proposal_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
    CONSTRAINT adjustment_proposal_external_reference_check CHECK (((length(external_reference) >= 1) AND (length(external_reference) <= 255))),
    CONSTRAINT adjustment_proposal_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT adjustment_proposal_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 255))),
    CONSTRAINT adjustment_proposal_type_check CHECK ((type = ANY (ARRAY['deposit'::text, 'adjustment'::text]))),
    CONSTRAINT live_money_has_a_document CHECK (((mode = 'test'::text) OR (external_reference IS NOT NULL))),
    CONSTRAINT top_up_goes_in CHECK (((type <> 'deposit'::text) OR (direction = 'in'::text)))
);


ALTER TABLE nsimbi.adjustment_proposal OWNER TO nsimbi_owner;

--
-- Name: adjustment_proposal_adjustment_proposal_id_seq; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE nsimbi.adjustment_proposal ALTER COLUMN adjustment_proposal_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nsimbi.adjustment_proposal_adjustment_proposal_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: api_key_api_key_id_seq; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE nsimbi.api_key ALTER COLUMN api_key_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nsimbi.api_key_api_key_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: approval; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.approval (
    transaction_id bigint NOT NULL,
    wallet_id bigint NOT NULL,
    maker text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    lease_until timestamp(3) with time zone,
    lease_token uuid,
    failures integer DEFAULT 0 NOT NULL
);


ALTER TABLE nsimbi.approval OWNER TO nsimbi_owner;

--
-- Name: audit_log; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.audit_log (
    audit_log_id bigint NOT NULL,
    at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    details jsonb DEFAULT '{}'::jsonb NOT NULL
);
ALTER TABLE ONLY nsimbi.audit_log ALTER COLUMN audit_log_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.audit_log ALTER COLUMN at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.audit_log ALTER COLUMN actor SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.audit_log ALTER COLUMN action SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.audit_log ALTER COLUMN subject SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.audit_log ALTER COLUMN details SET STATISTICS 0;


ALTER TABLE nsimbi.audit_log OWNER TO nsimbi_owner;

--
-- Name: audit_log_audit_log_id_seq; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE nsimbi.audit_log ALTER COLUMN audit_log_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nsimbi.audit_log_audit_log_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: bulk_payout; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.bulk_payout (
    bulk_payout_id bigint NOT NULL,
    wallet_id bigint NOT NULL,
    client_id bigint NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    form_key text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    row_count integer NOT NULL,
    amount bigint NOT NULL,
    fees bigint NOT NULL,
    maker text NOT NULL,
    approver text,
    stopped_by text,
    reason text,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    expires_at timestamp(3) with time zone,
    begun_at timestamp(3) with time zone,
    ended_at timestamp(3) with time zone,
    CONSTRAINT approver_is_not_maker CHECK ((approver <> maker)),
    CONSTRAINT bulk_payout_amount_check CHECK ((amount > 0)),
    CONSTRAINT bulk_payout_fees_check CHECK ((fees >= 0)),
    CONSTRAINT bulk_payout_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT bulk_payout_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT bulk_payout_row_count_check CHECK ((row_count > 0)),
    CONSTRAINT bulk_payout_status_check CHECK ((status = ANY (ARRAY['awaiting_approval'::text, 'running'::text, 'finished'::text, 'cancelled'::text, 'rejected'::text, 'expired'::text]))),
    CONSTRAINT expires_when_it_waits CHECK (((status <> 'awaiting_approval'::text) OR (expires_at IS NOT NULL)))
);


ALTER TABLE nsimbi.bulk_payout OWNER TO nsimbi_owner;

--
-- Name: bulk_payout_bulk_payout_id_seq; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE nsimbi.bulk_payout ALTER COLUMN bulk_payout_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nsimbi.bulk_payout_bulk_payout_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: bulk_payout_row; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.bulk_payout_row (
    bulk_payout_id bigint NOT NULL,
    row_no integer NOT NULL,
    line integer NOT NULL,
    phone text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    fee bigint NOT NULL,
    description text,
    status text DEFAULT 'waiting'::text NOT NULL COLLATE pg_catalog."C",
    transaction_id bigint,
    code text COLLATE pg_catalog."C",
    reason text,
    begun_at timestamp(3) with time zone,
    tries integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    lease_token uuid,
    fee_schedule_id bigint,
    CONSTRAINT bulk_payout_row_amount_check CHECK ((amount > 0)),
    CONSTRAINT bulk_payout_row_fee_check CHECK ((fee >= 0)),
    CONSTRAINT bulk_payout_row_row_no_check CHECK ((row_no > 0)),
    CONSTRAINT bulk_payout_row_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sent'::text, 'refused'::text, 'cancelled'::text]))),
    CONSTRAINT reason_when_refused CHECK (((status <> 'refused'::text) OR ((code IS NOT NULL) AND (reason IS NOT NULL)))),
    CONSTRAINT transaction_when_sent CHECK (((status = 'sent'::text) = (transaction_id IS NOT NULL)))
)
WITH (fillfactor='70');


ALTER TABLE nsimbi.bulk_payout_row OWNER TO nsimbi_owner;

--
-- Name: client; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.client (
    client_id bigint NOT NULL,
    name text NOT NULL,
    phone text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    rate_limits jsonb DEFAULT '{}'::jsonb NOT NULL,
    two_factor_required boolean DEFAULT false NOT NULL,
    quotas jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT client_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT client_phone_check CHECK ((phone ~ '^256[0-9]{9}$'::text)),
    CONSTRAINT client_quotas_by_name CHECK ((jsonb_typeof(quotas) = 'object'::text)),
    CONSTRAINT client_rate_limits_by_name CHECK ((jsonb_typeof(rate_limits) = 'object'::text))
);


ALTER TABLE nsimbi.client OWNER TO nsimbi_owner;

--
-- Name: client_client_id_seq; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE nsimbi.client ALTER COLUMN client_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nsimbi.client_client_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: delivery_number; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE SEQUENCE nsimbi.delivery_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE nsimbi.delivery_number OWNER TO nsimbi_owner;

--
-- Name: delivery; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.delivery (
    wallet_id bigint NOT NULL,
    webhook_id bigint NOT NULL,
    delivery_id bigint DEFAULT nextval('nsimbi.delivery_number'::regclass) NOT NULL,
    transaction_id bigint NOT NULL,
    first_sequence bigint,
    sequence bigint,
    event_no smallint NOT NULL,
    event_type text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    delivered_at timestamp(3) with time zone,
    CONSTRAINT delivered_at_when_delivered CHECK (((status = 'delivered'::text) = (delivered_at IS NOT NULL))),
    CONSTRAINT delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text]))),
    CONSTRAINT sequences_together CHECK (((first_sequence IS NULL) = (sequence IS NULL)))
)
WITH (fillfactor='80');


ALTER TABLE nsimbi.delivery OWNER TO nsimbi_owner;

--
-- Name: delivery_attempt; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.delivery_attempt (
    wallet_id bigint NOT NULL,
    webhook_id bigint NOT NULL,
    delivery_id bigint NOT NULL,
    attempt_no integer NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    response_status smallint,
    duration_ms integer NOT NULL,
    error text,
    response_excerpt text,
    CONSTRAINT delivery_attempt_attempt_no_check CHECK ((attempt_no > 0))
)
WITH (autovacuum_analyze_scale_factor='0.5');
ALTER TABLE ONLY nsimbi.delivery_attempt ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.delivery_attempt ALTER COLUMN webhook_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.delivery_attempt ALTER COLUMN delivery_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.delivery_attempt ALTER COLUMN attempt_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.delivery_attempt ALTER COLUMN at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.delivery_attempt ALTER COLUMN response_status SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.delivery_attempt ALTER COLUMN duration_ms SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.delivery_attempt ALTER COLUMN error SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.delivery_attempt ALTER COLUMN response_excerpt SET STATISTICS 0;


ALTER TABLE nsimbi.delivery_attempt OWNER TO nsimbi_owner;

--
-- Name: delivery_due; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.delivery_due (
    webhook_id bigint NOT NULL,
    delivery_id bigint NOT NULL,
    wallet_id bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    round_attempts smallint DEFAULT 0 NOT NULL,
    is_retry boolean GENERATED ALWAYS AS ((round_attempts > 0)) STORED NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    lease_token uuid
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02');


ALTER TABLE nsimbi.delivery_due OWNER TO nsimbi_owner;

--
-- Name: event; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.event (
    wallet_id bigint NOT NULL,
    first_sequence bigint NOT NULL,
    transaction_id bigint NOT NULL,
    first_event_no smallint NOT NULL,
    names text[] NOT NULL,
    api_key_id bigint,
    snapshot text,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT event_first_event_no_check CHECK ((first_event_no > 0)),
    CONSTRAINT event_first_sequence_check CHECK ((first_sequence > 0)),
    CONSTRAINT event_names_check CHECK (((cardinality(names) >= 1) AND (cardinality(names) <= 8)))
)
PARTITION BY RANGE (transaction_id);
ALTER TABLE ONLY nsimbi.event ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event ALTER COLUMN first_sequence SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event ALTER COLUMN first_event_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event ALTER COLUMN names SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event ALTER COLUMN snapshot SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event ALTER COLUMN created_at SET STATISTICS 20;


ALTER TABLE nsimbi.event OWNER TO nsimbi_owner;

--
-- Name: event_fan_out; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.event_fan_out (
    wallet_id bigint NOT NULL,
    first_sequence bigint NOT NULL,
    transaction_id bigint NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02');


ALTER TABLE nsimbi.event_fan_out OWNER TO nsimbi_owner;

--
-- Name: event_p000000; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.event_p000000 (
    wallet_id bigint NOT NULL,
    first_sequence bigint NOT NULL,
    transaction_id bigint NOT NULL,
    first_event_no smallint NOT NULL,
    names text[] NOT NULL,
    api_key_id bigint,
    snapshot text,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT event_first_event_no_check CHECK ((first_event_no > 0)),
    CONSTRAINT event_first_sequence_check CHECK ((first_sequence > 0)),
    CONSTRAINT event_names_check CHECK (((cardinality(names) >= 1) AND (cardinality(names) <= 8)))
)
WITH (autovacuum_analyze_scale_factor='0.5');
ALTER TABLE ONLY nsimbi.event_p000000 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event_p000000 ALTER COLUMN first_sequence SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event_p000000 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event_p000000 ALTER COLUMN first_event_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000000 ALTER COLUMN names SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000000 ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000000 ALTER COLUMN snapshot SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000000 ALTER COLUMN created_at SET STATISTICS 20;


ALTER TABLE nsimbi.event_p000000 OWNER TO nsimbi_owner;

--
-- Name: event_p000001; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.event_p000001 (
    wallet_id bigint NOT NULL,
    first_sequence bigint NOT NULL,
    transaction_id bigint NOT NULL,
    first_event_no smallint NOT NULL,
    names text[] NOT NULL,
    api_key_id bigint,
    snapshot text,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT event_first_event_no_check CHECK ((first_event_no > 0)),
    CONSTRAINT event_first_sequence_check CHECK ((first_sequence > 0)),
    CONSTRAINT event_names_check CHECK (((cardinality(names) >= 1) AND (cardinality(names) <= 8)))
)
WITH (autovacuum_analyze_scale_factor='0.5');
ALTER TABLE ONLY nsimbi.event_p000001 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event_p000001 ALTER COLUMN first_sequence SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event_p000001 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event_p000001 ALTER COLUMN first_event_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000001 ALTER COLUMN names SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000001 ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000001 ALTER COLUMN snapshot SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000001 ALTER COLUMN created_at SET STATISTICS 20;


ALTER TABLE nsimbi.event_p000001 OWNER TO nsimbi_owner;

--
-- Name: event_p000002; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.event_p000002 (
    wallet_id bigint NOT NULL,
    first_sequence bigint NOT NULL,
    transaction_id bigint NOT NULL,
    first_event_no smallint NOT NULL,
    names text[] NOT NULL,
    api_key_id bigint,
    snapshot text,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT event_first_event_no_check CHECK ((first_event_no > 0)),
    CONSTRAINT event_first_sequence_check CHECK ((first_sequence > 0)),
    CONSTRAINT event_names_check CHECK (((cardinality(names) >= 1) AND (cardinality(names) <= 8)))
)
WITH (autovacuum_analyze_scale_factor='0.5');
ALTER TABLE ONLY nsimbi.event_p000002 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event_p000002 ALTER COLUMN first_sequence SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event_p000002 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.event_p000002 ALTER COLUMN first_event_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000002 ALTER COLUMN names SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000002 ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000002 ALTER COLUMN snapshot SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.event_p000002 ALTER COLUMN created_at SET STATISTICS 20;


ALTER TABLE nsimbi.event_p000002 OWNER TO nsimbi_owner;

--
-- Name: fee_schedule; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.fee_schedule (
    fee_schedule_id bigint NOT NULL,
    client_id bigint,
    operation text NOT NULL COLLATE pg_catalog."C",
    effective_from timestamp(3) with time zone NOT NULL,
    bands jsonb,
    created_by text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    form_key text COLLATE pg_catalog."C",
    fingerprint text COLLATE pg_catalog."C",
    CONSTRAINT everybody_has_bands CHECK (((bands IS NOT NULL) OR (client_id IS NOT NULL))),
    CONSTRAINT fee_schedule_bands_check CHECK (((jsonb_typeof(bands) = 'array'::text) AND (jsonb_array_length(bands) > 0))),
    CONSTRAINT fee_schedule_operation_check CHECK ((operation = ANY (ARRAY['collection'::text, 'send_money_internal'::text, 'send_money_external'::text, 'withdrawal'::text]))),
    CONSTRAINT fingerprint_of_form CHECK (((form_key IS NULL) = (fingerprint IS NULL)))
);


ALTER TABLE nsimbi.fee_schedule OWNER TO nsimbi_owner;

--
-- Name: fee_schedule_fee_schedule_id_seq; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE nsimbi.fee_schedule ALTER COLUMN fee_schedule_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nsimbi.fee_schedule_fee_schedule_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: idempotency_key; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.idempotency_key (
    wallet_id bigint NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    transaction_id bigint NOT NULL,
    answer_due_at timestamp(3) with time zone NOT NULL,
    answer_status smallint,
    answer text,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT idempotency_key_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255))),
    CONSTRAINT status_and_answer_together CHECK (((answer IS NULL) = (answer_status IS NULL)))
)
WITH (fillfactor='80', autovacuum_analyze_scale_factor='0.5');
ALTER TABLE ONLY nsimbi.idempotency_key ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.idempotency_key ALTER COLUMN key SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.idempotency_key ALTER COLUMN fingerprint SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.idempotency_key ALTER COLUMN transaction_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.idempotency_key ALTER COLUMN answer_due_at SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.idempotency_key ALTER COLUMN answer_status SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.idempotency_key ALTER COLUMN answer SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.idempotency_key ALTER COLUMN created_at SET STATISTICS 20;


ALTER TABLE nsimbi.idempotency_key OWNER TO nsimbi_owner;

--
-- Name: installation; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.installation (
    one boolean DEFAULT true NOT NULL,
    installation_id uuid DEFAULT gen_random_uuid() NOT NULL,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    sealed_word bytea,
    CONSTRAINT installation_one_check CHECK (one)
);


ALTER TABLE nsimbi.installation OWNER TO nsimbi_owner;

--
-- Name: operator_account; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.operator_account (
    operator_account_id integer NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    operator text NOT NULL COLLATE pg_catalog."C",
    host text NOT NULL,
    environment text NOT NULL,
    api_user text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT operator_account_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
);


ALTER TABLE nsimbi.operator_account OWNER TO nsimbi_owner;

--
-- Name: operator_account_operator_account_id_seq; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE nsimbi.operator_account ALTER COLUMN operator_account_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nsimbi.operator_account_operator_account_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: operator_call_number; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE SEQUENCE nsimbi.operator_call_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 100;


ALTER TABLE nsimbi.operator_call_number OWNER TO nsimbi_owner;

--
-- Name: operator_call; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.operator_call (
    operator_call_id bigint DEFAULT nextval('nsimbi.operator_call_number'::regclass) NOT NULL,
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    operator text NOT NULL COLLATE pg_catalog."C",
    simulated boolean NOT NULL,
    call text NOT NULL COLLATE pg_catalog."C",
    send_no smallint,
    method text COLLATE pg_catalog."C",
    path text,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status smallint,
    duration_ms real,
    request_body text,
    request_bytes integer NOT NULL,
    answer_body text,
    answer_bytes integer NOT NULL,
    CONSTRAINT operator_call_call_check CHECK ((call = ANY (ARRAY['collect'::text, 'pay_out'::text, 'refund'::text, 'query'::text, 'callback'::text]))),
    CONSTRAINT operator_call_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'not_reached'::text, 'unknown'::text, 'received'::text])))
)
PARTITION BY RANGE (at);
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN operator_call_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN operator SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN simulated SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN call SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN send_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN method SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN path SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN outcome SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN status SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN duration_ms SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN request_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN request_bytes SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN answer_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call ALTER COLUMN answer_bytes SET STATISTICS 0;


ALTER TABLE nsimbi.operator_call OWNER TO nsimbi_owner;

--
-- Name: operator_call_20261123; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.operator_call_20261123 (
    operator_call_id bigint DEFAULT nextval('nsimbi.operator_call_number'::regclass) NOT NULL,
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    operator text NOT NULL COLLATE pg_catalog."C",
    simulated boolean NOT NULL,
    call text NOT NULL COLLATE pg_catalog."C",
    send_no smallint,
    method text COLLATE pg_catalog."C",
    path text,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status smallint,
    duration_ms real,
    request_body text,
    request_bytes integer NOT NULL,
    answer_body text,
    answer_bytes integer NOT NULL,
    CONSTRAINT operator_call_call_check CHECK ((call = ANY (ARRAY['collect'::text, 'pay_out'::text, 'refund'::text, 'query'::text, 'callback'::text]))),
    CONSTRAINT operator_call_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'not_reached'::text, 'unknown'::text, 'received'::text])))
)
WITH (autovacuum_analyze_scale_factor='0.5', autovacuum_vacuum_insert_threshold='-1');
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN operator_call_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN operator SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN simulated SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN call SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN send_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN method SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN path SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN outcome SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN status SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN duration_ms SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN request_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN request_bytes SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN answer_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261123 ALTER COLUMN answer_bytes SET STATISTICS 0;


ALTER TABLE nsimbi.operator_call_20261123 OWNER TO nsimbi_owner;

--
-- Name: operator_call_20261124; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.operator_call_20261124 (
    operator_call_id bigint DEFAULT nextval('nsimbi.operator_call_number'::regclass) NOT NULL,
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    operator text NOT NULL COLLATE pg_catalog."C",
    simulated boolean NOT NULL,
    call text NOT NULL COLLATE pg_catalog."C",
    send_no smallint,
    method text COLLATE pg_catalog."C",
    path text,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status smallint,
    duration_ms real,
    request_body text,
    request_bytes integer NOT NULL,
    answer_body text,
    answer_bytes integer NOT NULL,
    CONSTRAINT operator_call_call_check CHECK ((call = ANY (ARRAY['collect'::text, 'pay_out'::text, 'refund'::text, 'query'::text, 'callback'::text]))),
    CONSTRAINT operator_call_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'not_reached'::text, 'unknown'::text, 'received'::text])))
)
WITH (autovacuum_analyze_scale_factor='0.5', autovacuum_vacuum_insert_threshold='-1');
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN operator_call_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN operator SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN simulated SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN call SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN send_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN method SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN path SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN outcome SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN status SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN duration_ms SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN request_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN request_bytes SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN answer_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261124 ALTER COLUMN answer_bytes SET STATISTICS 0;


ALTER TABLE nsimbi.operator_call_20261124 OWNER TO nsimbi_owner;

--
-- Name: operator_call_20261125; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.operator_call_20261125 (
    operator_call_id bigint DEFAULT nextval('nsimbi.operator_call_number'::regclass) NOT NULL,
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    operator text NOT NULL COLLATE pg_catalog."C",
    simulated boolean NOT NULL,
    call text NOT NULL COLLATE pg_catalog."C",
    send_no smallint,
    method text COLLATE pg_catalog."C",
    path text,
    outcome text NOT NULL COLLATE pg_catalog."C",
    status smallint,
    duration_ms real,
    request_body text,
    request_bytes integer NOT NULL,
    answer_body text,
    answer_bytes integer NOT NULL,
    CONSTRAINT operator_call_call_check CHECK ((call = ANY (ARRAY['collect'::text, 'pay_out'::text, 'refund'::text, 'query'::text, 'callback'::text]))),
    CONSTRAINT operator_call_outcome_check CHECK ((outcome = ANY (ARRAY['answered'::text, 'not_reached'::text, 'unknown'::text, 'received'::text])))
)
WITH (autovacuum_analyze_scale_factor='0.5', autovacuum_vacuum_insert_threshold='-1');
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN operator_call_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN operator SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN simulated SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN call SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN send_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN method SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN path SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN outcome SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN status SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN duration_ms SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN request_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN request_bytes SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN answer_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.operator_call_20261125 ALTER COLUMN answer_bytes SET STATISTICS 0;


ALTER TABLE nsimbi.operator_call_20261125 OWNER TO nsimbi_owner;

--
-- Name: operator_float; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.operator_float (
    operator_account_id integer NOT NULL,
    "float" text NOT NULL COLLATE pg_catalog."C",
    reported bigint,
    reported_at timestamp(3) with time zone,
    sent_since bigint DEFAULT 0 NOT NULL,
    asks bigint DEFAULT 0 NOT NULL,
    asked_at timestamp(3) with time zone,
    CONSTRAINT operator_float_float_check CHECK (("float" = ANY (ARRAY['collection_float'::text, 'disbursement_float'::text]))),
    CONSTRAINT operator_float_reported_check CHECK ((reported >= 0)),
    CONSTRAINT report_and_time_together CHECK (((reported IS NULL) = (reported_at IS NULL)))
)
WITH (fillfactor='50');


ALTER TABLE nsimbi.operator_float OWNER TO nsimbi_owner;

--
-- Name: operator_prefix; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.operator_prefix (
    prefix text NOT NULL COLLATE pg_catalog."C",
    operator text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT operator_prefix_operator_check CHECK (((length(operator) >= 1) AND (length(operator) <= 40))),
    CONSTRAINT operator_prefix_prefix_check CHECK ((prefix ~ '^2567[0-9]{1,8}$'::text))
);


ALTER TABLE nsimbi.operator_prefix OWNER TO nsimbi_owner;

--
-- Name: operator_receipt; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.operator_receipt (
    operator_account_id integer NOT NULL,
    receipt text NOT NULL COLLATE pg_catalog."C",
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL
);


ALTER TABLE nsimbi.operator_receipt OWNER TO nsimbi_owner;

--
-- Name: operator_reference; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.operator_reference (
    operator_account_id integer NOT NULL,
    reference text NOT NULL COLLATE pg_catalog."C",
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    hinted_at timestamp(3) with time zone
);


ALTER TABLE nsimbi.operator_reference OWNER TO nsimbi_owner;

--
-- Name: operator_word; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.operator_word (
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    call text NOT NULL COLLATE pg_catalog."C",
    word text NOT NULL COLLATE pg_catalog."C",
    treated_as text NOT NULL COLLATE pg_catalog."C",
    raw text NOT NULL,
    times integer DEFAULT 1 NOT NULL,
    first_heard_at timestamp(3) with time zone NOT NULL,
    last_heard_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT operator_word_call_check CHECK ((length(call) <= 100)),
    CONSTRAINT operator_word_raw_check CHECK ((length(raw) <= 500)),
    CONSTRAINT operator_word_treated_as_check CHECK ((length(treated_as) <= 100)),
    CONSTRAINT operator_word_word_check CHECK ((length(word) <= 100))
);


ALTER TABLE nsimbi.operator_word OWNER TO nsimbi_owner;

--
-- Name: payer_claim; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.payer_claim (
    wallet_id bigint NOT NULL,
    phone text NOT NULL COLLATE pg_catalog."C",
    transaction_id bigint NOT NULL
)
WITH (fillfactor='80');


ALTER TABLE nsimbi.payer_claim OWNER TO nsimbi_owner;

--
-- Name: person; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.person (
    id text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    name text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    two_factor_enabled boolean DEFAULT false,
    platform_role text COLLATE pg_catalog."C",
    disabled_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    last_seen_at timestamp(3) with time zone,
    CONSTRAINT person_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
    CONSTRAINT person_id_check CHECK ((id <> ''::text)),
    CONSTRAINT person_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT person_platform_role_check CHECK ((platform_role = ANY (ARRAY['platform_administrator'::text, 'platform_support'::text])))
);


ALTER TABLE nsimbi.person OWNER TO nsimbi_owner;

--
-- Name: person_browser; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.person_browser (
    browser_hash bytea NOT NULL,
    person_id text NOT NULL COLLATE pg_catalog."C",
    first_signed_in_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    last_signed_in_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT person_browser_browser_hash_check CHECK ((length(browser_hash) = 32))
);


ALTER TABLE nsimbi.person_browser OWNER TO nsimbi_owner;

--
-- Name: person_client_role; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.person_client_role (
    person_id text NOT NULL COLLATE pg_catalog."C",
    client_id bigint NOT NULL,
    role text NOT NULL COLLATE pg_catalog."C",
    granted_by text NOT NULL,
    granted_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    joined_at timestamp(3) with time zone,
    CONSTRAINT person_client_role_role_check CHECK ((role = ANY (ARRAY['client_owner'::text, 'client_developer'::text, 'client_finance'::text, 'client_viewer'::text])))
);


ALTER TABLE nsimbi.person_client_role OWNER TO nsimbi_owner;

--
-- Name: person_credential; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.person_credential (
    id text NOT NULL COLLATE pg_catalog."C",
    account_id text NOT NULL,
    provider_id text NOT NULL,
    person_id text NOT NULL COLLATE pg_catalog."C",
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp(3) with time zone,
    refresh_token_expires_at timestamp(3) with time zone,
    scope text,
    password text,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);


ALTER TABLE nsimbi.person_credential OWNER TO nsimbi_owner;

--
-- Name: person_session; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.person_session (
    id text NOT NULL COLLATE pg_catalog."C",
    token text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C",
    expires_at timestamp(3) with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);


ALTER TABLE nsimbi.person_session OWNER TO nsimbi_owner;

--
-- Name: person_sign_in_attempt; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE UNLOGGED TABLE nsimbi.person_sign_in_attempt (
    subject text NOT NULL COLLATE pg_catalog."C",
    failures integer NOT NULL,
    last_attempt_at timestamp(3) with time zone NOT NULL,
    next_attempt_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT person_sign_in_attempt_failures_check CHECK ((failures >= 0))
)
WITH (fillfactor='70');


ALTER TABLE nsimbi.person_sign_in_attempt OWNER TO nsimbi_owner;

--
-- Name: person_two_factor; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.person_two_factor (
    id text NOT NULL COLLATE pg_catalog."C",
    person_id text NOT NULL COLLATE pg_catalog."C",
    secret text NOT NULL,
    backup_codes text NOT NULL,
    verified boolean DEFAULT true,
    failed_verification_count integer DEFAULT 0,
    locked_until timestamp(3) with time zone,
    last_step bigint
);


ALTER TABLE nsimbi.person_two_factor OWNER TO nsimbi_owner;

--
-- Name: person_verification; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.person_verification (
    id text NOT NULL COLLATE pg_catalog."C",
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);


ALTER TABLE nsimbi.person_verification OWNER TO nsimbi_owner;

--
-- Name: query_budget; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.query_budget (
    operator_account_id integer NOT NULL,
    second bigint NOT NULL,
    taken integer DEFAULT 0 NOT NULL,
    granted integer DEFAULT 0 NOT NULL,
    newly_not_found integer DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');


ALTER TABLE nsimbi.query_budget OWNER TO nsimbi_owner;

--
-- Name: rate_limit_window; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE UNLOGGED TABLE nsimbi.rate_limit_window (
    key text NOT NULL COLLATE pg_catalog."C",
    minute bigint NOT NULL,
    hits bigint NOT NULL,
    CONSTRAINT rate_limit_window_hits_check CHECK ((hits >= 0))
)
WITH (fillfactor='50');


ALTER TABLE nsimbi.rate_limit_window OWNER TO nsimbi_owner;

--
-- Name: refund_claim; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.refund_claim (
    collection_id bigint NOT NULL,
    refund_id bigint NOT NULL,
    wallet_id bigint NOT NULL,
    paid_late boolean NOT NULL
);


ALTER TABLE nsimbi.refund_claim OWNER TO nsimbi_owner;

--
-- Name: refund_ended; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.refund_ended (
    collection_id bigint NOT NULL,
    refund_id bigint NOT NULL
);


ALTER TABLE nsimbi.refund_ended OWNER TO nsimbi_owner;

--
-- Name: request_log_number; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE SEQUENCE nsimbi.request_log_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 100;


ALTER TABLE nsimbi.request_log_number OWNER TO nsimbi_owner;

--
-- Name: request_log; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.request_log (
    request_log_id bigint DEFAULT nextval('nsimbi.request_log_number'::regclass) NOT NULL,
    wallet_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    method text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL,
    query text,
    status smallint NOT NULL,
    duration_ms real NOT NULL,
    request_id text NOT NULL COLLATE pg_catalog."C",
    api_key_id bigint,
    idempotency_key text COLLATE pg_catalog."C",
    error_code text COLLATE pg_catalog."C",
    transaction_id bigint,
    request_body text,
    request_bytes integer NOT NULL,
    answer_body text,
    answer_bytes integer NOT NULL
)
PARTITION BY RANGE (at);
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN request_log_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN method SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN path SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN query SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN status SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN duration_ms SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN request_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN idempotency_key SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN error_code SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN request_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN request_bytes SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN answer_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log ALTER COLUMN answer_bytes SET STATISTICS 0;


ALTER TABLE nsimbi.request_log OWNER TO nsimbi_owner;

--
-- Name: request_log_20261123; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE UNLOGGED TABLE nsimbi.request_log_20261123 (
    request_log_id bigint DEFAULT nextval('nsimbi.request_log_number'::regclass) NOT NULL,
    wallet_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    method text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL,
    query text,
    status smallint NOT NULL,
    duration_ms real NOT NULL,
    request_id text NOT NULL COLLATE pg_catalog."C",
    api_key_id bigint,
    idempotency_key text COLLATE pg_catalog."C",
    error_code text COLLATE pg_catalog."C",
    transaction_id bigint,
    request_body text,
    request_bytes integer NOT NULL,
    answer_body text,
    answer_bytes integer NOT NULL
)
WITH (autovacuum_analyze_scale_factor='0.5', autovacuum_vacuum_insert_threshold='-1');
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN request_log_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN method SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN path SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN query SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN status SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN duration_ms SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN request_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN idempotency_key SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN error_code SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN request_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN request_bytes SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN answer_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261123 ALTER COLUMN answer_bytes SET STATISTICS 0;


ALTER TABLE nsimbi.request_log_20261123 OWNER TO nsimbi_owner;

--
-- Name: request_log_20261124; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE UNLOGGED TABLE nsimbi.request_log_20261124 (
    request_log_id bigint DEFAULT nextval('nsimbi.request_log_number'::regclass) NOT NULL,
    wallet_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    method text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL,
    query text,
    status smallint NOT NULL,
    duration_ms real NOT NULL,
    request_id text NOT NULL COLLATE pg_catalog."C",
    api_key_id bigint,
    idempotency_key text COLLATE pg_catalog."C",
    error_code text COLLATE pg_catalog."C",
    transaction_id bigint,
    request_body text,
    request_bytes integer NOT NULL,
    answer_body text,
    answer_bytes integer NOT NULL
)
WITH (autovacuum_analyze_scale_factor='0.5', autovacuum_vacuum_insert_threshold='-1');
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN request_log_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN method SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN path SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN query SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN status SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN duration_ms SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN request_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN idempotency_key SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN error_code SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN request_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN request_bytes SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN answer_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261124 ALTER COLUMN answer_bytes SET STATISTICS 0;


ALTER TABLE nsimbi.request_log_20261124 OWNER TO nsimbi_owner;

--
-- Name: request_log_20261125; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE UNLOGGED TABLE nsimbi.request_log_20261125 (
    request_log_id bigint DEFAULT nextval('nsimbi.request_log_number'::regclass) NOT NULL,
    wallet_id bigint NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    method text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL,
    query text,
    status smallint NOT NULL,
    duration_ms real NOT NULL,
    request_id text NOT NULL COLLATE pg_catalog."C",
    api_key_id bigint,
    idempotency_key text COLLATE pg_catalog."C",
    error_code text COLLATE pg_catalog."C",
    transaction_id bigint,
    request_body text,
    request_bytes integer NOT NULL,
    answer_body text,
    answer_bytes integer NOT NULL
)
WITH (autovacuum_analyze_scale_factor='0.5', autovacuum_vacuum_insert_threshold='-1');
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN request_log_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN method SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN path SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN query SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN status SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN duration_ms SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN request_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN idempotency_key SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN error_code SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN request_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN request_bytes SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN answer_body SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.request_log_20261125 ALTER COLUMN answer_bytes SET STATISTICS 0;


ALTER TABLE nsimbi.request_log_20261125 OWNER TO nsimbi_owner;

--
-- Name: resolution_proposal; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.resolution_proposal (
    review_case_id bigint NOT NULL,
    resolution text NOT NULL COLLATE pg_catalog."C",
    client_id bigint,
    reason text NOT NULL,
    proposed_by text NOT NULL,
    proposed_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT resolution_proposal_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);


ALTER TABLE nsimbi.resolution_proposal OWNER TO nsimbi_owner;

--
-- Name: review_case; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.review_case (
    review_case_id bigint NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    wallet_id bigint,
    transaction_id bigint,
    operator_account_id integer,
    kind text NOT NULL COLLATE pg_catalog."C",
    claim text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    found jsonb NOT NULL,
    opened_at timestamp(3) with time zone NOT NULL,
    resolved_at timestamp(3) with time zone,
    resolution text COLLATE pg_catalog."C",
    resolution_reason text,
    resolved_by text,
    confirmed_by text,
    resolution_transaction_id bigint,
    CONSTRAINT resolved_whole CHECK ((num_nulls(resolved_at, resolution, resolution_reason, resolved_by, confirmed_by) = ANY (ARRAY[0, 5]))),
    CONSTRAINT review_case_kind_check CHECK ((kind = ANY (ARRAY['late_success'::text, 'late_failure'::text, 'amount_differs'::text, 'receipt_differs'::text, 'receipt_reused'::text, 'details_differ'::text, 'truth_deadline'::text, 'worker_gave_up'::text, 'cannot_be_asked'::text, 'statement_differs'::text, 'missing_here'::text, 'missing_there'::text]))),
    CONSTRAINT review_case_resolution_check CHECK ((resolution = ANY (ARRAY['credited'::text, 'charged'::text, 'returned'::text, 'written_off'::text, 'kept'::text, 'completed'::text, 'failed'::text, 'dismissed'::text]))),
    CONSTRAINT transaction_unless_missing_here CHECK (((transaction_id IS NOT NULL) OR ((kind = 'missing_here'::text) AND (operator_account_id IS NOT NULL)))),
    CONSTRAINT wallet_with_transaction CHECK (((wallet_id IS NULL) = (transaction_id IS NULL)))
);


ALTER TABLE nsimbi.review_case OWNER TO nsimbi_owner;

--
-- Name: review_case_review_case_id_seq; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE nsimbi.review_case ALTER COLUMN review_case_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nsimbi.review_case_review_case_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: schema_migration; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.schema_migration (
    number integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);


ALTER TABLE nsimbi.schema_migration OWNER TO nsimbi_owner;

--
-- Name: server_life; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE UNLOGGED TABLE nsimbi.server_life (
    one boolean DEFAULT true NOT NULL,
    CONSTRAINT server_life_one_check CHECK (one)
);


ALTER TABLE nsimbi.server_life OWNER TO nsimbi_owner;

--
-- Name: simulator_payment; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.simulator_payment (
    reference text NOT NULL COLLATE pg_catalog."C",
    payment_id bigint NOT NULL,
    operator text NOT NULL COLLATE pg_catalog."C",
    direction text NOT NULL COLLATE pg_catalog."C",
    phone text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    description text,
    merchant_name text NOT NULL,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    prompt_until timestamp(3) with time zone,
    decision text COLLATE pg_catalog."C",
    decided_at timestamp(3) with time zone,
    CONSTRAINT decision_and_time_together CHECK (((decision IS NULL) = (decided_at IS NULL))),
    CONSTRAINT decision_only_when_prompted CHECK (((decision IS NULL) OR (prompt_until IS NOT NULL))),
    CONSTRAINT simulator_payment_amount_check CHECK ((amount > 0)),
    CONSTRAINT simulator_payment_decision_check CHECK ((decision = ANY (ARRAY['approve'::text, 'decline'::text]))),
    CONSTRAINT simulator_payment_direction_check CHECK ((direction = ANY (ARRAY['collection'::text, 'payout'::text])))
);


ALTER TABLE nsimbi.simulator_payment OWNER TO nsimbi_owner;

--
-- Name: simulator_payment_payment_id_seq; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE nsimbi.simulator_payment ALTER COLUMN payment_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nsimbi.simulator_payment_payment_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: statement_columns; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.statement_columns (
    operator text NOT NULL COLLATE pg_catalog."C",
    columns jsonb NOT NULL,
    mapped_by text NOT NULL,
    mapped_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT statement_columns_columns_check CHECK ((jsonb_typeof(columns) = 'object'::text)),
    CONSTRAINT statement_columns_operator_check CHECK ((operator = ANY (ARRAY['mtn'::text, 'airtel'::text])))
);


ALTER TABLE nsimbi.statement_columns OWNER TO nsimbi_owner;

--
-- Name: submission; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.submission (
    transaction_id bigint NOT NULL,
    wallet_id bigint NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    operator text NOT NULL COLLATE pg_catalog."C",
    operator_account_id integer NOT NULL,
    direction text NOT NULL COLLATE pg_catalog."C",
    reference text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    sends smallint NOT NULL,
    first_sent_at timestamp(3) with time zone,
    send_until timestamp(3) with time zone,
    call_ended_at timestamp(3) with time zone,
    waits_for text COLLATE pg_catalog."C",
    float_claimed bigint DEFAULT 0 NOT NULL,
    recheck boolean DEFAULT false NOT NULL,
    failed_at timestamp(3) with time zone,
    queries integer DEFAULT 0 NOT NULL,
    not_found_since timestamp(3) with time zone,
    in_review boolean DEFAULT false NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    lease_until timestamp(3) with time zone,
    lease_token uuid,
    hints integer DEFAULT 0 NOT NULL,
    CONSTRAINT submission_direction_check CHECK ((direction = ANY (ARRAY['collection'::text, 'payout'::text, 'refund'::text]))),
    CONSTRAINT submission_float_claimed_check CHECK ((float_claimed >= 0)),
    CONSTRAINT submission_waits_for_check CHECK ((waits_for = ANY (ARRAY['circuit'::text, 'float'::text, 'provider'::text, 'room'::text])))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');


ALTER TABLE nsimbi.submission OWNER TO nsimbi_owner;

--
-- Name: suspense_claim; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.suspense_claim (
    transaction_id bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    receipt text NOT NULL COLLATE pg_catalog."C",
    wallet_id bigint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);


ALTER TABLE nsimbi.suspense_claim OWNER TO nsimbi_owner;

--
-- Name: system_account_number; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE SEQUENCE nsimbi.system_account_number
    START WITH 3
    INCREMENT BY 1
    NO MINVALUE
    MAXVALUE 999999
    CACHE 1;


ALTER TABLE nsimbi.system_account_number OWNER TO nsimbi_owner;

--
-- Name: system_account; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.system_account (
    account_id bigint DEFAULT nextval('nsimbi.system_account_number'::regclass) NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    operator_account_id integer,
    normal text NOT NULL COLLATE pg_catalog."C",
    balance bigint DEFAULT 0 NOT NULL,
    CONSTRAINT system_account_kind_check CHECK ((kind = ANY (ARRAY['collection_float'::text, 'disbursement_float'::text, 'bank'::text, 'issuance'::text, 'in_transit'::text, 'clearing'::text, 'fee_revenue_collection'::text, 'fee_revenue_send_money'::text, 'fee_revenue_withdrawal'::text, 'operator_charges'::text, 'suspense'::text, 'receivable'::text, 'loss'::text, 'other_income'::text, 'tax_payable'::text]))),
    CONSTRAINT system_account_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT system_account_normal_check CHECK ((normal = ANY (ARRAY['debit'::text, 'credit'::text])))
)
WITH (fillfactor='50');


ALTER TABLE nsimbi.system_account OWNER TO nsimbi_owner;

--
-- Name: system_account_delta; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.system_account_delta (
    account_id bigint NOT NULL,
    delta_id bigint NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT system_account_delta_amount_check CHECK ((amount <> 0))
);


ALTER TABLE nsimbi.system_account_delta OWNER TO nsimbi_owner;

--
-- Name: system_account_delta_delta_id_seq; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE nsimbi.system_account_delta ALTER COLUMN delta_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME nsimbi.system_account_delta_delta_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: transaction; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.transaction (
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    direction text NOT NULL COLLATE pg_catalog."C",
    route text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    fee_amount bigint NOT NULL,
    net_amount bigint NOT NULL,
    sender_pays_fee boolean,
    fee_schedule_id bigint,
    description text,
    counterparty_phone text COLLATE pg_catalog."C",
    counterparty_name text,
    counterparty_wallet_id bigint,
    provider text COLLATE pg_catalog."C",
    operator_account_id integer,
    external_reference text COLLATE pg_catalog."C",
    operator_receipt text COLLATE pg_catalog."C",
    api_key_id bigint,
    api_triggered boolean NOT NULL,
    details jsonb,
    balance_after bigint,
    failure_stage text COLLATE pg_catalog."C",
    failure_code text COLLATE pg_catalog."C",
    failure_reason text,
    transfer_count smallint DEFAULT 0 NOT NULL,
    event_count smallint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    completed_at timestamp(3) with time zone,
    failed_at timestamp(3) with time zone,
    CONSTRAINT amount_is_net_and_fee CHECK ((amount = (net_amount + fee_amount))),
    CONSTRAINT completed_at_when_completed CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
    CONSTRAINT failed_at_when_failed CHECK (((status = 'failed'::text) = (failed_at IS NOT NULL))),
    CONSTRAINT operator_known_when_external CHECK (((route = 'external'::text) = (external_reference IS NOT NULL))),
    CONSTRAINT reason_when_failed CHECK (((status = 'failed'::text) = (failure_code IS NOT NULL))),
    CONSTRAINT transaction_amount_check CHECK ((amount > 0)),
    CONSTRAINT transaction_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
    CONSTRAINT transaction_failure_stage_check CHECK ((failure_stage = ANY (ARRAY['submission'::text, 'settlement'::text, 'approval'::text]))),
    CONSTRAINT transaction_fee_amount_check CHECK ((fee_amount >= 0)),
    CONSTRAINT transaction_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT transaction_net_amount_check CHECK ((net_amount > 0)),
    CONSTRAINT transaction_route_check CHECK ((route = ANY (ARRAY['internal'::text, 'external'::text, 'house'::text]))),
    CONSTRAINT transaction_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text]))),
    CONSTRAINT transaction_type_check CHECK ((type = ANY (ARRAY['payment_sent'::text, 'payment_received'::text, 'withdrawal'::text, 'collection'::text, 'deposit'::text, 'adjustment'::text, 'refund'::text])))
)
PARTITION BY RANGE (transaction_id);
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN mode SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN type SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN direction SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN route SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN status SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN fee_amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN net_amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN sender_pays_fee SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN fee_schedule_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN description SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN counterparty_phone SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN counterparty_name SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN counterparty_wallet_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN provider SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN operator_account_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN external_reference SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN operator_receipt SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN api_triggered SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN details SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN balance_after SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN failure_stage SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN failure_code SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN failure_reason SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN transfer_count SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN event_count SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN created_at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN completed_at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction ALTER COLUMN failed_at SET STATISTICS 0;


ALTER TABLE nsimbi.transaction OWNER TO nsimbi_owner;

--
-- Name: transaction_number; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE SEQUENCE nsimbi.transaction_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE nsimbi.transaction_number OWNER TO nsimbi_owner;

--
-- Name: transaction_p000000; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.transaction_p000000 (
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    direction text NOT NULL COLLATE pg_catalog."C",
    route text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    fee_amount bigint NOT NULL,
    net_amount bigint NOT NULL,
    sender_pays_fee boolean,
    fee_schedule_id bigint,
    description text,
    counterparty_phone text COLLATE pg_catalog."C",
    counterparty_name text,
    counterparty_wallet_id bigint,
    provider text COLLATE pg_catalog."C",
    operator_account_id integer,
    external_reference text COLLATE pg_catalog."C",
    operator_receipt text COLLATE pg_catalog."C",
    api_key_id bigint,
    api_triggered boolean NOT NULL,
    details jsonb,
    balance_after bigint,
    failure_stage text COLLATE pg_catalog."C",
    failure_code text COLLATE pg_catalog."C",
    failure_reason text,
    transfer_count smallint DEFAULT 0 NOT NULL,
    event_count smallint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    completed_at timestamp(3) with time zone,
    failed_at timestamp(3) with time zone,
    CONSTRAINT amount_is_net_and_fee CHECK ((amount = (net_amount + fee_amount))),
    CONSTRAINT completed_at_when_completed CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
    CONSTRAINT failed_at_when_failed CHECK (((status = 'failed'::text) = (failed_at IS NOT NULL))),
    CONSTRAINT operator_known_when_external CHECK (((route = 'external'::text) = (external_reference IS NOT NULL))),
    CONSTRAINT reason_when_failed CHECK (((status = 'failed'::text) = (failure_code IS NOT NULL))),
    CONSTRAINT transaction_amount_check CHECK ((amount > 0)),
    CONSTRAINT transaction_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
    CONSTRAINT transaction_failure_stage_check CHECK ((failure_stage = ANY (ARRAY['submission'::text, 'settlement'::text, 'approval'::text]))),
    CONSTRAINT transaction_fee_amount_check CHECK ((fee_amount >= 0)),
    CONSTRAINT transaction_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT transaction_net_amount_check CHECK ((net_amount > 0)),
    CONSTRAINT transaction_route_check CHECK ((route = ANY (ARRAY['internal'::text, 'external'::text, 'house'::text]))),
    CONSTRAINT transaction_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text]))),
    CONSTRAINT transaction_type_check CHECK ((type = ANY (ARRAY['payment_sent'::text, 'payment_received'::text, 'withdrawal'::text, 'collection'::text, 'deposit'::text, 'adjustment'::text, 'refund'::text])))
)
WITH (autovacuum_analyze_scale_factor='0.5');
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN mode SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN type SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN direction SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN route SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN status SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN fee_amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN net_amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN sender_pays_fee SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN fee_schedule_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN description SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN counterparty_phone SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN counterparty_name SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN counterparty_wallet_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN provider SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN operator_account_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN external_reference SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN operator_receipt SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN api_triggered SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN details SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN balance_after SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN failure_stage SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN failure_code SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN failure_reason SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN transfer_count SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN event_count SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN created_at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN completed_at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000000 ALTER COLUMN failed_at SET STATISTICS 0;


ALTER TABLE nsimbi.transaction_p000000 OWNER TO nsimbi_owner;

--
-- Name: transaction_p000001; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.transaction_p000001 (
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    direction text NOT NULL COLLATE pg_catalog."C",
    route text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    fee_amount bigint NOT NULL,
    net_amount bigint NOT NULL,
    sender_pays_fee boolean,
    fee_schedule_id bigint,
    description text,
    counterparty_phone text COLLATE pg_catalog."C",
    counterparty_name text,
    counterparty_wallet_id bigint,
    provider text COLLATE pg_catalog."C",
    operator_account_id integer,
    external_reference text COLLATE pg_catalog."C",
    operator_receipt text COLLATE pg_catalog."C",
    api_key_id bigint,
    api_triggered boolean NOT NULL,
    details jsonb,
    balance_after bigint,
    failure_stage text COLLATE pg_catalog."C",
    failure_code text COLLATE pg_catalog."C",
    failure_reason text,
    transfer_count smallint DEFAULT 0 NOT NULL,
    event_count smallint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    completed_at timestamp(3) with time zone,
    failed_at timestamp(3) with time zone,
    CONSTRAINT amount_is_net_and_fee CHECK ((amount = (net_amount + fee_amount))),
    CONSTRAINT completed_at_when_completed CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
    CONSTRAINT failed_at_when_failed CHECK (((status = 'failed'::text) = (failed_at IS NOT NULL))),
    CONSTRAINT operator_known_when_external CHECK (((route = 'external'::text) = (external_reference IS NOT NULL))),
    CONSTRAINT reason_when_failed CHECK (((status = 'failed'::text) = (failure_code IS NOT NULL))),
    CONSTRAINT transaction_amount_check CHECK ((amount > 0)),
    CONSTRAINT transaction_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
    CONSTRAINT transaction_failure_stage_check CHECK ((failure_stage = ANY (ARRAY['submission'::text, 'settlement'::text, 'approval'::text]))),
    CONSTRAINT transaction_fee_amount_check CHECK ((fee_amount >= 0)),
    CONSTRAINT transaction_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT transaction_net_amount_check CHECK ((net_amount > 0)),
    CONSTRAINT transaction_route_check CHECK ((route = ANY (ARRAY['internal'::text, 'external'::text, 'house'::text]))),
    CONSTRAINT transaction_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text]))),
    CONSTRAINT transaction_type_check CHECK ((type = ANY (ARRAY['payment_sent'::text, 'payment_received'::text, 'withdrawal'::text, 'collection'::text, 'deposit'::text, 'adjustment'::text, 'refund'::text])))
)
WITH (autovacuum_analyze_scale_factor='0.5');
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN mode SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN type SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN direction SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN route SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN status SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN fee_amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN net_amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN sender_pays_fee SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN fee_schedule_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN description SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN counterparty_phone SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN counterparty_name SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN counterparty_wallet_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN provider SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN operator_account_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN external_reference SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN operator_receipt SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN api_triggered SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN details SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN balance_after SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN failure_stage SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN failure_code SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN failure_reason SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN transfer_count SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN event_count SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN created_at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN completed_at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000001 ALTER COLUMN failed_at SET STATISTICS 0;


ALTER TABLE nsimbi.transaction_p000001 OWNER TO nsimbi_owner;

--
-- Name: transaction_p000002; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.transaction_p000002 (
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    direction text NOT NULL COLLATE pg_catalog."C",
    route text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    amount bigint NOT NULL,
    fee_amount bigint NOT NULL,
    net_amount bigint NOT NULL,
    sender_pays_fee boolean,
    fee_schedule_id bigint,
    description text,
    counterparty_phone text COLLATE pg_catalog."C",
    counterparty_name text,
    counterparty_wallet_id bigint,
    provider text COLLATE pg_catalog."C",
    operator_account_id integer,
    external_reference text COLLATE pg_catalog."C",
    operator_receipt text COLLATE pg_catalog."C",
    api_key_id bigint,
    api_triggered boolean NOT NULL,
    details jsonb,
    balance_after bigint,
    failure_stage text COLLATE pg_catalog."C",
    failure_code text COLLATE pg_catalog."C",
    failure_reason text,
    transfer_count smallint DEFAULT 0 NOT NULL,
    event_count smallint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    completed_at timestamp(3) with time zone,
    failed_at timestamp(3) with time zone,
    CONSTRAINT amount_is_net_and_fee CHECK ((amount = (net_amount + fee_amount))),
    CONSTRAINT completed_at_when_completed CHECK (((status = 'completed'::text) = (completed_at IS NOT NULL))),
    CONSTRAINT failed_at_when_failed CHECK (((status = 'failed'::text) = (failed_at IS NOT NULL))),
    CONSTRAINT operator_known_when_external CHECK (((route = 'external'::text) = (external_reference IS NOT NULL))),
    CONSTRAINT reason_when_failed CHECK (((status = 'failed'::text) = (failure_code IS NOT NULL))),
    CONSTRAINT transaction_amount_check CHECK ((amount > 0)),
    CONSTRAINT transaction_direction_check CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text]))),
    CONSTRAINT transaction_failure_stage_check CHECK ((failure_stage = ANY (ARRAY['submission'::text, 'settlement'::text, 'approval'::text]))),
    CONSTRAINT transaction_fee_amount_check CHECK ((fee_amount >= 0)),
    CONSTRAINT transaction_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT transaction_net_amount_check CHECK ((net_amount > 0)),
    CONSTRAINT transaction_route_check CHECK ((route = ANY (ARRAY['internal'::text, 'external'::text, 'house'::text]))),
    CONSTRAINT transaction_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'completed'::text, 'failed'::text]))),
    CONSTRAINT transaction_type_check CHECK ((type = ANY (ARRAY['payment_sent'::text, 'payment_received'::text, 'withdrawal'::text, 'collection'::text, 'deposit'::text, 'adjustment'::text, 'refund'::text])))
)
WITH (autovacuum_analyze_scale_factor='0.5');
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN mode SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN type SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN direction SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN route SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN status SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN fee_amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN net_amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN sender_pays_fee SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN fee_schedule_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN description SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN counterparty_phone SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN counterparty_name SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN counterparty_wallet_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN provider SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN operator_account_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN external_reference SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN operator_receipt SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN api_key_id SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN api_triggered SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN details SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN balance_after SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN failure_stage SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN failure_code SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN failure_reason SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN transfer_count SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN event_count SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN created_at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN completed_at SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transaction_p000002 ALTER COLUMN failed_at SET STATISTICS 0;


ALTER TABLE nsimbi.transaction_p000002 OWNER TO nsimbi_owner;

--
-- Name: transfer; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.transfer (
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    line smallint NOT NULL,
    debit_account bigint NOT NULL,
    credit_account bigint NOT NULL,
    amount bigint NOT NULL,
    entry_no bigint,
    balance_after bigint,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT entry_and_balance_together CHECK (((entry_no IS NULL) = (balance_after IS NULL))),
    CONSTRAINT entry_when_wallet_touched CHECK (((entry_no IS NOT NULL) = ((wallet_id = debit_account) OR (wallet_id = credit_account)))),
    CONSTRAINT transfer_amount_check CHECK ((amount > 0)),
    CONSTRAINT transfer_balance_after_check CHECK ((balance_after >= 0)),
    CONSTRAINT transfer_check CHECK ((credit_account <> debit_account)),
    CONSTRAINT transfer_line_check CHECK ((line > 0))
)
PARTITION BY RANGE (transaction_id);
ALTER TABLE ONLY nsimbi.transfer ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer ALTER COLUMN line SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer ALTER COLUMN debit_account SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer ALTER COLUMN credit_account SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer ALTER COLUMN amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer ALTER COLUMN entry_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer ALTER COLUMN balance_after SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer ALTER COLUMN created_at SET STATISTICS 0;


ALTER TABLE nsimbi.transfer OWNER TO nsimbi_owner;

--
-- Name: transfer_p000000; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.transfer_p000000 (
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    line smallint NOT NULL,
    debit_account bigint NOT NULL,
    credit_account bigint NOT NULL,
    amount bigint NOT NULL,
    entry_no bigint,
    balance_after bigint,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT entry_and_balance_together CHECK (((entry_no IS NULL) = (balance_after IS NULL))),
    CONSTRAINT entry_when_wallet_touched CHECK (((entry_no IS NOT NULL) = ((wallet_id = debit_account) OR (wallet_id = credit_account)))),
    CONSTRAINT transfer_amount_check CHECK ((amount > 0)),
    CONSTRAINT transfer_balance_after_check CHECK ((balance_after >= 0)),
    CONSTRAINT transfer_check CHECK ((credit_account <> debit_account)),
    CONSTRAINT transfer_line_check CHECK ((line > 0))
)
WITH (autovacuum_analyze_scale_factor='0.5');
ALTER TABLE ONLY nsimbi.transfer_p000000 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000000 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000000 ALTER COLUMN line SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000000 ALTER COLUMN debit_account SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000000 ALTER COLUMN credit_account SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000000 ALTER COLUMN amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000000 ALTER COLUMN entry_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000000 ALTER COLUMN balance_after SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000000 ALTER COLUMN created_at SET STATISTICS 0;


ALTER TABLE nsimbi.transfer_p000000 OWNER TO nsimbi_owner;

--
-- Name: transfer_p000001; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.transfer_p000001 (
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    line smallint NOT NULL,
    debit_account bigint NOT NULL,
    credit_account bigint NOT NULL,
    amount bigint NOT NULL,
    entry_no bigint,
    balance_after bigint,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT entry_and_balance_together CHECK (((entry_no IS NULL) = (balance_after IS NULL))),
    CONSTRAINT entry_when_wallet_touched CHECK (((entry_no IS NOT NULL) = ((wallet_id = debit_account) OR (wallet_id = credit_account)))),
    CONSTRAINT transfer_amount_check CHECK ((amount > 0)),
    CONSTRAINT transfer_balance_after_check CHECK ((balance_after >= 0)),
    CONSTRAINT transfer_check CHECK ((credit_account <> debit_account)),
    CONSTRAINT transfer_line_check CHECK ((line > 0))
)
WITH (autovacuum_analyze_scale_factor='0.5');
ALTER TABLE ONLY nsimbi.transfer_p000001 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000001 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000001 ALTER COLUMN line SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000001 ALTER COLUMN debit_account SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000001 ALTER COLUMN credit_account SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000001 ALTER COLUMN amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000001 ALTER COLUMN entry_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000001 ALTER COLUMN balance_after SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000001 ALTER COLUMN created_at SET STATISTICS 0;


ALTER TABLE nsimbi.transfer_p000001 OWNER TO nsimbi_owner;

--
-- Name: transfer_p000002; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.transfer_p000002 (
    wallet_id bigint NOT NULL,
    transaction_id bigint NOT NULL,
    line smallint NOT NULL,
    debit_account bigint NOT NULL,
    credit_account bigint NOT NULL,
    amount bigint NOT NULL,
    entry_no bigint,
    balance_after bigint,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT entry_and_balance_together CHECK (((entry_no IS NULL) = (balance_after IS NULL))),
    CONSTRAINT entry_when_wallet_touched CHECK (((entry_no IS NOT NULL) = ((wallet_id = debit_account) OR (wallet_id = credit_account)))),
    CONSTRAINT transfer_amount_check CHECK ((amount > 0)),
    CONSTRAINT transfer_balance_after_check CHECK ((balance_after >= 0)),
    CONSTRAINT transfer_check CHECK ((credit_account <> debit_account)),
    CONSTRAINT transfer_line_check CHECK ((line > 0))
)
WITH (autovacuum_analyze_scale_factor='0.5');
ALTER TABLE ONLY nsimbi.transfer_p000002 ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000002 ALTER COLUMN transaction_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000002 ALTER COLUMN line SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000002 ALTER COLUMN debit_account SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000002 ALTER COLUMN credit_account SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.transfer_p000002 ALTER COLUMN amount SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000002 ALTER COLUMN entry_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000002 ALTER COLUMN balance_after SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.transfer_p000002 ALTER COLUMN created_at SET STATISTICS 0;


ALTER TABLE nsimbi.transfer_p000002 OWNER TO nsimbi_owner;

--
-- Name: wallet_number; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE SEQUENCE nsimbi.wallet_number
    START WITH 1000001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE nsimbi.wallet_number OWNER TO nsimbi_owner;

--
-- Name: wallet; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.wallet (
    wallet_id bigint DEFAULT nextval('nsimbi.wallet_number'::regclass) NOT NULL,
    client_id bigint,
    mode text NOT NULL COLLATE pg_catalog."C",
    holder_name text NOT NULL,
    phone text COLLATE pg_catalog."C",
    available bigint DEFAULT 0 NOT NULL,
    held bigint DEFAULT 0 NOT NULL,
    entry_no bigint DEFAULT 0 NOT NULL,
    event_sequence bigint DEFAULT 0 NOT NULL,
    day integer DEFAULT 0 NOT NULL,
    day_out bigint DEFAULT 0 NOT NULL,
    frozen boolean DEFAULT false NOT NULL,
    limit_per_transaction bigint,
    limit_per_day bigint,
    approval_threshold bigint,
    withdraw_listed_only boolean DEFAULT false NOT NULL,
    one_collection_per_payer boolean DEFAULT false NOT NULL,
    has_webhooks boolean DEFAULT false NOT NULL,
    CONSTRAINT available_never_negative CHECK ((available >= 0)),
    CONSTRAINT held_never_negative CHECK ((held >= 0)),
    CONSTRAINT wallet_approval_threshold_check CHECK ((approval_threshold > 0)),
    CONSTRAINT wallet_day_out_check CHECK ((day_out >= 0)),
    CONSTRAINT wallet_limit_per_day_check CHECK ((limit_per_day > 0)),
    CONSTRAINT wallet_limit_per_transaction_check CHECK ((limit_per_transaction > 0)),
    CONSTRAINT wallet_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02');
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN wallet_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN client_id SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN mode SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN holder_name SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN phone SET STATISTICS 20;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN available SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN held SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN entry_no SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN event_sequence SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN day SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN day_out SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN frozen SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN limit_per_transaction SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN limit_per_day SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN approval_threshold SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN withdraw_listed_only SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN one_collection_per_payer SET STATISTICS 0;
ALTER TABLE ONLY nsimbi.wallet ALTER COLUMN has_webhooks SET STATISTICS 0;


ALTER TABLE nsimbi.wallet OWNER TO nsimbi_owner;

--
-- Name: wallet_count; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.wallet_count (
    wallet_id bigint NOT NULL,
    counted_to bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='50');


ALTER TABLE nsimbi.wallet_count OWNER TO nsimbi_owner;

--
-- Name: wallet_hour; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.wallet_hour (
    wallet_id bigint NOT NULL,
    hour integer NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    direction text NOT NULL COLLATE pg_catalog."C",
    operator text NOT NULL COLLATE pg_catalog."C",
    completed integer NOT NULL,
    failed integer NOT NULL,
    moved bigint NOT NULL
)
WITH (fillfactor='70');


ALTER TABLE nsimbi.wallet_hour OWNER TO nsimbi_owner;

--
-- Name: wallet_phone; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.wallet_phone (
    mode text NOT NULL COLLATE pg_catalog."C",
    phone text NOT NULL COLLATE pg_catalog."C",
    wallet_id bigint NOT NULL
);


ALTER TABLE nsimbi.wallet_phone OWNER TO nsimbi_owner;

--
-- Name: webhook_number; Type: SEQUENCE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE SEQUENCE nsimbi.webhook_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE nsimbi.webhook_number OWNER TO nsimbi_owner;

--
-- Name: webhook; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.webhook (
    wallet_id bigint NOT NULL,
    webhook_id bigint DEFAULT nextval('nsimbi.webhook_number'::regclass) NOT NULL,
    client_id bigint NOT NULL,
    mode text NOT NULL COLLATE pg_catalog."C",
    url text NOT NULL,
    events text[] NOT NULL,
    api_key_id bigint,
    description text,
    secret bytea NOT NULL,
    next_secret bytea,
    next_secret_from timestamp(3) with time zone,
    honor_hints boolean DEFAULT false NOT NULL,
    api_version text NOT NULL COLLATE pg_catalog."C",
    is_active boolean DEFAULT true NOT NULL,
    disabled_at timestamp(3) with time zone,
    disabled_reason text,
    deleted_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
    failing_since timestamp(3) with time zone,
    CONSTRAINT deleted_is_not_active CHECK (((deleted_at IS NULL) OR (NOT is_active))),
    CONSTRAINT next_secret_has_its_time CHECK (((next_secret IS NULL) = (next_secret_from IS NULL))),
    CONSTRAINT reason_when_disabled CHECK (((is_active = (disabled_at IS NULL)) AND (is_active = (disabled_reason IS NULL)))),
    CONSTRAINT webhook_events_check CHECK ((cardinality(events) > 0)),
    CONSTRAINT webhook_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
    CONSTRAINT webhook_url_check CHECK (((length(url) >= 1) AND (length(url) <= 2048)))
);


ALTER TABLE nsimbi.webhook OWNER TO nsimbi_owner;

--
-- Name: withdrawal_number; Type: TABLE; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TABLE nsimbi.withdrawal_number (
    wallet_id bigint NOT NULL,
    phone text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL
);


ALTER TABLE nsimbi.withdrawal_number OWNER TO nsimbi_owner;

--
-- Name: event_p000000; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.event ATTACH PARTITION nsimbi.event_p000000 FOR VALUES FROM ('0') TO ('10000000');


--
-- Name: event_p000001; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.event ATTACH PARTITION nsimbi.event_p000001 FOR VALUES FROM ('10000000') TO ('20000000');


--
-- Name: event_p000002; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.event ATTACH PARTITION nsimbi.event_p000002 FOR VALUES FROM ('20000000') TO ('30000000');


--
-- Name: operator_call_20261123; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.operator_call ATTACH PARTITION nsimbi.operator_call_20261123 FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-24 00:00:00+00');


--
-- Name: operator_call_20261124; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.operator_call ATTACH PARTITION nsimbi.operator_call_20261124 FOR VALUES FROM ('2026-11-24 00:00:00+00') TO ('2026-11-25 00:00:00+00');


--
-- Name: operator_call_20261125; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.operator_call ATTACH PARTITION nsimbi.operator_call_20261125 FOR VALUES FROM ('2026-11-25 00:00:00+00') TO ('2026-11-26 00:00:00+00');


--
-- Name: request_log_20261123; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.request_log ATTACH PARTITION nsimbi.request_log_20261123 FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-24 00:00:00+00');


--
-- Name: request_log_20261124; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.request_log ATTACH PARTITION nsimbi.request_log_20261124 FOR VALUES FROM ('2026-11-24 00:00:00+00') TO ('2026-11-25 00:00:00+00');


--
-- Name: request_log_20261125; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.request_log ATTACH PARTITION nsimbi.request_log_20261125 FOR VALUES FROM ('2026-11-25 00:00:00+00') TO ('2026-11-26 00:00:00+00');


--
-- Name: transaction_p000000; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transaction ATTACH PARTITION nsimbi.transaction_p000000 FOR VALUES FROM ('0') TO ('10000000');


--
-- Name: transaction_p000001; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transaction ATTACH PARTITION nsimbi.transaction_p000001 FOR VALUES FROM ('10000000') TO ('20000000');


--
-- Name: transaction_p000002; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transaction ATTACH PARTITION nsimbi.transaction_p000002 FOR VALUES FROM ('20000000') TO ('30000000');


--
-- Name: transfer_p000000; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transfer ATTACH PARTITION nsimbi.transfer_p000000 FOR VALUES FROM ('0') TO ('10000000');


--
-- Name: transfer_p000001; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transfer ATTACH PARTITION nsimbi.transfer_p000001 FOR VALUES FROM ('10000000') TO ('20000000');


--
-- Name: transfer_p000002; Type: TABLE ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transfer ATTACH PARTITION nsimbi.transfer_p000002 FOR VALUES FROM ('20000000') TO ('30000000');


--
-- Data for Name: adjustment_claim; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.adjustment_claim VALUES
	('live', 'SLIP 2041/7', 1000003, 22, 'slip20417');


--
-- Data for Name: adjustment_decision; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: adjustment_outcome; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: adjustment_proposal; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: api_key; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.api_key OVERRIDING SYSTEM VALUE VALUES
	(1, '0UeSbLPdmaks', '\xa127ebc84cebb0bf36251814c0cd47a356337bd93c447c2376aa546576bc73fe', 1, 1000002, 'test', 'Demo', '{wallet:read,wallet:send,wallet:withdraw,wallet:collect,webhooks:read,webhooks:write}', '{}', '{}', NULL, NULL, NULL, NULL, 'first start', '2026-11-24 06:32:13.434+00'),
	(2, '6SGv5WJz6ehN', '\xad1eb6034df74c75e83a450f3dc1a2fb891fa8813974ccbba708c9122b5453a5', 2, 1000004, 'test', 'made at the command line', '{wallet:read,wallet:send,wallet:withdraw,wallet:collect,webhooks:read,webhooks:write}', '{"fees": 1000000, "lookup": 1000000, "balance": 1000000, "collect": 1000000, "history": 1000000, "webhooks": 1000000, "send_money": 1000000, "withdrawal": 1000000, "transaction": 1000000, "collection_status": 1000000}', '{}', NULL, NULL, NULL, '2026-11-24 06:33:36.193+00', 'cli:root', '2026-11-24 06:32:19.482+00'),
	(3, 'xbC1kmt1C2sC', '\xc1e76c18e45bc8ea3cccfbd996dfac6cefd82b90a4638501f08323427b65f84d', 3, 1000006, 'test', 'made at the command line', '{wallet:read,wallet:send,wallet:withdraw,wallet:collect,webhooks:read,webhooks:write}', '{"fees": 1000000, "lookup": 1000000, "balance": 1000000, "collect": 1000000, "history": 1000000, "webhooks": 1000000, "send_money": 1000000, "withdrawal": 1000000, "transaction": 1000000, "collection_status": 1000000}', '{}', NULL, NULL, NULL, '2026-11-24 06:33:36.224+00', 'cli:root', '2026-11-24 06:32:24.229+00'),
	(4, 'GAKvx92CCY5R', '\x739c7aafb4784febaf1d3d42c8c5909882418c86c35dddcddff8aa84650f70b2', 4, 1000008, 'test', 'made at the command line', '{wallet:read,wallet:send,wallet:withdraw,wallet:collect,webhooks:read,webhooks:write}', '{"fees": 1000000, "lookup": 1000000, "balance": 1000000, "collect": 1000000, "history": 1000000, "webhooks": 1000000, "send_money": 1000000, "withdrawal": 1000000, "transaction": 1000000, "collection_status": 1000000}', '{}', NULL, NULL, NULL, '2026-11-24 06:33:36.241+00', 'cli:root', '2026-11-24 06:32:28.511+00');


--
-- Data for Name: approval; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.approval VALUES
	(35, 1000008, 'api_key:4', '2026-12-01 06:32:48.688+00', NULL, NULL, 0),
	(37, 1000008, 'api_key:4', '2026-12-01 06:32:48.75+00', NULL, NULL, 0);


--
-- Data for Name: audit_log; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.audit_log OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-24 06:32:12.758+00', 'first start', 'client.created', 'client 1', '{"name": "Demo", "phone": "256772000000"}'),
	(2, '2026-11-24 06:32:13.506+00', 'first start', 'api_key.created', 'api_key 1', '{"mode": "test", "name": "Demo", "client_id": 1, "expires_at": null, "allowed_ips": [], "permissions": ["wallet:read", "wallet:send", "wallet:withdraw", "wallet:collect", "webhooks:read", "webhooks:write"], "rate_limits": {}}'),
	(3, '2026-11-24 06:32:14.37+00', 'first start', 'person.created', 'person admin@nsimbi.local', '{"role": "client_owner", "client_id": 1, "platform_role": "platform_administrator"}'),
	(4, '2026-11-24 06:32:14.385+00', 'first start', 'client.credentials_written', 'client 1', '{}'),
	(5, '2026-11-24 06:32:17.338+00', 'cli:root', 'client.created', 'client 2', '{"name": "Kato & Sons \"Hardware\" \\ Ltd", "phone": "256772100001"}'),
	(6, '2026-11-24 06:32:19.51+00', 'cli:root', 'api_key.created', 'api_key 2', '{"mode": "test", "name": "made at the command line", "client_id": 2, "expires_at": null, "allowed_ips": [], "permissions": ["wallet:read", "wallet:send", "wallet:withdraw", "wallet:collect", "webhooks:read", "webhooks:write"], "rate_limits": {"fees": 1000000, "lookup": 1000000, "balance": 1000000, "collect": 1000000, "history": 1000000, "webhooks": 1000000, "send_money": 1000000, "withdrawal": 1000000, "transaction": 1000000, "collection_status": 1000000}}'),
	(7, '2026-11-24 06:32:20.583+00', 'cli:root', 'wallet.funded', 'client 2 test', '{"approver": null, "transaction_id": 2}'),
	(8, '2026-11-24 06:32:22.484+00', 'cli:root', 'client.created', 'client 3', '{"name": "Nakato’s Coffee 🍌 Farm", "phone": "256772100002"}'),
	(9, '2026-11-24 06:32:24.256+00', 'cli:root', 'api_key.created', 'api_key 3', '{"mode": "test", "name": "made at the command line", "client_id": 3, "expires_at": null, "allowed_ips": [], "permissions": ["wallet:read", "wallet:send", "wallet:withdraw", "wallet:collect", "webhooks:read", "webhooks:write"], "rate_limits": {"fees": 1000000, "lookup": 1000000, "balance": 1000000, "collect": 1000000, "history": 1000000, "webhooks": 1000000, "send_money": 1000000, "withdrawal": 1000000, "transaction": 1000000, "collection_status": 1000000}}'),
	(10, '2026-11-24 06:32:26.287+00', 'cli:root', 'wallet.funded', 'client 3 test', '{"approver": null, "transaction_id": 3}'),
	(11, '2026-11-24 06:32:27.76+00', 'cli:root', 'client.created', 'client 4', '{"name": "Head Office", "phone": "256772100003"}'),
	(12, '2026-11-24 06:32:28.523+00', 'cli:root', 'api_key.created', 'api_key 4', '{"mode": "test", "name": "made at the command line", "client_id": 4, "expires_at": null, "allowed_ips": [], "permissions": ["wallet:read", "wallet:send", "wallet:withdraw", "wallet:collect", "webhooks:read", "webhooks:write"], "rate_limits": {"fees": 1000000, "lookup": 1000000, "balance": 1000000, "collect": 1000000, "history": 1000000, "webhooks": 1000000, "send_money": 1000000, "withdrawal": 1000000, "transaction": 1000000, "collection_status": 1000000}}'),
	(13, '2026-11-24 06:32:30.473+00', 'cli:root', 'wallet.funded', 'client 4 test', '{"approver": null, "transaction_id": 4}'),
	(14, '2026-11-24 06:32:31.884+00', 'cli:root', 'fees.set', 'fee_schedule 5', '{"client_id": 3, "operation": "send_money_internal"}'),
	(15, '2026-11-24 06:32:32.427+00', 'cli:root', 'wallet.approval_threshold_set', 'client 4 test', '{"threshold": 50000}'),
	(16, '2026-11-24 06:32:32.587+00', 'api_key:2', 'webhook.created', 'webhook 1', '{"url": "http://127.0.0.1:34945/shop", "mode": "test", "events": ["wallet.debited", "wallet.credited", "transaction.completed", "transaction.failed"], "client_id": 2, "api_key_id": null, "description": null, "honor_hints": false}'),
	(17, '2026-11-24 06:32:32.687+00', 'api_key:3', 'webhook.created', 'webhook 2', '{"url": "http://127.0.0.1:34203/farm", "mode": "test", "events": ["transaction.completed"], "client_id": 3, "api_key_id": null, "description": null, "honor_hints": false}'),
	(18, '2026-11-24 06:32:45.244+00', 'cli:root', 'wallet.funded', 'client 2 live', '{"approver": "cli:namutebi", "transaction_id": 22}'),
	(19, '2026-11-24 06:32:51.595+00', 'cli:root', 'transaction.approved', 'transaction 38', '{"approver": "cli:namutebi"}'),
	(20, '2026-11-24 06:32:54.122+00', 'cli:root', 'transaction.approved', 'transaction 40', '{"approver": "cli:namutebi"}'),
	(21, '2026-11-24 06:32:56.541+00', 'cli:root', 'transaction.rejected', 'transaction 41', '{"reason": null, "approver": "cli:root"}'),
	(22, '2026-11-24 06:33:04.709+00', 'akello@example.ug', 'person.signed_in', 'person c18f18920ea2cbcd1f1f6e44cb9b815e', '{"email": "akello@example.ug", "address": "127.0.0.1", "browser": "node", "second_factor": null}'),
	(23, '2026-11-24 06:33:05.412+00', 'akello@example.ug', 'bulk_payout.created', 'bulk_payout 1', '{"mode": "test", "rows": 3, "total": 63000, "client_id": 2, "needs_approval": false}');


--
-- Data for Name: bulk_payout; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.bulk_payout OVERRIDING SYSTEM VALUE VALUES
	(1, 1000004, 2, 'test', 'Wages', 'dashboard c18f18920ea2cbcd1f1f6e44cb9b815e 1c700fb8-f22d-40e6-91e5-664db58cd96a', 'Gkp6Vs3DAxXQ7Fxm9fe5-jHAVE4k-BjHLVgWPPHaEtM', 'finished', 3, 60000, 3000, 'akello@example.ug', NULL, NULL, NULL, '2026-11-24 06:33:05.403+00', NULL, '2026-11-24 06:33:05.403+00', '2026-11-24 06:33:05.563+00');


--
-- Data for Name: bulk_payout_row; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.bulk_payout_row VALUES
	(1, 1, 1, '256772100002', 10000, 0, '=1+1', 'sent', 47, NULL, NULL, '2026-11-24 06:33:05.428+00', 1, '2026-11-24 06:34:05.428+00', NULL, 3),
	(1, 3, 3, '256770000002', 30000, 1800, 'bad number', 'sent', 50, NULL, NULL, '2026-11-24 06:33:05.428+00', 1, '2026-11-24 06:34:05.428+00', NULL, 2),
	(1, 2, 2, '256770000011', 20000, 1200, NULL, 'sent', 49, NULL, NULL, '2026-11-24 06:33:05.428+00', 1, '2026-11-24 06:34:05.428+00', NULL, 2);


--
-- Data for Name: client; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.client OVERRIDING SYSTEM VALUE VALUES
	(1, 'Demo', '256772000000', '2026-11-24 06:32:12.648+00', '{}', false, '{}'),
	(2, 'Kato & Sons "Hardware" \ Ltd', '256772100001', '2026-11-24 06:32:17.282+00', '{}', false, '{}'),
	(3, 'Nakato’s Coffee 🍌 Farm', '256772100002', '2026-11-24 06:32:22.436+00', '{}', false, '{}'),
	(4, 'Head Office', '256772100003', '2026-11-24 06:32:27.727+00', '{}', false, '{}');


--
-- Data for Name: delivery; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.delivery VALUES
	(1000006, 2, 3, 6, 5, 7, 3, 'transaction.completed', 'pending', '2026-11-24 06:32:41.583+00', NULL),
	(1000006, 2, 6, 8, 8, 10, 3, 'transaction.completed', 'pending', '2026-11-24 06:32:41.71+00', NULL),
	(1000006, 2, 9, 10, 11, 13, 3, 'transaction.completed', 'pending', '2026-11-24 06:32:42.136+00', NULL),
	(1000004, 1, 1, 5, 5, 6, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:41.583+00', '2026-11-24 06:32:42.27+00'),
	(1000004, 1, 2, 5, 5, 7, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:41.583+00', '2026-11-24 06:32:42.271+00'),
	(1000006, 2, 12, 12, 14, 16, 3, 'transaction.completed', 'pending', '2026-11-24 06:32:42.312+00', NULL),
	(1000004, 1, 4, 7, 9, 10, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:41.71+00', '2026-11-24 06:32:42.167+00'),
	(1000004, 1, 5, 7, 9, 11, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:41.71+00', '2026-11-24 06:32:42.188+00'),
	(1000006, 2, 15, 14, 17, 19, 3, 'transaction.completed', 'pending', '2026-11-24 06:32:42.596+00', NULL),
	(1000004, 1, 7, 9, 13, 14, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:42.136+00', '2026-11-24 06:32:42.665+00'),
	(1000004, 1, 8, 9, 13, 15, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:42.136+00', '2026-11-24 06:32:42.717+00'),
	(1000004, 1, 10, 11, 17, 18, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:42.312+00', '2026-11-24 06:32:42.751+00'),
	(1000004, 1, 11, 11, 17, 19, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:42.312+00', '2026-11-24 06:32:42.752+00'),
	(1000004, 1, 13, 13, 21, 22, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:42.596+00', '2026-11-24 06:32:42.889+00'),
	(1000004, 1, 14, 13, 21, 23, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:42.596+00', '2026-11-24 06:32:42.89+00'),
	(1000006, 2, 18, 15, 20, 22, 3, 'transaction.completed', 'pending', '2026-11-24 06:32:42.997+00', NULL),
	(1000004, 1, 16, 16, 25, 26, 2, 'wallet.credited', 'delivered', '2026-11-24 06:32:42.997+00', '2026-11-24 06:32:43.125+00'),
	(1000004, 1, 17, 16, 25, 27, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:42.997+00', '2026-11-24 06:32:43.143+00'),
	(1000006, 2, 21, 17, 24, 26, 3, 'transaction.completed', 'pending', '2026-11-24 06:32:43.185+00', NULL),
	(1000006, 2, 22, 19, 28, 29, 2, 'transaction.completed', 'pending', '2026-11-24 06:32:43.256+00', NULL),
	(1000004, 1, 19, 18, 28, 29, 2, 'wallet.credited', 'delivered', '2026-11-24 06:32:43.184+00', '2026-11-24 06:32:43.283+00'),
	(1000004, 1, 20, 18, 28, 30, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:43.185+00', '2026-11-24 06:32:43.283+00'),
	(1000006, 2, 25, 21, 32, 34, 3, 'transaction.completed', 'pending', '2026-11-24 06:32:43.376+00', NULL),
	(1000004, 1, 23, 20, 31, 32, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:43.376+00', '2026-11-24 06:32:43.453+00'),
	(1000004, 1, 24, 20, 31, 33, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:43.376+00', '2026-11-24 06:32:43.453+00'),
	(1000004, 1, 26, 23, 35, 36, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:45.456+00', '2026-11-24 06:32:45.53+00'),
	(1000004, 1, 27, 23, 37, 37, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:45.747+00', '2026-11-24 06:32:45.785+00'),
	(1000004, 1, 28, 24, 39, 40, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:45.781+00', '2026-11-24 06:32:45.876+00'),
	(1000004, 1, 29, 24, 41, 41, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:45.966+00', '2026-11-24 06:32:46.027+00'),
	(1000004, 1, 30, 25, 43, 44, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:45.975+00', '2026-11-24 06:32:46.027+00'),
	(1000004, 1, 31, 26, 45, 46, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:46.141+00', '2026-11-24 06:32:46.196+00'),
	(1000004, 1, 32, 26, 47, 47, 3, 'transaction.failed', 'delivered', '2026-11-24 06:32:46.224+00', '2026-11-24 06:32:46.351+00'),
	(1000004, 1, 33, 26, 47, 49, 5, 'wallet.credited', 'delivered', '2026-11-24 06:32:46.224+00', '2026-11-24 06:32:46.352+00'),
	(1000004, 1, 34, 25, 50, 50, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:46.268+00', '2026-11-24 06:32:46.427+00'),
	(1000004, 1, 35, 27, 52, 53, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:46.36+00', '2026-11-24 06:32:46.545+00'),
	(1000004, 1, 36, 27, 54, 54, 3, 'transaction.failed', 'delivered', '2026-11-24 06:32:46.402+00', '2026-11-24 06:32:46.604+00'),
	(1000004, 1, 37, 27, 54, 56, 5, 'wallet.credited', 'delivered', '2026-11-24 06:32:46.402+00', '2026-11-24 06:32:46.604+00'),
	(1000004, 1, 38, 28, 58, 58, 2, 'transaction.failed', 'delivered', '2026-11-24 06:32:46.731+00', '2026-11-24 06:32:46.806+00'),
	(1000004, 1, 39, 29, 62, 62, 2, 'transaction.completed', 'delivered', '2026-11-24 06:32:46.934+00', '2026-11-24 06:32:46.979+00'),
	(1000004, 1, 40, 29, 62, 64, 4, 'wallet.credited', 'delivered', '2026-11-24 06:32:46.934+00', '2026-11-24 06:32:46.98+00'),
	(1000004, 1, 41, 30, 65, 65, 2, 'transaction.failed', 'delivered', '2026-11-24 06:32:47.969+00', '2026-11-24 06:32:48.033+00'),
	(1000004, 1, 42, 31, 67, 68, 2, 'wallet.debited', 'delivered', '2026-11-24 06:32:48.095+00', '2026-11-24 06:32:48.138+00'),
	(1000004, 1, 43, 31, 69, 69, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:48.325+00', '2026-11-24 06:32:48.372+00'),
	(1000004, 1, 44, 43, 70, 71, 2, 'wallet.credited', 'delivered', '2026-11-24 06:32:52.287+00', '2026-11-24 06:32:52.44+00'),
	(1000004, 1, 45, 43, 70, 72, 3, 'transaction.completed', 'delivered', '2026-11-24 06:32:52.287+00', '2026-11-24 06:32:52.496+00'),
	(1000006, 2, 48, 45, 40, 42, 3, 'transaction.completed', 'pending', '2026-11-24 06:33:04.849+00', NULL),
	(1000004, 1, 46, 44, 73, 74, 2, 'wallet.debited', 'delivered', '2026-11-24 06:33:04.849+00', '2026-11-24 06:33:04.918+00'),
	(1000004, 1, 47, 44, 73, 75, 3, 'transaction.completed', 'delivered', '2026-11-24 06:33:04.849+00', '2026-11-24 06:33:04.924+00'),
	(1000004, 1, 49, 46, 77, 78, 2, 'wallet.debited', 'delivered', '2026-11-24 06:33:04.938+00', '2026-11-24 06:33:04.959+00'),
	(1000004, 1, 50, 46, 79, 79, 3, 'transaction.completed', 'delivered', '2026-11-24 06:33:05.034+00', '2026-11-24 06:33:05.065+00');
INSERT INTO nsimbi.delivery VALUES
	(1000006, 2, 53, 48, 43, 45, 3, 'transaction.completed', 'pending', '2026-11-24 06:33:05.47+00', NULL),
	(1000004, 1, 51, 47, 81, 82, 2, 'wallet.debited', 'delivered', '2026-11-24 06:33:05.47+00', '2026-11-24 06:33:05.591+00'),
	(1000004, 1, 52, 47, 81, 83, 3, 'transaction.completed', 'delivered', '2026-11-24 06:33:05.47+00', '2026-11-24 06:33:05.591+00'),
	(1000004, 1, 54, 49, 85, 86, 2, 'wallet.debited', 'delivered', '2026-11-24 06:33:05.513+00', '2026-11-24 06:33:05.73+00'),
	(1000004, 1, 55, 50, 87, 88, 2, 'wallet.debited', 'delivered', '2026-11-24 06:33:05.513+00', '2026-11-24 06:33:05.73+00'),
	(1000004, 1, 56, 50, 89, 89, 3, 'transaction.failed', 'delivered', '2026-11-24 06:33:05.542+00', '2026-11-24 06:33:05.731+00'),
	(1000004, 1, 57, 50, 89, 91, 5, 'wallet.credited', 'delivered', '2026-11-24 06:33:05.542+00', '2026-11-24 06:33:05.778+00'),
	(1000004, 1, 58, 49, 92, 92, 3, 'transaction.completed', 'delivered', '2026-11-24 06:33:05.816+00', '2026-11-24 06:33:05.899+00'),
	(1000004, 1, 59, 51, 94, 95, 2, 'wallet.debited', 'delivered', '2026-11-24 06:33:05.989+00', '2026-11-24 06:33:06.016+00'),
	(1000004, 1, 60, 51, 96, 96, 3, 'transaction.completed', 'delivered', '2026-11-24 06:33:36.154+00', '2026-11-24 06:33:36.207+00');


--
-- Data for Name: delivery_attempt; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.delivery_attempt VALUES
	(1000004, 1, 1, 1, '2026-11-24 06:32:41.857+00', 200, 412, NULL, 'Heard.'),
	(1000004, 1, 2, 1, '2026-11-24 06:32:41.864+00', 200, 406, NULL, 'Heard.'),
	(1000006, 2, 3, 1, '2026-11-24 06:32:41.841+00', 500, 414, 'The receiver answered with 500.', 'Heard.'),
	(1000004, 1, 4, 1, '2026-11-24 06:32:41.881+00', 200, 286, NULL, 'Heard.'),
	(1000004, 1, 5, 1, '2026-11-24 06:32:41.881+00', 200, 306, NULL, 'Heard.'),
	(1000006, 2, 6, 1, '2026-11-24 06:32:41.88+00', 500, 265, 'The receiver answered with 500.', 'Heard.'),
	(1000006, 2, 9, 1, '2026-11-24 06:32:42.223+00', 500, 157, 'The receiver answered with 500.', 'Heard.'),
	(1000004, 1, 7, 1, '2026-11-24 06:32:42.31+00', 200, 352, NULL, 'Heard.'),
	(1000004, 1, 8, 1, '2026-11-24 06:32:42.33+00', 200, 386, NULL, 'Heard.'),
	(1000004, 1, 10, 1, '2026-11-24 06:32:42.421+00', 200, 279, NULL, 'Heard.'),
	(1000004, 1, 11, 1, '2026-11-24 06:32:42.453+00', 200, 299, NULL, 'Heard.'),
	(1000006, 2, 12, 1, '2026-11-24 06:32:42.453+00', 500, 298, 'The receiver answered with 500.', 'Heard.'),
	(1000004, 1, 13, 1, '2026-11-24 06:32:42.699+00', 200, 190, NULL, 'Heard.'),
	(1000004, 1, 14, 1, '2026-11-24 06:32:42.789+00', 200, 100, NULL, 'Heard.'),
	(1000006, 2, 15, 1, '2026-11-24 06:32:42.699+00', 500, 190, 'The receiver answered with 500.', 'Heard.'),
	(1000004, 1, 16, 1, '2026-11-24 06:32:43.028+00', 200, 97, NULL, 'Heard.'),
	(1000004, 1, 17, 1, '2026-11-24 06:32:43.06+00', 200, 83, NULL, 'Heard.'),
	(1000006, 2, 18, 1, '2026-11-24 06:32:43.061+00', 500, 83, 'The receiver answered with 500.', 'Heard.'),
	(1000004, 1, 19, 1, '2026-11-24 06:32:43.228+00', 200, 55, NULL, 'Heard.'),
	(1000004, 1, 20, 1, '2026-11-24 06:32:43.228+00', 200, 55, NULL, 'Heard.'),
	(1000006, 2, 21, 1, '2026-11-24 06:32:43.228+00', 500, 55, 'The receiver answered with 500.', 'Heard.'),
	(1000006, 2, 22, 1, '2026-11-24 06:32:43.319+00', 500, 133, 'The receiver answered with 500.', 'Heard.'),
	(1000004, 1, 23, 1, '2026-11-24 06:32:43.403+00', 200, 50, NULL, 'Heard.'),
	(1000004, 1, 24, 1, '2026-11-24 06:32:43.403+00', 200, 50, NULL, 'Heard.'),
	(1000006, 2, 25, 1, '2026-11-24 06:32:43.404+00', 500, 50, 'The receiver answered with 500.', 'Heard.'),
	(1000004, 1, 26, 1, '2026-11-24 06:32:45.493+00', 200, 37, NULL, 'Heard.'),
	(1000004, 1, 27, 1, '2026-11-24 06:32:45.764+00', 200, 21, NULL, 'Heard.'),
	(1000004, 1, 28, 1, '2026-11-24 06:32:45.803+00', 200, 72, NULL, 'Heard.'),
	(1000004, 1, 29, 1, '2026-11-24 06:32:45.974+00', 200, 52, NULL, 'Heard.'),
	(1000004, 1, 30, 1, '2026-11-24 06:32:46.009+00', 200, 17, NULL, 'Heard.'),
	(1000004, 1, 31, 1, '2026-11-24 06:32:46.171+00', 200, 22, NULL, 'Heard.'),
	(1000004, 1, 32, 1, '2026-11-24 06:32:46.252+00', 200, 99, NULL, 'Heard.'),
	(1000004, 1, 33, 1, '2026-11-24 06:32:46.265+00', 200, 86, NULL, 'Heard.'),
	(1000004, 1, 34, 1, '2026-11-24 06:32:46.349+00', 200, 78, NULL, 'Heard.'),
	(1000004, 1, 35, 1, '2026-11-24 06:32:46.388+00', 200, 156, NULL, 'Heard.'),
	(1000004, 1, 36, 1, '2026-11-24 06:32:46.548+00', 200, 56, NULL, 'Heard.'),
	(1000004, 1, 37, 1, '2026-11-24 06:32:46.557+00', 200, 47, NULL, 'Heard.'),
	(1000004, 1, 38, 1, '2026-11-24 06:32:46.753+00', 200, 53, NULL, 'Heard.'),
	(1000004, 1, 39, 1, '2026-11-24 06:32:46.952+00', 200, 27, NULL, 'Heard.'),
	(1000004, 1, 40, 1, '2026-11-24 06:32:46.953+00', 200, 27, NULL, 'Heard.'),
	(1000004, 1, 41, 1, '2026-11-24 06:32:47.998+00', 200, 32, NULL, 'Heard.'),
	(1000004, 1, 42, 1, '2026-11-24 06:32:48.117+00', 200, 21, NULL, 'Heard.'),
	(1000004, 1, 43, 1, '2026-11-24 06:32:48.338+00', 200, 34, NULL, 'Heard.'),
	(1000004, 1, 44, 1, '2026-11-24 06:32:52.333+00', 200, 107, NULL, 'Heard.'),
	(1000004, 1, 45, 1, '2026-11-24 06:32:52.347+00', 200, 149, NULL, 'Heard.'),
	(1000004, 1, 46, 1, '2026-11-24 06:33:04.863+00', 200, 55, NULL, 'Heard.'),
	(1000004, 1, 47, 1, '2026-11-24 06:33:04.864+00', 200, 55, NULL, 'Heard.'),
	(1000006, 2, 48, 1, '2026-11-24 06:33:04.864+00', 500, 54, 'The receiver answered with 500.', 'Heard.'),
	(1000004, 1, 49, 1, '2026-11-24 06:33:04.95+00', 200, 8, NULL, 'Heard.'),
	(1000004, 1, 50, 1, '2026-11-24 06:33:05.049+00', 200, 16, NULL, 'Heard.');
INSERT INTO nsimbi.delivery_attempt VALUES
	(1000004, 1, 51, 1, '2026-11-24 06:33:05.506+00', 200, 85, NULL, 'Heard.'),
	(1000004, 1, 52, 1, '2026-11-24 06:33:05.506+00', 200, 85, NULL, 'Heard.'),
	(1000006, 2, 53, 1, '2026-11-24 06:33:05.523+00', 500, 68, 'The receiver answered with 500.', 'Heard.'),
	(1000004, 1, 54, 1, '2026-11-24 06:33:05.535+00', 200, 195, NULL, 'Heard.'),
	(1000004, 1, 55, 1, '2026-11-24 06:33:05.536+00', 200, 194, NULL, 'Heard.'),
	(1000004, 1, 56, 1, '2026-11-24 06:33:05.562+00', 200, 168, NULL, 'Heard.'),
	(1000004, 1, 57, 1, '2026-11-24 06:33:05.621+00', 200, 157, NULL, 'Heard.'),
	(1000004, 1, 58, 1, '2026-11-24 06:33:05.847+00', 200, 52, NULL, 'Heard.'),
	(1000004, 1, 59, 1, '2026-11-24 06:33:06.004+00', 200, 11, NULL, 'Heard.'),
	(1000004, 1, 60, 1, '2026-11-24 06:33:36.192+00', 200, 15, NULL, 'Heard.');


--
-- Data for Name: delivery_due; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.delivery_due VALUES
	(2, 3, 1000006, 1, 1, DEFAULT, '2026-11-24 07:32:42.269+00', NULL),
	(2, 6, 1000006, 1, 1, DEFAULT, '2026-11-24 07:32:42.145+00', NULL),
	(2, 9, 1000006, 1, 1, DEFAULT, '2026-11-24 07:32:42.38+00', NULL),
	(2, 12, 1000006, 1, 1, DEFAULT, '2026-11-24 07:32:42.752+00', NULL),
	(2, 15, 1000006, 1, 1, DEFAULT, '2026-11-24 07:32:42.889+00', NULL),
	(2, 18, 1000006, 1, 1, DEFAULT, '2026-11-24 07:32:43.144+00', NULL),
	(2, 21, 1000006, 1, 1, DEFAULT, '2026-11-24 07:32:43.283+00', NULL),
	(2, 22, 1000006, 1, 1, DEFAULT, '2026-11-24 07:32:43.452+00', NULL),
	(2, 25, 1000006, 1, 1, DEFAULT, '2026-11-24 07:32:43.453+00', NULL),
	(2, 48, 1000006, 1, 1, DEFAULT, '2026-11-24 07:33:04.919+00', NULL),
	(2, 53, 1000006, 1, 1, DEFAULT, '2026-11-24 07:33:05.591+00', NULL);


--
-- Data for Name: event_fan_out; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: event_p000000; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.event_p000000 VALUES
	(1000002, 1, 1, 1, '{transaction.created,transaction.completed,wallet.credited,deposit.completed}', NULL, NULL, '2026-11-24 06:32:13.139+00'),
	(1000004, 1, 2, 1, '{transaction.created,transaction.completed,wallet.credited,deposit.completed}', NULL, NULL, '2026-11-24 06:32:20.524+00'),
	(1000006, 1, 3, 1, '{transaction.created,transaction.completed,wallet.credited,deposit.completed}', NULL, NULL, '2026-11-24 06:32:26.268+00'),
	(1000008, 1, 4, 1, '{transaction.created,transaction.completed,wallet.credited,deposit.completed}', NULL, NULL, '2026-11-24 06:32:30.458+00'),
	(1000004, 5, 5, 1, '{transaction.created,wallet.debited,transaction.completed,send_money.completed}', 2, NULL, '2026-11-24 06:32:41.479+00'),
	(1000006, 5, 6, 1, '{transaction.created,wallet.credited,transaction.completed}', NULL, NULL, '2026-11-24 06:32:41.479+00'),
	(1000004, 9, 7, 1, '{transaction.created,wallet.debited,transaction.completed,send_money.completed}', 2, NULL, '2026-11-24 06:32:41.623+00'),
	(1000006, 8, 8, 1, '{transaction.created,wallet.credited,transaction.completed}', NULL, NULL, '2026-11-24 06:32:41.623+00'),
	(1000004, 13, 9, 1, '{transaction.created,wallet.debited,transaction.completed,send_money.completed}', 2, NULL, '2026-11-24 06:32:41.838+00'),
	(1000006, 11, 10, 1, '{transaction.created,wallet.credited,transaction.completed}', NULL, NULL, '2026-11-24 06:32:41.838+00'),
	(1000004, 17, 11, 1, '{transaction.created,wallet.debited,transaction.completed,send_money.completed}', 2, NULL, '2026-11-24 06:32:42.141+00'),
	(1000006, 14, 12, 1, '{transaction.created,wallet.credited,transaction.completed}', NULL, NULL, '2026-11-24 06:32:42.141+00'),
	(1000004, 21, 13, 1, '{transaction.created,wallet.debited,transaction.completed,send_money.completed}', 2, NULL, '2026-11-24 06:32:42.317+00'),
	(1000006, 17, 14, 1, '{transaction.created,wallet.credited,transaction.completed}', NULL, NULL, '2026-11-24 06:32:42.317+00'),
	(1000006, 20, 15, 1, '{transaction.created,wallet.debited,transaction.completed,send_money.completed}', 3, NULL, '2026-11-24 06:32:42.916+00'),
	(1000004, 25, 16, 1, '{transaction.created,wallet.credited,transaction.completed}', NULL, NULL, '2026-11-24 06:32:42.916+00'),
	(1000006, 24, 17, 1, '{transaction.created,wallet.debited,transaction.completed,send_money.completed}', 3, NULL, '2026-11-24 06:32:43.063+00'),
	(1000004, 28, 18, 1, '{transaction.created,wallet.credited,transaction.completed}', NULL, NULL, '2026-11-24 06:32:43.063+00'),
	(1000006, 28, 19, 1, '{transaction.created,transaction.completed,wallet.credited,deposit.completed}', 3, NULL, '2026-11-24 06:32:43.197+00'),
	(1000004, 31, 20, 1, '{transaction.created,wallet.debited,transaction.completed,send_money.completed}', 2, NULL, '2026-11-24 06:32:43.274+00'),
	(1000006, 32, 21, 1, '{transaction.created,wallet.credited,transaction.completed}', NULL, NULL, '2026-11-24 06:32:43.274+00'),
	(1000003, 1, 22, 1, '{transaction.created,transaction.completed,wallet.credited,deposit.completed}', NULL, NULL, '2026-11-24 06:32:45.214+00'),
	(1000004, 35, 23, 1, '{transaction.created,wallet.debited}', 2, '{"id":23,"reference":"SM_1795501965_23","external_reference":"SIM-2bb04b88-0bb6-4c98-a53b-97779ffba75f","type":"payment_sent","amount":53000,"fee_amount":3000,"net_amount":50000,"currency":"UGX","status":"processing","description":"Rent – 5 🏠","created_at":"2026-11-24T06:32:45.402Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256701234567","recipient_name":"Godfrey Kirabo","provider":"Airtel","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8898866,"sender_pays_fee":true}', '2026-11-24 06:32:45.402+00'),
	(1000004, 37, 23, 3, '{transaction.completed,send_money.completed}', 2, '{"id":23,"reference":"SM_1795501965_23","external_reference":"SIM-2bb04b88-0bb6-4c98-a53b-97779ffba75f","type":"payment_sent","amount":53000,"fee_amount":3000,"net_amount":50000,"currency":"UGX","status":"completed","description":"Rent – 5 🏠","created_at":"2026-11-24T06:32:45.402Z","completed_at":"2026-11-24T06:32:45.652Z","failed_at":null,"metadata":{"recipient_phone":"256701234567","recipient_name":"Godfrey Kirabo","provider":"Airtel","api_triggered":true,"operator_receipt":"SIM1"},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8898866,"sender_pays_fee":true}', '2026-11-24 06:32:45.652+00'),
	(1000004, 39, 24, 1, '{transaction.created,wallet.debited}', 2, '{"id":24,"reference":"SM_1795501965_24","external_reference":"SIM-02e4da75-9059-4984-8e15-a98b48dbacb2","type":"payment_sent","amount":50000,"fee_amount":3000,"net_amount":47000,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:32:45.711Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256772300555","recipient_name":"Okello Ssekandi","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8848866,"sender_pays_fee":false}', '2026-11-24 06:32:45.711+00'),
	(1000004, 41, 24, 3, '{transaction.completed,send_money.completed}', 2, '{"id":24,"reference":"SM_1795501965_24","external_reference":"SIM-02e4da75-9059-4984-8e15-a98b48dbacb2","type":"payment_sent","amount":50000,"fee_amount":3000,"net_amount":47000,"currency":"UGX","status":"completed","description":null,"created_at":"2026-11-24T06:32:45.711Z","completed_at":"2026-11-24T06:32:45.904Z","failed_at":null,"metadata":{"recipient_phone":"256772300555","recipient_name":"Okello Ssekandi","provider":"MTN","api_triggered":true,"operator_receipt":"SIM2"},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8848866,"sender_pays_fee":false}', '2026-11-24 06:32:45.904+00'),
	(1000004, 43, 25, 1, '{transaction.created,wallet.debited}', 2, '{"id":25,"reference":"API_WD_1795501965_25","external_reference":"SIM-dbdf210f-8795-4a63-a60b-294340bf3265","type":"withdrawal","amount":31050,"fee_amount":1050,"net_amount":30000,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:32:45.957Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256701234567","recipient_name":"Godfrey Kirabo","provider":"Airtel","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8817816,"sender_pays_fee":true}', '2026-11-24 06:32:45.957+00'),
	(1000004, 45, 26, 1, '{transaction.created,wallet.debited}', 2, '{"id":26,"reference":"SM_1795501966_26","external_reference":"SIM-825a7626-954c-4237-b42c-b8b8e1b53373","type":"payment_sent","amount":1060,"fee_amount":60,"net_amount":1000,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:32:46.096Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256770000002","recipient_name":"Brian Byaruhanga","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8816756,"sender_pays_fee":true}', '2026-11-24 06:32:46.096+00'),
	(1000004, 47, 26, 3, '{transaction.failed,send_money.failed,wallet.credited}', 2, '{"id":26,"reference":"SM_1795501966_26","external_reference":"SIM-825a7626-954c-4237-b42c-b8b8e1b53373","type":"payment_sent","amount":1060,"fee_amount":60,"net_amount":1000,"currency":"UGX","status":"failed","description":null,"created_at":"2026-11-24T06:32:46.096Z","completed_at":null,"failed_at":"2026-11-24T06:32:46.158Z","metadata":{"recipient_phone":"256770000002","recipient_name":"Brian Byaruhanga","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":"recipient_not_found","failure_reason":"No mobile-money account is registered under this phone number. Check the number.","balance_after":8817816,"sender_pays_fee":true}', '2026-11-24 06:32:46.158+00'),
	(1000004, 50, 25, 3, '{transaction.completed,withdrawal.completed}', 2, '{"id":25,"reference":"API_WD_1795501965_25","external_reference":"SIM-dbdf210f-8795-4a63-a60b-294340bf3265","type":"withdrawal","amount":31050,"fee_amount":1050,"net_amount":30000,"currency":"UGX","status":"completed","description":null,"created_at":"2026-11-24T06:32:45.957Z","completed_at":"2026-11-24T06:32:46.216Z","failed_at":null,"metadata":{"recipient_phone":"256701234567","recipient_name":"Godfrey Kirabo","provider":"Airtel","api_triggered":true,"operator_receipt":"SIM3"},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8817816,"sender_pays_fee":true}', '2026-11-24 06:32:46.216+00'),
	(1000004, 52, 27, 1, '{transaction.created,wallet.debited}', 2, '{"id":27,"reference":"API_WD_1795501966_27","external_reference":"SIM-214383b4-0a7e-44c9-8824-2a292233c001","type":"withdrawal","amount":1035,"fee_amount":35,"net_amount":1000,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:32:46.268Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256770000003","recipient_name":"Catherine Kabuye","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8816781,"sender_pays_fee":true}', '2026-11-24 06:32:46.268+00'),
	(1000004, 54, 27, 3, '{transaction.failed,withdrawal.failed,wallet.credited}', 2, '{"id":27,"reference":"API_WD_1795501966_27","external_reference":"SIM-214383b4-0a7e-44c9-8824-2a292233c001","type":"withdrawal","amount":1035,"fee_amount":35,"net_amount":1000,"currency":"UGX","status":"failed","description":null,"created_at":"2026-11-24T06:32:46.268Z","completed_at":null,"failed_at":"2026-11-24T06:32:46.330Z","metadata":{"recipient_phone":"256770000003","recipient_name":"Catherine Kabuye","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":"operator_float_too_low","failure_reason":"The mobile-money operator could not pay out at the moment for a reason on our side. We have been alerted; try again later.","balance_after":8817816,"sender_pays_fee":true}', '2026-11-24 06:32:46.33+00'),
	(1000004, 57, 28, 1, '{transaction.created}', 2, '{"id":28,"reference":"API_COL_1795501966_28","external_reference":"SIM-3aae4349-eef0-4ebc-8d70-eb1017e1e54f","type":"collection","amount":2000,"fee_amount":100,"net_amount":1900,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:32:46.645Z","completed_at":null,"failed_at":null,"metadata":{"customer_phone":"256700000006","customer_name":null,"provider":"Airtel","api_triggered":true},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":null}', '2026-11-24 06:32:46.645+00'),
	(1000004, 58, 28, 2, '{transaction.failed,deposit.failed}', 2, '{"id":28,"reference":"API_COL_1795501966_28","external_reference":"SIM-3aae4349-eef0-4ebc-8d70-eb1017e1e54f","type":"collection","amount":2000,"fee_amount":100,"net_amount":1900,"currency":"UGX","status":"failed","description":null,"created_at":"2026-11-24T06:32:46.645Z","completed_at":null,"failed_at":"2026-11-24T06:32:46.677Z","metadata":{"customer_phone":"256700000006","customer_name":null,"provider":"Airtel","api_triggered":true},"mode":"test","direction":"in","failure_code":"operator_unavailable","failure_reason":"The mobile-money operator could not be reached. Try again later.","balance_after":null}', '2026-11-24 06:32:46.677+00'),
	(1000004, 60, 29, 1, '{transaction.created}', 2, '{"id":29,"reference":"API_COL_1795501966_29","external_reference":"SIM-a750a30c-96fd-4ce4-aeed-9eb1f5235795","type":"collection","amount":40000,"fee_amount":2000,"net_amount":38000,"currency":"UGX","status":"processing","description":"Order 7","created_at":"2026-11-24T06:32:46.736Z","completed_at":null,"failed_at":null,"metadata":{"customer_phone":"256701234567","customer_name":"Okello ''O\"Brien''","provider":"Airtel","api_triggered":true},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":null}', '2026-11-24 06:32:46.736+00'),
	(1000004, 61, 30, 1, '{transaction.created}', 2, '{"id":30,"reference":"API_COL_1795501966_30","external_reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc","type":"collection","amount":5000,"fee_amount":250,"net_amount":4750,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:32:46.811Z","completed_at":null,"failed_at":null,"metadata":{"customer_phone":"256770000002","customer_name":null,"provider":"MTN","api_triggered":true},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":null}', '2026-11-24 06:32:46.811+00'),
	(1000004, 62, 29, 2, '{transaction.completed,deposit.completed,wallet.credited}', 2, '{"id":29,"reference":"API_COL_1795501966_29","external_reference":"SIM-a750a30c-96fd-4ce4-aeed-9eb1f5235795","type":"collection","amount":40000,"fee_amount":2000,"net_amount":38000,"currency":"UGX","status":"completed","description":"Order 7","created_at":"2026-11-24T06:32:46.736Z","completed_at":"2026-11-24T06:32:46.905Z","failed_at":null,"metadata":{"customer_phone":"256701234567","customer_name":"Okello ''O\"Brien''","provider":"Airtel","api_triggered":true,"operator_receipt":"SIM4"},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":8855816}', '2026-11-24 06:32:46.905+00'),
	(1000004, 65, 30, 2, '{transaction.failed,deposit.failed}', 2, '{"id":30,"reference":"API_COL_1795501966_30","external_reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc","type":"collection","amount":5000,"fee_amount":250,"net_amount":4750,"currency":"UGX","status":"failed","description":null,"created_at":"2026-11-24T06:32:46.811Z","completed_at":null,"failed_at":"2026-11-24T06:32:47.873Z","metadata":{"customer_phone":"256770000002","customer_name":null,"provider":"MTN","api_triggered":true},"mode":"test","direction":"in","failure_code":"customer_refused","failure_reason":"The customer declined the payment. Ask them before you send a new request.","balance_after":null}', '2026-11-24 06:32:47.873+00'),
	(1000004, 67, 31, 1, '{transaction.created,wallet.debited}', 2, '{"id":31,"reference":"REF_1795501968_31","external_reference":"SIM-0bcab87a-c426-4d77-ad4a-3dc24b638f1b","type":"refund","amount":40000,"fee_amount":0,"net_amount":40000,"currency":"UGX","status":"processing","description":"Wrong size","created_at":"2026-11-24T06:32:48.017Z","completed_at":null,"failed_at":null,"metadata":{"customer_phone":"256701234567","customer_name":"Okello ''O\"Brien''","provider":"Airtel","api_triggered":true,"refunds":29},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8815816,"sender_pays_fee":null}', '2026-11-24 06:32:48.017+00'),
	(1000004, 69, 31, 3, '{transaction.completed}', 2, '{"id":31,"reference":"REF_1795501968_31","external_reference":"SIM-0bcab87a-c426-4d77-ad4a-3dc24b638f1b","type":"refund","amount":40000,"fee_amount":0,"net_amount":40000,"currency":"UGX","status":"completed","description":"Wrong size","created_at":"2026-11-24T06:32:48.017Z","completed_at":"2026-11-24T06:32:48.248Z","failed_at":null,"metadata":{"customer_phone":"256701234567","customer_name":"Okello ''O\"Brien''","provider":"Airtel","api_triggered":true,"operator_receipt":"SIM6","refunds":29},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8815816,"sender_pays_fee":null}', '2026-11-24 06:32:48.248+00'),
	(1000006, 35, 32, 1, '{transaction.created,wallet.debited}', 3, '{"id":32,"reference":"SM_1795501968_32","external_reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1","type":"payment_sent","amount":4240,"fee_amount":240,"net_amount":4000,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:32:48.408Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256770000005","recipient_name":"Esther Lubega","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":955294,"sender_pays_fee":true}', '2026-11-24 06:32:48.408+00'),
	(1000006, 37, 33, 1, '{transaction.created,wallet.debited}', 3, '{"id":33,"reference":"API_WD_1795501968_33","external_reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd","type":"withdrawal","amount":3105,"fee_amount":105,"net_amount":3000,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:32:48.521Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256770000005","recipient_name":"Esther Lubega","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":952189,"sender_pays_fee":true}', '2026-11-24 06:32:48.521+00'),
	(1000006, 39, 34, 1, '{transaction.created}', 3, '{"id":34,"reference":"API_COL_1795501968_34","external_reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908","type":"collection","amount":8000,"fee_amount":400,"net_amount":7600,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:32:48.581Z","completed_at":null,"failed_at":null,"metadata":{"customer_phone":"256770000005","customer_name":null,"provider":"MTN","api_triggered":true},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":null}', '2026-11-24 06:32:48.581+00'),
	(1000008, 5, 35, 1, '{transaction.created,wallet.debited,transaction.pending}', 4, '{"id":35,"reference":"SM_1795501968_35","external_reference":null,"type":"payment_sent","amount":60000,"fee_amount":0,"net_amount":60000,"currency":"UGX","status":"pending","description":null,"created_at":"2026-11-24T06:32:48.688Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256772100001","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":2940000,"sender_pays_fee":true}', '2026-11-24 06:32:48.688+00'),
	(1000008, 8, 37, 1, '{transaction.created,wallet.debited,transaction.pending}', 4, '{"id":37,"reference":"API_WD_1795501968_37","external_reference":"SIM-36396a78-93e9-4f26-a048-f8c9ba5240eb","type":"withdrawal","amount":56925,"fee_amount":1925,"net_amount":55000,"currency":"UGX","status":"pending","description":null,"created_at":"2026-11-24T06:32:48.750Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256701234567","recipient_name":"Godfrey Kirabo","provider":"Airtel","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":2883075,"sender_pays_fee":true}', '2026-11-24 06:32:48.75+00'),
	(1000008, 11, 38, 1, '{transaction.created,wallet.debited,transaction.pending}', 4, '{"id":38,"reference":"SM_1795501968_38","external_reference":null,"type":"payment_sent","amount":70000,"fee_amount":0,"net_amount":70000,"currency":"UGX","status":"pending","description":null,"created_at":"2026-11-24T06:32:48.782Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256772100001","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":2813075,"sender_pays_fee":true}', '2026-11-24 06:32:48.782+00'),
	(1000008, 14, 40, 1, '{transaction.created,wallet.debited,transaction.pending}', 4, '{"id":40,"reference":"SM_1795501968_40","external_reference":"SIM-5086d235-7210-4d46-81f4-493ff52571c2","type":"payment_sent","amount":84800,"fee_amount":4800,"net_amount":80000,"currency":"UGX","status":"pending","description":null,"created_at":"2026-11-24T06:32:48.819Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256701234567","recipient_name":"Godfrey Kirabo","provider":"Airtel","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":2728275,"sender_pays_fee":true}', '2026-11-24 06:32:48.819+00'),
	(1000008, 17, 41, 1, '{transaction.created,wallet.debited,transaction.pending}', 4, '{"id":41,"reference":"SM_1795501968_41","external_reference":null,"type":"payment_sent","amount":90000,"fee_amount":0,"net_amount":90000,"currency":"UGX","status":"pending","description":null,"created_at":"2026-11-24T06:32:48.841Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256772100001","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":2638275,"sender_pays_fee":true}', '2026-11-24 06:32:48.841+00'),
	(1000008, 20, 38, 4, '{transaction.completed,send_money.completed}', 4, '{"id":38,"reference":"SM_1795501968_38","external_reference":null,"type":"payment_sent","amount":70000,"fee_amount":0,"net_amount":70000,"currency":"UGX","status":"completed","description":null,"created_at":"2026-11-24T06:32:48.782Z","completed_at":"2026-11-24T06:32:51.488Z","failed_at":null,"metadata":{"recipient_phone":"256772100001","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":2813075,"sender_pays_fee":true}', '2026-11-24 06:32:51.488+00'),
	(1000004, 70, 43, 1, '{transaction.created,wallet.credited,transaction.completed}', NULL, NULL, '2026-11-24 06:32:51.488+00');
INSERT INTO nsimbi.event_p000000 VALUES
	(1000008, 22, 40, 4, '{transaction.completed,send_money.completed}', 4, '{"id":40,"reference":"SM_1795501968_40","external_reference":"SIM-5086d235-7210-4d46-81f4-493ff52571c2","type":"payment_sent","amount":84800,"fee_amount":4800,"net_amount":80000,"currency":"UGX","status":"completed","description":null,"created_at":"2026-11-24T06:32:48.819Z","completed_at":"2026-11-24T06:32:54.370Z","failed_at":null,"metadata":{"recipient_phone":"256701234567","recipient_name":"Godfrey Kirabo","provider":"Airtel","api_triggered":true,"operator_receipt":"SIM10"},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":2728275,"sender_pays_fee":true}', '2026-11-24 06:32:54.37+00'),
	(1000008, 24, 41, 4, '{transaction.failed,send_money.failed,wallet.credited}', 4, '{"id":41,"reference":"SM_1795501968_41","external_reference":null,"type":"payment_sent","amount":90000,"fee_amount":0,"net_amount":90000,"currency":"UGX","status":"failed","description":null,"created_at":"2026-11-24T06:32:48.841Z","completed_at":null,"failed_at":"2026-11-24T06:32:56.439Z","metadata":{"recipient_phone":"256772100001","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":"approval_rejected","failure_reason":"The transaction was rejected; the money is back in the wallet.","balance_after":2728275,"sender_pays_fee":true}', '2026-11-24 06:32:56.439+00'),
	(1000004, 73, 44, 1, '{transaction.created,wallet.debited,transaction.completed,send_money.completed}', NULL, NULL, '2026-11-24 06:33:04.811+00'),
	(1000006, 40, 45, 1, '{transaction.created,wallet.credited,transaction.completed}', NULL, NULL, '2026-11-24 06:33:04.811+00'),
	(1000004, 77, 46, 1, '{transaction.created,wallet.debited}', NULL, '{"id":46,"reference":"SM_1795501984_46","external_reference":"SIM-a6a9cd86-8280-434e-95b1-fec9cbe88a1f","type":"payment_sent","amount":31800,"fee_amount":1800,"net_amount":30000,"currency":"UGX","status":"processing","description":"Wages","created_at":"2026-11-24T06:33:04.916Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256770000011","recipient_name":"Kato Nsubuga","provider":"MTN","api_triggered":false},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8834016,"sender_pays_fee":true}', '2026-11-24 06:33:04.916+00'),
	(1000004, 79, 46, 3, '{transaction.completed,send_money.completed}', NULL, '{"id":46,"reference":"SM_1795501984_46","external_reference":"SIM-a6a9cd86-8280-434e-95b1-fec9cbe88a1f","type":"payment_sent","amount":31800,"fee_amount":1800,"net_amount":30000,"currency":"UGX","status":"completed","description":"Wages","created_at":"2026-11-24T06:33:04.916Z","completed_at":"2026-11-24T06:33:05.003Z","failed_at":null,"metadata":{"recipient_phone":"256770000011","recipient_name":"Kato Nsubuga","provider":"MTN","api_triggered":false,"operator_receipt":"SIM11"},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8834016,"sender_pays_fee":true}', '2026-11-24 06:33:05.003+00'),
	(1000004, 81, 47, 1, '{transaction.created,wallet.debited,transaction.completed,send_money.completed}', NULL, NULL, '2026-11-24 06:33:05.435+00'),
	(1000006, 43, 48, 1, '{transaction.created,wallet.credited,transaction.completed}', NULL, NULL, '2026-11-24 06:33:05.435+00'),
	(1000004, 85, 49, 1, '{transaction.created,wallet.debited}', NULL, '{"id":49,"reference":"SM_1795501985_49","external_reference":"SIM-75b34593-8483-4a9e-819f-b5897b263273","type":"payment_sent","amount":21200,"fee_amount":1200,"net_amount":20000,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:33:05.460Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256770000011","recipient_name":"Kato Nsubuga","provider":"MTN","api_triggered":false,"bulk_payout_id":1,"bulk_payout_row":2},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8802816,"sender_pays_fee":true}', '2026-11-24 06:33:05.46+00'),
	(1000004, 87, 50, 1, '{transaction.created,wallet.debited}', NULL, '{"id":50,"reference":"SM_1795501985_50","external_reference":"SIM-c1069d06-8353-4c17-868c-eae2e2335490","type":"payment_sent","amount":31800,"fee_amount":1800,"net_amount":30000,"currency":"UGX","status":"processing","description":"bad number","created_at":"2026-11-24T06:33:05.460Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256770000002","recipient_name":"Brian Byaruhanga","provider":"MTN","api_triggered":false,"bulk_payout_id":1,"bulk_payout_row":3},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8771016,"sender_pays_fee":true}', '2026-11-24 06:33:05.46+00'),
	(1000004, 89, 50, 3, '{transaction.failed,send_money.failed,wallet.credited}', NULL, '{"id":50,"reference":"SM_1795501985_50","external_reference":"SIM-c1069d06-8353-4c17-868c-eae2e2335490","type":"payment_sent","amount":31800,"fee_amount":1800,"net_amount":30000,"currency":"UGX","status":"failed","description":"bad number","created_at":"2026-11-24T06:33:05.460Z","completed_at":null,"failed_at":"2026-11-24T06:33:05.509Z","metadata":{"recipient_phone":"256770000002","recipient_name":"Brian Byaruhanga","provider":"MTN","api_triggered":false,"bulk_payout_id":1,"bulk_payout_row":3},"mode":"test","direction":"out","failure_code":"recipient_not_found","failure_reason":"No mobile-money account is registered under this phone number. Check the number.","balance_after":8802816,"sender_pays_fee":true}', '2026-11-24 06:33:05.509+00'),
	(1000004, 92, 49, 3, '{transaction.completed,send_money.completed}', NULL, '{"id":49,"reference":"SM_1795501985_49","external_reference":"SIM-75b34593-8483-4a9e-819f-b5897b263273","type":"payment_sent","amount":21200,"fee_amount":1200,"net_amount":20000,"currency":"UGX","status":"completed","description":null,"created_at":"2026-11-24T06:33:05.460Z","completed_at":"2026-11-24T06:33:05.631Z","failed_at":null,"metadata":{"recipient_phone":"256770000011","recipient_name":"Kato Nsubuga","provider":"MTN","api_triggered":false,"operator_receipt":"SIM12","bulk_payout_id":1,"bulk_payout_row":2},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8802816,"sender_pays_fee":true}', '2026-11-24 06:33:05.631+00'),
	(1000004, 94, 51, 1, '{transaction.created,wallet.debited}', 2, '{"id":51,"reference":"SM_1795501985_51","external_reference":"SIM-e711a1c8-141b-41c6-9bcd-c38d436980c7","type":"payment_sent","amount":6360,"fee_amount":360,"net_amount":6000,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:33:05.958Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"256770000004","recipient_name":"Denis Kirabo","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8796456,"sender_pays_fee":true}', '2026-11-24 06:33:05.958+00'),
	(1000004, 96, 51, 3, '{transaction.completed,send_money.completed}', 2, '{"id":51,"reference":"SM_1795501985_51","external_reference":"SIM-e711a1c8-141b-41c6-9bcd-c38d436980c7","type":"payment_sent","amount":6360,"fee_amount":360,"net_amount":6000,"currency":"UGX","status":"completed","description":null,"created_at":"2026-11-24T06:33:05.958Z","completed_at":"2026-11-24T06:33:36.077Z","failed_at":null,"metadata":{"recipient_phone":"256770000004","recipient_name":"Denis Kirabo","provider":"MTN","api_triggered":true,"operator_receipt":"SIM13"},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8796456,"sender_pays_fee":true}', '2026-11-24 06:33:36.077+00');


--
-- Data for Name: event_p000001; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: event_p000002; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: fee_schedule; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.fee_schedule OVERRIDING SYSTEM VALUE VALUES
	(1, NULL, 'collection', '2000-01-01 00:00:00+00', '[{"fixed": 0, "up_to": null, "maximum": null, "minimum": 0, "basis_points": 500}]', 'default', '2026-11-24 06:32:08.175+00', NULL, NULL),
	(2, NULL, 'send_money_external', '2000-01-01 00:00:00+00', '[{"fixed": 0, "up_to": null, "maximum": null, "minimum": 0, "basis_points": 600}]', 'default', '2026-11-24 06:32:08.175+00', NULL, NULL),
	(3, NULL, 'send_money_internal', '2000-01-01 00:00:00+00', '[{"fixed": 0, "up_to": null, "maximum": null, "minimum": 0, "basis_points": 0}]', 'default', '2026-11-24 06:32:08.175+00', NULL, NULL),
	(4, NULL, 'withdrawal', '2000-01-01 00:00:00+00', '[{"fixed": 0, "up_to": null, "maximum": null, "minimum": 0, "basis_points": 350}]', 'default', '2026-11-24 06:32:08.175+00', NULL, NULL),
	(5, 3, 'send_money_internal', '2026-11-24 06:32:31.88+00', '[{"fixed": 300, "up_to": null, "maximum": null, "minimum": 0, "basis_points": 0}]', 'cli:root', '2026-11-24 06:32:31.88+00', NULL, NULL);


--
-- Data for Name: idempotency_key; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.idempotency_key VALUES
	(1000004, 'c6fe8d4e-dd4d-445c-83de-dfd45b82d8ff', 'cKn3Ed_H6Gx3xizvEV_pYnNQNODMTfM_e_hqo1dF5GY', 5, '2026-11-24 06:32:49.479+00', NULL, NULL, '2026-11-24 06:32:41.479+00'),
	(1000004, 'c96c38db-9132-4965-9c6a-3af04109ea41', 'P6IFqrBD77ZqlCDOKLbkwPiU64EZr-IatTg8TudHWQA', 7, '2026-11-24 06:32:49.623+00', NULL, NULL, '2026-11-24 06:32:41.623+00'),
	(1000004, '0cf16823-9466-49e9-a290-f796ba338b05', 'YHD2tEwQD17lGvctu_ul_tKH2blLK6m8AV-HLqGJtto', 9, '2026-11-24 06:32:49.838+00', NULL, NULL, '2026-11-24 06:32:41.838+00'),
	(1000004, 'cd9177df-04b1-49aa-a3ec-0f734bb23c89', 'IM86MP-uIcDzn6cyg49O-PIDAt6n_eoDz5mkf21Tp8A', 11, '2026-11-24 06:32:50.141+00', NULL, NULL, '2026-11-24 06:32:42.141+00'),
	(1000004, '24c516c0-d118-4915-8dc2-1054e7cfac58', 'HJdczuCAS7DQi6hgBefPD6CeVVUKYNjzCySWpqIC8wc', 13, '2026-11-24 06:32:50.317+00', NULL, NULL, '2026-11-24 06:32:42.317+00'),
	(1000006, '3b584657-8495-47b7-bca8-c4caa3d791da', 'dua0QYfP2nCWL0Afdd7_ZkcsQKaQtSwYf4s6uqP9YpY', 15, '2026-11-24 06:32:50.916+00', NULL, NULL, '2026-11-24 06:32:42.916+00'),
	(1000006, 'bd4d8954-a788-4e59-bb69-14b4666e0f30', 'PsywlzbEAp1lG0cQL1ZO1ubB93yyCoan07gJzsur7YQ', 17, '2026-11-24 06:32:51.063+00', NULL, NULL, '2026-11-24 06:32:43.063+00'),
	(1000006, '1504c670-8c3b-40da-a4aa-356c6ade9405', 'Kxtt-ouk892hNAlTL4SE_anFVvLFM2KiCAwo4jlU4Vo', 19, '2026-11-24 06:32:51.197+00', NULL, NULL, '2026-11-24 06:32:43.197+00'),
	(1000004, 'ae421c95-5ea7-4230-8a4c-9f7147652c33', 'xA5-jRgHvc_4AwBmcA2ZCJcmUWOFJZfHTljkBrrNp7o', 23, '2026-11-24 06:32:53.402+00', 200, '{"success":true,"message":"The payment was accepted and is on its way.","data":{"transaction_id":23,"reference":"SM_1795501965_23","recipient_name":"Godfrey Kirabo","recipient_phone":"256701234567","amount_sent":50000,"fee_amount":3000,"total_deducted":53000,"transfer_type":"external","status":"processing","requires_approval":false,"new_balance":8898866,"external_reference":"SIM-2bb04b88-0bb6-4c98-a53b-97779ffba75f","created_at":"2026-11-24T06:32:45.402Z","completed_at":null}}', '2026-11-24 06:32:45.402+00'),
	(1000004, 'e1ef2bce-1f49-4670-9b84-73b2e10892a0', 'cHJtP3ZPEzeJ5K0Y9VZc2tPNGsyL8Pbm6r4vTb_vnq4', 24, '2026-11-24 06:32:53.711+00', 200, '{"success":true,"message":"The payment was accepted and is on its way.","data":{"transaction_id":24,"reference":"SM_1795501965_24","recipient_name":"Okello Ssekandi","recipient_phone":"256772300555","amount_sent":47000,"fee_amount":3000,"total_deducted":50000,"transfer_type":"external","status":"processing","requires_approval":false,"new_balance":8848866,"external_reference":"SIM-02e4da75-9059-4984-8e15-a98b48dbacb2","created_at":"2026-11-24T06:32:45.711Z","completed_at":null}}', '2026-11-24 06:32:45.711+00'),
	(1000004, '7e4698bf-9cb0-4199-ab29-1a7207e55baf', '2BOA1EIWFL4BgsduUxEKjfdXE9j3C3qwD-Lvtow9hDU', 25, '2026-11-24 06:32:53.957+00', 200, '{"success":true,"message":"The withdrawal was accepted and is on its way.","data":{"transaction_id":25,"reference":"API_WD_1795501965_25","amount":30000,"fee":1050,"total_deducted":31050,"destination_phone":"256701234567","status":"processing","requires_approval":false,"new_balance":8817816,"external_reference":"SIM-dbdf210f-8795-4a63-a60b-294340bf3265","created_at":"2026-11-24T06:32:45.957Z"}}', '2026-11-24 06:32:45.957+00'),
	(1000004, '6bd5fc03-8852-4ade-b44c-f9b570876fe0', 'B8EYJkCTL89BrPgcw7UMDz97YW4JkDyXwbDDQMmvJJA', 26, '2026-11-24 06:32:54.096+00', 422, '{"success":false,"message":"No mobile-money account is registered under this phone number. Check the number. Transaction 26 failed and its money is back in the wallet; a new attempt needs a new Idempotency-Key.","code":"recipient_not_found","data":{"transaction_id":26,"reference":"SM_1795501966_26","status":"failed"},"request_id":"req_N9Ah1zABjSvKq"}', '2026-11-24 06:32:46.096+00'),
	(1000004, 'cbf2952c-f58e-4b64-96ac-900a6e6503c6', 'zX3pJFJquIb2Nno-OdIfSS0MpP5qgU7YdHYXFSUirm4', 27, '2026-11-24 06:32:54.268+00', 502, '{"success":false,"message":"The mobile-money operator could not pay out at the moment for a reason on our side. We have been alerted; try again later. Transaction 27 failed and its money is back in the wallet; a new attempt needs a new Idempotency-Key.","code":"operator_refused","data":{"transaction_id":27,"reference":"API_WD_1795501966_27","status":"failed"},"request_id":"req_N9Ah1zABjSvKr"}', '2026-11-24 06:32:46.268+00'),
	(1000004, 'cf46d883-75b2-48f4-8de5-6be841f2ac42', 'u9rp86qY9gMD_j6IxfPtXlSCRau0BpVn3NEMgchmulo', 28, '2026-11-24 06:32:54.645+00', 503, '{"success":false,"message":"The mobile-money operator could not be reached. Try again later. Transaction 28 failed and the customer paid nothing; a new attempt needs a new Idempotency-Key.","code":"operator_unavailable","data":{"transaction_id":28,"reference":"API_COL_1795501966_28","status":"failed"},"request_id":"req_N9Ah1zABjSvKs"}', '2026-11-24 06:32:46.645+00'),
	(1000004, '4a467c82-9c40-449c-9841-d9c929efccd6', 'Sm-dpuhe8JHon3SW8tcXXSaM3nEnVYx20NinoH8y0lA', 29, '2026-11-24 06:32:54.736+00', 200, '{"success":true,"message":"The customer was asked to approve the payment.","data":{"transaction_id":29,"reference":"API_COL_1795501966_29","customer_phone":"256701234567","customer_name":"Okello ''O\"Brien''","amount_requested":40000,"collection_fee":2000,"net_amount_to_receive":38000,"status":"processing","external_reference":"SIM-a750a30c-96fd-4ce4-aeed-9eb1f5235795","instructions":"The customer will receive an STK push prompt on their phone and pays by approving it with their mobile money PIN.","created_at":"2026-11-24T06:32:46.736Z"}}', '2026-11-24 06:32:46.736+00'),
	(1000004, '89065032-23b5-4cf0-b67c-d43d544ce75d', '-SLN8PPwAnEmaLUTN8bS0P6V0QAE0evqqJ4L7mh0ONM', 30, '2026-11-24 06:32:54.811+00', 200, '{"success":true,"message":"The customer was asked to approve the payment.","data":{"transaction_id":30,"reference":"API_COL_1795501966_30","customer_phone":"256770000002","customer_name":null,"amount_requested":5000,"collection_fee":250,"net_amount_to_receive":4750,"status":"processing","external_reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc","instructions":"The customer will receive an STK push prompt on their phone and pays by approving it with their mobile money PIN.","created_at":"2026-11-24T06:32:46.811Z"}}', '2026-11-24 06:32:46.811+00'),
	(1000004, '3824eefc-02e6-48fe-8d39-af70e7068cc0', 'QsZVeaXgciVSD5xQF6ocsOiYRjTIkx8lHzIMQhcyyMk', 31, '2026-11-24 06:32:56.017+00', 200, '{"success":true,"message":"The refund was accepted and is on its way to the customer.","data":{"transaction_id":31,"reference":"REF_1795501968_31","collection_id":29,"amount":40000,"status":"processing","new_balance":8815816,"external_reference":"SIM-0bcab87a-c426-4d77-ad4a-3dc24b638f1b","created_at":"2026-11-24T06:32:48.017Z"}}', '2026-11-24 06:32:48.017+00'),
	(1000006, '388aca21-bfbd-4d20-96f3-932ff6749711', 'v06KXiwI2kbbcZs3P8qcOTJaeuodYBYfc-k0VQZgADs', 32, '2026-11-24 06:32:56.408+00', 200, '{"success":true,"message":"The payment was accepted and is on its way.","data":{"transaction_id":32,"reference":"SM_1795501968_32","recipient_name":"Esther Lubega","recipient_phone":"256770000005","amount_sent":4000,"fee_amount":240,"total_deducted":4240,"transfer_type":"external","status":"processing","requires_approval":false,"new_balance":955294,"external_reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1","created_at":"2026-11-24T06:32:48.408Z","completed_at":null}}', '2026-11-24 06:32:48.408+00'),
	(1000006, 'd8e77451-34c5-454e-8d72-fdc775408966', 'Y0VO0-AvGk3NMxkHN3TXgpX6NquodEtMT17VX9eT6sk', 33, '2026-11-24 06:32:56.521+00', 200, '{"success":true,"message":"The withdrawal was accepted and is on its way.","data":{"transaction_id":33,"reference":"API_WD_1795501968_33","amount":3000,"fee":105,"total_deducted":3105,"destination_phone":"256770000005","status":"processing","requires_approval":false,"new_balance":952189,"external_reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd","created_at":"2026-11-24T06:32:48.521Z"}}', '2026-11-24 06:32:48.521+00'),
	(1000006, 'ebddfc69-2ec7-4461-a8b8-807109b259ff', 'KrG_E5-Z74zIpMvY5bKUuwchKYeNiVvM5Ne4M5fp-vc', 34, '2026-11-24 06:32:56.581+00', 200, '{"success":true,"message":"The customer was asked to approve the payment.","data":{"transaction_id":34,"reference":"API_COL_1795501968_34","customer_phone":"256770000005","customer_name":null,"amount_requested":8000,"collection_fee":400,"net_amount_to_receive":7600,"status":"processing","external_reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908","instructions":"The customer will receive an STK push prompt on their phone and pays by approving it with their mobile money PIN.","created_at":"2026-11-24T06:32:48.581Z"}}', '2026-11-24 06:32:48.581+00'),
	(1000008, '113576d8-2f2c-4bdd-b4b7-5d977cda7b69', 'RAsRKId_tpvuEw3Z7npoTtLG7BoPmVDbjkIFYcfzK9M', 35, '2026-11-24 06:32:56.688+00', 200, '{"success":true,"message":"The payment waits for approval; the money is set aside.","data":{"transaction_id":35,"reference":"SM_1795501968_35","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","recipient_phone":"256772100001","amount_sent":60000,"fee_amount":0,"total_deducted":60000,"transfer_type":"internal","status":"pending","requires_approval":true,"new_balance":2940000,"external_reference":null,"created_at":"2026-11-24T06:32:48.688Z","completed_at":null}}', '2026-11-24 06:32:48.688+00'),
	(1000008, '78206041-b094-40cd-acc6-5a52f9825ce7', 'Z6wKkqtjEqyQJpaaJedIKuwx4cCm0ELAa426a2LaAOY', 37, '2026-11-24 06:32:56.75+00', 200, '{"success":true,"message":"The withdrawal waits for approval; the money is set aside.","data":{"transaction_id":37,"reference":"API_WD_1795501968_37","amount":55000,"fee":1925,"total_deducted":56925,"destination_phone":"256701234567","status":"pending","requires_approval":true,"new_balance":2883075,"external_reference":"SIM-36396a78-93e9-4f26-a048-f8c9ba5240eb","created_at":"2026-11-24T06:32:48.750Z"}}', '2026-11-24 06:32:48.75+00'),
	(1000008, '66af1445-f886-42ca-b9dc-414b819297a2', 'O1-8UkMv5OERSQIJTFIrQ4hqzWxNR9Ci9orIOQyPKY8', 38, '2026-11-24 06:32:56.782+00', 200, '{"success":true,"message":"The payment waits for approval; the money is set aside.","data":{"transaction_id":38,"reference":"SM_1795501968_38","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","recipient_phone":"256772100001","amount_sent":70000,"fee_amount":0,"total_deducted":70000,"transfer_type":"internal","status":"pending","requires_approval":true,"new_balance":2813075,"external_reference":null,"created_at":"2026-11-24T06:32:48.782Z","completed_at":null}}', '2026-11-24 06:32:48.782+00'),
	(1000008, '8ba5b489-026a-426b-99d0-f1dfc1aabd59', 'JD9pM2U8gBWkHEEbZg09yEKfvqURjn4goZ_X93aAgz4', 40, '2026-11-24 06:32:56.819+00', 200, '{"success":true,"message":"The payment waits for approval; the money is set aside.","data":{"transaction_id":40,"reference":"SM_1795501968_40","recipient_name":"Godfrey Kirabo","recipient_phone":"256701234567","amount_sent":80000,"fee_amount":4800,"total_deducted":84800,"transfer_type":"external","status":"pending","requires_approval":true,"new_balance":2728275,"external_reference":"SIM-5086d235-7210-4d46-81f4-493ff52571c2","created_at":"2026-11-24T06:32:48.819Z","completed_at":null}}', '2026-11-24 06:32:48.819+00'),
	(1000008, '34007ec0-6055-4c51-9c81-72cd46afa373', 'myQ8ObQzJumlGtjbSogim7RXweEXy2YKPZqd5Eqlatc', 41, '2026-11-24 06:32:56.841+00', 200, '{"success":true,"message":"The payment waits for approval; the money is set aside.","data":{"transaction_id":41,"reference":"SM_1795501968_41","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","recipient_phone":"256772100001","amount_sent":90000,"fee_amount":0,"total_deducted":90000,"transfer_type":"internal","status":"pending","requires_approval":true,"new_balance":2638275,"external_reference":null,"created_at":"2026-11-24T06:32:48.841Z","completed_at":null}}', '2026-11-24 06:32:48.841+00'),
	(1000004, 'dashboard c18f18920ea2cbcd1f1f6e44cb9b815e 94393368-cb7a-477f-a9cf-8295485d84b2', 'I5ucrtiOfgvPfZCUPCVHWgA5Col6PFYo0Z1ExNwDxqg', 44, '2026-11-24 06:33:12.811+00', NULL, NULL, '2026-11-24 06:33:04.811+00'),
	(1000004, 'dashboard c18f18920ea2cbcd1f1f6e44cb9b815e cf09c5ba-aeb2-4db3-9575-826c2b0271ac', 'sHL5Q0MCfxgCXLYSNK9fTfppWatJWpGv3hE9a8Eb8pg', 46, '2026-11-24 06:33:12.916+00', 200, '{"success":true,"message":"The payment was accepted and is on its way.","data":{"transaction_id":46,"reference":"SM_1795501984_46","recipient_name":"Kato Nsubuga","recipient_phone":"256770000011","amount_sent":30000,"fee_amount":1800,"total_deducted":31800,"transfer_type":"external","status":"processing","requires_approval":false,"new_balance":8834016,"external_reference":"SIM-a6a9cd86-8280-434e-95b1-fec9cbe88a1f","created_at":"2026-11-24T06:33:04.916Z","completed_at":null}}', '2026-11-24 06:33:04.916+00'),
	(1000004, 'bulk 1 1', 'gvp9H4fINmxL8I84claNi7ls8rWUqdfQNtz2bFq4M7k', 47, '2026-11-24 06:33:13.435+00', NULL, NULL, '2026-11-24 06:33:05.435+00'),
	(1000004, 'bulk 1 2', '1doKfI855DwF1YFNa8fsmShcx-cIv75UH4iaoDLv2Ho', 49, '2026-11-24 06:33:13.46+00', NULL, NULL, '2026-11-24 06:33:05.46+00'),
	(1000004, 'bulk 1 3', 'J1huAVJN_-PFFa1w9L5l6V35b3fvhwcC5CuI4hBRNo4', 50, '2026-11-24 06:33:13.46+00', NULL, NULL, '2026-11-24 06:33:05.46+00'),
	(1000004, '000829ce-785a-48c8-9704-9d7217f58ea0', 'R4dB7fZ6_M54pujacIuuqcG9ct8f96nywzth5C0PC00', 51, '2026-11-24 06:33:13.958+00', NULL, NULL, '2026-11-24 06:33:05.958+00');


--
-- Data for Name: installation; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.installation VALUES
	(true, '07809166-44bf-4486-90ae-539d0d7fa3f6', '2026-11-24 06:32:08.186+00', '\x026b3173bd5504b510264d0f995e9eb0ccc77089d284084df3cebb3bcae95296aa5a208136');


--
-- Data for Name: operator_account; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.operator_account OVERRIDING SYSTEM VALUE VALUES
	(1, 'test', 'MTN', 'simulator', 'test', 'mtn', '2026-11-24 06:32:10.293+00'),
	(2, 'test', 'Airtel', 'simulator', 'test', 'airtel', '2026-11-24 06:32:10.333+00'),
	(3, 'test', 'Other', 'simulator', 'test', 'other', '2026-11-24 06:32:10.367+00');


--
-- Data for Name: operator_call_20261123; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: operator_call_20261124; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.operator_call_20261124 VALUES
	(1, 1000004, 23, '2026-11-24 06:32:45.452+00', 'Airtel', true, 'pay_out', 1, NULL, NULL, 'answered', NULL, 50.144, '{"reference":"SIM-2bb04b88-0bb6-4c98-a53b-97779ffba75f","phone":"25670*****67","amount":50000,"description":"Rent – 5 🏠"}', 126, '{"status":"accepted"}', 21),
	(2, 1000004, 23, '2026-11-24 06:32:45.553+00', 'Airtel', true, 'callback', NULL, NULL, NULL, 'received', NULL, NULL, '{"reference":"SIM-2bb04b88-0bb6-4c98-a53b-97779ffba75f"}', 56, NULL, 0),
	(3, 1000004, 23, '2026-11-24 06:32:45.624+00', 'Airtel', true, 'query', NULL, NULL, NULL, 'answered', NULL, 15.42, '{"reference":"SIM-2bb04b88-0bb6-4c98-a53b-97779ffba75f"}', 56, '{"status":"succeeded","receipt":"SIM1","amount":50000,"phone":"25670*****67"}', 77),
	(4, 1000004, 24, '2026-11-24 06:32:45.744+00', 'MTN', true, 'pay_out', 1, NULL, NULL, 'answered', NULL, 38.105, '{"reference":"SIM-02e4da75-9059-4984-8e15-a98b48dbacb2","phone":"25677*****55","amount":47000,"description":null}', 113, '{"status":"accepted"}', 21),
	(5, 1000004, 24, '2026-11-24 06:32:45.852+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 16.536, '{"reference":"SIM-02e4da75-9059-4984-8e15-a98b48dbacb2"}', 56, '{"status":"succeeded","receipt":"SIM2","amount":47000,"phone":"25677*****55"}', 77),
	(6, 1000004, 24, '2026-11-24 06:32:45.845+00', 'MTN', true, 'callback', NULL, NULL, NULL, 'received', NULL, NULL, '{"reference":"SIM-02e4da75-9059-4984-8e15-a98b48dbacb2"}', 56, NULL, 0),
	(7, 1000004, 25, '2026-11-24 06:32:45.971+00', 'Airtel', true, 'pay_out', 1, NULL, NULL, 'answered', NULL, 36.014, '{"reference":"SIM-dbdf210f-8795-4a63-a60b-294340bf3265","phone":"25670*****67","amount":30000,"description":null}', 113, '{"status":"accepted"}', 21),
	(8, 1000004, 24, '2026-11-24 06:32:46.077+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 21.73, '{"reference":"SIM-02e4da75-9059-4984-8e15-a98b48dbacb2"}', 56, '{"status":"succeeded","receipt":"SIM2","amount":47000,"phone":"25677*****55"}', 77),
	(9, 1000004, 25, '2026-11-24 06:32:46.078+00', 'Airtel', true, 'callback', NULL, NULL, NULL, 'received', NULL, NULL, '{"reference":"SIM-dbdf210f-8795-4a63-a60b-294340bf3265"}', 56, NULL, 0),
	(10, 1000004, 26, '2026-11-24 06:32:46.127+00', 'MTN', true, 'pay_out', 1, NULL, NULL, 'answered', NULL, 0.283, '{"reference":"SIM-825a7626-954c-4237-b42c-b8b8e1b53373","phone":"25677*****02","amount":1000,"description":null}', 112, '{"status":"refused","code":"recipient_not_found"}', 49),
	(11, 1000004, 25, '2026-11-24 06:32:46.078+00', 'Airtel', true, 'query', NULL, NULL, NULL, 'answered', NULL, 78.335, '{"reference":"SIM-dbdf210f-8795-4a63-a60b-294340bf3265"}', 56, '{"status":"succeeded","receipt":"SIM3","amount":30000,"phone":"25670*****67"}', 77),
	(12, 1000004, 27, '2026-11-24 06:32:46.301+00', 'MTN', true, 'pay_out', 1, NULL, NULL, 'answered', NULL, 0.092, '{"reference":"SIM-214383b4-0a7e-44c9-8824-2a292233c001","phone":"25677*****03","amount":1000,"description":null}', 112, '{"status":"refused","code":"operator_float_too_low"}', 52),
	(13, 1000004, 25, '2026-11-24 06:32:46.566+00', 'Airtel', true, 'query', NULL, NULL, NULL, 'answered', NULL, 18.566, '{"reference":"SIM-dbdf210f-8795-4a63-a60b-294340bf3265"}', 56, '{"status":"succeeded","receipt":"SIM3","amount":30000,"phone":"25670*****67"}', 77),
	(14, 1000004, 28, '2026-11-24 06:32:46.66+00', 'Airtel', true, 'collect', 1, NULL, NULL, 'not_reached', NULL, 0.086, '{"reference":"SIM-3aae4349-eef0-4ebc-8d70-eb1017e1e54f","phone":"25670*****06","amount":2000,"description":null}', 112, 'simulated: connection refused', 29),
	(15, 1000004, 29, '2026-11-24 06:32:46.754+00', 'Airtel', true, 'collect', 1, NULL, NULL, 'answered', NULL, 13.136, '{"reference":"SIM-a750a30c-96fd-4ce4-aeed-9eb1f5235795","phone":"25670*****67","amount":40000,"description":"Order 7"}', 118, '{"status":"accepted"}', 21),
	(16, 1000004, 30, '2026-11-24 06:32:46.826+00', 'MTN', true, 'collect', 1, NULL, NULL, 'answered', NULL, 6.588, '{"reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc","phone":"25677*****02","amount":5000,"description":null}', 112, '{"status":"accepted"}', 21),
	(17, 1000004, 29, '2026-11-24 06:32:46.818+00', 'Airtel', true, 'callback', NULL, NULL, NULL, 'received', NULL, NULL, '{"reference":"SIM-a750a30c-96fd-4ce4-aeed-9eb1f5235795"}', 56, NULL, 0),
	(18, 1000004, 29, '2026-11-24 06:32:46.882+00', 'Airtel', true, 'query', NULL, NULL, NULL, 'answered', NULL, 12.75, '{"reference":"SIM-a750a30c-96fd-4ce4-aeed-9eb1f5235795"}', 56, '{"status":"succeeded","receipt":"SIM4","amount":40000,"phone":"25670*****67"}', 77),
	(19, 1000004, 30, '2026-11-24 06:32:46.934+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.115, '{"reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc"}', 56, '{"status":"pending"}', 20),
	(20, 1000004, 30, '2026-11-24 06:32:47.064+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.77, '{"reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc"}', 56, '{"status":"pending"}', 20),
	(21, 1000004, 30, '2026-11-24 06:32:47.195+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.58, '{"reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc"}', 56, '{"status":"pending"}', 20),
	(22, 1000004, 30, '2026-11-24 06:32:47.318+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.067, '{"reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc"}', 56, '{"status":"pending"}', 20),
	(23, 1000004, 30, '2026-11-24 06:32:47.447+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.595, '{"reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc"}', 56, '{"status":"pending"}', 20),
	(24, 1000004, 30, '2026-11-24 06:32:47.575+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.37, '{"reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc"}', 56, '{"status":"pending"}', 20),
	(25, 1000004, 30, '2026-11-24 06:32:47.723+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.012, '{"reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc"}', 56, '{"status":"pending"}', 20),
	(26, 1000004, 30, '2026-11-24 06:32:47.864+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.438, '{"reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc"}', 56, '{"status":"failed","code":"customer_refused"}', 45),
	(27, 1000004, 30, '2026-11-24 06:32:47.835+00', 'MTN', true, 'callback', NULL, NULL, NULL, 'received', NULL, NULL, '{"reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc"}', 56, NULL, 0),
	(28, 1000004, 30, '2026-11-24 06:32:48.071+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.881, '{"reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc"}', 56, '{"status":"failed","code":"customer_refused"}', 45),
	(29, 1000004, 31, '2026-11-24 06:32:48.1+00', 'Airtel', true, 'refund', 1, NULL, NULL, 'answered', NULL, 10.389, '{"reference":"SIM-0bcab87a-c426-4d77-ad4a-3dc24b638f1b","phone":"25670*****67","amount":40000,"description":"Wrong size"}', 121, '{"status":"accepted"}', 21),
	(30, 1000004, 31, '2026-11-24 06:32:48.163+00', 'Airtel', true, 'callback', NULL, NULL, NULL, 'received', NULL, NULL, '{"reference":"SIM-0bcab87a-c426-4d77-ad4a-3dc24b638f1b"}', 56, NULL, 0),
	(31, 1000004, 31, '2026-11-24 06:32:48.212+00', 'Airtel', true, 'query', NULL, NULL, NULL, 'answered', NULL, 16.557, '{"reference":"SIM-0bcab87a-c426-4d77-ad4a-3dc24b638f1b"}', 56, '{"status":"succeeded","receipt":"SIM6","amount":40000,"phone":"25670*****67"}', 77),
	(32, 1000004, 31, '2026-11-24 06:32:48.423+00', 'Airtel', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.773, '{"reference":"SIM-0bcab87a-c426-4d77-ad4a-3dc24b638f1b"}', 56, '{"status":"succeeded","receipt":"SIM6","amount":40000,"phone":"25670*****67"}', 77),
	(33, 1000006, 32, '2026-11-24 06:32:48.457+00', 'MTN', true, 'pay_out', 1, NULL, NULL, 'answered', NULL, 4.485, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1","phone":"25677*****05","amount":4000,"description":null}', 112, '{"status":"accepted"}', 21),
	(34, 1000006, 32, '2026-11-24 06:32:48.53+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 12.544, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(35, 1000006, 33, '2026-11-24 06:32:48.544+00', 'MTN', true, 'pay_out', 1, NULL, NULL, 'answered', NULL, 14.822, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd","phone":"25677*****05","amount":3000,"description":null}', 112, '{"status":"accepted"}', 21),
	(36, 1000006, 33, '2026-11-24 06:32:48.612+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.039, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(37, 1000006, 34, '2026-11-24 06:32:48.6+00', 'MTN', true, 'collect', 1, NULL, NULL, 'answered', NULL, 17.845, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908","phone":"25677*****05","amount":8000,"description":null}', 112, '{"status":"accepted"}', 21),
	(38, 1000006, 32, '2026-11-24 06:32:48.688+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 10.943, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(39, 1000006, 34, '2026-11-24 06:32:48.686+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 12.458, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(40, 1000006, 33, '2026-11-24 06:32:48.779+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 7.432, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(41, 1000006, 32, '2026-11-24 06:32:48.839+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.981, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(42, 1000006, 34, '2026-11-24 06:32:48.851+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.887, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(43, 1000006, 33, '2026-11-24 06:32:48.979+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 15.844, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(44, 1000006, 32, '2026-11-24 06:32:49.033+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.646, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(45, 1000006, 34, '2026-11-24 06:32:49.033+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.092, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(46, 1000006, 33, '2026-11-24 06:32:49.137+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 17.568, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(47, 1000006, 32, '2026-11-24 06:32:49.202+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.784, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(48, 1000006, 34, '2026-11-24 06:32:49.202+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.652, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(49, 1000006, 33, '2026-11-24 06:32:49.3+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.043, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(50, 1000006, 32, '2026-11-24 06:32:49.379+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 9.07, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20);
INSERT INTO nsimbi.operator_call_20261124 VALUES
	(51, 1000006, 34, '2026-11-24 06:32:49.38+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 9.323, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(52, 1000006, 33, '2026-11-24 06:32:49.449+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.174, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(53, 1000006, 32, '2026-11-24 06:32:49.545+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.797, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(54, 1000006, 34, '2026-11-24 06:32:49.556+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.705, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(55, 1000006, 33, '2026-11-24 06:32:49.639+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 10.872, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(56, 1000006, 32, '2026-11-24 06:32:49.694+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.418, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(57, 1000006, 34, '2026-11-24 06:32:49.694+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 45.792, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(58, 1000006, 33, '2026-11-24 06:32:49.845+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 32.115, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(59, 1000006, 32, '2026-11-24 06:32:49.904+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.228, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(60, 1000006, 34, '2026-11-24 06:32:50.027+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.378, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(61, 1000006, 33, '2026-11-24 06:32:50.108+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 38.36, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(62, 1000006, 32, '2026-11-24 06:32:50.148+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.892, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(63, 1000006, 34, '2026-11-24 06:32:50.214+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.498, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(64, 1000006, 33, '2026-11-24 06:32:50.296+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 22.439, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(65, 1000006, 32, '2026-11-24 06:32:50.335+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.009, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(66, 1000006, 34, '2026-11-24 06:32:50.375+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.659, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(67, 1000006, 33, '2026-11-24 06:32:50.445+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.164, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(68, 1000006, 32, '2026-11-24 06:32:50.478+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.693, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(69, 1000006, 34, '2026-11-24 06:32:50.554+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.004, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(70, 1000006, 33, '2026-11-24 06:32:50.588+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.107, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(71, 1000006, 32, '2026-11-24 06:32:50.675+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.444, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(72, 1000006, 34, '2026-11-24 06:32:50.713+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.183, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(73, 1000006, 33, '2026-11-24 06:32:50.757+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.648, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(74, 1000006, 32, '2026-11-24 06:32:50.847+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.301, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(75, 1000006, 34, '2026-11-24 06:32:50.894+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 16.651, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(76, 1000006, 33, '2026-11-24 06:32:50.911+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 14.211, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(77, 1000006, 32, '2026-11-24 06:32:50.999+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 12.555, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(78, 1000006, 34, '2026-11-24 06:32:51.058+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.848, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(79, 1000006, 33, '2026-11-24 06:32:51.099+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.088, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(80, 1000006, 32, '2026-11-24 06:32:51.159+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.643, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(81, 1000006, 34, '2026-11-24 06:32:51.22+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.293, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(82, 1000006, 33, '2026-11-24 06:32:51.251+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.831, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(83, 1000006, 32, '2026-11-24 06:32:51.321+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.741, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(84, 1000006, 34, '2026-11-24 06:32:51.368+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 14.63, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(85, 1000006, 33, '2026-11-24 06:32:51.456+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.806, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(86, 1000006, 32, '2026-11-24 06:32:51.502+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.254, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(87, 1000006, 34, '2026-11-24 06:32:51.556+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.21, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(88, 1000006, 33, '2026-11-24 06:32:51.626+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.175, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(89, 1000006, 32, '2026-11-24 06:32:51.691+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.934, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(90, 1000006, 34, '2026-11-24 06:32:51.727+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.571, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(91, 1000006, 33, '2026-11-24 06:32:51.822+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.274, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(92, 1000006, 32, '2026-11-24 06:32:51.902+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.367, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(93, 1000006, 34, '2026-11-24 06:32:51.946+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.563, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(94, 1000006, 33, '2026-11-24 06:32:52.015+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.714, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(95, 1000006, 34, '2026-11-24 06:32:52.12+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 14.829, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(96, 1000006, 32, '2026-11-24 06:32:52.119+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 15.209, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(97, 1000006, 33, '2026-11-24 06:32:52.206+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 14.701, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(98, 1000006, 34, '2026-11-24 06:32:52.284+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 30.589, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(99, 1000006, 32, '2026-11-24 06:32:52.387+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.292, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(100, 1000006, 33, '2026-11-24 06:32:52.515+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.443, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20);
INSERT INTO nsimbi.operator_call_20261124 VALUES
	(101, 1000006, 34, '2026-11-24 06:32:52.542+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 25.107, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(102, 1000006, 32, '2026-11-24 06:32:52.569+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.654, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(103, 1000006, 33, '2026-11-24 06:32:52.66+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.452, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(104, 1000006, 32, '2026-11-24 06:32:52.729+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 46.226, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(105, 1000006, 34, '2026-11-24 06:32:52.775+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.789, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(106, 1000006, 33, '2026-11-24 06:32:52.843+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.889, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(107, 1000006, 32, '2026-11-24 06:32:52.944+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 10.553, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(108, 1000006, 34, '2026-11-24 06:32:52.977+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.485, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(109, 1000006, 33, '2026-11-24 06:32:53.038+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.027, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(110, 1000006, 32, '2026-11-24 06:32:53.107+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.961, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(111, 1000006, 34, '2026-11-24 06:32:53.131+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.574, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(112, 1000006, 33, '2026-11-24 06:32:53.222+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 54.917, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(113, 1000006, 32, '2026-11-24 06:32:53.305+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.348, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(114, 1000006, 34, '2026-11-24 06:32:53.335+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 19.755, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(115, 1000006, 33, '2026-11-24 06:32:53.46+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.958, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(116, 1000006, 34, '2026-11-24 06:32:53.477+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.883, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(117, 1000006, 32, '2026-11-24 06:32:53.476+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.348, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(118, 1000006, 34, '2026-11-24 06:32:53.623+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.298, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(119, 1000006, 33, '2026-11-24 06:32:53.618+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.256, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(120, 1000006, 32, '2026-11-24 06:32:53.665+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.53, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(121, 1000006, 34, '2026-11-24 06:32:53.767+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.494, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(122, 1000006, 33, '2026-11-24 06:32:53.799+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.532, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(123, 1000006, 32, '2026-11-24 06:32:53.803+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.087, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(124, 1000006, 34, '2026-11-24 06:32:53.914+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.385, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(125, 1000006, 33, '2026-11-24 06:32:53.972+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.884, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(126, 1000006, 32, '2026-11-24 06:32:53.977+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.906, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(127, 1000006, 34, '2026-11-24 06:32:54.072+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.573, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(128, 1000006, 33, '2026-11-24 06:32:54.105+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.073, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(129, 1000006, 32, '2026-11-24 06:32:54.116+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.327, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(130, 1000008, 40, '2026-11-24 06:32:54.241+00', 'Airtel', true, 'pay_out', 1, NULL, NULL, 'answered', NULL, 10.764, '{"reference":"SIM-5086d235-7210-4d46-81f4-493ff52571c2","phone":"25670*****67","amount":80000,"description":null}', 113, '{"status":"accepted"}', 21),
	(131, 1000006, 34, '2026-11-24 06:32:54.254+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 15, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(132, 1000006, 33, '2026-11-24 06:32:54.27+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 15.98, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(133, 1000006, 32, '2026-11-24 06:32:54.286+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.772, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(134, 1000008, 40, '2026-11-24 06:32:54.314+00', 'Airtel', true, 'query', NULL, NULL, NULL, 'answered', NULL, 26.262, '{"reference":"SIM-5086d235-7210-4d46-81f4-493ff52571c2"}', 56, '{"status":"succeeded","receipt":"SIM10","amount":80000,"phone":"25670*****67"}', 78),
	(135, 1000008, 40, '2026-11-24 06:32:54.341+00', 'Airtel', true, 'callback', NULL, NULL, NULL, 'received', NULL, NULL, '{"reference":"SIM-5086d235-7210-4d46-81f4-493ff52571c2"}', 56, NULL, 0),
	(136, 1000006, 33, '2026-11-24 06:32:54.513+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 37.357, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(137, 1000006, 34, '2026-11-24 06:32:54.513+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 37.944, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(138, 1000006, 32, '2026-11-24 06:32:54.551+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 28.522, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(139, 1000008, 40, '2026-11-24 06:32:54.58+00', 'Airtel', true, 'query', NULL, NULL, NULL, 'answered', NULL, 15.494, '{"reference":"SIM-5086d235-7210-4d46-81f4-493ff52571c2"}', 56, '{"status":"succeeded","receipt":"SIM10","amount":80000,"phone":"25670*****67"}', 78),
	(140, 1000006, 33, '2026-11-24 06:32:54.682+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 39.369, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(141, 1000006, 34, '2026-11-24 06:32:54.771+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.982, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(142, 1000006, 32, '2026-11-24 06:32:54.77+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.088, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(143, 1000006, 33, '2026-11-24 06:32:54.896+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.206, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(144, 1000006, 32, '2026-11-24 06:32:54.923+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 7.812, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(145, 1000006, 34, '2026-11-24 06:32:54.931+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 16.631, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(146, 1000006, 33, '2026-11-24 06:32:55.04+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 9.885, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(147, 1000006, 32, '2026-11-24 06:32:55.096+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 10.801, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(148, 1000006, 34, '2026-11-24 06:32:55.096+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 10.986, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(149, 1000006, 33, '2026-11-24 06:32:55.244+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.008, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(150, 1000006, 32, '2026-11-24 06:32:55.279+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 22.898, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20);
INSERT INTO nsimbi.operator_call_20261124 VALUES
	(151, 1000006, 34, '2026-11-24 06:32:55.278+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 25.48, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(152, 1000006, 33, '2026-11-24 06:32:55.374+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.307, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(153, 1000006, 32, '2026-11-24 06:32:55.427+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.155, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(154, 1000006, 34, '2026-11-24 06:32:55.458+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 12.223, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(155, 1000006, 33, '2026-11-24 06:32:55.53+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 16.887, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(156, 1000006, 32, '2026-11-24 06:32:55.641+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.899, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(157, 1000006, 34, '2026-11-24 06:32:55.64+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.233, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(158, 1000006, 33, '2026-11-24 06:32:55.735+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.404, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(159, 1000006, 32, '2026-11-24 06:32:55.798+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.229, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(160, 1000006, 34, '2026-11-24 06:32:55.822+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.125, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(161, 1000006, 33, '2026-11-24 06:32:55.912+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.847, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(162, 1000006, 32, '2026-11-24 06:32:55.947+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.004, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(163, 1000006, 34, '2026-11-24 06:32:55.953+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.081, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(164, 1000006, 33, '2026-11-24 06:32:56.05+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.345, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(165, 1000006, 32, '2026-11-24 06:32:56.09+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 33.453, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(166, 1000006, 34, '2026-11-24 06:32:56.091+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 33.554, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(167, 1000006, 33, '2026-11-24 06:32:56.208+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.793, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(168, 1000006, 34, '2026-11-24 06:32:56.257+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.501, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(169, 1000006, 32, '2026-11-24 06:32:56.271+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.586, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(170, 1000006, 33, '2026-11-24 06:32:56.389+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.886, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(171, 1000006, 32, '2026-11-24 06:32:56.436+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 15.639, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(172, 1000006, 34, '2026-11-24 06:32:56.435+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 24.378, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(173, 1000006, 33, '2026-11-24 06:32:56.528+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.429, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(174, 1000006, 32, '2026-11-24 06:32:56.597+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.631, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(175, 1000006, 34, '2026-11-24 06:32:56.642+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 10.24, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(176, 1000006, 33, '2026-11-24 06:32:56.686+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.227, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(177, 1000006, 34, '2026-11-24 06:33:02.544+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1188.264, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(178, 1000006, 33, '2026-11-24 06:33:03.744+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 26.185, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(179, 1000006, 34, '2026-11-24 06:33:04.013+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.298, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(180, 1000006, 33, '2026-11-24 06:33:04.106+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.984, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(181, 1000006, 34, '2026-11-24 06:33:04.207+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 18.237, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(182, 1000006, 33, '2026-11-24 06:33:04.309+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.619, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(183, 1000006, 34, '2026-11-24 06:33:04.416+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.558, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(184, 1000006, 33, '2026-11-24 06:33:04.487+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 19.232, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(185, 1000006, 34, '2026-11-24 06:33:04.554+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.057, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(186, 1000006, 33, '2026-11-24 06:33:04.696+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.087, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(187, 1000006, 34, '2026-11-24 06:33:04.725+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.225, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(188, 1000006, 33, '2026-11-24 06:33:04.851+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 24.185, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(189, 1000006, 34, '2026-11-24 06:33:04.906+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.216, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(190, 1000004, 46, '2026-11-24 06:33:04.933+00', 'MTN', true, 'pay_out', 1, NULL, NULL, 'answered', NULL, 4.992, '{"reference":"SIM-a6a9cd86-8280-434e-95b1-fec9cbe88a1f","phone":"25677*****11","amount":30000,"description":"Wages"}', 116, '{"status":"accepted"}', 21),
	(191, 1000004, 46, '2026-11-24 06:33:04.995+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.218, '{"reference":"SIM-a6a9cd86-8280-434e-95b1-fec9cbe88a1f"}', 56, '{"status":"succeeded","receipt":"SIM11","amount":30000,"phone":"25677*****11"}', 78),
	(192, 1000004, 46, '2026-11-24 06:33:04.996+00', 'MTN', true, 'callback', NULL, NULL, NULL, 'received', NULL, NULL, '{"reference":"SIM-a6a9cd86-8280-434e-95b1-fec9cbe88a1f"}', 56, NULL, 0),
	(193, 1000006, 33, '2026-11-24 06:33:05.038+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.245, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(194, 1000006, 34, '2026-11-24 06:33:05.063+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 10.736, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(195, 1000004, 46, '2026-11-24 06:33:05.098+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 18.511, '{"reference":"SIM-a6a9cd86-8280-434e-95b1-fec9cbe88a1f"}', 56, '{"status":"succeeded","receipt":"SIM11","amount":30000,"phone":"25677*****11"}', 78),
	(196, 1000006, 33, '2026-11-24 06:33:05.2+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.021, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(197, 1000006, 34, '2026-11-24 06:33:05.225+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 40.571, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(198, 1000006, 33, '2026-11-24 06:33:05.366+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.343, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(199, 1000006, 34, '2026-11-24 06:33:05.416+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.481, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(200, 1000004, 50, '2026-11-24 06:33:05.508+00', 'MTN', true, 'pay_out', 1, NULL, NULL, 'answered', NULL, 0.015, '{"reference":"SIM-c1069d06-8353-4c17-868c-eae2e2335490","phone":"25677*****02","amount":30000,"description":"bad number"}', 121, '{"status":"refused","code":"recipient_not_found"}', 49);
INSERT INTO nsimbi.operator_call_20261124 VALUES
	(201, 1000004, 49, '2026-11-24 06:33:05.508+00', 'MTN', true, 'pay_out', 1, NULL, NULL, 'answered', NULL, 23.171, '{"reference":"SIM-75b34593-8483-4a9e-819f-b5897b263273","phone":"25677*****11","amount":20000,"description":null}', 113, '{"status":"accepted"}', 21),
	(202, 1000006, 33, '2026-11-24 06:33:05.546+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.844, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(203, 1000004, 49, '2026-11-24 06:33:05.574+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 42.641, '{"reference":"SIM-75b34593-8483-4a9e-819f-b5897b263273"}', 56, '{"status":"succeeded","receipt":"SIM12","amount":20000,"phone":"25677*****11"}', 78),
	(204, 1000006, 34, '2026-11-24 06:33:05.6+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 25.48, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(205, 1000004, 49, '2026-11-24 06:33:05.6+00', 'MTN', true, 'callback', NULL, NULL, NULL, 'received', NULL, NULL, '{"reference":"SIM-75b34593-8483-4a9e-819f-b5897b263273"}', 56, NULL, 0),
	(206, 1000006, 34, '2026-11-24 06:33:05.819+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.862, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(207, 1000006, 33, '2026-11-24 06:33:05.82+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 12.861, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(301, 1000006, 34, '2026-11-24 06:33:12.963+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.448, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(302, 1000006, 33, '2026-11-24 06:33:12.983+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.707, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(303, 1000006, 34, '2026-11-24 06:33:13.096+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.342, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(304, 1000006, 33, '2026-11-24 06:33:13.123+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.473, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(305, 1000006, 34, '2026-11-24 06:33:13.224+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.946, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(306, 1000006, 33, '2026-11-24 06:33:13.248+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.777, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(307, 1000006, 34, '2026-11-24 06:33:13.359+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.716, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(308, 1000006, 33, '2026-11-24 06:33:13.401+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.398, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(309, 1000006, 34, '2026-11-24 06:33:13.494+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 9.855, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(310, 1000006, 33, '2026-11-24 06:33:13.535+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.87, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(311, 1000006, 34, '2026-11-24 06:33:13.622+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.579, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(312, 1000006, 33, '2026-11-24 06:33:13.647+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.235, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(313, 1000006, 34, '2026-11-24 06:33:13.741+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.646, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(314, 1000006, 33, '2026-11-24 06:33:13.786+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.767, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(315, 1000006, 34, '2026-11-24 06:33:13.868+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.714, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(316, 1000006, 33, '2026-11-24 06:33:13.919+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.796, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(317, 1000006, 34, '2026-11-24 06:33:20.462+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.339, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(318, 1000006, 33, '2026-11-24 06:33:20.47+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 585.465, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(319, 1000006, 34, '2026-11-24 06:33:21.109+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.461, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(320, 1000006, 33, '2026-11-24 06:33:21.218+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.21, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(321, 1000006, 34, '2026-11-24 06:33:21.234+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.734, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(322, 1000006, 33, '2026-11-24 06:33:21.363+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.001, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(323, 1000006, 34, '2026-11-24 06:33:21.402+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.402, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(324, 1000006, 33, '2026-11-24 06:33:21.486+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.154, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(325, 1000006, 34, '2026-11-24 06:33:21.531+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.402, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(326, 1000006, 33, '2026-11-24 06:33:21.609+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.378, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(327, 1000006, 34, '2026-11-24 06:33:21.652+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.351, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(328, 1000006, 33, '2026-11-24 06:33:21.728+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.413, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(329, 1000006, 34, '2026-11-24 06:33:21.781+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.094, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(330, 1000006, 33, '2026-11-24 06:33:21.856+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.385, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(331, 1000006, 34, '2026-11-24 06:33:21.902+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.601, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(332, 1000006, 33, '2026-11-24 06:33:21.981+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.901, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(333, 1000006, 34, '2026-11-24 06:33:22.019+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.395, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(334, 1000006, 33, '2026-11-24 06:33:22.104+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.227, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(335, 1000006, 34, '2026-11-24 06:33:22.139+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.616, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(336, 1000006, 33, '2026-11-24 06:33:22.227+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.049, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(337, 1000006, 34, '2026-11-24 06:33:22.258+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.334, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(338, 1000006, 33, '2026-11-24 06:33:22.352+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.353, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(339, 1000006, 34, '2026-11-24 06:33:22.388+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 24.264, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(340, 1000006, 33, '2026-11-24 06:33:22.493+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.75, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(341, 1000006, 34, '2026-11-24 06:33:22.542+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.296, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(342, 1000006, 33, '2026-11-24 06:33:22.612+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.318, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(343, 1000006, 34, '2026-11-24 06:33:22.664+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 9.9, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20);
INSERT INTO nsimbi.operator_call_20261124 VALUES
	(344, 1000006, 33, '2026-11-24 06:33:22.75+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.425, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(345, 1000006, 34, '2026-11-24 06:33:22.798+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.729, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(346, 1000006, 33, '2026-11-24 06:33:22.905+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.485, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(347, 1000006, 34, '2026-11-24 06:33:22.948+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.535, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(348, 1000006, 33, '2026-11-24 06:33:23.042+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.267, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(349, 1000006, 34, '2026-11-24 06:33:23.094+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.714, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(350, 1000006, 33, '2026-11-24 06:33:23.174+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.959, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(351, 1000006, 34, '2026-11-24 06:33:23.223+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.672, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(352, 1000006, 33, '2026-11-24 06:33:23.312+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.362, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(353, 1000006, 34, '2026-11-24 06:33:23.355+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 9.705, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(354, 1000006, 33, '2026-11-24 06:33:23.452+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.928, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(355, 1000006, 34, '2026-11-24 06:33:23.494+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.912, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(356, 1000006, 33, '2026-11-24 06:33:23.643+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.402, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(357, 1000006, 34, '2026-11-24 06:33:23.651+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.967, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(358, 1000006, 33, '2026-11-24 06:33:23.768+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.135, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(359, 1000006, 34, '2026-11-24 06:33:23.803+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.955, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(360, 1000006, 33, '2026-11-24 06:33:23.985+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.61, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(361, 1000006, 34, '2026-11-24 06:33:24.028+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.05, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(362, 1000006, 33, '2026-11-24 06:33:24.116+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.267, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(363, 1000006, 34, '2026-11-24 06:33:24.244+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.32, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(364, 1000006, 33, '2026-11-24 06:33:24.272+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.121, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(365, 1000006, 34, '2026-11-24 06:33:24.356+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.694, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(366, 1000006, 33, '2026-11-24 06:33:24.402+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.297, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(367, 1000006, 34, '2026-11-24 06:33:24.496+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.291, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(368, 1000006, 33, '2026-11-24 06:33:24.51+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.068, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(369, 1000006, 34, '2026-11-24 06:33:24.627+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.303, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(370, 1000006, 33, '2026-11-24 06:33:24.65+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.319, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(371, 1000006, 34, '2026-11-24 06:33:24.741+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.329, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(372, 1000006, 33, '2026-11-24 06:33:24.812+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.302, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(373, 1000006, 34, '2026-11-24 06:33:24.864+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.338, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(374, 1000006, 33, '2026-11-24 06:33:24.937+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.956, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(375, 1000006, 34, '2026-11-24 06:33:24.984+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.63, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(376, 1000006, 33, '2026-11-24 06:33:25.055+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.294, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(377, 1000006, 34, '2026-11-24 06:33:25.107+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.44, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(378, 1000006, 33, '2026-11-24 06:33:25.19+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.461, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(379, 1000006, 34, '2026-11-24 06:33:25.22+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.281, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(380, 1000006, 33, '2026-11-24 06:33:25.313+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.882, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(381, 1000006, 34, '2026-11-24 06:33:25.338+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.002, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(382, 1000006, 33, '2026-11-24 06:33:25.436+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.382, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(383, 1000006, 34, '2026-11-24 06:33:25.456+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.925, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(384, 1000006, 33, '2026-11-24 06:33:25.561+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.49, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(385, 1000006, 34, '2026-11-24 06:33:25.58+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.308, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(386, 1000006, 33, '2026-11-24 06:33:25.681+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.28, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(387, 1000006, 34, '2026-11-24 06:33:25.7+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.467, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(388, 1000006, 33, '2026-11-24 06:33:25.791+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.302, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(389, 1000006, 34, '2026-11-24 06:33:25.81+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.262, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(390, 1000006, 33, '2026-11-24 06:33:25.897+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.262, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(391, 1000006, 34, '2026-11-24 06:33:25.914+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.252, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(392, 1000006, 33, '2026-11-24 06:33:26.009+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.407, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(393, 1000006, 34, '2026-11-24 06:33:26.034+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.233, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20);
INSERT INTO nsimbi.operator_call_20261124 VALUES
	(394, 1000006, 33, '2026-11-24 06:33:26.126+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.695, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(395, 1000006, 34, '2026-11-24 06:33:26.145+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.255, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(396, 1000006, 33, '2026-11-24 06:33:26.237+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.268, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(397, 1000006, 34, '2026-11-24 06:33:26.252+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.313, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(398, 1000006, 33, '2026-11-24 06:33:26.35+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.259, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(399, 1000006, 34, '2026-11-24 06:33:26.379+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.31, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(400, 1000006, 33, '2026-11-24 06:33:26.473+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 9.435, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(401, 1000006, 34, '2026-11-24 06:33:26.512+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.278, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(402, 1000006, 33, '2026-11-24 06:33:26.613+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.876, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(403, 1000006, 34, '2026-11-24 06:33:26.64+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.57, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(404, 1000006, 32, '2026-11-24 06:33:26.734+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.13, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(405, 1000006, 33, '2026-11-24 06:33:26.762+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.659, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(406, 1000006, 34, '2026-11-24 06:33:26.762+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 17.141, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(407, 1000006, 32, '2026-11-24 06:33:26.86+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.544, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(408, 1000006, 33, '2026-11-24 06:33:26.898+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.496, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(409, 1000006, 34, '2026-11-24 06:33:26.94+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.234, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(410, 1000006, 32, '2026-11-24 06:33:26.987+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 7.753, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(411, 1000006, 33, '2026-11-24 06:33:27.017+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.651, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(412, 1000006, 34, '2026-11-24 06:33:27.071+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 7.925, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(413, 1000006, 32, '2026-11-24 06:33:27.143+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.842, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(414, 1000006, 33, '2026-11-24 06:33:27.18+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.961, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(415, 1000006, 34, '2026-11-24 06:33:27.217+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.623, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(416, 1000006, 32, '2026-11-24 06:33:27.274+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.664, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(417, 1000006, 33, '2026-11-24 06:33:27.324+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.86, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(418, 1000006, 34, '2026-11-24 06:33:27.356+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 9.359, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(419, 1000006, 32, '2026-11-24 06:33:27.408+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.716, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(420, 1000006, 33, '2026-11-24 06:33:27.471+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.389, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(421, 1000006, 34, '2026-11-24 06:33:27.492+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 12.826, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(422, 1000006, 32, '2026-11-24 06:33:27.518+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.872, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(423, 1000006, 33, '2026-11-24 06:33:27.587+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.855, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(424, 1000006, 34, '2026-11-24 06:33:27.622+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.378, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(425, 1000006, 32, '2026-11-24 06:33:27.644+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.504, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(426, 1000006, 33, '2026-11-24 06:33:27.695+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.884, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(427, 1000006, 34, '2026-11-24 06:33:27.738+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.475, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(428, 1000006, 32, '2026-11-24 06:33:27.754+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 7.749, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(429, 1000006, 33, '2026-11-24 06:33:27.824+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.032, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(430, 1000006, 34, '2026-11-24 06:33:27.857+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.325, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(431, 1000006, 32, '2026-11-24 06:33:27.902+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.346, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(432, 1000006, 33, '2026-11-24 06:33:27.965+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.285, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(433, 1000006, 34, '2026-11-24 06:33:27.994+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.529, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(434, 1000006, 32, '2026-11-24 06:33:28.022+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 7.86, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(435, 1000006, 33, '2026-11-24 06:33:28.076+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 10.289, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(436, 1000006, 34, '2026-11-24 06:33:28.126+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.503, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(437, 1000006, 32, '2026-11-24 06:33:28.165+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.651, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(438, 1000006, 33, '2026-11-24 06:33:28.196+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.05, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(439, 1000006, 34, '2026-11-24 06:33:28.252+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 14.981, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(440, 1000006, 32, '2026-11-24 06:33:28.285+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.771, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(441, 1000006, 33, '2026-11-24 06:33:28.314+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.963, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(442, 1000006, 34, '2026-11-24 06:33:28.382+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.62, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(443, 1000006, 32, '2026-11-24 06:33:28.408+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.573, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20);
INSERT INTO nsimbi.operator_call_20261124 VALUES
	(444, 1000006, 33, '2026-11-24 06:33:28.439+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.41, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(445, 1000006, 34, '2026-11-24 06:33:28.494+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.287, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(446, 1000006, 32, '2026-11-24 06:33:28.521+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.282, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(447, 1000006, 33, '2026-11-24 06:33:28.556+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.966, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(448, 1000006, 34, '2026-11-24 06:33:28.61+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.198, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(449, 1000006, 32, '2026-11-24 06:33:28.635+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.772, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(450, 1000006, 33, '2026-11-24 06:33:28.693+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.522, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(451, 1000006, 34, '2026-11-24 06:33:28.74+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.065, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(452, 1000006, 32, '2026-11-24 06:33:28.759+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 35.673, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(453, 1000006, 33, '2026-11-24 06:33:28.804+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.852, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(454, 1000006, 34, '2026-11-24 06:33:28.853+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.058, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(455, 1000006, 32, '2026-11-24 06:33:28.904+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.356, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(456, 1000006, 33, '2026-11-24 06:33:28.93+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.119, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(457, 1000006, 34, '2026-11-24 06:33:28.969+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.904, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(458, 1000006, 32, '2026-11-24 06:33:29.019+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.621, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(459, 1000006, 33, '2026-11-24 06:33:29.049+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.59, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(460, 1000006, 34, '2026-11-24 06:33:29.082+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.278, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(461, 1000006, 32, '2026-11-24 06:33:29.129+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.029, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(462, 1000006, 33, '2026-11-24 06:33:29.156+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.727, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(463, 1000006, 34, '2026-11-24 06:33:29.19+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.188, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(464, 1000006, 32, '2026-11-24 06:33:29.238+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.109, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(465, 1000006, 33, '2026-11-24 06:33:29.271+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.755, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(466, 1000006, 34, '2026-11-24 06:33:29.302+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.584, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(467, 1000006, 32, '2026-11-24 06:33:29.351+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.364, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(468, 1000006, 33, '2026-11-24 06:33:29.399+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.616, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(469, 1000006, 34, '2026-11-24 06:33:29.417+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.445, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(470, 1000006, 32, '2026-11-24 06:33:29.458+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 12.34, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(471, 1000006, 34, '2026-11-24 06:33:29.551+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.108, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(472, 1000006, 33, '2026-11-24 06:33:29.552+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.972, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(473, 1000006, 32, '2026-11-24 06:33:29.579+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.577, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(474, 1000006, 34, '2026-11-24 06:33:29.669+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.526, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(475, 1000006, 33, '2026-11-24 06:33:29.684+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.313, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(476, 1000006, 32, '2026-11-24 06:33:29.714+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.718, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(477, 1000006, 34, '2026-11-24 06:33:29.794+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.8, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(478, 1000006, 33, '2026-11-24 06:33:29.825+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.935, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(479, 1000006, 32, '2026-11-24 06:33:29.846+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.208, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(480, 1000006, 34, '2026-11-24 06:33:29.91+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.501, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(481, 1000006, 33, '2026-11-24 06:33:29.934+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.88, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(482, 1000006, 32, '2026-11-24 06:33:29.971+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 10.114, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(483, 1000006, 34, '2026-11-24 06:33:30.032+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.323, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(484, 1000006, 33, '2026-11-24 06:33:30.073+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.437, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(485, 1000006, 32, '2026-11-24 06:33:30.102+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.612, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(486, 1000006, 34, '2026-11-24 06:33:30.147+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.091, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(487, 1000006, 33, '2026-11-24 06:33:30.194+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.989, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(488, 1000006, 32, '2026-11-24 06:33:30.225+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 12.752, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(489, 1000006, 34, '2026-11-24 06:33:30.295+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 7.258, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(490, 1000006, 33, '2026-11-24 06:33:30.318+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.46, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(491, 1000006, 32, '2026-11-24 06:33:30.353+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.642, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(492, 1000006, 34, '2026-11-24 06:33:30.411+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.853, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(493, 1000006, 33, '2026-11-24 06:33:30.44+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.773, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20);
INSERT INTO nsimbi.operator_call_20261124 VALUES
	(494, 1000006, 32, '2026-11-24 06:33:30.473+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.985, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(495, 1000006, 34, '2026-11-24 06:33:30.54+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.292, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(496, 1000006, 33, '2026-11-24 06:33:30.566+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.933, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(497, 1000006, 32, '2026-11-24 06:33:30.604+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.224, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(498, 1000006, 34, '2026-11-24 06:33:30.67+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.436, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(499, 1000006, 33, '2026-11-24 06:33:30.696+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.627, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(500, 1000006, 32, '2026-11-24 06:33:30.728+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.777, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(501, 1000006, 34, '2026-11-24 06:33:30.783+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.535, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(502, 1000006, 33, '2026-11-24 06:33:30.81+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.937, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(503, 1000006, 32, '2026-11-24 06:33:30.84+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.691, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(504, 1000006, 34, '2026-11-24 06:33:30.89+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 15.721, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(505, 1000006, 33, '2026-11-24 06:33:30.929+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.78, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(506, 1000006, 32, '2026-11-24 06:33:30.97+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.736, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(507, 1000006, 34, '2026-11-24 06:33:31.034+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.369, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(508, 1000006, 33, '2026-11-24 06:33:31.049+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.338, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(509, 1000006, 32, '2026-11-24 06:33:31.125+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.497, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(510, 1000006, 34, '2026-11-24 06:33:31.154+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.556, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(511, 1000006, 33, '2026-11-24 06:33:31.175+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.795, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(512, 1000006, 32, '2026-11-24 06:33:31.247+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.638, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(513, 1000006, 34, '2026-11-24 06:33:31.269+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.326, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(514, 1000006, 33, '2026-11-24 06:33:31.31+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.747, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(515, 1000006, 32, '2026-11-24 06:33:31.383+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.498, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(516, 1000006, 34, '2026-11-24 06:33:31.402+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.843, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(517, 1000006, 33, '2026-11-24 06:33:31.438+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.413, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(518, 1000006, 32, '2026-11-24 06:33:31.494+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 9.987, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(519, 1000006, 34, '2026-11-24 06:33:31.55+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.647, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(520, 1000006, 33, '2026-11-24 06:33:31.565+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.593, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(521, 1000006, 32, '2026-11-24 06:33:31.62+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.738, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(522, 1000006, 34, '2026-11-24 06:33:31.673+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 10.588, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(523, 1000006, 33, '2026-11-24 06:33:31.703+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.419, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(524, 1000006, 32, '2026-11-24 06:33:31.74+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 7.147, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(525, 1000006, 34, '2026-11-24 06:33:31.823+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.486, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(526, 1000006, 33, '2026-11-24 06:33:31.858+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.468, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(527, 1000006, 32, '2026-11-24 06:33:31.886+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.787, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(528, 1000006, 34, '2026-11-24 06:33:31.943+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.012, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(529, 1000006, 33, '2026-11-24 06:33:31.982+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.277, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(530, 1000006, 32, '2026-11-24 06:33:32.021+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.23, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(531, 1000006, 34, '2026-11-24 06:33:32.078+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.114, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(532, 1000006, 33, '2026-11-24 06:33:32.11+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.3, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(533, 1000006, 32, '2026-11-24 06:33:32.141+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.084, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(534, 1000006, 34, '2026-11-24 06:33:32.203+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.405, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(535, 1000006, 33, '2026-11-24 06:33:32.237+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.605, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(536, 1000006, 32, '2026-11-24 06:33:32.303+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.003, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(537, 1000006, 34, '2026-11-24 06:33:32.327+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.604, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(538, 1000006, 33, '2026-11-24 06:33:32.383+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.858, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(539, 1000006, 32, '2026-11-24 06:33:32.426+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.342, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(540, 1000006, 34, '2026-11-24 06:33:32.446+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.432, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(541, 1000006, 33, '2026-11-24 06:33:32.507+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.274, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(542, 1000006, 32, '2026-11-24 06:33:32.538+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.36, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(543, 1000006, 34, '2026-11-24 06:33:32.569+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.879, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20);
INSERT INTO nsimbi.operator_call_20261124 VALUES
	(544, 1000006, 33, '2026-11-24 06:33:32.623+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.462, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(545, 1000006, 32, '2026-11-24 06:33:32.647+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.298, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(546, 1000006, 34, '2026-11-24 06:33:32.684+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.193, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(547, 1000006, 33, '2026-11-24 06:33:32.741+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.263, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(548, 1000006, 32, '2026-11-24 06:33:32.769+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 11.506, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(549, 1000006, 34, '2026-11-24 06:33:32.801+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.269, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(550, 1000006, 33, '2026-11-24 06:33:32.908+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.265, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(551, 1000006, 34, '2026-11-24 06:33:32.921+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.385, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(552, 1000006, 32, '2026-11-24 06:33:32.924+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.528, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(553, 1000006, 33, '2026-11-24 06:33:33.018+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.259, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(554, 1000006, 34, '2026-11-24 06:33:33.028+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.947, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(555, 1000006, 32, '2026-11-24 06:33:33.058+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.28, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(556, 1000006, 33, '2026-11-24 06:33:33.134+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.137, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(557, 1000006, 34, '2026-11-24 06:33:33.163+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.071, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(558, 1000006, 32, '2026-11-24 06:33:33.181+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.258, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(559, 1000006, 33, '2026-11-24 06:33:33.256+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.27, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(560, 1000006, 34, '2026-11-24 06:33:33.282+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.283, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(561, 1000006, 32, '2026-11-24 06:33:33.301+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.243, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(562, 1000006, 33, '2026-11-24 06:33:33.373+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.282, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(563, 1000006, 34, '2026-11-24 06:33:33.394+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.264, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(564, 1000006, 32, '2026-11-24 06:33:33.405+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.16, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(565, 1000006, 33, '2026-11-24 06:33:33.488+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.29, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(566, 1000006, 34, '2026-11-24 06:33:33.506+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.248, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(567, 1000006, 32, '2026-11-24 06:33:33.513+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.191, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(568, 1000006, 33, '2026-11-24 06:33:33.601+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.644, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(569, 1000006, 34, '2026-11-24 06:33:33.614+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.584, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(570, 1000006, 32, '2026-11-24 06:33:33.632+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.397, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(571, 1000006, 33, '2026-11-24 06:33:33.717+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.4, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(572, 1000006, 34, '2026-11-24 06:33:33.755+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.427, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(573, 1000006, 32, '2026-11-24 06:33:33.761+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.294, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(574, 1000006, 33, '2026-11-24 06:33:33.823+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.617, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(575, 1000006, 32, '2026-11-24 06:33:33.88+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.095, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(576, 1000006, 34, '2026-11-24 06:33:33.884+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.954, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(577, 1000006, 33, '2026-11-24 06:33:33.942+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.001, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(578, 1000006, 32, '2026-11-24 06:33:34.055+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.448, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(579, 1000006, 34, '2026-11-24 06:33:34.065+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 9.326, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(580, 1000006, 33, '2026-11-24 06:33:34.086+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.564, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(581, 1000006, 32, '2026-11-24 06:33:34.171+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.674, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(582, 1000006, 34, '2026-11-24 06:33:34.194+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.573, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(583, 1000006, 33, '2026-11-24 06:33:34.218+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.548, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(584, 1000006, 32, '2026-11-24 06:33:34.356+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 13.116, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(585, 1000006, 34, '2026-11-24 06:33:34.386+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.275, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(586, 1000006, 33, '2026-11-24 06:33:34.386+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.034, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(587, 1000006, 32, '2026-11-24 06:33:34.474+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.384, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(588, 1000006, 34, '2026-11-24 06:33:34.494+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.609, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(589, 1000006, 33, '2026-11-24 06:33:34.511+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.535, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(590, 1000006, 32, '2026-11-24 06:33:34.589+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.135, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(591, 1000006, 34, '2026-11-24 06:33:34.626+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.801, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(592, 1000006, 33, '2026-11-24 06:33:34.645+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.054, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(593, 1000006, 32, '2026-11-24 06:33:34.733+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.54, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20);
INSERT INTO nsimbi.operator_call_20261124 VALUES
	(594, 1000006, 34, '2026-11-24 06:33:34.751+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 6.33, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(595, 1000006, 33, '2026-11-24 06:33:34.766+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.741, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(596, 1000006, 32, '2026-11-24 06:33:34.874+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 4.66, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(597, 1000006, 34, '2026-11-24 06:33:34.887+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.911, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(598, 1000006, 33, '2026-11-24 06:33:34.886+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 45.699, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(599, 1000006, 34, '2026-11-24 06:33:35.015+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.267, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(600, 1000006, 33, '2026-11-24 06:33:35.05+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.239, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(601, 1000006, 32, '2026-11-24 06:33:35.002+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 73.492, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(602, 1000006, 34, '2026-11-24 06:33:35.135+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.354, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(603, 1000006, 33, '2026-11-24 06:33:35.19+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.05, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(604, 1000006, 32, '2026-11-24 06:33:35.208+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.338, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(605, 1000006, 34, '2026-11-24 06:33:35.246+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.416, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(606, 1000006, 33, '2026-11-24 06:33:35.299+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.444, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(607, 1000006, 32, '2026-11-24 06:33:35.318+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.341, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(608, 1000006, 34, '2026-11-24 06:33:35.362+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.181, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(609, 1000006, 33, '2026-11-24 06:33:35.409+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.863, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(610, 1000006, 32, '2026-11-24 06:33:35.442+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.363, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(611, 1000006, 34, '2026-11-24 06:33:35.482+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.355, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(612, 1000006, 33, '2026-11-24 06:33:35.517+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.31, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(613, 1000006, 32, '2026-11-24 06:33:35.561+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 3.186, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(614, 1000006, 34, '2026-11-24 06:33:35.611+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.649, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(615, 1000006, 33, '2026-11-24 06:33:35.633+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.441, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(616, 1000006, 32, '2026-11-24 06:33:35.7+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.274, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(617, 1000006, 34, '2026-11-24 06:33:35.729+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.52, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(618, 1000006, 33, '2026-11-24 06:33:35.749+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 2.019, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(619, 1000006, 32, '2026-11-24 06:33:35.814+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.368, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(620, 1000006, 34, '2026-11-24 06:33:35.843+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.849, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(621, 1000006, 33, '2026-11-24 06:33:35.858+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.317, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(622, 1000006, 32, '2026-11-24 06:33:35.925+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 5.591, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(623, 1000006, 33, '2026-11-24 06:33:36.016+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.215, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(624, 1000006, 34, '2026-11-24 06:33:36.02+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.281, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(625, 1000004, 51, '2026-11-24 06:33:36.035+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 1.192, '{"reference":"SIM-e711a1c8-141b-41c6-9bcd-c38d436980c7"}', 56, '{"status":"succeeded","receipt":"SIM13","amount":6000,"phone":"25677*****04"}', 77),
	(626, 1000006, 32, '2026-11-24 06:33:36.049+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.369, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(627, 1000006, 34, '2026-11-24 06:33:36.138+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.288, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(628, 1000006, 33, '2026-11-24 06:33:36.136+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 8.511, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20),
	(629, 1000006, 32, '2026-11-24 06:33:36.192+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 12.735, '{"reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1"}', 56, '{"status":"pending"}', 20),
	(630, 1000006, 34, '2026-11-24 06:33:36.263+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.431, '{"reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908"}', 56, '{"status":"pending"}', 20),
	(631, 1000006, 33, '2026-11-24 06:33:36.263+00', 'MTN', true, 'query', NULL, NULL, NULL, 'answered', NULL, 0.539, '{"reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd"}', 56, '{"status":"pending"}', 20);


--
-- Data for Name: operator_call_20261125; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: operator_float; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.operator_float VALUES
	(1, 'collection_float', NULL, NULL, 0, 0, NULL),
	(1, 'disbursement_float', NULL, NULL, 0, 0, NULL),
	(2, 'collection_float', NULL, NULL, 0, 0, NULL),
	(2, 'disbursement_float', NULL, NULL, 0, 0, NULL),
	(3, 'collection_float', NULL, NULL, 0, 0, NULL),
	(3, 'disbursement_float', NULL, NULL, 0, 0, NULL);


--
-- Data for Name: operator_prefix; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.operator_prefix VALUES
	('25670', 'Airtel'),
	('25671', 'UTL'),
	('256720', 'Smile'),
	('256721', 'Lycamobile'),
	('2567210', 'Savanna'),
	('256724', 'MTN'),
	('2567240', 'Hamilton'),
	('256726', 'Lycamobile'),
	('256727', 'Lycamobile'),
	('2567280', 'Talkio'),
	('256730', 'Airtel'),
	('256731', 'Airtel'),
	('256736', 'Hamilton'),
	('256737', 'MTN'),
	('25674', 'Airtel'),
	('25675', 'Airtel'),
	('25676', 'MTN'),
	('25677', 'MTN'),
	('25678', 'MTN'),
	('256790', 'MTN'),
	('256791', 'MTN'),
	('256792', 'MTN'),
	('256793', 'MTN'),
	('256794', 'MTN'),
	('256795', 'Airtel'),
	('256798', 'Africell'),
	('256799', 'Africell');


--
-- Data for Name: operator_receipt; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.operator_receipt VALUES
	(2, 'SIM1', 1000004, 23),
	(1, 'SIM2', 1000004, 24),
	(2, 'SIM3', 1000004, 25),
	(2, 'SIM4', 1000004, 29),
	(2, 'SIM6', 1000004, 31),
	(2, 'SIM10', 1000008, 40),
	(1, 'SIM11', 1000004, 46),
	(1, 'SIM12', 1000004, 49),
	(1, 'SIM13', 1000004, 51);


--
-- Data for Name: operator_reference; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.operator_reference VALUES
	(2, 'SIM-2bb04b88-0bb6-4c98-a53b-97779ffba75f', 1000004, 23, '2026-11-24 06:32:45.57+00'),
	(1, 'SIM-02e4da75-9059-4984-8e15-a98b48dbacb2', 1000004, 24, '2026-11-24 06:32:45.932+00'),
	(2, 'SIM-dbdf210f-8795-4a63-a60b-294340bf3265', 1000004, 25, '2026-11-24 06:32:46.08+00'),
	(1, 'SIM-825a7626-954c-4237-b42c-b8b8e1b53373', 1000004, 26, NULL),
	(1, 'SIM-214383b4-0a7e-44c9-8824-2a292233c001', 1000004, 27, NULL),
	(2, 'SIM-3aae4349-eef0-4ebc-8d70-eb1017e1e54f', 1000004, 28, NULL),
	(2, 'SIM-a750a30c-96fd-4ce4-aeed-9eb1f5235795', 1000004, 29, '2026-11-24 06:32:46.823+00'),
	(1, 'SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc', 1000004, 30, '2026-11-24 06:32:47.84+00'),
	(2, 'SIM-0bcab87a-c426-4d77-ad4a-3dc24b638f1b', 1000004, 31, '2026-11-24 06:32:48.165+00'),
	(1, 'SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1', 1000006, 32, NULL),
	(1, 'SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd', 1000006, 33, NULL),
	(1, 'SIM-00da5910-6e83-4da2-bd97-eef588aa5908', 1000006, 34, NULL),
	(2, 'SIM-36396a78-93e9-4f26-a048-f8c9ba5240eb', 1000008, 37, NULL),
	(2, 'SIM-5086d235-7210-4d46-81f4-493ff52571c2', 1000008, 40, '2026-11-24 06:32:54.344+00'),
	(1, 'SIM-a6a9cd86-8280-434e-95b1-fec9cbe88a1f', 1000004, 46, '2026-11-24 06:33:04.997+00'),
	(1, 'SIM-c1069d06-8353-4c17-868c-eae2e2335490', 1000004, 50, NULL),
	(1, 'SIM-75b34593-8483-4a9e-819f-b5897b263273', 1000004, 49, '2026-11-24 06:33:05.602+00'),
	(1, 'SIM-e711a1c8-141b-41c6-9bcd-c38d436980c7', 1000004, 51, NULL);


--
-- Data for Name: operator_word; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: payer_claim; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: person; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.person VALUES
	('f286b3a6ed2761b966d81ca2ee5eabfe', 'admin@nsimbi.local', 'Administrator', true, NULL, false, 'platform_administrator', NULL, '2026-11-24 06:32:14.333+00', '2026-11-24 06:32:14.333+00', NULL),
	('c18f18920ea2cbcd1f1f6e44cb9b815e', 'akello@example.ug', 'Akello Grace', true, NULL, false, NULL, NULL, '2026-11-24 06:32:30.936+00', '2026-11-24 06:32:30.936+00', '2026-11-24 06:33:04.78+00');


--
-- Data for Name: person_browser; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.person_browser VALUES
	('\x5f437cb9943d5a95b9a042f45cd6c59a26c84f1d6928ab6d391ab5e2cfddffc0', 'c18f18920ea2cbcd1f1f6e44cb9b815e', '2026-11-24 06:33:04.695+00', '2026-11-24 06:33:04.695+00');


--
-- Data for Name: person_client_role; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.person_client_role VALUES
	('f286b3a6ed2761b966d81ca2ee5eabfe', 1, 'client_owner', 'first start', '2026-11-24 06:32:14.355+00', '2026-11-24 06:32:14.355+00'),
	('c18f18920ea2cbcd1f1f6e44cb9b815e', 2, 'client_owner', 'make-dump', '2026-11-24 06:32:30.978+00', '2026-11-24 06:32:30.978+00');


--
-- Data for Name: person_credential; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.person_credential VALUES
	('857b96dc9da604ce9283f10bfba77bf2', 'f286b3a6ed2761b966d81ca2ee5eabfe', 'credential', 'f286b3a6ed2761b966d81ca2ee5eabfe', NULL, NULL, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$FuL5KceqJfwxVfFrNM2/pg$NlnGfC8VUt6Jl00COkz96n28l1iRSxb/3sHCA294Syc', '2026-11-24 06:32:14.347+00', '2026-11-24 06:32:14.347+00'),
	('19c65717c38b3dd3d00923e3edc83325', 'c18f18920ea2cbcd1f1f6e44cb9b815e', 'credential', 'c18f18920ea2cbcd1f1f6e44cb9b815e', NULL, NULL, NULL, NULL, NULL, NULL, '$argon2id$v=19$m=19456,t=2,p=1$0JNGtH6n/RQaGDA4qYNrAw$cP4lstCa9AZ+BSYjYO0NLcncCUSAilQhSFUDE7xh2Bs', '2026-11-24 06:32:30.961+00', '2026-11-24 06:32:30.961+00');


--
-- Data for Name: person_session; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.person_session VALUES
	('jmL3vi5Sz8uVkBNZ7xyiIDFWHsCUfdrI', 'X6drgQQsz3ctCgIG8ONURGHKMCJRmrWl', 'c18f18920ea2cbcd1f1f6e44cb9b815e', '2026-12-01 06:33:04.58+00', '127.0.0.1', 'node', '2026-11-24 06:33:04.596+00', '2026-11-24 06:33:04.596+00');


--
-- Data for Name: person_sign_in_attempt; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.person_sign_in_attempt VALUES
	('df984736d6111cb2c260f42aaa0c8e580f01171e62e272e66a74a3d12ec4be06', 0, '2026-11-24 06:33:03.825+00', '2026-11-24 06:33:04.691+00');


--
-- Data for Name: person_two_factor; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: person_verification; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: query_budget; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.query_budget VALUES
	(2, 1795501965, 1, 1, 0),
	(1, 1795501965, 1, 1, 0),
	(2, 1795501966, 3, 1, 0),
	(1, 1795501966, 2, 1, 0),
	(1, 1795502000, 2, 1, 0),
	(1, 1795501967, 7, 1, 0),
	(2, 1795501968, 2, 1, 0),
	(1, 1795501971, 17, 1, 0),
	(1, 1795502014, 21, 1, 0),
	(1, 1795501968, 9, 1, 0),
	(1, 1795502008, 24, 1, 0),
	(1, 1795502004, 15, 1, 0),
	(1, 1795501972, 14, 1, 0),
	(1, 1795502016, 9, 1, 0),
	(1, 1795501969, 17, 1, 0),
	(1, 1795501973, 18, 1, 0),
	(1, 1795501970, 17, 1, 0),
	(1, 1795502011, 23, 1, 0),
	(1, 1795502007, 23, 1, 0),
	(2, 1795501974, 2, 1, 0),
	(1, 1795501974, 15, 1, 0),
	(1, 1795502010, 24, 1, 0),
	(1, 1795502001, 14, 1, 0),
	(1, 1795501975, 18, 1, 0),
	(1, 1795502003, 13, 1, 0),
	(1, 1795501976, 13, 1, 0),
	(1, 1795502012, 23, 1, 0),
	(1, 1795502005, 16, 1, 0),
	(1, 1795501982, 2, 1, 0),
	(1, 1795502002, 15, 1, 0),
	(1, 1795502013, 25, 1, 0),
	(1, 1795502006, 19, 1, 0),
	(1, 1795502015, 24, 1, 0),
	(1, 1795502009, 25, 1, 0),
	(1, 1795501984, 12, 1, 0),
	(1, 1795501985, 15, 1, 0),
	(1, 1795501992, 2, 1, 0),
	(1, 1795501993, 14, 1, 0);


--
-- Data for Name: rate_limit_window; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: refund_claim; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.refund_claim VALUES
	(29, 31, 1000004, false);


--
-- Data for Name: refund_ended; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: request_log_20261123; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: request_log_20261124; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.request_log_20261124 VALUES
	(1, 1000004, '2026-11-24 06:32:32.512+00', 'POST', '/api/v1/webhooks', NULL, 200, 83.614, 'req_8Rjx9E6rTyfww', 2, NULL, NULL, NULL, '{"url":"http://127.0.0.1:34945/shop","events":["wallet.debited","wallet.credited","transaction.completed","transaction.failed"]}', 128, '{"success":true,"message":"Webhook created.","data":{"id":1,"url":"http://127.0.0.1:34945/shop","events":["wallet.debited","wallet.credited","transaction.completed","transaction.failed"],"secret":"[redacted]","is_active":true,"created_at":"2026-11-24T06:32:32.575Z"}}', 307),
	(2, 1000006, '2026-11-24 06:32:32.659+00', 'POST', '/api/v1/webhooks', NULL, 200, 46.866, 'req_8Rjx9E6rTyfwx', 3, NULL, NULL, NULL, '{"url":"http://127.0.0.1:34203/farm","events":["transaction.completed"]}', 72, '{"success":true,"message":"Webhook created.","data":{"id":2,"url":"http://127.0.0.1:34203/farm","events":["transaction.completed"],"secret":"[redacted]","is_active":true,"created_at":"2026-11-24T06:32:32.684Z"}}', 251),
	(101, 1000004, '2026-11-24 06:32:41.328+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 244.761, 'req_N9Ah1zABjSvKe', 2, 'c6fe8d4e-dd4d-445c-83de-dfd45b82d8ff', NULL, 5, '{"recipient_phone":"25677*****02","amount":50000}', 49, '{"success":true,"message":"The money was sent.","data":{"transaction_id":5,"reference":"SM_1795501961_5","recipient_name":"Nakato’s Coffee 🍌 Farm","recipient_phone":"25677*****02","amount_sent":50000,"fee_amount":0,"total_deducted":50000,"transfer_type":"internal","status":"completed","requires_approval":false,"new_balance":8950000,"external_reference":null,"created_at":"2026-11-24T06:32:41.479Z","completed_at":"2026-11-24T06:32:41.479Z"}}', 448),
	(102, 1000004, '2026-11-24 06:32:41.602+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 102.805, 'req_N9Ah1zABjSvKf', 2, 'c96c38db-9132-4965-9c6a-3af04109ea41', NULL, 7, '{"recipient_phone":"25677*****02","amount":1234,"description":"Cloth \"blue\" \\ 3 m – ½"}', 93, '{"success":true,"message":"The money was sent.","data":{"transaction_id":7,"reference":"SM_1795501961_7","recipient_name":"Nakato’s Coffee 🍌 Farm","recipient_phone":"25677*****02","amount_sent":1234,"fee_amount":0,"total_deducted":1234,"transfer_type":"internal","status":"completed","requires_approval":false,"new_balance":8948766,"external_reference":null,"created_at":"2026-11-24T06:32:41.623Z","completed_at":"2026-11-24T06:32:41.623Z"}}', 446),
	(103, 1000004, '2026-11-24 06:32:41.836+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 203.355, 'req_N9Ah1zABjSvKg', 2, '0cf16823-9466-49e9-a290-f796ba338b05', NULL, 9, '{"recipient_phone":"25677*****02","amount":700,"description":"መልካም 日本 عربي 🍌 "}', 100, '{"success":true,"message":"The money was sent.","data":{"transaction_id":9,"reference":"SM_1795501961_9","recipient_name":"Nakato’s Coffee 🍌 Farm","recipient_phone":"25677*****02","amount_sent":700,"fee_amount":0,"total_deducted":700,"transfer_type":"internal","status":"completed","requires_approval":false,"new_balance":8948066,"external_reference":null,"created_at":"2026-11-24T06:32:41.838Z","completed_at":"2026-11-24T06:32:41.838Z"}}', 444),
	(104, 1000004, '2026-11-24 06:32:42.129+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 130.746, 'req_N9Ah1zABjSvKh', 2, 'cd9177df-04b1-49aa-a3ec-0f734bb23c89', NULL, 11, '{ "recipient_phone": "25677*****02",
  "amount" : 2000, "description": "\u00e9" }', 81, '{"success":true,"message":"The money was sent.","data":{"transaction_id":11,"reference":"SM_1795501962_11","recipient_name":"Nakato’s Coffee 🍌 Farm","recipient_phone":"25677*****02","amount_sent":2000,"fee_amount":0,"total_deducted":2000,"transfer_type":"internal","status":"completed","requires_approval":false,"new_balance":8946066,"external_reference":null,"created_at":"2026-11-24T06:32:42.141Z","completed_at":"2026-11-24T06:32:42.141Z"}}', 448),
	(105, 1000004, '2026-11-24 06:32:42.315+00', 'POST', '/api/v1/wallet/send-money/', NULL, 200, 254.206, 'req_N9Ah1zABjSvKi', 2, '24c516c0-d118-4915-8dc2-1054e7cfac58', NULL, 13, '{"recipient_phone":"25677*****02","amount":900}', 47, '{"success":true,"message":"The money was sent.","data":{"transaction_id":13,"reference":"SM_1795501962_13","recipient_name":"Nakato’s Coffee 🍌 Farm","recipient_phone":"25677*****02","amount_sent":900,"fee_amount":0,"total_deducted":900,"transfer_type":"internal","status":"completed","requires_approval":false,"new_balance":8945166,"external_reference":null,"created_at":"2026-11-24T06:32:42.317Z","completed_at":"2026-11-24T06:32:42.317Z"}}', 446),
	(106, 1000006, '2026-11-24 06:32:42.749+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 254.448, 'req_N9Ah1zABjSvKj', 3, '3b584657-8495-47b7-bca8-c4caa3d791da', NULL, 15, '{"recipient_phone":"25677*****01","amount":5000}', 48, '{"success":true,"message":"The money was sent.","data":{"transaction_id":15,"reference":"SM_1795501962_15","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","recipient_phone":"25677*****01","amount_sent":5000,"fee_amount":300,"total_deducted":5300,"transfer_type":"internal","status":"completed","requires_approval":false,"new_balance":949534,"external_reference":null,"created_at":"2026-11-24T06:32:42.916Z","completed_at":"2026-11-24T06:32:42.916Z"}}', 453),
	(107, 1000006, '2026-11-24 06:32:43.059+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 120.559, 'req_N9Ah1zABjSvKk', 3, 'bd4d8954-a788-4e59-bb69-14b4666e0f30', NULL, 17, '{"recipient_phone":"25677*****01","amount":5000,"sender_pays_fee":false}', 72, '{"success":true,"message":"The money was sent.","data":{"transaction_id":17,"reference":"SM_1795501963_17","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","recipient_phone":"25677*****01","amount_sent":4700,"fee_amount":300,"total_deducted":5000,"transfer_type":"internal","status":"completed","requires_approval":false,"new_balance":944534,"external_reference":null,"created_at":"2026-11-24T06:32:43.063Z","completed_at":"2026-11-24T06:32:43.063Z"}}', 453),
	(108, 1000006, '2026-11-24 06:32:43.195+00', 'POST', '/api/v1/test/wallet/fund', NULL, 200, 52.183, 'req_N9Ah1zABjSvKl', 3, '1504c670-8c3b-40da-a4aa-356c6ade9405', NULL, 19, '{"amount":12000}', 16, '{"success":true,"message":"The test money is in the wallet.","data":{"transaction_id":19,"reference":"DEP_1795501963_19","amount":12000,"new_balance":956534,"created_at":"2026-11-24T06:32:43.197Z"}}', 198),
	(109, 1000004, '2026-11-24 06:32:43.261+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 99.212, 'req_N9Ah1zABjSvKm', 2, NULL, NULL, 20, '{"recipient_phone":"25677*****02","amount":3000,"description":"no key"}', 71, '{"success":true,"message":"The money was sent.","data":{"transaction_id":20,"reference":"SM_1795501963_20","recipient_name":"Nakato’s Coffee 🍌 Farm","recipient_phone":"25677*****02","amount_sent":3000,"fee_amount":0,"total_deducted":3000,"transfer_type":"internal","status":"completed","requires_approval":false,"new_balance":8951866,"external_reference":null,"created_at":"2026-11-24T06:32:43.274Z","completed_at":"2026-11-24T06:32:43.274Z"}}', 448),
	(110, 1000004, '2026-11-24 06:32:45.353+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 269.627, 'req_N9Ah1zABjSvKn', 2, 'ae421c95-5ea7-4230-8a4c-9f7147652c33', NULL, 23, '{"recipient_phone":"25670*****67","amount":50000,"description":"Rent – 5 🏠"}', 81, '{"success":true,"message":"The payment was accepted and is on its way.","data":{"transaction_id":23,"reference":"SM_1795501965_23","recipient_name":"Godfrey Kirabo","recipient_phone":"25670*****67","amount_sent":50000,"fee_amount":3000,"total_deducted":53000,"transfer_type":"external","status":"processing","requires_approval":false,"new_balance":8898866,"external_reference":"SIM-2bb04b88-0bb6-4c98-a53b-97779ffba75f","created_at":"2026-11-24T06:32:45.402Z","completed_at":null}}', 481),
	(209, 1000008, '2026-11-24 06:33:36.24+00', 'GET', '/api/v1/wallet/balance', NULL, 200, 1.878, 'req__Hw462tdn3CMc', 4, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Balance retrieved.","data":{"balance":2728275,"held_balance":116925,"currency":"UGX","mode":"test","as_of":"2026-11-24T06:33:36.242Z"}}', 162),
	(111, 1000004, '2026-11-24 06:32:45.64+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 249.766, 'req_N9Ah1zABjSvKo', 2, 'e1ef2bce-1f49-4670-9b84-73b2e10892a0', NULL, 24, '{"recipient_phone":"25677*****55","amount":50000,"sender_pays_fee":false}', 73, '{"success":true,"message":"The payment was accepted and is on its way.","data":{"transaction_id":24,"reference":"SM_1795501965_24","recipient_name":"Okello Ssekandi","recipient_phone":"25677*****55","amount_sent":47000,"fee_amount":3000,"total_deducted":50000,"transfer_type":"external","status":"processing","requires_approval":false,"new_balance":8848866,"external_reference":"SIM-02e4da75-9059-4984-8e15-a98b48dbacb2","created_at":"2026-11-24T06:32:45.711Z","completed_at":null}}', 482),
	(112, 1000004, '2026-11-24 06:32:45.914+00', 'POST', '/api/v1/wallet/withdraw/mobile', NULL, 200, 137.734, 'req_N9Ah1zABjSvKp', 2, '7e4698bf-9cb0-4199-ab29-1a7207e55baf', NULL, 25, '{"phone":"25670*****67","amount":30000}', 39, '{"success":true,"message":"The withdrawal was accepted and is on its way.","data":{"transaction_id":25,"reference":"API_WD_1795501965_25","amount":30000,"fee":1050,"total_deducted":31050,"destination_phone":"25670*****67","status":"processing","requires_approval":false,"new_balance":8817816,"external_reference":"SIM-dbdf210f-8795-4a63-a60b-294340bf3265","created_at":"2026-11-24T06:32:45.957Z"}}', 397),
	(113, 1000004, '2026-11-24 06:32:46.059+00', 'POST', '/api/v1/wallet/send-money', NULL, 422, 182.131, 'req_N9Ah1zABjSvKq', 2, '6bd5fc03-8852-4ade-b44c-f9b570876fe0', 'recipient_not_found', 26, '{"recipient_phone":"25677*****02","amount":1000}', 48, '{"success":false,"message":"No mobile-money account is registered under this phone number. Check the number. Transaction 26 failed and its money is back in the wallet; a new attempt needs a new Idempotency-Key.","code":"recipient_not_found","data":{"transaction_id":26,"reference":"SM_1795501966_26","status":"failed"},"request_id":"req_N9Ah1zABjSvKq"}', 352),
	(114, 1000004, '2026-11-24 06:32:46.264+00', 'POST', '/api/v1/wallet/withdraw/mobile', NULL, 502, 305.596, 'req_N9Ah1zABjSvKr', 2, 'cbf2952c-f58e-4b64-96ac-900a6e6503c6', 'operator_refused', 27, '{"phone":"25677*****03","amount":1000}', 38, '{"success":false,"message":"The mobile-money operator could not pay out at the moment for a reason on our side. We have been alerted; try again later. Transaction 27 failed and its money is back in the wallet; a new attempt needs a new Idempotency-Key.","code":"operator_refused","data":{"transaction_id":27,"reference":"API_WD_1795501966_27","status":"failed"},"request_id":"req_N9Ah1zABjSvKr"}', 395),
	(115, 1000004, '2026-11-24 06:32:46.585+00', 'POST', '/api/v1/wallet/collect-payment', NULL, 503, 128.634, 'req_N9Ah1zABjSvKs', 2, 'cf46d883-75b2-48f4-8de5-6be841f2ac42', 'operator_unavailable', 28, '{"customer_phone":"25670*****06","amount":2000}', 47, '{"success":false,"message":"The mobile-money operator could not be reached. Try again later. Transaction 28 failed and the customer paid nothing; a new attempt needs a new Idempotency-Key.","code":"operator_unavailable","data":{"transaction_id":28,"reference":"API_COL_1795501966_28","status":"failed"},"request_id":"req_N9Ah1zABjSvKs"}', 336),
	(116, 1000004, '2026-11-24 06:32:46.719+00', 'POST', '/api/v1/wallet/collect-payment', NULL, 200, 84.034, 'req_N9Ah1zABjSvKt', 2, '4a467c82-9c40-449c-9841-d9c929efccd6', NULL, 29, '{"customer_phone":"25670*****67","amount":40000,"customer_name":"Okello ''O\"Brien''","description":"Order 7"}', 108, '{"success":true,"message":"The customer was asked to approve the payment.","data":{"transaction_id":29,"reference":"API_COL_1795501966_29","customer_phone":"25670*****67","customer_name":"Okello ''O\"Brien''","amount_requested":40000,"collection_fee":2000,"net_amount_to_receive":38000,"status":"processing","external_reference":"SIM-a750a30c-96fd-4ce4-aeed-9eb1f5235795","instructions":"The customer will receive an STK push prompt on their phone and pays by approving it with their mobile money PIN.","created_at":"2026-11-24T06:32:46.736Z"}}', 542),
	(117, 1000004, '2026-11-24 06:32:46.804+00', 'POST', '/api/v1/wallet/collect-payment', NULL, 200, 54.211, 'req_N9Ah1zABjSvKu', 2, '89065032-23b5-4cf0-b67c-d43d544ce75d', NULL, 30, '{"customer_phone":"25677*****02","amount":5000}', 47, '{"success":true,"message":"The customer was asked to approve the payment.","data":{"transaction_id":30,"reference":"API_COL_1795501966_30","customer_phone":"25677*****02","customer_name":null,"amount_requested":5000,"collection_fee":250,"net_amount_to_receive":4750,"status":"processing","external_reference":"SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc","instructions":"The customer will receive an STK push prompt on their phone and pays by approving it with their mobile money PIN.","created_at":"2026-11-24T06:32:46.811Z"}}', 524),
	(118, 1000004, '2026-11-24 06:32:47.996+00', 'POST', '/api/v1/wallet/collections/29/refund', NULL, 200, 166.656, 'req_N9Ah1zABjSvKv', 2, '3824eefc-02e6-48fe-8d39-af70e7068cc0', NULL, 31, '{"description":"Wrong size"}', 28, '{"success":true,"message":"The refund was accepted and is on its way to the customer.","data":{"transaction_id":31,"reference":"REF_1795501968_31","collection_id":29,"amount":40000,"status":"processing","new_balance":8815816,"external_reference":"SIM-0bcab87a-c426-4d77-ad4a-3dc24b638f1b","created_at":"2026-11-24T06:32:48.017Z"}}', 330),
	(119, 1000006, '2026-11-24 06:32:48.361+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 147.242, 'req_N9Ah1zABjSvKw', 3, '388aca21-bfbd-4d20-96f3-932ff6749711', NULL, 32, '{"recipient_phone":"25677*****05","amount":4000}', 48, '{"success":true,"message":"The payment was accepted and is on its way.","data":{"transaction_id":32,"reference":"SM_1795501968_32","recipient_name":"Esther Lubega","recipient_phone":"25677*****05","amount_sent":4000,"fee_amount":240,"total_deducted":4240,"transfer_type":"external","status":"processing","requires_approval":false,"new_balance":955294,"external_reference":"SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1","created_at":"2026-11-24T06:32:48.408Z","completed_at":null}}', 476),
	(120, 1000006, '2026-11-24 06:32:48.52+00', 'POST', '/api/v1/wallet/withdraw/mobile', NULL, 200, 48.885, 'req_N9Ah1zABjSvKx', 3, 'd8e77451-34c5-454e-8d72-fdc775408966', NULL, 33, '{"phone":"25677*****05","amount":3000}', 38, '{"success":true,"message":"The withdrawal was accepted and is on its way.","data":{"transaction_id":33,"reference":"API_WD_1795501968_33","amount":3000,"fee":105,"total_deducted":3105,"destination_phone":"25677*****05","status":"processing","requires_approval":false,"new_balance":952189,"external_reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd","created_at":"2026-11-24T06:32:48.521Z"}}', 393),
	(121, 1000006, '2026-11-24 06:32:48.58+00', 'POST', '/api/v1/wallet/collect-payment', NULL, 200, 52.89, 'req_N9Ah1zABjSvKy', 3, 'ebddfc69-2ec7-4461-a8b8-807109b259ff', NULL, 34, '{"customer_phone":"25677*****05","amount":8000}', 47, '{"success":true,"message":"The customer was asked to approve the payment.","data":{"transaction_id":34,"reference":"API_COL_1795501968_34","customer_phone":"25677*****05","customer_name":null,"amount_requested":8000,"collection_fee":400,"net_amount_to_receive":7600,"status":"processing","external_reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908","instructions":"The customer will receive an STK push prompt on their phone and pays by approving it with their mobile money PIN.","created_at":"2026-11-24T06:32:48.581Z"}}', 524),
	(208, 1000006, '2026-11-24 06:33:36.238+00', 'GET', '/api/v1/webhooks', NULL, 200, 0.626, 'req__Hw462tdn3CMb', 3, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Webhooks retrieved.","data":[{"id":2,"url":"http://127.0.0.1:34203/farm","events":["transaction.completed"],"api_key_id":null,"description":null,"honor_hints":false,"is_active":true,"disabled_at":null,"disabled_reason":null,"created_at":"2026-11-24T06:32:32.684Z","updated_at":"2026-11-24T06:32:32.684Z"}]}', 333),
	(122, 1000008, '2026-11-24 06:32:48.666+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 77.297, 'req_N9Ah1zABjSvKz', 4, '113576d8-2f2c-4bdd-b4b7-5d977cda7b69', NULL, 35, '{"recipient_phone":"25677*****01","amount":60000}', 49, '{"success":true,"message":"The payment waits for approval; the money is set aside.","data":{"transaction_id":35,"reference":"SM_1795501968_35","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","recipient_phone":"25677*****01","amount_sent":60000,"fee_amount":0,"total_deducted":60000,"transfer_type":"internal","status":"pending","requires_approval":true,"new_balance":2940000,"external_reference":null,"created_at":"2026-11-24T06:32:48.688Z","completed_at":null}}', 465),
	(123, 1000008, '2026-11-24 06:32:48.744+00', 'POST', '/api/v1/wallet/withdraw/mobile', NULL, 200, 30.111, 'req_N9Ah1zABjSvK10', 4, '78206041-b094-40cd-acc6-5a52f9825ce7', NULL, 37, '{"phone":"25670*****67","amount":55000}', 39, '{"success":true,"message":"The withdrawal waits for approval; the money is set aside.","data":{"transaction_id":37,"reference":"API_WD_1795501968_37","amount":55000,"fee":1925,"total_deducted":56925,"destination_phone":"25670*****67","status":"pending","requires_approval":true,"new_balance":2883075,"external_reference":"SIM-36396a78-93e9-4f26-a048-f8c9ba5240eb","created_at":"2026-11-24T06:32:48.750Z"}}', 405),
	(124, 1000008, '2026-11-24 06:32:48.779+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 24.095, 'req_N9Ah1zABjSvK11', 4, '66af1445-f886-42ca-b9dc-414b819297a2', NULL, 38, '{"recipient_phone":"25677*****01","amount":70000}', 49, '{"success":true,"message":"The payment waits for approval; the money is set aside.","data":{"transaction_id":38,"reference":"SM_1795501968_38","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","recipient_phone":"25677*****01","amount_sent":70000,"fee_amount":0,"total_deducted":70000,"transfer_type":"internal","status":"pending","requires_approval":true,"new_balance":2813075,"external_reference":null,"created_at":"2026-11-24T06:32:48.782Z","completed_at":null}}', 465),
	(125, 1000008, '2026-11-24 06:32:48.807+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 19.752, 'req_N9Ah1zABjSvK12', 4, '8ba5b489-026a-426b-99d0-f1dfc1aabd59', NULL, 40, '{"recipient_phone":"25670*****67","amount":80000}', 49, '{"success":true,"message":"The payment waits for approval; the money is set aside.","data":{"transaction_id":40,"reference":"SM_1795501968_40","recipient_name":"Godfrey Kirabo","recipient_phone":"25670*****67","amount_sent":80000,"fee_amount":4800,"total_deducted":84800,"transfer_type":"external","status":"pending","requires_approval":true,"new_balance":2728275,"external_reference":"SIM-5086d235-7210-4d46-81f4-493ff52571c2","created_at":"2026-11-24T06:32:48.819Z","completed_at":null}}', 489),
	(126, 1000008, '2026-11-24 06:32:48.84+00', 'POST', '/api/v1/wallet/send-money', NULL, 200, 32.545, 'req_N9Ah1zABjSvK13', 4, '34007ec0-6055-4c51-9c81-72cd46afa373', NULL, 41, '{"recipient_phone":"25677*****01","amount":90000}', 49, '{"success":true,"message":"The payment waits for approval; the money is set aside.","data":{"transaction_id":41,"reference":"SM_1795501968_41","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","recipient_phone":"25677*****01","amount_sent":90000,"fee_amount":0,"total_deducted":90000,"transfer_type":"internal","status":"pending","requires_approval":true,"new_balance":2638275,"external_reference":null,"created_at":"2026-11-24T06:32:48.841Z","completed_at":null}}', 465),
	(201, 1000004, '2026-11-24 06:33:36.18+00', 'GET', '/api/v1/wallet/balance', NULL, 200, 18.161, 'req__Hw462tdn3CM4', 2, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Balance retrieved.","data":{"balance":8796456,"held_balance":0,"currency":"UGX","mode":"test","as_of":"2026-11-24T06:33:36.195Z"}}', 157),
	(202, 1000004, '2026-11-24 06:33:36.207+00', 'GET', '/api/v1/wallet/transactions', 'limit=100', 200, 5.272, 'req__Hw462tdn3CM5', 2, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Transactions retrieved.","data":[{"id":51,"reference":"SM_1795501985_51","external_reference":"SIM-e711a1c8-141b-41c6-9bcd-c38d436980c7","type":"payment_sent","amount":6360,"fee_amount":360,"net_amount":6000,"currency":"UGX","status":"completed","description":null,"created_at":"2026-11-24T06:33:05.958Z","completed_at":"2026-11-24T06:33:36.077Z","failed_at":null,"metadata":{"recipient_phone":"25677*****04","recipient_name":"Denis Kirabo","provider":"MTN","api_triggered":true,"operator_receipt":"SIM13"},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8796456,"sender_pays_fee":true},{"id":50,"reference":"SM_1795501985_50","external_reference":"SIM-c1069d06-8353-4c17-868c-eae2e2335490","type":"payment_sent","amount":31800,"fee_amount":1800,"net_amount":30000,"currency":"UGX","status":"failed","description":"bad number","created_at":"2026-11-24T06:33:05.460Z","completed_at":null,"failed_at":"2026-11-24T06:33:05.509Z","metadata":{"recipient_phone":"25677*****02","recipient_name":"Brian Byaruhanga","provider":"MTN","api_triggered":false,"bulk_payout_id":1,"bulk_payout_row":3},"mode":"test","direction":"out","failure_code":"recipient_not_found","failure_reason":"No mobile-money account is registered under this phone number. Check the number.","balance_after":8802816,"sender_pays_fee":true},{"id":49,"reference":"SM_1795501985_49","external_reference":"SIM-75b34593-8483-4a9e-819f-b5897b263273","type":"payment_sent","amount":21200,"fee_amount":1200,"net_amount":20000,"currency":"UGX","status":"completed","description":null,"created_at":"2026-11-24T06:33:05.460Z","completed_at":"2026-11-24T06:33:05.631Z","failed_at":null,"metadata":{"recipient_phone":"25677*****11","recipient_name":"Kato Nsubuga","provider":"MTN","api_triggered":false,"operator_receipt":"SIM12","bulk_payout_id":1,"bulk_payout_row":2},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":8802816,"sender_pays_fee":true},{"id":47,"reference":"SM_1795501985_', 14676),
	(203, 1000004, '2026-11-24 06:33:36.214+00', 'GET', '/api/v1/events', 'limit=100', 200, 5.577, 'req__Hw462tdn3CM6', 2, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Events retrieved.","data":[{"id":"evt_2_1","type":"transaction.created","created":1795501940,"data":{"id":2,"reference":"DEP_1795501940_2","external_reference":null,"type":"deposit","amount":9000000,"fee_amount":0,"net_amount":9000000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:20.524Z","completed_at":"2026-11-24T06:32:20.524Z","failed_at":null,"metadata":{"api_triggered":false},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":9000000},"api_version":"2026-11","sequence":1},{"id":"evt_2_2","type":"transaction.completed","created":1795501940,"data":{"id":2,"reference":"DEP_1795501940_2","external_reference":null,"type":"deposit","amount":9000000,"fee_amount":0,"net_amount":9000000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:20.524Z","completed_at":"2026-11-24T06:32:20.524Z","failed_at":null,"metadata":{"api_triggered":false},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":9000000},"api_version":"2026-11","sequence":2},{"id":"evt_2_3","type":"wallet.credited","created":1795501940,"data":{"id":2,"reference":"DEP_1795501940_2","external_reference":null,"type":"deposit","amount":9000000,"fee_amount":0,"net_amount":9000000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:20.524Z","completed_at":"2026-11-24T06:32:20.524Z","failed_at":null,"metadata":{"api_triggered":false},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":9000000},"api_version":"2026-11","sequence":3},{"id":"evt_2_4","type":"deposit.completed","created":1795501940,"data":{"id":2,"reference":"DEP_1795501940_2","external_reference":null,"type":"deposit","amount":9000000,"fee_amount":0,"net_amount":9000000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:20.524Z","completed_at":"2026-11-24T06:32:20.524Z","failed_at":null,"metadata":{"', 66271),
	(204, 1000004, '2026-11-24 06:33:36.221+00', 'GET', '/api/v1/webhooks', NULL, 200, 1.23, 'req__Hw462tdn3CM7', 2, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Webhooks retrieved.","data":[{"id":1,"url":"http://127.0.0.1:34945/shop","events":["wallet.debited","wallet.credited","transaction.completed","transaction.failed"],"api_key_id":null,"description":null,"honor_hints":false,"is_active":true,"disabled_at":null,"disabled_reason":null,"created_at":"2026-11-24T06:32:32.575Z","updated_at":"2026-11-24T06:32:32.575Z"}]}', 389),
	(205, 1000006, '2026-11-24 06:33:36.223+00', 'GET', '/api/v1/wallet/balance', NULL, 200, 1.756, 'req__Hw462tdn3CM8', 3, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Balance retrieved.","data":{"balance":982189,"held_balance":7345,"currency":"UGX","mode":"test","as_of":"2026-11-24T06:33:36.225Z"}}', 159),
	(206, 1000006, '2026-11-24 06:33:36.226+00', 'GET', '/api/v1/wallet/transactions', 'limit=100', 200, 8.82, 'req__Hw462tdn3CM9', 3, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Transactions retrieved.","data":[{"id":48,"reference":"RCV_1795501985_48","external_reference":null,"type":"payment_received","amount":10000,"fee_amount":0,"net_amount":10000,"currency":"UGX","status":"completed","description":"=1+1","created_at":"2026-11-24T06:33:05.435Z","completed_at":"2026-11-24T06:33:05.435Z","failed_at":null,"metadata":{"sender_phone":"25677*****01","sender_name":"Kato & Sons \"Hardware\" \\ Ltd","api_triggered":false},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":982189},{"id":45,"reference":"RCV_1795501984_45","external_reference":null,"type":"payment_received","amount":20000,"fee_amount":0,"net_amount":20000,"currency":"UGX","status":"completed","description":null,"created_at":"2026-11-24T06:33:04.811Z","completed_at":"2026-11-24T06:33:04.811Z","failed_at":null,"metadata":{"sender_phone":"25677*****01","sender_name":"Kato & Sons \"Hardware\" \\ Ltd","api_triggered":false},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":972189},{"id":34,"reference":"API_COL_1795501968_34","external_reference":"SIM-00da5910-6e83-4da2-bd97-eef588aa5908","type":"collection","amount":8000,"fee_amount":400,"net_amount":7600,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:32:48.581Z","completed_at":null,"failed_at":null,"metadata":{"customer_phone":"25677*****05","customer_name":null,"provider":"MTN","api_triggered":true},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":null},{"id":33,"reference":"API_WD_1795501968_33","external_reference":"SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd","type":"withdrawal","amount":3105,"fee_amount":105,"net_amount":3000,"currency":"UGX","status":"processing","description":null,"created_at":"2026-11-24T06:32:48.521Z","completed_at":null,"failed_at":null,"metadata":{"recipient_phone":"25677*****05","recipient_name":"Esther Lubega","provider":"MTN","api_triggered":true},"mode":"test","direction":"ou', 7786),
	(207, 1000006, '2026-11-24 06:33:36.235+00', 'GET', '/api/v1/events', 'limit=100', 200, 2.039, 'req__Hw462tdn3CMa', 3, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Events retrieved.","data":[{"id":"evt_3_1","type":"transaction.created","created":1795501946,"data":{"id":3,"reference":"DEP_1795501946_3","external_reference":null,"type":"deposit","amount":900000,"fee_amount":0,"net_amount":900000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:26.268Z","completed_at":"2026-11-24T06:32:26.268Z","failed_at":null,"metadata":{"api_triggered":false},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":900000},"api_version":"2026-11","sequence":1},{"id":"evt_3_2","type":"transaction.completed","created":1795501946,"data":{"id":3,"reference":"DEP_1795501946_3","external_reference":null,"type":"deposit","amount":900000,"fee_amount":0,"net_amount":900000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:26.268Z","completed_at":"2026-11-24T06:32:26.268Z","failed_at":null,"metadata":{"api_triggered":false},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":900000},"api_version":"2026-11","sequence":2},{"id":"evt_3_3","type":"wallet.credited","created":1795501946,"data":{"id":3,"reference":"DEP_1795501946_3","external_reference":null,"type":"deposit","amount":900000,"fee_amount":0,"net_amount":900000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:26.268Z","completed_at":"2026-11-24T06:32:26.268Z","failed_at":null,"metadata":{"api_triggered":false},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":900000},"api_version":"2026-11","sequence":3},{"id":"evt_3_4","type":"deposit.completed","created":1795501946,"data":{"id":3,"reference":"DEP_1795501946_3","external_reference":null,"type":"deposit","amount":900000,"fee_amount":0,"net_amount":900000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:26.268Z","completed_at":"2026-11-24T06:32:26.268Z","failed_at":null,"metadata":{"api_trigger', 27986),
	(210, 1000008, '2026-11-24 06:33:36.242+00', 'GET', '/api/v1/wallet/transactions', 'limit=100', 200, 1.098, 'req__Hw462tdn3CMd', 4, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Transactions retrieved.","data":[{"id":41,"reference":"SM_1795501968_41","external_reference":null,"type":"payment_sent","amount":90000,"fee_amount":0,"net_amount":90000,"currency":"UGX","status":"failed","description":null,"created_at":"2026-11-24T06:32:48.841Z","completed_at":null,"failed_at":"2026-11-24T06:32:56.439Z","metadata":{"recipient_phone":"25677*****01","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":"approval_rejected","failure_reason":"The transaction was rejected; the money is back in the wallet.","balance_after":2728275,"sender_pays_fee":true},{"id":40,"reference":"SM_1795501968_40","external_reference":"SIM-5086d235-7210-4d46-81f4-493ff52571c2","type":"payment_sent","amount":84800,"fee_amount":4800,"net_amount":80000,"currency":"UGX","status":"completed","description":null,"created_at":"2026-11-24T06:32:48.819Z","completed_at":"2026-11-24T06:32:54.370Z","failed_at":null,"metadata":{"recipient_phone":"25670*****67","recipient_name":"Godfrey Kirabo","provider":"Airtel","api_triggered":true,"operator_receipt":"SIM10"},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":2728275,"sender_pays_fee":true},{"id":38,"reference":"SM_1795501968_38","external_reference":null,"type":"payment_sent","amount":70000,"fee_amount":0,"net_amount":70000,"currency":"UGX","status":"completed","description":null,"created_at":"2026-11-24T06:32:48.782Z","completed_at":"2026-11-24T06:32:51.488Z","failed_at":null,"metadata":{"recipient_phone":"25677*****01","recipient_name":"Kato & Sons \"Hardware\" \\ Ltd","provider":"MTN","api_triggered":true},"mode":"test","direction":"out","failure_code":null,"failure_reason":null,"balance_after":2813075,"sender_pays_fee":true},{"id":37,"reference":"API_WD_1795501968_37","external_reference":"SIM-36396a78-93e9-4f26-a048-f8c9ba5240eb","type":"withdrawal","amount":56925,"fee_amount":1925,"net_amount":55000,"currency":"UGX","status":"pendi', 3397),
	(211, 1000008, '2026-11-24 06:33:36.244+00', 'GET', '/api/v1/events', 'limit=100', 200, 1.615, 'req__Hw462tdn3CMe', 4, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Events retrieved.","data":[{"id":"evt_4_1","type":"transaction.created","created":1795501950,"data":{"id":4,"reference":"DEP_1795501950_4","external_reference":null,"type":"deposit","amount":3000000,"fee_amount":0,"net_amount":3000000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:30.458Z","completed_at":"2026-11-24T06:32:30.458Z","failed_at":null,"metadata":{"api_triggered":false},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":3000000},"api_version":"2026-11","sequence":1},{"id":"evt_4_2","type":"transaction.completed","created":1795501950,"data":{"id":4,"reference":"DEP_1795501950_4","external_reference":null,"type":"deposit","amount":3000000,"fee_amount":0,"net_amount":3000000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:30.458Z","completed_at":"2026-11-24T06:32:30.458Z","failed_at":null,"metadata":{"api_triggered":false},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":3000000},"api_version":"2026-11","sequence":2},{"id":"evt_4_3","type":"wallet.credited","created":1795501950,"data":{"id":4,"reference":"DEP_1795501950_4","external_reference":null,"type":"deposit","amount":3000000,"fee_amount":0,"net_amount":3000000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:30.458Z","completed_at":"2026-11-24T06:32:30.458Z","failed_at":null,"metadata":{"api_triggered":false},"mode":"test","direction":"in","failure_code":null,"failure_reason":null,"balance_after":3000000},"api_version":"2026-11","sequence":3},{"id":"evt_4_4","type":"deposit.completed","created":1795501950,"data":{"id":4,"reference":"DEP_1795501950_4","external_reference":null,"type":"deposit","amount":3000000,"fee_amount":0,"net_amount":3000000,"currency":"UGX","status":"completed","description":"Top-up","created_at":"2026-11-24T06:32:30.458Z","completed_at":"2026-11-24T06:32:30.458Z","failed_at":null,"metadata":{"', 16945),
	(212, 1000008, '2026-11-24 06:33:36.246+00', 'GET', '/api/v1/webhooks', NULL, 200, 0.482, 'req__Hw462tdn3CMf', 4, NULL, NULL, NULL, NULL, 0, '{"success":true,"message":"Webhooks retrieved.","data":[]}', 58);


--
-- Data for Name: request_log_20261125; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: resolution_proposal; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: review_case; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: schema_migration; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.schema_migration VALUES
	(1, '0001-ledger.sql', 'b9439d70f4f2ce1b876e8400df5492768511706813ffe2ca0aad58b8175f839f', '2026-11-24 06:32:08.418+00'),
	(2, '0002-access.sql', '7d21162b720f121565068bf7ba637e0557f436518f936eed23632c59ba75e7b8', '2026-11-24 06:32:08.483+00'),
	(3, '0003-simulator.sql', 'cc612d0838a1249ee8051644df6373fe66932abe3ae2fa216a2d33441586cd39', '2026-11-24 06:32:08.561+00'),
	(4, '0004-webhooks.sql', '4f37f06d221efa2b48b146624d8d933f61c978ed7549fdbabf28b094c95cde1f', '2026-11-24 06:32:08.699+00'),
	(5, '0005-dashboard.sql', '7de91c7c9b53e97dd6337ad84691b7bd8d180dd129057c6dc055108d7bc4bc96', '2026-11-24 06:32:09.001+00'),
	(6, '0006-bulk-payouts.sql', 'a45213878624cb58036d5c03f83a92cea23e11ce1bbe174415b116de4c2de14b', '2026-11-24 06:32:09.056+00'),
	(7, '0007-request-log.sql', 'ffc270fad850edd2ae6a4e96341ba1cb47351ded5096bea1265c156659897469', '2026-11-24 06:32:09.07+00'),
	(8, '0008-adjustments.sql', '1d4c55a549bc41785597b0cd96dcba02b862eea101b2d554398b6f0c3a4ea5bc', '2026-11-24 06:32:09.212+00'),
	(9, '0009-second-person.sql', '4db4fc902458812e83bd4c8298e6cf1f8fb6cd7a6f7ce1784c8e4dc797ed1821', '2026-11-24 06:32:09.254+00'),
	(10, '0010-operator-calls.sql', '4a15904d922eabfdfc08326a77437f58ac9bd169ae5905cda915940b5c44d3c1', '2026-11-24 06:32:09.27+00'),
	(11, '0011-fees-as-confirmed.sql', 'e494f943ae8a7ce040e4826da8f59480539cf7fab26d776745820a9824a28aa4', '2026-11-24 06:32:09.293+00'),
	(12, '0012-expect-rows.sql', 'b5d443781bb75198be5d438c98c22feb5d8deed85f9d1eb8b31afe092c840295', '2026-11-24 06:32:09.307+00'),
	(13, '0013-statistics.sql', '17c9a29bb6bc238800458d5fb12a3d15a97d5ac2c2dc26c90e8ed634df26d4bf', '2026-11-24 06:32:09.499+00'),
	(14, '0014-phone-of-demo.sql', '9abf1633cc03a4433d4d198a993c6fb97c5d6f6aad9c6cced7c865302f714913', '2026-11-24 06:32:09.582+00'),
	(15, '0015-final-when-opened.sql', 'f78d10b16402388145609340acb4f3daa64cdc296fe01a0e6f5b4fe5828b69ef', '2026-11-24 06:32:09.631+00'),
	(16, '0016-logs-without-vacuum.sql', 'bb6cc2e9d1c2debf67960b7a034ee876d278740d23d33e526dd028a86cdea8c9', '2026-11-24 06:32:09.646+00'),
	(17, '0017-small-samples.sql', '9d1704be77068310a9459fd8770fcb6ec6ee15635dc21f8c4c17129e6a71a0ba', '2026-11-24 06:32:09.715+00'),
	(18, '0018-answers-made-again.sql', '892ac2685df42501b9f8a39b0cac5907b96ac3e8e2259f7c919e52029af3b6b6', '2026-11-24 06:32:09.733+00'),
	(19, '0019-sign-in-attempts.sql', '846fab508186049a38e46a07303416442e3af0755fc1396bf218edd30398b5b2', '2026-11-24 06:32:09.847+00'),
	(20, '0020-client-quotas.sql', 'f9c082d11c90ecd2c656048ee95a794dd7ec6cf893883a1231c1a341a356ee91', '2026-11-24 06:32:09.876+00'),
	(21, '0021-failing-webhooks-and-refunds.sql', '77d6b1beba3d5ee4ace7903e5d34a832a2b2613539c4a0a2c84ca9ec1a04f41c', '2026-11-24 06:32:09.923+00'),
	(22, '0022-statement-columns.sql', '4a157950fc9280811bac20db805997f609c863a97947f8bdfe260bd4142d233f', '2026-11-24 06:32:09.95+00'),
	(23, '0023-references-compared-without-punctuation.sql', '9db7cd782a0510cc1a92b841b0d75612d1a31262d37d49ba0646dbbbaed736bc', '2026-11-24 06:32:09.984+00'),
	(24, '0024-people-and-their-sessions.sql', 'bb40489a3735cb9919834c1f344eac9e76bc4b07f701c5299fde599fc988e072', '2026-11-24 06:32:10.015+00');


--
-- Data for Name: server_life; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.server_life VALUES
	(true);


--
-- Data for Name: simulator_payment; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.simulator_payment OVERRIDING SYSTEM VALUE VALUES
	('SIM-2bb04b88-0bb6-4c98-a53b-97779ffba75f', 1, 'Airtel', 'payout', '256701234567', 50000, 'Rent – 5 🏠', 'Kato & Sons "Hardware" \ Ltd', '2026-11-24 06:32:45.463+00', NULL, NULL, NULL),
	('SIM-02e4da75-9059-4984-8e15-a98b48dbacb2', 2, 'MTN', 'payout', '256772300555', 47000, NULL, 'Kato & Sons "Hardware" \ Ltd', '2026-11-24 06:32:45.75+00', NULL, NULL, NULL),
	('SIM-dbdf210f-8795-4a63-a60b-294340bf3265', 3, 'Airtel', 'payout', '256701234567', 30000, NULL, 'Kato & Sons "Hardware" \ Ltd', '2026-11-24 06:32:45.973+00', NULL, NULL, NULL),
	('SIM-a750a30c-96fd-4ce4-aeed-9eb1f5235795', 4, 'Airtel', 'collection', '256701234567', 40000, 'Order 7', 'Kato & Sons "Hardware" \ Ltd', '2026-11-24 06:32:46.756+00', NULL, NULL, NULL),
	('SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc', 5, 'MTN', 'collection', '256770000002', 5000, NULL, 'Kato & Sons "Hardware" \ Ltd', '2026-11-24 06:32:46.828+00', NULL, NULL, NULL),
	('SIM-0bcab87a-c426-4d77-ad4a-3dc24b638f1b', 6, 'Airtel', 'payout', '256701234567', 40000, 'Wrong size', 'Kato & Sons "Hardware" \ Ltd', '2026-11-24 06:32:48.102+00', NULL, NULL, NULL),
	('SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1', 7, 'MTN', 'payout', '256770000005', 4000, NULL, 'Nakato’s Coffee 🍌 Farm', '2026-11-24 06:32:48.46+00', NULL, NULL, NULL),
	('SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd', 8, 'MTN', 'payout', '256770000005', 3000, NULL, 'Nakato’s Coffee 🍌 Farm', '2026-11-24 06:32:48.547+00', NULL, NULL, NULL),
	('SIM-00da5910-6e83-4da2-bd97-eef588aa5908', 9, 'MTN', 'collection', '256770000005', 8000, NULL, 'Nakato’s Coffee 🍌 Farm', '2026-11-24 06:32:48.603+00', NULL, NULL, NULL),
	('SIM-5086d235-7210-4d46-81f4-493ff52571c2', 10, 'Airtel', 'payout', '256701234567', 80000, NULL, 'Head Office', '2026-11-24 06:32:54.242+00', NULL, NULL, NULL),
	('SIM-a6a9cd86-8280-434e-95b1-fec9cbe88a1f', 11, 'MTN', 'payout', '256770000011', 30000, 'Wages', 'Kato & Sons "Hardware" \ Ltd', '2026-11-24 06:33:04.934+00', NULL, NULL, NULL),
	('SIM-75b34593-8483-4a9e-819f-b5897b263273', 12, 'MTN', 'payout', '256770000011', 20000, NULL, 'Kato & Sons "Hardware" \ Ltd', '2026-11-24 06:33:05.514+00', NULL, NULL, NULL),
	('SIM-e711a1c8-141b-41c6-9bcd-c38d436980c7', 13, 'MTN', 'payout', '256770000004', 6000, NULL, 'Kato & Sons "Hardware" \ Ltd', '2026-11-24 06:33:05.995+00', NULL, NULL, NULL);


--
-- Data for Name: statement_columns; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: submission; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.submission VALUES
	(33, 1000006, 'test', 'MTN', 1, 'payout', 'SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd', '2026-11-24 06:32:48.521+00', 1, '2026-11-24 06:32:48.521+00', '2026-11-24 06:33:18.521+00', '2026-11-24 06:32:48.563+00', NULL, 0, false, NULL, 185, NULL, false, 0, '2026-11-24 06:33:36.366+00', NULL, NULL, 0),
	(32, 1000006, 'test', 'MTN', 1, 'payout', 'SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1', '2026-11-24 06:32:48.408+00', 1, '2026-11-24 06:32:48.408+00', '2026-11-24 06:33:18.408+00', '2026-11-24 06:32:48.464+00', NULL, 0, false, NULL, 121, NULL, false, 0, '2026-11-24 06:33:36.308+00', NULL, NULL, 0),
	(34, 1000006, 'test', 'MTN', 1, 'collection', 'SIM-00da5910-6e83-4da2-bd97-eef588aa5908', '2026-11-24 06:32:48.581+00', 1, '2026-11-24 06:32:48.581+00', '2026-11-24 06:33:18.581+00', '2026-11-24 06:32:48.619+00', NULL, 0, false, NULL, 186, NULL, false, 0, '2026-11-24 06:33:36.365+00', NULL, NULL, 0);


--
-- Data for Name: suspense_claim; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: system_account; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.system_account VALUES
	(4, 'live', 'clearing', NULL, 'credit', 0),
	(5, 'live', 'fee_revenue_collection', NULL, 'credit', 0),
	(6, 'live', 'fee_revenue_send_money', NULL, 'credit', 0),
	(7, 'live', 'fee_revenue_withdrawal', NULL, 'credit', 0),
	(8, 'live', 'in_transit', NULL, 'credit', 0),
	(9, 'live', 'issuance', NULL, 'debit', 0),
	(10, 'live', 'loss', NULL, 'debit', 0),
	(11, 'live', 'operator_charges', NULL, 'debit', 0),
	(12, 'live', 'other_income', NULL, 'credit', 0),
	(13, 'live', 'receivable', NULL, 'debit', 0),
	(14, 'live', 'tax_payable', NULL, 'credit', 0),
	(15, 'test', 'bank', NULL, 'debit', 0),
	(16, 'test', 'clearing', NULL, 'credit', 0),
	(22, 'test', 'loss', NULL, 'debit', 0),
	(23, 'test', 'operator_charges', NULL, 'debit', 0),
	(24, 'test', 'other_income', NULL, 'credit', 0),
	(25, 'test', 'receivable', NULL, 'debit', 0),
	(26, 'test', 'tax_payable', NULL, 'credit', 0),
	(27, 'test', 'collection_float', 1, 'debit', 0),
	(29, 'test', 'suspense', 1, 'credit', 0),
	(32, 'test', 'suspense', 2, 'credit', 0),
	(33, 'test', 'collection_float', 3, 'debit', 0),
	(34, 'test', 'disbursement_float', 3, 'debit', 0),
	(35, 'test', 'suspense', 3, 'credit', 0),
	(28, 'test', 'disbursement_float', 1, 'debit', 97000),
	(18, 'test', 'fee_revenue_send_money', NULL, 'credit', 14400),
	(20, 'test', 'in_transit', NULL, 'credit', 130630),
	(21, 'test', 'issuance', NULL, 'debit', -13912000),
	(3, 'live', 'bank', NULL, 'debit', -250000),
	(17, 'test', 'fee_revenue_collection', NULL, 'credit', 2000),
	(19, 'test', 'fee_revenue_withdrawal', NULL, 'credit', 1050),
	(30, 'test', 'collection_float', 2, 'debit', 0),
	(31, 'test', 'disbursement_float', 2, 'debit', 160000);


--
-- Data for Name: system_account_delta; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.system_account_delta OVERRIDING SYSTEM VALUE VALUES
	(20, 52, -6360),
	(28, 53, 6000),
	(18, 54, 360);


--
-- Data for Name: transaction_p000000; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.transaction_p000000 VALUES
	(1000002, 1, 'test', 'deposit', 'in', 'house', 'completed', 1000000, 0, 1000000, NULL, NULL, 'Test money of the first start', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, '{"maker": "first start"}', 1000000, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:13.139+00', '2026-11-24 06:32:13.139+00', NULL),
	(1000004, 2, 'test', 'deposit', 'in', 'house', 'completed', 9000000, 0, 9000000, NULL, NULL, 'Top-up', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, '{"maker": "cli:root"}', 9000000, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:20.524+00', '2026-11-24 06:32:20.524+00', NULL),
	(1000006, 3, 'test', 'deposit', 'in', 'house', 'completed', 900000, 0, 900000, NULL, NULL, 'Top-up', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, '{"maker": "cli:root"}', 900000, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:26.268+00', '2026-11-24 06:32:26.268+00', NULL),
	(1000008, 4, 'test', 'deposit', 'in', 'house', 'completed', 3000000, 0, 3000000, NULL, NULL, 'Top-up', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, '{"maker": "cli:root"}', 3000000, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:30.458+00', '2026-11-24 06:32:30.458+00', NULL),
	(1000004, 5, 'test', 'payment_sent', 'out', 'internal', 'completed', 50000, 0, 50000, true, 3, NULL, '256772100002', 'Nakato’s Coffee 🍌 Farm', 1000006, 'MTN', NULL, NULL, NULL, 2, true, NULL, 8950000, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:41.479+00', '2026-11-24 06:32:41.479+00', NULL),
	(1000006, 6, 'test', 'payment_received', 'in', 'internal', 'completed', 50000, 0, 50000, NULL, NULL, NULL, '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, NULL, NULL, NULL, NULL, NULL, false, NULL, 950000, NULL, NULL, NULL, 1, 3, '2026-11-24 06:32:41.479+00', '2026-11-24 06:32:41.479+00', NULL),
	(1000004, 7, 'test', 'payment_sent', 'out', 'internal', 'completed', 1234, 0, 1234, true, 3, 'Cloth "blue" \ 3 m – ½', '256772100002', 'Nakato’s Coffee 🍌 Farm', 1000006, 'MTN', NULL, NULL, NULL, 2, true, NULL, 8948766, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:41.623+00', '2026-11-24 06:32:41.623+00', NULL),
	(1000006, 8, 'test', 'payment_received', 'in', 'internal', 'completed', 1234, 0, 1234, NULL, NULL, 'Cloth "blue" \ 3 m – ½', '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, NULL, NULL, NULL, NULL, NULL, false, NULL, 951234, NULL, NULL, NULL, 1, 3, '2026-11-24 06:32:41.623+00', '2026-11-24 06:32:41.623+00', NULL),
	(1000004, 9, 'test', 'payment_sent', 'out', 'internal', 'completed', 700, 0, 700, true, 3, 'መልካም 日本 عربي 🍌 ', '256772100002', 'Nakato’s Coffee 🍌 Farm', 1000006, 'MTN', NULL, NULL, NULL, 2, true, NULL, 8948066, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:41.838+00', '2026-11-24 06:32:41.838+00', NULL),
	(1000006, 10, 'test', 'payment_received', 'in', 'internal', 'completed', 700, 0, 700, NULL, NULL, 'መልካም 日本 عربي 🍌 ', '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, NULL, NULL, NULL, NULL, NULL, false, NULL, 951934, NULL, NULL, NULL, 1, 3, '2026-11-24 06:32:41.838+00', '2026-11-24 06:32:41.838+00', NULL),
	(1000004, 11, 'test', 'payment_sent', 'out', 'internal', 'completed', 2000, 0, 2000, true, 3, 'é', '256772100002', 'Nakato’s Coffee 🍌 Farm', 1000006, 'MTN', NULL, NULL, NULL, 2, true, NULL, 8946066, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:42.141+00', '2026-11-24 06:32:42.141+00', NULL),
	(1000006, 12, 'test', 'payment_received', 'in', 'internal', 'completed', 2000, 0, 2000, NULL, NULL, 'é', '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, NULL, NULL, NULL, NULL, NULL, false, NULL, 953934, NULL, NULL, NULL, 1, 3, '2026-11-24 06:32:42.141+00', '2026-11-24 06:32:42.141+00', NULL),
	(1000004, 13, 'test', 'payment_sent', 'out', 'internal', 'completed', 900, 0, 900, true, 3, NULL, '256772100002', 'Nakato’s Coffee 🍌 Farm', 1000006, 'MTN', NULL, NULL, NULL, 2, true, NULL, 8945166, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:42.317+00', '2026-11-24 06:32:42.317+00', NULL),
	(1000006, 14, 'test', 'payment_received', 'in', 'internal', 'completed', 900, 0, 900, NULL, NULL, NULL, '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, NULL, NULL, NULL, NULL, NULL, false, NULL, 954834, NULL, NULL, NULL, 1, 3, '2026-11-24 06:32:42.317+00', '2026-11-24 06:32:42.317+00', NULL),
	(1000006, 15, 'test', 'payment_sent', 'out', 'internal', 'completed', 5300, 300, 5000, true, 5, NULL, '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, 'MTN', NULL, NULL, NULL, 3, true, NULL, 949534, NULL, NULL, NULL, 2, 4, '2026-11-24 06:32:42.916+00', '2026-11-24 06:32:42.916+00', NULL),
	(1000004, 16, 'test', 'payment_received', 'in', 'internal', 'completed', 5000, 0, 5000, NULL, NULL, NULL, '256772100002', 'Nakato’s Coffee 🍌 Farm', 1000006, NULL, NULL, NULL, NULL, NULL, false, NULL, 8950166, NULL, NULL, NULL, 1, 3, '2026-11-24 06:32:42.916+00', '2026-11-24 06:32:42.916+00', NULL),
	(1000006, 17, 'test', 'payment_sent', 'out', 'internal', 'completed', 5000, 300, 4700, false, 5, NULL, '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, 'MTN', NULL, NULL, NULL, 3, true, NULL, 944534, NULL, NULL, NULL, 2, 4, '2026-11-24 06:32:43.063+00', '2026-11-24 06:32:43.063+00', NULL),
	(1000004, 18, 'test', 'payment_received', 'in', 'internal', 'completed', 4700, 0, 4700, NULL, NULL, NULL, '256772100002', 'Nakato’s Coffee 🍌 Farm', 1000006, NULL, NULL, NULL, NULL, NULL, false, NULL, 8954866, NULL, NULL, NULL, 1, 3, '2026-11-24 06:32:43.063+00', '2026-11-24 06:32:43.063+00', NULL),
	(1000006, 19, 'test', 'deposit', 'in', 'house', 'completed', 12000, 0, 12000, NULL, NULL, 'Test money', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3, true, '{"maker": "api_key:3"}', 956534, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:43.197+00', '2026-11-24 06:32:43.197+00', NULL),
	(1000004, 20, 'test', 'payment_sent', 'out', 'internal', 'completed', 3000, 0, 3000, true, 3, 'no key', '256772100002', 'Nakato’s Coffee 🍌 Farm', 1000006, 'MTN', NULL, NULL, NULL, 2, true, NULL, 8951866, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:43.274+00', '2026-11-24 06:32:43.274+00', NULL),
	(1000006, 21, 'test', 'payment_received', 'in', 'internal', 'completed', 3000, 0, 3000, NULL, NULL, 'no key', '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, NULL, NULL, NULL, NULL, NULL, false, NULL, 959534, NULL, NULL, NULL, 1, 3, '2026-11-24 06:32:43.274+00', '2026-11-24 06:32:43.274+00', NULL),
	(1000003, 22, 'live', 'deposit', 'in', 'house', 'completed', 250000, 0, 250000, NULL, NULL, 'Top-up', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, false, '{"maker": "cli:root", "approver": "cli:namutebi", "bank_reference": "SLIP 2041/7"}', 250000, NULL, NULL, NULL, 1, 4, '2026-11-24 06:32:45.214+00', '2026-11-24 06:32:45.214+00', NULL),
	(1000004, 23, 'test', 'payment_sent', 'out', 'external', 'completed', 53000, 3000, 50000, true, 2, 'Rent – 5 🏠', '256701234567', 'Godfrey Kirabo', NULL, 'Airtel', 2, 'SIM-2bb04b88-0bb6-4c98-a53b-97779ffba75f', 'SIM1', 2, true, NULL, 8898866, NULL, NULL, NULL, 3, 4, '2026-11-24 06:32:45.402+00', '2026-11-24 06:32:45.652+00', NULL),
	(1000004, 24, 'test', 'payment_sent', 'out', 'external', 'completed', 50000, 3000, 47000, false, 2, NULL, '256772300555', 'Okello Ssekandi', NULL, 'MTN', 1, 'SIM-02e4da75-9059-4984-8e15-a98b48dbacb2', 'SIM2', 2, true, NULL, 8848866, NULL, NULL, NULL, 3, 4, '2026-11-24 06:32:45.711+00', '2026-11-24 06:32:45.904+00', NULL),
	(1000004, 26, 'test', 'payment_sent', 'out', 'external', 'failed', 1060, 60, 1000, true, 2, NULL, '256770000002', 'Brian Byaruhanga', NULL, 'MTN', 1, 'SIM-825a7626-954c-4237-b42c-b8b8e1b53373', NULL, 2, true, NULL, 8817816, 'submission', 'recipient_not_found', 'No mobile-money account is registered under this phone number. Check the number.', 2, 5, '2026-11-24 06:32:46.096+00', NULL, '2026-11-24 06:32:46.158+00'),
	(1000004, 25, 'test', 'withdrawal', 'out', 'external', 'completed', 31050, 1050, 30000, true, 4, NULL, '256701234567', 'Godfrey Kirabo', NULL, 'Airtel', 2, 'SIM-dbdf210f-8795-4a63-a60b-294340bf3265', 'SIM3', 2, true, NULL, 8817816, NULL, NULL, NULL, 3, 4, '2026-11-24 06:32:45.957+00', '2026-11-24 06:32:46.216+00', NULL),
	(1000004, 27, 'test', 'withdrawal', 'out', 'external', 'failed', 1035, 35, 1000, true, 4, NULL, '256770000003', 'Catherine Kabuye', NULL, 'MTN', 1, 'SIM-214383b4-0a7e-44c9-8824-2a292233c001', NULL, 2, true, NULL, 8817816, 'submission', 'operator_float_too_low', 'The mobile-money operator could not pay out at the moment for a reason on our side. We have been alerted; try again later.', 2, 5, '2026-11-24 06:32:46.268+00', NULL, '2026-11-24 06:32:46.33+00'),
	(1000004, 28, 'test', 'collection', 'in', 'external', 'failed', 2000, 100, 1900, NULL, 1, NULL, '256700000006', NULL, NULL, 'Airtel', 2, 'SIM-3aae4349-eef0-4ebc-8d70-eb1017e1e54f', NULL, 2, true, NULL, NULL, 'submission', 'operator_unavailable', 'The mobile-money operator could not be reached. Try again later.', 0, 3, '2026-11-24 06:32:46.645+00', NULL, '2026-11-24 06:32:46.677+00'),
	(1000004, 29, 'test', 'collection', 'in', 'external', 'completed', 40000, 2000, 38000, NULL, 1, 'Order 7', '256701234567', 'Okello ''O"Brien''', NULL, 'Airtel', 2, 'SIM-a750a30c-96fd-4ce4-aeed-9eb1f5235795', 'SIM4', 2, true, NULL, 8855816, NULL, NULL, NULL, 2, 4, '2026-11-24 06:32:46.736+00', '2026-11-24 06:32:46.905+00', NULL),
	(1000004, 30, 'test', 'collection', 'in', 'external', 'failed', 5000, 250, 4750, NULL, 1, NULL, '256770000002', NULL, NULL, 'MTN', 1, 'SIM-a7de7c0c-e9a4-4528-8fb9-7ae19d7490cc', NULL, 2, true, NULL, NULL, 'settlement', 'customer_refused', 'The customer declined the payment. Ask them before you send a new request.', 0, 3, '2026-11-24 06:32:46.811+00', NULL, '2026-11-24 06:32:47.873+00'),
	(1000004, 31, 'test', 'refund', 'out', 'external', 'completed', 40000, 0, 40000, NULL, NULL, 'Wrong size', '256701234567', 'Okello ''O"Brien''', NULL, 'Airtel', 2, 'SIM-0bcab87a-c426-4d77-ad4a-3dc24b638f1b', 'SIM6', 2, true, '{"maker": "api_key:2", "refunds": 29, "paid_from": "collection_float"}', 8815816, NULL, NULL, NULL, 2, 3, '2026-11-24 06:32:48.017+00', '2026-11-24 06:32:48.248+00', NULL),
	(1000006, 32, 'test', 'payment_sent', 'out', 'external', 'processing', 4240, 240, 4000, true, 2, NULL, '256770000005', 'Esther Lubega', NULL, 'MTN', 1, 'SIM-6260fe42-9c1e-4d0b-ae23-277dc3ef7cf1', NULL, 3, true, NULL, 955294, NULL, NULL, NULL, 1, 2, '2026-11-24 06:32:48.408+00', NULL, NULL),
	(1000006, 33, 'test', 'withdrawal', 'out', 'external', 'processing', 3105, 105, 3000, true, 4, NULL, '256770000005', 'Esther Lubega', NULL, 'MTN', 1, 'SIM-de87045a-2da0-4d88-b48b-05dd21fdc9dd', NULL, 3, true, NULL, 952189, NULL, NULL, NULL, 1, 2, '2026-11-24 06:32:48.521+00', NULL, NULL),
	(1000006, 34, 'test', 'collection', 'in', 'external', 'processing', 8000, 400, 7600, NULL, 1, NULL, '256770000005', NULL, NULL, 'MTN', 1, 'SIM-00da5910-6e83-4da2-bd97-eef588aa5908', NULL, 3, true, NULL, NULL, NULL, NULL, NULL, 0, 1, '2026-11-24 06:32:48.581+00', NULL, NULL),
	(1000008, 35, 'test', 'payment_sent', 'out', 'internal', 'pending', 60000, 0, 60000, true, 3, NULL, '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, 'MTN', NULL, NULL, NULL, 4, true, NULL, 2940000, NULL, NULL, NULL, 1, 3, '2026-11-24 06:32:48.688+00', NULL, NULL),
	(1000008, 37, 'test', 'withdrawal', 'out', 'external', 'pending', 56925, 1925, 55000, true, 4, NULL, '256701234567', 'Godfrey Kirabo', NULL, 'Airtel', 2, 'SIM-36396a78-93e9-4f26-a048-f8c9ba5240eb', NULL, 4, true, NULL, 2883075, NULL, NULL, NULL, 1, 3, '2026-11-24 06:32:48.75+00', NULL, NULL),
	(1000008, 38, 'test', 'payment_sent', 'out', 'internal', 'completed', 70000, 0, 70000, true, 3, NULL, '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, 'MTN', NULL, NULL, NULL, 4, true, '{"approver": "cli:namutebi"}', 2813075, NULL, NULL, NULL, 2, 5, '2026-11-24 06:32:48.782+00', '2026-11-24 06:32:51.488+00', NULL),
	(1000004, 43, 'test', 'payment_received', 'in', 'internal', 'completed', 70000, 0, 70000, NULL, NULL, NULL, '256772100003', 'Head Office', 1000008, NULL, NULL, NULL, NULL, NULL, false, NULL, 8885816, NULL, NULL, NULL, 1, 3, '2026-11-24 06:32:51.488+00', '2026-11-24 06:32:51.488+00', NULL),
	(1000008, 40, 'test', 'payment_sent', 'out', 'external', 'completed', 84800, 4800, 80000, true, 2, NULL, '256701234567', 'Godfrey Kirabo', NULL, 'Airtel', 2, 'SIM-5086d235-7210-4d46-81f4-493ff52571c2', 'SIM10', 4, true, '{"approver": "cli:namutebi"}', 2728275, NULL, NULL, NULL, 3, 5, '2026-11-24 06:32:48.819+00', '2026-11-24 06:32:54.37+00', NULL),
	(1000008, 41, 'test', 'payment_sent', 'out', 'internal', 'failed', 90000, 0, 90000, true, 3, NULL, '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, 'MTN', NULL, NULL, NULL, 4, true, '{"rejected_by": "cli:root"}', 2728275, 'approval', 'approval_rejected', 'The transaction was rejected; the money is back in the wallet.', 2, 6, '2026-11-24 06:32:48.841+00', NULL, '2026-11-24 06:32:56.439+00'),
	(1000004, 44, 'test', 'payment_sent', 'out', 'internal', 'completed', 20000, 0, 20000, true, 3, NULL, '256772100002', 'Nakato’s Coffee 🍌 Farm', 1000006, 'MTN', NULL, NULL, NULL, NULL, false, NULL, 8865816, NULL, NULL, NULL, 1, 4, '2026-11-24 06:33:04.811+00', '2026-11-24 06:33:04.811+00', NULL),
	(1000006, 45, 'test', 'payment_received', 'in', 'internal', 'completed', 20000, 0, 20000, NULL, NULL, NULL, '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, NULL, NULL, NULL, NULL, NULL, false, NULL, 972189, NULL, NULL, NULL, 1, 3, '2026-11-24 06:33:04.811+00', '2026-11-24 06:33:04.811+00', NULL),
	(1000004, 46, 'test', 'payment_sent', 'out', 'external', 'completed', 31800, 1800, 30000, true, 2, 'Wages', '256770000011', 'Kato Nsubuga', NULL, 'MTN', 1, 'SIM-a6a9cd86-8280-434e-95b1-fec9cbe88a1f', 'SIM11', NULL, false, NULL, 8834016, NULL, NULL, NULL, 3, 4, '2026-11-24 06:33:04.916+00', '2026-11-24 06:33:05.003+00', NULL),
	(1000004, 47, 'test', 'payment_sent', 'out', 'internal', 'completed', 10000, 0, 10000, true, 3, '=1+1', '256772100002', 'Nakato’s Coffee 🍌 Farm', 1000006, 'MTN', NULL, NULL, NULL, NULL, false, '{"bulk_payout_id": 1, "bulk_payout_row": 1}', 8824016, NULL, NULL, NULL, 1, 4, '2026-11-24 06:33:05.435+00', '2026-11-24 06:33:05.435+00', NULL),
	(1000006, 48, 'test', 'payment_received', 'in', 'internal', 'completed', 10000, 0, 10000, NULL, NULL, '=1+1', '256772100001', 'Kato & Sons "Hardware" \ Ltd', 1000004, NULL, NULL, NULL, NULL, NULL, false, NULL, 982189, NULL, NULL, NULL, 1, 3, '2026-11-24 06:33:05.435+00', '2026-11-24 06:33:05.435+00', NULL),
	(1000004, 50, 'test', 'payment_sent', 'out', 'external', 'failed', 31800, 1800, 30000, true, 2, 'bad number', '256770000002', 'Brian Byaruhanga', NULL, 'MTN', 1, 'SIM-c1069d06-8353-4c17-868c-eae2e2335490', NULL, NULL, false, '{"bulk_payout_id": 1, "bulk_payout_row": 3}', 8802816, 'submission', 'recipient_not_found', 'No mobile-money account is registered under this phone number. Check the number.', 2, 5, '2026-11-24 06:33:05.46+00', NULL, '2026-11-24 06:33:05.509+00'),
	(1000004, 49, 'test', 'payment_sent', 'out', 'external', 'completed', 21200, 1200, 20000, true, 2, NULL, '256770000011', 'Kato Nsubuga', NULL, 'MTN', 1, 'SIM-75b34593-8483-4a9e-819f-b5897b263273', 'SIM12', NULL, false, '{"bulk_payout_id": 1, "bulk_payout_row": 2}', 8802816, NULL, NULL, NULL, 3, 4, '2026-11-24 06:33:05.46+00', '2026-11-24 06:33:05.631+00', NULL),
	(1000004, 51, 'test', 'payment_sent', 'out', 'external', 'completed', 6360, 360, 6000, true, 2, NULL, '256770000004', 'Denis Kirabo', NULL, 'MTN', 1, 'SIM-e711a1c8-141b-41c6-9bcd-c38d436980c7', 'SIM13', 2, true, NULL, 8796456, NULL, NULL, NULL, 3, 4, '2026-11-24 06:33:05.958+00', '2026-11-24 06:33:36.077+00', NULL);


--
-- Data for Name: transaction_p000001; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: transaction_p000002; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: transfer_p000000; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.transfer_p000000 VALUES
	(1000002, 1, 1, 21, 1000002, 1000000, 1, 1000000, '2026-11-24 06:32:13.139+00'),
	(1000004, 2, 1, 21, 1000004, 9000000, 1, 9000000, '2026-11-24 06:32:20.524+00'),
	(1000006, 3, 1, 21, 1000006, 900000, 1, 900000, '2026-11-24 06:32:26.268+00'),
	(1000008, 4, 1, 21, 1000008, 3000000, 1, 3000000, '2026-11-24 06:32:30.458+00'),
	(1000004, 5, 1, 1000004, 16, 50000, 2, 8950000, '2026-11-24 06:32:41.479+00'),
	(1000006, 6, 1, 16, 1000006, 50000, 2, 950000, '2026-11-24 06:32:41.479+00'),
	(1000004, 7, 1, 1000004, 16, 1234, 3, 8948766, '2026-11-24 06:32:41.623+00'),
	(1000006, 8, 1, 16, 1000006, 1234, 3, 951234, '2026-11-24 06:32:41.623+00'),
	(1000004, 9, 1, 1000004, 16, 700, 4, 8948066, '2026-11-24 06:32:41.838+00'),
	(1000006, 10, 1, 16, 1000006, 700, 4, 951934, '2026-11-24 06:32:41.838+00'),
	(1000004, 11, 1, 1000004, 16, 2000, 5, 8946066, '2026-11-24 06:32:42.141+00'),
	(1000006, 12, 1, 16, 1000006, 2000, 5, 953934, '2026-11-24 06:32:42.141+00'),
	(1000004, 13, 1, 1000004, 16, 900, 6, 8945166, '2026-11-24 06:32:42.317+00'),
	(1000006, 14, 1, 16, 1000006, 900, 6, 954834, '2026-11-24 06:32:42.317+00'),
	(1000006, 15, 1, 1000006, 16, 5000, 7, 949834, '2026-11-24 06:32:42.916+00'),
	(1000006, 15, 2, 1000006, 18, 300, 8, 949534, '2026-11-24 06:32:42.916+00'),
	(1000004, 16, 1, 16, 1000004, 5000, 7, 8950166, '2026-11-24 06:32:42.916+00'),
	(1000006, 17, 1, 1000006, 16, 4700, 9, 944834, '2026-11-24 06:32:43.063+00'),
	(1000006, 17, 2, 1000006, 18, 300, 10, 944534, '2026-11-24 06:32:43.063+00'),
	(1000004, 18, 1, 16, 1000004, 4700, 8, 8954866, '2026-11-24 06:32:43.063+00'),
	(1000006, 19, 1, 21, 1000006, 12000, 11, 956534, '2026-11-24 06:32:43.197+00'),
	(1000004, 20, 1, 1000004, 16, 3000, 9, 8951866, '2026-11-24 06:32:43.274+00'),
	(1000006, 21, 1, 16, 1000006, 3000, 12, 959534, '2026-11-24 06:32:43.274+00'),
	(1000003, 22, 1, 3, 1000003, 250000, 1, 250000, '2026-11-24 06:32:45.214+00'),
	(1000004, 23, 1, 1000004, 20, 53000, 10, 8898866, '2026-11-24 06:32:45.402+00'),
	(1000004, 23, 2, 20, 31, 50000, NULL, NULL, '2026-11-24 06:32:45.652+00'),
	(1000004, 23, 3, 20, 18, 3000, NULL, NULL, '2026-11-24 06:32:45.652+00'),
	(1000004, 24, 1, 1000004, 20, 50000, 11, 8848866, '2026-11-24 06:32:45.711+00'),
	(1000004, 24, 2, 20, 28, 47000, NULL, NULL, '2026-11-24 06:32:45.904+00'),
	(1000004, 24, 3, 20, 18, 3000, NULL, NULL, '2026-11-24 06:32:45.904+00'),
	(1000004, 25, 1, 1000004, 20, 31050, 12, 8817816, '2026-11-24 06:32:45.957+00'),
	(1000004, 26, 1, 1000004, 20, 1060, 13, 8816756, '2026-11-24 06:32:46.096+00'),
	(1000004, 26, 2, 20, 1000004, 1060, 14, 8817816, '2026-11-24 06:32:46.158+00'),
	(1000004, 25, 2, 20, 31, 30000, NULL, NULL, '2026-11-24 06:32:46.216+00'),
	(1000004, 25, 3, 20, 19, 1050, NULL, NULL, '2026-11-24 06:32:46.216+00'),
	(1000004, 27, 1, 1000004, 20, 1035, 15, 8816781, '2026-11-24 06:32:46.268+00'),
	(1000004, 27, 2, 20, 1000004, 1035, 16, 8817816, '2026-11-24 06:32:46.33+00'),
	(1000004, 29, 1, 30, 1000004, 38000, 17, 8855816, '2026-11-24 06:32:46.905+00'),
	(1000004, 29, 2, 30, 17, 2000, NULL, NULL, '2026-11-24 06:32:46.905+00'),
	(1000004, 31, 1, 1000004, 20, 40000, 18, 8815816, '2026-11-24 06:32:48.017+00'),
	(1000004, 31, 2, 20, 30, 40000, NULL, NULL, '2026-11-24 06:32:48.248+00'),
	(1000006, 32, 1, 1000006, 20, 4240, 13, 955294, '2026-11-24 06:32:48.408+00'),
	(1000006, 33, 1, 1000006, 20, 3105, 14, 952189, '2026-11-24 06:32:48.521+00'),
	(1000008, 35, 1, 1000008, 20, 60000, 2, 2940000, '2026-11-24 06:32:48.688+00'),
	(1000008, 37, 1, 1000008, 20, 56925, 3, 2883075, '2026-11-24 06:32:48.75+00'),
	(1000008, 38, 1, 1000008, 20, 70000, 4, 2813075, '2026-11-24 06:32:48.782+00'),
	(1000008, 40, 1, 1000008, 20, 84800, 5, 2728275, '2026-11-24 06:32:48.819+00'),
	(1000008, 41, 1, 1000008, 20, 90000, 6, 2638275, '2026-11-24 06:32:48.841+00'),
	(1000008, 38, 2, 20, 16, 70000, NULL, NULL, '2026-11-24 06:32:51.488+00'),
	(1000004, 43, 1, 16, 1000004, 70000, 19, 8885816, '2026-11-24 06:32:51.488+00');
INSERT INTO nsimbi.transfer_p000000 VALUES
	(1000008, 40, 2, 20, 31, 80000, NULL, NULL, '2026-11-24 06:32:54.37+00'),
	(1000008, 40, 3, 20, 18, 4800, NULL, NULL, '2026-11-24 06:32:54.37+00'),
	(1000008, 41, 2, 20, 1000008, 90000, 7, 2728275, '2026-11-24 06:32:56.439+00'),
	(1000004, 44, 1, 1000004, 16, 20000, 20, 8865816, '2026-11-24 06:33:04.811+00'),
	(1000006, 45, 1, 16, 1000006, 20000, 15, 972189, '2026-11-24 06:33:04.811+00'),
	(1000004, 46, 1, 1000004, 20, 31800, 21, 8834016, '2026-11-24 06:33:04.916+00'),
	(1000004, 46, 2, 20, 28, 30000, NULL, NULL, '2026-11-24 06:33:05.003+00'),
	(1000004, 46, 3, 20, 18, 1800, NULL, NULL, '2026-11-24 06:33:05.003+00'),
	(1000004, 47, 1, 1000004, 16, 10000, 22, 8824016, '2026-11-24 06:33:05.435+00'),
	(1000006, 48, 1, 16, 1000006, 10000, 16, 982189, '2026-11-24 06:33:05.435+00'),
	(1000004, 49, 1, 1000004, 20, 21200, 23, 8802816, '2026-11-24 06:33:05.46+00'),
	(1000004, 50, 1, 1000004, 20, 31800, 24, 8771016, '2026-11-24 06:33:05.46+00'),
	(1000004, 50, 2, 20, 1000004, 31800, 25, 8802816, '2026-11-24 06:33:05.509+00'),
	(1000004, 49, 2, 20, 28, 20000, NULL, NULL, '2026-11-24 06:33:05.631+00'),
	(1000004, 49, 3, 20, 18, 1200, NULL, NULL, '2026-11-24 06:33:05.631+00'),
	(1000004, 51, 1, 1000004, 20, 6360, 26, 8796456, '2026-11-24 06:33:05.958+00'),
	(1000004, 51, 2, 20, 28, 6000, NULL, NULL, '2026-11-24 06:33:36.077+00'),
	(1000004, 51, 3, 20, 18, 360, NULL, NULL, '2026-11-24 06:33:36.077+00');


--
-- Data for Name: transfer_p000001; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: transfer_p000002; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: wallet; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.wallet VALUES
	(1, NULL, 'live', 'House', NULL, 0, 0, 0, 0, 0, 0, false, NULL, NULL, NULL, false, false, false),
	(2, NULL, 'test', 'House', NULL, 0, 0, 0, 0, 0, 0, false, NULL, NULL, NULL, false, false, false),
	(1000001, 1, 'live', 'Demo', '256772000000', 0, 0, 0, 0, 0, 0, false, NULL, NULL, NULL, false, false, false),
	(1000002, 1, 'test', 'Demo', '256772000000', 1000000, 0, 1, 4, 0, 0, false, NULL, NULL, NULL, false, false, false),
	(1000005, 3, 'live', 'Nakato’s Coffee 🍌 Farm', '256772100002', 0, 0, 0, 0, 0, 0, false, NULL, NULL, NULL, false, false, false),
	(1000007, 4, 'live', 'Head Office', '256772100003', 0, 0, 0, 0, 0, 0, false, NULL, NULL, NULL, false, false, false),
	(1000008, 4, 'test', 'Head Office', '256772100003', 2728275, 116925, 7, 26, 20781, 271725, false, NULL, NULL, 50000, false, false, false),
	(1000003, 2, 'live', 'Kato & Sons "Hardware" \ Ltd', '256772100001', 250000, 0, 1, 4, 0, 0, false, NULL, NULL, NULL, false, false, false),
	(1000006, 3, 'test', 'Nakato’s Coffee 🍌 Farm', '256772100002', 982189, 7345, 16, 45, 20781, 17645, false, NULL, NULL, NULL, false, false, true),
	(1000004, 2, 'test', 'Kato & Sons "Hardware" \ Ltd', '256772100001', 8796456, 0, 26, 97, 20781, 281244, false, NULL, NULL, NULL, false, false, true);


--
-- Data for Name: wallet_count; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: wallet_hour; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Data for Name: wallet_phone; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.wallet_phone VALUES
	('test', '256772000000', 1000002),
	('live', '256772100001', 1000003),
	('test', '256772100001', 1000004),
	('live', '256772100002', 1000005),
	('test', '256772100002', 1000006),
	('live', '256772100003', 1000007),
	('test', '256772100003', 1000008);


--
-- Data for Name: webhook; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--

INSERT INTO nsimbi.webhook VALUES
	(1000004, 1, 2, 'test', 'http://127.0.0.1:34945/shop', '{wallet.debited,wallet.credited,transaction.completed,transaction.failed}', NULL, NULL, '\x026b3181cf743e94a92420e173eeb53f400f0c355aeee1e587f8b0c0c8909722e648bbd84e6995b55534bdba9214c2720a4b92f2c79bfd497960c2d3cd16a4322f29f6060bb2f4ef930421d80ef8524806', NULL, NULL, false, '2026-11', true, NULL, NULL, NULL, '2026-11-24 06:32:32.575+00', '2026-11-24 06:32:32.575+00', NULL),
	(1000006, 2, 3, 'test', 'http://127.0.0.1:34203/farm', '{transaction.completed}', NULL, NULL, '\x026b31d12d807170254301492ebb13e355d07a61f7cb358b746536ca55eb4665547fcc36b7b886e44912901643384f071e32a77f9119532b0528dd555d2d165ae6315defdee102931645ba38c3ff4a18aa', NULL, NULL, false, '2026-11', true, NULL, NULL, NULL, '2026-11-24 06:32:32.684+00', '2026-11-24 06:32:32.684+00', '2026-11-24 06:32:42.269+00');


--
-- Data for Name: withdrawal_number; Type: TABLE DATA; Schema: nsimbi; Owner: nsimbi_owner
--



--
-- Name: adjustment_proposal_adjustment_proposal_id_seq; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.adjustment_proposal_adjustment_proposal_id_seq', 1, false);


--
-- Name: api_key_api_key_id_seq; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.api_key_api_key_id_seq', 4, true);


--
-- Name: audit_log_audit_log_id_seq; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.audit_log_audit_log_id_seq', 23, true);


--
-- Name: bulk_payout_bulk_payout_id_seq; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.bulk_payout_bulk_payout_id_seq', 1, true);


--
-- Name: client_client_id_seq; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.client_client_id_seq', 4, true);


--
-- Name: delivery_number; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.delivery_number', 60, true);


--
-- Name: fee_schedule_fee_schedule_id_seq; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.fee_schedule_fee_schedule_id_seq', 5, true);


--
-- Name: operator_account_operator_account_id_seq; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.operator_account_operator_account_id_seq', 3, true);


--
-- Name: operator_call_number; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.operator_call_number', 700, true);


--
-- Name: request_log_number; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.request_log_number', 300, true);


--
-- Name: review_case_review_case_id_seq; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.review_case_review_case_id_seq', 1, false);


--
-- Name: simulator_payment_payment_id_seq; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.simulator_payment_payment_id_seq', 13, true);


--
-- Name: system_account_delta_delta_id_seq; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.system_account_delta_delta_id_seq', 54, true);


--
-- Name: system_account_number; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.system_account_number', 35, true);


--
-- Name: transaction_number; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.transaction_number', 51, true);


--
-- Name: wallet_number; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.wallet_number', 1000008, true);


--
-- Name: webhook_number; Type: SEQUENCE SET; Schema: nsimbi; Owner: nsimbi_owner
--

SELECT pg_catalog.setval('nsimbi.webhook_number', 2, true);


--
-- Name: adjustment_claim adjustment_claim_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.adjustment_claim
    ADD CONSTRAINT adjustment_claim_pkey PRIMARY KEY (mode, external_reference);


--
-- Name: adjustment_decision adjustment_decision_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.adjustment_decision
    ADD CONSTRAINT adjustment_decision_pkey PRIMARY KEY (adjustment_proposal_id);


--
-- Name: adjustment_proposal adjustment_form_once; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.adjustment_proposal
    ADD CONSTRAINT adjustment_form_once UNIQUE (form_key);


--
-- Name: adjustment_outcome adjustment_outcome_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.adjustment_outcome
    ADD CONSTRAINT adjustment_outcome_pkey PRIMARY KEY (adjustment_proposal_id);


--
-- Name: adjustment_proposal adjustment_proposal_adjustment_proposal_id_mode_proposed_by_key; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.adjustment_proposal
    ADD CONSTRAINT adjustment_proposal_adjustment_proposal_id_mode_proposed_by_key UNIQUE (adjustment_proposal_id, mode, proposed_by);


--
-- Name: adjustment_proposal adjustment_proposal_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.adjustment_proposal
    ADD CONSTRAINT adjustment_proposal_pkey PRIMARY KEY (adjustment_proposal_id);


--
-- Name: api_key api_key_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (api_key_id);


--
-- Name: approval approval_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.approval
    ADD CONSTRAINT approval_pkey PRIMARY KEY (transaction_id);


--
-- Name: audit_log audit_log_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (audit_log_id);


--
-- Name: adjustment_outcome booked_for_one_proposal; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.adjustment_outcome
    ADD CONSTRAINT booked_for_one_proposal UNIQUE (transaction_id);


--
-- Name: bulk_payout bulk_payout_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.bulk_payout
    ADD CONSTRAINT bulk_payout_pkey PRIMARY KEY (bulk_payout_id);


--
-- Name: bulk_payout_row bulk_payout_row_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.bulk_payout_row
    ADD CONSTRAINT bulk_payout_row_pkey PRIMARY KEY (bulk_payout_id, row_no);


--
-- Name: review_case case_once; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.review_case
    ADD CONSTRAINT case_once UNIQUE (transaction_id, kind, claim);


--
-- Name: client client_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.client
    ADD CONSTRAINT client_pkey PRIMARY KEY (client_id);


--
-- Name: person_credential credential_once; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_credential
    ADD CONSTRAINT credential_once UNIQUE (person_id, provider_id);


--
-- Name: delivery_attempt delivery_attempt_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.delivery_attempt
    ADD CONSTRAINT delivery_attempt_pkey PRIMARY KEY (wallet_id, webhook_id, delivery_id, attempt_no);


--
-- Name: delivery_due delivery_due_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.delivery_due
    ADD CONSTRAINT delivery_due_pkey PRIMARY KEY (webhook_id, delivery_id);


--
-- Name: delivery delivery_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (wallet_id, webhook_id, delivery_id);


--
-- Name: person email_once; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person
    ADD CONSTRAINT email_once UNIQUE (email);


--
-- Name: event_fan_out event_fan_out_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.event_fan_out
    ADD CONSTRAINT event_fan_out_pkey PRIMARY KEY (wallet_id, first_sequence);


--
-- Name: event event_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.event
    ADD CONSTRAINT event_pkey PRIMARY KEY (wallet_id, first_sequence, transaction_id);


--
-- Name: event_p000000 event_p000000_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.event_p000000
    ADD CONSTRAINT event_p000000_pkey PRIMARY KEY (wallet_id, first_sequence, transaction_id);


--
-- Name: event_p000001 event_p000001_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.event_p000001
    ADD CONSTRAINT event_p000001_pkey PRIMARY KEY (wallet_id, first_sequence, transaction_id);


--
-- Name: event_p000002 event_p000002_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.event_p000002
    ADD CONSTRAINT event_p000002_pkey PRIMARY KEY (wallet_id, first_sequence, transaction_id);


--
-- Name: fee_schedule fee_form_once; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.fee_schedule
    ADD CONSTRAINT fee_form_once UNIQUE (form_key);


--
-- Name: fee_schedule fee_schedule_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.fee_schedule
    ADD CONSTRAINT fee_schedule_pkey PRIMARY KEY (fee_schedule_id);


--
-- Name: bulk_payout form_once; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.bulk_payout
    ADD CONSTRAINT form_once UNIQUE (wallet_id, form_key);


--
-- Name: idempotency_key idempotency_key_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.idempotency_key
    ADD CONSTRAINT idempotency_key_pkey PRIMARY KEY (wallet_id, key);


--
-- Name: installation installation_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.installation
    ADD CONSTRAINT installation_pkey PRIMARY KEY (one);


--
-- Name: system_account kind_once; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.system_account
    ADD CONSTRAINT kind_once UNIQUE NULLS NOT DISTINCT (mode, kind, operator_account_id);


--
-- Name: operator_account operator_account_mode_operator_host_environment_api_user_key; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.operator_account
    ADD CONSTRAINT operator_account_mode_operator_host_environment_api_user_key UNIQUE (mode, operator, host, environment, api_user);


--
-- Name: operator_account operator_account_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.operator_account
    ADD CONSTRAINT operator_account_pkey PRIMARY KEY (operator_account_id);


--
-- Name: operator_float operator_float_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.operator_float
    ADD CONSTRAINT operator_float_pkey PRIMARY KEY (operator_account_id, "float");


--
-- Name: operator_prefix operator_prefix_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.operator_prefix
    ADD CONSTRAINT operator_prefix_pkey PRIMARY KEY (prefix);


--
-- Name: operator_receipt operator_receipt_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.operator_receipt
    ADD CONSTRAINT operator_receipt_pkey PRIMARY KEY (operator_account_id, receipt);


--
-- Name: operator_reference operator_reference_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.operator_reference
    ADD CONSTRAINT operator_reference_pkey PRIMARY KEY (operator_account_id, reference);


--
-- Name: operator_word operator_word_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.operator_word
    ADD CONSTRAINT operator_word_pkey PRIMARY KEY (wallet_id, transaction_id, call, word);


--
-- Name: payer_claim payer_claim_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.payer_claim
    ADD CONSTRAINT payer_claim_pkey PRIMARY KEY (wallet_id, phone);


--
-- Name: person_browser person_browser_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_browser
    ADD CONSTRAINT person_browser_pkey PRIMARY KEY (person_id, browser_hash);


--
-- Name: person_client_role person_client_role_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_client_role
    ADD CONSTRAINT person_client_role_pkey PRIMARY KEY (person_id, client_id);


--
-- Name: person_credential person_credential_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_credential
    ADD CONSTRAINT person_credential_pkey PRIMARY KEY (id);


--
-- Name: person person_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);


--
-- Name: person_session person_session_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_session
    ADD CONSTRAINT person_session_pkey PRIMARY KEY (id);


--
-- Name: person_sign_in_attempt person_sign_in_attempt_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_sign_in_attempt
    ADD CONSTRAINT person_sign_in_attempt_pkey PRIMARY KEY (subject);


--
-- Name: person_two_factor person_two_factor_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_two_factor
    ADD CONSTRAINT person_two_factor_pkey PRIMARY KEY (id);


--
-- Name: person_verification person_verification_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_verification
    ADD CONSTRAINT person_verification_pkey PRIMARY KEY (id);


--
-- Name: wallet_phone phone_once_per_mode; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.wallet_phone
    ADD CONSTRAINT phone_once_per_mode PRIMARY KEY (mode, phone);


--
-- Name: api_key public_id_once; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.api_key
    ADD CONSTRAINT public_id_once UNIQUE (public_id);


--
-- Name: query_budget query_budget_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.query_budget
    ADD CONSTRAINT query_budget_pkey PRIMARY KEY (operator_account_id, second);


--
-- Name: rate_limit_window rate_limit_window_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.rate_limit_window
    ADD CONSTRAINT rate_limit_window_pkey PRIMARY KEY (key);


--
-- Name: refund_claim refund_claim_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.refund_claim
    ADD CONSTRAINT refund_claim_pkey PRIMARY KEY (collection_id, refund_id);


--
-- Name: refund_ended refund_ended_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.refund_ended
    ADD CONSTRAINT refund_ended_pkey PRIMARY KEY (collection_id, refund_id);


--
-- Name: resolution_proposal resolution_proposal_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.resolution_proposal
    ADD CONSTRAINT resolution_proposal_pkey PRIMARY KEY (review_case_id);


--
-- Name: review_case review_case_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.review_case
    ADD CONSTRAINT review_case_pkey PRIMARY KEY (review_case_id);


--
-- Name: schema_migration schema_migration_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.schema_migration
    ADD CONSTRAINT schema_migration_pkey PRIMARY KEY (number);


--
-- Name: server_life server_life_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.server_life
    ADD CONSTRAINT server_life_pkey PRIMARY KEY (one);


--
-- Name: person_session session_token_once; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_session
    ADD CONSTRAINT session_token_once UNIQUE (token);


--
-- Name: simulator_payment simulator_payment_payment_id_key; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.simulator_payment
    ADD CONSTRAINT simulator_payment_payment_id_key UNIQUE (payment_id);


--
-- Name: simulator_payment simulator_payment_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.simulator_payment
    ADD CONSTRAINT simulator_payment_pkey PRIMARY KEY (reference);


--
-- Name: event snapshot_unless_final_when_opened; Type: CHECK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE nsimbi.event
    ADD CONSTRAINT snapshot_unless_final_when_opened CHECK (((snapshot IS NOT NULL) OR ((first_event_no = 1) AND ('transaction.completed'::text = ANY (names))))) NOT VALID;


--
-- Name: statement_columns statement_columns_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.statement_columns
    ADD CONSTRAINT statement_columns_pkey PRIMARY KEY (operator);


--
-- Name: submission submission_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.submission
    ADD CONSTRAINT submission_pkey PRIMARY KEY (transaction_id);


--
-- Name: suspense_claim suspense_claim_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.suspense_claim
    ADD CONSTRAINT suspense_claim_pkey PRIMARY KEY (transaction_id, kind, amount, receipt);


--
-- Name: system_account_delta system_account_delta_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.system_account_delta
    ADD CONSTRAINT system_account_delta_pkey PRIMARY KEY (account_id, delta_id);


--
-- Name: system_account system_account_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.system_account
    ADD CONSTRAINT system_account_pkey PRIMARY KEY (account_id);


--
-- Name: transaction transaction_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transaction
    ADD CONSTRAINT transaction_pkey PRIMARY KEY (wallet_id, transaction_id);


--
-- Name: transaction_p000000 transaction_p000000_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transaction_p000000
    ADD CONSTRAINT transaction_p000000_pkey PRIMARY KEY (wallet_id, transaction_id);


--
-- Name: transaction_p000001 transaction_p000001_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transaction_p000001
    ADD CONSTRAINT transaction_p000001_pkey PRIMARY KEY (wallet_id, transaction_id);


--
-- Name: transaction_p000002 transaction_p000002_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transaction_p000002
    ADD CONSTRAINT transaction_p000002_pkey PRIMARY KEY (wallet_id, transaction_id);


--
-- Name: transfer transfer_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transfer
    ADD CONSTRAINT transfer_pkey PRIMARY KEY (wallet_id, transaction_id, line);


--
-- Name: transfer_p000000 transfer_p000000_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transfer_p000000
    ADD CONSTRAINT transfer_p000000_pkey PRIMARY KEY (wallet_id, transaction_id, line);


--
-- Name: transfer_p000001 transfer_p000001_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transfer_p000001
    ADD CONSTRAINT transfer_p000001_pkey PRIMARY KEY (wallet_id, transaction_id, line);


--
-- Name: transfer_p000002 transfer_p000002_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.transfer_p000002
    ADD CONSTRAINT transfer_p000002_pkey PRIMARY KEY (wallet_id, transaction_id, line);


--
-- Name: wallet_count wallet_count_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.wallet_count
    ADD CONSTRAINT wallet_count_pkey PRIMARY KEY (wallet_id);


--
-- Name: wallet_hour wallet_hour_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.wallet_hour
    ADD CONSTRAINT wallet_hour_pkey PRIMARY KEY (wallet_id, hour, type, direction, operator);


--
-- Name: wallet wallet_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.wallet
    ADD CONSTRAINT wallet_pkey PRIMARY KEY (wallet_id);


--
-- Name: webhook webhook_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (wallet_id, webhook_id);


--
-- Name: withdrawal_number withdrawal_number_pkey; Type: CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.withdrawal_number
    ADD CONSTRAINT withdrawal_number_pkey PRIMARY KEY (wallet_id, phone);


--
-- Name: adjustment_claim_once; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE UNIQUE INDEX adjustment_claim_once ON nsimbi.adjustment_claim USING btree (mode, reference_key);


--
-- Name: adjustment_proposal_of_client; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX adjustment_proposal_of_client ON nsimbi.adjustment_proposal USING btree (client_id, adjustment_proposal_id);


--
-- Name: adjustment_proposal_of_reference; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX adjustment_proposal_of_reference ON nsimbi.adjustment_proposal USING btree (mode, nsimbi.comparable_reference(external_reference));


--
-- Name: api_key_of_client; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX api_key_of_client ON nsimbi.api_key USING btree (client_id, api_key_id);


--
-- Name: approval_due; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX approval_due ON nsimbi.approval USING btree (due_at);


--
-- Name: approval_of_wallet; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX approval_of_wallet ON nsimbi.approval USING btree (wallet_id, transaction_id);


--
-- Name: audit_log_by_action; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX audit_log_by_action ON nsimbi.audit_log USING btree (action, audit_log_id);


--
-- Name: audit_log_by_actor; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX audit_log_by_actor ON nsimbi.audit_log USING btree (actor, audit_log_id);


--
-- Name: audit_log_by_subject; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX audit_log_by_subject ON nsimbi.audit_log USING btree (subject text_pattern_ops, audit_log_id);


--
-- Name: audit_log_by_time; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX audit_log_by_time ON nsimbi.audit_log USING btree (at);


--
-- Name: bulk_payout_of_wallet; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX bulk_payout_of_wallet ON nsimbi.bulk_payout USING btree (wallet_id, bulk_payout_id);


--
-- Name: bulk_payout_open; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX bulk_payout_open ON nsimbi.bulk_payout USING btree (status) WHERE (status = ANY (ARRAY['awaiting_approval'::text, 'running'::text]));


--
-- Name: bulk_payout_row_waiting; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX bulk_payout_row_waiting ON nsimbi.bulk_payout_row USING btree (bulk_payout_id, due_at, row_no) WHERE (status = 'waiting'::text);


--
-- Name: case_without_transaction_once; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE UNIQUE INDEX case_without_transaction_once ON nsimbi.review_case USING btree (operator_account_id, kind, claim) WHERE (transaction_id IS NULL);


--
-- Name: delivery_age; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX delivery_age ON nsimbi.delivery USING brin (created_at) WITH (autosummarize='on');


--
-- Name: delivery_attempt_age; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX delivery_attempt_age ON nsimbi.delivery_attempt USING brin (at) WITH (autosummarize='on');


--
-- Name: delivery_due_furthest; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX delivery_due_furthest ON nsimbi.delivery_due USING btree (webhook_id, round_attempts, due_at) WHERE is_retry;


--
-- Name: delivery_due_order; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX delivery_due_order ON nsimbi.delivery_due USING btree (webhook_id, is_retry, due_at, delivery_id);


--
-- Name: delivery_once; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE UNIQUE INDEX delivery_once ON nsimbi.delivery USING btree (wallet_id, webhook_id, sequence) WHERE (sequence IS NOT NULL);


--
-- Name: event_age; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX event_age ON ONLY nsimbi.event USING brin (created_at) WITH (autosummarize='on');


--
-- Name: event_p000000_created_at_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX event_p000000_created_at_idx ON nsimbi.event_p000000 USING brin (created_at) WITH (autosummarize='on');


--
-- Name: event_p000001_created_at_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX event_p000001_created_at_idx ON nsimbi.event_p000001 USING brin (created_at) WITH (autosummarize='on');


--
-- Name: event_p000002_created_at_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX event_p000002_created_at_idx ON nsimbi.event_p000002 USING brin (created_at) WITH (autosummarize='on');


--
-- Name: idempotency_key_age; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX idempotency_key_age ON nsimbi.idempotency_key USING brin (created_at) WITH (autosummarize='on');


--
-- Name: operator_call_of_transaction; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX operator_call_of_transaction ON ONLY nsimbi.operator_call USING btree (wallet_id, transaction_id);


--
-- Name: operator_call_20261123_wallet_id_transaction_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX operator_call_20261123_wallet_id_transaction_id_idx ON nsimbi.operator_call_20261123 USING btree (wallet_id, transaction_id);


--
-- Name: operator_call_20261124_wallet_id_transaction_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX operator_call_20261124_wallet_id_transaction_id_idx ON nsimbi.operator_call_20261124 USING btree (wallet_id, transaction_id);


--
-- Name: operator_call_20261125_wallet_id_transaction_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX operator_call_20261125_wallet_id_transaction_id_idx ON nsimbi.operator_call_20261125 USING btree (wallet_id, transaction_id);


--
-- Name: person_browser_age; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX person_browser_age ON nsimbi.person_browser USING btree (last_signed_in_at);


--
-- Name: person_client_role_of_client; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX person_client_role_of_client ON nsimbi.person_client_role USING btree (client_id);


--
-- Name: person_session_end; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX person_session_end ON nsimbi.person_session USING btree (expires_at);


--
-- Name: person_session_of_person; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX person_session_of_person ON nsimbi.person_session USING btree (person_id);


--
-- Name: person_sign_in_attempt_age; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX person_sign_in_attempt_age ON nsimbi.person_sign_in_attempt USING btree (last_attempt_at);


--
-- Name: person_two_factor_of_person; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX person_two_factor_of_person ON nsimbi.person_two_factor USING btree (person_id);


--
-- Name: person_verification_by_identifier; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX person_verification_by_identifier ON nsimbi.person_verification USING btree (identifier);


--
-- Name: person_verification_end; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX person_verification_end ON nsimbi.person_verification USING btree (expires_at);


--
-- Name: refund_once; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE UNIQUE INDEX refund_once ON nsimbi.refund_claim USING btree (collection_id) WHERE (NOT paid_late);


--
-- Name: request_log_by_request_id; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_by_request_id ON ONLY nsimbi.request_log USING btree (request_id);


--
-- Name: request_log_20261123_request_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_20261123_request_id_idx ON nsimbi.request_log_20261123 USING btree (request_id);


--
-- Name: request_log_of_transaction; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_of_transaction ON ONLY nsimbi.request_log USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);


--
-- Name: request_log_20261123_transaction_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_20261123_transaction_id_idx ON nsimbi.request_log_20261123 USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);


--
-- Name: request_log_order; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_order ON ONLY nsimbi.request_log USING btree (wallet_id, request_log_id);


--
-- Name: request_log_20261123_wallet_id_request_log_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_20261123_wallet_id_request_log_id_idx ON nsimbi.request_log_20261123 USING btree (wallet_id, request_log_id);


--
-- Name: request_log_20261124_request_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_20261124_request_id_idx ON nsimbi.request_log_20261124 USING btree (request_id);


--
-- Name: request_log_20261124_transaction_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_20261124_transaction_id_idx ON nsimbi.request_log_20261124 USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);


--
-- Name: request_log_20261124_wallet_id_request_log_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_20261124_wallet_id_request_log_id_idx ON nsimbi.request_log_20261124 USING btree (wallet_id, request_log_id);


--
-- Name: request_log_20261125_request_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_20261125_request_id_idx ON nsimbi.request_log_20261125 USING btree (request_id);


--
-- Name: request_log_20261125_transaction_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_20261125_transaction_id_idx ON nsimbi.request_log_20261125 USING btree (transaction_id) WHERE (transaction_id IS NOT NULL);


--
-- Name: request_log_20261125_wallet_id_request_log_id_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX request_log_20261125_wallet_id_request_log_id_idx ON nsimbi.request_log_20261125 USING btree (wallet_id, request_log_id);


--
-- Name: review_case_open_of_wallet; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX review_case_open_of_wallet ON nsimbi.review_case USING btree (wallet_id) WHERE (resolved_at IS NULL);


--
-- Name: simulator_payment_of_phone; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX simulator_payment_of_phone ON nsimbi.simulator_payment USING btree (phone, payment_id);


--
-- Name: simulator_prompt; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX simulator_prompt ON nsimbi.simulator_payment USING btree (payment_id) WHERE ((prompt_until IS NOT NULL) AND (decision IS NULL));


--
-- Name: submission_due; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX submission_due ON nsimbi.submission USING btree (due_at);


--
-- Name: submission_in_review; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX submission_in_review ON nsimbi.submission USING btree (wallet_id) WHERE in_review;


--
-- Name: transaction_age; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX transaction_age ON ONLY nsimbi.transaction USING brin (created_at) WITH (autosummarize='on');


--
-- Name: transaction_p000000_created_at_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX transaction_p000000_created_at_idx ON nsimbi.transaction_p000000 USING brin (created_at) WITH (autosummarize='on');


--
-- Name: transaction_p000001_created_at_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX transaction_p000001_created_at_idx ON nsimbi.transaction_p000001 USING brin (created_at) WITH (autosummarize='on');


--
-- Name: transaction_p000002_created_at_idx; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX transaction_p000002_created_at_idx ON nsimbi.transaction_p000002 USING brin (created_at) WITH (autosummarize='on');


--
-- Name: wallet_of_client; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX wallet_of_client ON nsimbi.wallet USING btree (client_id);


--
-- Name: webhook_not_deleted; Type: INDEX; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE INDEX webhook_not_deleted ON nsimbi.webhook USING btree (wallet_id, webhook_id) WHERE (deleted_at IS NULL);


--
-- Name: event_p000000_created_at_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.event_age ATTACH PARTITION nsimbi.event_p000000_created_at_idx;


--
-- Name: event_p000000_pkey; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.event_pkey ATTACH PARTITION nsimbi.event_p000000_pkey;


--
-- Name: event_p000001_created_at_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.event_age ATTACH PARTITION nsimbi.event_p000001_created_at_idx;


--
-- Name: event_p000001_pkey; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.event_pkey ATTACH PARTITION nsimbi.event_p000001_pkey;


--
-- Name: event_p000002_created_at_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.event_age ATTACH PARTITION nsimbi.event_p000002_created_at_idx;


--
-- Name: event_p000002_pkey; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.event_pkey ATTACH PARTITION nsimbi.event_p000002_pkey;


--
-- Name: operator_call_20261123_wallet_id_transaction_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.operator_call_of_transaction ATTACH PARTITION nsimbi.operator_call_20261123_wallet_id_transaction_id_idx;


--
-- Name: operator_call_20261124_wallet_id_transaction_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.operator_call_of_transaction ATTACH PARTITION nsimbi.operator_call_20261124_wallet_id_transaction_id_idx;


--
-- Name: operator_call_20261125_wallet_id_transaction_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.operator_call_of_transaction ATTACH PARTITION nsimbi.operator_call_20261125_wallet_id_transaction_id_idx;


--
-- Name: request_log_20261123_request_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.request_log_by_request_id ATTACH PARTITION nsimbi.request_log_20261123_request_id_idx;


--
-- Name: request_log_20261123_transaction_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.request_log_of_transaction ATTACH PARTITION nsimbi.request_log_20261123_transaction_id_idx;


--
-- Name: request_log_20261123_wallet_id_request_log_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.request_log_order ATTACH PARTITION nsimbi.request_log_20261123_wallet_id_request_log_id_idx;


--
-- Name: request_log_20261124_request_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.request_log_by_request_id ATTACH PARTITION nsimbi.request_log_20261124_request_id_idx;


--
-- Name: request_log_20261124_transaction_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.request_log_of_transaction ATTACH PARTITION nsimbi.request_log_20261124_transaction_id_idx;


--
-- Name: request_log_20261124_wallet_id_request_log_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.request_log_order ATTACH PARTITION nsimbi.request_log_20261124_wallet_id_request_log_id_idx;


--
-- Name: request_log_20261125_request_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.request_log_by_request_id ATTACH PARTITION nsimbi.request_log_20261125_request_id_idx;


--
-- Name: request_log_20261125_transaction_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.request_log_of_transaction ATTACH PARTITION nsimbi.request_log_20261125_transaction_id_idx;


--
-- Name: request_log_20261125_wallet_id_request_log_id_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.request_log_order ATTACH PARTITION nsimbi.request_log_20261125_wallet_id_request_log_id_idx;


--
-- Name: transaction_p000000_created_at_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.transaction_age ATTACH PARTITION nsimbi.transaction_p000000_created_at_idx;


--
-- Name: transaction_p000000_pkey; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.transaction_pkey ATTACH PARTITION nsimbi.transaction_p000000_pkey;


--
-- Name: transaction_p000001_created_at_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.transaction_age ATTACH PARTITION nsimbi.transaction_p000001_created_at_idx;


--
-- Name: transaction_p000001_pkey; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.transaction_pkey ATTACH PARTITION nsimbi.transaction_p000001_pkey;


--
-- Name: transaction_p000002_created_at_idx; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.transaction_age ATTACH PARTITION nsimbi.transaction_p000002_created_at_idx;


--
-- Name: transaction_p000002_pkey; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.transaction_pkey ATTACH PARTITION nsimbi.transaction_p000002_pkey;


--
-- Name: transfer_p000000_pkey; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.transfer_pkey ATTACH PARTITION nsimbi.transfer_p000000_pkey;


--
-- Name: transfer_p000001_pkey; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.transfer_pkey ATTACH PARTITION nsimbi.transfer_p000001_pkey;


--
-- Name: transfer_p000002_pkey; Type: INDEX ATTACH; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER INDEX nsimbi.transfer_pkey ATTACH PARTITION nsimbi.transfer_p000002_pkey;


--
-- Name: person access_changes_with_person; Type: TRIGGER; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TRIGGER access_changes_with_person AFTER UPDATE OF disabled_at, platform_role, two_factor_enabled ON nsimbi.person FOR EACH ROW EXECUTE FUNCTION nsimbi.announce_access_change();


--
-- Name: person_client_role access_changes_with_role; Type: TRIGGER; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TRIGGER access_changes_with_role AFTER DELETE OR UPDATE OF role ON nsimbi.person_client_role FOR EACH ROW EXECUTE FUNCTION nsimbi.announce_access_change();


--
-- Name: client access_changes_with_rule; Type: TRIGGER; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TRIGGER access_changes_with_rule AFTER UPDATE OF two_factor_required ON nsimbi.client FOR EACH ROW EXECUTE FUNCTION nsimbi.announce_access_change();


--
-- Name: person_session access_changes_with_session; Type: TRIGGER; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TRIGGER access_changes_with_session AFTER DELETE ON nsimbi.person_session FOR EACH ROW EXECUTE FUNCTION nsimbi.announce_access_change();


--
-- Name: transaction completed_stays_as_it_is; Type: TRIGGER; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TRIGGER completed_stays_as_it_is BEFORE UPDATE OF status, operator_receipt, balance_after, details, failure_stage, failure_code, failure_reason, completed_at, failed_at ON nsimbi.transaction FOR EACH ROW WHEN (((old.status = 'completed'::text) AND (old.route <> 'external'::text))) EXECUTE FUNCTION nsimbi.refuse_change_of_completed();


--
-- Name: adjustment_claim reference_has_its_key; Type: TRIGGER; Schema: nsimbi; Owner: nsimbi_owner
--

CREATE TRIGGER reference_has_its_key BEFORE INSERT ON nsimbi.adjustment_claim FOR EACH ROW EXECUTE FUNCTION nsimbi.set_reference_key();


--
-- Name: adjustment_decision adjustment_decision_adjustment_proposal_id_mode_proposed_b_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.adjustment_decision
    ADD CONSTRAINT adjustment_decision_adjustment_proposal_id_mode_proposed_b_fkey FOREIGN KEY (adjustment_proposal_id, mode, proposed_by) REFERENCES nsimbi.adjustment_proposal(adjustment_proposal_id, mode, proposed_by);


--
-- Name: adjustment_outcome adjustment_outcome_adjustment_proposal_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.adjustment_outcome
    ADD CONSTRAINT adjustment_outcome_adjustment_proposal_id_fkey FOREIGN KEY (adjustment_proposal_id) REFERENCES nsimbi.adjustment_decision(adjustment_proposal_id);


--
-- Name: adjustment_proposal adjustment_proposal_client_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.adjustment_proposal
    ADD CONSTRAINT adjustment_proposal_client_id_fkey FOREIGN KEY (client_id) REFERENCES nsimbi.client(client_id);


--
-- Name: api_key api_key_client_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.api_key
    ADD CONSTRAINT api_key_client_id_fkey FOREIGN KEY (client_id) REFERENCES nsimbi.client(client_id);


--
-- Name: bulk_payout_row bulk_payout_row_bulk_payout_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.bulk_payout_row
    ADD CONSTRAINT bulk_payout_row_bulk_payout_id_fkey FOREIGN KEY (bulk_payout_id) REFERENCES nsimbi.bulk_payout(bulk_payout_id);


--
-- Name: person_browser person_browser_person_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_browser
    ADD CONSTRAINT person_browser_person_id_fkey FOREIGN KEY (person_id) REFERENCES nsimbi.person(id);


--
-- Name: person_client_role person_client_role_client_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_client_role
    ADD CONSTRAINT person_client_role_client_id_fkey FOREIGN KEY (client_id) REFERENCES nsimbi.client(client_id);


--
-- Name: person_client_role person_client_role_person_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_client_role
    ADD CONSTRAINT person_client_role_person_id_fkey FOREIGN KEY (person_id) REFERENCES nsimbi.person(id);


--
-- Name: person_credential person_credential_person_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_credential
    ADD CONSTRAINT person_credential_person_id_fkey FOREIGN KEY (person_id) REFERENCES nsimbi.person(id);


--
-- Name: person_session person_session_person_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_session
    ADD CONSTRAINT person_session_person_id_fkey FOREIGN KEY (person_id) REFERENCES nsimbi.person(id);


--
-- Name: person_two_factor person_two_factor_person_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.person_two_factor
    ADD CONSTRAINT person_two_factor_person_id_fkey FOREIGN KEY (person_id) REFERENCES nsimbi.person(id);


--
-- Name: resolution_proposal resolution_proposal_client_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.resolution_proposal
    ADD CONSTRAINT resolution_proposal_client_id_fkey FOREIGN KEY (client_id) REFERENCES nsimbi.client(client_id);


--
-- Name: resolution_proposal resolution_proposal_review_case_id_fkey; Type: FK CONSTRAINT; Schema: nsimbi; Owner: nsimbi_owner
--

ALTER TABLE ONLY nsimbi.resolution_proposal
    ADD CONSTRAINT resolution_proposal_review_case_id_fkey FOREIGN KEY (review_case_id) REFERENCES nsimbi.review_case(review_case_id);


--
-- Name: SCHEMA nsimbi; Type: ACL; Schema: -; Owner: nsimbi_owner
--

GRANT USAGE ON SCHEMA nsimbi TO nsimbi_service;
GRANT USAGE ON SCHEMA nsimbi TO nsimbi_reader;


--
-- Name: FUNCTION analyze_like(parent text, partition_name text); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.analyze_like(parent text, partition_name text) FROM PUBLIC;


--
-- Name: FUNCTION announce_access_change(); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.announce_access_change() FROM PUBLIC;


--
-- Name: FUNCTION begin_server_life(); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.begin_server_life() FROM PUBLIC;
GRANT ALL ON FUNCTION nsimbi.begin_server_life() TO nsimbi_service;


--
-- Name: FUNCTION comparable_reference(reference text); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.comparable_reference(reference text) FROM PUBLIC;
GRANT ALL ON FUNCTION nsimbi.comparable_reference(reference text) TO nsimbi_service;
GRANT ALL ON FUNCTION nsimbi.comparable_reference(reference text) TO nsimbi_reader;


--
-- Name: FUNCTION ensure_partitions(); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.ensure_partitions() FROM PUBLIC;
GRANT ALL ON FUNCTION nsimbi.ensure_partitions() TO nsimbi_service;


--
-- Name: FUNCTION expect_rows(what text, expected bigint, counted bigint); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.expect_rows(what text, expected bigint, counted bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION nsimbi.expect_rows(what text, expected bigint, counted bigint) TO nsimbi_service;


--
-- Name: TABLE api_key; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.api_key TO nsimbi_service;


--
-- Name: COLUMN api_key.api_key_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(api_key_id) ON TABLE nsimbi.api_key TO nsimbi_reader;


--
-- Name: COLUMN api_key.public_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(public_id) ON TABLE nsimbi.api_key TO nsimbi_reader;


--
-- Name: COLUMN api_key.client_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(client_id) ON TABLE nsimbi.api_key TO nsimbi_reader;


--
-- Name: COLUMN api_key.wallet_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(wallet_id) ON TABLE nsimbi.api_key TO nsimbi_reader;


--
-- Name: COLUMN api_key.mode; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(mode) ON TABLE nsimbi.api_key TO nsimbi_reader;


--
-- Name: COLUMN api_key.name; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(name) ON TABLE nsimbi.api_key TO nsimbi_reader;


--
-- Name: COLUMN api_key.permissions; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(permissions) ON TABLE nsimbi.api_key TO nsimbi_reader;


--
-- Name: COLUMN api_key.rate_limits; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(rate_limits) ON TABLE nsimbi.api_key TO nsimbi_reader;


--
-- Name: COLUMN api_key.allowed_ips; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(allowed_ips) ON TABLE nsimbi.api_key TO nsimbi_reader;


--
-- Name: COLUMN api_key.expires_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(expires_at) ON TABLE nsimbi.api_key TO nsimbi_reader;
GRANT UPDATE(expires_at) ON TABLE nsimbi.api_key TO nsimbi_service;


--
-- Name: COLUMN api_key.revoked_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(revoked_at) ON TABLE nsimbi.api_key TO nsimbi_reader;
GRANT UPDATE(revoked_at) ON TABLE nsimbi.api_key TO nsimbi_service;


--
-- Name: COLUMN api_key.rolled_to; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(rolled_to) ON TABLE nsimbi.api_key TO nsimbi_reader;
GRANT UPDATE(rolled_to) ON TABLE nsimbi.api_key TO nsimbi_service;


--
-- Name: COLUMN api_key.last_used_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(last_used_at) ON TABLE nsimbi.api_key TO nsimbi_reader;
GRANT UPDATE(last_used_at) ON TABLE nsimbi.api_key TO nsimbi_service;


--
-- Name: COLUMN api_key.created_by; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(created_by) ON TABLE nsimbi.api_key TO nsimbi_reader;


--
-- Name: COLUMN api_key.created_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(created_at) ON TABLE nsimbi.api_key TO nsimbi_reader;


--
-- Name: FUNCTION keep_days(log text, kind text, kept_since timestamp with time zone); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.keep_days(log text, kind text, kept_since timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION keep_operator_calls(kept_since timestamp with time zone); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.keep_operator_calls(kept_since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION nsimbi.keep_operator_calls(kept_since timestamp with time zone) TO nsimbi_service;


--
-- Name: FUNCTION keep_request_log(kept_since timestamp with time zone); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.keep_request_log(kept_since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION nsimbi.keep_request_log(kept_since timestamp with time zone) TO nsimbi_service;


--
-- Name: FUNCTION leave_to_be_dropped(partition_name text); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.leave_to_be_dropped(partition_name text) FROM PUBLIC;


--
-- Name: FUNCTION refuse_change_of_completed(); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.refuse_change_of_completed() FROM PUBLIC;


--
-- Name: FUNCTION set_reference_key(); Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

REVOKE ALL ON FUNCTION nsimbi.set_reference_key() FROM PUBLIC;


--
-- Name: TABLE adjustment_claim; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.adjustment_claim TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.adjustment_claim TO nsimbi_reader;


--
-- Name: TABLE adjustment_decision; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.adjustment_decision TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.adjustment_decision TO nsimbi_reader;


--
-- Name: TABLE adjustment_outcome; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.adjustment_outcome TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.adjustment_outcome TO nsimbi_reader;


--
-- Name: TABLE adjustment_proposal; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.adjustment_proposal TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.adjustment_proposal TO nsimbi_reader;


--
-- Name: TABLE approval; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE nsimbi.approval TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.approval TO nsimbi_reader;


--
-- Name: TABLE audit_log; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.audit_log TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.audit_log TO nsimbi_reader;


--
-- Name: TABLE bulk_payout; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.bulk_payout TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.bulk_payout TO nsimbi_reader;


--
-- Name: COLUMN bulk_payout.status; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(status) ON TABLE nsimbi.bulk_payout TO nsimbi_service;


--
-- Name: COLUMN bulk_payout.approver; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(approver) ON TABLE nsimbi.bulk_payout TO nsimbi_service;


--
-- Name: COLUMN bulk_payout.stopped_by; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(stopped_by) ON TABLE nsimbi.bulk_payout TO nsimbi_service;


--
-- Name: COLUMN bulk_payout.reason; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(reason) ON TABLE nsimbi.bulk_payout TO nsimbi_service;


--
-- Name: COLUMN bulk_payout.begun_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(begun_at) ON TABLE nsimbi.bulk_payout TO nsimbi_service;


--
-- Name: COLUMN bulk_payout.ended_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(ended_at) ON TABLE nsimbi.bulk_payout TO nsimbi_service;


--
-- Name: TABLE bulk_payout_row; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.bulk_payout_row TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.bulk_payout_row TO nsimbi_reader;


--
-- Name: COLUMN bulk_payout_row.status; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(status) ON TABLE nsimbi.bulk_payout_row TO nsimbi_service;


--
-- Name: COLUMN bulk_payout_row.transaction_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(transaction_id) ON TABLE nsimbi.bulk_payout_row TO nsimbi_service;


--
-- Name: COLUMN bulk_payout_row.code; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(code) ON TABLE nsimbi.bulk_payout_row TO nsimbi_service;


--
-- Name: COLUMN bulk_payout_row.reason; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(reason) ON TABLE nsimbi.bulk_payout_row TO nsimbi_service;


--
-- Name: COLUMN bulk_payout_row.begun_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(begun_at) ON TABLE nsimbi.bulk_payout_row TO nsimbi_service;


--
-- Name: COLUMN bulk_payout_row.tries; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(tries) ON TABLE nsimbi.bulk_payout_row TO nsimbi_service;


--
-- Name: COLUMN bulk_payout_row.due_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(due_at) ON TABLE nsimbi.bulk_payout_row TO nsimbi_service;


--
-- Name: COLUMN bulk_payout_row.lease_token; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(lease_token) ON TABLE nsimbi.bulk_payout_row TO nsimbi_service;


--
-- Name: TABLE client; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.client TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.client TO nsimbi_reader;


--
-- Name: COLUMN client.rate_limits; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(rate_limits) ON TABLE nsimbi.client TO nsimbi_service;


--
-- Name: COLUMN client.two_factor_required; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(two_factor_required) ON TABLE nsimbi.client TO nsimbi_service;


--
-- Name: COLUMN client.quotas; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(quotas) ON TABLE nsimbi.client TO nsimbi_service;


--
-- Name: SEQUENCE delivery_number; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT USAGE ON SEQUENCE nsimbi.delivery_number TO nsimbi_service;


--
-- Name: TABLE delivery; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.delivery TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.delivery TO nsimbi_reader;


--
-- Name: COLUMN delivery.status; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(status) ON TABLE nsimbi.delivery TO nsimbi_service;


--
-- Name: COLUMN delivery.delivered_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(delivered_at) ON TABLE nsimbi.delivery TO nsimbi_service;


--
-- Name: TABLE delivery_attempt; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.delivery_attempt TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.delivery_attempt TO nsimbi_reader;


--
-- Name: TABLE delivery_due; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.delivery_due TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.delivery_due TO nsimbi_reader;


--
-- Name: COLUMN delivery_due.attempts; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(attempts) ON TABLE nsimbi.delivery_due TO nsimbi_service;


--
-- Name: COLUMN delivery_due.round_attempts; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(round_attempts) ON TABLE nsimbi.delivery_due TO nsimbi_service;


--
-- Name: COLUMN delivery_due.due_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(due_at) ON TABLE nsimbi.delivery_due TO nsimbi_service;


--
-- Name: COLUMN delivery_due.lease_token; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(lease_token) ON TABLE nsimbi.delivery_due TO nsimbi_service;


--
-- Name: TABLE event; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.event TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.event TO nsimbi_reader;


--
-- Name: TABLE event_fan_out; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.event_fan_out TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.event_fan_out TO nsimbi_reader;


--
-- Name: COLUMN event_fan_out.transaction_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(transaction_id) ON TABLE nsimbi.event_fan_out TO nsimbi_service;


--
-- Name: TABLE event_p000000; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.event_p000000 TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.event_p000000 TO nsimbi_reader;


--
-- Name: TABLE event_p000001; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.event_p000001 TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.event_p000001 TO nsimbi_reader;


--
-- Name: TABLE event_p000002; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.event_p000002 TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.event_p000002 TO nsimbi_reader;


--
-- Name: TABLE fee_schedule; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.fee_schedule TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.fee_schedule TO nsimbi_reader;


--
-- Name: TABLE idempotency_key; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.idempotency_key TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.idempotency_key TO nsimbi_reader;


--
-- Name: COLUMN idempotency_key.answer_status; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(answer_status) ON TABLE nsimbi.idempotency_key TO nsimbi_service;


--
-- Name: COLUMN idempotency_key.answer; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(answer) ON TABLE nsimbi.idempotency_key TO nsimbi_service;


--
-- Name: TABLE installation; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.installation TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.installation TO nsimbi_reader;


--
-- Name: COLUMN installation.sealed_word; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(sealed_word) ON TABLE nsimbi.installation TO nsimbi_service;


--
-- Name: TABLE operator_account; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.operator_account TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.operator_account TO nsimbi_reader;


--
-- Name: SEQUENCE operator_call_number; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT USAGE ON SEQUENCE nsimbi.operator_call_number TO nsimbi_service;


--
-- Name: TABLE operator_call; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.operator_call TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.operator_call TO nsimbi_reader;


--
-- Name: TABLE operator_float; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.operator_float TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.operator_float TO nsimbi_reader;


--
-- Name: COLUMN operator_float.reported; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(reported) ON TABLE nsimbi.operator_float TO nsimbi_service;


--
-- Name: COLUMN operator_float.reported_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(reported_at) ON TABLE nsimbi.operator_float TO nsimbi_service;


--
-- Name: COLUMN operator_float.sent_since; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(sent_since) ON TABLE nsimbi.operator_float TO nsimbi_service;


--
-- Name: COLUMN operator_float.asks; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(asks) ON TABLE nsimbi.operator_float TO nsimbi_service;


--
-- Name: COLUMN operator_float.asked_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(asked_at) ON TABLE nsimbi.operator_float TO nsimbi_service;


--
-- Name: TABLE operator_prefix; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.operator_prefix TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.operator_prefix TO nsimbi_reader;


--
-- Name: COLUMN operator_prefix.operator; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(operator) ON TABLE nsimbi.operator_prefix TO nsimbi_service;


--
-- Name: TABLE operator_receipt; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.operator_receipt TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.operator_receipt TO nsimbi_reader;


--
-- Name: TABLE operator_reference; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.operator_reference TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.operator_reference TO nsimbi_reader;


--
-- Name: COLUMN operator_reference.hinted_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(hinted_at) ON TABLE nsimbi.operator_reference TO nsimbi_service;


--
-- Name: TABLE operator_word; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.operator_word TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.operator_word TO nsimbi_reader;


--
-- Name: COLUMN operator_word.treated_as; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(treated_as) ON TABLE nsimbi.operator_word TO nsimbi_service;


--
-- Name: COLUMN operator_word.raw; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(raw) ON TABLE nsimbi.operator_word TO nsimbi_service;


--
-- Name: COLUMN operator_word.times; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(times) ON TABLE nsimbi.operator_word TO nsimbi_service;


--
-- Name: COLUMN operator_word.last_heard_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(last_heard_at) ON TABLE nsimbi.operator_word TO nsimbi_service;


--
-- Name: TABLE payer_claim; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.payer_claim TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.payer_claim TO nsimbi_reader;


--
-- Name: COLUMN payer_claim.transaction_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(transaction_id) ON TABLE nsimbi.payer_claim TO nsimbi_service;


--
-- Name: TABLE person; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,UPDATE ON TABLE nsimbi.person TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.person TO nsimbi_reader;


--
-- Name: TABLE person_browser; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE nsimbi.person_browser TO nsimbi_service;


--
-- Name: TABLE person_client_role; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE nsimbi.person_client_role TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.person_client_role TO nsimbi_reader;


--
-- Name: TABLE person_credential; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE nsimbi.person_credential TO nsimbi_service;


--
-- Name: TABLE person_session; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE nsimbi.person_session TO nsimbi_service;


--
-- Name: TABLE person_sign_in_attempt; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE nsimbi.person_sign_in_attempt TO nsimbi_service;


--
-- Name: TABLE person_two_factor; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE nsimbi.person_two_factor TO nsimbi_service;


--
-- Name: TABLE person_verification; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE nsimbi.person_verification TO nsimbi_service;


--
-- Name: TABLE query_budget; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.query_budget TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.query_budget TO nsimbi_reader;


--
-- Name: COLUMN query_budget.taken; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(taken) ON TABLE nsimbi.query_budget TO nsimbi_service;


--
-- Name: COLUMN query_budget.granted; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(granted) ON TABLE nsimbi.query_budget TO nsimbi_service;


--
-- Name: COLUMN query_budget.newly_not_found; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(newly_not_found) ON TABLE nsimbi.query_budget TO nsimbi_service;


--
-- Name: TABLE rate_limit_window; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.rate_limit_window TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.rate_limit_window TO nsimbi_reader;


--
-- Name: COLUMN rate_limit_window.minute; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(minute) ON TABLE nsimbi.rate_limit_window TO nsimbi_service;


--
-- Name: COLUMN rate_limit_window.hits; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(hits) ON TABLE nsimbi.rate_limit_window TO nsimbi_service;


--
-- Name: TABLE refund_claim; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.refund_claim TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.refund_claim TO nsimbi_reader;


--
-- Name: TABLE refund_ended; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.refund_ended TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.refund_ended TO nsimbi_reader;


--
-- Name: SEQUENCE request_log_number; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT USAGE ON SEQUENCE nsimbi.request_log_number TO nsimbi_service;


--
-- Name: TABLE request_log; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.request_log TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.request_log TO nsimbi_reader;


--
-- Name: TABLE resolution_proposal; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.resolution_proposal TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.resolution_proposal TO nsimbi_reader;


--
-- Name: TABLE review_case; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.review_case TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.review_case TO nsimbi_reader;


--
-- Name: COLUMN review_case.resolved_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(resolved_at) ON TABLE nsimbi.review_case TO nsimbi_service;


--
-- Name: COLUMN review_case.resolution; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(resolution) ON TABLE nsimbi.review_case TO nsimbi_service;


--
-- Name: COLUMN review_case.resolution_reason; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(resolution_reason) ON TABLE nsimbi.review_case TO nsimbi_service;


--
-- Name: COLUMN review_case.resolved_by; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(resolved_by) ON TABLE nsimbi.review_case TO nsimbi_service;


--
-- Name: COLUMN review_case.confirmed_by; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(confirmed_by) ON TABLE nsimbi.review_case TO nsimbi_service;


--
-- Name: COLUMN review_case.resolution_transaction_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(resolution_transaction_id) ON TABLE nsimbi.review_case TO nsimbi_service;


--
-- Name: TABLE schema_migration; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.schema_migration TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.schema_migration TO nsimbi_reader;


--
-- Name: TABLE server_life; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.server_life TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.server_life TO nsimbi_reader;


--
-- Name: TABLE simulator_payment; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.simulator_payment TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.simulator_payment TO nsimbi_reader;


--
-- Name: COLUMN simulator_payment.decision; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(decision) ON TABLE nsimbi.simulator_payment TO nsimbi_service;


--
-- Name: COLUMN simulator_payment.decided_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(decided_at) ON TABLE nsimbi.simulator_payment TO nsimbi_service;


--
-- Name: TABLE statement_columns; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.statement_columns TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.statement_columns TO nsimbi_reader;


--
-- Name: COLUMN statement_columns.columns; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(columns) ON TABLE nsimbi.statement_columns TO nsimbi_service;


--
-- Name: COLUMN statement_columns.mapped_by; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(mapped_by) ON TABLE nsimbi.statement_columns TO nsimbi_service;


--
-- Name: COLUMN statement_columns.mapped_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(mapped_at) ON TABLE nsimbi.statement_columns TO nsimbi_service;


--
-- Name: TABLE submission; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE nsimbi.submission TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.submission TO nsimbi_reader;


--
-- Name: TABLE suspense_claim; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.suspense_claim TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.suspense_claim TO nsimbi_reader;


--
-- Name: SEQUENCE system_account_number; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT USAGE ON SEQUENCE nsimbi.system_account_number TO nsimbi_service;


--
-- Name: TABLE system_account; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.system_account TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.system_account TO nsimbi_reader;


--
-- Name: COLUMN system_account.balance; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(balance) ON TABLE nsimbi.system_account TO nsimbi_service;


--
-- Name: TABLE system_account_delta; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.system_account_delta TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.system_account_delta TO nsimbi_reader;


--
-- Name: TABLE transaction; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.transaction TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.transaction TO nsimbi_reader;


--
-- Name: COLUMN transaction.status; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(status) ON TABLE nsimbi.transaction TO nsimbi_service;


--
-- Name: COLUMN transaction.operator_receipt; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(operator_receipt) ON TABLE nsimbi.transaction TO nsimbi_service;


--
-- Name: COLUMN transaction.details; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(details) ON TABLE nsimbi.transaction TO nsimbi_service;


--
-- Name: COLUMN transaction.balance_after; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(balance_after) ON TABLE nsimbi.transaction TO nsimbi_service;


--
-- Name: COLUMN transaction.failure_stage; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(failure_stage) ON TABLE nsimbi.transaction TO nsimbi_service;


--
-- Name: COLUMN transaction.failure_code; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(failure_code) ON TABLE nsimbi.transaction TO nsimbi_service;


--
-- Name: COLUMN transaction.failure_reason; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(failure_reason) ON TABLE nsimbi.transaction TO nsimbi_service;


--
-- Name: COLUMN transaction.transfer_count; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(transfer_count) ON TABLE nsimbi.transaction TO nsimbi_service;


--
-- Name: COLUMN transaction.event_count; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(event_count) ON TABLE nsimbi.transaction TO nsimbi_service;


--
-- Name: COLUMN transaction.completed_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(completed_at) ON TABLE nsimbi.transaction TO nsimbi_service;


--
-- Name: COLUMN transaction.failed_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(failed_at) ON TABLE nsimbi.transaction TO nsimbi_service;


--
-- Name: SEQUENCE transaction_number; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,USAGE ON SEQUENCE nsimbi.transaction_number TO nsimbi_service;
GRANT SELECT ON SEQUENCE nsimbi.transaction_number TO nsimbi_reader;


--
-- Name: TABLE transaction_p000000; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.transaction_p000000 TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.transaction_p000000 TO nsimbi_reader;


--
-- Name: TABLE transaction_p000001; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.transaction_p000001 TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.transaction_p000001 TO nsimbi_reader;


--
-- Name: TABLE transaction_p000002; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.transaction_p000002 TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.transaction_p000002 TO nsimbi_reader;


--
-- Name: TABLE transfer; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.transfer TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.transfer TO nsimbi_reader;


--
-- Name: TABLE transfer_p000000; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.transfer_p000000 TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.transfer_p000000 TO nsimbi_reader;


--
-- Name: TABLE transfer_p000001; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.transfer_p000001 TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.transfer_p000001 TO nsimbi_reader;


--
-- Name: TABLE transfer_p000002; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT ON TABLE nsimbi.transfer_p000002 TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.transfer_p000002 TO nsimbi_reader;


--
-- Name: SEQUENCE wallet_number; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT USAGE ON SEQUENCE nsimbi.wallet_number TO nsimbi_service;


--
-- Name: TABLE wallet; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.wallet TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.wallet TO nsimbi_reader;


--
-- Name: COLUMN wallet.available; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(available) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.held; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(held) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.entry_no; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(entry_no) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.event_sequence; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(event_sequence) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.day; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(day) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.day_out; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(day_out) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.frozen; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(frozen) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.limit_per_transaction; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(limit_per_transaction) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.limit_per_day; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(limit_per_day) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.approval_threshold; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(approval_threshold) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.withdraw_listed_only; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(withdraw_listed_only) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.one_collection_per_payer; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(one_collection_per_payer) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: COLUMN wallet.has_webhooks; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(has_webhooks) ON TABLE nsimbi.wallet TO nsimbi_service;


--
-- Name: TABLE wallet_count; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.wallet_count TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.wallet_count TO nsimbi_reader;


--
-- Name: COLUMN wallet_count.counted_to; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(counted_to) ON TABLE nsimbi.wallet_count TO nsimbi_service;


--
-- Name: TABLE wallet_hour; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.wallet_hour TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.wallet_hour TO nsimbi_reader;


--
-- Name: COLUMN wallet_hour.completed; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(completed) ON TABLE nsimbi.wallet_hour TO nsimbi_service;


--
-- Name: COLUMN wallet_hour.failed; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(failed) ON TABLE nsimbi.wallet_hour TO nsimbi_service;


--
-- Name: COLUMN wallet_hour.moved; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(moved) ON TABLE nsimbi.wallet_hour TO nsimbi_service;


--
-- Name: TABLE wallet_phone; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.wallet_phone TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.wallet_phone TO nsimbi_reader;


--
-- Name: SEQUENCE webhook_number; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT USAGE ON SEQUENCE nsimbi.webhook_number TO nsimbi_service;


--
-- Name: TABLE webhook; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.wallet_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(wallet_id) ON TABLE nsimbi.webhook TO nsimbi_reader;


--
-- Name: COLUMN webhook.webhook_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(webhook_id) ON TABLE nsimbi.webhook TO nsimbi_reader;


--
-- Name: COLUMN webhook.client_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(client_id) ON TABLE nsimbi.webhook TO nsimbi_reader;


--
-- Name: COLUMN webhook.mode; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(mode) ON TABLE nsimbi.webhook TO nsimbi_reader;


--
-- Name: COLUMN webhook.url; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(url) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(url) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.events; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(events) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(events) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.api_key_id; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(api_key_id) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(api_key_id) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.description; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(description) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(description) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.secret; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(secret) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.next_secret; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(next_secret) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.next_secret_from; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(next_secret_from) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(next_secret_from) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.honor_hints; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(honor_hints) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(honor_hints) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.api_version; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(api_version) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(api_version) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.is_active; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(is_active) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(is_active) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.disabled_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(disabled_at) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(disabled_at) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.disabled_reason; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(disabled_reason) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(disabled_reason) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.deleted_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(deleted_at) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(deleted_at) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.created_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(created_at) ON TABLE nsimbi.webhook TO nsimbi_reader;


--
-- Name: COLUMN webhook.updated_at; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT(updated_at) ON TABLE nsimbi.webhook TO nsimbi_reader;
GRANT UPDATE(updated_at) ON TABLE nsimbi.webhook TO nsimbi_service;


--
-- Name: COLUMN webhook.failing_since; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT UPDATE(failing_since) ON TABLE nsimbi.webhook TO nsimbi_service;
GRANT SELECT(failing_since) ON TABLE nsimbi.webhook TO nsimbi_reader;


--
-- Name: TABLE withdrawal_number; Type: ACL; Schema: nsimbi; Owner: nsimbi_owner
--

GRANT SELECT,INSERT,DELETE ON TABLE nsimbi.withdrawal_number TO nsimbi_service;
GRANT SELECT ON TABLE nsimbi.withdrawal_number TO nsimbi_reader;


--
-- PostgreSQL database dump complete
--


