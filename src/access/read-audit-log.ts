import type { AuditEntry } from '../ledger/rows/audit-log.ts';
import type { Queryable } from '../postgres/pool.ts';
import { onBehalfOfClient } from './audit-log.ts';

/** An act as it stands in the audit log. */
export interface AuditAct extends AuditEntry {
  readonly auditLogId: number;
  readonly atMs: number;
}

/** Which acts are wanted; null means all. */
export interface AuditFilter {
  /** The name of the actor. */
  readonly actor: string | null;
  readonly action: string | null;
  /** Itself, or all that begin with it and a space: `client 7` finds `client 7 live`. */
  readonly subject: string | null;
  /** Acts on behalf of this client, and acts on the client itself. */
  readonly clientId: number | null;
  readonly address: string | null;
  /** A session, or how its id begins; or an API key whole, such as `api_key 17`. */
  readonly session: string | null;
  /** From this moment on, in milliseconds. */
  readonly fromMs: number | null;
  /** Before this moment. */
  readonly toMs: number | null;
}

const columns = `
  audit_log_id AS id, round(extract(epoch FROM at) * 1000)::bigint AS at_ms, actor, on_behalf_of, address, session,
  action, subject, details, shown`;

/** Acts, newest first: at most `limit` of those with numbers below `before`. */
export async function readAuditLog(
  db: Queryable,
  filter: AuditFilter,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<AuditAct[]> {
  const { actor, action, subject, clientId, address, session, fromMs, toMs } = filter;
  const client = clientId === null ? null : onBehalfOfClient(clientId);
  // Older entries have the address of a sign-in among their details only; the index has the same expression.
  const { rows } = await db.query<ActRow>(
    `SELECT ${columns}
       FROM audit_log
      WHERE audit_log_id < $1
        AND ($2::text IS NULL OR actor = $2)
        AND ($3::text IS NULL OR action = $3)
        AND ($4::text IS NULL OR subject = $4 OR starts_with(subject, $4 || ' '))
        AND ($5::float8 IS NULL OR at >= to_timestamp($5 / 1000))
        AND ($6::float8 IS NULL OR at < to_timestamp($6 / 1000))
        AND ($8::text IS NULL OR on_behalf_of = $8 OR subject = $8 OR starts_with(subject, $8 || ' '))
        AND ($9::text IS NULL OR coalesce(address, details ->> 'address') = $9)
        AND ($10::text IS NULL OR session = $10 OR starts_with(session, $10) AND NOT starts_with(session, 'api_key '))
      ORDER BY audit_log_id DESC LIMIT $7`,
    [before, actor, action, subject, fromMs, toMs, limit, client, address, session],
  );
  return rows.map(actOf);
}

/** What the owners of a client may see; `person` is somebody's email address, null is everybody. */
export interface TeamFilter {
  readonly clientId: number;
  readonly person: string | null;
  readonly address: string | null;
  /** As of `AuditFilter`. */
  readonly session: string | null;
  /** From this moment on, in milliseconds; null is from the beginning. */
  readonly fromMs: number | null;
  /** Before this moment. */
  readonly toMs: number | null;
}

/**
 * What was done on behalf of a client, acts about the access of its own people since they joined, and downloads of its data, newest
 * first: at most `limit` of those with numbers below `before`. Each subject is looked up by itself, by the index of subjects.
 * @param actions what counts as access; `download` is the action of a download.
 */
export async function readTeamActivity(
  db: Queryable,
  { clientId, person, address, session, fromMs, toMs }: TeamFilter,
  { access, download }: { readonly access: readonly string[]; readonly download: string },
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<AuditAct[]> {
  const isWanted = `
            audit_log_id < $7
        AND ($2::text IS NULL OR actor = $2 OR details ->> 'email' = $2)
        AND ($3::float8 IS NULL OR at >= to_timestamp($3 / 1000))
        AND ($4::float8 IS NULL OR at < to_timestamp($4 / 1000))
        AND ($9::text IS NULL OR coalesce(address, details ->> 'address') = $9)
        AND ($10::text IS NULL OR session = $10 OR starts_with(session, $10) AND NOT starts_with(session, 'api_key '))`;
  const { rows } = await db.query<ActRow>(
    `WITH seen (subject, since, actions) AS (
       SELECT 'person ' || person_id, joined_at, $5::text[] FROM person_client_role WHERE client_id = $1
       UNION ALL
       SELECT 'client ' || $1 || ' ' || mode, '-infinity', ARRAY[$6::text] FROM unnest(ARRAY['live', 'test']) AS mode
     ), about (number) AS (
       SELECT act.audit_log_id
         FROM seen, LATERAL (
           SELECT audit_log_id FROM audit_log
            WHERE subject = seen.subject AND at >= since AND action = ANY (actions) AND ${isWanted}
            ORDER BY audit_log_id DESC LIMIT $8
         ) AS act
     ), on_behalf (number) AS (
       SELECT audit_log_id FROM audit_log WHERE on_behalf_of = $11 AND ${isWanted} ORDER BY audit_log_id DESC LIMIT $8
     )
     SELECT ${columns}
       FROM audit_log
      WHERE audit_log_id IN (SELECT number FROM about UNION SELECT number FROM on_behalf)
      ORDER BY audit_log_id DESC LIMIT $8`,
    [clientId, person, fromMs, toMs, access, download, before, limit, address, session, onBehalfOfClient(clientId)],
  );
  return rows.map(actOf);
}

interface ActRow {
  id: string;
  at_ms: string;
  actor: string;
  on_behalf_of: string | null;
  address: string | null;
  session: string | null;
  action: string;
  subject: string;
  details: Record<string, unknown>;
  shown: Record<string, unknown> | null;
}

function actOf(row: ActRow): AuditAct {
  return {
    auditLogId: Number(row.id),
    atMs: Number(row.at_ms),
    actor: { name: row.actor, onBehalfOf: row.on_behalf_of, address: row.address, session: row.session },
    action: row.action,
    subject: row.subject,
    details: row.details,
    ...(row.shown === null ? {} : { shown: row.shown }),
  };
}

/** The names of acts that were ever done, in their order: each is found by the index, without reading the whole log. */
export async function readAuditActions(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ action: string }>(
    `WITH RECURSIVE done (action) AS (
       (SELECT action FROM audit_log ORDER BY action LIMIT 1)
       UNION ALL
       SELECT (SELECT next.action FROM audit_log AS next WHERE next.action > done.action ORDER BY next.action LIMIT 1)
         FROM done WHERE done.action IS NOT NULL
     )
     SELECT action FROM done WHERE action IS NOT NULL`,
  );
  return rows.map(({ action }) => action);
}
