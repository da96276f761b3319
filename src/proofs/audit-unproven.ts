import type { Queryable } from '../postgres/pool.ts';
import type { ProofFinding, ProofRule } from './finding.ts';
import { isHistoryProven } from './history.ts';
import { nameOf, responseLeaf } from './record-leaves.ts';
import { readStoredLeaves } from './stored-proofs.ts';
import { readResponseRecords } from './stored-records.ts';

/** Responses that are read at a time, with their texts. */
const responsesPerPage = 5_000;
/**
 * Transactions or events that are looked at in one statement. Each statement reads the whole of what is noted as work, which can be
 * millions of transactions while the proofs are behind, so that small pages would read it thousands of times.
 */
const rowsPerPage = 50_000;

/**
 * What a statement of a page has in common: what is proven of a transaction, and whether a batch has noted it as work. Both are of one
 * moment, because a round stores its leaves and deletes the work together.
 */
const provenNames = (transactionId: string) =>
  `(SELECT string_to_array(string_agg(contents, ','), ',') FROM transaction_proof WHERE transaction_id = ${transactionId})`;
const isNoted = (transactionId: string) => `${transactionId} IN (SELECT unnest(transaction_ids) FROM proof_work)`;

/** A wallet, and a transaction, a sequence or a key in it. */
type Place = readonly [string, string];

interface Page<Cursor> {
  readonly findings: readonly ProofFinding[];
  readonly last: Cursor | null;
}

/** Rows that are neither proven nor noted, one sentence each. While the history is still being proven, nothing can be said. */
export async function* auditUnproven(db: Queryable): AsyncGenerator<ProofFinding> {
  if (!(await isHistoryProven(db))) return;
  yield* pages<Place>(['0', '0'], (after) => unprovenTransactions(db, after));
  yield* pages<Place>(['0', '0'], (after) => unprovenEvents(db, after));
  yield* pages<Place>(['0', ''], (after) => differingResponses(db, after));
  yield* await missingResponses(db);
  yield* await unprovenEntries(db);
}

async function* pages<Cursor>(
  first: Cursor,
  read: (after: Cursor) => Promise<Page<Cursor>>,
): AsyncGenerator<ProofFinding> {
  for (let after: Cursor | null = first; after !== null; ) {
    const page: Page<Cursor> = await read(after);
    yield* page.findings;
    after = page.last;
  }
}

async function unprovenTransactions(db: Queryable, after: Place): Promise<Page<Place>> {
  const { rows } = await db.query<{ wallet_id: string; transaction_id: string; missing: string[] }>(
    `SELECT page.wallet_id, page.transaction_id,
            CASE WHEN ${isNoted('page.transaction_id')} THEN '{}'
                 ELSE ARRAY(SELECT name
                              FROM (SELECT 'x' AS name WHERE status IN ('completed', 'failed')
                                     UNION ALL
                                    SELECT 't' || line FROM transfer
                                     WHERE wallet_id = page.wallet_id AND transaction_id = page.transaction_id) AS needed
                             WHERE name <> ALL (coalesce(${provenNames('page.transaction_id')}, '{}'))) END AS missing
       FROM (SELECT wallet_id, transaction_id, status FROM transaction WHERE (wallet_id, transaction_id) > ($1, $2)
              ORDER BY wallet_id, transaction_id LIMIT $3) AS page
      ORDER BY page.wallet_id, page.transaction_id`,
    [...after, rowsPerPage],
  );
  const last = rows.length < rowsPerPage ? undefined : rows.at(-1);
  return {
    findings: rows.flatMap(({ wallet_id, transaction_id, missing }) =>
      missing.map((name) => {
        const transaction = `transaction ${transaction_id} of wallet ${wallet_id}`;
        const row = name === nameOf.transaction ? transaction : `transfer ${name.slice(1)} of ${transaction}`;
        return found('proof_covers_every_row', `${row} is not proven`);
      }),
    ),
    last: last === undefined ? null : [last.wallet_id, last.transaction_id],
  };
}

async function unprovenEvents(db: Queryable, after: Place): Promise<Page<Place>> {
  const { rows } = await db.query<{ wallet_id: string; first_sequence: string; is_proven: boolean }>(
    `SELECT page.wallet_id, page.first_sequence,
            ${isNoted('page.transaction_id')}
            OR ('e' || first_event_no || '.' || first_sequence) = ANY (coalesce(${provenNames('page.transaction_id')}, '{}'))
              AS is_proven
       FROM (SELECT wallet_id, first_sequence, transaction_id, first_event_no FROM event
              WHERE (wallet_id, first_sequence) > ($1, $2) ORDER BY wallet_id, first_sequence LIMIT $3) AS page
      ORDER BY page.wallet_id, page.first_sequence`,
    [...after, rowsPerPage],
  );
  const last = rows.length < rowsPerPage ? undefined : rows.at(-1);
  return {
    findings: rows
      .filter(({ is_proven }) => !is_proven)
      .map(({ wallet_id, first_sequence }) =>
        found('proof_covers_every_row', `event ${first_sequence} of wallet ${wallet_id} is not proven`),
      ),
    last: last === undefined ? null : [last.wallet_id, last.first_sequence],
  };
}

