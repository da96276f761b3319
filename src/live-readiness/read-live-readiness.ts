import { firstStartActor } from '../access/audit-log.ts';
import { isRehearsal, readLiveMode } from '../access/live-mode.ts';
import { listPeople } from '../access/people/people.ts';
import { readLastLedgerAudit } from '../audit/record.ts';
import { readLastBackupCheck } from '../backup/last-check.ts';
import type { Config } from '../config.ts';
import { countUnreviewed } from '../dual-control/break-glass.ts';
import { findChat } from '../notifications/chats.ts';
import { readCandidates } from '../notifications/choices.ts';
import { type PlatformKind, platformScope, recipientsOf } from '../notifications/kinds.ts';
import { type CheckedAccount, checkAccounts } from '../operators/account-check.ts';
import type { Operator } from '../operators/contract.ts';
import { addressesInUse, operators } from '../operators/registry.ts';
import { lookAtInstallation } from '../postgres/installation.ts';
import type { Queryable } from '../postgres/pool.ts';
import { listMetricsReads, listProcesses } from '../postgres/processes.ts';
import { readClockDifference } from '../postgres/trusted-clock.ts';
import { findUnsafeSettings } from '../postgres/unsafe-settings.ts';
import { readProofLag } from '../proofs/lag.ts';
import { readLatestRound } from '../proofs/stored-rounds.ts';
import type { Sealer } from '../secrets/sealer.ts';
import { isLoopback } from '../settings/kinds.ts';
import { roles } from '../settings/roles.ts';
import { checkCallbacks } from './callback-check.ts';
import type { Fact, LiveFacts, Notified, OperatorFacts } from './facts.ts';
import { decideSteps, type LiveStep } from './steps.ts';

/** What the checks are made with. */
export interface LiveReadinessParts {
  readonly pool: Queryable;
  readonly config: Config;
  /** @throws where the keys of the installation are not here. */
  readonly sealer: () => Promise<Sealer>;
  /** The operators, other than those of this program in tests. */
  readonly registry?: readonly Operator[];
  /** How long one check may take, in milliseconds. */
  readonly limitMs?: number;
}

/** An operator may take half of it over each of its two balances. */
const usualLimitMs = 10_000;

/** Checks every step that leads to live mode, all at the same time. Changes nothing. A check that fails makes its step `unknown`. */
export async function readLiveReadiness(parts: LiveReadinessParts): Promise<LiveStep[]> {
  return decideSteps(await gatherFacts(parts));
}

async function gatherFacts(parts: LiveReadinessParts): Promise<LiveFacts> {
  const { pool, config, limitMs = usualLimitMs } = parts;
  const atMs = Date.now();
  const fact = <Value>(read: (signal: AbortSignal) => Promise<Value>) => within(limitMs, read);
  const [
    ofOperators,
    secondPerson,
    administrators,
    database,
    firstPasswords,
    hasDemoData,
    processes,
    clock,
    backups,
    metricsReadMsAgo,
    notified,
    proofs,
    audit,
  ] = await Promise.all([
    gatherOperators(parts, limitMs),
    fact(async () => ({
      live: await readLiveMode(pool),
      isRehearsal: await isRehearsal(pool, config),
      unreviewed: await countUnreviewed(pool),
    })),
    fact(() => readAdministrators(pool)),
    fact(async () => ({
      liveRefusal: (await lookAtInstallation(pool, config.dataDir, config.installationId)).liveRefusal,
      unsafe: await findUnsafeSettings(pool),
    })),
    fact(() => readFirstPasswords(pool)),
    fact(() => readDemoData(pool)),
    fact(() => countProcesses(pool)),
    fact(() => readClockDifference(pool)),
    fact(() => readLastBackupCheck(pool)),
    fact(async () => (await listMetricsReads(pool)).map(({ metricsReadMsAgo: msAgo }) => msAgo)),
    fact(() => readNotified(pool)),
    fact(async () => {
      const [round, lag] = [await readLatestRound(pool), await readProofLag(pool)];
      return {
        newestRound: round?.number ?? null,
        lagMs: lag.seconds * 1_000,
        isHistoryProven: lag.isHistoryProven,
      };
    }),
    fact(async () => {
      const last = await readLastLedgerAudit(pool);
      return last === null ? null : { broken: last.broken, ageMs: Math.max(0, Date.now() - last.atMs) };
    }),
  ]);
  const { publicUrl, floatAlert, requireTwoFactor, smtpUrl } = config;
  return {
    atMs,
    settings: { publicUrl, floatAlert, requireTwoFactor, hasMailServer: smtpUrl !== null },
    operators: ofOperators,
    secondPerson,
    administrators,
    database,
    firstPasswords,
    hasDemoData,
    processes,
    clock,
    backups,
    metricsReadMsAgo,
    notified,
    proofs,
    audit,
  };
}

