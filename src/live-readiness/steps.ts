import type { AccountAnswer } from '../operators/account-check.ts';
import { isLoopback } from '../settings/kinds.ts';
import { publicUrlDoubt } from '../settings/public-url.ts';
import { roles } from '../settings/roles.ts';
import type { Fact, LiveFacts, OperatorFacts } from './facts.ts';

/** `unknown`: it cannot be checked. `not_used`: nothing has to be done, because it is left out on purpose. */
export type StepStatus = 'done' | 'to_do' | 'unknown' | 'not_used';

export const stepGroups = ['operators', 'people', 'protection', 'operation'] as const;
export type StepGroup = (typeof stepGroups)[number];

/** One step on the way to live mode, and how it stands. */
export interface LiveStep {
  /** Stays the same: lower-case words, with the key of an operator where it is about one. */
  readonly id: string;
  readonly group: StepGroup;
  readonly title: string;
  readonly status: StepStatus;
  /** What was found, in one or two sentences. */
  readonly found: string;
  /** What to do next, in a sentence; null when the step is done. */
  readonly next: string | null;
  /** Where it is done, as an address of the dashboard; null where that is on a machine. */
  readonly page: string | null;
  /** Milliseconds since 1970. */
  readonly checkedAtMs: number;
}

/** Whether a step still has to be looked after before live mode. */
export function isOpen({ status }: Pick<LiveStep, 'status'>): boolean {
  return status === 'to_do' || status === 'unknown';
}

const minuteMs = 60_000;
/** `nsimbi backup check` allows so much by default. */
const restorableMsMax = 15 * minuteMs;
/** The check of the backups should run every five minutes; it may have been missed twice. */
const backupCheckMsMax = 15 * minuteMs;
/** Prometheus usually reads every 15 to 60 seconds. */
const metricsReadMsMax = 5 * minuteMs;
const proofLagMsMax = 15 * minuteMs;
/** One audit each night, and some hours. */
const auditMsMax = 36 * 60 * minuteMs;
const administratorsNeeded = 2;

/** Decides how every step stands. Pure. */
export function decideSteps(facts: LiveFacts): LiveStep[] {
  const isAnyOn = facts.operators.some(({ isOn }) => isOn);
  return [
    ...facts.operators.flatMap((operator) => stepsOfOperator(facts, operator, isAnyOn)),
    administrators(facts),
    secondPerson(facts),
    publicAddress(facts),
    database(facts),
    firstPasswords(facts),
    demoData(facts),
    processes(facts),
    clock(facts),
    backups(facts),
    metrics(facts),
    notifications(facts),
    proofs(facts),
    audit(facts),
  ];
}

type Finding = Pick<LiveStep, 'status' | 'found' | 'next'>;

function done(found: string): Finding {
  return { status: 'done', found, next: null };
}

function toDo(found: string, next: string): Finding {
  return { status: 'to_do', found, next };
}

function unknown(found: string, next: string): Finding {
  return { status: 'unknown', found, next };
}

/** A step of one fact: without the fact it cannot be checked. */
function stepOf<Value>(
  step: Pick<LiveStep, 'id' | 'group' | 'title'> & { readonly page?: string },
  fact: Fact<Value>,
  judge: (value: Value) => Finding,
): LiveStep {
  const finding =
    fact.is === 'known'
      ? judge(fact.value)
      : unknown(
          `This could not be checked: ${fact.reason}.`,
          'Check again; if it stays so, see the log of the service.',
        );
  return { ...step, page: step.page ?? null, ...finding, checkedAtMs: fact.atMs };
}

function stepsOfOperator(facts: LiveFacts, operator: OperatorFacts, isAnyOn: boolean): LiveStep[] {
  const { key, name, isOn, answers } = operator;
  const credentials = stepOf(
    { id: `credentials_${key}`, group: 'operators', title: `Credentials of ${name}`, page: '/platform/operators' },
    answers,
    (value) => judgeCredentials(operator, value, isAnyOn),
  );
  if (!isOn) return [credentials];
  return [
    credentials,
    stepOf(
      { id: `float_${key}`, group: 'operators', title: `Float at ${name}`, page: '/platform/operators' },
      answers,
      (value) => judgeFloat(operator, value, facts.settings.floatAlert),
    ),
    callbacks(facts, operator),
  ];
}

