import { Type } from 'typebox';
import { eventNames } from '../../ledger/event-names.ts';
import { momentText } from './moment.ts';
import { moment, nullable } from './text.ts';

export const deliveryStatus = Type.Enum(['pending', 'delivered', 'failed', 'cancelled']);

const deliveryId = Type.Integer({ description: 'The same through all attempts.', examples: [7] });
const eventId = Type.String({ examples: ['evt_42_3'] });
const responseStatus = nullable(
  Type.Integer({ description: 'The HTTP status of the response; null without one.', examples: [200] }),
);
const durationMs = Type.Integer({ minimum: 0, description: 'How long it took, in milliseconds.', examples: [87] });
const error = nullable(Type.String({ description: 'Why it failed, in one sentence; null when it was delivered.' }));

/** One event for one webhook (interface-decisions.md section 7). */
export const deliverySchema = Type.Object(
  {
    id: deliveryId,
    event_id: eventId,
    event_type: Type.Enum([...eventNames]),
    status: deliveryStatus,
    attempts: Type.Array(
      Type.Object(
        {
          at: moment('When it was created.'),
          response_status: responseStatus,
          duration_ms: durationMs,
          error,
          response_excerpt: nullable(Type.String({ description: 'The start of the response, at most 1 KiB.' })),
        },
        { title: 'DeliveryAttempt' },
      ),
      { description: 'Oldest first.' },
    ),
    next_attempt_at: nullable(moment('When the next attempt is due; null when none is.')),
    waiting_for: nullable(
      Type.Integer({
        description:
          'The earlier delivery of the same transaction that must end before this one is sent, of an ordered webhook; ' +
          'null when it waits for none.',
        examples: [6],
      }),
    ),
    created_at: moment('When it was created from the event.'),
    delivered_at: nullable(moment('When the receiver accepted it; null until then.')),
  },
  { title: 'Delivery' },
);

/** What a test delivery answers, whether or not the receiver liked it. */
export const testDelivery = Type.Object(
  {
    delivery_id: deliveryId,
    event_id: eventId,
    delivered: Type.Boolean({ description: 'Whether the receiver answered with a 2xx status.' }),
    response_status: responseStatus,
    duration_ms: durationMs,
    error,
  },
  { title: 'TestDelivery' },
);

export const queuedDelivery = Type.Object(
  { id: deliveryId, status: Type.String({ const: 'pending' }) },
  { title: 'QueuedDelivery' },
);

/** Which deliveries and events are sent again. */
export const redeliveryRange = Type.Object(
  {
    from: momentText('Events that happened at or after this moment.'),
    to: Type.Optional(
      momentText('Events that happened before this moment; left out: until now.', '2026-11-02T00:00:00Z'),
    ),
  },
  { title: 'RedeliveryRequest' },
);

export const queuedRange = Type.Object(
  {
    queued: Type.Integer({ minimum: 0, description: 'How many deliveries will be sent.', examples: [17] }),
    has_more: Type.Boolean({
      description: 'Whether there may be more: send the request again, with next_from as from.',
      examples: [false],
    }),
    next_from: nullable(moment('The start of the next request; null at the end.')),
  },
  { title: 'QueuedRange' },
);