/** A value that is read within a time; else why it was not. Never throws. */
async function within<Value>(limitMs: number, read: (signal: AbortSignal) => Promise<Value>): Promise<Fact<Value>> {
  const cut = new AbortController();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`it took longer than ${limitMs / 1_000} s`));
    cut.abort();
  }, limitMs);
  try {
    const value = await Promise.race([read(cut.signal), late]);
    return { is: 'known', value, atMs: Date.now() };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { is: 'unknown', reason: reason.trim().replace(/\s+/g, ' ').replace(/\.$/, ''), atMs: Date.now() };
  } finally {
    clearTimeout(timer);
  }
}

/** Each operator by itself, so that one that does not answer leaves the others known. */
async function gatherOperators(
  { config, sealer, registry = operators }: LiveReadinessParts,
  limitMs: number,
): Promise<OperatorFacts[]> {
  return await Promise.all(
    registry.map(async (operator): Promise<OperatorFacts> => {
      const { key, name, callbackExample } = operator;
      const isOn = addressesInUse(config.operators, [operator]).length > 0;
      const { publicUrl } = config;
      const [answers, callbacks] = await Promise.all([
        within(limitMs, async () => answersOf(await checkAccounts(config, limitMs / 2, [operator]))),
        isOn && publicUrl !== null
          ? within(limitMs, async () => {
              // Cut by itself, because what it found until then is the better reason.
              const signal = AbortSignal.timeout(limitMs * 0.9);
              return await checkCallbacks(await sealer(), { publicUrl, operator }, signal);
            })
          : null,
      ]);
      return { key, name, isOn, trial: trialOf(operator, config), answers, callbacks, callbackPath: callbackExample };
    }),
  );
}

function answersOf([checked]: readonly CheckedAccount[]) {
  return checked?.answers ?? [];
}

/** Why an operator's settings move no real money, as a clause; null when they do, and while it is off. */
function trialOf(operator: Operator, { operators: values }: Pick<Config, 'operators'>): string | null {
  const own = values[operator.name];
  if (own === undefined) return null;
  if (isLoopback(own.baseUrl)) return `${operator.settings.baseUrl.name} names this machine`;
  return operator.findTrial(own);
}

/** More staff than this is not looked through. */
const staffMax = 500;

async function readAdministrators(db: Queryable) {
  const staff = await listPeople(db, { after: '', limit: staffMax, staffOnly: true });
  return staff
    .filter(({ platformRole }) => platformRole === 'platform_administrator')
    .map(({ email, status, twoFactorEnabled }) => ({
      email,
      isActive: status === 'active',
      hasSecondFactor: twoFactorEnabled,
    }));
}

/** Those whom the first start made, who can sign in, and whose password nobody has changed since. */
async function readFirstPasswords(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    `SELECT email FROM audit_log
       JOIN person ON 'person ' || email = subject
       JOIN person_credential ON person_id = person.id
      WHERE action = 'person.created' AND actor = $1 AND disabled_at IS NULL AND password IS NOT NULL
        AND person_credential.updated_at < person_credential.created_at + interval '1 second'
      ORDER BY email`,
    [firstStartActor.name],
  );
  return rows.map(({ email }) => email);
}

async function readDemoData(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>(
    "SELECT EXISTS (SELECT FROM audit_log WHERE action = 'demo.begun' AND subject = 'service') AS found",
  );
  return rows[0]?.found === true;
}

async function countProcesses(db: Queryable): Promise<Record<string, number>> {
  const ready = (await listProcesses(db)).filter(({ state }) => state === 'ready');
  return Object.fromEntries(roles.map((role) => [role, ready.filter((one) => one.roles.includes(role)).length]));
}

/** What somebody of the staff should be notified of, as a sentence names it. */
const kindsNeeded: Readonly<Partial<Record<PlatformKind, string>>> = {
  low_float: 'low floats',
  pending_approvals: 'pending approvals',
};

async function readNotified(db: Queryable): Promise<Notified[]> {
  const chat = await findChat(db, null);
  const needed = Object.entries(kindsNeeded) as [PlatformKind, string][];
  return await Promise.all(
    needed.map(async ([kind, what]) => ({
      what,
      people: recipientsOf(kind, await readCandidates(db, kind, platformScope)).length,
      chat: chat === null || !chat.kinds.includes(kind) ? 'none' : chat.failure === null ? 'working' : 'failing',
    })),
  );
}
