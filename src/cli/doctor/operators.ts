import type { Config } from '../../config.ts';
import type { Ugx } from '../../money/ugx.ts';
import type {
  BalanceResult,
  ConnectorObserver,
  DoctorFinding,
  Exchange,
  LiveConnector,
  Operator,
} from '../../operators/contract.ts';
import { connectOperators, operators } from '../../operators/registry.ts';
import { secret } from '../../settings/kinds.ts';
import { publicUrlDoubt } from '../../settings/public-url.ts';
import { type Diagnosis, problem, warning, well } from './diagnosis.ts';

/** For how long an operator may take over its token and its balance. */
const patienceMs = 20_000;

const directions: readonly Direction[] = ['collection', 'payout'];

type Direction = 'collection' | 'payout';

/**
 * Per operator what is set, never the values, and whether it gives us a token and a balance for collections and for
 * payouts. Moves nothing.
 */
export async function checkOperators(
  config: Config,
  env: NodeJS.ProcessEnv,
  registry: readonly Operator[] = operators,
): Promise<Diagnosis[]> {
  const exchanges = new Map<string, Exchange[]>(registry.map(({ name }) => [name, []]));
  const observer: ConnectorObserver = {
    exchange: (name, exchange) => exchanges.get(name)?.push(exchange),
    unknownWord: () => undefined,
    callbackHash: () => undefined,
  };
  const connectors = await connectOperators(config, observer, registry);
  try {
    const checked = await Promise.all(
      registry.map(async (operator) => {
        const { name } = operator;
        const connector = connectors.find((one) => one.operator === name);
        if (connector === undefined) return [well(name, 'off: its credentials are not set (docs/operators.md)')];
        const answers = await askBoth({ operator, connector, exchanges: exchanges.get(name) ?? [] });
        const names = namesSet(operator, env);
        return [well(name, `on: ${names.join(', ')} set`), ...answers.map((one) => withoutSecrets(one, operator, env))];
      }),
    );
    return [...checked.flat(), ...(connectors.length === 0 ? [] : checkCallbacks(config, registry))];
  } finally {
    await Promise.all(connectors.map((connector) => connector.close()));
  }
}

/** One after the other, so that it is known which exchange belongs to which request. */
async function askBoth({
  operator,
  connector,
  exchanges,
}: {
  readonly operator: Operator;
  readonly connector: LiveConnector;
  readonly exchanges: readonly Exchange[];
}): Promise<Diagnosis[]> {
  const diagnoses: Diagnosis[] = [];
  for (const direction of directions) {
    const first = exchanges.length;
    const balance = await connector.balance(direction, AbortSignal.timeout(patienceMs));
    const { account, currency } = connector;
    const last = exchanges.slice(first).at(-1);
    diagnoses.push(judgeAnswer({ operator, direction, host: account.host, currency, balance, last }));
  }
  return diagnoses;
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

/** An operator may repeat in its answer what it was sent. */
function withoutSecrets(diagnosis: Diagnosis, { settings }: Operator, env: NodeJS.ProcessEnv): Diagnosis {
  const secrets = Object.values(settings).flatMap(({ name, kind }) => (kind === secret ? (env[name] ?? '') : []));
  const found = secrets.filter((text) => text !== '').reduce((text, one) => text.replaceAll(one, '…'), diagnosis.found);
  return { ...diagnosis, found };
}

/** What an operator answered when it was asked for a balance, which needs a token first. */
interface BalanceCheck {
  readonly operator: Operator;
  readonly direction: Direction;
  readonly host: string;
  readonly currency: string;
  readonly balance: BalanceResult;
  /** The last call that was made for it, which gave the answer; undefined when none was made. */
  readonly last: Exchange | undefined;
}

const shownCharacters = 160;

/** Says in a sentence what an answer means for the person who set up the operator, and what to do about it. Pure. */
function judgeAnswer(check: BalanceCheck): Diagnosis {
  const subject = `${check.operator.name} ${check.direction}`;
  const { balance, last } = check;
  if (balance.is === 'known') return judgeBalance(subject, check, balance.amount);
  // Not every version of an operator's interface reports every balance.
  if (last === undefined) return well(subject, `not queried: ${balance.raw}`);
  const { result, found, mend } = findingOf(check, last);
  return result === 'warning' ? warning(subject, found, mend) : problem(subject, found, mend);
}

function judgeBalance(subject: string, { operator, direction, currency }: BalanceCheck, amount: Ugx): Diagnosis {
  const found = `received a token and the balance: ${currency} ${amount.toLocaleString('en-US')}`;
  if (direction === 'collection' || amount > 0n) return well(subject, found);
  return warning(subject, `${found}, so that every payout will fail`, `fund the account at ${operator.name}`);
}

function findingOf(check: BalanceCheck, last: Exchange): DoctorFinding {
  const { operator, host, direction, currency } = check;
  if (last.is === 'not_reached') return notReached(check, last.excerpt);
  if (last.is === 'unknown') {
    return {
      result: 'warning',
      found: `${host} accepted the request and did not respond (${last.excerpt})`,
      mend: `try again; if it stays so, ask ${operator.name}`,
    };
  }
  const status = last.status ?? 0;
  const text = `HTTP ${status} ${last.excerpt.replace(/\s+/g, ' ')}`.trim().slice(0, shownCharacters);
  if (status === 403) {
    return {
      result: 'problem',
      found: `${operator.name} rejects this machine: its address is not allowed (${text})`,
      mend: `ask ${operator.name} to allow the public address of this machine for this product`,
    };
  }
  if (status === 404) {
    return {
      result: 'problem',
      found: `${host} has no resource at ${last.path}`,
      mend: `check ${operator.doctor.addressSettings}`,
    };
  }
  if (status === 429) {
    return {
      result: 'warning',
      found: `${operator.name} received too many requests (${text})`,
      mend: 'try again in a minute',
    };
  }
  const { isTokenRequest } = last;
  return (
    operator.doctor.explain({ direction, currency, isTokenRequest, status, text }) ??
    otherFinding(operator, status, text)
  );
}

function notReached({ operator, host }: BalanceCheck, error: string): DoctorFinding {
  const { addressSettings } = operator.doctor;
  if (/ENOTFOUND|EAI_AGAIN/.test(error)) {
    return {
      result: 'problem',
      found: `the host name ${host} cannot be resolved (${error})`,
      mend: `check ${addressSettings}, and the DNS of this machine`,
    };
  }
  if (/CERT|SELF_SIGNED|SSL|TLS|EPROTO|ALTNAME/i.test(error)) {
    return {
      result: 'problem',
      found: `no TLS connection to ${host} can be made (${error})`,
      mend: `check ${addressSettings}; a proxy on the way needs its certificate in NODE_EXTRA_CA_CERTS`,
    };
  }
  return {
    result: 'problem',
    found: `${host} cannot be reached (${error})`,
    mend: `check ${addressSettings}, and allow outgoing connections to it; ${operator.name} may drop calls from an address that it has not allowed`,
  };
}

function otherFinding({ name }: Operator, status: number, text: string): DoctorFinding {
  if (status >= 500) {
    return { result: 'warning', found: `${name} reports an internal error (${text})`, mend: 'try again later' };
  }
  return { result: 'problem', found: `${name} reported no balance (${text})`, mend: `send this response to ${name}` };
}
