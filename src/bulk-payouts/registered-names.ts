import { msisdn } from '../phone/msisdn.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { NameMatchResult } from '../wallet/match-name.ts';
import { matchName } from '../wallet/match-name.ts';
import type { MoneyServices } from '../wallet/operation.ts';
import { recipientName } from '../wallet/recipients.ts';
import type { BulkPayout } from './bulk-payout.ts';

/** Whom a row would pay, as far as it is known now. */
export interface RegisteredName {
  readonly row: number;
  /** Of the wallet here or of the operator; null where none is known. */
  readonly registeredName: string | null;
  /** How the name in the file compares with it; null where the file has none. */
  readonly match: NameMatchResult | null;
}

/** The most rows whose names are looked up at once: each can be a query to its operator. */
export const namesMax = 25;

/**
 * Looks up the names of some rows' phones, as a single payment does before it is confirmed. An operator that does not answer within a second
 * gives none.
 * @param rows at most `namesMax` numbers of rows.
 */
export async function lookUpNames(
  db: Queryable,
  services: Pick<MoneyServices, 'recipients' | 'operators' | 'prefixes'>,
  { bulkPayoutId, mode }: BulkPayout,
  rows: readonly number[],
): Promise<RegisteredName[]> {
  const { rows: found } = await db.query<{ row_no: number; phone: string; recipient_name: string | null }>(
    `SELECT row_no, phone, recipient_name FROM bulk_payout_row
      WHERE bulk_payout_id = $1 AND row_no = ANY ($2::integer[]) ORDER BY row_no LIMIT ${namesMax}`,
    [bulkPayoutId, rows],
  );
  // Rows with one phone need one look-up.
  const names = new Map<string, Promise<string | null>>();
  for (const { phone } of found) if (!names.has(phone)) names.set(phone, nameOf(services, mode, phone));
  return await Promise.all(
    found.map(async ({ row_no: row, phone, recipient_name: name }) => {
      const registeredName = (await names.get(phone)) ?? null;
      return { row, registeredName, match: name === null ? null : matchName(name, registeredName).result };
    }),
  );
}

async function nameOf(
  { recipients, operators, prefixes }: Pick<MoneyServices, 'recipients' | 'operators' | 'prefixes'>,
  mode: BulkPayout['mode'],
  phone: string,
): Promise<string | null> {
  const known = msisdn(phone);
  if (known === null) return null;
  const recipient = await recipients.find(mode, known);
  return await recipientName(operators, { mode, operator: prefixes.operatorOf(known), phone: known }, recipient);
}
