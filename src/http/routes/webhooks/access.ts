import type { Access } from '../../api.ts';
import { positiveId } from '../../schemas/id.ts';

/** Looking at webhooks and their deliveries. */
export const readAccess: Access = { limit: 'webhooks', permissions: ['webhooks:read'] };

/** Everything that changes one, or makes it send. */
export const writeAccess: Access = { limit: 'webhooks', permissions: ['webhooks:write'] };

export const webhookIdInPath = positiveId('The id of the webhook.');
