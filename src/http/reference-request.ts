/**
 * Gives each request that the browsable reference sends an Idempotency-Key of its own, unless its reader typed one. With
 * one fixed key every second try would get the first answer again. It runs in the browser, where its text is written into
 * the page: it can use nothing from outside itself. (`crypto.randomUUID` is missing there without https.)
 */
export function addIdempotencyKey({ request }: { readonly request: Request }): void {
  if (request.method !== 'POST' || request.headers.get('Idempotency-Key')) return;
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(16)));
  request.headers.set('Idempotency-Key', bytes.map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}
