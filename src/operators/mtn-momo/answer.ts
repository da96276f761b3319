import type { JsonAnswer } from '../http/json-caller.ts';
import { cleanText, objectOf, textOf } from '../http/json-values.ts';

export type Answered = Extract<JsonAnswer, { is: 'answered' }>;

const rawCharactersMax = 500;

/** The `code` of an error body, as our table writes it, or null: gateways have other shapes (1.5). */
export function codeOf(answer: Answered): string | null {
  return tableForm(textOf(objectOf(answer.json)?.code));
}

/** A payment's reason, which is a text or an object with a code (1.6), as our table writes it. */
export function reasonOf(body: Readonly<Record<string, unknown>>): string | null {
  return tableForm(textOf(body.reason) ?? textOf(objectOf(body.reason)?.code));
}

/** Whether MTN may have written an answer: JSON or an empty body, and not the page of a proxy in between. */
export function isReadable(answer: Answered): boolean {
  return answer.text.trim() === '' || objectOf(answer.json) !== null;
}

/** An answer in one line, for a person to read and for the record. */
export function rawOf(answer: JsonAnswer): string {
  if (answer.is !== 'answered') return answer.reason.slice(0, rawCharactersMax);
  const line = `HTTP ${answer.status} ${answer.text.replace(/\s+/g, ' ')}`;
  return cleanText(line.slice(0, rawCharactersMax)) ?? '';
}

/** `FORBIDDEN IP` is written with a space, every other code with underscores. */
function tableForm(code: string | null): string | null {
  return code === null ? null : code.toUpperCase().replace(/[\s-]+/g, '_');
}
