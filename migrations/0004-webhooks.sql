-- Webhooks: where a wallet's events are sent, what became of each delivery, and the work that is to be done.
--
-- Steps: a column on wallet with a constant default, which rewrites nothing, and one on installation; new tables and a sequence; privileges.

-- Whether some active webhook of the wallet hears events. Kept by whoever changes a webhook, in the same database
-- transaction; a payment reads it with the lock that it takes anyway, and writes no fan-out row for a wallet that
-- nobody listens to.
ALTER TABLE wallet ADD COLUMN has_webhooks boolean NOT NULL DEFAULT false;

-- Sealed by the first process with its encryption keys; who cannot open it has others (src/secrets/proven-sealer.ts).
ALTER TABLE installation ADD COLUMN sealed_word bytea;

CREATE SEQUENCE webhook_number;
CREATE SEQUENCE delivery_number;

CREATE TABLE webhook (
  wallet_id bigint NOT NULL,
  webhook_id bigint NOT NULL DEFAULT nextval('webhook_number'),
  client_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'test')),
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  -- Only events of transactions made with this key, or the one it was rolled to; null: of all.
  api_key_id bigint,
  description text,
  -- Sealed (src/secrets/). From next_secret_from on next_secret is the only one; until then both sign.
  secret bytea NOT NULL,
  next_secret bytea,
  next_secret_from timestamptz(3),
  -- Whether 410 disables at once and Retry-After may lengthen a pause.
  honor_hints boolean NOT NULL DEFAULT false,
  api_version text COLLATE "C" NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  disabled_at timestamptz(3),
  disabled_reason text,
  -- Kept after deletion so that its deliveries stay readable.
  deleted_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (wallet_id, webhook_id),
  CONSTRAINT reason_when_disabled CHECK (is_active = (disabled_at IS NULL) AND is_active = (disabled_reason IS NULL)),
  CONSTRAINT deleted_is_not_active CHECK (deleted_at IS NULL OR NOT is_active),
  CONSTRAINT next_secret_has_its_time CHECK ((next_secret IS NULL) = (next_secret_from IS NULL))
);
-- Deleted ones stay for ever, so somebody may gather any number of them: every look at a wallet's webhooks says
-- `deleted_at IS NULL` and finds the few others here.
CREATE INDEX webhook_not_deleted ON webhook (wallet_id, webhook_id) WHERE deleted_at IS NULL;

-- Whether a transaction that was made with one key counts as made with another: it is that key, or the one that took its
-- place when it was rolled, so that a webhook of a key does not fall silent when the key is rolled.
CREATE FUNCTION is_made_with_key(made_with bigint, asked bigint) RETURNS boolean
LANGUAGE sql STABLE
RETURN made_with = asked OR EXISTS (
  WITH RECURSIVE roll AS (
    SELECT rolled_to AS api_key_id FROM api_key WHERE api_key_id = asked AND rolled_to IS NOT NULL
     UNION ALL
    SELECT api_key.rolled_to FROM roll JOIN api_key USING (api_key_id) WHERE api_key.rolled_to IS NOT NULL
  )
  SELECT FROM roll WHERE api_key_id = made_with);

-- Events that are still to become deliveries, one row per moment, written with the event and deleted by the fan-out.
CREATE TABLE event_fan_out (
  wallet_id bigint NOT NULL,
  first_sequence bigint NOT NULL,
  transaction_id bigint NOT NULL,
  PRIMARY KEY (wallet_id, first_sequence)
) WITH (autovacuum_vacuum_scale_factor = 0.02);

-- One event for one webhook. The body is made of the event, which never changes, so its bytes are the same for every
-- webhook and every attempt (src/webhooks/event-body.ts). A test delivery has no event: its sequence is null.
CREATE TABLE delivery (
  wallet_id bigint NOT NULL,
  webhook_id bigint NOT NULL,
  delivery_id bigint NOT NULL DEFAULT nextval('delivery_number'),
  transaction_id bigint NOT NULL,
  -- The moment's row in event, and the event's own number in it: evt_<transaction_id>_<event_no>.
  first_sequence bigint,
  sequence bigint,
  event_no smallint NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'delivered', 'failed', 'cancelled')),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  delivered_at timestamptz(3),
  PRIMARY KEY (wallet_id, webhook_id, delivery_id),
  CONSTRAINT delivered_at_when_delivered CHECK ((status = 'delivered') = (delivered_at IS NOT NULL)),
  CONSTRAINT sequences_together CHECK ((first_sequence IS NULL) = (sequence IS NULL))
) WITH (fillfactor = 80);
-- An event is delivered to a webhook once, however often it is fanned out or asked for again.
CREATE UNIQUE INDEX delivery_once ON delivery (wallet_id, webhook_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX delivery_age ON delivery USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on);

