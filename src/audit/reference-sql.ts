import { referencePrefixes } from '../ledger/reference.ts';

const prefixes = Object.entries(referencePrefixes)
  .map(([type, prefix]) => `WHEN '${type}' THEN '${prefix}'`)
  .join(' ');

/** The reference of a transaction that clients see, as src/ledger/reference.ts makes it, in SQL. */
export function referenceSql(alias: string): string {
  return `format('%s_%s_%s', CASE ${alias}.type ${prefixes} END, floor(extract(epoch FROM ${alias}.created_at))::bigint,
                 ${alias}.transaction_id)`;
}
