import { addUgx, type Ugx, ugx, zeroUgx } from '../money/ugx.ts';
import type { End, FeeAt, Step } from './steps.ts';

/** Whether a business pays, and how: both on top of the amount. */
type PayoutFee = 'send_money_external' | 'send_money_internal' | 'withdrawal';

/**
 * The steps of one business, and the balance that its wallet has after them, so that no step is planned that the ledger would
 * refuse. Add steps in the order of their openings.
 */
export class PlannedWallet {
  readonly steps: Step[] = [];
  readonly #feeAt: FeeAt;
  readonly #nowMs: number;
  readonly #approvalThreshold: Ugx | null;
  #available = zeroUgx;
  /** What arrives later. */
  #coming: { readonly atMs: number; readonly amount: Ugx }[] = [];

  /**
   * @param nowMs the end of the history: a chain of steps that would end later is not planned.
   * @param approvalThreshold of its business, in shillings.
   */
  constructor(feeAt: FeeAt, nowMs: number, approvalThreshold: Ugx | null) {
    this.#feeAt = feeAt;
    this.#nowMs = nowMs;
    this.#approvalThreshold = approvalThreshold;
  }

  /** Whether a payout of `cost` shillings, fee included, waits for a second person. */
  needsApproval(cost: Ugx): boolean {
    return this.#approvalThreshold !== null && cost >= this.#approvalThreshold;
  }

  /** What the wallet can pay at a moment, in shillings. */
  availableAt(atMs: number): Ugx {
    for (const { amount } of this.#coming.filter((one) => one.atMs <= atMs))
      this.#available = addUgx(this.#available, amount);
    this.#coming = this.#coming.filter((one) => one.atMs > atMs);
    return this.#available;
  }

  /** What leaves the wallet with a payout of `amount`, in shillings. */
  costOf(operation: PayoutFee, amount: Ugx, atMs: number): Ugx {
    return addUgx(amount, this.#feeAt(operation, amount, atMs));
  }

  /** Test money that is put into the wallet. @returns whether it was before the end of the history. */
  deposit(step: Extract<Step, { is: 'deposit' }>): boolean {
    if (step.atMs > this.#nowMs) return false;
    this.steps.push(step);
    this.#arrives(step.atMs, step.amount);
    return true;
  }

  /** A collection that ends after `takesMs`. @returns whether it fits into the history. */
  collect(step: Extract<Step, { is: 'collect' }>, takesMs: number, end: End): boolean {
    const endMs = step.atMs + takesMs;
    const fee = this.#feeAt('collection', step.amount, step.atMs);
    if (endMs > this.#nowMs || fee >= step.amount) return false;
    this.steps.push(step, { is: 'settle', atMs: endMs, payment: step.payment, end });
    if (end.is === 'paid') this.#arrives(endMs, ugx(step.amount - fee));
    return true;
  }

  /**
   * A payout through an operator that ends after `takesMs`. @returns whether the wallet can pay it, without an approval of its own,
   * and it fits into the history.
   */
  payOut(step: Extract<Step, { is: 'pay' | 'withdraw' | 'refund' }>, takesMs: number, end: End): boolean {
    const endMs = step.atMs + takesMs;
    const cost = this.#costOfStep(step);
    const waits = step.is !== 'refund' && !(step.is === 'pay' && step.bulk !== null) && this.needsApproval(cost);
    if (waits || endMs > this.#nowMs || cost > this.availableAt(step.atMs)) return false;
    this.steps.push(step, { is: 'settle', atMs: endMs, payment: step.payment, end });
    this.#leaves(cost);
    if (end.is === 'failed') this.#arrives(endMs, cost);
    return true;
  }

  /** A payment to a wallet here, which is completed at once. @returns whether the wallet can pay it. */
  payHere(step: Extract<Step, { is: 'pay' }>): boolean {
    const cost = this.costOf('send_money_internal', step.amount, step.atMs);
    if (this.needsApproval(cost) || step.atMs > this.#nowMs || cost > this.availableAt(step.atMs)) return false;
    this.steps.push(step);
    this.#leaves(cost);
    return true;
  }

  /** A payment that waits for a second person, who decides in a later step, or does not. @returns whether the wallet can pay it. */
  payWhenApproved(
    step: Extract<Step, { is: 'pay' }>,
    decision: Extract<Step, { is: 'approve' | 'reject' }> | null,
  ): boolean {
    const cost = this.#costOfStep(step);
    if ((decision ?? step).atMs > this.#nowMs || cost > this.availableAt(step.atMs)) return false;
    this.steps.push(step, ...(decision === null ? [] : [decision]));
    this.#leaves(cost);
    if (decision?.is === 'reject') this.#arrives(decision.atMs, cost);
    return true;
  }

  /** Money that leaves the wallet by a step that is no payout of its own, such as the end of a review case. */
  charge(step: Extract<Step, { is: 'resolve' }>, amount: Ugx): void {
    if (amount > this.availableAt(step.atMs)) throw new Error('a plan charges more than its wallet has');
    this.steps.push(step);
    this.#leaves(amount);
  }

  #costOfStep(step: Extract<Step, { is: 'pay' | 'withdraw' | 'refund' }>): Ugx {
    if (step.is === 'refund') return step.amount;
    return this.costOf(step.is === 'withdraw' ? 'withdrawal' : 'send_money_external', step.amount, step.atMs);
  }

  #leaves(amount: Ugx): void {
    this.#available = ugx(this.#available - amount);
  }

  #arrives(atMs: number, amount: Ugx): void {
    this.#coming.push({ atMs, amount });
  }
}
