import type { ClientRight, PlatformRight } from '../access/people/rights.ts';
import type { ChangeName } from './change.ts';

/** Who may act: a right at a client or on the platform, or the holder of an API key, or whoever may use the command line. */
type Interface = 'API' | 'client pages' | 'platform pages' | 'command line';

/** In which cases two people are needed, in live mode. */
type Needs =
  /** Every time. */
  | 'always'
  /** Where the change allows more than what it replaces. */
  | 'loosening'
  /** From the approval threshold of the wallet on. */
  | 'from the threshold'
  /** Where staff does it; the client's own people do it alone. */
  | 'by staff'
  /** Where staff does it and it allows more. */
  | 'loosening by staff';

/** Something that needs a second person with live money, and where it can be begun. */
export interface Action {
  /** As pages and documents name it: a verb and an object. */
  readonly title: string;
  readonly needs: Needs;
  readonly interfaces: readonly Interface[];
  /** The right that the second person needs. */
  readonly approvedWith: PlatformRight | ClientRight;
  /** Where it waits: the page of proposals, or one of its own. */
  readonly waitsAt: 'proposals' | 'approvals' | 'bulk payouts' | 'corrections' | 'reviews';
}

/**
 * Everything that one person cannot do alone with live money, once live mode is enabled. Test money needs no second person beyond the
 * approvals that a wallet is set to ask for. Pages, the API, the command line and docs/second-person.md are made from this.
 */
export const actions = {
  payment: {
    title: 'Send or withdraw money',
    needs: 'from the threshold',
    interfaces: ['API', 'client pages'],
    approvedWith: 'approvals.decide',
    waitsAt: 'approvals',
  },
  bulk_payout: {
    title: 'Start a bulk payout',
    needs: 'from the threshold',
    interfaces: ['API', 'client pages'],
    approvedWith: 'approvals.decide',
    waitsAt: 'bulk payouts',
  },
  adjustment: {
    title: 'Top up or correct a wallet',
    needs: 'always',
    interfaces: ['platform pages', 'command line'],
    approvedWith: 'adjustments.approve',
    waitsAt: 'corrections',
  },
  review_resolution: {
    title: 'Resolve a review case',
    needs: 'always',
    interfaces: ['platform pages', 'command line'],
    approvedWith: 'reviews.resolve',
    waitsAt: 'reviews',
  },
  float_booking: {
    title: 'Book a transfer or charge of a float',
    needs: 'always',
    interfaces: ['command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  client: {
    title: 'Create a client',
    needs: 'always',
    interfaces: ['platform pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  client_role: {
    title: 'Give somebody a role at a client',
    needs: 'by staff',
    interfaces: ['client pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  staff_role: {
    title: 'Give somebody a role of staff',
    needs: 'always',
    interfaces: ['platform pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  second_factor_removal: {
    title: 'Remove the second factor of another person',
    needs: 'always',
    interfaces: ['platform pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  password_link: {
    title: 'Make a password link for another person',
    needs: 'always',
    interfaces: ['platform pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  vouching: {
    title: 'Vouch for an account of which somebody has seen a password link',
    needs: 'always',
    interfaces: ['command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  api_key: {
    title: 'Create a live API key',
    needs: 'by staff',
    interfaces: ['client pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  api_key_roll: {
    title: 'Roll a live API key',
    needs: 'by staff',
    interfaces: ['client pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  key_budget: {
    title: 'Change the budget of a live API key',
    needs: 'loosening by staff',
    interfaces: ['client pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  signing_keys: {
    title: 'Change the signing keys of a live API key',
    needs: 'loosening by staff',
    interfaces: ['client pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  dashboard_ips: {
    title: 'Change the addresses from which the pages of a client can be used',
    needs: 'loosening by staff',
    interfaces: ['client pages', 'platform pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  wallet_limits: {
    title: 'Change the limits of a live wallet',
    needs: 'loosening',
    interfaces: ['platform pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  approval_threshold: {
    title: 'Change the approval threshold of a live wallet',
    needs: 'loosening',
    interfaces: ['platform pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  withdrawal_numbers: {
    title: 'Change the numbers that a live wallet can withdraw to',
    needs: 'loosening',
    interfaces: ['platform pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  fees: {
    title: 'Change fees',
    needs: 'always',
    interfaces: ['platform pages', 'command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  proof_fork: {
    title: 'Continue the ledger proofs after published rounds were lost',
    needs: 'always',
    interfaces: ['command line'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
  live_mode: {
    title: 'Enable live mode',
    needs: 'always',
    interfaces: ['platform pages'],
    approvedWith: 'proposals.decide',
    waitsAt: 'proposals',
  },
} as const satisfies Record<ChangeName | 'payment' | 'bulk_payout' | 'adjustment' | 'review_resolution', Action>;

export type ActionName = keyof typeof actions;

/** What decides how many people an act needs. */
export interface Circumstances {
  /** Whether live mode was ever enabled, which ends the time in which one administrator sets up the service alone. */
  readonly isLiveEnabled: boolean;
  /** Whether this is a rehearsal: every operator is a stand-in on this machine (NSIMBI_REHEARSAL). */
  readonly isRehearsal: boolean;
  /** The mode of the money; null where it concerns people or fees, which have none. */
  readonly mode: 'live' | 'test' | null;
  /** Who acts: one of a client's own people or keys, or staff, which is also whoever uses the command line. */
  readonly by: 'client' | 'staff';
  /** Whether it allows more than what it replaces. */
  readonly isLoosening: boolean;
  /** Whether its amount reaches the approval threshold. */
  readonly reachesThreshold: boolean;
}

/**
 * How many people an act needs. Pure.
 * @returns 1 where whoever begins it does it alone, else 2.
 */
export function peopleNeeded(
  action: ActionName,
  { isLiveEnabled, isRehearsal, mode, by, isLoosening, reachesThreshold }: Circumstances,
): 1 | 2 {
  const { needs } = actions[action];
  // A wallet that is set to ask for approvals does so in every mode.
  if (needs === 'from the threshold') return reachesThreshold ? 2 : 1;
  if (mode === 'test' || isRehearsal) return 1;
  // To enable live mode is what ends the time of one person.
  if (!isLiveEnabled && action !== 'live_mode') return 1;
  if (needs === 'loosening') return isLoosening ? 2 : 1;
  if (needs === 'by staff') return by === 'staff' ? 2 : 1;
  if (needs === 'loosening by staff') return by === 'staff' && isLoosening ? 2 : 1;
  return 2;
}
