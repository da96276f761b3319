import type { FastifySchemaCompiler } from 'fastify';
import { IsArray, IsBoolean, IsInteger, IsObject, type TObject, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalidField, invalidFields, notFound, Refusal, refusalOfItem } from '../refusal.ts';
import { fieldSentences, propertySentence } from './field-sentences.ts';

type Validated = { readonly value: unknown } | { readonly error: Refusal };
type Validator = (value: unknown) => Validated;
type RouteSchema = Parameters<FastifySchemaCompiler<TSchema>>[0];

/** A field that is wrong: simply so, or out of these bounds. */
interface Fault {
  readonly field: string;
  readonly bound: { readonly is: 'minimum' | 'maximum'; readonly limit: number } | null;
}

/** Finds what is wrong with the fields of a request. */
type FindFaults = (fields: Readonly<Record<string, unknown>>) => readonly Fault[];

const findNothing: FindFaults = () => [];

/**
 * Makes Fastify's validators of the interface: those of compileDashboardValidator, and each field of a request must have a
 * sentence written for it.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = compileValidatorWith(findNothing);

/**
 * Makes Fastify's validators from TypeBox schemas. Bodies are never coerced; a query's text becomes an integer or a
 * boolean only when it is written as one. A path with an id that cannot exist is not found. Each wrong field is reported in a sentence:
 * the property's own (`sentence` beside its `description`), else the one of field-sentences.ts, else one that is built from
 * its schema.
 */
export const compileDashboardValidator: FastifySchemaCompiler<TSchema> = (route) => compile(route, findNothing);

/** Creates the validators of one route of the API, with a check of its query that a schema cannot express. */
export function compileValidatorWith(findMore: FindFaults): FastifySchemaCompiler<TSchema> {
  return (route) => {
    requireSentencesOf(route);
    return compile(route, findMore);
  };
}

function compile({ schema, httpPart }: RouteSchema, findMore: FindFaults): Validator {
  if (!IsObject(schema)) throw new Error(`the schema of a ${httpPart ?? 'request'} must be an object`);
  requireBounds(schema, httpPart ?? 'request');
  if (httpPart === 'params') return validatorOfParams(schema);
  if (httpPart === 'querystring') return validatorOfQuery(schema, findMore);
  return validatorOfBody(schema);
}

function validatorOfBody(schema: TObject): Validator {
  const validateFields = validatorOfFields(schema);
  const lists = Object.entries(schema.properties).flatMap(([name, property]) =>
    // One with a sentence of its own says itself what its items must be.
    IsArray(property) && IsObject(property.items) && !('sentence' in property)
      ? [{ name, itemsMax: itemsMaxOf(property), validateItem: validatorOfFields(property.items) }]
      : [],
  );
  return (value) => {
    // An absent body is an object without fields, so that the answer names the fields that are required.
    const given = value ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) return { error: notAnObject() };
    let body = given as Readonly<Record<string, unknown>>;
    for (const { name, itemsMax, validateItem } of lists) {
      const items = body[name];
      // The list itself is wrong where it is too long, and its items do not matter.
      if (!Array.isArray(items) || items.length > itemsMax) continue;
      const validated = validateItems(name, items, validateItem);
      if ('error' in validated) return validated;
      body = { ...body, [name]: validated.value };
    }
    return validateFields(body);
  };
}

function itemsMaxOf({ maxItems }: TSchema & { readonly maxItems?: number }): number {
  if (maxItems === undefined) throw new Error('a list of objects in a request has no largest length');
  return maxItems;
}

/** Validates the fields of one object: of a body, or of an item of a list in it. */
function validatorOfFields(schema: TObject): (given: object) => Validated {
  const checked = Compile(schema);
  const findFaults = faultFinderOf(schema);
  const nullable = namesWhereNullMeansAbsent(schema);
  return (given) => {
    const fields = without(given, nullable, null);
    const faults = [...(checked.Check(fields) ? [] : findFaults(fields)), ...illFormed(schema, fields)];
    return faults.length === 0 ? { value: fields } : { error: refusalOf(schema, faults, fields) };
  };
}

/** As many wrong items of a list are named in one refusal. */
const wrongItemsMax = 50;

