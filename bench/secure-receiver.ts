import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createLoopbackCertificate } from '../test/service/loopback-certificate.ts';

/** Receives live deliveries, which are sent over https alone; only programs that are given its certificate trust it. */
export class SecureReceiver {
  /** For NODE_EXTRA_CA_CERTS. */
  readonly certificateFile: string;
  /** By transaction: when its first delivery had arrived whole, in milliseconds since 1970 with fractions. */
  readonly arrivedAtMs = new Map<number, number>();
  readonly #server: Server;

  private constructor(server: Server, certificateFile: string) {
    this.#server = server;
    this.certificateFile = certificateFile;
  }

  /** @param folder where certificate and key are written; wants `openssl`. */
  static async start(folder: string): Promise<SecureReceiver> {
    const { certificateFile, keyFile } = createLoopbackCertificate(folder);
    const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) });
    const receiver = new SecureReceiver(server, certificateFile);
    server.on('request', (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const atMs = performance.timeOrigin + performance.now();
        response.end();
        const { data }: { data: { id: number } } = JSON.parse(Buffer.concat(pieces).toString());
        if (!receiver.arrivedAtMs.has(data.id)) receiver.arrivedAtMs.set(data.id, atMs);
      });
    });
    server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
