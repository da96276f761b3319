import { type Static, Type } from 'typebox';
import type { HistoryRequest } from '../../wallet/history.ts';
import { invalidField } from '../../wallet/refusal.ts';
import { callerOf, sendPage } from '../answer.ts';
import type { Api } from '../api.ts';
import { fieldSentences } from '../field-sentences.ts';
import { pageOf } from '../schemas/envelope.ts';
import { pageLimit, pageLimitDefault } from '../schemas/id.ts';
import { phoneOf } from '../schemas/text.ts';
import { transactionSchema, transactionStatus, transactionType } from '../schemas/transaction.ts';
import type { HttpServices } from '../services.ts';

const message = 'Transactions retrieved.';

const querystring = Type.Object({
  limit: Type.Optional(pageLimit),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'next_cursor of an earlier page.' })),
  type: Type.Optional(transactionType),
  status: Type.Optional(transactionStatus),
  reference: Type.Optional(
    Type.String({ pattern: '^[A-Z_]{2,8}_[0-9]{1,12}_[0-9]{1,16}$', examples: ['SM_1781000000_42'] }),
  ),
  phone: Type.Optional(phoneOf('The other side of the transaction.')),
  from: Type.Optional(momentText('Created at or after this moment.')),
  to: Type.Optional(momentText('Created before this moment.')),
});

export function listTransactions(api: Api, services: HttpServices): void {
  api.get(
    '/wallet/transactions',
    {
      schema: {
        operationId: 'listTransactions',
        summary: 'List transactions, newest first',
        description:
          'With filters a page looks through a bounded part of the history, so it may hold few transactions, or none, while has_more is true.',
        tags: ['Wallet'],
        querystring,
      },
      config: {
        access: { limit: 'history', permissions: ['wallet:read'] },
        answer: pageOf(transactionSchema, message),
        failures: ['invalid_request'],
      },
    },
    async (request, reply) => {
      const page = await services.wallet.listTransactions(callerOf(request), queryOf(request.query));
      sendPage(reply, message, page);
    },
  );
}

function queryOf({ limit = pageLimitDefault, from, to, ...filters }: Static<typeof querystring>): HistoryRequest {
  return {
    ...filters,
    limit,
    ...(from === undefined ? {} : { fromMs: momentOf('from', from) }),
    ...(to === undefined ? {} : { toMs: momentOf('to', to) }),
  };
}

/** A date, or a date and a time with Z or an offset: anything less could mean two moments. */
function momentText(description: string) {
  return Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d{2}:\\d{2}))?$',
    description,
    examples: ['2026-11-01T00:00:00Z'],
  });
}

/** In milliseconds. @throws Refusal `invalid_request` for a day that no calendar has: Date.parse takes 31 February for 3 March. */
function momentOf(field: 'from' | 'to', text: string): number {
  const atMs = Date.parse(text);
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(atMs) || day.getUTCDate() !== Number(text.slice(8, 10))) {
    throw invalidField(field, fieldSentences[field] ?? `${field} is no moment.`);
  }
  return atMs;
}
