import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../../test/cli/terminal.ts';
import { ledgerFindings } from '../../test/ledger/fixtures.ts';
import { AirtelBench, envelope } from '../../test/operators/contract/airtel.fixture.ts';
import { sendJson } from '../../test/operators/contract/json-server.fixture.ts';
import { MtnBench } from '../../test/operators/contract/mtn-momo.fixture.ts';
import { type Direction, ScriptedOperator, SettlementBench } from '../../test/settlement/settlement.fixture.ts';
import type { Transaction } from '../ledger/transaction.ts';
import type { OperatorConnector } from '../operators/contract.ts';
import { writeUnknownCodes } from './unknown-codes.ts';

const phone = '256772123456';
let bench: SettlementBench;
let terminal: Terminal;

beforeAll(async () => {
  bench = await SettlementBench.open();
  terminal = openTerminal(bench.database);
});
afterEach(async () => {
  await bench.stopProcesses();
  expect(await ledgerFindings(bench.database.pool)).toEqual([]);
  await bench.database.pool.query("UPDATE submission SET due_at = due_at + interval '1 day'");
});
afterAll(async () => {
  terminal.close();
  await bench.close();
});

/** What `nsimbi transaction show` has of words that nobody knows. */
async function wordsOf({ transactionId }: Transaction): Promise<Record<string, unknown>[]> {
  const [shown] = await terminal.ask('transaction', 'show', String(transactionId));
  return shown.unknown_words;
}

