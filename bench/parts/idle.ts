import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Part } from '../bench.ts';

/** One payment at a time on a system that does nothing else, each after a pause of 10 ms. */
export const idle: Part = async (bench) => {
  const [sender, recipient] = bench.clients;
  if (sender === undefined || recipient === undefined) throw new Error('the idle part needs two clients');
  const pool = new Pool(bench.service.baseUrl, { connections: 1 });
  const samplesMs: number[] = [];
  for (let n = 0; n < 400; n++) {
    await sleep(10);
    const from = performance.now();
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/api/v1/wallet/send-money',
      headers: {
        authorization: `Bearer ${sender.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': `idle-${from}-${n}`,
      },
      body: JSON.stringify({ recipient_phone: recipient.phone, amount: 500 }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`an idle system refused a payment: ${statusCode} ${text}`);
    if (n >= 100) samplesMs.push(performance.now() - from);
  }
  await pool.close();
  samplesMs.sort((a, b) => a - b);
  const at = (share: number) => Number((samplesMs[Math.floor(samplesMs.length * share)] ?? 0).toFixed(2));
  return [
    { part: 'idle', what: 'one payment: p50', value: at(0.5), unit: 'ms', target: { is: 'at most', value: 5 } },
    { part: 'idle', what: 'one payment: p99', value: at(0.99), unit: 'ms' },
  ];
};
