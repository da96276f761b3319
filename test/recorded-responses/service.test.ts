import type { Json } from '../journeys/world.ts';
import { waitUntil } from '../service/wait-until.ts';
import { operationsOf } from './operations.ts';
import { area } from './shop.ts';

area('service', async (_shop, recording, world) => {
  const get = (title: string, path: string) => recording.ask(title, { method: 'GET', path });
  await get('whether the process answers', '/healthz');
  await get('whether requests can be served', '/readyz');
  await recording.askHead('the metrics', { method: 'GET', path: '/metrics' });
  const metrics = await (await fetch(`${world.baseUrl}/metrics`)).text();
  const described = metrics.split('\n').filter((line) => line.startsWith('# '));
  recording.note('the names, kinds and descriptions of the metrics', described.toSorted().join('\n'));

  await recording.askHead('the OpenAPI document', { method: 'GET', path: '/openapi.json' });
  await recording.askHead('HEAD of the OpenAPI document', { method: 'HEAD', path: '/openapi.json' });
  const operations = (await operationsOf(world.baseUrl)).map(({ method, path, codesByStatus }) =>
    [
      `${method} ${path}`,
      ...[...codesByStatus].map(([status, codes]) => `  ${status} ${codes.join(', ')}`.trimEnd()),
    ].join('\n'),
  );
  recording.note('the operations of the OpenAPI document, with their statuses and codes', operations.join('\n'));
  const document: Json = await (await fetch(`${world.baseUrl}/openapi.json`)).json();
  recording.note('the webhooks of the OpenAPI document', Object.keys(document.webhooks).join('\n'));

  // What a round has differs from run to run: the addresses answer, and src/http/proofs.test.ts shows what.
  // Asked of the database: the requests of a minute are used up when it takes long.
  await waitUntil('the first round is signed', async () => {
    const { rows } = await world.database.pool.query('SELECT FROM proof_round');
    return rows.length > 0;
  });
  for (const path of ['/proofs', '/proofs/latest', '/proofs/1', '/proofs/keys']) {
    await recording.askHead(`the signed rounds, ${path}`, { method: 'GET', path });
  }
  await get('a round that there is not', '/proofs/2147483647');
  await get('rounds before none', '/proofs?before=0');
  await waitUntil('the window is used up', async () => (await fetch(`${world.baseUrl}/proofs/keys`)).status === 429);
  for (const path of ['/proofs', '/proofs/latest', '/proofs/1', '/proofs/keys']) {
    await get('more requests than a minute allows', path);
  }

  for (const path of ['/docs', '/docs/', '/docs/js/scalar.js']) {
    await recording.askHead(`the reference, ${path}`, { method: 'GET', path });
  }
  await get('nothing below the reference', '/docs/nothing');
  await recording.askHead('the dashboard', { method: 'GET', path: '/' });
  await get('an unknown address', '/nothing');
  await recording.ask('a method that health does not take', { method: 'DELETE', path: '/healthz' });
  for (const path of ['/callbacks/mtn', '/callbacks/airtel']) {
    await recording.ask('a callback of an operator', {
      method: 'POST',
      path,
      body: { transaction: { id: 'unknown' } },
    });
  }
});
