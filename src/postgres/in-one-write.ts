import type { Duplex } from 'node:stream';
import type pg from 'pg';

/**
 * Has all that `send` hands to a connection leave in one write. Each write wakes the server, which on an idle machine is
 * then given this thread's processor before the rest is made, and each costs a call of the system.
 * @returns what `send` returns. @throws what it throws; what was handed over until then leaves all the same.
 */
export function inOneWrite<Sent>(client: pg.ClientBase, send: () => Sent): Sent {
  const { stream } = (client as ConnectedClient).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/** What `pg`'s client has, and its types do not name. */
interface ConnectedClient extends pg.ClientBase {
  readonly connection: { readonly stream: Duplex };
}
