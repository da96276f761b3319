import { heartbeatAgeMsMax, type Notices } from '../../postgres/notices.ts';

/** The notification channel on which every process learns that a person's rights have changed (migration 0027 sends the notices). */
export const accessChangesChannel = 'nsimbi_access';

/** What a notice names when the change concerns everybody. */
const everybody = '*';

/**
 * Knows whether what a person may do could have changed since a moment: a session ended, a role, the second factor, or
 * the person was disabled. So an answer that takes long can ask the guard again when it has to, and not all the time.
 */
export class AccessChanges {
  readonly #notices: Pick<Notices, 'heartbeatAgeMs'>;
  readonly #ofPerson = new Map<string, number>();
  #ofEverybody = 0;

  constructor(notices: Pick<Notices, 'heartbeatAgeMs' | 'onGap' | 'subscribe'>) {
    this.#notices = notices;
    notices.subscribe(accessChangesChannel, (personId) => {
      if (personId === everybody) this.#ofEverybody += 1;
      else this.#ofPerson.set(personId, (this.#ofPerson.get(personId) ?? 0) + 1);
    });
    notices.onGap(() => {
      this.#ofEverybody += 1;
    });
  }

  /** How many changes have concerned a person, to be compared with a later count; null while notices may be missed. */
  count(personId: string): number | null {
    if (this.#notices.heartbeatAgeMs() >= heartbeatAgeMsMax) return null;
    return this.#ofEverybody + (this.#ofPerson.get(personId) ?? 0);
  }
}
