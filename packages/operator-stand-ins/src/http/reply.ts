/** What a stand-in does with a request: an answer, a cut connection, or silence until the caller gives up. */
export type Reply = Answer | { readonly is: 'reset' } | { readonly is: 'silence' };

export interface Answer {
  readonly is: 'answer';
  readonly status: number;
  readonly contentType: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Milliseconds to wait beyond the usual answer delay. */
  readonly extraDelayMs: number;
}

export const reset: Reply = { is: 'reset' };
export const silence: Reply = { is: 'silence' };

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    is: 'answer',
    status,
    contentType: 'application/json',
    headers,
    body: JSON.stringify(body),
    extraDelayMs: 0,
  };
}

export function plainText(body: string): Answer {
  return { is: 'answer', status: 200, contentType: 'text/plain; charset=utf-8', headers: {}, body, extraDelayMs: 0 };
}

export function empty(status: number): Answer {
  return { is: 'answer', status, contentType: null, headers: {}, body: '', extraDelayMs: 0 };
}

/** A page for people, as firewalls and balancers in front of an operator send it to programs. */
export function htmlPage(status: 403 | 503): Answer {
  const said = status === 403 ? 'Request Rejected' : 'Service Unavailable';
  const body = `<html><head><title>${said}</title></head><body><h1>${said}</h1><p>Please consult your administrator.</p></body></html>`;
  return { is: 'answer', status, contentType: 'text/html; charset=utf-8', headers: {}, body, extraDelayMs: 0 };
}

/** The same reply, later. */
export function delayed(reply: Reply, delayMs: number): Reply {
  return reply.is === 'answer' ? { ...reply, extraDelayMs: reply.extraDelayMs + delayMs } : reply;
}
