import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { createLogger } from '../../logging/logger.ts';
import { createSignIn, type SignIn, signInPath } from './sign-in.ts';

const baseUrl = 'https://pay.example.ug';

function openSignIn(pool: pg.Pool, write: (line: string) => void): SignIn {
  return createSignIn({
    pool,
    logger: createLogger('info', { write }),
    encryptionKeys: [{ id: 'k1', key: Buffer.alloc(32, 7) }],
    baseUrl,
    sendPasswordLink: () => undefined,
    passwordWasSet: async () => undefined,
    secondFactorWasChanged: async () => undefined,
  });
}

function tryPassword(signIn: SignIn, more: object): Promise<Response> {
  return signIn.handler(
    new Request(`${baseUrl}${signInPath}/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseUrl },
      body: JSON.stringify({ email: 'akello@example.ug', password: 'three green mangoes', ...more }),
    }),
  );
}

test('what the sign-in library logs of requests is short, and one line a second', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const lines: string[] = [];
  const signIn = openSignIn(database.pool, (line) => lines.push(line));
  const printed = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')];
  onTestFinished(() => void vi.restoreAllMocks());
  const callbackURL = `https://elsewhere.example/${'x'.repeat(100 * 1_024)}`;
  const startedMs = performance.now();
  for (let requests = 0; requests < 50; requests += 1) {
    const answer = await tryPassword(signIn, { callbackURL });
    expect(answer.status).toBe(403);
  }
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(2 + (performance.now() - startedMs) / 1_000);
  for (const line of lines) expect(line.length).toBeLessThan(500);
  for (const print of printed) expect(print).not.toHaveBeenCalled();
});

test('an error of the database is thrown, so that it is answered and logged like every other', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const signIn = openSignIn(database.pool, () => undefined);
  const away = new Error('the database is away');
  vi.spyOn(database.pool, 'connect').mockRejectedValue(away as never);
  const printed = vi.spyOn(console, 'error');
  onTestFinished(() => void vi.restoreAllMocks());
  await expect(tryPassword(signIn, {})).rejects.toThrow(away);
  expect(printed).not.toHaveBeenCalled();
});
