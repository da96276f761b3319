import type pg from 'pg';
import { recordAudit } from '../access/audit-log.ts';
import { findClient } from '../access/clients.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import { inDatabaseTransaction } from '../postgres/database-transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import { invalidField } from '../refusal.ts';
import { refusalOf } from '../wallet/sentences.ts';
import type { FoundCase } from './cases.ts';
import { proposeResolution, type ResolutionProposal } from './proposals.ts';

/**
 * Proposes how a case ends, for another person to confirm.
 * @throws Refusal `case_not_open`, `resolution_does_not_fit`, `invalid_request`.
 */
export async function proposeFittingResolution(
  pool: pg.Pool,
  found: FoundCase,
  {
    resolution,
    reason,
    clientId,
    actor,
  }: Pick<ResolutionProposal, 'resolution' | 'reason' | 'clientId'> & { readonly actor: Actor },
): Promise<void> {
  const { reviewCaseId } = found;
  if (found.resolved !== null) throw refusalOf({ code: 'case_not_open' });
  if (!found.fitting.includes(resolution)) {
    throw refusalOf({ code: 'resolution_does_not_fit', fitting: found.fitting });
  }
  await refuseWrongClient(pool, found, { resolution, clientId });
  await inDatabaseTransaction(pool, async (db) => {
    await proposeResolution(db, { reviewCaseId, resolution, reason, clientId, by: actor.name });
    await recordAudit(db, {
      actor,
      action: 'review_case.resolution_proposed',
      subject: `review case ${reviewCaseId}`,
      details: { resolution, reason, ...(clientId === null ? {} : { client_id: clientId }) },
    });
  });
}

/** A client is required where a payment is none of ours and a client's wallet is credited or charged for it; else forbidden. */
async function refuseWrongClient(
  db: Queryable,
  { transaction }: FoundCase,
  { resolution, clientId }: Pick<ResolutionProposal, 'resolution' | 'clientId'>,
): Promise<void> {
  const needsClient = transaction === null && (resolution === 'credited' || resolution === 'charged');
  if (needsClient && clientId === null) throw invalidField('client_id', 'Name the client whose wallet it is.');
  if (!needsClient && clientId !== null) throw invalidField('client_id', 'This resolution takes no client.');
  if (clientId !== null && (await findClient(db, clientId)) === null) {
    throw invalidField('client_id', `There is no client ${clientId}.`);
  }
}
