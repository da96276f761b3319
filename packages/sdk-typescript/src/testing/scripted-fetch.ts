/** A request as a fake of fetch received it. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | null;
}

/** What a fake of fetch does with one request. */
export type Step = (request: SentRequest, signal: AbortSignal) => Response | Promise<Response>;

/** A fetch that does one step for each request, the last one again and again, and keeps what it received. */
export function scriptedFetch(...steps: readonly [Step, ...Step[]]) {
  const sent: SentRequest[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const request = {
      method: init.method ?? 'GET',
      url: new URL(String(input)),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? init.body : null,
    };
    sent.push(request);
    const step = steps[Math.min(sent.length, steps.length) - 1] ?? steps[0];
    return await step(request, init.signal ?? new AbortController().signal);
  };
  return { fetch, sent };
}

/** A step that responds with a JSON body. */
export function responds(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  return () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** A step that responds as the service does after a success. */
export function succeeds(data: unknown): Step {
  return responds(200, { success: true, message: 'Done.', data });
}

/** A step that responds as the service does after a failure. */
export function fails(status: number, code: string, headers: Record<string, string> = {}, data?: object): Step {
  return responds(status, { success: false, message: 'What to do.', code, data, request_id: 'req-1' }, headers);
}

/** A step in which the connection breaks, as Node's fetch reports it. */
export function breaks(code: string, syscall?: string): Step {
  return () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code, syscall }) });
  };
}

/** A step without a response until the signal aborts. */
export const isSilent: Step = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
