/** Requests at a fixed rate, whether earlier ones are answered or not. */
export interface RequestFlood {
  readonly kind: 'requests';
  readonly name: string;
  readonly requests: readonly FloodRequest[];
  /** Source addresses, used in turn. */
  readonly from: readonly string[];
}

export interface FloodRequest {
  readonly perSecond: number;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `{n}` becomes a number that no other request has. */
  readonly body?: string;
}

/** Connections that are held open; each one that closes is opened again. */
export interface ConnectionFlood {
  readonly kind: 'connections';
  readonly name: string;
  readonly count: number;
  /** What a connection sends once, these in turn; nothing follows. */
  readonly openings: readonly string[];
  /** Whether these are beginnings of requests, which the service must cut off after 10 or 15 seconds. */
  readonly isUnfinished: boolean;
  /** Source addresses, used in turn. */
  readonly from: readonly string[];
}

export type Flood = RequestFlood | ConnectionFlood;

/** What the floods need to know of the service. */
export interface FloodTarget {
  readonly baseUrl: string;
  readonly metricsToken: string;
  /** Path of the page of the reference, and of its largest script. */
  readonly referencePath: string;
  readonly scriptPath: string;
  /** The email address of a person who has an account in the dashboard. */
  readonly knownEmail: string;
}

/** The default of NSIMBI_CONNECTIONS_PER_ADDRESS. */
const connectionsPerAddress = 512;

/** Payments come from 127.0.0.1: a stranger has another address. */
const oneAddress = ['127.0.0.2'];
const manyAddresses = Array.from({ length: 250 }, (_, n) => `127.0.0.${n + 2}`);

/** What a stranger without a key or a session can send, each measured by itself. */
export function floodsOf(target: FloodTarget): readonly Flood[] {
  const { host } = new URL(target.baseUrl);
  const get = (perSecond: number, path: string, headers: Readonly<Record<string, string>> = {}): FloodRequest => ({
    perSecond,
    method: 'GET',
    path,
    headers,
  });
  const signIns: readonly FloodRequest[] = [target.knownEmail, 'person{n}@example.ug'].map((email) => ({
    perSecond: 50,
    method: 'POST',
    path: '/dashboard/api/auth/sign-in/email',
    headers: { 'content-type': 'application/json', origin: target.baseUrl },
    body: JSON.stringify({ email, password: 'a wrong password' }),
  }));
  const signInHeaders = `Host: ${host}\r\nOrigin: ${target.baseUrl}\r\nContent-Type: application/json\r\n`;
  const slow = {
    kind: 'connections',
    count: 2_000,
    isUnfinished: true,
    openings: [
      `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nX-Unfinished: `,
      `POST /dashboard/api/auth/sign-in/email HTTP/1.1\r\n${signInHeaders}Content-Length: 60\r\n\r\n{"email`,
    ],
  } as const;
  const requests = 'requests' as const;
  return [
    {
      kind: requests,
      name: '150 GET /openapi.json a second',
      requests: [get(150, '/openapi.json')],
      from: oneAddress,
    },
    {
      kind: requests,
      name: '30 GET /docs and 30 of its largest script a second',
      requests: [get(30, target.referencePath), get(30, target.scriptPath)],
      from: oneAddress,
    },
    {
      kind: requests,
      name: '200 GET /metrics a second with the token',
      requests: [get(200, '/metrics', { authorization: `Bearer ${target.metricsToken}` })],
      from: oneAddress,
    },
    {
      kind: requests,
      name: '200 GET /metrics a second without the token',
      requests: [get(200, '/metrics')],
      from: oneAddress,
    },
    { ...slow, name: '2,000 unfinished requests, one address', from: oneAddress },
    { ...slow, name: '2,000 unfinished requests, 250 addresses', from: manyAddresses },
    {
      kind: 'connections',
      name: `${connectionsPerAddress} idle connections, one address`,
      count: connectionsPerAddress,
      isUnfinished: false,
      openings: [`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`],
      from: oneAddress,
    },
    {
      kind: requests,
      name: '100 wrong sign-ins a second, one address',
      requests: signIns,
      from: oneAddress,
    },
    {
      kind: requests,
      name: '100 wrong sign-ins a second, 250 addresses',
      requests: signIns,
      from: manyAddresses,
    },
  ];
}
