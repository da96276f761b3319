-- A transaction that is completed when it is opened, such as an internal payment, is told in one moment and never changes. Its
-- event needs no copy of it: `snapshot` is NULL then, and the event shows the transaction's row (src/events/snapshot.ts).
-- Events that were written before keep their copies. A program that is older than this cannot read the new ones: stop all of
-- them first.
--
-- Steps: a trigger, settings of one column, a check that reads nothing.

-- What an event shows without a copy must not change after it. Of all that the service may change in a transaction, nothing
-- changes in a completed one that no operator has a part in.
CREATE FUNCTION refuse_change_of_completed() RETURNS trigger
LANGUAGE plpgsql SET search_path = nsimbi, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'transaction % is completed and may not change', OLD.transaction_id USING ERRCODE = '23N02';
END;
$$;
REVOKE EXECUTE ON FUNCTION refuse_change_of_completed() FROM PUBLIC;

CREATE TRIGGER completed_stays_as_it_is
  BEFORE UPDATE OF status, operator_receipt, balance_after, details, failure_stage, failure_code, failure_reason,
                   completed_at, failed_at
  ON transaction FOR EACH ROW WHEN (OLD.status = 'completed' AND OLD.route <> 'external')
  EXECUTE FUNCTION refuse_change_of_completed();

-- Locked in the order in which a batch writes: first transactions, then events. All events have copies until now, so that none
-- has to be looked at.
ALTER TABLE event ALTER COLUMN snapshot DROP NOT NULL;
ALTER TABLE event ADD CONSTRAINT snapshot_unless_final_when_opened CHECK (
  snapshot IS NOT NULL OR (first_event_no = 1 AND 'transaction.completed' = ANY (names))) NOT VALID;
