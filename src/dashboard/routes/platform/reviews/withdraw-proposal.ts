import { recordAudit } from '../../../../access/audit-log.ts';
import { sendData } from '../../../../http/answer.ts';
import { notFound } from '../../../../http/refusal-of-error.ts';
import { inDatabaseTransaction } from '../../../../postgres/database-transaction.ts';
import { withdrawProposal } from '../../../../wallet/review/proposals.ts';
import type { DashboardApi } from '../../../api.ts';
import { deskOf } from '../../../desk.ts';
import type { DashboardServices } from '../../../services.ts';
import { findReviewCase } from './find-review-case.ts';
import { caseParams } from './read-review-case.ts';

export function withdrawProposalRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.delete(
    '/platform/reviews/:caseId/proposal',
    {
      schema: { summary: 'Take back or reject a proposed end', params: caseParams },
      config: { right: 'reviews.resolve' },
    },
    async (request, reply) => {
      const { caseId: reviewCaseId } = request.params;
      const actor = deskOf(request).person.email;
      await inDatabaseTransaction(pool, async (db) => {
        const proposal = await withdrawProposal(db, reviewCaseId);
        if (proposal === null) throw notFound();
        await recordAudit(db, {
          actor,
          action: 'review_case.proposal_withdrawn',
          subject: `review case ${reviewCaseId}`,
          details: { resolution: proposal.resolution, reason: proposal.reason, proposed_by: proposal.by },
        });
      });
      sendData(reply, 'The proposal is gone.', (await findReviewCase(pool, reviewCaseId)).object);
    },
  );
}
