-- phase: expand; oldest program: 0.2.0
-- Notifications by e-mail and to a chat: what people and clients choose, what is to be notified, and the messages that are still to be sent.
-- What was found is written once, so that no process sends it again; a message is deleted when it was sent.
--
-- Steps: six new tables, of which one gets a row for each live wallet, so that nothing is notified that ended before; a column without a
-- default on wallet_hour, which rewrites nothing; privileges. A program older than this mails sign-ins by itself and counts no fees: figures
-- of hours in which one ran may lack some.

-- Where a person chose otherwise than the default.
CREATE TABLE notification_choice (
  person_id text NOT NULL REFERENCES person,
  -- Null for what belongs to no client: the person's account and the platform.
  client_id bigint REFERENCES client,
  kind text COLLATE "C" NOT NULL,
  by_email boolean NOT NULL,
  chosen_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT choice_once UNIQUE NULLS NOT DISTINCT (person_id, client_id, kind)
);

-- The chat of a client; of the platform where the client is null.
CREATE TABLE notification_chat (
  client_id bigint REFERENCES client,
  -- Sealed (src/secrets/): who has the URL can write to the chat.
  url bytea NOT NULL,
  -- What is shown of the URL.
  host text NOT NULL,
  kinds text[] NOT NULL,
  set_by text NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  -- The last message was not accepted, and why; null when it was.
  failed_at timestamptz(3),
  failure text,
  CONSTRAINT chat_once UNIQUE NULLS NOT DISTINCT (client_id),
  CONSTRAINT failure_and_time_together CHECK ((failed_at IS NULL) = (failure IS NULL))
);

-- Something that is notified once. What waits for somebody or is wrong has its row until that is over (src/notifications/watched.ts).
CREATE TABLE notification (
  notification_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  -- Null where it concerns the platform or a person's account.
  client_id bigint,
  -- Whose account it concerns; null where it concerns a client or the platform.
  person_id text,
  -- What it is about, such as `payment 17`.
  subject text COLLATE "C" NOT NULL,
  details jsonb NOT NULL,
  -- In trusted time.
  found_at timestamptz(3) NOT NULL DEFAULT trusted_now(),
  -- When it can be sent: what is over before is not sent.
  due_at timestamptz(3) NOT NULL,
  -- Whether its messages were written.
  is_grouped boolean NOT NULL DEFAULT false,
  CONSTRAINT notified_once UNIQUE NULLS NOT DISTINCT (kind, client_id, person_id, subject)
);
CREATE INDEX notification_to_group ON notification (due_at) WHERE NOT is_grouped;
CREATE INDEX notification_age ON notification (found_at);

-- From when on the next messages of a kind may be written to the same people.
CREATE TABLE notification_group (
  kind text COLLATE "C" NOT NULL,
  client_id bigint,
  person_id text,
  next_at timestamptz(3) NOT NULL,
  CONSTRAINT group_once UNIQUE NULLS NOT DISTINCT (kind, client_id, person_id)
);

-- One message that is to be sent, deleted when it was. A claim moves due_at ahead by its lease and leaves a token.
CREATE TABLE notification_message (
  message_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  client_id bigint,
  -- The recipient; null: the chat of the client or platform.
  person_id text,
  notification_ids bigint[] NOT NULL CHECK (cardinality(notification_ids) > 0),
  -- When its newest notification was added, in trusted time.
  created_at timestamptz(3) NOT NULL DEFAULT trusted_now(),
  due_at timestamptz(3) NOT NULL DEFAULT trusted_now(),
  lease_token uuid,
  -- Attempts that were not accepted, in a row.
  failures integer NOT NULL DEFAULT 0,
  -- Attempts that may have been accepted, because their process ended or no answer came.
  unknown smallint NOT NULL DEFAULT 0
);
CREATE INDEX notification_message_due ON notification_message (due_at);

-- Up to which of its events a live wallet was searched for payouts that failed.
CREATE TABLE notification_cursor (
  wallet_id bigint PRIMARY KEY,
  searched_to bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
INSERT INTO notification_cursor (wallet_id, searched_to)
SELECT wallet_id, event_sequence FROM wallet WHERE mode = 'live' AND client_id IS NOT NULL;

-- Our fees within what completed, in shillings; null in hours that were counted before this.
ALTER TABLE wallet_hour ADD COLUMN fees bigint;

GRANT SELECT, INSERT, UPDATE (by_email, chosen_at) ON notification_choice TO nsimbi_service;
GRANT SELECT, INSERT, UPDATE (url, host, kinds, set_by, updated_at, failed_at, failure), DELETE ON notification_chat TO nsimbi_service;
-- A row is locked by a right to update it.
GRANT SELECT, INSERT, UPDATE (is_grouped), DELETE ON notification TO nsimbi_service;
GRANT SELECT, INSERT, UPDATE (next_at), DELETE ON notification_group TO nsimbi_service;
GRANT SELECT, INSERT, UPDATE (notification_ids, created_at, due_at, lease_token, failures, unknown), DELETE ON notification_message TO nsimbi_service;
GRANT SELECT, INSERT, UPDATE (searched_to) ON notification_cursor TO nsimbi_service;
GRANT UPDATE (fees) ON wallet_hour TO nsimbi_service;
GRANT SELECT ON notification_choice, notification, notification_group, notification_message, notification_cursor TO nsimbi_reader;
GRANT SELECT (client_id, host, kinds, set_by, updated_at, failed_at, failure) ON notification_chat TO nsimbi_reader;
