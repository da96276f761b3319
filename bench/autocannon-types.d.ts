/** The part of autocannon that the benchmark uses; the package has no types of its own. */
declare module 'autocannon' {
  interface Request {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
  }
  interface Result {
    readonly duration: number;
    readonly requests: { readonly total: number };
    readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
  }
  export default function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly requests: readonly { readonly setupRequest: (request: Request) => Request }[];
  }): Promise<Result>;
}
