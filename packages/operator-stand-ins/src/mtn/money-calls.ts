import type { Payment } from '../books.ts';
import { type Done, underCallFault } from '../faults/effects.ts';
import type { Happening } from '../faults/faults.ts';
import { pick } from '../faults/faults.ts';
import type { ReadRequest } from '../http/read-request.ts';
import { empty, type Reply } from '../http/reply.ts';
import type { Routes } from '../http/routes.ts';
import { type PlannedTurn, type Tell, turnsOf } from '../life.ts';
import { gatewayError, mtnError, mtnSays } from './answers.ts';
import { callbackUrlProblem } from './callback-url.ts';
import { enter } from './gate.ts';
import { type MoneyBody, type Party, readMoneyBody, refundProblem } from './money-body.ts';
import { type Ending, endingOf, endingOfTestRefund, refusalOf } from './numbers.ts';
import type { Product } from './settings.ts';
import { forgedBody, statusBody } from './status-body.ts';
import { isUuidV4 } from './uuid.ts';
import { failed, type MtnWorld, pending, successful } from './world.ts';

/** A call that moves money, and where it is. */
export interface MoneyKind {
  readonly kind: 'requesttopay' | 'transfer' | 'deposit' | 'refund';
  readonly product: Product;
  readonly version: 'v1_0' | 'v2_0';
  readonly party: Party;
  /** The column of the sandbox numbers that it follows; refunds have test ids instead. */
  readonly column: 'collect' | 'transfer' | null;
  /** How it calls back when no fault says otherwise. One portal text says POST for v1 of deposit and refund; v2 is
   *  unconfirmed, and elsewhere MTN tells partners to allow both (providers.md 1.8, 1.9). */
  readonly callbackMethod: 'PUT' | 'POST';
}

export const moneyKinds: readonly MoneyKind[] = [
  kindOf('requesttopay', 'collection', 'v1_0', 'payer', 'collect', 'PUT'),
  kindOf('transfer', 'disbursement', 'v1_0', 'payee', 'transfer', 'PUT'),
  kindOf('deposit', 'disbursement', 'v1_0', 'payee', 'collect', 'POST'),
  kindOf('deposit', 'disbursement', 'v2_0', 'payee', 'collect', 'PUT'),
  kindOf('refund', 'disbursement', 'v1_0', 'refund', null, 'POST'),
  kindOf('refund', 'disbursement', 'v2_0', 'refund', null, 'PUT'),
];

export function addMoneyCalls(routes: Routes, world: MtnWorld): void {
  for (const kind of moneyKinds) {
    routes.on('POST', `/${kind.product}/${kind.version}/${kind.kind}`, (request) => moneyCall(world, kind, request));
  }
}

/** Makes a state true by hand and tells about it once. */
export function decideMtn(world: MtnWorld, payment: Payment, state: string, reason: string | null): void {
  const kind = moneyKinds.find((one) => one.kind === payment.kind && one.version === payment.details.version);
  if (kind === undefined) throw new Error(`no call makes a ${payment.kind}`);
  world.lives.decide(payment, { state, reason, paid: state === successful }, tellerOf(world, kind, payment));
}

async function moneyCall(world: MtnWorld, kind: MoneyKind, request: ReadRequest): Promise<Reply> {
  const entered = enter(world, kind.product, request);
  if (!entered.in) return entered.reply;
  const reference = request.header('x-reference-id');
  if (!isUuidV4(reference)) return gatewayError(400, 'X-Reference-Id is not a UUID version 4.');
  const callbackUrl = request.header('x-callback-url');
  const problem = callbackUrlProblem(callbackUrl, entered.user.callbackHost, world.account);
  if (problem !== null) return problem;
  if (!/^application\/json\b/i.test(request.header('content-type') ?? '')) {
    return gatewayError(400, 'Content-Type is not application/json.');
  }
  const body = readMoneyBody(world, kind.party, request.body);
  if ('error' in body) return body.error;

  const fault = world.faults.choose('call', { phone: body.phone, reference });
  if (fault?.fault === 'unauthorized') world.tokens.drop(request.header('authorization'));
  return underCallFault(fault, () => take(world, kind, reference.toLowerCase(), body, callbackUrl), mtnSays);
}

