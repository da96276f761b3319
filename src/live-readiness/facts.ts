import type { LiveMode } from '../access/live-mode.ts';
import type { SecondFactorRule } from '../access/people/second-factor-rule.ts';
import type { AccountAnswer } from '../operators/account-check.ts';
import type { LiveRefusal } from '../postgres/installation.ts';
import type { UnsafeSetting } from '../postgres/unsafe-settings.ts';
import type { CallbackCheck } from './callback-check.ts';

/** What is known for the steps that lead to live mode. Times are milliseconds since 1970, ages are milliseconds, amounts are shillings. */

/** Something that was looked at, at `atMs`; or why it could not be, as a phrase. */
export type Fact<Value> =
  | { readonly is: 'known'; readonly value: Value; readonly atMs: number }
  | { readonly is: 'unknown'; readonly reason: string; readonly atMs: number };

export interface LiveFacts {
  /** When the checks began. */
  readonly atMs: number;
  readonly settings: SettingFacts;
  /** In the order of the registry. */
  readonly operators: readonly OperatorFacts[];
  readonly secondPerson: Fact<SecondPersonFacts>;
  readonly administrators: Fact<readonly Administrator[]>;
  readonly database: Fact<DatabaseFacts>;
  /** Addresses of those who can still sign in with the password that the first start wrote into a file. */
  readonly firstPasswords: Fact<readonly string[]>;
  /** Whether demo data was made here. */
  readonly hasDemoData: Fact<boolean>;
  /** Ready processes by role. */
  readonly processes: Fact<Readonly<Record<string, number>>>;
  readonly clock: Fact<{ readonly differenceMs: number; readonly isAlarming: boolean }>;
  /** The last check of the backups; null where none was noted. */
  readonly backups: Fact<BackupFacts | null>;
  /** Of each ready process, how long ago its metrics were read; null for never. */
  readonly metricsReadMsAgo: Fact<readonly (number | null)[]>;
  readonly notified: Fact<readonly Notified[]>;
  readonly proofs: Fact<ProofFacts>;
  /** The audit that ended last; null before the first. */
  readonly audit: Fact<{ readonly broken: number; readonly ageMs: number } | null>;
}

export interface SettingFacts {
  /** NSIMBI_PUBLIC_URL. */
  readonly publicUrl: string | null;
  /** NSIMBI_FLOAT_ALERT. */
  readonly floatAlert: number;
  /** NSIMBI_REQUIRE_TWO_FACTOR. */
  readonly requireTwoFactor: SecondFactorRule;
  /** Whether a mail server is set. */
  readonly hasMailServer: boolean;
}

export interface OperatorFacts {
  readonly key: string;
  readonly name: string;
  /** Whether its credentials are set. */
  readonly isOn: boolean;
  /** Why its settings move no real money, as a clause; null when they do. */
  readonly trial: string | null;
  /** Its answers for collections and payouts; empty while it is off. */
  readonly answers: Fact<readonly AccountAnswer[]>;
  /** Null where there is no public address, and while it is off. */
  readonly callbacks: Fact<CallbackCheck> | null;
  /** The path that was called. */
  readonly callbackPath: string;
}

export interface SecondPersonFacts {
  readonly live: LiveMode | null;
  readonly isRehearsal: boolean;
  /** Changes without a second person that nobody has reviewed. */
  readonly unreviewed: number;
}

/** Somebody who has the role, whether or not they can sign in. */
export interface Administrator {
  readonly email: string;
  readonly isActive: boolean;
  readonly hasSecondFactor: boolean;
}

export interface DatabaseFacts {
  readonly liveRefusal: LiveRefusal | null;
  readonly unsafe: readonly UnsafeSetting[];
}

export interface BackupFacts {
  readonly checkedMsAgo: number;
  /** Null when the database cannot be restored at all. */
  readonly restorableMsAgo: number | null;
  readonly problem: string | null;
}

/** Whom a kind of notification reaches. */
export interface Notified {
  /** As a sentence names it. */
  readonly what: string;
  /** People who get it by e-mail, where mails are sent. */
  readonly people: number;
  /** The chat that gets it: `failing` where its last message was not accepted. */
  readonly chat: 'none' | 'working' | 'failing';
}

export interface ProofFacts {
  /** Null where no round was signed yet. */
  readonly newestRound: number | null;
  readonly lagMs: number;
  readonly isHistoryProven: boolean;
}
