-- phase: expand; oldest program: 0.2.0
-- An API key can have one or two signing keys. Every request of such a key must have a signature (RFC 9421) of one of them, with a nonce that is
-- used once. A program that is older than this does not look for signatures: signing keys can be set only while none is registered.
--
-- Steps: a column with a constant default, which rewrites nothing; two new tables, empty; privileges.

ALTER TABLE api_key
  -- Ed25519 public keys, 32 bytes in base64url.
  ADD COLUMN signing_keys text[] NOT NULL DEFAULT '{}' CONSTRAINT at_most_two_signing_keys CHECK (cardinality(signing_keys) <= 2);
-- As the other columns of a table that is analyzed often.
ALTER TABLE api_key ALTER COLUMN signing_keys SET STATISTICS 20;

-- One row per signed request that was let in. A row can be removed when signed_request_horizon has been raised to its time.
CREATE TABLE signed_request (
  api_key_id bigint NOT NULL,
  nonce text COLLATE "C" NOT NULL,
  -- When the client says that it signed, in seconds since 1970.
  created bigint NOT NULL,
  noted_at timestamptz(3) NOT NULL DEFAULT trusted_now(),
  PRIMARY KEY (api_key_id, nonce)
);
CREATE INDEX signed_request_noted ON signed_request (noted_at);

-- Requests of a key that were signed at this time or before are refused, because their nonces are no longer all remembered. So no clock
-- that is set back lets an old request in again.
CREATE TABLE signed_request_horizon (
  api_key_id bigint PRIMARY KEY,
  -- Seconds since 1970.
  created bigint NOT NULL
) WITH (fillfactor = 50);

COMMENT ON COLUMN signed_request.noted_at IS 'Trusted time.';

GRANT UPDATE (signing_keys) ON api_key TO nsimbi_service;
-- Rows that are removed are locked first, which needs a right to update.
GRANT SELECT, INSERT, UPDATE (noted_at), DELETE ON signed_request TO nsimbi_service;
GRANT SELECT, INSERT, UPDATE (created) ON signed_request_horizon TO nsimbi_service;
GRANT SELECT (signing_keys) ON api_key TO nsimbi_reader;
GRANT SELECT ON signed_request, signed_request_horizon TO nsimbi_reader;
