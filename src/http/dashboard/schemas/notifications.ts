import type { NotificationKind } from '../../../notifications/kinds.ts';

/** A kind of notification that a person can have, and whether they get it by e-mail. */
export interface NotificationChoice {
  readonly kind: NotificationKind;
  readonly by_email: boolean;
}

/** The chat of a client or of the platform. Its URL is never shown again. */
export interface NotificationChat {
  readonly host: string;
  readonly kinds: readonly NotificationKind[];
  readonly set_by: string;
  readonly updated_at: string;
  /** Why the last message was not accepted, and when; null when it was. */
  readonly failure: { readonly error: string; readonly at: string } | null;
}

/** What a person is notified of at a client, on the platform or about their account. */
export interface Notifications {
  /** Whether this service sends e-mails. */
  readonly mails_are_sent: boolean;
  /** What the person's role can have; empty for staff at a client, where they have no role of their own. */
  readonly choices: readonly NotificationChoice[];
}

/** The same where there can be a chat. */
export interface NotificationSettings extends Notifications {
  readonly chat: NotificationChat | null;
  /** What the chat can get. */
  readonly chat_kinds: readonly NotificationKind[];
}

/** How the test of a chat ended. */
export interface ChatTest {
  readonly accepted: boolean;
  /** Why not, in one sentence; null when it was. */
  readonly error: string | null;
}
