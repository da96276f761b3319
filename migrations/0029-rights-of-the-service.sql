-- The service may update only the columns that its statements update. What a submission sends to an operator, whose approval it is and
-- what person a row belongs to can then be written once: a submission whose reference or direction could be changed would be
-- paid again.
--
-- Steps: privileges of six tables are replaced. This locks no table and no row of one; a service that is running has all that its
-- statements use before and after the commit.

REVOKE UPDATE ON submission, approval, person_client_role, person_browser, person_sign_in_attempt FROM nsimbi_service;
REVOKE UPDATE (api_version) ON webhook FROM nsimbi_service;

GRANT UPDATE (sends, first_sent_at, send_until, call_ended_at, waits_for, float_claimed, recheck, failed_at, queries,
  not_found_since, in_review, failures, hints, due_at, lease_until, lease_token) ON submission TO nsimbi_service;
GRANT UPDATE (due_at, lease_until, lease_token, failures) ON approval TO nsimbi_service;
GRANT UPDATE (role, granted_by, granted_at, joined_at) ON person_client_role TO nsimbi_service;
GRANT UPDATE (last_signed_in_at) ON person_browser TO nsimbi_service;
GRANT UPDATE (failures, last_attempt_at, next_attempt_at) ON person_sign_in_attempt TO nsimbi_service;
