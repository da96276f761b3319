import type { OnExchange, QueryResult, SubmitResult } from '../../operators/contract.ts';
import type { CallNotes } from './call-log.ts';
import type { CallAbout, CallKind } from './noted-call.ts';

/** Records the HTTP exchanges of one call to an operator: one or a few, or none where it ended before anything was sent. */
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

  /** The operator's connector calls it with each exchange. */
  readonly onExchange: OnExchange = (exchange) => {
    // A connector may query before or after it moves money, to be sure of it.
    const isQuery = this.#sendNo !== null && exchange.method === 'GET';
    if (!isQuery) this.#wasMade = true;
    const about = this.#about;
    if (isQuery) this.#notes.note({ about, call: 'query', sendNo: null, exchange });
    else this.#notes.note({ about, call: this.#call, sendNo: this.#sendNo, exchange });
  };

  /** The call has ended with this result. */
  ended(result: SubmitResult | QueryResult): void {
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
        // Whatever the result means for the payment: nothing was sent.
        is: result.is === 'unknown' ? 'unknown' : 'not_reached',
        status: null,
        text: 'raw' in result ? result.raw : '',
      },
    });
  }
}
