import { publicUrlDoubt } from '../../config/public-url.ts';
import type { Config } from '../../config.ts';
import type { Exchange } from '../../providers/http/json-caller.ts';
import { callbackPaths, createLiveProviders, type LiveOperator, type LiveProvider } from '../../providers/live.ts';
import { type Diagnosis, warning, well } from './diagnosis.ts';
import { judgeAnswer, type Purpose } from './operator-answer.ts';

/** For how long an operator may take over its token and its balance. */
const patienceMs = 20_000;

const operators: readonly LiveOperator[] = ['MTN', 'Airtel'];
const purposes: readonly Purpose[] = ['collection', 'payout'];

/**
 * Per operator what is set, never the values, and whether it gives us a token and a balance for collections and for
 * payouts. Moves nothing.
 */
export async function checkOperators(config: Config, env: NodeJS.ProcessEnv): Promise<Diagnosis[]> {
  const exchanges: Record<LiveOperator, Exchange[]> = { MTN: [], Airtel: [] };
  const providers = createLiveProviders(config, {
    exchange: (operator, exchange) => exchanges[operator === 'MTN' ? 'MTN' : 'Airtel'].push(exchange),
    unknownWord: () => undefined,
    callbackHash: () => undefined,
  });
  try {
    const checked = await Promise.all(
      operators.map(async (operator) => {
        const provider = providers.find((one) => one.operator === operator);
        if (provider === undefined) return [well(operator, 'off: its credentials are not set (docs/operators.md)')];
        const names = namesSet(operator, env);
        const asked = await askBoth(provider, exchanges[operator]);
        return [well(operator, `on: ${names.join(', ')} set`), ...asked.map((one) => withoutSecrets(one, names, env))];
      }),
    );
    return [...checked.flat(), ...(providers.length === 0 ? [] : checkCallbacks(config))];
  } finally {
    await Promise.all(providers.map((provider) => provider.close()));
  }
}

/** One after the other, so that it is known which exchange belongs to which question. */
async function askBoth(provider: LiveProvider, exchanges: Exchange[]): Promise<Diagnosis[]> {
  const found: Diagnosis[] = [];
  for (const purpose of purposes) {
    const first = exchanges.length;
    const word = await provider.balance(purpose, AbortSignal.timeout(patienceMs));
    const { operator, account, currency } = provider;
    found.push(
      judgeAnswer({ operator, purpose, host: account.host, currency, word, last: exchanges.slice(first).at(-1) }),
    );
  }
  return found;
}

function checkCallbacks(config: Config): Diagnosis[] {
  const { publicUrl } = config;
  if (publicUrl === null) {
    const found = 'NSIMBI_PUBLIC_URL is not set, so no operator can call back; payments end when they are asked about';
    return [warning('callbacks', found, 'set it to the https address at which operators reach this service')];
  }
  const doubt = publicUrlDoubt(publicUrl);
  if (doubt !== null)
    return [warning('callbacks', doubt, 'put a proxy with a certificate in front, and name its https')];
  return [
    well('callbacks', operators.map((operator) => `${operator} at ${publicUrl}${callbackPaths[operator]}`).join(', ')),
  ];
}

function namesSet(operator: LiveOperator, env: NodeJS.ProcessEnv): string[] {
  const prefix = `NSIMBI_${operator.toUpperCase()}_`;
  return Object.keys(env)
    .filter((name) => name.startsWith(prefix) && env[name] !== '')
    .sort();
}

/** An operator may repeat in its answer what it was sent. */
function withoutSecrets(diagnosis: Diagnosis, names: readonly string[], env: NodeJS.ProcessEnv): Diagnosis {
  const secrets = names.filter((name) => /_(KEY|USER|ID|SECRET)$/.test(name)).map((name) => env[name] ?? '');
  return { ...diagnosis, found: secrets.reduce((text, secret) => text.replaceAll(secret, '…'), diagnosis.found) };
}
