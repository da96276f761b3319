import { Type } from 'typebox';
import { sendData } from '../../../../http/answer.ts';
import { ugx } from '../../../../money/ugx.ts';
import { bookAdjustment } from '../../../../wallet/adjustments/book.ts';
import { decideAdjustment } from '../../../../wallet/adjustments/decide.ts';
import { digestOf } from '../../../../wallet/adjustments/proposal.ts';
import { proposeAdjustment } from '../../../../wallet/adjustments/propose.ts';
import { invalidField } from '../../../../wallet/refusal.ts';
import { clientParams, type DashboardApi } from '../../../api.ts';
import { clientDeskOf, deskOf } from '../../../desk.ts';
import { formKeyOf } from '../../../idempotency.ts';
import type { DashboardServices } from '../../../services.ts';
import { adjustmentNumbered } from './read-adjustments.ts';

/** A sentence or a document's number: some text, on one line. */
const line = (description: string, sentence: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    pattern: '^[^\\p{Cc}]*[^\\p{Cc}\\s][^\\p{Cc}]*$',
    description,
    sentence,
  });

const body = Type.Object({
  type: Type.Union([Type.Literal('deposit'), Type.Literal('adjustment')], {
    description: 'deposit: the client paid us. adjustment: a mistake is put right.',
    sentence: 'The kind must be deposit or adjustment.',
  }),
  direction: Type.Union([Type.Literal('in'), Type.Literal('out')], {
    description: 'Into the wallet or out of it; a deposit goes in.',
    sentence: 'The direction must be in or out.',
  }),
  amount: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000, description: 'In shillings.' }),
  reason: line('Why; the client reads it.', 'The reason must be a sentence of at most 255 characters.'),
  external_reference: Type.Optional(
    Type.Union(
      [
        line('The slip or statement line that this books, once.', 'The reference must have at most 255 characters.'),
        Type.Null(),
      ],
      {
        description: 'The slip or statement line that this books, once. Required for live money.',
        sentence: 'The reference must be text of at most 255 characters, or empty for test money.',
      },
    ),
  ),
  at_once: Type.Optional(
    Type.Boolean({ default: false, description: 'Test money only: book it without a second person.' }),
  ),
});

export function proposeAdjustmentRoute(api: DashboardApi, { pool, money }: DashboardServices): void {
  api.post(
    '/platform/clients/:clientId/:mode/adjustments',
    {
      schema: {
        summary: 'Propose a top-up or correction; another person approves it',
        params: Type.Object(clientParams),
        body,
      },
      config: { right: 'adjustments.make' },
    },
    async (request, reply) => {
      const { clientId, walletId, mode } = clientDeskOf(request).caller;
      const { email } = deskOf(request).person;
      const { type, direction, amount, reason, external_reference = null, at_once = false } = request.body;
      if (type === 'deposit' && direction === 'out') throw invalidField('direction', 'A deposit goes into the wallet.');
      if (at_once && mode === 'live') {
        throw invalidField('at_once', 'Live money needs a second person; propose it, and another one approves.');
      }
      const form = formKeyOf(request, `/platform/clients/${clientId}/${mode}/adjustments`);
      const proposal = await proposeAdjustment(pool, {
        clientId,
        walletId,
        mode,
        type,
        direction,
        amount: ugx(amount),
        reason: reason.trim(),
        externalReference: external_reference?.trim() ?? null,
        proposedBy: email,
        formKey: form.key,
        fingerprint: form.fingerprint,
      });
      const { proposalId } = proposal;
      if (at_once) {
        const digest = digestOf(proposal);
        await decideAdjustment(pool, { proposalId, decision: 'approved', by: email, digest, comment: null });
        await bookAdjustment({ pool, money }, proposalId);
      }
      const message = at_once ? 'Decided at once: this is test money.' : 'Proposed; another person approves it.';
      sendData(reply, message, await adjustmentNumbered(pool, proposalId));
    },
  );
}
