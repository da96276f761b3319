import { Type } from 'typebox';
import { sendData, sendPage } from '../../../../http/answer.ts';
import { notFound } from '../../../../http/refusal-of-error.ts';
import { positiveId } from '../../../../http/schemas/id.ts';
import type { Queryable } from '../../../../postgres/pool.ts';
import { findProposal, listProposals } from '../../../../wallet/adjustments/find-proposals.ts';
import type { DashboardApi } from '../../../api.ts';
import type { AdjustmentObject } from '../../../schemas/adjustments.ts';
import type { DashboardServices } from '../../../services.ts';
import { adjustmentObject } from './adjustment-object.ts';

export const adjustmentParams = Type.Object({ adjustmentId: positiveId('The number of the proposal.') });

const query = Type.Object({
  open: Type.Optional(Type.Boolean({ description: 'Only those that wait, or only the others; all when left out.' })),
  client_id: Type.Optional(positiveId('Only those of this client.')),
  mode: Type.Optional(Type.Union([Type.Literal('test'), Type.Literal('live')], { description: 'Both when left out.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Proposals on a page.' })),
  cursor: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'next_cursor of the page before.' })),
});

export function readAdjustments(api: DashboardApi, { pool }: DashboardServices): void {
  api.get(
    '/platform/adjustments',
    {
      schema: { summary: 'Top-ups and corrections with their decisions, newest first', querystring: query },
      config: { right: 'adjustments.read' },
    },
    async (request, reply) => {
      const { open = null, client_id: clientId = null, mode = null, limit = 25, cursor } = request.query;
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
      const found = await listProposals(pool, { open, clientId, mode, before, limit: limit + 1 });
      const data = found.slice(0, limit).map(adjustmentObject);
      const has_more = found.length > limit;
      sendPage(reply, 'Proposals retrieved.', {
        data,
        pagination: { has_more, next_cursor: has_more ? String(data.at(-1)?.id) : null },
      });
    },
  );

  api.get(
    '/platform/adjustments/:adjustmentId',
    {
      schema: { summary: 'One top-up or correction', params: adjustmentParams },
      config: { right: 'adjustments.read' },
    },
    async (request, reply) => {
      sendData(reply, 'Proposal retrieved.', await adjustmentNumbered(pool, request.params.adjustmentId));
    },
  );
}

/** @throws Refusal `not_found` */
export async function adjustmentNumbered(db: Queryable, adjustmentId: number): Promise<AdjustmentObject> {
  const proposal = await findProposal(db, adjustmentId);
  if (proposal === null) throw notFound();
  return adjustmentObject(proposal);
}
