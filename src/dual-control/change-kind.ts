import type pg from 'pg';
import type { CreatedApiKey } from '../access/api-keys.ts';
import type { PasswordLinks } from '../access/people/password-links.ts';
import type { QuotaSettings } from '../access/quotas.ts';
import type { SecondPersonSettings } from '../access/second-person.ts';
import type { BookFloat } from '../ledger/commands/book-float.ts';
import type { IdempotentRequest } from '../ledger/idempotency.ts';
import type { Outcome } from '../ledger/plan/outcome.ts';
import type { Actor } from '../ledger/rows/audit-log.ts';
import type { Mode } from '../ledger/transaction.ts';
import type { Queryable } from '../postgres/pool.ts';
import type { Refusal } from '../refusal.ts';
import type { Before, Change } from './change.ts';

/** By whom a change is made. */
export interface MadeBy {
  /** A person or whoever is at the command line; without an address and a session where it waited (`laterActor`). */
  readonly proposedBy: Actor;
  /** Null where one person was enough. */
  readonly approvedBy: Actor | null;
  /** The form that it came from, so that a double click makes it once; null where that does not matter, or was settled before. */
  readonly form: IdempotentRequest | null;
}

/** What a change shows to whoever completes it, once: it is stored nowhere. */
export interface Shown {
  /** A link to set a password, where it was not mailed. */
  readonly link?: string | null;
  readonly personId?: string;
  /** A new API key with its text. */
  readonly apiKey?: CreatedApiKey;
  /** A new client, which its proposal names from then on. */
  readonly clientId?: number;
}

/** What changes are made with. */
export interface ChangeServices {
  readonly pool: pg.Pool;
  /** Loaded when needed, because the sign-in library is large. */
  passwordLinks(): Promise<PasswordLinks>;
  /** The ledger's writer. */
  readonly money: { readonly writer: { submit(command: BookFloat): Promise<Outcome> } };
  readonly settings: ChangeSettings;
}

export interface ChangeSettings extends QuotaSettings, SecondPersonSettings {
  readonly brand: string;
  /** How long a proposal waits, in milliseconds. */
  readonly approvalExpiryMs: number;
}

/** How changes of one kind are read and made. */
export interface ChangeKind<C extends Change> {
  /** The mode of the money that it is about; null where it has none. */
  mode(change: C): Mode | null;
  /**
   * What it would replace.
   * @param asker who asks for it: the email of a person, or cli:<user of the machine>.
   * @throws Refusal where it cannot be made: somebody or something is not there, or it is none of the asker's.
   */
  read(db: Queryable, change: C, asker: string): Promise<Before>;
  /** Whether it allows more than what it replaces. */
  isLoosening(change: C, before: Before): boolean;
  /** Makes it, in the database transaction of the decision. @throws Refusal */
  make(db: pg.PoolClient, change: C, by: MadeBy, settings: ChangeSettings): Promise<Shown>;
  /** What follows when that is committed: something that cannot be undone, such as an email. It is not repeated. */
  follow?(services: ChangeServices, change: C, shown: Shown, by: MadeBy): Promise<Shown>;
  /** Books it in the ledger, when its approval is committed; repeated until it is known how that ended. */
  book?(services: ChangeServices, change: C, by: MadeBy): Promise<Booked>;
}

/** How a booking ended. */
export type Booked = { readonly transactionId: number } | { readonly refusal: Refusal };
