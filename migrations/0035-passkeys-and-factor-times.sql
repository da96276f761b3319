-- Passkeys (WebAuthn), and when a session was last given a factor.
--
-- person.two_factor_enabled now says that a person has a second factor of either kind: an authenticator app or a passkey. Triggers derive
-- it from both in the database transaction that changes one, whatever a program writes, so that a password alone never lets in a person
-- who has one.
--
-- Steps: a new table, empty; triggers on it, on person_two_factor and on person; a column without a value on person_session, whose default
-- holds for new rows only. Nothing is rewritten; both locks are short, on small tables. A program older than this that still runs
-- knows no passkeys, and asks a person who has only those for a code that does not exist.

CREATE TABLE person_passkey (
  id text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL REFERENCES person,
  -- As the person named it.
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  -- Base64url, as the authenticator chose it.
  credential_id text COLLATE "C" NOT NULL CONSTRAINT passkey_once UNIQUE,
  public_key text NOT NULL,
  -- Of signatures, where the authenticator counts them: one that goes back is a copy. 32 bits without a sign.
  counter bigint NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  -- The model of the authenticator.
  aaguid text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX person_passkey_of_person ON person_passkey (person_id);

-- Runs after the row of the person is locked, so that of two changes at once the later sees both.
CREATE FUNCTION derive_second_factor() RETURNS trigger
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
BEGIN
  NEW.two_factor_enabled := EXISTS (SELECT FROM person_passkey WHERE person_id = NEW.id)
                         OR EXISTS (SELECT FROM person_two_factor WHERE person_id = NEW.id AND verified);
  RETURN NEW;
END;
$$;
REVOKE EXECUTE ON FUNCTION derive_second_factor() FROM PUBLIC;

CREATE TRIGGER second_factor_of_person BEFORE UPDATE OF two_factor_enabled ON person
  FOR EACH ROW EXECUTE FUNCTION derive_second_factor();

CREATE FUNCTION note_second_factor() RETURNS trigger
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
BEGIN
  -- The value is derived.
  UPDATE person SET two_factor_enabled = NULL WHERE id = CASE TG_OP WHEN 'DELETE' THEN OLD.person_id ELSE NEW.person_id END;
  RETURN NULL;
END;
$$;
REVOKE EXECUTE ON FUNCTION note_second_factor() FROM PUBLIC;

CREATE TRIGGER second_factor_with_passkey AFTER INSERT OR DELETE ON person_passkey
  FOR EACH ROW EXECUTE FUNCTION note_second_factor();
-- The library sets the person's column first, and notes afterwards that the app is set up, or removes it.
CREATE TRIGGER second_factor_with_app AFTER INSERT OR DELETE OR UPDATE OF verified ON person_two_factor
  FOR EACH ROW EXECUTE FUNCTION note_second_factor();

GRANT SELECT, INSERT, DELETE, UPDATE (counter) ON person_passkey TO nsimbi_service;

-- Trusted time. A session begins with a factor: whoever signs in has just given what the account asks for.
ALTER TABLE person_session ADD COLUMN factor_given_at timestamptz(3);
ALTER TABLE person_session ALTER COLUMN factor_given_at SET DEFAULT trusted_now();
COMMENT ON COLUMN person_session.factor_given_at IS 'Trusted time, when a factor was last given; unknown for sessions older than the column.';
