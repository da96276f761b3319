-- phase: expand; oldest program: 0.2.0
-- API keys can read the payments that wait for a second person, and decide about them for the person behind the key.
--
-- Steps: the check of a small table replaced. An older program ignores permissions that it does not know.

ALTER TABLE api_key
  DROP CONSTRAINT api_key_permissions_check,
  ADD CONSTRAINT api_key_permissions_check CHECK (cardinality(permissions) > 0 AND permissions <@ ARRAY[
    'wallet:read', 'wallet:send', 'wallet:withdraw', 'wallet:collect', 'approvals:read', 'approvals:decide',
    'webhooks:read', 'webhooks:write']);
