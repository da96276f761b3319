/** A value that a setting cannot have, or a setting that is none: the message says which. */
export class SettingError extends Error {}

type Kind =
  | 'milliseconds'
  | 'count'
  | 'count_or_null'
  | 'text_or_null'
  | 'delays'
  | 'addresses_or_null'
  | readonly string[];

const fits: Readonly<Record<Exclude<Kind, readonly string[]>, (value: unknown) => boolean>> = {
  milliseconds: (value) => isCount(value),
  count: (value) => isCount(value),
  count_or_null: (value) => value === null || isCount(value),
  text_or_null: (value) => value === null || typeof value === 'string',
  delays: (value) => Array.isArray(value) && value.every(isCount),
  addresses_or_null: (value) =>
    value === null || (Array.isArray(value) && value.every((one) => typeof one === 'string')),
};

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Settings of a stand-in that may be changed while it runs. */
export class LiveSettings<Values extends object = object> {
  #values: Values;
  readonly #kinds: Readonly<Record<keyof Values & string, Kind>>;

  constructor(kinds: Readonly<Record<keyof Values & string, Kind>>, values: Values) {
    this.#kinds = kinds;
    this.#values = values;
  }

  get now(): Values {
    return this.#values;
  }

  /** Changes what is named and keeps the rest. @throws SettingError, with nothing changed. */
  change(changes: Record<string, unknown> | null): void {
    if (changes === null) throw new SettingError('the body is a JSON object of settings');
    const kinds: Readonly<Record<string, Kind>> = this.#kinds;
    for (const [name, value] of Object.entries(changes)) {
      const kind = kinds[name];
      if (kind === undefined) {
        throw new SettingError(`there is no setting ${name}; there are ${Object.keys(kinds).join(', ')}`);
      }
      const allowed = typeof kind === 'string' ? fits[kind](value) : kind.includes(String(value));
      if (!allowed) {
        const wanted = typeof kind === 'string' ? kind.replaceAll('_', ' ') : kind.join(' or ');
        throw new SettingError(`${name} is ${wanted}, not ${JSON.stringify(value)}`);
      }
    }
    this.#values = { ...this.#values, ...changes };
  }

  toJSON(): Values {
    return this.#values;
  }
}
