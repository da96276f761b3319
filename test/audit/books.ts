import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createApiKeys, revokeApiKey, rollApiKey } from '../../src/access/api-keys.ts';
import { recordAudit, serviceActor } from '../../src/access/audit-log.ts';
import { type CreatedClient, createClient } from '../../src/access/clients.ts';
import { joinStaff } from '../../src/access/people/staff.ts';
import { joinTeam } from '../../src/access/people/team.ts';
import { permissions } from '../../src/access/principal.ts';
import { setKeyBudget } from '../../src/access/set-key-budget.ts';
import {
  setApprovalThreshold,
  setFrozen,
  setOneCollectionPerPayer,
  setWalletLimits,
  setWithdrawalNumbers,
} from '../../src/access/wallet-settings.ts';
import { bookAdjustment } from '../../src/adjustments/book.ts';
import { decideAdjustment } from '../../src/adjustments/decide.ts';
import { findProposal as findAdjustment } from '../../src/adjustments/find-proposals.ts';
import { digestOf } from '../../src/adjustments/proposal.ts';
import { proposeAdjustment } from '../../src/adjustments/propose.ts';
import { approveTransaction } from '../../src/approvals/decide-approval.ts';
import { loadConfig } from '../../src/config.ts';
import { orderBreakGlass } from '../../src/dual-control/break-glass.ts';
import type { Change } from '../../src/dual-control/change.ts';
import type { ChangeServices } from '../../src/dual-control/change-kind.ts';
import { approveProposal, rejectProposal } from '../../src/dual-control/decide.ts';
import { findProposal } from '../../src/dual-control/proposals.ts';
import { requestChange } from '../../src/dual-control/request-change.ts';
import { clearFees } from '../../src/fees/clear-fees.ts';
import { setFees } from '../../src/fees/set-fees.ts';
import type { OpenBatch } from '../../src/ledger/commands/open-batch.ts';
import type { OpenCollection } from '../../src/ledger/commands/open-collection.ts';
import type { OpenPayout } from '../../src/ledger/commands/open-payout.ts';
import { countEnded } from '../../src/ledger/count-ended.ts';
import type { Outcome } from '../../src/ledger/plan/outcome.ts';
import type { Actor } from '../../src/ledger/rows/audit-log.ts';
import { insertQuote } from '../../src/ledger/rows/quote.ts';
import { isFinal, type Mode, type Transaction } from '../../src/ledger/transaction.ts';
import { Writer } from '../../src/ledger/writer/writer.ts';
import { ugx } from '../../src/money/ugx.ts';
import type { DatabaseTarget } from '../../src/postgres/pool.ts';
import { findCase } from '../../src/reviews/cases.ts';
import { proposeFittingResolution } from '../../src/reviews/propose-resolution.ts';
import { resolveCase } from '../../src/reviews/resolve.ts';
import { actOfPerson } from '../../src/wallet/act-of-person.ts';
import type { MoneyServices } from '../../src/wallet/operation.ts';
import { renderSendMoney } from '../../src/wallet/send-money.ts';
import { enableLiveMode } from '../database.ts';
import { recordsIn } from '../records.ts';

/** Where the books are written: connections of the service and of the owner. */
export interface BooksDatabase {
  readonly pool: pg.Pool;
  readonly owner: pg.Pool;
  readonly target: DatabaseTarget;
}

const person = (name: string): Actor => ({ name, onBehalfOf: 'platform', address: '10.0.0.1', session: 'session' });
const ann = person('ann@nsimbi.test');
const ben = person('ben@nsimbi.test');
const eve = person('eve@nsimbi.test');
const terminal = { ...serviceActor('cli:root'), address: 'command line' };

/** Staff who joined a moment ago count as two people. */
const settings = { ...loadConfig({}), rehearsal: false, secondPersonAfterMs: 0 };

const outside = '256770000001';
const failure = { stage: 'settlement', code: 'operator_failed', reason: 'It failed.' } as const;

/**
 * Books with a row of everything that the audit compares, written by what writes them in the service: two clients, payments of every
 * kind in every state, top-ups, corrections, changes, reviews and refunds.
 */
export class EverythingBooks {
  readonly #database: BooksDatabase;
  readonly #writer: Writer;
  readonly #changes: ChangeServices;
  readonly #operators = new Map<Mode, number>();

