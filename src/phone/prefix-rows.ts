import type { Queryable } from '../postgres/pool.ts';
import type { OperatorPrefix } from './prefix-table.ts';

/** The channel that notifies every process of changed prefixes. */
export const prefixChangesChannel = 'nsimbi_operator_prefix';

/** Every prefix, in the order of the digits. */
export async function readPrefixes(db: Queryable): Promise<readonly OperatorPrefix[]> {
  const { rows } = await db.query<OperatorPrefix>('SELECT prefix, operator FROM operator_prefix ORDER BY prefix');
  return rows;
}
