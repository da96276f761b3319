-- Which people were told by e-mail that a key is about to expire: each key 30, 7 and 1 day before, once.
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
