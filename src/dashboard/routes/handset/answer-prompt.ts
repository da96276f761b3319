import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { positiveId } from '../../../http/schemas/id.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DashboardServices } from '../../services.ts';
import { handsetParams, handsetPath } from './handset-path.ts';

const params = Type.Object({ ...handsetParams, promptId: positiveId('The number of the prompt.') });

const words = {
  approve: { summary: 'Approve a prompt', message: 'Approved.' },
  decline: { summary: 'Decline a prompt', message: 'Declined.' },
} as const;

export function answerPrompt(api: DashboardApi, { simulator }: DashboardServices): void {
  for (const answer of ['approve', 'decline'] as const) {
    const { summary, message } = words[answer];
    api.post(
      `${handsetPath}/prompts/:promptId/${answer}`,
      { schema: { summary, params }, config: { right: 'handset.use' } },
      async (request, reply) => {
        const caller = deskCallerOf(request);
        sendData(reply, message, await simulator.answerPrompt(caller, request.params.promptId, answer));
      },
    );
  }
}
