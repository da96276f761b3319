import type { Config } from '../config.ts';
import { AirtelMoney } from './airtel-money/airtel-money.ts';
import { airtelMoneySettings } from './airtel-money/settings.ts';
import type { ConnectorObserver } from './connector-observer.ts';
import type { OperatorConnector } from './contract.ts';
import { mtnCallbackPath } from './mtn-momo/callback-path.ts';
import { MtnMomo } from './mtn-momo/mtn-momo.ts';
import { mtnMomoSettings } from './mtn-momo/settings.ts';

/** An operator of live mode, as the prefix table names it. */
export type LiveOperator = 'MTN' | 'Airtel';

/** Below which path each operator's callbacks arrive, after NSIMBI_PUBLIC_URL. Airtel is told the one path once. */
export const callbackPaths: Readonly<Record<LiveOperator, string>> = {
  MTN: mtnCallbackPath,
  Airtel: '/callbacks/airtel',
};

/** A connector of live mode. It holds connections, which are to be closed. */
export interface LiveConnector extends OperatorConnector {
  readonly operator: LiveOperator;
  /** Destroys every connection; calls under way are cut. */
  close(): Promise<void>;
}

/** The operators whose credentials are set; one without any is off. */
export function createLiveConnectors(config: Config, observer: ConnectorObserver): readonly LiveConnector[] {
  const mtn = mtnMomoSettings(config);
  const airtel = airtelMoneySettings(config);
  return [
    ...(mtn === null ? [] : [new MtnMomo(mtn, observer)]),
    ...(airtel === null ? [] : [new AirtelMoney(airtel, observer)]),
  ];
}
