import { serviceActor } from '../../../src/access/audit-log.ts';
import { setApprovalThreshold } from '../../../src/access/wallet-settings.ts';
import { businesses } from '../../../src/demo/cast.ts';
import { ugx } from '../../../src/money/ugx.ts';
import { openTerminal } from '../../cli/terminal.ts';
import { sharedEncryptionKeys, World } from '../../journeys/world.ts';
import { type Credentials, createPerson } from '../person.ts';

/** Who signs in. */
export type SignIn = Omit<Credentials, 'personId'>;

/** A service with demo data, in which people of four roles have their day. */
export interface DemoDay {
  readonly world: World;
  /** The client of the shop, whose payouts of 500,000 shillings or more need a second person. */
  readonly shopId: number;
  readonly owner: SignIn;
  readonly clerk: SignIn;
  readonly support: SignIn;
  /** Whom the administrator's second person is. */
  readonly administrators: readonly [SignIn, SignIn];
}

const password = 'three green mangoes';

/** @param days of history. @param settings of the service, beside the usual ones. */
export async function openDemoDay(days: number, settings: Record<string, string> = {}): Promise<DemoDay> {
  const world = await World.open({ NSIMBI_ISSUER_NAME: 'Pearl Payments (Uganda) Limited', ...settings });
  const terminal = openTerminal(world.database, { NSIMBI_ENCRYPTION_KEYS: sharedEncryptionKeys });
  const [made] = await terminal.ask('seed', '--demo', '--days', String(days), '--seed', '7', '--password', password);
  terminal.close();
  const { shop } = businesses;
  const shopId: number = made.businesses.find(({ name }: { name: string }) => name === shop.name).client_id;
  await setApprovalThreshold(world.database.pool, {
    clientId: shopId,
    mode: 'test',
    threshold: ugx(500_000),
    actor: serviceActor('test'),
  });
  return {
    world,
    shopId,
    owner: { email: shop.owner.email, password },
    clerk: { email: shop.finance.email, password },
    support: await createPerson(world, { platform: 'platform_support' }),
    administrators: [
      await createPerson(world, { platform: 'platform_administrator' }),
      await createPerson(world, { platform: 'platform_administrator' }),
    ],
  };
}
