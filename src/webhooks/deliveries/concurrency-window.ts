import type { DueLanes, Lane } from './due-lanes.ts';

/**
 * How many attempts may be in flight to one endpoint at the same time, learned as TCP learns how much a network takes
 * (RFC 5681, with RFC 7661's rule that a window which is not used does not grow).
 */
export interface AttemptWindow {
  /** Attempts; its whole part counts. */
  readonly size: number;
  /** Below it the window grows quickly, above it by about one per window of answers. */
  readonly threshold: number;
}

/** What an attempt showed about the endpoint's capacity, whatever the result of the delivery. */
export type Strength = 'delivered' | 'answered' | 'unanswered';

/** One attempt shows whether an endpoint that has just hung answers again. */
const sizeMin = 1;
const sizeMax = 64;

/** The window of an endpoint without attempts so far. */
export const firstWindow: AttemptWindow = { size: 4, threshold: sizeMax };

/**
 * The window after an attempt ended.
 * @param inFlight attempts that were in flight with it, itself included.
 */
export function windowAfter(window: AttemptWindow, strength: Strength, inFlight: number): AttemptWindow {
  if (strength === 'unanswered') {
    const size = Math.max(sizeMin, window.size / 2);
    return { size, threshold: Math.max(size, 2) };
  }
  // An error as the answer is no reason to send more at once.
  if (strength === 'answered' || inFlight < Math.floor(window.size)) return window;
  const growth = window.size < window.threshold ? 1 : 1 / window.size;
  return { size: Math.min(sizeMax, window.size + growth), threshold: window.threshold };
}

/** How many deliveries of a lane to claim. */
export interface ClaimRequest extends Lane {
  readonly limit: number;
}

/** How many deliveries a fan-out may keep for this process at once. */
export interface HandOver {
  readonly total: number;
  /** Per webhook; of one that is not named none. */
  readonly limits: Readonly<Record<string, number>>;
}

interface Endpoint {
  window: AttemptWindow;
  inFlight: number;
  /** Whether its latest attempt was answered. An endpoint without attempts is not proven. */
  proven: boolean;
}

/** Endpoints kept in memory; one that is dropped begins with a first window again. */
const endpointsMax = 5_000;
/** Endpoints named in one fan-out: those used last. */
const handOverEndpointsMax = 500;
/** Rows claimed in one statement, so that it is short. */
const claimedMax = 256;
/** A lane alone is served so many at once; when many wait each gets its part of what is free. */
const laneLimitMin = 16;

/**
 * Shares the attempts that one process makes at the same time. Three bounds keep a broken receiver from harming others:
 * each endpoint's window, a share of all slots that retries leave to first attempts, and a share that endpoints which do
 * not answer leave to those that do. A slot is held until the attempt's result is stored, which bounds memory also
 * while the database is away.
 */
export class ConcurrencyWindow {
  readonly #slots: number;
  readonly #retriesMax: number;
  readonly #unprovenMax: number;
  readonly #endpoints = new Map<number, Endpoint>();
  #held = 0;
  #retriesHeld = 0;
  #inFlight = 0;
  #unprovenInFlight = 0;

  constructor(slots: number) {
    this.#slots = slots;
    this.#retriesMax = Math.max(1, Math.floor((slots * 3) / 4));
    this.#unprovenMax = Math.max(1, Math.floor(slots / 2));
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** What can be claimed now, lane by lane in turn. */
  claimRequests(lanes: DueLanes): ClaimRequest[] {
    const requests: ClaimRequest[] = [];
    let free = Math.min(this.#slots - this.#held, claimedMax);
    let retries = this.#retriesMax - this.#retriesHeld;
    let unproven = this.#unprovenMax - this.#unprovenInFlight;
    const part = Math.max(laneLimitMin, Math.ceil(free / Math.max(1, lanes.size)));
    const requested = new Map<number, number>();
    for (const lane of lanes.inTurn()) {
      if (free <= 0) break;
      const endpoint = this.#endpoints.get(lane.webhookId);
      const before = requested.get(lane.webhookId) ?? 0;
      const limit = Math.min(
        freeOf(endpoint) - before,
        part,
        free,
        lane.isRetry ? retries : free,
        endpoint?.proven === true ? free : unproven,
      );
      if (limit <= 0) continue;
      requests.push({ ...lane, limit });
      requested.set(lane.webhookId, before + limit);
      free -= limit;
      if (lane.isRetry) retries -= limit;
      if (endpoint?.proven !== true) unproven -= limit;
    }
    return requests;
  }

  /**
   * What a fan-out may keep: first attempts of endpoints that answer and have nothing older waiting. Everything else
   * goes through the claim and its bounds.
   */
  handOver(lanes: DueLanes): HandOver {
    const limits: Record<string, number> = {};
    const usedLast = [...this.#endpoints].slice(-handOverEndpointsMax);
    for (const [webhookId, endpoint] of usedLast) {
      const limit = freeOf(endpoint);
      if (endpoint.proven && limit > 0 && !lanes.has({ webhookId, isRetry: false })) limits[webhookId] = limit;
    }
    return { total: Math.max(0, this.#slots - this.#held), limits };
  }

  begin({ webhookId, isRetry }: Omit<Lane, 'walletId'>): void {
    const endpoint = this.#endpoints.get(webhookId) ?? { window: firstWindow, inFlight: 0, proven: false };
    // Set anew, so that the endpoint used longest ago stands first.
    this.#endpoints.delete(webhookId);
    this.#endpoints.set(webhookId, endpoint);
    endpoint.inFlight += 1;
    this.#inFlight += 1;
    this.#held += 1;
    if (isRetry) this.#retriesHeld += 1;
    if (!endpoint.proven) this.#unprovenInFlight += 1;
    this.#forgetIdle();
  }

  /** The attempt is over; its slot is still held. */
  ended(webhookId: number, strength: Strength): void {
    const endpoint = this.#endpoints.get(webhookId);
    if (endpoint === undefined) return;
    endpoint.window = windowAfter(endpoint.window, strength, endpoint.inFlight);
    const proven = strength !== 'unanswered';
    if (!endpoint.proven) this.#unprovenInFlight -= endpoint.inFlight;
    endpoint.inFlight -= 1;
    endpoint.proven = proven;
    if (!proven) this.#unprovenInFlight += endpoint.inFlight;
    this.#inFlight -= 1;
  }

  /** Releases the slot. */
  stored({ isRetry }: Pick<Lane, 'isRetry'>): void {
    this.#held -= 1;
    if (isRetry) this.#retriesHeld -= 1;
  }

  #forgetIdle(): void {
    if (this.#endpoints.size <= endpointsMax) return;
    for (const [webhookId, endpoint] of this.#endpoints) {
      if (endpoint.inFlight > 0) continue;
      this.#endpoints.delete(webhookId);
      return;
    }
  }
}

function freeOf(endpoint: Endpoint | undefined): number {
  return endpoint === undefined ? firstWindow.size : Math.floor(endpoint.window.size) - endpoint.inFlight;
}
