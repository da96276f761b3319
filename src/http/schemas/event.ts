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
  },
  { title: 'Event' },
);