  private constructor(database: BooksDatabase) {
    this.#database = database;
    this.#writer = new Writer({ target: database.target, limits: { deadlineMs: 60_000 } });
    this.#changes = {
      pool: database.pool,
      settings,
      money: { writer: this.#writer },
      passwordLinks: () => Promise.reject(new Error('no link is made here')),
    };
  }

  static async write(database: BooksDatabase): Promise<void> {
    const books = new EverythingBooks(database);
    try {
      await books.#write();
    } finally {
      await books.#writer.close();
    }
  }

  async #write(): Promise<void> {
    const { pool } = this.#database;
    await enableLiveMode(this.#database);
    for (const { name } of [ann, ben, eve]) {
      await joinStaff(pool, { email: name, name: 'Staff', role: 'platform_administrator', actor: terminal });
    }
    const [shop, farm] = [
      await createClient(pool, { name: 'Shop', phone: '256772100001', actor: ann }),
      await createClient(pool, { name: 'Farm', phone: '256772100002', actor: ann }),
    ];
    await joinTeam(pool, {
      clientId: shop.clientId,
      email: 'owner@shop.test',
      name: 'O',
      role: 'client_owner',
      actor: ann,
    });
    for (const mode of ['live', 'test'] as const) this.#operators.set(mode, await this.#operatorAccount(mode));
    await this.#settings(shop, farm);
    await this.#bookings(shop, farm);
    await this.#payments(shop, farm);
    await this.#collectionsAndRefunds(shop);
    await this.#reviews(shop);
    await this.#changesOfTwo(shop);
    await this.#bulkPayout(shop);
    while ((await countEnded(pool, 0)).more);
  }

