import { type Check, checkOf } from './check.ts';

/** The details of the last act of some actions on each subject. */
const lastActs = (...actions: string[]) => `
  (SELECT DISTINCT ON (subject) subject, action, actor, details FROM audit_log
    WHERE action IN (${actions.map((action) => `'${action}'`).join(', ')}) ORDER BY subject, audit_log_id DESC)`;

/**
 * Settings and parties, each as the last act in the audit log says. Who changes one writes the act in the same database transaction, under
 * the lock of what is changed, so that of two at once the later act is the later change.
 */
export const settingChecks: readonly Check[] = [
  checkOf(
    'wallet_limits_are_as_set',
    `SELECT format('wallet %s has the %s %s, and the last act says %s', w.wallet_id, said.what, coalesce(said.here, 'none'),
                   coalesce(said.there, 'none')) AS detail
       FROM wallet w
       LEFT JOIN ${lastActs('wallet.limits_set')} limits ON limits.subject = format('client %s %s', w.client_id, w.mode)
       LEFT JOIN ${lastActs('wallet.approval_threshold_set')} threshold ON threshold.subject = format('client %s %s', w.client_id, w.mode)
       LEFT JOIN ${lastActs('wallet.frozen', 'wallet.unfrozen')} frozen ON frozen.subject = format('client %s %s', w.client_id, w.mode)
       LEFT JOIN ${lastActs('wallet.one_collection_per_payer_set')} one ON one.subject = format('client %s %s', w.client_id, w.mode)
       LEFT JOIN ${lastActs('wallet.unique_client_references_set')} uniq ON uniq.subject = format('client %s %s', w.client_id, w.mode)
       LEFT JOIN ${lastActs('wallet.withdrawal_numbers_set')} listed ON listed.subject = format('client %s %s', w.client_id, w.mode),
       LATERAL (VALUES
         ('limit per transaction', w.limit_per_transaction::text, limits.details->>'per_transaction'),
         ('limit per day', w.limit_per_day::text, limits.details->>'per_day'),
         ('approval threshold', w.approval_threshold::text, threshold.details->>'threshold'),
         ('freeze', w.frozen::text, (frozen.action IS NOT DISTINCT FROM 'wallet.frozen')::text),
         ('switch for one collection per payer', w.one_collection_per_payer::text, coalesce(one.details->>'on', 'false')),
         ('switch for unique client references', w.unique_client_references::text, coalesce(uniq.details->>'on', 'false')),
         ('switch for listed numbers', w.withdraw_listed_only::text, coalesce(listed.details->>'listed_only', 'false'))
       ) said (what, here, there)
      WHERE said.here IS DISTINCT FROM said.there`,
  ),
  checkOf(
    'withdrawal_numbers_are_as_set',
    `SELECT format('wallet %s lists the numbers %s, and the last act says %s', wallet_id, coalesce(n.phones, 'none'),
                   coalesce(act.phones, 'none')) AS detail
       FROM (SELECT wallet_id, string_agg(phone, ', ' ORDER BY phone) AS phones FROM withdrawal_number GROUP BY wallet_id) n
       FULL JOIN (SELECT wallet_id, (SELECT string_agg(DISTINCT number COLLATE "C", ', ' ORDER BY number COLLATE "C")
                                       FROM jsonb_array_elements_text(act.details->'phones') listed (number)) AS phones
                    FROM ${lastActs('wallet.withdrawal_numbers_set')} act
                    JOIN wallet w ON act.subject = format('client %s %s', w.client_id, w.mode)) act USING (wallet_id)
      WHERE n.phones COLLATE "C" IS DISTINCT FROM act.phones COLLATE "C"`,
  ),
  // A budget belongs to a chain of keys that were rolled one to another.
  checkOf(
    'key_budget_is_as_set',
    `SELECT format('the budget of API key %s of wallet %s is %s, %s and %s, and the last act says %s', b.lineage, b.wallet_id,
                   coalesce(b.per_payment::text, 'none'), coalesce(b.per_day::text, 'none'), coalesce(b.per_month::text, 'none'),
                   coalesce(act.budget::text, 'nothing')) AS detail
       FROM key_budget b
       LEFT JOIN (SELECT DISTINCT ON (lineage) coalesce(k.lineage, k.api_key_id) AS lineage, k.wallet_id,
                         CASE act.action WHEN 'api_key.created' THEN act.details->'budget' ELSE act.details->'after' END AS budget
                    FROM audit_log act JOIN api_key k ON act.subject = 'api_key ' || k.api_key_id
                   WHERE act.action IN ('api_key.created', 'api_key.budget_set') AND (act.details ? 'budget' OR act.details ? 'after')
                   ORDER BY lineage, act.audit_log_id DESC) act USING (lineage)
      WHERE act.wallet_id IS DISTINCT FROM b.wallet_id
         OR (b.per_payment, b.per_day, b.per_month) IS DISTINCT FROM (
              (nullif(act.budget, 'null')->>'per_payment')::bigint, (nullif(act.budget, 'null')->>'per_day')::bigint,
              (nullif(act.budget, 'null')->>'per_month')::bigint)`,
  ),
  // Migration 1 sets the fees of a new installation; acts say the bands since this audit began.
  checkOf(
    'fees_are_as_set',
    `SELECT format('fee schedule %s (%s of %s, set by %s) is not as the audit log says', f.fee_schedule_id, f.operation,
                   coalesce('client ' || f.client_id, 'everybody'), f.created_by) AS detail
       FROM fee_schedule f
       LEFT JOIN audit_log act ON act.action IN ('fees.set', 'fees.cleared') AND act.subject = 'fee_schedule ' || f.fee_schedule_id
      WHERE CASE WHEN f.created_by = 'default'
                 THEN f.client_id IS NOT NULL OR f.effective_from <> '2000-01-01Z'
                      OR f.bands <> jsonb_build_array(jsonb_build_object('up_to', NULL, 'fixed', 0, 'minimum', 0, 'maximum', NULL,
                           'basis_points', CASE f.operation WHEN 'collection' THEN 500 WHEN 'send_money_external' THEN 600
                                                            WHEN 'withdrawal' THEN 350 ELSE 0 END))
                 ELSE (act.actor = f.created_by AND act.details->>'operation' = f.operation
                       AND (act.details->>'client_id')::bigint IS NOT DISTINCT FROM f.client_id
                       AND (act.action = 'fees.cleared') = (f.bands IS NULL)
                       AND (NOT act.details ? 'bands' AND act.audit_log_id <= (SELECT audit_log_id FROM audit_beginning)
                            OR nullif(act.details->'bands', 'null') IS NOT DISTINCT FROM f.bands
                               AND (act.details->>'effective_from')::timestamptz = f.effective_from)) IS NOT TRUE END`,
  ),
  checkOf(
    'client_is_as_created',
    `SELECT format('client %s (%s, %s) is not as it was created, or its wallets are not', c.client_id, c.name, c.phone) AS detail
       FROM client c
       LEFT JOIN audit_log act ON act.action = 'client.created' AND act.subject = 'client ' || c.client_id
      WHERE (act.details->>'name' = c.name AND act.details->>'phone' = c.phone
             AND (SELECT array_agg(mode ORDER BY mode) FILTER (WHERE w.phone = c.phone AND w.holder_name = c.name)
                    FROM wallet w WHERE w.client_id = c.client_id) = '{live,test}') IS NOT TRUE
     UNION ALL
     SELECT format('wallet %s (%s, %s, %s) is of no client and not of the house', wallet_id, mode, holder_name, coalesce(phone, 'no phone'))
       FROM wallet w
      WHERE NOT EXISTS (SELECT FROM client c WHERE c.client_id = w.client_id)
        AND (wallet_id, mode, holder_name, phone IS NULL) NOT IN ((1, 'live', 'House', true), (2, 'test', 'House', true))`,
  ),
  // The phone of a client that was made up reaches it in test mode only, and a client that comes with this phone later in live mode only.
  checkOf(
    'phone_leads_to_its_wallet',
    `SELECT format('the phone %s leads to wallet %s in %s mode, which does not carry it', p.phone, p.wallet_id, p.mode) AS detail
       FROM wallet_phone p
      WHERE NOT EXISTS (SELECT FROM wallet w WHERE w.wallet_id = p.wallet_id AND w.phone = p.phone AND w.mode = p.mode)
     UNION ALL
     SELECT format('no wallet is reached by the phone %s of wallet %s', w.phone, w.wallet_id)
       FROM wallet w
      WHERE w.phone IS NOT NULL AND NOT EXISTS (SELECT FROM wallet_phone p WHERE p.phone = w.phone AND p.mode = w.mode)
        AND w.mode = 'test'`,
  ),
  // A key that was rolled gave everything but its time of life to the next one.
  checkOf(
    'api_key_is_as_created',
    `SELECT format('API key %s of wallet %s (created by %s) is not as it was created, rolled or revoked', k.api_key_id, k.wallet_id,
                   k.created_by) AS detail
       FROM api_key k
       LEFT JOIN audit_log act ON act.action = 'api_key.created' AND act.subject = 'api_key ' || k.api_key_id
       LEFT JOIN api_key before ON before.rolled_to = k.api_key_id
       LEFT JOIN audit_log roll ON roll.action = 'api_key.rolled' AND roll.subject = 'api_key ' || before.api_key_id
       LEFT JOIN audit_log rolled ON rolled.action = 'api_key.rolled' AND rolled.subject = 'api_key ' || k.api_key_id
      WHERE (EXISTS (SELECT FROM wallet w WHERE w.wallet_id = k.wallet_id AND w.client_id = k.client_id AND w.mode = k.mode)
             AND (rolled.details->>'rolled_to')::bigint IS NOT DISTINCT FROM k.rolled_to
             AND (k.revoked_at IS NOT NULL) = (coalesce((rolled.details->>'overlap_ms')::bigint = 0, false)
                    OR EXISTS (SELECT FROM audit_log WHERE action = 'api_key.revoked' AND subject = 'api_key ' || k.api_key_id))
             AND CASE WHEN before.api_key_id IS NULL
                      THEN act.actor = k.created_by AND k.lineage IS NULL
                           AND (NOT act.details ? 'permissions'
                                OR act.details->>'name' = k.name AND act.details->>'mode' = k.mode
                                   AND act.details->'permissions' = to_jsonb(k.permissions)
                                   AND coalesce(act.details->'allowed_ips', to_jsonb(k.allowed_ips)) = to_jsonb(k.allowed_ips))
                      ELSE roll.actor = k.created_by AND k.lineage = coalesce(before.lineage, before.api_key_id)
                           AND before.name = k.name AND before.mode = k.mode AND before.client_id = k.client_id
                           AND before.permissions = k.permissions AND before.allowed_ips = k.allowed_ips END) IS NOT TRUE`,
  ),
  // A key that was rolled gave its signing keys of that moment to the next one; the act of rolling says them.
  checkOf(
    'signing_keys_are_as_set',
    `SELECT format('API key %s of wallet %s has the signing keys %s, and the last act says %s', k.api_key_id, k.wallet_id, k.signing_keys,
                   coalesce(act.signing_keys::text, 'none')) AS detail
       FROM api_key k
       LEFT JOIN (SELECT DISTINCT ON (api_key_id) api_key_id, signing_keys
                    FROM (SELECT split_part(subject, ' ', 2)::bigint AS api_key_id, audit_log_id,
                                 CASE action WHEN 'api_key.created' THEN details->'signing_keys' ELSE details->'after' END AS signing_keys
                            FROM audit_log WHERE action IN ('api_key.created', 'api_key.signing_keys_set')
                          UNION ALL
                          SELECT (details->>'rolled_to')::bigint, audit_log_id, details->'signing_keys'
                            FROM audit_log WHERE action = 'api_key.rolled') set_by
                   ORDER BY api_key_id, audit_log_id DESC) act USING (api_key_id)
      WHERE to_jsonb(k.signing_keys) <> coalesce(act.signing_keys, '[]')`,
  ),
  // Not every person of a database from before this audit has such an act.
  checkOf(
    'role_is_as_granted',
    `SELECT format('person %s has the role %s of the staff, and the last act says %s', p.id, coalesce(p.platform_role, 'none'),
                   coalesce(act.role, 'none')) AS detail
       FROM person p
       LEFT JOIN LATERAL (
            SELECT action, details->>'platform_role' AS role FROM audit_log
             WHERE action = 'person.staff' AND subject = 'person ' || p.id OR action = 'person.created' AND subject = 'person ' || p.email
             ORDER BY audit_log_id DESC LIMIT 1) act ON true
      WHERE p.platform_role IS NOT NULL AND p.platform_role IS DISTINCT FROM act.role
        AND (act.action IS NOT NULL OR (SELECT audit_log_id = 0 FROM audit_beginning))
     UNION ALL
     SELECT format('person %s has the role %s at client %s, and the last act says %s', r.person_id, r.role, r.client_id,
                   coalesce(act.role, 'none'))
       FROM person_client_role r LEFT JOIN person p ON p.id = r.person_id
       LEFT JOIN LATERAL (
            SELECT action, CASE action WHEN 'team.role_changed' THEN details->>'to' WHEN 'team.left' THEN NULL ELSE details->>'role' END AS role
              FROM audit_log
             WHERE subject = 'client ' || r.client_id AND action IN ('team.invited', 'team.joined', 'team.role_changed', 'team.left')
                   AND (details->>'email' = p.email OR details->>'person' = r.person_id)
                OR action = 'person.created' AND subject = 'person ' || p.email AND details->>'client_id' = r.client_id::text
             ORDER BY audit_log_id DESC LIMIT 1) act ON true
      WHERE r.role IS DISTINCT FROM act.role AND (act.action IS NOT NULL OR (SELECT audit_log_id = 0 FROM audit_beginning))`,
  ),
];
