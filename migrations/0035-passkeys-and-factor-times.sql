-- Passkeys (WebAuthn), and when a session was last given a factor.
--
-- person.two_factor_enabled now says that a person has a second factor of either kind: an authenticator app or a passkey. Triggers keep
-- it true while there is a passkey, in the same database transaction, so that a password alone never lets in a person who has one.
--
-- Steps: a new table, empty; triggers on it and on person_two_factor; a column without a value on person_session, whose default
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
  -- Of signatures, where the authenticator counts them: one that goes back is a copy.
  counter integer NOT NULL,
  device_type text NOT NULL,
  backed_up boolean NOT NULL,
  transports text,
  -- The model of the authenticator.
  aaguid text,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX person_passkey_of_person ON person_passkey (person_id);

CREATE FUNCTION note_second_factor() RETURNS trigger
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
DECLARE
  of_person CONSTANT text := CASE TG_OP WHEN 'INSERT' THEN NEW.person_id ELSE OLD.person_id END;
BEGIN
  UPDATE person SET two_factor_enabled = has_factor
    FROM (SELECT EXISTS (SELECT FROM person_passkey WHERE person_id = of_person)
              OR EXISTS (SELECT FROM person_two_factor WHERE person_id = of_person AND verified) AS has_factor) AS found
   WHERE id = of_person AND two_factor_enabled IS DISTINCT FROM has_factor;
  RETURN NULL;
END;
$$;
REVOKE EXECUTE ON FUNCTION note_second_factor() FROM PUBLIC;

CREATE TRIGGER second_factor_with_passkey AFTER INSERT OR DELETE ON person_passkey
  FOR EACH ROW EXECUTE FUNCTION note_second_factor();
CREATE TRIGGER second_factor_without_app AFTER DELETE ON person_two_factor
  FOR EACH ROW EXECUTE FUNCTION note_second_factor();

GRANT SELECT, INSERT, DELETE, UPDATE (counter) ON person_passkey TO nsimbi_service;

-- Trusted time. A session begins with a factor: whoever signs in has just given what the account asks for.
ALTER TABLE person_session ADD COLUMN factor_given_at timestamptz(3);
ALTER TABLE person_session ALTER COLUMN factor_given_at SET DEFAULT trusted_now();
COMMENT ON COLUMN person_session.factor_given_at IS 'Trusted time, when a factor was last given; unknown for sessions older than the column.';
