import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import type { Mode } from '../../ledger/transaction.ts';
import type { AddressPolicy } from '../safe-address/address-policy.ts';
import { type Lookup, NameNotFound } from '../safe-address/lookup.ts';
import { AnswerNotReadable, ConnectionEnded, ForbiddenTarget, type Stage } from './failure.ts';
import type { Target } from './target.ts';

/** The parts that a connection is opened with. */
export interface Dialling {
  readonly addressPolicy: AddressPolicy;
  readonly lookup: Lookup;
  readonly secureContext: SecureContext;
}

/** How long an unused connection is kept. Below the 5 s after which Node's and Apache's servers close theirs. */
const idleMs = 4_000;
/** The same for a server that says with `Keep-Alive: timeout=…` how long it waits. */
const idleHintedMsMax = 30_000;

/** Of the addresses of one name, so that a name with thousands does not make thousands of connections. */
const addressesTriedMax = 8;
/** How long one address of several is given before the next is tried. */
const addressTriedMs = 2_000;

/**
 * Raw bytes that one answer may take: 64 KiB of body, 16 KiB of headers, chunk sizes, interim answers. A peer that sends
 * more sends bytes that never become a body.
 */
const rawBytesMax = 256 * 1_024;

/** The user of a connection; it is notified when the connection ends. */
export interface User {
  fail(error: Error): void;
}

/**
 * One socket to one host, in one mode: every address was checked before it was dialled and again on the open socket. It
 * never opens a second socket, so its user knows what happened to the request.
 */
export class Connection {
  readonly key: string;
  /** From performance.now(). */
  readonly openedAtMs = performance.now();
  stage: Stage = 'lookup';
  /** Requests that were answered on it. */
  answered = 0;
  ended = false;
  readonly #client: Client;
  readonly #ending = new AbortController();
  readonly #onEnd: (connection: Connection) => void;
  #socket: Socket | null = null;
  #opened = false;
  #user: User | null = null;
  #rawBytesUpTo = 0;

  constructor(key: string, target: Target, mode: Mode, dialling: Dialling, onEnd: (connection: Connection) => void) {
    this.key = key;
    this.#onEnd = onEnd;
    this.#client = new Client(target.origin, {
      connect: (_options, callback) => {
        this.#open(target, mode, dialling).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
      allowH2: false,
      pipelining: 1,
      // The attempt has one deadline of its own for everything.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleHintedMsMax,
    });
    this.#client.on('disconnect', (_origin, _targets, error) => this.end(error));
    this.#client.on('connectionError', (_origin, _targets, error) => this.end(error));
  }

  /** Begins a request, one at a time; the handler is called at its end. */
  send(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler & User): void {
    this.#user = handler;
    this.#rawBytesUpTo = (this.#socket?.bytesRead ?? 0) + rawBytesMax;
    this.#client.dispatch(options, handler);
  }

  /** The request was answered and the connection can serve another. */
  rest(): void {
    this.#user = null;
    this.answered += 1;
  }

  /** Ends the lookup, the handshake or the socket, and gives its user the reason. */
  end(error: Error): void {
    if (this.ended) return;
    this.ended = true;
    this.#ending.abort(error);
    this.#user?.fail(error);
    this.#user = null;
    this.#client.destroy(error, () => {});
    this.#socket?.destroy();
    this.#onEnd(this);
  }

  async #open(target: Target, mode: Mode, { addressPolicy, lookup, secureContext }: Dialling): Promise<Socket> {
    // undici would open another socket for a request that it had not written yet.
    if (this.#opened) throw new ConnectionEnded();
    this.#opened = true;
    const { hostname, port } = target;
    const addresses = isIP(hostname) ? [hostname] : await lookup(hostname, this.#ending.signal);
    this.#ending.signal.throwIfAborted();
    if (addresses.length === 0) throw new NameNotFound(hostname);
    for (const address of addresses) refuseForbidden(address, hostname, mode, addressPolicy);

    this.stage = 'connect';
    const tcp = connectTcp({
      host: hostname,
      port,
      lookup: answerWith(addresses.slice(0, addressesTriedMax)),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: addressTriedMs,
      noDelay: true,
    });
    await this.#established(tcp, 'connect');
    // 0.0.0.0 is dialled and 127.0.0.1 answers: only the open socket has the address that it reached.
    refuseForbidden(tcp.remoteAddress ?? 'unknown', hostname, mode, addressPolicy);
    if (!target.secure) return this.#inUse(tcp);

    this.stage = 'handshake';
    const named = isIP(hostname) ? {} : { servername: hostname.replace(/\.$/, '') };
    // No session is resumed: the certificate is checked whole on every connection.
    const tls = connectTls({
      ...named,
      host: hostname,
      socket: tcp,
      secureContext,
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    });
    await this.#established(tls, 'secureConnect');
    return this.#inUse(tls);
  }

  async #established(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
    this.#socket = socket;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const closed = () => reject(new ConnectionEnded());
    // The listener of errors stays: a socket without one would end the process.
    socket.once(event, resolve).on('error', reject).once('close', closed);
    await promise;
    socket.off('close', closed);
  }

  #inUse(socket: Socket): Socket {
    this.stage = 'answer';
    return socket.on('readable', () => {
      if (socket.bytesRead > this.#rawBytesUpTo) this.end(new AnswerNotReadable('too much came that is no answer'));
    });
  }
}

function refuseForbidden(address: string, hostname: string, mode: Mode, addressPolicy: AddressPolicy): void {
  const what = addressPolicy.forbiddenAs(address, mode);
  if (what !== null) throw new ForbiddenTarget(hostname, address, what);
}

/** Makes Node dial exactly these addresses, IPv4 and IPv6 in turn, without a second lookup of the name. */
function answerWith(addresses: readonly string[]): LookupFunction {
  return (_hostname, _options, callback) => {
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
  };
}
