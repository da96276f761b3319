import { Type } from 'typebox';
import { sendData } from '../../../../http/answer.ts';
import { positiveId } from '../../../../http/schemas/id.ts';
import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { findReviewCase } from './find-review-case.ts';

export const caseParams = Type.Object({ caseId: positiveId('The number of the case.') });

export function readReviewCase(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    '/platform/reviews/:caseId',
    { schema: { summary: 'One review case', params: caseParams }, config: { right: 'reviews.read' } },
    async (request, reply) => {
      sendData(reply, 'Review case retrieved.', (await findReviewCase(pool, request.params.caseId)).object);
    },
  );
}
