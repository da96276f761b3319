import type { FastifySchemaCompiler } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { IsBoolean, IsInteger, IsObject } from 'typebox';
import { Compile } from 'typebox/compile';
import { Refusal } from '../wallet/refusal.ts';
import { fieldSentences } from './field-sentences.ts';
import { propertySentence } from './property-sentence.ts';
import { notFound } from './refusal-of-error.ts';

type Validated = { readonly value: unknown } | { readonly error: Refusal };
type Validator = (value: unknown) => Validated;

/**
 * Makes Fastify's validators of the interface: those of compileSpokenValidator, and each field of a request must have a
 * sentence written for it.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = (route) => {
  if (IsObject(route.schema) && route.httpPart !== 'params') requireSentences(route.schema);
  return compileSpokenValidator(route);
};

/**
 * Makes Fastify's validators from TypeBox schemas. Bodies are never coerced; a query's text becomes an integer or a
 * boolean only when it is written as one. A path whose id cannot exist is not found. What is wrong is said in a sentence:
 * the property's own (`sentence` beside its `description`), else the one of field-sentences.ts, else one that is made of
 * its schema.
 */
export const compileSpokenValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (!IsObject(schema)) throw new Error(`the schema of a ${httpPart ?? 'request'} must be an object`);
  if (httpPart === 'params') return validatorOfParams(schema);
  if (httpPart === 'querystring') return validatorOfQuery(schema);
  return validatorOfBody(schema);
};

function validatorOfBody(schema: TObject): Validator {
  const checked = Compile(schema);
  return (value) => {
    // An absent body is an object without fields, so that the answer names the fields that are required.
    const body = value ?? {};
    if (checked.Check(body)) {
      const faults = illFormed(schema, body);
      return faults.length === 0 ? { value: body } : { error: refusalOf(schema, faults) };
    }
    if (typeof body !== 'object' || Array.isArray(body)) return { error: notAnObject() };
    return { error: refusalOf(schema, faultsOf(checked.Errors(body)), body) };
  };
}

function validatorOfQuery(schema: TObject): Validator {
  const checked = Compile(schema);
  return (value) => {
    const query = readText(schema, value);
    if (checked.Check(query)) return { value: query };
    return { error: refusalOf(schema, faultsOf(checked.Errors(query)), query) };
  };
}

function validatorOfParams(schema: TObject): Validator {
  const checked = Compile(schema);
  return (value) => {
    const params = readText(schema, value);
    return checked.Check(params) ? { value: params } : { error: notFound() };
  };
}

/** Integers and booleans of a query or a path, from their text. What is not written as one stays text and is refused. */
function readText(schema: TObject, value: unknown): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(value ?? {})) {
    const property = schema.properties[name];
    read[name] = given;
    if (property === undefined || typeof given !== 'string') continue;
    if (IsInteger(property) && /^-?\d{1,20}$/.test(given)) read[name] = Number(given);
    if (IsBoolean(property) && (given === 'true' || given === 'false')) read[name] = given === 'true';
  }
  return read;
}

interface Fault {
  readonly field: string;
  readonly bound: { readonly is: 'minimum' | 'maximum'; readonly limit: number } | null;
}

/** Which fields are wrong. A field with any fault but its bounds counts as simply wrong. */
function faultsOf(errors: readonly ValidationError[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const error of errors) {
    const fields =
      error.keyword === 'required' ? error.params.requiredProperties : [error.instancePath.split('/')[1] ?? ''];
    for (const field of fields) {
      const known = faults.get(field);
      const bound =
        error.keyword === 'minimum' || error.keyword === 'maximum'
          ? { is: error.keyword, limit: Number(error.params.limit) }
          : null;
      if (known === undefined || bound === null) faults.set(field, { field, bound });
    }
  }
  return [...faults.values()];
}

type ValidationError = ReturnType<ReturnType<typeof Compile>['Errors']>[number];

function refusalOf(schema: TObject, faults: readonly Fault[], value: object = {}): Refusal {
  const only = faults.length === 1 ? faults[0] : undefined;
  if (only?.field === 'amount' && only.bound !== null && 'amount' in value) {
    const refusal = amountOutOfBounds(only.bound, value.amount);
    if (refusal !== null) return refusal;
  }
  const errors: Record<string, string[]> = {};
  for (const { field } of faults) errors[field] = [sentenceOf(schema, field)];
  const message =
    only === undefined
      ? `Correct these fields and send the request again: ${faults.map(({ field }) => field).join(', ')}.`
      : sentenceOf(schema, only.field);
  return new Refusal('invalid_request', message, { errors });
}

/** A whole, positive amount outside its bounds has a code of its own; a negative or unsafe one is no amount at all. */
function amountOutOfBounds(bound: NonNullable<Fault['bound']>, amount: unknown): Refusal | null {
  if (typeof amount !== 'number' || amount < 0 || !Number.isSafeInteger(amount)) return null;
  return bound.is === 'minimum' ? amountTooSmall(bound.limit) : amountTooLarge(bound.limit);
}

export function amountTooSmall(minimumUgx: number): Refusal {
  const sentence = `amount must be at least ${minimumUgx} shillings.`;
  return new Refusal('amount_too_small', sentence, { errors: { amount: [sentence] } });
}

export function amountTooLarge(maximumUgx: number): Refusal {
  const sentence = `amount must be at most ${maximumUgx} shillings.`;
  return new Refusal('amount_too_large', sentence, { errors: { amount: [sentence] } });
}

function notAnObject(): Refusal {
  const sentence = 'The body must be one JSON object with the fields of the request.';
  return new Refusal('invalid_request', sentence, { errors: { body: [sentence] } });
}

/** Text with half of a surrogate pair cannot be stored and given back as it came. Fields that nobody reads may hold it. */
function illFormed(schema: TObject, body: object): Fault[] {
  return Object.entries(body)
    .filter(
      ([field, value]) => typeof value === 'string' && !value.isWellFormed() && Object.hasOwn(schema.properties, field),
    )
    .map(([field]) => ({ field, bound: null }));
}

function sentenceOf(schema: TObject, field: string): string {
  const required = schema.required?.includes(field) === true;
  const property: (TSchema & { readonly sentence?: string }) | undefined = schema.properties[field];
  const sentence = property?.sentence ?? fieldSentences[field] ?? propertySentence(field, property);
  return required ? sentence.replace(' must be ', ' is required and must be ') : sentence;
}

function requireSentences(schema: TObject): void {
  for (const field of Object.keys(schema.properties)) {
    if (fieldSentences[field] === undefined) throw new Error(`field-sentences.ts has no sentence for ${field}`);
  }
}
