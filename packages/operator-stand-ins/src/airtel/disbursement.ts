import type { Payment } from '../books.ts';
import { type Done, underCallFault } from '../faults/effects.ts';
import { type Happening, pick } from '../faults/faults.ts';
import { asObject, jsonObject, type ReadRequest } from '../http/read-request.ts';
import type { Reply } from '../http/reply.ts';
import type { Routes } from '../http/routes.ts';
import { groupedText, type Hundredths } from '../hundredths.ts';
import { type PlannedTurn, turnsOf } from '../life.ts';
import { airtelSays, alreadyExists, envelope, messageOf, problem, routerError } from './answers.ts';
import { invalidField, placeProblem, type Read, readAmount, readPhone, readText } from './body.ts';
import { signatureProblem, turnedAway } from './gate.ts';
import { type Ending, payoutEnding } from './numbers.ts';
import { type AirtelWorld, airtelMoneyIdOf } from './world.ts';

type Version = 'v1' | 'v2' | 'v3';

/** Where each version is. Version 3 has no slash at its end and wants signing (providers.md 2.6). */
const paths: Readonly<Record<Version, string>> = {
  v1: '/standard/v1/disbursements/',
  v2: '/standard/v2/disbursements/',
  v3: '/standard/v3/disbursements',
};
const signed = { v1: 'never', v2: 'as_set', v3: 'always' } as const;

export function addDisbursement(routes: Routes, prefixes: readonly string[], world: AirtelWorld): void {
  for (const prefix of prefixes) {
    for (const version of ['v1', 'v2', 'v3'] as const) {
      routes.on('POST', prefix + paths[version], (request) => disburse(world, version, request));
    }
  }
}

async function disburse(world: AirtelWorld, version: Version, request: ReadRequest): Promise<Reply> {
  const away = turnedAway(world, request) ?? signatureProblem(world, request, 'disbursement', signed[version]);
  if (away !== null) return away;
  const asked = readDisbursement(version, request.body);
  if ('error' in asked) return asked.error;
  const fault = world.faults.choose('call', { phone: asked.phone, reference: asked.id });
  if (fault?.fault === 'unauthorized') world.tokens.drop(request.header('authorization'));
  return underCallFault(fault, () => take(world, version, asked), airtelSays('disbursement'));
}

interface Asked {
  readonly id: string;
  readonly phone: string;
  readonly amount: Hundredths;
  readonly reference: string;
  readonly pin: unknown;
}

function readDisbursement(version: Version, raw: Buffer): Read<Asked> {
  const body = jsonObject(raw);
  if (body === null) return invalidField('disbursement', 'The body is not a JSON object.');
  const payee = asObject(body.payee);
  const transaction = asObject(body.transaction);
  const phone = readPhone('disbursement', payee?.msisdn);
  if ('error' in phone) return phone;
  const reference = readText('disbursement', 'reference', body.reference);
  if ('error' in reference) return reference;
  const amount = readAmount('disbursement', transaction?.amount);
  if ('error' in amount) return amount;
  const id = readText('disbursement', 'id', transaction?.id);
  if ('error' in id) return id;
  if (version !== 'v1') {
    if (payee?.currency === undefined || transaction?.type === undefined) return { error: routerError('ROUTER003') };
    const place = placeProblem(payee);
    if (place !== null) return { error: place };
    if (transaction.type !== 'B2C' && transaction.type !== 'B2B') {
      return invalidField('disbursement', 'type is invalid.');
    }
  }
  if (version === 'v3' && payee?.wallet_type !== 'NORMAL' && payee?.wallet_type !== 'SALARY') {
    return invalidField('disbursement', 'wallet_type is invalid.');
  }
  return { ...phone, ...amount, id: id.text, reference: reference.text, pin: body.pin };
}

