type Json = Record<string, unknown>;

/** Integers up to here need no more than 32 bits. */
const int32Max = 2 ** 31 - 1;

/**
 * The named schemas of an OpenAPI document. Every object with fields gets a name, so that a generated client has a type for each instead
 * of anonymous ones.
 */
export class ComponentSchemas {
  readonly #schemas = new Map<string, Json>();

  /**
   * Adds the objects of a schema, and gives it with references in their places. An object is called by its title, and without a title by the object
   * around it and its field there.
   * @param name of the schema itself, if it is an object without a title.
   * @throws when two objects that differ have the same name.
   */
  refer(schema: unknown, name: string): Json {
    const { title, ...typed } = withType(Object(schema));
    const { properties, items, anyOf, additionalProperties } = typed;
    if (properties !== undefined) {
      const own = typeof title === 'string' ? title : name;
      const fields = Object.entries(Object(properties)).map(([key, field]) => [
        key,
        this.refer(field, own + pascalCase(key)),
      ]);
      this.#add(own, { ...typed, properties: Object.fromEntries(fields) });
      return { $ref: `#/components/schemas/${own}` };
    }
    return {
      ...typed,
      ...(items === undefined ? {} : { items: this.refer(items, name) }),
      ...(Array.isArray(anyOf) ? { anyOf: anyOf.map((one) => this.refer(one, name)) } : {}),
      ...(typeof additionalProperties === 'object'
        ? { additionalProperties: this.refer(additionalProperties, name) }
        : {}),
    };
  }

  /** Adds a schema that is composed of others. */
  compose(name: string, schema: Json): Json {
    this.#add(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Every schema by its name, in the order of the names. */
  all(): Record<string, Json> {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #add(name: string, schema: Json): void {
    const present = this.#schemas.get(name);
    if (present !== undefined && JSON.stringify(present) !== JSON.stringify(schema)) {
      throw new Error(`two objects of the API that differ are called ${name}: give one of them another title`);
    }
    this.#schemas.set(name, schema);
  }
}

/**
 * A schema as generators of clients want it: a list of texts says that it is of texts, an integer how large it can be, and an object with any
 * keys what their values are. The sentence for a wrong value is left out: only this service reads it.
 */
export function withType({ sentence: _, ...schema }: Json): Json {
  const { enum: values, type, maximum, patternProperties, ...rest } = schema;
  if (Array.isArray(values) && type === undefined) return { type: 'string', enum: values, ...rest };
  if (type === 'integer') {
    const isSmall = typeof maximum === 'number' && maximum <= int32Max;
    return { type, format: isSmall ? 'int32' : 'int64', ...(maximum === undefined ? {} : { maximum }), ...rest };
  }
  if (patternProperties !== undefined && Object.keys(Object(patternProperties)).length === 1) {
    return { type, ...rest, additionalProperties: Object.values(Object(patternProperties))[0] };
  }
  return schema;
}

/** `listWebhooks` and `rate_limits` as names of types. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
