import pino from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createConnectorObserver } from './connector-observer.ts';

function observed() {
  const lines: Record<string, unknown>[] = [];
  const registry = new Registry();
  const logger = pino({ level: 'debug', base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  return { observer: createConnectorObserver(registry, logger), registry, lines };
}

test('calls are timed by their status, or by how they ended without one', async () => {
  const { observer, registry, lines } = observed();
  const exchange = { method: 'POST', path: '/pay', durationMs: 200, excerpt: '', isTokenRequest: false } as const;
  observer.exchange('MTN', { ...exchange, is: 'answered', status: 202 });
  observer.exchange('MTN', { ...exchange, is: 'not_reached', status: null });
  const metrics = await registry.metrics();
  expect(metrics).toContain('nsimbi_operator_http_seconds_count{operator="MTN",method="POST",status="202"} 1');
  expect(metrics).toContain('nsimbi_operator_http_seconds_count{operator="MTN",method="POST",status="not_reached"} 1');
  expect(metrics).toMatch(/nsimbi_operator_http_seconds_sum\{.*status="202"\} 0\.2/);
  expect(lines[0]).toMatchObject({ operator: 'MTN', path: '/pay', status: 202, msg: 'operator called' });
});

test('rule 12: questions for a token are counted apart, by what they were answered', async () => {
  const { observer, registry } = observed();
  const exchange = {
    method: 'POST',
    is: 'answered',
    durationMs: 20,
    excerpt: '[secret]',
    isTokenRequest: true,
  } as const;
  observer.exchange('MTN', { ...exchange, path: '/collection/token/', status: 200 });
  observer.exchange('Airtel', { ...exchange, path: '/auth/oauth2/token', status: 400 });
  observer.exchange('Airtel', { ...exchange, path: '/merchant/v1/payments/', status: 200, isTokenRequest: false });
  const metrics = await registry.metrics();
  expect(metrics.split('\n').filter((line) => line.startsWith('nsimbi_operator_tokens_total'))).toEqual([
    'nsimbi_operator_tokens_total{operator="MTN",status="200"} 1',
    'nsimbi_operator_tokens_total{operator="Airtel",status="400"} 1',
  ]);
});

test('rule 18: a word that we do not know is counted by operator and call, and shown in the log only', async () => {
  const { observer, registry, lines } = observed();
  for (const word of ['MOON_IS_FULL', 'SUN_IS_COLD']) {
    const raw = `HTTP 200 FAILED ${word}`;
    observer.unknownWord('MTN', { call: 'GET /v1_0/requesttopay', word, treatedAs: 'failed: operator_failed', raw });
  }
  const metrics = await registry.metrics();
  expect(metrics).toContain('nsimbi_operator_unknown_words_total{operator="MTN",call="GET /v1_0/requesttopay"} 2');
  expect(metrics).not.toContain('MOON_IS_FULL');
  expect(lines).toMatchObject([
    {
      level: 50,
      operator: 'MTN',
      word: 'MOON_IS_FULL',
      treatedAs: 'failed: operator_failed',
      raw: 'HTTP 200 FAILED MOON_IS_FULL',
    },
    { level: 50, word: 'SUN_IS_COLD' },
  ]);
});

test('no line has a whole phone, with the country code or without it, and references stay whole', () => {
  const { observer, lines } = observed();
  const exchange = { method: 'GET', is: 'answered', status: 200, durationMs: 20, isTokenRequest: false } as const;
  const excerpt = '{"msisdn":"752123456","first_name":"[secret]"}';
  observer.exchange('Airtel', { ...exchange, path: '/standard/v1/users/752123456', excerpt });
  const reference = '/collection/v1_0/requesttopay/1234abcd-0000-4000-8000-772123456789';
  observer.exchange('MTN', { ...exchange, path: `${reference}?msisdn=256772123456`, excerpt: '' });
  const raw = 'HTTP 200 752123456 is DP00900001001';
  observer.unknownWord('Airtel', { call: 'disbursements', word: '752123456', treatedAs: 'unknown', raw });
  expect(lines).toMatchObject([
    { path: '/standard/v1/users/75*****56', excerpt: '{"msisdn":"75*****56","first_name":"[secret]"}' },
    { path: `${reference}?msisdn=25677*****56` },
    { word: '75*****56', raw: 'HTTP 200 75*****56 is DP00900001001' },
  ]);
});

test('callback hashes are counted by whether they matched, and the form that matched is in the log', async () => {
  const { observer, registry, lines } = observed();
  observer.callbackHash('Airtel', 'transaction');
  observer.callbackHash('Airtel', null);
  const metrics = await registry.metrics();
  for (const matched of ['true', 'false']) {
    expect(metrics).toContain(`nsimbi_operator_callback_hashes_total{operator="Airtel",matched="${matched}"} 1`);
  }
  expect(lines).toMatchObject([{ form: 'transaction' }, { level: 40 }]);
});