/** Enters a payment into the books and begins its life; a repeated reference makes nothing. */
async function take(
  world: MtnWorld,
  kind: MoneyKind,
  reference: string,
  body: MoneyBody,
  callbackUrl: string | undefined,
): Promise<Done> {
  const { books, faults, lives } = world;
  const known = books.find(reference);
  if (known !== undefined) {
    known.calls += 1;
    return { reply: mtnError('RESOURCE_ALREADY_EXIST'), created: false };
  }
  const refusal = kind.column === null ? null : refusalOf(body.phone, kind.column);
  if (refusal !== null) return { reply: mtnError(refusal), created: false };
  const payment = books.enter({
    reference,
    kind: kind.kind,
    direction: kind.party === 'payer' ? 'in' : 'out',
    account: kind.product,
    amount: body.amount,
    currency: body.currency,
    phone: body.phone,
    details: { ...body.details, version: kind.version, ...(callbackUrl === undefined ? {} : { callbackUrl }) },
    state: pending,
  });
  const whom = { phone: payment.phone, reference, ordinal: payment.ordinal };
  await lives.begin(
    payment,
    turnsOfPayment(world, kind, payment, faults.choose('outcome', whom)),
    faults.choose('callback', whom),
    tellerOf(world, kind, payment),
  );
  return { reply: empty(202), created: true };
}

/** The reasons that a payment fails for when chance decides. */
const commonReasons = {
  collect: [
    'APPROVAL_REJECTED',
    'EXPIRED',
    'NOT_ENOUGH_FUNDS',
    'LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED',
    'COULD_NOT_PERFORM_TRANSACTION',
    'PAYER_LIMIT_REACHED',
    'PAYER_NOT_FOUND',
    'INTERNAL_PROCESSING_ERROR',
  ],
  transfer: [
    'PAYEE_NOT_FOUND',
    'PAYEE_LIMIT_REACHED',
    'PAYEE_NOT_ALLOWED_TO_RECEIVE',
    'SENDER_ACCOUNT_NOT_ACTIVE',
    'INTERNAL_PROCESSING_ERROR',
  ],
} as const;

function turnsOfPayment(
  world: MtnWorld,
  kind: MoneyKind,
  payment: Payment,
  outcome: Happening<'outcome'> | null,
): readonly PlannedTurn[] {
  const { settleDelayMs, delayedMs } = world.settings.now;
  const testRefund =
    kind.column === null ? endingOfTestRefund(payment.details.referenceIdToRefund!, world.settings.now) : null;
  const failure = (reason: string, afterMs = settleDelayMs): PlannedTurn => {
    return { afterMs, state: failed, reason, paid: false };
  };
  const success: PlannedTurn = {
    afterMs: settleDelayMs,
    state: successful,
    reason: null,
    paid: true,
    unless() {
      const problem = testRefund === null ? successProblem(world, payment) : null;
      return problem === null ? null : failure(problem);
    },
  };
  const usual = (ending: Ending): readonly PlannedTurn[] => {
    if (ending === 'stays') return [];
    if (ending === 'succeeds') return [success];
    return ending === 'delayed' ? [{ ...success, afterMs: delayedMs }] : [failure(ending.fails)];
  };
  const ending =
    kind.column === null ? (testRefund ?? 'succeeds') : endingOf(payment.phone, kind.column, world.settings.now);
  return turnsOf(usual(ending), outcome, {
    success,
    failure: (code, draw) => failure(code ?? pick(commonReasons[kind.column ?? 'transfer'], draw)),
  });
}

/** Why a payment that would succeed cannot, in MTN's words, or null. */
function successProblem(world: MtnWorld, payment: Payment): string | null {
  const { books, account } = world;
  if (payment.kind === 'refund') {
    const problem = refundProblem(world, payment);
    if (problem !== null) return problem;
  }
  // Without its country code a number is nobody's (providers.md 1.6).
  if (payment.details.partyIdType === 'MSISDN' && account.currency === 'UGX' && !payment.phone.startsWith('256')) {
    return payment.direction === 'in' ? 'PAYER_NOT_FOUND' : 'PAYEE_NOT_FOUND';
  }
  const short = payment.direction === 'out' && books.balance(payment.account) < payment.amount;
  return short ? 'NOT_ENOUGH_FUNDS' : null;
}

function tellerOf(world: MtnWorld, kind: MoneyKind, payment: Payment): Tell {
  return async (what) => {
    const url = payment.details.callbackUrl;
    if (url === undefined) return;
    const whom = { phone: payment.phone, reference: payment.reference, ordinal: payment.ordinal };
    const wanted = world.faults.choose('callback_method', whom)?.fault;
    const method = wanted === undefined ? kind.callbackMethod : wanted === 'callback_put' ? 'PUT' : 'POST';
    const body = what === 'genuine' ? statusBody(world, payment) : forgedBody(payment);
    await world.callbacks.send(payment, { url, method, body: JSON.stringify(body), genuine: what === 'genuine' });
  };
}

function kindOf(
  kind: MoneyKind['kind'],
  product: Product,
  version: MoneyKind['version'],
  party: Party,
  column: MoneyKind['column'],
  callbackMethod: MoneyKind['callbackMethod'],
): MoneyKind {
  return { kind, product, version, party, column, callbackMethod };
}
