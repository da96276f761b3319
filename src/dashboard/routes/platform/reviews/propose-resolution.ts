import { recordAudit } from '../../../../access/audit-log.ts';
import { findClient } from '../../../../access/clients.ts';
import { sendData } from '../../../../http/answer.ts';
import type { Resolution } from '../../../../ledger/commands.ts';
import { inDatabaseTransaction } from '../../../../postgres/database-transaction.ts';
import type { Queryable } from '../../../../postgres/pool.ts';
import { invalidField } from '../../../../wallet/refusal.ts';
import type { FoundCase } from '../../../../wallet/review/cases.ts';
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
      const { resolution, reason, client_id: clientId = null } = request.body;
      const by = deskOf(request).person.email;
      const { found } = await findReviewCase(pool, reviewCaseId);
      if (found.resolved !== null) throw refusalOf({ code: 'case_not_open' });
      if (!found.fitting.includes(resolution)) {
        throw refusalOf({ code: 'resolution_does_not_fit', fitting: found.fitting });
      }
      await refuseWrongClient(pool, found, resolution, clientId);
      await inDatabaseTransaction(pool, async (db) => {
        await proposeResolution(db, { reviewCaseId, resolution, reason, clientId, by });
        await recordAudit(db, {
          actor: by,
          action: 'review_case.resolution_proposed',
          subject: `review case ${reviewCaseId}`,
          details: { resolution, reason, ...(clientId === null ? {} : { client_id: clientId }) },
        });
      });
      sendData(reply, 'Proposed; another person confirms it.', (await findReviewCase(pool, reviewCaseId)).object);
    },
  );
}

/** A client is named where a payment is none of ours and somebody's wallet gets or pays for it, and nowhere else. */
async function refuseWrongClient(
  db: Queryable,
  { transaction }: FoundCase,
  resolution: Resolution,
  clientId: number | null,
): Promise<void> {
  const needsClient = transaction === null && (resolution === 'credited' || resolution === 'charged');
  if (needsClient && clientId === null) throw invalidField('client_id', 'Name the client whose wallet it is.');
  if (!needsClient && clientId !== null) throw invalidField('client_id', 'No client is named for this end.');
  if (clientId !== null && (await findClient(db, clientId)) === null) {
    throw invalidField('client_id', `There is no client ${clientId}.`);
  }
}
