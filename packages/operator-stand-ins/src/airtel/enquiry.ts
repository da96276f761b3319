import type { Payment } from '../books.ts';
import { underReadFault } from '../faults/effects.ts';
import type { ReadRequest } from '../http/read-request.ts';
import type { Reply } from '../http/reply.ts';
import type { Routes } from '../http/routes.ts';
import { airtelSays, envelope, type Family, messageOf, notFound, problem, tooManyCalls } from './answers.ts';
import { turnedAway } from './gate.ts';
import { type AirtelWorld, airtelMoneyIdOf } from './world.ts';

/** What became of a payment, by our id (providers.md 2.4 and 2.6). A payment of any version is known to both paths. */
export function addEnquiry(routes: Routes, prefix: string, prefixes: readonly string[], world: AirtelWorld): void {
  routes.on('GET', `${prefix}/standard/v1/payments/:id`, (request, [id]) => enquire(world, 'collection', request, id!));
  for (const anyPrefix of prefixes) {
    routes.on('GET', `${anyPrefix}/standard/v1/disbursements/:id`, (request, [id]) =>
      enquire(world, 'disbursement', request, id!),
    );
    routes.on('GET', `${anyPrefix}/standard/v2/disbursements/:id`, (request, [id]) =>
      ['B2C', 'B2B'].includes(request.query.get('transactionType') ?? '')
        ? enquire(world, 'disbursement', request, id!)
        : (turnedAway(world, request) ?? problem('DP00900001013', 'transactionType is missing or invalid.')),
    );
  }
}

function enquire(world: AirtelWorld, family: Family, request: ReadRequest, id: string): Reply | Promise<Reply> {
  const away = turnedAway(world, request);
  if (away !== null) return away;
  const { settings, books, faults, tokens, queryLimit } = world;
  if (!queryLimit.allows(settings.now.queriesPerSecond)) return tooManyCalls;
  const payment = books.find(decodeURIComponent(id));
  if (payment === undefined || payment.kind !== family) return notFound(family);
  books.noteAsked(payment);
  const fault = faults.choose('query', { phone: payment.phone, reference: payment.reference });
  if (fault?.fault === 'query_unauthorized') tokens.drop(request.header('authorization'));
  const over = fault?.fault === 'query_not_found' && Date.now() - payment.createdAtMs >= fault.untilAgeMs;
  return underReadFault(over ? null : fault, () => statusReply(world, family, payment), airtelSays(family));
}

function statusReply({ faults }: AirtelWorld, family: Family, payment: Payment): Reply {
  const inProcess = family === 'collection' ? 'DP00800001006' : 'DP00900001006';
  const code = payment.reason ?? inProcess;
  // The number that leads to this code was accepted, and is then not found for ever.
  if (code === 'DP00800001025') return notFound(family);
  const whom = { phone: payment.phone, reference: payment.reference, ordinal: payment.ordinal };
  const paid = payment.state === 'TS';
  const failed = payment.state === 'TF' || payment.state === 'TE';
  const trap = paid ? faults.choose('trap', whom)?.fault : undefined;
  const isOther = faults.choose('difference', whom)?.fault === 'other_reference';
  const transaction = {
    ...(payment.operatorId === null ? {} : { airtel_money_id: airtelMoneyIdOf(payment) }),
    ...(paid && family === 'disbursement' ? { reference_id: payment.operatorId } : {}),
    id: isOther ? `${payment.reference}0` : payment.reference,
    message: messageOf(code),
    status: payment.state,
  };
  return envelope(
    { transaction },
    {
      code: '200',
      message: failed ? 'FAILED' : 'SUCCESS',
      result_code: failed ? 'ESB000011' : 'ESB000010',
      // A portal sample of a success has the code of "in process", and a copy of it success false (providers.md 2.4).
      response_code: trap === undefined ? code : inProcess,
      success: !failed && trap !== 'success_not_success',
    },
  );
}
