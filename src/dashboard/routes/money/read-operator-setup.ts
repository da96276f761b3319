import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { clientParams, clientPath, type DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import { operatorSetupOf } from '../../operator-setup.ts';
import type { DashboardServices } from '../../services.ts';

export function readOperatorSetup(api: DashboardApi, { settlement, money }: DashboardServices): void {
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
