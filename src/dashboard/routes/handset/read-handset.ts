import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { phoneField } from '../../../wallet/phone.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { handsetParams, handsetPath } from './handset-path.ts';

const querystring = Type.Object({
  phones: Type.String({
    pattern: '^256[0-9]{9}(,256[0-9]{9}){0,7}$',
    description: 'The phones on the screen, up to eight, with commas between.',
    examples: ['256770000009,256700000009'],
  }),
});

export function readHandset(api: DashboardApi, { simulator, money }: DashboardServices): void {
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
      const caller = deskCallerOf(request);
      const phones = [...new Set(request.query.phones.split(','))].map((phone) => phoneField('phones', phone));
      const [prompts, messages] = await Promise.all([
        Promise.all(phones.map((phone) => simulator.listPrompts(caller, phone))),
        simulator.listMessages(caller, phones),
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
