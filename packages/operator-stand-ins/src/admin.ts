import type { Books, Payment } from './books.ts';
import { paymentFromJson, paymentToJson } from './books.ts';
import type { KnownFaults } from './faults/fault-list.ts';
import type { Faults } from './faults/faults.ts';
import { PlanError, readPlan } from './faults/read-plan.ts';
import { showPlan } from './faults/show-plan.ts';
import type { CallCounts } from './http/call-counts.ts';
import { jsonObject, type ReadRequest } from './http/read-request.ts';
import { json, plainText, type Reply } from './http/reply.ts';
import { Routes } from './http/routes.ts';
import { hundredthsOf, shortText } from './hundredths.ts';
import { type LiveSettings, SettingError } from './live-settings.ts';
import type { CallRecorder } from './report/call-recorder.ts';
import { reportOn, reportText } from './report/report.ts';

export interface Administered {
  readonly books: Books;
  readonly faults: Faults;
  readonly knownFaults: KnownFaults;
  readonly counts: CallCounts;
  readonly recorder: CallRecorder;
  readonly settings: Pick<LiveSettings, 'change' | 'toJSON'>;
  /** The states that may be set by hand, in the operator's words. */
  readonly states: readonly string[];
  decide(payment: Payment, state: string, reason: string | null): void;
}

/** MTN recommends the first status query 5 minutes after a call, Airtel 3 minutes after it. */
export const patienceSecondsUsual = 300;

/** The paths by which a person or a test looks into a stand-in and steers it. */
export function adminRoutes(administered: Administered): Routes {
  const { books, faults, knownFaults, counts, settings } = administered;
  const routes = new Routes();
  routes.on('GET', '/_books', ({ query }) => json(200, { payments: listPayments(books, query) }));
  routes.on('PUT', '/_books', (request) => restoreBooks(books, request));
  routes.on('GET', '/_books/:reference', (_request, [reference]) => {
    const payment = books.find(decodeURIComponent(reference!));
    return payment === undefined ? json(404, { error: 'not in the books' }) : json(200, paymentToJson(payment));
  });
  routes.on('PUT', '/_books/:reference', (request, [reference]) => decideByHand(administered, request, reference!));
  routes.on('GET', '/_totals', () => json(200, totals(books)));
  routes.on('GET', '/_accounts', () => json(200, showAccounts(books)));
  routes.on('PUT', '/_accounts', (request) => setAccounts(books, request));
  routes.on('GET', '/_calls', () => json(200, counts));
  routes.on('GET', '/_report', ({ query }) => showReport(administered.recorder, query));
  routes.on('GET', '/_faults', () => json(200, showPlan(faults, knownFaults)));
  routes.on('PUT', '/_faults', (request) => {
    try {
      faults.follow(readPlan(knownFaults, jsonObject(request.body)));
      return json(200, showPlan(faults, knownFaults));
    } catch (error) {
      if (error instanceof PlanError) return json(400, { error: error.message });
      throw error;
    }
  });
  routes.on('DELETE', '/_faults', () => {
    faults.follow(readPlan(knownFaults, {}));
    return json(200, showPlan(faults, knownFaults));
  });
  routes.on('GET', '/_settings', () => json(200, settings));
  routes.on('PUT', '/_settings', (request) => {
    try {
      settings.change(jsonObject(request.body));
      return json(200, settings);
    } catch (error) {
      if (error instanceof SettingError) return json(400, { error: error.message });
      throw error;
    }
  });
  return routes;
}

/** What the client did right and wrong until now. `patience` is in seconds; `as=text` is for people. */
function showReport(recorder: CallRecorder, query: URLSearchParams): Reply {
  const seconds = Number(query.get('patience') ?? patienceSecondsUsual);
  if (!(seconds >= 0 && seconds <= 1e9)) return json(400, { error: 'patience is a number of seconds from 0' });
  const report = reportOn(recorder.observe(seconds * 1_000), recorder.leftOut);
  return query.get('as') === 'text' ? plainText(`${reportText(report)}\n`) : json(200, report);
}

function listPayments(books: Books, query: URLSearchParams): Record<string, unknown>[] {
  const listed: Record<string, unknown>[] = [];
  for (const payment of books.payments) {
    const differs = (['kind', 'state', 'phone'] as const).some(
      (name) => query.has(name) && query.get(name) !== payment[name],
    );
    if (!differs) listed.push(paymentToJson(payment));
  }
  return listed;
}

/** Takes what GET /_books has shown of another stand-in, in as many parts as needed. */
function restoreBooks(books: Books, request: ReadRequest): Reply {
  const { payments } = jsonObject(request.body) ?? {};
  if (!Array.isArray(payments)) return json(400, { error: 'the body is {"payments": […]} as GET /_books shows them' });
  for (const payment of payments) books.restore(paymentFromJson(payment));
  return json(200, { restored: payments.length });
}

function decideByHand({ books, states, decide }: Administered, request: ReadRequest, reference: string): Reply {
  const payment = books.find(decodeURIComponent(reference));
  if (payment === undefined) return json(404, { error: 'not in the books' });
  const { state, reason = null } = jsonObject(request.body) ?? {};
  if (typeof state !== 'string' || !states.includes(state)) {
    return json(400, { error: `state is one of ${states.join(', ')}` });
  }
  if (reason !== null && typeof reason !== 'string') return json(400, { error: 'reason is a text' });
  decide(payment, state, reason);
  return json(200, paymentToJson(payment));
}

/** How many payments, and how much, by kind and state, beside our accounts. */
function totals(books: Books): Record<string, unknown> {
  const byKind: Record<string, Record<string, { count: number; amount: number }>> = {};
  for (const { kind, state, amount } of books.payments) {
    byKind[kind] ??= {};
    byKind[kind][state] ??= { count: 0, amount: 0 };
    byKind[kind][state].count += 1;
    byKind[kind][state].amount += Number(shortText(amount));
  }
  return { payments: byKind, accounts: showAccounts(books) };
}

function showAccounts(books: Books): Record<string, number> {
  return Object.fromEntries([...books.accounts].map(([account, balance]) => [account, Number(shortText(balance))]));
}

function setAccounts(books: Books, request: ReadRequest): Reply {
  const given = jsonObject(request.body);
  if (given === null) return json(400, { error: 'the body is a JSON object of accounts and balances' });
  const balances = Object.entries(given).map(([account, balance]) => ({
    account,
    balance: typeof balance === 'number' ? hundredthsOf(String(balance)) : null,
  }));
  for (const { account, balance } of balances) {
    if (!books.accounts.has(account)) return json(400, { error: `there is no account ${account}` });
    if (balance === null) return json(400, { error: `the balance of ${account} is a number from 0` });
  }
  for (const { account, balance } of balances) books.setBalance(account, balance!);
  return json(200, showAccounts(books));
}
