import { numberArray } from '../../postgres/array-parameter.ts';
import { arrayStatement, type Send } from './statement.ts';

const insert = {
  name: 'ledger.insert_deltas',
  text: 'INSERT INTO system_account_delta (account_id, amount) SELECT * FROM unnest($1::bigint[], $2::bigint[])',
};

/** @param deltas credits less debits per system account, in shillings. */
export function insertDeltas(deltas: ReadonlyMap<number, bigint>): Send[] {
  return arrayStatement(insert, deltas.size, () => [
    numberArray([...deltas.keys()]),
    numberArray([...deltas.values()]),
  ]);
}
