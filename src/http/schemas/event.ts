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
