import type { DashboardApi } from '../../../api.ts';
import type { DashboardServices } from '../../../services.ts';
import { confirmResolutionRoute } from './confirm-resolution.ts';
import { listReviewCases } from './list-review-cases.ts';
import { proposeResolutionRoute } from './propose-resolution.ts';
import { readReviewCase } from './read-review-case.ts';
import { withdrawProposalRoute } from './withdraw-proposal.ts';

/** Review cases: what only a person can decide, and a second one confirms. */
export function serveReviews(api: DashboardApi, services: DashboardServices): void {
  listReviewCases(api, services);
  readReviewCase(api, services);
  proposeResolutionRoute(api, services);
  confirmResolutionRoute(api, services);
  withdrawProposalRoute(api, services);
}
