import type { Caller } from '../../access/caller.ts';
import { ugx, ugxToJson } from '../../money/ugx.ts';
import type { Queryable } from '../../postgres/pool.ts';
import { Refusal } from '../../refusal.ts';
import type { CallbackTimers } from './callback-timers.ts';
import { type PhoneMessage, readMessages } from './phone-messages.ts';

/** A prompt on the virtual handset, as the interface shows it: amounts as JSON integers, times as ISO 8601 UTC. */
export interface Prompt {
  readonly id: number;
  readonly kind: 'collection' | 'payout';
  readonly phone: string;
  readonly operator: string;
  readonly amount: number;
  readonly currency: 'UGX';
  readonly description: string | null;
  readonly merchant_name: string;
  readonly transaction_id: number;
  readonly external_reference: string;
  readonly status: 'waiting' | 'approved' | 'declined';
  readonly created_at: string;
  readonly expires_at: string;
}

/** The phones of test mode: prompts wait here for a program, or a person, to approve or decline them. */
export class Handset {
  readonly #db: Queryable;
  readonly #callbacks: CallbackTimers;
  readonly #usualDelayMs: number;

  /** @param usualDelayMs after how long an ordinary number is approved or paid. */
  constructor(db: Queryable, callbacks: CallbackTimers, usualDelayMs: number) {
    this.#db = db;
    this.#callbacks = callbacks;
    this.#usualDelayMs = usualDelayMs;
  }

  /** The prompts that wait because of the caller's own wallet, oldest first, at most 100. */
  async listPrompts(caller: Caller, phone?: string): Promise<readonly Prompt[]> {
    refuseLive(caller);
    const { rows } = await this.#db.query<PromptRow>({
      name: 'simulator_list_prompts',
      text: `
        SELECT payment.payment_id, payment.operator, payment.direction, payment.phone, payment.amount,
               payment.description, payment.merchant_name, payment.reference,
               wall_time_of(payment.created_at) AS created_at, wall_time_of(payment.prompt_until) AS prompt_until,
               payment.decision, known.transaction_id
          FROM simulator_payment AS payment
          JOIN operator_account AS account ON account.mode = 'test' AND account.operator = payment.operator
          JOIN operator_reference AS known
            ON known.operator_account_id = account.operator_account_id AND known.reference = payment.reference
         WHERE payment.prompt_until IS NOT NULL AND payment.decision IS NULL
           AND payment.prompt_until > trusted_now()
           AND known.wallet_id = $1
           AND ($2::text IS NULL OR payment.phone = $2)
         ORDER BY payment.payment_id
         LIMIT 100`,
      values: [caller.walletId, phone ?? null],
    });
    return rows.map(promptOf);
  }

  /**
   * Approves or declines a prompt that waits because of the caller's own wallet.
   * @throws Refusal `not_found` when no such prompt waits: answered, expired, another wallet's, or in live mode.
   */
  async answerPrompt(caller: Caller, id: number, decision: 'approve' | 'decline'): Promise<Prompt> {
    refuseLive(caller);
    const { rows } = await this.#db.query<PromptRow>({
      name: 'simulator_answer_prompt',
      text: `
        UPDATE simulator_payment AS payment
           SET decision = $3, decided_at = trusted_now()
          FROM operator_account AS account, operator_reference AS known
         WHERE payment.payment_id = $1
           AND payment.decision IS NULL AND payment.prompt_until > trusted_now()
           AND account.mode = 'test' AND account.operator = payment.operator
           AND known.operator_account_id = account.operator_account_id AND known.reference = payment.reference
           AND known.wallet_id = $2
        RETURNING payment.payment_id, payment.operator, payment.direction, payment.phone, payment.amount,
                  payment.description, payment.merchant_name, payment.reference,
                  wall_time_of(payment.created_at) AS created_at,
                  wall_time_of(payment.prompt_until) AS prompt_until, payment.decision, known.transaction_id`,
      values: [id, caller.walletId, decision],
    });
    const row = rows[0];
    if (row === undefined) throw noSuchPrompt();
    this.#callbacks.send(row.operator, row.reference, 0, 1);
    return promptOf(row);
  }

  /**
   * The messages to phones about payments of the caller's own wallet, newest first: the last payments of each.
   * @throws Refusal `not_found` in live mode.
   */
  async listMessages(caller: Caller, phones: readonly string[]): Promise<readonly PhoneMessage[]> {
    refuseLive(caller);
    return await readMessages(this.#db, { walletId: caller.walletId, phones, usualDelayMs: this.#usualDelayMs });
  }
}

function refuseLive(caller: Caller): void {
  if (caller.mode !== 'test') throw noSuchPrompt();
}

function noSuchPrompt(): Refusal {
  return new Refusal('not_found', 'No prompt with this id waits on a test handset. List the waiting prompts first.');
}

interface PromptRow {
  readonly payment_id: string;
  readonly operator: string;
  readonly direction: 'collection' | 'payout';
  readonly phone: string;
  readonly amount: string;
  readonly description: string | null;
  readonly merchant_name: string;
  readonly reference: string;
  readonly created_at: Date;
  readonly prompt_until: Date;
  readonly decision: 'approve' | 'decline' | null;
  readonly transaction_id: string;
}

const statusOfDecision = { approve: 'approved', decline: 'declined' } as const;

function promptOf(row: PromptRow): Prompt {
  return {
    id: Number(row.payment_id),
    kind: row.direction,
    phone: row.phone,
    operator: row.operator,
    amount: ugxToJson(ugx(row.amount)),
    currency: 'UGX',
    description: row.description,
    merchant_name: row.merchant_name,
    transaction_id: Number(row.transaction_id),
    external_reference: row.reference,
    status: row.decision === null ? 'waiting' : statusOfDecision[row.decision],
    created_at: row.created_at.toISOString(),
    expires_at: row.prompt_until.toISOString(),
  };
}
