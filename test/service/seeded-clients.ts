import { rateLimitNames } from '../../src/access/principal.ts';
import { runNsimbi } from './nsimbi-command.ts';

export interface SeededClient {
  readonly clientId: number;
  readonly walletId: number;
  readonly phone: string;
  readonly apiKey: string;
}

/**
 * Fills test mode with clients of `balance` shillings each, whose keys no rate limit holds back.
 * @param programFolder of another version of the program.
 */
export async function seedClients(
  count: number,
  balance: number,
  settings: Record<string, string>,
  programFolder?: string,
): Promise<readonly SeededClient[]> {
  const raised = rateLimitNames.flatMap((name) => ['--rate-limit', `${name}=1000000000`]);
  const lines = await runNsimbi(
    ['seed', '--clients', String(count), '--balance', String(balance), ...raised, '--json'],
    settings,
    programFolder,
  );
  const clients = lines
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line): SeededClient => {
      const seeded: { client_id: number; wallet_id: number; phone: string; api_key: string } = JSON.parse(line);
      return { clientId: seeded.client_id, walletId: seeded.wallet_id, phone: seeded.phone, apiKey: seeded.api_key };
    });
  if (clients.length !== count) throw new Error(`seed gave ${clients.length} clients where ${count} were asked for`);
  return clients;
}
