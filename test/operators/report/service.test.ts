import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { airtelFaults } from '../../../packages/operator-stand-ins/src/airtel/stand-in.ts';
import { readPlan } from '../../../packages/operator-stand-ins/src/faults/read-plan.ts';
import { mtnFaults } from '../../../packages/operator-stand-ins/src/mtn/stand-in.ts';
import type { CallRecorder } from '../../../packages/operator-stand-ins/src/report/call-recorder.ts';
import { reportOn, type Verdict } from '../../../packages/operator-stand-ins/src/report/report.ts';
import { type LiveWorld, openLiveWorld } from '../../journeys/live-world.ts';
import { patientCallbacks } from '../callback-receiver.ts';

// The whole service is the client here: its calls, its timetable of queries and its answers to callbacks are what the
// stand-ins judge.

/** What an operator would refuse as it is; the word lets the report know it again. */
const description = `nsimbitest Amina's order 📚 ${'and more '.repeat(20)}`;

let open: LiveWorld;
beforeAll(async () => {
  open = await openLiveWorld({
    callbacks: true,
    settings: { NSIMBI_POLL_DELAYS: '100ms,200ms', NSIMBI_RESEND_AFTER: '500ms', NSIMBI_NOT_FOUND_ALARM: '100%' },
  });
});
afterAll(() => open.close());

/** Faults of one number each: the n-th payment of a test belongs to the n-th number. */
const faultsOfCollections = [
  [],
  ['silent_done'],
  ['reset_after'],
  ['error_500_done'],
  ['error_503_not_done'],
  ['html_503'],
  ['conflict_done'],
  ['unauthorized'],
  ['callback_never'],
  ['callback_twice'],
  ['callback_forged'],
  ['query_unauthorized'],
  ['fails'],
] as const;
const faultsOfPayouts = [
  [],
  ['reset_after'],
  ['error_503_done'],
  ['html_503'],
  ['conflict_done'],
  ['unauthorized'],
] as const;

const once = (faults: readonly string[]) =>
  faults.map((fault) => (fault.startsWith('callback') ? fault : { fault, times: 1 }));

/** @param first the beginning of a number as the service has it; `written` is the part that the operator sees. */
function numbersOf(first: string, written: (phone: string) => string) {
  const phone = (index: number, begin: number) => `${first}${String(begin + index).padStart(4, '0')}`;
  const collections = faultsOfCollections.map((faults, index) => ({ phone: phone(index, 1_000), faults }));
  const payouts = faultsOfPayouts.map((faults, index) => ({ phone: phone(index, 2_000), faults }));
  const numbers = Object.fromEntries(
    [...collections, ...payouts].map(({ phone, faults }) => [written(phone), once(faults)]),
  );
  return { collections, payouts, numbers };
}

/** Collects from and pays out to every number, and waits until each of the transactions is final. */
async function payAll({ collections, payouts }: ReturnType<typeof numbersOf>): Promise<void> {
  const ids: number[] = [];
  for (const [index, { phone }] of collections.entries()) {
    const { body } = await open.live.collect(phone, 20_000 + index, { description });
    ids.push(body.data.transaction_id);
  }
  for (const [index, { phone }] of payouts.entries()) {
    const { body } = await open.live.withdraw(phone, 30_000 + index);
    ids.push(body.data.transaction_id);
  }
  for (const id of ids) await open.live.end(id);
}

/**
 * Waits until the service has done all that it left undone, with no time left for any step: what it never does stays a
 * mistake, and what a busy machine delays does not.
 */
async function expectNoMistake({ recorder }: { readonly recorder: CallRecorder }, avoided: readonly number[]) {
  const numbers = (verdict: Verdict) =>
    reportOn(recorder.observe(0))
      .findings.filter((finding) => finding.verdict === verdict)
      .map(({ number }) => number);
  await expect.poll(() => numbers('made')).toEqual([]);
  expect(numbers('avoided')).toEqual(expect.arrayContaining([...avoided]));
}

describe('the service makes none of the 24 mistakes', () => {
  test('at MTN', async () => {
    const wanted = numbersOf('25677200', (phone) => phone);
    const { world } = open.mtn;
    world.settings.change(patientCallbacks);
    world.faults.follow(readPlan(mtnFaults, { numbers: wanted.numbers, always: ['reason_object'] }));
    await payAll(wanted);
    await expectNoMistake(open.mtn, [1, 2, 3, 5, 6, 7, 12, 13, 15, 17, 18, 19, 21]);
  });

  test('at Airtel', async () => {
    const wanted = numbersOf('25670200', (phone) => phone.slice(3));
    const { world } = open.airtel;
    world.settings.change(patientCallbacks);
    world.faults.follow(readPlan(airtelFaults, { numbers: wanted.numbers, always: ['success_in_process'] }));
    await payAll(wanted);
    await expectNoMistake(open.airtel, [1, 2, 3, 5, 6, 7, 12, 13, 17, 19, 20]);
  });
});
