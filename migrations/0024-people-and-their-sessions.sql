-- Three things about people in the dashboard:
--
-- 1. Every process hears at once when what a person may do has changed, whoever changed it, so that their event streams end
--    within a second. Triggers send the notice, because sessions are also ended by the sign-in library and at the command
--    line. The notice comes with the commit.
-- 2. When a person was last seen is kept with the person, known to a minute: a session knows it only to a day, and is removed
--    when the person signs out.
-- 3. A role at a client knows when its person joined: with an invitation, when the password was set. All who have a role now
--    count as joined, because that is what the audit log says of them.
--
-- The tables are small: one row for each person, session and role. Adding the columns reads nothing; filling them rewrites
-- person and person_client_role once.

CREATE FUNCTION announce_access_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
BEGIN
  -- The channel of src/postgres/notices.ts; equal notices of one database transaction are sent once.
  PERFORM pg_notify('nsimbi', 'nsimbi_access ' || CASE TG_TABLE_NAME
    WHEN 'person' THEN to_jsonb(OLD) ->> 'id'
    WHEN 'client' THEN '*'
    ELSE to_jsonb(OLD) ->> 'person_id'
  END);
  RETURN NULL;
END;
$$;
REVOKE EXECUTE ON FUNCTION announce_access_change() FROM PUBLIC;

CREATE TRIGGER access_changes_with_session AFTER DELETE ON person_session
  FOR EACH ROW EXECUTE FUNCTION announce_access_change();
CREATE TRIGGER access_changes_with_person AFTER UPDATE OF disabled_at, platform_role, two_factor_enabled ON person
  FOR EACH ROW EXECUTE FUNCTION announce_access_change();
CREATE TRIGGER access_changes_with_role AFTER DELETE OR UPDATE OF role ON person_client_role
  FOR EACH ROW EXECUTE FUNCTION announce_access_change();
CREATE TRIGGER access_changes_with_rule AFTER UPDATE OF two_factor_required ON client
  FOR EACH ROW EXECUTE FUNCTION announce_access_change();

ALTER TABLE person ADD COLUMN last_seen_at timestamptz(3);
UPDATE person SET last_seen_at = seen.last_seen_at
  FROM (SELECT person_id, max(updated_at) AS last_seen_at FROM person_session GROUP BY person_id) AS seen
 WHERE seen.person_id = person.id;

ALTER TABLE person_client_role ADD COLUMN joined_at timestamptz(3);
UPDATE person_client_role SET joined_at = granted_at;
