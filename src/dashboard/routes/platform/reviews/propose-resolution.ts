import { recordAudit } from '../../../../access/audit-log.ts';
import { sendData } from '../../../../http/answer.ts';
import { inDatabaseTransaction } from '../../../../postgres/database-transaction.ts';
import { proposeResolution } from '../../../../wallet/review/proposals.ts';
import { refusalOf } from '../../../../wallet/sentences.ts';
import type { DashboardApi } from '../../../api.ts';
import { deskOf } from '../../../desk.ts';
import type { DashboardServices } from '../../../services.ts';
import { findReviewCase } from './find-review-case.ts';
import { proposedEnd } from './proposed-end.ts';
import { caseParams } from './read-review-case.ts';

export function proposeResolutionRoute(api: DashboardApi, { pool }: DashboardServices): void {
  api.post(
    '/platform/reviews/:caseId/proposal',
    {
      schema: { summary: 'Propose how a case ends', params: caseParams, body: proposedEnd },
      config: { right: 'reviews.resolve' },
    },
    async (request, reply) => {
      const { caseId: reviewCaseId } = request.params;
      const { resolution, reason } = request.body;
      const by = deskOf(request).person.email;
      const { found } = await findReviewCase(pool, reviewCaseId);
      if (found.resolved !== null) throw refusalOf({ code: 'case_not_open' });
      if (!found.fitting.includes(resolution)) {
        throw refusalOf({ code: 'resolution_does_not_fit', fitting: found.fitting });
      }
      await inDatabaseTransaction(pool, async (db) => {
        await proposeResolution(db, { reviewCaseId, resolution, reason, by });
        await recordAudit(db, {
          actor: by,
          action: 'review_case.resolution_proposed',
          subject: `review case ${reviewCaseId}`,
          details: { resolution, reason },
        });
      });
      sendData(reply, 'Proposed; another person confirms it.', (await findReviewCase(pool, reviewCaseId)).object);
    },
  );
}
