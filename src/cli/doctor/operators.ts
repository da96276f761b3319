import type { Config } from '../../config.ts';
import { checkAccounts } from '../../operators/account-check.ts';
import type { Operator } from '../../operators/contract.ts';
import { operators } from '../../operators/registry.ts';
import { publicUrlDoubt } from '../../settings/public-url.ts';
import { type Diagnosis, warning, well } from './diagnosis.ts';

/** For how long an operator may take over its token and its balance. */
const patienceMs = 20_000;

/**
 * Per operator what is set, never the values, and whether it gives us a token and a balance for collections and for
 * payouts. Moves nothing.
 */
export async function checkOperators(
  config: Config,
  env: NodeJS.ProcessEnv,
  registry: readonly Operator[] = operators,
): Promise<Diagnosis[]> {
  const accounts = await checkAccounts(config, patienceMs, registry);
  const checked = accounts.map(({ operator, answers }) => {
    const { name } = operator;
    if (answers === null) return [well(name, 'off: its credentials are not set (docs/operators.md)')];
    const diagnoses = answers.map(
      ({ direction, result, found, mend }): Diagnosis => ({ check: `${name} ${direction}`, result, found, mend }),
    );
    return [well(name, `on: ${namesSet(operator, env).join(', ')} set`), ...diagnoses];
  });
  const areAllOff = accounts.every(({ answers }) => answers === null);
  return [...checked.flat(), ...(areAllOff ? [] : checkCallbacks(config, registry))];
}

function checkCallbacks(config: Config, registry: readonly Operator[]): Diagnosis[] {
  const { publicUrl } = config;
  if (publicUrl === null) {
    const found =
      'NSIMBI_PUBLIC_URL is not set, so operators cannot send callbacks; payments are completed by queries only';
    return [warning('callbacks', found, 'set it to the https address at which operators reach this service')];
  }
  const doubt = publicUrlDoubt(publicUrl);
  if (doubt !== null)
    return [warning('callbacks', doubt, 'put a proxy with a certificate in front, and name its https')];
  const addresses = registry.map(({ name, callbackPath }) => `${name} at ${publicUrl}${callbackPath}`);
  return [well('callbacks', addresses.join(', '))];
}

function namesSet({ settings }: Operator, env: NodeJS.ProcessEnv): string[] {
  const names = Object.values(settings).map(({ name }) => name);
  return names.filter((name) => (env[name] ?? '') !== '').sort();
}
