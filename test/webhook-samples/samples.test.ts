import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, type Running, type Sample, samples, start } from './sample.ts';

/**
 * The receivers that docs/webhooks.md gives away, each run and sent what a service, a mistaken service and an attacker
 * would send. Signatures are made here from the words of the interface and by the standardwebhooks package, not by our
 * own code.
 */

const secret = newSecret();
const anotherSecret = newSecret();
const firstCompileMsMax = 240_000;

interface Delivery {
  readonly body: string;
  readonly headers: Record<string, string>;
}

type Expected = 'handled' | 'seen before' | 'refused';

interface Case {
  readonly what: string;
  readonly path: '/hooks' | '/standard';
  readonly make: (event: string) => Delivery;
  readonly expected: Expected;
}

const cases: readonly Case[] = [
  service('a delivery as it is sent', 'handled', (body) => signed(body)),
  service('a body in several scripts', 'handled', (body) =>
    signed(body.replace('Invoice 7', 'Ŋŋoma, 東京, 🎉, \\"so\\"')),
  ),
  service('a body of which one digit was changed', 'refused', (body) => ({
    ...signed(body),
    body: body.replace('"amount":50000', '"amount":90000'),
  })),
  service('a body with a space behind it', 'refused', (body) => ({ ...signed(body), body: `${body} ` })),
  service('another secret', 'refused', (body) => signed(body, { 'x-service-signature': hex(body, anotherSecret) })),
  service('the secret without its prefix as the key', 'refused', (body) =>
    signed(body, { 'x-service-signature': hex(body, secret.slice('whsec_'.length)) }),
  ),
  service('no signature', 'refused', (body) => without(signed(body), 'x-service-signature')),
  service('a signature without sha256=', 'refused', (body) =>
    signed(body, { 'x-service-signature': hex(body, secret).slice('sha256='.length) }),
  ),
  service('half of the signature', 'refused', (body) =>
    signed(body, { 'x-service-signature': hex(body, secret).slice(0, 39) }),
  ),
  service('a signature that is no ASCII', 'refused', (body) => signed(body, { 'x-service-signature': 'sha256=é' })),
  service('a timestamp of ten minutes ago', 'refused', (body) => signed(body, { 'x-service-timestamp': ago(600) })),
  service('a timestamp of ten minutes ahead', 'refused', (body) => signed(body, { 'x-service-timestamp': ago(-600) })),
  service('a timestamp of four minutes ago', 'handled', (body) => signed(body, { 'x-service-timestamp': ago(240) })),
  service('no timestamp', 'refused', (body) => without(signed(body), 'x-service-timestamp')),
  service('a timestamp that is no number', 'refused', (body) => signed(body, { 'x-service-timestamp': 'now' })),
  service('a timestamp beyond every integer', 'refused', (body) =>
    signed(body, { 'x-service-timestamp': '9'.repeat(5000) }),
  ),
  service('a roll while the receiver still has the old secret', 'handled', (body) =>
    signed(body, { 'x-service-signature-new': hex(body, anotherSecret) }),
  ),
  service('a roll when the receiver has the new secret already', 'handled', (body) =>
    signed(body, {
      'x-service-signature': hex(body, anotherSecret),
      'x-service-signature-new': hex(body, secret),
    }),
  ),
  service('a roll between two secrets that are not the receiver’s', 'refused', (body) =>
    signed(body, {
      'x-service-signature': hex(body, anotherSecret),
      'x-service-signature-new': hex(body, newSecret()),
    }),
  ),

  standard('a delivery as it is sent', 'handled', (body) => standardSigned(body)),
  standard('a body in several scripts', 'handled', (body) =>
    standardSigned(body.replace('Invoice 7', 'Ŋŋoma, 東京, 🎉, \\"so\\"')),
  ),
  standard('a body of which one digit was changed', 'refused', (body) => ({
    ...standardSigned(body),
    body: body.replace('"amount":50000', '"amount":90000'),
  })),
  standard('another secret', 'refused', (body) => standardSigned(body, { secret: anotherSecret })),
  standard('the whole text of the secret as the key', 'refused', (body) => {
    const delivery = standardSigned(body);
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = delivery.headers;
    const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    return { body, headers: { ...delivery.headers, 'webhook-signature': `v1,${signature}` } };
  }),
  standard('no signature', 'refused', (body) => without(standardSigned(body), 'webhook-signature')),
  standard('no id', 'refused', (body) => without(standardSigned(body), 'webhook-id')),
  standard('no timestamp', 'refused', (body) => without(standardSigned(body), 'webhook-timestamp')),
  standard('another id than the signed one', 'refused', (body) => {
    const delivery = standardSigned(body);
    return { body, headers: { ...delivery.headers, 'webhook-id': 'evt_1_1' } };
  }),
  standard('a recording of ten minutes ago', 'refused', (body) => standardSigned(body, { secondsAgo: 600 })),
  standard('a recording of ten minutes ago with the time put forward', 'refused', (body) => {
    const delivery = standardSigned(body, { secondsAgo: 600 });
    return { body, headers: { ...delivery.headers, 'webhook-timestamp': ago(0) } };
  }),
  standard('a time of ten minutes ahead', 'refused', (body) => standardSigned(body, { secondsAgo: -600 })),
  standard('a time of four minutes ago', 'handled', (body) => standardSigned(body, { secondsAgo: 240 })),
  standard('a signature of a version that is not known', 'refused', (body) => {
    const delivery = standardSigned(body);
    const signature = delivery.headers['webhook-signature']?.replace('v1,', 'v9,') ?? '';
    return { body, headers: { ...delivery.headers, 'webhook-signature': signature } };
  }),
  standard('a roll while the receiver still has the old secret', 'handled', (body) =>
    standardRolled(body, secret, anotherSecret),
  ),
  standard('a roll when the receiver has the new secret already', 'handled', (body) =>
    standardRolled(body, anotherSecret, secret),
  ),
  standard('a roll between two secrets that are not the receiver’s', 'refused', (body) =>
    standardRolled(body, anotherSecret, newSecret()),
  ),
];

