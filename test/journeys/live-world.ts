import { expect } from 'vitest';
import {
  type AirtelStandIn,
  settingsForAirtel,
  startAirtelStandIn,
} from '../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import type { Payment } from '../../packages/operator-stand-ins/src/books.ts';
import { shortText } from '../../packages/operator-stand-ins/src/hundredths.ts';
import {
  type MtnStandIn,
  settingsForMtn,
  startMtnStandIn,
} from '../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import { auditFindings } from '../ledger/fixtures.ts';
import { freePort } from '../service/free-port.ts';
import { waitUntil } from '../service/wait-until.ts';
import { type Business, type Json, type Speaker, World } from './world.ts';

/** The real service in live mode, with both operators played on the wire, and one business with money. */
export interface LiveWorld {
  readonly world: World;
  readonly mtn: MtnStandIn;
  readonly airtel: AirtelStandIn;
  readonly business: Business;
  readonly live: Speaker;
  /** Where callbacks arrive. */
  readonly publicUrl: string;
  close(): Promise<void>;
}

/** @param options.callbacks Whether the operators get our callback URL. */
export async function openLiveWorld(options: {
  readonly callbacks: boolean;
  readonly settings: Record<string, string>;
}): Promise<LiveWorld> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const quick = { settleDelayMs: 150, queriesPerSecond: null };
  const mtn = await startMtnStandIn({ ...quick, callbackHost: '127.0.0.1' });
  const airtel = await startAirtelStandIn({
    ...quick,
    callbackUrl: options.callbacks ? `${publicUrl}/callbacks/airtel` : null,
  });
  const world = await World.open({
    PORT: String(port),
    ...(options.callbacks ? { NSIMBI_PUBLIC_URL: publicUrl } : {}),
    ...settingsForMtn(mtn),
    ...settingsForAirtel(airtel),
    NSIMBI_OPERATOR_WAIT: '5s',
    NSIMBI_MTN_QUERIES_PER_SECOND: '1000',
    NSIMBI_AIRTEL_QUERIES_PER_SECOND: '1000',
    ...options.settings,
  });
  const business = await world.business('Kampala Books');
  await world.fund(business, 'live', 5_000_000);
  return {
    world,
    mtn,
    airtel,
    business,
    live: await world.as(business, { mode: 'live' }),
    publicUrl,
    async close() {
      await world.close();
      await Promise.all([mtn.close(), airtel.close()]);
    },
  };
}

/** The payment that an operator has in its books under a reference. */
export async function entered({ mtn, airtel }: LiveWorld, reference: string): Promise<Payment> {
  return await waitUntil(`${reference} is in an operator's books`, () => {
    return mtn.world.books.find(reference) ?? airtel.world.books.find(reference);
  });
}

/** Holds our books against the operators' own, payment by payment and float by float, and then against themselves. */
export async function expectBooksToAgree({ world, mtn, airtel }: LiveWorld): Promise<void> {
  const { pool } = world.database;
  const { rows: ours } = await pool.query<Json>(`
    SELECT external_reference AS reference, provider AS operator, counterparty_phone AS phone,
           (CASE WHEN type = 'collection' THEN amount ELSE net_amount END)::text AS amount
      FROM transaction
     WHERE mode = 'live' AND route = 'external' AND status = 'completed'
     ORDER BY external_reference COLLATE "C"`);
  const theirs = [...operatorPayments('MTN', mtn), ...operatorPayments('Airtel', airtel)].sort((one, other) =>
    one.reference < other.reference ? -1 : 1,
  );
  expect(ours).toEqual(theirs);

  // What an operator holds for us is a debit, which the books write below zero.
  const { rows: floats } = await pool.query<Json>(`
    SELECT account.operator, (-sum(held.balance + coalesce(deltas.amount, 0)))::text AS moved
      FROM system_account AS held
      JOIN operator_account AS account USING (operator_account_id)
      LEFT JOIN (SELECT account_id, sum(amount) AS amount FROM system_account_delta GROUP BY account_id) AS deltas
           USING (account_id)
     WHERE held.mode = 'live' AND held.kind IN ('collection_float', 'disbursement_float')
     GROUP BY account.operator ORDER BY account.operator`);
  expect(floats).toEqual([
    { operator: 'Airtel', moved: movedAt(airtel) },
    { operator: 'MTN', moved: movedAt(mtn) },
  ]);
  expect(await auditFindings(pool)).toEqual([]);
}

function operatorPayments(operator: string, { world }: MtnStandIn | AirtelStandIn) {
  return [...world.books.payments]
    .filter(({ paid }) => paid)
    .map(({ reference, phone, amount }) => ({
      reference,
      operator,
      phone: phone.length === 9 ? `256${phone}` : phone,
      amount: shortText(amount),
    }));
}

/** What our accounts at an operator have gained since it opened them. */
function movedAt({ world }: MtnStandIn | AirtelStandIn): string {
  let moved = 0n;
  for (const { paid, direction, amount } of world.books.payments) {
    if (paid) moved += BigInt(shortText(amount)) * (direction === 'in' ? 1n : -1n);
  }
  return String(moved);
}
