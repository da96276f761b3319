import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isConnectionLost } from '../../src/postgres/errors.ts';
import { bringToAnEnd, waitForAgreement, waitForQuiet } from '../faults/soak/end.ts';
import { runNsimbi } from '../service/nsimbi-command.ts';
import { checkLedger } from './checker.ts';
import type { CampaignHttp } from './client.ts';
import { Driver } from './driver.ts';
import { FaultRunner, faultKinds, impossibleFaults } from './faults.ts';
import { Observer } from './observer.ts';
import { type Begun, type KeyRoll, Records } from './records.ts';
import { asMarkdown, type CampaignOptions, type Report, summarize } from './report.ts';
import { Surroundings } from './surroundings.ts';

/** How a sitting ended: with a report, or paused so that another sitting can resume it. */
export type Sitting = { readonly is: 'complete'; readonly report: Report } | { readonly is: 'paused' };

/**
 * Runs a campaign in `folder`, or resumes one that was paused there.
 * @param options null to resume.
 * @param watch `say` gets the progress; `pause` ends the sitting early when it is aborted; `look` sees the ledger after the check.
 */
export async function runCampaign(
  folder: string,
  options: CampaignOptions | null,
  watch: {
    readonly say: (sentence: string) => void;
    readonly pause: AbortSignal;
    readonly look?: (surroundings: Surroundings, records: Records) => Promise<void>;
  },
): Promise<Sitting> {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const chosen = options ?? readOptions(folder);
  writeFileSync(join(folder, 'campaign.json'), JSON.stringify(chosen, null, 2));
  const impossible = impossibleFaults(folder);
  const kinds = faultKinds.filter((kind) => !chosen.without.includes(kind) && impossible[kind] === undefined);
  for (const [kind, sentence] of Object.entries(impossible)) if (!chosen.without.includes(kind)) watch.say(sentence);

  const records = new Records(join(folder, 'records.jsonl'));
  const before = await readBefore(records);
  const surroundings = await Surroundings.open(folder, {
    seed: chosen.seed,
    processes: chosen.processes,
    clients: chosen.clients,
    withClock: kinds.includes('clock'),
    withStandby: kinds.includes('promotion'),
    withDisk: kinds.includes('disk'),
  });
  for (const { client, newKey } of before.keyRolls) {
    const rolled = surroundings.saved.clients[client];
    if (rolled !== undefined) rolled.apiKey = newKey;
  }
  const { clients } = surroundings.saved;
  watch.say(`${clients.length} clients, ${surroundings.processes} processes; faults: ${kinds.join(', ')}`);
  const observer = new Observer(surroundings, records);
  const { seed, operations } = chosen;
  const driver = new Driver({ surroundings, records, observer, seed, operations, ...before });
  const faults = new FaultRunner(surroundings, records, { seed, kinds, next: before.faults });
  watch.pause.addEventListener('abort', () => driver.stop());
  try {
    await surroundings.operatorFaultsOn(seed);
    observer.start();
    faults.start(() => driver.stop());
    const progress = showProgress(driver, faults, records, operations, watch.say);
    await driver.run().finally(() => clearInterval(progress));
    await faults.stop();
    if (watch.pause.aborted) return { is: 'paused' };
    watch.say('all operations have ended; waiting until every payment is final or with a person');
    const ended = await endAndCheck({ http: driver.http, surroundings, observer, records, seed });
    await watch.look?.(surroundings, records);
    const { surroundings: ofSurroundings, ...summary } = await summarize(records.read());
    const { operatorFaults, ...found } = ended;
    const report: Report = {
      ...chosen,
      endedAt: new Date().toISOString(),
      ...summary,
      faults: { surroundings: ofSurroundings, operators: operatorFaults, callbacks: surroundings.relay.counts },
      impossible,
      ...found,
    };
    writeFileSync(join(folder, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
    writeFileSync(join(folder, 'report.md'), asMarkdown(report));
    return { is: 'complete', report };
  } finally {
    await faults.stop().catch(() => undefined);
    await observer.stop();
    await driver.http.close();
    await surroundings.close();
    records.close();
  }
}

/** What a campaign ends with. */
interface Ending {
  readonly http: CampaignHttp;
  readonly surroundings: Surroundings;
  readonly observer: Observer;
  readonly records: Records;
  readonly seed: number;
}

/** Brings every payment to its end, as far as it has one, and checks everything. */
async function endAndCheck(
  ending: Ending,
): Promise<Pick<Report, 'withAPerson' | 'problems'> & { operatorFaults: Readonly<Record<string, number>> }> {
  const { surroundings } = ending;
  const operatorFaults = await surroundings.operatorFaultsOff();
  for (;;) {
    const database = await surroundings.servers.connect();
    try {
      return { operatorFaults, ...(await endAndCheckWith(database, ending)) };
    } catch (error) {
      // The server recovered meanwhile; what has ended stays so.
      if (!isConnectionLost(error)) throw error;
    } finally {
      await database.end();
    }
  }
}

/** The same on one connection. @throws when the connection is lost. */
async function endAndCheckWith(
  database: pg.Client,
  { http, surroundings, observer, records, seed }: Ending,
): Promise<Pick<Report, 'withAPerson' | 'problems'>> {
  const world = { operators: surroundings.operators, database, books: () => surroundings.books() };
  await waitForQuiet(world);
  await bringToAnEnd(world, seed);
  const agreement = await waitForAgreement(world);
  const inReview = await referencesInReview(database);
  const wrong = agreement.disagreements.filter(({ reference }) => !inReview.has(reference));
  await waitForTheRest(database);
  await observer.stop();
  for (const { what } of wrong) records.add({ is: 'problem', rule: 'operators_books_are_ours', detail: what });
  await checkEndedKeys(http, records);
  await audit(surroundings, records);
  const arrivals = surroundings.receiver.arrivals();
  const problems = await checkLedger(database, { seed, records: records.read(), arrivals });
  const withoutEnd = agreement.disagreements.length - wrong.length;
  const withAPerson = {
    ...agreement.withAPerson,
    ...(withoutEnd > 0 ? { 'no final result in time': withoutEnd } : {}),
  };
  return { withAPerson, problems };
}

/** Payments that are not final here, and have a review case that is open. */
async function referencesInReview(database: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ reference: string }>(`
    SELECT external_reference AS reference FROM nsimbi.transaction t
     WHERE status = 'processing' AND external_reference IS NOT NULL
       AND EXISTS (SELECT FROM nsimbi.review_case c WHERE c.transaction_id = t.transaction_id AND c.resolved_at IS NULL)`);
  return new Set(rows.map(({ reference }) => reference));
}

/** The version in this checkout. */
export function commitOfCheckout(): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    return git('rev-parse', '--short=12', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
  } catch {
    return 'unknown';
  }
}

