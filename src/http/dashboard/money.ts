import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Caller } from '../../access/caller.ts';
import type { Records } from '../../history/records.ts';
import type { IdempotentRequest } from '../../ledger/idempotency.ts';
import { findUsedKey } from '../../ledger/idempotency.ts';
import { referenceOf } from '../../ledger/reference.ts';
import { Refusal } from '../../refusal.ts';
import type { MoneyAnswer, OnTaken } from '../../wallet/answer.ts';
import { findTransaction } from '../../wallet/history.ts';
import { readPayingPower } from '../../wallet/paying-power.ts';
import { type PreviewRequest, previewPayment } from '../../wallet/preview.ts';
import { sendMoneyAnswer } from '../money-answer.ts';
import { noteTaken } from '../money-route.ts';
import { sendData } from '../response.ts';
import { collectionFields } from '../schemas/collection.ts';
import { sendMoneyFields, withdrawalFields } from '../schemas/payout.ts';
import { operatorSetupOf } from './operator-setup.ts';
import type { PayingPowerObject } from './schemas/money.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf } from './server/context.ts';
import { formKeyOf } from './server/idempotency.ts';

/** Money moved by hand. */
export function registerPaymentRoutes(api: DashboardApi, parts: DashboardParts): void {
  readOperatorSetup(api, parts);
  readPayingPowerRoute(api, parts);
  previewRoutes(api, parts);
  sendMoneyRoute(api, parts);
  withdrawToMobileRoute(api, parts);
  collectPaymentRoute(api, parts);
}

function readOperatorSetup(api: DashboardApi, { settlement, money }: DashboardParts): void {
  api.get(
    `${clientPath}/operators`,
    {
      schema: { summary: 'Which operators payments can use', params: Type.Object(clientParams) },
      config: { right: 'home.read' },
    },
    async (request, reply) => {
      const { mode } = clientCallerOf(request);
      const setup = operatorSetupOf(mode, settlement.operatorStates(), money.liveRefusal);
      sendData(reply, 'Operators retrieved.', setup);
    },
  );
}

function readPayingPowerRoute(api: DashboardApi, { pool }: DashboardParts): void {
  api.get(
    `${clientPath}/paying-power`,
    {
      schema: { summary: 'What can be paid from the wallet now', params: Type.Object(clientParams) },
      config: { right: 'home.read' },
    },
    async (request, reply) => {
      const { available, frozen } = await readPayingPower(pool, clientCallerOf(request).walletId);
      const power: PayingPowerObject = { available, frozen };
      sendData(reply, 'Balance retrieved.', power);
    },
  );
}

/** The fee that the form showed comes with it, so that nobody pays another fee than the one they confirmed. */
const shownFee = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The fee that was shown, in shillings. Refused if the fee has changed.',
    examples: [1500],
  }),
);

const sendMoneyPath = `${clientPath}/send-money`;

const sendMoneyBody = Type.Object({
  ...sendMoneyFields,
  fee_amount: shownFee,
});

function sendMoneyRoute(api: DashboardApi, parts: DashboardParts): void {
  api.post(
    sendMoneyPath,
    {
      schema: { summary: 'Send money to a phone number', params: Type.Object(clientParams), body: sendMoneyBody },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { body } = request;
      await moveByForm(parts, request, reply, sendMoneyPath, (caller, form, onTaken) =>
        parts.wallet.sendMoney(caller, body, form, onTaken, { shownFee: body.fee_amount }),
      );
    },
  );
}

/**
 * Moves money as a form asks, once, and answers. Where the form has moved money before with other values, as after an
 * answer that was lost, the refusal names that payment: the person decides whether this is another one.
 * @param path the route's own path.
 */
export async function moveByForm(
  parts: DashboardParts,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  move: (caller: Caller, form: IdempotentRequest, onTaken: OnTaken) => Promise<MoneyAnswer>,
): Promise<void> {
  const caller = clientCallerOf(request);
  const form = formKeyOf(request, path);
  try {
    const answer = await move(caller, form, noteTaken(reply));
    await sendMoneyAnswer(parts, request, reply, form, answer, caller);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'idempotency_key_reused') throw error;
    throw (await movedBefore(parts.records, caller, form)) ?? error;
  }
}

