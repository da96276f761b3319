import { readSettings, type Settings, type ValuesOf } from '../settings/setting.ts';
import { airtelMoney } from './airtel-money/operator.ts';
import type { ConnectorObserver, LiveConnector, Operator, OperatorSettings, SharedSettings } from './contract.ts';
import { mtnMomo } from './mtn-momo/operator.ts';

/** Every operator of live mode, in the order in which they are shown. Test mode simulates the same ones. */
export const operators: readonly Operator[] = [
  mtnMomo, // one line for each operator
  airtelMoney,
];

/** Every network that numbers may be given to. `Other` is none: its numbers are refused in live mode. */
export const networkNames: readonly string[] = [
  ...operators.map(({ name }) => name),
  'UTL',
  'Lycamobile',
  'Smile',
  'Savanna',
  'Hamilton',
  'Talkio',
  'Africell',
  'Other',
];

/** The network of a name, in whatever case it is written; null when there is none. */
export function networkNamed(text: string): string | null {
  return networkNames.find((name) => name.toLowerCase() === text.toLowerCase()) ?? null;
}

/** The operator of a key. The key must be one of the registry's. */
export function operatorOfKey(key: string, registry: readonly Operator[] = operators): Operator {
  const operator = registry.find((one) => one.key === key);
  if (operator === undefined) throw new Error(`no operator has the key ${key}`);
  return operator;
}

/** The values of each operator's settings, by the operator's name. */
export type OperatorValues = Readonly<Record<string, ValuesOf<OperatorSettings>>>;

/** Settings that every operator has; docs/settings.md lists them before the others. */
const commonSettings = ['pollDelaysMs', 'queriesPerSecond'] as const;

/** The settings of all operators, in the order of docs/settings.md. */
export function settingsOf(registry: readonly Operator[] = operators): Settings[string][] {
  const own = registry.flatMap(({ settings: { pollDelaysMs, queriesPerSecond, ...rest } }) => Object.values(rest));
  return [...commonSettings.flatMap((name) => registry.map(({ settings }) => settings[name])), ...own];
}

/**
 * Reads the settings of all operators from environment variables.
 * @throws SettingNotAllowed for the first one that is wrong; OperatorSettingsConflict for some that do not fit together.
 */
export function readOperatorSettings(
  env: NodeJS.ProcessEnv,
  registry: readonly Operator[] = operators,
): OperatorValues {
  const values = registry.map((operator) => ({ operator, values: readSettings(operator.settings, env) }));
  for (const one of values) refuseHalfSet(one.operator, one.values);
  for (const one of values) {
    const conflict = one.operator.findConflict(one.values);
    if (conflict !== null) throw new OperatorSettingsConflict(conflict);
  }
  return Object.fromEntries(values.map((one) => [one.operator.name, one.values]));
}

/** The addresses of the operators whose credentials are set. */
export function addressesInUse(values: OperatorValues, registry: readonly Operator[] = operators): string[] {
  return registry.flatMap(({ name, credentials }) => {
    const own = values[name] as (ValuesOf<OperatorSettings> & Readonly<Record<string, unknown>>) | undefined;
    return own !== undefined && credentials.every((key) => own[key] !== null) ? [own.baseUrl] : [];
  });
}

/** With some of the credentials and not the rest, the operator's payments would fail one by one. */
function refuseHalfSet(operator: Operator, values: ValuesOf<OperatorSettings>): void {
  const { name, settings, credentials, uselessAlone } = operator;
  const missing = credentials.filter((key) => values[key] === null);
  const isOff = [...credentials, ...uselessAlone].every((key) => values[key] === null);
  if (missing.length === 0 || isOff) return;
  const names = missing.map((key) => settings[key]?.name).join(', ');
  throw new OperatorSettingsConflict(`${name} is set in part; set ${names} too, or nothing of ${name}`);
}

/** Settings of an operator that are allowed one by one and do not fit together. The message is one line. */
export class OperatorSettingsConflict extends Error {
  override readonly name = 'OperatorSettingsConflict';
}

/** The connectors of the operators whose credentials are set; an operator without them is off. */
export async function connectOperators(
  config: SharedSettings & { readonly operators: OperatorValues },
  observer: ConnectorObserver,
  registry: readonly Operator[] = operators,
): Promise<readonly LiveConnector[]> {
  const connectors = registry.map(async (operator) => {
    const values = config.operators[operator.name];
    return values === undefined ? null : await operator.connect(values, config, observer);
  });
  return (await Promise.all(connectors)).filter((connector) => connector !== null);
}
