-- People who sign in to the dashboard: who they are, what they may do, their sessions and second factors. The tables of
-- sign-in are written by the sign-in library, which calls every key `id`; src/dashboard/people/sign-in.ts maps the other names.
--
-- Steps: new tables, a column on client with a constant default, which rewrites nothing; indexes on the ledger's tables for
-- what the dashboard looks up; privileges.

CREATE TABLE person (
  id text COLLATE "C" PRIMARY KEY CHECK (id <> ''),
  email text NOT NULL CONSTRAINT email_once UNIQUE CHECK (email = lower(email) AND length(email) BETWEEN 3 AND 254),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  two_factor_enabled boolean DEFAULT false,
  -- Of the service's own staff; null for the people of clients.
  platform_role text COLLATE "C" CHECK (platform_role IN ('platform_administrator', 'platform_support')),
  disabled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

-- What a person may do at a client: one role each.
CREATE TABLE person_client_role (
  person_id text COLLATE "C" NOT NULL REFERENCES person,
  client_id bigint NOT NULL REFERENCES client,
  role text COLLATE "C" NOT NULL
    CHECK (role IN ('client_owner', 'client_developer', 'client_finance', 'client_viewer')),
  granted_by text NOT NULL,
  granted_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (person_id, client_id)
);
CREATE INDEX person_client_role_of_client ON person_client_role (client_id);

-- A person's password, hashed with argon2id. The other columns are the library's, for sign-in by others, which is off.
CREATE TABLE person_credential (
  id text COLLATE "C" PRIMARY KEY,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  person_id text COLLATE "C" NOT NULL REFERENCES person,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT credential_once UNIQUE (person_id, provider_id)
);

CREATE TABLE person_session (
  id text COLLATE "C" PRIMARY KEY,
  token text COLLATE "C" NOT NULL CONSTRAINT session_token_once UNIQUE,
  person_id text COLLATE "C" NOT NULL REFERENCES person,
  expires_at timestamptz(3) NOT NULL,
  ip_address text,
  user_agent text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX person_session_of_person ON person_session (person_id);
CREATE INDEX person_session_end ON person_session (expires_at);

-- Secret and recovery codes are encrypted by the library with a key derived from the service's own.
CREATE TABLE person_two_factor (
  id text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES person,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  verified boolean DEFAULT true,
  failed_verification_count integer DEFAULT 0,
  locked_until timestamptz(3)
);
CREATE INDEX person_two_factor_of_person ON person_two_factor (person_id);

-- What a link or a step of sign-in is good for, and until when.
CREATE TABLE person_verification (
  id text COLLATE "C" PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX person_verification_by_identifier ON person_verification (identifier);
CREATE INDEX person_verification_end ON person_verification (expires_at);

-- Tries to sign in by address. Worth nothing some minutes later, so a crash of the server may empty it.
CREATE UNLOGGED TABLE person_rate_limit (
  id text COLLATE "C" PRIMARY KEY,
  key text COLLATE "C" NOT NULL CONSTRAINT rate_limit_key_once UNIQUE,
  count integer NOT NULL,
  last_request bigint NOT NULL
);

-- Wrong passwords by account, whether or not there is one: a hash of the address that was typed. Worth nothing some minutes
-- later either.
CREATE UNLOGGED TABLE person_sign_in_failure (
  account text COLLATE "C" PRIMARY KEY,
  failures integer NOT NULL CHECK (failures >= 0),
  since timestamptz(3) NOT NULL,
  locked_until timestamptz(3)
);
CREATE INDEX person_sign_in_failure_since ON person_sign_in_failure (since);

-- Whether the people of a client must have a second factor.
ALTER TABLE client ADD COLUMN two_factor_required boolean NOT NULL DEFAULT false;

GRANT SELECT, INSERT, UPDATE ON person, person_client_role, person_credential, person_session, person_two_factor,
  person_verification, person_rate_limit, person_sign_in_failure TO nsimbi_service;
GRANT DELETE ON person_client_role, person_credential, person_session, person_two_factor, person_verification,
  person_rate_limit, person_sign_in_failure TO nsimbi_service;
GRANT UPDATE (two_factor_required) ON client TO nsimbi_service;
GRANT SELECT ON person, person_client_role TO nsimbi_reader;

-- What ended in a wallet in an hour (hours since 1970-01-01 UTC), for the dashboard's figures: counted by housekeeping from
-- the wallet's events (src/ledger/count-ended.ts), never by a payment. `moved` is what reached the wallet (net) or left it
-- (gross); payments that no operator moved have the operator ''. Kept for 40 days.
CREATE TABLE wallet_hour (
  wallet_id bigint NOT NULL,
  hour integer NOT NULL,
  type text COLLATE "C" NOT NULL,
  direction text COLLATE "C" NOT NULL,
  operator text COLLATE "C" NOT NULL,
  completed integer NOT NULL,
  -- Those that nobody approved are not among them: no operator heard of them.
  failed integer NOT NULL,
  moved bigint NOT NULL,
  PRIMARY KEY (wallet_id, hour, type, direction, operator)
) WITH (fillfactor = 70);

-- The number of the last event that is counted there.
CREATE TABLE wallet_count (
  wallet_id bigint PRIMARY KEY,
  counted_to bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- A transaction's events are found by when it was made and when it ended: their own key begins with their number.
CREATE INDEX event_age ON event USING brin (created_at) WITH (pages_per_range = 16, autosummarize = on);

-- What a wallet's people have to look after.
CREATE INDEX approval_of_wallet ON approval (wallet_id, transaction_id);
CREATE INDEX review_case_open_of_wallet ON review_case (wallet_id) WHERE resolved_at IS NULL;
CREATE INDEX submission_in_review ON submission (wallet_id) WHERE in_review;

GRANT SELECT ON wallet_hour, wallet_count TO nsimbi_service, nsimbi_reader;
GRANT INSERT ON wallet_hour, wallet_count TO nsimbi_service;
GRANT UPDATE (completed, failed, moved) ON wallet_hour TO nsimbi_service;
GRANT UPDATE (counted_to) ON wallet_count TO nsimbi_service;
GRANT DELETE ON wallet_hour TO nsimbi_service;
