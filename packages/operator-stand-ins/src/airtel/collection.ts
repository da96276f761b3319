import { createHmac } from 'node:crypto';
import type { Payment } from '../books.ts';
import { type Done, underCallFault } from '../faults/effects.ts';
import { type Happening, pick } from '../faults/faults.ts';
import { asObject, jsonObject, type ReadRequest } from '../http/read-request.ts';
import type { Reply } from '../http/reply.ts';
import type { Routes } from '../http/routes.ts';
import type { Hundredths } from '../hundredths.ts';
import { type PlannedTurn, type Tell, turnsOf } from '../life.ts';
import { airtelSays, alreadyExists, envelope, messageOf, problem } from './answers.ts';
import { placeProblem, type Read, readAmount, readPhone, readText } from './body.ts';
import { signatureProblem, turnedAway } from './gate.ts';
import { collectionEnding, collectionRefusal, type Ending } from './numbers.ts';
import { type AirtelWorld, airtelMoneyIdOf } from './world.ts';

/** Collections by USSD push (providers.md 2.3); version 2 is version 1 with signing. */
export function addCollection(routes: Routes, prefix: string, world: AirtelWorld): void {
  for (const version of ['v1', 'v2'] as const) {
    routes.on('POST', `${prefix}/merchant/${version}/payments/`, (request) => collect(world, version, request));
  }
}

async function collect(world: AirtelWorld, version: 'v1' | 'v2', request: ReadRequest): Promise<Reply> {
  const away =
    turnedAway(world, request) ?? signatureProblem(world, request, 'collection', version === 'v2' ? 'as_set' : 'never');
  if (away !== null) return away;
  const asked = readCollection(request.body);
  if ('error' in asked) return asked.error;
  const fault = world.faults.choose('call', { phone: asked.phone, reference: asked.id });
  if (fault?.fault === 'unauthorized') world.tokens.drop(request.header('authorization'));
  return underCallFault(fault, () => take(world, version, asked), airtelSays('collection'));
}

interface Asked {
  readonly id: string;
  readonly phone: string;
  readonly amount: Hundredths;
  readonly reference: string;
}

function readCollection(raw: Buffer): Read<Asked> {
  const body = jsonObject(raw);
  if (body === null) return { error: problem('ESB000008', 'The body is not a JSON object.') };
  const subscriber = asObject(body.subscriber);
  const transaction = asObject(body.transaction);
  const reference = readText('collection', 'reference', body.reference);
  if ('error' in reference) return reference;
  const place = placeProblem(subscriber) ?? placeProblem(transaction);
  if (place !== null) return { error: place };
  const phone = readPhone('collection', subscriber?.msisdn);
  if ('error' in phone) return phone;
  const amount = readAmount('collection', transaction?.amount);
  if ('error' in amount) return amount;
  const id = readText('collection', 'id', transaction?.id);
  if ('error' in id) return id;
  return { ...phone, ...amount, id: id.text, reference: reference.text };
}

async function take(world: AirtelWorld, version: string, { id, phone, amount, reference }: Asked): Promise<Done> {
  const { books, faults, lives } = world;
  const known = books.find(id);
  if (known !== undefined) {
    known.calls += 1;
    return { reply: alreadyExists('collection', 0), created: false };
  }
  const refusal = collectionRefusal(phone);
  if (refusal !== null) return { reply: problem(refusal), created: false };
  const payment = books.enter({
    reference: id,
    kind: 'collection',
    direction: 'in',
    account: 'COLL',
    amount,
    currency: 'UGX',
    phone,
    details: { reference, version },
    state: 'TIP',
  });
  const whom = { phone, reference: id, ordinal: payment.ordinal };
  await lives.begin(
    payment,
    turnsOfCollection(world, payment, faults.choose('outcome', whom)),
    faults.choose('callback', whom),
    collectionTeller(world, payment),
  );
  return { reply: promptSent(id), created: true };
}

/** SUCCESS here only means that the prompt was sent (providers.md 2.3). */
function promptSent(id: string): Reply {
  return envelope(
    { transaction: { id, status: 'SUCCESS' } },
    { code: '200', message: 'SUCCESS', result_code: 'ESB000010', response_code: 'DP00800001006', success: true },
  );
}

/** What a collection fails with when chance decides. */
const commonEndings: readonly [Ending, ...Ending[]] = [
  { state: 'TF', code: 'DP00800001002' },
  { state: 'TF', code: 'DP00800001003' },
  { state: 'TF', code: 'DP00800001005' },
  { state: 'TF', code: 'DP00800001007' },
  { state: 'TF', code: 'DP00800001008' },
  { state: 'TF', code: 'DP00800001009' },
  { state: 'TF', code: 'DP00800001010' },
  { state: 'TE', code: 'DP00800001029' },
];

function turnsOfCollection(
  { settings }: AirtelWorld,
  { phone }: Payment,
  outcome: Happening<'outcome'> | null,
): readonly PlannedTurn[] {
  const turn = ({ state, code }: Ending): PlannedTurn => {
    return { afterMs: settings.now.settleDelayMs, state, reason: code, paid: state === 'TS' };
  };
  const success = turn({ state: 'TS', code: 'DP00800001001' });
  return turnsOf([turn(collectionEnding(phone) ?? { state: 'TS', code: 'DP00800001001' })], outcome, {
    success,
    failure: (code, draw) =>
      turn(code === null ? pick(commonEndings, draw) : { state: code === 'DP00800001029' ? 'TE' : 'TF', code }),
  });
}

/** Tells about a collection as it is now to the one URL of the application (providers.md 2.9). */
export function collectionTeller(world: AirtelWorld, payment: Payment): Tell {
  return async (what) => {
    const { account, settings, callbacks } = world;
    const { callbackUrl, callbackHash, callbackHashKey } = settings.now;
    if (callbackUrl === null) return;
    const genuine = what === 'genuine';
    const transaction = {
      id: payment.reference,
      message: genuine ? messageOf(payment.reason ?? 'DP00800001006') : messageOf('DP00800001001'),
      status_code: genuine ? payment.state : 'TS',
      ...(genuine && payment.operatorId === null
        ? {}
        : { airtel_money_id: genuine ? airtelMoneyIdOf(payment) : 'MP666' }),
    };
    const key = callbackHashKey === 'callback_key' ? account.callbackKey : account.clientSecret;
    const hashed = JSON.stringify(callbackHash === 'body' ? { transaction } : transaction);
    const hash = createHmac('sha256', genuine ? key : 'a key of somebody else')
      .update(hashed)
      .digest('base64');
    const body = JSON.stringify(callbackHash === 'off' ? { transaction } : { transaction, hash });
    await callbacks.send(payment, { url: callbackUrl, method: 'POST', body, genuine });
  };
}
