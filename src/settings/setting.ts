import type { Kind } from './kinds.ts';

/** One environment variable that the service reads. */
export interface Setting<T> {
  readonly name: string;
  readonly kind: Kind<unknown>;
  /** Its value when it is not set, as it would be written; null for none. */
  readonly default: string | null;
  /** One sentence for the person who sets it. */
  readonly purpose: string;
  /** @throws SettingNotAllowed */
  read(text: string | undefined): T;
}

/** Settings by their names in code. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** What settings have been set to. Durations are milliseconds; what is not set and has no default is null. */
export type ValuesOf<Table extends Settings> = { readonly [Name in keyof Table]: ReturnType<Table[Name]['read']> };

/** A setting with a default. */
export function setting<T>(name: string, kind: Kind<T>, defaultText: string, purpose: string): Setting<T> {
  return { name, kind, default: defaultText, purpose, read: (text) => readAs(name, kind, text ?? defaultText) };
}

/** A setting that may be left out. */
export function optionalSetting<T>(name: string, kind: Kind<T>, purpose: string): Setting<T | null> {
  return {
    name,
    kind,
    default: null,
    purpose,
    read: (text) => (text === undefined ? null : readAs(name, kind, text)),
  };
}

/**
 * Reads settings from environment variables; an empty one counts as not set.
 * @throws SettingNotAllowed for the first one that is wrong.
 */
export function readSettings<Table extends Settings>(table: Table, env: NodeJS.ProcessEnv): ValuesOf<Table> {
  const values = Object.entries(table).map(([key, { name, read }]) => [key, read(env[name] || undefined)]);
  return Object.fromEntries(values) as ValuesOf<Table>;
}

/** A value that is not allowed, in one line for the person who set it. */
export class SettingNotAllowed extends Error {
  override readonly name = 'SettingNotAllowed';

  constructor(settingName: string, kind: Kind<unknown>, text: string) {
    super(`${settingName} is ${JSON.stringify(kind.show?.(text) ?? text)}; it must be ${kind.allowed}`);
  }
}

function readAs<T>(name: string, kind: Kind<T>, text: string): T {
  const value = kind.read(text);
  if (value === undefined) throw new SettingNotAllowed(name, kind, text);
  return value;
}
