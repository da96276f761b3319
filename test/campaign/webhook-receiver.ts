import { createHash } from 'node:crypto';
import { appendFileSync, createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { uniform } from '../../packages/operator-stand-ins/src/faults/uniform.ts';
import { createLoopbackCertificate } from '../service/loopback-certificate.ts';

/** One attempt of a webhook as it arrived. */
export interface Arrival {
  readonly deliveryId: string;
  readonly eventId: string;
  /** Of the body's bytes. */
  readonly hash: string;
  /** Whether it was answered with success. */
  readonly isTaken: boolean;
}

/** The share of attempts that the receiver answers with 500. */
const refusedShare = 0.1;

/**
 * So many attempts of one delivery at most are refused: after six, its webhook would rightly be disabled, and later events would
 * rightly have no delivery.
 */
const refusedMax = 4;

/** Receives webhooks over https, refuses some, and writes each to a file. */
export class WebhookReceiver {
  readonly certificateFile: string;
  readonly url: string;
  readonly #file: string;
  readonly #server: Server;

  private constructor(server: Server, parts: { file: string; certificateFile: string; url: string }) {
    this.#server = server;
    this.#file = parts.file;
    this.certificateFile = parts.certificateFile;
    this.url = parts.url;
  }

  static async open(folder: string, port: number): Promise<WebhookReceiver> {
    const { certificateFile, keyFile } = createLoopbackCertificate(folder);
    const file = join(folder, 'webhooks.jsonl');
    const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) });
    let drawn = 0;
    const refused = new Map<string, number>();
    server.on('request', (request, response) => {
      const pieces: Buffer[] = [];
      request.on('error', () => undefined);
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const body = Buffer.concat(pieces);
        const deliveryId = String(request.headers['x-service-delivery']);
        const refusedBefore = refused.get(deliveryId) ?? 0;
        const isTaken = uniform(1, 'webhook', drawn++) >= refusedShare || refusedBefore >= refusedMax;
        if (isTaken) refused.delete(deliveryId);
        else refused.set(deliveryId, refusedBefore + 1);
        const arrival: Arrival = {
          deliveryId,
          eventId: String(request.headers['webhook-id']),
          hash: createHash('sha256').update(body).digest('hex').slice(0, 16),
          isTaken,
        };
        appendFileSync(file, `${JSON.stringify(arrival)}\n`);
        response.writeHead(isTaken ? 200 : 500).end();
      });
    });
    server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new WebhookReceiver(server, { file, certificateFile, url: `https://127.0.0.1:${port}/` });
  }

  async *arrivals(): AsyncGenerator<Arrival> {
    if (!existsSync(this.#file)) return;
    for await (const line of createInterface({ input: createReadStream(this.#file) })) yield JSON.parse(line);
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
