import { Type } from 'typebox';
import { eventNames } from '../../ledger/event-names.ts';
import { descriptionText, moment, nullable, textOf } from './text.ts';

const url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'Where events are delivered: https, without credentials and fragment, and no private address. ' +
    'In test mode the service may allow http and this machine.',
  examples: ['https://example.com/hooks/nsimbi'],
});
const events = Type.Array(Type.Enum([...eventNames]), {
  minItems: 1,
  uniqueItems: true,
  description: 'The events to deliver.',
  examples: [['transaction.completed', 'transaction.failed']],
});
const apiKeyId = nullable(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description:
      'Only events of transactions made with this API key, or with the one it was rolled to, are delivered; null: of all.',
    examples: [3],
  }),
);
/** A field cannot be emptied with null, which in a request means that it was left out. */
const chosenApiKeyId = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description:
    'Deliver only events of transactions made with this API key, or with the one it was rolled to; 0: of all keys.',
  examples: [3],
});
const chosenDescription = textOf(255, 'Free text; empty text for none.', 'Orders of the web shop');
const honorHints = Type.Boolean({
  description:
    'Whether your responses control deliveries: 410 disables the webhook at once, and Retry-After with 429 or 503 ' +
    'delays the next attempt, by at most 6 hours.',
  examples: [false],
});
const ordered = Type.Boolean({
  description:
    'Whether the events of each transaction arrive in order: an event is sent after every earlier event of its transaction ' +
    'was delivered, failed or was cancelled. Events of other transactions do not wait for it.',
  examples: [false],
});
const isActive = Type.Boolean({ description: 'Whether events are delivered.' });
const webhookId = Type.Integer({ examples: [7] });
const secret = Type.String({
  description: 'Signs the deliveries. Save it now: it is not shown again.',
  examples: ['whsec_WIO7Fwl3RJqknjiC5khqHrJxcSQamWmffan7qOZyacs='],
});

/** interface.md, "Webhook": what creation takes. */
export const newWebhook = Type.Object(
  {
    url,
    events,
    api_key_id: Type.Optional(chosenApiKeyId),
    description: Type.Optional(chosenDescription),
    honor_hints: Type.Optional(honorHints),
    ordered: Type.Optional(ordered),
  },
  { title: 'NewWebhook' },
);

/** What an update takes: any of these. What is left out, or null, stays as it is. */
export const webhookChanges = Type.Object(
  {
    url: Type.Optional(url),
    events: Type.Optional(events),
    api_key_id: Type.Optional(chosenApiKeyId),
    description: Type.Optional(chosenDescription),
    honor_hints: Type.Optional(honorHints),
    ordered: Type.Optional(ordered),
    is_active: Type.Optional(isActive),
  },
  { title: 'WebhookChanges' },
);

/** What creation answers (interface.md, "Endpoints"): exactly these six fields. */
export const createdWebhook = Type.Object(
  {
    id: webhookId,
    url,
    events,
    secret,
    is_active: isActive,
    created_at: moment('When it was created.'),
  },
  { title: 'CreatedWebhook' },
);

const webhookFields = {
  id: webhookId,
  url,
  events,
  api_key_id: apiKeyId,
  description: nullable(descriptionText),
  honor_hints: honorHints,
  ordered,
  is_active: isActive,
  disabled_at: nullable(moment('When it was disabled; null while it is active.')),
  disabled_reason: nullable(Type.String({ description: 'Why, in one sentence; null while it is active.' })),
  created_at: moment('When it was created.'),
  updated_at: moment('When it was last changed.'),
};

/** A webhook as list and get show it (interface-decisions.md section 7). */
export const webhookSchema = Type.Object(webhookFields, { title: 'Webhook' });

const missed = Type.Object(
  {
    failed_deliveries: Type.Integer({ minimum: 0, description: 'Deliveries that failed.', examples: [1] }),
    cancelled_deliveries: Type.Integer({
      minimum: 0,
      description: 'Deliveries that were waiting when it was disabled.',
      examples: [4],
    }),
    events: Type.Integer({
      minimum: 0,
      description: 'Events that it is subscribed to and that happened while it was disabled.',
      examples: [12],
    }),
    is_more: Type.Boolean({
      description: 'Whether there may be more: only the newest 10,000 were counted. `redeliver` includes the rest.',
      examples: [false],
    }),
    redeliver: nullable(
      Type.Object(
        { from: moment('The start of the missed period.'), to: moment('Until now.') },
        {
          title: 'RedeliveryRange',
          description: 'The body of POST …/redeliver that sends all of it; null when nothing was missed.',
        },
      ),
    ),
  },
  { title: 'MissedEvents', description: 'Only in the response that enables it again: its missed events.' },
);

/** A webhook as an update answers it. */
export const updatedWebhook = Type.Object(
  { ...webhookFields, missed: Type.Optional(missed) },
  { title: 'UpdatedWebhook' },
);

export const deletedWebhook = Type.Object(
  { id: webhookId, deleted: Type.Boolean({ const: true }) },
  { title: 'DeletedWebhook' },
);

/** How long both secrets sign, in seconds: a day by default, at most a week. */
export const overlapSecondsDefault = 86_400;
export const secretRoll = Type.Object(
  {
    overlap_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 604_800,
        default: overlapSecondsDefault,
        description: 'How long the old secret also signs; 0 ends it at once.',
        examples: [overlapSecondsDefault],
      }),
    ),
  },
  { title: 'SecretRoll' },
);

export const rolledSecret = Type.Object(
  {
    id: webhookId,
    secret,
    previous_secret_ends_at: moment('Until when the old secret also signs.'),
  },
  { title: 'RolledSecret' },
);
