import { Type } from 'typebox';
import { phoneField } from '../../wallet/phone.ts';
import { sendData } from '../response.ts';
import { positiveId } from '../schemas/id.ts';
import type { DashboardApi, DashboardParts } from './server/api.ts';
import { clientCallerOf } from './server/context.ts';

/** The virtual handset of test mode: phones on the screen. */
export function registerHandsetRoutes(api: DashboardApi, parts: DashboardParts): void {
  readHandset(api, parts);
  answerPrompt(api, parts);
}

const querystring = Type.Object({
  phones: Type.String({
    pattern: '^256[0-9]{9}(,256[0-9]{9}){0,7}$',
    description: 'The phones on the screen, up to eight, separated by commas.',
    examples: ['256770000009,256700000009'],
  }),
});

function readHandset(api: DashboardApi, { handset, money }: DashboardParts): void {
  api.get(
    handsetPath,
    {
      schema: {
        summary: 'What phones show now: prompts that wait, and messages',
        params: Type.Object(handsetParams),
        querystring,
      },
      config: { right: 'handset.use' },
    },
    async (request, reply) => {
      const caller = clientCallerOf(request);
      const phones = [...new Set(request.query.phones.split(','))].map((phone) => phoneField('phones', phone));
      const [prompts, messages] = await Promise.all([
        Promise.all(phones.map((phone) => handset.listPrompts(caller, phone))),
        handset.listMessages(caller, phones),
      ]);
      // The time here, because the prompts end by it and not by the browser's clock.
      sendData(reply, 'Handset read.', {
        now: new Date().toISOString(),
        phones: phones.map((phone) => ({ phone, operator: money.prefixes.operatorOf(phone) })),
        prompts: prompts.flat(),
        messages,
      });
    },
  );
}

/** Test mode stands in the address itself: in live mode there is nothing here for anybody. */
const handsetPath = '/clients/:clientId/test/handset';
const handsetParams = { clientId: Type.String() };

const params = Type.Object({ ...handsetParams, promptId: positiveId('The number of the prompt.') });

const words = {
  approve: { summary: 'Approve a prompt', message: 'Approved.' },
  decline: { summary: 'Decline a prompt', message: 'Declined.' },
} as const;

function answerPrompt(api: DashboardApi, { handset }: DashboardParts): void {
  for (const answer of ['approve', 'decline'] as const) {
    const { summary, message } = words[answer];
    api.post(
      `${handsetPath}/prompts/:promptId/${answer}`,
      { schema: { summary, params }, config: { right: 'handset.use' } },
      async (request, reply) => {
        const caller = clientCallerOf(request);
        sendData(reply, message, await handset.answerPrompt(caller, request.params.promptId, answer));
      },
    );
  }
}
