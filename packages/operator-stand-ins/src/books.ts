import { type Hundredths, hundredthsOf, noMoney, plus, shortText } from './hundredths.ts';

/** What an operator knows of a payment. */
export interface Payment {
  readonly reference: string;
  /** The call that made it, in the operator's word: requesttopay, transfer, collection, disbursement, refund… */
  readonly kind: string;
  /** `in`: a customer pays us. `out`: we pay a person. */
  readonly direction: 'in' | 'out';
  /** The account of ours that it changes. */
  readonly account: string;
  readonly amount: Hundredths;
  readonly currency: string;
  readonly phone: string;
  /** What else the caller sent, and this operator gives back. */
  readonly details: Readonly<Record<string, string>>;
  /** Which payment of this phone it is, from 0; the faults drawn for it follow from this. */
  readonly ordinal: number;
  readonly createdAtMs: number;
  /** In the operator's words. */
  state: string;
  reason: string | null;
  /** Whether its money has moved. */
  paid: boolean;
  /** The operator's own id, from when money moved first. */
  operatorId: string | null;
  /** Money calls that came with this reference, the first included. */
  calls: number;
  /** Status queries about it. */
  asked: number;
  firstAskedAtMs: number | null;
  lastAskedAtMs: number | null;
  readonly turns: Turn[];
  readonly callbacks: SentCallback[];
}

export interface Turn {
  readonly atMs: number;
  readonly state: string;
  readonly reason: string | null;
}

export interface SentCallback {
  readonly atMs: number;
  readonly method: string;
  readonly url: string;
  readonly genuine: boolean;
  /** What the receiver answered: an HTTP status, or why there is none; null while it is awaited. */
  answer: number | string | null;
}

export type NewPayment = Pick<
  Payment,
  'reference' | 'kind' | 'direction' | 'account' | 'amount' | 'currency' | 'phone' | 'details'
> & { readonly state: string };

/** The books of one operator: its payments and our accounts with it. Nothing is ever removed. */
export class Books {
  readonly #payments = new Map<string, Payment>();
  readonly #accounts = new Map<string, Hundredths>();
  readonly #paymentsOfPhone = new Map<string, number>();
  #lastOperatorId = 1_000_000_000n;

  constructor(openingBalances: Readonly<Record<string, Hundredths>>) {
    for (const [account, balance] of Object.entries(openingBalances)) this.#accounts.set(account, balance);
  }

  find(reference: string): Payment | undefined {
    return this.#payments.get(reference);
  }

  get payments(): Iterable<Payment> {
    return this.#payments.values();
  }

  /** @throws when the reference is in the books already. */
  enter(entry: NewPayment): Payment {
    if (this.#payments.has(entry.reference)) throw new Error(`${entry.reference} is in the books already`);
    const ordinal = this.#paymentsOfPhone.get(entry.phone) ?? 0;
    this.#paymentsOfPhone.set(entry.phone, ordinal + 1);
    const createdAtMs = Date.now();
    const payment: Payment = {
      ...entry,
      ordinal,
      createdAtMs,
      reason: null,
      paid: false,
      operatorId: null,
      calls: 1,
      asked: 0,
      firstAskedAtMs: null,
      lastAskedAtMs: null,
      turns: [{ atMs: createdAtMs, state: entry.state, reason: null }],
      callbacks: [],
    };
    this.#payments.set(entry.reference, payment);
    return payment;
  }

  /**
   * Puts a payment back that another stand-in of this operator had, without moving money. What was planned about it is forgotten.
   * @throws when the reference is in the books already.
   */
  restore(payment: Payment): void {
    if (this.#payments.has(payment.reference)) throw new Error(`${payment.reference} is in the books already`);
    this.#payments.set(payment.reference, payment);
    this.#paymentsOfPhone.set(payment.phone, (this.#paymentsOfPhone.get(payment.phone) ?? 0) + 1);
    const operatorId = BigInt(payment.operatorId ?? 0);
    if (operatorId > this.#lastOperatorId) this.#lastOperatorId = operatorId;
  }

  /** Makes a state true, and moves money, or moves it back, when that changes whether it is paid. */
  turn(payment: Payment, state: string, reason: string | null, paid: boolean): void {
    payment.state = state;
    payment.reason = reason;
    payment.turns.push({ atMs: Date.now(), state, reason });
    if (payment.paid === paid) return;
    payment.paid = paid;
    payment.operatorId ??= this.nextOperatorId();
    const comesIn = (payment.direction === 'in') === paid;
    this.#accounts.set(
      payment.account,
      plus(this.balance(payment.account), comesIn ? payment.amount : -payment.amount),
    );
  }

  noteAsked(payment: Payment): void {
    payment.asked += 1;
    payment.lastAskedAtMs = Date.now();
    payment.firstAskedAtMs ??= payment.lastAskedAtMs;
  }

  /** Digits, as the operators' ledgers number what they did. */
  nextOperatorId(): string {
    this.#lastOperatorId += 1n;
    return this.#lastOperatorId.toString();
  }

  balance(account: string): Hundredths {
    return this.#accounts.get(account) ?? noMoney;
  }

  setBalance(account: string, balance: Hundredths): void {
    this.#accounts.set(account, balance);
  }

  get accounts(): ReadonlyMap<string, Hundredths> {
    return this.#accounts;
  }
}

/** A payment for the admin paths: amounts as JSON numbers, times in milliseconds since 1970. */
export function paymentToJson({ amount, ...payment }: Payment): Record<string, unknown> {
  return { ...payment, amount: Number(shortText(amount)) };
}

/** The payment that `paymentToJson` wrote. */
export function paymentFromJson(written: Record<string, unknown>): Payment {
  return { ...(written as unknown as Payment), amount: hundredthsOf(String(written.amount)) ?? noMoney };
}
