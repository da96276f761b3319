-- Reminders that an API key is about to expire, which are sent by e-mail 30, 7 and 1 day before: a row for each that was sent.
--
-- Steps: a new table, empty.

CREATE TABLE api_key_reminder (
  api_key_id bigint NOT NULL REFERENCES api_key,
  days_before smallint NOT NULL,
  sent_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (api_key_id, days_before)
);

GRANT SELECT, INSERT, DELETE ON api_key_reminder TO nsimbi_service;
GRANT SELECT ON api_key_reminder TO nsimbi_reader;
