import { underReadFault } from '../faults/effects.ts';
import type { ReadRequest } from '../http/read-request.ts';
import { json, type Reply } from '../http/reply.ts';
import type { Routes } from '../http/routes.ts';
import { shortText } from '../hundredths.ts';
import { personOf } from '../people.ts';
import { gatewayError, mtnError, mtnSays } from './answers.ts';
import { enter } from './gate.ts';
import { activeWordOf } from './numbers.ts';
import { type Product, products } from './settings.ts';
import type { MtnWorld } from './world.ts';

/** Balance, account holder and name, the same under every product (providers.md 1.7). */
export function addLookups(routes: Routes, world: MtnWorld): void {
  for (const product of products) {
    const lookup = (path: string, answer: (parts: readonly string[]) => Reply) => {
      routes.on('GET', `/${product}/v1_0/${path}`, (request, parts) =>
        underGate(world, product, request, parts, () => answer(parts)),
      );
    };
    lookup('account/balance', () => balance(world, product, world.account.currency));
    lookup('account/balance/:currency', ([currency]) => balance(world, product, currency!));
    lookup('accountholder/:type/:id/active', ([type, id]) => active(world, type!, id!));
    lookup('accountholder/:type/:id/basicuserinfo', ([type, id]) => basicUserInfo(world, type!, id!));
  }
}

function underGate(
  world: MtnWorld,
  product: Product,
  request: ReadRequest,
  parts: readonly string[],
  answer: () => Reply,
): Reply | Promise<Reply> {
  const entered = enter(world, product, request);
  if (!entered.in) return entered.reply;
  return underReadFault(world.faults.choose('lookup', { phone: parts[1] ?? '' }), answer, mtnSays);
}

function balance({ books, account }: MtnWorld, product: Product, currency: string): Reply {
  if (currency !== account.currency) return mtnError('INVALID_CURRENCY');
  return json(200, { availableBalance: shortText(books.balance(product)), currency });
}

function active({ faults }: MtnWorld, type: string, id: string): Reply {
  const problem = idProblem(type, id);
  if (problem !== null) return problem;
  const fault = faults.choose('person', { phone: id })?.fault;
  const word = fault === 'person_unknown' ? 'RESOURCE_NOT_FOUND' : activeWordOf(id);
  if (word !== null && word !== 'inactive') return mtnError(word);
  return json(200, { result: word === null && fault !== 'person_inactive' });
}

function basicUserInfo({ account, faults }: MtnWorld, type: string, id: string): Reply {
  const problem = idProblem(type, id);
  if (problem !== null) return problem;
  const fault = faults.choose('person', { phone: id })?.fault;
  if (fault === 'person_unknown' || activeWordOf(id) === 'RESOURCE_NOT_FOUND') return mtnError('RESOURCE_NOT_FOUND');
  const { firstName, lastName } =
    account.environment === 'sandbox' ? { firstName: 'Sand', lastName: 'Box' } : personOf(id);
  const names =
    fault === 'person_nameless'
      ? {}
      : { name: `${firstName} ${lastName}`, given_name: firstName, family_name: lastName };
  return json(200, {
    sub: '0',
    ...names,
    birthdate: '1990-04-27',
    locale: 'en_UG',
    gender: 'FEMALE',
    updated_at: 1_722_470_400,
  });
}

/** The type is lower case (providers.md 1.7). */
function idProblem(type: string, id: string): Reply | null {
  if (type !== 'msisdn' && type !== 'alias') return gatewayError(400, 'The type of the account holder is unknown.');
  return type === 'msisdn' && !/^\d{8,15}$/.test(id) ? mtnError('VALIDATION_ERROR', 'The number is not digits.') : null;
}
