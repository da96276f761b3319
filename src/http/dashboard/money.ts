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
import { quotedOperations, quoteFee } from '../../wallet/quote-fee.ts';
import { sendMoneyAnswer } from '../money-answer.ts';
import { noteTaken } from '../money-route.ts';
import { sendData } from '../response.ts';
import { collectionFields } from '../schemas/collection.ts';
import { compileQuoteValidator, feeQuery } from '../schemas/fee.ts';
import { sendMoneyFields, withdrawalFields } from '../schemas/payout.ts';
import { phoneOf } from '../schemas/text.ts';
import { operatorSetupOf } from './operator-setup.ts';
import { clientParams, clientPath, type DashboardApi, type DashboardParts } from './server/api.ts';
import { clientCallerOf } from './server/context.ts';
import { formKeyOf } from './server/idempotency.ts';

/** Money moved by hand. */
export function registerPaymentRoutes(api: DashboardApi, parts: DashboardParts): void {
  readOperatorSetup(api, parts);
  quoteOperation(api, parts);
  lookupRecipient(api, parts);
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

/** What a person is shown before confirming: the cost, what the wallet has, and whether somebody else must approve. */
function quoteOperation(api: DashboardApi, { money, pool }: DashboardParts): void {
  api.get(
    `${clientPath}/quote`,
    {
      validatorCompiler: compileQuoteValidator,
      schema: {
        summary: 'The fee and the requirements of an operation',
        params: Type.Object(clientParams),
        querystring: feeQuery,
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { operation } = request.query;
      const caller = clientCallerOf(request);
      const quote = await quoteFee(money, caller, request.query);
      const { available, approvalThreshold } = await readPayingPower(pool, caller.walletId);
      const isPayout = operation !== 'collection';
      sendData(reply, 'Fee calculated.', {
        ...quote,
        available,
        is_affordable: !isPayout || quote.total_deducted <= available,
        requires_approval: isPayout && approvalThreshold !== null && quote.total_deducted >= approvalThreshold,
      });
    },
  );
}

function lookupRecipient(api: DashboardApi, { wallet }: DashboardParts): void {
  api.get(
    `${clientPath}/lookup`,
    {
      schema: {
        summary: 'The holder of a phone number, before money is sent',
        params: Type.Object(clientParams),
        querystring: Type.Object({
          phone: phoneOf('The number.'),
          operation: Type.Optional(
            Type.Enum([...quotedOperations], {
              default: 'send_money',
              description:
                'A withdrawal goes to mobile money and a collection comes from it, even if the phone has a wallet.',
            }),
          ),
        }),
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { phone, operation = 'send_money' } = request.query;
      const destination = operation === 'send_money' ? 'wallet_or_mobile_money' : 'mobile_money';
      sendData(reply, 'Phone number looked up.', await wallet.lookupPhone(clientCallerOf(request), phone, destination));
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
