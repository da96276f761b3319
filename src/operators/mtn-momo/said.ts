import type { JsonAnswer } from '../http/json-caller.ts';
import { toldText } from '../http/told-text.ts';

export type Answered = Extract<JsonAnswer, { is: 'answered' }>;

const rawCharactersMax = 500;

/** The object that an answer's JSON is, or null. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

/** A text, or a number written as one: MTN's own samples write both (1.6). Null for anything else and for "". */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? toldText(value) : null;
}

/** The `code` of an error body, as our table writes it, or null: gateways have other shapes (1.5). */
export function codeOf(answer: Answered): string | null {
  return tableForm(textOf(objectOf(answer.json)?.code));
}

/** A payment's reason, which is a word or an object with one (1.6), as our table writes it. */
export function reasonOf(body: Readonly<Record<string, unknown>>): string | null {
  return tableForm(textOf(body.reason) ?? textOf(objectOf(body.reason)?.code));
}

/** Whether MTN may have written an answer: JSON or nothing, and not a page of somebody in between. */
export function isReadable(answer: Answered): boolean {
  return answer.text.trim() === '' || objectOf(answer.json) !== null;
}

/** An answer in one line, for a person to read and for the record. */
export function rawOf(answer: JsonAnswer): string {
  if (answer.is !== 'answered') return answer.reason.slice(0, rawCharactersMax);
  const line = `HTTP ${answer.status} ${answer.text.replace(/\s+/g, ' ')}`;
  return toldText(line.slice(0, rawCharactersMax)) ?? '';
}

/** `FORBIDDEN IP` is written with a space, every other word with underscores. */
function tableForm(word: string | null): string | null {
  return word === null ? null : word.toUpperCase().replace(/[\s-]+/g, '_');
}
