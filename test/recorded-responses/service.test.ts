import type { Json } from '../journeys/world.ts';
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
