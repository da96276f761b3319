import { setImmediate } from 'node:timers/promises';
import type PDFDocument from 'pdfkit';
import { kampalaTime } from '../ledger/kampala-day.ts';
import {
  grey,
  ink,
  left,
  momentText,
  newDocument,
  right,
  rule,
  whatIsReady,
  wrapped,
  write,
} from '../statements/pdf-drawing.ts';
import type { IssuedReceipt } from './read-receipt-of.ts';
import { attachReceipt, drawReceipt, type ReceiptMaking } from './receipt-pdf.ts';

/** A step of a transaction's timeline; bodies are masked already. */
export interface PackStep {
  readonly at: string;
  readonly title: string;
  readonly detail: string | null;
  readonly call: PackCall | null;
}

interface PackCall {
  readonly method: string | null;
  readonly path: string | null;
  readonly request_body: string | null;
  readonly request_bytes: number;
  readonly answer_body: string | null;
  readonly answer_bytes: number;
}

export interface PackDelivery {
  readonly id: number;
  readonly url: string;
  readonly event_type: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_response_status: number | null;
  readonly created_at: string;
  readonly delivered_at: string | null;
}

/** What somebody needs who decides a dispute about one payment. */
export interface DisputePack {
  readonly receipt: IssuedReceipt;
  /** Who made it, for the first page. */
  readonly madeBy: string;
  readonly steps: readonly PackStep[];
  readonly deliveries: readonly PackDelivery[];
}

/** So many steps are drawn before others get their turn. */
const stepsPerTurn = 20;

/** The receipt, the timeline with operator calls, and the webhook deliveries of a transaction as one PDF, the receipt's JSON attached. */
export async function* disputePackPdf(pack: DisputePack, making: ReceiptMaking): AsyncGenerator<Buffer> {
  const { receipt, steps, deliveries } = pack;
  const { madeAtMs, issuer } = making;
  const { reference } = receipt.transaction;
  const document = newDocument(`Dispute pack ${reference}`, making);
  attachReceipt(document, receipt, madeAtMs);
  drawReceipt(document, receipt, issuer);
  const flow = new Flow(document, `Dispute pack ${reference}, created ${momentText(madeAtMs)} by ${pack.madeBy}`);
  flow.heading('Timeline');
  for (const [index, step] of steps.entries()) {
    drawStep(flow, step);
    if (index % stepsPerTurn !== stepsPerTurn - 1) continue;
    yield* whatIsReady(document);
    await setImmediate();
  }
  flow.heading('Webhook deliveries');
  if (deliveries.length === 0) flow.text('None.');
  for (const delivery of deliveries) drawDelivery(flow, delivery);
  document.end();
  yield* whatIsReady(document);
}

function drawStep(flow: Flow, { at, title, detail, call }: PackStep): void {
  flow.gap();
  flow.text(`${timeText(at)}   ${title}`, { bold: true });
  if (detail !== null) flow.text(detail);
  if (call === null) return;
  if (call.method !== null) flow.text(`${call.method} ${call.path ?? ''}`, { isMinor: true });
  drawBody(flow, 'Sent', call.request_body, call.request_bytes);
  drawBody(flow, 'Received', call.answer_body, call.answer_bytes);
}

function drawBody(flow: Flow, label: string, body: string | null, bytes: number): void {
  if (body !== null) flow.text(`${label} (${bytes} bytes): ${body.replace(/\s+/g, ' ')}`, { isMinor: true });
}

function drawDelivery(flow: Flow, delivery: PackDelivery): void {
  const { id, event_type, status, attempts, last_response_status, created_at, delivered_at } = delivery;
  flow.gap();
  flow.text(`${timeText(created_at)}   ${event_type} to ${originOf(delivery.url)}`, { bold: true });
  const answered = last_response_status === null ? 'no HTTP response' : `last response HTTP ${last_response_status}`;
  const end = delivered_at === null ? '' : `, delivered ${timeText(delivered_at)}`;
  flow.text(`Delivery ${id}: ${status}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}, ${answered}${end}`);
}

/** A path may hold a secret of the receiver. */
function originOf(url: string): string {
  return URL.parse(url)?.origin ?? 'an address that cannot be read';
}

/** To the millisecond, because the order of steps matters: 2026-11-25 12:00:00.000 +03:00. */
function timeText(iso: string): string {
  return kampalaTime(Date.parse(iso)).replace('T', ' ').replace('+', ' +');
}

const firstLineTop = 44;
const bottom = 790;
const footTop = 805;
const sizes = { heading: 13, text: 8, minor: 6.5 } as const;

/** Text from top to bottom, over as many pages as it takes. */
class Flow {
  readonly #document: PDFDocument;
  readonly #foot: string;
  /** Beyond the end of the page until the first line, which begins a page. */
  #y = Number.POSITIVE_INFINITY;

  constructor(document: PDFDocument, foot: string) {
    this.#document = document;
    this.#foot = foot;
  }

  heading(title: string): void {
    // A heading does not end a page.
    this.#makeRoom(60);
    if (this.#y > firstLineTop) this.#y += 16;
    write(this.#document, title, left, this.#y, { size: sizes.heading, bold: true });
    rule(this.#document, this.#y + 17);
    this.#y += 22;
  }

  gap(): void {
    this.#y += 5;
  }

  text(
    content: string,
    { bold = false, isMinor = false }: { readonly bold?: boolean; readonly isMinor?: boolean } = {},
  ): void {
    const size = isMinor ? sizes.minor : sizes.text;
    const height = size + 2.5;
    for (const line of wrapped(content, right - left, { size, bold })) {
      this.#makeRoom(height);
      write(this.#document, line, left, this.#y, { size, bold, color: isMinor ? grey : ink });
      this.#y += height;
    }
  }

  #makeRoom(height: number): void {
    if (this.#y + height <= bottom) return;
    this.#document.addPage();
    write(this.#document, this.#foot, left, footTop, { color: grey });
    this.#y = firstLineTop;
  }
}
