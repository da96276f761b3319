import { numberArray, textArray } from '../../postgres/array-parameter.ts';
import type { Queryable } from '../../postgres/pool.ts';
import type { Mode } from '../transaction.ts';
import { arrayStatement, type Send } from './statement.ts';

/** The one transaction that books a deposit slip or a line of a bank statement. */
export interface AdjustmentClaim {
  readonly mode: Mode;
  readonly externalReference: string;
  readonly walletId: number;
  readonly transactionId: number;
}

/** The key of `readExternalReferences`' map. */
export const externalReferenceKey = (mode: Mode, reference: string) => `${mode} ${comparableReference(reference)}`;

/** All but letters and digits: punctuation and spaces of ASCII, Latin-1 and full-width forms, general punctuation, minus, CJK's. */
const punctuation =
  /[^0-9A-Za-z\u{C0}-\u{1FFF}\u{2070}-\u{2211}\u{2213}-\u{2FFF}\u{3040}-\u{FEFE}\u{FF66}-\u{10FFFF}]/gu;
const fullWidthLettersAndDigits = /[０-９Ａ-Ｚａ-ｚ]/g;
const fullWidthOffset = 0xfee0;

/**
 * What a deposit slip or statement line is compared by: `SLIP-1`, `slip-1` and `SLIP 1` are equal. The same as the function
 * comparable_reference of migration 23, which decides; this finds a repeat before it is written.
 */
export function comparableReference(reference: string): string {
  const kept = reference
    .replace(fullWidthLettersAndDigits, (wide) => String.fromCharCode(wide.charCodeAt(0) - fullWidthOffset))
    .replace(punctuation, '');
  return kept === '' ? reference : kept.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

const read = {
  name: 'ledger.read_external_references',
  text: `
    SELECT asked.mode, asked.reference, c.transaction_id FROM unnest($1::text[], $2::text[]) AS asked (mode, reference)
      JOIN adjustment_claim c ON c.mode = asked.mode AND c.reference_key = comparable_reference(asked.reference)`,
};

/** The transactions that book some references already, by `externalReferenceKey`. */
export async function readExternalReferences(
  db: Queryable,
  asked: readonly Pick<AdjustmentClaim, 'mode' | 'externalReference'>[],
): Promise<Map<string, number>> {
  if (asked.length === 0) return new Map();
  const { rows } = await db.query<{ mode: Mode; reference: string; transaction_id: string }>({
    ...read,
    values: [
      textArray(asked.map(({ mode }) => mode)),
      textArray(asked.map(({ externalReference }) => externalReference)),
    ],
  });
  return new Map(rows.map((row) => [externalReferenceKey(row.mode, row.reference), Number(row.transaction_id)]));
}

const insert = {
  name: 'ledger.insert_adjustment_claims',
  text: `
    INSERT INTO adjustment_claim (mode, external_reference, wallet_id, transaction_id)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])`,
};

export function insertAdjustmentClaims(claims: readonly AdjustmentClaim[]): Send[] {
  return arrayStatement(insert, claims.length, () => [
    textArray(claims.map((row) => row.mode)),
    textArray(claims.map((row) => row.externalReference)),
    numberArray(claims.map((row) => row.walletId)),
    numberArray(claims.map((row) => row.transactionId)),
  ]);
}