/** Stored responses that are not as they were proven, or not proven at all. */
async function differingResponses(db: Queryable, after: Place): Promise<Page<Place>> {
  const { rows } = await db.query<{ wallet_id: string; key: string; is_noted: boolean; transaction_id: string }>(
    `SELECT page.*,
            (page.wallet_id || ' ' || page.key) IN (SELECT unnest(responses) FROM proof_work) AS is_noted
       FROM (SELECT wallet_id, key, transaction_id FROM idempotency_key WHERE (wallet_id, key) > ($1, $2)
              ORDER BY wallet_id, key LIMIT $3) AS page
      ORDER BY page.wallet_id, page.key`,
    [...after, responsesPerPage],
  );
  const asked = rows.filter(({ is_noted }) => !is_noted);
  const records = await readResponseRecords(
    db,
    asked.map(({ wallet_id, key }) => ({ walletId: Number(wallet_id), key })),
  );
  const stored = await readStoredLeaves(
    db,
    records.map(({ transaction_id }) => Number(transaction_id)),
  );
  const proofs = new Map(
    stored.filter(({ contents }) => contents.includes(nameOf.response)).map((one) => [one.transactionId, one]),
  );
  const findings: ProofFinding[] = [];
  for (const record of records) {
    const proof = proofs.get(Number(record.transaction_id));
    const response = `the stored response of transaction ${record.transaction_id} of wallet ${record.wallet_id}`;
    const leaf = proof?.leaves[proof.contents.indexOf(nameOf.response)];
    if (proof === undefined) {
      if (!(await isResponseNoted(db, record.wallet_id, record.key))) {
        findings.push(found('proof_covers_every_row', `${response} is not proven`));
      }
    } else if (leaf?.equals(responseLeaf(proof.secret, record)) !== true) {
      findings.push(found('proof_leaf_is_its_row', `${response} is not as it was proven`));
    }
  }
  const last = rows.length < responsesPerPage ? undefined : rows.at(-1);
  return { findings, last: last === undefined ? null : [last.wallet_id, last.key] };
}

/** A response may have been stored after its page was read. */
async function isResponseNoted(db: Queryable, walletId: string | number, key: string): Promise<boolean> {
  const { rows } = await db.query<{ is: boolean }>(
    `SELECT $1 IN (SELECT unnest(responses) FROM proof_work)
            OR EXISTS (SELECT FROM idempotency_key k JOIN transaction_proof p USING (transaction_id)
                        WHERE k.wallet_id = $2 AND k.key = $3 AND 'r' = ANY (string_to_array(contents, ','))) AS is`,
    [`${walletId} ${key}`, walletId, key],
  );
  return rows[0]?.is === true;
}

/** Keys are kept for 48 hours, so that each one whose response was proven in the last day is there. */
async function missingResponses(db: Queryable): Promise<ProofFinding[]> {
  const { rows } = await db.query<{ transaction_id: string; wallet_id: string }>(
    `SELECT transaction_id, wallet_id FROM transaction_proof p
      WHERE round >= (SELECT min(number) FROM proof_round WHERE signed_at > clock_timestamp() - interval '1 day')
        AND 'r' = ANY (string_to_array(contents, ','))
        AND NOT EXISTS (SELECT FROM idempotency_key k WHERE k.transaction_id = p.transaction_id)
        AND EXISTS (SELECT FROM transaction t WHERE t.wallet_id = p.wallet_id AND t.transaction_id = p.transaction_id
                       AND t.created_at > clock_timestamp() - interval '1 day')`,
  );
  return rows.map(({ transaction_id, wallet_id }) =>
    found(
      'proof_rows_not_missing',
      `the stored response of transaction ${transaction_id} of wallet ${wallet_id} is missing`,
    ),
  );
}

async function unprovenEntries(db: Queryable): Promise<ProofFinding[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT audit_log_id AS id FROM audit_log
      WHERE NOT EXISTS (SELECT FROM audit_entry_proof p WHERE p.audit_log_id = audit_log.audit_log_id)
        AND audit_log_id NOT IN (SELECT unnest(audit_log_ids) FROM proof_work WHERE audit_log_ids IS NOT NULL)
      ORDER BY audit_log_id LIMIT 1000`,
  );
  return rows.map(({ id }) => found('proof_covers_every_row', `entry ${id} of the audit log is not proven`));
}

function found(rule: ProofRule, detail: string): ProofFinding {
  return { rule, detail };
}