function judgeCredentials(
  { name, isOn, trial }: OperatorFacts,
  answers: readonly AccountAnswer[],
  isAnyOn: boolean,
): Finding {
  if (!isOn) {
    const next = `Set its credentials as docs/operators.md says, and restart the service.`;
    if (!isAnyOn) return toDo(`No operator is connected, and the credentials of ${name} are not set.`, next);
    return {
      status: 'not_used',
      found: `The credentials of ${name} are not set, so its live payments are refused.`,
      next: `To use ${name}: ${next.charAt(0).toLowerCase()}${next.slice(1)}`,
    };
  }
  if (trial !== null) {
    return toDo(
      `No real money moves at ${name}: ${trial}.`,
      'Set the address and the credentials of the production system, and restart the service.',
    );
  }
  const problem = answers.find(({ result }) => result === 'problem');
  if (problem !== undefined) return toDo(sentence(problem.found), sentence(problem.mend ?? 'see docs/operators.md'));
  // With a balance there was a token.
  const unclear = answers.find(({ result, balance }) => result === 'warning' && balance === null);
  if (unclear !== undefined) return unknown(sentence(unclear.found), sentence(unclear.mend ?? 'try again'));
  return done(`${name} issued tokens for collections and for payouts.`);
}

function judgeFloat({ name }: OperatorFacts, answers: readonly AccountAnswer[], floatAlert: number): Finding {
  const balance = answers.find(({ direction }) => direction === 'payout')?.balance ?? null;
  if (balance === null) {
    return unknown(
      `${name} did not report the balance that payouts are paid from.`,
      `Look at the balance in the portal of ${name}.`,
    );
  }
  if (balance < BigInt(floatAlert)) {
    return toDo(
      `${name} holds ${shillings(balance)} for payouts, less than the ${shillings(floatAlert)} below which a float is low.`,
      `Fund the account for payouts at ${name}, or set NSIMBI_FLOAT_ALERT to what your payouts need.`,
    );
  }
  return done(`${name} holds ${shillings(balance)} for payouts. A float below ${shillings(floatAlert)} is low.`);
}

function callbacks(
  { settings, atMs }: LiveFacts,
  { key, name, callbacks: fact, callbackPath }: OperatorFacts,
): LiveStep {
  const step = { id: `callbacks_${key}`, group: 'operators', title: `Callbacks of ${name}` } as const;
  const { publicUrl } = settings;
  if (fact === null || publicUrl === null) {
    const missing = toDo(
      `NSIMBI_PUBLIC_URL is not set, so ${name} can send no callbacks.`,
      'Set it to the https address at which operators reach this service, and restart the service.',
    );
    return { ...step, page: null, ...missing, checkedAtMs: atMs };
  }
  const address = `${publicUrl}${callbackPath}`;
  return stepOf(step, fact, (check) => {
    switch (check.is) {
      case 'arrived':
        return done(`A request to ${address} arrived at this service.`);
      case 'answered_by_other':
        return toDo(
          `A request to ${address} was answered with HTTP ${check.status}, and not by this service.`,
          'Let the proxy pass POST and PUT below /callbacks on to a process with the role api.',
        );
      case 'not_reached':
        if (!mayBeOfThisNetwork.test(check.reason)) {
          return toDo(
            `A request to ${address} reached nothing (${check.reason}).`,
            'Check the name, the certificate and the port of the public address, and that the proxy runs.',
          );
        }
        return unknown(
          `A request from this machine to ${address} was not answered (${check.reason}).`,
          'Open the address from another network: some networks do not lead back to their own public address.',
        );
    }
  });
}

/** Errors that a network gives also where a machine of another network would succeed. */
const mayBeOfThisNetwork = /^no answer in time$|TIMEOUT|TIMEDOUT|UNREACH/;

