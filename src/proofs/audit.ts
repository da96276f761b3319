import type { Records } from '../history/records.ts';
import { neverChanges, type Transaction } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { auditUnproven } from './audit-unproven.ts';
import type { ProofFinding, ProofRule } from './finding.ts';
import { faultOfRound, noRound, type Round } from './format/round.ts';
import { treeRoot } from './format/tree.ts';
import { faultsOfKeys, readPublicKeys } from './keys.ts';
import { readAllEvents, readAllTransactions, readAllTransfers } from './moved-records.ts';
import { auditPublished, faultOfPlace } from './published-audit.ts';
import {
  auditEntryLeaf,
  eventLeaf,
  latestTransactionLeaf,
  nameOf,
  type StoredLeaves,
  transactionLeaf,
  transferLeaf,
} from './record-leaves.ts';
import {
  areInTheirPlaces,
  readLeavesOfRound,
  readStoredLeaves,
  type StoredAuditEntryLeaf,
  treeOf,
} from './stored-proofs.ts';
import { readAuditEntryRecords } from './stored-records.ts';
import { readChainEnd, readInstallationId, readRound, readRoundsAfter } from './stored-rounds.ts';

export type ProofAuditStep =
  | { readonly is: 'progress'; readonly roundsDone: number; readonly roundsTotal: number }
  | { readonly is: 'finding'; readonly finding: ProofFinding };

const roundsPerPage = 100;

/**
 * Verifies every round of the database with the rows that it proves, then that every row is proven. Short statements, while payments and
 * the prover go on. Rows that have moved are read from the history store. A transaction that changes while it is looked at is looked at once more.
 * @param roundsFile the published rounds; where there is no such file, they are not compared.
 * @param after the number of the round behind which an audit that was cut off continues; 0 for the first.
 * @throws HistoryUnavailable
 */
export async function* auditProofs(records: Records, roundsFile: string, after = 0): AsyncGenerator<ProofAuditStep> {
  for (const fault of faultsOfKeys(await readInstallationId(records), await readPublicKeys(records))) {
    yield found('proof_chain_is_whole', fault);
  }
  const { number: roundsTotal } = await readChainEnd(records);
  let previous: Pick<Round, 'number' | 'hash'> = {
    number: after,
    hash: (await readRound(records, after))?.hash ?? noRound,
  };
  for (;;) {
    const rounds = await readRoundsAfter(records, previous.number, roundsPerPage);
    for (const round of rounds) {
      const fault = faultOfRound(round) ?? faultOfPlace(round, previous);
      if (fault !== null) yield found('proof_chain_is_whole', `round ${round.number}: ${fault}`);
      for (const finding of await findingsOfRound(records, round)) yield { is: 'finding', finding };
      previous = round;
      yield { is: 'progress', roundsDone: round.number, roundsTotal: Math.max(roundsTotal, round.number) };
    }
    if (rounds.length < roundsPerPage) break;
  }
  for (const fault of await undecidedForks(records)) yield found('fork_was_decided', fault);
  for await (const finding of auditUnproven(records)) yield { is: 'finding', finding };
  for await (const finding of auditPublished(records, roundsFile)) yield { is: 'finding', finding };
}

/** Rounds that are a fork without a decision, and decisions that the audit log does not have. */
async function undecidedForks(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ fault: string }>(
    `SELECT format('round %s continues round %s, and nobody decided that', number, fork_of) AS fault
       FROM proof_round
      WHERE fork_of IS NOT NULL
        AND NOT EXISTS (SELECT FROM proof_fork WHERE common_number = fork_of AND published_number < number)
      UNION ALL
     SELECT format('the audit log has no decision to continue round %s after round %s', common_number, published_number)
       FROM proof_fork
      WHERE NOT EXISTS (SELECT FROM audit_log
                         WHERE action = 'proof.forked' AND subject = 'ledger' AND actor = proposed_by
                           AND details ->> 'common_round' = common_number::text
                           AND details ->> 'common_hash' = encode(common_hash, 'hex')
                           AND details ->> 'published_round' = published_number::text
                           AND coalesce(details ->> 'approved_by', proposed_by) = decided_by)`,
  );
  return rows.map(({ fault }) => fault);
}

async function findingsOfRound(records: Records, round: Round): Promise<ProofFinding[]> {
  const stored = await readLeavesOfRound(records, round.number);
  const tree = treeOf(stored);
  const isWhole =
    tree.length === round.tree_size && treeRoot(tree).toString('hex') === round.root && areInTheirPlaces(stored);
  const findings: ProofFinding[] = isWhole
    ? []
    : [
        {
          rule: 'proof_tree_is_its_leaves',
          detail: `round ${round.number} was signed with ${round.tree_size} leaves and another root or other places than the ${tree.length} leaves that are stored`,
        },
      ];
  return [
    ...findings,
    ...(await findingsOfTransactions(records, stored.transactions)),
    ...(await findingsOfEntries(records, stored.auditEntries)),
  ];
}