  async #settings({ clientId }: CreatedClient, farm: CreatedClient): Promise<void> {
    const { pool } = this.#database;
    const wallet = { clientId, mode: 'test', actor: ann } as const;
    await setWalletLimits(pool, { ...wallet, perTransaction: ugx(900_000), perDay: ugx(9_000_000) });
    await setApprovalThreshold(pool, { ...wallet, threshold: ugx(500_000) });
    await setOneCollectionPerPayer(pool, { ...wallet, on: true });
    await setWithdrawalNumbers(pool, { ...wallet, listedOnly: true, phones: [outside, '256770000002'] });
    await setFrozen(pool, { clientId: farm.clientId, mode: 'test', actor: ann, frozen: true });
    await setFrozen(pool, { clientId: farm.clientId, mode: 'test', actor: ann, frozen: false });
    const bands = [
      { upTo: ugx(10_000), fixed: ugx(100), basisPoints: 100, minimum: ugx(0), maximum: null },
      { upTo: null, fixed: ugx(0), basisPoints: 300, minimum: ugx(50), maximum: ugx(5_000) },
    ];
    await setFees(pool, { clientId, operation: 'collection', effectiveFromMs: null, bands, actor: ann });
    await setFees(pool, { clientId, operation: 'withdrawal', effectiveFromMs: null, bands, actor: ann });
    await clearFees(pool, { clientId, operation: 'withdrawal', actor: ben });
    const key = {
      clientId,
      mode: 'test',
      permissions,
      expiresAtMs: null,
      allowedIps: [],
      rateLimits: {},
      signingKeys: [],
    } as const;
    const budget = { perPayment: ugx(100_000), perDay: ugx(500_000), perMonth: null };
    const [first, second] = await createApiKeys(pool, {
      keys: [
        { ...key, name: 'till', budget },
        { ...key, name: 'old', budget: null },
        { ...key, name: 'live', mode: 'live', budget: null },
      ],
      actor: terminal,
      quotas: settings,
    });
    await setKeyBudget(pool, {
      apiKeyId: first?.apiKeyId ?? 0,
      budget: { ...budget, perDay: ugx(600_000) },
      actor: ann,
    });
    await rollApiKey(pool, { apiKeyId: first?.apiKeyId ?? 0, overlapMs: 0, actor: ben });
    await revokeApiKey(pool, { apiKeyId: second?.apiKeyId ?? 0, actor: ben });
  }

  /** Top-ups and corrections: booked, refused, rejected and waiting. */
  async #bookings(shop: CreatedClient, farm: CreatedClient): Promise<void> {
    await this.#adjust(shop, 'live', 1_000_000, 'in', 'approved');
    await this.#adjust(shop, 'test', 5_000_000, 'in', 'approved');
    await this.#adjust(farm, 'test', 100_000, 'in', 'approved');
    await this.#adjust(shop, 'live', 2_000, 'out', 'approved');
    await this.#adjust(farm, 'live', 9_000, 'out', 'approved');
    await this.#adjust(shop, 'live', 3_000, 'in', 'rejected');
    await this.#adjust(shop, 'live', 4_000, 'in', null);
  }

  async #adjust(
    { clientId, wallets }: CreatedClient,
    mode: Mode,
    amount: number,
    direction: 'in' | 'out',
    decision: 'approved' | 'rejected' | null,
  ): Promise<void> {
    const { pool } = this.#database;
    const proposal = await proposeAdjustment(pool, {
      clientId,
      walletId: wallets[mode],
      mode,
      type: direction === 'in' ? 'deposit' : 'adjustment',
      direction,
      amount: ugx(amount),
      reason: 'As on the slip',
      externalReference: `SLIP ${amount}`,
      actor: ann,
      formKey: randomUUID(),
      fingerprint: '',
    });
    const { proposalId } = proposal;
    if (decision === null) return;
    await decideAdjustment(pool, {
      proposalId,
      decision,
      actor: ben,
      digest: digestOf(proposal),
      comment: null,
      settings,
    });
    if ((await findAdjustment(pool, proposalId))?.decision?.is !== 'approved') return;
    const money = { writer: this.#writer, liveRefusal: null } as Partial<MoneyServices> as MoneyServices;
    await bookAdjustment({ pool, money }, proposalId);
  }

  /** Between wallets and to an operator, with keys and by people; completed, failed, processing and pending. */
  async #payments(shop: CreatedClient, farm: CreatedClient): Promise<void> {
    const { pool } = this.#database;
    const { rows } = await pool.query<{ api_key_id: string; lineage: string }>(
      'SELECT api_key_id, lineage FROM api_key WHERE lineage IS NOT NULL',
    );
    const ofKey = {
      apiKeyId: Number(rows[0]?.api_key_id),
      apiTriggered: true,
      maker: `api_key:${rows[0]?.api_key_id}`,
    };
    await this.#submit({
      ...this.#internal(shop, farm, 'test', 5_000),
      ...ofKey,
      budgetLineage: Number(rows[0]?.lineage),
      idempotency: {
        key: 'first',
        fingerprint: 'f',
        responseDueAfterMs: 1_000,
        render: ({ transaction, balance }) => ({ status: 200, body: renderSendMoney(transaction, balance) }),
      },
    });
    await this.#submit(this.#internal(shop, farm, 'test', 7_000));
    await this.#submit(this.#batch(shop, farm, [1_100, 1_200]));
    await this.#submit(this.#internal(shop, farm, 'test', 600_000));
    const paid = await this.#submit(await this.#quoted(this.#external(shop, 10_000)));
    await this.#settle(paid, true);
    await this.#settle(await this.#submit(this.#external(shop, 20_000)), false);
    const queriedAgain = await this.#submit(this.#external(shop, 21_000));
    await this.#word(queriedAgain, { is: 'failed', failure, receipt: null, lookAgain: true });
    const open = await this.#submit(this.#external(shop, 30_000));
    await pool.query('SELECT keep_operator_calls(clock_timestamp())');
    await pool.query(
      `INSERT INTO operator_call (wallet_id, transaction_id, at, operator, simulated, call, outcome, request_body, request_bytes, answer_bytes)
       SELECT wallet_id, transaction_id, clock_timestamp(), provider, false, 'pay_out', 'answered', '{"payee":{"partyId":"25677*****01"}}', 38, 0
         FROM transaction WHERE transaction_id = $1`,
      [open.transactionId],
    );
    await pool.query(
      `INSERT INTO operator_word (wallet_id, transaction_id, call, word, treated_as, raw, first_heard_at, last_heard_at)
       VALUES ($1, $2, 'query', 'ODD', 'unknown', '{}', clock_timestamp(), clock_timestamp())`,
      [open.walletId, open.transactionId],
    );
    // Nobody is known to have made its key, so that two people approve it.
    await setApprovalThreshold(pool, { clientId: shop.clientId, mode: 'live', threshold: ugx(1), actor: ann });
    const live = await pool.query<{ api_key_id: string }>(`SELECT api_key_id FROM api_key WHERE mode = 'live'`);
    const waiting = await this.#submit({
      ...this.#internal(shop, farm, 'live', 1_000),
      apiKeyId: Number(live.rows[0]?.api_key_id),
      apiTriggered: true,
      maker: `api_key:${live.rows[0]?.api_key_id}`,
    });
    await approveTransaction(async (command) => doneBy(await this.#writer.submit(command)), waiting, {
      approver: ann.name,
      actor: ann,
      firstApproverSeen: null,
      shown: null,
    });
  }

  #internal(from: CreatedClient, to: CreatedClient, mode: Mode, amount: number): OpenPayout {
    const maker = 'owner@shop.test';
    const caller = {
      clientId: from.clientId,
      walletId: from.wallets[mode],
      mode,
      apiKeyId: null,
      budgetLineage: null,
      person: maker,
    };
    return {
      kind: 'open_payout',
      type: 'payment_sent',
      walletId: from.wallets[mode],
      mode,
      gross: ugx(amount),
      fee: ugx(0),
      net: ugx(amount),
      feeScheduleId: 3,
      description: 'Maize',
      apiKeyId: null,
      apiTriggered: false,
      maker,
      idempotency: null,
      senderPaysFee: true,
      budgetLineage: null,
      approvalExpiresAfterMs: 604_800_000,
      recipientPhone: to.phone,
      recipientName: to.name,
      provider: 'MTN',
      route: { to: 'wallet', walletId: to.wallets[mode] },
      clientData: { reference: `order of ${amount}`, metadata: { till: '3' } },
      ...actOfPerson(caller),
    };
  }

  #call(mode: Mode) {
    return {
      operatorAccountId: this.#operators.get(mode) ?? 0,
      reference: randomUUID(),
      sends: 1,
      callTimeoutMs: 30_000,
      firstQueryAfterMs: 86_400_000,
    } as const;
  }

  /** With the usual fee of 6 % on top. */
  #external(from: CreatedClient, net: number): OpenPayout {
    const fee = (net * 6) / 100;
    return {
      ...this.#internal(from, { ...from, phone: outside, name: 'Outside' }, 'test', net),
      gross: ugx(net + fee),
      fee: ugx(fee),
      feeScheduleId: 2,
      route: { to: 'operator', ...this.#call('test') },
    };
  }

  /** Payments of a batch that a program makes, to one recipient. */
  #batch(from: CreatedClient, to: CreatedClient, amounts: readonly number[]): OpenBatch {
    const payments = amounts.map((amount) => {
      const { gross, fee, net, feeScheduleId, recipientPhone, recipientName, provider, senderPaysFee } = this.#internal(
        from,
        to,
        'test',
        amount,
      );
      const route = { to: 'wallet', walletId: to.wallets.test } as const;
      const clientData = { reference: `share of ${amount}`, metadata: null };
      return {
        ...{ gross, fee, net, feeScheduleId, recipientPhone, recipientName, provider, senderPaysFee },
        ...{ route, clientData, description: 'Share' },
      };
    });
    return {
      kind: 'open_batch',
      walletId: from.wallets.test,
      mode: 'test',
      apiKeyId: null,
      apiTriggered: false,
      budgetLineage: null,
      maker: 'program',
      payments,
      idempotency: null,
    };
  }

  /** The payment, with a quote that it names. */
  async #quoted(payment: OpenPayout): Promise<OpenPayout> {
    const { recipientPhone: phone, recipientName } = payment;
    const nameMatch = { result: 'match', reason: 'The names are the same.' } as const;
    const quote = await insertQuote(this.#database.pool, {
      ...payment,
      phone,
      recipientWalletId: null,
      recipientName,
      nameMatch,
    });
    return { ...payment, quote };
  }

  async #collectionsAndRefunds(shop: CreatedClient): Promise<void> {
    const refund = async (collection: Transaction) =>
      await this.#submit({
        kind: 'open_refund',
        amount: null,
        walletId: collection.walletId,
        mode: 'test',
        transactionId: collection.transactionId,
        moved: null,
        description: null,
        apiKeyId: null,
        apiTriggered: false,
        budgetLineage: null,
        maker: ann.name,
        idempotency: null,
        route: { ...this.#call('test'), paidFrom: 'disbursement_float', inPart: true },
      });
    const paid = await this.#settle(await this.#collect(shop, 50_000), true);
    await this.#settle(await refund(paid), false);
    await this.#settle(await refund(paid), true);
    await refund(await this.#settle(await this.#collect(shop, 40_000), true));
    await this.#settle(await this.#collect(shop, 8_000), false);
    await this.#collect(shop, 9_000);
  }

  /** With the fees of the shop: 3 %, and up to 10,000 shillings 1 % and 100. */
  async #collect({ clientId, wallets }: CreatedClient, amount: number): Promise<Transaction> {
    const fee = amount <= 10_000 ? 100 + amount / 100 : (amount * 3) / 100;
    const { rows } = await this.#database.pool.query<{ id: string }>(
      `SELECT fee_schedule_id AS id FROM fee_schedule WHERE client_id = $1 AND operation = 'collection'`,
      [clientId],
    );
    const command: OpenCollection = {
      kind: 'open_collection',
      walletId: wallets.test,
      mode: 'test',
      gross: ugx(amount),
      fee: ugx(fee),
      net: ugx(amount - fee),
      feeScheduleId: Number(rows[0]?.id),
      description: null,
      apiKeyId: null,
      apiTriggered: false,
      maker: ann.name,
      idempotency: null,
      customerPhone: outside,
      customerName: 'Nakato',
      provider: 'MTN',
      route: { to: 'operator', ...this.#call('test') },
    };
    return await this.#submit(command);
  }

  /** Payouts that were made after they had failed: one case resolved, one with a proposal. */
  async #reviews(shop: CreatedClient): Promise<void> {
    const { pool } = this.#database;
    for (const amount of [11_000, 12_000]) {
      const failed = await this.#settle(await this.#submit(this.#external(shop, amount)), false);
      await this.#word(failed, { is: 'succeeded', receipt: `LATE-${amount}`, amount: ugx(amount) });
    }
    const { rows } = await pool.query<{ id: string }>('SELECT review_case_id AS id FROM review_case ORDER BY 1');
    const [resolved, proposed] = await Promise.all(rows.map(({ id }) => findCase(recordsIn(pool), Number(id))));
    if (!resolved || !proposed) throw new Error('two cases should have been opened');
    await resolveCase({ pool, records: recordsIn(pool), submit: (command) => this.#writer.submit(command) }, resolved, {
      resolution: 'written_off',
      reason: 'The customer is unknown',
      maker: ann.name,
      approver: ben.name,
      actor: ben,
    });
    await proposeFittingResolution(pool, proposed, {
      resolution: 'returned',
      reason: 'Sent back',
      clientId: null,
      actor: ann,
    });
  }

  /** Changes that two people make: made, rejected, first approved, and ordered without a second person. */
  async #changesOfTwo(shop: CreatedClient): Promise<void> {
    const { pool, owner } = this.#database;
    const { approvalExpiryMs } = this.#changes.settings;
    const propose = async (change: Change, actor = ann) => {
      const requested = await requestChange(this.#changes, change, { actor, by: 'staff' });
      if (requested.is !== 'proposed') throw new Error(`${change.kind} was ${requested.is}`);
      const proposal = await findProposal(pool, requested.proposalId, approvalExpiryMs);
      return { proposalId: requested.proposalId, digest: proposal?.digest ?? '', actor: ben };
    };
    const live = { client_id: shop.clientId, mode: 'live' } as const;
    const limits = { kind: 'wallet_limits', per_transaction: 1_000, per_day: 2_000, ...live } as const;
    await setWalletLimits(pool, {
      clientId: shop.clientId,
      mode: 'live',
      actor: ann,
      perTransaction: ugx(500),
      perDay: ugx(900),
    });
    await approveProposal(this.#changes, await propose(limits));
    await approveProposal(this.#changes, await propose({ kind: 'client', name: 'Mill', phone: '256772100003' }));
    await approveProposal(
      this.#changes,
      await propose({
        kind: 'float_booking',
        mode: 'live',
        what: 'fund',
        float: 'disbursement_float',
        operator_account_id: this.#operators.get('live') ?? 0,
        amount: 700_000,
        reason: 'Float for the week',
        reference: 'BANK 7',
      }),
    );
    const raised = { ...limits, per_day: 5_000 };
    await rejectProposal(this.#changes, { ...(await propose(raised)), comment: 'Too high' });
    await approveProposal(this.#changes, await propose(raised, terminal));
    const { proposalId } = await propose({ ...limits, per_day: 6_000 });
    await orderBreakGlass(owner, {
      proposalId,
      actor: terminal,
      reason: 'Nobody is there',
      expiryMs: approvalExpiryMs,
    });
  }

  /** As src/bulk-payouts writes one that was approved and sent. */
  async #bulkPayout({ clientId, wallets }: CreatedClient): Promise<void> {
    const { pool } = this.#database;
    const [maker, approver] = [person('owner@shop.test'), eve];
    const inserted = await pool.query<{ id: string }>(
      `INSERT INTO bulk_payout (wallet_id, client_id, mode, name, form_key, fingerprint, status, row_count, amount, fees, maker, approver)
       VALUES ($1, $2, 'test', 'Wages', 'form', '', 'finished', 1, 15000, 900, $3, $4) RETURNING bulk_payout_id AS id`,
      [wallets.test, clientId, maker.name, approver.name],
    );
    const bulkPayoutId = Number(inserted.rows[0]?.id);
    const details = { client_id: clientId, mode: 'test', rows: 1, total: 15_900 };
    const subject = `bulk_payout ${bulkPayoutId}`;
    await recordAudit(pool, [
      { actor: maker, action: 'bulk_payout.created', subject, details },
      { actor: approver, action: 'bulk_payout.approved', subject, details },
    ]);
    const shop = { clientId, wallets, name: 'Shop', phone: '256772100001' };
    const { audit: _, ...payment } = this.#external(shop, 15_000);
    const approval = { approver: approver.name, grossMax: ugx(15_900) };
    const sent = await this.#submit({ ...payment, bulk: { bulkPayoutId, row: 1, approval, payableUntilMs: null } });
    await pool.query(
      `INSERT INTO bulk_payout_row (bulk_payout_id, row_no, line, phone, amount, fee, fee_schedule_id, description, client_reference,
                                    status, transaction_id)
       VALUES ($1, 1, 1, $2, 15000, 900, 2, 'Maize', 'order of 15000', 'sent', $3)`,
      [bulkPayoutId, outside, sent.transactionId],
    );
  }

  async #submit(command: Parameters<Writer['submit']>[0]): Promise<Transaction> {
    return doneBy(await this.#writer.submit(command));
  }

  async #settle(opened: Transaction, paid: boolean): Promise<Transaction> {
    return await this.#word(
      opened,
      paid
        ? { is: 'succeeded', receipt: `R-${opened.transactionId}`, amount: null }
        : { is: 'failed', failure, receipt: null },
    );
  }

  async #word(
    { walletId, transactionId }: Transaction,
    word: Extract<Parameters<Writer['submit']>[0], { kind: 'settle' }>['word'],
  ): Promise<Transaction> {
    const outcome = await this.#writer.submit({ kind: 'settle', walletId, transactionId, word });
    if (!('transaction' in outcome) || outcome.transaction === null || !isFinal(outcome.transaction.status))
      throw new Error(`settling ${transactionId} ended ${outcome.is}`);
    return outcome.transaction;
  }

  async #operatorAccount(mode: Mode): Promise<number> {
    const { pool } = this.#database;
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO operator_account (mode, operator, host, environment, api_user)
       VALUES ($1, 'MTN', 'host', 'test', 'user') RETURNING operator_account_id AS id`,
      [mode],
    );
    const id = rows[0]?.id ?? 0;
    await pool.query(
      `INSERT INTO system_account (mode, kind, operator_account_id, normal)
       VALUES ($1, 'collection_float', $2, 'debit'), ($1, 'disbursement_float', $2, 'debit'), ($1, 'suspense', $2, 'credit')`,
      [mode, id],
    );
    return id;
  }
}

function doneBy(outcome: Outcome): Transaction {
  if (outcome.is !== 'done') throw new Error(`${outcome.is}: ${JSON.stringify(outcome, (_, value) => String(value))}`);
  return outcome.transaction;
}
