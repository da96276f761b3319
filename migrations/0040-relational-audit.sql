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
-- So that nobody lets the rules begin later: entries of the audit log cannot be changed. A new database begins at 0, and needs none.
INSERT INTO audit_log (actor, action, subject, details)
SELECT 'migration 40', 'audit.began', 'ledger', jsonb_build_object('transaction_id', transaction_id, 'audit_log_id', audit_log_id)
  FROM audit_beginning WHERE transaction_id > 0 OR audit_log_id > 0;

-- Whose refund it was, because records are found by wallet; unknown for those of before.
ALTER TABLE refund_ended ADD COLUMN wallet_id bigint;
