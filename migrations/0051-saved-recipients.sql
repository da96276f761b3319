-- phase: expand; oldest program: 0.2.0
-- Recipients that people save at a wallet, so that a form is filled in by their name.
--
-- Steps: one new table; privileges. Nothing busy is locked.

CREATE TABLE saved_recipient (
  -- Of one client in one mode.
  wallet_id bigint NOT NULL,
  phone text COLLATE "C" NOT NULL CHECK (phone ~ '^256[0-9]{9}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  -- Null where there is none.
  note text CHECK (length(note) BETWEEN 1 AND 255),
  saved_by text NOT NULL,
  saved_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT recipient_saved_once PRIMARY KEY (wallet_id, phone)
);

GRANT SELECT, INSERT, UPDATE (name, note, saved_by, saved_at), DELETE ON saved_recipient TO nsimbi_service;
GRANT SELECT ON saved_recipient TO nsimbi_reader;