function administrators(facts: LiveFacts): LiveStep {
  const step = {
    id: 'administrators',
    group: 'people',
    title: 'Two administrators with second factors',
    page: '/platform/people',
  } as const;
  return stepOf(step, facts.administrators, (all) => {
    const active = all.filter(({ isActive }) => isActive);
    const fit = active.filter(({ hasSecondFactor }) => hasSecondFactor);
    if (fit.length >= administratorsNeeded) {
      return done(`${fit.length} administrators can sign in and have a second factor.`);
    }
    const without = active.filter(({ hasSecondFactor }) => !hasSecondFactor).map(({ email }) => email);
    const found = `${counted(fit.length, 'administrator has', 'administrators have')} a second factor, and two are needed.`;
    const next = [
      ...(without.length === 0 ? [] : [`A passkey or an authenticator app is missing for ${without.join(', ')}.`]),
      ...(active.length >= administratorsNeeded ? [] : ['Invite another administrator.']),
    ];
    return toDo(found, next.join(' '));
  });
}

function secondPerson(facts: LiveFacts): LiveStep {
  const step = { id: 'second_person', group: 'people', title: 'A second person', page: '/platform/proposals' } as const;
  return stepOf(step, facts.secondPerson, ({ live, isRehearsal, unreviewed }) => {
    if (isRehearsal) {
      return toDo(
        'This is a rehearsal, in which one person can do everything.',
        'Remove NSIMBI_REHEARSAL and restart the service.',
      );
    }
    if (facts.settings.requireTwoFactor === 'off') {
      return toDo(
        'NSIMBI_REQUIRE_TWO_FACTOR is off, so that staff and live money need no second factor.',
        'Remove the setting and restart the service.',
      );
    }
    if (unreviewed > 0) {
      return toDo(
        `${counted(unreviewed, 'change was', 'changes were')} made without a second person and not reviewed yet.`,
        'Review them at Proposals.',
      );
    }
    if (live === null) {
      return done(
        'From live mode on, changes of rights, fees, limits and live keys need two people. No setting turns this off.',
      );
    }
    return done(`Changes of rights, fees, limits and live keys need two people, since ${live.enabledAt}.`);
  });
}

function publicAddress({ settings: { publicUrl }, atMs }: LiveFacts): LiveStep {
  return {
    id: 'public_address',
    group: 'protection',
    title: 'Public address',
    page: null,
    ...judgePublicAddress(publicUrl),
    checkedAtMs: atMs,
  };
}

function judgePublicAddress(publicUrl: string | null): Finding {
  const next =
    'Put a proxy with a certificate in front, set NSIMBI_PUBLIC_URL to its https address, and restart the service.';
  if (publicUrl === null) return toDo('NSIMBI_PUBLIC_URL is not set.', next);
  if (isLoopback(publicUrl)) return toDo(`NSIMBI_PUBLIC_URL is ${publicUrl}, which only this machine can reach.`, next);
  const doubt = publicUrlDoubt(publicUrl);
  return doubt === null ? done(`The public address is ${publicUrl}.`) : toDo(sentence(doubt), next);
}

function database(facts: LiveFacts): LiveStep {
  const step = { id: 'database', group: 'protection', title: 'Database' } as const;
  return stepOf(step, facts.database, ({ liveRefusal, unsafe }) => {
    if (liveRefusal === 'other_installation') {
      return toDo(
        'The database belongs to another installation, so live operations are refused.',
        'See docs/backup-and-upgrade.md for a copy that is to take over.',
      );
    }
    if (liveRefusal === 'owner_login') {
      return toDo(
        'The login of the service may do more than serve, so live operations are refused.',
        'Give it a login of its own; nsimbi doctor says how.',
      );
    }
    const [first] = unsafe;
    if (first !== undefined) {
      return toDo(`${first.name} is ${first.value}: ${first.risk}.`, `Run this in the database: ${first.remedy}`);
    }
    return done('The login of the service may only serve, and a commit is on the disk before it is confirmed.');
  });
}

