import { type RateLimitName, rateLimitNames } from '../../src/access/principal.ts';
import { runNsimbi } from './nsimbi-command.ts';

export interface SeededClient {
  readonly clientId: number;
  readonly walletId: number;
  readonly phone: string;
  readonly apiKey: string;
}

/** Another version of the program, which need not know every rate limit of this one. */
export interface OlderProgram {
  readonly programFolder: string;
  readonly rateLimits: readonly RateLimitName[];
}

/**
 * Fills test mode with clients of `balance` shillings each, whose keys no rate limit holds back.
 * @param older what fills it, and the limits that are raised there; this version and all limits unless given.
 */
export async function seedClients(
  count: number,
  balance: number,
  settings: Record<string, string>,
  older?: OlderProgram,
): Promise<readonly SeededClient[]> {
  const raised = (older?.rateLimits ?? rateLimitNames).flatMap((name) => ['--rate-limit', `${name}=1000000000`]);
  const lines = await runNsimbi(
    ['seed', '--clients', String(count), '--balance', String(balance), ...raised, '--json'],
    settings,
    older?.programFolder,
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
