import { Type } from 'typebox';
import type { Handset } from '../../operators/simulator/handset.ts';
import { type Api, anyKey, callerOf } from '../api.ts';
import type { Deadlines } from '../deadline.ts';
import { type MoneyRouteParts, sendMoneyAnswer } from '../money-answer.ts';
import { beginMoving, moneyFailures } from '../money-route.ts';
import { sendData, sendJson } from '../response.ts';
import { amountOf, shillings, testFundBounds } from '../schemas/amount.ts';
import { envelopeOf } from '../schemas/envelope.ts';
import { positiveId } from '../schemas/id.ts';
import { moment, nullable, phoneOf } from '../schemas/text.ts';

/** The phones of test mode, and test money. */
export function registerTestModeRoutes(
  api: Api,
  parts: MoneyRouteParts & { readonly handset: Pick<Handset, 'answerPrompt' | 'listPrompts'> },
  deadlines: Deadlines,
): void {
  listPrompts(api, parts.handset);
  answerPrompt(api, parts.handset);
  fundTestWallet(api, parts, deadlines);
}

const message = 'Prompts retrieved.';

function listPrompts(api: Api, handset: Pick<Handset, 'listPrompts'>): void {
  api.get(
    '/test/prompts',
    {
      schema: {
        operationId: 'listPrompts',
        summary: 'List the prompts that wait on a test handset',
        description: 'Test mode only: not found with a live key.',
        tags: ['Test mode'],
        querystring: Type.Object({ phone: Type.Optional(phoneOf('Only prompts of this phone.')) }),
      },
      config: {
        access: { limit: 'webhooks', permissions: anyKey, testModeOnly: true },
        response: Type.Object({
          success: Type.Boolean({ const: true }),
          message: Type.String({ examples: [message] }),
          data: Type.Array(promptSchema),
        }),
        failures: ['invalid_request', 'not_found'],
      },
    },
    async (request, reply) => {
      const prompts = await handset.listPrompts(callerOf(request), request.query.phone);
      sendJson(reply, 200, JSON.stringify({ success: true, message, data: prompts }));
    },
  );
}

const messages = { approve: 'Prompt approved.', decline: 'Prompt declined.' } as const;

/** Approving and declining a prompt differ in one word. */
function answerPrompt(api: Api, handset: Pick<Handset, 'answerPrompt'>): void {
  for (const decision of ['approve', 'decline'] as const) {
    const message = messages[decision];
    api.post(
      `/test/prompts/:id/${decision}`,
      {
        schema: {
          operationId: `${decision}Prompt`,
          summary: `${decision === 'approve' ? 'Approve' : 'Decline'} a prompt on a test handset`,
          description: 'Test mode only: not found with a live key.',
          tags: ['Test mode'],
          params: Type.Object({ id: positiveId('The id of the prompt.') }),
        },
        config: {
          access: { limit: 'webhooks', permissions: anyKey, testModeOnly: true },
          response: envelopeOf(promptSchema, message),
          failures: ['not_found'],
        },
      },
      async (request, reply) => {
        sendData(reply, message, await handset.answerPrompt(callerOf(request), request.params.id, decision));
      },
    );
  }
}

const fundRequest = Type.Object({
  amount: amountOf(testFundBounds, 'Test shillings to add.'),
});

const funded = Type.Object(
  {
    transaction_id: Type.Integer({ examples: [42] }),
    reference: Type.String({ examples: ['DEP_1781000000_42'] }),
    amount: shillings('What was added.'),
    new_balance: nullable(shillings('The balance after it.')),
    created_at: moment('When it was booked.'),
  },
  { title: 'Funding' },
);

function fundTestWallet(api: Api, parts: MoneyRouteParts, deadlines: Deadlines): void {
  api.post(
    '/test/wallet/fund',
    {
      schema: {
        operationId: 'fundTestWallet',
        summary: 'Add test shillings to the wallet',
        description: 'Test mode only: not found with a live key.',
        tags: ['Test mode'],
        body: fundRequest,
      },
      config: {
        access: { limit: 'webhooks', permissions: anyKey, testModeOnly: true },
        response: envelopeOf(funded, 'Test wallet funded.'),
        failures: [...moneyFailures, 'not_found'],
        idempotent: true,
      },
    },
    async (request, reply) => {
      const idempotent = beginMoving(request, reply, '/api/v1/test/wallet/fund', deadlines);
      const answer = await parts.wallet.fundTestWallet(callerOf(request), request.body, idempotent);
      await sendMoneyAnswer(parts, request, reply, idempotent, answer);
    },
  );
}

/** A prompt on the virtual handset of test mode (interface-decisions.md section 8). */
const promptSchema = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    kind: Type.Enum(['collection', 'payout']),
    phone: Type.String({ examples: ['256770000009'] }),
    operator: Type.String({ examples: ['MTN'] }),
    amount: shillings('The amount that the customer pays, or the recipient receives.'),
    currency: Type.String({ const: 'UGX' }),
    description: nullable(Type.String()),
    merchant_name: Type.String({ description: 'Your name, as shown on the phone.' }),
    transaction_id: Type.Integer({ examples: [42] }),
    external_reference: Type.String(),
    status: Type.Enum(['waiting', 'approved', 'declined']),
    created_at: moment('When it appeared.'),
    expires_at: moment('Until when it can be answered.'),
  },
  { title: 'Prompt' },
);
