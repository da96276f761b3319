-- Sign-in counts attempts by where they come from in place of locking accounts, remembers browsers that signed in, and accepts
-- each code of an authenticator app once.
--
-- Steps: two new tables and a column without a default, which rewrites nothing; two unlogged tables of counts that were worth
-- minutes are dropped; privileges. No table of payments is touched.

-- Attempts that were counted before their password or code was looked at. The subject is a hash: of an account with an address,
-- of an account with a browser, or of an account alone. Worth nothing an hour later, so a crash of the server may empty it.
CREATE UNLOGGED TABLE person_sign_in_attempt (
  subject text COLLATE "C" PRIMARY KEY,
  failures integer NOT NULL CHECK (failures >= 0),
  last_attempt_at timestamptz(3) NOT NULL,
  -- No attempt is accepted before.
  next_attempt_at timestamptz(3) NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX person_sign_in_attempt_age ON person_sign_in_attempt (last_attempt_at);

DROP TABLE person_sign_in_failure;
DROP TABLE person_rate_limit;

-- Browsers in which a person signed in. The browser keeps a random number in a cookie; here is its SHA-256.
CREATE TABLE person_browser (
  browser_hash bytea NOT NULL CHECK (length(browser_hash) = 32),
  person_id text COLLATE "C" NOT NULL REFERENCES person,
  first_signed_in_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_signed_in_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (person_id, browser_hash)
);
CREATE INDEX person_browser_age ON person_browser (last_signed_in_at);

-- The 30-second step (RFC 6238, counted from 1970) of the last code that was accepted.
ALTER TABLE person_two_factor ADD COLUMN last_step bigint;

GRANT SELECT, INSERT, UPDATE, DELETE ON person_sign_in_attempt, person_browser TO nsimbi_service;
