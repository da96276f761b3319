import type { TSchema } from 'typebox';
import { eventNames } from '../ledger/event-names.ts';

/** What each field of a request must be: the message for a wrong value. */
export const fieldSentences: Readonly<Record<string, string>> = {
  recipient_phone: phoneSentence('recipient_phone'),
  customer_phone: phoneSentence('customer_phone'),
  phone: phoneSentence('phone'),
  amount: 'amount must be a whole number of shillings, written as a JSON number such as 50000.',
  description: textSentence('description', 255),
  customer_name: textSentence('customer_name', 120),
  sender_pays_fee: 'sender_pays_fee must be true or false; leave it out for true.',
  client_reference: textSentence('client_reference', 64),
  expected_name: 'expected_name must be text of 1 to 120 characters on one line; leave it out when there is none.',
  quote_id: 'quote_id must be the quote_id of a quote, a whole number of 1 or more.',
  metadata:
    'metadata must have at most 20 names, each with a text of at most 500 characters without control characters; to filter a list, write one as name:value.',
  name: 'name must be text of 1 to 120 characters on one line.',
  payments: 'payments must be a list of 1 to 256 payments, each as send-money takes it.',
  rows: 'rows must be a list of 1 to 10,000 payments, each with recipient_phone as text, amount as a whole number, and optionally description (255 characters) and client_reference (64).',
  csv: 'csv must be text of at most 3,500,000 characters with the columns phone, amount and description.',
  ask_approval: 'ask_approval must be true or false; leave it out for false.',
  total_deducted: 'total_deducted must be the total of the bulk payout, a whole number of shillings.',
  reason: 'reason must be text of at most 255 characters on one line.',
  operation: 'operation must be send_money, withdrawal or collection.',
  limit: 'limit must be a whole number from 1 to 100.',
  before: 'before must be the number of a round: a whole number of 1 or more.',
  after: 'after must be the sequence of an event: a whole number of 0 or more.',
  'last-event-id': 'Last-Event-ID must be the id of an event of this stream: a whole number of 0 or more.',
  cursor: 'cursor must be the next_cursor of an earlier page, unchanged.',
  format: 'format must be json or pdf.',
  business: 'business must be full, masked or hidden.',
  counterparty: 'counterparty must be full, masked or hidden.',
  show_description: 'show_description must be true or false.',
  type: 'type must be payment_sent, payment_received, withdrawal, collection, deposit, adjustment or refund.',
  status: 'status must be pending, processing, completed or failed.',
  reference: 'reference must be the whole reference of a transaction, such as SM_1781000000_42.',
  from: momentSentence('from'),
  to: momentSentence('to'),
  at: momentSentence('at'),
  url: 'url must be an https address of at most 2048 characters, without credentials and without a fragment.',
  events: `events must be a list of one or more of ${eventNames.join(', ')}, none of them twice.`,
  api_key_id: 'api_key_id must be the id of an API key, a whole number, or 0 for all keys.',
  is_active: 'is_active must be true or false.',
  honor_hints: 'honor_hints must be true or false; leave it out for false.',
  ordered: 'ordered must be true or false; leave it out for false.',
  overlap_seconds: 'overlap_seconds must be a whole number of seconds from 0 to 604800; leave it out for 86400.',
};

function phoneSentence(field: string): string {
  return `${field} must be a Uganda phone number of exactly 12 digits beginning with 256, such as 256770000001.`;
}

function textSentence(field: string, lengthMax: number): string {
  return `${field} must be text of at most ${lengthMax} characters without control characters; leave it out when there is none.`;
}

function momentSentence(field: string): string {
  return `${field} must be a date, or a time with its zone: 2026-11-01, 2026-11-01T00:00:00Z or 2026-11-01T03:00:00+03:00 (in an address + is written %2B).`;
}

/** The keywords of JSON Schema from which a sentence can be generated. */
interface SchemaForm {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly SchemaForm[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** What a field must be, from its schema: for fields without a sentence of their own. */
export function propertySentence(field: string, property: TSchema | undefined): string {
  return `${field} must be ${formOf(property as SchemaForm | undefined)}.`;
}

function formOf(form: SchemaForm | undefined): string {
  if (form === undefined) return 'as this request needs it';
  const choices = choicesOf(form);
  if (choices.length > 0) return oneOf(choices);
  const forms = form.anyOf?.map(formOf);
  if (forms !== undefined) return [...new Set(forms)].join(', or ');
  switch (form.type) {
    case 'string':
      return `text${rangeOf(form.minLength, form.maxLength, 'characters')}`;
    case 'integer':
      return `a whole number${rangeOf(form.minimum, form.maximum, '')}`;
    case 'number':
      return `a number${rangeOf(form.minimum, form.maximum, '')}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list${rangeOf(form.minItems, form.maxItems, 'entries')}`;
    case 'null':
      return 'null';
    default:
      return 'as this request needs it';
  }
}

function choicesOf({ enum: listed, anyOf, const: only }: SchemaForm): unknown[] {
  if (listed !== undefined) return [...listed];
  if (only !== undefined) return [only];
  const each = anyOf?.map(({ const: one }) => one) ?? [];
  return each.every((one) => one !== undefined) ? each : [];
}

function oneOf(choices: readonly unknown[]): string {
  const words = choices.map(String);
  return words.length === 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function rangeOf(from: number | undefined, to: number | undefined, of: string): string {
  const unit = of === '' ? '' : ` ${of}`;
  if (from !== undefined && to !== undefined) return ` of ${from} to ${to}${unit}`;
  if (to !== undefined) return ` of at most ${to}${unit}`;
  return from === undefined ? '' : ` of at least ${from}${unit}`;
}
