import { textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { Mode } from '../transaction.ts';

/** A phone of a mode. */
export interface PhoneOfMode {
  readonly mode: Mode;
  readonly phone: string;
}

/** The key of `readPhoneOwners`' map. */
export const phoneKey = (mode: Mode, phone: string) => `${mode} ${phone}`;

const readOwners = {
  name: 'ledger.read_phone_owners',
  text: `
    SELECT o.mode, o.phone, o.wallet_id FROM unnest($1::text[], $2::text[]) AS asked (mode, phone)
      JOIN wallet_phone o ON o.mode = asked.mode AND o.phone = asked.phone`,
};

/** The wallet that each phone belongs to, by `phoneKey`; a phone of no wallet is missing. */
export async function readPhoneOwners(db: Queryable, phones: readonly PhoneOfMode[]): Promise<Map<string, number>> {
  if (phones.length === 0) return new Map();
  const { rows } = await db.query<{ mode: Mode; phone: string; wallet_id: string }>({
    ...readOwners,
    values: [textArray(phones.map(({ mode }) => mode)), textArray(phones.map(({ phone }) => phone))],
  });
  return new Map(rows.map((row) => [phoneKey(row.mode, row.phone), Number(row.wallet_id)]));
}
