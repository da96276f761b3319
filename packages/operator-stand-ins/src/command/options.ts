import { parseArgs } from 'node:util';
import { patienceSecondsUsual } from '../admin.ts';
import { isProfile, type Profile, profiles } from '../faults/profiles.ts';
import type { OperatorName } from '../report/observation.ts';
import { jsonOrText } from '../run-stand-in.ts';

/** An option that cannot be: the message says which, and what it can be. */
export class OptionError extends Error {}

/** Which faults are wanted: none, a chance of each, or a plan in a file. */
export type WantedFaults =
  | { readonly is: 'rate'; readonly rate: number; readonly profile: Profile | null }
  | { readonly is: 'file'; readonly path: string };

export interface CommandOptions {
  readonly operators: readonly OperatorName[];
  readonly host: string;
  /** 0 takes a free port. */
  readonly ports: Readonly<Record<OperatorName, number>>;
  readonly environment: 'mtnuganda' | 'sandbox';
  readonly seed: number;
  readonly faults: WantedFaults;
  /** Where the client takes callbacks, or null. */
  readonly callbacks: string | null;
  /** Settings by operator, in the order in which they were given. */
  readonly settings: readonly {
    readonly operator: OperatorName | null;
    readonly name: string;
    readonly value: unknown;
  }[];
  /** The file for the report, or null. */
  readonly report: string | null;
  readonly patienceSeconds: number;
  /** Whether a mistake makes the command end with status 1. */
  readonly strict: boolean;
}

export const helpText = `nsimbi-operator-stand-ins plays MTN MoMo and Airtel Money over HTTP, for tests of their clients.

  --operator mtn|airtel|both  which of them to start (both)
  --mtn-port N                port of MTN (4601); 0 takes a free one
  --airtel-port N             port of Airtel (4602); 0 takes a free one
  --host ADDRESS              address to listen at (127.0.0.1)
  --environment NAME          MTN's environment: mtnuganda with UGX, or sandbox with EUR (mtnuganda)
  --seed N                    the same seed injects the same faults (1)
  --faults WHAT               none, RATE, PROFILE:RATE or a plan FILE.json (none)
                              RATE is from 0 to 1; a PROFILE is one of ${Object.keys(profiles).join(', ')}
  --callbacks URL             where the client takes callbacks: Airtel sends them there, and MTN allows its host
  --set [OPERATOR.]NAME=VALUE a setting of the stand-ins, as README.md lists them; may be repeated
  --report FILE.json          writes the report on the client there at the end
  --patience SECONDS          how long a client may take for its next step before the report counts it as left out (${patienceSecondsUsual})
  --strict                    ends with status 1 when the client made a mistake
  --help                      shows this text

Ctrl-C ends the stand-ins and prints the report.`;

/**
 * Reads the words of the command line; null when help was asked for.
 * @throws OptionError in a sentence when a word is not understood.
 */
export function commandOptionsOf(words: readonly string[]): CommandOptions | null {
  const given = parse(words);
  if (given.help) return null;
  return {
    operators: operatorsOf(given.operator),
    host: given.host,
    ports: {
      mtn: wholeNumber('--mtn-port', given['mtn-port'], 65_535),
      airtel: wholeNumber('--airtel-port', given['airtel-port'], 65_535),
    },
    environment: environmentOf(given.environment),
    seed: wholeNumber('--seed', given.seed, 2 ** 32 - 1),
    faults: faultsOf(given.faults),
    callbacks: given.callbacks === undefined ? null : webAddress(given.callbacks),
    settings: given.set.map(settingOf),
    report: given.report ?? null,
    patienceSeconds: wholeNumber('--patience', given.patience, 1e9),
    strict: given.strict,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        operator: { type: 'string', default: 'both' },
        'mtn-port': { type: 'string', default: '4601' },
        'airtel-port': { type: 'string', default: '4602' },
        host: { type: 'string', default: '127.0.0.1' },
        environment: { type: 'string', default: 'mtnuganda' },
        seed: { type: 'string', default: '1' },
        faults: { type: 'string', default: 'none' },
        callbacks: { type: 'string' },
        set: { type: 'string', multiple: true, default: [] },
        report: { type: 'string' },
        patience: { type: 'string', default: String(patienceSecondsUsual) },
        strict: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new OptionError(error instanceof Error ? error.message : String(error));
  }
}

function operatorsOf(word: string): readonly OperatorName[] {
  if (word === 'both') return ['mtn', 'airtel'];
  if (word === 'mtn' || word === 'airtel') return [word];
  throw new OptionError(`--operator is mtn, airtel or both, not ${word}`);
}

function environmentOf(word: string): 'mtnuganda' | 'sandbox' {
  if (word === 'mtnuganda' || word === 'sandbox') return word;
  throw new OptionError(`--environment is mtnuganda or sandbox, not ${word}`);
}

function faultsOf(word: string): WantedFaults {
  if (word === 'none') return { is: 'rate', rate: 0, profile: null };
  if (word.endsWith('.json')) return { is: 'file', path: word };
  const [first, second] = word.split(':') as [string, string?];
  const profile = second === undefined ? null : first;
  const rate = Number(second ?? first);
  const isKnown = profile === null || isProfile(profile);
  if (!isKnown || !(rate >= 0 && rate <= 1)) {
    throw new OptionError(
      `--faults is none, a RATE from 0 to 1, PROFILE:RATE or a FILE.json, not ${word}; profiles are ${Object.keys(profiles).join(', ')}`,
    );
  }
  return { is: 'rate', rate, profile };
}

function settingOf(word: string): CommandOptions['settings'][number] {
  const [, operator, name, value] = /^(?:(mtn|airtel)\.)?([A-Za-z]+)=(.*)$/s.exec(word) ?? [];
  if (name === undefined || value === undefined) throw new OptionError(`--set is [OPERATOR.]NAME=VALUE, not ${word}`);
  return { operator: operator === 'mtn' || operator === 'airtel' ? operator : null, name, value: jsonOrText(value) };
}

function webAddress(word: string): string {
  if (!/^https?:/.test(word) || !URL.canParse(word))
    throw new OptionError(`--callbacks is an http or https URL, not ${word}`);
  return word;
}

function wholeNumber(option: string, word: string, most: number): number {
  const number = Number(word);
  if (!/^\d+$/.test(word) || number > most)
    throw new OptionError(`${option} is a whole number from 0 to ${most}, not ${word}`);
  return number;
}
