import type { ReadRequest } from '../http/read-request.ts';
import type { Reply } from '../http/reply.ts';
import type {
  AnswerFacts,
  Observation,
  ObservedOperator,
  ObservedPayment,
  OperatorName,
  RecordedCall,
  RequestFacts,
} from './observation.ts';

/** A token that was given out: its number, and MTN's product that it is for. */
export interface GivenToken {
  readonly number: number;
  readonly product: string | null;
}

/** How one operator's calls and books are read. */
export interface CallReader {
  readonly operator: OperatorName;
  /** @param tokenOf finds the token of an Authorization header among those given out. */
  readRequest(request: ReadRequest, tokenOf: (authorization: string | undefined) => GivenToken | null): RequestFacts;
  readAnswer(facts: RequestFacts, reply: Reply): AnswerFacts;
  /** The access token in the answer to a token call, or null. */
  givenToken(reply: Reply): string | null;
  about(): ObservedOperator;
  payments(): readonly ObservedPayment[];
}

/** A call that is going on. */
export interface OpenCall {
  /** The stand-in has decided on its answer. */
  answered(reply: Reply): void;
  /** The connection is free again. @param complete false when the answer was not sent whole. */
  ended(complete: boolean): void;
}

const notRecorded: OpenCall = { answered: () => {}, ended: () => {} };

/** The outcome of a call is unknown until the stand-in decides it. */
const undecided: AnswerFacts & Pick<RecordedCall, 'answer' | 'endedAtMs'> = {
  meaning: 'unknown',
  code: null,
  reason: null,
  outcome: null,
  reasonForm: null,
  isContradictory: false,
  balance: null,
  answer: 'silence',
  endedAtMs: null,
};

/** Records the calls of one or both operators for the report, up to a number of calls that bounds its memory. */
export class CallRecorder {
  readonly #callsMax: number;
  readonly #calls: RecordedCall[] = [];
  readonly #readers: CallReader[] = [];
  #leftOut = 0;

  /** @param callsMax how many calls are recorded; later ones are only counted. */
  constructor(callsMax = 50_000) {
    this.#callsMax = callsMax;
  }

  /** Calls that came after the recorder was full. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Adds an operator. The result is called for each of its calls. */
  watch(reader: CallReader): (request: ReadRequest) => OpenCall {
    this.#readers.push(reader);
    const tokens = new Map<string, GivenToken>();
    const tokenOf = (authorization: string | undefined) =>
      tokens.get(/^Bearer (\S+)$/.exec(authorization ?? '')?.[1] ?? '') ?? null;
    return (request) => {
      if (this.#calls.length >= this.#callsMax) {
        this.#leftOut += 1;
        return notRecorded;
      }
      const facts = reader.readRequest(request, tokenOf);
      const index = this.#calls.length;
      this.#calls.push({ ...undecided, ...facts, operator: reader.operator, atMs: Date.now() });
      const change = (changes: Partial<RecordedCall>) => {
        this.#calls[index] = { ...this.#calls[index]!, ...changes };
      };
      return {
        answered: (reply) => {
          const text = facts.kind === 'token' ? reader.givenToken(reply) : null;
          if (text !== null) tokens.set(text, { number: tokens.size + 1, product: facts.product });
          change({
            ...reader.readAnswer(facts, reply),
            answer: reply.is === 'answer' ? reply.status : reply.is,
            ...(text === null ? {} : { token: tokens.size }),
          });
        },
        ended: (complete) => {
          const { answer } = this.#calls[index]!;
          const left = !complete && answer !== 'reset';
          change({ endedAtMs: Date.now(), ...(left ? { ...withoutAnswer, answer: 'left' } : {}) });
        },
      };
    };
  }

  /** All that happened until now. @param patienceMs see Observation. */
  observe(patienceMs: number): Observation {
    return {
      nowMs: Date.now(),
      patienceMs,
      operators: this.#readers.map((reader) => reader.about()),
      calls: [...this.#calls],
      payments: this.#readers.flatMap((reader) => reader.payments()),
    };
  }
}

const { answer: _answer, endedAtMs: _endedAtMs, ...withoutAnswer } = undecided;
