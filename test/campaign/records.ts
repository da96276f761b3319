import { closeSync, createReadStream, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { OperationKind } from './plan.ts';

/** An operation is about to be sent for the first time. */
export interface Begun {
  readonly is: 'begun';
  readonly n: number;
  readonly kind: OperationKind;
  readonly walletId: number;
  readonly token: string;
  readonly amount: number;
  /** Where a request under an Idempotency-Key goes; null for work of people. */
  readonly path: string | null;
}

/** One request and its answer. */
export interface Attempt {
  readonly is: 'attempt';
  readonly n: number;
  /** Milliseconds since 1970, of this machine's clock, which no fault changes. */
  readonly atMs: number;
  readonly tookMs: number;
  /** Null when the connection ended before an answer came. */
  readonly status: number | null;
  readonly code: string | null;
  readonly transactionId: number | null;
  /** Of the body's bytes. */
  readonly hash: string | null;
  /** Whether it had another body than the first request with this key. */
  readonly isChanged: boolean;
}

/** Nothing more is sent for this operation. */
export interface Ended {
  readonly is: 'ended';
  readonly n: number;
  readonly atMs: number;
  readonly outcome: Outcome;
}

export type Outcome =
  /** Answered with success. */
  | 'acknowledged'
  /** Answered with a transaction that failed. */
  | 'failed'
  /** Refused, with nothing written. */
  | 'refused'
  /** The client does not know. */
  | 'unknown'
  /** There was nothing to do, such as no open review case. */
  | 'nothing_to_do';

/** The transaction of an operation was seen to be final. */
export interface Final {
  readonly is: 'final';
  readonly n: number;
  readonly atMs: number;
  readonly status: string;
}

/** Something happened to the surroundings. */
export interface FaultRecord {
  readonly is: 'fault';
  readonly kind: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly detail: string;
}

/** The campaign itself saw something wrong while it ran. */
export interface Problem {
  readonly is: 'problem';
  readonly rule: string;
  readonly detail: string;
}

/** A key took another's place. `oldKey` must not work any more from `endsMs` on. */
export interface KeyRoll {
  readonly is: 'key_roll';
  readonly client: number;
  readonly oldKey: string;
  readonly newKey: string;
  readonly endsMs: number | null;
}

export type CampaignRecord = Begun | Attempt | Ended | Final | FaultRecord | Problem | KeyRoll;

/**
 * The record of a campaign, which owes nothing to the service: one line of JSON for each thing that happened, appended at once.
 * A line that was cut off by the end of the process is removed when the file is opened again.
 */
export class Records {
  readonly #file: string;
  readonly #descriptor: number;
  #waiting: string[] = [];
  /** Problems that were recorded in this sitting. */
  problems = 0;

  constructor(file: string) {
    this.#file = file;
    if (existsSync(file)) cutUnfinishedLine(file);
    this.#descriptor = openSync(file, 'a');
  }

  add(record: CampaignRecord): void {
    if (record.is === 'problem') this.problems += 1;
    this.#waiting.push(`${JSON.stringify(record)}\n`);
    // What was begun is in the file before it is sent; the rest follows with the next one.
    if (record.is !== 'attempt' || this.#waiting.length > 100) this.flush();
  }

  flush(): void {
    if (this.#waiting.length === 0) return;
    writeSync(this.#descriptor, this.#waiting.join(''));
    this.#waiting = [];
  }

  async *read(): AsyncGenerator<CampaignRecord> {
    this.flush();
    for await (const line of createInterface({
      input: createReadStream(this.#file),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      yield JSON.parse(line);
    }
  }

  close(): void {
    this.flush();
    closeSync(this.#descriptor);
  }
}

function cutUnfinishedLine(file: string): void {
  const text = readFileSync(file);
  const end = text.lastIndexOf('\n') + 1;
  if (end < text.length) truncateSync(file, end);
}
