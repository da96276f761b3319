export interface Heard {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which the tests then compare.
  readonly body: any;
  readonly headers: Headers;
}

export type Sent = Readonly<Record<string, string | null>>;

/** Calls a stand-in by hand. A header of null is left out. @throws when the connection is cut. */
export async function speak(
  url: string,
  method: string,
  headers: Sent = {},
  body?: unknown,
  signal: AbortSignal | null = null,
): Promise<Heard> {
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
