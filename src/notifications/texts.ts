import type { NewSignIn } from '../access/people/access-mails.ts';
import { type Mail, timeText } from '../access/people/mail.ts';
import { type ActionName, actions } from '../dual-control/actions.ts';
import { referenceOf } from '../ledger/reference.ts';
import type { DailySummary, DayFigures } from './daily-summary.ts';
import type { FailedPayout } from './failed-payouts.ts';
import type { FloatNow } from './watched.ts';

/** A payment, a bulk payout or a proposal that waits for a second person. Amounts in shillings; null where it is not about money. */
export type PendingApproval = { readonly maker: string; readonly amount: number | null } & (
  | { readonly transaction_id: number }
  | { readonly bulk_payout_id: number; readonly name: string }
  | { readonly action: ActionName; readonly id: number }
);

/** A webhook that fails, or that the service disabled. */
export interface FailingWebhook {
  readonly webhook_id: number;
  readonly url: string;
  readonly is_active: boolean;
  /** Milliseconds since 1970. */
  readonly since_ms: number;
}

/** The content of a message of a client or of the platform: everything of one kind, at least one. */
export type MessageContent =
  | { readonly kind: 'pending_approvals'; readonly items: readonly PendingApproval[] }
  | { readonly kind: 'failed_payouts'; readonly items: readonly FailedPayout[] }
  | { readonly kind: 'failing_webhooks'; readonly items: readonly FailingWebhook[] }
  | { readonly kind: 'low_float'; readonly items: readonly FloatNow[] }
  | { readonly kind: 'daily_summary'; readonly items: readonly DailySummary[] };

/** The content of a message about somebody's account. */
export interface NewDeviceContent {
  readonly kind: 'new_device';
  readonly items: readonly NewSignIn[];
}

/** Where a message belongs: a client, or null for the platform. */
export type Place = { readonly clientId: number; readonly name: string } | null;

/** So many are listed; of the others the message says how many there are. */
const listedMax = 10;

/** The message as an e-mail. Pure. @param baseUrl where people reach the dashboard. */
export function mailOf(to: string, place: Place, content: MessageContent, baseUrl: string): Mail {
  const { title, lines, link } = messageOf(place, content);
  return {
    to,
    subject: title,
    text: `Hello,

${title}:

${lines.join('\n')}

${baseUrl}${link}

You choose which notifications you get:

${baseUrl}${settingsPath(place)}
`,
  };
}

/**
 * The message as a text for a chat. Pure. Chats read `<` and `>` as the beginning and the end of a link or a mention, so other signs stand
 * for them in what people have typed.
 */
export function chatTextOf(place: Place, content: MessageContent, baseUrl: string): string {
  const { title, lines, link } = messageOf(place, content);
  return `${plain([title, ...lines].join('\n'))}\n${baseUrl}${link}`;
}

/** The text of the test of a chat. Pure. */
export function chatTestOf(place: Place, baseUrl: string): string {
  return `${plain(`This is a test of the notifications of ${nameOf(place)}.`)}\n${baseUrl}${settingsPath(place)}`;
}

interface Message {
  readonly title: string;
  readonly lines: readonly string[];
  /** Of the page that shows more, below the address of the service. */
  readonly link: string;
}

function messageOf(place: Place, content: MessageContent): Message {
  const name = nameOf(place);
  const pages = place === null ? '/platform' : `/clients/${place.clientId}/live`;
  switch (content.kind) {
    case 'pending_approvals': {
      const title = `${counted(content.items.length, 'approval is', 'approvals are')} pending at ${name}`;
      return {
        title,
        lines: listed(content.items, approvalLine),
        link: place === null ? '/platform/waiting' : `${pages}/approvals`,
      };
    }
    case 'failed_payouts': {
      const title = `${counted(content.items.length, 'payout', 'payouts')} of ${name} failed`;
      return { title, lines: listed(content.items, payoutLine), link: `${pages}/transactions?status=failed` };
    }
    case 'failing_webhooks': {
      const title = `${counted(content.items.length, 'webhook', 'webhooks')} of ${name} cannot be delivered`;
      return { title, lines: listed(content.items, webhookLine), link: `${pages}/webhooks` };
    }
    case 'low_float': {
      const title = content.items.length === 1 ? 'A float is low' : `${content.items.length} floats are low`;
      return { title, lines: listed(content.items, floatLine), link: `${pages}/operators` };
    }
    case 'daily_summary': {
      const days = content.items.map(({ day }) => day).join(' and ');
      return { title: `Summary of ${days} for ${name}`, lines: content.items.flatMap(summaryLines), link: pages };
    }
  }
}

function nameOf(place: Place): string {
  return place === null ? 'the platform' : place.name;
}

function settingsPath(place: Place): string {
  return place === null ? '/platform/notifications' : `/clients/${place.clientId}/live/notifications`;
}

function approvalLine(approval: PendingApproval): string {
  const what =
    'transaction_id' in approval
      ? `Payment ${approval.transaction_id}`
      : 'bulk_payout_id' in approval
        ? `Bulk payout "${approval.name}"`
        : `${actions[approval.action].title}, no. ${approval.id}`;
  return `- ${what}${approval.amount === null ? '' : `, ${shillings(approval.amount)}`}, by ${makerText(approval.maker)}`;
}

function makerText(maker: string): string {
  return maker.startsWith('api_key:') ? `API key ${maker.slice('api_key:'.length)}` : maker;
}

function payoutLine({ type, created_at_ms, transaction_id, amount, phone, reason }: FailedPayout): string {
  return `- ${referenceOf(type, created_at_ms, transaction_id)}, ${shillings(amount)} to ${phone}: ${reason}`;
}

function webhookLine({ webhook_id, url, is_active, since_ms }: FailingWebhook): string {
  // A path or a query may hold a secret of the receiver.
  const where = `Webhook ${webhook_id} at ${new URL(url).host}`;
  return is_active
    ? `- ${where} fails since ${timeText(since_ms)}`
    : `- ${where} was disabled on ${timeText(since_ms)}`;
}

function floatLine({ operator, float, known }: FloatNow): string {
  return `- ${operator}, ${float}${known === null ? '' : `: ${shillings(known)}`}`;
}

function summaryLines({ of_day: day, day_before: before, open_approvals: open }: DailySummary): string[] {
  const line = (label: string, show: (figures: DayFigures) => string) =>
    `${label}: ${show(day)} (the day before: ${show(before)})`;
  return [
    line(
      'Money in',
      (figures) => `${shillings(figures.in)} in ${counted(figures.in_count, 'transaction', 'transactions')}`,
    ),
    line(
      'Money out',
      (figures) => `${shillings(figures.out)} in ${counted(figures.out_count, 'transaction', 'transactions')}`,
    ),
    line('Fees', ({ fees }) => (fees === null ? 'not known' : shillings(fees))),
    line('Failed transactions', ({ failed }) => String(failed)),
    line('Balance at the end of the day', ({ balance }) => shillings(balance)),
    `Open approvals: ${open}`,
  ];
}

function listed<Item>(items: readonly Item[], line: (item: Item) => string): string[] {
  const left = items.length - listedMax;
  return [...items.slice(0, listedMax).map(line), ...(left > 0 ? [`and ${left} more`] : [])];
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function shillings(amount: number): string {
  return `UGX ${amount.toLocaleString('en-US')}`;
}

function plain(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›');
}
