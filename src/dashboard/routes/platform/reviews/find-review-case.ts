import { notFound } from '../../../../http/refusal-of-error.ts';
import type { Queryable } from '../../../../postgres/pool.ts';
import { type FoundCase, findCase } from '../../../../wallet/review/cases.ts';
import { findProposals, type ResolutionProposal } from '../../../../wallet/review/proposals.ts';
import { reviewCaseObject } from './review-case.ts';

export interface CaseAtDesk {
  readonly found: FoundCase;
  readonly proposal: ResolutionProposal | null;
  /** As the API shows it. */
  readonly object: object;
}

/** A case with what is proposed for it. @throws Refusal `not_found` */
export async function findReviewCase(db: Queryable, reviewCaseId: number): Promise<CaseAtDesk> {
  const found = await findCase(db, reviewCaseId);
  if (found === null) throw notFound();
  const proposal = (await findProposals(db, [reviewCaseId])).get(reviewCaseId) ?? null;
  const clients = await clientsOfWallets(db, found.transaction === null ? [] : [found.transaction.walletId]);
  const clientId = found.transaction === null ? null : (clients.get(found.transaction.walletId) ?? null);
  return { found, proposal, object: reviewCaseObject(found, proposal, clientId) };
}

/** Client numbers by wallet number. */
export async function clientsOfWallets(
  db: Queryable,
  walletIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.query<{ wallet_id: string; client_id: string }>(
    'SELECT wallet_id, client_id FROM wallet WHERE wallet_id = ANY ($1::bigint[]) AND client_id IS NOT NULL',
    [walletIds],
  );
  return new Map(rows.map((row) => [Number(row.wallet_id), Number(row.client_id)]));
}
