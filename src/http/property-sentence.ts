import type { TSchema } from 'typebox';

/** What a schema may say of itself, as JSON Schema names it. */
interface Said {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Said[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** What a field must be, from its schema: for fields that have no sentence of their own in field-sentences.ts. */
export function propertySentence(field: string, property: TSchema | undefined): string {
  return `${field} must be ${formOf(property as Said | undefined)}.`;
}

function formOf(said: Said | undefined): string {
  if (said === undefined) return 'as this request needs it';
  const choices = choicesOf(said);
  if (choices.length > 0) return oneOf(choices);
  const forms = said.anyOf?.map(formOf);
  if (forms !== undefined) return [...new Set(forms)].join(', or ');
  switch (said.type) {
    case 'string':
      return `text${rangeOf(said.minLength, said.maxLength, 'characters')}`;
    case 'integer':
      return `a whole number${rangeOf(said.minimum, said.maximum, '')}`;
    case 'number':
      return `a number${rangeOf(said.minimum, said.maximum, '')}`;
    case 'boolean':
      return 'true or false';
    case 'array':
      return `a list${rangeOf(said.minItems, said.maxItems, 'entries')}`;
    case 'null':
      return 'null';
    default:
      return 'as this request needs it';
  }
}

function choicesOf({ enum: listed, anyOf, const: only }: Said): unknown[] {
  if (listed !== undefined) return [...listed];
  if (only !== undefined) return [only];
  const each = anyOf?.map(({ const: one }) => one) ?? [];
  return each.every((one) => one !== undefined) ? each : [];
}

function oneOf(choices: readonly unknown[]): string {
  const words = choices.map(String);
  return words.length === 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function rangeOf(from: number | undefined, to: number | undefined, of: string): string {
  const unit = of === '' ? '' : ` ${of}`;
  if (from !== undefined && to !== undefined) return ` of ${from} to ${to}${unit}`;
  if (to !== undefined) return ` of at most ${to}${unit}`;
  return from === undefined ? '' : ` of at least ${from}${unit}`;
}
