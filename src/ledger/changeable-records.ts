import type { Queryable } from '../postgres/pool.ts';
import { DatabaseNotStarted } from '../postgres/start-error.ts';

/**
 * What the service could do to records that must never change: transfers, events, fees, the audit log, proofs, what a transaction
 * was opened with and all of a completed one that no operator has a part in, with their partitions and the privileges of single
 * columns.
 * @returns what it could do, such as `UPDATE on transfer`; an empty list when all is well.
 */
export async function changeableRecords(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ privilege: string }>(`
    WITH record AS (
      SELECT relid AS oid, root.name <> 'transaction' AS whole
        FROM unnest(ARRAY['transfer', 'event', 'audit_log', 'fee_schedule', 'transaction', 'transaction_proof', 'audit_entry_proof',
                          'proof_round', 'proof_key', 'proof_fork']) AS root (name),
             LATERAL (SELECT relid FROM pg_partition_tree(('nsimbi.' || root.name)::regclass)
                       UNION SELECT ('nsimbi.' || root.name)::regclass) AS tree)
    SELECT privilege || ' on ' || relname AS privilege
      FROM record JOIN pg_class USING (oid), unnest(ARRAY['DELETE', 'TRUNCATE']) AS privilege
     WHERE has_table_privilege('nsimbi_service', oid, privilege)
    UNION ALL
    SELECT 'UPDATE on ' || relname FROM record JOIN pg_class USING (oid)
     WHERE whole AND has_any_column_privilege('nsimbi_service', oid, 'UPDATE')
    UNION ALL
    SELECT format('UPDATE (%s) on %s', attname, relname)
      FROM record JOIN pg_class USING (oid) JOIN pg_attribute ON attrelid = record.oid AND attnum > 0 AND NOT attisdropped
     WHERE NOT whole AND attname <> ALL ('{status, operator_receipt, balance_after, details, failure_stage, failure_code,
                                           failure_reason, transfer_count, event_count, completed_at, failed_at}')
       AND has_column_privilege('nsimbi_service', record.oid, attnum, 'UPDATE')
    UNION ALL
    SELECT format('UPDATE of what is completed on %s (its trigger completed_stays_as_it_is is off)', relname)
      FROM record JOIN pg_class USING (oid)
     WHERE NOT whole
       AND NOT EXISTS (SELECT FROM pg_trigger
                        WHERE tgrelid = record.oid AND tgname = 'completed_stays_as_it_is' AND tgenabled IN ('O', 'A'))
     ORDER BY 1`);
  return rows.map(({ privilege }) => privilege);
}

/** @throws RecordsCanBeChanged when the service could change what must never change. */
export async function refuseChangeableRecords(db: Queryable): Promise<void> {
  const privileges = await changeableRecords(db);
  if (privileges.length > 0) throw new RecordsCanBeChanged(privileges);
}

/** The service's role has more privileges than the migrations grant. */
export class RecordsCanBeChanged extends DatabaseNotStarted {
  override readonly name = 'RecordsCanBeChanged';

  constructor(privileges: readonly string[]) {
    super(
      `the role nsimbi_service may change records that must stay as they are (${privileges.join(', ')}); ` +
        'take back what was granted or switched off beyond the migrations, and start again',
    );
  }
}
