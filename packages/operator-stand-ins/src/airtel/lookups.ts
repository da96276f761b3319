import { underReadFault } from '../faults/effects.ts';
import type { FaultOf } from '../faults/fault-list.ts';
import type { ReadRequest } from '../http/read-request.ts';
import type { Reply } from '../http/reply.ts';
import type { Routes } from '../http/routes.ts';
import { groupedText, shortText } from '../hundredths.ts';
import { personOf } from '../people.ts';
import { airtelSays, envelope, routerError } from './answers.ts';
import { turnedAway } from './gate.ts';
import { userWord } from './numbers.ts';
import { type AirtelWorld, airtelMoneyIdOf } from './world.ts';

/** Users, balances, and the list of payments (providers.md 2.7). */
export function addLookups(routes: Routes, prefixes: readonly string[], world: AirtelWorld): void {
  const lookup = (path: string, answer: (request: ReadRequest, parts: readonly string[]) => Reply) => {
    for (const prefix of prefixes) {
      routes.on('GET', prefix + path, (request, parts) => {
        const away = turnedAway(world, request);
        if (away !== null) return away;
        const fault = world.faults.choose('lookup', { phone: parts[0] ?? '' });
        return underReadFault(fault, () => answer(request, parts), airtelSays('collection'));
      });
    }
  };
  lookup('/standard/v1/users/balance', () => balance(world, 'COLL'));
  lookup('/standard/v2/users/balance', ({ query }) => balance(world, query.get('type') ?? ''));
  lookup('/standard/v1/users/:msisdn', (_request, [msisdn]) => user(world, msisdn!));
  lookup('/merchant/v1/transactions', ({ query }) => transactions(world, query));
}

/** The balance is text for people, such as `37,600.00`. */
function balance({ books }: AirtelWorld, wallet: string): Reply {
  if (!books.accounts.has(wallet)) return routerError('ROUTER003');
  const data = { balance: groupedText(books.balance(wallet)), currency: 'UGX', account_status: 'Active' };
  return envelope(data, lookupStatus('DP02100000001', 'SUCCESS'));
}

function user({ faults }: AirtelWorld, msisdn: string): Reply {
  const words: Partial<Record<FaultOf<'person'>, string>> = {
    person_unknown: 'unknown',
    person_barred: 'barred',
    person_nameless: 'nameless',
  };
  const fault = faults.choose('person', { phone: msisdn })?.fault;
  const word = fault === undefined ? userWord(msisdn) : words[fault];
  if (word === 'failed') return envelope(null, lookupStatus('DP02200000000', 'The request failed.'));
  if (word === 'unknown' || !/^[1-9]\d{8}$/.test(msisdn)) {
    return envelope(null, lookupStatus('DP02200000002', 'The user was not found.'));
  }
  const { firstName, lastName } = word === 'nameless' ? { firstName: '', lastName: '' } : personOf(msisdn);
  const data = {
    first_name: firstName,
    last_name: lastName,
    grade: 'SUBS',
    is_barred: word === 'barred',
    is_pin_set: true,
    msisdn,
    registration: { status: 'SUBS' },
  };
  return envelope(data, lookupStatus('DP02200000001', 'SUCCESS'));
}

/** The page gives the parameters with a question mark, and no answer: these fields are the stand-in's own. */
function transactions({ books }: AirtelWorld, query: URLSearchParams): Reply {
  const number = (name: string, otherwise: number) => {
    const given = query.get(name);
    return given === null ? otherwise : Number(given);
  };
  const [from, to] = [number('from', 0), number('to', Number.MAX_SAFE_INTEGER)];
  const [limit, offset] = [number('limit', 100), number('offset', 0)];
  if (![from, to, limit, offset].every((value) => Number.isSafeInteger(value) && value >= 0)) {
    return routerError('ROUTER003');
  }
  const listed = [...books.payments].filter(({ createdAtMs }) => createdAtMs >= from && createdAtMs < to);
  return envelope(
    {
      count: listed.length,
      transactions: listed.slice(offset, offset + limit).map((payment) => ({
        id: payment.reference,
        airtel_money_id: payment.operatorId === null ? null : airtelMoneyIdOf(payment),
        type: payment.kind,
        amount: Number(shortText(payment.amount)),
        msisdn: payment.phone,
        status: payment.state,
        created_at: payment.createdAtMs,
      })),
    },
    { code: '200', message: 'SUCCESS', success: true },
  );
}

function lookupStatus(code: string, message: string) {
  const success = code.endsWith('1');
  return {
    code: success ? '200' : '400',
    message,
    result_code: success ? 'ESB000010' : 'ESB000011',
    response_code: code,
    success,
  };
}
