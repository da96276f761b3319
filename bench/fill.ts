import type { OpenPayout } from '../src/ledger/commands/open-payout.ts';
import { Writer } from '../src/ledger/writer/writer.ts';
import { ugx } from '../src/money/ugx.ts';
import type { DatabaseTarget } from '../src/postgres/pool.ts';
import type { SeededClient } from '../test/service/seeded-clients.ts';
import type { Bench } from './bench.ts';

const writtenAtOnce = 1_000;

/**
 * Writes payments between wallets, each of two transactions, by the ledger's writer.
 * @param transactions how many there are afterwards more than before.
 */
export async function fill(
  clients: readonly SeededClient[],
  target: DatabaseTarget,
  transactions: number,
): Promise<void> {
  const writer = new Writer({
    target,
    limits: { deadlineMs: 60_000 },
  });
  const payments = Math.ceil(transactions / 2);
  for (let made = 0; made < payments; made += writtenAtOnce) {
    await Promise.all(
      Array.from({ length: Math.min(writtenAtOnce, payments - made) }, async (_, index) => {
        const [from, to] = [clientAt(clients, made + index), clientAt(clients, made + index + 1)];
        const outcome = await writer.submit(payment(from, to));
        if (outcome.is !== 'done') throw new Error(`a payment was not written: ${outcome.is}`);
      }),
    );
  }
  await writer.close();
}

function clientAt(clients: readonly SeededClient[], place: number): SeededClient {
  const client = clients[place % clients.length];
  if (client === undefined) throw new Error('there are no clients');
  return client;
}

/** Without a fee, as the usual schedule of payments between wallets has it. */
function payment(from: SeededClient, to: SeededClient): OpenPayout {
  return {
    kind: 'open_payout',
    type: 'payment_sent',
    walletId: from.walletId,
    mode: 'test',
    gross: ugx(1_000),
    fee: ugx(0),
    net: ugx(1_000),
    feeScheduleId: 3,
    description: 'Maize',
    apiKeyId: null,
    apiTriggered: false,
    maker: 'bench',
    idempotency: null,
    senderPaysFee: true,
    budgetLineage: null,
    approvalExpiresAfterMs: 604_800_000,
    recipientPhone: to.phone,
    recipientName: null,
    provider: 'MTN',
    route: { to: 'wallet', walletId: to.walletId },
  };
}

/** How many transactions the database has. */
export async function countTransactions({ database }: Bench): Promise<number> {
  const { rows } = await database.query<{ count: string }>('SELECT count(*) FROM nsimbi.transaction');
  return Number(rows[0]?.count);
}
