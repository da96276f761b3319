import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { World } from '../journeys/world.ts';
import { type Operation, operationsOf } from './operations.ts';
import { folder } from './recording.ts';

/** What no request can cause while the service and its database work, by code; and which operations that is so for. */
const notCaused: readonly (readonly [code: string, of: RegExp, why: string])[] = [
  ['internal_error', /./, 'only a mistake of ours causes it'],
  ['database_unavailable', /./, 'the database is there'],
  ['history_unavailable', /./, 'nothing has moved to a history store'],
  ['outcome_unknown', /./, 'the database is there'],
  ['request_timeout', /./, 'src/http/client-errors.test.ts causes it, in less than the 15 s that a request has here'],
  ['customer_refused', /./, 'the simulator accepts a collection first'],
  ['customer_insufficient_funds', /./, 'the simulator accepts a collection first'],
  ['customer_limit_reached', /./, 'the simulator accepts a collection first'],
  ['operator_refused', /collect-payment/, 'the simulator accepts a collection first'],
  ['recipient_limit_reached', /./, 'no number of the simulator has it'],
  ['recipient_cannot_receive', /./, 'no number of the simulator refuses a payout so at once'],
  ['recipient_not_found', /refund/, 'who paid a collection has an account'],
  ['operator_refused', /refund/, 'who paid a collection has a number that is paid'],
  ['operator_unavailable', /refund/, 'who paid a collection has a number that is reached'],
  [
    'request_in_progress',
    /withdraw|collect|fund|batches/,
    'recorded for one operation, which is enough for all that move money',
  ],
  ['operator_unavailable', /bulk-payouts/, 'only a restored copy refuses it so'],
  ['invalid_request', /retry/, 'its rows could be paid when they were created'],
  ['operator_not_supported', /lookup/, 'a lookup names every operator'],
  ['forbidden', /\/test\//, 'every key may use the test mode'],
  ['forbidden', /\/key$/, 'every key may read itself'],
  ['not_found', /^[^{]*$/, 'without an id in its path the address is always there'],
];

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Absent in a success. */
  readonly code: string | undefined;
}

let world: World;
let operations: readonly Operation[];
let recorded: readonly Recorded[];

beforeAll(async () => {
  world = await World.open();
  operations = await operationsOf(world.baseUrl);
  recorded = readdirSync(folder).flatMap((name) => recordedIn(readFileSync(new URL(name, folder), 'utf8')));
});
afterAll(() => world.close());

test('every operation of the OpenAPI document has a recorded success', () => {
  const missing = operations.filter((operation) => !of(operation).some(({ status }) => status === 200));
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test('every documented code of every operation is recorded, where a request can cause it', () => {
  const missing = operations.flatMap((operation) =>
    [...operation.codesByStatus].flatMap(([status, codes]) =>
      codes
        .filter((code) => !notCaused.some(([known, of]) => known === code && of.test(operation.path)))
        .filter((code) => !of(operation).some((one) => one.status === status && one.code === code))
        .map((code) => `${operation.method} ${operation.path}: ${status} ${code}`),
    ),
  );
  expect(missing).toEqual([]);
});

/** What is recorded of an operation. */
function of({ method, path }: Operation): Recorded[] {
  const address = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return recorded.filter(
    (one) => (one.method === method || one.code === 'method_not_allowed') && address.test(one.path),
  );
}

function recordedIn(text: string): Recorded[] {
  return text.split(/^=== /m).flatMap((part) => {
    const [, method, path] = /^> ([A-Z]+) ([^ ?\n]+)/m.exec(part) ?? [];
    const status = /^< (\d{3})$/m.exec(part)?.[1];
    if (method === undefined || path === undefined || status === undefined) return [];
    return [{ method, path, status: Number(status), code: /^ {2}"code": "(\w+)"/m.exec(part)?.[1] }];
  });
}
