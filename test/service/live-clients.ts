import { rateLimitNames } from '../../src/access/principal.ts';
import { runNsimbi } from './nsimbi-command.ts';
import type { SeededClient } from './seeded-clients.ts';

export type LiveClient = Omit<SeededClient, 'walletId'>;

/**
 * Clients with `balance` shillings each in live mode, made by the commands of one person, as in a rehearsal, with keys that no rate limit
 * holds back. Live mode is not enabled yet in their database.
 */
export async function createLiveClients(
  count: number,
  balance: number,
  settings: Record<string, string>,
): Promise<readonly LiveClient[]> {
  const clients: LiveClient[] = [];
  // A few commands at a time: each is a process.
  for (let first = 0; first < count; first += 4) {
    const some = Array.from({ length: Math.min(4, count - first) }, (_, n) =>
      createLiveClient(first + n, balance, settings),
    );
    clients.push(...(await Promise.all(some)));
  }
  return clients;
}

async function createLiveClient(n: number, balance: number, settings: Record<string, string>): Promise<LiveClient> {
  const run = async <Answer>(...words: string[]): Promise<Answer> =>
    JSON.parse(await runNsimbi([...words, '--json'], { ...settings, NSIMBI_REHEARSAL: 'on' }));
  const phone = `25678${String(9_000_000 + n)}`;
  const { client_id: clientId } = await run<{ client_id: number }>(
    ...['client', 'create', '--name', `Client ${n}`, '--phone', phone],
  );
  const wallet = ['--client', String(clientId), '--mode', 'live'];
  const raised = rateLimitNames.flatMap((name) => ['--rate-limit', `${name}=1000000000`]);
  const { api_key: apiKey } = await run<{ api_key: string }>(
    'key',
    'create',
    ...wallet,
    '--permissions',
    'all',
    ...raised,
  );
  await run(
    ...['wallet', 'fund', ...wallet, '--amount', String(balance)],
    ...['--external-reference', `slip ${clientId}`],
  );
  return { clientId, phone, apiKey };
}
