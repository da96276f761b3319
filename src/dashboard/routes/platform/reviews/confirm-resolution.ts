import { sendData } from '../../../../http/answer.ts';
import { write } from '../../../../wallet/operation.ts';
import { resolveCase } from '../../../../wallet/review/resolve.ts';
import { refusalOf } from '../../../../wallet/sentences.ts';
import type { DashboardApi } from '../../../api.ts';
import { deskOf } from '../../../desk.ts';
import type { DashboardServices } from '../../../services.ts';
import { findReviewCase } from './find-review-case.ts';
import { proposedEnd } from './proposed-end.ts';
import { caseParams } from './read-review-case.ts';

/** The body repeats what the person has seen: an end that was proposed anew in the meantime is not confirmed with it. */
export function confirmResolutionRoute(api: DashboardApi, { pool, money }: DashboardServices): void {
  api.post(
    '/platform/reviews/:caseId/confirm',
    {
      schema: { summary: 'Confirm how a case ends, as a second person', params: caseParams, body: proposedEnd },
      config: { right: 'reviews.resolve' },
    },
    async (request, reply) => {
      const { caseId } = request.params;
      const { resolution, reason, client_id: clientId = null } = request.body;
      const approver = deskOf(request).person.email;
      const { found, proposal } = await findReviewCase(pool, caseId);
      if (found.resolved !== null || proposal === null) throw refusalOf({ code: 'case_not_open' });
      if (proposal.resolution !== resolution || proposal.reason !== reason || proposal.clientId !== clientId) {
        throw refusalOf({ code: 'proposal_gone' });
      }
      if (proposal.by === approver) throw refusalOf({ code: 'approver_is_maker' });
      const submit = (command: Parameters<typeof write>[1]) => write(money, command);
      const { by: maker, atMs: proposedAtMs } = proposal;
      const decision = { resolution, reason, clientId, maker, approver, actor: approver, proposedAtMs };
      await resolveCase({ pool, submit }, found, decision);
      sendData(reply, 'The case has ended.', (await findReviewCase(pool, caseId)).object);
    },
  );
}
