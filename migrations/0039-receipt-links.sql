-- Links by which anybody can see the receipt of one transaction without signing in (docs/receipts.md, "Links"). The token of a link is
-- not stored, only its hash, so that who reads the database cannot use a link. A link ends by itself, or is revoked.
--
-- Steps: a new table, empty, and privileges. No foreign key points to the transaction, as for everything that belongs to a wallet.

CREATE TABLE receipt_link (
  receipt_link_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id bigint NOT NULL,
  transaction_id bigint NOT NULL,
  -- SHA-256 of the 32 random bytes of the link's address.
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  -- What the receipt shows of the two parties, and whether it shows the description.
  business text COLLATE "C" NOT NULL CHECK (business IN ('full', 'masked', 'hidden')),
  counterparty text COLLATE "C" NOT NULL CHECK (counterparty IN ('full', 'masked', 'hidden')),
  description boolean NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT trusted_now(),
  expires_at timestamptz(3) NOT NULL,
  revoked_by text,
  revoked_at timestamptz(3),
  CONSTRAINT expires_later CHECK (expires_at > created_at),
  CONSTRAINT revoked_by_somebody CHECK ((revoked_by IS NULL) = (revoked_at IS NULL))
);
CREATE INDEX receipt_link_of_transaction ON receipt_link (wallet_id, transaction_id, receipt_link_id);

COMMENT ON TABLE receipt_link IS 'Links to receipts. All times are trusted time.';

GRANT SELECT ON receipt_link TO nsimbi_service, nsimbi_reader;
GRANT INSERT, UPDATE (revoked_by, revoked_at) ON receipt_link TO nsimbi_service;
