import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Authenticator } from '../../access/authenticate.ts';
import { invalidFields } from '../../refusal.ts';
import { type StatementOperations, statementMediaTypes } from '../../statements/operations.ts';
import { type Api, callerOf } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { sendPieces } from '../file-response.ts';
import { recheckKey } from '../guard.ts';
import { sendPage, setAsOf } from '../response.ts';
import { envelopeWithPages } from '../schemas/envelope.ts';
import { pageCursor, pageLimit, pageLimitDefault } from '../schemas/id.ts';
import { dayOf, statementFormat, statementSchema } from '../schemas/statement.ts';

const message = 'Statement added up.';

/** What the route of statements calls. */
interface StatementRouteParts {
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly statements: StatementOperations;
}

/** The statement of the wallet, as JSON and as files. */
export function registerStatementRoute(
  api: Api,
  { authenticator, statements }: StatementRouteParts,
  deadlines: Pick<Deadlines, 'reporting'>,
): void {
  api.get(
    '/wallet/statements',
    {
      schema: {
        operationId: 'readStatement',
        summary: 'Read a statement of the wallet',
        description:
          'What was completed in whole days of Kampala, oldest first: opening balance + money in - money out = closing balance. As ' +
          'JSON it has the sums and a page of its rows, which stay the same from page to page; `limit` and `cursor` are of JSON only. ' +
          'As `csv`, `pdf`, `xlsx` or `camt053` (ISO 20022 camt.053.001.08) it is one file with all rows, and `Content-Disposition` has its name.',
        tags: ['Wallet'],
        querystring: Type.Object({
          from: dayOf('from', 'The first day, in Kampala.', '2026-11-01'),
          to: dayOf('to', 'The last day, in Kampala; a statement has at most 366 days.', '2026-11-30'),
          format: Type.Optional(statementFormat),
          limit: Type.Optional(pageLimit),
          cursor: Type.Optional(pageCursor),
        }),
      },
      config: {
        access: { limit: 'statements', permissions: ['wallet:read'] },
        response: envelopeWithPages(statementSchema, message),
        fileTypes: statementMediaTypes,
        readsStandby: true,
        failures: ['history_unavailable'],
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { from, to, format = 'json', limit, cursor } = request.query;
      deadlines.reporting.start(reply);
      const { signal, isGone } = readerOf(reply);
      if (format === 'json') {
        const asked = { from, to, limit: limit ?? pageLimitDefault, ...(cursor === undefined ? {} : { cursor }) };
        const page = await statements.readPage(caller, asked, signal).catch(isGone);
        if (page === null || reply.sent) return;
        setAsOf(reply, page.asOf);
        return sendPage(reply, message, page.value);
      }
      refusePaging({ limit, cursor }, format);
      const opened = await statements.openFile(caller, { from, to }, format, signal).catch(isGone);
      if (opened === null || reply.sent) return;
      const { value: file, asOf } = opened;
      setAsOf(reply, asOf);
      return sendPieces(reply, file, () => recheckKey(authenticator, request));
    },
  );
}

/**
 * Whether somebody still waits for a response: the signal is aborted when the client leaves, or when the deadline has answered. A statement
 * that is added up for nobody would delay those of others. `isGone` turns the error that follows into null.
 */
function readerOf(reply: FastifyReply): { readonly signal: AbortSignal; readonly isGone: (error: unknown) => null } {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return {
    signal: gone.signal,
    isGone: (error) => {
      if (!gone.signal.aborted) throw error;
      return null;
    },
  };
}

/** A client that asks for a page would otherwise take a whole file for it. @throws Refusal that names the fields. */
function refusePaging(given: Readonly<Record<'limit' | 'cursor', unknown>>, format: string): void {
  const faults = Object.entries(given).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, `${field} is for format json; a ${format} file has all rows.`]],
  );
  if (faults.length > 0) throw invalidFields(Object.fromEntries(faults));
}
