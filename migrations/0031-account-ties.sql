-- Who invited an account, and who has seen a link by which its password can be set: such people could act as two, and are no second
-- person for each other (src/access/second-person.ts). Of accounts that exist already nothing is known, and none is tied.
--
-- Steps: a new table, empty, which only invitations, links and approvals of live money use.

CREATE TABLE person_tie (
  person_id text COLLATE "C" NOT NULL REFERENCES person,
  -- As makers and approvers are written: an email address, or cli:<user>.
  tied_to text NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('invited', 'link_seen')),
  -- Trusted time, when it last happened.
  at timestamptz(3) NOT NULL,
  -- A third person who knows that the account is its person's alone.
  vouched_by text,
  vouched_at timestamptz(3),
  PRIMARY KEY (person_id, tied_to, kind),
  CHECK ((vouched_by IS NULL) = (vouched_at IS NULL))
);

GRANT SELECT ON person_tie TO nsimbi_service, nsimbi_reader;
GRANT INSERT, UPDATE (at, vouched_by, vouched_at) ON person_tie TO nsimbi_service;