function firstPasswords(facts: LiveFacts): LiveStep {
  const step = { id: 'first_password', group: 'protection', title: 'First password', page: '/account' } as const;
  return stepOf(step, facts.firstPasswords, (emails) => {
    if (emails.length === 0) return done('Nobody can sign in with the password of the first start.');
    return toDo(
      `${emails.join(', ')} still has the password that the first start wrote into credentials.json.`,
      'Set another password under Your account, or disable this person, and delete the file.',
    );
  });
}

function demoData(facts: LiveFacts): LiveStep {
  const step = { id: 'demo_data', group: 'protection', title: 'No demo data' } as const;
  return stepOf(step, facts.hasDemoData, (hasDemoData) => {
    if (!hasDemoData) return done('This database has no demo data.');
    return toDo(
      'This database has demo data, whose people share a password that several others may know.',
      'Begin with an empty database: another NSIMBI_DATA_DIR or DATABASE_URL.',
    );
  });
}

function processes(facts: LiveFacts): LiveStep {
  const step = { id: 'processes', group: 'operation', title: 'Processes' } as const;
  return stepOf(step, facts.processes, (ready) => {
    const missing = roles.filter((role) => (ready[role] ?? 0) === 0);
    if (missing.length > 0) {
      return toDo(
        `No process is ready for: ${missing.join(', ')}.`,
        'Start one: nsimbi start --roles names what a process does; nsimbi processes lists those that run.',
      );
    }
    return done(
      `Ready: ${roles.map((role) => `${role} in ${counted(ready[role] ?? 0, 'process', 'processes')}`).join(', ')}.`,
    );
  });
}

function clock(facts: LiveFacts): LiveStep {
  const step = { id: 'clock', group: 'operation', title: 'Clock', page: '/platform/operators' } as const;
  return stepOf(step, facts.clock, ({ differenceMs, isAlarming }) => {
    const seconds = Math.round(Math.abs(differenceMs) / 1_000);
    if (!isAlarming) return done('The clock of the database agrees with the clock that deadlines count by.');
    return toDo(
      `The clock of the database is ${seconds} seconds ${differenceMs < 0 ? 'behind' : 'ahead of'} the clock that deadlines count by.`,
      'Let NTP set the clock; ten steady minutes of the running service end this.',
    );
  });
}

function backups(facts: LiveFacts): LiveStep {
  const step = { id: 'backups', group: 'operation', title: 'Backups' } as const;
  return stepOf(step, facts.backups, (check) => {
    const timer =
      'Run nsimbi backup check every five minutes on the host that has pgBackRest (docs/high-availability.md).';
    if (check === null) {
      return toDo(
        'No check of the backups was made yet.',
        `${timer} Backups by another program cannot be checked here.`,
      );
    }
    const { checkedMsAgo, restorableMsAgo, problem } = check;
    if (checkedMsAgo > backupCheckMsMax) return toDo(`The last check of the backups was ${ago(checkedMsAgo)}.`, timer);
    const look = 'Look at pgBackRest on the host of the primary, and in its log (docs/high-availability.md).';
    if (restorableMsAgo === null || problem !== null) return toDo(sentence(problem ?? 'there is no backup'), look);
    if (restorableMsAgo > restorableMsMax) {
      return toDo(`The database can be restored to how it was ${ago(restorableMsAgo)}, and not later.`, look);
    }
    return done(
      `The database can be restored to how it was ${ago(restorableMsAgo)}. Do the drill of docs/restore.md every month.`,
    );
  });
}

function metrics(facts: LiveFacts): LiveStep {
  const step = { id: 'metrics', group: 'operation', title: 'Monitoring' } as const;
  return stepOf(step, facts.metricsReadMsAgo, (reads) => {
    const lately = reads.filter((msAgo) => msAgo !== null && msAgo <= metricsReadMsMax).length;
    if (reads.length > 0 && lately === reads.length) {
      return done(`The metrics of ${counted(lately, 'process', 'processes')} were read within the last five minutes.`);
    }
    return toDo(
      reads.length === 0
        ? 'No process is ready, so no metrics can be read.'
        : `The metrics of ${lately} of ${counted(reads.length, 'process', 'processes')} were read within the last five minutes.`,
      'Have Prometheus read every process, with the alerts of deploy/monitoring (docs/install.md).',
    );
  });
}

