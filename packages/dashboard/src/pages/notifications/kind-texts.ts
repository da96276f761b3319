import type { NotificationKind } from '../../../../../src/notifications/kinds.ts';

/** A kind of notification as pages name it, and when it comes. */
interface KindText {
  readonly label: string;
  readonly meaning: string;
}

const ofKinds: Readonly<Record<NotificationKind, KindText>> = {
  pending_approvals: {
    label: 'Pending approvals',
    meaning: 'Something waits for a second person, and you can decide it.',
  },
  failed_payouts: { label: 'Failed payouts', meaning: 'A payment or a withdrawal failed.' },
  failing_webhooks: {
    label: 'Failing webhooks',
    meaning: 'A webhook could not be delivered for ten minutes, or was disabled.',
  },
  daily_summary: { label: 'Daily summary', meaning: 'Every day at 07:00: the figures of the previous day.' },
  low_float: { label: 'Low floats', meaning: 'An operator holds too little of our money for payouts.' },
  new_device: {
    label: 'Sign-in from a new device',
    meaning: 'Somebody signed in with a browser that was not used before.',
  },
};

export function kindText(kind: NotificationKind): KindText {
  return ofKinds[kind];
}

/** Why nothing comes by e-mail, or that nothing is chosen; null where neither is so. */
export function mailNote(settings: { readonly mails_are_sent: boolean; readonly chosen: number }): string | null {
  if (!settings.mails_are_sent) return 'This service sends no e-mails, because no mail server is set.';
  return settings.chosen === 0 ? 'You receive none of these.' : null;
}
