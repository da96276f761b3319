import { Type } from 'typebox';
import { sendPage } from '../../../../http/answer.ts';
import { listCases } from '../../../../wallet/review/cases.ts';
import { findProposals } from '../../../../wallet/review/proposals.ts';
import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { clientsOfWallets } from './find-review-case.ts';
import { reviewCaseObject } from './review-case.ts';

const query = Type.Object({
  mode: Type.Optional(Type.Union([Type.Literal('test'), Type.Literal('live')], { description: 'Both when left out.' })),
  all: Type.Optional(Type.Boolean({ default: false, description: 'Resolved ones too.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
  cursor: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'next_cursor of the page before.' })),
});

export function listReviewCases(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    '/platform/reviews',
    { schema: { summary: 'Review cases, oldest first', querystring: query }, config: { right: 'reviews.read' } },
    async (request, reply) => {
      const { mode = null, all = false, limit = 25, cursor = '0' } = request.query;
      const found = await listCases(pool, { mode, all, after: Number(cursor), limit: limit + 1 });
      const cases = found.slice(0, limit);
      const [proposals, clients] = await Promise.all([
        findProposals(
          pool,
          cases.map(({ reviewCaseId }) => reviewCaseId),
        ),
        clientsOfWallets(
          pool,
          cases.flatMap(({ transaction }) => (transaction === null ? [] : [transaction.walletId])),
        ),
      ]);
      const has_more = found.length > limit;
      sendPage(reply, 'Review cases retrieved.', {
        data: cases.map((one) =>
          reviewCaseObject(
            one,
            proposals.get(one.reviewCaseId) ?? null,
            one.transaction === null ? null : (clients.get(one.transaction.walletId) ?? null),
          ),
        ),
        pagination: { has_more, next_cursor: has_more ? String(cases.at(-1)?.reviewCaseId) : null },
      });
    },
  );
}
