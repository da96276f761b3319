import { Type } from 'typebox';
import { clientParams, clientPath } from '../../api.ts';

/** Below it everything belongs to one webhook. */
export const webhookPath = `${clientPath}/webhooks/:webhookId`;

export const webhookParams = {
  ...clientParams,
  webhookId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The id of the webhook.' }),
};

export const deliveryParams = {
  ...webhookParams,
  deliveryId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The id of the delivery.' }),
};
