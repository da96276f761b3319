import type { SeededClient } from '../../test/service/seeded-clients.ts';
import type { Flood } from './catalogue.ts';
import { type FloodOutcomes, type RunningFlood, startFlood } from './flooder.ts';
import { measurePayments, type PaymentsMeasured } from './paced-payments.ts';

/** A process that generates load, steered over the channel to its parent: each order has one reply. */
export interface Orders {
  pay: {
    order: {
      readonly baseUrl: string;
      readonly payers: readonly SeededClient[];
      readonly perSecond: number;
      readonly seconds: number;
    };
    reply: PaymentsMeasured;
  };
  startFlood: { order: { readonly baseUrl: string; readonly flood: Flood }; reply: null };
  stopFlood: { order: null; reply: FloodOutcomes };
}

export type Message = {
  [Name in keyof Orders]: { readonly name: Name; readonly order: Orders[Name]['order'] };
}[keyof Orders];

let flood: RunningFlood | null = null;

process.on('message', async (message: Message) => {
  process.send?.(await obey(message));
});
process.on('disconnect', () => process.exit());
process.send?.(null);

async function obey({ name, order }: Message): Promise<Orders[keyof Orders]['reply']> {
  switch (name) {
    case 'pay':
      return await measurePayments(order);
    case 'startFlood':
      flood = startFlood(order.baseUrl, order.flood);
      return null;
    case 'stopFlood': {
      if (flood === null) throw new Error('no flood was started');
      return await flood.stop();
    }
  }
}
