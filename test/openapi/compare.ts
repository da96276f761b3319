type Json = ReturnType<JSON['parse']>;

/**
 * What a client of the previous version of the API can no longer rely on: operations, parameters, fields and values that were removed, have
 * another type, or must be sent now; fields of responses that may be missing now. What is added is compatible (interface.md).
 * @param previous and @param current OpenAPI 3.1 documents.
 * @returns a sentence for each; none when every client of before still works.
 */
export function incompatibilities(previous: Json, current: Json): string[] {
  const found: string[] = [];
  for (const [path, operations] of Object.entries<Json>(previous.paths)) {
    for (const [method, before] of Object.entries<Json>(operations)) {
      const place = `${method.toUpperCase()} ${path}`;
      const now = current.paths[path]?.[method];
      if (now === undefined) found.push(`${place} was removed`);
      else found.push(...changesOf(place, { of: previous, before }, { of: current, now }));
    }
  }
  for (const name of Object.keys(previous.webhooks)) {
    const place = `the webhook ${name}`;
    const [before, now] = [previous, current].map((document) => document.webhooks[name]?.post);
    if (now === undefined) found.push(`${place} was removed`);
    else found.push(...changesOf(place, { of: previous, before }, { of: current, now }));
  }
  return found;
}

interface Before {
  readonly of: Json;
  readonly before: Json;
}

interface Now {
  readonly of: Json;
  readonly now: Json;
}

function changesOf(place: string, { of: previous, before }: Before, { of: current, now }: Now): string[] {
  const found = parametersOf(place, { of: previous, before }, { of: current, now });
  const [sent, sentNow] = [before.requestBody, now.requestBody];
  if (sent !== undefined || sentNow !== undefined) {
    found.push(
      ...schemasOf(`${place}, request`, 'request', { of: previous, before: sent }, { of: current, now: sentNow }),
    );
  }
  for (const [status, response] of Object.entries<Json>(before.responses)) {
    const answered = now.responses[status];
    if (answered === undefined) found.push(`${place} does not answer ${status} any more`);
    else
      found.push(
        ...schemasOf(
          `${place}, ${status}`,
          'response',
          { of: previous, before: response },
          { of: current, now: answered },
        ),
      );
    for (const header of Object.keys(response.headers ?? {})) {
      if (answered?.headers?.[header] === undefined)
        found.push(`${place}, ${status}: the header ${header} was removed`);
    }
  }
  return found;
}

function parametersOf(place: string, { of: previous, before }: Before, { of: current, now }: Now): string[] {
  const found: string[] = [];
  const resolved = (document: Json, operation: Json): Json[] =>
    (operation.parameters ?? []).map((one: Json) => resolve(document, one));
  const known = resolved(previous, before);
  const present = resolved(current, now);
  for (const parameter of known) {
    const same = present.find(({ in: where, name }) => where === parameter.in && name === parameter.name);
    if (same === undefined) found.push(`${place}: the parameter ${parameter.name} was removed`);
    else
      found.push(
        ...differences(
          `${place}, parameter ${parameter.name}`,
          'request',
          { of: previous, before: parameter.schema },
          { of: current, now: same.schema },
        ),
      );
  }
  for (const { in: where, name, required } of present) {
    const was = known.find((one) => one.in === where && one.name === name);
    if (required === true && was?.required !== true) found.push(`${place}: the parameter ${name} must be sent now`);
  }
  return found;
}

/** Of the content of a request or a response. */
function schemasOf(
  place: string,
  direction: Direction,
  { of: previous, before }: Before,
  { of: current, now }: Now,
): string[] {
  if (direction === 'request' && now?.required === true && before?.required !== true)
    return [`${place}: a body must be sent now`];
  const found: string[] = [];
  for (const [type, content] of Object.entries<Json>(before?.content ?? {})) {
    const same = now?.content?.[type];
    if (same === undefined) found.push(`${place}: ${type} was removed`);
    else
      found.push(
        ...differences(place, direction, { of: previous, before: content.schema }, { of: current, now: same.schema }),
      );
  }
  return found;
}

type Direction = 'request' | 'response';

function differences(
  place: string,
  direction: Direction,
  { of: previous, before }: Before,
  { of: current, now }: Now,
): string[] {
  const [old, present] = [resolve(previous, before), resolve(current, now)];
  const [types, typesNow] = [typesOf(previous, old), typesOf(current, present)].map((one) => one.join(' or '));
  if (types !== typesNow) return [`${place} is ${typesNow} and was ${types}`];
  const found: string[] = [];
  const [fields, fieldsNow] = [fieldsOf(previous, old), fieldsOf(current, present)];
  for (const [name, field] of fields.all) {
    const same = fieldsNow.all.get(name);
    if (same === undefined) found.push(`${place}: the field ${name} was removed`);
    else
      found.push(
        ...differences(`${place}, ${name}`, direction, { of: previous, before: field }, { of: current, now: same }),
      );
    if (direction === 'response' && fields.required.has(name) && !fieldsNow.required.has(name)) {
      found.push(`${place}: the field ${name} may be missing now`);
    }
  }
  for (const name of fieldsNow.required) {
    if (direction === 'request' && !fields.required.has(name))
      found.push(`${place}: the field ${name} must be sent now`);
  }
  const values = valuesOf(previous, old);
  const valuesNow = new Set(valuesOf(current, present));
  for (const value of values) if (!valuesNow.has(value)) found.push(`${place}: the value ${value} was removed`);
  if (old.items !== undefined) {
    found.push(
      ...differences(`${place}[]`, direction, { of: previous, before: old.items }, { of: current, now: present.items }),
    );
  }
  return found;
}

function resolve(document: Json, schema: Json): Json {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  return $ref
    .slice(2)
    .split('/')
    .reduce((part: Json, name: string) => part[name], document);
}

/** A schema that is one of several, or all of several, as those. */
function partsOf(document: Json, schema: Json): Json[] {
  const parts: Json[] | undefined = schema.anyOf ?? schema.allOf;
  return parts === undefined ? [schema] : parts.flatMap((part) => partsOf(document, resolve(document, part)));
}

function typesOf(document: Json, schema: Json): string[] {
  const types = partsOf(document, schema).flatMap(({ type, enum: values, properties }) => {
    if (type !== undefined) return [type].flat();
    if (values !== undefined) return values.map((value: unknown) => typeof value);
    return properties === undefined ? [] : ['object'];
  });
  return [...new Set<string>(types)].sort();
}

function fieldsOf(document: Json, schema: Json): { readonly all: Map<string, Json>; readonly required: Set<string> } {
  const all = new Map<string, Json>();
  const required = new Set<string>();
  for (const part of partsOf(document, schema)) {
    for (const [name, field] of Object.entries<Json>(part.properties ?? {})) if (!all.has(name)) all.set(name, field);
    for (const name of part.required ?? []) required.add(name);
  }
  return { all, required };
}

function valuesOf(document: Json, schema: Json): unknown[] {
  return partsOf(document, schema).flatMap(
    ({ enum: values, const: constant }) => values ?? (constant === undefined ? [] : [constant]),
  );
}
