import { Type } from 'typebox';
import { sendData } from '../../../http/answer.ts';
import { Refusal } from '../../../wallet/refusal.ts';
import { deliveryObject, findDeliveryRow } from '../../../webhooks/deliveries/list.ts';
import { shownRequest } from '../../../webhooks/deliveries/shown-request.ts';
import type { DashboardApi } from '../../api.ts';
import { deskCallerOf } from '../../desk.ts';
import type { DeliveryShown } from '../../schemas/webhooks.ts';
import type { DashboardServices } from '../../services.ts';
import { listedDeliveries } from './listed-deliveries.ts';
import { deliveryParams, webhookPath } from './webhook-path.ts';

export function readDelivery(api: DashboardApi, { pool, sealer, settings }: DashboardServices): void {
  api.get(
    `${webhookPath}/deliveries/:deliveryId`,
    {
      schema: {
        summary: 'One delivery: the request as it goes out, and the answer to each attempt',
        description:
          'Body and headers are those of the latest attempt, or of one that would be made now. Signatures are made ' +
          'with the secrets that the webhook has now and shown in part.',
        params: Type.Object(deliveryParams),
      },
      config: { right: 'webhooks.read' },
    },
    async (request, reply) => {
      const { walletId } = deskCallerOf(request);
      const delivery = { walletId, webhookId: request.params.webhookId, deliveryId: request.params.deliveryId };
      const row = await findDeliveryRow(pool, delivery);
      const last = row === null ? undefined : deliveryObject(row).attempts.at(-1);
      const atMs = last === undefined ? Date.now() : Date.parse(last.at);
      const sent = await shownRequest({ db: pool, sealer, brand: settings.brand }, delivery, atMs);
      if (row === null || sent === null) {
        throw new Refusal(
          'not_found',
          'This webhook has no delivery with that id; it may be older than they are kept.',
        );
      }
      const [listed] = await listedDeliveries(pool, walletId, [row]);
      if (listed === undefined) throw new Error(`delivery ${row.delivery_id} was found and not shown`);
      const shown: DeliveryShown = { ...listed, request: sent };
      sendData(reply, 'Delivery retrieved.', shown);
    },
  );
}