/** The refusal that names the payment of the form; null when it cannot be found any more. */
async function movedBefore(
  records: Records,
  { walletId }: Caller,
  { key }: IdempotentRequest,
): Promise<Refusal | null> {
  const used = await findUsedKey(records, walletId, key);
  if (used === null) return null;
  const transaction = await findTransaction(records, walletId, used.transactionId);
  if (transaction === null) return null;
  const { type, createdAtMs, transactionId } = transaction;
  const reference = referenceOf(type, createdAtMs, transactionId);
  return new Refusal(
    'idempotency_key_reused',
    `This form was already sent with other values and created ${reference}; check it before you send another.`,
    { data: { transaction_id: transactionId, reference } },
  );
}

const withdrawToMobilePath = `${clientPath}/withdraw/mobile`;

const withdrawToMobileBody = Type.Object({
  ...withdrawalFields,
  fee_amount: shownFee,
});

function withdrawToMobileRoute(api: DashboardApi, parts: DashboardParts): void {
  api.post(
    withdrawToMobilePath,
    {
      schema: {
        summary: 'Withdraw to a mobile-money account',
        params: Type.Object(clientParams),
        body: withdrawToMobileBody,
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { body } = request;
      await moveByForm(parts, request, reply, withdrawToMobilePath, (caller, form, onTaken) =>
        parts.wallet.withdrawToMobile(caller, body, form, onTaken, { shownFee: body.fee_amount }),
      );
    },
  );
}

const collectPaymentPath = `${clientPath}/collect-payment`;

const collectPaymentBody = Type.Object({
  ...collectionFields,
  fee_amount: shownFee,
});

function collectPaymentRoute(api: DashboardApi, parts: DashboardParts): void {
  api.post(
    collectPaymentPath,
    {
      schema: {
        summary: 'Request a payment from a customer',
        params: Type.Object(clientParams),
        body: collectPaymentBody,
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { body } = request;
      await moveByForm(parts, request, reply, collectPaymentPath, (caller, form, onTaken) =>
        parts.wallet.collectPayment(caller, body, form, onTaken, body.fee_amount),
      );
    },
  );
}

/**
 * What a person is shown before confirming. Each takes the body of the route that moves the money, so that it names every field that
 * would be refused there, all at once.
 */
function previewRoutes(api: DashboardApi, parts: DashboardParts): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, asked: PreviewRequest) => {
    const preview = await previewPayment(parts.money, parts.pool, clientCallerOf(request), asked);
    sendData(reply, 'Preview calculated.', preview);
  };
  api.post(
    `${sendMoneyPath}/preview`,
    {
      schema: { ...previewSchema('Send money to a phone number'), body: Type.Object(sendMoneyFields) },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { recipient_phone: phone, amount, sender_pays_fee: senderPaysFee } = request.body;
      await send(request, reply, {
        operation: 'send_money',
        phone,
        phoneField: 'recipient_phone',
        amount,
        senderPaysFee,
      });
    },
  );
  api.post(
    `${withdrawToMobilePath}/preview`,
    {
      schema: { ...previewSchema('Withdraw to a mobile-money account'), body: Type.Object(withdrawalFields) },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { phone, amount } = request.body;
      await send(request, reply, { operation: 'withdrawal', phone, phoneField: 'phone', amount });
    },
  );
  api.post(
    `${collectPaymentPath}/preview`,
    {
      schema: { ...previewSchema('Request a payment from a customer'), body: Type.Object(collectionFields) },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { customer_phone: phone, amount } = request.body;
      await send(request, reply, { operation: 'collection', phone, phoneField: 'customer_phone', amount });
    },
  );
}

function previewSchema(operation: string) {
  return {
    summary: `${operation}: cost, other side and balance, before it is done`,
    description: 'Nothing moves and nothing is reserved.',
    params: Type.Object(clientParams),
  };
}