async function asOwner(statement: string): Promise<void> {
  const client = await bench.database.pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL ROLE nsimbi_owner; ${statement}; COMMIT`);
  } finally {
    client.release();
  }
}

/** A connector of live mode moves test shillings, under the name that the bench has a place for. */
function inPlaceOfMtn(connector: OperatorConnector): OperatorConnector {
  const changed = { mode: 'test', operator: 'MTN', pollDelaysMs: [50, 50, 100], queriesPerSecond: 1_000 };
  return new Proxy<OperatorConnector>(connector, {
    get(target, key) {
      if (key in changed) return Reflect.get(changed, key);
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describe('rule 18: unknown codes of MTN', () => {
  let wire: MtnBench;
  beforeEach(async () => {
    wire = await MtnBench.open();
  });
  afterEach(() => wire.close());
  const request = async (direction: Direction) =>
    bench.request(await bench.startProcess({ mtn: inPlaceOfMtn(wire.mtn) }), direction, phone);

  test('as the reason of a failure is kept with the payment, which failed without a reason of ours', async () => {
    wire.get = (response, { path }) =>
      sendJson(response, 200, {
        amount: '50000',
        currency: 'UGX',
        externalId: path.split('/').at(-1),
        payer: { partyIdType: 'MSISDN', partyId: phone },
        status: 'FAILED',
        reason: { code: 'MOON_IS_FULL', message: `no luck for ${phone}` },
      });
    const ended = await bench.end(await request('collection'));
    expect(ended.failure).toMatchObject({ code: 'operator_failed' });
    const [word, ...more] = await wordsOf(ended);
    expect(more).toEqual([]);
    expect(word).toMatchObject({
      call: 'GET /v1_0/requesttopay',
      word: 'MOON_IS_FULL',
      treated_as: 'failed: operator_failed',
      times: 1,
      raw: expect.stringContaining('no luck for 25677*****56'),
    });
    expect(JSON.stringify(word)).not.toContain(phone);
    expect(JSON.stringify(word)).not.toContain('hunter2');
  });

  test('as the code of a refusal and as a state is kept, and counted while it is repeated', async () => {
    wire.error(500, { code: 'SUN_IS_COLD', message: '…' });
    wire.state({ status: 'DREAMING' });
    const transaction = await request('payout');
    expect(transaction.status).toBe('processing');
    await expect
      .poll(async () =>
        (await wordsOf(transaction)).map(({ word, times }) => `${word} ${Number(times) > 2}`).toSorted(),
      )
      .toEqual(['DREAMING true', 'SUN_IS_COLD false']);
    const { lines } = await terminal.run('transaction', 'show', String(transaction.transactionId));
    expect(lines.join('\n')).toMatch(/call +word +treated as[\s\S]*POST \/v1_0\/transfer +SUN_IS_COLD +unknown/);
  });
});

describe('rule 18: unknown codes of Airtel', () => {
  let wire: AirtelBench;
  beforeEach(async () => {
    wire = await AirtelBench.open();
  });
  afterEach(() => wire.close());

  test('on a call and on a question is kept with the payment', async () => {
    wire.answer = ({ method, path }, response) => {
      const id = /[0-9a-f]{32}/.exec(path)?.[0];
      if (method === 'POST') sendJson(response, 200, envelope('DP00900001555', null, { success: false }));
      else sendJson(response, 200, envelope('DP00900001998', { id, status: 'TF' }, { message: 'to 772123456' }));
    };
    const process = await bench.startProcess({ mtn: inPlaceOfMtn(wire.connector) });
    const ended = await bench.end(await bench.request(process, 'payout', phone));
    expect(ended.failure).toMatchObject({ code: 'operator_failed' });
    const words = (await wordsOf(ended)).toSorted((one, other) => String(one.call).localeCompare(String(other.call)));
    expect(words).toMatchObject([
      { call: 'disbursements', word: 'DP00900001555', treated_as: 'unknown', raw: expect.stringContaining('HTTP 200') },
      { call: 'enquiry', word: 'DP00900001998', treated_as: 'failed', raw: expect.stringContaining('to 77*****56') },
    ]);
  });

  test('as a state that is not final is kept, and the payment stays open', async () => {
    wire.answer = ({ path }, response) =>
      sendJson(response, 200, envelope(null, { id: /[0-9a-f]{32}/.exec(path)?.[0], status: 'TQ' }));
    const process = await bench.startProcess({ mtn: inPlaceOfMtn(wire.connector) });
    const transaction = await bench.request(process, 'collection', phone);
    await expect
      .poll(async () => (await wordsOf(transaction)).map(({ call, word }) => `${call} ${word}`).toSorted(), {})
      .toEqual(['enquiry TQ', 'payments TQ']);
    expect((await bench.transaction(transaction.transactionId)).status).toBe('processing');
  });
});

test.each([
  ['256770000001', 'completed'],
  ['256770000002', 'failed'],
])('the simulator says of %s only what is known: %s', async (number, status) => {
  const ended = await bench.end(await bench.request(await bench.startProcess(), 'collection', number));
  expect(ended.status).toBe(status);
  expect(await wordsOf(ended)).toEqual([]);
});

test('a code that cannot be stored delays no payment', async () => {
  const mtn = new ScriptedOperator();
  const unknownWords = [{ call: 'GET', word: 'NEW', treatedAs: 'failed', raw: 'NEW' }];
  mtn.word = async () => ({ is: 'failed', code: 'operator_failed', raw: 'NEW', receipt: null, unknownWords });
  await asOwner('ALTER TABLE operator_word ADD CONSTRAINT keeps_nothing CHECK (false) NOT VALID');
  try {
    const transaction = await bench.end(await bench.request(await bench.startProcess({ mtn }), 'payout', phone));
    expect(transaction.status).toBe('failed');
  } finally {
    await asOwner('ALTER TABLE operator_word DROP CONSTRAINT keeps_nothing');
  }
});

describe('what is kept', () => {
  const word = (name: string, raw = '') => ({ call: 'payments', word: name, treatedAs: 'unknown', raw });

  test('is cut to size, and holds whatever text an operator sends', async () => {
    const transaction = await bench.end(await bench.request(await bench.startProcess(), 'collection', phone));
    await writeUnknownCodes(bench.database.pool, transaction, [word('W'.repeat(300), `\0${'😀'.repeat(400)}`)]);
    const [kept] = await wordsOf(transaction);
    expect(kept).toMatchObject({ word: 'W'.repeat(100), raw: '😀'.repeat(250) });
  });

  test('of one payment is never more than twenty codes', async () => {
    const transaction = await bench.end(await bench.request(await bench.startProcess(), 'collection', phone));
    const words = Array.from({ length: 30 }, (_, index) => word(`W${index}`));
    await writeUnknownCodes(bench.database.pool, transaction, [...words, word('W0')]);
    const kept = await wordsOf(transaction);
    expect(kept).toHaveLength(20);
    expect(kept.find((one) => one.word === 'W0')).toMatchObject({ times: 2 });
  });
});
