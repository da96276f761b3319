// A receiver of webhooks for Node 22.18 or newer, without dependencies:
//   WEBHOOK_SECRET=whsec_… PORT=3000 node verify.ts
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

const secret = process.env.WEBHOOK_SECRET ?? '';
if (!secret.startsWith('whsec_'))
  throw new Error('Set WEBHOOK_SECRET to the secret that creating the webhook returned.');
const toleranceSeconds = 300;
const bodyBytesMax = 1_048_576;

/** X-Service-Signature: over the raw body, keyed with the whole secret. While a secret is rolled the new one is in -New. */
export function verifyServiceSignature(rawBody: Buffer, headers: IncomingHttpHeaders): boolean {
  if (!isRecent(headers['x-service-timestamp'])) return false;
  const expected = `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
  return [headers['x-service-signature'], headers['x-service-signature-new']].some((given) => isSame(given, expected));
}

/** webhook-signature: over id, time and raw body, keyed with the decoded secret. While a secret is rolled it holds two. */
export function verifyStandardSignature(rawBody: Buffer, headers: IncomingHttpHeaders): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (typeof signatures !== 'string' || !isRecent(timestamp)) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64')}`;
  return signatures.split(' ').some((given) => isSame(given, expected));
}

function isRecent(timestamp: string | string[] | undefined): boolean {
  if (typeof timestamp !== 'string' || !/^[0-9]{1,12}$/.test(timestamp)) return false;
  return Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds;
}

/** Compares in constant time: how long it takes does not tell how much of a guess was right. */
function isSame(given: string | string[] | undefined, expected: string): boolean {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// In production: a column with a unique index, written in the database transaction of what you do about the event.
const handledIds = new Set<string>();

/** Put the work in a queue of yours and return; the answer should leave within a second. */
function handle(event: { id: string; type: string; data: { reference: string; status: string } }): void {
  console.log(event.id, event.type, event.data.reference, event.data.status);
}

const server = createServer(async (request, response) => {
  const answer = (status: number, text: string) => response.writeHead(status).end(`${text}\n`);
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request) {
      size += chunk.length;
      if (size <= bodyBytesMax) chunks.push(chunk);
    }
    if (size > bodyBytesMax) return answer(413, 'too large');
    const rawBody = Buffer.concat(chunks);
    // One of the two is enough: keep the one that you use.
    const verify = request.url === '/standard' ? verifyStandardSignature : verifyServiceSignature;
    if (!verify(rawBody, request.headers)) return answer(400, 'signature refused');
    const event = JSON.parse(rawBody.toString('utf8'));
    if (handledIds.has(event.id)) return answer(200, 'seen before');
    handle(event);
    handledIds.add(event.id);
    return answer(200, 'handled');
  } catch (error) {
    console.error(error);
    return answer(500, 'failed, please send it again');
  }
});
server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1');
