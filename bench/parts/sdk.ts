import { Nsimbi } from '../../packages/sdk-typescript/src/client.ts';
import type { Part } from '../bench.ts';
import { median } from '../measured.ts';

const rounds = 7;
const callsPerRound = 1_500;

/**
 * The processor time that the TypeScript package adds to a payment: the same payments, one after the other, by a bare fetch and by the
 * package, in alternating rounds of this process. The service runs in another one.
 */
export const sdk: Part = async (bench) => {
  const [sender, recipient] = bench.clients;
  if (sender === undefined || recipient === undefined) throw new Error('the part of the packages needs two clients');
  const { baseUrl } = bench.service;
  const request = { recipient_phone: recipient.phone, amount: 500 };
  const nsimbi = new Nsimbi({ apiKey: sender.apiKey, baseUrl });
  const bare = async () => {
    const response = await fetch(`${baseUrl}/api/v1/wallet/send-money`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${sender.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(request),
    });
    const { success } = (await response.json()) as { success?: boolean };
    if (success !== true) throw new Error(`a payment was refused: ${response.status}`);
  };
  const packaged = async () => {
    await nsimbi.wallet.sendMoney(request);
  };
  const timesOf: Record<'bare' | 'packaged', number[]> = { bare: [], packaged: [] };
  for (const call of [bare, packaged]) await microsecondsPerCall(call);
  for (let round = 0; round < rounds; round += 1) {
    timesOf.bare.push(await microsecondsPerCall(bare));
    timesOf.packaged.push(await microsecondsPerCall(packaged));
  }
  bench.paid += 2 * (rounds + 1) * callsPerRound;
  const [ofBare, ofPackage] = [median(timesOf.bare), median(timesOf.packaged)];
  const part = 'sdk';
  return [
    { part, what: 'processor time of a payment by fetch', value: Math.round(ofBare), unit: 'µs' },
    { part, what: 'by the TypeScript package', value: Math.round(ofPackage), unit: 'µs' },
    {
      part,
      what: 'more than by fetch',
      value: Number(((ofPackage / ofBare - 1) * 100).toFixed(1)),
      unit: '%',
      target: { is: 'at most', value: 5 },
    },
  ];
};

async function microsecondsPerCall(call: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let n = 0; n < callsPerRound; n += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / callsPerRound;
}
