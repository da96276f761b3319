-- A live payment that an API key makes, and for which nobody known made that key, needs two approvers. The first one is noted here; for
-- all others the column stays empty.
--
-- Steps: a new column without a default, and a privilege. Nothing is rewritten or scanned; a program older than this that still runs
-- approves such a payment with one approver.

ALTER TABLE approval ADD COLUMN first_approver text;
GRANT UPDATE (first_approver) ON approval TO nsimbi_service;
