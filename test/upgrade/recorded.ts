/** What is committed beside a dump: what a client program asked the version that made it, and got. */
export interface Recorded {
  /** The version of package.json. */
  readonly version: string;
  /** When the dump was made by the clock of its database, ISO 8601. */
  readonly takenAt: string;
  /** NSIMBI_ENCRYPTION_KEYS of the service. A secret of tests only. */
  readonly encryptionKeys: string;
  /** Who signs in to the dashboard. Secrets of tests only. */
  readonly person: { readonly email: string; readonly password: string };
  /** API keys by the names that the requests use. Secrets of tests only. */
  readonly apiKeys: Readonly<Record<string, string>>;
  /** Requests with an Idempotency-Key, with the first response to each. */
  readonly keyed: readonly KeyedRequest[];
  /** Reads, with what they answered when the dump was made. */
  readonly reads: readonly RecordedRead[];
}

export interface KeyedRequest {
  readonly title: string;
  /** The name of an API key; null for a request of the dashboard, whose session signs it. */
  readonly apiKey: string | null;
  readonly method: string;
  readonly path: string;
  readonly idempotencyKey: string;
  /** The bytes of the body, as text. */
  readonly body: string;
  /** False when the service was killed before it answered: the dump has the key without a response, which came later. */
  readonly wasAnswered: boolean;
  readonly status: number;
  /** The bytes of the response, as text. */
  readonly response: string;
}

export interface RecordedRead {
  readonly apiKey: string;
  readonly path: string;
  readonly status: number;
  readonly response: string;
}

/** A response, as far as it is compared. */
export interface Response {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
}

/** Sends a request of a recording. @param headers those that sign it. */
export async function send(
  baseUrl: string,
  { method, path, body, idempotencyKey }: Pick<KeyedRequest, 'method' | 'path'> & Partial<KeyedRequest>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      ...headers,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: response.status,
    text: await response.text(),
    isReplayed: response.headers.get('idempotent-replayed') === 'true',
  };
}
