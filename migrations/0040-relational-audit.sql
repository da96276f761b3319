-- What the audit of the books needs to know about their history (docs/decisions/0024-relational-audit.md).
--
-- Rules about facts that earlier versions did not write begin behind the newest transaction of this moment. A program older than this that
-- still runs writes transactions behind it without these facts, which the audit then reports; stop all of them first.
--
-- Steps: a new table of one row; a column without a default on a table with a row for each refund that failed or came back. Nothing
-- is rewritten or scanned.

CREATE TABLE audit_beginning (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- The number of the newest transaction, and of the newest entry of the audit log; 0 in a new database.
  transaction_id bigint NOT NULL,
  audit_log_id bigint NOT NULL
);
INSERT INTO audit_beginning (transaction_id, audit_log_id)
SELECT CASE WHEN is_called THEN last_value ELSE 0 END, coalesce((SELECT max(audit_log_id) FROM audit_log), 0) FROM transaction_number;
GRANT SELECT ON audit_beginning TO nsimbi_service, nsimbi_reader;

-- Whose refund it was, because records are found by wallet; unknown for those of before.
ALTER TABLE refund_ended ADD COLUMN wallet_id bigint;