function notifications(facts: LiveFacts): LiveStep {
  const step = {
    id: 'notifications',
    group: 'operation',
    title: 'Notifications',
    page: '/platform/notifications',
  } as const;
  return stepOf(step, facts.notified, (all) => {
    const { hasMailServer } = facts.settings;
    const reaches = ({ people, chat }: (typeof all)[number]) => (hasMailServer && people > 0) || chat === 'working';
    const lost = all.filter((one) => !reaches(one)).map(({ what }) => what);
    if (lost.length === 0) return done(`Somebody is notified of ${all.map(({ what }) => what).join(' and ')}.`);
    const isChatFailing = all.some(({ chat }) => chat === 'failing');
    return toDo(
      `Nobody is notified of ${lost.join(' and ')}${isChatFailing ? '; the last message to the chat was not accepted' : ''}.`,
      hasMailServer
        ? 'Choose it at Notifications, or set a chat there that gets it.'
        : 'Set NSIMBI_SMTP_URL and restart the service, or set a chat at Notifications that gets it.',
    );
  });
}

function proofs(facts: LiveFacts): LiveStep {
  const step = { id: 'proofs', group: 'operation', title: 'Proofs of the ledger', page: '/platform/ledger' } as const;
  return stepOf(step, facts.proofs, ({ newestRound, lagMs, isHistoryProven }) => {
    const next = 'See the log of the worker processes, and NSIMBI_PROOFS (docs/proofs.md).';
    if (newestRound === null) return toDo('No round of the ledger was signed yet.', next);
    if (lagMs > proofLagMsMax) return toDo(`What was written ${ago(lagMs)} is not proven yet.`, next);
    if (!isHistoryProven) {
      return toDo(
        'What was written before the proofs began is not proven yet.',
        'Wait: it is proven in the background.',
      );
    }
    return done(`The newest signed round is ${newestRound.toLocaleString('en-US')}, and nothing waits for its proof.`);
  });
}

function audit(facts: LiveFacts): LiveStep {
  const step = { id: 'audit', group: 'operation', title: 'Audit of the books', page: '/platform/ledger' } as const;
  return stepOf(step, facts.audit, (last) => {
    const nightly = 'Audit now at Ledger, and run nsimbi audit every night (docs/audit.md).';
    if (last === null) return toDo('The books were not audited yet.', nightly);
    if (last.broken > 0) {
      return toDo(
        `The last audit, ${ago(last.ageMs)}, found ${counted(last.broken, 'broken rule', 'broken rules')}.`,
        'Find out why before anything else: see Ledger and docs/audit.md.',
      );
    }
    if (last.ageMs > auditMsMax) return toDo(`The last audit was ${ago(last.ageMs)}.`, nightly);
    return done(`The last audit, ${ago(last.ageMs)}, found no error.`);
  });
}

/** What other parts of the program say as a clause, as a sentence. A host or a setting at its beginning keeps its letters. */
function sentence(clause: string): string {
  const text = /^[a-z]+[ ,]/.test(clause) ? `${clause.charAt(0).toUpperCase()}${clause.slice(1)}` : clause;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function shillings(amount: bigint | number): string {
  return `UGX ${amount.toLocaleString('en-US')}`;
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`;
}

function ago(ms: number): string {
  if (ms < minuteMs) return 'less than a minute ago';
  if (ms < 120 * minuteMs) return `${counted(Math.round(ms / minuteMs), 'minute', 'minutes')} ago`;
  if (ms < 48 * 60 * minuteMs) return `${Math.round(ms / (60 * minuteMs))} hours ago`;
  return `${Math.round(ms / (24 * 60 * minuteMs))} days ago`;
}
