import { underReadFault } from '../faults/effects.ts';
import { jsonObject, type ReadRequest } from '../http/read-request.ts';
import { empty, json, type Reply } from '../http/reply.ts';
import type { Routes } from '../http/routes.ts';
import { mtnError, mtnSays, tooManyCalls } from './answers.ts';
import { enter } from './gate.ts';
import { moneyKinds } from './money-calls.ts';
import { statusBody } from './status-body.ts';
import { type MtnWorld, successful } from './world.ts';

/** The status of each kind of payment, at version 1 whatever version made it (providers.md 1.6, 1.8). */
export function addStatus(routes: Routes, world: MtnWorld): void {
  for (const { kind, product, version } of moneyKinds) {
    if (version !== 'v1_0') continue;
    routes.on('GET', `/${product}/v1_0/${kind}/:reference`, (request, [reference]) =>
      status(world, product, kind, request, reference!),
    );
  }
  routes.on('POST', '/collection/v1_0/requesttopay/:reference/deliverynotification', (request, [reference]) =>
    deliveryNotification(world, request, reference!),
  );
}

function status(
  world: MtnWorld,
  product: (typeof moneyKinds)[number]['product'],
  kind: string,
  request: ReadRequest,
  reference: string,
): Reply | Promise<Reply> {
  const { settings, books, faults, tokens, queryLimit } = world;
  const entered = enter(world, product, request);
  if (!entered.in) return entered.reply;
  if (!queryLimit.allows(settings.now.queriesPerSecond)) return tooManyCalls;
  const payment = books.find(reference.toLowerCase());
  if (payment === undefined || payment.kind !== kind) return mtnError('RESOURCE_NOT_FOUND');
  books.noteAsked(payment);
  const fault = faults.choose('query', { phone: payment.phone, reference: payment.reference });
  if (fault?.fault === 'query_unauthorized') tokens.drop(request.header('authorization'));
  const over = fault?.fault === 'query_not_found' && Date.now() - payment.createdAtMs >= fault.untilAgeMs;
  return underReadFault(over ? null : fault, () => json(200, statusBody(world, payment)), mtnSays);
}

/** One more text message to the payer after a success (providers.md 1.8); it changes nothing in the books. */
function deliveryNotification(world: MtnWorld, request: ReadRequest, reference: string): Reply {
  const entered = enter(world, 'collection', request);
  if (!entered.in) return entered.reply;
  const message = jsonObject(request.body)?.notificationMessage;
  if (typeof message !== 'string' || message === '') {
    return mtnError('VALIDATION_ERROR', 'notificationMessage is missing.');
  }
  const payment = world.books.find(reference.toLowerCase());
  if (payment === undefined || payment.kind !== 'requesttopay') return mtnError('RESOURCE_NOT_FOUND');
  return payment.state === successful ? empty(200) : mtnError('NOT_ALLOWED');
}
