import { runNsimbi } from '../../test/service/nsimbi-command.ts';
import type { Part } from '../bench.ts';
import { countTransactions, fill } from '../fill.ts';

const transactionsUsually = 1_000_000;

/** How long `nsimbi audit` takes: payments between wallets, each of two transactions, written by the ledger's writer. */
export const audit: Part = async (bench) => {
  await fill(
    bench.clients,
    { connectionString: bench.connectionStringTo('nsimbi') },
    bench.transactions ?? transactionsUsually,
  );
  const transactions = await countTransactions(bench);
  // As autovacuum does within a minute.
  await bench.database.query('ANALYZE');
  const from = performance.now();
  await runNsimbi(['audit', '--json'], bench.settings);
  const seconds = (performance.now() - from) / 1000;
  return [
    {
      part: 'audit',
      what: `${transactions.toLocaleString('en-GB')} transactions of ${bench.clients.length.toLocaleString('en-GB')} clients`,
      value: Number(seconds.toFixed(1)),
      unit: 's',
    },
    { part: 'audit', what: 'transactions per second', value: Math.round(transactions / seconds), unit: '/s' },
  ];
};
