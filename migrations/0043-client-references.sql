-- phase: expand; oldest program: 0.2.0
-- The reference that a client gives to a payment for itself, so that its payments are found by it also when they have moved to the
-- history store, and so that a wallet can refuse a second payment with the same reference.
--
-- Steps: a new table, empty; a column with a constant default, which rewrites nothing; privileges.

CREATE TABLE client_reference (
  wallet_id bigint NOT NULL,
  client_reference text COLLATE "C" NOT NULL,
  transaction_id bigint NOT NULL,
  PRIMARY KEY (wallet_id, client_reference, transaction_id)
);

ALTER TABLE wallet ADD COLUMN unique_client_references boolean NOT NULL DEFAULT false;
-- As the other columns of a table that is analyzed often.
ALTER TABLE wallet ALTER COLUMN unique_client_references SET STATISTICS 20;

COMMENT ON COLUMN wallet.unique_client_references IS 'Whether a payment is refused when an earlier one has its client_reference.';

GRANT SELECT, INSERT ON client_reference TO nsimbi_service;
GRANT UPDATE (unique_client_references) ON wallet TO nsimbi_service;
GRANT SELECT ON client_reference TO nsimbi_reader;
