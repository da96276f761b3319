import { Type } from 'typebox';
import { sendData } from '../../../../http/answer.ts';
import { bookAdjustment } from '../../../../wallet/adjustments/book.ts';
import { decideAdjustment } from '../../../../wallet/adjustments/decide.ts';
import type { DashboardApi } from '../../../api.ts';
import { deskOf } from '../../../desk.ts';
import { noteOf } from '../../../schemas/note.ts';
import type { DashboardServices } from '../../../services.ts';
import { adjustmentNumbered, adjustmentParams } from './read-adjustments.ts';

const digest = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'The digest of the proposal as it was read: nothing else is decided.',
});
const comment = Type.Optional(noteOf(255, 'Why, for the other person.', 'The comment must have 1 to 255 characters.'));

/** What a second person decides. The body repeats what they have seen. */
export function decideAdjustmentRoute(api: DashboardApi, { pool, money }: DashboardServices): void {
  api.post(
    '/platform/adjustments/:adjustmentId/approve',
    {
      schema: {
        summary: 'Approve a top-up or correction and book it',
        params: adjustmentParams,
        body: Type.Object({ digest }),
      },
      config: { right: 'adjustments.approve' },
    },
    async (request, reply) => {
      const { adjustmentId: proposalId } = request.params;
      const by = deskOf(request).person.email;
      const seen = request.body.digest;
      await decideAdjustment(pool, { proposalId, decision: 'approved', by, digest: seen, comment: null });
      // What is cut off here is booked by the background duty of the same module.
      await bookAdjustment({ pool, money }, proposalId);
      const ended = await adjustmentNumbered(pool, proposalId);
      sendData(reply, ended.status === 'booked' ? 'Booked.' : 'Approved, and the ledger refused it.', ended);
    },
  );

  api.post(
    '/platform/adjustments/:adjustmentId/reject',
    {
      schema: {
        summary: 'Reject a top-up or correction, or take back one’s own',
        params: adjustmentParams,
        body: Type.Object({ digest, comment }),
      },
      config: { right: 'adjustments.approve' },
    },
    async (request, reply) => {
      const { adjustmentId: proposalId } = request.params;
      const by = deskOf(request).person.email;
      const { digest: seen, comment: why = null } = request.body;
      await decideAdjustment(pool, { proposalId, decision: 'rejected', by, digest: seen, comment: why });
      sendData(reply, 'Rejected; nothing is booked.', await adjustmentNumbered(pool, proposalId));
    },
  );
}
