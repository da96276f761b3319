-- Who may call: API keys, limits of rate per client, and windows of rate that several processes share.
--
-- Steps: a column on client with a constant default, which rewrites nothing; two new tables; privileges.

-- Requests a minute by name of the limit, where they differ from the defaults.
ALTER TABLE client ADD COLUMN rate_limits jsonb NOT NULL DEFAULT '{}'
  CONSTRAINT client_rate_limits_by_name CHECK (jsonb_typeof(rate_limits) = 'object');

-- A key's text is nsk_<mode>_<public_id>.<secret>. The secret is nowhere: only its SHA-256, which is enough because the
-- secret is 40 random characters and cannot be guessed. Room is left in the page, because last_used_at moves.
CREATE TABLE api_key (
  api_key_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id text COLLATE "C" NOT NULL CONSTRAINT public_id_once UNIQUE CHECK (public_id ~ '^[0-9A-Za-z]{12}$'),
  secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
  client_id bigint NOT NULL REFERENCES client,
  wallet_id bigint NOT NULL,
  mode text COLLATE "C" NOT NULL CHECK (mode IN ('live', 'test')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  permissions text[] NOT NULL CHECK (cardinality(permissions) > 0 AND permissions <@ ARRAY[
    'wallet:read', 'wallet:send', 'wallet:withdraw', 'wallet:collect', 'webhooks:read', 'webhooks:write']),
  rate_limits jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(rate_limits) = 'object'),
  -- Addresses and networks that may use the key; none: all may.
  allowed_ips text[] NOT NULL DEFAULT '{}',
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  -- The key that took this one's place when it was rolled.
  rolled_to bigint,
  last_used_at timestamptz(3),
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT rolled_key_expires CHECK (rolled_to IS NULL OR expires_at IS NOT NULL)
) WITH (fillfactor = 70);
CREATE INDEX api_key_of_client ON api_key (client_id, api_key_id);

-- Requests that a limit counted in a minute since 1970, when several processes count together. Worth nothing a minute
-- later, so a crash of the server may empty it.
CREATE UNLOGGED TABLE rate_limit_window (
  key text COLLATE "C" PRIMARY KEY,
  minute bigint NOT NULL,
  hits bigint NOT NULL CHECK (hits >= 0)
) WITH (fillfactor = 50);

GRANT SELECT ON rate_limit_window TO nsimbi_service, nsimbi_reader;
GRANT SELECT ON api_key TO nsimbi_service;
GRANT SELECT (api_key_id, public_id, client_id, wallet_id, mode, name, permissions, rate_limits, allowed_ips, expires_at,
  revoked_at, rolled_to, last_used_at, created_by, created_at) ON api_key TO nsimbi_reader;
GRANT INSERT ON api_key, rate_limit_window TO nsimbi_service;
GRANT UPDATE (rate_limits) ON client TO nsimbi_service;
GRANT UPDATE (expires_at, revoked_at, rolled_to, last_used_at) ON api_key TO nsimbi_service;
GRANT UPDATE (minute, hits), DELETE ON rate_limit_window TO nsimbi_service;
