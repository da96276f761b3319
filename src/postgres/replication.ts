import type pg from 'pg';

/** PostgreSQL has committed, and stopped waiting before a synchronous standby had the commit: a failover may lose it. */
export class NotReplicated extends Error {
  override readonly name = 'NotReplicated';

  constructor() {
    super('a commit was stored by the primary, and no synchronous standby is known to have it');
  }
}

/** The function of PostgreSQL that waits for a standby. Its warnings name it in every language of the server. */
const waitForStandby = 'SyncRepWaitForLSN';

/**
 * Listens for the warning that PostgreSQL gives when a commit no longer waits for its standby ("might not have been replicated"), for
 * example because somebody canceled it. The answer to COMMIT itself says nothing about it.
 */
export class ReplicationWatch {
  readonly #client: pg.ClientBase;
  #isInDoubt = false;

  constructor(client: pg.ClientBase) {
    this.#client = client;
    client.on('notice', this.#listen);
  }

  /** Whether a commit since the beginning was answered with the warning. */
  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  end(): void {
    this.#client.off('notice', this.#listen);
  }

  readonly #listen = (notice: { readonly routine?: string | undefined }): void => {
    if (notice.routine === waitForStandby) this.#isInDoubt = true;
  };
}
