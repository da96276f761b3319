import { existsSync, readFileSync } from 'node:fs';
import { InvalidArgumentError } from '@commander-js/extra-typings';
import { allowedIpProblem } from '../access/allowed-ips.ts';
import { passwordLengthMax, passwordLengthMin } from '../access/people/credentials.ts';
import {
  permissions as allPermissions,
  type Permission,
  type RateLimitsByName,
  rateLimitNames,
  rateLimitsProblem,
} from '../access/principal.ts';
import { readSigningKey } from '../access/signing-keys.ts';
import { type EventName, eventNames } from '../ledger/event-names.ts';
import { isCalendarMoment } from '../ledger/kampala-day.ts';
import type { Mode } from '../ledger/transaction.ts';
import { enteredUgxMax, type Ugx, ugx } from '../money/ugx.ts';
import { type Msisdn, msisdn, msisdnForm } from '../phone/msisdn.ts';
import { readDuration } from '../settings/kinds.ts';
import { linePattern } from '../text-line.ts';

/** Words as a sentence lists them: `a, b or c`. */
export function wordList(words: readonly string[], last: 'and' | 'or'): string {
  return new Intl.ListFormat('en-GB', { type: last === 'and' ? 'conjunction' : 'disjunction' }).format(words);
}

/** A number that names something, such as a client. */
export function idValue(text: string): number {
  const id = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (id < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return id;
}

/** How many, with a bound that keeps a slip of the finger small. */
export function countValue(most: number): (text: string) => number {
  return (text) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
    if (count < 1 || count > most) throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
    return count;
  };
}

/** How many, between two bounds. */
export function countBetween(least: number, most: number): (text: string) => number {
  return (text) => {
    const count = /^\d{1,9}$/.test(text) ? Number(text) : -1;
    if (count < least || count > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return count;
  };
}

/** A password, as long as the dashboard asks for. */
export function passwordValue(text: string): string {
  if (text.length < passwordLengthMin || text.length > passwordLengthMax) {
    throw new InvalidArgumentError(`It must have ${passwordLengthMin} to ${passwordLengthMax} characters.`);
  }
  return text;
}

/** Where to listen; 0 takes any free port. */
export function portValue(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 65_536;
  if (port > 65_535) throw new InvalidArgumentError('It must be a port from 0 to 65535.');
  return port;
}

/** An amount of at least one shilling. */
export function shillingsValue(text: string): Ugx {
  const amount = shillingsOrNothing(text);
  if (amount < 1n) throw new InvalidArgumentError('It must be at least 1 shilling.');
  return amount;
}

/** An amount of shillings that may be 0. */
export function shillingsOrNothing(text: string): Ugx {
  if (!/^\d{1,16}$/.test(text) || Number(text) > enteredUgxMax) {
    throw new InvalidArgumentError(
      `It must be whole shillings in digits, such as 50000, and at most ${enteredUgxMax}.`,
    );
  }
  return ugx(text);
}

/** An amount, or the word `none` that takes a limit away. (An option's value cannot be null: commander would lose it.) */
export function limitValue(text: string): Ugx | 'none' {
  return text === 'none' ? text : shillingsValue(text);
}

/** What a limit becomes: the amount, none, or what it was when the option was left out. */
export function limitFrom(value: Ugx | 'none' | undefined, before: Ugx | null): Ugx | null {
  if (value === undefined) return before;
  return value === 'none' ? null : value;
}

export function modeValue(text: string): Mode {
  if (text === 'live' || text === 'test') return text;
  throw new InvalidArgumentError('It must be live or test.');
}

export function phoneValue(text: string): Msisdn {
  const phone = msisdn(text);
  if (phone === null) throw new InvalidArgumentError(`It ${msisdnForm}.`);
  return phone;
}

/** Phones, one for each time the option is given. */
export function phoneValues(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), phoneValue(text)];
}

/** For the help of an option that takes permissionsValue. */
export const permissionsPurpose = `names separated by commas, or all: ${allPermissions.join(', ')}`;

/** Permissions separated by commas, or `all`. */
export function permissionsValue(text: string): readonly Permission[] {
  if (text === 'all') return allPermissions;
  return text.split(',').map((name) => {
    const permission = allPermissions.find((known) => known === name.trim());
    if (permission === undefined) {
      throw new InvalidArgumentError(`It must be all, or some of ${allPermissions.join(',')} separated by commas.`);
    }
    return permission;
  });
}

/** Names of events separated by commas, each once, or `all`. */
export function eventNamesValue(text: string): readonly EventName[] {
  if (text === 'all') return eventNames;
  const names = text.split(',').map((word) => eventNames.find((known) => known === word.trim()));
  const known = names.filter((name) => name !== undefined);
  if (known.length < names.length || new Set(known).size < known.length) {
    throw new InvalidArgumentError(
      `It must be all, or some of ${eventNames.join(',')} with commas between, each once.`,
    );
  }
  return known;
}

/** The number of an event in its wallet; 0 is before the first. */
export function sequenceValue(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}

/** For the help of an option that takes rateLimitValues. */
export const rateLimitPurpose = `requests per minute of one operation; may be repeated: ${rateLimitNames.join(', ')}`;

/** `NAME=N`, requests a minute, one for each time the option is given. */
export function rateLimitValues(text: string, before: RateLimitsByName | undefined): RateLimitsByName {
  const match = /^([a-z_]+)=(\d{1,10})$/.exec(text);
  if (match?.[1] === undefined) throw new InvalidArgumentError('It must be NAME=N, such as send_money=600.');
  const limits = { ...before, [match[1]]: Number(match[2]) };
  const problem = rateLimitsProblem(limits);
  if (problem !== null) throw new InvalidArgumentError(`It is not possible: ${problem}.`);
  return limits;
}

/** A duration such as `90d`, in milliseconds. */
export function durationValue(text: string): number {
  const valueMs = readDuration(text);
  if (valueMs === undefined) throw new InvalidArgumentError('It must be a whole number with ms, s, m, h or d: 24h.');
  return valueMs;
}

/** A moment in ISO 8601 with its offset, in milliseconds since 1970. */
export function momentValue(text: string): number {
  const hasForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!hasForm || !isCalendarMoment(text))
    throw new InvalidArgumentError('It must be a time such as 2027-01-31T00:00:00Z.');
  return Date.parse(text);
}

/** Addresses and networks, one for each time the option is given. */
export function networkValues(text: string, before: readonly string[] | undefined): readonly string[] {
  const problem = allowedIpProblem(text);
  if (problem !== null) throw new InvalidArgumentError(`It is not possible: ${problem}.`);
  return [...(before ?? []), text];
}

export const signingKeyPurpose =
  'an Ed25519 public key that must sign its requests: a PEM file, or base64url; may be repeated, for two keys';

/** A public key in a file or as text; each use adds one. */
export function signingKeyValues(text: string, before: readonly string[] | undefined): readonly string[] {
  try {
    const key = existsSync(text) ? readFileSync(text, 'utf8') : text;
    return [...(before ?? []), readSigningKey(key)];
  } catch (error) {
    throw new InvalidArgumentError(`It is not possible: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Texts; each use adds one. */
export function textsValue(text: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), text];
}

/** Text that is kept for people to read, without spaces around it. */
export function sentenceValue(text: string): string {
  const sentence = text.trim();
  if (sentence.length > 255 || !new RegExp(linePattern, 'u').test(sentence)) {
    throw new InvalidArgumentError('It must have 1 to 255 characters, none of them a control character.');
  }
  return sentence;
}
