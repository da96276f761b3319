import type { Payment } from '../books.ts';
import { asObject, jsonObject, type ReadRequest } from '../http/read-request.ts';
import type { Reply } from '../http/reply.ts';
import { shortText } from '../hundredths.ts';
import type { CallReader, GivenToken } from '../report/call-recorder.ts';
import type {
  AnswerFacts,
  CallKind,
  ObservedPayment,
  Outcome,
  ReasonClass,
  RequestFacts,
} from '../report/observation.ts';
import type { AirtelWorld } from './world.ts';

/** Reads Airtel's calls for the report. */
export function airtelCallReader({ books, settings }: AirtelWorld): CallReader {
  return {
    operator: 'airtel',
    readRequest,
    readAnswer: (facts, reply) => readAirtelAnswer(facts, reply),
    givenToken: (reply) => text(bodyOf(reply)?.access_token),
    about: () => ({
      operator: 'airtel',
      queriesPerSecond: settings.now.queriesPerSecond,
      tokenLifetimeMs: settings.now.tokenLifetimeMs,
      takesUgandaNumbers: true,
    }),
    payments: () => [...books.payments].map(observed),
  };
}

function observed({ reference, kind, phone, amount, createdAtMs, turns, callbacks }: Payment): ObservedPayment {
  return {
    operator: 'airtel',
    reference,
    kind: kind === 'disbursement' ? 'payout' : kind === 'refund' ? 'refund' : 'collection',
    phone,
    amount: Number(shortText(amount)),
    createdAtMs,
    turns: turns.map(({ atMs, state }) => ({ atMs, outcome: outcomeOf(state) })),
    callbacks,
  };
}

function outcomeOf(state: unknown): Outcome {
  if (state === 'TS') return 'succeeded';
  return state === 'TF' || state === 'TE' ? 'failed' : 'open';
}

function readRequest(
  request: ReadRequest,
  tokenOf: (authorization: string | undefined) => GivenToken | null,
): RequestFacts {
  const kind = kindOfCall(request.method, request.path);
  const body = request.method === 'POST' && kind !== 'token' ? jsonObject(request.body) : null;
  const transaction = asObject(body?.transaction);
  const last = request.path.split('/').at(-1) ?? '';
  return {
    kind,
    product: null,
    keyProduct: null,
    tokenProduct: null,
    token: kind === 'token' ? null : (tokenOf(request.header('authorization'))?.number ?? null),
    reference: kind === 'query' ? decoded(last) : text(transaction?.id ?? transaction?.airtel_money_id),
    phone: kind === 'person' ? last : text((asObject(body?.subscriber) ?? asObject(body?.payee))?.msisdn),
    amount: typeof transaction?.amount === 'number' ? transaction.amount : null,
    texts: typeof body?.reference === 'string' ? [body.reference] : [],
    isOurEnvironment: true,
  };
}

/** A path that cannot be decoded names no payment of the books. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A path may have a prefix, such as `/simulate`. */
function kindOfCall(method: string, path: string): CallKind {
  if (path.endsWith('/auth/oauth2/token')) return 'token';
  if (/\/standard\/v\d\/users\/balance$/.test(path)) return 'balance';
  if (/\/standard\/v\d\/users\/[^/]+$/.test(path)) return 'person';
  if (method === 'GET') return /\/standard\/v\d\/(?:payments|disbursements)\/[^/]+$/.test(path) ? 'query' : 'other';
  if (path.endsWith('/payments/refund')) return 'refund';
  if (/\/merchant\/v\d\/payments\/$/.test(path)) return 'collection';
  return /\/standard\/v\d\/disbursements\/?$/.test(path) ? 'payout' : 'other';
}

/** Codes after which the existence or the final status of a payment is unknown (providers.md 2.5 and 2.6). */
const ambiguous = [
  'DP00800001000',
  'DP00800001024',
  'DP00900001000',
  'DP00900001014',
  'ESB000001',
  'ESB000004',
  'ESB000014',
  'ROUTER117',
  'CONNECTION_TIMEOUT',
];
const notFoundCodes = ['DP00800001025', 'DP00900001015', 'ESB000045'];

/** What Airtel's answer means: its code says more than the HTTP status (providers.md 2.3). */
export function readAirtelAnswer({ kind }: Pick<RequestFacts, 'kind'>, reply: Reply): AnswerFacts {
  const body = bodyOf(reply);
  const httpStatus = reply.is === 'answer' ? reply.status : null;
  const status = asObject(body?.status);
  const data = asObject(body?.data);
  const transaction = asObject(data?.transaction);
  const code = text(status?.response_code) ?? text(status?.result_code) ?? text(body?.status_code);
  const none = { code, reason: null, outcome: null, reasonForm: null, isContradictory: false, balance: null } as const;
  if (body?.error === 'invalid_token') return { ...none, meaning: 'unauthorized' };
  if (httpStatus === 429) return { ...none, meaning: 'rate_limited' };
  if (status?.result_code === 'ESB000041') return { ...none, meaning: 'duplicate' };
  if (transaction !== null && kind !== 'refund') {
    const outcome = outcomeOf(transaction.status);
    const isContradictory = outcome === 'succeeded' && (status?.success === false || /1006$/.test(code ?? ''));
    const reason = outcome === 'failed' ? reasonOf(code) : null;
    return { ...none, meaning: kind === 'query' ? 'state' : 'accepted', reason, outcome, isContradictory };
  }
  if (body === null || code === null) {
    // A token has no status of its own. Anything else that cannot be read leaves the caller in doubt.
    const isToken = body !== null && text(body.access_token) !== null;
    return { ...none, meaning: isToken ? 'accepted' : kind === 'token' && body !== null ? 'refused' : 'unknown' };
  }
  if (status?.success === true) {
    const balance = kind === 'balance' ? Number((text(data?.balance) ?? '').replaceAll(',', '')) : null;
    return { ...none, meaning: 'accepted', balance };
  }
  if (notFoundCodes.includes(code)) return { ...none, meaning: 'not_found' };
  if (ambiguous.includes(code) || (httpStatus ?? 0) >= 500) return { ...none, meaning: 'unknown' };
  return { ...none, meaning: 'refused', reason: reasonOf(code) };
}

const reasons: Readonly<Record<string, ReasonClass>> = {
  DP00800001010: 'no_wallet',
  DP00800001026: 'configuration',
  DP00900001007: 'no_funds',
  DP00900001009: 'no_wallet',
  DP00900001010: 'configuration',
  DP00900001012: 'no_wallet',
  DP00900001016: 'configuration',
  DP00900001018: 'configuration',
  DP00900001019: 'configuration',
  DP02200000002: 'no_wallet',
  ESB000034: 'configuration',
  ESB000035: 'configuration',
  ESB000039: 'configuration',
};

function reasonOf(code: string | null): ReasonClass | null {
  if (code === null) return null;
  return code.startsWith('ROUTER') ? 'configuration' : (reasons[code] ?? 'other');
}

function bodyOf(reply: Reply): Record<string, unknown> | null {
  return reply.is === 'answer' ? jsonObject(Buffer.from(reply.body)) : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
