import pg from 'pg';

/**
 * Sends a statement in a pipeline; the promise gives its answer. Where the driver does not send it (a value that it
 * cannot write, a name that stands for another text) that is thrown here: a rejected promise would come too
 * late to hold back a COMMIT that is sent behind it, and the server would commit the rest.
 */
export function sendStatement(client: pg.ClientBase, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  let unsent: unknown = null;
  let sending = true;
  const query: Sendable = new pg.Query(statement, undefined, (error, result) => {
    if (error === undefined || error === null) return resolve(result);
    if (sending) unsent = error;
    reject(error);
  });
  const submit = query.submit.bind(query);
  query.submit = (connection) => {
    const refusal = submit(connection);
    if (refusal instanceof Error) unsent = refusal;
    return refusal;
  };
  client.query(query);
  sending = false;
  if (unsent === null) return promise;
  promise.catch(() => undefined);
  throw unsent;
}

/** The driver's types leave out that `submit` returns why it did not send. */
interface Sendable extends Omit<pg.Query, 'submit'> {
  submit: (connection: pg.Connection) => unknown;
}
