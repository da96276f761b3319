import { Type } from 'typebox';
import { eventNames } from '../../ledger/event-names.ts';
import { transactionSchema } from './transaction.ts';

/** interface.md, "Delivery body": the same in the feed and in a webhook delivery. */
export const eventSchema = Type.Object(
  {
    id: Type.String({ examples: ['evt_42_1'] }),
    type: Type.Enum([...eventNames]),
    created: Type.Integer({ description: 'Unix time in seconds.' }),
    data: transactionSchema,
    api_version: Type.String({ examples: ['2026-11'] }),
    sequence: Type.Optional(
      Type.Integer({ description: 'In the feed: the number of the event in its wallet, without gaps.' }),
    ),
  },
  { title: 'Event' },
);

/** A position in a wallet's feed: the sequence of an event, or 0 for the beginning. */
export function eventSequence(description: string, more: { default?: number } = {}) {
  return Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...more, description, examples: [117] });
}

/** The headers of a stream of events. */
export const streamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      pattern: '^[0-9]{0,15}$',
      description: 'The last `id` that was received; it takes precedence over `after`. Browsers send it automatically.',
      examples: ['117'],
    }),
  ),
});
