import type { Logger } from 'pino';
import type { Actor, AuditEntry } from '../../ledger/rows/audit-log.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { recordAudit } from '../audit-log.ts';
import { subscriberOf } from '../subscriber.ts';
import type { AttemptRefusal, SignInAction, Visitor } from './sign-in-acts.ts';

/** Whom an act is about. */
export interface AccessOf {
  readonly personId: string;
  readonly email: string;
  /** The session in which they act; left out where they have none. */
  readonly sessionId?: string;
}

/** Different failures that are written in one minute; of more only the number is. A stranger must not fill the database. */
const failuresMax = 60;
const windowMs = 60_000;

/**
 * Writes what happens to people's access to the audit log. What a person did is written before they are answered. What
 * anybody can cause without being signed in is written once a minute for each source, account and reason, and then how often.
 */
export class SignInLog {
  readonly #db: Queryable;
  readonly #logger: Logger;
  #failures = new Map<string, { readonly entry: AuditEntry; repeats: number }>();
  #unlisted = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: { readonly db: Queryable; readonly logger: Logger }) {
    this.#db = parts.db;
    this.#logger = parts.logger;
  }

  /** Writes an act of a person about their own access. @param db the database transaction of the act, where it has one. */
  async record(
    action: SignInAction,
    { personId, email, sessionId = '' }: AccessOf,
    visitor: Visitor,
    details: Readonly<Record<string, unknown>> = {},
    db: Queryable = this.#db,
  ): Promise<void> {
    await recordAudit(db, {
      actor: { name: email, onBehalfOf: null, address: visitor.address, session: sessionId || null },
      action,
      subject: `person ${personId}`,
      details: { email, ...visitor, ...details },
    });
  }

  /**
   * Notes what anybody can cause. Not waited for, so that a refusal stays cheap and its time reveals nothing.
   * @param person whom it is about; with the session where it was tried in one, which is theirs or a thief's.
   */
  note(
    action: Extract<
      SignInAction,
      'person.sign_in_failed' | 'person.sign_in_delayed' | 'person.password_reset_requested'
    >,
    person: AccessOf | null,
    visitor: Visitor,
    reason: AttemptRefusal | null = null,
  ): void {
    const session = person?.sessionId ?? null;
    const entry: AuditEntry = {
      actor:
        person === null || session === null
          ? stranger(visitor.address)
          : { name: person.email, onBehalfOf: null, address: visitor.address, session },
      action,
      subject: person === null ? 'sign-in' : `person ${person.personId}`,
      details: {
        ...(person === null ? {} : { email: person.email }),
        ...visitor,
        ...(reason === null ? {} : { reason }),
      },
    };
    this.#timer ??= setTimeout(() => this.#endWindow(), windowMs).unref();
    const key = JSON.stringify([action, entry.subject, subscriberOf(visitor.address), session, reason]);
    const known = this.#failures.get(key);
    if (known !== undefined) {
      known.repeats += 1;
    } else if (this.#failures.size < failuresMax) {
      this.#failures.set(key, { entry, repeats: 0 });
      this.#write([entry]);
    } else {
      this.#unlisted += 1;
    }
  }

  /** Writes what is counted and not written yet. */
  async close(): Promise<void> {
    this.#endWindow();
    await this.#writing;
  }

  #endWindow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries: AuditEntry[] = [...this.#failures.values()].flatMap(({ entry, repeats }) =>
      repeats === 0 ? [] : [{ ...entry, details: { ...entry.details, count: repeats } }],
    );
    if (this.#unlisted > 0) {
      entries.push({
        actor: stranger(null),
        action: 'person.sign_in_failures_not_listed',
        subject: 'sign-in',
        details: { count: this.#unlisted },
      });
    }
    this.#failures = new Map();
    this.#unlisted = 0;
    if (entries.length > 0) this.#write(entries);
  }

  #write(entries: readonly AuditEntry[]): void {
    this.#writing = this.#writing.then(async () => {
      try {
        await recordAudit(this.#db, entries);
      } catch (error) {
        this.#logger.error({ err: error, entries }, 'failed sign-ins could not be written to the audit log');
      }
    });
  }
}

/** Somebody who is not signed in. */
function stranger(address: string | null): Actor {
  return { name: 'visitor', onBehalfOf: null, address, session: null };
}
