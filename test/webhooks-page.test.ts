import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from 'undici';
import { describe, expect, test } from 'vitest';
import { ComponentSchemas } from '../src/http/openapi-components.ts';
import { exampleEvent } from '../src/http/openapi-event-examples.ts';
import { webhooksOf } from '../src/http/openapi-webhooks.ts';
import { type EventName, eventNames, eventsOf } from '../src/ledger/event-names.ts';
import { settings } from '../src/settings/settings.ts';
import { AddressPolicy } from '../src/webhooks/safe-address/address-policy.ts';
import { NameNotFound, NameServerFailed } from '../src/webhooks/safe-address/lookup.ts';
import {
  ConnectionEnded,
  ForbiddenTarget,
  failureSentence,
  SenderClosed,
  statusSentence,
  TimedOut,
} from '../src/webhooks/sending/failure.ts';
import { readTarget } from '../src/webhooks/sending/target.ts';
import { samples } from './webhook-samples/sample.ts';

const docs = join(import.meta.dirname, '../docs');
const page = readFileSync(join(docs, 'webhooks.md'), 'utf8');

/** The rows of the table under these column heads, as the texts of their cells. */
function table(...heads: readonly string[]): string[][] {
  const lines = page.split('\n');
  const begin = lines.indexOf(`| ${heads.join(' | ')} |`);
  expect(begin, `a table ${heads.join(', ')}`).toBeGreaterThan(0);
  const rows = lines.slice(begin + 2);
  const length = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, length).map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
}

/** Names in backquotes. */
function quoted(text = ''): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');
}

/** Every rule of which moment emits which events, in the words of the page. A new rule has to be told there. */
const moments: Record<keyof typeof eventsOf, readonly (readonly [moment: string, events: readonly EventName[]])[]> = {
  collectionAccepted: [['a collection is accepted', eventsOf.collectionAccepted()]],
  collectionCompleted: [['a collection completes', eventsOf.collectionCompleted()]],
  collectionFailed: [['a collection fails', eventsOf.collectionFailed()]],
  internalSent: [['you send money to another wallet', eventsOf.internalSent()]],
  internalReceived: [['another wallet sends money to you', eventsOf.internalReceived()]],
  payoutAccepted: [['money to an operator, or a withdrawal, is accepted', eventsOf.payoutAccepted()]],
  payoutAwaitsApproval: [['the same, or money to another wallet, needs approval', eventsOf.payoutAwaitsApproval()]],
  payoutCompleted: [
    ['money sent completes, also one that was approved', eventsOf.payoutCompleted('payment_sent')],
    ['a withdrawal completes', eventsOf.payoutCompleted('withdrawal')],
  ],
  payoutFailed: [
    ['money sent fails, is rejected or expires: it is back', eventsOf.payoutFailed('payment_sent')],
    ['a withdrawal fails, is rejected or expires: the money is back', eventsOf.payoutFailed('withdrawal')],
  ],
  refundAccepted: [['a refund of a collection is accepted', eventsOf.refundAccepted()]],
  refundCompleted: [['a refund completes', eventsOf.refundCompleted()]],
  refundFailed: [['a refund fails: the money is back', eventsOf.refundFailed()]],
  adjusted: [
    ['an administrator tops the wallet up', eventsOf.adjusted('deposit', 'in')],
    ['an administrator corrects the balance upwards, or resolves a case so', eventsOf.adjusted('adjustment', 'in')],
    ['an administrator corrects the balance downwards, or resolves a case so', eventsOf.adjusted('adjustment', 'out')],
  ],
  // The house has no client who could hear of it.
  bookedForTheHouse: [],
};

const target = readTarget('https://example.com/hooks');

/** An error as Node and undici give it. */
function coded(code: string, more: { reason?: string } = {}): Error {
  return Object.assign(new Error(code), { code, ...more });
}

