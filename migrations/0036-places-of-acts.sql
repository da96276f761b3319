-- The audit log also says on whose behalf something was done, from which address and in which session, and what was shown to the
-- person who approved or confirmed it (docs/decisions/0021). Entries of before keep null.
--
-- And a client can limit its pages in the dashboard to some addresses; and a proposal of a new client names it when it is created.
--
-- Steps: five new columns without defaults, which rewrite nothing, and three indexes. Each index reads the audit log once, and while it does,
-- what writes to the log waits; they leave out rows with null, so that at first there are only the addresses of earlier sign-ins. A program
-- older than this that still runs writes entries without the new columns.

ALTER TABLE audit_log
  -- client 7, or platform; null also for what people do about their own account.
  ADD COLUMN on_behalf_of text,
  -- An IP address, or "command line".
  ADD COLUMN address text,
  -- The id of a session, never its token; or api_key 17.
  ADD COLUMN session text,
  ADD COLUMN shown jsonb;

-- As the other columns of this table.
ALTER TABLE audit_log
  ALTER COLUMN on_behalf_of SET STATISTICS 20, ALTER COLUMN address SET STATISTICS 20, ALTER COLUMN session SET STATISTICS 20,
  ALTER COLUMN shown SET STATISTICS 0;

CREATE INDEX audit_log_by_behalf ON audit_log (on_behalf_of, audit_log_id) WHERE on_behalf_of IS NOT NULL;
-- Entries about sign-ins had the address in their details before.
CREATE INDEX audit_log_by_address ON audit_log (coalesce(address, details ->> 'address'), audit_log_id)
  WHERE coalesce(address, details ->> 'address') IS NOT NULL;
CREATE INDEX audit_log_by_session ON audit_log (session text_pattern_ops, audit_log_id) WHERE session IS NOT NULL;

-- From which addresses and networks people may use a client's pages in the dashboard; empty where they may from everywhere
-- (src/access/dashboard-ips.ts). A column with a constant default rewrites nothing. As with the other rule of a client, a change
-- is announced, so that event streams of people elsewhere end at once.
ALTER TABLE client ADD COLUMN dashboard_ips text[] NOT NULL DEFAULT '{}';
GRANT UPDATE (dashboard_ips) ON client TO nsimbi_service;
CREATE TRIGGER access_changes_with_addresses AFTER UPDATE OF dashboard_ips ON client
  FOR EACH ROW EXECUTE FUNCTION announce_access_change();

ALTER TABLE change_outcome ADD COLUMN created_client_id bigint REFERENCES client;
