-- phase: expand; oldest program: 0.2.0
-- Programs make bulk payouts too. Theirs begin as drafts, which a second request confirms; they count against the budget of their API key;
-- their rows may have a client reference; and the rows that failed can be sent again, in a bulk payout of their own, once.
--
-- Steps: columns without a default or with a constant one; checks of a small table replaced; two indexes; a privilege.

ALTER TABLE bulk_payout
  -- Null where a person made it.
  ADD COLUMN api_key_id bigint,
  -- Whether another person must approve it even below the threshold.
  ADD COLUMN ask_approval boolean NOT NULL DEFAULT false,
  -- The bulk payout whose failed rows it sends again.
  ADD COLUMN retry_of bigint REFERENCES bulk_payout,
  -- Who approved it already, where two persons must: of live money, when no person is known behind the API key that made it.
  ADD COLUMN first_approver text CONSTRAINT approvers_differ CHECK (approver <> first_approver),
  DROP CONSTRAINT bulk_payout_status_check,
  ADD CONSTRAINT bulk_payout_status_check CHECK (status IN (
    'draft', 'awaiting_approval', 'running', 'finished', 'cancelled', 'rejected', 'expired')),
  DROP CONSTRAINT expires_when_it_waits,
  ADD CONSTRAINT expires_when_it_waits CHECK (status NOT IN ('draft', 'awaiting_approval') OR expires_at IS NOT NULL);

ALTER TABLE bulk_payout_row ADD COLUMN client_reference text COLLATE "C";

CREATE INDEX bulk_payout_draft ON bulk_payout (expires_at) WHERE status = 'draft';
CREATE INDEX bulk_payout_retry ON bulk_payout (retry_of) WHERE retry_of IS NOT NULL;

GRANT UPDATE (expires_at, first_approver) ON bulk_payout TO nsimbi_service;