describe('docs/webhooks.md', () => {
  test.each(samples.map(({ file }) => file))('shows %s as it is', (file) => {
    const shown = page.split(`<code>docs/webhooks/${file}</code></summary>\n\n`)[1] ?? '';
    const code = /^```\w+\n(.*?)^```$/ms.exec(shown)?.[1];
    expect(code).toBe(readFileSync(join(docs, 'webhooks', file), 'utf8'));
  });

  test('lists the twelve events of interface.md, "Event names", in their order', () => {
    expect(table('Event', 'Comes when').map(([event]) => quoted(event))).toEqual(eventNames.map((name) => [name]));
  });

  test('says for every moment of interface-decisions.md section 6 which events it gives', () => {
    const given = table('Moment', 'Events').map(([moment, events]) => [moment, quoted(events)]);
    expect(given).toEqual(Object.values(moments).flat());
  });

  test('shows the body of the OpenAPI example', () => {
    const example = /## The body\n\n```json\n(.*?)\n```/s.exec(page)?.[1] ?? '';
    expect(example).toBe(JSON.stringify(exampleEvent('deposit.completed'), null, 2));
  });

  test('lists the headers of interface.md, "Delivery headers", and of the OpenAPI document', () => {
    const listed = table('Header', 'Meaning').flatMap(([header]) => quoted(header));
    const [delivery] = Object.values(webhooksOf('Service', new ComponentSchemas()));
    const described = Object(delivery).post.parameters.map(({ name }: { name: string }) => name);
    expect(listed.filter((name) => name !== 'Content-Type')).toEqual(described);
  });

  test('gives the delays of interface.md, "Retry policy", which are the defaults', () => {
    const delays = table('Retry', 'After the attempt before', 'Since the first attempt');
    const written = delays.map(([, delay]) => delay?.replace(/ minutes?/, 'm').replace(/ hours?/, 'h'));
    expect(written.join(',')).toBe(settings.webhookRetryDelaysMs.default);
    expect(delays.map(([, , sum]) => sum)).toEqual([
      '1 minute',
      '6 minutes',
      '21 minutes',
      '1 hour 21 minutes',
      '7 hours 21 minutes',
    ]);
  });

  test('gives the sentences with which addresses are refused', () => {
    const addressPolicy = new AddressPolicy({ allowLoopbackInTest: false, allowedNetworks: [] });
    for (const [address, sentence] of table('Refused with 422', 'Because')) {
      const [url = ''] = quoted(address);
      expect([url, addressPolicy.urlProblem(url, 'live')]).toEqual([url, sentence]);
    }
  });

  test('says what to do about the sentences with which attempts fail', () => {
    const told = table('It says', 'Do').map(([sentence]) => quoted(sentence)[0]);
    expect(told).toEqual([
      statusSentence(400, undefined),
      statusSentence(500, undefined),
      statusSentence(301, 'https://www.example.com/hooks'),
      ...[
        new TimedOut(30_000, 'answer', target, null),
        new TimedOut(30_000, 'answer', target, 200),
        new TimedOut(30_000, 'connect', target, null),
        new TimedOut(30_000, 'handshake', target, null),
        new TimedOut(30_000, 'lookup', target, null),
        new NameNotFound('example.com'),
        new NameServerFailed('example.com', 'ESERVFAIL'),
        coded('ECONNREFUSED'),
        coded('ETIMEDOUT'),
        coded('EHOSTUNREACH'),
        coded('ECONNRESET'),
        new ConnectionEnded(),
        coded('CERT_HAS_EXPIRED'),
        coded('DEPTH_ZERO_SELF_SIGNED_CERT'),
        coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
        coded('ERR_TLS_CERT_ALTNAME_INVALID'),
        coded('ERR_SSL_WRONG_VERSION_NUMBER', { reason: 'wrong version number' }),
        new ForbiddenTarget('example.com', '10.0.0.7', 'a private address'),
        new errors.HTTPParserError('Parse Error'),
        coded('UND_ERR_HEADERS_OVERFLOW'),
        coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'),
        new SenderClosed(),
      ].map((error) => failureSentence(error, target)),
    ]);
  });

  test('names only settings that there are', () => {
    const named = page.match(/NSIMBI_\w+/g) ?? [];
    const known = Object.values(settings).map(({ name }) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});