-- Every attempt that was made, append-only until retention removes it.
CREATE TABLE delivery_attempt (
  wallet_id bigint NOT NULL,
  webhook_id bigint NOT NULL,
  delivery_id bigint NOT NULL,
  attempt_no integer NOT NULL CHECK (attempt_no > 0),
  at timestamptz(3) NOT NULL,
  -- Null when no answer came; then error says why.
  response_status smallint,
  duration_ms integer NOT NULL,
  error text,
  -- At most 1 KiB of the answer.
  response_excerpt text,
  PRIMARY KEY (wallet_id, webhook_id, delivery_id, attempt_no)
);
CREATE INDEX delivery_attempt_age ON delivery_attempt USING brin (at) WITH (pages_per_range = 16, autosummarize = on);

-- Deliveries that are to be attempted, one row each, deleted when nothing more is owed. A claim moves due_at ahead by
-- its lease and leaves a token: a result is written only with the token, and the row of a worker that died is due again.
CREATE TABLE delivery_due (
  webhook_id bigint NOT NULL,
  delivery_id bigint NOT NULL,
  wallet_id bigint NOT NULL,
  -- Attempts made before (attempt_no of the next one is one more), and how many of them belong to this round: the first
  -- attempt and its retries. A redelivery begins a new round.
  attempts integer NOT NULL DEFAULT 0,
  round_attempts smallint NOT NULL DEFAULT 0,
  -- A webhook's first attempts and its retries are two lanes: the claim keeps room for the former.
  is_retry boolean NOT NULL GENERATED ALWAYS AS (round_attempts > 0) STORED,
  due_at timestamptz(3) NOT NULL,
  lease_token uuid,
  PRIMARY KEY (webhook_id, delivery_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
-- Lane first: the claim steps from one lane that has something due to the next, and a million rows of one hide nothing
-- of another.
CREATE INDEX delivery_due_order ON delivery_due (webhook_id, is_retry, due_at, delivery_id);

GRANT USAGE ON SEQUENCE webhook_number, delivery_number TO nsimbi_service;
GRANT SELECT ON webhook, event_fan_out, delivery, delivery_attempt, delivery_due TO nsimbi_service;
GRANT SELECT ON event_fan_out, delivery, delivery_attempt, delivery_due TO nsimbi_reader;
GRANT SELECT (wallet_id, webhook_id, client_id, mode, url, events, api_key_id, description, next_secret_from, honor_hints,
  api_version, is_active, disabled_at, disabled_reason, deleted_at, created_at, updated_at) ON webhook TO nsimbi_reader;
GRANT INSERT ON webhook, event_fan_out, delivery, delivery_attempt, delivery_due TO nsimbi_service;
GRANT UPDATE (has_webhooks) ON wallet TO nsimbi_service;
GRANT UPDATE (sealed_word) ON installation TO nsimbi_service;
GRANT UPDATE (url, events, api_key_id, description, secret, next_secret, next_secret_from, honor_hints, api_version,
  is_active, disabled_at, disabled_reason, deleted_at, updated_at) ON webhook TO nsimbi_service;
GRANT UPDATE (status, delivered_at) ON delivery TO nsimbi_service;
-- Nothing changes a row of event_fan_out, but only who may change one may lock one.
GRANT UPDATE (transaction_id) ON event_fan_out TO nsimbi_service;
GRANT UPDATE (attempts, round_attempts, due_at, lease_token) ON delivery_due TO nsimbi_service;
GRANT DELETE ON event_fan_out, delivery, delivery_attempt, delivery_due TO nsimbi_service;
