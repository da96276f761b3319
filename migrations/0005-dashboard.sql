-- People who sign in to the dashboard: who they are, what they may do, their sessions and second factors. The tables of
-- sign-in are written by the sign-in library, which calls every key `id`; src/dashboard/people/sign-in.ts maps the other names.
--
-- Steps: new tables, a column on client with a constant default, which rewrites nothing; privileges.

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

-- Whether the people of a client must have a second factor.
ALTER TABLE client ADD COLUMN two_factor_required boolean NOT NULL DEFAULT false;

GRANT SELECT, INSERT, UPDATE ON person, person_client_role, person_credential, person_session, person_two_factor,
  person_verification, person_rate_limit TO nsimbi_service;
GRANT DELETE ON person_client_role, person_credential, person_session, person_two_factor, person_verification,
  person_rate_limit TO nsimbi_service;
GRANT UPDATE (two_factor_required) ON client TO nsimbi_service;
GRANT SELECT ON person, person_client_role TO nsimbi_reader;