/** Validates each item of a list. The refusal names the fields of the wrong ones, such as payments[2].amount, counted from 0. */
function validateItems(name: string, items: readonly unknown[], validate: (item: object) => Validated): Validated {
  const values: unknown[] = [];
  const refusals: Refusal[] = [];
  for (const [index, item] of items.entries()) {
    const validated =
      typeof item === 'object' && item !== null && !Array.isArray(item) ? validate(item) : { error: notAnItem() };
    if ('value' in validated) values.push(validated.value);
    else refusals.push(refusalOfItem(validated.error, `${name}[${index}]`));
    if (refusals.length === wrongItemsMax) break;
  }
  return refusals.length === 0 ? { value: values } : { error: refusalOfItems(refusals) };
}

/** One wrong field keeps its code, so that an amount that is too small is that here too. */
function refusalOfItems(refusals: readonly Refusal[]): Refusal {
  const errors = refusals.flatMap((refusal) => Object.entries(refusal.errors ?? {}));
  const [only] = refusals;
  if (only !== undefined && errors.length === 1) return only;
  return invalidFields(Object.fromEntries(errors.map(([field, [sentence = '']]) => [field, sentence])));
}

function validatorOfQuery(schema: TObject, findMore: FindFaults): Validator {
  const checked = Compile(schema);
  const findFaults = faultFinderOf(schema);
  const filters = optionalNamesOf(schema).filter((name) => !positions.has(name));
  return (value) => {
    const query = without(readText(schema, value), filters, '');
    const faults = [...(checked.Check(query) ? [] : findFaults(query)), ...findMore(query)];
    return faults.length === 0 ? { value: query } : { error: refusalOf(schema, faults, query) };
  };
}

function validatorOfParams(schema: TObject): Validator {
  const checked = Compile(schema);
  return (value) => {
    const params = readText(schema, value);
    return checked.Check(params) ? { value: params } : { error: notFound() };
  };
}

/** An empty filter counts as absent. An empty position does not: a reader would silently begin from the start again. */
const positions: ReadonlySet<string> = new Set(['cursor', 'after']);

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

function optionalNamesOf(schema: TObject): string[] {
  return Object.keys(schema.properties).filter((name) => !isRequired(schema, name));
}

function isRequired(schema: TObject, name: string): boolean {
  return schema.required?.includes(name) === true;
}

/** The optional fields in which null means absent: all but those with a schema that accepts null. */
function namesWhereNullMeansAbsent(schema: TObject): string[] {
  return optionalNamesOf(schema).filter((name) => {
    const property = schema.properties[name];
    return property !== undefined && !Compile(property).Check(null);
  });
}

/** The fields without those named that hold `nothing`. A copy is made only where one does. */
function without(fields: object, names: readonly string[], nothing: null | ''): Record<string, unknown> {
  const given = fields as Record<string, unknown>;
  if (!names.some((name) => given[name] === nothing)) return given;
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== nothing || !names.includes(name)),
  );
}

/**
 * Finds every wrong field of what the schema refuses. Each is checked by itself, because TypeBox stops at its eighth error
 * of a whole object.
 */
function faultFinderOf(schema: TObject): FindFaults {
  requireFieldsAlone(schema);
  const checks = Object.entries(schema.properties).map(([field, property]) => ({ field, check: Compile(property) }));
  return (fields) =>
    checks.flatMap(({ field, check }): Fault[] => {
      const value = fields[field];
      if (value === undefined) return isRequired(schema, field) ? [{ field, bound: null }] : [];
      return check.Check(value) ? [] : [{ field, bound: boundOf(check.Errors(value)) }];
    });
}

/** The bound that a number is beyond; null when it has any other fault. */
function boundOf(errors: readonly ValidationError[]): Fault['bound'] {
  const [error, ...others] = errors;
  if (others.length > 0 || (error?.keyword !== 'minimum' && error?.keyword !== 'maximum')) return null;
  return { is: error.keyword, limit: Number(error.params.limit) };
}

type ValidationError = ReturnType<ReturnType<typeof Compile>['Errors']>[number];

function refusalOf(schema: TObject, faults: readonly Fault[], fields: Readonly<Record<string, unknown>>): Refusal {
  const only = faults.length === 1 ? faults[0] : undefined;
  if (only !== undefined) {
    const outOfBounds = amountOutOfBounds(only, fields);
    if (outOfBounds !== null) return outOfBounds;
  }
  return invalidFields(
    Object.fromEntries(
      faults.map((fault) => [
        fault.field,
        amountOutOfBounds(fault, fields)?.message ??
          misnamedPhone(schema, fault.field, fields) ??
          sentenceOf(schema, fault.field),
      ]),
    ),
  );
}

