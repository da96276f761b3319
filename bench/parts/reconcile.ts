import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenCollection } from '../../src/ledger/commands/open-collection.ts';
import type { Transaction } from '../../src/ledger/transaction.ts';
import { Writer } from '../../src/ledger/writer/writer.ts';
import { ugx } from '../../src/money/ugx.ts';
import { childEnvironment, entry } from '../../test/service/nsimbi-command.ts';
import type { Bench, Part } from '../bench.ts';
import { residentMiB } from '../machine.ts';

const payments = 100_000;
const writtenAtOnce = 500;

/** A statement of 100,000 collections, of which every two hundredth has another amount, and as many are of nobody. */
export const reconcile: Part = async (bench) => {
  const made = await completedCollections(bench);
  const statement = join(bench.folder, 'statement.csv');
  const report = join(bench.folder, 'report.csv');
  writeFileSync(statement, statementOf(made));

  const from = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...[entry, 'reconcile', '--operator', 'mtn', '--mode', 'test', '--statement', statement],
      ...['--format', 'csv', '--report', report, '--json'],
    ],
    { env: childEnvironment(bench.settings), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let answer = '';
  child.stdout.on('data', (text: Buffer) => {
    answer += text.toString();
  });
  let peakMiB = 0;
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, child.pid === undefined ? 0 : (residentMiB(child.pid) ?? 0));
  }, 50);
  await once(child, 'close');
  clearInterval(watch);
  const seconds = (performance.now() - from) / 1000;

  const { summary }: { summary: Record<string, number> } = JSON.parse(answer);
  const differing = payments / 200;
  if (summary.rows !== payments + differing || summary.amount_differs !== differing) {
    throw new Error(`the statement was not compared whole: ${answer}`);
  }
  if (summary.missing_here !== differing || summary.missing_there !== 0 || summary.cases_opened !== 2 * differing) {
    throw new Error(`the statement was not compared rightly: ${answer}`);
  }
  return [
    {
      part: 'reconcile',
      what: `a statement of ${payments.toLocaleString('en-GB')} payments, ${2 * differing} of which differ`,
      value: Number(seconds.toFixed(1)),
      unit: 's',
      target: { is: 'at most', value: 30 },
    },
    { part: 'reconcile', what: 'process at most', value: peakMiB, unit: 'MiB' },
  ];
};

async function completedCollections(bench: Bench): Promise<readonly Transaction[]> {
  const { rows } = await bench.database.query<{ operator_account_id: number }>(
    `SELECT operator_account_id FROM nsimbi.operator_account WHERE mode = 'test' AND operator = 'MTN'`,
  );
  const operatorAccountId = rows[0]?.operator_account_id;
  if (operatorAccountId === undefined) throw new Error('the service has no account with the simulated MTN');
  const writer = new Writer({
    target: { connectionString: bench.connectionStringTo('nsimbi') },
    limits: { deadlineMs: 60_000 },
  });
  const made: Transaction[] = [];
  while (made.length < payments) {
    const opened = await Promise.all(
      Array.from({ length: writtenAtOnce }, async (_, index) => {
        const walletId = bench.clients[(made.length + index) % bench.clients.length]?.walletId ?? 0;
        const outcome = await writer.submit(collection(walletId, operatorAccountId));
        if (outcome.is !== 'done') throw new Error(`a collection was not opened: ${outcome.is}`);
        return outcome.transaction;
      }),
    );
    const completed = opened.map(async ({ walletId, transactionId }) => {
      const word = { is: 'succeeded', receipt: String(8_000_000_000 + transactionId), amount: null } as const;
      const outcome = await writer.submit({ kind: 'settle', walletId, transactionId, word });
      if (outcome.is !== 'done') throw new Error(`a collection was not completed: ${outcome.is}`);
      return outcome.transaction;
    });
    made.push(...(await Promise.all(completed)));
  }
  await writer.close();
  return made;
}

function collection(walletId: number, operatorAccountId: number): OpenCollection {
  return {
    kind: 'open_collection',
    walletId,
    mode: 'test',
    gross: ugx(50_000),
    fee: ugx(2_500),
    net: ugx(47_500),
    feeScheduleId: 1,
    description: 'School fees',
    apiKeyId: 1,
    apiTriggered: true,
    maker: 'bench',
    idempotency: null,
    customerPhone: '256772000001',
    customerName: null,
    provider: 'MTN',
    // The bench is the operator; nobody else shall ask about them.
    route: {
      to: 'operator',
      operatorAccountId,
      reference: randomUUID(),
      sends: 1,
      callTimeoutMs: 30_000,
      firstQueryAfterMs: 86_400_000,
    },
  };
}

/** The collections as MTN's export has them, in the times of Kampala. */
function statementOf(made: readonly Transaction[]): string {
  const lines = ['Id,External Id,Date,Status,Type,Direction,From,Amount,Currency'];
  for (const [index, { externalReference, createdAtMs, operatorReceipt }] of made.entries()) {
    const at = new Date(createdAtMs + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const amount = index % 200 === 0 ? '"5,000.00"' : '"50,000.00"';
    const rest = `${at},Successful,Payment,Credit,FRI:256772000001/MSISDN,${amount},UGX`;
    lines.push(`${operatorReceipt},${externalReference},${rest}`);
    if (index % 200 === 1) lines.push(`${9_000_000_000 + index},PO-${index},${rest}`);
  }
  return lines.join('\n');
}
