import type { AccountStatus } from '../provider.ts';
import { type Answer, objectOf, textOf } from './answer.ts';

/** A user of Airtel Money as the user enquiry tells (providers.md 2.7). */
export interface AirtelUser {
  /** Given and family name; null when Airtel tells neither. */
  readonly name: string | null;
  /** Null when Airtel does not say. */
  readonly isBarred: boolean | null;
}

/** What the user enquiry found. */
export type UserWord =
  | { readonly is: 'user'; readonly user: AirtelUser }
  | { readonly is: 'not_found' }
  | { readonly is: 'unknown' };

/** Reads an answer of `GET /standard/v1/users/{msisdn}`. */
export function readUser(answer: Answer, json: unknown): UserWord {
  if (answer.row?.class === 'not_found') return { is: 'not_found' };
  const data = objectOf(objectOf(json)?.data);
  if (data === null) return { is: 'unknown' };
  const name = [textOf(data.first_name), textOf(data.last_name)].filter((part) => part !== null).join(' ');
  const isBarred = booleanOf(data.is_barred);
  if (name === '' && isBarred === null) return { is: 'unknown' };
  return { is: 'user', user: { name: name === '' ? null : name, isBarred } };
}

/** Whether a number has an account that can be used now. */
export function accountStatusOf(word: UserWord): AccountStatus {
  if (word.is === 'not_found') return 'inactive';
  if (word.is === 'unknown' || word.user.isBarred === null) return 'unknown';
  return word.user.isBarred ? 'inactive' : 'active';
}

/** Airtel writes some values as text. */
function booleanOf(value: unknown): boolean | null {
  const text = String(value).toLowerCase();
  return text === 'true' ? true : text === 'false' ? false : null;
}
