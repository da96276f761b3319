import type { OnExchange, QueryResult, SubmitResult } from '../../operators/contract.ts';
import type { CallNotes } from './call-log.ts';
import type { CallAbout, CallKind } from './noted-call.ts';

/** Notes what one call of an operator was made of: an exchange or a few, or none where it ended before anything was sent. */
export class CallRecorder {
  readonly #notes: CallNotes;
  readonly #about: CallAbout;
  readonly #call: CallKind;
  readonly #sendNo: number | null;
  readonly #begunAtMs = Date.now();
  #wasMade = false;

  /** @param sendNo which money call of the transaction it is, from 1; null for a query. */
  constructor(notes: CallNotes, about: CallAbout, call: CallKind, sendNo: number | null) {
    this.#notes = notes;
    this.#about = about;
    this.#call = call;
    this.#sendNo = sendNo;
  }

  /** For the operator's connector: tells of an exchange. */
  readonly onExchange: OnExchange = (exchange) => {
    // What a connector asks before or after it moves money, to be sure of it, is a question.
    const isQuestion = this.#sendNo !== null && exchange.method === 'GET';
    if (!isQuestion) this.#wasMade = true;
    const about = this.#about;
    if (isQuestion) this.#notes.note({ about, call: 'query', sendNo: null, exchange });
    else this.#notes.note({ about, call: this.#call, sendNo: this.#sendNo, exchange });
  };

  /** The call has ended with this word. */
  ended(word: SubmitResult | QueryResult): void {
    if (this.#wasMade) return;
    this.#notes.note({
      about: this.#about,
      call: this.#call,
      sendNo: this.#sendNo,
      exchange: {
        atMs: this.#begunAtMs,
        durationMs: Date.now() - this.#begunAtMs,
        method: null,
        path: null,
        body: null,
        // Whatever the word means for the payment: nothing was sent.
        is: word.is === 'unknown' ? 'unknown' : 'not_reached',
        status: null,
        text: 'raw' in word ? word.raw : '',
      },
    });
  }
}