function readOptions(folder: string): CampaignOptions {
  const file = join(folder, 'campaign.json');
  if (!existsSync(file)) throw new Error(`there is no campaign in ${folder}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** What earlier sittings have done. */
async function readBefore(records: Records): Promise<{
  done: ReadonlySet<number>;
  begun: ReadonlyMap<number, Begun>;
  faults: number;
  keyRolls: readonly KeyRoll[];
}> {
  const done = new Set<number>();
  const begun = new Map<number, Begun>();
  const keyRolls: KeyRoll[] = [];
  let faults = 0;
  for await (const record of records.read()) {
    if (record.is === 'ended') {
      done.add(record.n);
      begun.delete(record.n);
    } else if (record.is === 'begun') begun.set(record.n, record);
    else if (record.is === 'key_roll') keyRolls.push(record);
    else if (record.is === 'fault') faults += 1;
  }
  return { done, begun, faults, keyRolls };
}

function showProgress(
  driver: Driver,
  faults: FaultRunner,
  records: Records,
  operations: number,
  say: (sentence: string) => void,
): NodeJS.Timeout {
  let before = { ended: driver.ended, atMs: performance.now() };
  return setInterval(() => {
    const now = { ended: driver.ended, atMs: performance.now() };
    const perSecond = ((now.ended - before.ended) * 1_000) / (now.atMs - before.atMs);
    before = now;
    const caused = Object.entries(faults.counts).map(([kind, count]) => `${kind} ${count}`);
    say(
      `${now.ended} of ${operations} operations, ${perSecond.toFixed(0)}/s; faults: ${caused.join(', ') || 'none'}; ` +
        `problems: ${records.problems}`,
    );
  }, 5_000);
}

/** Waits for what has its own times: approvals that expire, bulk payouts, and deliveries that are tried again. */
async function waitForTheRest(database: pg.Client): Promise<void> {
  const endMs = Date.now() + 240_000;
  while (Date.now() < endMs) {
    const { rows } = await database.query<{ open: boolean }>(`
      SELECT EXISTS (SELECT FROM nsimbi.approval)
          OR EXISTS (SELECT FROM nsimbi.bulk_payout WHERE status IN ('awaiting_approval', 'running'))
          OR EXISTS (SELECT FROM nsimbi.event_fan_out)
          OR EXISTS (SELECT FROM nsimbi.delivery WHERE status = 'pending') AS open`);
    if (rows[0]?.open !== true) return;
    await sleep(1_000);
  }
}

/** A key that was rolled without an overlap does not work any more. */
async function checkEndedKeys(http: CampaignHttp, records: Records): Promise<void> {
  const ended: KeyRoll[] = [];
  for await (const record of records.read()) if (record.is === 'key_roll' && record.endsMs !== null) ended.push(record);
  for (const [number, { client, oldKey }] of ended.entries()) {
    const answer = await http.readWithEndedKey('/api/v1/wallet/balance', oldKey, number);
    if (answer?.status !== 401) {
      const detail = `a key of client ${client} that was rolled without an overlap is answered ${answer?.status ?? 'nothing'}`;
      records.add({ is: 'problem', rule: 'rolled_keys_end', detail });
    }
  }
}

/** The service's own audit, beside the checker. */
async function audit(surroundings: Surroundings, records: Records): Promise<void> {
  await runNsimbi(['audit', '--json'], surroundings.settings).catch((error: Error) => {
    records.add({ is: 'problem', rule: 'audit', detail: error.message.slice(0, 2_000) });
  });
}
