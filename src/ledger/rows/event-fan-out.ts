import { numberArray } from '../../postgres/array-parameter.ts';
import type { EventRow } from './event.ts';
import { arrayStatement, type Send } from './statement.ts';

const insert = {
  name: 'ledger.insert_fan_out',
  text: `
    INSERT INTO event_fan_out (wallet_id, first_sequence, transaction_id)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[])`,
};

/** Queues events of wallets that have an active webhook. */
export function insertFanOut(events: readonly EventRow[]): Send[] {
  return arrayStatement(insert, events.length, () => [
    numberArray(events.map((event) => event.walletId)),
    numberArray(events.map((event) => event.firstSequence)),
    numberArray(events.map((event) => event.transactionId)),
  ]);
}
