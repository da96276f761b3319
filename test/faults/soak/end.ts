import { setTimeout as sleep } from 'node:timers/promises';
import { uniform } from '../../../packages/operator-stand-ins/src/faults/uniform.ts';
import type { BookedPayment, StandInProcess } from '../../service/stand-in-process.ts';
import { waitUntil } from '../../service/wait-until.ts';
import { type Agreement, compareBooks } from './agreement.ts';
import { delayMaxMs } from './fault-plan.ts';
import { isCallUnderWay, isDue, letHoursPass, readOurTransactions } from './our-books.ts';
import type { SoakWorld } from './soak-world.ts';

/** What is needed to bring a run with faults to its end. */
export type EndingWorld = Pick<SoakWorld, 'operators' | 'database' | 'books'>;

interface Words {
  readonly open: readonly string[];
  readonly success: string;
  readonly failure: string;
  readonly reason: string;
}

const mtnWords: Words = {
  open: ['PENDING'],
  success: 'SUCCESSFUL',
  failure: 'FAILED',
  reason: 'INTERNAL_PROCESSING_ERROR',
};
const airtelWords: Words = { open: ['TIP', 'TA'], success: 'TS', failure: 'TF', reason: 'DP00900001005' };

/** After the latest late thing: what is planned about a payment, its callback, and their retries. */
const quietAfterMs = 2 * delayMaxMs + 3_000;

/** Waits until every money call has ended and the operators have done what they planned. To be called with faults off. */
export async function waitForQuiet(world: EndingWorld): Promise<void> {
  await waitUntil('no money call is under way', async () => !(await isCallUnderWay(world.database)), 120_000);
  await waitUntil('the operators have done what they planned', async () => {
    const { MTN, Airtel } = await world.books();
    return [...MTN, ...Airtel].every(({ createdAtMs }) => Date.now() - createdAtMs > quietAfterMs);
  });
}

/**
 * The operators end what would stay open for ever, some with success and some with failure, and tell once more of what
 * they took back, since a service that was dead then could not hear it.
 */
export async function bringToAnEnd({ operators, books }: EndingWorld, seed: number): Promise<void> {
  const { MTN, Airtel } = await books();
  for (const payment of MTN) await end(operators.mtn, payment, mtnWords, seed);
  for (const payment of Airtel) await end(operators.airtel, payment, airtelWords, seed);
}

async function end(operator: StandInProcess, payment: BookedPayment, words: Words, seed: number): Promise<void> {
  const { reference, phone, ordinal, state, paid, operatorId } = payment;
  const path = `/_books/${encodeURIComponent(reference)}`;
  if (words.open.includes(state)) {
    const succeeds = uniform(seed, 'end', phone, ordinal) < 0.5;
    const failure = { state: words.failure, reason: words.reason };
    await operator.admin('PUT', path, succeeds ? { state: words.success } : failure);
  } else if (!paid && operatorId !== null) {
    await operator.admin('PUT', path, { state, reason: words.reason });
  }
}

/**
 * Waits until all books agree, first as they are, then as they are an hour later, when failures are queried again
 * and prompts are over, and then on the day after, when what has no end is with a person.
 */
export async function waitForAgreement(world: EndingWorld): Promise<Agreement> {
  // Prompts run out one by one for minutes, and all at once an hour later: no reason to wait for each.
  let agreement = await settledAgreement(world, 60_000);
  for (const hours of [1, 26]) {
    await waitUntil('no money call is under way', async () => !(await isCallUnderWay(world.database)), 120_000);
    await letHoursPass(world.database, hours);
    agreement = await settledAgreement(world);
  }
  return agreement;
}

/** Longer than two questions that are not answered, and the pause between them. */
const unchangedForMs = 26_000;

/**
 * How the books agree when no planned look is due any more and they have come to agree, or nothing has changed about that
 * for a while; or after `atMostMs`.
 */
async function settledAgreement(world: EndingWorld, atMostMs = Number.POSITIVE_INFINITY): Promise<Agreement> {
  let agreement = await compare(world);
  const beganAtMs = Date.now();
  let changedAtMs = beganAtMs;
  while (
    Date.now() - beganAtMs < atMostMs &&
    ((await isDue(world.database)) || (agreement.disagreements.length > 0 && Date.now() - changedAtMs < unchangedForMs))
  ) {
    // All books are read whole, which takes the machine's time from those who write them.
    await sleep(2_000);
    const before = agreement.disagreements.length;
    agreement = await compare(world);
    if (agreement.disagreements.length !== before) changedAtMs = Date.now();
  }
  return agreement;
}

async function compare({ database, books }: EndingWorld): Promise<Agreement> {
  return compareBooks(await readOurTransactions(database), await books());
}
