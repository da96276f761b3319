-- phase: expand; oldest program: 0.2.0
-- A webhook can receive the events of each transaction in order: an event is sent after every earlier one of its transaction has ended.
-- The earliest delivery of a transaction that has not ended has the row of delivery_due, and the later ones wait in a column of that row.
-- So what waits is found with the row that ends, in the statement that ends it, and no delivery can wait for one that is gone.
--
-- Steps: a column with a constant default on webhook and columns without one on delivery_due, which rewrite nothing; constraints of
-- delivery_due, which are checked for its rows, the deliveries that are due, while results of attempts wait; two indexes without rows;
-- privileges.

CREATE TYPE waiting_delivery AS (
  sequence bigint,
  delivery_id bigint,
  -- As in delivery_due, of a delivery that has been attempted before.
  attempts integer,
  round_attempts smallint
);

ALTER TABLE webhook ADD COLUMN ordered boolean NOT NULL DEFAULT false;
-- Each fan-out asks whether there is one, and then which wallets have one.
CREATE INDEX webhook_ordered ON webhook (wallet_id) WHERE ordered AND is_active;

ALTER TABLE delivery_due
  -- The delivery's transaction and sequence, when its webhook is ordered; null when it waits for none and none waits for it.
  ADD COLUMN order_transaction_id bigint,
  ADD COLUMN order_sequence bigint,
  -- The later deliveries of the transaction, in order; null when there are none.
  ADD COLUMN waiting waiting_delivery[],
  ADD CONSTRAINT transaction_and_sequence_together CHECK ((order_transaction_id IS NULL) = (order_sequence IS NULL)),
  ADD CONSTRAINT earliest_first CHECK (
    waiting IS NULL OR (order_sequence IS NOT NULL AND cardinality(waiting) > 0 AND (waiting[1]).sequence > order_sequence));
CREATE UNIQUE INDEX delivery_due_of_transaction ON delivery_due (webhook_id, order_transaction_id)
  WHERE order_transaction_id IS NOT NULL;

GRANT UPDATE (ordered) ON webhook TO nsimbi_service;
GRANT SELECT (ordered) ON webhook TO nsimbi_reader;
GRANT UPDATE (delivery_id, order_sequence, waiting) ON delivery_due TO nsimbi_service;
