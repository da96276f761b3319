import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import type { Refusal } from '../refusal.ts';
import { forgetSignedRequests, noteSignedRequest, problemOfNoted, refusalOfRecording } from './signed-requests.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const apiKeyId = 7;
let nowSeconds: number;
beforeEach(async () => {
  const { rows } = await database.pool.query<{ seconds: string }>(
    'SELECT floor(extract(epoch FROM clock_timestamp())) AS seconds',
  );
  nowSeconds = Number(rows[0]?.seconds);
});
afterEach(async () => {
  await database.pool.query('DELETE FROM signed_request');
  await database.owner.query('DELETE FROM signed_request_horizon');
});

const note = (nonce: string, createdSeconds = nowSeconds, more: { apiKeyId?: number; expiresSeconds?: number } = {}) =>
  noteSignedRequest(database.pool, { apiKeyId, nonce, createdSeconds, expiresSeconds: null, ...more });

/** What a request is refused with; null where it is let in. */
const refusal = (...request: Parameters<typeof note>): Promise<string | null> =>
  note(...request).then(
    () => null,
    ({ code, message }: Refusal) => `${code}: ${message}`,
  );

async function remembered(): Promise<string[]> {
  const { rows } = await database.pool.query<{ nonce: string }>('SELECT nonce FROM signed_request ORDER BY nonce');
  return rows.map(({ nonce }) => nonce);
}

describe('a nonce', () => {
  test('is let in once for each API key', async () => {
    expect(await refusal('n-1')).toBeNull();
    expect(await refusal('n-1')).toMatch(/^signature_invalid: The nonce was used before/);
    expect(await refusal('n-1', nowSeconds - 1)).toMatch(/used before/);
    expect(await refusal('n-1', nowSeconds, { apiKeyId: 8 })).toBeNull();
    expect(await refusal('n-2')).toBeNull();
  });

  test('that comes twenty times at once is let in once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refusal('at-once')));
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  });

  test.each<[string, number, number | null, RegExp | null]>([
    ['signed 298 seconds ago', -298, null, null],
    ['signed 298 seconds ahead', 298, null, null],
    ['signed 302 seconds ago', -302, null, /older than 300 seconds/],
    ['signed 302 seconds ahead', 302, null, /created in the future/],
    ['signed in the year 33658', 999_999_999_999_000, null, /created in the future/],
    ['that has expired', -10, -1, /has expired/],
    ['that expires later', 0, 5, null],
  ])('of a request %s stores something only when it is let in', async (_what, created, expires, says) => {
    const more = expires === null ? {} : { expiresSeconds: nowSeconds + expires };
    const answer = await refusal('timed', nowSeconds + created, more);
    if (says === null) expect(answer).toBeNull();
    else expect(answer).toMatch(says);
    expect(await remembered()).toEqual(says === null ? ['timed'] : []);
  });
});

describe('forgetting', () => {
  /** Moves what was noted to an earlier time, of trusted time and of the time of signing. */
  const age = (nonce: string, trusted: string, createdSeconds: number) =>
    database.owner.query(
      `UPDATE signed_request SET noted_at = noted_at - $2::interval, created = created - $3 WHERE nonce = $1`,
      [nonce, trusted, createdSeconds],
    );
  const forget = () => forgetSignedRequests.work(database.pool);

  test('removes what is old by both clocks, and nothing else', async () => {
    for (const nonce of ['old', 'old by trusted time', 'old by the clock', 'new']) await note(nonce);
    await age('old', '16 minutes', 960);
    await age('old by trusted time', '16 minutes', 0);
    await age('old by the clock', '0 minutes', 960);
    expect(await forget()).toEqual({ more: false });
    expect(await remembered()).toEqual(['new', 'old by the clock', 'old by trusted time']);
  });

  test('lets nothing in that was signed then, although the clock was set back', async () => {
    await note('forgotten');
    await note('of another key', nowSeconds, { apiKeyId: 8 });
    await age('forgotten', '16 minutes', 960);
    await forget();
    // As if the clock were back at the time of signing: the horizon is raised to it instead.
    await database.owner.query('UPDATE signed_request_horizon SET created = created + 960');
    expect(await refusal('forgotten')).toMatch(/nonces are no longer remembered/);
    expect(await refusal('another one')).toMatch(/nonces are no longer remembered/);
    expect(await refusal('later', nowSeconds + 1)).toBeNull();
    expect(await refusal('of a third key', nowSeconds, { apiKeyId: 9 })).toBeNull();
  });

  test('never lowers the horizon', async () => {
    await note('first');
    await age('first', '16 minutes', 960);
    await forget();
    await note('second');
    await age('second', '16 minutes', 2_000);
    await forget();
    const { rows } = await database.pool.query<{ created: string }>('SELECT created FROM signed_request_horizon');
    expect(rows).toEqual([{ created: String(nowSeconds - 960) }]);
  });

  test('is shared by processes that do it at the same time', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => note(`many-${index}`)));
    await database.owner.query(
      `UPDATE signed_request SET noted_at = noted_at - interval '1 hour', created = created - 3600`,
    );
    await Promise.all([forget(), forget(), forget()]);
    expect(await remembered()).toEqual([]);
  });
});

test.each([
  ['is let in', {}, {}, null],
  ['at the edge of the tolerance is let in', { createdSeconds: 700 }, {}, null],
  [
    'a second older is refused',
    { createdSeconds: 699 },
    {},
    /^The signature is older than 300 seconds \(created=699, /,
  ],
  ['at the other edge is let in', { createdSeconds: 1_300 }, {}, null],
  ['a second newer is refused', { createdSeconds: 1_301 }, {}, /in the future/],
  ['that expires now is refused', { expiresSeconds: 1_000 }, {}, /has expired/],
  ['at the horizon is refused', {}, { horizonSeconds: 1_000 }, /no longer remembered/],
  ['after the horizon is let in', {}, { horizonSeconds: 999 }, null],
  ['with a nonce that is not new is refused', {}, { isNew: false }, /used before/],
])('a request %s', (_what, request, noted, says) => {
  const problem = problemOfNoted(
    { createdSeconds: 1_000, expiresSeconds: null, ...request },
    { nowSeconds: 1_000, horizonSeconds: null, isNew: true, ...noted },
  );
  if (says === null) expect(problem).toBeNull();
  else expect(problem).toMatch(says);
});

test.each([
  [3_600, null],
  [-3_600, null],
  [3_602, /3602 seconds away/],
  [-3_602, /3602 seconds away/],
  [999_999_999_999_000, /seconds away/],
])('a request that was signed %i seconds from now is a recording: %s', (seconds, sentence) => {
  const refused = refusalOfRecording({ createdSeconds: nowSeconds + seconds }, nowSeconds * 1_000)?.message ?? null;
  if (sentence === null) expect(refused).toBeNull();
  else expect(refused).toMatch(sentence);
});
