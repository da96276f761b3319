-- Quotas of a client as a whole, where an administrator changed them: API keys per mode, event streams, and requests over all keys.
--
-- Steps: a column with a constant default, which rewrites nothing. It locks client for a moment, in which an API key that no process
-- remembers cannot be read; payments with remembered keys go on, because they lock wallets.

-- By name: live_keys, test_keys, event_streams, rate_factor. What is not there has the default of the installation.
ALTER TABLE client ADD COLUMN quotas jsonb NOT NULL DEFAULT '{}'
  CONSTRAINT client_quotas_by_name CHECK (jsonb_typeof(quotas) = 'object');

GRANT UPDATE (quotas) ON client TO nsimbi_service;