async function take(world: AirtelWorld, version: Version, asked: Asked): Promise<Done> {
  const { books, lives } = world;
  const refused = (reply: Reply): Done => ({ reply, created: false });
  const pinWord = pinProblem(world, asked.pin);
  if (pinWord !== null) return refused(routerError(pinWord));
  const known = books.find(asked.id);
  if (known !== undefined) {
    known.calls += 1;
    return refused(alreadyExists('disbursement', version === 'v1' ? 0 : 1));
  }
  const ending = payoutEnding(asked.phone);
  if (ending?.is === 'refused') return refused(problem(ending.code));
  if (books.balance('DISB') < asked.amount) return refused(problem('DP00900001007'));
  const payment = enter(world, version, asked);
  const turns = turnsOfDisbursement(world, payment);
  // The success answer is synchronous: what happens at once has happened before the answer is made.
  for (const { state, reason, paid } of turns.filter(({ afterMs }) => afterMs === 0)) {
    books.turn(payment, state, reason, paid);
  }
  const toldNobody = async () => {};
  await lives.begin(
    payment,
    turns.filter(({ afterMs }) => afterMs > 0),
    null,
    toldNobody,
  );
  if (ending?.is === 'duplicate') {
    return { reply: alreadyExists('disbursement', ending.code.endsWith('11') ? 0 : 1), created: true };
  }
  return { reply: answerOf(world, payment), created: true };
}

function enter({ books }: AirtelWorld, version: Version, { id, phone, amount, reference }: Asked): Payment {
  return books.enter({
    reference: id,
    kind: 'disbursement',
    direction: 'out',
    account: 'DISB',
    amount,
    currency: 'UGX',
    phone,
    details: { reference, version },
    state: 'TIP',
  });
}

/** The PIN is encrypted, decrypts with our private key, and is the right one. Null, or what is wrong with it. */
function pinProblem({ account, keys }: AirtelWorld, pin: unknown): 'ROUTER114' | 'ROUTER115' | 'ROUTER116' | null {
  if (typeof pin !== 'string' || pin === '') return 'ROUTER114';
  const opened = keys.openPin(pin);
  if (opened === null) return 'ROUTER116';
  return opened === account.pin ? null : 'ROUTER115';
}

/** What a payout fails with when chance decides. */
const commonCodes = ['DP00900001003', 'DP00900001004', 'DP00900001005', 'DP00900001009', 'DP00900001012'] as const;

function turnsOfDisbursement({ settings, faults }: AirtelWorld, payment: Payment): readonly PlannedTurn[] {
  const { settleDelayMs } = settings.now;
  const turn = ({ state, code }: Ending, afterMs: number): PlannedTurn => {
    return { afterMs, state, reason: code, paid: state === 'TS' };
  };
  const success = turn({ state: 'TS', code: 'DP00900001001' }, 0);
  const ambiguous = turn({ state: 'TA', code: 'DP00900001000' }, 0);
  const ending = payoutEnding(payment.phone);
  // What is not known at once is known a moment later, never in the answer itself.
  const laterMs = Math.max(1, settleDelayMs);
  const usual =
    ending?.is !== 'taken'
      ? [success]
      : ending.first === ending.end
        ? [turn(ending.first, 0)]
        : [turn(ending.first, 0), turn(ending.end, laterMs)];
  const outcome = faults.choose('outcome', {
    phone: payment.phone,
    reference: payment.reference,
    ordinal: payment.ordinal,
  });
  const turns = turnsOf(usual, outcome, {
    success,
    failure: (code, draw) => turn({ state: 'TF', code: code ?? pick(commonCodes, draw) }, 0),
  });
  return isOpenAtFirst(outcome) ? [ambiguous, ...turns.filter(({ afterMs }) => afterMs > 0)] : turns;
}

function isOpenAtFirst(outcome: Happening<'outcome'> | null): boolean {
  return outcome?.fault === 'never_ends' || outcome?.fault === 'ends_late';
}

/** The answer to the call: the state that the payment has come to by now. */
function answerOf(world: AirtelWorld, payment: Payment): Reply {
  const code = payment.reason ?? 'DP00900001006';
  const balance = groupedText(world.books.balance('DISB'));
  const paid = payment.state === 'TS';
  const failed = payment.state === 'TF';
  const transaction = {
    ...(paid ? { reference_id: payment.operatorId, airtel_money_id: airtelMoneyIdOf(payment) } : {}),
    id: payment.reference,
    status: payment.state,
    message: paid ? `UGX ${groupedText(payment.amount)} was sent. Your balance is UGX ${balance}.` : messageOf(code),
  };
  return envelope(
    { transaction },
    {
      code: failed ? '400' : '200',
      message: paid ? 'SUCCESS' : messageOf(code),
      result_code: failed ? 'ESB000011' : 'ESB000010',
      response_code: code,
      success: !failed,
    },
  );
}
