import type { Payment } from '../books.ts';
import { type Done, underCallFault } from '../faults/effects.ts';
import { asObject, jsonObject, type ReadRequest } from '../http/read-request.ts';
import type { Reply } from '../http/reply.ts';
import type { Routes } from '../http/routes.ts';
import { airtelSays, envelope, notFound, problem, routerError } from './answers.ts';
import { signatureProblem, turnedAway } from './gate.ts';
import { type AirtelWorld, airtelMoneyIdOf } from './world.ts';

/** Refunds by Airtel's own id of a collection, in full (providers.md 2.7). */
export function addRefund(routes: Routes, prefix: string, world: AirtelWorld): void {
  for (const version of ['v1', 'v2'] as const) {
    routes.on('POST', `${prefix}/standard/${version}/payments/refund`, (request) => refund(world, version, request));
  }
}

async function refund(world: AirtelWorld, version: 'v1' | 'v2', request: ReadRequest): Promise<Reply> {
  const away =
    turnedAway(world, request) ?? signatureProblem(world, request, 'collection', version === 'v2' ? 'as_set' : 'never');
  if (away !== null) return away;
  const airtelMoneyId = asObject(jsonObject(request.body)?.transaction)?.airtel_money_id;
  if (typeof airtelMoneyId !== 'string' || airtelMoneyId === '') return routerError('ROUTER003');
  const collection = collectionOf(world, airtelMoneyId);
  if (collection === undefined) return notFound('collection');
  const fault = world.faults.choose('call', { phone: collection.phone, reference: airtelMoneyId });
  if (fault?.fault === 'unauthorized') world.tokens.drop(request.header('authorization'));
  return underCallFault(fault, () => take(world, collection, airtelMoneyId), airtelSays('collection'));
}

function collectionOf({ books }: AirtelWorld, airtelMoneyId: string): Payment | undefined {
  for (const payment of books.payments) {
    const matches = payment.kind === 'collection' && payment.operatorId !== null;
    if (matches && airtelMoneyIdOf(payment) === airtelMoneyId) return payment;
  }
  return undefined;
}

/**
 * Pays a collection back. The books hold the first refund as `refund-ID`, which counts further calls, and with the
 * setting `pays_again` further refunds as `refund-ID-2` and so on.
 */
function take({ books, settings }: AirtelWorld, collection: Payment, airtelMoneyId: string): Done {
  const refused = (code: string): Done => ({ reply: problem(code), created: false });
  const first = books.find(`refund-${airtelMoneyId}`);
  if (first !== undefined) {
    first.calls += 1;
    if (settings.now.repeatedRefund === 'refused') return refused('DP00800001008');
  }
  if (!collection.paid) return refused('DP00800001008');
  if (books.balance('COLL') < collection.amount) return refused('DP00800001007');
  const { phone, amount, currency, reference } = collection;
  const payment = books.enter({
    reference: first === undefined ? `refund-${airtelMoneyId}` : `refund-${airtelMoneyId}-${first.calls}`,
    kind: 'refund',
    direction: 'out',
    account: 'COLL',
    amount,
    currency,
    phone,
    details: { airtelMoneyId, refunds: reference },
    state: 'TIP',
  });
  books.turn(payment, 'TS', null, true);
  const status = { code: '200', message: 'SUCCESS', result_code: 'ESB000010', success: true };
  const transaction = { airtel_money_id: airtelMoneyId, status: 'SUCCESS' };
  return { reply: envelope({ transaction }, status), created: true };
}