describe.each(samples.map((sample) => [sample.file, sample] as const))('docs/webhooks/%s', (_, sample) => {
  const absent = missing(sample);
  if (absent === null) testSample(sample);
  else {
    console.warn(`docs/webhooks/${sample.file} was not run: ${absent}`);
    test(`was not run: ${absent}`, ({ skip }) => skip(absent));
  }
});

function testSample(sample: Sample): void {
  let running: Running;
  beforeAll(async () => {
    running = await start(sample, secret);
  }, firstCompileMsMax);
  afterAll(() => running?.stop());

  test.each(cases)('$path: $what: $expected', async ({ path, make, expected }) => {
    expect(await send(running.baseUrl + path, make(newEvent()))).toEqual(answers[expected]);
  });

  test.each(['/hooks', '/standard'] as const)(
    '%s: a retry of a handled event is answered 200 and not handled again',
    async (path) => {
      const event = newEvent();
      const make = path === '/hooks' ? signed : standardSigned;
      expect(await send(running.baseUrl + path, make(event))).toEqual(answers.handled);
      expect(await send(running.baseUrl + path, make(event))).toEqual(answers['seen before']);
    },
  );

  test('/standard: the very same request, recorded and sent again within the tolerance, does nothing', async () => {
    const recorded = standardSigned(newEvent());
    expect(await send(`${running.baseUrl}/standard`, recorded)).toEqual(answers.handled);
    expect(await send(`${running.baseUrl}/standard`, recorded)).toEqual(answers['seen before']);
  });

  test('/hooks: a recording with the time put forward does nothing, because the event is known', async () => {
    const event = newEvent();
    const recorded = signed(event, { 'x-service-timestamp': ago(200) });
    expect(await send(`${running.baseUrl}/hooks`, recorded)).toEqual(answers.handled);
    const forged = { ...recorded, headers: { ...recorded.headers, 'x-service-timestamp': ago(0) } };
    expect(await send(`${running.baseUrl}/hooks`, forged)).toEqual(answers['seen before']);
  });

  test('a body of 2 MiB is not handled, and the next delivery is', async () => {
    const large = 'x'.repeat(2 * 1024 * 1024);
    const answer = await send(`${running.baseUrl}/hooks`, signed(large)).catch(() => 'connection closed');
    expect(answer).not.toMatchObject({ status: 200 });
    expect(await send(`${running.baseUrl}/hooks`, signed(newEvent()))).toEqual(answers.handled);
  });

  test('events that arrive at the same moment twice are handled once', async () => {
    const event = newEvent();
    const got = await Promise.all(Array.from({ length: 8 }, () => send(`${running.baseUrl}/hooks`, signed(event))));
    expect(got.filter(({ text }) => text === 'handled')).toHaveLength(1);
    expect(got.filter(({ text }) => text === 'seen before')).toHaveLength(7);
  });
}

const answers: Record<Expected, { status: number; text: string }> = {
  handled: { status: 200, text: 'handled' },
  'seen before': { status: 200, text: 'seen before' },
  refused: { status: 400, text: 'signature refused' },
};

/** Sends on a new connection: a receiver may close one that is kept, as after a body that is too large, just when it is used again. */
async function send(url: string, { body, headers }: Delivery): Promise<{ status: number; text: string }> {
  const response = await fetch(url, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
  });
  return { status: response.status, text: (await response.text()).trim() };
}

/** interface.md, "Authentication" 4: sha256= and the lowercase hexadecimal HMAC-SHA256 of the raw body. */
function hex(body: string, key: string): string {
  return `sha256=${createHmac('sha256', key).update(body, 'utf8').digest('hex')}`;
}

function signed(body: string, over: Record<string, string> = {}): Delivery {
  return {
    body,
    headers: { 'x-service-signature': hex(body, secret), 'x-service-timestamp': ago(0), ...over },
  };
}

function standardSigned(body: string, how: { secret?: string; secondsAgo?: number } = {}): Delivery {
  const at = new Date(Date.now() - (how.secondsAgo ?? 0) * 1000);
  const id = /^\{"id":"(.*?)"/.exec(body)?.[1] ?? '';
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(how.secret ?? secret).sign(id, at, body),
    },
  };
}

function standardRolled(body: string, old: string, next: string): Delivery {
  const [first, second] = [standardSigned(body, { secret: old }), standardSigned(body, { secret: next })];
  const both = [first, second].map(({ headers }) => headers['webhook-signature']).join(' ');
  return { body, headers: { ...first.headers, 'webhook-signature': both } };
}

function without(delivery: Delivery, header: string): Delivery {
  const { [header]: _, ...headers } = delivery.headers;
  return { ...delivery, headers };
}

function service(what: string, expected: Expected, make: Case['make']): Case {
  return { what, path: '/hooks', expected, make };
}

function standard(what: string, expected: Expected, make: Case['make']): Case {
  return { what, path: '/standard', expected, make };
}

function ago(seconds: number): string {
  return String(Math.floor(Date.now() / 1000) - seconds);
}

function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

let lastTransaction = 1000;

function newEvent(): string {
  lastTransaction += 1;
  const reference = `API_COL_1795269970_${lastTransaction}`;
  return JSON.stringify({
    id: `evt_${lastTransaction}_2`,
    type: 'transaction.completed',
    created: 1_795_269_991,
    data: { id: lastTransaction, reference, amount: 50_000, status: 'completed', description: 'Invoice 7' },
    api_version: '2026-11',
  });
}
