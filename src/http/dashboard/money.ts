import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { quoteFee } from '../../fees/quote-fee.ts';
import { findUsedKey } from '../../ledger/idempotency.ts';
import { referenceOf } from '../../ledger/reference.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../../refusal.ts';
import type { Caller, IdempotentRequest, MoneyAnswer, OnTaken } from '../../wallet/answer.ts';
import { findTransaction } from '../../wallet/history.ts';
import { readPayingPower } from '../../wallet/paying-power.ts';
import { sendData } from '../answer.ts';
import { compileQuoteValidator } from '../api/quote-fee.ts';
import { sendMoneyAnswer } from '../money-answer.ts';
import { noteTaken } from '../money-route.ts';
import { amountOf, collectionBounds, payoutBounds } from '../schemas/amount.ts';
import { descriptionText, phoneOf, textOf } from '../schemas/text.ts';
import { clientParams, clientPath, type DashboardApi } from './server/api.ts';
import { deskCallerOf } from './server/desk.ts';
import { formKeyOf } from './server/idempotency.ts';
import { operatorSetupOf } from './server/operator-setup.ts';
import type { DashboardServices } from './server/services.ts';

/** Money moved by hand. */
export function serveMoney(api: DashboardApi, services: DashboardServices): void {
  readOperatorSetup(api, services);
  quoteOperation(api, services);
  lookupRecipient(api, services);
  sendMoneyRoute(api, services);
  withdrawToMobileRoute(api, services);
  collectPaymentRoute(api, services);
}

function readOperatorSetup(api: DashboardApi, { settlement, money }: DashboardServices): void {
  api.get(
    `${clientPath}/operators`,
    {
      schema: { summary: 'Which operators payments can use', params: Type.Object(clientParams) },
      config: { right: 'home.read' },
    },
    async (request, reply) => {
      const { mode } = deskCallerOf(request);
      const setup = operatorSetupOf(mode, settlement.operatorStates(), money.liveAllowed);
      sendData(reply, 'Operators retrieved.', setup);
    },
  );
}

const querystring = Type.Object({
  operation: Type.Enum(['send_money', 'withdrawal', 'collection']),
  amount: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Shillings.' }),
  recipient_phone: Type.Optional(phoneOf('The recipient; decides between internal and external.')),
  sender_pays_fee: Type.Optional(Type.Boolean({ default: true, description: 'Of send_money.' })),
});

/** What a person is shown before confirming: the cost, what the wallet has, and whether somebody else must approve. */
function quoteOperation(api: DashboardApi, { money, pool }: DashboardServices): void {
  api.get(
    `${clientPath}/quote`,
    {
      validatorCompiler: compileQuoteValidator,
      schema: {
        summary: 'The fee and the requirements of an operation',
        params: Type.Object(clientParams),
        querystring,
      },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { operation } = request.query;
      const caller = deskCallerOf(request);
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

function lookupRecipient(api: DashboardApi, { wallet }: DashboardServices): void {
  api.get(
    `${clientPath}/lookup`,
    {
      schema: {
        summary: 'The holder of a phone number, before money is sent',
        params: Type.Object(clientParams),
        querystring: Type.Object({
          phone: phoneOf('The number.'),
          operation: Type.Optional(
            Type.Enum(['send_money', 'withdrawal', 'collection'], {
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
      sendData(reply, 'Phone number looked up.', await wallet.lookupPhone(deskCallerOf(request), phone, destination));
    },
  );
}

/** What a form was shown goes with it, so that nobody pays another fee than the one they have confirmed. */
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
  recipient_phone: phoneOf('The recipient.'),
  amount: amountOf(
    payoutBounds,
    'The amount that the recipient receives, or the amount that leaves the wallet when sender_pays_fee is false.',
  ),
  description: Type.Optional(descriptionText),
  sender_pays_fee: Type.Optional(Type.Boolean({ default: true, description: 'Whether the fee comes on top.' })),
  fee_amount: shownFee,
});

function sendMoneyRoute(api: DashboardApi, services: DashboardServices): void {
  api.post(
    sendMoneyPath,
    {
      schema: { summary: 'Send money to a phone number', params: Type.Object(clientParams), body: sendMoneyBody },
      config: { right: 'money.move' },
    },
    async (request, reply) => {
      const { body } = request;
      await moveByForm(services, request, reply, sendMoneyPath, (caller, form, onTaken) =>
        services.wallet.sendMoney(caller, body, form, onTaken, body.fee_amount),
      );
    },
  );
}

/**
 * Moves money as a form asks, once, and answers. Where the form has moved money before with other values, as after an
 * answer that was lost, the refusal names that payment: whoever sees it decides whether this is another one.
 * @param path the route's own path.
 */
export async function moveByForm(
  services: DashboardServices,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  move: (caller: Caller, form: IdempotentRequest, onTaken: OnTaken) => Promise<MoneyAnswer>,
): Promise<void> {
  const caller = deskCallerOf(request);
  const form = formKeyOf(request, path);
  try {
    const answer = await move(caller, form, noteTaken(reply));
    await sendMoneyAnswer(services, request, reply, form, answer, caller);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'idempotency_key_reused') throw error;
    throw (await movedBefore(services.pool, caller, form)) ?? error;
  }
}

/** The refusal that names the payment of the form; null when it cannot be found any more. */
async function movedBefore(db: Queryable, { walletId }: Caller, { key }: IdempotentRequest): Promise<Refusal | null> {
  const used = await findUsedKey(db, walletId, key);
  if (used === null) return null;
  const transaction = await findTransaction(db, walletId, used.transactionId);
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
  phone: phoneOf('The mobile-money account that gets it.'),
  amount: amountOf(payoutBounds, 'The amount that the destination receives.'),
  description: Type.Optional(descriptionText),
  fee_amount: shownFee,
});

function withdrawToMobileRoute(api: DashboardApi, services: DashboardServices): void {
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
      await moveByForm(services, request, reply, withdrawToMobilePath, (caller, form, onTaken) =>
        services.wallet.withdrawToMobile(caller, body, form, onTaken, body.fee_amount),
      );
    },
  );
}

const collectPaymentPath = `${clientPath}/collect-payment`;

const collectPaymentBody = Type.Object({
  customer_phone: phoneOf('The customer who pays.'),
  amount: amountOf(collectionBounds, 'The amount that the customer pays; the fee is deducted from it.'),
  description: Type.Optional(descriptionText),
  customer_name: Type.Optional(textOf(120, 'The name of the customer.', 'Nakato Sarah')),
  fee_amount: shownFee,
});

function collectPaymentRoute(api: DashboardApi, services: DashboardServices): void {
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
      await moveByForm(services, request, reply, collectPaymentPath, (caller, form, onTaken) =>
        services.wallet.collectPayment(caller, body, form, onTaken, body.fee_amount),
      );
    },
  );
}
