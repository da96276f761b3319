-- phase: expand; oldest program: 0.2.0
-- A collection can be refunded in several parts, together at most its amount. Each claim now says how much its refund gives back, and the
-- unique index, which allowed one refund, is replaced by a check of the sum. As before, who refunds holds the lock of the wallet.
--
-- Steps: two columns, filled for the refunds that there are, which gave back all of their collection; an index removed; a trigger.

ALTER TABLE refund_claim
  -- What the refund gives back, and what its customer had paid, in shillings. The latter is not known of a refund that was paid late.
  ADD COLUMN amount bigint CHECK (amount > 0),
  ADD COLUMN collected bigint CHECK (collected >= amount);

UPDATE refund_claim SET amount = t.amount, collected = CASE WHEN paid_late THEN NULL ELSE t.amount END
  FROM transaction t WHERE t.wallet_id = refund_claim.wallet_id AND t.transaction_id = refund_claim.refund_id;

ALTER TABLE refund_claim
  ALTER COLUMN amount SET NOT NULL,
  ADD CONSTRAINT collected_is_known CHECK (paid_late OR collected IS NOT NULL);

DROP INDEX refund_once;

CREATE FUNCTION refuse_refunds_beyond_collection() RETURNS trigger
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
DECLARE
  beyond bigint;
BEGIN
  SELECT collection_id INTO beyond FROM refund_claim
   WHERE collection_id IN (SELECT collection_id FROM written) AND NOT paid_late
   GROUP BY collection_id HAVING sum(amount) > min(collected) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the refunds of collection % are more than it collected', beyond USING ERRCODE = '23N03';
  END IF;
  RETURN NULL;
END;
$$;
REVOKE EXECUTE ON FUNCTION refuse_refunds_beyond_collection() FROM PUBLIC;

CREATE TRIGGER refunds_fit_their_collection
  AFTER INSERT ON refund_claim REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_refunds_beyond_collection();
