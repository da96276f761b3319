-- The phone that the first start gives to Demo is the number of a person. In live mode it reached Demo's wallet, so that a
-- payment to that person would have stayed with Demo; from now on it reaches Demo in test mode only. Where Demo's live
-- wallet has been used, somebody may count on it, and nothing is changed.
--
-- Steps: at most one row of wallet_phone, found by indexes.

DELETE FROM wallet_phone
 USING wallet, audit_log
 WHERE audit_log.actor = 'first start' AND audit_log.action = 'client.created'
   AND wallet.client_id = substr(audit_log.subject, length('client ') + 1)::bigint
   AND wallet.mode = 'live' AND wallet.entry_no = 0
   AND wallet_phone.mode = 'live' AND wallet_phone.phone = wallet.phone AND wallet_phone.wallet_id = wallet.wallet_id;