/** A whole, positive amount outside its bounds has a code of its own; a negative or unsafe one is no amount at all. */
function amountOutOfBounds({ field, bound }: Fault, fields: Readonly<Record<string, unknown>>): Refusal | null {
  const { amount } = fields;
  if (field !== 'amount' || bound === null) return null;
  if (typeof amount !== 'number' || amount < 0 || !Number.isSafeInteger(amount)) return null;
  return bound.is === 'minimum' ? amountTooSmall(bound.limit) : amountTooLarge(bound.limit);
}

/** What the operations of the wallet call the phone that they need. A client easily takes one operation's name for another's. */
const phonesOfOperations: Readonly<Record<string, string>> = {
  recipient_phone: "the recipient's number",
  customer_phone: "the customer's number",
  phone: 'the number',
};

/** The sentence for a phone that is missing while the request has one under the name that another operation uses. */
function misnamedPhone(schema: TObject, field: string, fields: Readonly<Record<string, unknown>>): string | null {
  const what = phonesOfOperations[field];
  if (what === undefined || (fields[field] ?? null) !== null) return null;
  const used = Object.keys(phonesOfOperations).find(
    (name) => (fields[name] ?? null) !== null && !Object.hasOwn(schema.properties, name),
  );
  return used === undefined ? null : `Send ${what} as ${field}; ${used} is not a field of this request.`;
}

function amountTooSmall(minimumUgx: number): Refusal {
  const sentence = `amount must be at least ${minimumUgx} shillings.`;
  return new Refusal('amount_too_small', sentence, { errors: { amount: [sentence] } });
}

function amountTooLarge(maximumUgx: number): Refusal {
  const sentence = `amount must be at most ${maximumUgx} shillings.`;
  return new Refusal('amount_too_large', sentence, { errors: { amount: [sentence] } });
}

function notAnItem(): Refusal {
  return invalidField('', 'it must be an object with the fields of an item.');
}

function notAnObject(): Refusal {
  const sentence = 'The body must be one JSON object with the fields of the request.';
  return new Refusal('invalid_request', sentence, { errors: { body: [sentence] } });
}

/** Text with half of a surrogate pair cannot be stored and returned unchanged. Unknown fields may hold it, as they are ignored. */
function illFormed(schema: TObject, body: Readonly<Record<string, unknown>>): Fault[] {
  return Object.entries(body)
    .filter(
      ([field, value]) => typeof value === 'string' && !value.isWellFormed() && Object.hasOwn(schema.properties, field),
    )
    .map(([field]) => ({ field, bound: null }));
}

function sentenceOf(schema: TObject, field: string): string {
  const property: (TSchema & { readonly sentence?: string }) | undefined = schema.properties[field];
  const sentence = property?.sentence ?? fieldSentences[field] ?? propertySentence(field, property);
  return isRequired(schema, field) ? sentence.replace(' must be ', ' is required and must be ') : sentence;
}

/** @throws when a field of the interface has no sentence. */
function requireSentencesOf({ schema, httpPart }: RouteSchema): void {
  if (!IsObject(schema) || httpPart === 'params') return;
  for (const field of Object.keys(schema.properties)) {
    if (fieldSentences[field] === undefined) throw new Error(`field-sentences.ts has no sentence for ${field}`);
  }
}

/** @throws when an integer has no largest value: one beyond what the database takes must be refused and not fail there. */
function requireBounds(schema: TSchema, where: string): void {
  const { type, maximum, properties, items, anyOf, patternProperties } = schema as BoundedSchema;
  if (type === 'integer' && maximum === undefined) throw new Error(`an integer of ${where} has no maximum`);
  const parts = [...Object.entries(properties ?? {}), ...Object.entries(patternProperties ?? {})];
  for (const [name, part] of parts) requireBounds(part, `${where}.${name}`);
  for (const part of [...(items === undefined ? [] : [items]), ...(anyOf ?? [])]) requireBounds(part, where);
}

/** @throws when a schema refuses more than its fields do, which faultFinderOf would not find. */
function requireFieldsAlone(schema: TObject): void {
  const more = Object.keys(schema).filter((key) => !fieldKeywords.has(key));
  if (more.length > 0) throw new Error(`the schema of a request has ${more.join(', ')}, which is checked nowhere`);
}

const fieldKeywords: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'title',
  'description',
  'examples',
]);

/** The parts of a schema in which an integer can be. */
interface BoundedSchema {
  readonly type?: string;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
}
