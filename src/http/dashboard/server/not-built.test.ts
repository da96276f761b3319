import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { isDashboardBuilt } from './mount-dashboard.ts';
import { registerStaticFiles } from './static-files.ts';

test('an installation without the pages says in the browser how to build them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nsimbi-not-built-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(isDashboardBuilt(folder)).toBe(false);
  const server = fastify();
  onTestFinished(() => server.close());
  await registerStaticFiles(server, folder);
  for (const url of ['/', '/clients/7/transactions']) {
    const { statusCode, body } = await server.inject(url);
    expect([statusCode, body]).toEqual([
      404,
      'The dashboard is not built: run "npm ci", which builds it, and then "npm prune --omit=dev" (docs/operations.md, "Install").\n',
    ]);
  }
});
