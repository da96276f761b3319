-- Since when a webhook has been failing, and which of its waiting deliveries has had the most retries, so that its owner
-- is warned while there is still time. And which refunds gave their customer nothing, so that their collections show it.
--
-- Steps: a column without a default on webhook, which rewrites nothing; an index on delivery_due, which holds deliveries
-- that wait and is small: while it is built, for a second with a million waiting retries, results of attempts wait; a new
-- table. A webhook that fails already is marked by its next failed attempt; refunds that failed before are not looked for.

-- The first failed attempt behind the last that succeeded; null when the last one succeeded. Written with the result.
ALTER TABLE webhook ADD COLUMN failing_since timestamptz(3);
GRANT UPDATE (failing_since) ON webhook TO nsimbi_service;
GRANT SELECT (failing_since) ON webhook TO nsimbi_reader;

-- Retries alone: a first attempt, which most deliveries end with, never touches it.
CREATE INDEX delivery_due_furthest ON delivery_due (webhook_id, round_attempts, due_at) WHERE is_retry;

-- Beside refund_claim, whose row goes when its refund fails or comes back. Written with that, by the ledger's writer.
CREATE TABLE refund_ended (
  collection_id bigint NOT NULL,
  refund_id bigint NOT NULL,
  PRIMARY KEY (collection_id, refund_id)
);
GRANT SELECT ON refund_ended TO nsimbi_service, nsimbi_reader;
GRANT INSERT ON refund_ended TO nsimbi_service;