/** Compares what a round proves of transactions with the rows. Responses are compared where their keys are (`auditUnproven`). */
export async function findingsOfTransactions(
  records: Records,
  proven: readonly StoredLeaves[],
): Promise<ProofFinding[]> {
  if (proven.length === 0) return [];
  const transfers = new Map(
    (await readAllTransfers(records, proven)).map((row) => [`${row.transaction_id} ${nameOf.transfer(row)}`, row]),
  );
  const eventIds = proven.flatMap(({ walletId, transactionId, contents }) =>
    contents
      .filter((name) => name.startsWith('e'))
      .map((name) => ({ walletId, transactionId, firstSequence: Number(name.split('.')[1]) })),
  );
  const events = new Map(
    (await readAllEvents(records, eventIds)).map((row) => [`${row.transaction_id} ${nameOf.event(row)}`, row]),
  );
  const findings: ProofFinding[] = [];
  const compare = (of: StoredLeaves, name: string, leaf: Buffer | undefined, now: Buffer | null) => {
    if (now === null) findings.push({ rule: 'proof_rows_not_missing', detail: `${described(of, name)} is missing` });
    else if (leaf?.equals(now) !== true)
      findings.push({ rule: 'proof_leaf_is_its_row', detail: `${described(of, name)} is not as it was proven` });
  };
  for (const of of proven) {
    for (const [place, name] of of.contents.entries()) {
      const leaf = of.leaves[place];
      if (name.startsWith('t')) {
        const row = transfers.get(`${of.transactionId} ${name}`);
        compare(of, name, leaf, row === undefined ? null : transferLeaf(of.secret, row));
      } else if (name.startsWith('e')) {
        const row = events.get(`${of.transactionId} ${name}`);
        compare(of, name, leaf, row === undefined ? null : eventLeaf(of.secret, row));
      }
    }
  }
  return [...findings, ...(await findingsOfOwnRows(records, proven))];
}

/** The rows of the transactions themselves, which may have changed since and been proven again. */
async function findingsOfOwnRows(records: Records, proven: readonly StoredLeaves[]): Promise<ProofFinding[]> {
  const asked = proven.filter(({ contents }) => contents[0] === nameOf.transaction);
  let suspects: readonly { readonly id: StoredLeaves; readonly finding: ProofFinding }[] = await compareOwnRows(
    records,
    asked,
  );
  // A change between the two statements, or one that the prover has not seen yet, is no corruption.
  if (suspects.length > 0) {
    const noted = await notedTransactions(
      records,
      suspects.map(({ id }) => id.transactionId),
    );
    suspects = await compareOwnRows(
      records,
      suspects.map(({ id }) => id).filter(({ transactionId }) => !noted.has(transactionId)),
    );
  }
  return suspects.map(({ finding }) => finding);
}

async function compareOwnRows(
  records: Records,
  asked: readonly StoredLeaves[],
): Promise<{ readonly id: StoredLeaves; readonly finding: ProofFinding }[]> {
  const rows = new Map((await readAllTransactions(records, asked)).map((row) => [Number(row.transaction_id), row]));
  const storedOf = Map.groupBy(
    await readStoredLeaves(
      records,
      asked.map(({ transactionId }) => transactionId),
    ),
    ({ transactionId }) => transactionId,
  );
  return asked.flatMap((id) => {
    const of = (rule: ProofRule, fault: string) => [
      { id, finding: { rule, detail: `${described(id, 'x')} ${fault}` } },
    ];
    const row = rows.get(id.transactionId);
    if (row === undefined) return of('proof_rows_not_missing', 'is missing');
    const stored = storedOf.get(id.transactionId) ?? [];
    const latest = latestTransactionLeaf(stored);
    // Only the newest leaf of a transaction can be compared, and in its own round.
    if (latest === null || !latest.secret.equals(id.secret)) return [];
    if (!latest.leaf.equals(transactionLeaf(latest.secret, row)))
      return of('proof_leaf_is_its_row', 'is not as it was proven');
    const times = stored.filter(({ contents }) => contents[0] === nameOf.transaction).length;
    return times > 1 && neverChanges(row as Pick<Transaction, 'status' | 'route'>)
      ? of('proof_leaf_is_its_row', `never changes and was proven ${times} times`)
      : [];
  });
}

/** Those of some transactions that a batch has noted as work that is not proven yet. */
async function notedTransactions(db: Queryable, transactionIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT DISTINCT id FROM proof_work, unnest(transaction_ids) AS id WHERE id = ANY ($1::bigint[])`,
    [transactionIds],
  );
  return new Set(rows.map(({ id }) => Number(id)));
}

async function findingsOfEntries(db: Queryable, proven: readonly StoredAuditEntryLeaf[]): Promise<ProofFinding[]> {
  const records = await readAuditEntryRecords(
    db,
    proven.map(({ auditLogId }) => auditLogId),
  );
  const rows = new Map(records.map((row) => [Number(row.audit_log_id), row]));
  return proven.flatMap(({ auditLogId, secret, leaf }): ProofFinding[] => {
    const row = rows.get(auditLogId);
    if (row === undefined) {
      return [{ rule: 'proof_rows_not_missing', detail: `entry ${auditLogId} of the audit log is missing` }];
    }
    return auditEntryLeaf(secret, row).equals(leaf)
      ? []
      : [{ rule: 'proof_leaf_is_its_row', detail: `entry ${auditLogId} of the audit log is not as it was proven` }];
  });
}

/** `transfer 2 of transaction 17 of wallet 1000001`. */
function described({ transactionId, walletId }: StoredLeaves, name: string): string {
  const transaction = `transaction ${transactionId} of wallet ${walletId}`;
  if (name === nameOf.transaction) return transaction;
  if (name.startsWith('t')) return `transfer ${name.slice(1)} of ${transaction}`;
  return `event ${name.split('.')[1]} of ${transaction}`;
}

function found(rule: ProofRule, detail: string): ProofAuditStep {
  return { is: 'finding', finding: { rule, detail } };
}
