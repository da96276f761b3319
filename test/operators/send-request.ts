/** What a stand-in answered. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which the tests then compare.
  readonly body: any;
  readonly headers: Headers;
}

/** Headers of a request; null leaves one out. */
export type Sent = Readonly<Record<string, string | null>>;

/** Sends a request to a stand-in. @throws when the connection is cut. */
export async function sendRequest(
  url: string,
  method: string,
  headers: Sent = {},
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<Reply> {
  const answer = await fetch(url, {
    method,
    headers: Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
  const text = await answer.text();
  let json: unknown = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Not every answer is JSON, and some are nothing.
  }
  return { status: answer.status, text, body: json, headers: answer.headers };
}
