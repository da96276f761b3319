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
import { failed, type MtnWorld, successful } from './world.ts';

/** Reads MTN's calls for the report. */
export function mtnCallReader(world: MtnWorld): CallReader {
  return {
    operator: 'mtn',
    readRequest: (request, tokenOf) => readRequest(world, request, tokenOf),
    readAnswer: (facts, reply) => readMtnAnswer(facts, reply),
    givenToken: (reply) => text(bodyOf(reply)?.access_token),
    about: () => ({
      operator: 'mtn',
      queriesPerSecond: world.settings.now.queriesPerSecond,
      tokenLifetimeMs: world.settings.now.tokenLifetimeMs,
      takesUgandaNumbers: world.account.environment === 'mtnuganda',
    }),
    payments: () => [...world.books.payments].map(observed),
  };
}

function observed({ reference, kind, phone, amount, createdAtMs, turns, callbacks }: Payment): ObservedPayment {
  return {
    operator: 'mtn',
    reference,
    kind: moneyKindOf[kind] ?? 'payout',
    phone,
    amount: Number(shortText(amount)),
    createdAtMs,
    turns: turns.map(({ atMs, state }) => ({ atMs, outcome: outcomeOf(state) })),
    callbacks,
  };
}

const moneyKindOf: Readonly<Record<string, ObservedPayment['kind']>> = {
  requesttopay: 'collection',
  transfer: 'payout',
  deposit: 'payout',
  refund: 'refund',
};

function outcomeOf(state: unknown): Outcome {
  return state === successful ? 'succeeded' : state === failed ? 'failed' : 'open';
}

function readRequest(
  { account, apiUsers }: MtnWorld,
  request: ReadRequest,
  tokenOf: (authorization: string | undefined) => GivenToken | null,
): RequestFacts {
  const [, product = null, version, resource = '', id, number] = request.path.split('/');
  const kind = kindOfCall(request.method, version ?? '', resource, id);
  const body = request.method === 'POST' ? jsonObject(request.body) : null;
  const party = asObject(body?.payer) ?? asObject(body?.payee);
  const token = kind === 'token' ? null : tokenOf(request.header('authorization'));
  const isMoney = kind === 'collection' || kind === 'payout' || kind === 'refund';
  const reference = isMoney ? request.header('x-reference-id') : kind === 'query' ? id : undefined;
  const refunded = kind === 'refund' ? text(body?.referenceIdToRefund) : null;
  const amount = Number(body?.amount ?? Number.NaN);
  return {
    kind,
    product,
    keyProduct: apiUsers.productOfKey(request.header('ocp-apim-subscription-key')) ?? null,
    tokenProduct: token?.product ?? null,
    token: token?.number ?? null,
    reference: reference?.toLowerCase() ?? null,
    // A refund has no number; two refunds differ by the payment that they refund.
    phone: kind === 'person' ? (number ?? null) : (refunded ?? text(party?.partyId)),
    amount: Number.isFinite(amount) ? amount : null,
    texts: isMoney ? [body?.payerMessage, body?.payeeNote].filter((one) => typeof one === 'string') : [],
    isOurEnvironment:
      kind === 'token' || kind === 'other' || request.header('x-target-environment') === account.environment,
  };
}

function kindOfCall(method: string, version: string, resource: string, id: string | undefined): CallKind {
  if (version === 'token') return 'token';
  if (resource === 'account') return 'balance';
  if (resource === 'accountholder') return 'person';
  const money = moneyKindOf[resource];
  if (money === undefined) return 'other';
  return method === 'GET' ? 'query' : id === undefined ? money : 'other';
}

/** What MTN's answer means (providers.md 1.5 and 1.6). */
export function readMtnAnswer({ kind }: Pick<RequestFacts, 'kind'>, reply: Reply): AnswerFacts {
  const body = bodyOf(reply);
  const status = reply.is === 'answer' ? reply.status : null;
  const code = text(body?.code);
  const none = { code, reason: null, outcome: null, reasonForm: null, isContradictory: false, balance: null } as const;
  if (status === 401) return { ...none, meaning: 'unauthorized' };
  if (status === 429) return { ...none, meaning: 'rate_limited' };
  if (status === 404 && body !== null) return { ...none, meaning: 'not_found', reason: reasonOf(code) };
  if (status === 409) return { ...none, meaning: 'duplicate' };
  if (status === 200 && kind === 'query') {
    const outcome = outcomeOf(body?.status);
    const object = asObject(body?.reason);
    const reason = outcome === 'failed' ? text(object?.code ?? body?.reason) : null;
    const reasonForm = reason === null ? null : object === null ? 'text' : 'object';
    return { ...none, meaning: 'state', code: reason, reason: reasonOf(reason), outcome, reasonForm };
  }
  if (status !== null && status < 300) {
    const balance = kind === 'balance' ? Number(body?.availableBalance) : null;
    return { ...none, meaning: 'accepted', balance };
  }
  const isReadable = code !== null && !['INTERNAL_PROCESSING_ERROR', 'SERVICE_UNAVAILABLE'].includes(code);
  const isGateway = status === 400 && body !== null;
  if (isReadable || isGateway) return { ...none, meaning: 'refused', reason: reasonOf(code) ?? 'other' };
  return { ...none, meaning: 'unknown' };
}

const reasons: Readonly<Record<string, ReasonClass>> = {
  NOT_ALLOWED: 'configuration',
  NOT_ALLOWED_TARGET_ENVIRONMENT: 'configuration',
  INVALID_CALLBACK_URL_HOST: 'configuration',
  INVALID_CURRENCY: 'configuration',
  'FORBIDDEN IP': 'configuration',
  PAYER_NOT_FOUND: 'no_wallet',
  PAYEE_NOT_FOUND: 'no_wallet',
  NOT_ENOUGH_FUNDS: 'no_funds',
};

function reasonOf(code: string | null): ReasonClass | null {
  return code === null ? null : (reasons[code] ?? 'other');
}

function bodyOf(reply: Reply): Record<string, unknown> | null {
  return reply.is === 'answer' ? jsonObject(Buffer.from(reply.body)) : null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
